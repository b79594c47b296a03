"""The back of every card."""

from __future__ import annotations

from trull.deck.colours import GOLD_LIGHT, PLUM
from trull.deck.svg import at, border, disc, path, ring, scattered, star

_LILAC = "#8d5aa3"


def back_art() -> str:
    """Stars on plum around one great star; the same either way up."""
    places = [
        (32 + row % 2 * 17 + column * 34, 32 + row * 23)
        for row in range(13)
        for column in range(5 - row % 2)
    ]
    field = star(0, 0, 8, _LILAC, points=8, waist=0.5) + disc(0, 0, 1.8, PLUM)
    return (
        border(9, 9, PLUM, 0.1, PLUM)
        + scattered(field, places)
        + border(14, 6, GOLD_LIGHT, 1.6)
        + border(17, 4, GOLD_LIGHT, 0.6)
        + at(_medallion(), 100, 170)
    )


def _medallion() -> str:
    petals = ring(path("M0-34q5 5 0 10q-5-5 0-10Z", _LILAC), 16, start=11.25)
    return (
        disc(0, 0, 40, PLUM, GOLD_LIGHT, 2.4)
        + disc(0, 0, 36, "none", GOLD_LIGHT, 0.7)
        + petals
        + star(0, 0, 27, GOLD_LIGHT, points=8, waist=0.5)
        + disc(0, 0, 6, PLUM)
    )
