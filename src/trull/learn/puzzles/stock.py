"""The puzzles that travel with Trull: ``puzzles/<game>/<book>.jsonl``.

All hands are open in those. The others stand beside them, in ``<book>.<kind>.jsonl``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from trull.learn.puzzles.record import KINDS, Puzzle, in_file, write
from trull.learn.shelf import files

OPEN = "open"
TOLD = (OPEN, "safe")
"""Kinds that are shown in frames: cards are played, and how each ends is told."""


def ending(kind: str) -> str:
    """How the files of a kind end.

    >>> ending("open"), ending("rule")
    ('.jsonl', '.rule.jsonl')
    """
    return ".jsonl" if kind == OPEN else f".{kind}.jsonl"


def paths() -> tuple[Path, ...]:
    """The files, in order of their names."""
    return tuple(files("puzzles", ".jsonl"))


@cache
def of_kind(kind: str = OPEN) -> Mapping[str, Puzzle]:
    """All of a kind by name."""
    some = (path for path in paths() if _kind(path) == kind)
    return {one.id: one for path in some for one in in_file(path)}


def every() -> Iterator[Puzzle]:
    """All of every kind."""
    for kind in KINDS:
        yield from of_kind(kind).values()


def find(name: str) -> Puzzle | None:
    """The puzzle of this name, of whatever kind."""
    return next((some[name] for some in map(of_kind, KINDS) if name in some), None)


def _kind(path: Path) -> str:
    """The kind of the puzzles in a file, by its name."""
    return path.name.removesuffix(".jsonl").partition(".")[2] or OPEN


def kept(folder: Path, puzzles: Sequence[Puzzle]) -> Iterable[Path]:
    """Write puzzles, ordered by rule set, to their files in a folder; those there are replaced."""
    for (rules, kind), some in groupby(puzzles, lambda one: (one.rules, one.kind)):
        path = folder / f"{rules}{ending(kind)}"
        write(path, some)
        yield path
