"""The rule reader: every clause has its page, and its cases are tried by the laws."""

from __future__ import annotations

import pytest

from samples import soaked
from trull import locale, ruleset
from trull.errors import TrullError
from trull.learn import reader

PAGES = soaked(24, 10_000)
"""Clauses that are looked up."""
CLAUSES = list(locale.catalogue("de")["clause"])


def test_every_clause_has_its_page() -> None:
    for name in CLAUSES[:: max(len(CLAUSES) // PAGES, 1)]:
        page = reader.clause(name)
        assert page.text["de"], name
        assert page.text["en"], name
        assert page.place is not None, name
        assert bool(page.place.document) != name.startswith(("KG-", "LG-", "PG-")), name
        assert page.cases or page.open or page.rows or page.lessons or page.records, name


def test_a_case_with_hands_is_tried_by_the_laws() -> None:
    page = reader.clause("T-1.10")
    case = next(one for one in page.cases if one.name.startswith("Void in the suit led"))
    found = {tried.args: [one.code for one in tried.wrong] for tried in case.tries}
    assert found == {("T1",): [], ("T5",): [], ("HB",): ["must_tarock"], ("DN",): ["must_tarock"]}
    assert page.lessons == ("K2",)
    assert "koenigrufen/tirol: cite.tarock_duty" in page.rows


def test_there_is_no_page_of_a_clause_that_there_is_not() -> None:
    with pytest.raises(TrullError, match=r"no clause 'T-99\.1'"):
        reader.clause("T-99.1")


def test_a_clause_has_its_place_in_the_source() -> None:
    found = reader.clause("U-11.13").place
    assert found is not None
    assert (found.part, found.heading) == ({"de": "§ 11", "en": "§ 11"}, "Ultimo")
    first = reader.clause("T-0.1").place
    assert first is not None
    assert first.part == {}  # before the numbered sections


@pytest.mark.parametrize(
    ("name", "book", "verdict", "named"),
    [
        ("T-1.10", "koenigrufen/finale", "same", "F-10.1"),
        ("T-4.5", "koenigrufen/finale", "other", "F-5.1"),
        ("T-1.10", "koenigrufen/ulmann", "matter", "U-6.4"),
        ("T-4.5", "koenigrufen/ulmann", "silent", ""),
    ],
)
def test_the_other_books_are_compared(name: str, book: str, verdict: str, named: str) -> None:
    found = next(one for one in reader.clause(name).parallels if one.book == book)
    assert found.verdict == verdict
    assert named in (*found.clauses, "")


def test_a_difference_of_data_is_the_one_that_the_books_have() -> None:
    """Read again from the rule sets themselves."""
    for name in ("T-0.1", "T-0.4", "T-0.9", "T-4.5", "F-0.1", "U-10.1"):
        for other in reader.clause(name).parallels:
            for place, here, there in other.differs:
                section, row, cell = place.split(".")
                value = ruleset.load(other.book).section(section)[row].get(cell, "")
                if not isinstance(value, list):
                    assert there == str(value).lower() != here, (name, place)
