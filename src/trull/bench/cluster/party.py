"""Everybody who plays, and how long their tables stood still."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterable

import aiohttp

from trull.bench.cluster.players import Answer, Player
from trull.bench.cluster.servers import Router, until
from trull.bench.stock import Stocked

RECOVERY = 120.0
"""Seconds after which a table that does not act again is given up."""


class Party:
    """The people of some tables."""

    def __init__(
        self, tables: list[Stocked], session: aiohttp.ClientSession, router: Router, pause: float
    ) -> None:
        """Nobody has come yet."""
        self._over = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._latest: dict[str, float] = {table.room.id: 0.0 for table in tables}
        self.answered = self.counted = 0
        self.rooms = {table.room.id for table in tables}
        self.players = [
            Player(session, router, table, seat, f"{at}", pause)
            for at, table in enumerate(tables)
            for seat in range(len(table.people))
        ]
        for player in self.players:
            player.on_answer = self._heard

    def _heard(self, room: str, at: float) -> None:
        self._latest[room] = at
        self.answered += 1

    async def come(self) -> None:
        """Everybody comes, and every table acts."""
        for player in self.players:
            played = player.persist(lambda _: self._over.is_set())
            self._tasks.append(asyncio.create_task(played))
        await self.acted_since(0.0)

    async def acted_since(self, then: float) -> None:
        """Return when every table has acted since then."""

        def have() -> bool:
            self._raise()
            return min(self._latest.values()) > then

        await until(have, RECOVERY, "a table acts no more")

    async def busy(self, answers: int) -> None:
        """Return after so many more answers."""
        wanted = self.answered + answers

        def have() -> bool:
            self._raise()
            return self.answered >= wanted

        await until(have, RECOVERY + answers / 10, "the servers answer no more")

    def _raise(self) -> None:
        """What has gone wrong with a guest itself is told."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    async def end(self) -> None:
        """Nobody begins anything; who waits for an answer gets it."""
        self._over.set()

        def have() -> bool:
            self._raise()
            return all(player.open is None for player in self.players)

        await until(have, RECOVERY, "a guest gets no last answer")

    def leave(self) -> None:
        """Everybody goes."""
        for task in self._tasks:
            task.cancel()

    # How it went

    def rooms_at(self, server: str) -> set[str]:
        """The rooms most of whose people are at a server now."""
        where: dict[str, Counter[str]] = {}
        for player in self.players:
            where.setdefault(player.room, Counter())[player.server] += 1
        return {room for room, at in where.items() if at.most_common(1)[0][0] == server}

    def servers(self) -> set[str]:
        """Where somebody plays."""
        return {player.server for player in self.players}

    def people(self, room: str) -> list[Player]:
        """The people of a room."""
        return [player for player in self.players if player.room == room]

    def _answers(self, room: str, since: float, fresh: bool = False) -> list[Answer]:
        """What was answered in a room since then, in order; on sockets made since then, if so."""
        found = [
            answer
            for player in self.people(room)
            for visit in player.past
            if visit.began > since or not fresh
            for answer in visit.answers
            if answer.at > since
        ]
        return sorted(found, key=lambda answer: answer.at)

    def again(self, rooms: Iterable[str], since: float, fresh: bool = False) -> list[float]:
        """How long it took until each of these rooms acted again."""
        found = (self._answers(room, since, fresh)[:1] for room in rooms)
        return [first.at - since for some in found for first in some]

    def standstill(self, rooms: Iterable[str], since: float) -> list[float]:
        """The longest time between two answers in each of these rooms."""
        longest = []
        for room in rooms:
            times = [since, *(answer.at for answer in self._answers(room, since))]
            gaps = [later - before for before, later in itertools.pairwise(times)]
            longest.append(max(gaps, default=0.0))
        return longest

    def waits(self, rooms: Iterable[str], since: float, to: float) -> list[float]:
        """How long each answer took that was waited for meanwhile."""
        return [
            answer.wait
            for room in rooms
            for answer in self._answers(room, since)
            if answer.invoked < to
        ]
