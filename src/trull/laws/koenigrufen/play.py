"""The twelve tricks: who leads, which cards are lawful, who takes, when it ends early."""

from __future__ import annotations

from trull.cards import Card
from trull.clauses import clause
from trull.kernels import (
    crown_after,
    keep_announced,
    legal_cards,
    winning_card,
)
from trull.laws.koenigrufen.announce import bound_cards
from trull.laws.koenigrufen.book import MASKS, PACK, Book, Contract
from trull.laws.koenigrufen.table import (
    Bargain,
    Play,
    State,
    Trick,
    bargain_of,
    hand_now,
    play_of,
)
from trull.state import Action, Fault, Prompt, Seat, fault

TRICKS = 12


@clause("T-1.8", "T-3.3", "T-4.4", "F-6.1", "F-7.1", "U-6.2", "T-7.5")
def first_leader(s: State) -> Seat:
    """The Vorhand leads in positive games and Trischaken, the declarer in negative games."""
    b = bargain_of(s)
    if b.contract.kind == "negative" or b.replaced:
        return b.declarer
    return s.setup.forehand


def begin(s: State) -> State:
    """The first card is about to fall."""
    b, leader = bargain_of(s), first_leader(s)
    hands = tuple(hand_now(s, Seat(seat)) for seat in range(4))
    rules = s.book.rules_of(b.contract, b.stichzwang or b.contract.kind != "trischaken")
    return s._replace(play=Play(rules, hands, leader, leader, bound_cards(s)))


def legal_mask(s: State, seat: Seat) -> int:
    """The cards the seat may play now."""
    p = play_of(s)
    hand = p.hands[seat]
    cards = legal_cards(MASKS, p.rules, hand, p.trick, p.led, p.crown)
    bound = p.bound[seat] & hand
    if bound:
        mode = s.book.announced_mode
        cards = keep_announced(MASKS, mode, cards, hand, bound, len(p.tricks) + 1)
    return cards


def legal_at(
    book: Book, contract: Contract, hand: int, lying: tuple[Card, ...], bound: int, number: int
) -> int:
    """The lawful cards of a hand at a trick that is not part of a whole deal."""
    choice = contract.kind != "trischaken" or book.options.trischaken_stichzwang
    rules = book.rules_of(contract, choice)
    trick, led, crown = 0, -1, 0
    for card in lying:
        crown = crown_after(MASKS, rules, trick, led, crown, card)
        led = card if led < 0 else led
        trick |= 1 << card
    cards = legal_cards(MASKS, rules, hand, trick, led, crown)
    return keep_announced(MASKS, book.announced_mode, cards, hand, bound, number)


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """One lawful card."""
    if seat != play_of(s).turn:
        return ()
    return (Prompt("play", s.book.cite("follow_suit"), PACK.named(legal_mask(s, seat)), 1, 1),)


def lawful(s: State, seat: Seat, act: Action) -> bool:
    """Whether this card may be played: the same answer as the prompt's, at less cost."""
    if act.verb != "play" or len(act.args) != 1 or seat != play_of(s).turn:
        return False
    code = act.args[0]
    return code in PACK.codes and bool(legal_mask(s, seat) >> PACK.card(code) & 1)


