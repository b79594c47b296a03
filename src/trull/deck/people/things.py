"""What the courts hold in their left hand, at our right; nothing reaches beyond x = 77."""

from __future__ import annotations

from trull.deck.colours import (
    BROWN,
    DARK,
    GOLD,
    GOLD_LIGHT,
    GREEN,
    GREY,
    INK,
    LINEN,
    PLASTER_EDGE,
    RED,
    STEEL,
    WHITE,
)
from trull.deck.people.dress import fist
from trull.deck.svg import at, disc, moved, oval, path, ring, scattered, stroke

_BLADE_EDGE, _IVORY_HORN, _WOOD = "#7a848e", "#e7d3a1", "#8a5a1e"


def sceptre(cloth: str) -> str:
    """A gold sceptre with a cross."""
    return (
        stroke("M59 4V104", GOLD, 5)
        + disc(59, -6, 9, GOLD_LIGHT, GOLD, 2)
        + stroke("M59-25v12M53-19h12", GOLD, 3)
        + fist(59, 80, cloth)
    )


def orb(cloth: str) -> str:
    """The imperial orb, resting on the hand."""
    return (
        disc(52, 74, 17, GOLD_LIGHT, GOLD, 2.2)
        + stroke("M35 74H69M52 57V74", GOLD, 3.4)
        + stroke("M52 57V42M46 47H58", GOLD, 3.6)
        + fist(52, 94, cloth)
    )


def sword(cloth: str) -> str:
    """A broad sword, point up."""
    return (
        path("M55-34L60-44L65-34V62H55Z", STEEL, _BLADE_EDGE, 1.8)
        + stroke("M60-30V60", _BLADE_EDGE, 1.4)
        + path("M44 58H76V66H44Z", GOLD_LIGHT, GOLD, 1.6)
        + path("M56 66H64V92H56Z", DARK)
        + fist(60, 77, cloth)
    )


def axe(cloth: str) -> str:
    """A battle axe."""
    return (
        stroke("M60-24V103", BROWN, 6)
        + path("M60-20C44-30 38-14 40 6C48-2 54 0 60 4ZM60-16L70-22V2L60 0Z", STEEL, _BLADE_EDGE, 2)
        + fist(60, 78, cloth)
    )


def rose(cloth: str) -> str:
    """A red rose."""
    petals = "M48 42C52 34 62 36 62 44C62 50 54 52 52 47M46 50C50 58 62 58 66 50"
    return (
        stroke("M56 58C54 74 58 88 54 103", GREEN, 4)
        + path("M56 72C66 62 72 66 75 71C67 78 61 78 56 76Z", GREEN)
        + disc(56, 46, 14, RED)
        + stroke(petals, "#f3b4b4", 2.6)
        + fist(55, 88, cloth)
    )


def fan(cloth: str) -> str:
    """A fan, half open."""
    ribs = "".join(
        moved(
            path("M0 0L-7-42Q0-47 7-42Z", WHITE if i % 2 else cloth, GOLD, 1.2),
            f"rotate({-60 + i * 20})",
        )
        for i in range(7)
    )
    return at(ribs, 45, 84, 0.7) + fist(45, 90, cloth)


def goblet(cloth: str) -> str:
    """A gold goblet of red wine."""
    cup = "M41 36H69C69 58 63 64 58 65V84L66 90H44L52 84V65C47 64 41 58 41 36Z"
    return (
        path(cup, GOLD_LIGHT, GOLD, 2)
        + oval(55, 37, 13, 3.6, RED)
        + stroke("M46 50H64", GOLD, 2)
        + fist(55, 80, cloth)
    )


def edelweiss(cloth: str) -> str:
    """An edelweiss on its stalk."""
    petal = path("M0-3C-7-10-7-20 0-26C7-20 7-10 0-3Z", WHITE, "#8f9c84", 1.5)
    return (
        stroke("M54 56C52 72 56 90 52 103", GREEN, 4)
        + path("M54 72C64 62 70 66 73 71C65 78 59 78 54 76Z", GREEN)
        + at(ring(petal, 7) + disc(0, 0, 6, GOLD_LIGHT, GOLD, 1.2), 54, 44, 0.84)
        + fist(54, 88, cloth)
    )


