"""The messages and the views as TypeScript, made from the Python types and never typed twice."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Literal

import msgspec

from trull import games, laws
from trull.laws.summary import Reason, Saying, Standing, Summary
from trull.learn.build import Answered, BuiltLesson, LessonListed
from trull.learn.glossary import Term
from trull.learn.ideas import Idea
from trull.learn.reader import ClauseShown
from trull.settlement import Payment, Settlement
from trull.state import View
from trull.table import shown, wire
from trull.table.cups import papers
from trull.table.cups import shown as cup_shown
from trull.table.plain import LEFT_OUT, is_record
from trull.table.room.state import Talked

HEAD = """\
// Made by `python -m trull.table.wire`; change the Python types, not this file.

export const VERSION = {version};
"""
PATCH = """\
export type Patch = { t: "patch"; n: number; since: number; seen_from?: number } & Partial<
  Omit<Picture, "t" | "n" | "view" | "summary">
> & { view?: Partial<GameView> | null; summary?: Partial<Summary> | null };
"""
NAMES: dict[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    types.NoneType: "null",
    Fraction: "string",
    object: "unknown",
    Payment: "[number, number, number | string]",
    typing.Any: "unknown",  # noqa: TID251  the word stands for what the messages leave open
    msgspec.Raw: "unknown",
}
VIEWS = {
    (shown.Picture, "view"): "GameView | null",
    (shown.Frame, "view"): "GameView",
    (shown.PastDeal, "view"): "GameView",
}
"""Fields that hold the view of whatever game is played."""
RECORDS: dict[tuple[type, str], object] = {
    (shown.Picture, "summary"): Summary | None,
    (shown.Picture, "standing"): Standing | None,
    (shown.Picture, "settlement"): Settlement | None,
    (shown.Picture, "pending"): Settlement | None,
    (shown.Picture, "reasons"): list[Reason],
    (shown.Picture, "talk"): list[Talked],
    (shown.Frame, "summary"): Summary | None,
    (shown.DealShown, "settlement"): Settlement | None,
    (shown.DealShown, "reasons"): list[Reason],
    (shown.OtherwiseShown, "settlement"): Settlement | None,
    (shown.PadRowShown, "settlement"): Settlement | None,
    (shown.PadShown, "settlement"): Settlement | None,
    (shown.PadShown, "standing"): Standing,
    (shown.PastDeal, "summary"): Summary,
    (shown.PastDeal, "settlement"): Settlement,
    (shown.PastDeal, "round"): Saying | None,
    (shown.HintShown, "grounds"): list[Saying],
    (wire.Weighed, "grounds"): list[Saying],
}
"""Fields that hold records of the engine: they are written by ``plain`` or as they are."""


def text() -> str:
    """The whole file."""
    writer = _Writer()
    writer.alias("Code", wire.Code)
    writer.alias("Stage", shown.Stage)
    said = [writer.struct(kind) for kind in typing.get_args(wire.Said)]
    told = [writer.struct(kind) for kind in wire.TOLD if kind is not wire.Patch]
    for kind in (
        wire.NewRoom,
        wire.NewBranch,
        wire.NewDaily,
        wire.DailyEntry,
        wire.Pad,
        shown.PadShown,
        wire.EveningShown,
        wire.Failure,
        wire.Invitation,
        wire.House,
        wire.Report,
        shown.BookShown,
        shown.RoomListed,
        cup_shown.CupDesk,
        cup_shown.CupPad,
        cup_shown.CupHall,
        cup_shown.CupMe,
        papers.CupPapers,
        cup_shown.CupBoards,
    ):
        writer.struct(kind)
    writer.struct(shown.PastDeal)
    writer.struct(shown.OtherwiseShown)
    writer.struct(shown.Replay)
    writer.struct(shown.Examination)
    writer.struct(shown.DailyIndex)
    writer.struct(shown.DailyShown)
    writer.struct(shown.DailyResult)
    writer.struct(shown.DailyEntered)
    for record in (LessonListed, BuiltLesson, Answered, ClauseShown, Term, Idea):
        writer.name_of(record)
    writer.view(View)
    views = [writer.view(kind, View) for kind in _views()]
    return "\n".join(
        [
            HEAD.format(version=wire.VERSION),
            *writer.written.values(),
            f"export type GameView = {' | '.join(views)};\n",
            PATCH,
            f"export type Said = {' | '.join(said)};\n",
            f"export type Told = {' | '.join([*told, 'Patch'])};",
        ]
    )


def _views() -> list[type[View]]:
    """The view of every game of the house; the page knows others only as a plain ``View``.

    Of a class with slots the first, slotless draft is left out.
    """
    for game in games.names():
        laws.of(game)
    slotted = [kind for kind in View.__subclasses__() if "__slots__" in vars(kind)]
    ours = {kind for kind in slotted if kind.__module__.startswith("trull.")}
    return sorted(ours, key=lambda kind: kind.__name__)


class _Writer:
    """Writes each type once, what it needs before it."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._aliases: dict[object, str] = {}
        self._begun: set[str] = set()

    def alias(self, name: str, hint: object) -> None:
        """Give a choice of words a name."""
        self.written[name] = f"export type {name} = {self.name_of(hint)};\n"
        self._aliases[hint] = name

    def struct(self, kind: type[msgspec.Struct]) -> str:
        """The interface of a message."""
        tag = kind.__struct_config__.tag
        head = [f'  t: "{tag}";'] if tag else []
        described = msgspec.structs.fields(kind)
        self._begun.add(kind.__name__)  # it may hold others of its kind
        hints = {
            field.name: VIEWS.get((kind, field.name))
            or self.name_of(RECORDS.get((kind, field.name), field.type))
            for field in described
        }
        optional = {f.name for f in described if not f.required}
        return self._interface(kind.__name__, head, hints, optional)

    def view(self, kind: type[View], above: type[View] | None = None) -> str:
        """The interface of a game's view, on top of what all views have."""
        assert is_dataclass(kind), "views are dataclasses"
        hints = typing.get_type_hints(kind)
        known = {*LEFT_OUT, *(f.name for f in fields(above))} if above else {*LEFT_OUT}
        own = {f.name: self.name_of(hints[f.name]) for f in fields(kind) if f.name not in known}
        return self._interface(kind.__name__, [], own, above=above.__name__ if above else "")

    def _interface(
        self,
        name: str,
        head: list[str],
        hints: Mapping[str, str],
        optional: set[str] | frozenset[str] = frozenset(),
        above: str = "",
    ) -> str:
        assert name not in self.written, f"two types are called {name}"
        opening = f"export interface {name} {f'extends {above} ' if above else ''}{{"
        lines = [
            f"  {key}{'?' if key in optional else ''}: {value};" for key, value in hints.items()
        ]
        self.written[name] = "\n".join([opening, *head, *lines, "}\n"])
        return name

    def name_of(self, hint: object) -> str:
        """A type as TypeScript writes it."""
        if hint in NAMES:
            return NAMES[hint]
        if hint in self._aliases:
            return self._aliases[hint]
        if isinstance(hint, typing.NewType):
            return self.name_of(hint.__supertype__)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            known = hint.__name__ in self.written or hint.__name__ in self._begun
            return hint.__name__ if known else self.struct(hint)
        if is_record(hint):
            return self._record(typing.cast("type", hint))
        return self._generic(typing.get_origin(hint), typing.get_args(hint))

    def _record(self, kind: type) -> str:
        if kind.__name__ in self.written:
            return kind.__name__
        self.written[kind.__name__] = ""  # a record may hold others of its kind
        hints = {n: self.name_of(h) for n, h in typing.get_type_hints(kind).items()}
        del self.written[kind.__name__]
        return self._interface(kind.__name__, [], hints)

    def _generic(self, origin: object, inner: tuple[object, ...]) -> str:
        if origin is typing.Annotated:
            return self.name_of(inner[0])
        if origin is Literal:
            return " | ".join(f'"{word}"' for word in inner)
        if origin in (typing.Union, types.UnionType):
            return " | ".join(dict.fromkeys(self._options(inner)))
        if origin in (list, frozenset) or (origin is tuple and inner[-1] is Ellipsis):
            return _list_of(self.name_of(inner[0]))
        if origin is tuple:
            return f"[{', '.join(self.name_of(part) for part in inner)}]"
        assert isinstance(origin, type), f"no TypeScript for {origin!r}"
        assert issubclass(origin, Mapping), f"no TypeScript for {origin!r}"
        return f"Record<string, {self.name_of(inner[1])}>"

    def _options(self, inner: tuple[object, ...]) -> Iterator[str]:
        for hint in inner:
            if hint is not msgspec.UnsetType:
                yield self.name_of(hint)


def _list_of(name: str) -> str:
    return f"({name})[]" if " " in name and name[0] != "[" else f"{name}[]"
