"""``master`` plays whole deals: it thinks without failing, keeps its seed, and says who plays."""

from __future__ import annotations

import random

import pytest

from random_games import random_setup
from samples import SOAK, soaked
from trull import bots, ruleset
from trull.bots.manners import Mannered
from trull.game import Game
from trull.ruleset import RuleSet
from trull.state import Seat

OF_EACH_GAME = {name.partition("/")[0]: name for name in ruleset.published()}
RULE_SETS = ruleset.published() if SOAK else tuple(OF_EACH_GAME.values())
TWICE = RULE_SETS if SOAK else RULE_SETS[:1]
"""Where a deal is played twice, for a seed is honoured: what draws is the same in all games."""


def played(rules: RuleSet, seed: int) -> list[str]:
    """One master among learnt players plays a deal; what all did."""
    game = Game(random_setup(rules, random.Random(f"master {rules.name} {seed}")))
    table = [bots.make("learnt", seed + seat) for seat in range(game.setup.seats)]
    table[1] = master = bots.make("master:quick:60s", seed)
    assert isinstance(master, Mannered)
    while game.duty:
        asked = [seat for seat in range(len(table)) if game.prompts(Seat(seat))]
        for seat in map(Seat, sorted(asked, key=game.duty.__contains__)):
            act = table[seat].act(game.view_for(seat))
            assert not master.failure, master.failure
            if act is not None:
                game.apply(seat, act)
                break
    assert not master.note
    return [str(act) for act in game.log]


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_it_plays_whole_deals_and_never_fails_over_its_thoughts(name: str) -> None:
    """Slow: it thinks in many guesses."""
    for seed in range(soaked(1, 50)):
        rules = ruleset.load(name)
        told = played(rules, seed)
        if seed == 0 and name in TWICE:
            assert told == played(rules, seed), "a seed is honoured"


def test_by_rules_that_were_not_learnt_it_is_search() -> None:
    rules = ruleset.load("koenigrufen/tirol", {"win_thirds": 110})
    game = Game(random_setup(rules, random.Random(3)))
    bot, twin = bots.make("master:quick:60s", 1), bots.make("search:quick:60s", 1)
    assert isinstance(bot, Mannered)
    for _ in range(6):
        seat = min(game.duty)
        act = bot.act(game.view_for(seat))
        assert act == twin.act(game.view_for(seat))
        assert act is not None
        game.apply(seat, act)
    assert bot.note == "unseen"
