"""How a deck is to look: the choices a player has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from trull.deck.colours import Colours, Shade

Index = Literal["de", "en"]


class Options(TypedDict, total=False):
    """The choices as keyword arguments; ``Look`` says what they are when left out."""

    colours: Colours
    index: Index
    large_index: bool
    shade: Shade


@dataclass(frozen=True, kw_only=True)
class Look:
    """Colours of the suits, language of the indices, their size, brightness of the paper."""

    colours: Colours = "four"
    index: Index = "de"
    large_index: bool = False
    shade: Shade = "light"


@dataclass(frozen=True)
class Face:
    """What is on a card, and what a person would call it."""

    label: str
    art: str
