"""``trull cup``: an evening on the command line, and the file that survives being killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from samples import SOAK, soaked
from terminal import Typist
from trull.cli import main
from trull.cup import log as logs

PEOPLE = ("Anna Egger", "Bert Fuchs", "Cilli Mair", "Dora Huber", "Emil Berger", "Franz Kofler")


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    return tmp_path / "Probe.cup"


def _said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """What a command says, in one line."""
    assert main(["cup", *words]) == status, capsys.readouterr()
    out = capsys.readouterr()
    return " ".join((out.out + out.err).split())


@pytest.mark.usefixtures("cup")
def test_an_evening_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Probe.cup" in _said(capsys, "new", "Probe", "--plan", "finale")
    for name in PEOPLE:
        _said(capsys, "add", name, "--from", "Imst", "--paid", "15")
    Path("more.csv").write_text(
        "Nr;Name;Ort;Verein;bezahlt\n;Gretl Aigner;=1+1;;12,50\n;Hans Lechner;;;\n"
    )
    assert "2 Personen" in _said(capsys, "enter", "more.csv")
    _said(capsys, "here", "Gretl", "8")
    assert "aushängen" in _said(capsys, "promise")
    assert "Zweite Begegnungen: 8 (weniger als 8 geht nicht)" in _said(capsys, "draw")
    assert "Anna Egger" in _said(capsys, "seat")
    assert "Runde 1 beginnt" in _said(capsys, "start")
    for table in ("1", "2"):
        for _ in range(16):
            assert "steht" in _said(capsys, "row", table, "1", "1", "-1")
        assert "zahlt" in _said(capsys, "sheet", table, "--close")
    assert "Runde 1 ist zu" in _said(capsys, "close")
    assert "Vorläufiger Stand" in _said(capsys, "rank")
    assert "102,50" in _said(capsys, "show", "money").replace(".", ",")
    assert ", 0 falsch" in _said(capsys, "verify")
    places = json.loads(_said(capsys, "rank", "--json"))
    assert [line["place"] for line in places] == [1] * 4 + [5] * 4
    told = _said(capsys, "rank", "--csv")
    assert told.startswith("place;number;name;from;R1;sum")
    assert ";Gretl Aigner;'=1+1;" in told  # no spreadsheet reckons it out


def test_mistakes_are_one_line_and_change_nothing(
    cup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _said(capsys, "new", "Probe")
    before = cup.read_bytes()
    assert "gibt es hier nicht" in _said(capsys, "pay", "7", "15", status=2)
    assert "nobody here" in _said(capsys, "here", "Niemand", status=2)
    assert "Runde 1 ist nicht" in _said(capsys, "start", status=2)
    assert "may not" in _said(capsys, "start", "--as", "helper:Resi", "--lang", "en", status=2)
    assert "--as" in _said(capsys, "start", "--as", "king", status=2)
    assert "is there already" in _said(capsys, "new", "Probe", status=2)
    assert "no such plan" in _said(capsys, "new", "x", "--plan", "y", status=2)
    Path("bad.csv").write_text(
        "12;Anna;Imst;;5\nx;Bert;;;\n13;;;;\n14;Cilli;;;viel\n15;a;b;c;1;2\n"
    )
    told = _said(capsys, "enter", "bad.csv", status=2)
    for line in (
        "Zeile 2, Spalte number",
        "Zeile 3, Spalte name",
        "Zeile 4, Spalte paid",
        "Zeile 5",
    ):
        assert line in told
    assert cup.read_bytes() == before
    assert "1 Personen" in _said(capsys, "enter", "bad.csv", "--rest")


def test_a_changed_file_is_found_out(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _said(capsys, "new", "Probe")
    _said(capsys, "add", "Anna")
    cup.write_text(cup.read_text().replace("Probe", "Brobe"))
    assert "chain is broken" in _said(capsys, "verify", status=1)
    assert "chain is broken" in _said(capsys, "add", "Bert", status=2)


@pytest.mark.usefixtures("cup")
def test_the_same_command_twice_is_obeyed_once(capsys: pytest.CaptureFixture[str]) -> None:
    _said(capsys, "new", "Probe")
    _said(capsys, "add", "Anna")
    _said(capsys, "pay", "Anna", "15", "--cid", "x")
    assert "Schon erledigt" in _said(capsys, "pay", "Anna", "15", "--cid", "x")
    assert "15,00" in _said(capsys, "show", "money").replace(".", ",")


def test_a_name_is_taken_out_for_good(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _said(capsys, "new", "Probe")
    _said(capsys, "add", "Anna Egger")
    _said(capsys, "anonymous", "Anna")
    assert "Anna" not in cup.read_text()
    assert ", 0 falsch" in _said(capsys, "verify")


@pytest.mark.parametrize("act", ["show", "rank", "seat", "here 1", "boards", "export csv"])
def test_an_empty_file_holds_no_cup(
    act: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "leer.cup"
    path.touch()
    told = _said(capsys, *act.split(), "-f", str(path), status=2)
    assert told == f"trull: {path}: holds no cup"
    assert "holds no cup" in _said(capsys, "verify", str(path), status=1)


@pytest.mark.parametrize("people", ["-1", "0", "3", "1001", "9" * 21])
def test_an_evening_of_nobody_or_of_a_whole_country_is_not_rehearsed(
    people: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _said(capsys, "rehearse", "--players", people, status=2)
    assert told.startswith("trull: --players: ")


@pytest.mark.usefixtures("cup")
def test_results_for_others_and_a_season(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in ("1", "2"):
        _said(capsys, "rehearse", "--players", "8", "--seed", seed, "--out", f"{seed}.cup")
    assert "Saison nach tirol, 2 Abende" in _said(
        capsys, "season", "1.cup", "2.cup", "--system", "tirol"
    )
    told = _said(capsys, "export", "abakus", "-f", "1.cup")
    assert told.startswith('Probe;2026-11-18;"')
    Path("3.csv").write_text(told.replace(";; ", ";;\n") + "\n")
    assert "200" in _said(capsys, "season", "3.csv", "--system", "tirol")
    Path("4.csv").write_text('Cup;2020;"7";1;2;3;7;;\n')
    assert "Zeile 1, Spalte 7" in _said(capsys, "season", "4.csv", status=2)
    assert "\t" not in _said(capsys, "export", "csv", "-f", "1.cup")


@pytest.mark.usefixtures("cup")
def test_people_and_results_go_to_abakus_and_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    """A paste is read as an evening and as a list of people; so is a season's CSV."""
    _said(capsys, "rehearse", "--players", "8", "--smooth", "--out", "1.cup")
    main(["cup", "export", "paste", "-f", "1.cup"])
    Path("1.txt").write_text(capsys.readouterr().out)
    main(["cup", "season", "1.txt", "--plan", "tirol", "--abakus"])
    season = capsys.readouterr().out
    assert season.splitlines()[1].split(";")[4] == "200"
    Path("season.csv").write_text(season)
    _said(capsys, "new", "Probe")
    assert "8 Personen" in _said(capsys, "import", "abakus", "season.csv", "-f", "Probe.cup")
    assert "0 Personen" in _said(capsys, "import", "paste", "1.txt", "-f", "Probe.cup")
    _said(capsys, "new", "Zwei")
    assert "8 Personen" in _said(capsys, "import", "cup", "Probe.cup", "-f", "Zwei.cup")
    assert "0 Personen" in _said(capsys, "import", "cup", "Probe.cup", "-f", "Zwei.cup")
    Path("bad.csv").write_text("#;Nr.;Name;Ort;\n1;x;Anna;Imst;\n2;99;Bert;Imst;\n")
    told = _said(capsys, "import", "abakus", "bad.csv", "-f", "Zwei.cup", status=2)
    assert "Zeile 2, Spalte 2" in told
    assert "1 Personen" in _said(capsys, "import", "abakus", "bad.csv", "--rest", "-f", "Zwei.cup")


