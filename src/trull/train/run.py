"""A training: play, learn, tell, keep; for so many minutes, then go on another time."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from trull.train import checkpoint, curve
from trull.train.learner import Learner, Lesson, Report
from trull.train.network import Network
from trull.train.selfplay import SelfPlay, Setting, duel

if TYPE_CHECKING:
    from trull.ruleset import RuleSet

WARM = 200
"""Lessons until the rate is reached: the optimiser's moments may have to begin anew."""
EVALUATED = 8192
"""Duplicate deals of an evaluation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is asked of a training."""

    game: str
    rules: Sequence[RuleSet | str]
    minutes: float
    folder: Path
    first_rate: float = 1e-3
    last_rate: float = 1e-3
    every: float = 30.0  # seconds between two reports
    seed: int = 1


class Training:
    """A training under way."""

    def __init__(self, plan: Plan, setting: Setting, lesson: Lesson) -> None:
        """Begin, or go on from the plan's folder."""
        self.plan = plan
        self.state: checkpoint.State = {
            "game": plan.game,
            "deals": 0,
            "seconds": 0.0,
            "lessons": 0,
            "seed": plan.seed,
            "width": setting.width,
            "blocks": setting.blocks,
            "curve": [],
        }
        kept = (plan.folder / "state.json").exists()
        torch.manual_seed(plan.seed)
        self.play = SelfPlay(plan.rules, setting, plan.seed)
        self.learner = Learner(self.play.actor, self.play.critic, lesson)
        if kept:
            self.state = checkpoint.resume(plan.folder, self.learner)
            torch.manual_seed(self.state["seed"] + self.state["lessons"])
            self.play.tables.reset(self.state["seed"] + 10 * self.state["deals"])
        self.before = self._averaged()
        self.play.remember()

    def run(self) -> None:
        """Play and learn until the time is over."""
        begun = told = time.monotonic()
        length, deals, lessons = 60 * self.plan.minutes, 0, 0
        while (now := time.monotonic()) - begun < length:
            part = (now - begun) / length
            rate = self.plan.first_rate * (1 - part) + self.plan.last_rate * part
            rate *= min(1.0, (1 + lessons) / WARM)
            lessons += self.learner.lesson.parts
            report = self.learner.learn(self.play.play(), rate)
            self.state["lessons"] += self.learner.lesson.parts
            if now - told > self.plan.every:
                now = time.monotonic()
                speed = (self.play.deals - deals) / (now - told)
                self._tell(report, speed, now - told)
                told, deals = time.monotonic(), self.play.deals
        self._count(self.play.deals - deals, time.monotonic() - told)
        self.keep()

    def _tell(self, report: Report, speed: float, seconds: float) -> None:
        self._count(int(speed * seconds), seconds)
        averaged = self._averaged()
        over_before, near = duel(averaged, self.before, self.plan.rules, EVALUATED, -1 << 41)
        point = {
            "seconds": round(self.state["seconds"], 1),
            "deals": self.state["deals"],
            "deals_s": round(speed),
            "entropy": round(report.entropy, 4),
            "change": round(report.change, 5),
            "missed": round(report.missed, 4),
            "over_last": round(over_before, 3),
            "plus_minus": round(near, 3),
        }
        self.state["curve"].append(point)
        sys.stdout.write(" ".join(f"{name}={value}" for name, value in point.items()) + "\n")
        sys.stdout.flush()
        self.play.remember()
        self.keep()

    def _count(self, deals: int, seconds: float) -> None:
        self.state["deals"] += deals
        self.state["seconds"] += seconds

    def _averaged(self) -> Network:
        found = deepcopy(self.play.actor).requires_grad_(False)
        with torch.no_grad():
            for weight, steady in zip(found.parameters(), self.learner.steady, strict=True):
                weight.copy_(steady)
        return found

    def keep(self) -> None:
        """Write everything down."""
        checkpoint.keep(self.plan.folder, self.learner, self.state)
        drawn = curve.drawn(self.state["curve"])
        (self.plan.folder / "curve.svg").write_text(drawn, encoding="utf-8")
