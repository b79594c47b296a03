"""The twelve tricks: who leads, which cards are lawful, who takes, when it ends early."""

from __future__ import annotations

from collections.abc import Mapping

from trull.cards import Card, Catalogue
from trull.clauses import clause
from trull.kernels.koenigrufen import (
    TrickRules,
    crown_after,
    keep_announced,
    legal_cards,
    winning_card,
)
from trull.kernels.tarock import count, highest
from trull.laws.koenigrufen.announce import bound_cards
from trull.laws.koenigrufen.book import BITS, MASKS, PACK, Book, Contract
from trull.laws.koenigrufen.table import (
    SEATS,
    Bargain,
    State,
    Terms,
    Trick,
    bargain_of,
    hand_now,
    renewed,
    terms_of,
)
from trull.state import Action, Fault, Log, Prompt, Seat, fault, one_of, word

TRICKS = 12
SPEECH = ("announce", "kontra", "lie", "gut", "done")
CARDS: Mapping[Action, Card] = {word("play", code): card for code, card in PACK.index.items()}
PLAYS = Catalogue(tuple(CARDS))
NO_CARD = Card(PACK.size)  # what any other act plays
KAISERSTICH = MASKS.mond | MASKS.skues | MASKS.pagat
FAMILY, TAROCKS = MASKS.family, MASKS.tarocks


@clause("T-1.8", "T-3.3", "T-4.4", "F-6.1", "F-7.1", "U-6.2", "T-7.5")
def first_leader(s: State) -> Seat:
    """The Vorhand leads in positive games and Trischaken, the declarer in negative games."""
    b = bargain_of(s)
    if b.contract.kind == "negative" or b.replaced:
        return b.declarer
    return s.table.setup.forehand


def begin(s: State) -> State:
    """The first card is about to fall."""
    b, t, leader = bargain_of(s), s.table, first_leader(s)
    rules = t.book.rules_of(b.contract, b.stichzwang or b.contract.kind != "trischaken")
    hands, bound = [*t.deal.hands], bound_cards(s)
    hands[b.declarer] = hand_now(s, b.declarer)
    rounds = min(TRICKS, *map(count, hands))
    plain = not rules.negative and not rules.farben and not any(bound)
    legal = hand = hands[leader]
    if not plain:
        legal = lawful(t.book, rules, hand, (), bound[leader], 1)
    table = renewed(t, terms=Terms(rules, tuple(hands), bound, rounds, plain))
    return State(table, "play", leader, s.log, (), PACK.full, legal)


def legal_at(
    book: Book, contract: Contract, hand: int, lying: tuple[Card, ...], bound: int, number: int
) -> int:
    """The lawful cards of a hand at a trick that is not part of a whole deal."""
    choice = contract.kind != "trischaken" or book.options.trischaken_stichzwang
    kept = bound if contract.kind == "tarock" else 0  # elsewhere no card can be announced
    return lawful(book, book.rules_of(contract, choice), hand, lying, kept, number)


def lawful(
    book: Book, rules: TrickRules, hand: int, lying: tuple[Card, ...], bound: int, number: int
) -> int:
    """What a hand may play to the cards that lie there in a trick, the bound ones kept."""
    trick, crown = on_the_table(rules, lying)
    cards = legal_cards(MASKS, rules, hand, trick, lying[0] if lying else -1, crown)
    return keep_announced(MASKS, book.announced_mode, cards, hand, bound, number)


def on_the_table(rules: TrickRules, lying: tuple[Card, ...]) -> tuple[int, int]:
    """The set of the cards that lie there, and how far the Kaiserstich has come."""
    trick, led, crown = 0, -1, 0
    for card in lying:
        crown = crown_after(MASKS, rules, trick, led, crown, card)
        led = card if led < 0 else led
        trick |= 1 << card
    return trick, crown


# What is wrong with a card


def waiting(s: State, seat: Seat) -> Fault | None:
    """Everybody waits for his turn."""
    return None if seat == s.turn else fault(s.book.cite("turn_play"), "not_your_turn")


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """A card is played, and nothing is said any more."""
    match act:
        case Action("play", (code,)):
            found = card_fault(s, seat, code)
            return () if found is None else (found,)
    return (_closed(s, act),)


