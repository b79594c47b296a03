"""What somebody has learnt: read as the page reads it, due on the same days."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trull.learn import progress
from trull.learn.fsrs import Grade
from trull.learn.progress import Now, Progress

SHARED = json.loads(Path(__file__).with_name("progress.json").read_text(encoding="utf-8"))
"""Files good and bad, and answers with what is due after them; the page's tests read it too."""
BOOK = "koenigrufen/tirol"
DAY = 24 * 60 * 60 * 1000


def on(day: int) -> Now:
    return Now(day, day * DAY)


@pytest.mark.parametrize("told", SHARED["good"], ids=str)
def test_what_the_page_writes_is_read_and_written_again(told: dict[str, object]) -> None:
    found = progress.read(json.dumps(told))
    assert found is not None
    whole = {"puzzles": {}, "ratings": {}, "ideas": {}, **told}
    assert json.loads(progress.written(found)) == whole
    assert progress.read(progress.written(found)) == found


@pytest.mark.parametrize("told", SHARED["bad"], ids=str)
def test_what_the_page_refuses_is_refused(told: object) -> None:
    assert progress.read(json.dumps(told)) is None


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"version": 1e999}', "9" * 5000])
def test_what_is_no_json_is_refused(text: str) -> None:
    assert progress.read(text) is None


def test_numbers_beyond_all_measure_are_refused() -> None:
    for number in ("NaN", "Infinity", "-1", "1e999"):
        text = '{"version": 1, "lessons": {}, "quiz": {"a": {"right": %s, "asked": 1, "at": 1}}}'
        assert progress.read(text % number) is None


def test_the_same_answers_are_due_on_the_same_days_as_on_the_page() -> None:
    known = Progress()
    for what, idea, day in SHARED["events"]:
        if what == "missed":
            known = progress.missed(known, idea, BOOK, on(day))
        else:
            known = progress.repeated(known, idea, BOOK, Grade[what], on(day))
    for day, due in SHARED["due"].items():
        assert progress.due_on(known, int(day)) == due


def test_of_two_the_newer_counts_part_by_part() -> None:
    old = progress.stepped(Progress(), "K1", 2, 10, 1, 2, on(1))
    old = progress.stepped(old, "K2", 7, 10, 1, 2, on(9))
    late = progress.stepped(Progress(), "K1", 5, 10, 1, 2, on(4))
    late = progress.missed(late, "koenigrufen.legal", BOOK, on(4))
    for both in (progress.merged(old, late), progress.merged(late, old)):
        assert (progress.step_of(both, "K1"), progress.step_of(both, "K2")) == (5, 7)
        assert both.ideas == late.ideas


def test_a_lesson_that_was_done_stays_done_and_begins_anew() -> None:
    done = progress.stepped(Progress(), "K1", 10, 10, 3, 4, on(1))
    again = progress.stepped(done, "K1", 3, 10, 1, 1, on(2))
    assert progress.step_of(done, "K1") == 0
    assert (again.lessons["K1"]["done"], progress.step_of(again, "K1")) == (True, 3)


def test_the_first_try_of_a_puzzle_alone_is_kept() -> None:
    wrong = progress.tried(Progress(), "0123456789", False, on(1))
    assert progress.tried(wrong, "0123456789", True, on(2)) == wrong


def test_what_was_dropped_is_not_asked_again() -> None:
    known = progress.missed(Progress(), "koenigrufen.legal", BOOK, on(1))
    assert progress.dropped(known, "koenigrufen.legal") == Progress()
