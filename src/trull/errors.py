"""Every error Trull raises on purpose.

    TrullError
    ├── IllegalAction      a player may not do this now; carries the faults with their clauses
    ├── RuleSetError       a rule set or house rule cannot be read; says file, key, expectation
    ├── NotationError      a card, an act or a record cannot be read; says line and column
    ├── DealError          cards that cannot have been dealt so
    ├── CaseError          a case file is not what it says it is
    └── TableError         a table cannot be opened: its database, its port, its files

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


class TableError(TrullError):
    """A table cannot be opened or served."""
