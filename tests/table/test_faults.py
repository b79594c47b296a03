"""A bad line: whatever it does to the messages, the games are the same in the end."""

from __future__ import annotations

import random
from typing import cast

import aiohttp
import pytest

from trull.bench import faults
from trull.bench.guests import Guest, Held
from trull.bench.stock import next_act, stocked
from trull.table.room import apply
from trull.table.store.database import Kept

GAMES = 6
RULES = "koenigrufen/finale"


@pytest.mark.slow
def test_games_over_a_bad_line_end_as_without_it() -> None:
    """Slow: a real server, a proxy, and guests who come again and again."""
    found = faults.played(GAMES, seed=3)
    assert found.wrong == []
    assert found.games == GAMES
    assert found.acts > 40 * GAMES / 2
    assert set(found.faults) == set(faults.FAULTS), "the line was bad in every way"
    assert found.visits > 4 * GAMES


def test_a_game_that_went_otherwise_is_noticed() -> None:
    table = stocked("koenigrufen/finale", random.Random(5), 12)
    right, other = faults.answer(table, "g0"), faults.answer(table, "g1")
    assert not list(faults.differences(right, right))
    assert "other acts" in list(faults.differences(other, right))


def test_an_entry_nobody_was_told_of_is_noticed() -> None:
    table, outcome = stocked("lhombre/compagnie", random.Random(5), 4), faults.Outcome()
    entry = next_act(table.room, table.people, random.Random(1), "unheard")
    kept = Kept((*table.log, entry), {})
    faults.compare(table, apply(table.room, entry), kept, [], outcome)
    assert any("not what was acknowledged" in wrong for wrong in outcome.wrong)


def test_a_picture_is_put_together_from_patches() -> None:
    held = Held()
    held.take(b'{"t":"picture","n":1,"stage":"deal","view":{"seen":[1,2],"hand":[],"seat":0}}')
    held.take(b'{"t":"patch","n":2,"since":1,"view":{"seen":[3],"hand":["HK"]},"seen_from":1}')
    assert held.n == 2
    assert [bytes(item) for item in held.seen] == [b"1", b"3"]
    assert held.whole()["view.hand"] == '["HK"]'
    assert held.whole()["view.seat"] == "0"
    assert held.stage == "deal"


def test_a_guest_notices_that_a_patch_was_lost() -> None:
    """Also when the next he hears of is only who has come or gone since."""
    guest = Guest(
        cast("aiohttp.ClientSession", None), 0, stocked(RULES, random.Random(5), 1), 0, ""
    )
    guest.hear(b'{"t":"picture","n":7}')
    assert guest.hear(b'{"t":"patch","n":7,"since":7,"watchers":1}')
    assert guest.hear(b'{"t":"patch","n":8,"since":7}')
    assert guest.hear(b'{"t":"patch","n":8,"since":7,"watchers":5}'), "a repeat is let lie"
    assert guest.held.n == 8
    assert bytes(guest.held.fields["watchers"]) == b"1"
    assert not guest.hear(b'{"t":"patch","n":9,"since":9,"watchers":2}')
    assert not guest.hear(b'{"t":"patch","n":10,"since":9}')
