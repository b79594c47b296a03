"""Where everything about a clause stands: lessons, clause cases, checked records, open ends.

These files travel inside an installed package; in a checkout they are read where they stand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from trull import clauses, ruleset
from trull.ruleset import RuleSet

FOLDERS = {
    "rules": "rules",
    "lessons": "lessons",
    "puzzles": "puzzles",
    "cases": "tests/cases",
    "records": "tests/transcripts",
    "experts": "tests/experts",
}
"""What travels with the package as ``_<name>``, and where it stands in a checkout."""
LINE = re.compile(r"^- \*\*([A-Z]+\d*-[\dA.]+)\*\* (?:\(([^)]*)\) )?(.+)$", re.MULTILINE)
"""A clause in a rule text: its number, its classes, its sentence."""


def folder(name: str) -> Path | None:
    """A folder of ``FOLDERS``; None where it is neither in the package nor beside it."""
    package = Path(str(resources.files("trull")))
    for found in (package / f"_{name}", package.parents[1] / FOLDERS[name]):
        if found.is_dir():
            return found
    return None


def files(name: str, suffix: str) -> Iterator[Path]:
    """The files of a folder and of those in it, in order."""
    at = folder(name)
    if at is not None:
        yield from sorted(at.rglob(f"*{suffix}"))


def lessons(name: str) -> Iterator[str]:
    """The ids of the lessons that teach a clause."""
    for lesson, taught in _taught().items():
        if name in taught:
            yield lesson


@cache
def _taught() -> Mapping[str, frozenset[str]]:
    found = {}
    for path in files("lessons", ".toml"):
        head = tomllib.loads(path.read_text(encoding="utf-8"))
        found[str(head.get("id", path.stem))] = frozenset(head.get("clauses", ()))
    return found


def cases(name: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The clause cases about a clause, each with the file it stands in."""
    for file, case in _all_cases():
        about = case.get("clause", [])
        if name in ([about] if isinstance(about, str) else list(_words(about))):
            yield file, case


def _words(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else ()


@cache
def _all_cases() -> tuple[tuple[str, Mapping[str, object]], ...]:
    found: list[tuple[str, Mapping[str, object]]] = []
    for path in files("cases", ".toml"):
        told = tomllib.loads(path.read_text(encoding="utf-8")).get("case", [])
        found += [(path.stem, case) for case in told]
    return tuple(found)


def records(name: str) -> Iterator[str]:
    """The checked records that cite a clause."""
    wanted = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\d)")
    for path in files("records", ".trn"):
        if wanted.search(path.read_text(encoding="utf-8")):
            yield path.name


def open_lines(name: str) -> Iterator[str]:
    """Why a clause has no law of its own, where it has none."""
    for path in files("rules", "OPEN.md"):
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) > 1 and name in re.split(r"[,\s]+", cells[0]):
                yield cells[-1]


def citations(name: str) -> Iterator[str]:
    """The rows of the published rule sets that stand by this clause."""
    for published in ruleset.published():
        for section, rows in ruleset.load(published).sections.items():
            for key, row in rows.items():
                if name in cells(row):
                    yield f"{published}: {section}.{key}"


def prefixes(book: RuleSet) -> list[str]:
    """What the ids of the clauses begin with that a rule set cites anywhere."""
    found = [
        cell for rows in book.sections.values() for row in rows.values() for cell in cells(row)
    ]
    return sorted({clauses.prefix(cell) for cell in found if isinstance(cell, str)} - {""})


def cells(row: object) -> Iterable[object]:
    """The values of a row; the section ``cite`` has bare clauses for rows."""
    return list(row.values()) if isinstance(row, Mapping) else (row,)


def classes(name: str) -> tuple[str, ...]:
    """The classes of a clause, as the rule text marks it; none for a decision of ours."""
    return _classes().get(name, ())


@cache
def _classes() -> Mapping[str, tuple[str, ...]]:
    found = {}
    for path in files("rules", ".md"):
        for name, marks, _ in LINE.findall(path.read_text(encoding="utf-8")):
            found[name] = tuple(part.strip() for part in marks.split(",") if part.strip())
    return found
