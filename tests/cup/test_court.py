"""The court of a cup: a Renonce costs at the desk what it costs at the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cup_desk import Desk
from trull.cup import Actor, commands, fold
from trull.cup import log as logs
from trull.cup.verify import verified

TESTS = Path(__file__).parents[1]
REFEREE = Actor("referee")
CASES = [
    case
    for case in json.loads(
        (TESTS / "conformance" / "koenigrufen_settlement.json").read_text(encoding="utf-8")
    )["cases"]
    if "renonce" in case["input"] and case["input"]["ruleset"] == "finale"
]


def _written(path: Path) -> dict[str, tuple[int, ...]]:
    """What a transcript that was checked by hand says the deal costs, by ledger and seat."""
    lines = path.read_text(encoding="utf-8").splitlines()
    told = [line.split("|") for line in lines if line[:4] == "; = "]
    found = {}
    for ledger, at in (("points", 0), ("money", -1)):
        amounts = [tuple(map(int, parts[at].split()[-4:])) for parts in told]
        found[ledger] = tuple(map(sum, zip(*amounts, strict=True)))
    return found


RECORDS = [
    path
    for path in sorted((TESTS / "transcripts").glob("finale-free-*.trn"))
    if all(f"\n{mark}" in path.read_text(encoding="utf-8") for mark in ("; breach", "; = "))
    and "-v1" not in path.name
]


def _accused() -> Desk:
    desk = Desk().playing()
    desk.granted(commands.CallReferee(1), Actor("table", 1))
    claimant, accused = desk.cup.sheets[1, 1].people[:2]
    case = commands.OpenCase(kind="renonce", table=1, claimant=claimant, accused=accused)
    desk.granted(case, Actor("table", 1))
    return desk


def _holds(desk: Desk) -> bool:
    found = logs.read(desk.text)
    assert fold(found.entries, found.names) == desk.cup
    return all(one.holds for one in verified(found))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_renonce_told_to_the_desk_costs_what_the_book_says(case: dict[str, object]) -> None:
    """The expected figures are those of the conformance file, worked out by hand."""
    desk = _accused()
    rule = commands.Rule(case=1, verdict="Renonce", deal=1, facts=case["input"])  # type: ignore[arg-type]
    desk.granted(rule, REFEREE)
    row = desk.cup.sheets[1, 1].rows[0]
    assert list(row.points) == case["points"]
    assert list(row.money) == case["money"]
    assert (row.source, row.case) == ("ruling", 1)
    assert desk.cup.cases[1].clauses
    assert _holds(desk)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_renonce_costs_at_the_desk_what_it_cost_at_the_table(path: Path) -> None:
    desk = _accused()
    desk.granted(commands.WriteRow(table=1, points=(1, 1, -1, -1)))
    lines = tuple(path.read_text(encoding="utf-8").splitlines())
    desk.granted(commands.Rule(case=1, verdict="nach Protokoll", deal=1, record=lines), REFEREE)
    row = desk.cup.sheets[1, 1].rows[0]
    assert {"points": row.points, "money": row.money} == _written(path)
    assert row.mended == 1
    assert _holds(desk)


def test_there_are_cases_of_both_kinds() -> None:
    assert len(CASES) > 4
    assert len(RECORDS) > 20


def test_a_ruling_on_an_open_deal_or_against_the_book_is_refused() -> None:
    desk = _accused()
    facts = {"contract": "rufer", "declarer": 0, "partner": 2, "renonce": {"seats": [1]}}
    base = {"case": 1, "verdict": "Renonce", "facts": facts}
    rule = commands.Rule(**base, deal=1)  # type: ignore[arg-type]
    assert desk.refused(rule, Actor("table", 1)) == "not_your_role"
    assert desk.refused(rule, Actor("helper")) == "not_your_role"
    without = commands.Rule(**base)  # type: ignore[arg-type]
    assert desk.refused(without, REFEREE) == "bad_value"
    other = commands.Rule(**base, deal=1, points=(3, -3, 3, -3))  # type: ignore[arg-type]
    assert desk.refused(other, REFEREE) == "row_impossible"
    assert desk.refused(commands.Rule(**base, deal=99), REFEREE) == "bad_value"  # type: ignore[arg-type]
    broken = commands.Rule(case=1, verdict="x", deal=1, record=("no record",))
    assert desk.refused(broken, REFEREE) == "other_rules"
    desk.granted(rule, REFEREE)
    assert desk.refused(rule, REFEREE) == "stale"


def test_without_a_book_the_referee_says_what_it_costs_and_it_sums_to_zero() -> None:
    desk = Desk("default").playing()
    desk.granted(commands.OpenCase(kind="renonce", table=1), REFEREE)
    rule = commands.Rule(case=1, verdict="Renonce", deal=1, points=(9, -3, -3, -2))
    assert desk.refused(rule, REFEREE) == "sum_not_zero"
    facts = commands.Rule(case=1, verdict="Renonce", deal=1, facts={"contract": "rufer"})
    assert desk.refused(facts, REFEREE) == "other_rules"
    desk.granted(commands.Rule(case=1, verdict="Renonce", deal=1, points=(9, -3, -3, -3)), REFEREE)
    assert sorted(desk.cup.sheets[1, 1].totals().values()) == [-3, -3, -3, 9]


def test_a_verdict_alone_moves_no_row() -> None:
    desk = _accused()
    desk.granted(commands.WriteRow(table=1, points=(1, 1, -1, -1)))
    before = desk.cup.sheets[1, 1]
    desk.granted(commands.Rule(case=1, verdict="kein Renonce"), REFEREE)
    assert desk.cup.sheets[1, 1] == before


def test_a_sheet_that_is_in_is_opened_before_a_ruling_changes_it() -> None:
    """An objection has no table of its own: the ruling says which row it is about."""
    desk = _accused()
    desk.granted(commands.WriteRow(table=1, points=(1, 1, -1, -1)))
    desk.granted(commands.CloseSheet(table=1, early=True))
    rule = commands.Rule(case=1, verdict="Renonce", deal=1, points=(-3, 1, 1, 1))
    assert desk.refused(rule, REFEREE) == "sheet_closed"
    desk.granted(commands.ReopenSheet(1, "Fall 1"), REFEREE)
    desk.granted(rule, REFEREE)
    assert desk.cup.sheets[1, 1].rows[0].points == (-3, 1, 1, 1)
