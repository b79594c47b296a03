"""What every rule set must keep, whatever its game.

every action offered is lawful, and nothing else is; the cards among them are the plays
an act has no fault exactly when a prompt allows it, whatever its verb and its words
every game ends, and its log gives the same game again; so does a copy, and what was pickled
every line and every total of its settlement sums to zero
only a finished deal is priced by another book, and only by one of its own game
a record reads back as it was written
"""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from random_games import acts, played, random_action, random_rules, random_setup, random_words
from trull import laws, notation, referee, ruleset
from trull.errors import DealError, IllegalAction, NotationError, RuleSetError
from trull.game import Game, replay
from trull.match import Match
from trull.settlement import totals
from trull.state import ARBITER, Action, Prompt, Seat, allows, expand

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
def test_a_copied_or_pickled_game_is_the_same_game(name: str) -> None:
    """And it goes on by itself: what is done in the copy is not done in the game."""
    rng = random.Random(11)
    game = Game(random_setup(ruleset.load(name), rng))
    for seat, act in acts(game, rng):
        for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert twin == game
            assert (hash(twin), twin.duty, twin.phase) == (hash(game), game.duty, game.phase)
            twin.apply(seat, act)
            assert len(game.log) < len(twin.log)


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_comes_after_the_end_is_refused_like_any_act(name: str) -> None:
    with pytest.raises(IllegalAction):
        played(name, 3).act("play HK")


@pytest.mark.parametrize("name", RULE_SETS)
def test_nobody_sits_beyond_the_seats(name: str) -> None:
    """Seat -1 is the arbiter, who has no hand and sees none."""
    rules = ruleset.load(name)
    players = laws.of(rules.game).seats(rules)[0]
    with pytest.raises(DealError, match="cannot deal"):
        Match(rules, players, dealer=players)
    game = Game(random_setup(rules, random.Random(1)))
    for seat in (ARBITER, Seat(game.setup.seats)):
        with pytest.raises(AssertionError, match="no seat"):
            game.view_for(seat)


@given(name=st.text(), value=st.text())
@example(name="Event", value="two\nlines")
@example(name="Event", value="two\u2028lines")
@example(name="Pack", value="HK")
def test_a_tag_reads_back_or_is_refused(name: str, value: str) -> None:
    game = Game(random_setup(ruleset.load(RULE_SETS[0]), random.Random(0)))
    record = notation.of_game(game, {name: value})
    try:
        text = notation.format_record(record)
    except NotationError:
        return
    assert notation.parse(text) == record


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


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_deal_is_priced_anew_when_it_is_over_and_by_its_own_game(name: str) -> None:
    """Else nothing would look like a settlement of zero: a slid deal, or one not yet played."""
    rng = random.Random(5)
    game = Game(random_setup(ruleset.load(name), rng))
    for _ in acts(game, rng):
        with pytest.raises(RuleSetError, match="finished"):
            game.repriced(game.setup.rules)
    for other in map(ruleset.load, RULE_SETS):
        if other.game != game.setup.rules.game:
            with pytest.raises(RuleSetError, match=f"no rule set for a deal of {name}"):
                game.repriced(other)
            with pytest.raises(RuleSetError, match=f"no rule set for a deal of {name}"):
                referee.judge(notation.of_game(game), other)


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_card_is_said_as_it_is_written_and_in_no_other_way(name: str) -> None:
    """``h9`` is understood from a player's keyboard; in a record it would be another word."""
    rng, tried = random.Random(3), 0
    while tried < 12:
        game = Game(random_setup(ruleset.load(name), rng))
        for seat, act in acts(game, rng):
            if act.verb == "play":
                tried += 1
                lower = Action(act.verb, tuple(word.lower() for word in act.args))
                assert not any(allows(prompt, lower) for prompt in game.prompts(seat))
                assert game.faults(seat, lower)


def test_rules_that_are_played_once_do_not_fill_the_memory() -> None:
    tirol = ruleset.load("koenigrufen/tirol")
    for value in range(2, 402):
        laws.under(tirol.with_options({"contract.rufer.value": value}))
    assert laws.under.cache_info().currsize < 400
