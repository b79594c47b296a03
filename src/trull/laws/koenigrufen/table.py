"""The state of a deal of Königrufen: small frozen records, one per stage of the deal."""

from __future__ import annotations

from typing import NamedTuple

from trull.cards import Card, cards
from trull.kernels import TrickRules
from trull.laws.koenigrufen.book import BIRD_ITEMS, BIRDS, KING, PACK, Book, Contract
from trull.state import Act, Seat, Setup

PHASES = (
    "cut",
    "packets",
    "auction",
    "forehand_choice",
    "call",
    "take",
    "discard",
    "trischaken",
    "declare",
    "announce",
    "play",
    "over",
)


class Deal(NamedTuple):
    """The cards as dealt; ``packets`` still lie on the table after a knock."""

    pack: tuple[Card, ...]
    hands: tuple[int, ...] = ()
    talon: tuple[Card, ...] = ()  # six cards: the upper three, then the lower
    packets: tuple[int, ...] = ()  # sets of twelve, 0 where one was taken


class Bid(NamedTuple):
    """A seat's standing bid."""

    seat: Seat
    contract: str
    rank: float
    bird: str = ""  # named with the bid where birds are ranked


class Auction(NamedTuple):
    """Who speaks, who passed, and the bid or side-by-side bids that stand."""

    turn: Seat
    passed: frozenset[Seat] = frozenset()
    opened: bool = False  # the Vorhand has spoken her first word
    holders: tuple[Bid, ...] = ()
    outbid: tuple[Bid, ...] = ()  # last bids of seats driven out and not yet passed


class Bargain(NamedTuple):
    """What is played, by whom, with whom and with which cards of the talon."""

    contract: Contract
    declarers: tuple[Bid, ...]  # the first leads; more than one only side by side (bei)
    called: str = ""  # suit of the called king
    fourth: bool = False  # called as "the fourth", the suit unspoken
    partner: Seat | None = None  # who holds the called king, other than the declarer
    king_half: int = -1  # the half of the talon the called king was dealt to
    taken: int = 0
    discard: int = 0
    slid: str = ""  # the bird paid for when sliding, "-" without one; empty: not slid
    stichzwang: bool = True
    talon_use: str = "last"
    opens: str = ""  # who lays open in a semi-ouvert game: declarer or opponents
    replaced: bool = False  # Trischaken played instead of sliding

    @property
    def declarer(self) -> Seat:
        """The declarer, or the one who leads among several."""
        return self.declarers[0].seat


class Announcement(NamedTuple):
    """An announced bonus, who said it and who gave Kontra, Re, Sub."""

    item: str
    seat: Seat
    kontra: tuple[Seat, ...] = ()


class Speech(NamedTuple):
    """The announcing: whose turn, what was announced, what was contraed."""

    turn: Seat
    items: tuple[Announcement, ...] = ()
    game: tuple[Seat, ...] = ()  # Kontra on a positive game
    pairs: tuple[tuple[Seat, Seat, tuple[Seat, ...]], ...] = ()  # declarer, opponent, givers
    guts: int = 0  # how many in a row said "gut"
    said: bool = False  # something was said in this turn
    announced: bool = False  # a bonus was announced in this turn
    spent: frozenset[Seat] = frozenset()  # seats whose one announcing turn is over
    spoken: frozenset[Seat] = frozenset()
    open: bool = True  # until the loop has closed


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


class Play(NamedTuple):
    """The tricks: what is held, what lies there, what was taken."""

    rules: TrickRules
    hands: tuple[int, ...]
    turn: Seat
    leader: Seat
    bound: tuple[int, ...]  # for each seat the announced cards that bind it
    legal: int = 0  # what the seat on turn may play
    lying: tuple[Card, ...] = ()
    trick: int = 0
    led: int = -1
    crown: int = 0
    tricks: tuple[Trick, ...] = ()


class State(NamedTuple):
    """Everything about a deal; never leaves the laws."""

    setup: Setup
    book: Book
    phase: str
    deal: Deal
    acts: tuple[Act, ...] = ()
    auction: Auction | None = None
    bargain: Bargain | None = None
    speech: Speech | None = None
    play: Play | None = None
    outcome: str = ""  # played, slid, bare, redeal


def auction_of(s: State) -> Auction:
    """The auction, which must have begun."""
    assert s.auction is not None, "no auction yet"
    return s.auction


def bargain_of(s: State) -> Bargain:
    """The contract, which must stand."""
    assert s.bargain is not None, "no contract yet"
    return s.bargain


def speech_of(s: State) -> Speech:
    """The announcing, which must have begun."""
    assert s.speech is not None, "nobody announces yet"
    return s.speech


def play_of(s: State) -> Play:
    """The play, which must have begun."""
    assert s.play is not None, "no card is played yet"
    return s.play


def hand_now(s: State, seat: Seat) -> int:
    """The cards a seat holds now."""
    if s.play is not None:
        return s.play.hands[seat]
    if not s.deal.hands:
        return 0
    hand = s.deal.hands[seat]
    if s.bargain is not None and seat == s.bargain.declarer:
        hand = (hand | s.bargain.taken) & ~s.bargain.discard
    return hand


def alone(b: Bargain) -> bool:
    """Whether the declarer has no partner."""
    return b.partner is None


def sides_public(s: State) -> bool:
    """Whether everybody knows who plays with whom."""
    b = bargain_of(s)
    if b.contract.side != "called" or (b.contract.open_talon and b.king_half >= 0):
        return True
    if s.play is not None and any(_has_king(trick.cards, b) for trick in s.play.tricks):
        return True
    if s.play is not None and _has_king(s.play.lying, b):
        return True
    return gave_himself_away(s)


def gave_himself_away(s: State) -> bool:
    """Whether the called partner announced what only he may: the king, or the bought Pagat."""
    b = bargain_of(s)
    if s.speech is None:
        return False
    bought = {BIRD_ITEMS[card - PACK.index["T1"]] for card in cards(b.taken & BIRDS)}
    own = {"koenig_ultimo", *(bought if b.contract.open_talon else ())}
    return any(a.item in own and a.seat != b.declarer for a in s.speech.items)


def _has_king(lying: tuple[Card, ...], b: Bargain) -> bool:
    return KING[b.called] in lying


def declarer_side(b: Bargain) -> frozenset[Seat]:
    """The declarer and the called partner."""
    return frozenset({b.declarer} if b.partner is None else {b.declarer, b.partner})
