"""A game that Trull has never heard of, built into a wheel and installed as anybody would."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import trull
from trull import clauses, games, laws, locale
from trull.bots import game as bots
from trull.cli import faces, words
from trull.machine import tokens
from trull.table.net import pages
from trull.table.service import books

HERE = Path(__file__).parent
SOURCE = Path(trull.__file__).parents[1]
REMEMBERED = (
    games.guests,
    laws.of,
    laws.under,
    locale.catalogue,
    locale.of_guests,
    bots.of,
    faces.face_of,
    words.card_spellings,
    words._card_name,
    books.rules,
    tokens.of_game,
    pages._catalogue,
)
"""What Trull remembers of the installed games: a process usually meets them once and for all."""
collect_ignore = ["gamsjagd"]  # it is imported from where it is installed


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game's wheel unpacked, as an installer leaves it."""
    made, folder = tmp_path_factory.mktemp("toy"), tmp_path_factory.mktemp("site")
    for part in ("pyproject.toml", "gamsjagd"):
        copy = shutil.copytree if (HERE / part).is_dir() else shutil.copy
        copy(HERE / part, made / part)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(made)]
    subprocess.run(build, cwd=made, check=True, capture_output=True)
    (wheel,) = made.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture(scope="module")
def installed(site: Path) -> Iterator[Path]:
    """This process, with the game installed."""
    sys.path.append(str(site))
    _forget()
    yield site
    sys.path.remove(str(site))
    for name in [name for name in sys.modules if name.partition(".")[0] == "gamsjagd"]:
        del sys.modules[name]
    for name in [name for name in clauses.register() if name.startswith("TOY-")]:
        clauses._register.pop(name)
    _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    for known in REMEMBERED:
        known.cache_clear()


Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def trull_with(site: Path, tmp_path: Path) -> Command:
    """Runs ``trull`` in a process of its own, with the game installed or without."""

    def command(
        *args: object, typed: str = "", without: bool = False
    ) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(SOURCE), *([] if without else [str(site)])])
        given = {"PYTHONPATH": path, "LANG": "de_AT.UTF-8", "XDG_DATA_HOME": str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-m", "trull", *map(str, args)],
            env={**os.environ, **given, "LC_ALL": "", "LC_MESSAGES": "", "TRULL_DEBUG": "1"},
            check=False,
            input=typed,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return command
