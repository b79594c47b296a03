"""Closed puzzles: one's own cards alone, and which act brings most on average.

A moment of a deal is asked where one act is better than others in two counts of the strongest
search, each with fresh guesses of the hidden cards: by half of what the game is worth, and by four
standard errors. What is nearly as good is not offered. Nothing but the view of who is asked goes
into a count, so no answer hangs on how the hidden cards really lie.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from trull import __version__
from trull.bots import learnt
from trull.bots.manners import lawful_part
from trull.bots.postmortem.knowable import counted_again
from trull.bots.search.ranking import Ranked
from trull.errors import PuzzleError, TrullError
from trull.game import Game
from trull.learn import oracle
from trull.learn.puzzles.record import Aim, Node, Puzzle, halves
from trull.learn.puzzles.tries import FIRST, OTHERS, SEEDS, bot_of, hard, of_first
from trull.learn.question import Question
from trull.learn.tutor import error_between, unit_of
from trull.state import Action, Seat, View, action

KIND = "closed"
AIM = Aim(kind="count", side=(), wanted=True)
"""What is asked of every closed puzzle."""
LEAST, SURELY = 0.5, 4.0
"""Of what the game is worth, and standard errors, by which an offered act must be worse."""
NEAR, NEARLY = 0.1, 2.0
"""The same for what is as good as the best: nobody who does it is wrong."""
OFFERED, FEWEST = 3, 2
"""Worse acts offered at most; and cards at least, for words there may be only two."""
SEARCH, AGREED = "search", 4
"""Who must find it, in so many of its tries: as it plays, it asks the solver near the end."""
HARD, EASY, LOOKED_AT = 2, 1, 24
"""Puzzles taken of a deal at most, by what the first bots find; moments looked at for them."""
PLAY = "play"

Turn = tuple[Game, Seat, Action]


class Judged(NamedTuple):
    """What two counts say of a moment."""

    best: Action
    near: frozenset[Action]  # as good as the best, as far as anybody can tell
    worse: Mapping[Action, tuple[float, float]]  # surely: by how many points, and the error of that


def closed_puzzles(deal: Sequence[Turn]) -> Iterator[Puzzle]:
    """The closed puzzles of a deal, given as its turns; moments are looked at in a drawn order."""
    turns = [one for one in deal if _has_choice(*one)]
    if not turns:
        return
    drawn = Random(halves(turns[0][0])[0]).sample(turns, min(len(turns), LOOKED_AT))
    room = {True: HARD, False: EASY}
    for game, seat, act in drawn:
        found = _puzzle(game, seat, act)
        if found is not None and room[hard(of_first(found.tries))]:
            room[hard(of_first(found.tries))] -= 1
            yield found
        if not any(room.values()):
            return


def _has_choice(game: Game, seat: Seat, act: Action) -> bool:
    """Whether there is something to think about; who has not looked at his cards is not asked."""
    if not game.view_for(seat).hand:
        return False
    return act.verb != PLAY or len(game.plays(seat)) > FEWEST


def _puzzle(game: Game, seat: Seat, act: Action) -> Puzzle | None:
    view, (head, acts) = game.view_for(seat), halves(game)
    found = judged(view, act, f"{head} {acts}")
    if found is None or len(found.worse) < (FEWEST if act.verb == PLAY else 1):
        return None
    good = found.near | {found.best}
    if not _learnt_too(view, good):
        return None
    tries = {name: _tried(name, view, good) for name in (*FIRST, *OTHERS)}
    if tries[SEARCH][0] < AGREED:
        return None
    offered = sorted(found.worse, key=lambda one: found.worse[one][0])[:OFFERED]
    counts = {str(one): found.worse[one] for one in offered} | {str(found.best): (0.0, 0.0)}
    made = Puzzle(
        kind=KIND,
        head=head,
        acts=acts,
        seat=seat,
        aim=AIM,
        line=Node(keep=(), fail={}, replies=()),
        engine=__version__,
        tries=tries,
        counts={word: counts[word] for word in sorted(counts)},
    )
    return made if confirmed(made, view) else None


def judged(view: View, act: Action, seed: str) -> Judged | None:
    """What two counts say; None where they disagree, or nothing is surely worse."""
    rough = next(counted_again(view, act, f"rough {seed}", 1), ())
    if not rough or not _worse(rough, max(rough, key=_mean).action, unit_of(view)):
        return None
    best = max(rough, key=_mean).action
    counts = list(counted_again(view, best, seed, 2))
    if not all(counts) or any(max(one, key=_mean).action != best for one in counts):
        return None
    first, second = (_worse(one, best, unit_of(view)) for one in counts)
    near = frozenset().union(*(_near(one, best, unit_of(view)) for one in counts))
    worse = {
        one: max(first[one], second[one], key=lambda loss: loss[1])
        for one in first.keys() & second.keys()
    }
    return Judged(best, near, worse) if worse else None


def _mean(one: Ranked) -> float:
    return one.mean


def _worse(count: Sequence[Ranked], best: Action, unit: float) -> dict[Action, tuple[float, float]]:
    """The acts that are surely worse, and by how much; as it is written down, so it is judged."""
    found = {
        act: (round(loss, 2), round(error, 2))
        for act, (loss, error) in _losses(count, best).items()
    }
    return {
        act: (loss, error)
        for act, (loss, error) in found.items()
        if loss >= max(LEAST * unit, SURELY * error)
    }


def _near(count: Sequence[Ranked], best: Action, unit: float) -> set[Action]:
    losses = _losses(count, best).items()
    return {act for act, (loss, error) in losses if loss <= max(NEAR * unit, NEARLY * error)}


def _losses(count: Sequence[Ranked], best: Action) -> dict[Action, tuple[float, float]]:
    top = next(one for one in count if one.action == best)
    others = (one for one in count if one.action != best)
    return {one.action: (top.mean - one.mean, error_between(one, top)) for one in others}


def _learnt_too(view: View, good: frozenset[Action]) -> bool:
    """Whether the self-taught player agrees, where it knows these rules.

    It has never seen a playout: what only a guess played out badly makes look good it does not do.
    """
    if learnt.substitution(view.rules)[0]:
        return True
    return learnt.choice(lawful_part(view)).act in good


def _tried(name: str, view: View, good: frozenset[Action]) -> tuple[int, int]:
    """How often a bot does what is good, and of how many tries."""
    view = lawful_part(view)
    return sum(bot_of(name, seed).act(view) in good for seed in range(SEEDS)), SEEDS


# Asking, and proving anew


def right(puzzle: Puzzle) -> str:
    """The act that brings most; PuzzleError where there is not just one."""
    found = [word for word, (loss, _) in puzzle.counts.items() if loss == 0]
    if len(found) != 1 or len(puzzle.counts) < FEWEST:
        raise PuzzleError("one act is the best, and another is offered beside it")
    return found[0]


def question(puzzle: Puzzle) -> Question:
    """What is asked, and what was counted; PuzzleError where nobody can be asked that."""
    best = right(puzzle)
    try:
        return oracle.chosen(puzzle.game(), Seat(puzzle.seat), best, puzzle.counts)
    except TrullError as error:
        raise PuzzleError(f"its record: {error}") from None


def prove(puzzle: Puzzle) -> None:
    """Count once more with fresh guesses; PuzzleError says what is not as it says."""
    question(puzzle)
    if puzzle.aim != AIM or puzzle.line != Node(keep=(), fail={}, replies=()) or puzzle.themes:
        raise PuzzleError("a closed puzzle is one act, without aim, line and themes")
    if list(puzzle.counts) != sorted(puzzle.counts):
        raise PuzzleError("its acts stand in the order of the alphabet")
    if any(not (0 <= loss < math.inf and error >= 0) for loss, error in puzzle.counts.values()):
        raise PuzzleError("what an act costs is a number")
    if not confirmed(puzzle, puzzle.game().view_for(Seat(puzzle.seat))):
        raise PuzzleError(f"a fresh count does not say that {right(puzzle)} is the best")


def confirmed(puzzle: Puzzle, view: View, times: int = 1) -> int:
    """How many of so many counts that had no part in the puzzle find each offered act worse."""
    best = action(right(puzzle))
    others = [action(word) for word in puzzle.counts if action(word) != best]
    counts = counted_again(view, best, f"proof {puzzle.id}", times)
    return sum(_agrees(one, best, others) for one in counts)


def _agrees(count: Sequence[Ranked], best: Action, others: Sequence[Action]) -> bool:
    if not any(one.action == best for one in count):
        return False
    losses = _losses(count, best)
    return all(one in losses and losses[one][0] > 0 for one in others)
