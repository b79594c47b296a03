"""``trull solve``: every lawful card with its value, in both languages, or a line that says why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trull import cli

RECORDS = Path(__file__).parents[1] / "transcripts"
FARBZWANG = str(RECORDS / "tirol-free-farbzwang.trn")
BESSERRUFER = str(RECORDS / "finale-besserrufer-pagat-kontra.trn")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(["solve", *words])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_position_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, german, _ = said(capsys, BESSERRUFER, "--at", "60", "--lang", "de")
    assert status == 0
    assert "Offene Karten" in german
    assert "XIV" in german
    assert "letzten Stich" in german
    _, english, _ = said(capsys, BESSERRUFER, "--at", "60", "--lang", "en")
    assert "Open hands" in english


def test_a_position_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, BESSERRUFER, "--at", "60", "--json")
    told = json.loads(out)
    assert status == 0
    assert told["turn"] == 1
    assert [goal["kind"] for goal in told["goals"]] == ["points", "bird", "king"]
    # Who keeps the XIV back makes the called king's last trick; who plays it out does not.
    assert told["goals"][2]["values"] == {"T1": 1, "T14": 0}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((BESSERRUFER, "--at", "1000"), "there is no act 1000"),
        ((BESSERRUFER, "--at", "1"), "only the tricks can be solved"),
        ((BESSERRUFER, "--at", "60", "--deal", "2"), "there is no deal 2"),
        ((BESSERRUFER, "--at", "60", "--nodes", "0"), "--nodes 0: expected 1 to 1"),
        ((BESSERRUFER, "--at", "60", "--nodes", str(10**20)), "expected 1 to 1"),
    ],
)
def test_what_cannot_be_solved_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    status, _, err = said(capsys, *words)
    assert status == 2
    assert why in err
    assert len(err.splitlines()) == 1


def test_a_deal_of_a_free_table_is_solved_too(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, FARBZWANG, "--at", "14", "--json")
    assert status == 0
    assert json.loads(out)["goals"]


def test_a_question_that_takes_too_long_is_left_open(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, BESSERRUFER, "--at", "30", "--nodes", "1", "--lang", "en")
    assert status == 0
    assert "?" in out
