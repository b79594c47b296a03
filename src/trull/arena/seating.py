"""Seatings: the ways in which two bots share a table."""

from __future__ import annotations

from itertools import combinations

SEATINGS = ("alternate", "all", "one", "once")
"""Alternating seats; every even share of the seats; one A among Bs; alternating, but one game."""


def seatings(kind: str, seats: int) -> tuple[str, ...]:
    """The patterns of A and B in which a deal is played, one letter a seat.

    Every pattern comes with its turns round the table, so that each place, the dealer's too, is
    held by A as often as the pattern allows. At an odd table each bot has the majority once.
    Only ``once`` has no turns: it shows what is played in many deals, not who plays better.

    >>> seatings("alternate", 4), seatings("one", 3), seatings("once", 3)
    (('ABAB', 'BABA'), ('ABB', 'BAB', 'BBA'), ('ABA',))
    >>> seatings("alternate", 3)
    ('AAB', 'ABA', 'ABB', 'BAA', 'BAB', 'BBA')
    """
    if kind == "once":
        return (_pattern(seats, set(range(0, seats, 2))),)
    if kind == "one":
        return tuple(_pattern(seats, {seat}) for seat in range(seats))
    shares = sorted({seats // 2, seats - seats // 2})
    found = {
        _pattern(seats, set(held)) for share in shares for held in combinations(range(seats), share)
    }
    if kind == "alternate" and seats % 2 == 0:
        found &= {"AB" * (seats // 2), "BA" * (seats // 2)}
    return tuple(sorted(found))


def _pattern(seats: int, held: set[int]) -> str:
    return "".join("A" if seat in held else "B" for seat in range(seats))
