"""What is asked again, and when: equal to py-fsrs and to the page, day for day."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from trull.learn.fsrs import Grade, Memory, after, recalled

HISTORIES = Path(__file__).with_name("repetition.json")
"""What py-fsrs says to two hundred drawn histories; the page's own test reads the same file."""


def histories() -> list[dict[str, list[object]]]:
    """Answers, each with the days since the one before, and the days until the next."""
    told = json.loads(HISTORIES.read_text(encoding="utf-8"))
    return cast("list[dict[str, list[object]]]", told["histories"])


def test_two_hundred_histories_give_the_days_of_py_fsrs() -> None:
    assert len(histories()) == 200
    for told in histories():
        memory: Memory | None = None
        days = []
        for elapsed, grade in cast("list[tuple[int, int]]", told["answers"]):
            memory = after(memory, Grade(grade), elapsed)
            days.append(memory.days)
        assert days == told["days"], told["answers"]


def test_on_its_day_nine_in_ten_are_known() -> None:
    memory = after(after(None, Grade.GOOD, 0), Grade.GOOD, 2)
    assert recalled(Memory(20.0, 5.0), 20) == pytest.approx(0.9)
    assert recalled(memory, memory.days) == pytest.approx(0.9, abs=0.01)


def test_a_better_answer_never_comes_back_sooner() -> None:
    first = after(None, Grade.GOOD, 0)
    for elapsed in (0, 1, 2, 10):
        again, hard, good = (after(first, grade, elapsed).stability for grade in Grade)
        assert again < hard <= good