@pytest.mark.usefixtures("cup")
def test_one_person_under_two_names_is_merged_when_somebody_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("1.csv").write_text('A;2026;"7";1;2;3;6;;\n')
    Path("2.txt").write_text("8\tAnna Huber\t1\t2\t3\n")
    Path("3.txt").write_text("7\tanna huber\t1\t2\t3\n")
    files = ("1.csv", "2.txt", "3.txt")
    assert _said(capsys, "season", *files, "--alike") == "8;7"
    Path("same.csv").write_text("8;7\n")
    told = _said(capsys, "season", *files, "--same", "same.csv", "--abakus")
    assert "1;7;Anna Huber;;18;6;6;6;-;-;-;3;3;123;18;" in told
    Path("same.csv").write_text("8;7;9\n")
    assert "KNOWN AS" in _said(capsys, "season", *files, "--same", "same.csv", status=2)
    told = _said(capsys, "season", "1.csv", "2.txt", "--final", "3.txt", "--best", "1")
    assert "Finale" in told


@pytest.mark.usefixtures("cup")
def test_a_league_is_played_at_the_prompt_and_goes_on_where_it_was_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def typed(*lines: str) -> None:
        monkeypatch.setattr(sys, "stdin", Typist(iter(lines)))

    week = ("league", "play", "w1.league", "--name", "Anna/Egger")
    assert "3 Boards" in _said(capsys, "league", "new", "w1.league", "--boards", "3")
    assert "random" in _said(capsys, "league", "field", "w1.league", "--bot", "random")
    typed(*["1"] * 5)
    _said(capsys, *week)
    aside = [path.name for path in Path().glob("w1.*.trn")]
    assert aside == ["w1.1.Anna%2FEgger.trn"]
    typed(*["1"] * 600)
    assert "Alle 3 Boards" in _said(capsys, *week)
    assert list(Path().glob("*.trn")) == []
    assert "0 falsch" in _said(capsys, "league", "verify", "w1.league")
    told = _said(capsys, "league", "table", "w1.league")
    assert re.search(r"1 Anna/Egger -?\d+\.\d ± \d+\.\d 3 1", told)
    assert "nachgespielt" in _said(capsys, "league", "verify", "w1.league")
    text = re.sub(r'"made":-?[0-9]+', '"made":97', Path("w1.league").read_text(), count=1)
    Path("w1.league").write_text(text)
    assert "1 falsch" in _said(capsys, "league", "verify", "w1.league", status=1)
    assert "--board" in _said(capsys, *week, "--board", "1", status=2)
    assert "--name" in _said(capsys, "league", "play", "w1.league", status=2)
    assert ".league" in _said(capsys, "league", "new", "w1", status=2)
    assert "no such file" in _said(capsys, "league", "table", "none.league", status=2)


