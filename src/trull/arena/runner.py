"""Many deals at once: in this process, in several, or on Ray. The result is the same."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from types import ModuleType

from trull.arena.deal import DealResult, Plan, play_deal
from trull.arena.tally import Tally
from trull.errors import TrullError

Progress = Callable[[int], None]
Keep = Callable[[DealResult], None]
LARGEST = 25
"""Most deals handed out at once: the bar should move."""
DIED = "a process of the arena was killed, by a bot or for want of memory; --jobs 1 starts none"


def run(
    plan: Plan,
    deals: int,
    *,
    first: int = 0,
    jobs: int = 0,
    ray: bool = False,
    progress: Progress = lambda _deals: None,
    keep: Keep = lambda _result: None,
) -> Tally:
    """Play so many deals from the ``first`` on and add them up; 0 jobs: one for each core."""
    jobs = jobs or os.cpu_count() or 1
    tally, spans = Tally(), _spans(first, deals, jobs)
    for results in _batches(plan, spans, min(jobs, len(spans)), ray):  # none starts for nothing
        tally.add(results)
        for result in results:
            keep(result)
        progress(len(results))
    return tally


def batch(plan: Plan, first: int, last: int) -> list[DealResult]:
    """Some deals in a row: the work of one worker."""
    return [play_deal(plan, number) for number in range(first, last)]


def _batches(
    plan: Plan, spans: list[tuple[int, int]], jobs: int, ray: bool
) -> Iterator[list[DealResult]]:
    if ray:
        yield from _on_ray(plan, spans, jobs)
    elif jobs == 1:
        for span in spans:
            yield batch(plan, *span)
    else:
        yield from _in_processes(plan, spans, jobs)


def _spans(first: int, deals: int, jobs: int) -> list[tuple[int, int]]:
    """The deals in pieces, several for each worker.

    >>> _spans(0, 5, 1), _spans(7, 3, 1)
    ([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], [(7, 8), (8, 9), (9, 10)])
    >>> len(_spans(0, 1000, 2))
    40
    """
    size, last = max(1, min(LARGEST, deals // (jobs * 8))), first + deals
    return [(begin, min(begin + size, last)) for begin in range(first, last, size)]


def _in_processes(
    plan: Plan, spans: list[tuple[int, int]], jobs: int
) -> Iterator[list[DealResult]]:
    """Fresh processes: a forked one would share half-taken locks of compiled code."""
    others = active_children()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            with _deaf():
                waiting = [pool.submit(batch, plan, first, last) for first, last in spans]
            for done in as_completed(waiting):
                yield done.result()
        except BrokenProcessPool:
            raise TrullError(DIED) from None
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


def _on_ray(plan: Plan, spans: list[tuple[int, int]], jobs: int) -> Iterator[list[DealResult]]:
    """On the Ray that RAY_ADDRESS names, else on one started here and stopped afterwards."""
    ray = _ray()
    began_here = not ray.is_initialized()
    if began_here:
        local = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": jobs}
        ray.init(log_to_driver=False, include_dashboard=False, **local)
    try:
        remote = ray.remote(batch)
        waiting = [remote.remote(plan, first, last) for first, last in spans]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        if began_here:
            ray.shutdown()


def _ray() -> ModuleType:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise TrullError("--ray needs Ray: pip install 'trull[scale]'") from None
