"""The command as a whole: which language it speaks, and how it says that something is wrong."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
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
    ("play --players 9", "is played by 4 or 5; 9 sit here"),
    ("play --seat 4", "--seat 4: expected 0 to 3"),
    ("play --players 0", "is played by 4 or 5; 0 sit here"),
    ("play --seed 1000000000000000", "expected 0 or more, of at most 15 digits"),
    ("play --bot deep", "--bot deep: no bot is called"),
    ("play --resume", "nothing to resume"),
    ("play --record none/new.trn", "--record none/new.trn: there is no folder none"),
    ("play --record /dev/full", "--record /dev/full: that is not a file"),  # one never reads it out
    ("play --record cut.trn", "cut.trn: line"),
    ("rules show koenigrufen/x", "koenigrufen/x: no such rule set"),
    ("rules show T-99.1", "T-99.1: no such clause"),
    ("rules check broken.toml", "broken.toml: not valid TOML"),
    ("rules check .", ".: is a directory"),
    ("rules check bytes.trn", "bytes.trn: is not text in UTF-8"),
    ("rules diff koenigrufen/tirol lhombre/compagnie", "are different games"),
    ("replay gone.trn", "gone.trn: no such file"),
    ("replay cut.trn --verify", "cut.trn: line"),
    ("replay card.trn --verify", "card.trn: deal 1: act"),
    ("replay pack.trn --verify", "column 1: [Pack]: a card stands there twice"),
    ("replay said.trn --verify", "column 1: [Set]: option.klopfen stands there twice"),
    ("replay short.trn --verify", "short.trn: deal 1: the pack must hold each of the 54 cards"),
    ("replay points.trn --verify", "points.trn: deal 1: Points say +99"),
    ("replay version.trn --verify", "version.trn: line 2, column 1: [Rules]"),
    ("replay turn.trn --verify", "turn.trn: deal 1: act 1"),
    ("replay empty.trn --verify", "empty.trn: line 1, column 1: expected a record"),
    ("replay bytes.trn --verify", "bytes.trn: is not text in UTF-8"),
    ("replay .", ".: is a directory"),
    ("judge huge.trn", "[Points]: expected amounts such as +3 -1 -1 -1"),
    ("settle huge.trn", "[Points]: expected amounts such as +3 -1 -1 -1"),
    ("judge seat.trn", "column 1: there are only seats 0 to 3"),
    ("judge digits.trn", "column 1: expected 'seat verb …'"),
    ("judge square.trn", "[Seats]: expected a number, found '²'"),
    ("judge dealer.trn", "[Dealer]: there are only seats 0 to 3"),
    ("judge nobody.trn", "[Seats]: expected one seat at least"),
    ("judge arbiter.trn", "act 1 (* decide 1=yes)"),
    ("replay arbiter.trn", "act 1 (* decide 1=yes)"),
    ("settle huge.json", "result.declarer_thirds: no game counts beyond 1000000"),
    ("rules check huge.toml", "contract.rufer.value: no rule counts beyond 1000000"),
    ("settle good.trn --under koenigrufen/tirol --set contract.rufer.value=--5", "found '--5'"),
    ("play words.toml", "words.toml: contract.rufer.clause: expected one word, found 'Haus 1'"),
    ("play lines.toml", "lines.toml: name: expected one line, found 'Gasthof\\nPost'"),
    ("play --name Anna;Berta", "--name Anna;Berta: expected one line without commas"),
    ("rules check list.toml", "contract.rufer.bonuses: only a number, a word or a switch"),
    ("play --set contract.rufer.bonuses=pagat", "only a number, a word or a switch"),
    ("play --set contract.triccolo_ouvert.rank=9", "only a number, a word or a switch"),
    ("play --set cite.follow_suit=T-1.9", "has no such option, preset or row"),
    ("play --set option.klopfen.clause=T-1.9", "has no such option, preset or row"),
    ("play --set option.win_thirds.least=1", "has no such option, preset or row"),
    ("play --set bonus.pagat.card=H9", "only a number, a word or a switch"),
    ("play --set contract.triccolo_ouvert.option=x", "only a number, a word or a switch"),
    ("play lhombre/compagnie --set contract.deux.cards=-1", "contract: expected 0 to 3 cards"),
    ("play --set contract.rufer.kind=unsinn", "rufer.kind: expected one of 'tarock', 'farben'"),
    ("play --set preset.skoty.radl=true", "has no such option, preset or row"),
    ("settle cut.json", "cut.json: line 1, column 21: not valid JSON"),
    ("settle facts.json", "facts.json: result is missing"),
    ("settle thirds.json", "thirds.json: result.declarer_thirds: expected a whole number"),
    ("settle game.json", "game.json: contract: koenigrufen/ulmann has no game 'bettler'"),
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
    ("conformance .", ".: is a directory"),
    ("conformance bytes.trn", "bytes.trn: is not text in UTF-8"),
    ("arena random random --rules perlaggen/1890 --players 5", "by 2 or 4, not by 5"),
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


LONG = "a" * 300


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (f"rules show {LONG}", LONG),
        (f"rules options {LONG}", LONG),
        (f"play {LONG}", LONG),
        (f"play --record {LONG}.trn", LONG),
        ("arena random random --deals 1 --jobs 1 --records kept", "000000-ABAB.trn"),
    ],
)
def test_a_file_that_cannot_be_is_one_line_with_its_name_and_exit_2(
    run: Trull, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept/000000-ABAB.trn").mkdir(parents=True)
    result = run(*line.split())
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert named in result.err


def test_who_has_no_home_is_told_what_to_set(run: Trull, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setattr(Path, "home", homeless)
    result = run("play")
    assert (result.code, result.err) == (
        2,
        "trull: there is no home folder here; set XDG_DATA_HOME\n",
    )


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


# An output that cannot be written to, or not in our letters


TELLING = [
    "--help",
    "rules list",
    "rules show F-8.10",
    "rules diff koenigrufen/tirol koenigrufen/finale",
    "replay good.trn --all",
    "settle good.trn",
    "settle good.trn --json",
    "judge good.trn",
    "play --seed 1",
]


def said(line: str) -> int:
    """The exit status of a command line, also where argparse leaves."""
    try:
        return main(line.split())
    except SystemExit as left:
        return int(left.code or 0)


@pytest.fixture
def apart(files: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the folder of the files, with nothing typed and nothing kept."""
    monkeypatch.chdir(files)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", None)


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("line", TELLING)
def test_a_closed_or_full_output_is_told_in_one_line(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdout", None)
        assert said(line) == 74
    assert capsys.readouterr().err == "trull: nowhere to write to: the output is closed\n"
    full = Path("/dev/full")
    if not full.is_char_device():
        pytest.skip("no device here is always full")
    with full.open("w") as stream, monkeypatch.context() as filled:
        filled.setattr("sys.stdout", stream)
        assert said(line) == 74
    assert capsys.readouterr().err == "trull: cannot write: No space left on device\n"


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("line", TELLING)
def test_a_terminal_without_umlauts_shows_question_marks(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(kept, encoding="ascii"))
    assert said(line) == 0
    assert kept.getvalue().isascii()
    assert b"?" in kept.getvalue() or "--json" in line


def test_whoever_stops_reading_has_read_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stream, monkeypatch.context() as piped:
        piped.setattr("sys.stdout", stream)
        assert said("rules list") == 0


def test_closed_streams_are_an_empty_input_and_a_silent_voice() -> None:
    words = f"{shlex.quote(sys.executable)} -m trull settle <&- 2>&-"
    done = subprocess.run(words, shell=True, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"internal error" not in done.stdout


def test_a_command_line_that_means_nothing_exits_2(run: Trull) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("deal")
    assert stopped.value.code == 2
