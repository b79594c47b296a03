"""The command as a whole: which language it speaks, and how it says that something is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal import Trull
from trull import ruleset
from trull.cli import main


def test_the_language_follows_the_environment(run: Trull, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Du bist am Zug" in run("play", "--seed", 1).out
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert "Your turn" in run("play", "--seed", 1, typed="n\n").out


# Bad input


BAD = [
    ("play nowhere/nothing", "nowhere/nothing: no such rule set"),
    ("play broken.toml", "broken.toml: not valid TOML: Expected ']'"),
    ("play key.toml", "key.toml: option.klopfn"),
    ("play type.toml", "type.toml: option.klopfen: expected true or false"),
    ("play base.toml", "base.toml: koenigrufen/nowhere: no such rule set"),
    ("play gone.toml", "gone.toml: no such file"),
    ("play --set klopfen", "--set klopfen: expected option=value"),
    ("play --set klopfen=often", "klopfen: expected true or false, found 'often'"),
    ("play --players 9", "is played by 4, 5; 9 sit here"),
    ("play --seat 4", "--seat 4: expected 0 to 3"),
    ("play --players 0", "is played by 4, 5; 0 sit here"),
    ("play --seed 1000000000000000", "expected 0 or more, of at most 15 digits"),
    ("play --bot deep", "--bot deep: expected one of"),
    ("play --resume", "nothing to resume"),
    ("play --record cut.trn", "cut.trn: line"),
    ("rules show koenigrufen/x", "koenigrufen/x: no such rule set"),
    ("rules show T-99.1", "T-99.1: no such clause"),
    ("rules check broken.toml", "broken.toml: not valid TOML"),
    ("rules diff koenigrufen/tirol lhombre/compagnie", "are different games"),
    ("replay gone.trn", "gone.trn: no such file"),
    ("replay cut.trn --verify", "cut.trn: line"),
    ("replay card.trn --verify", "card.trn: deal 1: act"),
    ("replay pack.trn --verify", "column 1: [Pack]: a card stands there twice"),
    ("replay short.trn --verify", "short.trn: deal 1: the pack must hold each of the 54 cards"),
    ("replay points.trn --verify", "points.trn: deal 1: Points say +99"),
    ("replay version.trn --verify", "version.trn: line 2, column 1: [Rules]"),
    ("replay turn.trn --verify", "turn.trn: deal 1: act 1"),
    ("replay empty.trn --verify", "empty.trn: line 1, column 1: expected a record"),
    ("replay bytes.trn --verify", "bytes.trn: is not text in UTF-8"),
    ("judge huge.trn", "[Points]: expected amounts such as +3 -1 -1 -1"),
    ("settle huge.trn", "[Points]: expected amounts such as +3 -1 -1 -1"),
    ("judge seat.trn", "column 1: there are only seats 0 to 3"),
    ("judge digits.trn", "column 1: expected 'seat verb …'"),
    ("judge square.trn", "[Seats]: expected a number, found '²'"),
    ("settle huge.json", "result.declarer_thirds: no game counts beyond 1000000"),
    ("rules check huge.toml", "contract.rufer.value: no rule counts beyond 1000000"),
    ("settle good.trn --under koenigrufen/tirol --set contract.rufer.value=--5", "found '--5'"),
    ("settle cut.json", "cut.json: line 1, column 21: not valid JSON"),
    ("settle facts.json", "facts.json: result is missing"),
    ("settle thirds.json", "thirds.json: result.declarer_thirds: expected a whole number"),
    ("settle game.json", "game.json: koenigrufen/ulmann has no game 'bettler'"),
    ("settle list.json", "list.json: case 0: expected an object"),
    ("settle deep.json", "deep.json: not valid JSON: too deep"),
    ("settle long.json", "long.json: not valid JSON: too deep, or a number too long"),
    ("settle made.json", "made.json: result.made.trull: expected one of declarer, defenders"),
    ("settle offence.json", "offence.json: renonce.seats: expected at least one seat"),
    ("conformance deep.json", "deep.json: not valid JSON: too deep"),
    ("settle good.trn --under lhombre/compagnie", "good.trn: is a record of koenigrufen/tirol"),
    ("settle good.trn --set radl=false", "--set needs --under"),
    ("conformance cut.json", "cut.json: line 1, column 21: not valid JSON"),
    ("conformance facts.json", 'facts.json: expected an object with a list "cases"'),
    ("conformance gone.json", "gone.json: no such file"),
]


@pytest.mark.parametrize(("line", "told"), BAD, ids=[line for line, _ in BAD])
def test_bad_input_is_one_line_with_its_place_and_exit_2(
    run: Trull, files: Path, monkeypatch: pytest.MonkeyPatch, line: str, told: str
) -> None:
    monkeypatch.chdir(files)
    monkeypatch.setenv("XDG_DATA_HOME", str(files / "nothing"))
    before = {path: path.read_bytes() for path in files.iterdir() if path.is_file()}
    result = run(*line.split())
    assert result.code == 2
    assert result.err.startswith("trull: ")
    assert result.err.count("\n") == 1
    assert told in result.err
    assert "Traceback" not in result.out + result.err
    assert {path: path.read_bytes() for path in before} == before


def test_an_error_of_ours_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> tuple[str, ...]:
        raise ValueError("two\nlines")

    monkeypatch.delenv("TRULL_DEBUG", raising=False)
    monkeypatch.setattr(ruleset, "published", broken)
    assert main(["rules", "list"]) == 70
    assert capsys.readouterr().err == (
        "trull: internal error, please report it: ValueError: two lines\n"
    )


def test_a_command_line_that_means_nothing_exits_2(run: Trull) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("deal")
    assert stopped.value.code == 2
