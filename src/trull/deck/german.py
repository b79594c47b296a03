"""The faces of the German pack: aces, courts, numbers and the Weli."""

from __future__ import annotations

from trull.deck.colours import GERMAN_SCHEME, GOLD, IVORY
from trull.deck.courts import GERMAN_PEOPLE
from trull.deck.lettering import word
from trull.deck.look import Face, Look
from trull.deck.names import CATALOGUES, spoken
from trull.deck.numbers import spots
from trull.deck.signs import GERMAN_SIGNS, acorn, bell, heart, placed
from trull.deck.stock import banner, bust, corner, doubled, frame, waist
from trull.deck.svg import at, stroke


def german_face(suit: str, rank: str, look: Look) -> Face:
    """An ace, a court or a number card of a German suit."""
    words, ink = CATALOGUES[look.index], GERMAN_SCHEME.ink[suit]
    sign = GERMAN_SIGNS[suit](ink)
    half = corner(look).drawn(words.letters.get(rank, rank), sign, ink)
    if rank == "A":
        art = _ace(half, sign, ink, look)
    elif rank in words.letters:
        art = _court(half, suit, rank, look)
    else:
        art = doubled(half) + spots(sign, int(rank), large_index=look.large_index)
    return Face(spoken(words, "german", suit, rank), frame(ink) + art)


def _ace(half: str, sign: str, ink: str, look: Look) -> str:
    """The sign twice, and the maker's name where old packs had the tax stamp."""
    great = placed(sign, 130, 112, 76) if look.large_index else placed(sign, 113, 102, 86)
    return doubled(half + great) + banner("TRULL", ink, IVORY)


def _court(half: str, suit: str, rank: str, look: Look) -> str:
    """The König has his sign twice, the Unter once more below, the Ober only above."""
    cloth = GERMAN_SCHEME.cloth[suit]
    figure = bust(GERMAN_PEOPLE[suit + rank].standing(cloth), look)
    place = corner(look)
    second = placed(GERMAN_SIGNS[suit](GERMAN_SCHEME.ink[suit]), place.x, _second(rank, look), 34)
    return doubled(figure + half + (second if rank != "O" else "")) + waist(cloth)


def _second(rank: str, look: Look) -> float:
    """How high the second sign stands."""
    if look.large_index:
        return 140 if rank == "K" else 146
    return 118 if rank == "K" else 144


def weli_face(look: Look) -> Face:
    """The Weli: six of bells, with acorn and heart beside its own sign."""
    ink = GERMAN_SCHEME.ink["S"]
    name = word("WELI", 138 if look.large_index else 124, 48, 27, ink, 82)
    half = corner(look).drawn("6", bell(ink), ink) + name
    trio = at(_trio(), 100, 170, 0.74 if look.large_index else 1)
    return Face(CATALOGUES[look.index].weli, frame(ink) + doubled(half) + trio)


def _trio() -> str:
    ink = GERMAN_SCHEME.ink
    return (
        stroke("M-30 6Q0 18 38 6", GOLD, 2.4)
        + placed(bell(ink["S"]), 0, -42, 74)
        + placed(acorn(ink["E"]), -38, 48, 68)
        + placed(heart(ink["H"]), 38, 44, 58)
    )
