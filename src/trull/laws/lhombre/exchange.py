"""The exchange: the Ombre puts cards down and asks for others by name, slot by slot."""

from __future__ import annotations

from trull.cards import Card, mask_of
from trull.clauses import clause
from trull.laws.lhombre import honours
from trull.laws.lhombre.book import PACK
from trull.laws.lhombre.table import (
    Answer,
    Exchange,
    Gift,
    State,
    card_faults,
    contract_of,
    is_free,
    not_now,
    out_of_turn,
    read,
    too_many_words,
    with_hand,
)
from trull.laws.verbs import if_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault, one_of


@clause("L-2.1", "LG-31")
def begin(s: State) -> State:
    """À un one slot, à deux two; cards laid silently at this level are already the exchange."""
    slots = contract_of(s).cards
    if not slots:
        return honours.begin(s)
    laid = s.bidding.laid if len(s.bidding.laid) == slots else ()
    return s._replace(phase="exchange", exchange=Exchange(laid=laid))


def ombre_of(s: State) -> Seat:
    """The Ombre, who alone acts here."""
    assert s.ombre is not None, "nobody plays"
    return s.ombre


# One asked card


@clause("L-3.1", "L-4.1", "L-4.3", "L-4.4", "LG-07", "LG-18")
def answered(
    hands: tuple[int, ...], ombre: int, skar: int, exchange: Exchange, slots: int, card: Card
) -> tuple[Exchange, tuple[int, ...]]:
    """Nothing without a card laid for it; an own card loses the slot; the Skar asks again."""
    slot, outcome = exchange.slot, _outcome(hands[ombre], skar, exchange, slots, card)
    if outcome == "given":
        giver = next(seat for seat, hand in enumerate(hands) if hand >> card & 1)
        returned = exchange.laid[slot]
        hands = _swapped(hands, ombre, giver, card, returned)
        answer = Answer(card, outcome, Seat(giver), returned)
    else:
        answer = Answer(card, outcome)
    if outcome in ("given", "own_card"):
        slot += 1
    return exchange._replace(slot=slot, answers=(*exchange.answers, answer)), hands


def _outcome(own: int, skar: int, exchange: Exchange, slots: int, card: Card) -> str:
    if len(exchange.laid) < slots:
        return "refused"
    if exchange.slot >= slots:
        return "no_slot"
    if own >> card & 1:
        return "own_card"
    return "in_skar" if skar >> card & 1 else "given"


def _swapped(
    hands: tuple[int, ...], ombre: int, giver: int, card: Card, returned: Card
) -> tuple[int, ...]:
    """The giver hands over the card and receives the laid one face down."""
    both = 1 << card | 1 << returned
    hands = with_hand(hands, ombre, hands[ombre] ^ both)
    return with_hand(hands, giver, hands[giver] ^ both)


# The phase


VERBS = ("lay_exchange", "ask", "waive")
GIFTS = ("give", "keep_gift", "return_card")


@clause("L-2.5", "L-3.1", "L-4.1", "L-4.3", "LG-17", "LG-29")
def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """First as many cards down as will be asked for, then ask; or leave what is left unused."""
    if act.verb == "lay_skar":
        return (fault("L-2.5", "skar_lies"),)
    if act.verb in GIFTS and is_free(s):
        return _gift_faults(s, seat, act)
    if act.verb not in VERBS:
        return (not_now(s, act),)
    if seat != ombre_of(s):
        return (out_of_turn("L-3.1", ombre_of(s)),)
    waives = act == Action("waive")
    if s.slips.gift is not None or (was_refused(s) and not waives):
        return (fault("L-3.1", "asked_too_soon"),)
    if act.verb == "lay_exchange":
        return _lay_faults(s, seat, act)
    if act.verb == "ask":
        return _ask_faults(s, seat, act)
    return () if waives else (too_many_words(act),)


