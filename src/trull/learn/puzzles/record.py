"""A puzzle, and its line in a file: JSON, one object a line.

A puzzle names a record up to the question and says what is asked. What follows is a tree: at each
own turn the cards that keep the goal, for every other card how it fails, and the replies.
``docs/learn.md`` tells the fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, cast

from trull import notation
from trull.errors import PuzzleError
from trull.game import Game, replay
from trull.notation import Record
from trull.state import Seat

KINDS = ("open", "closed", "safe", "rule")
"""Every kind there may be, in the order in which they are listed."""
RULES = re.compile(r'^\[Rules "([^" ]+)', re.MULTILINE)
"""The rule set in the head of a record."""
ID = 10
"""Letters of a puzzle's name."""


class Aim(NamedTuple):
    """What a puzzle is about: something a side wants, and whether the solver is that side.

    ``kind`` is the solver's: points, tricks, exactly, bird, king. ``bar`` is what the side needs
    from the question on.
    """

    kind: str
    side: tuple[int, ...]  # the seats that want it; all others want to break it
    wanted: bool  # whether the one who solves is of that side
    bar: int = 0
    card: str = ""  # the bird or king it is about
    trick: int = 0  # the trick, counted from 1, in which that card must win
    need: int = 0  # how many tricks more, where the number must be met exactly

    def helps(self, seat: int) -> bool:
        """Whether a seat wants what the solver wants."""
        return (seat in self.side) == self.wanted


class Reply(NamedTuple):
    """What the others play; then another question, or the rest of the deal is played."""

    cards: tuple[str, ...]
    then: Node | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A question of a line: what keeps the goal, how the rest fails, how it goes on."""

    keep: tuple[str, ...]  # one class: the line goes on with the first
    fail: Mapping[str, tuple[str, ...]]  # of each other card: what is played after it
    replies: tuple[Reply, ...]

    @property
    def depth(self) -> int:
        """How many questions the longest way through asks."""
        return 1 + max((one.then.depth for one in self.replies if one.then), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What comes of each card in the lawful layouts of the cards that are not seen."""

    of: int  # layouts
    drawn: bool  # so many were drawn; else these are all there are
    fails: Mapping[str, int]  # of each card that is not right, in how many it fails
    hands: Mapping[str, tuple[str, ...]]
    """A layout to be shown, by seat: of each such card one in which it fails, of the first right
    card one in which most of the others do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A question with its proof."""

    kind: str
    head: str  # the head of the record: rules, seats, pack
    acts: str  # what was done before the question
    seat: int
    aim: Aim
    line: Node
    engine: str
    themes: tuple[str, ...] = ()
    rating: int = 0  # 0: not rated yet
    tries: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # found it, of so many
    counts: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Of a closed one: the acts that are offered, by how much each is worse, and the error."""
    layouts: Tally | None = None
    """Of a safe one."""

    @property
    def rules(self) -> str:
        """The name of its rule set."""
        found = RULES.search(self.head)
        return found[1] if found else ""

    @property
    def id(self) -> str:
        """Its name, which follows from what is asked."""
        asked = json.dumps([self.kind, self.head, self.acts, self.aim])
        return sha256(asked.encode()).hexdigest()[:ID]

    def record(self) -> Record:
        """The record up to the question."""
        return notation.parse(f"{self.head}\n\n{self.acts}\n")

    def game(self) -> Game:
        """The game at the question."""
        record = self.record()
        return replay(record.setup, record.acts)


def halves(game: Game) -> tuple[str, str]:
    """The head of a game's record, and its acts in one line."""
    head, _, _ = notation.format_record(Record(setup=game.setup, acts=())).partition("\n\n")
    return head.strip(), " | ".join(f"{act.seat} {act.action}" for act in game.log)


# Files


