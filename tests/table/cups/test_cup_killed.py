"""A desk with an online cup is killed without a word, again and again: rooms, rows and results."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from cup_rooms import recounted
from players import PATIENCE
from samples import SOAK, soaked
from trull import lots
from trull.cup import Actor, Entry, commands, fold, plan
from trull.cup import log as logs
from trull.cup.commands import Command
from trull.cup.decide import decide
from trull.cup.entries import RowWritten, SheetClosed
from trull.cup.ranking import ranking
from trull.cup.verify import verified
from trull.table.cups.file import CupFile

SEED = "5a" * 32
TABLES = soaked(1, 2)
DEALS = soaked(2, 8)
ACTS = 40
"""Acts of all rooms between two deaths, at most."""
DEATHS = soaked(2, 1000)
SERVED = """
import sys
from pathlib import Path
from trull.table.cups.server import serve
from trull.table.settings import NO_LIMITS, Settings
quick = Settings(port=0, grace=0.2, reading=0.05, pause=(0.0, 0.0), limits=NO_LIMITS)
serve(Path(sys.argv[1]), quick, print)
"""


def _playing(path: Path, people: int) -> None:
    """An online cup whose only round plays; nobody is there, so bots play for everybody."""
    file = CupFile(path, create=True)

    def do(*wishes: Command) -> None:
        for wish in wishes:
            found = decide(file.cup, Actor("organiser"), wish, "", 1_800_000_000_000, bytes(32))
            assert isinstance(found, Entry), found
            file.keep(found)

    told = replace(plan.load("online"), rounds=1, deals=DEALS)
    do(commands.Open("Probe", plan.as_data(told)))
    for number in range(1, people + 1):
        do(commands.Enter(name=f"Person {number}"), commands.Arrive(number))
    do(commands.Commit(lots.commitment(SEED)), commands.Draw(SEED), commands.StartRound())
    file.close()


def _acts(rooms: Path) -> int:
    """What all rooms have kept so far."""
    try:
        with closing(sqlite3.connect(f"file:{rooms}?mode=ro", uri=True)) as database:
            return int(database.execute("select count(*) from entries").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet, or being written
        return 0


def _all_in(path: Path) -> bool:
    return path.read_bytes().count(b'"k":"sheet_closed"') == TABLES


def _killed(path: Path, acts: int) -> bytes:
    """Serve until rooms have kept so many acts, or all is over, and kill; what the file holds."""
    with subprocess.Popen([sys.executable, "-c", SERVED, str(path)], stdout=subprocess.PIPE) as run:
        end = time.monotonic() + 10 * PATIENCE
        while not (_all_in(path) or _acts(path.with_name(f"{path.name}.rooms")) >= acts):
            assert run.poll() is None, "it serves until it is killed"
            assert time.monotonic() < end, "the tables go on"
            time.sleep(0.002)
        os.kill(run.pid, signal.SIGKILL)
    return path.read_bytes()


def _rows(text: bytes) -> Iterator[tuple[int, int, int]]:
    for one in logs.read(text.decode()).entries:
        if isinstance(one.body, RowWritten):
            yield one.body.round, one.body.table, one.body.deal


@pytest.mark.slow  # servers that start and die
def test_killed_at_any_moment_an_online_cup_has_every_row_once(tmp_path: Path) -> None:
    """Nothing that was in the file is lost, and the result is a recount of the rooms' own logs."""
    path, rooms, random = tmp_path / "a.cup", tmp_path / "a.cup.rooms", Random(6)
    _playing(path, 4 * TABLES)
    before, deaths, acts = path.read_bytes(), 0, 0

    while not _all_in(path):
        acts += random.randint(1, ACTS) if deaths < DEATHS else 10**9
        after = _killed(path, acts)
        assert after.startswith(before[: before.rfind(b"\n") + 1]), "nothing kept is lost"
        before, deaths, acts = after, deaths + 1, _acts(rooms)
    assert deaths > 2 or not SOAK
    log = logs.read(before.decode())
    assert all(one.holds for one in verified(log))
    rows = list(_rows(before))
    assert sorted(rows) == [
        (1, table, deal) for table in range(1, TABLES + 1) for deal in range(1, DEALS + 1)
    ]
    assert sum(isinstance(one.body, SheetClosed) for one in log.entries) == TABLES
    cup = fold(log.entries, log.names)
    told = {line.number: Fraction(line.total) for line in ranking(cup)}
    points = recounted(cup, rooms, DEALS)
    assert told == {n: points.get(n, Fraction(0)) for n in told}
    assert len(told) == 4 * TABLES