@clause("L-3.1", "L-3.2", "L-3.3")
def _gift_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Nobody may give without a card laid for it, and none is kept that was not paid for."""
    gift = s.slips.gift
    if act.verb == "give":
        return (fault("L-3.1", "asked_too_soon"),)
    if gift is None:
        return (fault("L-3.2", "no_gift"),)
    pays = act.verb == "return_card" and seat == ombre_of(s)
    if pays and len(act.args) == 1 and act.args[0] in _returnable(s, gift):
        return ()
    return (fault("L-3.2", "overfull", card=PACK.code(gift.card)),)


def _lay_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    if s.exchange.laid:
        return (fault("L-4.4", "exchange_lies", cards=_names(s.exchange.laid)),)
    bad = card_faults("L-3.1", s.hands[seat], act.args)
    slots = contract_of(s).cards
    if bad or len(act.args) == slots:
        return bad
    return (fault("L-3.1", "exchange_count", laid=str(len(act.args)), wanted=str(slots)),)


def _ask_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    cards, slots = read(act.args), contract_of(s).cards
    if cards is None or len(cards) != 1:
        return (fault("L-3.1", "ask_one_card", words=" ".join(act.args)),)
    if len(s.exchange.laid) < slots:
        return (fault("L-3.1", "lay_first", wanted=str(slots)),)
    for clause_id, code, barred in _not_to_ask(s, seat):
        if barred >> cards[0] & 1:
            return (fault(clause_id, code, card=PACK.code(cards[0])),)
    return ()


@clause("L-4.1", "L-4.3", "LG-17")
def _not_to_ask(s: State, seat: Seat) -> tuple[tuple[str, str, int], ...]:
    """His own cards, what was said to lie in the Skar, and his own Skar."""
    return (
        ("L-4.1", "own_card", s.hands[seat]),
        ("L-4.3", "named_in_skar", named_in_skar(s)),
        ("LG-17", "own_skar", s.skar if s.skar_by == seat else 0),
    )


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """What the Ombre can do without fault."""
    if seat != ombre_of(s):
        return ()
    slots, laid, gift = contract_of(s).cards, len(s.exchange.laid), s.slips.gift
    if gift is not None:
        return (one_of("return_card", "L-3.2", _returnable(s, gift)),)
    found = if_without_fault(faults, s, seat, "waive", "LG-18" if was_refused(s) else "LG-29")
    if was_refused(s) or 0 < laid < slots:
        return found
    if not laid:
        hand = PACK.named(s.hands[seat])
        return (Prompt("lay_exchange", "L-3.1", hand, slots, slots, ordered=True), *found)
    askable = int(PACK.full)
    for _clause, _code, barred in _not_to_ask(s, seat):
        askable &= ~barred
    return (one_of("ask", "L-4.3", PACK.named(askable)), *found)


@clause("L-4.3")
def named_in_skar(s: State) -> int:
    """The cards of which it was said that they lie in the Skar."""
    return mask_of(a.asked for a in s.exchange.answers if a.outcome == "in_skar")


# What can go wrong at a free table: asking too soon, or for an own card; a card not paid for


@clause("L-3.1")
def was_refused(s: State) -> bool:
    """Whether the Ombre asked before he had put down as many; then he gets no card at all."""
    answers = s.exchange.answers
    return bool(answers) and answers[-1].outcome == "refused"


@clause("L-3.1", "L-3.2", "L-4.1", "LG-17")
def offers(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The Ombre can lay too few and ask for any card; the asked one can be given all the same."""
    if seat != ombre_of(s):
        return _gift_offers(s, seat)
    lawful = prompts(s, seat)
    if s.slips.gift is not None:
        return (*lawful, Prompt("keep_gift", "L-3.2"))
    if was_refused(s):
        return lawful
    slots, hand = contract_of(s).cards, PACK.named(s.hands[seat])
    ask = one_of("ask", "L-4.3", PACK.named(PACK.full & ~named_in_skar(s)))
    waive = Prompt("waive", "LG-29")
    if s.exchange.laid:
        return (ask, waive)
    return (Prompt("lay_exchange", "L-3.1", hand, 1, slots, ordered=True), ask, waive)


@clause("L-3.2", "L-3.3")
def _gift_offers(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Who holds the card that was refused can hand it over, by oversight or malice."""
    if not was_refused(s) or s.slips.given:
        return ()
    held = s.hands[seat] & 1 << s.exchange.answers[-1].asked
    return (one_of("give", "L-3.3", PACK.named(held)),) if held else ()


def _returnable(s: State, gift: Gift) -> tuple[str, ...]:
    """What the Ombre can give for a card he was given: any of his, or that card itself."""
    return PACK.named(s.hands[ombre_of(s)] | 1 << gift.card)


@clause("L-3.2")
def _gift_step(s: State, seat: Seat, act: Action) -> State:
    """The card is handed over; it is paid for, given back, or mixed in."""
    slips = s.slips
    if act.verb == "give":
        card = PACK.card(act.args[0])
        slips = slips._replace(gift=Gift(seat, card), given=True)
        return s._replace(slips=slips, hands=with_hand(s.hands, seat, s.hands[seat] ^ 1 << card))
    assert slips.gift is not None, "nothing was given"
    giver, card = slips.gift
    hands = with_hand(s.hands, seat, s.hands[seat] | 1 << card)
    if act.verb == "keep_gift":
        return s._replace(hands=hands, slips=slips._replace(gift=None, kept=giver))
    s = s._replace(slips=slips._replace(gift=None))
    back = 1 << PACK.card(act.args[0])
    hands = with_hand(hands, seat, hands[seat] & ~back)
    return s._replace(hands=with_hand(hands, giver, hands[giver] | back))


def _names(found: tuple[Card, ...]) -> str:
    return " ".join(PACK.code(card) for card in found)


def step(s: State, seat: Seat, act: Action) -> State:
    """Cards are put down, a card changes hands, or the exchange is over."""
    if act.verb in GIFTS:
        return _gift_step(s, seat, act)
    if act.verb == "waive":
        return _close(s)
    if act.verb == "lay_exchange":
        laid = tuple(PACK.card(word) for word in act.args)
        return s._replace(exchange=s.exchange._replace(laid=laid))
    slots = contract_of(s).cards
    card = PACK.card(act.args[0])
    exchange, hands = answered(s.hands, ombre_of(s), s.skar, s.exchange, slots, card)
    s = s._replace(exchange=exchange, hands=hands)
    if was_refused(s):
        return s if is_free(s) else _close(s)
    return _close(s) if exchange.slot >= slots else s


@clause("L-4.2", "LG-29")
def _close(s: State) -> State:
    """What was not handed over goes back to the Ombre; his bid stands at its full price."""
    return honours.begin(s)
