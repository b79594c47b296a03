"""Conformance: case files in JSON, answered by the real laws.

A case file says which game it is about and holds a list of cases. Each game's module here turns
a case into calls of the laws that real games use, and ``check`` tells where the answer differs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from trull import games
from trull.errors import CaseError, TrullError
from trull.written import HIGHEST, UTF8, beyond, unreadable

Check = Callable[[Mapping[str, Any], Mapping[str, Any]], list[str]]
"""Where the laws' answer differs from a case, given the head of its file; empty if they agree."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case."""

    file: str
    case: str
    mismatches: tuple[str, ...]
    why: str = ""

    @property
    def passed(self) -> bool:
        """Whether the laws agree with the case."""
        return not self.mismatches


def run(path: Path) -> list[Outcome]:
    """The outcome of every case of a file; CaseError if the file is no case file."""
    head = _read(path)
    check = _checker(head, path)
    outcomes = []
    for number, case in enumerate(head["cases"]):
        if not isinstance(case, dict):
            raise CaseError(f"{path}: case {number} is not an object")
        name = str(case.get("id", number))
        why = str(case.get("why", case.get("note", "")))
        outcomes.append(Outcome(str(path), name, tuple(_answer(check, case, head)), why))
    return outcomes


def _answer(check: Check, case: Mapping[str, Any], head: Mapping[str, Any]) -> list[str]:
    """The mismatches; a case the laws cannot even read is a mismatch, not a crash."""
    try:
        bounded(case)
        return check(case, head)
    except TrullError as error:
        return [str(error)]
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        return [f"the case cannot be read: {error.__class__.__name__}: {error}"]


def options_of(case: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """A case's options: games write them beside what is given or among it, and both are read.

    One that is null is as good as left out.
    """
    told = {**(case.get("options") or {}), **(given.get("options") or {})}
    return {name: value for name, value in told.items() if value is not None}


def bounded(case: Mapping[str, Any]) -> None:
    """A case counts no further than a game can; CaseError says where it does."""
    place = beyond(case)
    if place:
        raise CaseError(f"{place}: no game counts beyond {HIGHEST}")


def _read(path: Path) -> dict[str, Any]:
    try:
        head = json.loads(path.read_text(encoding=UTF8))
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"{path}: {unreadable(error)}") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise CaseError(f"{path}: {place}: not valid JSON: {error.msg}") from None
    except (RecursionError, ValueError):  # no case is told so deeply, nor in such numbers
        raise CaseError(f"{path}: not valid JSON: too deep, or a number too long") from None
    if not isinstance(head, dict) or not isinstance(head.get("cases"), list):
        raise CaseError(f'{path}: expected an object with a list "cases"')
    return head


def _checker(head: Mapping[str, Any], path: Path) -> Check:
    """What checks the game a file names, itself or by a rule set; a title is no hindrance."""
    several = head.get("rule_sets")
    named = [
        head.get("game"),
        head.get("rule_set"),
        *(several if isinstance(several, list) else ()),
    ]
    meant = [str(name).partition("/")[0] for name in named if name] or [""]
    for game in meant:
        check = games.given(game, "conformance", "check")
        if check is not None:
            return cast("Check", check)
    if meant[0] in games.names():
        raise CaseError(f"{path}: {meant[0]} checks no cases")
    raise CaseError(f'{path}: no game {meant[0]!r}; expected "game" or "rule_set"')