def written(puzzle: Puzzle) -> str:
    """A puzzle as a line of a file."""
    told: dict[str, object] = {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "rules": puzzle.rules,
        "head": puzzle.head,
        "acts": puzzle.acts,
        "seat": puzzle.seat,
        "aim": puzzle.aim._asdict(),
        "line": _told(puzzle.line),
        "themes": puzzle.themes,
        "rating": puzzle.rating,
        "tries": puzzle.tries,
        "engine": puzzle.engine,
    }
    if puzzle.counts:
        told["counts"] = puzzle.counts
    if puzzle.layouts:
        told["layouts"] = _tallied(puzzle.layouts)
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _told(node: Node) -> dict[str, object]:
    return {
        "keep": " ".join(node.keep),
        "fail": {card: " ".join(cards) for card, cards in node.fail.items()},
        "replies": [
            {"cards": " ".join(one.cards)} | ({"then": _told(one.then)} if one.then else {})
            for one in node.replies
        ],
    }


def _tallied(found: Tally) -> dict[str, object]:
    return {
        "of": found.of,
        "drawn": found.drawn,
        "fails": found.fails,
        "hands": {card: "/".join(hands) for card, hands in found.hands.items()},
    }


def read(line: str, place: str = "") -> Puzzle:
    """The puzzle of a line; PuzzleError says where and what is wrong."""
    try:
        told = cast("dict[str, object]", json.loads(line))
        aim = cast("dict[str, object]", told["aim"])
        puzzle = Puzzle(
            kind=_word(told["kind"]),
            head=_word(told["head"]),
            acts=_word(told["acts"]),
            seat=Seat(_number(told["seat"])),
            aim=_aim(aim),
            line=_node(told["line"]),
            engine=_word(told["engine"]),
            themes=tuple(map(_word, _list(told["themes"]))),
            rating=_number(told["rating"]),
            tries={
                bot: (_number(pair[0]), _number(pair[1]))
                for bot, pair in cast("dict[str, list[object]]", told["tries"]).items()
            },
            counts={
                act: (_figure(pair[0]), _figure(pair[1]))
                for act, pair in cast("dict[str, list[object]]", told.get("counts", {})).items()
            },
            layouts=_tally(told["layouts"]) if "layouts" in told else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise PuzzleError(f"{place}: {error.__class__.__name__}: {error}") from None
    if puzzle.kind not in KINDS:
        raise PuzzleError(f"{place}: no kind of puzzle is called {puzzle.kind!r}")
    if told.get("rules") != puzzle.rules:
        raise PuzzleError(f"{place}: its rule set is {puzzle.rules}, not {told.get('rules')}")
    if told.get("id") != puzzle.id:
        raise PuzzleError(f"{place}: its id is {puzzle.id}, not {told.get('id')}")
    return puzzle


def _aim(told: Mapping[str, object]) -> Aim:
    return Aim(
        kind=_word(told["kind"]),
        side=tuple(map(_number, _list(told["side"]))),
        wanted=told["wanted"] is True,
        bar=_number(told["bar"]),
        card=_word(told["card"]),
        trick=_number(told["trick"]),
        need=_number(told["need"]),
    )


def _node(told: object) -> Node:
    fields = cast("dict[str, object]", told)
    fail = cast("dict[str, object]", fields["fail"])
    return Node(
        keep=_words(fields["keep"]),
        fail={card: _words(cards) for card, cards in fail.items()},
        replies=tuple(map(_reply, _list(fields["replies"]))),
    )


def _reply(told: object) -> Reply:
    fields = cast("dict[str, object]", told)
    then = fields.get("then")
    return Reply(_words(fields["cards"]), None if then is None else _node(then))


def _tally(told: object) -> Tally:
    fields = cast("dict[str, object]", told)
    fails = cast("dict[str, object]", fields["fails"])
    hands = cast("dict[str, object]", fields["hands"])
    return Tally(
        of=_number(fields["of"]),
        drawn=fields["drawn"] is True,
        fails={card: _number(n) for card, n in fails.items()},
        hands={card: tuple(_word(held).split("/")) for card, held in hands.items()},
    )


def _words(value: object) -> tuple[str, ...]:
    return tuple(_word(value).split())


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, found {value!r}")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"expected a number, found {value!r}")
    return value


def _figure(value: object) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"expected a figure, found {value!r}")
    return float(value)


def _list(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise TypeError(f"expected a list, found {value!r}")
    return value


def in_file(path: Path) -> Iterator[Puzzle]:
    """The puzzles of a file."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            yield read(line, f"{path.name}:{number}")


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """A file anew with these puzzles."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{written(one)}\n" for one in puzzles)
    path.write_text(text, encoding="utf-8")
