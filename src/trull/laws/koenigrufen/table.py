"""The state of a deal of Königrufen: small frozen records.

State   a moment: the phase, whose turn it is, the log, and the tricks
Table   what stands before the first card falls: Deal, Auction, Bargain, Speech, Terms
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self, TypeVar, dataclass_transform

from trull.cards import Card, cards
from trull.kernels.koenigrufen import TrickRules
from trull.laws.koenigrufen.book import BIRD_ITEMS, BIRDS, KING, PACK, Book, Contract
from trull.state import Act, Action, Log, Seat, Setup, acts_in

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
SEATS = tuple(Seat(seat % 4) for seat in range(8))  # round the table and on


T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def moment(cls: type[T]) -> type[T]:
    """A record frozen for the type checker alone: one is made at every act, at a third the cost."""
    return dataclass(slots=True)(cls)


class Renewable:
    """What these records have in common with the named tuples beside them."""

    __slots__ = ()

    def _replace(self, **parts: object) -> Self:
        """The same record with some parts renewed."""
        return replace(self, **parts)  # type: ignore[type-var]


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
    """Who passed, and the bid or side-by-side bids that stand."""

    passed: frozenset[Seat] = frozenset()
    opened: bool = False  # the Vorhand has spoken her first word
    holders: tuple[Bid, ...] = ()
    outbid: tuple[Bid, ...] = ()  # last bids of seats driven out and not yet passed


class Bargain(NamedTuple):
    """What is played, by whom, with whom and with which cards of the talon."""

    contract: Contract
    declarers: tuple[Bid, ...]  # the first leads; more than one only side by side (bei)
    declarer: Seat  # the first of them
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
    hidden: bool = False  # everything was laid away face down, also what should be shown


class Announcement(NamedTuple):
    """An announced bonus, who said it and who gave Kontra, Re, Sub."""

    item: str
    seat: Seat
    kontra: tuple[Seat, ...] = ()


class Speech(NamedTuple):
    """The announcing: what was announced, what was contraed."""

    items: tuple[Announcement, ...] = ()
    game: tuple[Seat, ...] = ()  # Kontra on a positive game
    pairs: tuple[tuple[Seat, Seat, tuple[Seat, ...]], ...] = ()  # declarer, opponent, givers
    guts: int = 0  # how many in a row said "gut"
    said: bool = False  # something was said in this turn
    announced: bool = False  # a bonus was announced in this turn
    spent: frozenset[Seat] = frozenset()  # seats whose one announcing turn is over
    spoken: frozenset[Seat] = frozenset()
    open: bool = True  # until the loop has closed


SILENCE = Speech()
"""Before anybody has announced anything."""


class Trick(NamedTuple):
    """A finished trick; ``pile`` is the set of its cards."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    pile: int


@moment
class Terms(Renewable):
    """What stays the same from the first lead to the last trick."""

    rules: TrickRules
    hands: tuple[int, ...]  # what each seat held before the first lead
    bound: tuple[int, ...]  # for each seat the announced cards that bind it
    rounds: int  # twelve tricks, or as many as the shortest hand has cards
    plain: bool  # follow suit, else tarock, else anything: no further duty binds anybody


class Offence(NamedTuple):
    """Who broke the rules, how, and what sure gain the others claim beside."""

    seats: tuple[int, ...]
    kind: str = ""  # of the fixed fine, where there is one
    extra: tuple[tuple[int, int, int | None], ...] = ()  # seat, points, of whom (None: of all)
    breach: str = ""  # what all of them did, where it is the same


@moment
class Table(Renewable):
    """What was dealt, bid, bought and said: all that stands before the first card falls."""

    setup: Setup
    book: Book
    deal: Deal
    auction: Auction | None = None
    bargain: Bargain | None = None
    speech: Speech | None = None
    terms: Terms | None = None
    outcome: str = ""  # how a deal ended without play: slid, bare, redeal, dealt_again, ruled
    offence: Offence | None = None  # what was established at a free table


