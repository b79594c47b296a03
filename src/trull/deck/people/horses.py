"""The horses of the Cavalls: head and neck from the left, before their rider."""

from __future__ import annotations

from trull.deck.colours import DARK, GOLD, GOLD_LIGHT, INK, shaded
from trull.deck.svg import disc, path, scattered, stroke

_NECK = (
    "M-44 80C-42 58-32 42-22 26C-30 30-44 40-56 38C-64 36-66 26-60 20C-48 10-36-16-22-30"
    "L-24-48L-8-38C26-40 56-8 58 44C59 58 59 70 58 80Z"
)
_MANE = (
    "M-8-38C26-40 56-8 58 44C59 58 59 70 58 80H44C48 70 40 62 44 52C34 50 42 38 36 32"
    "C26 30 34 18 26 12C18 12 22 0 14-4C6-4 8-16-8-24Z"
)


def horse(hide: str, mane: str, tack: str) -> str:
    """A horse with bridle, breast strap and studs; its chest ends at y = 80."""
    return (
        path("M-16-32L-12-50L-2-34Z", shaded(hide))
        + path(_NECK, hide)
        + path(_MANE, mane)
        + stroke("M-34 34C-26 38-18 36-10 28", shaded(hide), 2.6)
        + _head()
        + stroke("M-46 10L-22 26M-34-14L-4 6L-16 30", tack, 5)
        + disc(-20, 25, 5, GOLD_LIGHT, GOLD, 1.4)
        + _breast_strap(tack)
    )


def _head() -> str:
    return (
        disc(-22, -8, 4.8, "#fff")
        + disc(-23, -8, 3, INK)
        + stroke("M-29-14q7-4 12 1", DARK, 2)
        + stroke("M-58 28q4 4 8 2", INK, 2.6)
    )


def _breast_strap(tack: str) -> str:
    studs = ((-26, 60), (-6, 64), (14, 65), (34, 63), (52, 58))
    return stroke("M-37 56Q4 74 57 57", tack, 9) + scattered(disc(0, 0, 2.8, GOLD_LIGHT), studs)
