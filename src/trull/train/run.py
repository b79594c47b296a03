"""A training: play, learn, tell, keep; for so many minutes, then go on another time."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from trull.errors import TrullError
from trull.train import checkpoint, curve
from trull.train.learner import Learner, Lesson, Report
from trull.train.network import Network
from trull.train.selfplay import SelfPlay, Setting, duel
from trull.train.tables import DEVICE

if TYPE_CHECKING:
    from trull.ruleset import RuleSet

WARM = 200
"""Lessons until the rate is reached: the optimiser's moments may have to begin anew."""
EVALUATED = 8192 if DEVICE == "cuda" else 256
"""Duplicate deals of an evaluation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is asked of a training."""

    game: str
    rules: Sequence[RuleSet | str]
    folder: Path
    minutes: float = 9.0
    rounds: int = 0  # of play and learning; 0: as many as there is time for
    first_rate: float = 1e-3
    last_rate: float = 1e-3
    every: float = 30.0  # seconds between two reports
    evaluated: int = EVALUATED
    seed: int = 1


class Training:
    """A training under way."""

    def __init__(self, plan: Plan, setting: Setting, lesson: Lesson) -> None:
        """Begin, or go on from the plan's folder, with the network that is kept there."""
        self.plan = plan
        kept = plan.folder / "state.json"
        if kept.exists():
            shape = json.loads(kept.read_text(encoding="utf-8"))
            setting = replace(setting, width=shape["width"], blocks=shape["blocks"])
        torch.manual_seed(plan.seed)
        self.play = SelfPlay(plan.rules, setting, plan.seed)
        self.learner = Learner(self.play.actor, self.play.critic, self.play.cards, lesson)
        self._counted = 0  # deals of these tables that the state knows of
        if kept.exists():
            self._resume()
        else:
            self.state: checkpoint.State = {
                "game": plan.game,
                "deals": 0,
                "seconds": 0.0,
                "lessons": 0,
                "warm_from": 0,
                "seed": plan.seed,
                "width": setting.width,
                "blocks": setting.blocks,
                "curve": [],
            }
        self.before = self._averaged()
        if not self.play.selves:
            self.play.remember()

    def _resume(self) -> None:
        """Take the checkpoint up; the deals from here on hang on its counters alone."""
        self.state = checkpoint.resume(self.plan.folder, self.learner)
        if self.state["game"] != self.plan.game:
            raise TrullError(f"{self.plan.folder}: this is a training of {self.state['game']}")
        self.play.selves.clear()
        self.play.selves.extend(checkpoint.earlier_selves(self.plan.folder, self.play.actor))
        self.play.begin_anew(self.state["seed"] + 10 * self.state["deals"])

    def run(self) -> None:
        """Play and learn until the time is over, or the rounds are."""
        begun = told = time.monotonic()
        rounds = 0
        while (part := self._part(rounds, time.monotonic() - begun)) < 1:
            before = self.play.deals
            report = self.round(part)
            rounds += 1
            now = time.monotonic()
            if now - told > self.plan.every:
                self._tell(report, (self.play.deals - self._counted) / (now - told), now - told)
                told = time.monotonic()
            elif rounds == 1:
                self._say({"loss": round(report.loss, 4), "deals": self.play.deals - before})
        self._count(time.monotonic() - told)
        self.keep()

    def _part(self, rounds: int, seconds: float) -> float:
        if self.plan.rounds:
            return rounds / self.plan.rounds
        return seconds / (60 * self.plan.minutes)

    def round(self, part: float = 0.0) -> Report:
        """Play on at all tables, and learn from it; ``part`` of the training is over."""
        rate = self.plan.first_rate * (1 - part) + self.plan.last_rate * part
        warm = 1 + self.state["lessons"] - self.state["warm_from"]
        report = self.learner.learn(self.play.play(), rate * min(1.0, warm / WARM))
        if not isfinite(report.entropy):
            raise TrullError(
                f"the weights grew beyond all numbers; {self.plan.folder} is as it was"
            )
        self.state["lessons"] += self.learner.lesson.parts
        return report

    def _tell(self, report: Report, speed: float, seconds: float) -> None:
        self._count(seconds)
        averaged, some = self._averaged(), self.plan.evaluated
        over_before, near = duel(averaged, self.before, self.plan.rules, some, -1 << 41)
        point = {
            "seconds": round(self.state["seconds"], 1),
            "deals": self.state["deals"],
            "deals_s": round(speed),
            "loss": round(report.loss, 4),
            "entropy": round(report.entropy, 4),
            "change": round(report.change, 5),
            "missed": round(report.missed, 4),
            "over_last": round(over_before, 3),
            "plus_minus": round(near, 3),
        }
        self.state["curve"].append(point)
        self._say(point)
        self.play.remember()
        self.keep()

    def _say(self, point: dict[str, float]) -> None:
        sys.stdout.write(" ".join(f"{name}={value}" for name, value in point.items()) + "\n")
        sys.stdout.flush()

    def _count(self, seconds: float) -> None:
        self.state["deals"] += self.play.deals - self._counted
        self.state["seconds"] += seconds
        self._counted = self.play.deals

    def _averaged(self) -> Network:
        found = deepcopy(self.play.actor).requires_grad_(False)
        with torch.no_grad():
            for weight, steady in zip(found.parameters(), self.learner.steady, strict=True):
                weight.copy_(steady)
        return found

    def keep(self) -> None:
        """Write everything down, and go on from what was written."""
        self._count(0.0)
        checkpoint.keep(self.plan.folder, self.learner, self.play.selves, self.state)
        drawn = curve.drawn(self.state["curve"])
        (self.plan.folder / "curve.svg").write_text(drawn, encoding="utf-8")
        self._resume()
