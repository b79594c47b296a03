"""Work split over threads: every row once, by whoever has time."""

from __future__ import annotations

import threading
import time

import pytest

from trull.bots.fast import jobs
from trull.machine import compiled


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "uncompiled", lambda: False)


@pytest.mark.parametrize("rows", [0, 1, 2, 3, 7, 64, 1000])
@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_every_row_is_worked_on_once(rows: int, threads: int) -> None:
    done: list[int] = []
    jobs.each(rows, threads, lambda first, last, _: done.extend(range(first, last)))
    assert sorted(done) == list(range(rows))


def test_the_numbers_of_threads_that_work_at_once_are_their_own() -> None:
    at_work: set[int] = set()
    lock = threading.Lock()

    def work(_first: int, _last: int, thread: int) -> None:
        with lock:
            assert thread not in at_work
            at_work.add(thread)
        time.sleep(0.0005)
        with lock:
            at_work.remove(thread)

    jobs.each(100, 2, work)


def test_who_is_done_helps_who_is_not() -> None:
    """One thread is stuck with its first row; the other does all the rest meanwhile."""
    stuck, rest_done = threading.Event(), threading.Event()
    done: list[int] = []

    def work(first: int, last: int, thread: int) -> None:
        if thread == 1:
            stuck.set()
            assert rest_done.wait(90), "nobody helps"
        else:
            assert stuck.wait(90), "nobody else works"
        done.extend(range(first, last))
        if thread == 0 and len(done) == 7:
            rest_done.set()

    jobs.each(8, 2, work)
    assert sorted(done) == list(range(8))


def test_what_goes_wrong_in_any_thread_is_told() -> None:
    raised = threading.Event()

    def work(_first: int, _last: int, thread: int) -> None:
        if thread == 1:
            raised.set()
            raise ValueError("in the second thread")
        assert raised.wait(90), "nobody else works"

    with pytest.raises(ValueError, match="in the second thread"):
        jobs.each(100, 2, work)


def test_questions_inside_a_question_do_not_wait_for_each_other() -> None:
    done: list[int] = []

    def inner(first: int, last: int, _thread: int) -> None:
        done.extend(range(first, last))

    jobs.each(4, 4, lambda *_: jobs.each(8, 4, inner))
    assert len(done) == 32
