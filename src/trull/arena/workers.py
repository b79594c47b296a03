"""Who does many pieces of work: this process, several, or Ray. The results are the same.

A job is a function of a module, or a ``partial`` of one, for it is sent to others; a piece is what
it is called with. On Ray a worker or a machine that dies costs time and no piece: it is done again.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from types import ModuleType
from typing import Protocol, TypeVar, cast

from trull.errors import TrullError

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Placed = tuple[int, Result]
"""A result with the place of its piece."""

DIED = "a process of the arena was killed, by a bot or for want of memory; --jobs 1 starts none"
RETRIES = 5
"""How often Ray does a piece again whose worker or machine has died."""
LOST = f"Ray lost the same work {RETRIES + 1} times: killed by a bot, or for want of memory"


class Workers(Protocol):
    """Those who do the pieces of a job."""

    def each(
        self, job: Callable[[Piece], Result], pieces: Sequence[Piece]
    ) -> Iterator[Placed[Result]]:
        """The results of all pieces, in the order in which they come."""


@contextlib.contextmanager
def hired(jobs: int, ray: bool = False) -> Iterator[Workers]:
    """So many workers, or those of a Ray cluster, until the work is done."""
    if ray:
        with _on_ray(jobs) as module:
            yield _OnRay(module)
    elif jobs == 1:
        yield _Here()
    else:
        with _processes(jobs) as pool:
            yield _Processes(pool)


def workers_for(jobs: int, pieces: int) -> int:
    """As many as asked for, for 0 one for each core; but none starts for nothing.

    >>> workers_for(8, 3), workers_for(8, 0), workers_for(0, 1)
    (3, 1, 1)
    """
    return max(1, min(jobs or os.cpu_count() or 1, pieces))


def in_order(placed: Iterable[Placed[Result]]) -> Iterator[Result]:
    """The results in the order of their pieces; who is early waits.

    >>> list(in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    early, due = dict[int, Result](), 0
    for place, result in placed:
        early[place] = result
        while due in early:
            yield early.pop(due)
            due += 1


def reported(
    placed: Iterable[Placed[Result]], report: Callable[[Result], None]
) -> Iterator[Placed[Result]]:
    """The same results; each is reported as it comes."""
    for place, result in placed:
        report(result)
        yield place, result


class _Here:
    """This process."""

    def each(
        self, job: Callable[[Piece], Result], pieces: Sequence[Piece]
    ) -> Iterator[Placed[Result]]:
        return enumerate(map(job, pieces))


# Processes


@dataclass(frozen=True)
class _Processes:
    """Several processes of this machine."""

    pool: ProcessPoolExecutor

    def each(
        self, job: Callable[[Piece], Result], pieces: Sequence[Piece]
    ) -> Iterator[Placed[Result]]:
        try:
            with _deaf():
                places = {self.pool.submit(job, piece): at for at, piece in enumerate(pieces)}
            for done in as_completed(places):
                yield places[done], done.result()
        except BrokenProcessPool:
            raise TrullError(DIED) from None


@contextlib.contextmanager
def _processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Fresh processes: a forked one would share half-taken locks of compiled code."""
    others = active_children()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            yield pool
        except BaseException:
            for worker in set(active_children()) - set(others):
                worker.terminate()  # nobody waits for what they are at
            raise
        finally:
            pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Whoever is started here never hears Ctrl-C: half awake he would only cry out."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Ray


@dataclass(frozen=True)
class _OnRay:
    """The workers of a Ray cluster."""

    ray: ModuleType

    def each(
        self, job: Callable[[Piece], Result], pieces: Sequence[Piece]
    ) -> Iterator[Placed[Result]]:
        remote = self.ray.remote(max_retries=RETRIES)(_done)
        places = {remote.remote(job, piece): place for place, piece in enumerate(pieces)}
        waiting = list(places)
        while waiting:
            done, waiting = self.ray.wait(waiting)
            for one in done:
                yield places.pop(one), cast("Result", self._got(one))

    def _got(self, one: object) -> object:
        """What a worker answered; his error as here, without Ray's account of where it was."""
        try:
            return self.ray.get(one)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self.ray.exceptions.RayError as error:
            raise TrullError(LOST) from error


def _done(job: Callable[[Piece], Result], piece: Piece) -> Result:
    return job(piece)


@contextlib.contextmanager
def _on_ray(jobs: int) -> Iterator[ModuleType]:
    """The Ray that RAY_ADDRESS names, else one started here and stopped afterwards."""
    ray = _ray()
    began_here = not ray.is_initialized()
    if began_here:
        local = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": jobs}
        ray.init(log_to_driver=False, include_dashboard=False, **local)
    try:
        yield ray
    finally:
        if began_here:
            ray.shutdown()


def _ray() -> ModuleType:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise TrullError("--ray needs Ray: pip install 'trull[scale]'") from None
