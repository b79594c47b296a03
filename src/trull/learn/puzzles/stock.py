"""The puzzles that travel with Trull: ``puzzles/<game>/<book>.jsonl``.

Those about the rules stand beside them, in ``<book>.rule.jsonl``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from trull.learn.puzzles.record import Puzzle, in_file, write
from trull.learn.shelf import files

RULE = ".rule.jsonl"
"""How the files of rule puzzles end."""


def paths() -> tuple[Path, ...]:
    """The files, in order of their names."""
    return tuple(files("puzzles", ".jsonl"))


@cache
def shipped() -> Mapping[str, Puzzle]:
    """All open puzzles by name."""
    open_ones = (path for path in paths() if not path.name.endswith(RULE))
    return {one.id: one for path in open_ones for one in in_file(path)}


@cache
def about_rules() -> Mapping[str, Puzzle]:
    """All rule puzzles by name."""
    return {one.id: one for path in files("puzzles", RULE) for one in in_file(path)}


def kept(folder: Path, puzzles: Sequence[Puzzle]) -> Iterable[Path]:
    """Write puzzles, ordered by rule set, to their files in a folder; those there are replaced."""
    for rules, some in groupby(puzzles, lambda one: one.rules):
        path = folder / f"{rules}.jsonl"
        write(path, some)
        yield path
