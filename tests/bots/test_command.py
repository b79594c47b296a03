"""Bots in any language: asked by JSON lines; what they do wrong is replaced and counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from samples import soaked
from terminal import Trull
from trull import bots, notation, ruleset
from trull.arena.deal import Plan, players_of
from trull.arena.runner import run
from trull.arena.tally import Tally
from trull.bots import command
from trull.cli import main
from trull.errors import TrullError

QUIET = Path(__file__).parent / "guests" / "quiet.sh"
Script = Callable[[str], str]


@pytest.fixture
def script(tmp_path: Path) -> Iterator[Script]:
    """Writes a program in shell, and gives the bot's name."""
    made: list[str] = []

    def write(text: str) -> str:
        path = tmp_path / f"bot{len(made)}.sh"
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        made.append(str(path))
        return f"cmd:{path}"

    yield write
    for path in made:
        command._program(path).end()


def fought(bot: str, deals: int = 1, rules: str = "koenigrufen/finale") -> Tally:
    loaded = ruleset.load(rules)
    plan = Plan(a=bot, b="random", rules=loaded, players=players_of(loaded))
    return run(plan, deals, jobs=1)


@pytest.mark.parametrize("rules", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1890"])
def test_thirty_lines_of_shell_play_whole_deals(rules: str) -> None:
    assert len(QUIET.read_text(encoding="utf-8").splitlines()) <= 30
    tally = fought(f"cmd:{QUIET}", soaked(4, 100), rules)
    assert tally.failures == {"A": [], "B": []}
    assert tally.thinking("A").mean > 0
    command._program(str(QUIET)).end()


def test_a_question_has_what_the_view_has_and_what_was_heard_since(
    script: Script, tmp_path: Path
) -> None:
    kept = tmp_path / "asked"
    answer = 'acts=${q#*\'"acts":["\'}; printf \'"%s"\\n\' "${acts%%\\"*}"'
    bot = script(f'while IFS= read -r q; do echo "$q" >>{kept}; {answer}; done')
    assert fought(bot).failures["A"] == []
    asked = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    first = asked[0]
    assert (first["trull"], first["must"]) == (command.PROTOCOL, True)
    version = ruleset.load("koenigrufen/finale").version
    assert first["view"]["rules"] == {"name": "koenigrufen/finale", "version": version, "set": {}}
    assert {prompt["verb"] for prompt in first["view"]["prompts"]} == {
        act.split()[0] for act in first["acts"]
    }
    mine = [question for question in asked if question["bot"] == first["bot"]]
    heard = [act for question in mine for act in question["heard"]]
    assert heard == mine[-1]["view"]["seen"]


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("read -r q; echo '\"play XX\"'", "is not offered"),
        ("read -r q; echo '\"cut 27\"'", "is not offered"),
        ("read -r q; echo nonsense", "it answered 'nonsense"),
        ("read -r q; echo 7", "it answered '7"),
        ("read -r q; printf 'null\\nnull\\n'", "more than it was asked for"),
        ("exit 3", "it ended with status 3"),
        ("read -r q; echo null", "it was silent though it alone must act"),
        ("read -r q; exit 0", "it ended with status 0"),
    ],
)
def test_what_goes_wrong_is_done_by_the_book_and_counted(
    script: Script, does: str, why: str
) -> None:
    tally = fought(script(f"{does}\nwhile read -r q; do {does.partition('; ')[2] or does}; done"))
    assert why in tally.failures["A"][0]
    assert len(tally.edges) == 1
    assert tally.failures["B"] == []


def test_a_program_without_an_answer_is_ended_and_not_asked_for_ever(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "FIRST", 0.2)
    tally = fought(script("exec sleep 600"))
    failures = tally.failures["A"]
    assert all("no answer within 0.2 seconds" in told for told in failures[: command.LIVES])
    assert len(failures) > command.LIVES
    assert all("not started again" in told for told in failures[command.LIVES :])


def test_one_that_dies_once_is_started_again(script: Script, tmp_path: Path) -> None:
    mark = tmp_path / "died"
    rest = QUIET.read_text(encoding="utf-8")
    tally = fought(script(f"if [ ! -e {mark} ]; then : >{mark}; exit 1; fi\n{rest}"))
    assert len(tally.failures["A"]) == 1


def test_it_takes_a_seat_at_the_table_of_who_runs_it(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "evening.trn"
    options = ("--bot", f"cmd:{QUIET}", "--seed", 1, "--deals", 1, "--record", record)
    result = run("play", "koenigrufen/finale", *options, typed=cycle(["1", "", "1"]))
    assert (result.code, result.err) == (0, "")
    assert "verrechnet" not in result.out
    notation.replayed(notation.parse(record.read_text(encoding="utf-8")))
    command._program(str(QUIET)).end()


def test_an_unknown_program_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TrullError, match="there is no such program"):
        bots.invited("cmd:/nowhere/bot", 1)
    assert main(["arena", "cmd:/nowhere/bot", "random", "--deals", "1"]) == 2
    assert "no such program" in capsys.readouterr().err
