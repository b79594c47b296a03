"""What every rule set must keep, whatever its game.

every action offered is lawful, and nothing else is; the cards among them are the plays
every game ends, and its log gives the same game again
every line and every total of its settlement sums to zero
a record reads back as it was written
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from random_games import acts, played, random_rules, random_setup, random_words
from trull import notation, ruleset
from trull.game import Game, replay
from trull.settlement import totals
from trull.state import Action, Seat, allows, expand

RULE_SETS = ruleset.published()
seeds = st.integers(min_value=0, max_value=2**32)


@pytest.mark.parametrize("name", RULE_SETS)
@given(seed=seeds)
def test_offered_is_lawful_and_nothing_else_is(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game = Game(random_setup(random_rules(name, rng), rng))
    heard: list[Action] = []
    for _seat, act in acts(game, rng):
        heard.append(act)
        for seat in range(game.setup.seats):
            prompts = game.prompts(Seat(seat))
            for prompt in prompts:
                offered = random_words(prompt, rng)
                if not prompt.open:
                    assert game.faults(Seat(seat), offered) == ()
            cards = [act for p in prompts if p.verb == "play" for act in expand(p)]
            assert list(game.plays(Seat(seat))) == cards
            tried = rng.choice(heard)
            lawful = not game.faults(Seat(seat), tried)
            if not any(prompt.open for prompt in prompts):
                assert lawful == any(allows(prompt, tried) for prompt in prompts)


@pytest.mark.parametrize("name", RULE_SETS)
@given(seed=seeds)
def test_a_game_ends_replays_and_is_recorded(name: str, seed: int) -> None:
    game = played(name, seed)
    assert game.over
    assert replay(game.setup, game.log) == game
    record = notation.of_game(game, {"Players": 'Anna; "Berta"; C\\D'})
    assert notation.parse(notation.format_record(record)) == record
    assert notation.replayed(record) == game


@pytest.mark.parametrize("name", RULE_SETS)
@given(seed=seeds)
def test_every_line_and_total_sums_to_zero(name: str, seed: int) -> None:
    game = played(name, seed)
    result = game.settlement()
    assert result is not None
    for line in result.lines:
        assert sum(totals(result.seats, [line.points])) == 0
        assert sum(totals(result.seats, [line.money])) == 0
        assert line.clause, line
    assert sum(result.points) == 0
    assert sum(result.money) == 0
