"""The twelve tricks: who leads, which cards are lawful, who takes, when it ends early."""

from __future__ import annotations

from trull.cards import Card
from trull.clauses import clause
from trull.kernels import (
    TrickRules,
    crown_after,
    keep_announced,
    legal_cards,
    may_lead,
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
from trull.state import Act, Action, Fault, Prompt, Seat, fault

TRICKS = 12
SPEECH = ("announce", "kontra", "lie", "gut", "done")
SEATS = tuple(Seat(seat % 4) for seat in range(8))  # round the table and on


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
    return s._replace(play=_led(s.book, rules, hands, leader, bound_cards(s), ()))


def _led(
    book: Book,
    rules: TrickRules,
    hands: tuple[int, ...],
    leader: Seat,
    bound: tuple[int, ...],
    tricks: tuple[Trick, ...],
) -> Play:
    """The table before a lead, and what may be led."""
    hand, legal = hands[leader], 0
    if hand:
        legal = may_lead(MASKS, rules, hand)
        legal = _kept(book, legal, hand, bound[leader], tricks)
    return Play(rules, hands, leader, leader, bound, legal, tricks=tricks)


def _kept(book: Book, cards: int, hand: int, bound: int, tricks: tuple[Trick, ...]) -> int:
    """Of the lawful cards those that announced cards leave free."""
    if not bound & hand:
        return cards
    return keep_announced(MASKS, book.announced_mode, cards, hand, bound, len(tricks) + 1)


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
    p = play_of(s)
    if seat != p.turn:
        return ()
    return (Prompt("play", s.book.cites["follow_suit"], PACK.named(p.legal), 1, 1),)


def lawful(s: State, seat: Seat, act: Action) -> bool:
    """Whether this card may be played: the same answer as the prompt's, at less cost."""
    p = play_of(s)
    if seat != p.turn or act.verb != "play" or len(act.args) != 1:
        return False
    card = PACK.index.get(act.args[0])
    return card is not None and bool(p.legal >> card & 1)


@clause("T-1.9", "T-1.10", "T-1.11", "T-4.1", "T-4.2", "T-5.8", "F-10.1")
def explain(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Which duty the card would break."""
    p, cite = play_of(s), s.book.cite
    if seat != p.turn:
        return (fault(cite("turn_play"), "not_your_turn"),)
    if act.verb == "kontra" and bargain_of(s).contract.kind == "trischaken":
        return (fault(cite("no_trischaken_kontra"), "no_trischaken_kontra"),)
    if act.verb in SPEECH:
        return (fault(cite("announcing_closed"), "announcing_closed"),)
    if act.verb != "play" or len(act.args) != 1:
        return (fault(cite("follow_suit"), "play_a_card"),)
    code = act.args[0]
    if code not in PACK.codes or not p.hands[seat] >> PACK.card(code) & 1:
        return (fault(cite("follow_suit"), "not_in_hand", cards=code),)
    return (_broken_duty(s, seat, PACK.card(code)),)


def _broken_duty(s: State, seat: Seat, card: Card) -> Fault:
    p, cite = play_of(s), s.book.cite
    hand, tarocks = p.hands[seat], MASKS.tarocks
    trischaken = bargain_of(s).contract.kind == "trischaken"
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
            duty = "farben_tarock" if p.rules.farben else "tarock_duty"
            return fault(cite(duty), "must_tarock", held=PACK.text(hand & tarocks))
    elif p.rules.farben and 1 << card & tarocks:
        return fault(cite("suit_lead"), "must_lead_suit", held=PACK.text(hand & ~tarocks))
    early = 1 << card == MASKS.pagat and hand & tarocks != MASKS.pagat
    if p.rules.negative and early and p.crown != 1:
        last = "trischaken_pagat" if trischaken else "pagat_last"
        return fault(cite(last), "pagat_last", held=PACK.text(hand & tarocks))
    legal = PACK.text(p.legal)
    if p.rules.must_beat:
        beat = "trischaken_beat" if trischaken else "must_beat"
        return fault(cite(beat), "must_beat", held=legal)
    birds = p.bound[seat] & MASKS.tarocks
    order = "birds_order" if birds & p.legal and 1 << card & birds else "keep_announced"
    return fault(cite(order), "keep_announced", card=PACK.code(card), held=legal)


def step(s: State, acts: tuple[Act, ...]) -> State:
    """The last of the acts is a card that falls; the fourth completes the trick.

    What the next seat may play is worked out here, once, for prompts and refusals alike.
    """
    rules, hands, _, leader, bound, _, lying, trick, led, crown, tricks = play_of(s)
    seat, (_verb, (code,)) = acts[-1]
    card = PACK.index[code]
    if rules.kaiserstich:
        crown = crown_after(MASKS, rules, trick, led, crown, card)
    left = [*hands]
    left[seat] &= ~(1 << card)
    hands, lying, trick = (*left,), (*lying, card), trick | 1 << card
    if led < 0:
        led = card
    if len(lying) == 4:
        best = winning_card(MASKS, rules, trick, led, crown)
        return _complete(s, acts, hands, lying, SEATS[leader + lying.index(best)])
    turn = SEATS[seat + 1]
    hand = hands[turn]
    legal = legal_cards(MASKS, rules, hand, trick, led, crown)
    if bound[turn]:
        legal = _kept(s.book, legal, hand, bound[turn], tricks)
    p = Play(rules, hands, turn, leader, bound, legal, lying, trick, led, crown, tricks)
    return State(s[0], s[1], s[2], s[3], acts, s[5], s[6], s[7], p)


@clause("U-6.3", "T-0.32")
def _complete(
    s: State,
    acts: tuple[Act, ...],
    hands: tuple[int, ...],
    lying: tuple[Card, ...],
    winner: Seat,
) -> State:
    """Who played the best card takes the trick and leads to the next."""
    p = play_of(s)
    tricks = (*p.tricks, Trick(p.leader, lying, winner))
    p = _led(s.book, p.rules, hands, winner, p.bound, tricks)
    s = State(s[0], s[1], s[2], s[3], acts, s[5], s[6], s[7], p)
    if len(tricks) == TRICKS or decided_early(s):
        return s._replace(phase="over", outcome="played")
    return s


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
