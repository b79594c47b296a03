"""Emblems of the mountains: Steinbock, Edelweiß, Gamsbarthut, Großglockner, Kuhglocke."""

from __future__ import annotations

import math

from trull.deck.colours import (
    BROWN,
    DARK,
    GOLD,
    GOLD_LIGHT,
    GOLD_PALE,
    INK,
    LODEN,
    LODEN_DEEP,
    RED,
    shaded,
)
from trull.deck.svg import at, both, disc, path, ring, rule, scattered, stroke

_PETAL_EDGE = "#8f9c84"


def ibex() -> str:
    """Steinbock: the head of an ibex with its ridged horns."""
    horn = "M-9-10C-14-34-34-48-54-42C-67-38-70-25-62-16"
    ear = path("M-16 0C-34-8-42-2-46 6C-34 10-24 10-15 8Z", "#8a6a45")
    return both(stroke(horn, "#5e4a35", 11) + stroke(horn, "#cbb18c", 8, "2.4 5.4") + ear) + (
        path(
            "M-19-12C-10-20 10-20 19-12C20 6 12 22 9 36C6 44-6 44-9 36C-12 22-20 6-19-12Z",
            "#a88459",
        )
        + path("M-7-14H7C8 6 8 20 6 38C4 42-4 42-6 38C-8 20-8 6-7-14Z", "#c9a877")
        + both(disc(12, 2, 2.8, INK))
        + path("M-6 32Q0 28 6 32Q4 38 0 38Q-4 38-6 32Z", INK)
        + path("M-5 42C-7 50-3 53 0 56C3 53 7 50 5 42Z", BROWN)
    )


def edelweiss() -> str:
    """Edelweiß: two stars of woolly leaves around the flower heads."""
    large = path("M0-4C-9-14-10-34 0-48C10-34 9-14 0-4Z", "#f7f8ef", _PETAL_EDGE, 1.8)
    small = path("M0-4C-7-12-8-24 0-34C8-24 7-12 0-4Z", "#fff", _PETAL_EDGE, 1.6)
    vein = stroke("M0-12V-38", "#c3ccb8", 1.6)
    heads = disc(0, 0, 6, "#e6b93a") + ring(disc(0, -9.5, 5, "#e6b93a", "#9c7416", 1.3), 6)
    leaves = path("M18 20C44 22 62 34 76 48C50 52 26 44 10 26Z", "#7f9a76")
    flower = ring(large + vein, 8) + ring(small, 8, start=22.5) + heads
    return both(leaves) + at(flower, 0, -2, 0.98)


def hat() -> str:
    """Gamsbarthut: a green hat with the brush of a chamois."""
    tips = [
        (round(44 + 26 * math.sin(a), 1), round(-24 - 30 * math.cos(a), 1))
        for a in (-0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9)
    ]
    crown = "M-42 26C-40-16-34-34-14-28C-6-24 4-26 10-32C28-36 36-10 38 26Z"
    brim = "M-76 22C-50 16-44 24-42 24C-14 32 14 32 38 24C46 18 62 20 76 24C56 50-54 50-76 22Z"
    return (
        stroke("".join(f"M30-2L{x} {y}" for x, y in tips), "#4a3420", 3.2)
        + scattered(disc(0, 0, 2.4, "#f3ead6"), tips)
        + path(crown, LODEN)
        + stroke("M-14-28C-6-16 2-16 10-32", shaded(LODEN, 0.7), 3)
        + stroke("M-41 18C-16 27 14 27 38 18M-41 12C-16 21 14 21 38 12", GOLD_LIGHT, 3)
        + path(brim, LODEN_DEEP)
        + disc(30, 6, 7, GOLD_LIGHT, GOLD, 2)
    )


def glockner() -> str:
    """Großglockner: the peak with its cross, before the sun."""
    snow = "M0-40L-13-9L-6-15L0-6L8-16L16-8L22-9.5ZM-40-10L-52 8L-44 4L-38 12L-32 4L-27 6Z"
    fir = path("M0-12l8 14h-5l6 10h-18l6-10h-5Z", "#1f4f33")
    return (
        disc(34, -22, 22, GOLD_LIGHT)
        + ring(stroke("M34-48V-54", GOLD_LIGHT, 3), 12, 34, -22)
        + path("M-80 50L-40-10L-22 12L0-40L36 10L50-6L80 50Z", "#6c7a88")
        + path("M0-40L36 10L80 50H20C10 20 4-10 0-40Z", "#556270")
        + path(snow, "#fff")
        + stroke("M0-40V-54M-4.5-49H4.5", INK, 2.4)
        + path("M-80 50C-60 34-40 40-20 36C10 30 50 34 80 50Z", "#3f7a4c")
        + scattered(fir, ((-56, 36), (-40, 38), (50, 38), (64, 40)))
    )


def cowbell() -> str:
    """Kuhglocke: a bell on its embroidered strap."""
    petal = path("M0 0C-3-4-2.4-8 0-10C2.4-8 3-4 0 0Z", "#fff")
    flower = ring(petal, 6) + disc(0, 0, 2.6, GOLD_LIGHT)
    strap = "M-54-50H54V-30H38L34-14H20L24-30H-24L-20-14H-34L-38-30H-54Z"
    return (
        path(strap, RED)
        + rule("M-54-47H54M-54-33H-38M54-33H38M-24-33H24", GOLD_LIGHT, 2)
        + scattered(flower, ((x, -40.5) for x in (-44, -22, 0, 22, 44)), 0.9)
        + path("M-36-16H36V-8H-36Z", DARK)
        + _bell()
    )


def _bell() -> str:
    return (
        path("M-8 38H8L6 49A6 6 0 0 1-6 49Z", DARK)
        + path(
            "M-34-8H34C36 8 42 22 46 34C30 44-30 44-46 34C-42 22-36 8-34-8Z", GOLD_LIGHT, GOLD, 2.6
        )
        + path("M12-8H34C36 8 42 22 46 34C38 39 28 40 18 41C20 24 18 8 12-8Z", "#c79a3c")
        + stroke("M-24 0C-26 12-29 20-32 30", GOLD_PALE, 4)
        + stroke("M-44 30C-26 38 26 38 44 30", GOLD, 2.4)
    )
