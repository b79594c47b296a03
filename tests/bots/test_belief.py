"""Belief: guesses fit all that was seen; where nothing was said, all are equally likely."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from random_games import QUIET, acts, random_rules, random_setup
from samples import soaked
from trull import bots, laws, ruleset
from trull.bots import belief
from trull.bots.belief.dealing import Dealing
from trull.bots.belief.guess import Belief, Guess, bits
from trull.bots.manners import lawful_part
from trull.cards import Card
from trull.game import Game
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.perlaggen.book import Book
from trull.learn.koenigrufen import arranged
from trull.state import Action, Logged, Seat, View, expand

RULE_SETS = ruleset.published()
DEALS = 16
FEW = soaked(120, 300)
"""So many ways at most are tried one by one."""


# Dealing


def all_ways(room: tuple[int, ...], allowed: dict[Card, int]) -> Iterator[tuple[int, ...]]:
    """Every lawful way, by trying every place for every card."""
    for places in itertools.product(range(len(room)), repeat=len(allowed)):
        if tuple(places.count(p) for p in range(len(room))) != room:
            continue
        if all(allowed[card] >> p & 1 for card, p in zip(allowed, places, strict=True)):
            yield tuple(
                sum(1 << card for card, p in zip(allowed, places, strict=True) if p == place)
                for place in range(len(room))
            )


@pytest.mark.parametrize("seed", range(12))
def test_every_lawful_way_is_dealt_and_equally_often(seed: int) -> None:
    rng = random.Random(seed)
    room = tuple(rng.choice([(2, 2, 2), (1, 3, 2), (2, 1, 1, 2), (3, 3)]))
    allowed = {Card(card): rng.randrange(1, 1 << len(room)) for card in range(sum(room))}
    dealing, ways = Dealing(room, allowed), list(all_ways(room, allowed))
    assert dealing.ways == len(ways)
    if ways:
        drawn = Counter(tuple(dealing.draw(rng)) for _ in range(60 * len(ways)))
        assert set(drawn) == set(ways)
        assert evenly(list(drawn.values()), len(ways))


def evenly(counts: list[int], ways: int) -> bool:
    """Pearson's test against equal chances, at five standard deviations."""
    wanted = sum(counts) / ways
    square = sum((n - wanted) ** 2 for n in counts) / wanted + wanted * (ways - len(counts))
    free = ways - 1
    return bool(square <= free + 5 * (2 * max(free, 1)) ** 0.5 + 5)


@pytest.mark.parametrize("seed", range(12))
def test_all_ways_are_gone_through_each_once_and_each_is_known_by_its_first_places(
    seed: int,
) -> None:
    rng = random.Random(f"every {seed}")
    room = tuple(rng.choice([(2, 2, 2), (1, 3, 0, 2), (2, 1, 1, 2), (3, 3)]))
    allowed = {Card(card): rng.randrange(1, 1 << len(room)) for card in range(sum(room))}
    dealing, ways = Dealing(room, allowed), sorted(all_ways(room, allowed))
    found = [tuple(way) for way in dealing.every()]
    assert sorted(found) == ways
    for way in found:
        assert dealing.completed(way[:-1]) == list(way)
        assert dealing.completed([held | 1 << 60 for held in way[:-1]]) == list(way)
        assert dealing.completed([way[0] << 1, *way[1:-1]]) != list(way) or not way[0]


def test_cards_that_cannot_lie_anywhere_have_no_way() -> None:
    assert list(Dealing((1, 1), {Card(0): 1, Card(1): 1}).every()) == []
    assert Dealing((1, 1), {Card(0): 1, Card(1): 1}).ways == 0
    assert Dealing((2,), {Card(0): 1}).ways == 0


# Fitting what was seen


def positions(name: str, seed: int) -> Iterator[tuple[Game, Seat, random.Random]]:
    """Some turns of a deal, played by the book or at random."""
    rng = random.Random(f"belief {name} {seed}")
    rules = random_rules(name, rng) if seed % 3 == 0 else ruleset.load(name)
    game = Game(random_setup(rules, rng))
    for seat, _act in by_the_book(game, seed) if seed % 2 else acts(game, rng):
        if game.phase not in ("cut", "packets", "deal") and rng.random() < 0.2:
            yield game, seat, rng


def by_the_book(game: Game, seed: int) -> Iterator[tuple[Seat, Action]]:
    players = [bots.make("heuristic", seed * 8 + s) for s in range(game.setup.seats)]
    while game.duty:
        seat = min(game.duty)
        act = players[seat].act(game.view_for(seat))
        assert act is not None
        yield seat, act
        game.apply(seat, act)


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_guess_replayed_looks_exactly_like_what_the_seat_saw(name: str) -> None:
    seen, fitting, phases = 0, 0, set()
    for seed in range(DEALS):
        for game, seat, rng in positions(name, seed):
            view = game.view_for(seat)
            believed = belief.of(view)
            for guess in belief.uniform(believed, rng, 2):
                state = belief.replayed(believed, guess)
                seen += 1
                if state is not None:
                    assert laws.of(view.rules.game).view(state, seat) == view
                    fitting += 1
                    phases.add(view.phase)
    assert fitting >= 0.93 * seen  # what partners hold between them shows itself only in a replay
    assert seen > 60
    assert "play" in phases


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_guess_never_moves_a_card_the_seat_sees(name: str) -> None:
    for seed in range(4):
        for game, seat, rng in positions(name, seed):
            view = game.view_for(seat)
            for guess in belief.guesses(belief.of(view), rng, 3):
                counts = tuple(hand.bit_count() for hand in guess.world.hands)
                assert counts == view.counts
                pack = laws.of(view.rules.game).pack
                if view.hand:
                    codes = {code.partition("=")[0].rstrip("~") for code in view.hand}
                    assert guess.world.hands[seat] == pack.mask(codes)


