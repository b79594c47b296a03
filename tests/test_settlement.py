"""Settlement: what one gets another pays, exactly; whatever is written down sums to zero."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from trull.settlement import (
    Amount,
    Factor,
    Line,
    Payment,
    Settlement,
    product,
    scaled,
    share,
    shown,
    side_pays,
    totals,
    whole,
)

SEATS = 4
amounts = st.integers(-99, 99) | st.fractions(-99, 99, max_denominator=12)
payments = st.lists(
    st.builds(Payment, st.integers(0, SEATS - 1), st.integers(0, SEATS - 1), amounts), max_size=8
).map(tuple)


@given(points=payments, money=payments)
def test_points_and_money_each_sum_to_zero_by_construction(
    points: tuple[Payment, ...], money: tuple[Payment, ...]
) -> None:
    line = Line(item="game", clause="T-0.1", value=1, points=points, money=money)
    result = Settlement(SEATS, (line, line))
    assert sum(result.points) == sum(result.money) == 0
    assert result.points == tuple(whole(2 * one) for one in totals(SEATS, [points]))


@given(amount=amounts, parts=st.integers(1, 6))
def test_equal_shares_are_the_whole_and_an_int_is_written_as_one(
    amount: Amount, parts: int
) -> None:
    assert share(amount, parts) * parts == amount
    assert isinstance(whole(Fraction(amount)), int) == (Fraction(amount).denominator == 1)
    assert Fraction(shown(amount)) == amount


@given(paid=payments, times=st.integers(0, 16))
def test_what_is_multiplied_is_multiplied_for_everybody(
    paid: tuple[Payment, ...], times: int
) -> None:
    once = totals(SEATS, [paid])
    assert totals(SEATS, [scaled(paid, times)]) == tuple(whole(times * one) for one in once)


def test_two_against_two_each_pays_one_and_alone_one_pays_all() -> None:
    assert totals(SEATS, [side_pays((1, 3), (0, 2), 5)]) == (5, -5, 5, -5)
    assert totals(SEATS, [side_pays((0,), (1, 2, 3), 5)]) == (-15, 5, 5, 5)
    assert totals(SEATS, [side_pays((1, 2, 3), (0,), 5)]) == (15, -5, -5, -5)


def test_a_kontra_for_the_money_alone_leaves_the_points() -> None:
    assert product([Factor("kontra", 1, "F-9.1", money=2), Factor("solo", 2, "F-7.1")]) == (2, 4)
