"""What a table says about money: before a count is accepted, and by other rules."""

from __future__ import annotations

from fractions import Fraction

from tables import full
from trull.table.service import books


def test_what_is_paid_is_shown_before_anybody_accepts_the_count() -> None:
    table = full(options={"table": "free", "klopfen": False})
    while table.sees("Anna").view["phase"] != "count":
        assert table.sees("Anna").pending is None
        table.step()
    seen = table.sees("Anna")
    assert seen.settlement is None
    assert seen.pending is not None
    assert seen.reasons
    table.play()
    after = table.sees("Anna")
    assert after.pending is None
    assert after.settlement["points"] == seen.pending["points"]


def test_a_settled_deal_is_priced_by_every_other_rule_set_and_preset_of_its_game() -> None:
    table = full()
    assert books.otherwise(table.room) == []  # nobody knows yet what it is worth
    table.play()
    found = {(one.rules, one.preset): one.settlement for one in books.otherwise(table.room)}
    assert set(found) == {
        ("koenigrufen/finale", ""),
        ("koenigrufen/tirol", "skoty"),
        ("koenigrufen/ulmann", ""),
    }
    assert all(sums_to_zero(one) for one in found.values() if one)


def sums_to_zero(settlement: dict[str, list[int | str]]) -> bool:
    """Whether what some get others pay."""
    return sum(map(Fraction, settlement["points"])) == 0
