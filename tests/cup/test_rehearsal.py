"""A whole evening with all its troubles, against a second reckoning from its file alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive.cup import NaiveCup
from samples import soaked
from trull.cup import fold, log, money, plan, ranking
from trull.cup.rehearsal import Evening
from trull.cup.verify import verified

SEEDS = range(1, soaked(2, 40) + 1)


def _evening(people: int, seed: int, name: str = "tirol", **changed: object) -> tuple[Evening, str]:
    told = replace(plan.load(name), fee_cents=1500, prizes=(12000, 8000, 5000, 3001), **changed)  # type: ignore[arg-type]
    lines: list[str] = []
    evening = Evening(people, told, seed, keep=lambda entry: lines.append(log.written(entry)))
    evening.play()
    return evening, "".join(lines)


def _agree(evening: Evening, text: str) -> NaiveCup:
    """Ranking, money and prizes to the cent, and all that can be verified."""
    naive, cup = NaiveCup(text), evening.cup
    read = log.read(text)
    assert fold(read.entries, read.names) == cup
    assert all(one.holds for one in verified(read))
    assert [(s.place, s.number, s.total) for s in ranking(cup) if s.place] == naive.ranking()
    for at, sheet in cup.sheets.items():
        told = money.table_money(cup.plan, sheet)
        assert told == naive.cents(at)
        assert sum(told.values()) == 0
        paid = money.payments(told)
        assert len(paid) < len(told)
        for number, cents in told.items():
            got = sum(p.cents for p in paid if p.payee == number)
            assert got - sum(p.cents for p in paid if p.payer == number) == cents
    assert sorted(naive.given) == naive.prizes()
    assert money.till(cup).fees == naive.fees
    assert money.till(cup).given == sum(cents for _, cents in naive.given) == 28001
    return naive


def test_an_evening_of_120_people_is_reckoned_alike_twice() -> None:
    evening, text = _evening(120, 1)
    naive = _agree(evening, text)
    codes = {refusal.code for refusal in evening.refused}
    assert {"sum_not_zero", "not_your_role", "not_at_table", "sheet_closed"} <= codes
    kinds = {line.split('"k":"')[1].split('"')[0] for line in text.splitlines() if '"k":"' in line}
    assert {"row_struck", "row_mended", "left", "repaired", "stand_in", "case", "ruled"} <= kinds
    assert {"sheet_typed", "sheet_reopened", "final", "prize", "raffled"} <= kinds
    assert len(naive.people) == 123


@pytest.mark.parametrize("seed", SEEDS)
def test_equal_places_are_drawn_by_lot(seed: int) -> None:
    """By total alone many are equal."""
    evening, text = _evening(40, seed, ties=("lot",))
    naive = _agree(evening, text)
    assert naive.lots
    assert not any(line.equal for line in ranking(evening.cup))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("people", [8, 23, 24])
def test_small_evenings_too_and_kontra_to_the_players(people: int, seed: int) -> None:
    _agree(*_evening(people, seed, "kaernten"))


TIES = ("best_round", "next_best_rounds", "table_wins", "rank_points")


@settings(max_examples=soaked(5, 300), deadline=None)
@given(
    st.integers(8, 40).filter(lambda n: n != 11),
    st.integers(0, 10**6),
    st.permutations(TIES),
    st.integers(0, 4),
)
def test_any_evening_by_any_list_of_ties(
    people: int, seed: int, order: list[str], many: int
) -> None:
    ties = (*order[:many], "lot")
    _agree(*_evening(people, seed, ties=ties, rank_points=(60, 40, 20, 0), deals=4, deals_large=5))


@pytest.mark.parametrize("seating", ["each_round", "by_standings", "last_round_by_standings"])
def test_rounds_that_follow_from_those_before(seating: str) -> None:
    evening, text = _evening(32, 4, seating=seating)
    _agree(evening, text)
    assert len(evening.cup.seating) == 3


def test_the_same_seed_is_the_same_evening() -> None:
    assert _evening(23, 5)[1] == _evening(23, 5)[1]
    assert _evening(23, 5)[1] != _evening(23, 6)[1]


def test_rows_of_a_real_book_are_checked_all_evening() -> None:
    evening, text = _evening(44, 3, "finale")
    _agree(evening, text)
