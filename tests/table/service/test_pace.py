"""The pace of the bots: people can follow it, and the maker of the table chooses it."""

from __future__ import annotations

from tables import full
from trull.table import wire
from trull.table.room import bookmark
from trull.table.room.entries import Dealt, Entry
from trull.table.service.botseat import phase_of, slower


def test_a_bot_waits_longer_where_a_phase_begins_than_within_it() -> None:
    table = full(pace="calm")
    before = phase_of(table.room)
    assert slower(table.room, (0, "")) == slower(table.room, before)  # no card is dealt yet
    table.until("auction", "forehand_choice")
    entering = slower(table.room, before)
    assert entering > slower(table.room, phase_of(table.room)) > 1


def test_the_maker_changes_the_pace_at_any_time_and_it_is_kept() -> None:
    table = full()
    assert table.sees("Anna").pace == "brisk"
    brisk = slower(table.room, phase_of(table.room))
    assert table.refused("Berta", wire.Pace("a", "calm")) == "not_maker"
    table.granted("Anna", wire.Pace("b", "calm"))
    assert table.sees("Berta").pace == "calm"
    assert slower(table.room, phase_of(table.room)) > brisk
    table.play()
    dealt = Entry(table.room.number + 1, "", "", 0, Dealt(0, table.room.seed))
    kept = bookmark.read(bookmark.written(table.room, dealt))
    assert kept is not None
    assert kept.head.pace == "calm"
