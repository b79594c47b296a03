"""Emblems of the towns: Fiaker, Riesenrad, Stephansdom, Goldenes Dachl, Secession."""

from __future__ import annotations

import math

from trull.deck.colours import (
    BROWN,
    DARK,
    GOLD,
    GOLD_DEEP,
    GOLD_LIGHT,
    GREEN,
    GREY,
    INK,
    PLASTER,
    PLASTER_EDGE,
    PLUM,
    RED,
    STONE,
    STONE_LIGHT,
    WHITE,
)
from trull.deck.svg import both, disc, number, path, ring, rule, scattered, stroke

_GIRDER = "#7d858e"


def _street(half: int = 78) -> str:
    return stroke(f"M-{half} 51H{half}", BROWN, 2)


# ── V ─────────────────────────────────────────────────────────────────────────────────────────


def fiaker() -> str:
    """Fiaker: a Viennese cab and its horse."""
    return _cab_horse() + _cab() + _wheel(4, 37, 12) + _wheel(52, 34, 15) + _street(80)


def _cab_horse() -> str:
    far_legs = "M-60 16L-65 49H-60L-54 20ZM-22 14L-29 49H-24L-15 20Z"
    body = (
        "M-82-13L-72-30L-70-38L-66-31C-59-27-55-19-52-10C-46-4-34-6-24-5C-14-4-10 3-11 13"
        "L-9 30L-13 49H-18L-17 31L-23 20C-30 24-42 24-49 20L-48 32L-51 49H-56L-56 22"
        "C-63 16-66 5-64-6L-67-13L-77-7Z"
    )
    tail = "M-13-2C-3 3-3 18-7 30C-11 22-12 10-16 4Z"
    mane = "M-69-35C-60-32-52-22-48-8L-56-8C-58-18-64-24-70-28Z"
    return (
        path(far_legs, DARK)
        + path(tail, DARK)
        + path(body, "#7a4a1f")
        + path(mane, DARK)
        + disc(-71, -22, 1.8, INK)
        + stroke("M-77-14L-70-16L-66-8M-62 4C-52 12-38 10-26 4M-38-6V22M-46 6L-4 15", RED, 2.4)
    )


def _cab() -> str:
    return (
        path("M-8 6H4V14H58C58 28 46 34 34 34H14C2 34-6 22-8 6Z", PLUM)
        + path("M34 14C28-22 54-36 76-28C70-12 66 2 60 14Z", INK)
        + stroke("M40 4C44-12 56-22 72-26M48 10C52-2 58-14 73-22", GREY, 1.6)
        + path("M4 14H34V6H10Z", RED)
        + stroke("M-8 6V-6", DARK, 3)
        + disc(-8, -10, 4.5, GOLD_LIGHT, DARK, 1.6)
    )


def _wheel(x: float, y: float, r: float) -> str:
    spoke = rule(f"M{x} {y}V{y - r}", DARK, 1.8)
    return disc(x, y, r, "none", DARK, 3.4) + ring(spoke, 8, x, y) + disc(x, y, 3.2, GOLD)


# ── VI ────────────────────────────────────────────────────────────────────────────────────────


def giant_wheel() -> str:
    """Riesenrad: the giant wheel in the Prater."""
    trees = "M34 50C36 36 48 32 54 44C60 34 74 36 78 50Z"
    angles = [i * math.pi / 6 for i in range(12)]
    cabins = [(40 * math.sin(a), -4 - 40 * math.cos(a)) for a in angles]
    return (
        stroke("M0-4L-26 48M0-4L26 48M-15 26H15", INK, 4)
        + disc(0, -4, 40, "none", _GIRDER, 3.4)
        + disc(0, -4, 33, "none", _GIRDER, 1.4)
        + ring(rule("M0-4V-44", _GIRDER, 1.2), 12, 0, -4)
        + scattered(path("M-5.5-4H5.5V5H-5.5Z", RED), cabins)
        + disc(0, -4, 6, GOLD_LIGHT, INK, 2.4)
        + both(path(trees, GREEN))
        + _street()
    )


# ── XI ────────────────────────────────────────────────────────────────────────────────────────


