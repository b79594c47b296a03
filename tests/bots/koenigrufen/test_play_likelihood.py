"""Guesses weighed by the cards that fell: as the law replays them, and only by others' choices."""

from __future__ import annotations

import random
from math import exp, log

import pytest

from bots.koenigrufen.test_guessing import RULE_SETS, views
from bots.test_search import by_the_book
from random_games import random_setup
from trull import bots, laws, ruleset
from trull.bots import fast
from trull.bots.belief.guess import Guess
from trull.bots.koenigrufen import fitting
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.fast import constraints as asked
from trull.bots.koenigrufen.fast import guessing, habits, play_likelihood
from trull.bots.koenigrufen.fast.spot import Spot, spot_of
from trull.game import Game
from trull.laws.koenigrufen.table import State
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.machine import compiled


def likely(state: State, codes: tuple[str, ...], played: str) -> float:
    """How likely this card was of these, by the habits: in plain words and floats."""
    table = habits.table(habits.SEARCH)
    ready = [sum(int(table[n]) for n in sides) for sides in fitting._sides(state, codes)]
    mine = ready[codes.index(played)]
    among = sum(exp((other - mine) / habits.UNIT) for other in ready)
    odd = play_likelihood.ODD / play_likelihood.PARTS
    return (1 - odd) / among + odd / len(codes)


def by_the_law(believed: KoenigrufenBelief, guess: Guess) -> tuple[float, int] | None:
    """The logarithm of how likely the others played as they did, and how often they could choose.

    The law itself plays the guess again and says what could be played.
    """
    rules = laws.of("koenigrufen")
    state, total, choices = rules.begin(believed.setup(guess)), 0.0, 0
    for seat, act in believed.acts(guess):
        if rules.faults(state, seat, act):
            return None
        if act.verb == "play" and seat != believed.me:
            assert isinstance(state, State)
            codes = rules.prompts(state, seat)[0].choices
            if len(codes) > 1:
                total += log(likely(state, codes, act.args[0]))
                choices += 1
        state = rules.step(state, seat, act)
    return total, choices


def weighed(view: KoenigrufenView, wanted: int, by_cards: bool) -> guessing.Guessed | None:
    constraints = KoenigrufenBelief(view).constraints()
    if constraints is None:
        return None
    return guessing.guess(spot_of(view), constraints, wanted, 7, by_cards)


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_guess_weighs_what_the_law_and_the_habits_say_of_every_choice(name: str) -> None:
    compared = chosen = 0
    for seed in range(10):
        for view in views(name, seed):
            with_cards, without = (weighed(view, 3, by_cards) for by_cards in (True, False))
            if with_cards is None or without is None:
                continue
            believed = KoenigrufenBelief(view)
            gains = with_cards.found[:, asked.SAID] - without.found[:, asked.SAID]
            for world, gain in zip(with_cards.packed(soft=False).worlds, gains, strict=True):
                told = by_the_law(believed, _whole(believed, world))
                if told is not None:
                    assert gain / 1000 == pytest.approx(told[0], abs=0.002 + 0.02 * told[1])
                    compared, chosen = compared + 1, chosen + told[1]
    assert compared > 60
    assert chosen > 5 * compared


def _whole(believed: KoenigrufenBelief, world: fast.World) -> Guess:
    hidden = [card for card in world.talon if card not in believed.open_talon]
    lying = sum(1 << card for card in hidden) if believed.hidden_talon else 0
    places = [*world.hands, world.discard & ~believed.laid, lying]
    found = believed.arranged(places, random.Random(1))
    assert found is not None
    return found


@pytest.mark.parametrize("name", RULE_SETS)
def test_before_anybody_has_chosen_a_card_the_weights_are_those_of_the_auction(name: str) -> None:
    compared = 0
    for seed in range(6):
        game = Game(random_setup(ruleset.load(name), random.Random(seed)))
        while game.duty and game.phase != "play":
            by_the_book(game, seed, 1)
        view = game.view_for(min(game.duty)) if game.duty else None
        if isinstance(view, KoenigrufenView):
            with_cards, without = (weighed(view, 20, by_cards) for by_cards in (True, False))
            if with_cards is not None and without is not None:
                assert with_cards.found.tolist() == without.found.tolist()
                compared += 1
    assert compared > 2


def test_plain_and_compiled_loops_weigh_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [view for seed in (1, 2, 3) for view in views("koenigrufen/tirol", seed)]
    told = [weighed(view, 4, True) for view in seen]
    monkeypatch.setattr(compiled, "uncompiled", lambda: True)
    for view, found in zip(seen, told, strict=True):
        plain = weighed(view, 4, True)
        assert (plain is None) == (found is None)
        if plain is not None and found is not None:
            assert plain.found.tolist() == found.found.tolist()
    assert len(seen) > 5


@pytest.mark.parametrize(("name", "weighs"), [("flat:quick", False), ("search:quick", True)])
def test_search_weighs_cards_and_flat_does_not(
    name: str, weighs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighed, guess = [], guessing.guess

    def noted(
        spot: Spot, constraints: asked.Constraints, wanted: int, seed: int, by_cards: bool = False
    ) -> guessing.Guessed:
        weighed.append(by_cards)
        return guess(spot, constraints, wanted, seed, by_cards)

    monkeypatch.setattr(guessing, "guess", noted)
    for view in views("koenigrufen/tirol", 2):
        bots.make(name, 1).act(view)
    assert weighed
    assert set(weighed) == {weighs}
