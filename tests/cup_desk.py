"""A cup and everybody who wishes something of it, for tests in the game's words."""

from __future__ import annotations

from trull import lots
from trull.cup import Actor, Again, Cup, Entry, Refusal, apply, commands, decide
from trull.cup import log as logs
from trull.cup import plan as plans
from trull.cup.commands import Command

NOW, CHANCE, SEED = 1_800_000_000_000, bytes(range(32)), "7b" * 32
ORGANISER = Actor("organiser")


class Desk:
    """A cup and everybody who wishes something of it."""

    def __init__(self, plan: str = "finale") -> None:
        self.cup, self.entries, self.now = Cup(), list[Entry](), NOW
        self.granted(commands.Open("Test", plans.as_data(plans.load(plan))))

    def asks(
        self, wish: Command, actor: Actor = ORGANISER, cid: str = ""
    ) -> Entry | Refusal | Again:
        self.now += 1000
        return decide(self.cup, actor, wish, cid, self.now, CHANCE)

    def granted(self, wish: Command, actor: Actor = ORGANISER, cid: str = "") -> Entry:
        found = self.asks(wish, actor, cid)
        assert isinstance(found, Entry), found
        self.entries.append(found)
        self.cup = apply(self.cup, found)
        return found

    def refused(self, wish: Command, actor: Actor = ORGANISER) -> str:
        found = self.asks(wish, actor)
        assert isinstance(found, Refusal), found
        return found.code

    def people(self, many: int) -> Desk:
        for number in range(1, many + 1):
            self.granted(commands.Enter(name=f"Person {number}", place="Imst"))
            self.granted(commands.Arrive(number))
        return self

    def drawn(self, many: int) -> Desk:
        self.people(many)
        self.granted(commands.Commit(lots.commitment(SEED)))
        self.granted(commands.Draw(SEED))
        return self

    def playing(self, many: int = 20) -> Desk:
        self.drawn(many)
        self.granted(commands.StartRound())
        return self

    @property
    def text(self) -> str:
        return "".join(map(logs.written, self.entries))
