"""The rules that are learnt: the published books, and house rules drawn from their options."""

from __future__ import annotations

import random

from trull import ruleset
from trull.bots.learnt import learnable
from trull.machine import game as machines
from trull.ruleset import RuleSet

CHANGED = 0.25
"""How many of its options a drawn house rule changes, beside the one that every one draws."""


def books(game: str, houses: int, seed: int = 0) -> list[RuleSet]:
    """Every published rule set of a game as often as it has house rules, and these."""
    names = [name for name in ruleset.published() if name.startswith(f"{game}/")]
    found = [ruleset.load(name) for name in names]
    drawn = [house(name, seed * 1000 + n) for n in range(houses) for name in names]
    without = dict(machines.of(game).learning.without)
    return [rules.with_options(without) for rules in found * max(1, houses) + drawn]


def house(name: str, seed: int) -> RuleSet:
    """A rule set with some options at other lawful values."""
    rng, rules = random.Random(f"{name} {seed}"), ruleset.load(name)
    evenly = machines.of(rules.game).learning.evenly
    wishes = {
        key: rng.choice(learnable(option))
        for key, option in rules.options.items()
        if learnable(option) and (key == evenly or rng.random() < CHANGED)
    }
    return rules.with_options(wishes)
