"""Random tables of Königrufen for laws and machine alike."""

from __future__ import annotations

import random
from dataclasses import replace

from random_games import QUIET, random_rules, random_setup
from trull import ruleset
from trull.cards import Card
from trull.learn.koenigrufen import pack_for
from trull.machine.koenigrufen import layout as at
from trull.state import Seat, Setup

RULE_SETS = [name for name in ruleset.published() if name.startswith("koenigrufen/")]
QUIET_TOKENS = frozenset(
    token for token, name in enumerate(at.VOCABULARY.tokens) if name.split()[0] in QUIET
)


def random_table(name: str, seed: int, changed: float) -> tuple[Setup, random.Random]:
    """A set-up with some options changed, at times in a Radl, at times with one strong hand."""
    rng = random.Random(f"{name} {seed}")
    rules = random_rules(name, rng, changed)
    if changed and "pagat_driven_out" in rules.options:
        rules = rules.with_options({"pagat_driven_out": rng.randint(1, 12)})
    setup = random_setup(rules, rng)
    if rng.random() < 0.3:
        setup = replace(setup, context={"radl": 2})
    if rng.random() < 0.3:
        setup = replace(setup, pack=strong_pack(setup.forehand, rng))
    return setup, rng


def strong_pack(forehand: Seat, rng: random.Random) -> tuple[Card, ...]:
    """One seat has nearly all high tarocks and birds: there Valat, birds and kings are decided."""
    weight = {
        card: rng.random() + (card >= at.PAGAT) * rng.random()
        for card in map(Card, range(at.CARDS))
    }
    order = sorted(weight, key=lambda card: -weight[card])
    lucky = rng.randrange(4)
    hands = [order[12:24], order[24:36], order[36:48]]
    hands.insert(lucky, order[:12])
    sets = [sum(1 << card for card in hand) for hand in hands]
    return pack_for(sets, order[48:], forehand)


def drawn(tokens: tuple[int, ...], rng: random.Random, favourites: tuple[str, ...] = ()) -> int:
    """A token; favourites first, then quiet words: else every auction ends high."""
    names = at.VOCABULARY.tokens
    liked = [token for token in tokens if favourites and names[token].startswith(favourites)]
    if liked and rng.random() < 0.7:
        return rng.choice(liked)
    quiet = [token for token in tokens if token in QUIET_TOKENS]
    return rng.choice(quiet) if quiet and rng.random() < 0.7 else rng.choice(tokens)
