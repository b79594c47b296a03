"""A whole cup done again: every draw from its seed, every settlement, every posted ranking.

The chain itself is checked where the file is read (``log.read``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from trull import lots
from trull.cup import court, deciding_result, deciding_seats, entries
from trull.cup.entries import Body, Entry
from trull.cup.fold import apply
from trull.cup.log import Log
from trull.cup.ranking import hashed, ranking
from trull.cup.refusal import RefusedError
from trull.cup.state import Cup
from trull.errors import TrullError


class Finding(NamedTuple):
    """One thing that was checked: the entry, what of it, and whether it holds."""

    number: int
    what: str
    holds: bool


def verified(log: Log) -> Iterator[Finding]:
    """Everything that can be checked, in the order of the log."""
    cup = Cup(names=log.names)
    for entry in log.entries:
        check = CHECKS.get(type(entry.body))
        if check is not None:
            yield from check(cup, entry)
        cup = apply(cup, entry)


def _drawn(cup: Cup, entry: Entry) -> Iterator[Finding]:
    said = entry.body
    assert isinstance(said, entries.Drawn)
    yield Finding(entry.number, "commitment", lots.commitment(said.seed) == cup.commitment)
    try:
        again = deciding_seats.tables(cup, said.seed)
    except RefusedError:
        again = ()
    yield Finding(entry.number, "draw", again == said.tables)
    goals = deciding_seats.goals_of(cup, (*cup.seating, *said.tables))
    yield Finding(entry.number, "goals", tuple(tuple(g) for g in goals) == said.goals)


def _boards(cup: Cup, entry: Entry) -> Iterator[Finding]:
    said = entry.body
    assert isinstance(said, entries.BoardsOpened)
    yield Finding(entry.number, "boards", lots.commitment(said.seed) == cup.boards_commitment)


def _row(cup: Cup, entry: Entry) -> Iterator[Finding]:
    said = entry.body
    assert isinstance(said, entries.RowWritten)
    if (said.facts or said.record) and cup.rules is not None:
        try:
            points = court.priced(cup.rules, said.facts, said.record).points
        except TrullError:
            points = ()
        yield Finding(entry.number, "settlement", points == said.points)


def _ruled(cup: Cup, entry: Entry) -> Iterator[Finding]:
    said = entry.body
    assert isinstance(said, entries.Ruled)
    if (said.facts or said.record) and cup.rules is not None:
        try:
            points = court.priced(cup.rules, said.facts, said.record).points
        except TrullError:
            points = ()
        yield Finding(entry.number, "settlement", points == said.points)


def _ranking(cup: Cup, entry: Entry) -> Iterator[Finding]:
    said = entry.body
    assert isinstance(said, entries.Posted | entries.Final)
    yield Finding(entry.number, "ranking", hashed(ranking(cup)) == said.ranking_hash)


def _raffled(cup: Cup, entry: Entry) -> Iterator[Finding]:
    said = entry.body
    assert isinstance(said, entries.Raffled)
    again = deciding_result.raffle(cup.id, said.seed, said.pool, len(said.winners))
    yield Finding(entry.number, "raffle", again == said.winners)


CHECKS: Mapping[type[Body], Callable[[Cup, Entry], Iterator[Finding]]] = {
    entries.Drawn: _drawn,
    entries.BoardsOpened: _boards,
    entries.RowWritten: _row,
    entries.Ruled: _ruled,
    entries.Posted: _ranking,
    entries.Final: _ranking,
    entries.Raffled: _raffled,
}
