"""What is here for speed alone answers as if it were not there."""

from __future__ import annotations

from trull.laws.quick import Latest


def test_each_state_gets_its_own_answer_and_the_last_two_are_not_worked_out_again() -> None:
    """Equal states are not the same: it is the object that is known."""
    asked: list[list[int]] = []

    def answer(state: list[int]) -> int:
        asked.append(state)
        return sum(state)

    before, now, other = [1], [1, 1], [3]
    latest = Latest(answer)
    assert [latest(state) for state in (before, now, before, now)] == [1, 2, 1, 2]
    assert asked == [before, now]
    assert latest(other) == 3
    assert latest(list(now)) == 2
    assert latest(before) == 1
    assert len(asked) == 5
