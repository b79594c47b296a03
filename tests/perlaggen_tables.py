"""Random tables of Perlaggen for laws and machine alike."""

from __future__ import annotations

import random
from dataclasses import replace

from random_games import QUIET, random_rules, random_setup
from trull import ruleset
from trull.machine.perlaggen import layout as at
from trull.state import Setup

RULE_SETS = [name for name in ruleset.published() if name.startswith("perlaggen/")]
QUIET_TOKENS = frozenset(
    token for token, name in enumerate(at.VOCABULARY.tokens) if name.split()[0] in QUIET
)
SIGNS = range(at.SIGN, at.CUT)


def random_table(name: str, seed: int, changed: float) -> tuple[Setup, random.Random]:
    """A set-up with some options changed, somewhere in a game, at times after a void deal."""
    rng = random.Random(f"{name} {seed}")
    rules = random_rules(name, rng, changed, version=rng.choice((1, 2)), switches=True)
    if changed:
        rules = rules.with_options({"target": rng.choice((3, 15, 24, 200, 200))})
        rules = rules.with_options({"min_cut": rng.randint(1, 10)})
    setup = random_setup(rules, rng)
    return replace(setup, context=random_context(rules.options["target"].value, rng)), rng


def random_context(target: object, rng: random.Random) -> dict[str, int]:
    assert isinstance(target, int), "points"
    first, second = (target - 1 - rng.randrange(min(target, 6)) for _ in range(2))
    context = {"score0": rng.choice((0, 0, first)), "score1": rng.choice((0, 0, second))}
    if rng.random() < 0.1:
        context = {"score0": target - 1, "score1": target - 1}
    return context if rng.random() < 0.9 else {**context, "redeal": 1}


def drawn(tokens: tuple[int, ...], rng: random.Random, favourites: tuple[str, ...] = ()) -> int:
    """A token; favourites first, then quiet words, and not many signs."""
    names = at.VOCABULARY.tokens
    liked = [token for token in tokens if favourites and names[token].startswith(favourites)]
    if liked and rng.random() < 0.7:
        return rng.choice(liked)
    quiet = [token for token in tokens if token in QUIET_TOKENS]
    if quiet and rng.random() < 0.3:
        return rng.choice(quiet)
    if at.SILENT in tokens and rng.random() < 0.6:
        return at.SILENT
    spoken = [token for token in tokens if token not in SIGNS]
    return rng.choice(spoken if spoken and rng.random() < 0.9 else tokens)
