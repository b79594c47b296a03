"""Tarock à l'Hombre written twice: the laws and the naive checker agree.

The naive side (``tests/naive/lhombre.py``) was written from the rule text alone, with names of
cards. It hears only the pack and the acts; hands, words, tricks and money it works out itself.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from naive import lhombre as naive
from random_games import random_rules, random_words
from samples import soaked
from trull import notation, ruleset
from trull.cards import Card
from trull.game import Game
from trull.kernels import lhombre as kernels
from trull.laws.lhombre import LAWS, count, duties, exchange, honours, penalties, play, score, skar
from trull.laws.lhombre.auction import silent_bid
from trull.laws.lhombre.book import BIDS, MASKS, PACK, Book, deck_order
from trull.laws.lhombre.table import Exchange, State
from trull.learn.lhombre import lhombre_pack
from trull.ruleset import RuleSet
from trull.state import Action, Prompt, Seat, Setup, action, expand

NAME = "lhombre/compagnie"
POSITIONS = soaked(4_000, 20_000)
"""Random trick positions, each under every duty."""
GAMES = soaked(500, 800)
"""Random whole deals, of which five in eight must have been played."""
DUTIES = (None, *duties.NAMES)


@cache
def _houses() -> tuple[RuleSet, ...]:
    """Many houses, each with some options changed; loading one takes longer than asking it."""
    rng = random.Random("houses")
    return tuple(_house(rng) for _ in range(80))


def _rules(rng: random.Random) -> RuleSet:
    return rng.choice(_houses())


def _house(rng: random.Random, changed: float = 0.3) -> RuleSet:
    rules = random_rules(NAME, rng, changed)
    if rng.random() < changed:
        rules = rules.with_options({"pagat_ultimo": rng.choice((5, 20))})
    for switch in ("volte", "honneurs", "vorhand_forced"):
        if rng.random() < 0.5:
            rules = rules.with_options({switch: True})
    if rng.random() < changed:
        rules = rules.with_options({"skar_pagat_exception": False})
    if rng.random() < changed:
        rules = rules.with_options({"skies_scope": "always", "skies_volte_rank": "bottom"})
    return rules


def _options(rules: RuleSet) -> dict[str, object]:
    return {name: option.value for name, option in rules.options.items()}


def _mask(cards: Sequence[str] | set[str]) -> int:
    return int(PACK.mask(cards))


# Tricks


def test_lawful_cards_and_winners() -> None:
    """Every duty, the Skies held or free, rule 9 in both readings, every rank of the Skies."""
    rng = random.Random(NAME)
    rules = _rules(rng)
    for number in range(POSITIONS):
        if number % 20 == 0:
            rules = _rules(rng)
        hand, trick = _position(rng)
        _same_cards(rules, hand, trick, hold=rng.random() < 0.3)
        if len(trick) > (trick[:1] == ["SKI"]):
            _same_winner(rules, trick)


def _position(rng: random.Random) -> tuple[list[str], list[str]]:
    """A hand and what lies there; few suits and the special cards, so that everything happens."""
    letters = rng.sample("HDSCT", rng.randint(1, 5))
    special = rng.sample(["T1", "T2", "T21", "SKI", "HK", "HQ", "CB"], rng.randrange(6))
    plain = [c for c in PACK.codes if c not in special and c[0] in letters and c != "SKI"]
    cards = special + rng.sample(plain, 14 - len(special))
    rng.shuffle(cards)
    return cards[: rng.randint(1, 10)], cards[10 : 10 + rng.randrange(4)]


def _same_cards(rules: RuleSet, hand: list[str], trick: list[str], hold: bool) -> None:
    book, options = Book.of(rules), _options(rules)
    lying = PACK.read(" ".join(trick))
    for duty in DUTIES:
        code = kernels.FREE if duty is None else duties.NAMES[duty]
        found = play.legal_cards(book, _mask(hand), lying, code, hold)
        expected = naive.legal_cards(hand, trick, duty, hold, options)
        assert list(deck_order(found)) == expected, (hand, trick, duty, hold)


def _same_winner(rules: RuleSet, trick: list[str]) -> None:
    book, options = Book.of(rules), _options(rules)
    lying = PACK.read(" ".join(trick))
    for trump in (False, True):
        rank = play.volte_rank(book) if trump else kernels.EXCUSE
        assert play.winner(lying, rank) == naive.trick_winner(trick, trump, options), trick


def test_duties_after_irregular_acts() -> None:
    rng = random.Random("duties")
    names: dict[int, str | None] = {code: name for name, code in duties.NAMES.items()}
    names[kernels.FREE] = None
    for _ in range(4_000):
        rules = _rules(rng)
        trick = rng.sample(PACK.codes, rng.choice((1, 2)))
        card = rng.choice([c for c in PACK.codes if c not in trick])
        kind, by_ombre = rng.choice(("claim", "premature", "hint")), rng.random() < 0.2
        lying = PACK.read(" ".join(trick))
        found = duties.duty_after(Book.of(rules), kind, lying, PACK.card(card), by_ombre)
        expected = naive.duty(kind, trick, card, by_ombre, _options(rules))
        assert names[found] == expected, (kind, trick, card)


# Skar, count, exchange


def test_the_worth_of_a_pile() -> None:
    rng = random.Random(0)
    for _ in range(2_000):
        pile = rng.sample(PACK.codes, rng.randint(0, 78))
        assert kernels.points(MASKS, _mask(pile)) == naive.count_points(pile)


def test_what_may_be_laid_in_the_skar() -> None:
    """Few tarocks and many, so that the Pagat and at last other tarocks come free."""
    rng = random.Random("skar")
    for _ in range(3_000):
        rules = _rules(rng)
        tarocks = [c for c in PACK.codes if c[0] == "T"]
        held = rng.sample(tarocks, rng.choice((0, 1, 2, 3, 4, 5, 12, 20, 21)))
        first = [*held, *rng.sample(["HK", "DK", "SK", "CK", "SKI"], rng.randint(0, 5))]
        rest = [c for c in PACK.codes if c not in first and c[0] != "T"]
        hand = first + rng.sample(rest, 28 - len(first))
        found = skar.skar_allowed(Book.of(rules), _mask(hand))
        assert list(deck_order(found)) == naive.skar_allowed(hand, _options(rules))


def test_asked_cards() -> None:
    """Also what only a free table sees: own cards, too little laid, more asks than slots."""
    rng = random.Random("asks")
    for _ in range(4_000):
        cards = rng.sample(PACK.codes, 18)
        hands, talon = (cards[:5], cards[5:10], cards[10:15]), cards[15:]
        bid = rng.choice(("deux", "un", "sans_prendre"))
        laid = rng.sample(hands[0], rng.choice((naive.ASKS[bid], naive.ASKS[bid], 0, 1)))
        asks = rng.choices(cards, k=rng.randint(1, 5))
        if len(laid) > naive.ASKS[bid]:
            continue
        others = {"X": hands[1], "Y": hands[2]}
        expected = naive.resolve_asks(bid, laid, asks, hands[0], others, talon)
        assert _answers(bid, laid, asks, hands, talon) == expected, (bid, laid, asks, hands)


def _answers(
    bid: str,
    laid: list[str],
    asks: list[str],
    hands: tuple[list[str], ...],
    talon: list[str],
) -> naive.Asked:
    state, masks = Exchange(laid=PACK.read(" ".join(laid))), tuple(_mask(h) for h in hands)
    slots = naive.ASKS[bid]
    for card in asks:
        state, masks = exchange.answered(masks, 0, _mask(talon), state, slots, PACK.card(card))
    found: naive.Asked = {"log": [], "received": [], "given": []}
    for answer in state.answers:
        giver = "" if answer.giver is None else "OXY"[answer.giver]
        found["log"].append(f"from_{giver}" if giver else answer.outcome)
        if answer.returned is not None:
            found["received"].append(PACK.code(answer.asked))
            found["given"].append([PACK.code(answer.returned), giver])
    return found


# The auction


AUCTIONS = [
    dict(zip(("auction", "trois_seat", "vorhand_forced", "a_trois"), values, strict=True))
    for values in product(
        ("hold", "strict"), ("vorhand", "any"), (False, True), ("paid", "thrown_in")
    )
]


@pytest.mark.parametrize("options", AUCTIONS, ids=lambda o: " ".join(map(str, o.values())))
def test_every_auction_there_is(options: Mapping[str, object]) -> None:
    """All auctions under all their options, word by word."""
    rules = ruleset.load(NAME, options)
    pack = tuple(Card(n) for n in range(PACK.size))
    setup = Setup(rules=rules, seats=3, forehand=Seat(0), dealer=Seat(2), pack=pack)
    game = Game(setup)
    game.apply(Seat(1), "cut 39")
    (prompt,) = game.prompts(Seat(2))
    game.apply(Seat(2), Action("lay_skar", prompt.choices[:3]))
    state = game.state
    assert isinstance(state, State)
    ended = list(_auctions(state, [], options))
    assert len(ended) > 20


def _auctions(
    state: State, words: list[naive.Word], options: Mapping[str, object]
) -> Iterator[None]:
    judge = naive.auction(words, options)
    if judge.speaker is None:
        _same_end(state, judge)
        yield
        return
    assert state.phase == "auction", words
    assert LAWS.duty(state) == {judge.speaker}, words
    assert _spoken(LAWS.prompts(state, Seat(judge.speaker))) == judge.lawful, words
    for word in sorted(judge.lawful):
        verb = word if word in ("pass", "hold") else f"bid {word}"
        after = LAWS.step(state, Seat(judge.speaker), action(verb))
        yield from _auctions(after, [*words, (judge.speaker, word)], options)


def _spoken(prompts: tuple[Prompt, ...]) -> set[str]:
    acts = [act for p in prompts if p.verb != "lay_silent" for act in expand(p)]
    return {act.args[0] if act.args else act.verb for act in acts}


def _same_end(state: State, judge: naive.Auction) -> None:
    assert state.phase != "auction"
    assert state.ombre == judge.holder
    if judge.bid is not None:
        assert state.bid == judge.bid
    if judge.bid in (None, "trois"):
        assert state.phase == "over"


# Money


def test_money_of_random_results_and_offences() -> None:
    rng = random.Random("money")
    for _ in range(6_000):
        rules = _rules(rng)
        bid, points = rng.choice(BIDS), rng.randint(0, 78)
        volte = rng.choice((None, None, "won", "lost"))
        offenders = rng.choices("OXY", k=rng.choice((0, 1, 1, 2, 3)))
        facts = score.Facts(
            ombre=Seat(0),
            bid=bid,
            points=points,
            volte=volte,
            offenders=tuple(Seat("OXY".index(name)) for name in offenders),
        )
        found = score.settle(Book.of(rules), facts)
        options = _options(rules)
        expected = naive.settle_with_penalties(bid, points, offenders, volte, options)
        assert list(found.points) == list(expected.values()), (bid, points, volte, offenders)
        if not offenders:
            assert expected == naive.settle(bid, points, volte, options)


def test_who_is_liable() -> None:
    kinds = (
        "skar_count skar_forgotten skar_barred skar_by_other revoke overfull_after_exchange"
    ).split()
    for kind, dealer, actor, equal in product(kinds, "OXY", "OXY", (False, True)):
        breach = penalties.Breach(kind, Seat("OXY".index(actor)), equal)
        found = penalties.liable(breach, Seat("OXY".index(dealer)), Seat(0))
        name = None if found is None else "OXY"[found]
        assert name == naive.liable(kind, dealer, actor, equal)


def test_what_becomes_of_the_skies() -> None:
    rng = random.Random("skies")
    for _ in range(4_000):
        rules = _rules(rng)
        if rules["skies_scope"] == "always":
            continue
        won = rng.sample([c for c in PACK.codes if c != "SKI"], rng.choice((0, 3, 6, 30)))
        number, hold, partner = rng.randint(1, 25), rng.random() < 0.3, rng.random() < 0.2
        found = count.skies_outcome(Book.of(rules), _mask(won), number, 25, hold, partner)
        gives = None if found.gives is None else PACK.code(found.gives)
        expected = naive.skies_outcome(won, number, 25, hold, partner, _options(rules))
        assert {"kept": found.kept, "gives": gives} == expected


def test_when_the_volte_may_be_announced() -> None:
    rng = random.Random("volte")
    for _ in range(1_000):
        rules = _rules(rng)
        agreed, size, bid = rng.random() < 0.8, rng.randint(5, 12), rng.choice(BIDS)
        tricks = 25 - size
        own = tricks - rng.choice((0, 0, 0, 1))
        found = not play.volte_faults(Book.of(rules), agreed, size, own, tricks, bid)
        options = _options(rules)
        assert found == naive.volte_announcement_ok(agreed, size, own, tricks, bid, options)


def test_honours_of_random_hands() -> None:
    rng = random.Random("honours")
    book = Book.of(ruleset.load(NAME))
    for _ in range(3_000):
        first = rng.sample(["T1", "T21", "SKI", "T20", "T19", "HK", "HQ", "HN", "HB"], 7)
        rest = [c for c in PACK.codes if c not in first]
        hand = first + rng.sample(rest, rng.choice((3, 18)))
        if rng.random() < 0.2:
            hand = [c for c in PACK.codes if c[0] == "T" or c == "SKI"]
        worth = sum(honour.value for honour in honours.honours_of(book, _mask(hand)))
        assert worth == naive.honneurs(hand)


# Whole deals


class Offer(NamedTuple):
    """What a prompt offers: out of which words, how many."""

    words: frozenset[str]
    least: int = 0
    most: int = 0


class Judge:
    """The deal as the naive side hears it: places for seats, names for cards."""

    def __init__(self, setup: Setup) -> None:
        self.options = _options(setup.rules)
        self.forehand = int(setup.forehand)
        self.pack = [PACK.code(card) for card in setup.pack]
        self.phase = "cut"
        self.dealt: list[list[str]] = []
        self.skar: list[str] = []
        self.words: list[naive.Word] = []
        self.silent: list[str] = []
        self.ombre, self.bid = -1, ""
        self.laid: list[str] = []
        self.asks: list[str] = []
        self.hands: list[set[str]] = []
        self.claims: list[int] = []
        self.taken: list[naive.Taken] = []
        self.lying: list[str] = []
        self.leader = naive.VORHAND
        self.volte: int | None = None

    def seat(self, place: int) -> int:
        return (place + self.forehand) % 3

    # Who is to act, and what he may do

    def turn(self) -> int:
        match self.phase:
            case "cut":
                return naive.MITTELHAND
            case "skar":
                return naive.DEALER
            case "auction":
                speaker = naive.next_speaker(self.words)
                assert speaker is not None
                return speaker
            case "exchange":
                return self.ombre
            case "honours":
                return len(self.claims)
        return (self.leader + len(self.lying)) % 3

    def offers(self) -> dict[str, Offer]:
        match self.phase:
            case "cut":
                return {"cut": Offer(frozenset(str(n) for n in range(1, 78)), 1, 1)}
            case "skar":
                allowed = naive.skar_allowed(self.dealt[naive.DEALER], self.options)
                return {"lay_skar": Offer(frozenset(allowed), 3, 3)}
            case "auction":
                return self._auction_offers()
            case "exchange":
                return self._exchange_offers()
        return self._play_offers()

    def _auction_offers(self) -> dict[str, Offer]:
        place = self.turn()
        lawful = naive.lawful_words(place, self.words, self.options)
        found = {word: Offer(frozenset()) for word in lawful & {"pass", "hold"}}
        bids = lawful - {"pass", "hold"}
        if bids:
            found["bid"] = Offer(bids, 1, 1)
        numbers = [n for n in (1, 2, 3) if naive.silent_bid(n) in bids]
        if numbers:
            hand = set(self.dealt[place]) - set(self.skar)
            found["lay_silent"] = Offer(frozenset(hand), min(numbers), max(numbers))
        return found

    def _exchange_offers(self) -> dict[str, Offer]:
        """Nothing is asked for before cards lie; own cards and known Skar cards are not offered."""
        slots, waive = naive.ASKS[self.bid], Offer(frozenset())
        hand = self.hands_now()[self.ombre]
        if not self.laid:
            return {"lay_exchange": Offer(frozenset(hand), slots, slots), "waive": waive}
        known = set(self.skar) if self.ombre == naive.DEALER else set(self.asks) & set(self.skar)
        return {"ask": Offer(frozenset(set(naive.DECK) - hand - known), 1, 1), "waive": waive}

    def _play_offers(self) -> dict[str, Offer]:
        place = self.turn()
        hand = self.hands[place]
        keeps = place == self.ombre and self._bound()
        legal = naive.legal_cards(hand, self.lying, None, keeps, self.options)
        found = {"play": Offer(frozenset(legal), 1, 1)}
        if place == self.ombre and self.volte is None and self._may_announce(len(hand)):
            found["announce_volte"] = Offer(frozenset())
        return found

    def _bound(self) -> bool:
        return naive.holds_skies(self.taken, self.ombre, self.volte is not None, self.options)

    def _may_announce(self, cards: int) -> bool:
        own = sum(trick.taker == self.ombre for trick in self.taken)
        agreed = bool(self.options["volte"])
        played = len(self.taken)
        return naive.volte_announcement_ok(agreed, cards, own, played, self.bid, self.options)

    def hands_now(self) -> list[set[str]]:
        return naive.hands_to_play(self.record())

    def record(self) -> naive.Play:
        return {
            "dealt": self.dealt,
            "skar": self.skar,
            "bid": self.bid,
            "ombre": self.ombre,
            "laid": self.laid,
            "asks": self.asks,
            "tricks": [trick.cards for trick in self.taken],
            "volte": self.volte,
        }

    # What is done

    def hear(self, place: int, act: Action) -> None:
        match self.phase:
            case "cut":
                self.dealt = naive.deal(naive.cut(self.pack, int(act.args[0])))
                self.phase = "skar"
            case "skar":
                self.skar, self.phase = list(act.args), "auction"
            case "auction":
                self._hear_word(place, act)
            case "exchange":
                self._hear_exchange(act)
            case "honours":
                declared = act.verb == "declare"
                self.claims.append(naive.honneurs(self.hands[place]) if declared else 0)
                if len(self.claims) == 3:
                    self.phase = "play"
            case "play":
                self._hear_card(place, act)

    def _hear_word(self, place: int, act: Action) -> None:
        if act.verb == "lay_silent":
            word = naive.silent_bid(len(act.args))
        else:
            word = act.args[0] if act.verb == "bid" else act.verb
        if word != "pass":
            self.silent = list(act.args) if act.verb == "lay_silent" else []
        self.words.append((place, word))
        stands = naive.auction(self.words, self.options)
        if stands.speaker is not None:
            return
        if stands.holder is None or stands.bid is None:
            self.phase = "over"
            return
        self.ombre, self.bid = stands.holder, stands.bid
        self.laid, self.phase = self.silent, "exchange"
        if self.bid == "trois":
            self.phase = "over"
        elif self.bid == "sans_prendre":
            self._lead()

    def _hear_exchange(self, act: Action) -> None:
        if act.verb == "lay_exchange":
            self.laid = list(act.args)
            return
        if act.verb == "ask":
            self.asks.append(act.args[0])
            lost = sum(card in self.skar for card in self.asks)
            if len(self.asks) - lost < naive.ASKS[self.bid]:
                return
        self._lead()

    def _lead(self) -> None:
        self.hands = self.hands_now()
        self.leader = naive.first_leader(self.ombre, self.options)
        self.phase = "honours" if self.options["honneurs"] else "play"

    def _hear_card(self, place: int, act: Action) -> None:
        if act.verb == "announce_volte":
            self.volte = len(self.taken) + 1
            return
        self.hands[place].remove(act.args[0])
        self.lying.append(act.args[0])
        if len(self.lying) < 3:
            return
        trumps = naive.skies_trumps(self.record(), self.taken, self.options)
        taker = (self.leader + naive.trick_winner(self.lying, trumps, self.options)) % 3
        number = len(self.taken) + 1
        self.taken.append(naive.Taken(number, self.leader, tuple(self.lying), taker))
        self.leader, self.lying = taker, []
        if number == naive.TRICKS:
            self.phase = "over"

    # The account

    def account(self) -> list[int]:
        """What each seat has in the end, seats being those of the table."""
        money = [0, 0, 0]
        if self.ombre < 0:
            return money
        points, volte = None, None
        if self.bid != "trois":
            points, volte = naive.points_of_play(self.record(), self.options)
        each = naive.game_value(self.bid, points, volte, self.options) + self._pagat()
        for place in naive.SEATS:
            money[self.seat(place)] += 2 * each if place == self.ombre else -each
        for place, worth in enumerate(self.claims):
            for other in naive.SEATS:
                money[self.seat(other)] += 2 * worth if other == place else -worth
        return money

    def _pagat(self) -> int:
        price = self.options["pagat_ultimo"]
        assert isinstance(price, int)
        return naive.pagat_ultimo(self.taken[-1], self.ombre, price) if self.taken else 0


def _offered(prompts: tuple[Prompt, ...]) -> dict[str, Offer]:
    return {p.verb: Offer(frozenset(p.choices), p.least, p.most) for p in prompts}


def _setup(rules: RuleSet, rng: random.Random, strong: bool) -> Setup:
    """Three hands; ``strong``: one of them can take every trick."""
    forehand = rng.randrange(3)
    cards = list(PACK.codes)
    rng.shuffle(cards)
    if strong:
        best = {"SKI", "HK", "DK", "SK", *(f"T{n}" for n in range(rng.choice((1, 1, 4)), 22))}
        cards = sorted(best) + [card for card in cards if card not in best]
    order = [cards[:25], cards[25:50], cards[50:]]
    if strong and rng.random() < 0.3:
        order = [cards[28:53], cards[53:], cards[:28]]
    elif strong and rng.random() < 0.5:
        order = [order[1], order[0], order[2]]
    hands = [0, 0, 0]
    for place, held in enumerate(order):
        hands[(forehand + place) % 3] = _mask(held)
    return Setup(
        rules=rules,
        seats=3,
        forehand=Seat(forehand),
        dealer=Seat((forehand + 2) % 3),
        pack=lhombre_pack(hands, Seat(forehand), 39),
    )


def _chosen(game: Game, judge: Judge, seat: Seat, rng: random.Random, strong: bool) -> Action:
    """A random act; a strong hand plays its highest tarock, and cards of the Skar are asked for."""
    prompts = {prompt.verb: prompt for prompt in game.prompts(seat)}
    if strong and "cut" in prompts:
        return Action("cut", ("39",))
    if "declare" in prompts:
        return Action("declare", prompts["declare"].choices)
    if strong and game.phase == "auction":
        tarocks = sum(card[0] == "T" for card in game.view_for(seat).hand)
        if tarocks < 12 and "pass" in prompts:
            return Action("pass")
    if "ask" in prompts and rng.random() < 0.3 and set(judge.skar) & set(prompts["ask"].choices):
        return Action("ask", (rng.choice(sorted(set(judge.skar) & set(prompts["ask"].choices))),))
    if "announce_volte" in prompts and rng.random() < (0.6 if strong else 0.05):
        return Action("announce_volte")
    if strong and "play" in prompts and len(game.view_for(seat).trick) < 3:
        legal = prompts["play"].choices
        tarocks_held = [card for card in legal if card[0] == "T"]
        if tarocks_held and rng.random() < 0.99:
            return Action("play", (tarocks_held[-1],))
    verbs = [verb for verb in prompts if verb != "announce_volte"]
    if "pass" in verbs and not strong and rng.random() < 0.2:
        return Action("pass")
    return random_words(prompts[rng.choice(verbs)], rng)


class Tally:
    """What came up in the random games, so that a test that met nothing cannot pass."""

    def __init__(self) -> None:
        self.met: dict[str, int] = {}

    def add(self, *words: str) -> None:
        for word in words:
            self.met[word] = self.met.get(word, 0) + 1


@pytest.mark.slow
def test_whole_deals() -> None:
    """At every turn the same seat and the same offers; at the end the same points and money.

    Slow: hundreds of whole deals, and every one of them counted twice with names.
    """
    tally = Tally()
    for seed in range(GAMES):
        rng = random.Random(f"deal {seed}")
        strong = rng.random() < 0.35
        game = Game(_setup(_rules(rng), rng, strong))
        judge = _judged(game, rng, strong)
        _same_account(game, judge)
        _tallied(tally, judge)
    wanted = "un deux sans_prendre won lost in_skar silent redeemed trump trump_beaten".split()
    for word in wanted:
        assert tally.met.get(word, 0) >= 3, (word, tally.met)
    assert tally.met["played"] >= GAMES * 5 / 8, tally.met


def _judged(game: Game, rng: random.Random, strong: bool) -> Judge:
    """The deal played to its end, each turn compared."""
    judge = Judge(game.setup)
    while game.duty:
        (seat,) = game.duty
        _same_turn(game, judge, seat)
        act = _chosen(game, judge, seat, rng, strong)
        judge.hear((seat - judge.forehand) % 3, act)
        game.apply(seat, act)
    return judge


def _same_turn(game: Game, judge: Judge, seat: Seat) -> None:
    assert game.phase == judge.phase
    assert seat == judge.seat(judge.turn())
    if game.phase == "honours":
        worth = naive.honneurs(judge.hands[judge.turn()])
        priced = honours.honours_of(Book.of(game.setup.rules), _mask(judge.hands[judge.turn()]))
        assert sum(honour.value for honour in priced) == worth
        assert ("declare" in _offered(game.prompts(seat))) == bool(worth)
        return
    assert _offered(game.prompts(seat)) == judge.offers(), game.phase
    for other in range(3):
        if other != seat:
            assert game.prompts(Seat(other)) == ()


def _same_account(game: Game, judge: Judge) -> None:
    assert judge.phase == "over"
    result = game.settlement()
    assert result is not None
    assert list(result.points) == judge.account(), (judge.record(), judge.options)
    if judge.taken:
        points, volte = naive.points_of_play(judge.record(), judge.options)
        state = game.state
        assert isinstance(state, State)
        facts = score.facts_of(state, state.book)
        assert (facts.points, facts.volte) == (points, volte)


def _tallied(tally: Tally, judge: Judge) -> None:
    if not judge.taken:
        return
    tally.add("played", judge.bid)
    _, volte = naive.points_of_play(judge.record(), judge.options)
    if volte is not None:
        tally.add(volte)
    if set(judge.asks) & set(judge.skar):
        tally.add("in_skar")
    if judge.silent and judge.silent == judge.laid:
        tally.add("silent")
    last = judge.taken[-1]
    if naive.skies_trumps(judge.record(), judge.taken[:-1], judge.options):
        tally.add("trump" if last.player_of("SKI") == last.taker else "trump_beaten")
    cards = [card for trick in judge.taken if trick.taker == judge.ombre for card in trick.cards]
    if set(cards) != set(naive.ombre_pile(judge.record(), judge.taken, judge.options)):
        tally.add("redeemed")


# Transcripts


TRANSCRIPTS = sorted(
    path
    for path in (Path(__file__).parents[2] / "transcripts").glob("lhombre-*.trn")
    if not path.stem.startswith("lhombre-free-")  # those are judged in test_free_lhombre
)
TAKES = re.compile(r"; (\d) takes (?:[^:;]+: )?([\d+]+)-2 = (\d+)")


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcripts_are_judged_alike(path: Path) -> None:
    """Result, dealt hands, takers and the count behind each trick, worked out from the names."""
    text = path.read_text(encoding="utf-8")
    record = notation.parse(text)
    judge = Judge(record.setup)
    for act in record.acts:
        judge.hear((act.seat - judge.forehand) % 3, act.action)
    assert record.points == tuple(judge.account())
    told = dict(re.findall(r"^; deal (\d): (.+)$", text, re.MULTILINE))
    dealt = {str(judge.seat(place)): set(hand) for place, hand in enumerate(judge.dealt)}
    assert {seat: set(cards.split()) for seat, cards in told.items()} == dealt
    notes = [(int(seat), values, int(worth)) for seat, values, worth in TAKES.findall(text)]
    assert notes == [_note(judge, trick) for trick in judge.taken]


def _note(judge: Judge, trick: naive.Taken) -> tuple[int, str, int]:
    values = "+".join(str(naive.nominal(card)) for card in trick.cards)
    return judge.seat(trick.taker), values, naive.count_points(trick.cards)


def test_there_is_a_transcript_of_every_kind() -> None:
    wanted = "trois deux un sans-prendre asked-card-in-skar volte-made volte-lost skies-unredeemed"
    assert {f"lhombre-{kind}" for kind in wanted.split()} <= {path.stem for path in TRANSCRIPTS}


def test_silent_bids() -> None:
    book = Book.of(ruleset.load(NAME))
    for cards in (1, 2, 3):
        assert silent_bid(book, cards) == naive.silent_bid(cards)
