"""Kontra among those who play negative games side by side: only where they settle (KG-5, KG-45)."""

from __future__ import annotations

import pytest

from trull import ruleset
from trull.game import Game
from trull.learn.koenigrufen import arranged
from trull.state import Seat, expand


def offered(game: Game, seat: Seat) -> set[str]:
    """Whom the seat may double."""
    prompts = [prompt for prompt in game.prompts(seat) if prompt.verb == "kontra"]
    return {act.args[0] for prompt in prompts for act in expand(prompt)}


@pytest.mark.parametrize(
    ("settlement", "targets"),
    [("vs_all", {"game:2:0"}), ("vs_non_declarers", set[str]())],
)
def test_a_fellow_is_doubled_only_where_fellows_settle(settlement: str, targets: set[str]) -> None:
    rules = ruleset.load("koenigrufen/tirol", {"bei_settlement": settlement})
    game = Game(arranged(rules, []))
    for words in ["cut 27", "bid piccolo", "pass", "bei piccolo", "pass"]:
        game.act(words)
    assert offered(game, Seat(0)) == targets
    game.act("gut")
    assert offered(game, Seat(1)) == {"game:0:1", "game:2:1"}
