"""The learnt bot: lawful in every phase, quick to say when nothing was learnt, never the end."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from random_games import random_rules, random_setup
from samples import soaked
from trull import bots, ruleset
from trull.bots import learnt
from trull.errors import TrullError
from trull.game import Game

KOENIGRUFEN = [name for name in ruleset.published() if name.startswith("koenigrufen/")]


def played(game: Game, seed: int) -> list[str]:
    """Four of them play a deal; what they did."""
    table = [bots.make("learnt", seed + seat) for seat in range(game.setup.seats)]
    while game.duty:
        seat = min(game.duty)
        act = table[seat].act(game.view_for(seat))
        assert act is not None
        game.apply(seat, act)
    return [str(act) for act in game.log]


@pytest.mark.parametrize("name", KOENIGRUFEN)
@pytest.mark.parametrize("changed", [0.0, 0.3], ids=["book", "house"])
def test_it_plays_whole_deals_by_any_rules(name: str, changed: float) -> None:
    for number in range(soaked(2, 50)):
        rng = random.Random(f"{name} {changed} {number}")
        setup = random_setup(random_rules(name, rng, changed), rng)
        if setup.rules.free:
            continue
        told = played(Game(setup), 1)
        assert told == played(Game(setup), 7), "it needs no chance"


def test_nothing_learnt_is_said_once_and_the_searching_bot_plays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    learnt._known.cache_clear()
    rng = random.Random(3)
    game = Game(random_setup(ruleset.load("perlaggen/1924"), rng))
    bot = bots.make("learnt", 1)
    for _ in range(2):
        seat = min(game.duty)
        act = bot.act(game.view_for(seat))
        assert act is not None
        game.apply(seat, act)
    told = capsys.readouterr().err
    assert told == "trull: nothing was learnt of perlaggen yet; the searching bot plays instead\n"


@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        (b"", "cannot be read"),
        (b"PK\x03\x04 no archive", "cannot be read"),
        ({"about": "{}"}, "another version"),
        ({"about": '{"version": 1, "tokens": "of long ago"}'}, "another version"),
        ({"weights": "without a word"}, "cannot be read"),
    ],
)
def test_damaged_or_foreign_weights_are_one_clear_error(
    kept: bytes | dict[str, str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "koenigrufen"
    folder.mkdir()
    file = folder / learnt.FILE
    if isinstance(kept, bytes):
        file.write_bytes(kept)
    else:
        np.savez(file, **{name: np.array(text) for name, text in kept.items()})  # type: ignore[arg-type]
    monkeypatch.setattr(learnt, "_file", lambda game: tmp_path / game / learnt.FILE)
    with pytest.raises(TrullError, match=problem):
        learnt.network.__wrapped__("koenigrufen")