@pytest.mark.usefixtures("cup")
def test_a_duplicate_cup_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    _said(capsys, "new", "Dup", "--plan", "duplikat")
    for name in (*PEOPLE, "Gretl Aigner"):
        _said(capsys, "add", name)
    assert "Boards versprechen" in _said(capsys, "boards", "--print", "1", status=2)
    assert "1 Bots" in _said(capsys, "fill")
    assert "verspricht" in _said(capsys, "boards", "--seed", "ab" * 32)
    _said(capsys, "draw")
    _said(capsys, "start")
    told = _said(capsys, "boards", "--print", "1")
    assert told.count("Board") == 8
    assert "--print" in _said(capsys, "boards", "--print", "5", status=2)
    _said(capsys, "row", "1", "3", "-1", "-1")
    assert "Wert" not in _said(capsys, "boards", "--played", "1")
    _said(capsys, "row", "2", "1", "1", "-1")
    assert "Wert" in _said(capsys, "boards", "--played", "1")
    assert "bleiben zu" in _said(capsys, "boards", "--open", status=2)
    assert "ab" * 32 not in Path("Dup.cup").read_text()


# Killed

ACKNOWLEDGED = re.compile(r"\d+ [0-9a-f]{64}")
PLAYERS = ("--players", "120", "--seed", "7")


