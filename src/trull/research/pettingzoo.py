"""Trull's games for PettingZoo (extra ``research``), agent by agent with masks.

::

    from trull.research.pettingzoo import trull_koenigrufen_v0

    env = trull_koenigrufen_v0.env(rules="tirol", render_mode="ansi")

Agents are ``seat_0`` …; an observation is ``{"observation": row, "action_mask": row}``, both int8,
an action a token of ``trull.research.steps``, a reward the points of the settlement at the end. The
number behind ``_v`` rises with every change that could change what is learnt.
"""

from __future__ import annotations

import sys
from random import Random
from typing import ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from trull import games, notation, ruleset
from trull.errors import TrullError
from trull.machine.fields import Row
from trull.machine.information import observe, observer_of
from trull.machine.tokens import of_game
from trull.research.steps import book_named, dealt
from trull.ruleset import RuleSet
from trull.state import Seat

Observation = dict[str, Row]
MODES = ("human", "ansi")


class TrullEnv(AECEnv):  # type: ignore[misc]
    """A table at which one deal is played; ``reset`` deals the next."""

    metadata: ClassVar[dict[str, object]] = {"render_modes": [*MODES], "is_parallelizable": False}

    def __init__(
        self, rules: RuleSet, players: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        if render_mode not in (None, *MODES):
            raise TrullError(f"render_mode {render_mode!r}: expected human, ansi or None")
        self.rules, self.render_mode, self._wanted = rules, render_mode, players
        named = {**self.metadata, "name": f"trull_{rules.game}_v{VERSION}"}
        self.metadata = named  # type: ignore[misc] # PettingZoo asks the environment, not its class
        self._rng = Random()
        self._deal(0)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._steps.game.setup.seats)]
        size, tokens = observer_of(rules.game).fields.size, len(of_game(rules.game))
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-128, 127, (size,), np.int8),
                "action_mask": gymnasium.spaces.Box(0, 1, (tokens,), np.int8),
            }
        )
        self._spaces = dict.fromkeys(self.possible_agents, space)
        self._actions = {agent: gymnasium.spaces.Discrete(tokens) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What an agent may be told."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The tokens of the game."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, int] | None = None) -> None:
        """Deal anew; the same seed deals the same cards. ``options`` may name the ``dealer``."""
        if seed is not None:
            self._rng = Random(seed)
        self._deal((options or {}).get("dealer", 0))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and its lawful tokens; none unless it is asked."""
        steps, seat = self._steps, Seat(self.possible_agents.index(agent))
        mask = np.zeros(len(steps.vocabulary), np.int8)
        asked = seat == steps.seat
        if asked:
            mask[list(steps.tokens())] = 1
        row = observe(steps.game.view_for(seat), steps.so_far if asked else ())
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The token of the agent that is asked; TrullError where it is not lawful."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._steps.apply(-1 if action is None else int(action))
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The deal so far as a record; ``human`` reads it on the screen."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() is called without a render_mode")
            return None
        record = notation.format_record(notation.of_game(self._steps.game, {}))
        if self.render_mode == "ansi":
            return record
        sys.stdout.write(record)
        return None

    def close(self) -> None:
        """Nothing is open."""

    def _deal(self, dealer: int) -> None:
        self._steps = dealt(self.rules, self._rng, self._wanted, dealer)

    def _go_on(self) -> None:
        steps, agents = self._steps, self.possible_agents
        if steps.seat is not None:
            self.agent_selection = agents[steps.seat]
            return
        points = map(float, steps.rewards())
        self.rewards = dict(zip(agents, points, strict=True))
        self.terminations = dict.fromkeys(agents, True)
        self.agent_selection = agents[0]


VERSION = 0


class Versioned:
    """A game of PettingZoo by its name and version: ``trull_koenigrufen_v0.env()``."""

    def __init__(self, game: str) -> None:
        self._game = game

    def raw_env(
        self, rules: RuleSet | str = "", players: int | None = None, render_mode: str | None = None
    ) -> TrullEnv:
        """The table without PettingZoo's checks."""
        if isinstance(rules, str):
            rules = ruleset.load(book_named(self._game, rules))
        return TrullEnv(rules, players, render_mode)

    def env(
        self, rules: RuleSet | str = "", players: int | None = None, render_mode: str | None = None
    ) -> AECEnv:
        """The table, with PettingZoo's check of the order of calls."""
        return wrappers.OrderEnforcingWrapper(self.raw_env(rules, players, render_mode))


NAMES = {f"trull_{game}_v{VERSION}": game for game in games.names()}


def __getattr__(name: str) -> Versioned:
    """``trull_koenigrufen_v0`` and so on, of every game there is, an installed package's too."""
    if game := NAMES.get(name):
        return Versioned(game)
    raise AttributeError(f"there is no {name} here: {', '.join(NAMES)}")


def __dir__() -> list[str]:
    """What there is, the games among it."""
    return sorted((*globals(), *NAMES))
