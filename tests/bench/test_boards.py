"""What a bench of duplicate boards tells: errors in gaps, raw and by method."""

from __future__ import annotations

import json

import pytest

from trull import bench
from trull.bench.boards import figures
from trull.settlement import Amount


def test_luck_of_the_cards_is_all_gone_by_the_plain_difference() -> None:
    """Boards of very different worth; the stronger person always makes two more."""
    played: list[list[list[tuple[int, Amount]]]] = [
        [[(0, luck + 2), (1, luck)]] * 4 for luck in (-30, 0, 50, 7)
    ]
    found = figures(played, 1)
    assert found["raw"].ratio == 1
    assert found["raw"].gap == pytest.approx(2)
    assert found["raw"].error > 20
    assert (found["difference"].error, found["difference"].gap) == (0, 4)
    assert found["matchpoints"].error == 0


def test_the_command_prints_every_method(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["boards", "--hands", "6", "--tables", "3", "--seed", "3"]
    assert bench.run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["raw", "difference", "cross", "matchpoints"]
    assert bench.run(words) == 0
    again = capsys.readouterr().out
    assert f"{told['cross']['error']:.3f}" in again
