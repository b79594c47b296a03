"""Several servers on one PostgreSQL: a room lives in one of them, and only that one writes."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
import pytest
import sqlalchemy as sa
from yarl import URL

import postgres
from players import PATIENCE, Player, run, visitors
from several import Server, one_of_several, served_by
from trull.bench.cluster.checker import Found, check_room
from trull.bench.cluster.players import Player as Witness
from trull.bench.cluster.servers import Session, Socket
from trull.bench.process import PROGRAM, Process, free_port, wait_for
from trull.bench.stock import Stocked, stock, stocked
from trull.errors import TableError
from trull.table import store as store_module
from trull.table.room.entries import Talked
from trull.table.service import owning
from trull.table.service.owning import Shards
from trull.table.store import Store, open_store, session
from trull.table.store.database import Change, keep
from trull.table.store.session import Lease, shard_of

RULES = "koenigrufen/tirol"


@pytest.fixture(scope="module")
def database_server() -> Iterator[postgres.Server]:
    with postgres.running() as found:
        yield found


@pytest.fixture
def address(database_server: postgres.Server, tmp_path: Path) -> str:
    return postgres.fresh_database(database_server, tmp_path.name)


@asynccontextmanager
async def two(address: str) -> AsyncIterator[tuple[Server, Server, Player, Player]]:
    """Two servers, Anna at the one and Berta at the other."""
    async with (
        one_of_several(address, "a") as one,
        one_of_several(address, "b") as other,
        AsyncExitStack() as stack,
    ):
        (anna,) = await visitors(stack, one.base, "Anna")
        (berta,) = await visitors(stack, other.base, "Berta")
        yield one, other, anna, berta


def ended(address: str, name: str) -> int:
    """End the writing session of a server; how many there were."""
    engine = sa.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        asked = sa.text(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = :name"
        )
        found = len(connection.execute(asked, {"name": f"trull/{name}"}).all())
    engine.dispose()
    return found


async def talk_in(store: Store, room: str) -> list[str]:
    """What was said in a room, whose log must have no gap."""
    kept = await store.load(room)
    assert kept is not None
    assert [entry.number for entry in kept.entries] == [*range(1, len(kept.entries) + 1)]
    return [entry.body.text for entry in kept.entries if isinstance(entry.body, Talked)]


def test_a_room_moves_to_the_server_where_it_is_wanted(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owning, "HOLD", 0.0)
    monkeypatch.setattr(owning, "PATIENCE", PATIENCE)

    async def go() -> None:
        async with two(address) as (one, other, anna, berta):
            room = await anna.open(RULES)
            number = await anna.must("talk", text="A")
            await berta.visit(room)
            assert berta.picture["n"] == number
            await anna.until(lambda: anna.bye != "")
            assert anna.bye == "restarting"
            assert (room in one.hall.rooms, room in other.hall.rooms) == (False, True)
            await berta.must("join", name="Berta")
            await berta.must("talk", text="B")
            await anna.hang_up()
            await anna.visit(room)  # and back, where she is led by nobody
            await anna.must("talk", text="C")
            assert await talk_in(one.store, room) == ["A", "B", "C"]

    run(go)


def test_a_room_does_not_leap_and_who_is_led_astray_comes_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was given a room by another keeps it for a while."""
    monkeypatch.setattr(owning, "HOLD", 10 * PATIENCE)

    async def go() -> None:
        async with two(address) as (one, other, anna, berta):
            room = await anna.open(RULES)
            await anna.must("talk", text="A")
            await berta.visit(room)  # the first time it is given at once
            await anna.until(lambda: anna.bye == "restarting")
            await anna.hang_up()
            monkeypatch.setattr(owning, "PATIENCE", 0.2)
            await anna.visit(room)
            assert anna.bye == "restarting"
            assert not one.hall.rooms
            await berta.must("join", name="Berta")
            for told in ("otherwise", "deals"):  # who is shut out is known where the room is
                assert (await anna.get(f"/api/rooms/{room}/{told}"))[0] == 503
            other.hall.owner.leaving = True  # but not who is about to stop
            monkeypatch.setattr(owning, "PATIENCE", PATIENCE)
            await anna.hang_up()
            await anna.visit(room)
            assert await talk_in(one.store, room) == ["A"]
            assert room in one.hall.rooms

    run(go)


def test_a_lost_session_is_made_again_and_its_shards_taken_again(address: str) -> None:
    async def go() -> None:
        async with two(address) as (one, other, anna, _berta):
            room = await anna.open(RULES)
            for number in range(6):
                if number % 2:
                    assert await asyncio.to_thread(ended, address, "a") == 1
                await anna.must("talk", text=str(number))
            assert room in one.hall.rooms
            assert await talk_in(other.store, room) == [*"012345"]
            assert not await other.hall.owner.own(room, ask=False)

    run(go)


