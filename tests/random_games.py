"""Random tables: options, set-ups and whole games, from a seed."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from trull import laws, ruleset
from trull.game import Game
from trull.ruleset import RuleSet
from trull.state import Action, Prompt, Seat, Setup

QUIET = {"pass", "gut", "done", "lie", "vorhand", "look", "let_good", "concede", "waive"}
"""Words that bring a deal forward; random tables say them often, else every auction ends high."""


def random_rules(
    name: str,
    rng: random.Random,
    changed: float = 0.25,
    among: Collection[str] | None = None,
    version: int | None = None,
    switches: bool = False,
) -> RuleSet:
    """A rule set with some options (``among`` these) at other lawful values; or also switches."""
    rules = ruleset.load(name, version=version)
    choices = {
        key: (True, False) if switches and isinstance(option.value, bool) else option.values
        for key, option in rules.options.items()
    }
    wishes = {
        key: rng.choice(values)
        for key, values in choices.items()
        if values and rng.random() < changed and (among is None or key in among)
    }
    return rules.with_options({key: value for key, value in wishes.items() if key != "table"})


def random_setup(rules: RuleSet, rng: random.Random) -> Setup:
    """A first deal of a sitting, with a shuffled pack."""
    game = laws.of(rules.game)
    players = rng.choice(game.seats(rules))
    sitting = game.open_sitting(rules, players, rng.randrange(players))
    return game.deal(sitting, game.pack.shuffled(rng))[0]


def random_action(prompts: tuple[Prompt, ...], rng: random.Random) -> Action:
    """One of the actions offered, quiet words preferred."""
    quiet = [p for p in prompts if p.verb in QUIET]
    prompt = rng.choice(quiet) if quiet and rng.random() < 0.6 else rng.choice(prompts)
    return random_words(prompt, rng)


def random_words(prompt: Prompt, rng: random.Random) -> Action:
    """A prompt's verb with as many words as it wants, out of its choices."""
    fixed = len(prompt.must)
    size = rng.randint(max(prompt.least - fixed, 0), prompt.most - fixed)
    return Action(prompt.verb, prompt.must + tuple(rng.sample(prompt.choices, size)))


def acts(game: Game, rng: random.Random) -> Iterator[tuple[Seat, Action]]:
    """Random lawful acts until the deal is over; the caller sees each before it is done."""
    while game.duty:
        seat = rng.choice(sorted(game.duty))
        idle = [Seat(s) for s in range(game.setup.seats) if s not in game.duty]
        if idle and rng.random() < 0.05:
            other = rng.choice(idle)
            if game.prompts(other):
                seat = other
        act = random_action(game.prompts(seat), rng)
        yield seat, act
        game.apply(seat, act)


def played(name: str, seed: int, changed: float = 0.25) -> Game:
    """A whole random game."""
    rng = random.Random(seed)
    game = Game(random_setup(random_rules(name, rng, changed), rng))
    for _ in acts(game, rng):
        pass
    return game
