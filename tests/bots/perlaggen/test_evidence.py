"""What was said at a table of Perlaggen, guesses explain: figures undertaken, degrees stated."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from random_games import acts, random_rules, random_setup
from trull import bots, ruleset
from trull.bots import belief
from trull.bots.perlaggen.belief import PerlaggenBelief
from trull.bots.perlaggen.belief_rows import guess_batch
from trull.bots.perlaggen.fast.spot import spot_of
from trull.game import Game
from trull.laws.perlaggen.table import State
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import Action, Seat

RULE_SETS = ("perlaggen/1890", "perlaggen/1924")


def played(name: str, seed: int) -> Iterator[tuple[Game, Seat]]:
    """Turns of a deal, by the book or at random; here degrees are asked for wherever one may."""
    rng = random.Random(f"evidence {name} {seed}")
    rules = random_rules(name, rng) if seed % 3 == 0 else ruleset.load(name)
    game = Game(random_setup(rules, rng))
    if seed % 2 == 0:
        for seat, _act in acts(game, rng):
            yield game, seat
        return
    players = [bots.make("heuristic", 8 * seed + s) for s in range(game.setup.seats)]
    while game.duty:
        seat = min(game.duty)
        yield game, seat
        asks = [p for p in game.prompts(seat) if p.verb == "ask_degree"]
        act = Action("ask_degree", asks[0].choices[:1]) if asks else None
        act = act or players[seat].act(game.view_for(seat))
        assert act is not None
        game.apply(seat, act)


def dealt(game: Game) -> tuple[int, ...]:
    assert isinstance(game.state, State)
    return tuple(sum(1 << p.card for p in player.hand) for player in game.state.players)


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_cards_as_they_lie_are_never_believed_impossible(name: str) -> None:
    """P90-7, P90-25, P90-26: nobody is bound to what was let good, or rests."""
    seen = stated = 0
    for seed in range(60):
        for game, seat in played(name, seed):
            view = game.view_for(seat)
            assert isinstance(view, PerlaggenView)
            if view.trump:
                believed, hands = PerlaggenBelief(view), dealt(game)
                assert believed._can_all(hands)
                assert believed.could_state(hands)
                seen, stated = seen + 1, stated + bool(view.degrees)
    assert seen > 500
    assert stated > 20


@pytest.mark.parametrize("name", RULE_SETS)
def test_guesses_stand_before_the_law_and_state_the_same_degrees(name: str) -> None:
    """P90-7: who holds a figure has it himself. P90-25: what was stated was there."""
    seen = lawful = stated = 0
    for seed in range(60):
        for game, seat in played(name, seed):
            view = game.view_for(seat)
            if game.phase in ("cut", "deal") or random.Random(seed).random() < 0.5:
                continue
            believed = belief.of(view)
            for guess in belief.uniform(believed, random.Random(seed), 2):
                state = belief.replayed(believed, guess)
                seen += 1
                if state is not None:
                    assert isinstance(state, State)
                    told = [said.told for said in state.bids.degrees]
                    assert isinstance(view, PerlaggenView)
                    assert told == [tuple(words) for _figure, *words in view.degrees]
                    lawful, stated = lawful + 1, stated + bool(told)
    assert lawful >= 0.99 * seen
    assert seen > 300
    assert stated > 5


def test_many_guesses_at_once_state_the_same_degrees() -> None:
    """P90-25: the search, too, hears what was stated."""
    compared = fitting = 0
    for seed in range(1, 120, 6):
        for game, seat in played("perlaggen/1890", seed):
            if game.phase != "play":
                continue
            view = game.view_for(seat)
            assert isinstance(view, PerlaggenView)
            if view.degrees:
                believed = PerlaggenBelief(view)
                rows = guess_batch(
                    believed, spot_of(view), random.Random(seed), 20, 300
                ).hands.tolist()
                fitting += all(believed.could_state(row) for row in rows)
                compared += 1
    assert compared > 20
    assert fitting >= 0.9 * compared  # where none of so many fits, any will do
