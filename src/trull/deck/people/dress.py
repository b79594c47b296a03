"""Robes and what lies on them; shoulders begin at y = 56, the card's middle cuts at 106."""

from __future__ import annotations

from trull.deck.colours import (
    DARK,
    FUR,
    GOLD,
    GOLD_LIGHT,
    INK,
    LINEN,
    RED,
    SKIN,
    SKIN_SHADE,
    WHITE,
    shaded,
)
from trull.deck.svg import at, both, disc, path, scattered, stroke


def robe(cloth: str, half: float = 66) -> str:
    """Shoulders and chest, with the folds where the arms begin."""
    fold = stroke(
        f"M{half - 24} 105C{half - 25} 92 {half - 30} 84 {half - 36} 79", shaded(cloth), 3
    )
    outline = f"M-{half} 106C-{half} 68-34 56 0 56C34 56 {half} 68 {half} 106Z"
    return path(outline, cloth) + both(fold)


def coat(cloth: str) -> str:
    """A rider's coat, long enough to reach the saddle."""
    return path("M-58 150C-60 80-36 56 0 56C36 56 60 80 58 150Z", cloth) + stroke(
        "M-34 148C-36 116-34 98-30 86", shaded(cloth), 3
    )


def fist(x: float, y: float, cuff: str, turn: float = 0) -> str:
    """A hand closed around something upright, in a cuff."""
    hand = path("M-9-6Q-9-9-6-9H6Q9-9 9-6V4Q9 8 5 8H-5Q-9 8-9 4Z", SKIN, SKIN_SHADE, 1.2)
    fingers = stroke("M-8-3.5H2M-8 1.5H2", SKIN_SHADE, 1.4)
    sleeve = path("M-9 7H11L13 16H-11Z", cuff, shaded(cuff), 1.2)
    return at(sleeve + hand + fingers, x, y, 1, turn)


# ── collars ───────────────────────────────────────────────────────────────────────────────────


def ermine(_trim: str) -> str:
    """A king's ermine."""
    tails = "".join(f"M{-40 + i * 16} {71 + (i % 2) * 6}v7" for i in range(6))
    return path("M-52 72Q0 42 52 72Q32 92 0 92Q-32 92-52 72Z", WHITE, GOLD, 1.5) + stroke(
        tails, INK, 3
    )


def ruff(_trim: str) -> str:
    """A starched Spanish ruff."""
    pleats = "M30 68L20 56M18 72L10 57M6 74L3 58"
    return path("M-36 62C-36 50 36 50 36 62C36 78-36 78-36 62Z", WHITE, LINEN, 1.6) + both(
        stroke(pleats, LINEN, 1.6)
    )


def gold_chain(trim: str) -> str:
    """The chain of an order."""
    return (
        stroke("M-42 66Q0 108 42 66", GOLD_LIGHT, 6)
        + stroke("M-42 66Q0 108 42 66", GOLD, 6, "1.6 6")
        + disc(0, 92, 9, GOLD_LIGHT, GOLD, 2)
        + disc(0, 92, 3.4, trim)
    )


def fur_collar(_trim: str) -> str:
    """A collar of brown fur."""
    hairs = "M-40 76l4 7M-22 70l3 8M22 70l-3 8M40 76l-4 7"
    return path("M-58 80Q0 36 58 80Q44 96 24 84Q0 74-24 84Q-44 96-58 80Z", FUR) + stroke(
        hairs, DARK, 2.4
    )


def lace(_trim: str) -> str:
    """A pointed lace collar with a brooch."""
    return path("M-28 58L0 92L28 58Q0 72-28 58Z", WHITE, LINEN, 1.5) + disc(
        0, 71, 3.6, GOLD_LIGHT, GOLD, 1
    )


def pearls(_trim: str) -> str:
    """A neckline with a string of pearls."""
    string = ((-20, 62), (-12, 68), (-4, 71), (4, 71), (12, 68), (20, 62))
    return path("M-30 60Q0 86 30 60L22 56H-22Z", SKIN) + scattered(
        disc(0, 0, 3.2, WHITE, LINEN, 1), string
    )


def bodice(trim: str) -> str:
    """A Dirndl: white blouse and laced bodice."""
    return (
        path("M-40 106C-42 72-24 60 0 60C24 60 42 72 40 106Z", WHITE, LINEN, 1.4)
        + path("M-26 106V78Q0 94 26 78V106Z", trim)
        + stroke("M-10 92L10 98M10 92L-10 98", GOLD_LIGHT, 2.4)
    )


def frogging(_trim: str) -> str:
    """A hussar's cords and buttons."""
    buttons = ((x, y) for y in (70, 82, 94) for x in (-26, 0, 26))
    return (
        stroke("M-24 70H24M-28 82H28M-30 94H30", GOLD_LIGHT, 4)
        + scattered(disc(0, 0, 3, GOLD_LIGHT), buttons)
        + path("M-16 54H16V64H-16Z", GOLD_LIGHT)
    )


def open_shirt(_trim: str) -> str:
    """A shirt open at the neck."""
    return path("M-16 58L0 92L16 58Z", WHITE) + stroke("M-16 58L0 92L16 58", GOLD_LIGHT, 2.6)


def mail(_trim: str) -> str:
    """A shirt of mail under a red sash."""
    rings = "".join(f"M{x} {y}q4 5 8 0" for y in (66, 73, 80) for x in range(-20, 16, 8))
    return (
        path("M-30 60Q0 50 30 60Q24 88 0 92Q-24 88-30 60Z", "#9aa3ad")
        + stroke(rings, "#5b6570", 1.5)
        + stroke("M-34 66L32 102", RED, 8)
        + stroke("M-36 71L27 106", GOLD_LIGHT, 1.6)
    )


def neckerchief(_trim: str) -> str:
    """A red kerchief with a knot."""
    return path("M-26 58Q0 76 26 58L20 72Q0 84-20 72Z", RED) + path(
        "M-4 74L-12 98L2 92L10 98L6 74Z", RED, shaded(RED), 1.2
    )


def braces(_trim: str) -> str:
    """A white shirt with Tyrolean braces."""
    return path("M-20 58L0 70L20 58V106H-20Z", WHITE) + stroke(
        "M-24 62V105M24 62V105M-24 88H24", GOLD_LIGHT, 5
    )
