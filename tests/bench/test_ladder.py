"""The ladder: its pieces make whole matches, and what was played is not played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trull.bench import ladder

BOOKS = ["koenigrufen/tirol", "koenigrufen/finale"]
BOTH = ["alternate", "one"]


def test_pieces_make_whole_matches_without_a_deal_twice() -> None:
    found = list(ladder.pieces(["flat", "heuristic", "random"], BOOKS, 7, 2, 4, 3, BOTH, 1))
    deals: dict[str, list[int]] = {}
    for piece in found:
        deals.setdefault(piece.name, []).extend(range(piece.first, piece.first + piece.deals))
    houses = [name for name in deals if "=" in name]
    assert len(deals) == len(BOOKS) * 3 * 3 + len(houses)
    assert len(houses) == 2 * len(BOOKS)
    for name, numbers in deals.items():
        assert sorted(numbers) == list(range(4 if name in houses else 7))


def test_one_seating_alone_is_a_third_of_the_matches() -> None:
    found = ladder.pieces(["flat", "random"], BOOKS, 1, 0, 0, 1, ["alternate"], 1)
    assert [piece.plan.seating for piece in found] == ["alternate"] * len(BOOKS)


def test_no_match_is_played_in_which_another_plays_for_the_learnt_bot() -> None:
    found = ladder.pieces(["learnt", "random"], BOOKS, 1, 8, 1, 1, BOTH, 1)
    names = [piece.name for piece in found]
    assert all("win_thirds" not in name for name in names)
    assert any("learnt" in name for name in names)


def test_a_ladder_goes_on_where_it_was_broken_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ladder.jsonl"
    wish = {
        "bots": "heuristic,random",
        "rules": "koenigrufen/tirol",
        "houses": 1,
        "house_deals": 1,
        "piece": 1,
        "seatings": "alternate,one",
        "seed": 1,
        "jobs": 1,
        "out": str(file),
        "as_json": True,
    }
    kept: list[str] = []
    for minutes, lines in ((0.0, 0), (9.0, 7), (9.0, 7)):
        ladder.run(deals=2, minutes=minutes, **wish)  # type: ignore[arg-type]
        kept = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        assert len(kept) == lines
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [one["deals"] for one in told] == [2, 2, 2, 1]
    edges = [
        line["edges"][0] for line in map(json.loads, kept) if line["match"] == told[0]["match"]
    ]
    assert told[0]["mean"] == pytest.approx(sum(edges) / 2)
