"""Cards, sets of cards, and the three packs.

A card is a small int, its place in the pack; a set of cards is one int with a bit per card.
Inside a suit, and among the tarocks, the stronger card has the higher number:

    54 cards   H4 H3 H2 H1 HB HN HQ HK | D… | S7 S8 S9 S10 SB SN SQ SK | C… | T1 … T22
    78 cards   H10 … H1 HB HN HQ HK | D… | S1 … S10 SB SN SQ SK | C… | T1 … T21 | SKI
    33 cards   H7 … HA | L7 … LA | W S7 … SA | E7 … EA

No rule of any game lives here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NewType, TypeVar

from trull.errors import NotationError

Card = NewType("Card", int)
Mask = NewType("Mask", int)

_SYMBOLS = {"♥": "H", "♦": "D", "♠": "S", "♣": "C", "♡": "H", "♢": "D", "♤": "S", "♧": "C"}
ROMAN = (
    "I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII"
).split()


SEVEN = 7  # bytes of a set that are read in one go: all of the pack of 54
LOW = (1 << 8 * SEVEN) - 1
FEW = 3  # sets of so many cards are asked for again and again, and remembered
T = TypeVar("T")


class Catalogue(dict[int, tuple[T, ...]]):
    """Something for each card of a pack, such as its name; for a set they stand in pack order."""

    def __init__(self, entries: tuple[T, ...]) -> None:
        """List the sets of every eight neighbours; a large pack goes on in another catalogue."""
        eights = [entries[8 * at : 8 * at + 8] for at in range(SEVEN)]
        self._eights = tuple([_sets(few) for few in eights])
        beyond = entries[8 * SEVEN :]
        self._beyond = Catalogue(beyond) if beyond else None

    def __missing__(self, mask: int) -> tuple[T, ...]:
        """The entries of the cards of a set that is not remembered."""
        one, two, three, four, five, six, seven = self._eights
        a, b, c, d, e, f, g = (mask & LOW).to_bytes(SEVEN, "little")
        found = one[a] + two[b] + three[c] + four[d] + five[e] + six[f] + seven[g]
        if self._beyond is not None:
            found += self._beyond[mask >> 8 * SEVEN]
        if len(found) <= FEW:
            self[mask] = found
        return found


def _sets(entries: tuple[T, ...]) -> list[tuple[T, ...]]:
    """Every set of a few neighbouring cards, at the place of the set's number."""
    sets: list[tuple[T, ...]] = [()]
    for entry in entries:
        sets += [(*fewer, entry) for fewer in sets]
    return sets


class Pack:
    """A pack of cards: their order, their names, their suits and their exact values."""

    def __init__(
        self,
        name: str,
        suits: dict[str, tuple[str, ...]],
        extra: dict[str, str],
        colours: dict[str, str],
    ) -> None:
        """Number the cards suit by suit, weakest first.

        ``extra`` are further spellings, ``colours`` in what a suit is drawn where that is said.
        """
        self.name, self.colours = name, colours
        self.codes = tuple(code for codes in suits.values() for code in codes)
        self.size = len(self.codes)
        self.full = Mask((1 << self.size) - 1)
        self.index = {code: Card(i) for i, code in enumerate(self.codes)}
        self._spellings = {k.upper(): v for k, v in extra.items()}
        self.suits = {s: self.mask(codes) for s, codes in suits.items()}
        self.suit_of = tuple(s for s, codes in suits.items() for _ in codes)
        self._names = Catalogue(self.codes)

    def __repr__(self) -> str:
        return f"<Pack {self.name}>"

    def card(self, code: str) -> Card:
        """The card of that name; ``♥K``, ``XXI``, ``Sküs`` are understood too.

        >>> TAROCK54.code(TAROCK54.card("♥K")), TAROCK54.code(TAROCK54.card("Mond"))
        ('HK', 'T21')
        """
        found = self.index.get(code)
        if found is None:
            found = self.index.get(self._normal(code))
        if found is None:
            raise NotationError(f"{code!r} is not a card of the pack of {self.size}")
        return found

    def _normal(self, code: str) -> str:
        word = code.strip().upper()
        if word[:1] in _SYMBOLS:
            word = _SYMBOLS[word[0]] + word[1:]
        return self._spellings.get(word, word)

    def code(self, card: int) -> str:
        """The canonical name of a card."""
        return self.codes[card]

    def mask(self, codes: Iterable[str]) -> Mask:
        """The set of the named cards."""
        found, index = 0, self.index
        for code in codes:
            found |= 1 << (index[code] if code in index else self.card(code))
        return Mask(found)

    def named(self, mask: int) -> tuple[str, ...]:
        """The names of the cards of a set, in pack order."""
        return self._names[mask]

    def read(self, text: str) -> tuple[Card, ...]:
        """The cards of a line of names, in that order."""
        return tuple(self.card(code) for code in text.split())

    def shuffled(self, rng: Random) -> tuple[Card, ...]:
        """All cards in an order of chance.

        >>> TAROCK54.codes[TAROCK54.shuffled(Random(1))[0]]
        'H2'
        """
        order = [Card(card) for card in range(self.size)]
        rng.shuffle(order)
        return tuple(order)

    def text(self, mask: int) -> str:
        """The names of a set in one line.

        >>> TAROCK54.text(TAROCK54.mask(["T3", "HK", "H4"]))
        'H4 HK T3'
        """
        return " ".join(self.named(mask))


