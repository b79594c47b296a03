"""Blind: two deals that differ only in what a seat cannot see get the same act from every bot.

The suite compares some positions of each rule set, a soak (``TRULL_SOAK=1``) over a thousand for
each rule set and bot. A bot that thinks is given time enough, so that a busy machine changes
nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from random_games import acts, random_action, random_rules, random_setup
from samples import soaked
from trull import bots, ruleset
from trull.game import Game
from trull.state import Seat
from twin_deals import twin

RULE_SETS = ruleset.published()
AT_ONCE = bots.QUICK
MASTER = "master:quick:60s"
THINKING = ("flat:quick:60s", "search:quick:60s", MASTER)
PIECES = soaked(1, 8)
"""A soak is done in pieces, so that several cores share it."""
A_PIECE = {
    **dict.fromkeys(AT_ONCE, soaked(60, 130)),
    **dict.fromkeys(THINKING, soaked(25, 130)),
    MASTER: soaked(10, 130),
}
"""Positions compared in each piece; eight pieces are more than a thousand."""


@pytest.mark.slow
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("kind", [*AT_ONCE, *THINKING])
@pytest.mark.parametrize("name", RULE_SETS)
def test_an_act_does_not_depend_on_what_the_seat_cannot_see(
    name: str, kind: str, piece: int
) -> None:
    """Slow: a bot that thinks does so twice in each of many positions."""
    compared = 0
    for number, (game, other, seat) in enumerate(twins(name, f"blind {kind} {piece}")):
        one, two = (bots.make(kind, number).act(g.view_for(seat)) for g in (game, other))
        assert one == two, f"{name} {kind} {piece}, position {number}: {one} or {two}"
        compared += 1
        if compared == A_PIECE[kind]:
            break
    assert compared == A_PIECE[kind]


def twins(name: str, seed: str) -> Iterator[tuple[Game, Game, Seat]]:
    """Moments of many deals, each beside one in which hidden cards lie elsewhere.

    Half of the deals are played by chance under some options, half by the book.
    """
    for deal in range(100_000):
        rng = random.Random(f"{seed} {name} {deal}")
        rules = random_rules(name, rng) if deal % 2 else ruleset.load(name)
        game = Game(random_setup(rules, rng))
        often = 0.4 if game.setup.rules.game == "perlaggen" else 0.12
        for _ in _by_chance(game, rng) if deal % 2 else _by_the_book(game, deal, rng):
            if game.duty and rng.random() < often and has_choice(game):
                seat = Seat(min(game.duty))
                other = next((t for _ in range(4) if (t := twin(game, seat, rng))), None)
                if other is not None:
                    yield game, other, seat


def has_choice(game: Game) -> bool:
    """Whether the seat on turn can do more than one thing, and has cards to think of."""
    seat = min(game.duty)
    prompts = game.prompts(seat)
    more = len(prompts) > 1 or len(prompts[0].choices) > prompts[0].most
    return more and bool(game.view_for(seat).hand)


def _by_chance(game: Game, rng: random.Random) -> Iterator[None]:
    for _ in acts(game, rng):
        yield


def _by_the_book(game: Game, seed: int, rng: random.Random) -> Iterator[None]:
    """Everybody asks the book; a word before the play is sometimes said by chance."""
    players = [bots.make("heuristic", 8 * seed + seat) for seat in range(game.setup.seats)]
    while game.duty:
        yield
        seat = min(game.duty)
        act = players[seat].act(game.view_for(seat))
        if act is None or (game.phase != "play" and rng.random() < 0.3):
            act = random_action(game.prompts(seat), rng)
        game.apply(seat, act)
