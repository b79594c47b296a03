"""What every rule set must keep, whatever its game.

every action offered is lawful, and nothing else is; the cards among them are the plays
an act has no fault exactly when a prompt allows it, whatever its verb and its words
every game ends, and its log gives the same game again
every line and every total of its settlement sums to zero
a record reads back as it was written
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from random_games import acts, played, random_action, random_rules, random_setup, random_words
from trull import laws, notation, ruleset
from trull.game import Game, replay
from trull.settlement import totals
from trull.state import Action, Prompt, Seat, allows, expand

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


@pytest.mark.parametrize("free", [False, True], ids=["guarded", "free"])
@pytest.mark.parametrize("name", RULE_SETS)
@given(seed=seeds)
def test_an_act_has_no_fault_exactly_when_a_prompt_allows_it(
    name: str, free: bool, seed: int
) -> None:
    """Also one of another phase, or with words out of place; open prompts leave it to the law.

    At a free table the law may let more happen, but nothing that it does not offer.
    """
    rng = random.Random(seed)
    rules = random_rules(name, rng)
    rules = rules.with_options({"table": "free"}) if free else rules
    law, setup = laws.of(rules.game), random_setup(rules, rng)
    state, heard = law.begin(setup), {"play": "HK", "nonsense": "0"}
    while due := law.duty(state):
        for seat in map(Seat, range(setup.seats)):
            prompts, offers = law.prompts(state, seat), law.offers(state, seat) if free else ()
            more = any(prompt.open for prompt in (*prompts, *offers))
            for verb in sorted({*heard, *(prompt.verb for prompt in prompts)}):
                asked = [prompt for prompt in prompts if prompt.verb == verb]
                tried = _odd_act(verb, asked, list(heard.values()), rng)
                lawful = law.faults(state, seat, tried) == ()
                if any(allows(prompt, tried) for prompt in asked if not prompt.open):
                    assert lawful, (seat, str(tried))
                elif lawful and not more:  # a free table may let happen what its offers name
                    assert any(allows(offer, tried) for offer in offers), (seat, str(tried))
        seat = rng.choice(sorted(due))
        act = random_action(law.prompts(state, seat), rng)
        heard[act.verb] = act.args[0] if act.args else "0"
        state = law.enact(state, seat, act)


def _odd_act(verb: str, asked: list[Prompt], heard: list[str], rng: random.Random) -> Action:
    """An act as a prompt has it, or with a word too many, too few or from elsewhere."""
    words = list(random_words(rng.choice(asked), rng).args) if asked else []
    match rng.randrange(4):
        case 0:
            words = words[1:]
        case 1:
            words.append(rng.choice(heard))
        case 2:
            words = [rng.choice(heard)]
    return Action(verb, tuple(words))


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