def _closed(s: State, act: Action) -> Fault:
    if act.verb == "kontra" and bargain_of(s).contract.kind == "trischaken":
        return fault(s.book.cite("no_trischaken_kontra"), "no_trischaken_kontra")
    if act.verb in SPEECH:
        return fault(s.book.cite("announcing_closed"), "announcing_closed")
    return fault(s.book.cite("follow_suit"), "play_a_card")


@clause("T-1.9", "T-1.10", "T-1.11", "T-4.1", "T-4.2", "T-5.8", "F-10.1")
def card_fault(s: State, seat: Seat, code: str) -> Fault | None:
    """The duty a card would break; what is lawful was worked out when the last one fell."""
    if code not in PACK.index or not hand_now(s, seat) >> PACK.index[code] & 1:
        return fault(s.book.cite("follow_suit"), "not_in_hand", cards=code)
    card = PACK.index[code]
    return None if s.legal >> card & 1 else _broken_duty(s, seat, card)


def prompts(s: State, _seat: Seat) -> tuple[Prompt, ...]:
    """The cards without fault."""
    return (one_of("play", s.table.book.cites["follow_suit"], PACK.named(s.legal)),)


def _broken_duty(s: State, seat: Seat, card: Card) -> Fault:
    cite, rules = s.book.cite, terms_of(s).rules
    hand, tarocks = hand_now(s, seat), MASKS.tarocks
    trischaken = bargain_of(s).contract.kind == "trischaken"
    if s.led >= 0:
        suit = MASKS.family[s.led]
        if hand & suit and not 1 << card & suit:
            return fault(
                cite("follow_suit"),
                "must_follow",
                led=PACK.code(s.led),
                held=PACK.text(hand & suit),
            )
        if not hand & suit and hand & tarocks and not 1 << card & tarocks:
            duty = "farben_tarock" if rules.farben else "tarock_duty"
            return fault(cite(duty), "must_tarock", held=PACK.text(hand & tarocks))
    elif rules.farben and 1 << card & tarocks:
        return fault(cite("suit_lead"), "must_lead_suit", held=PACK.text(hand & ~tarocks))
    early = 1 << card == MASKS.pagat and hand & tarocks != MASKS.pagat
    if rules.negative and early and on_the_table(rules, s.lying)[1] != 1:
        last = "trischaken_pagat" if trischaken else "pagat_last"
        return fault(cite(last), "pagat_last", held=PACK.text(hand & tarocks))
    legal = PACK.text(s.legal)
    if rules.must_beat:
        beat = "trischaken_beat" if trischaken else "must_beat"
        return fault(cite(beat), "must_beat", held=legal)
    return fault(cite(given_up(s, seat, card)), "keep_announced", card=PACK.code(card), held=legal)


@clause("T-5.8", "T-5.9", "F-8.10", "U-11.13")
def given_up(s: State, seat: Seat, card: Card) -> str:
    """An announced card was given up, or birds went in the wrong order."""
    birds = terms_of(s).bound[seat] & MASKS.tarocks
    return "birds_order" if birds & s.legal and 1 << card & birds else "keep_announced"


def step(s: State, seat: Seat, act: Action) -> State:
    """A card falls, lawful or not."""
    return fall(s, seat, act, CARDS[act])


def fall(s: State, seat: Seat, act: Action, card: Card) -> State:
    """What the next seat may play is worked out here, once."""
    terms, lying, turn = s.table.terms, s.lying, SEATS[seat + 1]
    assert terms is not None, "no card is played yet"
    left, log = s.left ^ BITS[card], (s.log, seat, act)
    lying += (card,)
    if len(lying) == 4:
        return _taken(s, log, left, turn, lying)
    hand = terms.hands[turn] & left
    if terms.plain:  # what legal_cards comes to where no other duty binds; most cards fall so
        legal = hand & FAMILY[lying[0]] or hand & TAROCKS or hand
    else:
        number, bound = len(s.tricks) + 1, terms.bound[turn]
        legal = lawful(s.table.book, terms.rules, hand, lying, bound, number)
    return State(s.table, "play", turn, log, s.tricks, left, legal, lying)


