"""The way in: what ``import trull`` gives, and what it does not bring with it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import trull
from trull import laws, ruleset
from trull.errors import DealError
from trull.game import arranged
from trull.state import Seat


def test_every_public_name_is_there_and_typed_alike() -> None:
    assert set(trull.__all__) == set(trull._PLACES)
    for name, place in trull._PLACES.items():
        module, _, inside = place.partition(":")
        assert getattr(trull, name) is getattr(sys.modules[module], inside)
    assert set(trull.__all__) <= set(dir(trull))


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        trull.nothing  # noqa: B018


def test_importing_trull_imports_nothing_else_of_it() -> None:
    code = "import sys, trull; print([name for name in sys.modules if name.startswith('trull.')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("table", ["guarded", "free"])
@pytest.mark.parametrize("name", ruleset.published())
def test_named_cards_are_dealt_to_those_they_are_named_for(name: str, table: str) -> None:
    rules = ruleset.load(name)
    if table == "free":
        rules = rules.with_options({"table": "free"})
    codes = laws.of(rules.game).pack.codes
    hands = [" ".join(codes[n * 7 : n * 7 + 3]) for n in range(2)]
    game = arranged(rules, hands)
    for seat, hand in enumerate(hands):
        assert set(hand.split()) <= set(game.view_for(Seat(seat)).hand)


def test_cards_of_the_talon_are_in_no_hand() -> None:
    game = arranged(ruleset.load("koenigrufen/tirol"), ["HK"], talon="T1 T21 T22")
    assert not {"T1", "T21", "T22"} & {c for s in range(4) for c in game.view_for(Seat(s)).hand}


@pytest.mark.parametrize(
    "hands", [["HK HK"], ["HK", "HK"], [" ".join(f"T{n}" for n in range(1, 14))]]
)
def test_what_cannot_be_dealt_is_refused(hands: list[str]) -> None:
    with pytest.raises(DealError):
        arranged(ruleset.load("koenigrufen/tirol"), hands)
