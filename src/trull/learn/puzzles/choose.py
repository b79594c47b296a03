"""Which mined puzzles are kept: no form twice, few of a deal, all themes, easy and hard ones.

The choice follows from the puzzles alone: the same files give the same choice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace

from trull.learn.puzzles.form import form
from trull.learn.puzzles.rate import fitted
from trull.learn.puzzles.record import Puzzle, written
from trull.learn.puzzles.stock import OPEN, TOLD
from trull.learn.puzzles.themes import themes
from trull.learn.puzzles.tries import hard, of_first

BANDS = (1700, 1900, 2100, 2300)
"""Where one band of ratings ends and the next begins."""
A_DEAL, A_THEME = 2, 30
"""Puzzles kept of one deal at most, and of one theme at least, where there are so many."""
HARD_TO_EASY = 2
"""Puzzles kept for each that the first bots find; of the open ones they find none."""
LONGEST = 2200
"""A line of the file that is longer is kept for the sake of a theme alone."""


def told(puzzles: Sequence[Puzzle], report: Callable[[int], None]) -> list[Puzzle]:
    """Each with its themes and its first rating; reported is how many are done."""
    ratings: dict[str, int] = {}
    for game in {_game(one) for one in puzzles}:
        some = [one for one in puzzles if _game(one) == game]
        found = fitted([one.tries for one in some])
        ratings |= {one.id: round(at) for one, at in zip(some, found.puzzles, strict=True)}
    done = []
    for number, one in enumerate(puzzles, 1):
        about = themes(one) if one.kind in TOLD else ()
        done.append(replace(one, themes=about, rating=ratings[one.id]))
        report(number)
    return done


def chosen(puzzles: Sequence[Puzzle], number: int) -> list[Puzzle]:
    """So many puzzles of a game: first what themes want, then rule sets and bands in turn."""
    kept: dict[str, Puzzle] = {}
    room = _Room()
    single = _singled(_mostly_hard(puzzles))
    of_themes = Counter(theme for one in single for theme in one.themes)
    for theme in sorted(of_themes, key=lambda name: (of_themes[name], name)):
        about = [one for one in single if theme in one.themes]
        missing = A_THEME - sum(theme in one.themes for one in kept.values())
        for one in about:
            if missing > 0 and one.id not in kept and room.takes(one):
                kept[one.id] = one
                missing -= 1
    for one in _in_turn([one for one in single if len(written(one)) <= LONGEST]):
        if len(kept) < number and one.id not in kept and room.takes(one):
            kept[one.id] = one
    return sorted(kept.values(), key=lambda one: (one.rules, one.kind, one.rating, one.id))


def band(rating: int) -> int:
    """The band a rating falls in, from 0."""
    return sum(rating >= edge for edge in BANDS)


class _Room:
    """Counts how many of each deal are in."""

    def __init__(self) -> None:
        self._deals: Counter[str] = Counter()

    def takes(self, one: Puzzle) -> bool:
        """Count a puzzle in, if its deal has room."""
        self._deals[one.head] += 1
        return self._deals[one.head] <= A_DEAL


def _singled(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """One of each form, in the order of their names, which is as good as chance."""
    found: dict[Hashable, Puzzle] = {}
    for one in sorted(puzzles, key=lambda one: one.id):
        found.setdefault(form(one) if one.kind == OPEN else one.id, one)
    return list(found.values())


def _mostly_hard(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Of those that the first bots find, only some: a few to begin with."""
    found = [one for one in puzzles if hard(of_first(one.tries))]
    easy = [one for one in puzzles if not hard(of_first(one.tries))]
    easy.sort(key=lambda one: one.id)
    return found + easy[: len(found) // HARD_TO_EASY]


def _in_turn(puzzles: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """One of each rule set and band, then another of each."""
    cells: defaultdict[tuple[str, int], list[Puzzle]] = defaultdict(list)
    for one in puzzles:
        cells[one.rules, band(one.rating)].append(one)
    for number in range(max(map(len, cells.values()), default=0)):
        for cell in sorted(cells):
            yield from cells[cell][number : number + 1]


def _game(one: Puzzle) -> str:
    return one.rules.partition("/")[0]
