"""Words on cards: outlines, so that no font has to be there when a card is looked at."""

from __future__ import annotations

from trull.deck.cinzel import EM, OUTLINES
from trull.deck.svg import number

# Cinzel's own Q has a tail as long as the letter; under an index it would run into the sign.
_TAIL = "M222-92q66 8 106 50 38 38 88 38v9q-34 18-74 8-44-10-72-44-22-27-54-33z"
# Two dots above the U.
_DOTS = "M142-392a26 26 0 1 1 1 0zM262-392a26 26 0 1 1 1 0z"


def _glyph(letter: str) -> tuple[int, str]:
    if letter == "Q":
        return OUTLINES["O"][0], OUTLINES["O"][1] + _TAIL
    if letter == "Ü":
        return OUTLINES["U"][0], OUTLINES["U"][1] + _DOTS
    return OUTLINES[letter]


def breadth(word: str, size: float) -> float:
    """How far the word runs at that size."""
    return sum(_glyph(letter)[0] for letter in word) * size / EM


def word(text: str, x: float, y: float, size: float, colour: str, room: float = 999) -> str:
    """The word centred on x, standing on y, squeezed where it would be wider than its room."""
    wide = breadth(text, size)
    squeeze = min(1.0, room / wide)
    k = size / EM
    place = f"translate({number(x - wide * squeeze / 2)} {number(y)})"
    scale = f"scale({k * squeeze:.4g} {k:.4g})" if squeeze < 1 else f"scale({k:.4g})"
    return f'<g fill="{colour}" transform="{place}{scale}">{_letters(text)}</g>'


def _letters(text: str) -> str:
    pieces, pen = [], 0
    for letter in text:
        advance, outline = _glyph(letter)
        shift = f' transform="translate({pen})"' if pen else ""
        pieces.append(f'<path d="{outline}"{shift}/>')
        pen += advance
    return "".join(pieces)
