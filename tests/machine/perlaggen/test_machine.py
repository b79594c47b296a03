"""The machine plays by the laws: token by token the same seats, the same masks, the same points."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from perlaggen_tables import RULE_SETS, drawn, random_table
from samples import soaked
from trull import ruleset
from trull.cards import Card
from trull.errors import RuleSetError
from trull.game import Game
from trull.machine.perlaggen import MACHINE
from trull.machine.perlaggen import layout as at
from trull.machine.perlaggen.numbers import numbers
from trull.machine.perlaggen.table import apply, offers, start
from trull.machine.steps import Steps
from trull.machine.words import Block
from trull.ruleset import RuleSet
from trull.state import Seat, Setup

DEALS = soaked(60, 10_000)
FAVOURITES = (
    (),
    ("play", "look"),
    ("bid", "hold", "play"),
    ("raise", "bid", "hold"),
    ("bid_blind", "hold_all", "ask_holder"),
    ("ask_degree", "hold", "bid"),
    ("play", "hold", "look", "show", "stand", "silent"),
)


def offered(s: Block, r: Block) -> tuple[int, ...]:
    """The tokens of the machine's mask."""
    mask = [0] * at.MASK
    offers(s, r, mask)
    return tuple(t for t in range(len(at.VOCABULARY)) if mask[t >> 6] >> (t & 63) & 1)


def agreed(
    setup: Setup, table: tuple[Block, Block], rng: random.Random, favourites: tuple[str, ...]
) -> Steps:
    """Both walk the same deal from the cut to the settlement, comparing all the way."""
    steps, (s, r) = Steps(Game(setup)), table
    while not steps.done:
        assert s[at.DUTY] == steps.seat, steps.game.log
        tokens = steps.tokens()
        assert offered(s, r) == tokens, steps.game.log
        token = drawn(tokens, rng, favourites)
        steps.apply(token)
        apply(s, r, token)
    assert (s[at.DUTY], s[at.DONE], offered(s, r)) == (-1, 1, ())
    assert tuple(s[at.POINTS : at.POINTS + setup.seats]) == steps.rewards(), steps.game.log
    return steps


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("changed", [0, 0.3], ids=["plain", "options"])
def test_token_by_token_the_machine_and_the_laws_agree(name: str, changed: float) -> None:
    for seed in range(DEALS):
        setup, rng = random_table(name, seed, changed)
        agreed(setup, MACHINE.table_of(setup), rng, FAVOURITES[seed % len(FAVOURITES)])


UNSEEN = {"blind_answer_looks": False, "target": 200}


