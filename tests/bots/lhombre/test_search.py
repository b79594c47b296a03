"""How thinking bots see Tarock à l'Hombre: guesses in rows, the rest by the book, playouts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from random_games import random_rules, random_setup
from trull import bots, ruleset
from trull.bots.lhombre import search as lhombre
from trull.bots.lhombre.belief import SKAR, LhombreBelief, Word
from trull.bots.lhombre.belief_rows import WHIM, rows, strengths, two
from trull.bots.lhombre.fast import playout_policy
from trull.bots.lhombre.fast.core import CORE
from trull.bots.lhombre.fast.spot import spot_of
from trull.bots.lhombre.heuristic import SKAR_WORTH, strength, worth_saving
from trull.bots.lhombre.search import after, exchanged, ombre_of, start_of
from trull.bots.search.bot import ThinkingBot
from trull.bots.search.level import read_level
from trull.cards import cards
from trull.game import Game
from trull.laws.lhombre.book import MASKS, PACK, SEATS
from trull.laws.lhombre.table import State
from trull.laws.lhombre.view import LhombreView
from trull.learn.positions import position
from trull.machine.words import LOW
from trull.state import Seat

RULES = "lhombre/compagnie"


def views(seed: int, step: int, free: bool = False) -> Iterator[tuple[Game, LhombreView]]:
    """Moments of a deal by the book, seen by who must act; options drawn unless it is plain."""
    rng = random.Random(f"lhombre {seed}")
    rules = random_rules(RULES, rng) if free else ruleset.load(RULES)
    game, number = Game(random_setup(rules, rng)), 0
    players = [bots.make("heuristic", seed + seat) for seat in range(SEATS)]
    while game.duty:
        seat = Seat(min(game.duty))
        view = game.view_for(seat)
        assert isinstance(view, LhombreView)
        if number % step == 0 and view.hand:
            yield game, view
        act = players[seat].act(view)
        assert act is not None
        game.apply(seat, act)
        number += 1


def sets(row: list[int]) -> list[int]:
    return [row[at] | row[at + 1] << LOW for at in range(0, len(row), 2)]


def test_every_row_fits_what_was_seen() -> None:
    """Each card in one place, each hand as large as it is, and nobody has what he lacks."""
    rng = random.Random(1)
    for seed in range(6):
        for _game, view in views(seed, 7):
            belief = LhombreBelief(view)
            fallen = belief.played[0] | belief.played[1] | belief.played[2]
            found = rows(belief, rng, 8)
            assert len(found) == 8
            for row in found.tolist():
                places = sets(row)
                assert sum(places) == PACK.full & ~fallen
                assert places[belief.me] == belief.hand
                assert [cards.bit_count() for cards in places[:SEATS]] == list(view.counts)
                others = [q for q in range(SEATS) if q != belief.me]
                assert not any(places[q] & belief.lacks[q] for q in others)


def test_rows_are_as_strong_as_the_book_counts() -> None:
    rng = random.Random(2)
    hands = [sum(1 << card for card in rng.sample(range(PACK.size), 25)) for _ in range(50)]
    words = np.array([two(hand) for hand in hands])
    found = strengths(words[:, 0], words[:, 1])
    assert found.tolist() == pytest.approx([strength(hand) for hand in hands])


def test_who_deals_is_stronger_by_the_skar() -> None:
    hand = int(PACK.mask(["T20", "T5", "HK", "HQ", "D3"]))
    assert strength(hand, with_skar=True) == strength(hand) + SKAR_WORTH


def test_a_guessed_skar_is_laid_as_the_book_lays() -> None:
    """The dealer keeps no card that he would have laid much rather than one in the Skar."""
    compared = 0
    for seed in range(6):
        for _game, view in views(seed, 11):
            belief = LhombreBelief(view)
            if view.phase != "play" or belief.me == belief.dealer or belief.skar:
                continue
            barred = MASKS.kings | MASKS.tarocks | MASKS.skues | belief.known[belief.dealer]
            for row in rows(belief, random.Random(seed), 8).tolist():
                places = sets(row)
                whole = places[belief.dealer] | places[SKAR] | belief.played[belief.dealer]
                price = worth_saving(whole)
                laid = [price(card) for card in cards(places[SKAR] & ~belief.lacks[belief.dealer])]
                kept = [price(card) for card in cards(places[belief.dealer] & ~barred)]
                if laid and kept:
                    assert min(laid) > max(kept) - WHIM
                    compared += 1
    assert compared > 20


def test_a_bid_shows_strength_and_a_pass_weakness() -> None:
    bid, passed = Word("deux", "un"), Word("", "deux")
    assert bid.explained(18.0) > 10 * bid.explained(12.0)
    assert passed.explained(12.0) > 10 * passed.explained(22.0)
    assert Word("trois", "").explained(9.0) == Word("trois", "").explained(22.0)


def test_who_passes_refuses_what_he_could_have_said() -> None:
    """Before the holder he could have kept the bid; after him he would have had to go higher."""
    said = set()
    for seed in range(40):
        for _game, view in views(seed, 1):
            if view.phase == "play":
                words = LhombreBelief(view).words
                assert all(word.bid == view.bid for q, word in words.items() if q == view.ombre)
                said |= set(words.values())
            if view.trick_no > 1:
                break
    assert Word("deux", "un") in said
    assert Word("", "deux") in said
    assert Word("trois", "deux") in said


def test_the_rest_by_the_book_is_what_the_book_does() -> None:
    """With the true cards, auction and exchange end as they do when the book plays them."""
    compared = set()
    for seed in range(40):
        course, act, view = None, None, None
        for game, seen in views(seed, 1):
            if course is None and seen.phase == "auction":
                state = game.state
                assert isinstance(state, State)
                view, act = seen, bots.make("heuristic", seed + int(seen.seat or 0)).act(seen)
                course = start_of(seen)._replace(hands=state.hands, skar=state.skar)
            if seen.phase == "play":
                assert course is not None
                assert view is not None
                assert act is not None
                course = after(view, act, course)
                ombre, bid = ombre_of(view, course)
                state = game.state
                assert isinstance(state, State)
                assert (ombre, bid) == (seen.ombre, seen.bid)
                assert exchanged(view, course, ombre, bid).hands == state.hands
                compared.add(bid)
                break
    assert compared >= {"deux", "un"}


def test_whatever_is_ranked_is_lawful() -> None:
    phases = set()
    for seed in range(6):
        for game, view in views(seed, 5, free=seed % 2 == 1):
            thought = ThinkingBot("", seed, ["quick"], exact=seed % 2 == 0).think(view)
            assert thought.failure == ""
            for ranked in thought.ranking:
                assert view.seat is not None
                assert not game.faults(view.seat, ranked.action)
                phases.add(view.phase)
    assert phases >= {"auction", "play"}


def test_what_a_card_forces_is_counted_with_each_worlds_own_skar() -> None:
    """Worlds asked in groups, beside each asked alone."""
    level, compared, skars = read_level(["normal", "60s"]), 0, 0
    for seed in range(8):
        for _game, view in views(seed, 3):
            if view.phase != "play" or not 2 <= len(view.hand) <= 4:
                continue
            found = rows(LhombreBelief(view), random.Random(seed), 8)
            packed = CORE.pack_rows(spot_of(view), found, int(PACK.mask(view.hand)))
            together = np.zeros((len(found), len(packed.plays)))
            lhombre._solve(view, packed, level, together)
            for number in range(len(found)):
                alone = replace(packed, rows=packed.rows[number : number + 1])
                single = np.zeros((1, len(packed.plays)))
                lhombre._solve(view, alone, level, single)
                assert single[0].tolist() == together[number].tolist()
            compared += 1
            skars += (
                len({CORE.goals(replace(packed, rows=packed.rows[n : n + 1])) for n in range(8)})
                > 1
            )
    assert compared > 10
    assert skars > 5


def test_policy_playouts_are_the_same_compiled_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    found = [view for _game, view in views(3, 20) if view.phase == "play"]
    for view in found[-2:]:
        guessed = rows(LhombreBelief(view), rng, 2)
        packed = CORE.pack_rows(CORE.spot(view), guessed, int(PACK.mask(view.hand)))
        quickly = playout_policy.playouts(packed, 2, 11)
        with monkeypatch.context() as slowly:
            slowly.setattr("trull.machine.compiled.uncompiled", lambda: True)
            plainly = playout_policy.playouts(packed, 2, 11)
        assert quickly.tolist() == plainly.tolist()
        assert abs(quickly.sum(axis=2)).max() < 1e-9, "what some get the others pay"


# Odd exchanges and Skars


def exchanged_deal(hands: list[str], acts: list[str]) -> Game:
    """A deal with these cards among the hands, and what was done in it."""
    return position({"hands": hands, "acts": acts}, ruleset.load(RULES))


def test_a_card_asked_back_is_no_longer_with_who_was_given_it() -> None:
    """Any card may be asked for, also one given away for an earlier slot."""
    game = exchanged_deal(
        ["H1 H2 H3 H4 H5 H6 T1", "", "T21"],
        [
            "2 lay_skar C9 C10 CB|0 bid deux|1 pass|2 pass",
            "0 lay_exchange H5 H6|0 ask T21|0 ask H5",
        ],
    )
    rng = random.Random(1)
    for seat in range(SEATS):
        view = game.view_for(Seat(seat))
        assert isinstance(view, LhombreView)
        found = rows(LhombreBelief(view), rng, 8)
        assert len(found) == 8, seat
        for row in found.tolist():
            assert sets(row)[0] & int(PACK.mask(["H5", "T21"])), seat
    ours = game.view_for(Seat(0))
    assert isinstance(ours, LhombreView)
    assert LhombreBelief(ours).known == (0, 0, int(PACK.mask(["H6"])))


def test_no_pagat_lies_in_a_skar_where_none_may() -> None:
    """M-6: without the exception it is never laid away; with it, by a dealer with few tarocks."""
    hands = [" ".join(f"T{number}" for number in range(2, 22))]
    acts, met = ["2 lay_skar C9 C10 CB|0 bid sans_prendre|1 pass|2 pass"], {}
    for exception in (True, False):
        rules = ruleset.load(RULES, {"skar_pagat_exception": exception})
        view = position({"hands": hands, "acts": acts}, rules).view_for(Seat(0))
        found = rows(LhombreBelief(view), random.Random(1), 400)
        assert len(found) == 400
        met[exception] = sum(bool(sets(row)[SKAR] & MASKS.pagat) for row in found.tolist())
    assert met[True] > 0
    assert met[False] == 0


def test_tarocks_asked_for_were_not_yet_there_when_the_skar_was_laid() -> None:
    """M-6: a dealer with three tarocks lays the Pagat away, becomes Ombre and asks for two more."""
    low = [f"T{number}" for number in range(4, 20)]
    few = "T1 T2 T3 SKI SK SQ SN SB HK HQ HN HB CB CN C10 C9 C8 C7 C6 C5 S10 S9 S8 D10 D9 D8 D7 D6"
    game = exchanged_deal(
        [" ".join(["T20", *low[:8]]), " ".join(["T21", *low[8:]]), few],
        [
            "2 lay_skar T1 CB CN|0 pass|1 pass|2 bid deux",
            "2 lay_exchange D10 D9|2 ask T21|2 ask T20",
        ],
    )
    found = rows(LhombreBelief(game.view_for(Seat(2))), random.Random(1), 20)
    assert len(found) == 20
    found = rows(LhombreBelief(game.view_for(Seat(0))), random.Random(1), 4000)
    assert any(sets(row)[SKAR] & MASKS.pagat for row in found.tolist())


@pytest.mark.parametrize(
    ("options", "acts", "seat", "word"),
    [
        ({}, "0 bid sans_prendre|1 pass|2 pass", 1, Word("", "")),
        ({}, "0 bid un|1 pass|2 pass", 1, Word("", "sans_prendre")),
        ({}, "0 bid trois|1 bid un|2 pass|0 pass", 0, Word("trois", "un")),
        (
            {"auction": "strict"},
            "0 bid trois|1 bid un|2 pass|0 pass",
            0,
            Word("trois", "sans_prendre"),
        ),
        (
            {"vorhand_forced": True},
            "0 bid trois|1 pass|2 bid deux|0 hold|2 pass",
            0,
            Word("trois", "un"),
        ),
        ({}, "0 bid trois|1 pass|2 bid deux|0 hold|2 pass", 0, Word("deux", "un")),
    ],
)
def test_only_what_could_be_said_otherwise_tells_of_a_hand(
    options: dict[str, object], acts: str, seat: int, word: Word
) -> None:
    """LG-14, LG-15: over sans prendre all must pass, and a Vorhand may have to play à deux."""
    rules = ruleset.load(RULES, options)
    game = position({"acts": ["2 lay_skar C9 C10 CB", acts]}, rules)
    onlooker = game.view_for(Seat((seat + 1) % SEATS))
    assert LhombreBelief(onlooker).words[seat] == word
