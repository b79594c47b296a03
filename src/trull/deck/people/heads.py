"""Faces, hair and beards; the face lies around (0, 28), the neck ends at 64."""

from __future__ import annotations

from trull.deck.colours import BLUSH, INK, LIPS, SKIN, SKIN_SHADE, shaded
from trull.deck.svg import both, disc, path, stroke

_SMILE = "M-7 41Q0 46 7 41"


def face(brow: str, *, lady: bool = False) -> str:
    """A face looking at you."""
    eye = disc(9, 20, 2.8, INK) + disc(10, 19, 0.9, "#fff")
    left = disc(-9, 20, 2.8, INK) + disc(-8, 19, 0.9, "#fff")
    return (
        path("M-9 44H9V66H-9Z", SKIN_SHADE)
        + path("M-24 0H24V24C24 44 12 55 0 55C-12 55-24 44-24 24Z", SKIN)
        + (_lady() if lady else "")
        + both(stroke("M4.5 13.5q6-4.5 11-.5", brow, 2.4))
        + eye
        + left
        + stroke("M.5 20C0 25-4 27-3 30Q-1 31.5 2 30.5", "#c08a5c", 1.9)
        + stroke("M-7 40Q0 45.5 7 40", LIPS, 2.8)
    )


def _lady() -> str:
    return both(disc(15, 32, 4, BLUSH) + stroke("M14.5 18q-5-5-10.5-1", INK, 1.8))


# ── beards ────────────────────────────────────────────────────────────────────────────────────


def full_beard(hair: str) -> str:
    """A full beard to the collar."""
    return (
        path(
            "M-24 20C-28 52-13 76 0 84C13 76 28 52 24 20C19 34 10 32 0 33C-10 32-19 34-24 20Z",
            hair,
        )
        + stroke(_SMILE, LIPS, 2.8)
        + stroke("M-9 54C-9 62-6 68-3 72M9 54C9 62 6 68 3 72", shaded(hair), 2)
    )


def long_beard(hair: str) -> str:
    """An old king's beard, down to the chain."""
    return (
        path(
            "M-25 20C-32 52-20 88 0 102C20 88 32 52 25 20C19 34 10 32 0 32C-10 32-19 34-25 20Z",
            hair,
        )
        + stroke(_SMILE, LIPS, 2.8)
        + stroke("M-10 56C-10 70-6 82-2 90M9 56C9 68 6 78 4 86", shaded(hair, 0.84), 2)
    )


def forked_beard(hair: str) -> str:
    """A beard combed to two points."""
    return path(
        "M-24 22C-28 50-22 72-14 84C-8 78-4 70 0 62C4 70 8 78 14 84C22 72 28 50 24 22"
        "C19 34 10 33 0 33C-10 33-19 34-24 22Z",
        hair,
    ) + stroke(_SMILE, LIPS, 2.8)


def goatee(hair: str) -> str:
    """A cavalier's moustache and tuft."""
    return path(
        "M-16 35C-8 30-2 33 0 35C2 33 8 30 16 35C12 39 4 38 0 37C-4 38-12 39-16 35Z", hair
    ) + path("M-7 46H7C7 58 3 64 0 68C-3 64-7 58-7 46Z", hair)


def moustache(hair: str) -> str:
    """A hussar's moustache."""
    return path(
        "M-22 30C-16 36-8 30 0 34C8 30 16 36 22 30C18 42 6 42 0 37C-6 42-18 42-22 30Z", hair
    )


def whiskers(hair: str) -> str:
    """Side whiskers as the old emperor wore them."""
    return both(path("M25 8C30 30 26 44 14 50C18 40 20 26 20 8Z", hair)) + path(
        "M-15 35C-8 30-2 33 0 35C2 33 8 30 15 35C11 39 4 38 0 37C-4 38-11 39-15 35Z", hair
    )


# ── hair ──────────────────────────────────────────────────────────────────────────────────────


def bob(hair: str) -> str:
    """Hair to the collar."""
    return path("M-30 2C-40 28-38 50-28 58H28C38 50 40 28 30 2Z", hair)


def curls(hair: str) -> str:
    """Four curls on each side."""
    return both("".join(disc(x, y, 9, hair) for x, y in ((27, 10), (30, 24), (29, 38), (26, 50))))


def loose(hair: str) -> str:
    """Long open hair, lying over the shoulders."""
    strands = "M-36 30C-36 56-40 72-44 86M36 30C36 56 40 72 44 86"
    return path(
        "M-30 0C-46 30-44 70-52 92C-36 98-26 84-24 60H24C26 84 36 98 52 92C44 70 46 30 30 0Z", hair
    ) + stroke(strands, shaded(hair, 0.86), 2.4)


def plaits(hair: str) -> str:
    """Two plaits with bows at their ends."""
    plait = stroke("M28 44L37 86", hair, 11) + stroke("M28 44L37 86", shaded(hair), 11, "2 6")
    bow = path("M37 90L46 84V96ZM37 90L28 84V96Z", LIPS)
    return path("M-30 2C-36 24-32 40-28 46H28C32 40 36 24 30 2Z", hair) + both(plait + bow)


def short(hair: str) -> str:
    """Short hair, seen beside the cheeks."""
    return path("M-28 4C-32 20-30 32-26 36H26C30 32 32 20 28 4Z", hair)


def fringe(hair: str) -> str:
    """Hair over the brow."""
    return path("M-26 14C-28-12-12-22 0-22C12-22 28-12 26 14C20 4 8 0 0 0C-10 0-20 4-26 14Z", hair)
