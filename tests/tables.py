"""A room without a server: people who sit down, say things and are told what became of it."""

from __future__ import annotations

import random
from collections.abc import Collection

import msgspec

from random_games import random_action
from trull.table import wire
from trull.table.room import (
    BotAct,
    Entry,
    Own,
    Presence,
    Refusal,
    Room,
    apply,
    decide,
    opening,
    picture,
)
from trull.table.room.decide import CHANCE, Command
from trull.table.room.state import Deal, duty_chairs
from trull.table.shown import Picture

NAMES = ("Anna", "Berta", "Clara", "Dora", "Emma", "Frieda")


class Table:
    """A room, its log, and people by name; ``member("Anna")`` is her id."""

    def __init__(self, rules: str = "koenigrufen/tirol", seed: int = 1, **wish: object) -> None:
        self.rng = random.Random(seed)
        self.now = 1_000_000
        self.count = 0
        body = {"rules": rules, "name": "Anna", "cid": "open", **wish}
        wanted = wire.read_new_room(msgspec.json.encode(body))
        entry = opening(wanted, "room", member("Anna"), self.now, self.rng.randbytes(CHANCE))
        assert isinstance(entry, Entry), entry
        self.log = [entry]
        self.room: Room = apply(None, entry)

    # Saying things

    def says(self, name: str, command: Command, absent: Collection[str] = ()) -> Entry | Refusal:
        """What becomes of a command; if it is granted it is so."""
        chance = self.rng.randbytes(CHANCE)
        return self._taken(decide(self.room, member(name), command, self.now, chance, absent))

    def table_says(self, command: Own) -> Entry | Refusal:
        """What becomes of the table's own wish."""
        return self._taken(decide(self.room, "", command, self.now, b""))

    def _taken(self, found: Entry | Refusal) -> Entry | Refusal:
        self.now += 1000
        if isinstance(found, Entry):
            self.log.append(found)
            self.room = apply(self.room, found)
        return found

    def cid(self) -> str:
        """An id nobody has used."""
        self.count += 1
        return f"c{self.count}"

    # Shortcuts; each must be granted

    def join(self, name: str, seat: int | None = None) -> None:
        """Come in and perhaps sit down."""
        self.granted(name, wire.Join(self.cid(), name))
        if seat is not None:
            self.granted(name, wire.Sit(self.cid(), seat))

    def granted(self, name: str, command: Command) -> Entry:
        """A command that must be granted."""
        found = self.says(name, command)
        assert isinstance(found, Entry), found
        return found

    def refused(self, name: str, command: Command) -> str:
        """The code by which a command is refused."""
        before = self.room
        found = self.says(name, command)
        assert isinstance(found, Refusal), found
        assert self.room is before
        return found.code

    def fill(self) -> None:
        """Everybody comes, sits down and is ready."""
        for seat, name in enumerate(NAMES[1 : self.room.head.players], 1):
            self.join(name, seat)
        self.ready()

    def ready(self) -> None:
        """Everybody who sits has read the rules."""
        for name in self.seated():
            self.granted(name, wire.Ready(self.cid()))

    def start(self, name: str = "Anna") -> None:
        """Deal; between two deals all others are for it before who starts."""
        waiting = [chair for chair in self.room.chairs if chair.acts_itself and not chair.ready]
        people = [chair.member for chair in waiting]
        others = [self.room.members[one] for one in people if self.room.members[one] != name]
        drawn = self.rng.getstate()
        for other in others if self.room.stage != "lobby" else ():
            self.granted(other, wire.Start(self.cid()))
        self.rng.setstate(drawn)  # their words need no chance
        self.granted(name, wire.Start(self.cid()))

    def act(self, words: str) -> wire.Act:
        """The command for an act of who has seen everything."""
        deal = self.deal
        return wire.Act(self.cid(), deal.number, deal.moves, words)

    # Looking

    @property
    def deal(self) -> Deal:
        """The deal that lies there."""
        assert self.room.deal is not None
        return self.room.deal

    def seated(self) -> list[str]:
        """The names of the people who sit, in order."""
        return [self.room.members[chair.member] for chair in self.room.chairs if chair.member]

    def on_duty(self) -> str:
        """The name of somebody who must act."""
        return self.name_at(duty_chairs(self.room)[0])

    def name_at(self, chair: int) -> str:
        """Who sits there."""
        return self.room.members[self.room.chairs[chair].member]

    def sees(self, name: str, presence: Presence | None = None) -> Picture:
        """The picture of somebody."""
        return picture(self.room, member(name), presence, self.now)

    # Playing

    def random_words(self, chair: int) -> str:
        """Some lawful act of a chair."""
        seat = self.deal.seat_of(chair)
        assert seat is not None
        offered = self.room.laws.prompts(self.deal.state, seat)
        closed = tuple(prompt for prompt in offered if prompt.choices or not prompt.open)
        return str(random_action(closed, self.rng))

    def step(self) -> None:
        """Somebody who must act does something lawful."""
        chair = self.rng.choice(duty_chairs(self.room))
        words = self.random_words(chair)
        if self.room.chairs[chair].acts_itself:
            name = self.name_at(chair)
            self.granted(name, self.act(words))
        else:
            assert isinstance(self.table_says(BotAct(chair, words)), Entry)

    def play(self, acts: int = 10_000) -> None:
        """Go on for so many acts, or to the end of the deal."""
        while acts and self.room.stage == "deal":
            self.step()
            acts -= 1

    def until(self, *phases: str) -> None:
        """Go on until the deal is in one of these phases."""
        while self.room.laws.phase(self.deal.state) not in phases:
            self.step()


def member(name: str) -> str:
    """The id of a person."""
    return name.lower()


def full(rules: str = "koenigrufen/tirol", seed: int = 1, **wish: object) -> Table:
    """A table with everybody there and the first deal dealt."""
    table = Table(rules, seed, **wish)
    table.fill()
    table.start()
    return table