@pytest.mark.parametrize(
    ("favourites", "options"),
    [
        ("bid_blind|hold|ask_holder|name_holder|play", UNSEEN),
        ("bid_blind|hold_all|ask_holder|play", {**UNSEEN, "guard_bound": False}),
        ("bid_blind|hold|raise|play", {**UNSEEN, "guard_bound": False, "false_test": "decision"}),
        ("bid_blind|hold|ask_holder|play", {**UNSEEN, "false_loses_figure": False}),
        ("bid_blind|hold|play", {"blind_exempts_holder": True, "target": 200}),
        ("bid|hold|ask_degree|accept_degree =yes|show", {"tie_declaration": "mutual"}),
        ("look|play|ask_degree", {"tie_declaration": "author_1926", "target": 2}),
        ("play|look|silent", {"perlagg_set": "oberland", "players": 6, "hand_size": 5}),
        ("play|look|silent", {"players": 6, "play_out": True, "hand_size": 5, "target": 200}),
        ("play|bid|hold|silent", {"hand_size": 7, "must_overtrump": True, "target": 200}),
        ("bid S|hold|play|silent", {"bid_windows": "on_turn", "target": 200}),
        ("cut|keep|look|let_good", {"cut_claim": "manual", "perlagg_set": "schlanders"}),
        ("stand|concede|ask|let_good S|bid S", {"show_mode": "turns", "target": 200}),
        ("play|bid|hold|silent", {"show_mode": "auto", "target": 200, "play_out": True}),
    ],
)
def test_what_is_seldom_said_or_agreed_is_played_alike(
    favourites: str, options: dict[str, object]
) -> None:
    for seed in range(DEALS // 5):
        setup, rng = random_table("perlaggen/1924", seed, 0)
        rules = setup.rules.with_options(options)
        target = rules.options["target"].value
        assert isinstance(target, int)
        context = {key: min(points, target - 1) for key, points in setup.context.items()}
        seats = min(setup.seats, 2) if "hand_size" in options and rules["hand_size"] == 7 else 0
        seats = seats or (6 if options.get("players") == 6 else setup.seats)
        forehand = Seat(setup.forehand % seats)
        setup = replace(
            setup, rules=rules, seats=seats, context=context, forehand=forehand,
            dealer=Seat((forehand - 1) % seats),
        )  # fmt: skip
        agreed(setup, MACHINE.table_of(setup), rng, tuple(favourites.split("|")))


def test_false_figures_void_deals_and_kept_perlaggen_are_met() -> None:
    """What random deals seldom come to: it is compared like all else, and does happen."""
    met = set[str]()
    for seed in range(soaked(60, 3_000)):
        setup, rng = random_table("perlaggen/1890", seed, 0)
        options = {**UNSEEN, "guard_bound": False, "perlagg_set": "oberland"}
        setup = replace(setup, rules=setup.rules.with_options(options))
        if seed % 3 == 0:
            kept = 1 << setup.pack[0] & at.WHOLE & numbers(setup.rules)[at.STANDING]
            setup = replace(setup, context={"kept": kept, "redeal": 1})
        if seed % 3 == 1:
            setup = without_trump(setup)
        favourites = ("bid_blind", "hold", "ask_holder", "play", "cut 15")
        steps = agreed(setup, MACHINE.table_of(setup), rng, favourites)
        result = steps.game.settlement()
        assert result is not None
        met |= {line.item for line in result.lines} | {*result.notes}
        met |= {"kept"} if setup.context.get("kept") else set()
    assert met >= {"false_figure", "void:no_trump", "kept"}


def without_trump(setup: Setup) -> Setup:
    """Six players, and after a cut of 15 three cards of a suit that is turned past."""
    rules = setup.rules.with_options({"players": 6})
    eichel = [card for card in setup.pack if card >= 29]
    others = [card for card in setup.pack if card < 29]
    pack: list[Card] = [*others[:12], *eichel[:3], *others[12:], *eichel[3:]]
    return replace(setup, rules=rules, seats=6, pack=tuple(pack), context={}, dealer=Seat(0),
                   forehand=Seat(1))  # fmt: skip


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_deal_by_chance_is_one_that_the_laws_deal(name: str, players: int) -> None:
    """Its pack lies in front of the cutter, and is played to the same end."""
    rules = ruleset.load(name, {"players": players})
    r, s = list(numbers(rules)), [0] * at.WORDS
    for seed in range(5):
        start(s, r, seed)
        pack = tuple(map(Card, s[at.DECK : at.DECK + s[at.LEFT]]))
        assert sorted(pack) == [*range(at.CARDS)]
        setup = setup_of(rules, s, pack)
        assert setup.seats == players
        agreed(setup, (s, r), random.Random(seed), ())


def setup_of(rules: RuleSet, s: Block, pack: tuple[Card, ...]) -> Setup:
    seats, forehand = s[at.SEATED], s[at.FOREHAND]
    return Setup(
        rules=rules,
        seats=seats,
        forehand=Seat(forehand),
        dealer=Seat((forehand - 1) % seats),
        pack=pack,
        context={"score0": s[at.SCORES], "score1": s[at.SCORES + 1]},
    )


def test_free_tables_and_strange_ladders_have_no_numbers() -> None:
    with pytest.raises(RuleSetError, match="guarded"):
        numbers(ruleset.load("perlaggen/1890", {"table": "free"}))
    with pytest.raises(RuleSetError, match="ladder"):
        numbers(ruleset.load("perlaggen/1890", {"ladder.steps.numbers": [2, 3, 8]}))
