"""Gleich and Hanger: what a hand can make, and which of two figures is better.

A hand counts here as its *fixed* faces (plain, baptised and simple cards) and the number of its
*free* Perlaggen. What they can make is the kernels' to say.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trull.clauses import clause
from trull.kernels import perlaggen as kernels
from trull.kernels.perlaggen import ACE, DRITZIG, RANKS, SUITS
from trull.laws.perlaggen.book import FIGURES, GLEICH, HANGER, Book


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


def _figure(kind: int, number: int) -> Figure | None:
    """A figure of the kernels."""
    return Figure(kind, number >> 8, number >> 4 & 15, (number & 15) - 1) if number else None


def _number(figure: Figure | None) -> int:
    """The same for the kernels."""
    return 0 if figure is None else figure.n << 8 | figure.rank << 4 | figure.suit + 1


@lru_cache(maxsize=1 << 15)
def _counted(faces: Faces) -> tuple[int, int, int]:
    """How many fixed cards of each rank, which ranks of each suit, how many free Perlaggen."""
    ranks = held = 0
    for face in faces.fixed:
        ranks, held = kernels.ranks_with(ranks, face), kernels.held_with(held, face)
    return ranks, held, faces.free


@clause("P90-30")
@lru_cache(maxsize=128)
def runs(suit: int, longest: int, six: bool) -> tuple[tuple[Figure, int], ...]:
    """Every run of neighbouring ranks of a suit, and its ranks as a set; the As is not low."""
    return tuple(
        (Figure(HANGER, high - low + 1, high, suit), (2 << high) - (1 << low))
        for low in range(kernels.lowest_rank(suit, six), ACE)
        for high in range(low + 1, min(ACE, low + longest - 1) + 1)
    )


def best_gleich(book: Book, faces: Faces) -> Figure | None:
    """The best Gleich of a hand: most cards, then the highest rank."""
    ranks, _, free = _counted(faces)
    return _figure(GLEICH, kernels.best_gleich(ranks, free, 0, book.six))


@lru_cache(maxsize=1 << 15)
def _best_hanger(faces: Faces, six: bool, favourite: int) -> Figure | None:
    _, held, free = _counted(faces)
    return _figure(HANGER, kernels.best_hanger(held, free, six, favourite))


def best_hanger(book: Book, faces: Faces, trump: int) -> Figure | None:
    """The best Hanger of a hand: most cards, then the highest top; of equals the first suit."""
    return _best_hanger(faces, book.six, favourite(book, trump))


def best(book: Book, faces: Faces, trump: int, kind: int) -> Figure | None:
    """The best figure of one kind, judged on its own."""
    return best_gleich(book, faces) if kind == GLEICH else best_hanger(book, faces, trump)


def joint(book: Book, faces: Faces, trump: int, first: int, need: int = 0) -> Pair:
    """Both figures from one set of baptisms, ``first`` as good as can be, then the other.

    ``need`` are figures the player is bound to: they are kept as long as they can all be made.
    """
    return _joint(faces, book.six, favourite(book, trump), first, need)


@lru_cache(maxsize=1 << 15)
def _joint(faces: Faces, six: bool, favourite: int, first: int, need: int) -> Pair:
    pair = kernels.joint_figures(*_counted(faces), six, favourite, first, need)
    return Pair(_figure(HANGER, pair >> 12), _figure(GLEICH, pair & 4095))


@lru_cache(maxsize=1 << 15)
def _can_have(faces: Faces, six: bool, need: int) -> bool:
    return kernels.can_have(*_counted(faces), six, need)


def can_have(book: Book, faces: Faces, need: int) -> bool:
    """Whether the hand can have all these figures (a set of bits) at once."""
    return not need & 0b11 or _can_have(faces, book.six, need & 0b11)


def favourite(book: Book, trump: int) -> int:
    """The suit whose Hanger is better than an equal one, or -1."""
    return trump if book.options.hanger_trump_preference else -1


def compare(book: Book, trump: int, a: Figure | None, b: Figure | None) -> int:
    """More cards, then the higher rank: 1, -1, or 0 for equal figures, whatever the suits."""
    simple, mine, theirs = book.options.compare_simple, _number(a), _number(b)
    return kernels.compare_figures(mine, theirs, favourite(book, trump), simple)


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
