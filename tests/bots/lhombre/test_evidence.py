"""Tarock à l'Hombre: what a bot believes under odd options, and does at a free table gone wrong."""

from __future__ import annotations

import random

from random_games import random_setup
from trull import bots, ruleset
from trull.bots.lhombre.belief import SKAR, LhombreBelief
from trull.game import Game
from trull.laws.lhombre.book import MASKS, PACK
from trull.state import Seat

NAME = "lhombre/compagnie"


def test_who_has_no_card_left_to_lay_for_the_exchange_waives_it() -> None:
    """L-6.1: the dealer has laid all he had; L-3.1 lets him lay no fewer cards than he bid."""
    rules = ruleset.load(NAME, {"table": "free"})
    game = Game(random_setup(rules, random.Random(1)))
    while game.phase != "skar":
        (seat,) = game.duty
        act = bots.make("random", 1).act(game.view_for(seat))
        assert act is not None
        game.apply(seat, act)
    (dealer,) = game.duty
    game.act("lay_skar " + " ".join(game.view_for(dealer).hand))
    game.apply(dealer, "announce_skar")
    for words in ("pass", "pass", "bid un"):
        game.act(words)
    assert game.phase == "exchange"
    assert str(bots.make("heuristic", 1).act(game.view_for(dealer))) == "waive"


def test_where_the_pagat_is_never_laid_away_it_is_not_believed_to_be() -> None:
    """M-6: the exception is an option."""
    for option in (True, False):
        rules = ruleset.load(NAME, {"skar_pagat_exception": option})
        game = Game(random_setup(rules, random.Random(1)))
        players = [bots.make("heuristic", seat) for seat in range(3)]
        while game.phase != "auction":
            (seat,) = game.duty
            act = players[seat].act(game.view_for(seat))
            assert act is not None
            game.apply(seat, act)
        others = [LhombreBelief(game.view_for(Seat(q))) for q in range(3)]
        pagat = PACK.card("T1")
        blind = [b for b in others if b.me != b.dealer and not b.hand & MASKS.pagat]
        assert blind
        assert all(bool(b._places(pagat) >> SKAR & 1) == option for b in blind)


def test_a_revoke_that_has_shown_itself_proves_nothing_any_more() -> None:
    """L-6.4: who played a suit he had shown to lack is not believed to be empty in it."""
    game = Game(random_setup(ruleset.load(NAME), random.Random(3)))
    players = [bots.make("heuristic", seat) for seat in range(3)]
    while len([one for one in game.view_for(None).seen if one.verb == "play"]) < 6:
        (seat,) = game.duty
        act = players[seat].act(game.view_for(seat))
        assert act is not None
        game.apply(seat, act)
    believed = LhombreBelief(game.view_for(min(game.duty)))
    hearts = [PACK.card(code) for code in ("H1", "H2", "H3", "H4", "H5")]
    believed.plays = [(0, hearts[0]), (1, PACK.card("S5")), (2, hearts[1])]
    assert believed.lacks[1] & MASKS.family[hearts[0]]
    again = LhombreBelief(game.view_for(min(game.duty)))
    again.plays = [*believed.plays, (0, hearts[2]), (1, hearts[3]), (2, hearts[4])]
    assert again.lacks == (0, 0, 0)
