"""Every error Trull raises on purpose.

    TrullError
    ├── IllegalAction      a player may not do this now; carries the faults with their clauses
    ├── RuleSetError       a rule set or house rule cannot be read; says file, key, expectation
    ├── NotationError      a card, an act or a record cannot be read; says line and column
    ├── DealError          cards that cannot have been dealt so
    ├── CaseError          a case file is not what it says it is
    ├── CupError           a cup's plan or file cannot be read; says file, place, expectation
    ├── LessonError        a lesson file is broken; says file, step and reason
    ├── PuzzleError        a puzzle cannot be read, or is not what it says; says where and why
    ├── DailyError         a record is no result of a daily deal; says why, by a code
    └── TableError         a table cannot be opened: its database, its port, its files
        └── Unserved       all is well with it, but this program must not serve it now

A programmer's mistake is an ``assert``; it is not listed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trull.state import Fault


class TrullError(Exception):
    """Something a person can mend: bad input, an unlawful act, an unreadable file."""


class IllegalAction(TrullError):
    """The act breaks at least one clause; ``faults`` says which and why."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Keep the faults; the message names their clauses."""
        self.faults = tuple(faults)
        super().__init__("; ".join(str(fault) for fault in self.faults))


class RuleSetError(TrullError):
    """A rule set is broken at ``place`` (file and key)."""

    def __init__(self, place: str, problem: str) -> None:
        """Say where, then what was expected."""
        self.place = place
        super().__init__(f"{place}: {problem}")


class NotationError(TrullError):
    """A text is not in Trull's notation; ``code`` says in a word what is the matter with it.

    none: no record at all; rules, seats, twice (a card), act, points: what cannot be so; or broken.
    """

    def __init__(
        self,
        problem: str,
        line: int | None = None,
        column: int | None = None,
        code: str = "broken",
    ) -> None:
        """Say where (line and column from 1) and what was expected."""
        self.line, self.column, self.problem, self.code = line, column, problem, code
        place = "" if line is None else f"line {line}, column {column}: "
        super().__init__(place + problem)


class DealError(TrullError):
    """A pack, hand or deal that cannot exist."""


class CaseError(TrullError):
    """A case file that does not follow its schema."""


class CupError(TrullError):
    """A cup's plan or file is broken at ``place`` (file and key, or line)."""

    def __init__(self, place: str, problem: str) -> None:
        """Say where, then what was expected."""
        self.place, self.problem = place, problem
        super().__init__(f"{place}: {problem}")


class LessonError(TrullError):
    """A lesson is broken at ``step`` of ``file``; without a step, as a whole."""

    def __init__(self, file: str, step: str, reason: str) -> None:
        """Say where, then why."""
        self.file, self.step, self.reason = file, step, reason
        super().__init__(": ".join(part for part in (file, step, reason) if part))


class PuzzleError(TrullError):
    """A line of a file of puzzles is broken, or its answer is not the solver's."""


class DailyError(TrullError):
    """A record that is no result of a daily deal; ``code`` and ``about`` name the reason."""

    def __init__(self, code: str, **about: object) -> None:
        """Keep the reason; its sentence is in the catalogues, section ``learn``."""
        self.code = code
        self.about = {key: str(value) for key, value in about.items()}
        told = ", ".join(f"{key} {value}" for key, value in self.about.items())
        super().__init__(": ".join(part for part in (code, told) if part))


class TableError(TrullError):
    """A table cannot be opened or served."""


class Unserved(TableError):
    """A database that another server serves, or that a newer program has written."""
