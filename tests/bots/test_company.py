"""Company: bids as people do, plays what was learnt, and thinks where nothing was."""

from __future__ import annotations

import random
from collections.abc import Callable

from random_games import random_setup
from samples import soaked
from trull import bots, ruleset
from trull.bots import game as game_bots
from trull.bots.search.bot import ThinkingBot
from trull.game import Game
from trull.ruleset import RuleSet
from trull.state import Seat, View
from twin_deals import twin

BOOK = "koenigrufen/tirol"


def sociable(seed: int) -> ThinkingBot:
    """The bot whose bids are company's."""
    return ThinkingBot("twin", seed, ("quick", "sociable"))


def is_bid(view: View) -> bool:
    return view.phase in game_bots.of(view.rules.game).sociable_in


def differences(rules: RuleSet, thinks: Callable[[View], bool]) -> tuple[set[bool], int]:
    """A deal of company alone, each act beside a twin's: whether there were bids, and other acts;
    and how often they differed."""
    game, differed, met = Game(random_setup(rules, random.Random(5))), 0, set()
    seats = range(game.setup.seats)
    table, players = ([bots.make(name, seat) for seat in seats] for name in ("company", "learnt"))
    bidders: list[bots.Bot] = [sociable(seat) for seat in seats]
    while game.duty:
        seat = Seat(min(game.duty))
        view = game.view_for(seat)
        act = table[seat].act(view)
        assert act is not None
        differed += act != (bidders if thinks(view) else players)[seat].act(view)
        met.add(is_bid(view))
        game.apply(seat, act)
    return met, differed


def test_it_bids_sociably_and_plays_what_was_learnt() -> None:
    rules = ruleset.load(BOOK)
    assert differences(rules, is_bid) == ({True, False}, 0)


def test_where_nothing_was_learnt_it_thinks_throughout() -> None:
    """By a price that no training had."""
    rules = ruleset.load(BOOK, {"slide_price": 3})
    assert differences(rules, lambda _view: True) == ({True, False}, 0)


def test_its_acts_do_not_depend_on_what_the_seat_cannot_see() -> None:
    rng, met = random.Random(7), set()
    for deal in range(soaked(1, 20)):
        game = Game(random_setup(ruleset.load(BOOK), rng))
        while game.duty:
            seat = Seat(min(game.duty))
            act = bots.make("company", deal).act(game.view_for(seat))
            assert act is not None
            other = twin(game, seat, rng)
            if other is not None:
                assert bots.make("company", deal).act(other.view_for(seat)) == act
                met.add(game.phase)
            game.apply(seat, act)
    assert {"auction", "play"} <= met