@clause("T-1.9", "T-1.10", "T-1.11", "T-4.1", "T-4.2", "T-5.8", "F-10.1")
def explain(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Which duty the card would break."""
    p, cite = play_of(s), s.book.cite
    if seat != p.turn:
        return (fault(cite("turn"), "not_your_turn"),)
    if act.verb != "play" or len(act.args) != 1:
        return (fault(cite("follow_suit"), "play_a_card"),)
    code = act.args[0]
    if code not in PACK.codes or not p.hands[seat] >> PACK.card(code) & 1:
        return (fault(cite("follow_suit"), "not_in_hand", cards=code),)
    return (_broken_duty(s, seat, PACK.card(code)),)


def _broken_duty(s: State, seat: Seat, card: Card) -> Fault:
    p, cite = play_of(s), s.book.cite
    hand, tarocks = p.hands[seat], MASKS.tarocks
    if p.led >= 0:
        suit = MASKS.family[p.led]
        if hand & suit and not 1 << card & suit:
            return fault(
                cite("follow_suit"),
                "must_follow",
                led=PACK.code(p.led),
                held=PACK.text(hand & suit),
            )
        if not hand & suit and hand & tarocks and not 1 << card & tarocks:
            return fault(cite("tarock_duty"), "must_tarock", held=PACK.text(hand & tarocks))
    elif p.rules.farben and 1 << card & tarocks:
        return fault(cite("suit_lead"), "must_lead_suit", held=PACK.text(hand & ~tarocks))
    early = 1 << card == MASKS.pagat and hand & tarocks != MASKS.pagat
    if p.rules.negative and early and p.crown != 1:
        return fault(cite("pagat_last"), "pagat_last", held=PACK.text(hand & tarocks))
    legal = PACK.text(legal_mask(s, seat))
    if p.rules.must_beat:
        return fault(cite("must_beat"), "must_beat", held=legal)
    return fault(cite("keep_announced"), "keep_announced", card=PACK.code(card), held=legal)


def step(s: State, seat: Seat, act: Action) -> State:
    """The card falls; the fourth completes the trick."""
    p = play_of(s)
    card = PACK.card(act.args[0])
    bit = 1 << card
    hands = (*p.hands[:seat], p.hands[seat] & ~bit, *p.hands[seat + 1 :])
    crown = crown_after(MASKS, p.rules, p.trick, p.led, p.crown, card)
    led = card if p.led < 0 else p.led
    lying = (*p.lying, card)
    if len(lying) < 4:
        turn = Seat((seat + 1) & 3)
        return _with_play(
            s,
            Play(
                p.rules, hands, turn, p.leader, p.bound, lying, p.trick | bit, led, crown, p.tricks
            ),
        )
    return _complete(s, p, hands, lying, winning_card(MASKS, p.rules, p.trick | bit, led, crown))


@clause("U-6.3", "T-0.32")
def _complete(
    s: State, p: Play, hands: tuple[int, ...], lying: tuple[Card, ...], best: int
) -> State:
    """Who played the best card takes the trick and leads to the next."""
    winner = Seat((p.leader + lying.index(Card(best))) & 3)
    tricks = (*p.tricks, Trick(p.leader, lying, winner))
    s = _with_play(s, Play(p.rules, hands, winner, winner, p.bound, tricks=tricks))
    if len(tricks) == TRICKS or decided_early(s):
        return s._replace(phase="over", outcome="played")
    return s


def _with_play(s: State, p: Play) -> State:
    return State(
        s.setup, s.book, s.phase, s.deal, s.acts, s.auction, s.bargain, s.speech, p, s.outcome
    )


@clause("KG-50")
def decided_early(s: State) -> bool:
    """A negative game ends once every declarer has taken more tricks than he may."""
    b = bargain_of(s)
    if b.contract.kind != "negative" or not s.book.options.early_end:
        return False
    taken = tricks_of(play_of(s))
    return all(taken[bid.seat] > s.book.contracts[bid.contract].tricks for bid in b.declarers)


def tricks_of(p: Play) -> tuple[int, ...]:
    """How many tricks each seat has."""
    taken = [0, 0, 0, 0]
    for trick in p.tricks:
        taken[trick.winner] += 1
    return tuple(taken)


# Open hands and the talon of Trischaken


@clause("T-4.11", "F-6.4", "T-7.3", "T-0.10", "T-0.16")
def open_hands(s: State) -> frozenset[Seat]:
    """After the first trick the hands of an ouvert game lie open: all, or the declarers'."""
    b = bargain_of(s)
    if s.play is None or not s.play.tricks or b.contract.ouvert == "no":
        return frozenset()
    everybody = frozenset(Seat(seat) for seat in range(4))
    declarers = frozenset(bid.seat for bid in b.declarers)
    if b.contract.ouvert == "all":
        return everybody
    return everybody - declarers if b.opens == "opponents" else declarers


@clause("T-4.5", "F-5.3")
def talon_gains(s: State) -> tuple[int, ...]:
    """Trischaken's talon: a card to each of the first six tricks, or all to the last."""
    b, gains = bargain_of(s), [0, 0, 0, 0]
    tricks = play_of(s).tricks
    if b.talon_use == "first_six":
        for card, trick in zip(s.deal.talon, tricks, strict=False):
            gains[trick.winner] |= 1 << card
    elif len(tricks) == TRICKS:
        for card in s.deal.talon:
            gains[tricks[-1].winner] |= 1 << card
    return tuple(gains)


def turned_talon(s: State, b: Bargain) -> tuple[Card, ...]:
    """The talon cards of Trischaken that have been turned up."""
    if b.contract.kind != "trischaken" or s.play is None:
        return ()
    if b.talon_use == "first_six":
        return s.deal.talon[: len(s.play.tricks)]
    return s.deal.talon if len(s.play.tricks) == TRICKS else ()
