"""Mond and Sküs; the third of the Trull, the Pagat, is among the birds."""

from __future__ import annotations

from trull.deck.colours import (
    BLUE,
    GOLD,
    GOLD_LIGHT,
    GOLD_PALE,
    GREEN,
    INK,
    PLUM,
    RED,
    SKIN,
    WHITE,
    shaded,
)
from trull.deck.people.dress import fist
from trull.deck.svg import at, both, disc, path, ring, star, stroke


def moon() -> str:
    """Mond: the moon in the sun's place, rays all around; a hundred units from the middle."""
    rays = ring(path("M0-92l6 20h-12Z", GOLD), 16)
    flames = ring(path("M0-84l4.5 12h-9Z", GOLD_LIGHT), 16, start=11.25)
    crescent = (
        "M16-50A52 52 0 1 0 16 50C-4 40-10 26-9 18C-6 16-2 14-6 9L-7 5"
        "C4 4 3 0-5-9C-14-22-4-40 16-50Z"
    )
    return (
        rays
        + flames
        + disc(0, 0, 70, BLUE, GOLD, 3)
        + disc(0, 0, 64, "none", GOLD_LIGHT, 1)
        + path(crescent, GOLD_LIGHT, GOLD, 1.4)
        + stroke("M-24-12q8-6 15-1", BLUE, 3)
        + disc(-15, -7, 2.6, BLUE)
        + stroke("M-22 16q6 4 12 1", BLUE, 2.5)
        + disc(-26, 8, 5, "#e0a95a")
        + _stars()
    )


def _stars() -> str:
    places = ((30, -20, 11), (42, 10, 8), (20, 31, 7), (22, 0, 4.5), (44, -30, 3.5), (36, 38, 3.5))
    return "".join(star(x, y, r, GOLD_PALE) for x, y, r in places)


def jester() -> str:
    """Sküs: the fool with cap, bells, mask and marotte, down to y = 106."""
    return _motley() + _cap() + _mask() + _marotte()


def _motley() -> str:
    points = "".join(
        path(f"M{-48 + i * 16} 62H{-32 + i * 16}L{-42 + i * 17} {86 - abs(2.5 - i) * 5:g}Z", ink)
        for i, ink in enumerate((RED, GOLD_LIGHT, GREEN, RED, GOLD_LIGHT, GREEN))
    )
    return (
        path("M0 56C-34 56-64 68-64 106H0Z", PLUM)
        + path("M0 56C34 56 64 68 64 106H0Z", GOLD_LIGHT)
        + stroke("M-40 105C-41 92-36 84-30 79", shaded(PLUM), 3)
        + path("M14 88l7 9l-7 9l-7-9ZM-14 88l7 9l-7 9l-7-9Z", RED)
        + points
    )


def _cap() -> str:
    horn = "M20-2C34-44 66-38 66 8C56-14 44-6 29 18Z"
    return (
        path(horn, RED)
        + path("M-20-2C-34-44-66-38-66 8C-56-14-44-6-29 18Z", GREEN)
        + path("M-30 18C-30-26-12-44 0-46C12-44 30-26 30 18Z", GOLD_LIGHT)
        + path("M0-46C12-44 30-26 30 18H0Z", PLUM)
        + _jingle(0, -46)
        + _jingle(66, 12)
        + _jingle(-66, 12)
    )


def _jingle(x: float, y: float) -> str:
    return disc(x, y, 7, GOLD_LIGHT, GOLD, 2) + stroke(f"M{x - 4} {y + 1}h8", INK, 1.6)


def _mask() -> str:
    eye = disc(12, 24, 4.4, "#fff") + disc(12, 24, 2.2, INK)
    return (
        path("M-28 8H28V26C28 46 13 58 0 59C-13 58-28 46-28 26Z", SKIN)
        + path("M-31 6Q0-6 31 6V14Q0 2-31 14Z", WHITE, GOLD, 1.4)
        + path(
            "M-27 19Q-14 12 0 20Q14 12 27 19Q22 36 11 34Q3 32 0 28Q-3 32-11 34Q-22 36-27 19Z", INK
        )
        + both(eye)
        + both(disc(17, 38, 4, "#eab89a"))
        + path("M-14 41Q0 57 14 41Q0 46-14 41Z", RED)
    )


def _marotte() -> str:
    head = disc(0, 0, 8, SKIN, "#c99a6b", 1) + path("M-9-2Q-16-16-4-14Q0-22 4-14Q16-16 9-2Z", RED)
    face = both(disc(3, 1, 1.2, INK)) + stroke("M-3 4.5Q0 7 3 4.5", RED, 1.4)
    bells = disc(-13, -12, 2.6, GOLD_LIGHT) + disc(13, -12, 2.6, GOLD_LIGHT)
    return stroke("M58 50V103", GOLD, 4) + at(head + face + bells, 58, 46) + fist(58, 84, GREEN)
