"""Who may say what when: every message in every role and phase, held against the document."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Coroutine, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args  # noqa: TID251  stubs, and the union of all messages

import msgspec

from players import PATIENCE, run
from tables import Table, member
from trull.table import wire
from trull.table.metrics import Metrics
from trull.table.net import visits
from trull.table.net.identity import Identity
from trull.table.room import Room, StandIn
from trull.table.room.state import chair_of, duty_chairs
from trull.table.service.live import House, Live
from trull.table.service.reckoning import Reckoning
from trull.table.service.thinkers import Thinkers
from trull.table.settings import NO_LIMITS, Settings
from trull.table.store import Store, Told
from trull.table.store.database import Change, Kept

DOCUMENT = Path(__file__).parents[3] / "docs" / "protocol.md"
ROLES = {
    "stranger": "Gina",
    "guest": "Clara",
    "arbiter": "Frieda",
    "seated": "Berta",
    "maker": "Anna",
}
PHASES = ("lobby", "deal", "settled", "changed", "over", "closed")
MESSAGES = tuple(str(kind.__struct_config__.tag) for kind in get_args(wire.Said))
ALL = " ".join(ROLES)
PREPARED = ("act", "hint", "weigh", "undo", "back", "arbiter")
"""Messages that are right at some moments alone."""
FREE: dict[str, bool | int | str] = {"table": "free", "klopfen": False}


# The document


def documented() -> Iterator[tuple[tuple[str, str, str], str]]:
    """Every cell of the document's table: message, role and phase, and what becomes of it."""
    lines = DOCUMENT.read_text("utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("| message | who |"))
    phases = _cells(lines[at])[2:]
    assert tuple(phases) == PHASES
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            return
        messages, who, *found = _cells(line)
        for message, role in itertools.product(messages.split(), who.replace("all", ALL).split()):
            for phase, told in zip(phases, found, strict=True):
                yield (message, role, phase), told


def _cells(line: str) -> list[str]:
    return [cell.replace("`", "").replace(",", "").strip() for cell in line.strip("|").split("|")]


# A room in every phase, as well prepared for a message as it can be


@cache
def room_for(message: str, name: str, phase: str) -> Table:
    """The room in which somebody says something: if it can be right there, it is.

    ``message`` is empty where the same room does for all.
    """
    table = Table(options=FREE, hints=True)
    table.join("Berta", 1)
    for seat in (2, 3):
        table.granted("Anna", wire.Bot(table.cid(), seat, "heuristic"))
    for guest in ("Clara", "Frieda", "Hanna"):
        table.join(guest)
    for judge in ("Anna", "Berta"):
        table.granted(judge, wire.Arbiter(table.cid(), member("Frieda")))
    table.ready()
    if phase == "deal":
        table.start()
        _in_the_deal(table, message, name)
        return table
    if phase != "lobby":
        _played(table, message, phase)
    if (message, name) == ("arbiter", "Berta"):  # who sits answers what the maker proposes
        table.granted("Anna", wire.Arbiter(table.cid(), member("Hanna")))
    return table


def _played(table: Table, message: str, phase: str) -> None:
    """One deal is played, or so many that the sitting is over, or the rules are changed then."""
    table.start()
    if message == "back":
        _stand_in(table)
    table.play()
    if phase == "over":
        table.granted("Anna", wire.Remark(table.cid(), "schlussradl"))
        while table.room.stage != "over":
            table.start()
            table.play()
    if phase == "changed":
        options = FREE | {"self_call": True}
        table.granted("Anna", wire.Rules(table.cid(), "koenigrufen/tirol", options))
        table.ready()


def _in_the_deal(table: Table, message: str, name: str) -> None:
    """In the middle of the auction; who speaks is on turn, or has just acted."""
    chair = {"Anna": 0, "Berta": 1}.get(name)
    if message == "back":
        _stand_in(table)
    if chair is not None and message in ("act", "hint", "weigh", "undo"):
        while table.room.laws.phase(table.deal.state) != "auction" or duty_chairs(table.room) != (
            chair,
        ):
            table.step()
    if chair is not None and message == "undo":
        table.granted(name, table.act(_word(table, chair)))
    if message == "act" and name == "Frieda":
        while not table.sees("Frieda").view.get("trick"):
            table.step()
        table.granted("Anna", table.act(f"claim {table.deal.seat_of(1)} betrayal 1"))


def _word(table: Table, chair: int) -> str:
    """Something lawful to say."""
    seat = table.deal.seat_of(chair)
    assert seat is not None
    prompt = table.room.laws.prompts(table.deal.state, seat)[0]
    return " ".join([prompt.verb, *prompt.choices[: prompt.least]])


def _stand_in(table: Table) -> None:
    for chair in (0, 1):
        table.table_says(StandIn(chair))


def said(table: Table, message: str, name: str) -> dict[str, object]:
    """The message with fields that mean something here."""
    deal = table.room.deal
    now: dict[str, object] = {
        "deal": deal.number if deal else 1,
        "after": deal.moves if deal else 0,
    }
    chair = chair_of(table.room, member(name))
    words = "decide 1=no" if name == "Frieda" else "pass"
    if message == "act" and chair is not None and table.room.stage == "deal":
        words = _word(table, chair)
    fields: dict[str, dict[str, object]] = {
        "hello": {"v": wire.VERSION},
        "ping": {},
        "join": {"name": name},
        "sit": {"seat": 2},
        "bot": {"seat": 3, "kind": "random"},
        "options": {"rules": "koenigrufen/tirol"},
        "act": {**now, "words": words},
        "hint": now,
        "weigh": {**now, "words": "pass"},
        "seed": {"seed": "0f" * 16},
        "talk": {"phrase": "hello"},
        "remark": {"word": "schlussradl"},
        "arbiter": {"member": "" if name == "Frieda" else member("Hanna")},
        "pace": {"pace": "calm"},
        "remove": {"member": member("Hanna")},
        "mute": {"member": member("Hanna")},
    }
    cid = {} if message in ("hello", "ping") else {"cid": "x"}
    return {"t": message, **cid, **fields.get(message, {})}


# A server without a network and without a disk


class Disk:
    """A store on which everything is kept at once."""

    def keep(self, _change: Change, told: Told) -> None:
        told(None)


class Line:
    """A socket that remembers what it is told."""

    def __init__(self, who: str) -> None:
        self.member, self.identity = who, Identity(who, "secret")
        self.address, self.since, self.told = "", 0.0, -1
        self.heard: list[dict[str, Any]] = []
        self.work: list[Coroutine[object, object, None]] = []
        self.decode: Any = None

    def send(self, *messages: bytes) -> None:
        self.heard += [json.loads(message) for message in messages if message]

    def leave(self, code: str) -> None:
        self.heard.append({"t": "bye", "code": code})

    def later(self, work: Coroutine[object, object, None]) -> None:
        self.work.append(work)


def live(house: House, room: Room) -> Live:
    """The room at a server, as if it had been loaded."""
    return Live(Kept((), dict.fromkeys(room.members, "hash")), room, house, lambda _: None)


async def answer(house: House, message: str, role: str, phase: str) -> str:
    """What becomes of a message: ``yes``, or the code by which it is refused."""
    name, prepared = ROLES[role], message if message in PREPARED else ""
    table = room_for(prepared, name if prepared else "", phase.replace("closed", "settled"))
    text = msgspec.json.encode(said(table, message, name))
    here, line = live(house, table.room), Line(member(name))
    if phase == "closed":
        here.close("restarting")
    socket = cast("Any", line)
    if message == "hello":
        visits._introduced(here, socket, asyncio.get_running_loop().call_later(9, int), text)
    else:
        command = visits.read(here, socket, text)
        if command is not None:
            command()
    for work in line.work:
        await work
    async with asyncio.timeout(PATIENCE):
        while not any(told["t"] != "patch" for told in line.heard):
            await asyncio.sleep(0)
    here.close("restarting")
    found = next(told for told in line.heard if told["t"] != "patch")
    return str(found.get("code", "yes"))


def test_every_message_in_every_role_and_phase_is_answered_as_the_document_says() -> None:
    """The table in ``docs/protocol.md`` is what is compared; it has a cell for each."""
    cells = [*documented()]
    told = dict(cells)
    assert len(told) == len(cells), "no cell is told twice"
    assert set(told) == {(m, r, p) for m in MESSAGES for r in ROLES for p in PHASES}

    async def go() -> None:
        house = House(
            store=cast("Store", Disk()),
            settings=Settings(limits=NO_LIMITS),
            metrics=Metrics(),
            thinkers=Thinkers(1, PATIENCE),
            reckoning=Reckoning(NO_LIMITS.reckoning),
        )
        found = {asked: await answer(house, *asked) for asked in told}
        assert found == told

    run(go)
