"""Cut and deal: the pack becomes three hands.

At a guarded table the cards are dealt by themselves, without a mistake; at a free table by the
dealer, who can give one player a card too many and another one too few.
"""

from __future__ import annotations

from collections.abc import Sequence

from trull.cards import Card, mask_of
from trull.clauses import clause
from trull.errors import DealError
from trull.laws.lhombre.book import PACK, SEATS, SKAR_SIZE, Book
from trull.laws.lhombre.table import (
    State,
    dealer_of,
    is_free,
    not_now,
    out_of_turn,
    seat_at,
    too_many_words,
    with_hand,
)
from trull.laws.verbs import if_without_fault, one_without_fault
from trull.state import Action, Fault, Prompt, Seat, Setup, fault

PACKET, ROUNDS = 5, 5
CUTS = tuple(str(n) for n in range(1, PACK.size))
PLACES = tuple(str(seat) for seat in range(SEATS))


def begin(setup: Setup) -> State:
    """The shuffled pack lies there and waits for the cut."""
    if setup.seats != SEATS:
        raise DealError(f"Tarock à l'Hombre is played by three; {setup.seats} sit here")
    if len(setup.pack) != PACK.size or mask_of(setup.pack) != PACK.full:
        raise DealError("the pack must hold each of the 78 cards once")
    if setup.dealer is None or setup.right_of(setup.dealer) != setup.forehand:
        raise DealError("the Vorhand is the next player after the dealer")
    return State(setup=setup, book=Book.of(setup.rules))


@clause("M-8")
def cutter(setup: Setup) -> Seat:
    """The player before the dealer in the order of play cuts."""
    return seat_at(setup, SEATS - 2)


@clause("M-8")
def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """The cutter lifts 1 to 77 cards."""
    if act.verb != "cut":
        return (not_now(s, act),)
    if seat != cutter(s.setup):
        return (out_of_turn("M-8", cutter(s.setup)),)
    if " ".join(act.args) not in CUTS:
        return (fault("M-8", "bad_cut", cut=" ".join(act.args), most=CUTS[-1]),)
    return ()


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The cuts without fault."""
    return one_without_fault(faults, s, seat, "cut", "M-8", CUTS)


def step(s: State, _seat: Seat, act: Action) -> State:
    """The lower part goes on top and the cards are dealt, at a free table by the dealer."""
    if is_free(s):
        return s._replace(phase="deal")
    return s._replace(phase="skar", hands=dealt(cut_pack(s, act), s.setup.forehand))


def cut_pack(s: State, cut: Action) -> tuple[Card, ...]:
    """The pack after a cut."""
    lifted = int(cut.args[0])
    return s.setup.pack[lifted:] + s.setup.pack[:lifted]


@clause("M-8")
def dealt(pack: Sequence[Card], forehand: Seat) -> tuple[int, ...]:
    """Five rounds of packets of five from the Vorhand on, the last three to the dealer."""
    hands = [0] * SEATS
    for number in range(ROUNDS * SEATS):
        packet = pack[number * PACKET : (number + 1) * PACKET]
        hands[(forehand + number) % SEATS] |= mask_of(packet)
    hands[(forehand + SEATS - 1) % SEATS] |= mask_of(pack[-SKAR_SIZE:])
    return tuple(hands)


# A free table: the dealer deals


@clause("M-8", "L-5.1")
def deal_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """The dealer deals, and does not err by a card."""
    if act.verb not in ("deal", "misdeal"):
        return (not_now(s, act),)
    if seat != dealer_of(s.setup):
        return (out_of_turn("M-8", dealer_of(s.setup)),)
    if act.verb == "misdeal":
        return (fault("L-5.1", "misdeal"),)
    return (too_many_words(act),) if act.args else ()


def deal_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The deal, for who deals."""
    return if_without_fault(deal_faults, s, seat, "deal", "M-8")


@clause("L-5.1")
def deal_offers(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """He can err by a card: the first named gets one too many, the second one too few."""
    wrong = Prompt("misdeal", "L-5.1", PLACES, 2, 2, ordered=True)
    return tuple([found for deal in deal_prompts(s, seat) for found in (deal, wrong)])


@clause("L-5.1")
def deal_step(s: State, _seat: Seat, act: Action) -> State:
    """The cards are dealt; a misdeal by one card is not seen before somebody counts."""
    pack = cut_pack(s, s.acts[0].action)
    hands = dealt(pack, s.setup.forehand)
    if act.verb == "deal":
        return s._replace(phase="skar", hands=hands)
    more, fewer = (Seat(int(word)) for word in act.args)
    card = 1 << _last_card(pack, s.setup.forehand, fewer)
    hands = with_hand(hands, fewer, hands[fewer] & ~card)
    return s._replace(phase="skar", hands=with_hand(hands, more, hands[more] | card))


def _last_card(pack: Sequence[Card], forehand: Seat, seat: Seat) -> Card:
    """The last card a seat should be dealt."""
    place = (seat - forehand) % SEATS
    if place == SEATS - 1:
        return pack[-1]
    return pack[((ROUNDS - 1) * SEATS + place + 1) * PACKET - 1]
