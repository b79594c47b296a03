"""``trull serve`` and ``trull verify``: what they say when something is wrong."""

from __future__ import annotations

import gc
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tables import Table
from trull.cli import main
from trull.cli.serve import default_database
from trull.table.room.records import text
from trull.table.store import lock


@pytest.fixture
def record(tmp_path: Path) -> Path:
    table = Table("perlaggen/1924", practice=True)
    table.start()
    table.play()
    file = tmp_path / "evening.trn"
    file.write_text(text(table.log), encoding="utf-8")
    return file


def test_verify_says_that_a_pack_is_as_promised(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--lang", "en", str(record)]) == 0
    assert capsys.readouterr().out == "Deal 1: shuffled as promised.\n"


def test_verify_finds_a_stacked_pack(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("[Pack"))
    first, second, *rest = lines[at].removeprefix('[Pack "').split(" ")
    lines[at] = " ".join(['[Pack "' + second, first, *rest])
    record.write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", "--lang", "de", str(record)]) == 1
    assert capsys.readouterr().out == "Spiel 1: NICHT gemischt wie versprochen.\n"


def test_a_record_of_the_table_is_settled_by_name(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settle", "--lang", "de", str(record)]) == 0
    head = next(line for line in capsys.readouterr().out.splitlines() if "Posten" in line)
    assert "Anna" in head
    assert "Platz" not in head


def test_a_name_in_a_record_is_one_name() -> None:
    table = Table("perlaggen/1924")
    for seat, name in enumerate(("Huber, Resi", "Franz; Xaver", "Dora"), 1):
        table.join(name, seat)
    table.ready()
    table.start()
    table.play()
    (line,) = (line for line in text(table.log).splitlines() if line.startswith("[Players"))
    assert line == '[Players "Anna; Huber Resi; Franz Xaver; Dora"]'


def test_verify_names_the_tag_that_is_missing_or_wrong(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = record.read_text(encoding="utf-8")
    for wrong, told in (
        (whole.replace("[ServerSeed ", "[Other "), "[ServerSeed …] is missing"),
        (whole.replace('[DealNo "1"]', '[DealNo "one"]'), "[DealNo]: expected a number"),
        (whole.replace('[ServerSeed "', '[ServerSeed "xyz'), "[ServerSeed]: expected hexadecimal"),
    ):
        record.write_text(wrong, encoding="utf-8")
        assert main(["verify", str(record)]) == 2
        assert told in capsys.readouterr().err
    assert main(["verify", str(record.with_name("none.trn"))]) == 2
    assert "no such file" in capsys.readouterr().err


def test_a_table_that_cannot_be_opened_says_why_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        good = f"sqlite:///{tmp_path / 'x.sqlite'}"
        for words, told in (
            (["--port", port, "--database", good], f"127.0.0.1:{port}: cannot listen there"),
            (["--database", "what?"], "not a database URL"),
            (["--database", f"sqlite:///{tmp_path / 'no' / 'x.sqlite'}"], "there is no folder"),
            (["--port", "99999"], "--port 99999"),
            (["--grace", "-1"], "--grace -1: expected seconds"),
            (["--grace", "nan"], "--grace nan: expected seconds"),
            (["--origin", "tarock.example"], "--origin tarock.example: expected an address"),
            (["--behind-proxy", "10.0.0.0/99"], "--behind-proxy: '10.0.0.0/99'"),
            (["--admin", "9100"], "--admin 9100: expected a path"),
            (["--drain", "nan"], "--drain nan: expected seconds"),
        ):
            assert main(["serve", *words]) == 2
            told_lines = [
                line
                for line in capsys.readouterr().err.splitlines()
                if not line.startswith('{"at"')  # the diary
            ]
            assert len(told_lines) == 1
            assert told in told_lines[0]
    assert not (tmp_path / "no").exists()


def test_a_second_server_of_a_file_is_told_who_serves_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite"
    link = tmp_path / "linked.sqlite"
    link.symlink_to(file)
    with lock.held(f"sqlite:///{file}", "port 8080"):
        for name in (file, link):
            assert main(["serve", "--port", "0", "--database", f"sqlite:///{name}"]) == 1
            told = f"{name}: already in use by process {os.getpid()}, port 8080"
            assert told in capsys.readouterr().err
    with lock.held(f"sqlite:///{file}", "port 8080"):
        pass  # who has ended leaves it free


def test_a_server_that_ends_leaves_neither_socket_nor_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    words = ["serve", "--port", "0", "--database", database, "--admin", str(tmp_path / "a.sock")]
    code = "import sys; from trull.cli import main; sys.exit(main(sys.argv[1:]))"
    for _ in range(2):
        server = subprocess.Popen(
            [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert server.stdout is not None
        assert server.stdout.readline()
        assert (tmp_path / "a.sock").stat().st_mode & 0o777 == 0o600
        server.terminate()
        assert server.wait(60) == 0
        server.stdout.close()
        assert not (tmp_path / "a.sock").exists()


def test_who_could_not_open_a_table_finds_the_process_as_it_was() -> None:
    """Python's search for rubbish is put off while a server comes up, and not for good."""
    assert main(["serve", "--port", "99999"]) == 2
    assert gc.isenabled()


def test_the_usual_place_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "fresh" / "data"))
    assert default_database() == f"sqlite:///{tmp_path / 'fresh' / 'data' / 'trull'}/tables.sqlite"
    assert (tmp_path / "fresh" / "data" / "trull").stat().st_mode & 0o777 == 0o700


def test_a_table_takes_as_many_lines_as_the_machine_grants() -> None:
    """In a process of its own: what is granted there is nobody else's."""
    pytest.importorskip("resource")
    program = (
        "import resource\n"
        "from trull.table.server import allow_lines\n"
        "most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 64), most))\n"
        "allow_lines()\n"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most))\n"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert found.stdout.split() == [b"True"]
