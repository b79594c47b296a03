"""The compiled core plays by the laws: lawful cards, takers, worth and settlement are the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import random_games
from samples import soaked
from trull.bots import fast
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast import packing
from trull.bots.koenigrufen.fast.core import CORE
from trull.bots.koenigrufen.fast.playout import PACK, rules_of
from trull.game import Game
from trull.kernels.koenigrufen import crown_after, keep_announced, legal_cards, winning_card
from trull.kernels.tarock import thirds
from trull.laws.koenigrufen.table import State, bargain_of, terms_of
from trull.machine import compiled
from trull.machine.words import Block, address, load, store

BOOKS = ("koenigrufen/tirol", "koenigrufen/finale", "koenigrufen/ulmann")
DEALS = soaked(200, 4_000)
CARDS, BOUND, LEGAL, TAKER, WORTH, WORDS = 128, 184, 192, 256, 272, 320


def replay_cards(block: Block, played: int) -> None:
    """Go through the cards of a deal with compiled kernels and write down what they say."""
    b = address(block)
    rules, turn, lying, trick, crown, led = rules_of(b), at.TURN[b], 0, 0, 0, -1
    for number in range(played):
        hand = at.PILES[b, turn]  # the hands lie where a block keeps piles
        cards = legal_cards(PACK, rules, hand, trick, led, crown)
        bound = load(b, BOUND + turn)
        if bound & hand:
            cards = keep_announced(PACK, at.MODE[b], cards, hand, bound, number // 4 + 1)
        store(b, LEGAL + number, cards)
        card = load(b, CARDS + number)
        at.PILES[b, turn] = hand & ~(1 << card)
        crown = crown_after(PACK, rules, trick, led, crown, card)
        led = card if led < 0 else led
        trick |= 1 << card
        lying, turn = lying + 1, turn + 1 & 3
        if lying == 4:
            best, winner = winning_card(PACK, rules, trick, led, crown), 0
            for place in range(4):
                if load(b, CARDS + number - 3 + place) == best:
                    winner = turn + place & 3
            store(b, TAKER + number // 4, winner)
            store(b, WORTH + number // 4, thirds(PACK, trick))
            turn, lying, trick, crown, led = winner, 0, 0, 0, -1


REPLAY = compiled.Compiled(replay_cards)


def deals(book: str, how_many: int, seed: int) -> Iterator[tuple[Game, list[State]]]:
    """Random deals with random options that came to the play, and every state of their play."""
    rng, found = random.Random(f"{book} {seed}"), 0
    while found < how_many:
        game = Game(random_games.random_setup(random_games.random_rules(book, rng), rng))
        states = []
        for _ in random_games.acts(game, rng):
            assert isinstance(game.state, State)
            if game.phase == "play":
                states.append(game.state)
        if states:
            found += 1
            yield game, states


def block_of(states: list[State]) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], int]:
    first, last = states[0], states[-1]
    played = [card for trick in last.tricks for card in trick.cards] + list(last.lying)
    block = np.zeros(WORDS, np.int64)
    block[at.FARBEN : at.FARBEN + 4] = terms_of(first).rules
    block[at.MODE], block[at.TURN] = first.book.announced_mode, first.leader
    block[at.PILES : at.PILES + 4] = terms_of(first).hands
    block[BOUND : BOUND + 4] = terms_of(first).bound
    block[CARDS : CARDS + len(played)] = played
    return block, len(played)


@pytest.mark.parametrize("book", BOOKS)
def test_every_card_of_a_deal_is_judged_alike_by_the_laws_and_by_compiled_code(book: str) -> None:
    for _, states in deals(book, DEALS, 1):
        block, played = block_of(states)
        REPLAY(block, played)
        assert block[LEGAL : LEGAL + played].tolist() == [s.legal for s in states[:played]]
        for number, trick in enumerate(states[-1].tricks):
            assert block[TAKER + number] == trick.winner
            assert block[WORTH + number] == thirds(PACK, trick.pile)


@pytest.mark.parametrize("book", BOOKS)
def test_a_deal_played_to_its_end_brings_what_the_settlement_says(book: str) -> None:
    compared = 0
    for game, states in deals(book, 60, 2):
        settled = game.settlement()
        assert settled is not None
        assert isinstance(game.state, State)
        if len(game.state.tricks) < 12:
            continue  # ended early; a playout goes on to the last card
        packed = CORE.pack(*_one(states[-1]))
        found = CORE.playouts(packed, 1, 1, 1)[0, 0]
        assert found.tolist() == pytest.approx([float(p) for p in settled.points])
        compared += 1
    assert compared > 30


def _one(state: State) -> tuple[fast.Spot, list[fast.World]]:
    spot, world = CORE.opened(state)
    return spot, [world]


def test_a_spot_is_the_same_whether_taken_from_a_view_or_from_the_state() -> None:
    for game, states in deals("koenigrufen/tirol", 40, 3):
        state = states[len(states) // 2]
        spot, world = CORE.opened(state)
        assert packing.lawful(spot, world) == state.legal
        declarer = bargain_of(state).declarer
        replayed = Game(game.setup)
        for act in state.acts:
            replayed.apply(act.seat, act.action)
        assert CORE.spot(replayed.view_for(declarer)) == spot


def test_playouts_do_not_depend_on_the_number_of_threads() -> None:
    _, states = next(deals("koenigrufen/tirol", 1, 4))
    spot, world = CORE.opened(states[0])
    packed = CORE.pack(spot, [world] * 5)
    alone, together = CORE.playouts(packed, 3, 7, 1), CORE.playouts(packed, 3, 7, 2)
    assert (alone == together).all()
    assert (CORE.playouts(packed, 3, 8, 1) != alone).any()
    assert np.abs(alone.sum(axis=2)).max() < 1e-9  # what one gets the others pay


def test_compiled_playouts_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    for _, states in deals("koenigrufen/finale", 4, 5):
        spot, world = CORE.opened(states[len(states) // 3])
        packed = CORE.pack(spot, [world])
        quick = CORE.playouts(packed, 2, 3, 1)
        with monkeypatch.context() as patched:
            patched.setattr(compiled, "uncompiled", lambda: True)
            assert (CORE.playouts(packed, 2, 3, 1) == quick).all()
