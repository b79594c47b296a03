"""Trull's games in PettingZoo: its own tests pass."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import pytest

from samples import soaked
from trull import notation
from trull.errors import TrullError

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra research)")
testing = pytest.importorskip("pettingzoo.test")
zoo = pytest.importorskip("trull.research.pettingzoo")

if TYPE_CHECKING:
    from pettingzoo import AECEnv

ENVS = {
    "finale": ("trull_koenigrufen_v0", "finale", None),
    "tirol": ("trull_koenigrufen_v0", "tirol", None),
    "ulmann": ("trull_koenigrufen_v0", "koenigrufen/ulmann", None),
    "lhombre": ("trull_lhombre_v0", "", None),
    "1890": ("trull_perlaggen_v0", "1890", None),
    "1924 for two": ("trull_perlaggen_v0", "1924", 2),
}
DICTS = "|".join(
    (
        "The base observation spaces",
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        "The observation space of",
    )
)
"""PettingZoo warns of every observation that has parts; ours have a mask."""


@pytest.fixture(autouse=True)
def _observations_may_have_parts() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=f".*({DICTS}).*")
        yield


def made(name: str, render_mode: str | None = None) -> AECEnv:
    module, rules, players = ENVS[name]
    return getattr(zoo, module).env(rules, players, render_mode)


@pytest.mark.parametrize("name", ENVS)
def test_it_passes_the_test_of_all_environments(name: str) -> None:
    testing.api_test(made(name), num_cycles=soaked(300, 5_000), verbose_progress=False)


@pytest.mark.parametrize("name", ["finale", "1924 for two"])
def test_the_same_seed_deals_the_same_cards(name: str) -> None:
    testing.seed_test(lambda: made(name), num_cycles=soaked(50, 500))


@pytest.mark.parametrize("name", ["tirol", "lhombre"])
def test_it_is_rendered_as_a_record(name: str) -> None:
    testing.render_test(partial(made, name))


def test_rewards_are_the_points_and_the_picture_is_a_record() -> None:
    env, rng = zoo.trull_koenigrufen_v0.env(render_mode="ansi"), random.Random(1)
    env.reset(seed=5, options={"dealer": 2})
    paid = {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        lawful = [t for t, ok in enumerate(observation["action_mask"]) if ok]
        if over:
            paid[agent] = reward
            assert lawful == []
        env.step(None if over else rng.choice(lawful))
    record = notation.parse(env.render())
    game = notation.replayed(record)
    result = game.settlement()
    assert result is not None
    assert [paid[f"seat_{seat}"] for seat in range(4)] == [float(p) for p in result.points]
    assert game.setup.dealer == 2


def test_bad_input_is_one_clear_error() -> None:
    env = zoo.trull_koenigrufen_v0.env()
    env.reset(seed=1)
    for strange in (-1, 9_999):
        with pytest.raises(TrullError, match=f"token {strange} is not lawful"):
            env.step(strange)
    with pytest.raises(TrullError, match="schnapsen"):
        zoo.trull_koenigrufen_v0.env(rules="schnapsen/bauern")
    with pytest.raises(TrullError, match="render_mode 'rgb_array'"):
        zoo.trull_koenigrufen_v0.env(render_mode="rgb_array")
