"""The tricks of Perlaggen in compiled code: lawful plays and the Spiel by its laws."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import random_games
from trull.bots.fast import Spot, World
from trull.bots.perlaggen.fast.core import CORE
from trull.game import Game
from trull.laws.perlaggen.play import after, lawful, trick_winner
from trull.laws.perlaggen.table import Piece, Play, State, tokens, with_player
from trull.machine import compiled
from trull.state import Seat

BOOKS = ("perlaggen/1890", "perlaggen/1924")


def states(book: str, seed: int, how_many: int) -> Iterator[list[State]]:
    """The states before each card of random hands with random options."""
    rng, found = random.Random(f"{book} {seed}"), 0
    while found < how_many:
        rules = random_games.random_rules(book, rng)
        game = Game(random_games.random_setup(rules, rng))
        seen = []
        for _, act in random_games.acts(game, rng):
            if game.phase == "play" and act.verb == "play":
                assert isinstance(game.state, State)
                seen.append(game.state)
        if seen:
            found += 1
            yield seen


def small(s: State) -> bool:
    """Whether every line of play can be tried: a free Perlagg alone has thirty-three faces."""
    held = [piece for player in s.players for piece in player.hand]
    free = sum(piece.face < 0 for piece in held)
    return len(held) <= (8, 6)[free] if free < 2 else len(held) <= 2


def cut_short(s: State, cards: int) -> State:
    """The state with so many cards left in every hand: hands often end before the last trick."""
    for seat, player in enumerate(s.players):
        s = with_player(s, seat, player._replace(hand=player.hand[-cards:]))
    return s


def step(s: State, piece: Piece) -> State:
    """A card falls, and nothing else is asked."""
    seat = s.play.turn
    s = with_player(s, seat, after(s.players[seat], piece))
    lying = (*s.play.lying, (seat, piece))
    if len(lying) < s.setup.seats:
        turn = Seat((seat + 1) % s.setup.seats)
        return s._replace(play=s.play._replace(lying=lying, turn=turn))
    taker = lying[trick_winner(s.book, s.layout.trump, (piece for _, piece in lying))][0]
    return s._replace(play=Play(taker, (), lying, (*s.play.takers, taker)))


def tried(s: State, side: int, before: int) -> int:
    if not s.play.lying and not any(player.hand for player in s.players):
        return sum(side >> taker & 1 for taker in s.play.takers[before:])
    values = [tried(step(s, piece), side, before) for piece in lawful(s, s.play.turn)]
    return max(values) if side >> s.play.turn & 1 else min(values)


@pytest.mark.parametrize("book", BOOKS)
def test_plays_are_the_lawful_ones(book: str) -> None:
    for seen in states(book, 1, 30):
        for state in seen[::3]:
            spot, world = CORE.opened(state)
            packed = CORE.pack(spot, [world])
            assert set(packed.plays) == set(tokens(state, lawful(state, state.play.turn)))


@pytest.mark.parametrize("book", BOOKS)
def test_the_tricks_that_can_be_forced_are_those_of_trying_everything(book: str) -> None:
    compared = 0
    for seen in states(book, 2, 40):
        short = [cut_short(one, n) for one in seen if not one.play.lying for n in (2, 1)]
        ends = [one for one in short if small(one)]
        if not ends:
            continue
        state, compared = ends[0], compared + 1
        spot, world = CORE.opened(state)
        packed = CORE.pack(spot, [world])
        (goal,) = CORE.goals(packed)
        pieces = {tokens(state, (p,))[0]: p for p in lawful(state, state.play.turn)}
        done = len(state.play.takers)
        wanted = [tried(step(state, pieces[play]), goal.side, done) for play in packed.plays]
        assert CORE.values(packed, goal)[0].tolist() == wanted
        assert CORE.wins(packed, goal, 1)[0].tolist() == [int(value >= 1) for value in wanted]
    assert compared > 10


def test_a_whole_hand_is_solved_and_plain_python_finds_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = next(one for one in states("perlaggen/1890", 3, 40) if len(one[0].players) == 4)
    whole = CORE.pack(*opened(seen[0]))
    (goal,) = CORE.goals(whole)
    values = CORE.values(whole, goal, limit=20_000_000)[0]
    assert 0 <= values.min() <= values.max() <= seen[0].book.options.hand_size
    end = CORE.pack(*opened(cut_short(seen[0], 2)))
    (goal,) = CORE.goals(end)
    values = CORE.values(end, goal)[0]
    monkeypatch.setattr(compiled, "uncompiled", lambda: True)
    assert (CORE.values(end, goal)[0] == values).all()


def opened(s: State) -> tuple[Spot, list[World]]:
    spot, world = CORE.opened(s)
    return spot, [world]


def test_playouts_count_the_spiel_for_one_party_or_the_other() -> None:
    seen = next(one for one in states("perlaggen/1890", 4, 40) if len(one[0].players) == 4)
    spot, world = CORE.opened(seen[0])
    found = CORE.playouts(CORE.pack(spot, [world]), 20)
    assert (abs(found.sum(axis=2)) < 1e-9).all()
    assert (abs(found[0, :, spot.turn]) <= spot.worth + 1e-9).all()
    assert found[0, :, 0].tolist() == found[0, :, 2].tolist()  # partners write together