def _rehearsal(path: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "trull", "cup", "rehearse", *PLAYERS, "--out", str(path)]
    return subprocess.Popen([*words, "--each"], stdout=subprocess.PIPE, text=True)


def _killed_after(path: Path, number: int) -> list[str]:
    """The acknowledged entries of a run that is killed right after one of them, or a later one.

    The one before may have come further than it was read.
    """
    acknowledged = []
    with _rehearsal(path) as run:
        assert run.stdout is not None
        for line in filter(ACKNOWLEDGED.fullmatch, map(str.strip, run.stdout)):
            acknowledged.append(line)
            if 0 < number <= int(line.split()[0]):
                os.kill(run.pid, signal.SIGKILL)
                break
    return acknowledged


DEADLY = """
import os, signal, sys
from trull.cli import main

number, *words = sys.argv[1:]
out, said = sys.stdout, []

class Deadly:
    def write(self, text):
        said.append(text)
        return out.write(text)

    def flush(self):
        out.flush()
        if "".join(said).split()[:1] == [number]:
            os.kill(os.getpid(), signal.SIGKILL)
        said.clear()

sys.stdout = Deadly()
main(words)
"""
"""A run that is dead the moment it has acknowledged an entry: nobody outside is as quick."""


def _dead_after(path: Path, number: int) -> list[str]:
    """The acknowledged entries of a run that does not live to begin the next one."""
    words = ("cup", "rehearse", *PLAYERS, "--out", str(path), "--each")
    run = subprocess.run(
        [sys.executable, "-c", DEADLY, str(number), *words],
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == -signal.SIGKILL, run.stderr
    acknowledged = [*filter(ACKNOWLEDGED.fullmatch, run.stdout.splitlines())]
    assert acknowledged[-1].startswith(f"{number} ")
    return acknowledged


def killed_after_each(path: Path, numbers: Iterable[int], expected: logs.Log) -> None:
    """Killed after each of these entries, the evening goes on where it was and ends as ever."""
    acknowledged = list[str]()
    for number in numbers:
        acknowledged += _dead_after(path, number)
        there = [f"{e.number} {logs.hashed(e)}" for e in logs.read(path.read_text()).entries]
        assert there == acknowledged
    acknowledged += _killed_after(path, -1)
    found = logs.read(path.read_text())
    assert [f"{e.number} {logs.hashed(e)}" for e in found.entries] == acknowledged
    assert found == expected


@pytest.mark.slow  # in a soak the process dies after every single entry of an evening
def test_killed_after_each_entry_the_evening_ends_as_ever(tmp_path: Path) -> None:
    whole = tmp_path / "whole.cup"
    _killed_after(whole, -1)
    expected = logs.read(whole.read_text())
    last = len(expected.entries)
    moments = range(1, last) if SOAK else sorted(Random(4).sample(range(1, last), 2))
    killed_after_each(tmp_path / "killed.cup", moments, expected)


@pytest.mark.slow  # killed from outside: wherever it was just then
def test_killed_at_any_moment_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    whole = tmp_path / "whole.cup"
    _killed_after(whole, -1)
    expected = logs.read(whole.read_text())
    last = len(expected.entries)
    moments = sorted(Random(3).sample(range(1, last), soaked(8, 200)))
    path, acknowledged = tmp_path / "killed.cup", list[str]()
    for number in moments:
        acknowledged += _killed_after(path, number)
        there = {f"{e.number} {logs.hashed(e)}" for e in logs.read(path.read_text()).entries}
        assert set(acknowledged) <= there
    acknowledged += _killed_after(path, -1)
    found = logs.read(path.read_text())
    assert found == expected
    assert len(acknowledged) == len(set(acknowledged)), "nothing is acknowledged twice"
