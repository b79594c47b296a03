"""Packs that deal named cards: what a script of a deal begins with.

A pack is cut at 27 in Königrufen, at 39 in Tarock à l'Hombre.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trull.cards import Card, cards, mask_of
from trull.errors import DealError
from trull.laws.koenigrufen.book import PACK
from trull.laws.lhombre.book import SEATS
from trull.laws.lhombre.deal import PACKET, ROUNDS
from trull.ruleset import RuleSet
from trull.state import Seat, Setup


def pack_for(hands: Sequence[int], talon: Sequence[Card], forehand: Seat) -> tuple[Card, ...]:
    """A pack that, cut at 27, deals these hands with the talon in the middle."""
    halves = [[c for c in range(PACK.size) if hand >> c & 1] for hand in hands]
    order = [(forehand + k) % 4 for k in range(4)]
    first = [c for seat in order for c in halves[seat][:6]]
    second = [c for seat in order for c in halves[seat][6:]]
    pack = tuple(Card(c) for c in [*first, *talon, *second])
    return pack[27:] + pack[:27]


def arranged(
    rules: RuleSet,
    hands: Sequence[str],
    talon: str = "",
    forehand: int = 0,
    context: Mapping[str, int] | None = None,
) -> Setup:
    """A set-up that, cut at 27, deals the named cards to the seats; the rest is filled up."""
    upper = list(PACK.read(talon))
    sets = [int(PACK.mask(hand.split())) for hand in hands] + [0] * (4 - len(hands))
    given = sum(hand.bit_count() for hand in sets) + len(upper)
    known = mask_of(upper)
    for hand in sets:
        known |= hand
    if known.bit_count() != given:
        raise DealError("a card is named twice")
    left = [Card(card) for card in range(PACK.size) if not known >> card & 1]
    upper += [left.pop() for _ in range(6 - len(upper))]
    for seat in range(4):
        sets[seat] |= mask_of([left.pop() for _ in range(12 - sets[seat].bit_count())])
    return Setup(
        rules=rules,
        seats=4,
        forehand=Seat(forehand),
        dealer=Seat((forehand - 1) % 4),
        pack=pack_for(sets, upper, Seat(forehand)),
        context=context or {},
    )


def lhombre_pack(hands: Sequence[int], forehand: Seat, cut: int = 39) -> tuple[Card, ...]:
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
