"""Kontra among those who play negative games side by side: only where they settle (KG-5, KG-45)."""

from __future__ import annotations

import pytest

from trull import ruleset
from trull.game import Game
from trull.laws.koenigrufen.deal import arranged
from trull.state import expand


@pytest.mark.parametrize(
    ("settlement", "targets"),
    [("vs_all", {"game:2:0"}), ("vs_non_declarers", set[str]())],
)
def test_a_fellow_is_doubled_only_where_fellows_settle(settlement: str, targets: set[str]) -> None:
    rules = ruleset.load("koenigrufen/tirol", {"bei_settlement": settlement})
    game = Game(arranged(rules, []))
    for words in ["cut 27", "bid piccolo", "pass", "bei piccolo", "pass"]:
        game.act(words)
    offered = {act.args[0] for p in game.prompts(0) if p.verb == "kontra" for act in expand(p)}
    assert offered == targets
    game.act("gut")
    assert {a.args[0] for p in game.prompts(1) if p.verb == "kontra" for a in expand(p)} == {
        "game:0:1",
        "game:2:1",
    }
