"""Tables in the middle of a deal, written straight into a store, from a seed.

Nothing here is invented for the bench: every entry is what the room itself has decided.
"""

from __future__ import annotations

import base64
import itertools
import random
import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from trull.table import wire
from trull.table.net import identity
from trull.table.net.identity import Identity
from trull.table.room import Entry, Room, apply, bookmark, decide, opening
from trull.table.room.decide import CHANCE, Command
from trull.table.room.state import duty_chairs
from trull.table.store import database
from trull.table.store.database import Change, NewMember, NewRoom

NAMES = ("Anna", "Berta", "Clara", "Dora", "Emma", "Frieda")
QUIET = ("pass", "gut", "done", "lie", "look", "let_good", "concede", "waive")
CHUNK = 2000


class Offered(Protocol):
    """A prompt, of the laws or read from the wire."""

    @property
    def verb(self) -> str:
        """What may be done."""

    @property
    def choices(self) -> Sequence[str]:
        """The words to choose from."""

    @property
    def least(self) -> int:
        """How many at least, with those that must be."""

    @property
    def most(self) -> int:
        """How many at most, with those that must be."""

    @property
    def must(self) -> Sequence[str]:
        """The words that must be."""


class Stocked(NamedTuple):
    """A table, its people in the order of the seats, and its log so far."""

    room: Room
    people: tuple[Identity, ...]
    log: tuple[Entry, ...]


def chosen(prompts: Sequence[Offered], rng: random.Random) -> str:
    """Some lawful act, quiet words preferred."""
    quiet = [prompt for prompt in prompts if prompt.verb in QUIET]
    prompt = rng.choice(quiet if quiet and rng.random() < 0.6 else prompts)
    fixed = len(prompt.must)
    size = rng.randint(max(prompt.least - fixed, 0), prompt.most - fixed)
    return " ".join([prompt.verb, *prompt.must, *rng.sample(prompt.choices, size)])


def stocked(rules: str, rng: random.Random, acts: int, deals: int = 0) -> Stocked:
    """A table of people where, after some deals, one has seen so many acts, but for its last."""
    table = _Table(rules, rng)
    table.fill()
    for _ in range(deals):
        table.play_out(rng)
    for _ in range(acts):
        if not table.step(rng):
            break
    return Stocked(table.room, tuple(table.people), tuple(table.log))


def stock(address: str, tables: Iterable[Stocked]) -> None:
    """Write tables into a store."""
    engine = database.opened(address)
    changes = itertools.chain.from_iterable(map(_changes, tables))
    while chunk := list(itertools.islice(changes, CHUNK)):
        with engine.begin() as connection:
            database.keep(connection, chunk)
    engine.dispose()


class _Table:
    """A table that is being filled."""

    def __init__(self, rules: str, rng: random.Random) -> None:
        self._rng = rng
        self._now = time.time_ns() // 1_000_000
        self._count = itertools.count(1)
        name = "".join(rng.choices(identity.ROOM_LETTERS, k=identity.ROOM_LENGTH))
        self.people = [_person(rng)]
        body = {"rules": rules, "name": NAMES[0], "cid": f"stock-{name}"}
        wish = wire.read_new_room(msgspec.json.encode(body))
        entry = opening(wish, name, self.people[0].member, self._now, rng.randbytes(CHANCE))
        assert isinstance(entry, Entry), entry
        self.log, self.room = [entry], apply(None, entry)

    def fill(self) -> None:
        """Everybody sits down and is ready, and the cards are dealt."""
        for seat in range(1, self.room.head.players):
            self.people.append(_person(self._rng))
            self._say(seat, wire.Join(self._cid(), NAMES[seat]))
            self._say(seat, wire.Sit(self._cid(), seat))
        for seat in range(len(self.people)):
            self._say(seat, wire.Ready(self._cid()))
        self._start()

    def play_out(self, rng: random.Random) -> None:
        """The deal to its end, and the next is dealt."""
        while self.room.stage == "deal":
            self._enter(next_act(self.room, self.people, rng, self._cid()))
        self._start()

    def _start(self) -> None:
        seats = range(len(self.people)) if self.room.stage != "lobby" else (0,)
        for seat in seats:  # the last has the cards dealt
            self._say(seat, wire.Start(self._cid()))
        by_member = {person.member: person for person in self.people}
        self.people = [by_member[chair.member] for chair in self.room.chairs]  # as they drew

    def step(self, rng: random.Random) -> bool:
        """One act, unless it would end the deal."""
        entry = next_act(self.room, self.people, rng, self._cid())
        after = apply(self.room, entry)
        if after.stage != "deal":
            return False
        self.log.append(entry)
        self.room = after
        return True

    def _cid(self) -> str:
        return f"stock-{next(self._count)}"

    def _say(self, seat: int, command: Command) -> None:
        chance = self._rng.randbytes(CHANCE)
        entry = decide(self.room, self.people[seat].member, command, self._now, chance)
        assert isinstance(entry, Entry), entry
        self._enter(entry)

    def _enter(self, entry: Entry) -> None:
        self.log.append(entry)
        self.room = apply(self.room, entry)


def next_act(
    room: Room, people: Sequence[Identity], rng: random.Random, cid: str, now: int = 0
) -> Entry:
    """The entry by which the first of those who must act does something lawful."""
    deal, chair = room.deal, duty_chairs(room)[0]
    assert deal is not None, "somebody must act"
    seat = deal.seat_of(chair)
    assert seat is not None, "who must act is in the deal"
    words = chosen(room.laws.prompts(deal.state, seat), rng)
    command = wire.Act(cid, deal.number, deal.moves, words)
    entry = decide(room, people[chair].member, command, now, b"")
    assert isinstance(entry, Entry), (words, entry)
    return entry


def _person(rng: random.Random) -> Identity:
    token = base64.urlsafe_b64encode(rng.randbytes(identity.TOKEN_BYTES)).decode()
    return Identity(rng.randbytes(identity.MEMBER_BYTES).hex(), token)


def _changes(table: Stocked) -> Iterable[Change]:
    by_member = {person.member: person for person in table.people}
    room: Room | None = None
    for entry in table.log:
        first = entry.number == 1
        joined = None
        if first or entry.body.__struct_config__.tag == "join":
            name = table.room.members[entry.member]
            joined = NewMember(by_member[entry.member].token_hash, name)
        opened = NewRoom(entry.cid, False) if first else None
        mark = "" if room is None else bookmark.written(room, entry)
        yield Change(table.room.id, entry, opened, joined, mark)
        room = apply(room, entry)
