"""What everybody at a Königrufen table knows once cards fall: a spot, taken from any view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from trull.bots.fast.world import World
from trull.cards import Card
from trull.kernels.koenigrufen import TrickRules, crown_after, winning_card
from trull.laws.koenigrufen.book import KING, MASKS, PACK, SUITS, Book, Contract, book_of
from trull.laws.koenigrufen.table import State, Trick, bargain_of, hand_now
from trull.laws.koenigrufen.view import KoenigrufenView, view_of
from trull.state import Seat, View

SEATS = 4
Said = tuple[str, Seat, tuple[Seat, ...]]  # an item, who announced it, who gave Kontra, Re, Sub


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A moment of the play without the hidden cards."""

    book: Book
    contract: Contract
    declarers: tuple[tuple[Seat, str], ...]  # the first is the declarer
    forehand: Seat
    rules: TrickRules
    leader: Seat
    called: str = ""  # a suit, or "fourth" as long as that is all one knows
    talon: tuple[Card, ...] = ()  # as far as it lies open
    bought: int = 0  # what the declarer took of an open talon
    said: tuple[Said, ...] = ()
    kontra: tuple[Seat, ...] = ()
    pairs: tuple[tuple[Seat, Seat, tuple[Seat, ...]], ...] = ()
    talon_use: str = ""
    doubled: bool = False
    tricks: tuple[Trick, ...] = ()
    lying: tuple[Card, ...] = ()

    @property
    def declarer(self) -> Seat:
        """Who plays the game, or the first of those who do."""
        return self.declarers[0][0]

    @property
    def turn(self) -> Seat:
        """Whose card is next."""
        return Seat((self.leader + len(self.lying)) % SEATS)

    @property
    def crown(self) -> int:
        """How far the trick that lies has come to a Kaiserstich."""
        trick, crown = 0, 0
        for card in self.lying:
            led = self.lying[0] if trick else -1
            crown = crown_after(MASKS, self.rules, trick, led, crown, card)
            trick |= 1 << card
        return crown

    def played_by(self, card: int) -> Seat | None:
        """Who played a card, if it has fallen."""
        falls = [(trick.leader, trick.cards) for trick in self.tricks]
        for leader, cards in (*falls, (self.leader, self.lying)):
            if card in cards:
                return Seat((leader + cards.index(Card(card))) % SEATS)
        return None


def spot_of(view: View) -> Spot:
    """The spot of a view in the play."""
    assert isinstance(view, KoenigrufenView), "a view of Königrufen"
    spot = proposed(
        view,
        contract=view.contract,
        declarers=view.declarers,
        called=view.called_suit or view.called,
        said=view.announced,
        kontra=view.kontra,
        pairs=view.kontra_pairs,
        stichzwang=view.stichzwang is not False,
        talon_use=view.talon_use,
    )
    fallen = [PACK.card(seen.args[0]) for seen in view.seen if seen.verb == "play"]
    return played_on(spot, fallen)


def proposed(
    view: View,
    *,
    contract: str,
    declarers: tuple[tuple[Seat, str], ...],
    called: str = "",
    said: tuple[Said, ...] = (),
    kontra: tuple[Seat, ...] = (),
    pairs: tuple[tuple[Seat, Seat, tuple[Seat, ...]], ...] = (),
    stichzwang: bool = True,
    talon_use: str = "",
) -> Spot:
    """The spot before the first card of a game, as it stands or as somebody thinks of it."""
    assert isinstance(view, KoenigrufenView), "a view of Königrufen"
    book = book_of(view.rules)
    kind = book.contracts[contract]
    # Trischaken played instead of sliding: the declarer counts as Vorhand.
    bid = view.holders[0][1] if view.holders else contract
    instead = contract == "trischaken" and bid != contract
    first = declarers[0][0]
    return Spot(
        book=book,
        contract=kind,
        declarers=declarers,
        forehand=first if instead else view.forehand,
        rules=book.rules_of(kind, stichzwang or kind.kind != "trischaken"),
        leader=first if instead or kind.kind == "negative" else view.forehand,
        called=called,
        talon=PACK.read(" ".join(view.talon)) if kind.open_talon else (),
        bought=int(PACK.mask(view.bought)) if kind.open_talon else 0,
        said=said,
        kontra=kontra,
        pairs=pairs,
        talon_use=talon_use or book.options.trischaken_talon,
        doubled=view.context.get("radl", 1) > 1,
    )


def played_on(spot: Spot, fallen: Iterable[Card]) -> Spot:
    """The spot after more cards have fallen."""
    tricks, lying, leader = list(spot.tricks), list(spot.lying), spot.leader
    for card in fallen:
        lying.append(card)
        if len(lying) == SEATS:
            tricks.append(_taken(spot, leader, tuple(lying)))
            leader, lying = tricks[-1].winner, []
    return replace(spot, tricks=tuple(tricks), lying=tuple(lying), leader=leader)


def _taken(spot: Spot, leader: Seat, lying: tuple[Card, ...]) -> Trick:
    pile = 0
    for card in lying:
        pile |= 1 << card
    crown = replace(spot, lying=lying).crown
    best = winning_card(MASKS, spot.rules, pile, lying[0], crown)
    winner = Seat((leader + lying.index(Card(best))) % SEATS)
    return Trick(leader, lying, winner, pile)


def opened(s: State) -> tuple[Spot, World]:
    """The spot of a state in its play, and the world as it is."""
    b = bargain_of(s)
    spot = spot_of(view_of(s, b.declarer, frozenset(), ()))
    hands = tuple(hand_now(s, Seat(seat)) for seat in range(SEATS))
    return spot, World(hands, b.discard, s.deal.talon)


# What depends on the hidden cards


def king_of(spot: Spot, world: World) -> int:
    """The called king, -1 without one; of "the fourth" it is the one the declarer lacks."""
    if spot.called in KING:
        return KING[spot.called]
    if not spot.called:
        return -1
    held = world.hands[spot.declarer] | world.discard
    missing = [KING[suit] for suit in SUITS if not held >> KING[suit] & 1]
    return next(king for king in missing if spot.played_by(king) != spot.declarer)


def partner_of(spot: Spot, world: World, king: int) -> Seat | None:
    """Who holds or held the called king, if that is another than the declarer."""
    if king < 0 or king in spot.talon:
        return None
    holder = spot.played_by(king)
    for seat in range(SEATS):
        if world.hands[seat] >> king & 1:
            holder = Seat(seat)
    return None if holder == spot.declarer else holder


def king_half(spot: Spot, world: World, king: int) -> int:
    """The half of the talon the called king was dealt to, -1 if to none."""
    talon = spot.talon or world.talon
    return talon.index(Card(king)) // 3 if king in talon else -1


def aside(spot: Spot, world: World, half: int) -> int:
    """What counts for the declarer's side beside its tricks: the discard, the king's half."""
    found = world.discard
    if half >= 0 and spot.contract.talon == "none":
        for card in world.talon[3 * half : 3 * half + 3]:
            found |= 1 << card
    return found


def announced(spot: Spot, king: int) -> int:
    """The cards that announced birds and an announced king bind."""
    found = 0
    for item, _, _ in spot.said:
        bonus = spot.book.bonuses[item]
        if bonus.kind == "bird":
            found |= 1 << PACK.card(bonus.card)
        elif bonus.kind == "king":
            found |= 1 << king
    return found
