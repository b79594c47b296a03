"""Open puzzles: all hands are shown, and exactly one class of cards forces the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trull import __version__
from trull.game import Game
from trull.learn.puzzles.line import Unclear, line, question
from trull.learn.puzzles.position import Position
from trull.learn.puzzles.record import Aim, Puzzle, halves
from trull.learn.puzzles.tries import FIRST, OTHERS, hard, tried

LEAST, MOST = 3, 9
"""Cards in the hand that is asked."""
EACH = 4
"""Puzzles taken from one deal at most."""


def open_puzzles(deal: Sequence[Game]) -> Iterator[Puzzle]:
    """The open puzzles of a deal, given as the game before every card."""
    taken: set[tuple[str, str, int]] = set()
    for game in deal:
        for aim, seat in _aims(game):
            key = aim.kind, aim.card, seat
            if key in taken or len(taken) >= EACH:
                continue
            found = _puzzle(game, aim, seat)
            if found is not None:
                taken.add(key)
                yield found


def _aims(game: Game) -> list[tuple[Aim, int]]:
    """What may be asked here, and of whom."""
    at = Position(game)
    if not LEAST <= at.left <= min(MOST, at.core.solvable) or len(at.plays) < 2:
        return []
    return [(at.aim(goal), at.seat) for goal in at.goals()]


def _puzzle(game: Game, aim: Aim, seat: int) -> Puzzle | None:
    try:
        if question(game, aim) is None:
            return None
        found = line(game, aim)
    except Unclear:
        return None
    if found is None:
        return None
    (turn,) = game.duty
    tries = {name: tried(name, game, turn, found) for name in FIRST}
    if not hard(tries):
        return None
    tries |= {name: tried(name, game, turn, found) for name in OTHERS}
    head, acts = halves(game)
    return Puzzle(
        kind="open",
        head=head,
        acts=acts,
        seat=seat,
        aim=aim,
        line=found,
        engine=__version__,
        tries=tries,
    )
