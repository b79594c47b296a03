"""The state of a deal of Tarock à l'Hombre, and small questions to it. No rules.

Seats are those of the table. A *place* is a seat counted from the Vorhand: 0 Vorhand,
1 Mittelhand, 2 dealer; the bidding is spoken by places.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trull.cards import Card, mask_of
from trull.kernels.tarock import count
from trull.laws.lhombre.book import BIDS, NO_BID, PACK, SEATS, TRICKS, Book, Contract
from trull.state import Act, Action, Fault, Log, Seat, Setup, acts_in, fault

_CARDS = {code: PACK.card(code) for code in PACK.codes}

FREE_PLAY = "free_play"
"""The play at a free table: for everybody ``play``, but with other laws for cards and talk."""


class Bidding(NamedTuple):
    """The bidding so far, by places; ``laid`` are cards the holder put down without a word."""

    speaker: int = 0
    level: int = NO_BID
    holder: int = -1
    passed: tuple[int, ...] = ()
    laid: tuple[Card, ...] = ()
    ended: bool = False


class Answer(NamedTuple):
    """What became of one asked card."""

    asked: Card
    outcome: str  # given, in_skar, own_card, refused, no_slot
    giver: Seat | None = None
    returned: Card | None = None  # what the giver received, face down


class Exchange(NamedTuple):
    """The cards put down in return, the next slot, and the answers so far."""

    laid: tuple[Card, ...] = ()
    slot: int = 0
    answers: tuple[Answer, ...] = ()


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: tuple[Card, ...]
    taker: Seat


class SkiesPlayed(NamedTuple):
    """The Skies as an excuse: who played it, who took that trick, and whether a deadline counts."""

    seat: Seat
    taker: Seat
    trick_no: int
    no_deadline: bool


class Play(NamedTuple):
    """The tricks: what lies there, what is done, and the pile of each seat.

    The Skies lies in its player's pile until the count; only then is it redeemed or lost.
    """

    leader: Seat = Seat(0)
    lying: tuple[Card, ...] = ()
    done: tuple[Trick, ...] = ()
    piles: tuple[int, ...] = (0, 0, 0)
    total: int = TRICKS  # tricks that can be played; fewer with unequal hands
    volte: bool = False
    skies: SkiesPlayed | None = None
    legal: int = 0  # what the seat on turn may play


class Bond(NamedTuple):
    """A duty of rules 8 to 13: whom it binds, to what, by which clause, and who made it."""

    seat: Seat
    duty: int
    clause: str
    maker: Seat
    premature: bool = False  # by a card; else by a word


class Window(NamedTuple):
    """What stood before a trick, for a card of it that is put right."""

    piles: tuple[int, ...] = (0, 0, 0)
    skies: SkiesPlayed | None = None


class Irregular(NamedTuple):
    """A trick at a free table, until the first card of the next: what is not as it should be."""

    early: tuple[tuple[Seat, Card], ...] = ()  # cards that lie there before their turn
    bonds: tuple[Bond, ...] = ()
    slipped: tuple[bool, ...] = ()  # which side was irregular first: True is the Ombre's
    said: tuple[tuple[Seat, str], ...] = ()  # what was said in this trick
    bound: tuple[int, ...] = (0, 0, 0)  # what each might have played when he did
    revoked: tuple[Seat, ...] = ()  # whose revoke can still be put right
    before: Window = Window()
    volte_after: bool = False  # the Volte was announced when the trick had been taken


class Gift(NamedTuple):
    """A card handed to the Ombre though nothing lies for it; it lies before him."""

    giver: Seat
    card: Card


class Slips(NamedTuple):
    """What only a free table knows of."""

    void: bool = False  # the misdeal was found
    upheld: tuple[tuple[str, Seat], ...] = ()  # what was established, and of whom
    filled: bool = False  # the dealer made up the hand of another who laid the Skar
    noted: tuple[tuple[int, tuple[Card, ...]], ...] = ()  # laid silently out of turn, by place
    gift: Gift | None = None
    given: bool = False  # a card was so given, whatever became of it
    kept: Seat | None = None  # whose card the Ombre kept without paying for it
    trick: Irregular = Irregular()


class State(NamedTuple):
    """One deal."""

    setup: Setup
    book: Book
    phase: str = "cut"
    log: Log = ()
    hands: tuple[int, ...] = (0, 0, 0)
    skar: int = 0
    skar_by: Seat | None = None
    bidding: Bidding = Bidding()
    ombre: Seat | None = None  # who plays alone; also the holder of à trois
    bid: str = ""
    exchange: Exchange = Exchange()
    honours: tuple[tuple[str, ...], ...] = ()  # what was declared, Vorhand first
    slips: Slips = Slips()
    play: Play = Play()

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts so far, in order."""
        return acts_in(self.log)