@moment
class State(Renewable):
    """Everything about a deal; never leaves the laws."""

    table: Table
    phase: str
    turn: Seat | None  # who must act; nobody once the deal is over
    log: Log = ()
    tricks: tuple[Trick, ...] = ()
    left: int = 0  # every card that has not fallen yet
    legal: int = 0  # what the seat on turn may play
    lying: tuple[Card, ...] = ()

    @property
    def setup(self) -> Setup:
        """What was on the table before the first act."""
        return self.table.setup

    @property
    def book(self) -> Book:
        """The rule book."""
        return self.table.book

    @property
    def deal(self) -> Deal:
        """The cards as dealt."""
        return self.table.deal

    @property
    def auction(self) -> Auction | None:
        """The auction, once it has begun."""
        return self.table.auction

    @property
    def bargain(self) -> Bargain | None:
        """The contract, once it stands."""
        return self.table.bargain

    @property
    def speech(self) -> Speech | None:
        """The announcing, once it has begun."""
        return self.table.speech

    @property
    def play(self) -> State | None:
        """This very state, once the play has begun."""
        return self if self.table.terms is not None else None

    @property
    def outcome(self) -> str:
        """How the deal ended: played, slid, bare, redeal, dealt_again, ruled."""
        return self.table.outcome or ("played" if self.phase == "over" else "")

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts so far, in order."""
        return acts_in(self.log)

    @property
    def hands(self) -> tuple[int, ...]:
        """What each seat still holds in the play."""
        return tuple(hand & self.left for hand in terms_of(self).hands)

    @property
    def led(self) -> int:
        """The card led, -1 before a lead."""
        return self.lying[0] if self.lying else -1

    @property
    def leader(self) -> Seat:
        """Who led, or is about to lead."""
        assert self.turn is not None, "the deal is over"
        return Seat((self.turn - len(self.lying)) % 4)


def renewed(
    t: Table,
    deal: Deal | None = None,
    auction: Auction | None = None,
    bargain: Bargain | None = None,
    speech: Speech | None = None,
    terms: Terms | None = None,
) -> Table:
    """The table with these parts in place of the old ones: ``_replace`` at a third of its cost."""
    return Table(
        t.setup,
        t.book,
        deal or t.deal,
        auction or t.auction,
        bargain or t.bargain,
        speech or t.speech,
        terms or t.terms,
        t.outcome,
        t.offence,
    )


def acted(s: State, seat: Seat, act: Action, phase: str, turn: Seat | None, table: Table) -> State:
    """The state after an act before the play."""
    return State(table, phase, turn, (s.log, seat, act))


def moved(s: State, phase: str, turn: Seat | None, table: Table) -> State:
    """The state when one phase leads into another without an act."""
    return State(table, phase, turn, s.log)


def by_topic(topic: str) -> Callable[[State], str]:
    """What cites the clause by which a table's rule set regulates a topic."""
    return lambda s: s.table.book.cites[topic]


def by_option(option: str) -> Callable[[State], str]:
    """What cites the clause an option serves."""
    return lambda s: s.table.book.clause(option)


def auction_of(s: State) -> Auction:
    """The auction, which must have begun."""
    auction = s.table.auction
    assert auction is not None, "no auction yet"
    return auction


def bargain_of(s: State) -> Bargain:
    """The contract, which must stand."""
    bargain = s.table.bargain
    assert bargain is not None, "no contract yet"
    return bargain


def speech_of(s: State) -> Speech:
    """The announcing, which must have begun."""
    speech = s.table.speech
    assert speech is not None, "nobody announces yet"
    return speech


def terms_of(s: State) -> Terms:
    """The terms of the play, which must have begun."""
    terms = s.table.terms
    assert terms is not None, "no card is played yet"
    return terms


def hand_now(s: State, seat: Seat) -> int:
    """The cards a seat holds now."""
    t = s.table
    if t.terms is not None:
        return t.terms.hands[seat] & s.left
    if not t.deal.hands:
        return 0
    hand, bargain = t.deal.hands[seat], t.bargain
    if bargain is not None and seat == bargain.declarer:
        hand = (hand | bargain.taken) & ~bargain.discard
    return hand


def hands_now(s: State) -> tuple[int, ...]:
    """The cards each seat holds now."""
    t, left, b = s.table, s.left, s.table.bargain
    if t.terms is not None:
        return tuple([hand & left for hand in t.terms.hands])
    if b is None or not (b.taken or b.discard):
        return t.deal.hands or (0, 0, 0, 0)
    return tuple([hand_now(s, seat) for seat in SEATS[:4]])


def alone(b: Bargain) -> bool:
    """Whether the declarer has no partner."""
    return b.partner is None


def sides_public(s: State) -> bool:
    """Whether everybody knows who plays with whom."""
    b = bargain_of(s)
    if b.contract.side != "called" or (b.contract.open_talon and b.king_half >= 0):
        return True
    if s.table.terms is not None and not s.left >> KING[b.called] & 1:
        return True  # the king has fallen
    return gave_himself_away(s)


def gave_himself_away(s: State) -> bool:
    """Whether the called partner announced what only he may: the king, the bought Pagat, Mondfang.

    At a free table everybody can say it, so it proves nothing.
    """
    b, speech = bargain_of(s), s.table.speech
    if speech is None or not speech.items or s.table.book.options.table == "free":
        return False
    own = {"koenig_ultimo"}
    if b.contract.open_talon:
        own |= {BIRD_ITEMS[card - PACK.index["T1"]] for card in cards(b.taken & BIRDS)}
    if s.table.book.options.mondfang_announcer == "partner":
        own.add("mondfang")
    return any(a.item in own and a.seat != b.declarer for a in speech.items)


SIDES = {
    (declarer, partner): frozenset({declarer} if partner is None else {declarer, partner})
    for declarer in SEATS[:4]
    for partner in (None, *SEATS[:4])
}


def declarer_side(b: Bargain) -> frozenset[Seat]:
    """The declarer and the called partner."""
    return SIDES[b.declarer, b.partner]
