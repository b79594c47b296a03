"""From each position there are as many lawful ways to play on as the file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from perft_count import Moves, Position, counts, depth_of, divide, engine_moves, naive_moves, read

FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
POSITIONS = {position.id: position for path in FILES for position in read(path)}

every_position = pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())


def test_there_are_two_dozen_positions_and_each_has_its_own_name() -> None:
    assert len(POSITIONS) == sum(len(read(path)) for path in FILES)
    assert len(POSITIONS) >= 24


@every_position
def test_a_position_is_a_few_tricks_before_the_end(position: Position) -> None:
    sizes = {len(hand) for hand in position.hands}
    assert len(position.hands) == 4
    assert sizes == {13 - position.trick}, "each holds the cards of the tricks to come"
    assert len(frozenset[str]().union(*position.hands)) == depth_of(position), "a card twice"
    assert len(position.counts) == depth_of(position)


@every_position
def test_the_engine_counts_the_lawful_sequences(position: Position) -> None:
    found = counts(position, engine_moves(position))
    assert found == position.counts, divided(position, engine_moves(position))


@every_position
def test_the_naive_rules_count_the_same(position: Position) -> None:
    found = counts(position, naive_moves(position))
    assert found == position.counts, divided(position, naive_moves(position))


def divided(position: Position, moves: Moves) -> str:
    """The counts below each first card, to find the one that is wrong."""
    rows = [f"  {card:4}{' '.join(map(str, row))}" for card, row in divide(position, moves).items()]
    return "\n".join([f"{position.id}, below each first card:", *rows])