@pytest.mark.parametrize("book", ["tirol", "finale", "ulmann"])
def test_a_called_king_that_the_declarer_bought_is_believed_to_be_with_him(book: str) -> None:
    rules = ruleset.load(f"koenigrufen/{book}")
    game = Game(arranged(rules, ["DK T22 T21 T20 T19"], talon="HK H4 S7"))
    opening = "bid rufer" if book == "ulmann" else "vorhand"
    chosen = () if book == "ulmann" else ("bid rufer",)
    for words in ("cut 27", opening, "pass", "pass", "pass", *chosen, "call H", "take 1"):
        game.act(words)
    game.act(str(next(expand(game.prompts(Seat(0))[0]))))
    for words in ("lie", "gut", "gut", "gut"):
        game.act(words)
    king = 1 << laws.of("koenigrufen").pack.card("HK")
    for seat in (Seat(1), Seat(2), Seat(3)):
        found = belief.guesses(belief.of(game.view_for(seat)), random.Random(book), 4)
        assert len(found) == 4
        assert all(guess.world.hands[0] & king for guess in found)


# Against every way there is


def hidden_of(view: View) -> int:
    """All cards that the view does not place: counted here again, from the names alone."""
    pack = laws.of(view.rules.game).pack
    placed = {*view.hand, *getattr(view, "turned", ()), *getattr(view, "skar", ())}
    placed |= {word for act in view.seen if act.verb == "play" for word in act.args}
    bought = set(getattr(view, "bought", ()))
    placed |= set(getattr(view, "talon", ())) - bought
    placed |= set(getattr(view, "discard", ()))
    placed |= {code for hand in view.lying_open for code in hand}
    names = {code.partition("=")[0].rstrip("~") for code in placed}
    cards = int(pack.full)
    if view.rules.game == "perlaggen":
        cards = Book.of(view.rules).cards
    return cards & ~int(pack.mask(names))


def rooms(view: View) -> list[int]:
    """How many hidden cards each place holds: other hands, then what else is hidden."""
    hands = [
        0 if seat == view.seat and view.hand else count - len(view.lying_open[seat])
        for seat, count in enumerate(view.counts)
    ]
    free = hidden_of(view).bit_count() - sum(hands)
    if view.rules.game == "koenigrufen":
        laid = sum(act.args.count("?") for act in view.seen if act.verb == "discard")
        return [*hands, laid, free - laid]
    return [*hands, free]


def ways_of(cards: list[int], room: list[int]) -> int:
    ways, left = 1, len(cards)
    for size in room:
        ways *= len(list(itertools.combinations(range(left), size))) if left < 24 else 10**9
        left -= size
    return ways