def cathedral() -> str:
    """Stephansdom: the south tower and the patterned roof."""
    return _south_tower() + _nave() + _street()


def _south_tower() -> str:
    windows = "M-34 50V34A4 4 0 0 1-26 34V50ZM-34 20V8A4 4 0 0 1-26 8V20Z"
    return (
        path("M-30-52L-22-14H-38Z", "#6f6a60")
        + path("M-46 50V-2L-42-16L-38-4H-22L-18-16L-14-2V50ZM-62 50V30L-57 20L-52 30V50Z", STONE)
        + path(windows, DARK)
        + disc(-30, -54, 2.6, GOLD)
    )


def _nave() -> str:
    rows = ((12, -10), (2, -3), (-8, 4))
    tiles = "".join(
        f"M{x} {y}l7-8l7 8" for y, left in rows for x in range(left, 62 - (12 - y) // 3, 14)
    )
    return (
        path("M-14 18L2-18H56L74 18Z", GREEN)
        + stroke(tiles, GOLD_LIGHT, 3)
        + path("M-14 18H74V50H-14Z", STONE_LIGHT)
        + scattered(path("M0 50V32Q5 24 10 32V50Z", DARK), ((x, 0) for x in (-6, 13, 32, 51)))
    )


# ── XV ────────────────────────────────────────────────────────────────────────────────────────


def golden_roof() -> str:
    """Goldenes Dachl: the gilded roof over the balcony at Innsbruck."""
    rows = "".join(f"M{-56 + i * 3} {number(-8 - i * 7.4)}H{56 - i * 3}" for i in range(1, 5))
    return (
        _balcony()
        + path("M-60-6L-44-46H44L60-6Z", GOLD_LIGHT, GOLD, 2.4)
        + stroke(rows, GOLD, 2, "8 2.5")
        + stroke("M0-46V-54", GOLD, 2.4)
        + disc(0, -54, 2.6, GOLD)
        + _street()
    )


def _balcony() -> str:
    shields = ((-40, RED), (-18, GOLD), (4, PLUM), (26, GREEN))
    arches = path("M0 14V3A9 9 0 0 1 18 3V14Z", DARK)
    gate = path("M8 50V46Q24 34 40 46V50Z", DARK)
    return (
        path("M-48-6H48V50H-48Z", "#efe3c8", PLASTER_EDGE, 2)
        + scattered(arches, ((x, 0) for x in (-42, -20, 2, 24)))
        + path("M-46 14H46V18H-46ZM-46 38H46V42H-46Z", PLASTER_EDGE)
        + "".join(path(f"M{x} 20H{x + 14}V28Q{x + 7} 36 {x} 28Z", ink) for x, ink in shields)
        + both(gate)
    )


# ── XX ────────────────────────────────────────────────────────────────────────────────────────


def secession() -> str:
    """Secession: the house of art under its dome of gilded laurel."""
    vine = "M62 46C62 26 48 22 40 30C34 24 26 30 28 46"
    pylons = "M20-26H28V8H20ZM36-8H46V8H36Z"
    return (
        disc(0, -20, 26, GOLD_LIGHT, GOLD, 2.4)
        + _laurel()
        + both(path(pylons, "#e9e1cd", PLASTER_EDGE, 1.6))
        + path("M-72 50V6H72V50Z", PLASTER, PLASTER_EDGE, 2)
        + path("M-20 50V4H20V50Z", WHITE, PLASTER_EDGE, 1.6)
        + path("M-10 50V22H10V50Z", DARK)
        + both(rule("M26 12H66", GOLD, 3) + stroke(vine, GREEN, 2.6) + disc(40, 28, 3, GOLD))
        + _street()
    )


def _laurel() -> str:
    rings = ((19, 14, GREEN), (13, 10, GOLD_DEEP), (6.5, 6, GREEN), (0, 1, GOLD_DEEP))
    leaves = []
    for radius, count, ink in rings:
        angles = [2 * math.pi * i / count for i in range(count)]
        places = [(radius * math.sin(a), -20 - radius * math.cos(a)) for a in angles]
        leaves.append(scattered(path("M0-4.6L3.4 0L0 4.6L-3.4 0Z", ink), places))
    return "".join(leaves)
