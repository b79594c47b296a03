"""Slow work, shared fairly: a thread pool that serves first who has used the least CPU time.

Work is a generator of steps. After each step the next one is chosen anew, by address, then by
client: a long record lets short ones pass, and thirty tables of one address wait for each other.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, TypeVar

from trull.table.net.guard import KNOWN, Gate
from trull.table.settings import Rate
from trull.table.steps import Steps

LIGHT = Rate(burst=3.0, each_second=0.3)
"""CPU seconds up to which an address asks for little."""

AT_ONCE = 4
"""Requests of one client, waiting or under way."""

OF_AN_ADDRESS = 16
"""The same of one address: a club may share it."""

IN_ALL = 256
"""The same of everybody."""

SOON = 5.0
"""Seconds after which a client with too many requests may try again."""

T = TypeVar("T")


class Client(NamedTuple):
    """Whom work is charged to: an address, and a member, visitor or room there."""

    address: str
    who: str = ""

    @property
    def key(self) -> str:
        """The client as one word."""
        return f"{self.address} {self.who}"


class Busy(Exception):
    """A refusal; ``after`` is the number of seconds until it may be granted."""

    def __init__(self, after: float) -> None:
        """Keep the seconds."""
        super().__init__(after)
        self.after = after


class _Job(NamedTuple):
    number: int
    client: Client
    step: Callable[[], bool]  # whether it was the last
    done: asyncio.Future[None]


class _Stepped(NamedTuple):
    last: bool
    error: Exception | None
    seconds: float  # of CPU time


class FairPool:
    """Threads and what waits for them."""

    def __init__(self, threads: int, name: str) -> None:
        """Start idle; there is one thread more, for addresses that ask for little."""
        self._pool = ThreadPoolExecutor(threads + 1, name)
        self._threads = threads
        self._running: Counter[str] = Counter()  # by address
        self._lately = Gate(LIGHT)  # by address
        self._waiting: list[_Job] = []
        self._numbers = itertools.count()
        self._used: dict[str, float] = {}  # CPU seconds, by address and by client
        self._now: dict[str, float] = {}  # what the last one served had used, of all, of an address
        self._closed = False

    async def run(self, client: Client, work: Steps[T]) -> T:
        """The result of work; cancelled work takes no further step."""
        found: list[T] = []
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        job = _Job(next(self._numbers), client, partial(_step, work, found), done)
        self._arrive(client)
        self._waiting.append(job)
        self._go_on()
        try:
            await done
        finally:
            if job in self._waiting:
                self._waiting.remove(job)
        return found[0]

    @property
    def busy(self) -> int:
        """Work under way or waiting."""
        return self._running.total() + len(self._waiting)

    def charge(self, client: Client, seconds: float) -> None:
        """Count CPU time a client has used."""
        for key in (client.address, client.key):
            self._used[key] = self._used.get(key, 0.0) + seconds
        self._lately.of(client.address).spend(seconds)

    def close(self) -> None:
        """Shut down; what is under way takes no further step."""
        self._closed = True
        for job in self._waiting:
            job.done.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _arrive(self, client: Client) -> None:
        """Let a client begin level with who is served now: nobody saves up turns."""
        if not (self._waiting or self._running) or len(self._used) > KNOWN:
            self._used, self._now = {}, {}  # all begin level again
        for key, among in ((client.address, ""), (client.key, client.address)):
            self._used[key] = max(self._used.get(key, 0.0), self._now.get(among, 0.0))

    def _rank(self, job: _Job) -> tuple[float, float, int]:
        client, used = job.client, self._used
        return used.get(client.address, 0.0), used.get(client.key, 0.0), job.number

    def _may(self, job: _Job) -> bool:
        """Whether there is a thread for a job; the last one is for who has used little lately."""
        running, address = self._running.total(), job.client.address
        if running != self._threads:
            return running < self._threads
        return not self._running[address] and self._lately.of(address).left > 0

    def _go_on(self) -> None:
        """Give every free thread a step to do."""
        loop = asyncio.get_running_loop()
        while may := [job for job in self._waiting if self._may(job)]:
            job = min(may, key=self._rank)
            self._waiting.remove(job)
            self._running[job.client.address] += 1
            self._now[""], self._now[job.client.address], _ = self._rank(job)
            step = loop.run_in_executor(self._pool, _timed, job.step)
            step.add_done_callback(partial(self._stepped, job))

    def _stepped(self, job: _Job, step: asyncio.Future[_Stepped]) -> None:
        self._running[job.client.address] -= 1
        self._running += Counter()  # forget those at zero
        if step.cancelled():  # the pool is shut down
            return
        last, error, seconds = step.result()
        self.charge(job.client, seconds)
        if not job.done.done():  # else nobody waits for it any more
            if error is not None:
                job.done.set_exception(error)
            elif last:
                job.done.set_result(None)
            elif self._closed:
                job.done.cancel()
            else:
                self._waiting.append(job)
        if not self._closed:
            self._go_on()


def _step(work: Steps[T], found: list[T]) -> bool:
    """Do one step; the last one leaves the result."""
    try:
        next(work)
    except StopIteration as end:
        found.append(end.value)
        return True
    return False


def _timed(step: Callable[[], bool]) -> _Stepped:
    """Do a step; what goes wrong is for who waits, and its time is charged all the same."""
    began = time.thread_time()
    try:
        last, error = step(), None
    except Exception as failed:
        last, error = True, failed
    return _Stepped(last, error, time.thread_time() - began)


class Reckoning(FairPool):
    """Records, logs and score pads of visitors; each client has a budget of CPU seconds."""

    def __init__(self, budget: Rate) -> None:
        """One thread, and one for who asks for little: the interpreter runs one at once."""
        super().__init__(1, "records")
        self._budgets = Gate(budget)
        self._held: Counter[str] = Counter()

    async def ask(self, client: Client, work: Steps[T], most: int = AT_ONCE) -> T:
        """The result of work; Busy where the client asks for too much."""
        self._check(client, most)
        held = [client.key, client.address, ""]
        self._held.update(held)
        try:
            return await self.run(client, work)
        finally:
            self._held.subtract(held)
            self._held += Counter()  # forget those at zero

    def charge(self, client: Client, seconds: float) -> None:
        """Count CPU time a client has used, from its budget too."""
        super().charge(client, seconds)
        self._budgets.of(client.key).spend(seconds)

    def _check(self, client: Client, most: int) -> None:
        owed = self._budgets.of(client.key).wait(0.0)
        if owed:
            raise Busy(owed)
        limits = {client.key: most, client.address: OF_AN_ADDRESS, "": IN_ALL}
        if any(self._held[key] >= limit for key, limit in limits.items()):
            raise Busy(SOON)