def shared_out(cards: list[int], room: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to put the cards into the places, whatever they show."""
    if not room:
        yield ()
        return
    for chosen in itertools.combinations(cards, room[0]):
        rest = [card for card in cards if card not in chosen]
        for others in shared_out(rest, room[1:]):
            yield (sum(1 << card for card in chosen), *others)


def fits(believed: Belief, guess: Guess | None, view: View) -> bool:
    if guess is None:
        return False
    try:
        state: Logged | None = belief.replayed(believed, guess)
    except (AssertionError, ValueError):
        return False  # a card in two places, or too many in one
    seat = view.seat
    return state is not None and laws.of(view.rules.game).view(state, seat) == view


def key(guess: Guess) -> tuple[object, ...]:
    """What of a guess is hidden: the hands and what was laid away."""
    return guess.world.hands, guess.world.discard


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_endgames_are_guessed_in_every_way_that_fits_and_equally_often(name: str) -> None:
    """Each way is replayed from the first card, which takes time."""
    tried = 0
    for seed in range(60):
        for game, seat, rng in late_positions(name, seed):
            tried += check_endgame(game.view_for(seat), rng)
        if tried >= 3:
            return
    assert tried >= 2, "too few endgames were small enough"


def late_positions(name: str, seed: int) -> Iterator[tuple[Game, Seat, random.Random]]:
    rng = random.Random(f"endgame {name} {seed}")
    game = Game(random_setup(ruleset.load(name), rng))
    for seat, _act in by_the_book(game, seed) if seed % 2 else acts(game, rng):
        if game.phase == "play":
            view = game.view_for(seat)
            cards = bits(hidden_of(view))
            if 1 < ways_of(list(map(int, cards)), rooms(view)) <= FEW:
                yield game, seat, rng
                return


def check_endgame(view: View, rng: random.Random) -> bool:
    believed = belief.of(view)
    cards = [int(card) for card in bits(hidden_of(view))]
    wanted = set()
    for places in shared_out(cards, rooms(view)):
        opened = [
            int(laws.of(view.rules.game).pack.mask(view.lying_open[q])) if q != view.seat else 0
            for q in range(view.seats)
        ]
        whole = [
            held | (opened[q] if q < view.seats and view.rules.game == "koenigrufen" else 0)
            for q, held in enumerate(places)
        ]
        guess = believed.arranged(whole, rng)
        if fits(believed, guess, view):
            assert guess is not None
            wanted.add(key(guess))
    drawn: Counter[tuple[object, ...]] = Counter()
    for guess in belief.uniform(believed, rng, 25 * len(wanted)):
        if fits(believed, guess, view):
            drawn[key(guess)] += 1
    assert set(drawn) <= wanted
    assert evenly(list(drawn.values()), len(wanted))
    return len(wanted) > 1


# Weighing


def test_a_bidder_is_believed_to_be_stronger_than_chance() -> None:
    """In guesses the declarer of a lone game was dealt more tarocks than chance would deal him."""
    tarocks, edge, deals = int(laws.of("koenigrufen").pack.suits["T"]), 0.0, 0
    for seed in range(30):
        rng = random.Random(seed)
        game = Game(random_setup(ruleset.load("koenigrufen/tirol"), rng))
        for _ in by_the_book(game, seed):
            if game.phase == "play":
                break
        view = game.view_for(Seat((min(game.duty) + 1) % 4)) if game.duty else None
        if not isinstance(view, KoenigrufenView) or view.contract != "dreier":
            continue
        declarer = view.declarers[0][0]
        if view.seat != declarer:
            believed, deals = belief.of(view), deals + 1
            weighed = [g.dealt[declarer] for g in belief.guesses(believed, rng, 100)]
            evenly = [g.dealt[declarer] for g in belief.uniform(believed, rng, 100)]
            edge += sum((hand & tarocks).bit_count() for hand in weighed) / len(weighed)
            edge -= sum((hand & tarocks).bit_count() for hand in evenly) / len(evenly)
    assert deals >= 4
    assert edge / deals > 0.3


# A card taken back


def test_after_a_card_was_taken_back_the_other_one_has_fallen() -> None:
    """T-1.18: what a bot at a free table believes, and what a post-mortem asks it."""
    pack, seen = laws.of("koenigrufen").pack, 0
    for seed in range(40):
        rng = random.Random(seed)
        game = Game(random_setup(ruleset.load("koenigrufen/tirol", {"table": "free"}), rng))
        while game.duty and (game.phase != "play" or not game.view_for(None).trick):
            (seat,) = game.duty
            quiet = [p for p in game.prompts(seat) if p.verb in QUIET] or game.prompts(seat)
            game.apply(seat, next(expand(quiet[0])))
        (seat,) = game.duty
        lawful = [act.args[0] for act in game.plays(seat)]
        wrong = [card for card in game.view_for(seat).hand if card not in lawful]
        if not wrong:
            continue
        game.apply(seat, f"play {wrong[0]}")
        game.apply(seat, f"mend {lawful[0]}")
        view = lawful_part(game.view_for(Seat((seat + 1) % 4)))
        assert isinstance(view, KoenigrufenView)
        for guess in belief.uniform(belief.of(view), rng, 2):
            fallen = int(pack.mask([lawful[0]]))
            assert not any(hand & fallen for hand in guess.world.hands)
            assert guess.dealt[seat] & fallen or fallen & pack.mask(view.bought)
            seen += 1
    assert seen > 10


# A free table


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1890"])
def test_guesses_at_a_free_table_are_played_again_like_others(name: str) -> None:
    """Where nobody does wrong it is the same game, though the dealer may have to deal by hand."""
    replayed = 0
    for seed in range(3):
        rng = random.Random(f"free {name} {seed}")
        game = Game(random_setup(ruleset.load(name, {"table": "free"}), rng))
        for number, (seat, _act) in enumerate(by_the_book(game, seed)):
            view = lawful_part(game.view_for(seat))
            if number % 5 or not view.hand or not view.prompts:
                continue
            believed = belief.of(view)
            for guess in belief.uniform(believed, rng, 1):
                replayed += belief.replayed(believed, guess) is not None
    assert replayed >= 6


def test_who_misdealt_at_a_free_table_guesses_nothing() -> None:
    """L-5.1: how many cards the others hold he knows better than the rules do."""
    rng = random.Random(5)
    game = Game(random_setup(ruleset.load("lhombre/compagnie", {"table": "free"}), rng))
    dealer = game.setup.dealer
    assert dealer is not None
    game.act("cut 30")
    others = [seat for seat in range(3) if seat != dealer]
    game.apply(dealer, f"misdeal {others[0]} {others[1]}")
    for seat in (dealer, Seat(others[0])):
        believed = belief.of(lawful_part(game.view_for(seat)))
        for guess in belief.uniform(believed, rng, 3):
            assert belief.replayed(believed, guess) is None