def test_who_has_lost_a_shard_writes_nothing_in_it(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry under way when the session was lost is refused: the room is another's by now."""
    taken, begin = threading.Event(), Lease.begin

    def late(self: Lease, connection: sa.Connection) -> set[str]:
        assert not self.held or taken.wait(PATIENCE)
        return begin(self, connection)

    monkeypatch.setattr(Lease, "begin", late)

    async def go() -> None:
        async with two(address) as (one, other, anna, berta):
            room = await anna.open(RULES)
            await anna.must("talk", text="A")
            assert await asyncio.to_thread(ended, address, "a") == 1
            said = asyncio.create_task(anna.say("talk", text="lost", cid="x"))
            await berta.visit(room)
            assert berta.picture["n"] == 2
            await berta.must("join", name="Berta")
            taken.set()
            assert (await said).get("t") != "ack"
            await anna.until(lambda: anna.bye != "")
            assert anna.bye == "overtaken"
            await berta.must("talk", text="B")
            assert await talk_in(other.store, room) == ["A", "B"]
            assert not one.hall.owner.holds(room)

    run(go)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "frozen"])
def test_a_table_plays_on_elsewhere_when_its_server_is_gone(how: int, address: str) -> None:
    """A dead process loses its locks at once, a frozen one when PostgreSQL ends its session."""

    async def go() -> None:
        with serving(address, "a") as (one, base_a), serving(address, "b") as (_, base_b):
            async with Player(base_a, "Anna") as anna, Player(base_b, "Anna") as again:
                room = await anna.open(RULES)
                told = [await anna.must("talk", text=str(number)) for number in range(3)]
                for cookie in anna.session.cookie_jar:
                    known = {cookie.key: cookie.value}
                    again.session.cookie_jar.update_cookies(known, URL(base_b))
                os.kill(one.pid, how)
                await again.visit(room)
                while again.bye == "restarting":  # as the page does
                    await again.hang_up()
                    await again.visit(room)
                assert again.picture["n"] == told[-1]
                assert await again.must("talk", text="0", cid="Anna-1") == told[0]  # obeyed once
                await again.must("talk", text="3", cid="new")
                if how == signal.SIGSTOP:
                    os.kill(one.pid, signal.SIGCONT)  # and finds its shard taken
                    await anna.until(lambda: anna.bye in ("overtaken", "restarting"))
                store = open_store(address)
                assert await talk_in(store, room) == [*"0123"]
                await asyncio.to_thread(store.close)

    run(go)


@contextmanager
def serving(address: str, name: str) -> Iterator[tuple[Process, str]]:
    """``trull serve`` in a process of its own, and its address."""
    port = free_port()
    words = ["serve", "--port", str(port), "--database", address, "--shared", name, "--no-limits"]
    process = Process([sys.executable, "-c", PROGRAM, *words])
    try:
        wait_for(process, port)
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.kill()


