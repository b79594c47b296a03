"""The puzzles that travel with Trull: ``puzzles/<game>/<book>.jsonl``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from trull.learn.puzzles.record import Puzzle, in_file, write
from trull.learn.shelf import files


def paths() -> tuple[Path, ...]:
    """The files, in order of their names."""
    return tuple(files("puzzles", ".jsonl"))


@cache
def shipped() -> Mapping[str, Puzzle]:
    """All puzzles by name."""
    return {one.id: one for path in paths() for one in in_file(path)}


def kept(folder: Path, puzzles: Sequence[Puzzle]) -> Iterable[Path]:
    """Write puzzles, ordered by rule set, to their files in a folder; those there are replaced."""
    for rules, some in groupby(puzzles, lambda one: one.rules):
        path = folder / f"{rules}.jsonl"
        write(path, some)
        yield path
