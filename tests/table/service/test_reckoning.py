"""Slow work is shared fairly: who has used least goes first, who has used too much is refused."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from players import PATIENCE, run
from trull.table.service.reckoning import AT_ONCE, OF_AN_ADDRESS, Busy, Client, FairPool, Reckoning
from trull.table.service.thinkers import Thinkers
from trull.table.settings import Rate
from trull.table.steps import Steps, at_once

MALLORY, ANNA = Client("192.0.2.1"), Client("198.51.100.7")
RICH = Rate(burst=1e9, each_second=1e9)


def spend(seconds: float) -> None:
    """Use CPU time."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_a_short_wish_goes_before_the_rest_of_a_long_one() -> None:
    """A record of a hundred steps lets another visitor pass after the step that is under way."""
    steps: list[str] = []

    def long() -> Steps[str]:
        for _ in range(100):
            spend(0.002)
            steps.append("long")
            yield
        return "long"

    async def go() -> None:
        pool = FairPool(1, "test")
        slow = asyncio.ensure_future(pool.run(MALLORY, long()))
        while not steps:
            await asyncio.sleep(0)
        found = await pool.run(ANNA, at_once(lambda: len(steps)))
        assert not slow.done()
        assert found < 100
        assert await slow == "long"
        pool.close()

    run(go)


def test_work_under_way_when_the_server_stops_ends_in_peace() -> None:
    """Its step is done; there is no next one, and nothing of it is trouble."""
    begun, go_on = threading.Event(), threading.Event()
    troubles = list[object]()

    def work() -> Steps[None]:
        begun.set()
        go_on.wait(PATIENCE)
        yield
        raise AssertionError("a step after the end")

    async def go() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: troubles.append(told))
        pool = FairPool(1, "test")
        asked = asyncio.ensure_future(pool.run(MALLORY, work()))
        await asyncio.to_thread(begun.wait, PATIENCE)
        pool.close()
        go_on.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait([asked])
        assert asked.cancelled()

    run(go)
    assert not troubles


def test_thirty_rooms_of_one_address_wait_for_each_other_and_not_another_for_them() -> None:
    """What 30 tables of strong bots want is as one table's want to everybody else's bots."""
    order: list[str] = []
    begun, there, go_on = threading.Event(), threading.Event(), threading.Event()

    def think(who: str) -> Steps[None]:
        def thought() -> None:
            order.append(who)
            (there if who == "mine" else begun).set()
            go_on.wait(PATIENCE)
            spend(0.002)

        return at_once(thought)

    async def go() -> None:
        pool = FairPool(1, "test")
        rooms = [Client(MALLORY.address, f"room {n}") for n in range(30)]
        wishes = [pool.run(room, think(room.who)) for room in rooms for _ in range(3)]
        flood = [asyncio.ensure_future(wish) for wish in wishes]
        await asyncio.get_running_loop().run_in_executor(None, begun.wait, PATIENCE)
        mine = asyncio.ensure_future(pool.run(Client(ANNA.address, "mine"), think("mine")))
        await asyncio.get_running_loop().run_in_executor(None, there.wait, PATIENCE)
        go_on.set()
        await asyncio.gather(mine, *flood)
        pool.close()
        assert order.index("mine") == 1  # beside the one that was under way
        assert sorted(order[:31]) == sorted(["mine", *(room.who for room in rooms)])

    run(go)


def test_work_that_fails_is_told_to_who_asked_and_the_next_goes_on() -> None:
    def fails() -> Steps[None]:
        yield
        raise ValueError("no")

    async def go() -> None:
        pool = FairPool(1, "test")
        with pytest.raises(ValueError, match="no"):
            await pool.run(MALLORY, fails())
        assert await pool.run(MALLORY, at_once(lambda: 1)) == 1
        pool.close()

    run(go)


def test_who_has_spent_his_budget_is_told_when_to_come_again() -> None:
    async def go() -> None:
        reckoning = Reckoning(Rate(burst=0.001, each_second=0.0001))
        await reckoning.ask(MALLORY, at_once(lambda: spend(0.01)))
        with pytest.raises(Busy) as refused:
            await reckoning.ask(MALLORY, at_once(lambda: None))
        assert refused.value.after > 1
        await reckoning.ask(ANNA, at_once(lambda: None))
        reckoning.close()

    run(go)


def test_a_client_and_an_address_ask_for_so_much_at_once_and_no_more() -> None:
    done = threading.Event()

    async def go() -> None:
        reckoning = Reckoning(RICH)
        members = [Client(MALLORY.address, f"member {n}") for n in range(OF_AN_ADDRESS)]
        asked = [
            asyncio.ensure_future(reckoning.ask(who, at_once(lambda: done.wait(PATIENCE))))
            for who in (*[members[0]] * (AT_ONCE + 3), *members[1:])
        ]
        await asyncio.sleep(0)
        assert await reckoning.ask(ANNA, at_once(lambda: 1)) == 1
        done.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        first = found[: AT_ONCE + 3]
        assert [isinstance(one, Busy) for one in first] == [False] * AT_ONCE + [True] * 3
        assert [isinstance(one, Busy) for one in found].count(False) == OF_AN_ADDRESS
        reckoning.close()

    run(go)


def test_a_bot_without_a_choice_takes_as_long_as_others() -> None:
    """Else whoever counts the seconds knows that one card was left to it."""

    async def go() -> None:
        thinkers = Thinkers(1, PATIENCE)
        await thinkers.asked_by("search", ANNA, lambda: time.sleep(0.3), forced=False)
        began = time.monotonic()
        await thinkers.asked_by("search", ANNA, lambda: None, forced=True)
        assert time.monotonic() - began >= 0.3
        thinkers.close()

    run(go)
