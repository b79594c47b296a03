"""The field of a daily deal: what all who played it on its day made of it.

Kept are points, loss and hints of each, and a digest of the room, so that no room counts twice;
no name and no address. What counts comes from the log of a room of this server, never from a
visitor, but for the hints, which the page counts. Nothing keeps one person from several windows,
so an address has a limit, and there are no prizes.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Literal, NamedTuple

from trull.table import plain, shown
from trull.table.service.live import now_ms
from trull.table.service.reckoning import Busy
from trull.table.store import Store, shared

OF_AN_ADDRESS = 8
"""Results of one address in a field: a family, a club's table."""
MOST = 5_000
"""Results in a field; what comes later is not counted."""
REMEMBERED = 12
"""Fields of which something is remembered, in memory alone."""
TRIES = 8
"""Attempts to write while others write the same field."""
SOON = 1.0

State = Literal["entered", "late", "crowded", "full"]


class Row(NamedTuple):
    """A result in the field."""

    key: str  # of its room
    points: Fraction
    left: float
    hints: int

    def line(self) -> str:
        """The row as it is kept."""
        return f"{self.key} {self.points} {self.left} {self.hints}"


def read(body: str) -> list[Row]:
    """The rows that were kept."""
    rows = []
    for line in body.splitlines():
        key, points, left, hints = line.split()
        rows.append(Row(key, Fraction(points), float(left), int(hints)))
    return rows


def key_of(room: str) -> str:
    """What is kept of a room: nobody finds it by that."""
    return sha256(f"field {room}".encode()).hexdigest()[:16]


def told(day: str, game: str, rows: Sequence[Row]) -> shown.DailyField:
    """How many there are, and how they are distributed."""
    counted = Counter(row.points for row in rows)
    best_first = sorted(counted, reverse=True)
    mean = sum(row.left for row in rows) / len(rows) if rows else 0.0
    return shown.DailyField(
        day=day,
        game=game,
        results=len(rows),
        points=[(plain.amount(points), counted[points]) for points in best_first],
        left=round(mean, 2),
        unaided=sum(not row.hints for row in rows),
    )


class Field:
    """The fields of all days, in the store."""

    def __init__(self, store: Store) -> None:
        """Nobody has come yet."""
        self._store, self._turn = store, asyncio.Lock()
        self._addresses: OrderedDict[str, Counter[str]] = OrderedDict()
        self._told: OrderedDict[str, tuple[int, shown.DailyField]] = OrderedDict()

    async def of(self, day: str, game: str) -> shown.DailyField:
        """The field of a deal; a long one takes a while to read, so it is read once."""
        name = _name(day, game)
        number, body = await self._kept(name)
        known = self._told.get(name)
        if known is None or known[0] != number:
            known = self._told[name] = number, told(day, game, read(body))
        self._told.move_to_end(name)
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return known[1]

    async def entered(
        self, result: shown.DailyResult, room: str, began: int, hints: int, address: str
    ) -> shown.DailyEntered:
        """Count a result, once and if it was begun on its day; the field with it."""
        outcome = result.outcome
        if outcome is None:
            return shown.DailyEntered(state="counting" if result.state == "counting" else "refused")
        day, game = outcome.day, outcome.game
        if _day_of(began) != day:
            return shown.DailyEntered(state="late", field=await self.of(day, game))
        row = Row(key_of(room), Fraction(outcome.points), outcome.left, hints)
        async with self._turn:  # other servers of the same store may still come between
            state, rows = await self._written(_name(day, game), row, address)
        return shown.DailyEntered(state=state, field=told(day, game, rows))

    async def _written(self, name: str, row: Row, address: str) -> tuple[State, list[Row]]:
        """Write a row, from what is there at that moment."""
        of_addresses = self._counted(name)
        for _ in range(TRIES):
            number, body = await self._kept(name)
            rows = read(body)
            if any(one.key == row.key for one in rows):
                return "entered", rows
            if len(rows) >= MOST:
                return "full", rows
            if of_addresses[address] >= OF_AN_ADDRESS:
                return "crowded", rows
            if await self._write(name, number + 1, f"{body}{row.line()}\n"):
                of_addresses[address] += 1
                return "entered", [*rows, row]
        raise Busy(SOON)

    async def _write(self, name: str, number: int, body: str) -> bool:
        return await self._store.ask(
            partial(shared.share, name=name, number=number, body=body, at=now_ms())
        )

    async def _kept(self, name: str) -> tuple[int, str]:
        return await self._store.ask(partial(shared.shared, name=name)) or (0, "")

    def _counted(self, name: str) -> Counter[str]:
        """How many results each address has in a field, since this server started."""
        found = self._addresses.setdefault(name, Counter())
        while len(self._addresses) > REMEMBERED:
            self._addresses.popitem(last=False)
        return found


def _name(day: str, game: str) -> str:
    """Under which a field is kept; no link leads there, for theirs have other letters."""
    return sha256(f"field of {game} {day}".encode()).hexdigest()[:31] + "-"


def _day_of(ms: int) -> str:
    """The date in Vienna."""
    from trull.learn import daily  # only here: it brings the search with it

    return daily.day_at(datetime.fromtimestamp(ms / 1000, UTC)).isoformat()
