"""Trull's own deck: every card of the packs of 54, 78 and 33 as SVG, drawn by this package.

A drawing stands alone: no font, no picture, no style from elsewhere. The pack of 54 is drawn as the
pack of 78, with fewer cards. ``python -m trull.deck OUT`` writes the files. No rule of any game
lives here.

All drawings take the same options (``look.Options``):

    colours       "four": every suit its own; "two": Karo red as Herz, Treff dark as Pik
    index         "de": K D C B and A K O U; "en": K Q C J and A K O U; titles follow
    large_index   indices half as large again, pictures and signs moved clear of them
    shade         "light" paper, or "dark": a little dimmed, for a dark room
"""

from __future__ import annotations

from typing import Unpack

from trull.cards import Pack
from trull.deck.back import back_art
from trull.deck.colours import Colours, Shade
from trull.deck.german import german_face, weli_face
from trull.deck.look import Face, Index, Look, Options
from trull.deck.names import CATALOGUES
from trull.deck.stock import HEIGHT, WIDTH, paper
from trull.deck.tarock import skues_face, suit_face, tarock_face

__all__ = ["Colours", "Index", "Options", "Shade", "cards", "draw", "draw_back", "sheet"]

_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
_VIEW = f'viewBox="0 0 {WIDTH} {HEIGHT}"'


def draw(code: str, pack: Pack, **options: Unpack[Options]) -> str:
    """The card of that name as an SVG text.

    >>> from trull.cards import TAROCK54
    >>> draw("Mond", TAROCK54)[:80]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 340" role="img"><title>'
    """
    look = Look(**options)
    return _standing_alone(_face(pack.code(pack.card(code)), pack, look), look)


def draw_back(**options: Unpack[Options]) -> str:
    """The back of the cards as an SVG text."""
    look = Look(**options)
    return _standing_alone(Face(CATALOGUES[look.index].back, back_art()), look)


def cards(pack: Pack, **options: Unpack[Options]) -> dict[str, str]:
    """Every card of the pack, drawn, by its code and in the order of the pack."""
    return {code: draw(code, pack, **options) for code in pack.codes}


def sheet(pack: Pack, **options: Unpack[Options]) -> str:
    """One SVG with a symbol per card and one for the back: ``tarock54-HK``, ``tarock54-back``.

    Show a card with ``<svg viewBox="0 0 200 340"><use href="….svg#tarock54-HK"/></svg>``. Symbols
    carry no title: whoever shows a card names it, together with what can be done with it.
    """
    look = Look(**options)
    art = {code: _face(code, pack, look).art for code in pack.codes} | {"back": back_art()}
    symbols = (
        f'<symbol id="{pack.name}-{code}" {_VIEW}>{paper(look.shade)}{drawing}</symbol>'
        for code, drawing in art.items()
    )
    return f"<svg {_XMLNS}>{''.join(symbols)}</svg>"


def _standing_alone(face: Face, look: Look) -> str:
    title = f"<title>{face.label}</title>"
    return f'<svg {_XMLNS} {_VIEW} role="img">{title}{paper(look.shade)}{face.art}</svg>'


def _face(code: str, pack: Pack, look: Look) -> Face:
    """What is on the card of that canonical name."""
    if code == "W":
        return weli_face(look)
    if code == "SKI":
        return skues_face("Skies", look)
    if code == "T22":
        return skues_face("Sküs", look)
    suit, rank = code[0], code[1:]
    if suit == "T":
        return tarock_face(int(rank), look)
    return german_face(suit, rank, look) if "L" in pack.suits else suit_face(suit, rank, look)
