"""Bots that somebody else has written: loaded by name, watched, and at no strangers' table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trull import bots, ruleset
from trull.arena.deal import Plan, opened
from trull.cli import main
from trull.errors import TrullError
from trull.state import Action
from trull.table.room.lobby import is_seatable

FIRST = """
from dataclasses import dataclass
from trull.state import Action, expand
from {helper} import chosen

@dataclass
class First:
    seed: int
    name = "first"

    def act(self, view):
        return chosen([next(expand(prompt)) for prompt in view.prompts])
"""
HELPER = "def chosen(acts):\n    return acts[0]\n"


@pytest.fixture
def first(tmp_path: Path) -> str:
    """A file with a bot, and one beside it that it needs."""
    helper = f"beside_{tmp_path.name}"
    (tmp_path / f"{helper}.py").write_text(HELPER)
    file = tmp_path / "random.py"  # as Python's own
    file.write_text(FIRST.format(helper=helper))
    return f"{file}:First"


def test_a_guest_plays_in_the_arena_in_processes_of_its_own(
    first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", first, "heuristic", "--deals", "4", "--jobs", "2", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["a"], told["games"], told["failures"]) == (first, 8, {"A": 0, "B": 0})
    assert told["mean"] < 0


def test_a_guest_fights_a_duel(first: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "duel", first, "heuristic", "--deals", "8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["card_points"] < 0


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("return Action('play', ('T99',))", "T99"),
        ("return 'play T1'", "'play T1' is not offered"),
        ("return view.prompts[0].verb", "it is no Action"),
        ("raise SystemExit(3)", "wanted to end the program (SystemExit: 3)"),
        ("return 1 / 0", "ZeroDivisionError"),
    ],
)
def test_the_book_plays_for_a_guest_who_breaks_and_it_is_told(
    act: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = f"    name = 'bad'\n    def __init__(self, seed): pass\n    def act(self, view): {act}\n"
    (tmp_path / "bad.py").write_text(f"from trull.state import Action\nclass Bad:\n{body}")
    words = ["arena", f"{tmp_path / 'bad.py'}:Bad", "heuristic", "--deals", "1", "--jobs", "1"]
    assert main([*words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["failures"]["A"] > 0
    assert why in err
    assert main(["bench", "duel", *words[1:3], "--deals", "4", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["failures"]["A"] > 0
    assert why in err


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("{folder}/none.py:Bot", "No such file"),
        ("{folder}/script.py:Bot", "cannot be loaded: SystemExit: usage"),
        ("no_such_module:Bot", "No module named 'no_such_module'"),
        ("oracle:strong", "no bot of the house"),
        ("trull.bots.random_bot:Nobody", "knows no 'Nobody'"),
        ("trull.cards:SEVEN", "made no bot"),
        ("trull.cards:Card", "expected a name and act"),
        ("{folder}/broken.py:Bot", "SyntaxError"),
        ("{folder}/broken.py", "FILE.py:NAME"),
    ],
)
def test_who_is_no_bot_is_told_in_one_line(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.py").write_text("class Bot(:\n")
    (tmp_path / "script.py").write_text("raise SystemExit('usage')\n")
    assert main(["arena", name.format(folder=tmp_path), "random", "--deals", "1"]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1


def test_a_guest_sits_at_no_table_in_the_browser(first: str) -> None:
    assert not is_seatable(first, "")
    with pytest.raises(TrullError, match="no bot is called"):
        bots.make(first, 1)


def test_a_guest_sees_a_view_and_answers_with_an_act(first: str) -> None:
    rules = ruleset.load("koenigrufen/tirol")
    game = opened(Plan(a="random", b="random", rules=rules, players=4), 0)
    (seat,) = game.duty
    act = bots.invited(first, 1).act(game.view_for(seat))
    assert isinstance(act, Action)
    assert not game.faults(seat, act)
