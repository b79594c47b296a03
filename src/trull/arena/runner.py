"""Many deals at once, by whichever workers. The result is the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from trull.arena.deal import DealResult, Plan, play_deal
from trull.arena.tally import Tally
from trull.arena.workers import Workers, hired, in_order, reported, workers_for

Progress = Callable[[int], None]
Keep = Callable[[DealResult], None]
LARGEST = 25
"""Most deals handed out at once: the bar should move."""


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
    jobs, span = workers_for(jobs, deals), range(first, first + deals)
    with hired(jobs, ray) as workers:
        return played(workers, plan, span, jobs=jobs, progress=progress, keep=keep)


def played(
    workers: Workers,
    plan: Plan,
    deals: range,
    *,
    jobs: int,
    progress: Progress = lambda _deals: None,
    keep: Keep = lambda _result: None,
) -> Tally:
    """The same by workers who are there already; ``keep`` gets the deals in their order."""
    tally = Tally()
    found = workers.each(partial(batch, plan), _spans(deals, jobs))
    for results in in_order(reported(found, lambda results: progress(len(results)))):
        tally.add(results)
        for result in results:
            keep(result)
    return tally


def batch(plan: Plan, span: range) -> list[DealResult]:
    """Some deals in a row: the work of one worker."""
    return [play_deal(plan, number) for number in span]


def _spans(deals: range, jobs: int) -> list[range]:
    """The deals in pieces, several for each worker.

    >>> _spans(range(7, 10), 1)
    [range(7, 8), range(8, 9), range(9, 10)]
    >>> len(_spans(range(1000), 2))
    40
    """
    size = max(1, min(LARGEST, len(deals) // (jobs * 8)))
    return [deals[first : first + size] for first in range(0, len(deals), size)]