def cards(mask: int) -> Iterator[Card]:
    """The cards of a set, lowest number first."""
    while mask:
        low = mask & -mask
        yield Card(low.bit_length() - 1)
        mask ^= low


def mask_of(some: Iterable[int]) -> int:
    """The set of these cards.

    >>> TAROCK54.text(mask_of(TAROCK54.read("T3 HK")))
    'HK T3'
    """
    found = 0
    for card in some:
        found |= 1 << card
    return found


def bit(card: int) -> Mask:
    """The set of just this card."""
    return Mask(1 << card)


def _suit(letter: str, ranks: str) -> tuple[str, ...]:
    return tuple(letter + rank for rank in ranks.split())


def _tarocks(top: int) -> tuple[str, ...]:
    return tuple(f"T{n}" for n in range(1, top + 1))


def _tarock_names(top: int, fool: str) -> dict[str, str]:
    """Roman numerals and the names of the Trull, as players write them."""
    names = {ROMAN[n - 1]: f"T{n}" for n in range(1, top + 1)}
    fools = dict.fromkeys(("SKÜS", "SKUES", "SKIES", "SKIS", "GSTIESS", "GSTIEß"), fool)
    return names | fools | {"PAGAT": "T1", "MOND": "T21"}


_COURT = " B N Q K"
_FRENCH = {"H": "red", "D": "yellow", "S": "blue", "C": "green", "T": "magenta"}
TAROCK54 = Pack(
    "tarock54",
    {
        "H": _suit("H", "4 3 2 1" + _COURT),
        "D": _suit("D", "4 3 2 1" + _COURT),
        "S": _suit("S", "7 8 9 10" + _COURT),
        "C": _suit("C", "7 8 9 10" + _COURT),
        "T": _tarocks(22),
    },
    _tarock_names(22, "T22"),
    _FRENCH,
)
TAROCK78 = Pack(
    "tarock78",
    {
        "H": _suit("H", "10 9 8 7 6 5 4 3 2 1" + _COURT),
        "D": _suit("D", "10 9 8 7 6 5 4 3 2 1" + _COURT),
        "S": _suit("S", "1 2 3 4 5 6 7 8 9 10" + _COURT),
        "C": _suit("C", "1 2 3 4 5 6 7 8 9 10" + _COURT),
        "T": _tarocks(21),
        "X": ("SKI",),
    },
    _tarock_names(21, "SKI"),
    _FRENCH,
)
GERMAN33 = Pack(
    "german33",
    {
        "H": _suit("H", "7 8 9 10 U O K A"),
        "L": _suit("L", "7 8 9 10 U O K A"),
        "S": ("W", *_suit("S", "7 8 9 10 U O K A")),
        "E": _suit("E", "7 8 9 10 U O K A"),
    },
    {"WELI": "W", "S6": "W"},
    {"H": "red", "S": "blue"},
)
