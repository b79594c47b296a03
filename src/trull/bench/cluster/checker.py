"""What guests were told, held against the log: linear, since every entry has a number and an id.

lost      acknowledged, and not in the log under the number that was told
doubled   in the log twice or under another number, or by a command nobody was told of
ahead     told with a number the log does not reach
forked    told otherwise than the log tells it; or acknowledged by a server while another had the
          room already, and had told its people less
back      a number that fell on one socket
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from trull.bench.cluster.players import Player, Visit, digest
from trull.bench.crash import Count, compare_room
from trull.bench.guests import Held
from trull.table.room import Entry, apply
from trull.table.room.painter import Painter
from trull.table.room.picture import Moment
from trull.table.room.state import Room
from trull.table.store.database import Kept

SLACK = 1.0
"""Seconds by which messages of two servers may be read in the wrong order."""

STALE = 30.0
"""Seconds for which a frozen or cut-off server may show what it knew."""


@dataclass(slots=True)
class Found(Count):
    """What has come of it so far."""

    tellings: int = 0
    gaps: int = 0
    ahead: int = 0
    forked: int = 0
    back: int = 0

    @property
    def wrong(self) -> int:
        """Whatever must not be."""
        return self.lost + self.doubled + self.gaps + self.ahead + self.forked + self.back


def check_room(
    kept: Kept, stocked_to: int, players: Sequence[Player], found: Found, slack: float = SLACK
) -> None:
    """Note whatever the people of a room were told that its log does not say."""
    log = kept.entries
    found.gaps += [entry.number for entry in log] != [*range(1, len(log) + 1)]
    compare_room(kept, stocked_to, [*players], found)
    told = _told(players)
    last = log[-1].number
    found.tellings += sum(len(digests) for digests in told.values())
    found.ahead += sum(number > last for number, _ in told)
    found.forked += sum(len(digests) > 1 for digests in told.values())
    found.forked += sum(_differing(log, told))
    found.forked += sum(1 for _ in second_writers(players, slack))
    found.back += sum(fell(visit) for player in players for visit in player.past)


Tellings = dict[tuple[int, str], set[bytes]]
"""The pictures told, by number and member."""


def _told(players: Iterable[Player]) -> Tellings:
    told: Tellings = {}
    for player in players:
        for visit in player.past:
            for telling in visit.tellings:
                if telling.digest:
                    told.setdefault((telling.n, player.member), set()).add(telling.digest)
    return told


def _differing(log: Sequence[Entry], told: Tellings) -> Iterator[bool]:
    """Whether each telling is another than the painter's for the same place in the log."""
    by_number: dict[int, list[str]] = {}
    for number, member in told:
        by_number.setdefault(number, []).append(member)
    room: Room | None = None
    for entry in log:
        room = apply(room, entry)
        painter = Painter(Moment(room))
        for member in by_number.get(entry.number, ()):
            held = Held()
            held.take(painter.picture(member))
            yield told[entry.number, member] != {digest(held)}


class SecondWriter(NamedTuple):
    """An entry of a server that had lost the room to another."""

    server: str
    number: int
    other: str


def second_writers(players: Sequence[Player], slack: float = SLACK) -> Iterator[SecondWriter]:
    """Entries acknowledged on an old socket after another server had begun with less.

    Who takes a room up and greets knows all that was written until then. What an older socket of
    another server acknowledges beyond that was written by who had the room no more. A server that
    had it shortly before may not know yet that it has lost it: its greeting proves nothing.
    """
    visits = [visit for player in players for visit in player.past if visit.tellings]
    for visit in visits:
        mine = visit.tellings[0].at
        lately = {v.server for v in visits if mine - STALE < v.tellings[-1].at and v.began < mine}
        lately.add(visit.server)
        others = [
            (other.tellings[0], other.server)
            for other in visits
            if other.server not in lately and other.tellings[0].at > mine + slack
        ]
        for answer in visit.answers:
            for greeting, server in others:
                if greeting.at < answer.at and answer.n > greeting.n:
                    yield SecondWriter(visit.server, answer.n, server)
                    break


def fell(visit: Visit) -> int:
    """How often a number fell."""
    numbers = [telling.n for telling in visit.tellings]
    return sum(later < before for before, later in itertools.pairwise(numbers))
