"""Gleich and Hanger: what a hand can make, and which of two figures is better.

A hand counts here as its *fixed* faces (plain, baptised and simple cards) and the number of its
*free* Perlaggen. A Hanger is looked for as a window of neighbouring ranks in one suit; what is
missing in the window is filled by free Perlaggen, and the rest of them joins the Gleich.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trull.clauses import clause
from trull.kernels.perlaggen import ACE, RANK_OF, RANKS, SUIT_OF, SUITS
from trull.laws.perlaggen.book import FIGURES, GLEICH, HANGER, Book

SCHELL = SUITS.index("S")
DRITZIG = 3
"""Figures of three cards and more are those whose degree is stated (P90-25)."""


class Figure(NamedTuple):
    """A Gleich of ``n`` cards of a rank, or a Hanger of ``n`` cards up to that rank in a suit."""

    kind: int
    n: int
    rank: int
    suit: int = -1

    def __str__(self) -> str:
        suit = SUITS[self.suit] if self.kind == HANGER else ""
        return f"{FIGURES[self.kind]}{self.n}{suit}{RANKS[self.rank]}"


class Faces(NamedTuple):
    """A hand as figures see it."""

    fixed: tuple[int, ...]  # faces, sorted
    free: int  # how many Perlaggen may still be any card


class Pair(NamedTuple):
    """A Hanger and the best Gleich that the same baptisms allow beside it."""

    hanger: Figure | None
    gleich: Figure | None


@lru_cache(maxsize=1 << 15)
def pairs(faces: Faces, six: bool) -> tuple[Pair, ...]:
    """Every Hanger the hand can make, each with the best Gleich beside it; first none at all."""
    counts, held = _counted(faces)
    found = [Pair(None, _best_beside(counts, faces.free, 0, six))]
    for suit, own in enumerate(held):
        for hanger, ranks in runs(suit, own.bit_count() + faces.free, six):
            missing = ranks & ~own
            spare = faces.free - missing.bit_count()
            if spare >= 0:
                found.append(Pair(hanger, _best_beside(counts, spare, missing, six)))
    return tuple(found)


def _counted(faces: Faces) -> tuple[list[int], list[int]]:
    """How many fixed cards of each rank, and which ranks of each suit."""
    counts, held = [0] * len(RANKS), [0] * len(SUITS)
    for face in faces.fixed:
        counts[RANK_OF[face]] += 1
        held[SUIT_OF[face]] |= 1 << RANK_OF[face]
    return counts, held


@clause("P90-30")
@lru_cache(maxsize=128)
def runs(suit: int, longest: int, six: bool) -> tuple[tuple[Figure, int], ...]:
    """Every run of neighbouring ranks of a suit, and its ranks as a set; the As is not low."""
    return tuple(
        (Figure(HANGER, high - low + 1, high, suit), (2 << high) - (1 << low))
        for low in range(0 if suit == SCHELL and six else 1, ACE)
        for high in range(low + 1, min(ACE, low + longest - 1) + 1)
    )


@clause("P90-30", "P90-18")
def _best_beside(counts: list[int], spare: int, missing: int, six: bool) -> Figure | None:
    """The best Gleich when ``spare`` Perlaggen join it and others fill the ``missing`` ranks."""
    best = None
    for rank in range(0 if six else 1, len(RANKS)):
        n = counts[rank] + spare + (missing >> rank & 1)
        if n >= 2 and (best is None or n >= best.n):
            best = Figure(GLEICH, n, rank)
    return best


def best_gleich(book: Book, faces: Faces) -> Figure | None:
    """The best Gleich of a hand: most cards, then the highest rank."""
    return pairs(faces, book.six)[0].gleich


@lru_cache(maxsize=1 << 15)
def _best_hanger(faces: Faces, six: bool, favourite: int) -> Figure | None:
    best = None
    for pair in pairs(faces, six):
        if _value(pair.hanger, favourite) > _value(best, favourite):
            best = pair.hanger
    return best


def best_hanger(book: Book, faces: Faces, trump: int) -> Figure | None:
    """The best Hanger of a hand: most cards, then the highest top; of equals the first suit."""
    return _best_hanger(faces, book.six, favourite(book, trump))


def best(book: Book, faces: Faces, trump: int, kind: int) -> Figure | None:
    """The best figure of one kind, judged on its own."""
    return best_gleich(book, faces) if kind == GLEICH else best_hanger(book, faces, trump)


@clause("P90-18", "P90-7")
def joint(book: Book, faces: Faces, trump: int, first: int, need: int = 0) -> Pair:
    """Both figures from one set of baptisms, ``first`` as good as can be, then the other.

    ``need`` are figures the player is bound to: they are kept as long as they can all be made.
    """
    return _joint(faces, book.six, favourite(book, trump), first, need)


@lru_cache(maxsize=1 << 15)
def _joint(faces: Faces, six: bool, favourite: int, first: int, need: int) -> Pair:
    choice = pairs(faces, six)
    bound = tuple(pair for pair in choice if _has(pair, need))

    def key(pair: Pair) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        hanger, gleich = _value(pair.hanger, favourite), _value(pair.gleich, -1)
        return (gleich, hanger) if first == GLEICH else (hanger, gleich)

    return max(bound or choice, key=key)


@clause("P90-7", "P90-31")
@lru_cache(maxsize=1 << 15)
def _can_have(faces: Faces, six: bool, need: int) -> bool:
    """Whether the hand can have all the figures of a set at once; the Spiel need not be had."""
    counts, held = _counted(faces)
    if not need >> HANGER & 1:
        return _best_beside(counts, faces.free, 0, six) is not None
    # A Hanger of two leaves most for the Gleich, so longer ones need not be tried.
    for suit, own in enumerate(held):
        for _, ranks in runs(suit, 2, six):
            missing = ranks & ~own
            spare = faces.free - missing.bit_count()
            if spare >= 0 and not need >> GLEICH & 1:
                return True
            if spare >= 0 and _best_beside(counts, spare, missing, six):
                return True
    return False


def can_have(book: Book, faces: Faces, need: int) -> bool:
    """Whether the hand can have all these figures (a set of bits) at once."""
    return not need & 0b11 or _can_have(faces, book.six, need & 0b11)


def _has(pair: Pair, need: int) -> bool:
    if need >> GLEICH & 1 and pair.gleich is None:
        return False
    return not (need >> HANGER & 1 and pair.hanger is None)


def favourite(book: Book, trump: int) -> int:
    """The suit whose Hanger is better than an equal one, or -1."""
    return trump if book.options.hanger_trump_preference else -1


def _value(figure: Figure | None, favourite: int) -> tuple[int, int, int]:
    if figure is None:
        return (0, 0, 0)
    return (figure.n, figure.rank, int(figure.suit >= 0 and figure.suit == favourite))


@clause("P90-25", "P90-26", "PG-10", "PG-28")
def compare(book: Book, trump: int, a: Figure | None, b: Figure | None) -> int:
    """More cards, then the higher rank: 1, -1, or 0 for equal figures, whatever the suits."""
    if a and b and max(a.n, b.n) < DRITZIG and not book.options.compare_simple:
        return 0
    wild = favourite(book, trump)
    mine, theirs = _value(a, wild), _value(b, wild)
    return (mine > theirs) - (mine < theirs)


@clause("P90-A")
def compare_high(book: Book, trump: int, a: Figure | None, b: Figure | None) -> int:
    """In the endgame only figures of three and more cards count; below that all are equal."""
    return compare(book, trump, _dritzig(a), _dritzig(b))


def _dritzig(figure: Figure | None) -> Figure | None:
    return figure if figure and figure.n >= DRITZIG else None


@clause("P90-26", "PG-11")
def figure_winner(
    book: Book, trump: int, a: Figure | None, b: Figure | None, spiel_party: int
) -> int:
    """The party with the better figure; equal ones go with the Spiel, or to nobody (-1)."""
    if a is None and b is None:
        return -1
    better = compare(book, trump, a, b)
    if better:
        return 0 if better > 0 else 1
    return tie_winner(book, spiel_party)


@clause("P90-26", "PG-11")
def tie_winner(book: Book, spiel_party: int) -> int:
    """Who has equal figures: the party that has the Spiel, or by local rule nobody (-1)."""
    return -1 if book.options.tie == "nobody" else spiel_party


def better_of(book: Book, trump: int, found: list[Figure | None]) -> Figure | None:
    """The best of several players' figures of one kind."""
    best = None
    for figure in found:
        if compare(book, trump, figure, best) > 0:
            best = figure
    return best
