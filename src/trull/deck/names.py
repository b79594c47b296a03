"""What the cards are called and which letter stands in their corner, in German and in English.

The index of a court is its German or English initial; Ober, Unter, Sküs and Weli have no English
name and keep their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from trull.cards import ROMAN
from trull.deck.look import Index

Family = Literal["tarock", "german"]


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """The words of one language."""

    suits: Mapping[Family, Mapping[str, str]]
    ranks: Mapping[str, str]
    letters: Mapping[str, str]
    court: str
    number: str
    weli: str
    back: str
    emblems: tuple[str, ...]


GERMAN = Catalogue(
    suits={
        "tarock": {"H": "Herz", "D": "Karo", "S": "Pik", "C": "Treff"},
        "german": {"H": "Herz", "L": "Laub", "S": "Schell", "E": "Eichel"},
    },
    ranks={"K": "König", "Q": "Dame", "N": "Cavall", "B": "Bube"}
    | {"A": "As", "O": "Ober", "U": "Unter"},
    letters={"K": "K", "Q": "D", "N": "C", "B": "B", "A": "A", "O": "O", "U": "U"},
    court="{suit}-{rank}",
    number="{suit} {rank}",
    weli="Weli, Schell-Sechs",
    back="Kartenrücken",
    emblems=(
        *("Pagat", "Uhu", "Kakadu", "Quapil", "Fiaker", "Riesenrad", "Steinbock"),
        *("Edelweiß", "Zither", "Posthorn", "Stephansdom", "Melange", "Gugelhupf"),
        *("Gamsbarthut", "Goldenes Dachl", "Geige", "Großglockner", "Raddampfer"),
        *("Kuhglocke", "Secession", "Mond"),
    ),
)

ENGLISH = Catalogue(
    suits={
        "tarock": {"H": "Hearts", "D": "Diamonds", "S": "Spades", "C": "Clubs"},
        "german": {"H": "Hearts", "L": "Leaves", "S": "Bells", "E": "Acorns"},
    },
    ranks={"K": "King", "Q": "Queen", "N": "Cavall", "B": "Jack"}
    | {"A": "Ace", "O": "Ober", "U": "Unter"},
    letters={"K": "K", "Q": "Q", "N": "C", "B": "J", "A": "A", "O": "O", "U": "U"},
    court="{rank} of {suit}",
    number="{rank} of {suit}",
    weli="Weli, 6 of Bells",
    back="Card back",
    emblems=(
        *("Pagat", "Uhu", "Kakadu", "Quapil", "fiacre", "giant wheel", "ibex"),
        *("edelweiss", "zither", "post horn", "St Stephen's Cathedral", "melange"),
        *("Gugelhupf", "hat with a brush", "Golden Roof", "violin", "Grossglockner"),
        *("paddle steamer", "cowbell", "Secession", "Mond"),
    ),
)

CATALOGUES: Mapping[Index, Catalogue] = {"de": GERMAN, "en": ENGLISH}


def spoken(words: Catalogue, family: Family, suit: str, rank: str) -> str:
    """The name of a suit card as a person says it.

    >>> spoken(GERMAN, "tarock", "H", "K"), spoken(ENGLISH, "german", "E", "7")
    ('Herz-König', '7 of Acorns')
    """
    form = words.court if rank in words.ranks else words.number
    return form.format(suit=words.suits[family][suit], rank=words.ranks.get(rank, rank))


def spoken_tarock(words: Catalogue, number: int) -> str:
    """The name of a tarock, with what is painted on it.

    >>> spoken_tarock(GERMAN, 15)
    'Tarock XV, Goldenes Dachl'
    """
    return f"Tarock {ROMAN[number - 1]}, {words.emblems[number - 1]}"
