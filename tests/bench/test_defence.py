"""The defence bench: a defence gains nothing on itself, and what is lost was given away."""

from __future__ import annotations

import json
from typing import Any  # noqa: TID251  what JSON tells has no type

import pytest

from samples import at_length, soaked
from trull import ruleset
from trull.arena.deal import Plan
from trull.bench import defence, gifts
from trull.bench.defence import Defence
from trull.bench.duel import Player
from trull.bench.gifts import Gift
from trull.cli import main

BOOK = "heuristic"


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    more = ["--caller", BOOK, "--deals", "14", "--solve", "1", "--json"]
    assert main(["bench", "defence", *words, *more]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@at_length
def test_a_defence_is_as_good_as_itself_and_better_than_chance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    same = told(capsys, BOOK, BOOK)
    assert (same["gain_a_head"], same["ci95"]) == (0.0, [0.0, 0.0])
    better, worse = told(capsys, BOOK, "random"), told(capsys, "random", BOOK)
    assert better["gain_a_head"] == -worse["gain_a_head"] > 0
    assert 2 <= better["dreier"] <= better["deals"] == 14


def test_a_game_that_could_not_be_forced_was_given_away_where_it_was_won() -> None:
    """As far as the solver answers; one that nobody gave away is lost."""
    plan = Plan(a=BOOK, b=BOOK, rules=ruleset.load("koenigrufen/tirol"), players=4, seed=3)
    met = 0
    for number in range(soaked(12, 100)):
        game = defence.bid(plan, number, BOOK)
        if game is None or gifts.is_forced(game) is not False:
            continue
        found = Defence(Player("random", [], []))
        defence.met(game, number, BOOK, found, asked=True)
        assert bool(found.gifts) >= found.won[0], number
        assert not set(found.gifts) - set(Gift)
        met += found.won[0]
        if met == soaked(1, 20):
            break
    assert met


def test_only_koenigrufen_has_dreier(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "defence", BOOK, BOOK, "--rules", "lhombre/compagnie"]) == 2
    assert "Dreier are played in Königrufen" in capsys.readouterr().err
