"""The faces of the Tarock packs: tarocks, courts and numbers in the French suits."""

from __future__ import annotations

from trull.cards import ROMAN
from trull.deck.colours import GOLD, GOLD_LIGHT, IVORY, PLUM, TAROCK_SCHEMES, Scheme
from trull.deck.courts import TAROCK_PEOPLE, TAROCK_RIDERS
from trull.deck.emblems import EMBLEMS
from trull.deck.emblems.trull import jester, moon
from trull.deck.lettering import word
from trull.deck.look import Face, Look
from trull.deck.names import CATALOGUES, spoken, spoken_tarock
from trull.deck.numbers import spots
from trull.deck.signs import TAROCK_SIGNS, tarock_star, trull_star
from trull.deck.stock import band, banner, bust, corner, doubled, frame, waist
from trull.deck.svg import at, path, rule

PAGAT, MOND, SKUES = 1, 21, 22


def tarock_face(number: int, look: Look) -> Face:
    """A tarock from I to XXI."""
    trull = number in (PAGAT, MOND)
    sign = trull_star(PLUM) if trull else tarock_star(PLUM)
    half = corner(look).drawn(str(number), sign, PLUM) + _ribbon(number, look, trull=trull)
    label = spoken_tarock(CATALOGUES[look.index], number)
    if number == MOND:
        art = doubled(half) + at(moon(), 100, 170, 0.76 if look.large_index else 0.94)
    else:
        middle = band(GOLD_LIGHT, PLUM) if trull else band(PLUM, GOLD_LIGHT)
        art = doubled(half + _emblem(number, look)) + middle
    return Face(label, _tarock_frame(trull=trull) + art)


def _tarock_frame(*, trull: bool) -> str:
    return frame(GOLD, PLUM) if trull else frame(PLUM)


def _emblem(number: int, look: Look) -> str:
    art = EMBLEMS[number - 1]()
    return at(art, 117, 119, 0.73) if look.large_index else at(art, 109.5, 112, 0.85)


def _ribbon(number: int, look: Look, *, trull: bool) -> str:
    """The plum ribbon with the Roman numeral; the Trull's is edged with gold."""
    left = 86 if look.large_index else 67
    cloth = path(f"M{left} 22H184V52H{left}L{left + 8} 37Z", PLUM)
    edges = rule(f"M{left + 2} 25.5H184M{left + 2} 48.5H184", GOLD_LIGHT, 1.6) if trull else ""
    ink = GOLD_LIGHT if trull else IVORY
    return cloth + edges + word(ROMAN[number - 1], (left + 190) / 2, 46, 25, ink, 176 - left)


def skues_face(name: str, look: Look) -> Face:
    """The Sküs stands as tall as a king and has his name across the middle."""
    half = corner(look).drawn("S", trull_star(PLUM), PLUM) + _fool(look)
    art = _tarock_frame(trull=True) + doubled(half) + banner(name.upper(), PLUM, GOLD_LIGHT)
    return Face(name, art)


def _fool(look: Look) -> str:
    """The jester; his bells need the room that a king leaves to the index."""
    return at(jester(), 123, 83, 0.82) if look.large_index else at(jester(), 116, 74.6, 0.9)


def suit_face(suit: str, rank: str, look: Look) -> Face:
    """A court or a number card of a French suit."""
    words, scheme = CATALOGUES[look.index], TAROCK_SCHEMES[look.colours]
    ink = scheme.ink[suit]
    sign = TAROCK_SIGNS[suit](ink)
    half = corner(look).drawn(words.letters.get(rank, rank), sign, ink)
    if rank in words.letters:
        figure = _figure(suit + rank, scheme, look)
        art = doubled(figure + half) + waist(scheme.cloth[suit])
    else:
        art = doubled(half) + spots(sign, int(rank), large_index=look.large_index)
    return Face(spoken(words, "tarock", suit, rank), frame(ink) + art)


def _figure(code: str, scheme: Scheme, look: Look) -> str:
    cloth = scheme.cloth[code[0]]
    if code not in TAROCK_RIDERS:
        return bust(TAROCK_PEOPLE[code].standing(cloth), look)
    rider = TAROCK_RIDERS[code].mounted(cloth)
    return at(rider, 33.3, 30.6, 0.82) if look.large_index else rider
