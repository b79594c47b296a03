"""Cut and deal: the pack becomes three hands."""

from __future__ import annotations

from collections.abc import Sequence

from trull.cards import Card, cards
from trull.clauses import clause
from trull.errors import DealError
from trull.laws.lhombre.book import PACK, SEATS, SKAR_SIZE, Book
from trull.laws.lhombre.table import State, mask_of, not_now, out_of_turn, seat_at
from trull.state import Action, Fault, Prompt, Seat, Setup, fault, one_of

PACKET, ROUNDS = 5, 5
CUTS = tuple(str(n) for n in range(1, PACK.size))


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
def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The cutter lifts 1 to 77 cards."""
    return (one_of("cut", "M-8", CUTS),) if seat == cutter(s.setup) else ()


def explain(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Why this is no cut."""
    if act.verb != "cut":
        return (not_now(s, act),)
    if seat != cutter(s.setup):
        return (out_of_turn("M-8", cutter(s.setup)),)
    return (fault("M-8", "bad_cut", cut=" ".join(act.args), most=CUTS[-1]),)


def step(s: State, act: Action) -> State:
    """The lower part goes on top and the cards are dealt."""
    lifted = int(act.args[0])
    pack = s.setup.pack[lifted:] + s.setup.pack[:lifted]
    return s._replace(phase="skar", hands=dealt(pack, s.setup.forehand))


@clause("M-8")
def dealt(pack: Sequence[Card], forehand: Seat) -> tuple[int, ...]:
    """Five rounds of packets of five from the Vorhand on, the last three to the dealer."""
    hands = [0] * SEATS
    for number in range(ROUNDS * SEATS):
        packet = pack[number * PACKET : (number + 1) * PACKET]
        hands[(forehand + number) % SEATS] |= mask_of(packet)
    hands[(forehand + SEATS - 1) % SEATS] |= mask_of(pack[-SKAR_SIZE:])
    return tuple(hands)


def pack_for(hands: Sequence[int], forehand: Seat, cut: int = 39) -> tuple[Card, ...]:
    """A pack that, cut so, deals these hands of 25, 25 and (the dealer) 28 cards."""
    order = [tuple(cards(hands[(forehand + place) % SEATS])) for place in range(SEATS)]
    dealt_out = [
        card
        for number in range(ROUNDS)
        for held in order
        for card in held[number * PACKET : (number + 1) * PACKET]
    ]
    pack = (*dealt_out, *order[-1][ROUNDS * PACKET :])
    return pack[-cut:] + pack[:-cut]
