"""Perlaggen, the cards: which are Perlaggen, what may be played, who wins, which figures they make.

A card is its name: ``HK``, ``S10``; the Weli is ``W``. A token is a card and its state: ``E7=HA``
was baptised Herz-As, ``E7~`` was played unbaptised and is plain; ``E7`` alone is free if it is a
Perlagg. Nothing here knows seats, bids or points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import NamedTuple

Options = Mapping[str, object]

NO_OPTIONS: Options = MappingProxyType({})

SUITS = ("H", "L", "S", "E")
# P90-17, P90-30: from the lowest up; the six is the Weli's and stands in Schell alone.
RANKS = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
WELI = "W"
PACK = (*(suit + rank for suit in SUITS for rank in RANKS if rank != "6"), WELI)
FIGURES = ("G", "H", "S")


class Figure(NamedTuple):
    """A Gleich or a Hanger: how many cards, how high; the suit of a Hanger decides nothing."""

    kind: str
    n: int
    rank: str
    suit: str = ""

    @property
    def value(self) -> tuple[int, int]:
        """More cards first, then the higher rank (P90-25)."""
        return self.n, RANKS.index(self.rank)


# ── cards and tokens ─────────────────────────────────────────────────────────────────────────


def pack(options: Options = NO_OPTIONS) -> tuple[str, ...]:
    """33 cards; Schlanders plays without the Weli (P90-30, PG-1).

    >>> len(pack()), len(pack({"perlagg_set": "schlanders"}))
    (33, 32)
    """
    if options.get("perlagg_set") == "schlanders":
        return tuple(card for card in PACK if card != WELI)
    return PACK


def suit(card: str) -> str:
    """The first letter; the Weli as a plain card is a Schell (P90-17).

    >>> suit("E10"), suit("W")
    ('E', 'S')
    """
    return "S" if card == WELI else card[0]


def rank(card: str) -> str:
    """What follows the suit; the Weli as a plain card is the six (P90-17)."""
    return "6" if card == WELI else card[1:]


def printed(token: str) -> str:
    """The card that lies there, whatever it was baptised."""
    return token.split("=")[0].removesuffix("~")


def identity(token: str) -> str:
    """The card it stands for: its baptism, else what is printed (P90-17, P90-18).

    >>> identity("E7=HA"), identity("E7~"), identity("S9")
    ('HA', 'E7', 'S9')
    """
    return token.split("=")[1] if "=" in token else printed(token)


# ── the Perlaggen ────────────────────────────────────────────────────────────────────────────


def standing_perlaggen(options: Options = NO_OPTIONS) -> tuple[str, ...]:
    """Those that are Perlaggen whatever is trump (P90-2, PG-1)."""
    if options.get("perlagg_set") == "oberland":
        return ("HK", "W", "E7", "EU", "EO")
    if options.get("perlagg_set") == "schlanders":
        return ("HK", "S8", "E7", "EO", "EU")
    return ("HK", "W", "S7", "E7")


def perlaggen(trump: str, options: Options = NO_OPTIONS) -> list[str]:
    """All Perlaggen, the strongest first; none twice (P90-30, PG-1, PG-2).

    >>> perlaggen("L")
    ['HK', 'W', 'S7', 'E7', 'L7', 'LU', 'LO']
    >>> perlaggen("E")
    ['HK', 'W', 'S7', 'E7', 'EU', 'EO']
    """
    chosen = options.get("perlagg_set", "four_standing")
    if chosen == "oberland":
        order = ["HK", "W", trump + "7", trump + "U", trump + "O", "E7", "EU", "EO"]
    elif chosen == "schlanders":
        order = ["HK", "S8", trump + "7", trump + "O", trump + "U", "E7", "EO", "EU"]
    else:
        order = ["HK", "W", "S7", "E7", trump + "7", trump + "U", trump + "O"]
    return list(dict.fromkeys(order))


def is_perlagg(card: str, trump: str, options: Options = NO_OPTIONS) -> bool:
    """A printed card of the list (P90-30)."""
    return card in perlaggen(trump, options)


def is_free(token: str, trump: str, options: Options = NO_OPTIONS) -> bool:
    """A Perlagg that is neither baptised nor simple (P90-17, P90-18)."""
    return token == printed(token) and is_perlagg(token, trump, options)


def perlagg_strength(token: str, trump: str, options: Options = NO_OPTIONS) -> int:
    """Number of Perlaggen less the place plus one; a plain or simple card has none (P90-19).

    >>> perlagg_strength("HK=H9", "L"), perlagg_strength("LO", "L"), perlagg_strength("HK~", "L")
    (7, 1, 0)
    """
    order = perlaggen(trump, options)
    if token.endswith("~") or printed(token) not in order:
        return 0
    return len(order) - order.index(printed(token))


# ── a trick ──────────────────────────────────────────────────────────────────────────────────


def trick_winner(plays: Sequence[str], trump: str, options: Options = NO_OPTIONS) -> int:
    """Trump before the suit led; the identity's rank; among equals the Perlagg (P90-13, P90-19).

    >>> trick_winner(["SA", "E7=SA", "S9", "S10"], "H")
    1
    >>> trick_winner(["HA", "W=HK", "H8", "H9"], "H")
    0
    """
    led = suit(identity(plays[0]))
    best = 0
    for index in range(1, len(plays)):
        if beats(plays[index], plays[best], led, trump, options):
            best = index
    return best


def beats(later: str, earlier: str, led: str, trump: str, options: Options = NO_OPTIONS) -> bool:
    """Whether the later card takes the trick from the one that has it so far (P90-13, P90-19)."""
    if suit(identity(later)) != suit(identity(earlier)):
        return suit(identity(later)) == trump
    assert suit(identity(earlier)) in (led, trump), "what has the trick is of the suit or trump"
    if identity(later) != identity(earlier):
        return RANKS.index(rank(identity(later))) > RANKS.index(rank(identity(earlier)))
    return perlagg_strength(later, trump, options) > perlagg_strength(earlier, trump, options)


def must_follow(
    hand: Iterable[str], led: str | None, trump: str, options: Options = NO_OPTIONS
) -> bool:
    """Whether a card of the suit led is held; a free Perlagg has no suit (P90-13, PG-9)."""
    obliging = [token for token in hand if not is_free(token, trump, options)]
    return any(suit(identity(token)) == led for token in obliging)


def legal_suits(
    hand: Collection[str], led: str | None, trump: str, options: Options = NO_OPTIONS
) -> set[str]:
    """Follow suit or trump; who leads or is void plays anything (P90-13).

    >>> sorted(legal_suits(["H9", "LA", "E7"], "H", "S"))
    ['H', 'S']
    """
    if led is None or not must_follow(hand, led, trump, options):
        return set(SUITS)
    return {led, trump}


def legal_plays(
    hand: Collection[str], led: str | None, trump: str, options: Options = NO_OPTIONS
) -> set[str]:
    """Plain cards of a lawful suit, and each free Perlagg as any card of one (P90-13, P90-16).

    >>> sorted(legal_plays(["H9", "LA"], "H", "S"))
    ['H9']
    >>> len(legal_plays(["E7"], "H", "S"))
    33
    """
    suits = legal_suits(hand, led, trump, options)
    plays = set()
    for token in hand:
        if is_free(token, trump, options):
            names = [card for card in pack(options) if suit(card) in suits]
            plays |= {f"{token}={name}" for name in names}
        elif suit(identity(token)) in suits:
            plays.add(token)
    return plays


def simple_plays(
    hand: Collection[str], led: str | None, trump: str, options: Options = NO_OPTIONS
) -> set[str]:
    """At a free table a Perlagg may fall unbaptised as the card printed on it (P90-17)."""
    suits = legal_suits(hand, led, trump, options)
    return {
        token + "~" for token in hand if is_free(token, trump, options) and suit(token) in suits
    }


def spiel_eligible(fifth: str, led: str, trump: str, options: Options = NO_OPTIONS) -> bool:
    """In the last trick the Spiel is spoken with the suit, a trump or a Perlagg (P90-27).

    >>> spiel_eligible("L9", "S", "H"), spiel_eligible("E7=L9", "S", "H")
    (False, True)
    """
    if perlagg_strength(fifth, trump, options) > 0:
        return True
    return suit(identity(fifth)) in (led, trump)


# ── figures ──────────────────────────────────────────────────────────────────────────────────


def lying_gleich(cards: Collection[str]) -> Figure | None:
    """The most cards of one rank, of as many the highest, two at least (P90-30).

    >>> lying_gleich(["H9", "L9", "SA", "EA"])
    Figure(kind='G', n=2, rank='A', suit='')
    """
    ranks = [rank(card) for card in cards]
    found = [Figure("G", ranks.count(height), height) for height in set(ranks)]
    return best(figure for figure in found if figure.n >= 2)


def lying_hanger(cards: Collection[str]) -> Figure | None:
    """The longest run in one suit, of as long ones the highest; no card counts twice (P90-30).

    >>> lying_hanger(["H9", "H9", "H10", "W", "S7", "S8"])
    Figure(kind='H', n=3, rank='8', suit='S')
    """
    found = []
    for one in SUITS:
        heights = {RANKS.index(rank(card)) for card in cards if suit(card) == one}
        for top in heights:
            n = 1
            while top - n in heights:
                n += 1
            found.append(Figure("H", n, RANKS[top], one))
    return best(figure for figure in found if figure.n >= 2)


def lying(kind: str, tokens: Iterable[str]) -> Figure | None:
    """The best figure of a kind among cards that all have their identity (P90-22)."""
    cards = [identity(token) for token in tokens]
    return lying_gleich(cards) if kind == "G" else lying_hanger(cards)


def best(figures: Iterable[Figure | None]) -> Figure | None:
    """The better figure, of equal ones the first suit in H L S E; nothing is below any (P90-25)."""
    found = [figure for figure in figures if figure is not None]
    found.sort(key=lambda figure: (*SUITS, "").index(figure.suit))
    return max(found, key=lambda figure: figure.value, default=None)


def baptisms(
    hand: Collection[str], trump: str, options: Options = NO_OPTIONS
) -> Iterator[list[str]]:
    """Every set of identities the hand can have, its free Perlaggen being any card (P90-18)."""
    free = [token for token in hand if is_free(token, trump, options)]
    fixed = [identity(token) for token in hand if token not in free]
    for chosen in combinations_with_replacement(pack(options), len(free)):
        yield fixed + list(chosen)


def best_gleich(hand: Collection[str], trump: str, options: Options = NO_OPTIONS) -> Figure | None:
    """All free Perlaggen take one rank (P90-30).

    >>> best_gleich(["HA", "LA", "W", "E7", "S9"], "L")
    Figure(kind='G', n=4, rank='A', suit='')
    """
    free = [token for token in hand if is_free(token, trump, options)]
    fixed = [identity(token) for token in hand if token not in free]
    return best(lying_gleich(fixed + ["H" + height] * len(free)) for height in RANKS)


def best_hanger(hand: Collection[str], trump: str, options: Options = NO_OPTIONS) -> Figure | None:
    """The free Perlaggen fill what is missing in a run of neighbours of one suit (P90-30).

    >>> best_hanger(["LA", "LK", "W", "E7", "S9"], "H")
    Figure(kind='H', n=4, rank='A', suit='L')
    """
    free = [token for token in hand if is_free(token, trump, options)]
    fixed = {identity(token) for token in hand if token not in free}
    found = []
    for one in SUITS:
        column = [card for card in pack(options) if suit(card) == one]
        column.sort(key=lambda card: RANKS.index(rank(card)))
        for low in range(len(column)):
            for high in range(low + 1, len(column)):
                run = column[low : high + 1]
                if len([card for card in run if card not in fixed]) <= len(free):
                    found.append(Figure("H", len(run), rank(run[-1]), one))
    return best(figure for figure in found if figure.n <= len(hand))


def joint(
    hand: Collection[str],
    trump: str,
    first: str,
    need: Iterable[str] = (),
    options: Options = NO_OPTIONS,
) -> dict[str, Figure | None]:
    """Both figures from one set of baptisms, ``first`` as good as can be, then the other (P90-18).

    ``need``: the figures bound to, kept as long as they can all be made (P90-7).
    """
    wanted = [figure for figure in need if figure != "S"]
    ways = [(lying_gleich(cards), lying_hanger(cards)) for cards in baptisms(hand, trump, options)]
    kept = [way for way in ways if all(way["GH".index(figure)] for figure in wanted)]
    order = (0, 1) if first == "G" else (1, 0)

    def worth(way: tuple[Figure | None, Figure | None]) -> list[tuple[int, int]]:
        found = [way[index] for index in order]
        return [(0, 0) if figure is None else figure.value for figure in found]

    most = max(worth(way) for way in kept or ways)
    equal = [way for way in kept or ways if worth(way) == most]
    return {"G": best(way[0] for way in equal), "H": best(way[1] for way in equal)}


def can_have(
    hand: Collection[str], trump: str, figures: Iterable[str], options: Options = NO_OPTIONS
) -> bool:
    """Whether one set of baptisms gives them all; the Spiel need not be had (P90-7, P90-18).

    >>> can_have(["H8", "L10", "SA", "EK", "W"], "L", ["G", "H"])
    True
    """
    wanted = {figure for figure in figures if figure != "S"}
    if wanted <= {"G"}:
        return not wanted or best_gleich(hand, trump, options) is not None
    if wanted == {"H"}:
        return best_hanger(hand, trump, options) is not None
    if len([token for token in hand if is_free(token, trump, options)]) > 2:
        return True  # as HA, HA and HK
    ways = baptisms(hand, trump, options)
    return any(lying_gleich(cards) and lying_hanger(cards) for cards in ways)


def compare(
    a: Figure | None, b: Figure | None, trump: str = "", options: Options = NO_OPTIONS
) -> int:
    """1, 0 or -1: number, then height; suits and Perlaggen do not matter (P90-25, P90-26).

    By option only figures of three and more are compared (P90-A), or the trump Hanger is better
    than an equal one (PG-10).
    """
    if options.get("compare_simple") is False:
        a = a if a and a.n >= 3 else None
        b = b if b and b.n >= 3 else None
    if a is None or b is None:
        return (a is not None) - (b is not None)
    if a.value != b.value:
        return 1 if a.value > b.value else -1
    if a.kind == "H" and options.get("hanger_trump_preference"):
        return (a.suit == trump) - (b.suit == trump)
    return 0


def figure_winner(
    a: Figure | None,
    b: Figure | None,
    spiel_winner: int,
    trump: str = "",
    options: Options = NO_OPTIONS,
) -> int | None:
    """The better figure's party; equal ones fall to the Spiel, by option to nobody (P90-26, PG-11).

    Where neither party has a figure nobody has it; where only simple ones are there and these are
    not compared, the Spiel decides (P90-A).
    """
    result = compare(a, b, trump, options)
    if result:
        return 0 if result > 0 else 1
    if a is None and b is None:
        return None
    return None if options.get("tie") == "nobody" else spiel_winner
