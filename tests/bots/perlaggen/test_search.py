"""How thinking bots see Perlaggen: guesses in rows, compiled figures, what a word costs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from random_games import acts, random_rules, random_setup
from trull import ruleset
from trull.bots.perlaggen.belief import PerlaggenBelief
from trull.bots.perlaggen.belief_rows import guess_batch
from trull.bots.perlaggen.fast import playout_policy
from trull.bots.perlaggen.fast.spot import opened, spot_of
from trull.bots.perlaggen.heuristic import refused
from trull.bots.search.bot import ThinkingBot
from trull.game import Game
from trull.laws.perlaggen import figures
from trull.laws.perlaggen.book import GLEICH, HANGER
from trull.laws.perlaggen.figures import Figure
from trull.laws.perlaggen.table import State, faces
from trull.laws.perlaggen.view import OfferView, PerlaggenView
from trull.state import Seat, Seen

BOOKS = ("perlaggen/1890", "perlaggen/1924")


def moments(book: str, seed: int, plain: bool = False) -> Iterator[tuple[Game, State]]:
    """The states of random hands once the cards are out, with random options unless plain."""
    for number in range(12):
        rng = random.Random(f"{book} {seed} {number}")
        rules = ruleset.load(book) if plain else random_rules(book, rng)
        game = Game(random_setup(rules, rng))
        for _ in acts(game, rng):
            if game.phase in ("play", "show"):
                assert isinstance(game.state, State)
                yield game, game.state


def value(figure: Figure | None, wild: int) -> int:
    if figure is None:
        return 0
    return figure.n << 8 | figure.rank << 4 | int(figure.suit >= 0 and figure.suit == wild)


@pytest.mark.parametrize("book", BOOKS)
def test_figures_are_those_of_the_laws(book: str) -> None:
    compared = 0
    for _game, s in moments(book, 1):
        spot, world = opened(s)
        found = playout_policy.figures(spot, np.array([world.hands]))[0]
        wild = figures.favourite(s.book, s.layout.trump)
        for seat in range(s.setup.seats):
            for kind in (GLEICH, HANGER):
                best = figures.best(s.book, faces(s, seat), s.layout.trump, kind)
                assert found[seat, kind] == value(best, wild)
                compared += best is not None
    assert compared > 200


def test_a_hand_whose_spiel_is_decided_is_judged_as_the_laws_do() -> None:
    compared = 0
    for _game, s in moments("perlaggen/1890", 2, plain=True):
        spot, world = opened(s)
        if spot.spiel < 0:
            continue
        signs = playout_policy.signs(spot, np.array([world.hands]), [-1], 1, 1)[0, 0]
        assert signs[2] == 1 - 2 * spot.spiel
        for kind in (GLEICH, HANGER):
            best = [
                figures.best(s.book, faces(s, p), s.layout.trump, kind) for p in range(spot.seats)
            ]
            ours, theirs = (
                figures.better_of(s.book, s.layout.trump, best[party::2]) for party in (0, 1)
            )
            winner = figures.figure_winner(s.book, s.layout.trump, ours, theirs, spot.spiel)
            assert signs[kind] == (0 if winner < 0 else 1 - 2 * winner)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("book", BOOKS)
def test_every_guess_fits_what_was_seen(book: str) -> None:
    rng = random.Random(3)
    for game, s in moments(book, 3):
        seat = Seat(rng.randrange(s.setup.seats))
        view = game.view_for(seat)
        assert isinstance(view, PerlaggenView)
        belief = PerlaggenBelief(view)
        for hands in guess_batch(belief, spot_of(view), rng, 3, 6).hands.tolist():
            assert [cards.bit_count() for cards in hands] == list(view.counts)
            assert all(own & cards == own for own, cards in zip(belief.open, hands, strict=True))
            assert sum(hands).bit_count() == sum(view.counts), "no card is in two hands"


@pytest.mark.parametrize("book", BOOKS)
def test_what_letting_good_costs_is_read_off_the_view(book: str) -> None:
    compared = 0
    for game, s in moments(book, 4):
        view = game.view_for(Seat(0))
        assert isinstance(view, PerlaggenView)
        if view.offers:
            assert refused(view) == s.bids.pending[0].refused
            compared += 1
    assert compared > 10


def test_a_figure_held_with_all_others_was_held() -> None:
    game, _s = next(iter(moments("perlaggen/1890", 4)))
    view = game.view_for(Seat(0))
    assert isinstance(view, PerlaggenView)
    said = [Seen(Seat(0), "bid", ("H", "S")), Seen(Seat(1), "hold_all", ())]
    again = Seen(Seat(0), "bid", ("S",))
    offered = replace(view, offers=(OfferView("S", "2", 0, blind=False),), seen=(*said, again))
    assert refused(offered) == 2
    assert refused(replace(offered, seen=(said[1], again))) == 1  # that was about other figures


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_ranked_is_lawful(book: str) -> None:
    verbs = set()
    for number, (game, _s) in enumerate(moments(book, 5)):
        if number % 7:
            continue
        seat = Seat(min(game.duty))
        view = game.view_for(seat)
        thought = ThinkingBot("", number, ["quick"], exact=number % 2 == 0).think(view)
        assert thought.failure == ""
        for ranked in thought.ranking:
            assert not game.faults(seat, ranked.action)
            verbs.add(ranked.action.verb)
    assert verbs >= {"play", "bid", "hold", "let_good"}


def test_policy_playouts_are_the_same_compiled_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, (_game, s) in enumerate(moments("perlaggen/1890", 6)):
        if number % 9:
            continue
        spot, world = opened(s)
        hands = np.array([world.hands] * 2)
        quickly = playout_policy.signs(spot, hands, [-1], 2, 5)
        with monkeypatch.context() as slowly:
            slowly.setattr("trull.machine.compiled.uncompiled", lambda: True)
            plainly = playout_policy.signs(spot, hands, [-1], 2, 5)
        assert quickly.tolist() == plainly.tolist()
