"""Ways to turn up a figure: which cards, and which baptism for each Perlagg.

Nothing here says what is lawful; a law tries these ways and keeps those that pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trull.kernels.perlaggen import RANK_OF, RANKS, SUIT_OF, SUITS
from trull.laws.perlaggen.book import GLEICH, PACK, Book
from trull.laws.perlaggen.figures import Figure, runs
from trull.laws.perlaggen.table import Piece, Player, State, lying, rank_of, suit_of

Way = tuple[Piece, ...]
Made = tuple[Figure, Way]

_FACE = {(SUIT_OF[face], RANK_OF[face]): face for face in range(PACK.size)}


def ways(s: State, seat: int, figure: int) -> list[Made]:
    """Ways to make figures of a kind out of one player's cards, the smallest figure first."""
    player, trump = s.players[seat], s.layout.trump
    spare = [p for p in player.hand if p.face < 0]
    spare.sort(key=lambda p: s.book.strength[trump][p.card])
    hidden = [p for p in player.hand if p.face >= 0 and not player.open >> p.card & 1]
    make = _gleich if figure == GLEICH else _hanger
    found = list(make(s.book, player, hidden, spare))
    found.sort(key=lambda made: (made[0].n, made[0].rank, len(made[1])))
    return found


def _gleich(book: Book, player: Player, hidden: list[Piece], spare: list[Piece]) -> Iterator[Made]:
    """Natural cards of a rank first, then Perlaggen of that rank, in each of the suits."""
    seen = [rank_of(p) for p in lying(player)]
    for rank in range(len(RANKS)):
        natural = [p for p in hidden if rank_of(p) == rank]
        base = seen.count(rank)
        for n in range(len(natural) + 1):
            if base + n >= 2:
                yield Figure(GLEICH, base + n, rank), tuple(natural[:n])
        for wild in range(1, len(spare) + 1):
            total = base + len(natural) + wild
            for suit in _suits_with(book, rank) if total >= 2 else ():
                baptised = _baptised(spare[:wild], suit, rank)
                yield Figure(GLEICH, total, rank), (*natural, *baptised)


def _suits_with(book: Book, rank: int) -> list[int]:
    found = (suit for suit in range(len(SUITS)) if (suit, rank) in _FACE)
    return [suit for suit in found if book.cards >> _FACE[suit, rank] & 1]


def _baptised(pieces: list[Piece], suit: int, rank: int) -> list[Piece]:
    return [Piece(p.card, _FACE[suit, rank], baptised=True) for p in pieces]


def _hanger(book: Book, player: Player, hidden: list[Piece], spare: list[Piece]) -> Iterator[Made]:
    """Every run of a suit that the cards and the Perlaggen can fill."""
    seen, natural = _by_suit(lying(player)), _by_suit(hidden)
    for suit, (lies, held) in enumerate(zip(seen, natural, strict=True)):
        shown = sum(1 << rank for rank in lies)
        for run, ranks in runs(suit, len(lies.keys() | held.keys()) + len(spare), book.six):
            wanted = ranks & ~shown
            found = [piece for rank, piece in held.items() if wanted >> rank & 1]
            missing = wanted & ~sum(1 << rank_of(piece) for piece in found)
            if missing.bit_count() <= len(spare):
                yield run, (*found, *_filled(spare, suit, missing))


def _filled(spare: list[Piece], suit: int, missing: int) -> Iterator[Piece]:
    """Perlaggen baptised into the missing ranks of a suit, the weakest first."""
    ranks = (rank for rank in range(len(RANKS)) if missing >> rank & 1)
    for piece, rank in zip(spare, ranks, strict=False):
        yield from _baptised([piece], suit, rank)


def _by_suit(pieces: Iterable[Piece]) -> list[dict[int, Piece]]:
    """For each suit the pieces by their rank."""
    found: list[dict[int, Piece]] = [{} for _ in SUITS]
    for piece in pieces:
        found[suit_of(piece)][rank_of(piece)] = piece
    return found
