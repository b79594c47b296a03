"""Hypothesis profiles, and what tests of several subjects ask for.

The suite always sees the same examples, a soak (``samples.py``) always new ones.
"""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from samples import SOAK
from terminal import Result, Trull, Typist, record_of_a_deal, spoilt
from trull.cli import main
from trull.table import logs

settings.register_profile(
    "default", max_examples=50, derandomize=True, print_blob=True, deadline=None
)
settings.register_profile(
    "soak", max_examples=10_000, derandomize=False, print_blob=True, deadline=None
)
settings.load_profile("soak" if SOAK else "default")


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: tests in a browser wait more than they work.

    A dozen at most: each holds the compiled loops and perhaps a browser in memory.
    """
    return min((os.cpu_count() or 1) * 2, 12)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every worker begins with its share of those in a browser: at the end nobody waits for one."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    groups = (
        [item for item in items if "web" in item.path.parts],
        [item for item in items if "web" not in item.path.parts],
    )
    items[:] = [
        item
        for worker in range(workers)
        for group in groups
        for item in group[len(group) * worker // workers : len(group) * (worker + 1) // workers]
    ]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Where a table of one's own is kept."""
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture
def diary() -> Iterator[io.StringIO]:
    """What the table's diary says during the test, whoever wrote it where before."""
    loggers = [logging.getLogger(name) for name in logs.NAMES]
    before = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    stream = io.StringIO()
    logs.to(stream)
    yield stream
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Trull:
    """Runs a command with these lines typed; German unless it says otherwise."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("TRULL_DEBUG", "1")  # an error of ours shall be seen here

    def command(*args: object, typed: Iterator[str] | str = "") -> Result:
        lines = iter(typed.splitlines()) if isinstance(typed, str) else typed
        monkeypatch.setattr("sys.stdin", Typist(lines))
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return command


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of broken things beside one good record."""
    folder = tmp_path_factory.mktemp("files")
    text = record_of_a_deal()
    for name, content in {"good.trn": text, **spoilt(text)}.items():
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "bytes.trn").write_bytes(b"\xff\xfe\x00")
    return folder
