"""Expert positions: lawful as written, and no bot ever does what an expert never does."""

from __future__ import annotations

from collections import Counter

import pytest

import expertfile
from expertfile import GAMES, KINDS, Position, choice, positions
from trull import clauses, ruleset

ALL = [position for game in GAMES for position in positions(game)]
SEEDS = 8
EACH = 20
"""Positions of each game at least."""


def named(position: Position) -> str:
    return f"{position.game}: {position.name}"


every = pytest.mark.parametrize("position", ALL, ids=named)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_twenty_positions_under_every_rule_set(game: str) -> None:
    found = [position for position in ALL if position.game == game]
    assert len(found) >= EACH
    assert len({position.name for position in found}) == len(found)
    used = Counter(str(position.case["rules"]) for position in found)
    assert set(used) == {name for name in ruleset.published() if name.startswith(game)}
    phases = {position.built().phase for position in found}
    assert len(phases) >= 4, phases


@every
def test_what_is_named_may_be_done_there(position: Position) -> None:
    game = position.built()
    assert position.seat in game.duty
    prompts = game.prompts(position.seat)
    assert position.best
    assert position.never
    for text in (*position.best, *position.good, *position.never):
        assert expertfile.offered(prompts, text), text
    if position.legal:
        lawful = {line.split()[0]: set(line.split()[1:]) for line in position.legal}
        assert lawful == expertfile.told(prompts)
    if position.clause:
        assert clauses.text(position.clause)


@every
def test_no_act_is_both_good_and_never_done(position: Position) -> None:
    never = set(position.never)
    assert not never & {*position.best, *position.good}
    assert position.book in ("", "best", "good")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@every
def test_what_is_never_done_is_not_done(position: Position, kind: str) -> None:
    """Slow: every bot thinks about every position with several seeds."""
    view = position.built().view_for(position.seat)
    acts = {str(act): act for act in (choice(kind, seed, view) for seed in range(SEEDS))}
    wrong = [text for text, act in acts.items() if position.verdict(act) == "never"]
    assert not wrong, f"{position.why} But {kind}: {wrong}"


@pytest.mark.parametrize("position", [p for p in ALL if p.book], ids=named)
def test_the_book_does_what_it_is_known_to_do(position: Position) -> None:
    view = position.built().view_for(position.seat)
    marks = {position.verdict(choice("heuristic", seed, view)) for seed in range(8)}
    assert marks == {position.book}
