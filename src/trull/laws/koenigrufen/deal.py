"""Cut, Klopfen, and how the cards come round."""

from __future__ import annotations

from operator import itemgetter

from trull.cards import Card, mask_of
from trull.clauses import clause
from trull.errors import DealError
from trull.laws.koenigrufen.book import BITS, PACK, Book
from trull.laws.koenigrufen.table import SEATS, Auction, Deal, State, acted, by_option, renewed
from trull.laws.verbs import Verb, Verbs
from trull.state import Action, Fault, Seat, Setup, fault

CUTS = tuple(str(n) for n in range(1, PACK.size))
HAND = 12
UNOPENED = Auction()  # nobody has spoken


@clause("F-10.5")
def check_setup(setup: Setup) -> None:
    """A deal that is not of 54 different cards to four seats must be made again."""
    if setup.seats != 4:
        raise DealError(f"a deal of Königrufen has 4 seats, not {setup.seats}")
    if len(setup.pack) != PACK.size or frozenset(setup.pack) != frozenset(range(PACK.size)):
        raise DealError("the pack must hold each of the 54 cards once")
    if setup.dealer is not None and setup.right_of(setup.dealer) != setup.forehand:
        raise DealError("the Vorhand sits to the right of the dealer")


@clause("T-1.3", "F-1.2")
def cutter(book: Book, setup: Setup) -> Seat:
    """The player opposite the dealer cuts, or the Hinterhand; with five the Hinterhand."""
    if setup.dealer is None or book.options.cutter == "rear_hand":
        return Seat((setup.forehand + (3 if setup.dealer is None else 2)) % 4)
    return Seat((setup.forehand + 1) % 4)


@clause("T-1.3", "F-1.2")
def _cut_fault(s: State, _seat: Seat, word: str) -> Fault | None:
    """The cutter lifts 1 to 53 cards."""
    if word in CUTS:
        return None
    return fault(s.book.clause("cutter"), "cut_number", least=CUTS[0], most=CUTS[-1])


@clause("T-1.5")
def _knock_fault(s: State, _seat: Seat, _word: str) -> Fault | None:
    """He knocks instead, where that is allowed."""
    return None if s.book.options.klopfen else fault(s.book.clause("klopfen"), "no_klopfen")


@clause("T-1.5")
def _packet_fault(s: State, _seat: Seat, word: str) -> Fault | None:
    """One of the packets that still lie there."""
    return None if word in _packets_left(s, _seat) else choose_first(s)


def _packets_left(s: State, _seat: Seat) -> tuple[str, ...]:
    return tuple([str(j + 1) for j, packet in enumerate(s.deal.packets) if packet])


def cut_first(s: State) -> Fault:
    """Before the cut there is nothing else to do."""
    return fault(s.book.clause("cutter"), "cut_first")


def choose_first(s: State) -> Fault:
    """After a knock the packets are chosen before anything else."""
    return fault(s.book.clause("klopfen"), "choose_packet")


CUTTING: Verbs[State] = {
    "cut": Verb(by_option("cutter"), _cut_fault, lambda _s, _seat: CUTS),
    "knock": Verb(by_option("klopfen"), _knock_fault),
}
PACKETS: Verbs[State] = {"packet": Verb(by_option("klopfen"), _packet_fault, _packets_left)}


def cut(s: State, seat: Seat, act: Action) -> State:
    """The lower part goes on top and the cards are dealt; a knock deals packets of twelve."""
    if act.verb == "knock":
        return _knocked(s, seat, act)
    t = s.table
    n, pack = int(act.args[0]), t.setup.pack
    pack = pack[n:] + pack[:n]
    hands, talon = dealt(pack, t.setup.forehand, t.book.options.talon_first)
    return to_auction(s, seat, act, hands, talon)


@clause("T-1.4", "F-1.3", "T-1.1")
def dealt(
    pack: tuple[Card, ...], forehand: Seat, talon_first: bool
) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    """Twice six cards to each from the Vorhand on, the talon of twice three in between."""
    first, talon, second = (6, 0, 30) if talon_first else (0, 24, 30)
    sets, hands = itemgetter(*pack)(BITS), [0, 0, 0, 0]
    for seat in range(4):
        one, two = first + 6 * seat, second + 6 * seat
        hands[(forehand + seat) % 4] = sum(sets[one : one + 6] + sets[two : two + 6])
    return tuple(hands), pack[talon : talon + 6]


@clause("T-1.5")
def _knocked(s: State, seat: Seat, act: Action) -> State:
    """After a knock the talon is dealt first, then four packets of twelve."""
    t = s.table
    pack = t.setup.pack
    packets = tuple(mask_of(pack[6 + 12 * j : 18 + 12 * j]) for j in range(4))
    deal = Deal(pack, (0, 0, 0, 0), tuple(pack[:6]), packets)
    return acted(s, seat, act, "packets", t.setup.forehand, renewed(t, deal=deal))


@clause("T-1.5")
def choose_packet(s: State, seat: Seat, act: Action) -> State:
    """Who takes the first packet lets the others go round; the last gets what is left."""
    hands, packets = list(s.deal.hands), list(s.deal.packets)
    chosen = int(act.args[0]) - 1
    hands[seat], packets[chosen] = packets[chosen], 0
    left = [packet for packet in packets if packet]
    if len(left) == 1 or (seat == s.setup.forehand and chosen == 0):
        for k, packet in enumerate(left, 1):
            hands[(seat + k) % 4] = packet
        return to_auction(s, seat, act, tuple(hands), s.deal.talon)
    deal = s.deal._replace(hands=tuple(hands), packets=tuple(packets))
    return acted(s, seat, act, "packets", SEATS[seat + 1], renewed(s.table, deal=deal))


@clause("T-1.6", "F-1.5", "T-2.1", "F-1.6")
def to_auction(
    s: State, seat: Seat, act: Action, hands: tuple[int, ...], talon: tuple[Card, ...]
) -> State:
    """Every hand is played: the auction begins with the Vorhand whatever was dealt."""
    t = s.table
    table = renewed(t, deal=Deal(t.deal.pack, hands, talon), auction=UNOPENED)
    return acted(s, seat, act, "auction", t.setup.forehand, table)


@clause("F-10.6", "KG-54")
def misdealt(s: State, seat: Seat, act: Action) -> State:
    """The first named has a card too many: the last one that should have been the second's."""
    more, fewer = (int(word) for word in act.args)
    card = 1 << _last_dealt(s, fewer)
    hands = list(s.deal.hands)
    hands[more] |= card
    hands[fewer] ^= card
    table = renewed(s.table, deal=s.deal._replace(hands=tuple(hands)))
    return acted(s, seat, act, s.phase, s.turn, table)


def _last_dealt(s: State, seat: int) -> Card:
    """The card of a hand that lay lowest in the pack as it was dealt."""
    first, pack = s.acts[0].action, s.setup.pack
    lifted = int(first.args[0]) if first.verb == "cut" else 0
    order = pack[lifted:] + pack[:lifted]
    return next(card for card in reversed(order) if s.deal.hands[seat] >> card & 1)
