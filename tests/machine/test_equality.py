"""Three walk the same deals: the laws by their steps, the plain machine, the compiled tables.

Token by token they ask the same seat, offer the same tokens and pay the same in the end. A soak
walks 10,000 deals of every rule set, as many with changed options, and settles 100,000.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

import numpy as np
import pytest

from samples import soaked
from trull import ruleset
from trull.game import Game
from trull.machine import game
from trull.machine.steps import Steps
from trull.machine.words import Block
from trull.research.vector import Tables, has_machine
from trull.state import Setup

RULE_SETS = [name for name in ruleset.published() if has_machine(name.partition("/")[0])]
DEALS, SETTLED = soaked(10, 10_000), soaked(20, 100_000)
BATCH = 200
"""Deals that are walked side by side."""


class Walk(NamedTuple):
    """One deal under way: by the laws, and on the plain machine."""

    steps: Steps
    state: Block
    rules: Block
    rng: random.Random


class Plain(NamedTuple):
    """What the plain machine of a game does, and where its words lie."""

    offers: Callable[[Block, Block, Block], None]
    apply: Callable[[Block, Block, int], None]
    duty: int
    points: int
    mask: int
    unit: int

    def offered(self, state: Block, rules: Block) -> Block:
        """The mask of the lawful tokens."""
        mask = [0] * self.mask
        self.offers(state, rules, mask)
        return mask


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("changed", [0, 0.3], ids=["plain", "options"])
def test_token_by_token_three_walk_alike(name: str, changed: float) -> None:
    for seeds in batches(DEALS):
        walk_alike(name, seeds, changed)


@pytest.mark.parametrize("name", RULE_SETS)
def test_compiled_tables_settle_as_the_laws_do(name: str) -> None:
    for seeds in batches(SETTLED):
        walk_alike(name, seeds, 0.15, by_token=False)


def batches(deals: int) -> Iterator[range]:
    """The numbers of deals, some at a time."""
    return (range(first, min(first + BATCH, deals)) for first in range(0, deals, BATCH))


def walk_alike(name: str, seeds: Sequence[int], changed: float, *, by_token: bool = True) -> None:
    """Walk these deals to their ends; not ``by_token``, the plain machine stays at home."""
    drawing = importlib.import_module(f"{name.partition('/')[0]}_tables")
    walks = [begun(*drawing.random_table(name, seed, changed)) for seed in seeds]
    plain = plain_of(name)
    walks = [walk for walk in walks if not over_at_once(walk, plain)]
    tables, others, going = compiled(walks, plain), np.random.default_rng(0), dict(enumerate(walks))
    while going:
        tokens = tables.random_tokens(others)  # at tables whose deal is over the next has begun
        for at, (steps, state, rules, rng) in going.items():
            lawful = steps.tokens()
            assert tables.seat[at] == steps.seat, steps.game.log
            if by_token:
                assert state[plain.duty] == steps.seat, steps.game.log
                assert bits(plain.offered(state, rules)) == lawful, steps.game.log
                assert bits(tables.mask[at].tolist()) == lawful, steps.game.log
            tokens[at] = token = drawing.drawn(lawful, rng)
            steps.apply(token)
            if by_token:
                plain.apply(state, rules, token)
        tables.step(tokens)
        for at, walk in going.items():
            assert bool(tables.done[at]) == walk.steps.done, walk.steps.game.log
            if walk.steps.done:
                paid = [points * plain.unit for points in walk.steps.rewards()]
                seats = len(paid)
                assert tables.reward[at].tolist()[:seats] == paid, walk.steps.game.log
                own = walk.state[plain.points :][:seats]
                assert own == paid or not by_token, walk.steps.game.log
        going = {at: walk for at, walk in going.items() if not walk.steps.done}


def over_at_once(walk: Walk, plain: Plain) -> bool:
    """Whether nobody is asked at all, as after a second void deal one short of the end."""
    if walk.steps.done:
        assert walk.state[plain.duty] == -1
        assert walk.state[plain.points :][: len(walk.steps.rewards())] == [*walk.steps.rewards()]
    return walk.steps.done


def begun(setup: Setup, rng: random.Random) -> Walk:
    """A deal that waits for its cut."""
    table = game.of(setup.rules.game).table_of(setup)
    return Walk(Steps(Game(setup)), *table, rng)


def plain_of(name: str) -> Plain:
    machine = game.of(name.partition("/")[0])
    return Plain(
        offers=cast("Callable[[Block, Block, Block], None]", machine.names["offers"]),
        apply=cast("Callable[[Block, Block, int], None]", machine.names["apply"]),
        duty=cast("int", machine.names["DUTY"]),
        points=cast("int", machine.names["POINTS"]),
        mask=machine.mask,
        unit=machine.unit,
    )


def compiled(walks: Sequence[Walk], plain: Plain) -> Tables:
    """Compiled tables at which the same cards lie, waiting for the same cut."""
    tables = Tables([walk.steps.game.setup.rules for walk in walks], len(walks), observe=False)
    for at, (_, state, rules, _) in enumerate(walks):
        tables._states[at], tables.seat[at] = signed(state), state[plain.duty]
        tables.mask[at] = signed(plain.offered(state, rules))
    return tables


def signed(words: Block) -> Block:
    """Words as compiled code keeps them: the highest bit is the sign."""
    return [word - ((word >> 63 & 1) << 64) if word >= 0 else word for word in words]


def bits(mask: Block) -> tuple[int, ...]:
    """The tokens of a mask."""
    return tuple(
        64 * word + bit
        for word, lawful in enumerate(mask)
        for bit in range(64)
        if lawful >> bit & 1
    )
