"""Bridges: lessons from one book to another of the same game, computed from their difference.

Every row in which the books differ is put back, alone, into the book one comes to. A drawn deal
in which the laws then answer otherwise shows what that row does: what may be said at a moment, or
what the deal pays. The smallest such deal is kept by its seed in ``rules/bridges.toml``, written by
``trull learn bridges``; its question and both answers are asked of the laws whenever it is shown.

[bridge.B1]
from, to        the books                    title   in both languages
shown           row = [what is asked, seed, acts before the moment]
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from trull import clauses, game, locale, ruleset
from trull.errors import TrullError
from trull.game import Game
from trull.learn import build, oracle, paying, quiz, shelf
from trull.learn.build import BuiltLesson, BuiltStep, LessonListed, Paragraphs
from trull.learn.question import OFFERED, Question
from trull.learn.school import school_of
from trull.ruleset import Difference, RuleSet
from trull.state import Seat, expand, fault
from trull.written import UTF8

SIDES = ("ruling", "preset")
"""Sections that no deal at a guarded table shows."""
SECONDS = 25
"""What a question takes."""
HEAD = """\
# Bridges between books: for each row in which they differ, the smallest drawn deal that shows
# it, as [what is asked, seed, acts before the moment]. Written by ``trull learn bridges``; what is
# asked and answered there is asked of the laws. Rows that showed in no deal are not listed.
"""


@dataclass(frozen=True)
class Example:
    """A moment of a drawn deal in which a row shows."""

    asks: str  # say, pay
    seed: int
    at: int  # acts before it


@dataclass(frozen=True)
class Bridge:
    """A way from one book to another."""

    id: str
    left: RuleSet
    right: RuleSet
    title: Mapping[str, str]
    shown: Mapping[str, Example]

    @property
    def rows(self) -> Iterator[Difference]:
        """The differences that can be shown, the plainest first."""
        found = [one for one in differences(self.left, self.right) if key_of(one) in self.shown]
        yield from sorted(found, key=lambda one: self.shown[key_of(one)].at)


@cache
def bridges() -> Mapping[str, Bridge]:
    """The bridges of the house by their ids."""
    at = shelf.folder("rules")
    if at is None or not (at / "bridges.toml").is_file():
        return {}
    told = tomllib.loads((at / "bridges.toml").read_text(encoding=UTF8))["bridge"]
    return {
        name: Bridge(
            name,
            ruleset.load(one["from"]),
            ruleset.load(one["to"]),
            one["title"],
            {row: Example(*found) for row, found in one.get("shown", {}).items()},
        )
        for name, one in told.items()
    }


def differences(left: RuleSet, right: RuleSet) -> Iterator[Difference]:
    """Where two books differ in what is played or paid.

    A bonus that an option of its own name counts in another way is told by the option alone: a
    factor and a price cannot be set side by side.
    """
    every = list(ruleset.diff(left, right))
    otherwise = {("bonus", one.row) for one in every if one.section == "option"}
    for one in every:
        told = one.section in SIDES or (one.section, one.row) in otherwise
        if not told and not one.key.endswith("clause"):
            yield one


def key_of(one: Difference) -> str:
    """The row and cell of a difference in a word."""
    return ".".join(filter(None, (one.section, one.row, one.key)))


def put_back(right: RuleSet, one: Difference) -> RuleSet:
    """The book one comes to, with this one cell or row as in the book one comes from."""
    rows = dict(right.section(one.section))
    if not one.key and one.left is None:
        del rows[one.row]
    else:
        old = dict(rows.get(one.row, {}))
        new = {**old, one.key: one.left} if one.key else one.left
        rows[one.row] = {k: v for k, v in new.items() if v is not None}
    options = dict(right.options)
    if one.section == "option":
        options.pop(one.row, None)
        if one.row in rows:
            found = rows[one.row]
            options[one.row] = ruleset.Option(one.row, found["value"], found.get("clause", ""))
    sections = {**right.sections, one.section: rows}
    return replace(right, sections=sections, options=options, house=key_of(one))


# Finding the smallest deal


def found(left: RuleSet, right: RuleSet, deals: int) -> dict[str, Example]:
    """For every row that shows in some of the first deals, the moment with the fewest acts."""
    best: dict[str, Example] = {}
    drawn = [(seed, deal(right, seed)) for seed in range(deals)]
    for one in differences(left, right):
        other = put_back(right, one)
        for seed, whole in drawn:
            limit = best[key_of(one)].at if key_of(one) in best else len(whole.log) + 1
            for example in _shows(whole, other, left, seed, limit):
                best[key_of(one)] = example
                break
    return best


def deal(rules: RuleSet, seed: int) -> Game:
    """The deal of a seed, to its end."""
    rng = Random(f"bridge {rules.name} {seed}")
    *_, (whole, _seat, _act) = quiz.deal(rules, rng)
    return whole


def _shows(whole: Game, other: RuleSet, left: RuleSet, seed: int, limit: int) -> Iterator[Example]:
    """The first moment of a deal that another book sees otherwise, and prices otherwise too."""
    try:
        for at, here, there, seat in _talks(whole, other, limit):
            if _words(here, seat) != _words(there, seat):
                yield Example("say", seed, at)
                return
        end = len(whole.log)
        if end < limit and _pays(whole) not in (_priced(whole, other), _priced(whole, left)):
            yield Example("pay", seed, end)
    except (TrullError, AssertionError, KeyError, ValueError, TypeError, AttributeError):
        return  # the row does not fit into the other book alone


def _talks(whole: Game, other: RuleSet, limit: int) -> Iterator[tuple[int, Game, Game, Seat]]:
    """The moments of the talk by both books, as long as both allow what was said."""
    here = Game(whole.setup)
    there = Game(replace(whole.setup, rules=other))
    aside = school_of(other.game).aside
    for at, act in enumerate(whole.log[:limit]):
        if act.action.verb == "play":
            return
        if act.action.verb not in aside:
            yield at, here, there, act.seat
        here.apply(act.seat, act.action)
        there.apply(act.seat, act.action)


def _words(here: Game, seat: Seat) -> list[str]:
    short = [prompt for prompt in here.prompts(seat) if prompt.most < 2]
    return [str(act) for prompt in short for act in expand(prompt)]


def _pays(whole: Game) -> str:
    settled = whole.settlement()
    return "" if settled is None else paying.row(settled.points)


def _priced(whole: Game, rules: RuleSet) -> str:
    """What another book pays for a deal; a TrullError where it does not know the game."""
    return paying.row(whole.repriced(rules).points)


def written(known: Mapping[str, Bridge], deals: int) -> str:
    """``rules/bridges.toml`` with the smallest of so many deals for every row."""
    lines = [HEAD]
    for one in known.values():
        title = ", ".join(
            f"{lang} = {json.dumps(one.title[lang], ensure_ascii=False)}" for lang in one.title
        )
        lines += [f"[bridge.{one.id}]", f'from  = "{one.left.name}"', f'to    = "{one.right.name}"']
        lines += [f"title = {{ {title} }}", "", f"[bridge.{one.id}.shown]"]
        for row, example in found(one.left, one.right, deals).items():
            lines.append(f'"{row}" = ["{example.asks}", {example.seed}, {example.at}]')
        lines.append("")
    return "\n".join(lines)


# Asking


def question(bridge: Bridge, one: Difference) -> tuple[Question, tuple[str, ...]]:
    """What is asked about a row, and what was right in the book one comes from."""
    example, other = bridge.shown[key_of(one)], put_back(bridge.right, one)
    whole = deal(bridge.right, example.seed)
    rng = Random(f"{bridge.id} {key_of(one)}")
    if example.asks == "pay":
        return _paid(whole, bridge.left, rng)
    here = game.replay(whole.setup, whole.log[: example.at])
    there = game.replay(replace(whole.setup, rules=other), whole.log[: example.at])
    seat = whole.log[example.at].seat
    return _said(here, there, seat, _elsewhere(whole), rng)


def _elsewhere(whole: Game) -> list[str]:
    """Words of all moments of a deal: some of them are wrong at any other."""
    moments = _talks(whole, whole.setup.rules, len(whole.log))
    return [word for _, here, _, seat in moments for word in _words(here, seat)]


def _paid(whole: Game, left: RuleSet, rng: Random) -> tuple[Question, tuple[str, ...]]:
    """What a deal pays, and what the whole book one comes from would pay for it."""
    asked = paying.pay(whole, rng)
    before = _priced(whole, left)
    if asked is None or before in asked.right:
        raise TrullError("the deal pays the same")
    wrong = [one for one in asked.choices if one not in (before, *asked.right)][: OFFERED - 2]
    choices = [*asked.right, before, *wrong]
    rng.shuffle(choices)
    why = {**asked.why, before: fault("", "other_book", book=left.name)}
    kept = {choice: why[choice] for choice in choices if choice in why}
    return replace(asked, choices=tuple(choices), why=kept), (before,)


def _said(
    here: Game, there: Game, seat: Seat, elsewhere: list[str], rng: Random
) -> tuple[Question, tuple[str, ...]]:
    now, before = _words(here, seat), _words(there, seat)
    changed = [word for word in (*now, *before) if (word in now) != (word in before)]
    if not changed:
        raise TrullError("the same may be said")
    alike = [word for word in now if word in before]
    few = [*rng.sample(changed, min(len(changed), 3)), *rng.sample(alike, min(len(alike), 2))]
    if all(word in now for word in few):
        wrong = [word for word in dict.fromkeys(elsewhere) if word not in (*now, *before)]
        verbs = {word.partition(" ")[0] for word in changed}
        likely = [word for word in wrong if word.partition(" ")[0] in verbs] or wrong
        few += rng.sample(likely, min(len(likely), 2))
    every = dict.fromkeys([*now, *before, *elsewhere])
    asked = oracle.say(here, seat, [word for word in every if word in few])
    return asked, tuple(word for word in asked.choices if word in before)


# As a lesson


def listed(bridge: Bridge) -> LessonListed:
    """A bridge in the table of contents."""
    steps = len(list(bridge.rows))
    return LessonListed(
        id=bridge.id,
        game=bridge.right.game,
        course=bridge.right.game,
        rules=(bridge.right.name,),
        needs=(),
        minutes=-(-steps * SECONDS // 60),
        steps=steps,
        tasks=steps,
        title=bridge.title,
    )


def building(bridge: Bridge, language: str) -> Generator[None, None, BuiltLesson]:
    """A bridge in finished frames: a question a row, then what the books say."""
    steps = []
    for one in bridge.rows:
        asked, before = question(bridge, one)
        steps.append(
            BuiltStep(
                id=key_of(one),
                kind=asked.type,
                show=(),
                before=_about(bridge, one, language),
                after=_told(bridge, one, before, asked, language),
                task=build.task(asked),
            )
        )
        yield
    return BuiltLesson(
        id=bridge.id,
        game=bridge.right.game,
        rules=bridge.right.name,
        language=language,
        title=bridge.title[language],
        minutes=listed(bridge).minutes,
        needs=(),
        steps=tuple(steps),
    )


def _about(bridge: Bridge, one: Difference, language: str) -> Paragraphs:
    said = locale.catalogue(language)["learn"]
    text = said["bridge.about"].format(book=bridge.right.title[language])
    return ((("text", text), ("strong", f" {_named(one, language)}")),)


def _told(
    bridge: Bridge, one: Difference, before: tuple[str, ...], asked: Question, language: str
) -> Paragraphs:
    said = locale.catalogue(language)["learn"]
    sides = [
        said["bridge.side"].format(book=book.title[language], value=value(one, side, language))
        for book, side in ((bridge.left, one.left), (bridge.right, one.right))
    ]
    cited = _clauses(bridge, one)
    lines: list[tuple[tuple[str, str], ...]] = [tuple(("text", f"{side} ") for side in sides)]
    if asked.type == "pay":
        lines.append((("text", said["bridge.paid"].format(row=" ".join(before))),))
    if cited:
        spans = [("text", f"{said['reader']}: ")]
        for name in cited:
            spans += [("clause", name), ("text", " ")]
        lines.append(tuple(spans))
    return tuple(lines)


def _clauses(bridge: Bridge, one: Difference) -> tuple[str, ...]:
    rows = [book.section(one.section).get(one.row) for book in (bridge.left, bridge.right)]
    found = [row.get("clause", "") for row in rows if isinstance(row, Mapping)]
    return tuple(name for name in dict.fromkeys(found) if clauses.text(name) is not None)


def _named(one: Difference, language: str) -> str:
    """The row in words."""
    said = locale.catalogue(language)
    if one.section == "option":
        return str(said["option"].get(one.row, one.row))
    name = said["word"].get(one.row) or said["item"].get(one.row) or one.row
    cell = said["cli"].get(f"column.{one.key}", one.key)
    return f"{name}: {cell}." if one.key else f"{name}."


def value(one: Difference, side: object, language: str) -> str:
    """A cell in words."""
    said = locale.catalogue(language)
    if side is None:
        return str(said["learn"][_missing(one)])
    if isinstance(side, list) or isinstance(_beside(one, side), list):
        return _listed(one, side, language)
    if isinstance(side, Mapping):
        side = side.get("value", True)
        if one.section != "option" and side is not True:
            return str(said["learn"]["bridge.worth"].format(value=side))
    if isinstance(side, bool):
        return str(said["learn"]["bridge.yes" if side else "bridge.no"])
    words = (said["word"].get(f"{one.row}.{side}"), said["word"].get(f"{one.key}.{side}"))
    return str(next(filter(None, (*words, said["row"].get(f"{one.key}.{side}"))), side))


def _beside(one: Difference, side: object) -> object:
    """The same cell in the other book."""
    return one.left if side is one.right else one.right


def _missing(one: Difference) -> str:
    """What is said of a cell that a book has not."""
    other = one.right if one.left is None else one.left
    if one.section == "option":
        return "bridge.unruled"
    if one.key:
        return "bridge.no" if isinstance(other, bool) else "bridge.none"
    return "bridge.unknown"


def _listed(one: Difference, side: object, language: str) -> str:
    """Of two lists what the other has not, or what this one lacks."""
    said = locale.catalogue(language)
    mine, theirs = (one if isinstance(one, list) else [] for one in (side, _beside(one, side)))
    more = [item for item in mine if item not in theirs]
    code, items = ("bridge.with", more) if more else ("bridge.without", theirs)
    named = [str(said["word"].get(item, item)) for item in items if more or item not in mine]
    return str(said["learn"][code].format(items=", ".join(named)))
