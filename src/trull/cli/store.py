"""The record of a sitting on disk: found again, read back, and never half written.

The file is in the record notation, one record a deal. Tags of our own say who sat there:

    [Sitting "players=4 dealer=3 seat=0 seed=17 bot=heuristic deals=0 clumsy=0"]
    [Players "Gast, Resi, Toni, Burgi"]    the names by seat
    [Names "Gast, Resi, Toni, Burgi, …"]   the names by player, where somebody sits out
    [Said "schlussradl"]                   said before this deal
    [Ended "yes"]                          the sitting is over
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote, unquote

from trull import notation
from trull.errors import NotationError, TrullError
from trull.notation import Record
from trull.ruleset import RuleSet
from trull.written import UTF8, is_count, unreadable

SUFFIX = ".trn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sat down, and how the cards are shuffled."""

    players: int
    dealer: int
    seat: int  # the person's place
    seed: int
    bot: str
    deals: int = 0  # 0: as many as one likes
    clumsy: int = 0  # out of a hundred acts of a bot at a free table, how many go wrong

    def tag(self) -> str:
        """The seating as a tag; a bot of one's own may lie in a folder with a space in its name."""
        words = {name: quote(str(getattr(self, name)), safe="/:.") for name in self.__slots__}
        return " ".join(f"{name}={word}" for name, word in words.items())


@dataclass(frozen=True)
class Saved:
    """A sitting as it was found in a file."""

    path: Path
    records: tuple[Record, ...]
    seating: Seating
    text: str

    @property
    def rules(self) -> RuleSet:
        """The rules it is played by."""
        return self.records[-1].setup.rules

    @property
    def ended(self) -> bool:
        """Whether nothing is left to play."""
        return "Ended" in self.records[-1].tags


class Store:
    """Writes a sitting, whole and at once, after every act."""

    def __init__(self, path: Path, found: str | None = None) -> None:
        """Finished deals are kept as text; the current one is written anew each time.

        ``found`` is what stood in the file: nothing but that is written over.
        """
        self.path, self._known = path, found
        self._done: list[str] = []

    def keep(self, record: Record) -> None:
        """Add a deal that will not change any more."""
        self._done.append(notation.format_record(record))

    def write(self, current: Record | None = None) -> None:
        """The file holds all finished deals and the current one, or is as it was before."""
        texts = list(self._done)
        if current is not None:
            texts.append(notation.format_record(current))
        if self.path.exists() and text_of(self.path) != self._known:
            raise TrullError(f"{self.path}: another window has gone on there; this one stops")
        self._known = "\n".join(texts)
        write_whole(self.path, self._known)


def write_whole(path: Path, text: str) -> None:
    """Replace a file in one step; whoever looks finds the old or the new, never a part."""
    path = Path(os.path.realpath(path))  # of a link the file it leads to, not the link
    make_folder(path.parent)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise TrullError(f"{path}: cannot be written ({error.strerror})") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, name)  # whoever may read it may go on reading it
        Path(name).replace(path)
    except OSError as error:
        raise TrullError(f"{path}: cannot be written ({error.strerror})") from None
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """The folder is there; a new one is its owner's alone."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise TrullError(f"{path}: cannot be written ({error.strerror})") from None


# Reading


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Errors inside name the file they are about."""
    try:
        yield
    except TrullError as error:
        if str(error).startswith(str(path)):
            raise
        raise TrullError(f"{path}: {error}") from error


def text_of(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding=UTF8)
    except (OSError, UnicodeDecodeError) as error:
        raise TrullError(f"{path}: {unreadable(error)}") from None


def records_of(path: Path) -> tuple[Record, ...]:
    """The records of a file."""
    text = text_of(path)
    with reading(path):
        return notation.parse_all(text)


def saved(path: Path) -> Saved:
    """The sitting in a file; TrullError if it was not written by ``trull play``."""
    text = text_of(path)
    with reading(path):
        records = notation.parse_all(text)
        return Saved(path, records, _seating(records[0].tags), text)


def _seating(tags: Mapping[str, str]) -> Seating:
    if "Sitting" not in tags:
        raise NotationError("no [Sitting …]: this record was not written by 'trull play'")
    pairs = {"clumsy": "0"}  # the first records do not tell it
    pairs |= dict(word.partition("=")[::2] for word in tags["Sitting"].split())
    numbers = {}
    for name in ("players", "dealer", "seat", "seed", "deals", "clumsy"):
        if not is_count(pairs.get(name, "")):
            raise NotationError(f"[Sitting]: expected {name}=number")
        numbers[name] = int(pairs[name])
    if numbers["dealer"] >= numbers["players"] or numbers["seat"] >= numbers["players"]:
        raise NotationError("[Sitting]: a place beyond the players")
    return Seating(**numbers, bot=unquote(pairs.get("bot", "heuristic")))


# Where sittings are kept


def folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The person's folder for sittings."""
    try:
        base = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    except RuntimeError:  # nobody knows this user, and HOME is not set
        raise TrullError("there is no home folder here; set XDG_DATA_HOME") from None
    return Path(base) / "trull"


def fresh_path(rules: RuleSet, now: datetime) -> Path:
    """A new file for a sitting by these rules."""
    letters = sys.getfilesystemencoding()  # in an old locale files have no umlauts
    known = (rules.house or rules.name).encode(letters, errors="replace").decode(letters)
    name = known.replace("/", "-")
    safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
    stem = f"{safe}-{now:%Y%m%d-%H%M%S}"
    tries = [
        folder() / f"{stem}{extra}{SUFFIX}" for extra in ("", *(f"-{n}" for n in range(2, 99)))
    ]
    return next(path for path in tries if not path.exists())


def _written(path: Path) -> float:
    """When a file was written last; of a link that leads nowhere nobody can tell."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def newest(rules: RuleSet) -> tuple[Saved | None, str]:
    """The latest sitting by these rules if something is left to play; and what cannot be read."""
    found = sorted(folder().glob(f"*{SUFFIX}"), key=_written, reverse=True)
    problem = ""
    for path in found:
        try:
            sitting = saved(path)
        except TrullError as error:
            problem = problem or str(error)
            continue
        if sitting.rules == rules:
            return (None if sitting.ended else sitting), problem
    return None, problem
