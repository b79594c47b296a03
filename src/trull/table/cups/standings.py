"""The ranking, remembered: worked out anew only when something it follows from is another.

Speed alone: every picture of a hall shows the ranking after the rounds that are over, and a row of
the round that plays changes nothing in it. Without this, 65 tables and 400 phones in the last round
keep more than a core busy (``trull bench cup load``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from trull.cup.ranking import Standing, ranking
from trull.cup.state import Cup, Sheet

At = tuple[int, int]
"""A round and a table."""

BESIDE = frozenset(
    {
        *("number", "hash", "links", "revoked", "obeyed", "names", "cases", "commitment"),
        *("entry_closed", "round", "playing", "ends_at", "posted", "objections_until", "final"),
        *("reopened", "prizes", "changed_late", "id", "name", "date", "place", "sheets"),
    }
)
"""Fields of a cup no ranking after a given number of rounds follows from; any other one counts."""
FOLLOWED = tuple(one.name for one in fields(Cup) if one.name not in BESIDE)


class Standings:
    """Rankings of one cup, by the number of rounds."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._known: dict[int, tuple[Cup, Sequence[Standing]]] = {}

    def after(self, cup: Cup, rounds: int) -> Sequence[Standing]:
        """The ranking after so many rounds."""
        before = self._known.get(rounds)
        if before is None or not _is_same(before[0], cup, rounds):
            before = cup, ranking(cup, rounds)
        self._known[rounds] = cup, before[1]
        return before[1]

    def line(self, cup: Cup, rounds: int, number: int) -> Standing | None:
        """Somebody's own line after so many rounds, if he has one."""
        lines = self.after(cup, rounds) if rounds else ()
        return next((one for one in lines if one.number == number), None)


class ByPerson:
    """The sheets of everybody, found at once: a page asks for its own at every change."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._of: Mapping[At, Sheet] = {}
        self._own: dict[int, list[Sheet]] = {}

    def sheets(self, cup: Cup, number: int) -> Sequence[Sheet]:
        """Somebody's own sheets, in the order of rounds."""
        if self._of is not cup.sheets:
            self._of, self._own = cup.sheets, {}
            for _, sheet in sorted(cup.sheets.items(), key=lambda one: one[0]):
                for person in sheet.people:
                    self._own.setdefault(person, []).append(sheet)
        return self._own.get(number, ())


def _is_same(one: Cup, other: Cup, rounds: int) -> bool:
    """Whether two states of a cup, records that are never changed, share all a ranking needs."""
    if any(getattr(one, name) is not getattr(other, name) for name in FOLLOWED):
        return False
    sheets = {at: sheet for at, sheet in one.sheets.items() if at[0] <= rounds}
    others = {at: sheet for at, sheet in other.sheets.items() if at[0] <= rounds}
    return len(sheets) == len(others) and all(others.get(a) is s for a, s in sheets.items())
