"""The signs of the suits, each about a hundred units high around the origin."""

from __future__ import annotations

from collections.abc import Callable

from trull.deck.colours import (
    BROWN,
    DARK,
    GOLD_DEEP,
    GOLD_LIGHT,
    GOLD_PALE,
    LEAF,
    RED,
    shaded,
)
from trull.deck.svg import at, disc, path, star, stroke

_LEAF_EDGE = (
    "M0-50C30-40 46-8 38 10C33 22 16 26 5 21L8 50H-8L-5 21C-16 26-33 22-38 10C-46-8-30-40 0-50Z"
)


def heart(ink: str) -> str:
    """Herz, in both packs."""
    return path(
        "M0 44C-12 24-48 4-48-20C-48-37-36-46-24-46C-12-46-3-38 0-28"
        "C3-38 12-46 24-46C36-46 48-37 48-20C48 4 12 24 0 44Z",
        ink,
    )


def diamond(ink: str) -> str:
    """Karo."""
    return path("M0-50C9-31 22-13 38 0C22 13 9 31 0 50C-9 31-22 13-38 0C-22-13-9-31 0-50Z", ink)


def spade(ink: str) -> str:
    """Pik."""
    return path(
        "M0-50C12-30 46-10 46 14C46 30 35 37 24 37C14 37 6 32 3 24C4 36 8 44 17 49H-17"
        "C-8 44-4 36-3 24C-6 32-14 37-24 37C-35 37-46 30-46 14C-46-10-12-30 0-50Z",
        ink,
    )


def club(ink: str) -> str:
    """Treff."""
    return path(
        "M0-48A21 21 0 0 1 15-13A21 21 0 1 1 4 22C5 34 9 43 17 49H-17"
        "C-9 43-5 34-4 22A21 21 0 1 1-15-13A21 21 0 0 1 0-48Z",
        ink,
    )


def leaf(ink: str) -> str:
    """Laub: a leaf with its veins."""
    veins = "M0-40V18M0-10L18-22M0-10L-18-22M0 6L22-6M0 6L-22-6"
    return path(_LEAF_EDGE, ink) + stroke(veins, shaded(ink, 0.66), 3)


def bell(_ink: str) -> str:
    """Schell: a round sleigh bell with a red girdle."""
    return (
        disc(0, -46, 6, "none", GOLD_DEEP, 4)
        + disc(0, 0, 42, "#e3b341", GOLD_DEEP, 4)
        + path("M-41-8Q0 8 41-8V8Q0 24-41 8Z", RED, GOLD_DEEP, 3)
        + stroke("M0 18V38", DARK, 7)
        + disc(0, 20, 6, DARK)
        + stroke("M-22-24Q-8-36 8-34", GOLD_PALE, 5)
    )


def acorn(_ink: str) -> str:
    """Eichel: an acorn hanging from its cup, with the leaf it grew by."""
    hatching = "M-22-14L-8-2M-8-22L10-1M8-24L23-8M22-14L8-2M8-22L-10-1M-8-24L-23-8"
    whole = (
        path("M8-34C22-52 40-48 46-36C36-24 20-24 8-34Z", LEAF)
        + path("M-3-26C-4-38 2-46 10-50L15-45C8-42 5-35 5-26Z", BROWN)
        + path("M-25-6C-25 28-9 40 0 50C9 40 25 28 25-6Z", "#c58b3a")
        + stroke("M-13 4C-13 22-8 32-4 38", "#f0c987", 4)
        + path("M-32-4C-37-36 37-36 32-4Q0 6-32-4Z", BROWN)
        + stroke(hatching, DARK, 2.4)
    )
    return at(whole, -4, 0, 1.14)


def tarock_star(ink: str) -> str:
    """The eight-pointed star of the tarocks."""
    return star(0, -10, 37, ink, points=8, waist=0.5)


def trull_star(ink: str) -> str:
    """The star as the Trull wears it, with a gold heart."""
    return tarock_star(ink) + disc(0, -10, 13, GOLD_LIGHT)


TAROCK_SIGNS: dict[str, Callable[[str], str]] = {
    "H": heart, "D": diamond, "S": spade, "C": club,
}  # fmt: skip
GERMAN_SIGNS: dict[str, Callable[[str], str]] = {
    "H": heart, "L": leaf, "S": bell, "E": acorn,
}  # fmt: skip


def placed(sign: str, x: float, y: float, size: float, turn: float = 0) -> str:
    """A sign of that height at a place."""
    return at(sign, x, y, size / 100, turn)
