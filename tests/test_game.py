"""A game is a log: copied, replayed or pickled it is the same; what is no act of it is refused."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from random_games import acts, played, random_action, random_setup
from trull import laws, notation, referee, ruleset
from trull.errors import DealError, IllegalAction, RuleSetError
from trull.game import Game, replay
from trull.laws import court
from trull.match import Match
from trull.state import ARBITER, Action, Seat, allows

RULE_SETS = ruleset.published()


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
def test_a_refused_act_leaves_the_game_as_it_was(name: str) -> None:
    rng = random.Random(7)
    game = Game(random_setup(ruleset.load(name), rng))
    for seat, _act in acts(game, rng):
        before, faults = copy.copy(game), game.faults(seat, Action("juggle"))
        with pytest.raises(IllegalAction) as refusal:
            game.apply(seat, "juggle")
        assert refusal.value.faults == faults
        assert faults
        assert game == before


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_game_is_settled_when_it_is_over_and_not_before(name: str) -> None:
    rng = random.Random(9)
    game = Game(random_setup(ruleset.load(name), rng))
    for _ in acts(game, rng):
        assert not game.over
        assert game.settlement() is None
    assert game.over
    assert game.settlement() is not None


def test_games_that_went_other_ways_are_not_equal() -> None:
    game = played(RULE_SETS[0], 1)
    shorter = replay(game.setup, game.log[:-1])
    assert shorter != game
    assert shorter != game.log[:-1]


def test_where_several_must_act_it_is_said_who() -> None:
    rng = random.Random(1)
    game = Game(random_setup(ruleset.load("koenigrufen/tirol", {"table": "free"}), rng))
    while len(game.duty) == 1:
        (seat,) = game.duty
        offers = tuple(p for p in game.prompts(seat) if p.verb not in court.VERBS)
        game.apply(seat, random_action(offers, rng))
    with pytest.raises(AssertionError, match="say who"):
        game.act("accept")


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
