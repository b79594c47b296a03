"""Trull's games in OpenSpiel: its own tests pass, and what it returns is the settlement."""

from __future__ import annotations

import pickle
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from research import playthroughs
from samples import alike, soaked
from trull import ruleset
from trull.game import Game
from trull.state import Setup

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")
openspiel = pytest.importorskip("trull.research.openspiel")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

if TYPE_CHECKING:
    from trull.research.openspiel import TrullState

TABLES = (
    "trull_koenigrufen(rules=finale)",
    "trull_koenigrufen(rules=tirol,set=radl:false)",
    "trull_koenigrufen(rules=ulmann)",
    "trull_lhombre",
    "trull_perlaggen(players=2)",
    "trull_perlaggen(rules=perlaggen/1890)",
    "trull_perlaggen(rules=perlaggen/1924,set=players:6,players=6)",
)
SIMS = soaked(1, 20)
RECORDS = soaked(10, 2_000)


def random_state(table: str, rng: random.Random) -> TrullState:
    """A state whose cards are out."""
    state: TrullState = pyspiel.load_game(table).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


@pytest.mark.parametrize("table", TABLES)
def test_it_passes_the_test_of_all_games(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(table)
    pyspiel.random_sim_test(game, num_sims=SIMS, serialize=True, verbose=False)
    assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()
    state = random_state(table, random.Random(1))
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    assert "exception" not in capfd.readouterr().err


@pytest.mark.parametrize("table", TABLES)
def test_its_returns_are_the_settlement(table: str) -> None:
    for seed in range(RECORDS):
        rng = random.Random(seed)
        state = random_state(table, rng)
        while not state.is_terminal():
            before = state.clone()
            state.apply_action(rng.choice(state.legal_actions()))
            assert len(before.history()) == len(state.history()) - 1
        steps = state.steps
        assert steps is not None
        again = Game(steps.game.setup)
        for seat, act in steps.game.log:
            again.apply(seat, act)
        result = again.settlement()
        assert result is not None
        assert state.returns() == [float(points) for points in result.points]
        assert max(map(abs, state.returns())) <= pyspiel.load_game(table).max_utility()


@pytest.mark.parametrize("table", TABLES)
def test_a_state_drawn_again_looks_the_same_to_its_player(table: str) -> None:
    other = 0
    for seed in range(soaked(8, 100)):
        rng = random.Random(seed)
        state = random_state(table, rng)
        for _ in range(rng.randrange(20)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        player = state.current_player()
        twin = openspiel.resampled(state, player, rng)
        assert twin.current_player() == player
        assert twin.legal_actions() == state.legal_actions()
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        other += twin.history() != state.history()
    assert other


@pytest.mark.parametrize("table", TABLES[:1] + TABLES[3:5])
def test_its_own_search_plays_whole_deals(table: str) -> None:
    game, rng = pyspiel.load_game(table), random.Random(1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    for seed in range(soaked(1, 10)):
        bot = ismcts.ISMCTSBot(
            game,
            evaluator,
            uct_c=20.0,
            max_simulations=soaked(2, 8),
            max_world_samples=2,
            random_state=np.random.RandomState(seed),
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(lambda state, player: openspiel.resampled(state, player, rng))
        state, chance = random_state(table, rng), random.Random(seed)
        while not state.is_terminal():
            mine = state.current_player() == 0 and chance.random() < 0.5
            action = bot.step(state) if mine else rng.choice(state.legal_actions())
            state.apply_action(int(action))
        assert sum(state.returns()) == 0


@pytest.mark.parametrize("table", TABLES)
def test_a_bot_of_the_house_sits_at_its_tables(table: str) -> None:
    rng = random.Random(3)
    state = random_state(table, rng)
    seats = [openspiel.HouseBot("heuristic", seat, seed=1) for seat in range(state.num_players())]
    while not state.is_terminal():
        state.apply_action(seats[state.current_player()].step(state))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", ["koenigrufen/finale", "lhombre/compagnie", "perlaggen/1924"])
def test_a_bot_of_openspiel_sits_at_a_table_of_trull(name: str) -> None:
    """It meets a state drawn from its seat's view, so it cannot look at hidden cards."""
    steps = openspiel.Steps(Game(_setup(name)))
    uniform = pyspiel.make_uniform_random_bot(1, 5)
    visitor, rng = openspiel.Visitor(uniform, seed=1), random.Random(4)
    acted = 0
    while not steps.done:
        seat = steps.seat
        assert seat is not None
        if seat == 1 and any(steps.game.view_for(None).counts):
            act = visitor.act(steps.game.view_for(seat))
            if act is not None or len(steps.prompts) != len(steps.game.prompts(seat)):
                acted += 1
            for token in steps.path(act):
                steps.apply(token)
        else:
            steps.apply(rng.choice(steps.tokens()))
    assert acted


@pytest.mark.parametrize(
    "name", alike("perlaggen-1890", *sorted({*playthroughs.TABLES} - {"perlaggen-1890"}))
)
def test_a_whole_deal_is_written_down_as_before(name: str) -> None:
    kept = (playthroughs.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthroughs.played(playthroughs.TABLES[name]) == kept


def _setup(name: str) -> Setup:
    rng, laws = random.Random(7), openspiel.laws
    rules = ruleset.load(name)
    game = laws.of(rules.game)
    sitting = game.open_sitting(rules, 4 if 4 in game.seats(rules) else 3, 1)
    setup: Setup = game.deal(sitting, game.pack.shuffled(rng))[0]
    return setup
