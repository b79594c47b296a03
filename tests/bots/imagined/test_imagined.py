"""Guesses on tables: they stand where the laws stand, and are weighed and played out as learnt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from random_games import random_action, random_setup
from samples import soaked
from trull import bots, ruleset
from trull.bots import belief as beliefs
from trull.bots.belief.guess import Belief, Guess
from trull.bots.imagined import contest, habits, playouts
from trull.bots.imagined.candidates import candidates, liked
from trull.bots.imagined.habits import DOUBT, Weigher, telling
from trull.bots.imagined.telling import Told, told
from trull.bots.learnt import chances, choice, network
from trull.bots.search.level import read_level
from trull.game import Game
from trull.machine import game as machines
from trull.machine.information import observe
from trull.machine.steps import Steps
from trull.machine.tokens import SILENT
from trull.settlement import Amount
from trull.state import Action, Seat, View, has_one_act

RULE_SETS = ruleset.published()
POSITIONS, GUESSES = soaked(6, 200), 4


class Position(NamedTuple):
    """A view with a choice, and guesses of what it does not show."""

    view: View
    belief: Belief
    guesses: list[Guess]


def positions(name: str, many: int, seed: str = "") -> Iterator[Position]:
    """Moments of deals played by the book, at times by chance, without signs."""
    found, deal = 0, 0
    while found < many:
        rng = random.Random(f"imagined {seed} {name} {deal}")
        deal += 1
        for view in walked(name, rng, deal):
            believed = beliefs.of(view)
            guesses = beliefs.uniform(believed, rng, GUESSES) if rng.random() < 0.15 else []
            if guesses and found < many:
                found += 1
                yield Position(view, believed, guesses)


def walked(name: str, rng: random.Random, deal: int) -> Iterator[View]:
    """A deal, and the view of each who has a choice and has cards."""
    rules = ruleset.load(name)
    if "signs" in rules.options:
        rules = rules.with_options({"signs": "off"})
    game = Game(random_setup(rules, rng))
    book = [bots.make("heuristic", 8 * deal + seat) for seat in range(game.setup.seats)]
    while game.duty:
        seat = min(game.duty)
        view = game.view_for(seat)
        if view.hand and view.phase not in ("cut", "packets") and not has_one_act(view.prompts):
            yield view
        act = book[seat].act(view)
        if act is None or (game.phase != "play" and rng.random() < 0.2):
            act = random_action(game.prompts(seat), rng)
        game.apply(seat, act)


def by_the_laws(view: View, belief: Belief, guess: Guess) -> Iterator[tuple[int, int, Steps]]:
    """The guess walked token by token: which act each belongs to, and the walk before it is said.

    At last -1, when the seat of the view is asked.
    """
    steps = Steps(Game(belief.setup(guess)))
    for number, (seat, act) in enumerate(belief.acts(guess)):
        silent_until(steps, seat)
        for token in steps.path(act):
            yield number, token, steps
            steps.apply(token)
    assert view.seat is not None
    silent_until(steps, view.seat)
    yield -1, -1, steps


def silent_until(steps: Steps, seat: Seat) -> None:
    """Who is asked before him says nothing."""
    while steps.seat != seat:
        steps.apply(steps.vocabulary.index[SILENT])


def stands(position: Position, number: int) -> Steps:
    """Where a guess stands by the laws."""
    *_, (_act, _token, steps) = by_the_laws(
        position.view, position.belief, position.guesses[number]
    )
    return steps


def lawful(standing: Told, row: int) -> tuple[int, ...]:
    return tuple(np.flatnonzero(standing.tables.lawful()[row]).tolist())


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_guess_stands_on_its_table_as_by_the_laws_and_settles_the_same(name: str) -> None:
    rng = random.Random(name)
    for position in positions(name, POSITIONS):
        standing = told(*position)
        assert len(standing.tables), "some guess is possible"
        walks = [stands(position, number) for number in standing.whose]
        for row, steps in enumerate(walks):
            assert steps.seat == standing.tables.seat[row] == position.view.seat
            assert lawful(standing, row) == steps.tokens()
            seen = observe(steps.game.view_for(steps.seat), steps.so_far)
            assert standing.tables.seen[row].tolist() == seen.tolist()
        for row, steps in enumerate(walks):
            alone, unit = standing.tables.kept(np.array([row])), standing.tables.machine.unit
            while not steps.done:
                token = rng.choice(steps.tokens())
                steps.apply(token)
                alone.say(np.array([token]))
                assert bool(alone.over[0]) == steps.done
            paid = [points * unit for points in steps.rewards()]
            assert alone.points[0].tolist()[: len(paid)] == paid


def replayable(position: Position, guess: Guess) -> bool:
    return beliefs.replayed(position.belief, guess) is not None


@pytest.mark.parametrize("name", RULE_SETS)
def test_only_a_guess_in_which_somebody_could_not_have_acted_so_falls_out(name: str) -> None:
    for position in positions(name, POSITIONS, "fallen"):
        possible = [replayable(position, guess) for guess in position.guesses]
        assert np.flatnonzero(possible).tolist() == told(*position).whose.tolist()


@pytest.mark.parametrize("name", RULE_SETS)
def test_weights_are_the_chances_of_what_others_said_as_each_saw_it(name: str) -> None:
    for view, believed, guesses in positions(name, POSITIONS, "weights"):
        assert view.seat is not None
        weigher = Weigher(view, believed.acts(guesses[0]), len(guesses))
        standing = told(view, believed, guesses, weigher)
        for number in standing.whose:
            weight = naive_weight(view, believed, guesses[number])
            assert weigher.logarithms[number] == pytest.approx(weight, abs=1e-3)


def naive_weight(view: View, belief: Belief, guess: Guess) -> float:
    """The chances one by one, each from the view of who spoke."""
    assert view.seat is not None
    weighed = telling(belief.acts(guess), view.seat, view.rules.game)
    weight = 0.0
    for number, token, steps in by_the_laws(view, belief, guess):
        if number in weighed:
            assert steps.seat is not None
            tokens = steps.tokens()
            row = observe(steps.game.view_for(steps.seat), steps.so_far)
            shares = chances(network(view.rules.game).likes(row)[list(tokens)])
            share = shares[tokens.index(token)]
            weight += np.log((1 - DOUBT) * share + DOUBT / len(tokens)) if len(tokens) > 1 else 0
    return weight


@pytest.mark.parametrize("name", [name for name in RULE_SETS if "perlaggen" not in name])
def test_playouts_are_deals_of_learnt_players(name: str) -> None:
    """In Perlaggen they draw their words."""
    for position in positions(name, 2, "playouts"):
        view, standing = position.view, told(*position)
        assert view.seat is not None
        tried = liked(view, 3)
        paid = playouts.outcomes(standing.tables, [one.path for one in tried], 1, view.seat)
        for row, number in enumerate(standing.whose[:2]):
            for column, one in enumerate(tried):
                steps = stands(position, number)
                for token in one.path:
                    steps.apply(token)
                assert paid[row, column] == played_on(steps)[view.seat]


def played_on(steps: Steps) -> tuple[Amount, ...]:
    """The points after a deal in which everybody says what the network likes best."""
    while steps.seat is not None:
        row = observe(steps.game.view_for(steps.seat), steps.so_far)
        tokens = steps.tokens()
        likes = network(steps.game.setup.rules.game).likes(row)[list(tokens)]
        steps.apply(tokens[int(likes.argmax())])
    return steps.rewards()


def test_in_perlaggen_every_act_meets_the_same_luck() -> None:
    for position in positions("perlaggen/1924", 3, "luck"):
        standing, seat = told(*position), position.view.seat
        assert seat is not None
        (path, *_) = [one.path for one in liked(position.view, 1)]
        paid = playouts.outcomes(standing.tables, [path, path], 5, seat)
        assert paid[:, 0].tolist() == paid[:, 1].tolist()
    assert machines.of("perlaggen").learning.mixes


# Candidates and ranking


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_best_liked_act_is_the_learnt_players_and_all_are_lawful(name: str) -> None:
    for view, _belief, _guesses in positions(name, POSITIONS, "liked"):
        found, best = liked(view, 4), choice(view)
        assert best.act in [one.act for one in found]
        assert len({one.path for one in found}) == len(found)
        if best.share is not None:
            assert found[0].act == best.act
            assert found[0].share == pytest.approx(best.share, abs=1e-4)


def doubtful(name: str) -> tuple[View, Action]:
    """A view in which the learnt player likes several acts."""
    for view, _belief, _guesses in positions(name, 100, "doubt"):
        act = choice(view).act
        if act is not None and len(candidates(view, act, 4)) > 2:
            return view, act
    raise AssertionError("the learnt player has no doubt")


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1924"])
def test_a_seed_gives_the_same_ranking_with_the_act_that_stands_in_it(name: str) -> None:
    view, act = doubtful(name)
    level = read_level(["quick", "60s"])
    found = contest.ranking(view, act, level, random.Random(3))
    assert found == contest.ranking(view, act, level, random.Random(3))
    assert act in [one.action for one in found]
    assert all(one.tries for one in found)


def test_where_one_act_is_liked_nothing_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    view, act = doubtful("koenigrufen/tirol")
    monkeypatch.setattr(contest, "drawn_by_habit", None)
    monkeypatch.setattr("trull.bots.imagined.candidates.SELDOM", 2.0)
    assert contest.ranking(view, act, read_level([]), random.Random(1)) == []


def test_what_is_likelier_is_drawn_more_often() -> None:
    for view, believed, _guesses in positions("koenigrufen/tirol", 3, "drawn"):
        rng = random.Random(7)
        guesses = beliefs.uniform(believed, rng, 40)
        weigher = Weigher(view, believed.acts(guesses[0]), len(guesses))
        standing = told(view, believed, guesses, weigher)
        weights = weigher.weights(standing.whose, 40)
        assert weights.max() == 1
        found = habits.weighed(view, believed, guesses, rng, 40)
        assert found.times.sum() == 40
        shares = np.sort(40 * weights / weights.sum())
        drawn = np.sort(found.times)
        assert abs(drawn - shares[-len(drawn) :]).max() <= 1
