"""The time of an act: the solver stops when it is up, and what was done in time is the same."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from bots.test_search import endgame
from trull.bots import fast
from trull.bots.lhombre.fast.core import CORE
from trull.bots.search import pace
from trull.bots.search.bot import ThinkingBot, Thought
from trull.state import View

GAMES = ("koenigrufen/tirol", "koenigrufen/ulmann", "lhombre/compagnie")


class Asked:
    """Counts how often the solvers are asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        core = fast.core("koenigrufen")
        for owner, name in ((core, "wins"), (core, "values"), (CORE, "values")):
            monkeypatch.setattr(owner, name, self._counted(getattr(owner, name)))

    def _counted(self, solve: Callable[..., object]) -> Callable[..., object]:
        def counted(*args: object) -> object:
            self.times += 1
            return solve(*args)

        return counted


def clock(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """Every look at the clock finds it so much later."""
    ticks = iter(1e9 + step * number for number in range(1_000_000))
    monkeypatch.setattr(pace, "time", SimpleNamespace(perf_counter=lambda: next(ticks)))


def thought(view: View, *words: str) -> Thought:
    return ThinkingBot("search", 3, words).think(view)


@pytest.mark.parametrize("name", GAMES)
def test_with_time_enough_every_guess_is_solved_and_the_act_is_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, asked = endgame(name, 3, 4), Asked(monkeypatch)
    first = thought(view, "60s")
    batches = asked.times
    assert batches >= 4, "forty guesses or more, ten in each batch"
    assert thought(view, "60s") == first
    assert asked.times == 2 * batches
    assert first.failure == ""


@pytest.mark.parametrize("name", GAMES)
def test_when_time_is_up_the_solver_is_not_asked_any_more(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, asked = endgame(name, 3, 4), Asked(monkeypatch)
    clock(monkeypatch, step=1.0)  # far beyond any time an act may end
    found = thought(view, "60s")
    assert asked.times == 0
    assert found.failure == ""
    assert found.ranking, "the playouts still count"
