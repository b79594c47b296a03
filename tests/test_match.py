"""A match: deals in a row, who deals them, and the sheet."""

from __future__ import annotations

import random

import pytest

from random_games import acts
from trull import laws, ruleset
from trull.errors import DealError
from trull.game import Game
from trull.match import Match, balances, struck
from trull.state import Row

RULE_SETS = ruleset.published()


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_deal_is_a_row_that_balances_and_the_sheet_adds_them_up(name: str) -> None:
    rules, rng = ruleset.load(name), random.Random(name)
    game_laws = laws.of(rules.game)
    match = Match(rules, game_laws.seats(rules)[0])
    for number in range(1, 4):
        setup, players = match.deal(game_laws.pack.shuffled(rng))
        game = Game(setup)
        for _ in acts(game, rng):
            pass
        row = match.add(game, players)
        assert row.deal == number
        assert balances(row)
        assert match.sheet[-1] == row
    sums = [sum(points) for points in zip(*(row.points for row in match.sheet), strict=True)]
    assert list(match.sitting.totals()) == sums


@pytest.mark.parametrize("name", RULE_SETS)
def test_so_many_as_the_rules_know_sit_down(name: str) -> None:
    rules = ruleset.load(name)
    with pytest.raises(DealError):
        Match(rules, 9)


def test_a_row_that_does_not_balance_is_struck() -> None:
    row = Row(deal=2, players=(0, 1, 2, 3), points=(4, 4, 4, -4), money=(4, 4, 4, -4))
    assert not balances(row)
    assert (struck(row).points, struck(row).money) == ((0, 0, 0, 0), (0, 0, 0, 0))
    assert struck(row).struck
    assert balances(struck(row))
