"""Tables in arrays: compiled as plain, shared out over threads, and equal to the laws."""

from __future__ import annotations

import random
from types import FunctionType

import numpy as np
import pytest

from random_games import random_rules
from samples import soaked
from trull import games, ruleset
from trull.errors import TrullError
from trull.machine import loops
from trull.machine.compiled import needed
from trull.machine.game_loops import loops_of
from trull.research.vector import Tables, has_machine

RULE_SETS = tuple(name for name in ruleset.published() if name.startswith("koenigrufen/"))
MACHINES = (*RULE_SETS, "lhombre/compagnie", "perlaggen/1890")
DEALS = soaked(3, 300)
HOW = loops.LOOKING | loops.CHECKED


@pytest.mark.parametrize("name", MACHINES)
def test_compiled_and_plain_roll_outs_have_equal_checksums(name: str) -> None:
    """Over all masks, observations, seats on duty and points; as it is published, and changed."""
    books = [ruleset.load(name), random_rules(name, random.Random(name), 0.4)]
    tables = Tables(books, 2)
    sums = tables.roll_out(DEALS, seed=7, how=HOW)
    machine, plain = tables.machine, loops_of(tables.machine.game).roll_out.plain
    found = [0, 0]
    plain(
        [[0] * machine.words for _ in range(2)],
        [list(machine.numbers(book)) for book in books],
        [0, 1],
        [[0] * machine.mask for _ in range(2)],
        [[0] * machine.fields.size for _ in range(2)],
        found,
        *(7, DEALS, HOW, 0, 2),
    )
    assert sums.tolist() == found


def test_no_two_compiled_functions_share_a_name() -> None:
    """In one process numba would take the second, if it comes from the cache, for the first."""
    code: dict[tuple[str, str], object] = {}
    for game in filter(has_machine, games.names()):
        for loop in loops_of(game):
            assert isinstance(loop.plain, FunctionType)
            for function in (loop.plain, *needed(loop.plain).values()):
                name = function.__module__, function.__qualname__
                bound = function.__module__ == loops.__name__
                of_game = game if bound else function
                assert code.setdefault(name, of_game) == of_game, name


def test_threads_and_batches_change_nothing() -> None:
    one, two = Tables(RULE_SETS, 30, seed=3), Tables(RULE_SETS, 30, seed=3, threads=2)
    rng = np.random.default_rng(5)
    for _ in range(100):
        tokens = one.random_tokens(rng)
        one.step(tokens)
        two.step(tokens)
        for name in ("seat", "mask", "observation", "reward", "done"):
            assert np.array_equal(getattr(one, name), getattr(two, name)), name


def test_equal_seeds_deal_equal_cards() -> None:
    tables = Tables("koenigrufen/finale", 4)
    tables.reset(np.array([9, 9, 10, 9]))
    rows = tables.observation
    assert np.array_equal(rows[0], rows[1])
    assert np.array_equal(rows[0], rows[3])
    assert not np.array_equal(rows[0], rows[2])


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1924"])
def test_a_deal_that_ends_pays_and_the_next_begins(name: str) -> None:
    tables, rng, ended = Tables(name, 16, skip_forced=True), np.random.default_rng(1), 0
    assert tables.reward.shape == (16, tables.machine.seats)
    for _ in range(300):
        tables.step(tables.random_tokens(rng))
        assert tables.lawful().sum(axis=1).min() > 1
        over = tables.done == 1
        assert not tables.reward[over].sum(axis=1).any()
        ended += int(over.sum())
    assert ended > 16


def test_a_token_that_is_not_lawful_is_refused_and_nothing_is_done() -> None:
    tables = Tables("koenigrufen/tirol", 3)
    before = tables.observation.copy()
    good = tables.random_tokens(np.random.default_rng(1))
    for tokens in (good[:2], good * 0, good * 0 + 10_000, good * 0 - 1):
        with pytest.raises(TrullError):
            tables.step(tokens)
    assert np.array_equal(tables.observation, before)
    tables.step(good)


def test_other_games_and_empty_batches_are_refused() -> None:
    with pytest.raises(TrullError, match="one game"):
        Tables(["koenigrufen/tirol", "perlaggen/1890"], 2)
    with pytest.raises(TrullError, match="a table at least"):
        Tables("koenigrufen/tirol", 0)
    with pytest.raises(TrullError):
        Tables(ruleset.load("perlaggen/1890", {"table": "free"}), 1)
    with pytest.raises(TrullError, match="cpu or cuda"):
        Tables("koenigrufen/tirol", 1, device="abacus")
