"""Sets of cards as ints, and what every Tarock pack has in common.

Bit tricks live in ``lowest``, ``highest`` and ``count`` alone.
"""

from __future__ import annotations

from typing import NamedTuple

from trull.clauses import clause


class PackMasks(NamedTuple):
    """What the kernels must know of a Tarock pack."""

    family: tuple[int, ...]  # for each card the set of its suit; the tarocks are one suit
    tarocks: int
    kings: int
    pagat: int
    mond: int
    skues: int
    ranks: tuple[int, int, int, int]  # fives, queens, cavalls, jacks: all else is worth 1


def lowest(mask: int) -> int:
    """The lowest card of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The highest card of a set that is not empty."""
    return mask.bit_length() - 1


def count(mask: int) -> int:
    """How many cards a set holds."""
    return mask.bit_count()


@clause("T-1.7", "F-1.10")
def thirds(pack: PackMasks, cards: int) -> int:
    """The exact worth of a pile in thirds of a point: 13, 10, 7, 4 for the counters, else 1."""
    fives, queens, cavalls, jacks = pack.ranks
    return (
        count(cards)
        + 12 * count(cards & fives)
        + 9 * count(cards & queens)
        + 6 * count(cards & cavalls)
        + 3 * count(cards & jacks)
    )
