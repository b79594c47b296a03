"""The sum of many deals: mean and interval, contracts and their luck, time per act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import floor, log10, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from trull.arena.deal import DealResult

NORMAL95 = 1.96
"""Standard errors on each side of a mean; deals are many, so the normal law serves."""
STEPS = 20
"""Classes of thinking time in a decade."""


class Share(NamedTuple):
    """How often a bot undertook a contract, and how often it won it; None: nobody wins it."""

    contract: str
    games: int
    won: int | None


class Thinking(NamedTuple):
    """CPU seconds per act."""

    acts: int
    mean: float
    median: float
    p99: float


@dataclass
class Tally:
    """The results added up so far."""

    edges: dict[int, float] = field(default_factory=dict)  # by the deal's number
    games: int = 0
    undertaken: Counter[tuple[str, str]] = field(default_factory=Counter)  # bot, contract
    won: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=lambda: {"A": 0.0, "B": 0.0})
    classes: dict[str, Counter[int]] = field(
        default_factory=lambda: {"A": Counter(), "B": Counter()}
    )
    failures: dict[str, list[str]] = field(default_factory=lambda: {"A": [], "B": []})

    def add(self, results: Iterable[DealResult]) -> None:
        """Add some deals."""
        for result in results:
            self.edges[result.number] = result.edge
            self.games += len(result.games)
            for game in result.games:
                for contract, seat, won in game.played:
                    key = (game.pattern[seat], contract)
                    self.undertaken[key] += 1
                    if won is not None:
                        self.won[key] += won
            for bot, thought in result.thought.items():
                self.seconds[bot] += sum(thought)
                self.classes[bot].update(map(_class_of, thought))
            for bot, failures in result.failures.items():
                self.failures[bot] += failures

    @property
    def mean(self) -> float:
        """A seat's gain for A over B, per deal."""
        return fmean(self._in_order()) if self.edges else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean, deals being the independent observations."""
        edges = self._in_order()
        if len(edges) < 2:
            return (float("-inf"), float("inf"))
        half = NORMAL95 * stdev(edges) / sqrt(len(edges))
        return (self.mean - half, self.mean + half)

    def _in_order(self) -> list[float]:
        """The deals by number: a sum of floats depends on its order, and workers finish in any."""
        return [self.edges[number] for number in sorted(self.edges)]

    def mix(self, bot: str) -> tuple[Share, ...]:
        """The contracts of a bot, the most frequent first."""
        found = [
            Share(contract, games, self.won.get((bot, contract)))
            for (who, contract), games in self.undertaken.items()
            if who == bot
        ]
        return tuple(sorted(found, key=lambda share: (-share.games, share.contract)))

    def thinking(self, bot: str) -> Thinking:
        """How long a bot thought about an act."""
        acts = self.classes[bot].total()
        mean = self.seconds[bot] / acts if acts else 0.0
        return Thinking(acts, mean, self._quantile(bot, 0.5), self._quantile(bot, 0.99))

    def _quantile(self, bot: str, part: float) -> float:
        """The upper end of the class in which that part of the acts is reached."""
        wanted, passed = part * self.classes[bot].total(), 0
        for step in sorted(self.classes[bot]):
            passed += self.classes[bot][step]
            if passed >= wanted:
                return float(10 ** ((step + 1) / STEPS))
        return 0.0

    def summary(self) -> dict[str, object]:
        """The content of the last line of ``--json``."""
        low, high = self.interval
        sure = len(self.edges) > 1
        return {
            "mean": round(self.mean, 4),
            "ci95": [round(low, 4), round(high, 4)] if sure else [None, None],
            "deals": len(self.edges),
            "games": self.games,
            "failures": {bot: len(self.failures[bot]) for bot in "AB"},
            "cpu_per_act": {bot: round(self.thinking(bot).mean, 7) for bot in "AB"},
            "cpu_median": {bot: round(self.thinking(bot).median, 7) for bot in "AB"},
            "cpu_p99": {bot: round(self.thinking(bot).p99, 7) for bot in "AB"},
            "mix": {
                bot: {s.contract: {"games": s.games, "won": s.won} for s in self.mix(bot)}
                for bot in "AB"
            },
        }


def _class_of(seconds: float) -> int:
    """The class of a time; less than a microsecond is a microsecond."""
    return floor(STEPS * log10(max(seconds, 1e-6)))
