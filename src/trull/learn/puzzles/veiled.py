"""A safe puzzle in finished frames: the own hand before the answer, whole layouts after it.

The deal it was taken from is not among them: what is shown, and can be opened in the replay, are
other deals that look the same from the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace

from trull import notation
from trull.errors import PuzzleError
from trull.game import Game
from trull.learn.build import Posed
from trull.learn.oracle import talked
from trull.learn.puzzles import safe
from trull.learn.puzzles.frames import Answer, Framed, frame, moves_of, told, whole
from trull.learn.puzzles.record import Puzzle, Tally
from trull.state import Seat


@dataclass(frozen=True, kw_only=True)
class Laid:
    """A layout, and the record of a deal in which the cards lie so."""

    hands: tuple[tuple[str, ...], ...]
    record: str


@dataclass(frozen=True, kw_only=True)
class Veiled(Framed):
    """A whole safe puzzle; its one node shows the own hand alone."""

    asked: Posed  # what is seen before the answer
    of: int
    drawn: bool
    fails: Mapping[str, int]
    layouts: Mapping[str, Laid]  # of the first right card, and of each that fails


def veiling(puzzle: Puzzle) -> Generator[None, None, Veiled]:
    """A puzzle with all that may be shown of it, in steps, for whoever has others waiting."""
    game, seat, tally = puzzle.game(), Seat(puzzle.seat), _tally(puzzle)
    yield
    view, right = game.view_for(seat), puzzle.line.keep[0]
    posed = Posed(
        type=puzzle.kind,
        rules=view.rules.name,
        many=False,
        shown=talked(view),
        about={},
        choices=tuple(act.args[0] for act in game.plays(seat)),
    )
    ends = {right: puzzle.line.replies[0].cards, **puzzle.line.fail}
    layouts, ways = {}, {}
    for card, after in ends.items():
        then = safe.shown(view, tally, card)
        layouts[card] = _laid(then)
        ways[card], _ = moves_of(then, (card, *after))
        yield
    node = frame(game, puzzle.line, seat)
    own = tuple(hand if at == seat else () for at, hand in enumerate(node.hands))
    solved = Answer(moves=ways.pop(right), then=None)
    return Veiled(
        id=puzzle.id,
        kind=puzzle.kind,
        game=view.rules.game,
        rules=view.rules.name,
        rating=puzzle.rating,
        seats=view.seats,
        seat=seat,
        themes=puzzle.themes,
        said=posed.shown.said,
        aim=told(puzzle),
        nodes=(replace(node, hands=own, fail=ways, replies=(solved,)),),
        record=layouts[right].record,
        at=len(game.log),
        asked=posed,
        of=tally.of,
        drawn=tally.drawn,
        fails=tally.fails,
        layouts=layouts,
    )


def veiled(puzzle: Puzzle) -> Veiled:
    """The same at once."""
    return whole(veiling(puzzle))


def _tally(puzzle: Puzzle) -> Tally:
    if puzzle.layouts is None:
        raise PuzzleError(f"{puzzle.id} has no layouts")
    return puzzle.layouts


def _laid(game: Game) -> Laid:
    hands = tuple(tuple(game.view_for(Seat(at)).hand) for at in range(game.setup.seats))
    return Laid(hands=hands, record=notation.format_record(notation.of_game(game)))
