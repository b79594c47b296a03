"""What soldiers, squires and hunters wear on their heads; the brow lies at y = 4."""

from __future__ import annotations

from trull.deck.colours import (
    GOLD_LIGHT,
    GREY,
    INK,
    LODEN,
    LODEN_DEEP,
    RED,
    STEEL_DEEP,
    WHITE,
    shaded,
)
from trull.deck.svg import at, both, disc, path, star, stroke


def _plume(x: float, y: float, colour: str, scale: float, turn: float) -> str:
    feather = path("M0 0C-6-22 4-44 26-50C24-40 30-34 24-24C28-20 18-6 0 0Z", colour)
    quill = stroke("M2-4C6-22 12-34 22-44", shaded(colour, 0.7), 2)
    return at(feather + quill, x, y, scale, turn)


def shako(felt: str) -> str:
    """A hussar's shako with star, peak and plume."""
    return (
        _plume(-2, -36, RED, 0.36, -24)
        + path("M-27 2L-31-36H31L27 2Q0-8-27 2Z", felt)
        + path("M-32-40H32V-32H-32Z", GOLD_LIGHT)
        + stroke("M-27-4Q0-14 27-4", GOLD_LIGHT, 3)
        + star(0, -20, 9, GOLD_LIGHT)
        + path("M-27 2Q0-8 27 2Q14 12 0 11Q-14 12-27 2Z", INK)
    )


def tricorn(felt: str) -> str:
    """A three-cornered hat with gold lace and a cockade."""
    brim = "M-50-10C-30-22-12-6 0-4C12-6 30-22 50-10"
    return (
        path("M-27 6C-28-28 28-28 27 6Z", shaded(felt, 1.6))
        + path(f"{brim}C40 10 16 8 0 6C-16 8-40 10-50-10Z", felt)
        + stroke(brim, GOLD_LIGHT, 3.4)
        + disc(22, -8, 5, RED)
    )


def helmet(_felt: str) -> str:
    """A steel helmet with cheek pieces and a red plume."""
    cheek = path("M29 6L27 36L20 28L22 4Z", GREY, STEEL_DEEP, 1.6)
    return (
        _plume(0, -34, RED, 0.44, -20)
        + path("M-29 8C-32-24-18-36 0-38C18-36 32-24 29 8L22 6V-4H-22V6Z", GREY, STEEL_DEEP, 2)
        + stroke("M0-38V-4", STEEL_DEEP, 3)
        + stroke("M-14-24Q-20-16-21-9", "#d5dbe0", 3)
        + stroke("M-28-4H28", GOLD_LIGHT, 4)
        + both(cheek)
    )


def tyrolean_hat(_felt: str) -> str:
    """A green hat with a cord and a red feather."""
    return (
        _plume(22, -6, RED, 0.8, 20)
        + path("M-27 2C-26-28-16-36-4-30C2-27 6-28 10-32C24-32 27-18 27 2Z", LODEN)
        + stroke("M-27-2Q0-10 27-2", GOLD_LIGHT, 4)
        + path("M-46 8C-24-6 24-6 46 8C26 14-26 14-46 8Z", LODEN_DEEP)
    )


def broad_hat(felt: str) -> str:
    """A hunter's broad black hat with a cock's feather."""
    return (
        _plume(-20, -8, "#31614a", 0.8, -66)
        + path("M-25 2C-28-34-16-32 0-32C16-32 28-34 25 2Z", shaded(felt, 1.5))
        + stroke("M-26-3Q0-10 26-3", RED, 5)
        + path("M-50 4C-28-8 28-8 50 4C30 14-30 14-50 4Z", felt)
    )


def beret(felt: str) -> str:
    """A page's velvet beret with a pale feather."""
    return (
        _plume(20, -14, GOLD_LIGHT, 0.76, 24)
        + path("M-34 6C-46-22-10-36 8-32C34-30 44-10 30 6Q0-6-34 6Z", felt)
        + stroke("M-26-8C-22-20-8-26 4-24", shaded(felt), 2.6)
        + stroke("M-30 5Q0-6 30 5", GOLD_LIGHT, 4)
    )


def bobbled_cap(felt: str) -> str:
    """A drummer's cap hanging to one side, with a bobble."""
    return (
        path("M-27 4C-30-28-6-34 6-30C26-28 44-20 48-6C38-12 30-8 27 4Q0-6-27 4Z", felt)
        + stroke("M-12-20C0-26 16-24 28-18", shaded(felt), 2.6)
        + stroke("M-27 4Q0-6 27 4", GOLD_LIGHT, 4)
        + disc(47, -3, 5, GOLD_LIGHT)
    )


def hood(cloth: str) -> str:
    """An archer's hood."""
    return path(
        "M-36 50C-44 0-26-34 0-36C26-34 44 0 36 50C34 20 26-2 0-4C-26-2-34 20-36 50Z", cloth
    ) + stroke("M-34 44C-34 18-24-2 0-4C24-2 34 18 34 44", GOLD_LIGHT, 3)


def feathered_cap(felt: str) -> str:
    """A squire's cap with a turned-up white brim and a red feather."""
    return (
        _plume(-22, -10, RED, 0.72, -58)
        + path("M-28 4C-30-22-16-34 0-32C16-34 30-22 28 4Q0-6-28 4Z", felt)
        + path("M-34 8Q-36-6-28-8Q0-16 28-8Q36-6 34 8Q0-4-34 8Z", WHITE, shaded(felt), 1.4)
        + disc(-20, -3, 4, GOLD_LIGHT)
    )
