"""The deals behind the rows of a sheet: what everybody saw at their ends, by the names of then."""

from __future__ import annotations

import pytest

from tables import Table, full
from trull.ruleset import published
from trull.table import plain, wire
from trull.table.room.records import past_deals

WATCHER = "Xaver"


@pytest.mark.parametrize(
    ("rules", "players"), [*((name, 0) for name in published()), ("koenigrufen/tirol", 5)]
)
def test_a_past_deal_is_the_end_of_it_as_a_watcher_saw_it(rules: str, players: int) -> None:
    table = full(rules, players=players)
    watched = []
    for number in range(3):
        if number:
            table.start()
        table.play()
        watched.append(table.sees(WATCHER))
    found = past_deals(table.log)
    assert [deal.deal for deal in found] == [1, 2, 3]
    for deal, picture in zip(found, watched, strict=True):
        assert deal.settlement == picture.settlement
        assert deal.view == {**picture.view, "seen": []}
        assert deal.around == list(picture.around)
        assert deal.names == [picture.seats[chair].name for chair in picture.around]


def test_every_row_of_the_sheet_has_its_deal() -> None:
    table = full("koenigrufen/tirol", players=5)
    for _ in range(4):
        table.play()
        table.start()
    assert table.room.sitting is not None
    rows = table.room.sitting.rows
    for row, deal in zip(rows, past_deals(table.log), strict=True):
        paid = list(deal.settlement["points"])
        assert [row.points[chair] for chair in deal.around] == paid
        assert plain.amounts(row.points[chair] for chair in row.players) == paid


def test_who_has_left_keeps_his_name_on_the_deals_he_played() -> None:
    table = full()
    table.play()
    table.granted("Berta", wire.Stand(table.cid()))
    table.join("Ottilie", seat=1)
    table.ready()
    table.start()
    table.play()
    first, second = past_deals(table.log)
    assert ("Berta" in first.names, "Ottilie" in first.names) == (True, False)
    assert ("Berta" in second.names, "Ottilie" in second.names) == (False, True)


def test_a_past_deal_knows_which_of_a_doubled_round_it_was() -> None:
    table = full("koenigrufen/tirol", seed=6)
    dealt = []
    for number in range(4):
        if number:
            table.start()
        assert table.room.sitting is not None
        dealt.append(dict(table.room.sitting.memo))
        table.play()
    found = past_deals(table.log)
    places = [deal.round and deal.round.about["n"] for deal in found]
    left = [memo["radl_left"] for memo in dealt]
    assert places == [("number", 5 - n) if n else None for n in left]
    doubled = [deal.view["context"].get("radl", 1) > 1 for deal in found]
    assert doubled == [memo["radl_left"] > 0 for memo in dealt]
    assert any(doubled), "some deal of these begins a Radl"


def test_another_sitting_begins_another_sheet() -> None:
    table = full()
    table.play()
    table.granted("Anna", wire.Rules(table.cid(), "perlaggen/1890"))
    table.ready()
    table.start()
    table.play()
    assert [deal.deal for deal in past_deals(table.log)] == [2]


def test_before_the_first_deal_is_over_there_is_none() -> None:
    assert past_deals(Table().log) == []
    assert past_deals(full().log) == []
