"""What the maker may do about people, and what stays whose whoever comes: seats, sheet, points."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tables import Table, member
from trull.table import wire
from trull.table.room import Entry, Refusal, TimeUp, fold
from trull.table.room.bookmark import read, written
from trull.table.room.entries import Dealt, Slipped, StoodIn
from trull.table.room.state import duty_chairs
from trull.table.room.timing import due


def settled(**wish: object) -> Table:
    """Anna and Berta with two bots after their first deal; Frieda watches."""
    table = Table(**wish)  # type: ignore[arg-type]
    table.join("Berta", 1)
    for seat in (2, 3):
        table.granted("Anna", wire.Bot(table.cid(), seat, "heuristic"))
    table.ready()
    table.start()
    table.play()
    table.join("Frieda")
    return table


# The maker


def test_the_maker_removes_a_member_who_may_join_again_unless_he_is_banned() -> None:
    table = settled()
    table.granted("Anna", wire.Remove("a", member("Berta")))
    assert table.sees("Berta").me.member == ""
    assert [seat.kind for seat in table.sees("Anna").seats] == ["person", "free", "bot", "bot"]
    table.join("Berta")
    table.granted("Anna", wire.Remove("b", member("Berta"), ban=True))
    assert table.refused("Berta", wire.Join("c", "Berta")) == "banned"
    assert fold(table.log) == table.room


def test_nobody_who_plays_is_removed_in_the_middle_of_a_deal_but_who_watches_is() -> None:
    table = settled()
    table.start()
    assert table.refused("Anna", wire.Remove("a", member("Berta"))) == "started"
    table.granted("Anna", wire.Remove("b", member("Frieda")))
    assert table.sees("Frieda").me.member == ""


def test_who_was_muted_talks_no_more_until_he_may_again() -> None:
    table = settled()
    table.granted("Anna", wire.Mute("a", member("Frieda")))
    assert table.refused("Frieda", wire.Talk("b", "Servus")) == "muted"
    assert (table.sees("Frieda").talk_open, table.sees("Berta").talk_open) == (False, True)
    table.granted("Anna", wire.Mute("c", member("Frieda"), yes=False))
    table.granted("Frieda", wire.Talk("d", "Servus"))


def test_a_locked_table_takes_no_new_member() -> None:
    table = settled()
    table.granted("Anna", wire.Lock("a"))
    assert table.sees("Frieda").locked
    assert table.refused("Gina", wire.Join("b", "Gina")) == "locked"
    table.granted("Anna", wire.Lock("c", yes=False))
    table.join("Gina")


@pytest.mark.parametrize("name", ["Berta", "Frieda"])
def test_only_the_maker_decides_who_stays(name: str) -> None:
    table = settled()
    for command in (wire.Remove("a", "anna"), wire.Mute("b", "anna"), wire.Lock("c")):
        assert table.refused(name, command) == "not_maker"
        assert table.refused("Gina", command) == "not_member"
    for command in (wire.Remove("d", "anna"), wire.Mute("e", "gina"), wire.Remove("f", "gina")):
        assert table.refused("Anna", command) == "no_such_member"


def test_a_bookmark_knows_who_is_banned_and_whose_points_stand_where() -> None:
    table = settled()
    table.granted("Anna", wire.Remove("a", member("Frieda"), ban=True))
    table.join("Clara", 2)
    table.granted("Anna", wire.Lock("b"))
    table.ready()
    before = table.room
    found = table.granted("Anna", wire.Start("c"))
    assert isinstance(found.body, Dealt)
    kept = read(written(before, found))
    assert kept is not None
    assert (kept.order, kept.accounts) == (before.order, before.accounts)


# The sheet


def test_other_rules_between_two_deals_keep_the_sheet() -> None:
    table = settled()
    rows = table.sees("Anna").sheet.rows  # type: ignore[union-attr]
    table.granted("Anna", wire.Rules("a", "koenigrufen/tirol", {"klopfen": False}))
    seen = table.sees("Anna")
    assert seen.stage == "lobby"  # everybody reads them first
    assert seen.sheet is not None
    assert seen.sheet.rows == rows
    assert table.refused("Anna", wire.Start("b")) == "not_ready"
    dealer = seen.sheet.dealer
    table.ready()
    table.start()
    assert table.deal.setup.rules["klopfen"] is False
    assert table.deal.setup.dealer == dealer
    assert not table.room.drawn
    table.play()
    sheet = table.sees("Anna").sheet
    assert sheet is not None
    assert (sheet.rows[:1], len(sheet.rows)) == (rows, 2)
    assert fold(table.log) == table.room


def test_other_rules_give_nobodys_seat_away() -> None:
    """Who has points on the sheet and is gone for a minute finds his seat again."""
    table = settled()
    table.granted("Anna", wire.Rules("a", "koenigrufen/tirol", {"klopfen": False}))
    found = table.says("Anna", wire.Bot("b", 1, "random"), absent={member("Berta")})
    assert isinstance(found, Refusal)
    assert found.code == "seat_taken"


@pytest.mark.parametrize(("rules", "players"), [("lhombre/compagnie", 3), ("koenigrufen/tirol", 5)])
def test_another_game_or_another_number_of_players_begins_another_sheet(
    rules: str, players: int
) -> None:
    table = settled()
    table.granted("Anna", wire.Rules("a", rules, {}, players))
    assert (table.sees("Anna").stage, table.sees("Anna").sheet) == ("lobby", None)


def test_a_log_from_before_begins_another_sheet_as_it_did() -> None:
    """Nothing on disk changes its meaning."""
    table = settled()
    entry = table.granted("Anna", wire.Rules("a", "koenigrufen/tirol", {}))
    old = replace(entry, body=replace(entry.body, keep=False))
    room = fold([*table.log[:-1], old])
    assert room is not None
    assert room.sitting is None


def test_who_sits_down_on_a_bots_seat_does_not_inherit_its_points_unasked() -> None:
    table = settled()
    before = table.sees("Anna").sheet
    assert before is not None
    table.join("Clara", 2)
    sheet = table.sees("Clara").sheet
    assert sheet is not None
    assert (sheet.rows, sheet.since) == (before.rows, [0, 0, 1, 0])
    assert sheet.totals == [*before.totals[:2], 0, before.totals[3]]
    table.start()
    table.play()
    after = table.sees("Clara").sheet
    assert after is not None
    assert after.totals[2] == after.rows[1].points[2]
    assert after.totals[0] == before.totals[0] + after.rows[1].points[0]  # type: ignore[operator]
    assert fold(table.log) == table.room


def test_a_seat_stays_its_members_after_the_clock_has_run_out() -> None:
    """The bot that stands in is the table's own choice, and nobody puts another there."""
    table = settled(clock=30)
    table.start()
    while duty_chairs(table.room)[0] != 1:
        table.step()
    for slow in (Slipped, StoodIn):
        time_up = due(table.room)
        assert time_up is not None
        table.now = time_up.at
        entry = table.table_says(TimeUp(time_up.chair, time_up.words))
        assert isinstance(entry, Entry)
        assert isinstance(entry.body, slow)
    assert table.refused("Anna", wire.Bot("a", 1, "random")) == "started"
    table.play()
    for kind in ("random", ""):
        assert table.refused("Anna", wire.Bot("b", 1, kind)) == "seat_taken"
    assert table.refused("Frieda", wire.Sit("c", 1)) == "seat_taken"
    table.granted("Berta", wire.Back("d"))
    seat = table.sees("Anna").seats[1]
    assert (seat.member, seat.standin, seat.bot) == (member("Berta"), False, "")


def test_who_asks_for_them_takes_the_points_over_and_who_comes_back_has_his_own() -> None:
    table = settled()
    before = table.sees("Anna").sheet
    table.join("Clara")
    table.granted("Clara", wire.Sit("a", 2, points=True))
    assert table.sees("Clara").sheet == before
    table.granted("Berta", wire.Stand("b"))
    table.granted("Berta", wire.Sit("c", 1))
    assert table.sees("Clara").sheet == before
    assert isinstance(table.says("Clara", wire.Stand("d")), Entry)
