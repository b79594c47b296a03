"""The pack of 78 in compiled code: playouts and endgames of Tarock à l'Hombre by its laws."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import random_games
from trull import laws, ruleset
from trull.bots.fast import Goal
from trull.bots.lhombre.fast.core import CORE, lawful, so_far
from trull.game import Game
from trull.kernels.tarock import thirds
from trull.laws.court import deal_of
from trull.laws.lhombre.book import MASKS, PACK
from trull.laws.lhombre.count import settled_piles
from trull.laws.lhombre.skar import counts_for_ombre
from trull.laws.lhombre.table import State, to_play, tricks_of
from trull.learn.positions import position
from trull.machine import compiled
from trull.state import Action, Seat

LAWS = laws.of("lhombre")
CARDS = 75


def played(
    seed: int, how_many: int, keep_skies: bool = False
) -> Iterator[tuple[Game, list[State]]]:
    """Random deals with random options, and the states before each card."""
    rng, found = random.Random(seed), 0
    while found < how_many:
        rules = random_games.random_rules("lhombre/compagnie", rng)
        game = Game(random_games.random_setup(rules.with_options({"honneurs": False}), rng))
        states = []
        while game.duty:
            seat = next(iter(game.duty))
            act = random_games.random_action(game.prompts(seat), rng)
            if act == Action("play", ("SKI",)) and keep_skies:
                words = next(p.choices for p in game.prompts(seat) if p.verb == "play")
                act = Action("play", (words[0],))
            if act.verb == "play":
                assert isinstance(game.state, State)
                states.append(game.state)
            game.apply(seat, act)
        if len(states) == CARDS:
            found += 1
            yield game, states


def test_every_card_is_judged_alike_and_the_last_brings_what_the_settlement_says() -> None:
    for game, states in played(1, 60):
        for state in states[::7]:
            spot, world = CORE.opened(state)
            assert lawful(spot, world.hands[spot.turn]) == state.play.legal
        spot, world = CORE.opened(states[-1])
        settled = game.settlement()
        assert settled is not None
        found = CORE.playouts(CORE.pack(spot, [world]), 1, 1, 1)[0, 0]
        assert found.tolist() == [float(points) for points in settled.points]


def test_a_spot_is_the_same_whether_taken_from_a_view_or_from_the_state() -> None:
    for game, states in played(2, 12):
        state = states[40]
        replayed = Game(game.setup)
        for act in state.acts:
            replayed.apply(act.seat, act.action)
        assert state.ombre is not None
        assert CORE.spot(replayed.view_for(state.ombre)) == CORE.opened(state)[0]


def test_compiled_and_plain_playouts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    _, states = next(played(3, 1))
    spot, world = CORE.opened(states[20])
    packed = CORE.pack(spot, [world])
    quick = CORE.playouts(packed, 2, 5, 1)
    assert np.abs(quick.sum(axis=2)).max() < 1e-9
    monkeypatch.setattr(compiled, "uncompiled", lambda: True)
    assert (CORE.playouts(packed, 2, 5, 1) == quick).all()


# Endgames, by trying everything through the laws


def tried(s: State, goal: Goal) -> int:
    if s.phase == "over":
        return counted(s, goal)
    seat = to_play(s)
    values = [tried(after(s, code), goal) for code in PACK.named(s.play.legal)]
    return max(values) if seat == s.ombre else min(values)


def after(s: State, code: str) -> State:
    state = LAWS.step(s, to_play(s), Action("play", (code,)))
    assert isinstance(state, State)
    return state


def counted(s: State, goal: Goal) -> int:
    assert s.ombre is not None
    if goal.kind == "tricks":
        return tricks_of(s.play, s.ombre)
    pile = settled_piles(s, s.book)[s.ombre] | s.hands[s.ombre]
    if counts_for_ombre(s.book, s.skar_by == s.ombre):
        pile |= s.skar
    return thirds(MASKS, pile)


@pytest.mark.parametrize("keep_skies", [False, True])
def test_the_value_of_every_card_is_that_of_trying_everything(keep_skies: bool) -> None:
    with_skies = 0
    for number, (_, states) in enumerate(played(4, 24, keep_skies)):
        state = states[CARDS - 4 - number % 6]
        assert state.ombre is not None
        spot, world = CORE.opened(state)
        with_skies += any(hand & MASKS.skues for hand in world.hands)
        packed = CORE.pack(spot, [world])
        for goal in CORE.goals(packed):
            before = so_far(packed) if goal.kind == "points" else tricks_of(state.play, state.ombre)
            wanted = [tried(after(state, code), goal) - before for code in packed.plays]
            assert CORE.values(packed, goal)[0].tolist() == wanted
            for bar in {1, max(*wanted, 1)}:
                reached = [int(value >= bar) for value in wanted]
                assert CORE.wins(packed, goal, bar)[0].tolist() == reached
    assert with_skies > 5 or not keep_skies


def test_with_cards_left_over_the_skies_may_fall_in_the_last_trick() -> None:
    """LG-12, L-15.1: an Ombre who forgot the Skar has announced the Volte and still holds four."""
    rules = ruleset.load("lhombre/compagnie", {"table": "free", "volte": True})
    best = ["SKI", "HK", "DK", "SK", "CK", *(f"T{number}" for number in range(1, 22))]
    game = position({"hands": ["", "", " ".join(best)]}, rules)
    for words in ("announce_skar", "pass", "pass", "bid sans_prendre"):
        game.act(words)
    while game.phase == "play":
        (seat,) = game.duty
        offers = {prompt.verb: prompt.choices for prompt in game.prompts(seat)}
        state = deal_of(game.state)
        assert isinstance(state, State)
        spot, world = CORE.opened(state)
        packed = CORE.pack(spot, [world])
        assert set(packed.plays) == set(offers["play"])
        if "announce_volte" in offers:
            game.act("announce_volte")
            continue
        if len(state.play.done) == 24 and seat == state.ombre:
            assert "SKI" in packed.plays
            assert len(packed.plays) == 4
            return
        firm = [code for code in offers["play"] if code != "SKI"]
        game.act(f"play {max(firm, key=PACK.index.__getitem__)}")
    raise AssertionError("the Ombre was not to lead to the last trick")


def test_a_skar_another_laid_is_his() -> None:
    """M-7: at a free table it counts for the side of who laid it, in the bots' spots too."""
    rules = ruleset.load("lhombre/compagnie", {"table": "free"})
    acts = ["0 lay_skar H10 H9 H8|2 fill_up C9 C10 CB|2 announce_skar"]
    game = position({"acts": [*acts, "0 bid sans_prendre|1 pass|2 pass"]}, rules)
    state = deal_of(game.state)
    assert isinstance(state, State)
    assert CORE.opened(state)[0].skar_counts
    assert all(CORE.spot(game.view_for(Seat(seat))).skar_counts for seat in range(3))
