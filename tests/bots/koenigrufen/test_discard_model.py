"""What the declarer of a guess laid away: lawful, as people choose, and no deal likelier for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import comb, log
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from random_games import random_setup
from samples import at_length
from trull import bots, ruleset
from trull.bots import belief
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.fast import constraints as asked
from trull.bots.koenigrufen.fast import discard_model, guessing
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.spot import spot_of
from trull.game import Game
from trull.laws.koenigrufen.book import FIVES, KING, MASKS, PACK, SUITS
from trull.laws.koenigrufen.view import KoenigrufenView

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats


def mask(text: str) -> int:
    return int(PACK.mask(text.split()))


# Which cards go


def test_the_shortest_suits_are_emptied_first_as_far_as_the_cards_reach() -> None:
    cards = mask("HQ HB DQ SB S10 C10")
    assert discard_model.emptied(cards, 0, 1) == mask("DQ")
    assert discard_model.emptied(cards, 0, 3) == mask("DQ C10"), "one more would not empty another"
    assert discard_model.emptied(cards, 0, 6) == cards
    assert discard_model.emptied(cards, 0, 2) == mask("DQ C10")


def test_a_suit_of_which_a_card_is_kept_cannot_be_emptied() -> None:
    assert discard_model.emptied(mask("DQ C10 C9"), mask("DK"), 3) == mask("C10 C9")
    assert discard_model.emptied(mask("DQ C10 C9"), mask("DK C7"), 3) == 0


def test_counters_go_first_the_called_suit_last_and_a_dame_beside_her_king_late() -> None:
    for state in range(0, 1 << 40, 1 << 34):
        first = discard_model.soonest(mask("HQ HN HB D1"), 0, 0, state)
        assert first == PACK.card("HQ")
        beside = discard_model.soonest(mask("HQ HN HB D1"), mask("HK"), 0, state)
        assert beside == PACK.card("HN")
        called = discard_model.soonest(
            mask("HQ HN HB D1"), 0, discard_model.suit_of(KING["H"]), state
        )
        assert called == PACK.card("D1")
    assert discard_model.suit_of(-1) == 0


def test_of_tarocks_the_lowest_go() -> None:
    assert discard_model.soonest(mask("T7 T9 T15"), 0, 0, 12345) == PACK.card("T7")


# A discard laid once more


@given(st.permutations(range(PACK.size)), st.sampled_from([1, 3, 6]), st.integers(0, 1 << 47))
def test_only_free_cards_change_their_place_and_as_many_as_before(
    order: list[int], size: int, state: int
) -> None:
    held, lay = order[:12], [c for c in order[12:] if 1 << c & ~(FIVES | MASKS.tarocks)][:size]
    hand, laid = sum(1 << c for c in held), sum(1 << c for c in lay)
    free = (hand | laid) & ~(FIVES | MASKS.tarocks) & sum(1 << c for c in order[::2])
    block = [0] * (asked.HEAD + asked.GUESS)
    row = asked.HEAD
    block[at.DECLARER], block[asked.FREE], block[asked.KING] = 2, free, KING["S"]
    block[row + at.HAND + 2], block[row + asked.DISCARD] = hand, laid
    parted = 1000 * log(ways(hand, laid, free))
    assert discard_model.ways_to_lay(block, row) == pytest.approx(parted, abs=2)
    discard_model.lay_away(block, row, state)
    now, away = block[row + at.HAND + 2], block[row + asked.DISCARD]
    assert now | away == hand | laid
    assert now & away == 0
    assert away.bit_count() == laid.bit_count()
    assert (away ^ laid) & ~free == 0


def defenders_views(deals: range) -> Iterator[tuple[KoenigrufenView, int]]:
    """What defenders see after two tricks of deals by the book, and what the declarer holds."""
    for seed in deals:
        game = Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(f"laid {seed}")))
        players = [bots.make("heuristic", seed * 8 + seat) for seat in range(4)]
        while game.duty:
            seat = min(game.duty)
            view = game.view_for(seat)
            assert isinstance(view, KoenigrufenView)
            if game.phase == "play" and len(view.hand) == 10 and view.declarers:
                declarer = view.declarers[0][0]
                if seat != declarer and KoenigrufenBelief(view).hidden_discard:
                    theirs = game.view_for(declarer)
                    assert isinstance(theirs, KoenigrufenView)
                    yield view, int(PACK.mask(theirs.hand))
            act = players[seat].act(view)
            assert act is not None
            game.apply(seat, act)


def test_guessed_declarers_have_about_as_many_empty_suits_as_real_ones() -> None:
    """Drawn by lot the discard would leave them far fewer."""

    def empty(hand: int) -> int:
        return sum(not hand & int(PACK.suits[suit]) for suit in SUITS)

    real, found = [], {False: [], True: []}  # type: ignore[var-annotated]
    for view, hand in defenders_views(range(40)):
        believed = KoenigrufenBelief(view)
        for chosen, means in found.items():
            constraints = believed.constraints(chosen)
            assert constraints is not None
            guessed = guessing.guess(spot_of(view), constraints, 300, 1)  # by the discard alone
            rows = guessed.drawn(60, random.Random(1)).found.tolist()
            means.append(np.mean([empty(row[at.HAND + believed.declarer]) for row in rows]))
        real.append(empty(hand))
    assert len(real) > 40
    by_lot, by_choice = (abs(np.mean(found[chosen]) - np.mean(real)) for chosen in (False, True))
    assert by_choice < 0.5 * by_lot


@at_length
def test_what_the_declarer_held_before_is_as_likely_as_if_nothing_had_been_laid_away() -> None:
    """Compared with lawful deals, each counted once for all its ways to lay away."""
    compared = told_apart = 0
    for view, _hand in defenders_views(range(12)):
        believed = KoenigrufenBelief(view)
        constraints = believed.constraints(chosen=True)
        assert constraints is not None
        declarer = believed.declarer
        silent = replace(constraints, bid_likelihoods=(None,) * 4)
        found = guessing.guess(spot_of(view), silent, 3000, 1).found
        likely = np.exp((found[:, asked.SAID] - found[:, asked.SAID].max()) / 1000)
        ours = found[:, at.HAND + declarer] | found[:, asked.DISCARD]
        worlds = [g.world for g in belief.uniform(believed, random.Random(1), 3000)]
        theirs = np.array([w.hands[declarer] | w.discard for w in worlds])
        weights = np.array(
            [1 / ways(w.hands[declarer], w.discard, constraints.free) for w in worlds]
        )
        slack = 4 * 0.5 * (1 / in_effect(likely) + 1 / in_effect(weights)) ** 0.5
        for card, places in constraints.places:
            if places >> declarer & 1:
                wanted = np.average(theirs >> card & 1, weights=weights)
                got = np.average(ours >> card & 1, weights=likely)
                assert got == pytest.approx(wanted, abs=slack)
                by_lot = np.average(theirs >> card & 1)
                told_apart += abs(wanted - by_lot) > slack
        compared += 1
    assert compared > 10
    assert told_apart > 10, "not weighed it would have been seen"


def ways(hand: int, laid: int, free: int) -> int:
    """In how many ways the free cards can be parted so that as many are laid away."""
    return comb(((hand | laid) & free).bit_count(), (laid & free).bit_count())


def in_effect(weights: Floats) -> float:
    """As many draws of equal weight would tell as much."""
    return float(weights.sum() ** 2 / (weights**2).sum())
