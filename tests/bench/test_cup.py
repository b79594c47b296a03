"""What a bench of a cup evening tells; the figures themselves are the machine's."""

from __future__ import annotations

import json

import pytest

from samples import at_length
from trull import bench
from trull.bench import cup


def test_repairs_and_rows_are_told_with_their_shares(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.run(["cup", "repair", "--sample", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["repair"]
    assert found["leavers and latecomers"] == 20
    assert found["no second meeting added, share"] >= 0.9
    assert found["changed slips a round at most, with a table of five"] <= 1
    assert bench.run(["cup", "rows", "--sample", "12", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["rows"]
    for book in cup.BOOKS:
        assert sum(found[f"{book}: {kind}"] for kind in ("possible", "rare")) == 12
        assert found[f"{book}: impossible"] == 0


def test_an_evening_is_told_and_verified(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.run(["cup", "evening"]) == 0
    told = capsys.readouterr().out
    assert "checks that do not hold" in told
    assert cup.evening(2)["checks that do not hold"] == 0
    assert bench.run(["cup", "song"]) == 2


@at_length
def test_every_row_of_a_full_hall_comes_to_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small hall over real connections; nothing is lost on the way."""
    monkeypatch.setattr(cup, "TABLES", 5)
    monkeypatch.setattr(cup, "PHONES", 3)
    monkeypatch.setattr(cup, "DEALS", 2)
    found = cup.load(0.1)
    assert found["rows"] == 10
