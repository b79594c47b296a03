"""Rankings of tried acts: the mean settlement of each, and its standard error."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from trull.state import Action

SHOWN = 3
CARD_DOUBT, WORD_DOUBT = 1.5, 2.0
"""Standard errors by which a card, a word must beat the book's; words are tried less."""


class Ranked(NamedTuple):
    """An act, its mean settlement over the guesses, their spread, and how many there were."""

    action: Action
    mean: float
    spread: float
    tries: int
    outcomes: tuple[float, ...] = ()  # the settlement in each guess, where they were kept

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.spread / sqrt(self.tries) if self.tries else 0.0


def ranked(
    acts: Sequence[Action],
    rows: Sequence[Sequence[float]],
    fear: float,
    book: Action,
    doubt: float = WORD_DOUBT,
) -> list[Ranked]:
    """The acts, best first; a row holds what each act brought in one guess.

    The book's act gives way only to one that is better by more than chance: guesses are few, and
    the book knows things that playouts do not. ``fear`` is what a point of spread costs: it weighs
    on the order, and on the book's act beside the best one.

    >>> rows = [[0, 2], [0, 3], [0, 2]]
    >>> [r.action.verb for r in ranked([Action("a"), Action("b")], rows, 0.0, Action("a"))]
    ['b', 'a']
    >>> rows = [[0, 9], [0, -8], [0, 1]]
    >>> [r.action.verb for r in ranked([Action("a"), Action("b")], rows, 0.0, Action("a"))]
    ['a', 'b']
    """
    columns = [[float(row[at]) for row in rows] for at in range(len(acts))]
    found = [_summed(act, column) for act, column in zip(acts, columns, strict=True)]
    order = sorted(range(len(acts)), key=lambda at: fear * found[at].spread - found[at].mean)
    if book in acts:
        mine = acts.index(book)
        dearer = fear * (found[order[0]].spread - found[mine].spread)
        if not _surely_better(columns[order[0]], columns[mine], dearer, doubt):
            order.remove(mine)
            order.insert(0, mine)
    return [found[at] for at in order]


def _surely_better(
    one: Sequence[float], other: Sequence[float], dearer: float, doubt: float
) -> bool:
    """Whether the difference, guess by guess, is worth its risk and more than chance."""
    gains = _summed(Action(""), [a - b for a, b in zip(one, other, strict=True)])
    return gains.mean - dearer > doubt * _few(gains.tries) * gains.error


def _few(tries: int) -> float:
    """How much wider few tries make an interval: their spread itself is only guessed (Student).

    >>> [round(_few(tries), 2) for tries in (3, 8, 20, 60)]
    [2.25, 1.23, 1.08, 1.02]
    """
    free = max(tries - 1, 1)
    return 1.0 + 1.3 / free + 2.4 / free**2


def _summed(act: Action, values: list[float]) -> Ranked:
    tries = len(values)
    mean = sum(values) / tries if tries else 0.0
    square = sum((value - mean) ** 2 for value in values)
    spread = sqrt(square / (tries - 1)) if tries > 1 else 0.0
    return Ranked(act, mean, spread, tries, tuple(values))