@clause("U-6.3", "T-0.32")
def _taken(s: State, log: Log, left: int, leader: Seat, lying: tuple[Card, ...]) -> State:
    """Who played the best card takes the trick and leads to the next."""
    table, (led, second, third, last) = s.table, lying
    terms = table.terms
    assert terms is not None, "no card is played yet"
    rules, pile = terms.rules, BITS[led] | BITS[second] | BITS[third] | BITS[last]
    winner = SEATS[leader + lying.index(best_card(terms, pile, lying))]
    tricks = s.tricks
    tricks += (Trick(leader, lying, winner, pile),)
    if len(tricks) == terms.rounds:
        return State(table, "over", None, log, tricks, left)
    hand = terms.hands[winner] & left
    if terms.plain:
        return State(table, "play", winner, log, tricks, left, hand)
    if rules.negative and decided_early(s, tricks):
        return State(table, "over", None, log, tricks, left)
    legal = lawful(table.book, rules, hand, (), terms.bound[winner], len(tricks) + 1)
    return State(table, "play", winner, log, tricks, left, legal)


def best_card(terms: Terms, pile: int, lying: tuple[Card, ...]) -> Card:
    """The card that takes what lies there, with the last card of a trick or before."""
    if terms.plain and pile & KAISERSTICH != KAISERSTICH:  # what winning_card comes to
        return Card(highest(pile & TAROCKS or pile & FAMILY[lying[0]]))
    crown = on_the_table(terms.rules, lying)[1]
    return Card(winning_card(MASKS, terms.rules, pile, lying[0], crown))


@clause("KG-50")
def decided_early(s: State, tricks: tuple[Trick, ...]) -> bool:
    """A negative game ends once every declarer has taken more tricks than he may."""
    b, book = bargain_of(s), s.table.book
    if b.contract.kind != "negative" or not book.options.early_end:
        return False
    taken = tricks_by_seat(tricks)
    return all(taken[bid.seat] > book.contracts[bid.contract].tricks for bid in b.declarers)


def tricks_by_seat(tricks: tuple[Trick, ...]) -> tuple[int, ...]:
    """How many tricks each seat has."""
    taken = [0, 0, 0, 0]
    for trick in tricks:
        taken[trick.winner] += 1
    return tuple(taken)


# Open hands and the talon of Trischaken


@clause("T-4.11", "F-6.4", "T-7.3", "T-0.10", "T-0.16", "T-4.3")
def open_hands(s: State) -> frozenset[Seat]:
    """After the first trick the hands of an ouvert game lie open: all, or the declarers'.

    Side by side one game may ask for more than another: what any of them asks for is done.
    """
    b = bargain_of(s)
    if not s.tricks or (b.contract.ouvert == "no" and not b.contract.bei):
        return frozenset()
    games = [(bid.seat, s.table.book.contracts[bid.contract].ouvert) for bid in b.declarers]
    everybody = frozenset(SEATS[:4])
    if any(ouvert == "all" for _seat, ouvert in games):
        return everybody
    if b.opens == "opponents":
        return everybody - {seat for seat, _ouvert in games}
    return frozenset(seat for seat, ouvert in games if ouvert == "declarer")


@clause("T-4.5", "F-5.3")
def talon_gains(s: State) -> tuple[int, ...]:
    """Trischaken's talon: a card to each of the first six tricks, or all to the last."""
    b, gains = bargain_of(s), [0, 0, 0, 0]
    tricks = s.tricks
    if b.talon_use == "first_six":
        for card, trick in zip(s.deal.talon, tricks, strict=False):
            gains[trick.winner] |= 1 << card
    elif _all_played(s):
        for card in s.deal.talon:
            gains[tricks[-1].winner] |= 1 << card
    return tuple(gains)


@clause("KG-54")
def _all_played(s: State) -> bool:
    """The last trick is the twelfth, after a misdeal the one before."""
    return bool(s.tricks) and len(s.tricks) == terms_of(s).rounds


def turned_talon(s: State, b: Bargain) -> tuple[Card, ...]:
    """The talon cards of Trischaken that have been turned up."""
    if b.contract.kind != "trischaken":
        return ()
    if b.talon_use == "first_six":
        return s.deal.talon[: len(s.tricks)]
    return s.deal.talon if _all_played(s) else ()
