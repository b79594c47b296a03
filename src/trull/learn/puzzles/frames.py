"""A puzzle in finished frames: whoever shows it needs no rule, no solver and no server.

What stands in the file is played through by the laws alone: hands, tricks and who takes them,
the refused cards with their clauses, the replies, and how every wrong card fails.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from trull import notation
from trull.game import Game
from trull.laws.summary import Saying
from trull.learn.build import Wrong, wrong
from trull.learn.oracle import at_table, refusal
from trull.learn.puzzles.line import played
from trull.learn.puzzles.record import Node, Puzzle
from trull.learn.question import stem
from trull.learn.school import school_of
from trull.state import Seat

Move = tuple[int, str, int | None]
"""A seat, its card, and who takes the trick if this card ends it."""
Shown = TypeVar("Shown")
ROUND = 50
"""The index tells ratings in steps of so many."""


@dataclass(frozen=True, kw_only=True)
class AimTold:
    """What is asked: a sentence of the catalogue with what fills it."""

    code: str
    about: Mapping[str, str]
    side: tuple[int, ...]
    wanted: bool


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the others play after a right card, which stands first; then another question."""

    moves: tuple[Move, ...]
    then: int | None


@dataclass(frozen=True, kw_only=True)
class Frame:
    """A question of the line, and all that may come of it."""

    number: int  # of the trick
    trick: tuple[tuple[int, str], ...]
    hands: tuple[tuple[str, ...], ...]
    taken: tuple[int, ...]  # tricks of each seat
    choices: tuple[str, ...]  # what may lawfully be played
    right: tuple[str, ...]
    why: Mapping[str, Wrong]  # cards of the hand that are refused
    fail: Mapping[str, tuple[Move, ...]]
    replies: tuple[Answer, ...]


@dataclass(frozen=True, kw_only=True)
class Framed:
    """A whole puzzle."""

    id: str
    kind: str
    game: str
    rules: str
    rating: int
    seats: int
    seat: int
    themes: tuple[str, ...]
    said: tuple[Saying, ...]
    aim: AimTold
    nodes: tuple[Frame, ...]
    record: str
    at: int


@dataclass(frozen=True, kw_only=True)
class PuzzleListed:
    """A puzzle in the index."""

    id: str
    game: str
    rules: str
    kind: str
    rating: int
    questions: int
    themes: tuple[str, ...]


def listed(puzzle: Puzzle) -> PuzzleListed:
    """A puzzle as the index tells it."""
    rules = puzzle.rules
    return PuzzleListed(
        id=puzzle.id,
        game=rules.partition("/")[0],
        rules=rules,
        kind=puzzle.kind,
        rating=ROUND * round(puzzle.rating / ROUND),
        questions=puzzle.line.depth,
        themes=puzzle.themes,
    )


def framed(puzzle: Puzzle) -> Framed:
    """A puzzle with all that may be shown of it."""
    return whole(framing(puzzle))


def whole(work: Generator[None, None, Shown]) -> Shown:
    """What comes of work in steps, all of them done."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Shown = end.value
            return found


def framing(puzzle: Puzzle) -> Generator[None, None, Framed]:
    """The same in steps, for whoever has others waiting."""
    record, game = puzzle.record(), puzzle.game()
    yield
    seat = Seat(puzzle.seat)
    nodes: list[Frame] = []
    yield from _gather(nodes, game, puzzle.line, seat)
    return Framed(
        id=puzzle.id,
        kind=puzzle.kind,
        game=record.setup.rules.game,
        rules=record.setup.rules.name,
        rating=puzzle.rating,
        seats=record.setup.seats,
        seat=seat,
        themes=puzzle.themes,
        said=at_table(game.view_for(seat)).said,
        aim=told(puzzle),
        nodes=tuple(nodes),
        record=notation.format_record(record),
        at=len(record.acts),
    )


def told(puzzle: Puzzle) -> AimTold:
    """What is asked, in the words of the catalogue."""
    aim, game = puzzle.aim, puzzle.rules.partition("/")[0]
    number = aim.need if aim.kind == "exactly" else aim.bar
    n = school_of(game).exactly(number) if aim.kind == "points" else str(number)
    about = {"n": n, "card": aim.card, "trick": str(aim.trick)}
    return AimTold(code=aim.kind, about=about, side=aim.side, wanted=aim.wanted)


def _gather(nodes: list[Frame], game: Game, node: Node, seat: Seat) -> Generator[None, None, int]:
    """Write a question and all after it down; its place in the list."""
    place = len(nodes)
    shown = frame(game, node, seat)
    nodes.append(shown)
    fail = {}
    for card, cards in node.fail.items():
        fail[card], _ = moves_of(game, (card, *cards))
        yield
    replies = []
    for reply in node.replies:
        moves, after = moves_of(game, (node.keep[0], *reply.cards))
        yield
        then = (yield from _gather(nodes, after, reply.then, seat)) if reply.then else None
        replies.append(Answer(moves=moves, then=then))
    nodes[place] = replace(shown, fail=fail, replies=tuple(replies))
    return place


def frame(game: Game, node: Node, seat: Seat) -> Frame:
    """A question without what comes of it."""
    view = game.view_for(seat)
    choices = tuple(act.args[0] for act in game.plays(seat))
    lawful = {stem(word) for word in choices}
    held = tuple(stem(card) for card in view.hand)
    return Frame(
        number=sum(view.taken) + 1,
        trick=tuple((int(who), card) for who, card in view.trick),
        hands=tuple(_hands(game)),
        taken=view.taken,
        choices=choices,
        right=node.keep,
        why={card: wrong(refusal(game, seat, card)) for card in held if card not in lawful},
        fail={},
        replies=(),
    )


def _hands(game: Game) -> Iterator[tuple[str, ...]]:
    for seat in range(game.setup.seats):
        yield tuple(game.view_for(Seat(seat)).hand)


def moves_of(game: Game, cards: Iterable[str]) -> tuple[tuple[Move, ...], Game]:
    """These cards played one after the other."""
    found: list[Move] = []
    for card in cards:
        (seat,) = game.duty
        before = game.view_for(None).taken
        game = played(game, card)
        after = game.view_for(None).taken
        gained = [who for who, n in enumerate(after) if n > before[who]]
        found.append((int(seat), card, gained[0] if gained else None))
    return tuple(found), game
