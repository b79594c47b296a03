"""What is wished of a desk: commands, the pen of a table, what is promised, drawn and shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence

import msgspec
from aiohttp import web

from trull.cup import commands
from trull.cup.commands import ALLOWED, Command
from trull.cup.decide import command_of
from trull.cup.state import Cup
from trull.errors import CupError
from trull.table.cups.answers import Refused, as_json, body
from trull.table.cups.desk import Desk
from trull.table.cups.door import Door


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """Commands of one request."""

    cid: str
    do: list[dict[str, object]]


class Pen(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody takes the pen of a table; ``over``: although another device has it."""

    number: int
    over: bool = False


class Acts:
    """The routes by which a cup is changed."""

    def __init__(self, desk: Desk, door: Door) -> None:
        """Whose desk, behind which door."""
        self._desk, self._door = desk, door
        self._promising = asyncio.Lock()

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.post("/api/cup/do", self.do),
            web.post("/api/cup/pen", self.pen),
            web.post("/api/cup/boards/promise", self.promise_boards),
            web.post("/api/cup/boards/open", self.open_boards),
            web.post("/api/cup/promise", self.promise),
            web.post("/api/cup/draw", self.draw),
        ]

    async def do(self, request: web.Request) -> web.Response:
        """Obey commands, all or none, once."""
        visitor = self._door.visitor(
            request, "organiser", "helper", "referee", "table", "person", "wall"
        )
        said = await body(request, Said)
        self._door.counted(visitor.actor)
        if not 0 < len(said.cid) <= 40 or not 0 < len(said.do) <= 20:
            raise Refused("bad_value", what="cid")
        try:
            wished = [command_of(one) for one in said.do]
        except CupError as error:
            raise Refused("bad_value", what=f"{error.place}: {error.problem}") from None
        if any(isinstance(one, commands.Link) for one in wished):
            raise Refused("bad_value", what="link")  # a secret is made here alone
        entries = await self._door.obeyed(visitor, wished, said.cid)
        return as_json({"n": self._desk.cup.number, "entries": [one.number for one in entries]})

    async def pen(self, request: web.Request) -> web.Response:
        """Take the pen of one's table."""
        visitor = self._door.visitor(request, "table")
        wish = await body(request, Pen)
        self._door.counted(visitor.actor)
        sheet = self._desk.cup.sheets.get((self._desk.cup.round, visitor.actor.table))
        if sheet is None:
            raise Refused("round_not_open", round=str(self._desk.cup.round or 1))
        if wish.number and wish.number not in sheet.people:
            raise Refused("not_at_table", number=str(wish.number), table=str(sheet.table))
        holder = self._desk.takes(sheet.table, visitor.device, wish.number, wish.over)
        if holder is not None:
            raise Refused("other_writer", who=str(holder.number or "?"))
        return as_json({"n": self._desk.cup.number})

    async def promise(self, request: web.Request) -> web.Response:
        """Promise a seed; only the organiser may, so nobody else can exchange it."""
        visitor = self._door.visitor(request, *ALLOWED[commands.Commit])
        self._door.counted(visitor.actor)
        if self._desk.cup.playing:
            raise Refused("stale")
        wish = commands.Commit(await asyncio.to_thread(self._desk.file.promise))
        await self._door.obeyed(visitor, [wish], secrets.token_hex(8))
        return as_json({"commitment": self._desk.cup.commitment})

    async def promise_boards(self, request: web.Request) -> web.Response:
        """Promise the boards of a duplicate cup; a seed that is promised is never exchanged."""
        visitor = self._door.visitor(request, *ALLOWED[commands.PromiseBoards])
        self._door.counted(visitor.actor)
        async with self._promising:
            if self._desk.cup.boards_commitment:
                raise Refused("stale")
            promised = await asyncio.to_thread(self._desk.file.promise, "boards")
            await self._door.obeyed(
                visitor, [commands.PromiseBoards(promised)], secrets.token_hex(8)
            )
        return as_json({"commitment": self._desk.cup.boards_commitment})

    async def open_boards(self, request: web.Request) -> web.Response:
        """Show the promised seed, once no board is left to play."""
        visitor = self._door.visitor(request, *ALLOWED[commands.OpenBoards])
        self._door.counted(visitor.actor)
        seed = self._desk.file.seed("boards")
        if not seed:
            raise Refused("boards_not_promised")
        await self._door.obeyed(visitor, [commands.OpenBoards(seed)], secrets.token_hex(8))
        return as_json({"seed": self._desk.cup.boards_seed})

    async def draw(self, request: web.Request) -> web.Response:
        """Close the entry and draw with the promised seed."""
        visitor = self._door.visitor(request, *ALLOWED[commands.Draw])
        self._door.counted(visitor.actor)
        seed = self._desk.file.seed()
        if not seed:
            raise Refused("not_promised")

        def wished(cup: Cup) -> Sequence[Command]:
            before: list[Command] = [] if cup.entry_closed else [commands.CloseEntry()]
            return [*before, commands.Draw(seed)]

        await self._door.obeyed(visitor, wished, secrets.token_hex(8))
        return as_json({"n": self._desk.cup.number})
