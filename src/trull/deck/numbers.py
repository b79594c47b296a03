"""The number cards of both packs: so many signs, set so that they are counted at a glance."""

from __future__ import annotations

from trull.deck.signs import placed

# Columns -1, 0, 1; rows from -1, the top, to 1.
_TALL: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: (
        *((-1, -1), (1, -1), (-1, -1 / 3), (1, -1 / 3), (0, 0)),
        *((-1, 1 / 3), (1, 1 / 3), (-1, 1), (1, 1)),
    ),
    10: (
        *((-1, -1), (1, -1), (0, -2 / 3), (-1, -1 / 3), (1, -1 / 3)),
        *((-1, 1 / 3), (1, 1 / 3), (0, 2 / 3), (-1, 1), (1, 1)),
    ),
}
# Size, rise and half the gap between columns, for up to three, up to six and more signs. Top and
# bottom row lie beside the index, not beside its sign, which would read as one sign more.
_COLUMNS = ((48, 78, 0), (41, 106, 25), (35, 110, 24))
# Signs in each of three rows, for the band that a large index leaves free.
_WIDE = {
    2: (1, 0, 1), 3: (1, 1, 1), 4: (2, 0, 2), 5: (2, 1, 2), 6: (3, 0, 3), 7: (2, 3, 2),
    8: (3, 2, 3), 9: (3, 3, 3), 10: (3, 4, 3),
}  # fmt: skip


def spots(sign: str, count: int, *, large_index: bool = False) -> str:
    """The signs of a number card; those below the middle stand on their heads."""
    if count == 1:
        return placed(sign, 100, 170, 92)
    return _in_rows(sign, count) if large_index else _in_columns(sign, count)


def _in_columns(sign: str, count: int) -> str:
    """The old pattern: columns down the card."""
    size, rise, gap = _COLUMNS[0 if count < 4 else 1 if count < 7 else 2]
    return "".join(
        placed(sign, 100 + x * gap, 170 + y * rise, size, 180 if y > 0 else 0)
        for x, y in _TALL[count]
    )


def _in_rows(sign: str, count: int) -> str:
    """Three rows across the middle, the outer ones shifted clear of the corners."""
    size, gap, slant = (39, 48, 19) if count < 6 else (35, 36, 25)
    rows = []
    for row, many in zip((-1, 0, 1), _WIDE[count], strict=True):
        middle, turn = 100 - row * slant, 180 if row > 0 else 0
        xs = (middle + (i - (many - 1) / 2) * gap for i in range(many))
        rows.append("".join(placed(sign, x, 170 + row * 43, size, turn) for x in xs))
    return "".join(rows)
