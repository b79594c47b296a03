"""Between two deals: nobody is pulled away from the settlement, and nobody waits for ever."""

from __future__ import annotations

from tables import full, member
from trull.table import wire
from trull.table.room import Entry, GoOn, Refusal, fold


def test_the_next_deal_comes_when_the_last_of_those_who_are_there_wants_it() -> None:
    table = full()
    table.play()
    for name in ("Anna", "Berta", "Clara"):
        table.granted(name, wire.Start(table.cid()))
        assert table.room.stage == "between"
        assert table.refused(name, wire.Start(table.cid())) == "not_ready"
    assert [seat.ready for seat in table.sees("Dora").seats] == [True, True, True, False]
    table.granted("Dora", wire.Start(table.cid()))
    assert table.room.stage == "deal"
    assert fold(table.log) == table.room


def test_nobody_waits_for_who_is_not_there() -> None:
    table = full()
    table.play()
    away = {member(name) for name in ("Berta", "Clara", "Dora")}
    assert isinstance(table.says("Anna", wire.Start(table.cid()), absent=away), Entry)
    assert table.room.stage == "deal"


def test_the_table_deals_by_itself_only_where_somebody_wants_it() -> None:
    table = full()
    assert isinstance(table.table_says(GoOn()), Refusal)  # a deal goes on
    table.play()
    assert isinstance(table.table_says(GoOn()), Refusal)
    table.granted("Anna", wire.Start(table.cid()))
    assert isinstance(table.table_says(GoOn()), Entry)
    assert table.room.stage == "deal"