def is_free(s: State) -> bool:
    """Whether the wrong card may fall at this table."""
    return s.book.options.table == "free"


def phase_name(s: State) -> str:
    """The phase as everybody calls it."""
    return "play" if s.phase == FREE_PLAY else s.phase


def seat_at(setup: Setup, place: int) -> Seat:
    """The seat of a place."""
    return Seat((setup.forehand + place) % SEATS)


def place_of(setup: Setup, seat: int) -> int:
    """The place of a seat: 0 Vorhand, 1 Mittelhand, 2 dealer."""
    return (seat - setup.forehand) % SEATS


def dealer_of(setup: Setup) -> Seat:
    """The dealer's seat."""
    return seat_at(setup, SEATS - 1)


def to_play(s: State) -> Seat:
    """Whose card is next."""
    return Seat((s.play.leader + len(s.play.lying)) % SEATS)


def trick_no(s: State) -> int:
    """The number of the trick being played, from 1."""
    return len(s.play.done) + 1


def opponents_of(ombre: int) -> tuple[Seat, Seat]:
    """The two who play against the Ombre, in order of play."""
    return Seat((ombre + 1) % SEATS), Seat((ombre + 2) % SEATS)


def side_of(ombre: int, seat: int) -> tuple[Seat, ...]:
    """The seats that pool their tricks with this one."""
    return (Seat(seat),) if seat == ombre else opponents_of(ombre)


def tricks_of(play: Play, seat: int) -> int:
    """How many tricks a seat has taken."""
    return sum(trick.taker == seat for trick in play.done)


def contract_of(s: State) -> Contract:
    """The bid being played."""
    return s.book.contracts[BIDS.index(s.bid)]


def with_hand(hands: tuple[int, ...], seat: int, hand: int) -> tuple[int, ...]:
    """The hands with one of them changed."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def read(words: Iterable[str]) -> tuple[Card, ...] | None:
    """The cards of some words, or None if one of them is no card's canonical name."""
    found = [_CARDS.get(word) for word in words]
    cards = tuple(card for card in found if card is not None)
    return cards if len(cards) == len(found) else None


def out_of_turn(clause: str, turn: Seat) -> Fault:
    """The fault of one who is not to act now."""
    return fault(clause, "not_your_turn", turn=str(turn))


def not_now(s: State, act: Action) -> Fault:
    """The fault of an act that belongs to another part of the game."""
    return fault("L-1.1", "not_now", verb=act.verb, phase=phase_name(s))


def too_many_words(act: Action) -> Fault:
    """The fault of words after a verb that stands alone."""
    return fault("L-1.1", "too_many_words", verb=act.verb, words=" ".join(act.args))


def card_faults(clause: str, hand: int, words: tuple[str, ...]) -> tuple[Fault, ...]:
    """What is wrong with words that should be different cards of this hand."""
    cards = read(words)
    if cards is None:
        return (fault(clause, "no_card", words=" ".join(words)),)
    missing = mask_of(cards) & ~hand
    if missing:
        return (fault(clause, "not_in_hand", cards=PACK.text(missing)),)
    if count(mask_of(cards)) < len(cards):
        return (fault(clause, "card_twice", cards=" ".join(words)),)
    return ()
