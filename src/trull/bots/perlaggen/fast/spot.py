"""What everybody at a Perlaggen table knows once cards fall: the trick, the tricks taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trull.bots.fast.world import World
from trull.kernels.perlaggen import SUITS
from trull.laws.perlaggen.book import OUT, PACK, SPIEL, Book
from trull.laws.perlaggen.play import trick_winner
from trull.laws.perlaggen.table import NOBODY, Piece, State, decided, read_token, tricks_of
from trull.laws.perlaggen.view import PerlaggenView, stake_of
from trull.state import Seat, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A moment of the tricks without the hidden cards."""

    book: Book
    seats: int
    trump: int
    leader: Seat
    lying: tuple[Piece, ...] = ()
    taken: tuple[int, int] = (0, 0)  # tricks of the parties
    fixed: tuple[Piece, ...] = ()  # unplayed Perlaggen that were baptised or shown as simple
    worth: int = 0  # what the Spiel brings; 0 once it is decided
    spiel: int = NOBODY  # the party that has the Spiel, once it is decided
    rows: tuple[tuple[int, ...], ...] = ()  # the faces each seat has played

    @property
    def turn(self) -> Seat:
        """Whose card is next."""
        return Seat((self.leader + len(self.lying)) % self.seats)

    def strength(self, piece: Piece) -> int:
        """The place of a baptised Perlagg in the order of the Perlaggen, 0 for any other card."""
        return self.book.strength[self.trump][piece.card] if piece.baptised else 0


def spot_of(view: View) -> Spot:
    """The spot of a view in the play."""
    assert isinstance(view, PerlaggenView), "a view of Perlaggen"
    book, trump = Book.of(view.rules), SUITS.index(view.trump)
    shown = [view.hand, *view.lying_open]
    pieces = [_read(book, trump, token) for tokens in shown for token in tokens]
    spiel = view.figures[SPIEL]
    open_still = spiel.status not in ("good", "done")
    leader = view.trick[0][0] if view.trick else _leads(view)
    return Spot(
        book=book,
        seats=view.seats,
        trump=trump,
        leader=leader,
        lying=tuple(_read(book, trump, token) for _, token in view.trick),
        taken=view.tricks,
        fixed=_fixed(book, trump, pieces),
        worth=_worth(view.target, spiel.stake) if open_still else 0,
        spiel=view.spiel_party,
        rows=tuple(tuple(_read(book, trump, word).face for word in row) for row in view.rows),
    )


def _leads(view: PerlaggenView) -> Seat:
    """Who leads to the next trick: he took the last one, or is Vorhand."""
    plays = [seen for seen in view.seen if seen.verb == "play"]
    if not plays:
        return view.forehand
    before = view.last_trick
    book, trump = Book.of(view.rules), SUITS.index(view.trump)
    return before[trick_winner(book, trump, [_read(book, trump, token) for _, token in before])][0]


def _worth(target: int, stake: str) -> int:
    """A number as it was held; "Spiel aus" is worth the whole game."""
    return target if stake == "OUT" else int(stake)


def _read(book: Book, trump: int, token: str) -> Piece:
    piece = read_token(book, trump, token)
    assert piece is not None, f"{token} is a card of this hand"
    return piece


def _fixed(book: Book, trump: int, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    found = {p for p in pieces if p.face >= 0 and book.is_perlagg(p.card, trump)}
    return tuple(sorted(found))


def opened(s: State) -> tuple[Spot, World]:
    """The spot of a state in its play, and the world as it is."""
    pieces = [piece for player in s.players for piece in player.hand]
    trump, spiel = s.layout.trump, s.bids.figs[SPIEL]
    stake = stake_of(s, spiel)
    spot = Spot(
        book=s.book,
        seats=s.setup.seats,
        trump=trump,
        leader=s.play.lying[0][0] if s.play.lying else s.play.turn,
        lying=tuple(piece for _, piece in s.play.lying),
        taken=(tricks_of(s, 0), tricks_of(s, 1)),
        fixed=_fixed(s.book, trump, pieces),
        worth=0 if decided(spiel) else s.book.options.target if stake == OUT else stake,
        spiel=spiel.winner,
        rows=tuple(tuple(piece.face for piece in player.row) for player in s.players),
    )
    hands = tuple(sum(1 << p.card for p in player.hand) for player in s.players)
    return spot, World(hands)


assert len(PACK.codes) == 33, "a card fits six bits"
