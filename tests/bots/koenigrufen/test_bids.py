"""Königrufen's auction thought through: games that are only planned lose no card and no sense."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from random_games import random_setup
from samples import at_length
from trull import bench, ruleset
from trull.bots.koenigrufen import bids
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.fast import guessing
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.constraints import DISCARD
from trull.bots.koenigrufen.heuristic import auction
from trull.bots.search.bot import ThinkingBot
from trull.game import Game
from trull.laws.koenigrufen.book import PACK, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Seat

if TYPE_CHECKING:
    from trull.bots.fast.world import Words

RULE_SETS = ("koenigrufen/tirol", "koenigrufen/finale", "koenigrufen/ulmann")


def first_view(rules: str, seed: int) -> KoenigrufenView:
    """The Vorhand before her first word."""
    game = Game(random_setup(ruleset.load(rules), random.Random(seed)))
    while game.phase != "auction":
        seat = min(game.duty)
        act = ThinkingBot("search", seed).act(game.view_for(seat))
        assert act is not None
        game.apply(seat, act)
    view = game.view_for(min(game.duty))
    assert isinstance(view, KoenigrufenView)
    return view


def guesses(view: KoenigrufenView, plan: bids.Plan, wanted: int) -> Words:
    constraints = KoenigrufenBelief(view).constraints()
    assert constraints is not None
    return guessing.guess(plan.spot, constraints, wanted, 7).found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_planned_game_keeps_every_card_in_one_place(rules: str) -> None:
    view = first_view(rules, 3)
    for contract in book_of(view.rules).contracts.values():
        if contract.needs == "bird" and not {"T1", "T2", "T3", "T4"} & set(view.hand):
            continue
        plan = bids.planned(view, contract)
        for row in guesses(view, plan, 20):
            bids.prepare(plan, row)
            hands = [int(row[at.HAND + seat]) for seat in range(4)]
            talon = sum(1 << (int(row[at.TALON]) >> 6 * place & 63) for place in range(6))
            taken = (hands[plan.seat] | int(row[DISCARD])) & ~plan.hand
            piles = [*hands, int(row[DISCARD]), talon & ~taken]
            assert sum(pile.bit_count() for pile in piles) == PACK.size, contract.name
            assert np.bitwise_or.reduce(piles) == PACK.full, contract.name
            assert all(hand.bit_count() == 12 for hand in hands), contract.name
            assert row[at.SIDE] >> plan.seat & 1, contract.name


def with_hand(view: KoenigrufenView, cards: str) -> KoenigrufenView:
    return replace(view, hand=tuple(cards.split()))


def test_playouts_know_a_sure_game_from_a_hopeless_one() -> None:
    view = first_view("koenigrufen/tirol", 3)
    strong = with_hand(view, "T22 T21 T20 T19 T18 T17 T16 T15 T14 T1 HK DK")
    weak = with_hand(view, "T2 T3 H4 H3 H2 D4 D3 S7 S8 S9 C7 C8")
    contract = book_of(view.rules).contracts["dreier"]
    found = []
    for one in (strong, weak):
        plan = bids.planned(one, contract)
        found.append(bids.brought(plan, guesses(one, plan, 30), 4, 1))
    assert (found[0] > 0).all()
    assert (found[1] < 0).all()


def test_who_thinks_bids_the_sure_game_and_ranks_silence_behind_it() -> None:
    strong = with_hand(
        first_view("koenigrufen/tirol", 3), "T22 T21 T20 T19 T18 T17 T16 T15 T14 T1 HK DK"
    )
    thought = ThinkingBot("search", 1).think(strong)
    assert not thought.failure
    names = [str(one.action) for one in thought.ranking]
    assert names[0].startswith("bid ")
    assert names.index("vorhand") > 0


def test_the_first_word_leaves_time_for_small_games() -> None:
    """What others bid she may still overbid; a Sechserdreier can be bid only now."""
    view = first_view("koenigrufen/tirol", 3)
    book = book_of(view.rules)
    early = {name for name, c in book.contracts.items() if auction.too_early(view, book, c)}
    assert {"piccolo", "solorufer", "besserrufer", "bettler"} <= early
    assert not {"sechserdreier", "dreier", "solodreier"} & early


def rear_hand(view: KoenigrufenView, cards: str) -> KoenigrufenView:
    """The last to speak, nobody having bid."""
    passing = tuple(prompt for prompt in view.prompts if prompt.verb != "vorhand")
    return replace(with_hand(view, cards), seat=Seat((view.forehand + 3) % 4), prompts=passing)


FAIR = "T22 T20 T17 T14 T9 T7 T3 HK H2 D3 D2 S8"


@pytest.mark.parametrize("rules", ["koenigrufen/tirol", "koenigrufen/finale"])
def test_a_called_game_may_cost_a_little_where_silence_costs_more(rules: str) -> None:
    view = rear_hand(first_view(rules, 3), FAIR)
    book = book_of(view.rules)
    silent = auction.silence(view, book)
    solo = bids.least(view, book, book.contracts["solorufer"])
    assert silent < solo < auction.least_gain(view, book, book.contracts["solorufer"])


def test_a_game_alone_must_be_a_gain_unless_it_is_a_dreier() -> None:
    view = rear_hand(first_view("koenigrufen/tirol", 3), FAIR)
    book = book_of(view.rules)
    for name in ("einer", "farbendreier", "piccolo", "bettler"):
        assert bids.least(view, book, book.contracts[name]) > 0, name
    assert bids.least(view, book, book.contracts["dreier"]) < 0


def test_company_wants_much_of_a_dreier_and_no_more_of_other_games() -> None:
    """Who is sociable calls a king with what others risk alone; negative games are as for all."""
    view = rear_hand(first_view("koenigrufen/tirol", 3), FAIR)
    book, reserve = book_of(view.rules), bids.COMPANY
    for name, contract in book.contracts.items():
        more = bids.least(view, book, contract, reserve) - bids.least(view, book, contract)
        alone = contract.positive and contract.side != "called"
        assert more >= reserve * contract.value > 0 if alone else more == 0, name


def test_company_plays_alone_with_the_best_of_the_hands_that_others_play_alone() -> None:
    """By its own count of the same guesses; nobody draws lots."""
    promised: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(12):
        view = first_view("koenigrufen/tirol", seed)
        book = book_of(view.rules)
        even, company = (
            ThinkingBot("search", 1, words).think(view)
            for words in (["quick"], ["quick", "sociable"])
        )
        counted = {one.action: one.mean for one in even.ranking}
        for_company = {one.action: one.mean for one in company.ranking}
        assert counted == for_company, "the count is the same"
        act = even.choice
        if act is not None and act.verb == "bid" and "dreier" in act.args[0]:
            kept = company.choice == act
            promised[kept].append(counted[act] / book.contracts[act.args[0]].value)
    assert min(promised[True]) > bids.COMPANY > min(promised[False])


def test_a_bird_is_reckoned_with_the_game_that_obliges_to_it() -> None:
    """Hands alike but for the Pagat: who must save an Uhu stakes more on it."""
    view = first_view("koenigrufen/tirol", 3)
    contract = book_of(view.rules).contracts["besserrufer"]
    strong = with_hand(view, "T22 T20 T19 T17 T14 T9 T7 T2 T1 HK D3 S8")
    prices = [bids.bird_price(bids.planned(strong, contract, bird)) for bird in ("pagat", "uhu")]
    assert prices == [2.0, 4.0]
    assert bids.bird_price(bids.planned(strong, book_of(view.rules).contracts["dreier"])) == 0.0


def test_one_trick_with_all_hands_open_is_not_tried() -> None:
    """Defenders who see everything give a second trick, or refuse the one."""
    safe = with_hand(first_view("koenigrufen/tirol", 3), "T22 T2 H4 H3 H2 D4 D3 S7 S8 S9 C7 C8")
    thought = ThinkingBot("search", 1).think(safe)
    assert not thought.failure
    names = {one.action.args[0] for one in thought.ranking if one.action.verb == "bid"}
    assert names
    assert not names & {"piccolo_ouvert", "zwiccolo_ouvert", "triccolo_ouvert"}


def test_silence_costs_a_strong_hand_behind_the_vorhand() -> None:
    """She may play Trischaken, and who is strong then pays; the later the seat the likelier."""
    view = with_hand(first_view("koenigrufen/tirol", 3), "T22 T20 T17 T14 T9 T7 T3 HK H2 D3 D2 S8")
    book = book_of(view.rules)
    passing = tuple(prompt for prompt in view.prompts if prompt.verb == "bid")
    worth = [
        auction.silence(
            replace(view, seat=Seat((view.forehand + after) % 4), prompts=passing), book
        )
        for after in (1, 2, 3)
    ]
    assert worth[0] > worth[1] > worth[2]
    assert worth[2] < 0


# What is promised and what comes of it


@at_length
def test_promises_are_held_beside_what_the_game_brought(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bids", "rufer", "--rules", "koenigrufen/ulmann", "--deals", "6", "--json"]
    assert bench.run(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == sum(one["games"] for one in told["classes"]) > 1
    for one in told["classes"]:
        assert one["promised"] >= -0.3
        assert 0 <= one["won"] <= 1
    assert bench.run(words[:-1]) == 0, "the same as a table"
    assert "promised" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("piccolo --rules perlaggen/1890", "games are promised in Königrufen"),
        ("volte --rules koenigrufen/finale", "knows no 'volte'; it knows trischaken, rufer"),
        ("solodreier --rules koenigrufen/finale --deals 1", "only 0 of 1 deals"),
    ],
)
def test_a_game_that_cannot_be_tried_is_one_line(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.run(["bids", *words.split(), "--json"]) > 0
    out, err = capsys.readouterr()
    assert not out
    assert told in err
    assert err.count("\n") == 1
