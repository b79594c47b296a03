"""Random tables of Tarock à l'Hombre for laws and machine alike."""

from __future__ import annotations

import random
from dataclasses import replace

from random_games import random_rules, random_setup
from trull import ruleset
from trull.cards import Card
from trull.learn.lhombre import lhombre_pack
from trull.machine.lhombre import layout as at
from trull.state import Seat, Setup

RULE_SETS = [name for name in ruleset.published() if name.startswith("lhombre/")]
PASS = frozenset({at.PASS, at.WAIVE})


def random_table(name: str, seed: int, changed: float) -> tuple[Setup, random.Random]:
    """A set-up with some options changed, at times with one strong hand."""
    rng = random.Random(f"{name} {seed}")
    rules = random_rules(name, rng, changed)
    if rng.random() < changed:
        switches = ("volte", "honneurs", "vorhand_forced", "skar_pagat_exception")
        wishes: dict[str, object] = {switch: rng.random() < 0.5 for switch in switches}
        rules = rules.with_options({**wishes, "pagat_ultimo": rng.choice((0, 7, 200))})
    setup = random_setup(rules, rng)
    if rng.random() < 0.4:
        setup = replace(setup, pack=strong_pack(setup.forehand, rng))
    return setup, rng


def strong_pack(forehand: Seat, rng: random.Random) -> tuple[Card, ...]:
    """One seat has most tarocks and kings: there honours and the Volte are decided."""
    high = at.MASKS.tarocks | at.MASKS.skues | at.MASKS.kings
    weight = {
        card: rng.random() + (high >> card & 1) * rng.random()
        for card in map(Card, range(at.CARDS))
    }
    order = sorted(weight, key=lambda card: -weight[card])
    sizes = [28 if (forehand + 2 - seat) % 3 == 0 else 25 for seat in range(3)]
    hands, lucky = [0, 0, 0], rng.randrange(3)
    for seat in (lucky, (lucky + 1) % 3, (lucky + 2) % 3):
        hands[seat] = sum(1 << card for card in order[: sizes[seat]])
        del order[: sizes[seat]]
    return lhombre_pack(hands, forehand, rng.randint(1, 77))


def drawn(tokens: tuple[int, ...], rng: random.Random, favourites: tuple[str, ...] = ()) -> int:
    """A token; favourites first, then passes, then words before silent cards."""
    names = at.VOCABULARY.tokens
    liked = [token for token in tokens if favourites and names[token].startswith(favourites)]
    if liked and rng.random() < 0.7:
        return rng.choice(liked)
    words = [token for token in tokens if token >= at.SILENT_ENOUGH]
    quiet = [token for token in words if token in PASS]
    if quiet and rng.random() < 0.4:
        return rng.choice(quiet)
    return rng.choice(words) if words and rng.random() < 0.6 else rng.choice(tokens)
