"""Data sets: every row replays to its points, by its acts and by its tokens."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from samples import alike, soaked
from trull import ruleset
from trull.arena.deal import Plan, players_of
from trull.cli import main
from trull.errors import TrullError
from trull.research import dataset

DEALS = soaked(100, 20_000)
FORMS = ("jsonl", "parquet") if importlib.util.find_spec("pyarrow") else ("jsonl",)


def plan(rules: str = "koenigrufen/finale", a: str = "heuristic", b: str = "random") -> Plan:
    loaded = ruleset.load(rules)
    players = players_of(loaded)
    return Plan(a=a, b=b, rules=loaded, players=players, seed=5, seating="once", records=True)


@pytest.mark.parametrize("form", FORMS)
def test_every_row_replays_to_its_points(form: str, tmp_path: Path) -> None:
    plays = plan(a=alike("random", "heuristic")[-1])
    made = dataset.make(plays, DEALS, tmp_path, form=form, jobs=1)
    assert made.rows == {"train": DEALS * 9 // 10, "valid": DEALS // 20, "test": DEALS // 20}
    assert dataset.check(tmp_path) == DEALS
    names = [path.name for path in sorted((tmp_path / "data").iterdir())]
    assert names[:1] == [f"test-00000.{form}"]
    assert f"path: data/train-*.{form}" in (tmp_path / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", ruleset.published())
def test_a_deal_of_the_book_is_walked_by_its_tokens(rules: str, tmp_path: Path) -> None:
    dataset.make(plan(rules, b="heuristic"), 3, tmp_path, form="jsonl", jobs=1)
    assert dataset.check(tmp_path) == 3
    for row in rows_of(tmp_path):
        assert set(row) == set(dataset.COLUMNS)
        assert row["tokens"]
        assert sum(row["points"]) == 0


def test_the_same_plan_gives_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        dataset.make(plan("lhombre/compagnie"), 2, tmp_path / name, form="jsonl", jobs=1)
    first, second = (tmp_path / name / "SHA256SUMS" for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()


def rows_of(folder: Path) -> list[dict[str, list[float]]]:
    files = sorted((folder / "data").iterdir())
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


@pytest.mark.parametrize(
    ("column", "spoilt", "told"),
    [
        ("points", [1.0, -1.0, 0.0, 0.0], "row 1: the acts do not lead to its points"),
        ("trn_sha256", "0" * 64, "row 1: its record is of another deal"),
    ],
)
def test_a_spoilt_row_is_found(column: str, spoilt: object, told: str, tmp_path: Path) -> None:
    dataset.make(plan(), 1, tmp_path, form="jsonl", jobs=1)
    (file,) = (tmp_path / "data").iterdir()
    row = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(row | {column: spoilt}), encoding="utf-8")
    with pytest.raises(TrullError, match="not the file that SHA256SUMS was written for"):
        dataset.check(tmp_path)
    dataset._write_sums(tmp_path)
    with pytest.raises(TrullError, match=told):
        dataset.check(tmp_path)


def test_a_lost_file_and_a_used_folder_are_one_clear_error(tmp_path: Path) -> None:
    dataset.make(plan(), 1, tmp_path, form="jsonl", jobs=1)
    with pytest.raises(TrullError, match="name another folder"):
        dataset.make(plan(), 1, tmp_path, form="jsonl", jobs=1)
    (tmp_path / "README.md").unlink()
    with pytest.raises(TrullError, match=r"README\.md: it is not the file"):
        dataset.check(tmp_path)
    with pytest.raises(TrullError, match="No such file"):
        dataset.check(tmp_path / "nowhere")


def test_the_command_makes_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "set")
    words = ["dataset", "make", "--bots", "random", "--deals", "2", "--format", "jsonl"]
    assert main([*words, "--jobs", "1", "--out", out, "--lang", "en"]) == 0
    assert "2 games" in capsys.readouterr().out
    assert main(["dataset", "check", out, "--lang", "en"]) == 0
    assert "2 rows: all checksums fit" in capsys.readouterr().out
    assert main([*words, "--out", out, "--seed", "-1"]) == 2
    assert "--seed -1" in capsys.readouterr().err


@pytest.mark.skipif("parquet" in FORMS, reason="pyarrow is installed")
def test_without_pyarrow_parquet_says_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(TrullError, match="Parquet needs pyarrow"):
        dataset.make(plan(), 1, tmp_path / "set", jobs=1)
    assert not (tmp_path / "set").exists()
