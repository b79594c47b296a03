"""Every colour of the deck by name, and which colour each suit wears.

What tells suits apart is colour, shape and index together; that the colours alone stay apart for
colour-blind players is worked out in ``vision``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Colours = Literal["four", "two"]
Shade = Literal["light", "dark"]

# Paper and lines
IVORY, DUSK, WHITE, EDGE = "#fbf6e9", "#ece7db", "#fffdf6", "#cfc4a8"
GOLD, GOLD_LIGHT, GOLD_PALE, GOLD_DEEP = "#a9761f", "#e6c069", "#fff3c4", "#8c5f12"

# Inks of the suits
RED, AMBER, INK, GREEN, PLUM = "#a80d1b", "#c06000", "#1b1f2a", "#0d7a55", "#5b2a6e"
LEAF, BELL, ACORN = "#2b7a4b", "#a87000", "#2a1b0e"

# Cloth, wood, metal, skin
NAVY, BLUE, CRIMSON, FOREST, OCHRE, UMBER = (
    "#27364d", "#1d3557", "#8e1b26", "#2b7430", "#9a6a12", "#6f4615",
)  # fmt: skip
BROWN, DARK, FUR, LODEN, LODEN_DEEP = "#6b4518", "#3e270b", "#7a5330", "#35603a", "#2c5031"
GREY, STEEL, STEEL_DEEP, STONE, STONE_LIGHT = "#8b95a1", "#c8d0d7", "#5b6570", "#8b8578", "#a39c8d"
LINEN, PLASTER, PLASTER_EDGE = "#b9ae93", "#f2ecdc", "#9c8b66"
SKIN, SKIN_SHADE, BLUSH, LIPS = "#f2d3b3", "#dfb48c", "#eab89a", "#a8323a"
BLOND, BLACK, AUBURN, CHESTNUT, SILVER, TAUPE = (
    "#d9a441", "#2a201c", "#9c4a1c", "#6b3f1c", "#e8e4da", "#8d857a",
)  # fmt: skip


def shaded(colour: str, share: float = 0.78) -> str:
    """The colour with that share of its light: folds and seams, or above 1 a brighter side.

    >>> shaded("#ff8000", 0.5)
    '#804000'
    """
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * share)):02x}" for part in parts)


@dataclass(frozen=True)
class Scheme:
    """The ink of each suit's index and sign, and the cloth its court wears."""

    ink: Mapping[str, str]
    cloth: Mapping[str, str]


_INK_FOUR = {"H": RED, "D": AMBER, "S": INK, "C": GREEN, "T": PLUM}
_CLOTH_FOUR = {"H": RED, "D": AMBER, "S": NAVY, "C": GREEN}

TAROCK_SCHEMES: Mapping[Colours, Scheme] = {
    "four": Scheme(_INK_FOUR, _CLOTH_FOUR),
    "two": Scheme(_INK_FOUR | {"D": RED, "C": INK}, _CLOTH_FOUR | {"D": RED, "C": NAVY}),
}

# German signs are painted in their own colours; there is no two-colour German pack to go back to.
GERMAN_SCHEME = Scheme(
    {"H": RED, "L": LEAF, "S": BELL, "E": ACORN},
    {"H": CRIMSON, "L": FOREST, "S": OCHRE, "E": UMBER},
)

PAPER: Mapping[Shade, str] = {"light": IVORY, "dark": DUSK}
