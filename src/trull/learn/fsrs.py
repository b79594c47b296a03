"""When something learnt is asked again: FSRS-6, in whole days and without chance.

A memory is how long it lasts (``stability``, the days until nine in ten would still know it) and
how hard it is (``difficulty``, 1 to 10). The formulas and the weights are those of
https://github.com/open-spaced-repetition; ``web/src/pages/learn/fsrs.ts`` says the same for the
page, and ``tests/learn/repetition.json`` has histories on which both must agree.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

WEIGHTS = (
    *(0.212, 1.2931, 2.3065, 8.2956),  # stability after the first answer, by its grade
    *(6.4133, 0.8334, 3.0194, 0.001),  # difficulty: at first, and how it moves
    *(1.8722, 0.1666, 0.796),  # what a right answer adds
    *(1.4835, 0.0614, 0.2629, 1.6483),  # what a wrong answer leaves
    *(0.6014, 1.8729),  # hard, easy
    *(0.5425, 0.0912, 0.0658),  # the same day again
    0.1542,  # how forgetting slows down
)
RETENTION = 0.9
LONGEST = 36_500
LEAST_STABILITY = 0.001
LEAST_DIFFICULTY, MOST_DIFFICULTY = 1.0, 10.0
DECAY = -WEIGHTS[20]
FACTOR = math.pow(RETENTION, 1 / DECAY) - 1


class Grade(IntEnum):
    """How an answer was; nobody grades himself."""

    AGAIN = 1  # wrong
    HARD = 2  # right after a hint
    GOOD = 3  # right


class Memory(NamedTuple):
    """How long something lasts, and how hard it is."""

    stability: float
    difficulty: float

    @property
    def days(self) -> int:
        """Days until it is asked again: at a retention of 0.9 as many as its stability."""
        return min(max(math.floor(self.stability + 0.5), 1), LONGEST)


def after(before: Memory | None, grade: Grade, elapsed: int) -> Memory:
    """The memory after an answer, so many days after the one before."""
    if before is None:
        return Memory(WEIGHTS[grade - 1], _within(_first_difficulty(grade)))
    grown = _same_day(before, grade) if elapsed < 1 else _later(before, grade, elapsed)
    return Memory(max(grown, LEAST_STABILITY), _difficulty(before.difficulty, grade))


def recalled(memory: Memory, elapsed: int) -> float:
    """How probably it is still known after so many days."""
    return math.pow(1 + FACTOR * elapsed / memory.stability, DECAY)


def _same_day(before: Memory, grade: Grade) -> float:
    w = WEIGHTS
    growth = math.exp(w[17] * (grade - 3 + w[18])) * math.pow(before.stability, -w[19])
    return before.stability * (growth if grade == Grade.AGAIN else max(growth, 1.0))


def _later(before: Memory, grade: Grade, elapsed: int) -> float:
    w, (stability, difficulty), known = WEIGHTS, before, recalled(before, elapsed)
    if grade == Grade.AGAIN:
        lost = w[11] * math.pow(difficulty, -w[12]) * (math.pow(stability + 1, w[13]) - 1)
        return min(lost * math.exp((1 - known) * w[14]), stability / math.exp(w[17] * w[18]))
    gain = math.exp(w[8]) * (11 - difficulty) * math.pow(stability, -w[9])
    hard = w[15] if grade == Grade.HARD else 1.0
    return stability * (1 + gain * (math.exp((1 - known) * w[10]) - 1) * hard)


def _first_difficulty(grade: int) -> float:
    return WEIGHTS[4] - math.exp(WEIGHTS[5] * (grade - 1)) + 1


def _difficulty(before: float, grade: Grade) -> float:
    """Moved the less the harder it is, and drawn a little to that of an easy answer."""
    easy = _first_difficulty(4)
    moved = before - WEIGHTS[6] * (grade - 3) * (MOST_DIFFICULTY - before) / 9
    return _within(WEIGHTS[7] * easy + (1 - WEIGHTS[7]) * moved)


def _within(difficulty: float) -> float:
    return min(max(difficulty, LEAST_DIFFICULTY), MOST_DIFFICULTY)
