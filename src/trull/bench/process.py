"""Processes the benches measure: started on this machine alone, watched, killed, buried."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from trull.errors import TrullError

HOST = "127.0.0.1"
PROGRAM = "import sys; from trull.cli import main; sys.exit(main(sys.argv[1:]))"
PATIENCE = 60.0
"""Seconds a process has to come up."""

SPARE_FILES = 200
"""Files a process needs beside its sockets."""


class Process:
    """A server in a process of its own."""

    def __init__(
        self, words: list[str], cores: set[int] | None = None, log: Path | None = None
    ) -> None:
        """Start it, on these cores alone if some are named; what it says is added to the log."""
        with Path(log or os.devnull).open("ab") as said:
            self._popen = subprocess.Popen(
                words, stdout=subprocess.DEVNULL, stderr=said, stdin=subprocess.DEVNULL
            )
        if cores:
            os.sched_setaffinity(self._popen.pid, cores)  # threads to come inherit it

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._popen.pid

    @property
    def runs(self) -> bool:
        """Whether it has not ended by itself."""
        return self._popen.poll() is None

    def cpu_s(self) -> float:
        """Seconds of CPU time it has used, its own and the system's for it."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss_kib(self) -> int:
        """KiB of memory it holds."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def kill(self) -> None:
        """Kill it without a word."""
        self._popen.kill()
        self._popen.wait()

    def wait(self) -> None:
        """Return when it has ended."""
        self._popen.wait()

    def end(self) -> None:
        """Ask it to go, and see to it that it does."""
        self._popen.terminate()
        try:
            self._popen.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()


def stolen_s() -> float:
    """Seconds for which other guests of the host had this machine's cores, since it came up."""
    fields = Path("/proc/stat").read_text().partition("\n")[0].split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as asked:
        asked.bind((HOST, 0))
        return int(asked.getsockname()[1])


def table_server(
    port: int,
    database: str,
    cores: set[int] | None = None,
    more: Sequence[str] = (),
    log: Path | None = None,
) -> Process:
    """``trull serve`` as it is, without limits for one address and without stand-ins."""
    words = ["serve", "--port", str(port), "--database", database, "--grace", "0", "--no-limits"]
    return Process([sys.executable, "-c", PROGRAM, *words, *more], cores, log)


def wait_for(process: Process, port: int) -> None:
    """Return when the server answers; TrullError if it does not."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.runs:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/health", timeout=5):
                return
        except urllib.error.HTTPError:
            return  # it answers, if only to say that it knows no such page
        except OSError:
            time.sleep(0.01)
    raise TrullError("the server does not come up")


@contextlib.contextmanager
def serving(database: str, cores: set[int] | None = None) -> Iterator[tuple[Process, int]]:
    """A table server that answers, and its port."""
    port = free_port()
    process = table_server(port, database, cores)
    try:
        wait_for(process, port)
        yield process, port
    finally:
        process.end()


@contextlib.contextmanager
def own_database(wanted: str) -> Iterator[str]:
    """The database that is wanted; without a wish a new SQLite file, removed in the end."""
    if wanted:
        yield wanted
        return
    with tempfile.TemporaryDirectory(prefix="trull-bench-") as folder:
        yield f"sqlite:///{folder}/tables.sqlite"


def two_sides() -> tuple[set[int], set[int]]:
    """One core for the server, the others for the clients; the same where there is but one."""
    cores = sorted(os.sched_getaffinity(0))
    return {cores[0]}, set(cores[1:] or cores)


def allowed_sockets(wanted: int) -> int:
    """How many sockets one process may hold, up to ``wanted``, once the limit is raised."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_FILES
    for soft, most in ((needed, max(needed, hard)), (min(needed, hard), hard)):
        with contextlib.suppress(ValueError, OSError):
            if soft > resource.getrlimit(resource.RLIMIT_NOFILE)[0]:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))
    return min(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE_FILES, wanted)
