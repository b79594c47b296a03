"""Whether a puzzle is what it says: everything in its line is worked out anew.

The record is played by the laws, each question is put to the solver again. How the line ends and
how wrong cards fail is counted from the tricks, without the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from trull.errors import PuzzleError, TrullError
from trull.game import Game
from trull.learn.puzzles import closed, rule, safe
from trull.learn.puzzles.ends import Fallen, followed, reached
from trull.learn.puzzles.line import DEEPEST, Unclear, question, turn
from trull.learn.puzzles.mine_open import LEAST, MOST
from trull.learn.puzzles.position import Position
from trull.learn.puzzles.record import Aim, Node, Puzzle, read
from trull.learn.puzzles.stock import ending
from trull.learn.puzzles.themes import themes
from trull.learn.puzzles.tries import hard, of_first
from trull.state import Seat

Tricks = tuple[Fallen, ...]


class Problem(NamedTuple):
    """What is wrong with a line of a file."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        """As one reads it."""
        return f"{self.file}:{self.line}: {self.reason}"


def check(
    paths: Sequence[Path], report: Callable[[int], None] = lambda _done: None
) -> Iterator[Problem]:
    """What is wrong with these files; reported is how many puzzles were looked at."""
    done, known = 0, dict[str, str]()
    for path in paths:
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            reason = _wrong(path, line, known, f"{path.name}:{number}")
            if reason:
                yield Problem(path.name, number, reason)
            done += 1
            report(done)


def _wrong(path: Path, line: bytes, known: dict[str, str], place: str) -> str:
    try:
        puzzle = read(line.decode())
        before = known.setdefault(puzzle.id, place)
        if before != place:
            return f"{puzzle.id} stands in {before} already"
        if (path.parent.name, path.name.partition(".")[0]) != tuple(puzzle.rules.split("/")):
            return f"a puzzle of {puzzle.rules} stands in {path.parent.name}/{path.stem}"
        if path.name != path.name.partition(".")[0] + ending(puzzle.kind):
            return f"a puzzle of the kind {puzzle.kind!r} stands in {path.name}"
        prove(puzzle)
    except UnicodeDecodeError as error:
        return f"no UTF-8 text: {error.reason}"
    except PuzzleError as error:
        return str(error).removeprefix(": ")
    return ""


def prove(puzzle: Puzzle) -> None:
    """Work a puzzle out anew; PuzzleError says what is not as it says."""
    if puzzle.kind == rule.KIND:
        rule.prove(puzzle)
        return
    if puzzle.kind == closed.KIND:
        closed.prove(puzzle)
        _rated(puzzle)
        return
    if puzzle.kind == safe.KIND:
        _safe(puzzle)
        return
    if puzzle.kind != "open":
        raise PuzzleError(f"puzzles of the kind {puzzle.kind!r} cannot be proved yet")
    game = _game(puzzle)
    at = Position(game)
    if not LEAST <= at.left <= min(MOST, at.core.solvable):
        raise PuzzleError(f"a hand of {at.left} cards is not asked")
    if puzzle.aim not in [at.aim(goal) for goal in at.goals()]:
        raise PuzzleError("its aim is none that can be asked there")
    if puzzle.line.depth > DEEPEST:
        raise PuzzleError(f"it asks {puzzle.line.depth} times")
    try:
        _node(game, puzzle.line, puzzle.aim, ())
    except Unclear:
        raise PuzzleError("the solver does not find out in time") from None
    _told(puzzle)


def _safe(puzzle: Puzzle) -> None:
    """All layouts once more, and how each card ends in the one that is shown for it."""
    view = _game(puzzle).view_for(Seat(puzzle.seat))
    try:
        safe.prove(puzzle, view)
    except Unclear:
        raise PuzzleError("the solver does not find out in time") from None
    node, aim, tally = puzzle.line, puzzle.aim, puzzle.layouts
    assert tally is not None, "proved to have one"
    if list(node.fail) != list(tally.fails):
        raise PuzzleError(f"the cards that fail are {' '.join(tally.fails)}")
    for card, after in node.fail.items():
        _end(safe.shown(view, tally, card), (card, *after), aim, (), good=False)
    right = node.keep[0]
    if len(node.replies) != 1 or node.replies[0].then:
        raise PuzzleError("a safe puzzle is one question")
    _end(safe.shown(view, tally, right), (right, *node.replies[0].cards), aim, (), good=True)
    if puzzle.themes != themes(puzzle):
        raise PuzzleError(f"its themes are {' '.join(themes(puzzle))}")
    _rated(puzzle)


def _game(puzzle: Puzzle) -> Game:
    try:
        if puzzle.record().setup.rules.name != puzzle.rules:
            raise PuzzleError("its rule set is not that of its record")
        game = puzzle.game()
    except PuzzleError:
        raise
    except TrullError as error:
        raise PuzzleError(f"its record: {error}") from None
    try:
        seat = turn(game)
    except Unclear:
        seat = None
    if seat is None or seat != puzzle.seat:
        raise PuzzleError(f"it is not the turn of seat {puzzle.seat}")
    return game


def _node(game: Game, node: Node, aim: Aim, before: Tricks) -> None:
    """A question, how the wrong cards fail, and every way on."""
    asked = question(game, aim)
    if asked is None:
        raise PuzzleError(f"no single class of cards keeps the goal before act {len(game.log) + 1}")
    at, keep = asked
    if node.keep != keep:
        raise PuzzleError(f"{' '.join(keep)} keeps the goal, not {' '.join(node.keep)}")
    wrong = [play for play in at.plays if play not in keep]
    if list(node.fail) != wrong:
        raise PuzzleError(f"the cards that fail are {' '.join(wrong)}")
    for card, after in node.fail.items():
        _end(game, (card, *after), aim, before, good=False)
    if not node.replies:
        raise PuzzleError("nothing is played after the right card")
    for reply in node.replies:
        cards = (node.keep[0], *reply.cards)
        if reply.then is None:
            _end(game, cards, aim, before, good=True)
        else:
            then, fallen = _followed(game, cards)
            if turn(then) != at.seat:
                raise PuzzleError(f"after {' '.join(cards)} it is not the turn of who is asked")
            _node(then, reply.then, aim, (*before, *fallen))


def _end(game: Game, cards: Sequence[str], aim: Aim, before: Tricks, good: bool) -> None:
    """These cards end the deal, and well or badly for who is asked."""
    then, fallen = _followed(game, cards)
    if turn(then) is not None:
        raise PuzzleError(f"{' '.join(cards)} does not end the deal")
    if (reached(aim, then, (*before, *fallen)) == aim.wanted) != good:
        raise PuzzleError(f"{' '.join(cards)} {'fails' if good else 'keeps the goal'}")


def _followed(game: Game, cards: Sequence[str]) -> tuple[Game, Tricks]:
    try:
        return followed(game, cards)
    except (TrullError, ValueError) as error:
        raise PuzzleError(f"{' '.join(cards)} cannot be played: {error}") from None


def _told(puzzle: Puzzle) -> None:
    """What is told about it: themes, tries, rating."""
    found = themes(puzzle)
    if puzzle.themes != found:
        raise PuzzleError(f"its themes are {' '.join(found)}")
    if not hard(of_first(puzzle.tries)):
        raise PuzzleError("the bots find it too often")
    _rated(puzzle)


def _rated(puzzle: Puzzle) -> None:
    """What bots found, and the rating that follows."""
    if any(not 0 <= right <= of for right, of in puzzle.tries.values()):
        raise PuzzleError("a bot found it more often than it tried")
    if puzzle.rating <= 0:
        raise PuzzleError("it has no rating")