def test_without_the_question_for_the_lease_the_lost_entry_would_be_written(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted mistake, so that the test above is known to see it."""
    monkeypatch.setattr(Store, "_check_lease", lambda *_: None)

    async def go() -> None:
        async with one_of_several(address, "a") as one, Player(one.base, "Anna") as anna:
            room = await anna.open(RULES)
            await one.store.lease_job(lambda lease, line: lease.give(line, shard_of(room)))
            await anna.must("talk", text="lost")
            assert await talk_in(one.store, room) == ["lost"]

    run(go)


# What ``trull bench cluster`` would find


class Led:
    """Leads everybody to one server."""

    astray = False

    def __init__(self, server: Server) -> None:
        self._base = server.base

    async def connect(
        self, session: Session, room: str, headers: dict[str, str]
    ) -> tuple[str, Socket]:
        url = f"{self._base}/ws/{room}"
        return self._base, await session.ws_connect(url, headers=headers, decode_text=False)


@asynccontextmanager
async def witnesses(server: Server, table: Stocked) -> AsyncIterator[list[Witness]]:
    """The people of a table, who play until they are not needed any more and are answered."""
    over = asyncio.Event()
    async with aiohttp.ClientSession() as session:
        people = [Witness(session, Led(server), table, seat, "x", 0.0) for seat in range(3)]
        playing = [asyncio.create_task(one.persist(lambda _: over.is_set())) for one in people]
        try:
            await acted(people, 5)
            yield people
            over.set()
            async with asyncio.timeout(PATIENCE):
                while any(one.open for one in people):
                    await asyncio.sleep(0.005)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)


async def acted(people: list[Witness], more: int) -> None:
    """Return when so many more acts were acknowledged."""
    wanted = sum(len(one.acks) for one in people) + more
    async with asyncio.timeout(PATIENCE):
        while sum(len(one.acks) for one in people) < wanted:
            await asyncio.sleep(0.005)


async def looked(server: Server, table: Stocked) -> Witness:
    """Somebody of the table has a look at it there, and goes."""
    async with aiohttp.ClientSession() as session:
        found = Witness(session, Led(server), table, 0, "y", 0.0)
        await found.persist(lambda _: bool(found.past and found.past[-1].tellings))
        return found


async def judged(store: Store, table: Stocked, people: list[Witness]) -> Found:
    kept, found = await store.load(table.room.id), Found()
    assert kept is not None
    check_room(kept, len(table.log), people, found, slack=0.0)
    assert found.acks > 5
    return found


def a_table(address: str) -> Stocked:
    table = stocked("lhombre/compagnie", random.Random(5), 3)
    stock(address, [table])
    return table


@pytest.mark.parametrize("planted", [False, True], ids=["sound", "planted"])
def test_an_entry_told_before_it_is_kept_is_found(
    planted: bool, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted store keeps what it told when it tells the next; then it dies."""
    late, settled = list[object](), Store._settled

    def hasty(self: Store, waiting: list[object]) -> list[tuple[object, None]]:
        before, late[:] = late[:], waiting
        if before:
            settled(self, before)  # type: ignore[arg-type]
        return [(one.told, None) for one in waiting]  # type: ignore[attr-defined]

    if planted:
        monkeypatch.setattr(Store, "_settled", hasty)
    table = a_table(database)

    async def go() -> None:
        async with alone(database) as server:
            async with witnesses(server, table) as people:
                await acted(people, 5)
            found = await judged(server.store, table, people)
            assert (found.lost > 0, found.ahead > 0) == (planted, planted), found
            assert planted or not found.wrong, found

    run(go)


@pytest.mark.parametrize("planted", [False, True], ids=["sound", "planted"])
def test_an_entry_written_outside_the_session_with_the_locks_is_found(
    planted: bool, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other server has taken the room; the planted one goes on by a session of its own."""

    def unlocked(self: Store, changes: list[Change], in_doubt: bool) -> None:
        del in_doubt
        with self._engine.begin() as connection:
            keep(connection, changes)

    if planted:
        monkeypatch.setattr(Store, "_keep", unlocked)
    monkeypatch.setattr(store_module, "PULSE", PATIENCE)  # it does not notice
    table = a_table(address)

    async def go() -> None:
        async with one_of_several(address, "a") as one, one_of_several(address, "b") as other:
            async with witnesses(one, table) as people:
                assert await asyncio.to_thread(ended, address, "a") == 1
                people.append(await looked(other, table))
                await acted(people, 3)
            found = await judged(one.store, table, people)
            assert bool(found.forked) == planted, found
            assert planted or not found.wrong, found

    run(go)


@pytest.mark.parametrize("planted", [False, True], ids=["sound", "planted"])
def test_a_shard_given_before_its_batch_is_written_is_found(
    planted: bool, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted owner unlocks first, and puts its rooms away after a few more entries."""
    monkeypatch.setattr(owning, "HOLD", 0.0)  # the room comes back at once
    enough = asyncio.Event()

    async def hasty(self: Shards, shard: str) -> None:
        await self._store.lease_job(lambda lease, line: _unlocked(lease, line, shard))
        await enough.wait()
        await give(self, shard)

    def _unlocked(lease: Lease, line: sa.Connection, shard: str) -> None:
        lease.give(line, shard)
        lease.held.add(shard)

    give = Shards._give
    if planted:
        monkeypatch.setattr(Shards, "_give", hasty)
    table = a_table(address)

    async def go() -> None:
        async with one_of_several(address, "a") as one, one_of_several(address, "b") as other:
            async with witnesses(one, table) as people:
                people.append(await looked(other, table))
                await acted(people, 3)
                enough.set()
            found = await judged(one.store, table, people)
            assert bool(found.forked) == planted, found
            assert planted or not found.wrong, found

    run(go)


@asynccontextmanager
async def alone(database: str) -> AsyncIterator[Server]:
    """A server that has its database for itself."""
    store = open_store(database)
    async with served_by(store) as server:
        yield server


def test_a_file_is_not_shared(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="share a PostgreSQL, not a file"):
        open_store(f"sqlite:///{tmp_path / 'x.sqlite'}", Lease("a"))


def test_shards_have_numbers_of_their_own() -> None:
    letters = "23456789abcdefghjkmnpqrstuvwxyz"
    assert len({session._number(a + b) for a in letters for b in letters}) == len(letters) ** 2
