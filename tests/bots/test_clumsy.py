"""Clumsy games of every rule set with all bots: no bot breaks, and no table stops."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from random_games import random_rules, random_setup
from samples import soaked
from trull import bots, games, notation, ruleset
from trull.game import Game
from trull.state import Seat

HOUSE = [name for name in ruleset.published() if name.partition("/")[0] not in games.guests()]
GAMES = soaked(40, 20_000)
"""Clumsy games for each rule set."""
THOUGHT = soaked(1, 200)
"""Games beside them in which thinking bots sit too; one takes as long as fifty others."""
LONGEST = 1_500
"""Acts after which a deal should have found its end."""


def clumsy_game(name: str, kinds: tuple[str, ...], rng: Random) -> tuple[Game, list[bots.Bot]]:
    """A free table with some options changed, and bots that err now and then."""
    rules = random_rules(name, rng, 0.1).with_options({"table": "free"})
    game, chance = Game(random_setup(rules, rng)), rng.choice((0.02, 0.1, 0.3))
    seats = range(game.setup.seats)
    return game, [bots.make(rng.choice(kinds), rng.getrandbits(32), chance) for _ in seats]


def play_out(game: Game, table: list[bots.Bot]) -> None:
    """Play to the end: first who may speak out of turn is asked, then who must act."""
    for _ in range(LONGEST):
        if not game.duty:
            return
        asides = [seat for seat in range(len(table)) if seat not in game.duty]
        spoken = [_acts(game, table, seat) for seat in asides if game.prompts(Seat(seat))]
        assert any(_acts(game, table, seat) for seat in sorted(game.duty)) or any(spoken)
    raise AssertionError("the deal does not end")


def _acts(game: Game, table: list[bots.Bot], number: int) -> bool:
    """What a bot does; it must be possible, and nothing may have broken."""
    seat = Seat(number)
    act = table[seat].act(game.view_for(seat))
    assert not getattr(table[seat], "failure", ""), getattr(table[seat], "failure", "")
    if act is not None:
        game.apply(seat, act)
    return act is not None


def _play_some(name: str, kinds: tuple[str, ...], numbers: Iterable[int]) -> None:
    for number in numbers:
        game, table = clumsy_game(name, kinds, Random(f"clumsy {name} {kinds} {number}"))
        try:
            play_out(game, table)
        except Exception as error:
            record = notation.format_record(notation.of_game(game))
            raise AssertionError(f"game {number}: {error!r}\n{record}") from error
        assert game.settlement() is not None


@pytest.mark.parametrize("name", HOUSE)
def test_no_bot_breaks_and_no_table_stops(name: str) -> None:
    _play_some(name, bots.QUICK, range(GAMES))


FOUND = [("perlaggen/1924", 7_894), ("perlaggen/1890", 15_448)]


@pytest.mark.parametrize(("name", "number"), FOUND)
def test_who_holds_is_named_also_while_figures_are_shown(name: str, number: int) -> None:
    """Two of 40,000 games in which the book conceded though it was asked who holds (P90-29)."""
    _play_some(name, bots.QUICK, [number])


@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSE)
def test_no_thinking_bot_breaks_either(name: str) -> None:
    """Slow: they think."""
    _play_some(name, ("search:quick", "flat:quick", *bots.QUICK), range(THOUGHT))
