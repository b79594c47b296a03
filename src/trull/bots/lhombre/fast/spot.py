"""What everybody at a table of Tarock à l'Hombre knows once cards fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from trull.bots.fast.world import World
from trull.cards import Card
from trull.kernels import lhombre as kernels
from trull.laws.lhombre.book import MASKS, PACK, SEATS, SKIES, TRICKS, Book
from trull.laws.lhombre.duties import NAMES
from trull.laws.lhombre.freeplay import bonds
from trull.laws.lhombre.play import first_leader, volte_rank, winner
from trull.laws.lhombre.skar import counts_for_ombre
from trull.laws.lhombre.table import SkiesPlayed, State, Trick
from trull.laws.lhombre.view import LhombreView
from trull.state import Seat, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A moment of the play without the hidden cards."""

    book: Book
    bid: str
    ombre: Seat
    leader: Seat
    skar_counts: bool  # the Skar counts for the Ombre
    total: int = TRICKS
    volte: bool = False
    tricks: tuple[Trick, ...] = ()
    lying: tuple[Card, ...] = ()
    piles: tuple[int, ...] = (0, 0, 0)
    skies: SkiesPlayed | None = None
    bound: tuple[tuple[Seat, int], ...] = ()  # a free table: who has a duty in this trick

    @property
    def turn(self) -> Seat:
        """Whose card is next."""
        return Seat((self.leader + len(self.lying)) % SEATS)

    @property
    def must_hold(self) -> bool:
        """Whether the Ombre is bound to keep the Skies to the last trick."""
        if self.book.options.skies_scope == "always":
            return True
        return self.volte and all(trick.taker == self.ombre for trick in self.tricks)


def spot_of(view: View) -> Spot:
    """The spot of a view in the play."""
    assert isinstance(view, LhombreView), "a view of Tarock à l'Hombre"
    assert view.ombre is not None, "somebody plays"
    spot = proposed(view, bid=view.bid, ombre=view.ombre)
    fallen: list[Card] = []
    for _seat, verb, words in view.seen:
        if verb == "play":
            fallen.append(PACK.card(words[0]))
        elif verb == "announce_volte":
            spot, fallen = replace(played_on(spot, fallen), volte=True), []
    bound = tuple((bond.seat, NAMES[bond.duty]) for bond in view.bound)
    spot = played_on(spot, fallen)
    return replace(spot, total=view.tricks, volte=view.volte, bound=bound)


def proposed(view: View, *, bid: str, ombre: Seat) -> Spot:
    """The spot before the first card of a game, as it stands or as somebody thinks of it."""
    book = Book.of(view.rules)
    leader = first_leader(book, view.forehand, ombre)
    dealer = Seat((view.forehand + SEATS - 1) % SEATS)
    layer = next((seat for seat, verb, _ in view.seen if verb == "lay_skar"), dealer)
    return Spot(
        book=book,
        bid=bid,
        ombre=ombre,
        leader=leader,
        skar_counts=counts_for_ombre(book, ombre == layer),
    )


def played_on(spot: Spot, fallen: Sequence[Card]) -> Spot:
    """The spot after more cards have fallen."""
    lying = (*spot.lying, *fallen)
    while len(lying) >= SEATS:
        spot = _taken(replace(spot, lying=lying[:SEATS]))
        lying = lying[SEATS:]
    return replace(spot, lying=lying)


def rank_in_trick(spot: Spot) -> int:
    """What the Skies is in the trick that lies: an excuse, but a trump that had to be kept."""
    if len(spot.tricks) + 1 != spot.total or not spot.must_hold:
        return kernels.EXCUSE
    return volte_rank(spot.book) if player_of(spot, SKIES) == spot.ombre else kernels.EXCUSE


def player_of(spot: Spot, card: int) -> Seat | None:
    """Who played a card to the trick that lies."""
    if card not in spot.lying:
        return None
    return Seat((spot.leader + spot.lying.index(Card(card))) % SEATS)


def _taken(spot: Spot) -> Spot:
    rank = rank_in_trick(spot)
    taker = Seat((spot.leader + winner(spot.lying, rank)) % SEATS)
    cards, owner, piles, skies = 0, player_of(spot, SKIES), [*spot.piles], spot.skies
    for card in spot.lying:
        cards |= 1 << card
    if owner is not None and rank == kernels.EXCUSE:
        waived = spot.volte and owner == spot.ombre
        skies = SkiesPlayed(owner, taker, len(spot.tricks) + 1, waived)
        piles[owner] |= MASKS.skues
        cards &= ~MASKS.skues
    piles[taker] |= cards
    tricks = (*spot.tricks, Trick(spot.leader, spot.lying, taker))
    return replace(spot, tricks=tricks, lying=(), leader=taker, piles=tuple(piles), skies=skies)


def opened(s: State) -> tuple[Spot, World]:
    """The spot of a state in its play, and the world as it is."""
    assert s.ombre is not None, "somebody plays"
    play = s.play
    spot = Spot(
        book=s.book,
        bid=s.bid,
        ombre=s.ombre,
        leader=play.leader,
        skar_counts=counts_for_ombre(s.book, s.skar_by == s.ombre),
        total=play.total,
        volte=play.volte,
        tricks=play.done,
        lying=play.lying,
        piles=play.piles,
        skies=play.skies,
        bound=tuple((bond.seat, bond.duty) for bond in bonds(s)),
    )
    return spot, World(s.hands, s.skar)
