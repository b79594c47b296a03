"""Post-mortems on request, computed in a worker process, one decision at a time.

Nothing of it runs in the server's own process, so that no table waits. Who asks is told how far it
is; the result is kept by the record. Several deals take turns, decision by decision.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import threading
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from hashlib import sha256
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from trull import laws, notation
from trull.errors import NotationError
from trull.table import logs, shown, wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from trull.bots.postmortem import Choice, Decision, Moment, Postmortem
    from trull.notation import Record
    from trull.state import Action

T = TypeVar("T")
WORKERS = 1
"""Worker processes."""
KEPT = 256
"""Cached results."""
WAITING = 24
"""Concurrent post-mortems."""
IDLE = 60.0
"""Idle seconds after which the worker is stopped."""
POLITE = 10
"""Niceness of the worker."""


class Unfinished(Exception):
    """The deal is not over; its cards are still secret."""


class Question(NamedTuple):
    """A finished deal to analyse; equal deals are equal questions."""

    id: str
    text: str
    record: Record


def question(text: str, number: int) -> Question:
    """The question about a deal of a record; NotationError or Unfinished if it is none."""
    records = notation.parse_all(text)
    if not 0 < number <= len(records):
        raise NotationError(f"there is no deal {number}")
    record = records[number - 1]
    notation.bounded(record)
    if not notation.replayed(record).over:
        raise Unfinished
    told = notation.format_record(record)
    return Question(sha256(told.encode()).hexdigest()[:32], told, record)


class Job:
    """A running analysis."""

    def __init__(self, asked: Question, client: str) -> None:
        """Start with no progress."""
        self.asked, self.clients = asked, {client}
        self.places: tuple[int, ...] = ()
        self.moments: list[Moment] = []
        self.task: asyncio.Task[None] | None = None

    @property
    def progress(self) -> shown.Examination:
        """The progress."""
        return shown.Examination(self.asked.id, len(self.moments), len(self.places), None)


class Postmortems:
    """Running analyses and cached results."""

    def __init__(self) -> None:
        """The worker starts on the first request."""
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Semaphore(WORKERS)
        self._jobs: dict[str, Job] = {}
        self._found: OrderedDict[str, shown.Examination] = OrderedDict()
        self._home: asyncio.TimerHandle | None = None

    def ask(self, asked: Question, client: str) -> shown.Examination | wire.Code:
        """Start or join an analysis; one per client at a time."""
        known = self.found(asked.id)
        if known is not None:
            if asked.id in self._jobs:
                self._jobs[asked.id].clients.add(client)
            return known
        if any(client in job.clients for job in self._jobs.values()):
            return "busy"
        if len(self._jobs) >= WAITING:
            return "too_fast"
        job = self._jobs[asked.id] = Job(asked, client)
        job.task = asyncio.get_running_loop().create_task(self._run(job))
        return job.progress

    def found(self, name: str) -> shown.Examination | None:
        """The result or progress of a question; None if unknown."""
        done = self._found.get(name)
        if done is not None:
            self._found.move_to_end(name)
            return done
        job = self._jobs.get(name)
        return None if job is None else job.progress

    def leave(self, name: str, client: str) -> None:
        """Stop waiting; without clients the analysis is cancelled."""
        job = self._jobs.get(name)
        if job is None:
            return
        job.clients.discard(client)
        if not job.clients and job.task is not None:
            job.task.cancel()

    def close(self) -> None:
        """Shut down."""
        for job in tuple(self._jobs.values()):
            if job.task is not None:
                job.task.cancel()
        self._send_home()

    # Working

    async def _run(self, job: Job) -> None:
        try:
            job.places = await self._asked(partial(_places, job.asked.text))
            for at in job.places:
                job.moments.append(await self._asked(partial(_judged, job.asked.text, at)))
            self._keep(job)
        except BrokenProcessPool as error:
            self._pool = None
            logs.trouble("postmortem_died", error)
        except Exception as error:  # one failing deal must not affect others
            logs.trouble("postmortem_failed", error, rules=job.asked.record.setup.rules.name)
        finally:
            del self._jobs[job.asked.id]
            self._rest()

    async def _asked(self, work: Callable[[], T]) -> T:
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(self._workers(), work)

    def _keep(self, job: Job) -> None:
        from trull.bots.postmortem import summed_up  # only here: it brings numpy with it

        told = shown_postmortem(job.asked.record, summed_up(job.asked.record, job.moments))
        of = len(job.places)
        self._found[job.asked.id] = shown.Examination(job.asked.id, of, of, told)
        while len(self._found) > KEPT:
            self._found.popitem(last=False)

    def _workers(self) -> ProcessPoolExecutor:
        if self._home is not None:
            self._home.cancel()
            self._home = None
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(WORKERS, context, _begin)
        return self._pool

    def _rest(self) -> None:
        """Stop the worker after a while without work."""
        if not self._jobs and self._pool is not None:
            loop = asyncio.get_running_loop()
            self._home = loop.call_later(IDLE, self._send_home)

    def _send_home(self) -> None:
        if self._home is not None:
            self._home.cancel()
            self._home = None
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


# In the worker process


def _begin() -> None:
    """Lower the priority, and exit with the server, however it ends."""
    with contextlib.suppress(OSError):
        os.nice(POLITE)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


@lru_cache(maxsize=8)
def _record(text: str) -> Record:
    return notation.parse(text)


def _places(text: str) -> tuple[int, ...]:
    from trull.bots.postmortem import moments  # only here: the server needs none of it

    return moments(_record(text))


def _judged(text: str, at: int) -> Moment:
    from trull.bots.postmortem import judged  # only here: the server needs none of it

    return judged(_record(text), at)


# As it is sent


def shown_postmortem(record: Record, found: Postmortem) -> shown.PostmortemShown:
    """A post-mortem as the page reads it."""
    codes = laws.of(record.setup.rules.game).pack.codes
    return shown.PostmortemShown(
        decisions=[[_decision(one, codes) for one in seat] for seat in found.decisions],
        verdicts=[None if one is None else shown.VerdictShown(*one) for one in found.verdicts],
        moments=[_moment(moment) for moment in found.moments],
    )


def _decision(one: Decision, codes: tuple[str, ...]) -> shown.DecisionShown:
    return shown.DecisionShown(
        at=one.at,
        seat=one.seat,
        phase=one.phase,
        trick=one.trick,
        did=_act(one.seat, one.did),
        better=_act(one.seat, one.better),
        reason=one.reason,
        known=_rounded(one.known),
        open=_rounded(one.open),
        given=one.given,
        goal=one.goal,
        item=codes[one.item] if one.item >= 0 else "",
        turned=one.turned,
    )


def _moment(moment: Moment) -> shown.MomentShown:
    from trull.bots.postmortem import choices_at  # only here: it brings numpy with it

    goal = moment.open[0].goal if moment.open else None
    return shown.MomentShown(
        at=moment.at,
        seat=moment.seat,
        did=_act(moment.seat, moment.did),
        goal="" if goal is None else goal.kind if goal.side == goal.counted else "shun",
        needed=goal.bar if goal else 0,
        counted=[s for s in range(8) if goal and goal.counted >> s & 1],
        choices=[_choice(moment.seat, one) for one in choices_at(moment)],
    )


def _choice(seat: int, one: Choice) -> shown.ChoiceShown:
    return shown.ChoiceShown(
        act=_act(seat, one.action),
        mean=_rounded(one.mean),
        error=_rounded(one.error),
        value=one.value,
        wins=one.wins,
        worth=_rounded(one.worth),
    )


def _act(seat: int, act: Action) -> shown.ActShown:
    return shown.ActShown(seat, act.verb, list(act.args))


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)
