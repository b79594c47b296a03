"""The page for researchers: every program on it runs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import trull
from trull.arena import league
from trull.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.parametrize(
    ("name", "needs", "told"),
    [("openspiel.py", "pyspiel", "["), ("pettingzoo.py", "pettingzoo", "[Rules")],
)
def test_a_program_of_the_page_runs(name: str, needs: str, told: str, tmp_path: Path) -> None:
    if find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed (extra research)")
    file = tmp_path / f"example_{name}"  # by its own name it would hide what it imports
    file.write_text(PROGRAMS[name], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(file)], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert told in done.stdout


def test_the_learner_of_the_page_learns_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("learner.py").write_text(PROGRAMS["learner.py"], encoding="utf-8")
    written: dict[str, object] = {"__name__": "learner"}
    exec(compile(PROGRAMS["learner.py"], "learner.py", "exec"), written)
    written["learn"](2, n=4)  # type: ignore[operator]
    assert capsys.readouterr().out.startswith("0 ")
    words = ["arena", "learner.py:Learner", "random", "--rules", "koenigrufen/finale"]
    assert main([*words, "--deals", "2", "--jobs", "1", "--json"]) == 0
    assert '"failures": {"A": 0, "B": 0}' in capsys.readouterr().out


def test_the_masked_ppo_of_the_page_learns_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if find_spec("sb3_contrib") is None:
        pytest.skip("sb3-contrib is not installed: no part of Trull needs it")
    monkeypatch.chdir(tmp_path)
    Path("ppo_example.py").write_text(PROGRAMS["ppo.py"], encoding="utf-8")
    written: dict[str, object] = {"__name__": "ppo_example"}
    exec(compile(PROGRAMS["ppo.py"], "ppo_example.py", "exec"), written)
    written["learn"](64, n_steps=64)  # type: ignore[operator]
    words = ["arena", "ppo_example.py:Learner", "random", "--rules", "koenigrufen/finale"]
    assert main([*words, "--deals", "1", "--jobs", "1", "--json"]) == 0
    assert '"failures": {"A": 0, "B": 0}' in capsys.readouterr().out


def test_the_league_of_the_page_is_one(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    found = tomllib.loads(text)
    text = text.replace(str(found["bots"]).replace("'", '"'), '["search", "heuristic"]')
    (tmp_path / "autumn.toml").write_text(text, encoding="utf-8")
    read = league.read(tmp_path / "autumn.toml")
    assert (read.name, [part.name for part in read.parts]) == ("Autumn", ["public"])


def test_the_commands_of_the_page_are_commands(capsys: pytest.CaptureFixture[str]) -> None:
    for line in re.findall(r"^trull ([a-z]+)", PAGE, re.MULTILINE):
        with pytest.raises(SystemExit) as left:
            main([line, "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out
    assert trull.__version__