def letter(cloth: str) -> str:
    """A sealed letter."""
    sheet = path("M-20-13H20V13H-20Z", WHITE, PLASTER_EDGE, 2)
    flap = stroke("M-20-13L0 4L20-13", PLASTER_EDGE, 2)
    return at(sheet + flap + disc(0, 4, 5.5, RED), 52, 72, 1, -14) + fist(42, 88, cloth, 12)


def drum(cloth: str) -> str:
    """A drum with both sticks on it."""
    body = path("M-24-12H24V22Q0 32-24 22Z", cloth, GOLD, 2)
    cords = stroke("M-22-6L-12 24L0-4L12 24L22-6", GOLD_LIGHT, 2)
    sticks = stroke("M-14-12L8-38M14-12L-8-38", BROWN, 3.6)
    ends = disc(-14, -12, 3, BROWN) + disc(14, -12, 3, BROWN)
    return at(body + cords + oval(0, -12, 24, 8, WHITE) + sticks + ends, 48, 82, 0.9)


def halberd(cloth: str) -> str:
    """A guard's halberd."""
    blade = "M57-22C42-28 38-14 40 0C46-6 52-6 57-4ZM63-20L75-12L63-6Z"
    return (
        stroke("M60-20V103", BROWN, 5)
        + path("M60-44L65-24H55Z", STEEL, _BLADE_EDGE, 1.6)
        + path(blade, STEEL, _BLADE_EDGE, 1.8)
        + fist(60, 78, cloth)
    )


def hunting_horn(cloth: str) -> str:
    """A horn on its cord."""
    bow = "M28 60C34 92 62 96 66 66"
    return (
        stroke(bow, DARK, 11)
        + stroke(bow, _IVORY_HORN, 7)
        + path("M58 68L59 50H75L73 70Z", _IVORY_HORN, DARK, 2)
        + stroke("M28 60L42 52L66 60", RED, 2.4)
        + fist(48, 88, cloth)
    )


def crossbow(cloth: str) -> str:
    """A crossbow, its bolt on the string."""
    return (
        stroke("M55 30V103", _WOOD, 7)
        + stroke("M36 50Q55 20 74 50", DARK, 6)
        + stroke("M36 50L55 68L74 50", INK, 1.6)
        + stroke("M55 14V44", GREY, 3)
        + path("M55 4l5 11h-10Z", GREY)
        + fist(55, 86, cloth)
    )


def flute(cloth: str) -> str:
    """A flute at the lips."""
    holes = scattered(disc(0, 0, 1.7, DARK), ((x, 0) for x in (-16, -8, 0, 8, 16)))
    pipe = stroke("M-34 0H34", "#c89a4c", 7) + holes
    return at(pipe, 36, 54, 0.94, 20) + fist(46, 64, cloth, 14) + fist(24, 57, cloth, 14)


def pipe(cloth: str) -> str:
    """A tobacco pipe with its smoke."""
    return (
        stroke("M10 44C26 47 40 50 44 64", DARK, 3.4)
        + stroke("M45 54C41 44 52 40 47 28", LINEN, 2.4)
        + path("M37 60H52L50 82H39Z", _WOOD, DARK, 1.6)
        + fist(46, 84, cloth)
    )


def flag(cloth: str) -> str:
    """A lance with its pennon."""
    return (
        stroke("M54-36V103", BROWN, 4.5)
        + path("M54-46l5 11h-10Z", STEEL, _BLADE_EDGE, 1.4)
        + path("M55-32C62-38 68-28 76-33V2C68 8 62-2 55 4Z", cloth, GOLD, 1.6)
        + stroke("M58-15C64-20 68-11 75-16", GOLD_LIGHT, 3)
        + fist(54, 78, cloth)
    )


def longbow(cloth: str) -> str:
    """A bow with the arrow laid on."""
    return (
        stroke("M46-10Q82 40 46 102", BROWN, 5)
        + stroke("M46-10V102", INK, 1.6)
        + stroke("M30 46H70", DARK, 2.4)
        + path("M77 46l-11-5.5v11Z", GREY)
        + path("M30 46l-6-5h6l5 5l-5 5h-6Z", RED)
        + fist(63, 47, cloth)
    )
