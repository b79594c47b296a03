"""Puzzles about the rules: which cards may fall here, who has played against the book.

Such a puzzle is a record up to a moment, and the kind of question; the laws answer it. Moments are
taken from bots' deals, the refusals that are seldom met first, so that few of them are the plain
following of suit. No bot can try a rule puzzle, so it has no rating, and no theme.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from trull import __version__
from trull.errors import PuzzleError, TrullError
from trull.learn import oracle, quiz
from trull.learn.puzzles.record import Aim, Node, Puzzle, halves
from trull.learn.question import Question
from trull.ruleset import RuleSet
from trull.state import Seat

KIND = "rule"
ASKED = ("legal", "claim")
"""The questions that follow from a record alone."""
CHOICES = 3
"""Fewer cards are no question."""


def question(puzzle: Puzzle) -> Question:
    """What is asked, and what the laws answer; PuzzleError where nothing can be asked."""
    try:
        game = puzzle.game()
        if puzzle.aim.kind == "legal":
            return oracle.legal(game, Seat(puzzle.seat))
        found = quiz.caught(game) if puzzle.aim.kind == "claim" else None
    except TrullError as error:
        raise PuzzleError(f"its record: {error}") from None
    if found is None:
        raise PuzzleError(f"nobody can be asked {puzzle.aim.kind!r} there")
    return found


def prove(puzzle: Puzzle) -> None:
    """Ask the laws anew; PuzzleError says what is not as it says."""
    found = question(puzzle)
    if puzzle.line.keep != found.right:
        raise PuzzleError(f"{' '.join(found.right)} is right, not {' '.join(puzzle.line.keep)}")
    if set(found.right) == set(found.choices):
        raise PuzzleError("every answer is right")
    if puzzle.aim != Aim(kind=puzzle.aim.kind, side=(), wanted=True):
        raise PuzzleError("its aim says more than what is asked")
    told = (puzzle.themes, puzzle.rating, puzzle.tries, puzzle.counts)
    if puzzle.line.fail or puzzle.line.replies or any(told):
        raise PuzzleError("a rule puzzle is one question, without themes and rating")


# Looking for them


def mined(rules: RuleSet, kind: str, number: int, deals: int, seed: int) -> list[Puzzle]:
    """So many of a kind, out of so many deals: the seldom refusals first, one of a deal."""
    moments = {"legal": _legal, "claim": _claim}[kind]
    found = [list(moments(rules, Random(f"{seed} {kind} {n}"))) for n in range(deals)]
    return _mixed([one for one in found if one], number)


Found = tuple[frozenset[str], Puzzle]


def _legal(rules: RuleSet, rng: Random) -> Iterator[Found]:
    """The moments of a deal in which a card is refused."""
    for game, seat, act in quiz.deal(rules, rng, {}):
        if act.verb != "play" or not game.view_for(seat).trick:
            continue
        one = quiz.lawful(game, seat)
        if one is not None and one.why and len(one.choices) >= CHOICES:
            head, acts = halves(game)
            yield frozenset(why.code for why in one.why.values()), _puzzle(head, acts, seat, one)


def _claim(rules: RuleSet, rng: Random) -> Iterator[Found]:
    """The one breach of a deal, if it was proved."""
    game = quiz.breached(rules, rng)
    one = None if game is None else quiz.caught(game)
    if game is not None and one is not None:
        head, acts = halves(game)
        tricks = len(one.shown.tricks)  # the more have fallen, the longer one looks
        yield frozenset({f"{tricks} tricks"}), _puzzle(head, acts, Seat(0), one)


def _puzzle(head: str, acts: str, seat: Seat, asked: Question) -> Puzzle:
    return Puzzle(
        kind=KIND,
        head=head,
        acts=acts,
        seat=seat,
        aim=Aim(kind=asked.type, side=(), wanted=True),
        line=Node(keep=asked.right, fail={}, replies=()),
        engine=__version__,
    )


def _mixed(deals: Sequence[Sequence[Found]], number: int) -> list[Puzzle]:
    """One of a deal; what has been taken least often, then what is met least often, goes first."""
    met = Counter(codes for deal in deals for codes, _ in deal)
    taken: Counter[frozenset[str]] = Counter()
    left, found = list(deals), list[Puzzle]()
    while left and len(found) < number:
        places = ((at, one) for at, deal in enumerate(left) for one in deal)
        at, (codes, puzzle) = min(places, key=lambda place: (taken[place[1][0]], met[place[1][0]]))
        taken[codes] += 1
        found.append(puzzle)
        del left[at]
    return found
