"""The arbiter of a free table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tables import Table, member
from trull import bots, notation
from trull.table import wire
from trull.table.room import Entry, StandIn, fold
from trull.table.room.records import records
from trull.table.room.state import duty_chairs
from trull.table.service.botseat import seen_by_bot


def free_table() -> Table:
    """A free table with Frieda watching, who was named arbiter."""
    table = Table(options={"table": "free", "klopfen": False})
    table.fill()
    table.join("Frieda")
    for name in table.seated():
        table.granted(name, wire.Arbiter(table.cid(), member("Frieda")))
    return table


def with_a_case() -> tuple[Table, str, str]:
    """A case is open after the first card: the table, who claims, who is accused."""
    table = free_table()
    table.start()
    lawfully(table, lambda: bool(table.sees("Frieda").view["trick"]))
    table.granted("Anna", table.act(f"claim {table.deal.seat_of(1)} betrayal 1"))
    return table, "Anna", "Berta"


def lawfully(table: Table, there: Callable[[], bool]) -> None:
    """Everybody does something that breaks no rule until something is so."""
    while not there():
        chair = duty_chairs(table.room)[0]
        words = bots.make("heuristic", table.count).act(seen_by_bot(table.room, chair))
        table.granted(table.name_at(chair), table.act(str(words)))


def test_the_maker_names_a_guest_as_arbiter_and_both_may_end_it() -> None:
    table = free_table()
    seen = table.sees("Berta")
    assert (seen.arbiter, [guest.name for guest in seen.guests]) == (member("Frieda"), ["Frieda"])
    assert table.refused("Berta", wire.Arbiter("a", member("Frieda"))) == "not_maker"
    assert table.refused("Berta", wire.Arbiter("b", "")) == "not_maker"
    assert table.refused("Anna", wire.Arbiter("c", member("Berta"))) == "no_arbiter"
    assert table.refused("Anna", wire.Arbiter("d", "nobody")) == "no_arbiter"
    table.start()
    assert table.refused("Anna", wire.Arbiter("e", member("Frieda"))) == "started"
    table.granted("Frieda", wire.Arbiter("f", ""))
    assert table.sees("Berta").arbiter == ""
    assert table.refused("Anna", wire.Arbiter("g", "")) == "no_arbiter"


def test_nobody_is_named_arbiter_without_the_consent_of_all_who_sit() -> None:
    table = Table(options={"table": "free", "klopfen": False})
    table.fill()
    table.join("Frieda")
    frieda = member("Frieda")
    assert table.refused("Berta", wire.Arbiter("a", frieda)) == "not_maker"
    table.granted("Anna", wire.Arbiter("b", frieda))
    for name in ("Berta", "Clara"):
        table.granted(name, wire.Arbiter(table.cid(), frieda))
    assert table.refused("Clara", wire.Arbiter("c", frieda)) == "already_asked"
    assert table.refused("Dora", wire.Arbiter("d", "gina")) == "no_arbiter"
    seen = table.sees("Dora")
    assert seen.arbiter == ""
    assert seen.proposal is not None
    assert (seen.proposal.member, seen.proposal.consents) == (frieda, ["berta", "clara"])
    assert seen.proposal.wanted == ["berta", "clara", "dora"]
    table.granted("Dora", wire.Arbiter("e", ""))  # no
    assert (table.sees("Dora").arbiter, table.sees("Dora").proposal) == ("", None)
    assert fold(table.log) == table.room


def test_who_leaves_is_not_waited_for_and_a_deal_ends_the_proposal() -> None:
    table = Table(options={"table": "free", "klopfen": False})
    table.fill()
    table.join("Frieda")
    table.granted("Anna", wire.Arbiter("a", member("Frieda")))
    for name in ("Berta", "Clara"):
        table.granted(name, wire.Arbiter(table.cid(), member("Frieda")))
    table.granted("Dora", wire.Stand("b"))
    assert table.sees("Anna").arbiter == member("Frieda")
    table.granted("Anna", wire.Arbiter("c", ""))
    table.granted("Anna", wire.Arbiter("d", member("Frieda")))
    table.granted("Anna", wire.Bot("e", 3, "heuristic"))
    table.start()
    assert (table.sees("Anna").arbiter, table.sees("Anna").proposal) == ("", None)


def test_a_guarded_table_has_no_arbiter_and_who_sits_down_is_none() -> None:
    table = Table()
    table.join("Frieda")
    assert table.refused("Anna", wire.Arbiter("a", member("Frieda"))) == "no_court"
    table = free_table()
    table.granted("Dora", wire.Stand("b"))
    table.granted("Frieda", wire.Sit("c", 3))
    assert table.sees("Anna").arbiter == ""


@pytest.mark.parametrize(("word", "verdict"), [("yes", "upheld"), ("no", "dismissed")])
def test_where_there_is_an_arbiter_he_decides_and_nobody_votes(word: str, verdict: str) -> None:
    table, claimant, accused = with_a_case()
    for judge in ("Clara", "Dora"):
        assert table.refused(judge, table.act("vote 1=yes")) == "arbiter_decides"
    assert table.refused(accused, table.act("vote 1=no")) == "arbiter_decides"
    assert table.refused(claimant, table.act("decide 1=yes")) == "illegal"
    assert table.refused("Frieda", table.act("play HK")) == "bad_word"
    assert table.refused("Frieda", table.act("decide 2=yes")) == "illegal"
    table.granted("Frieda", table.act(f"decide 1={word}"))
    (case,) = table.sees("Anna").view["cases"]
    assert (case["verdict"], case["decided_by"]) == (verdict, "arbiter")
    assert table.refused("Frieda", table.act(f"decide 1={word}")) == "illegal"
    assert fold(table.log) == table.room


def test_the_accused_may_still_confess_before_the_arbiter() -> None:
    table, _, accused = with_a_case()
    table.granted(accused, table.act("vote 1=yes"))
    (case,) = table.sees("Anna").view["cases"]
    assert case["decided_by"] == "confession"


def test_after_the_last_card_all_wait_for_the_arbiter_and_the_record_names_his_act() -> None:
    table, _, _ = with_a_case()
    lawfully(table, lambda: not duty_chairs(table.room))
    assert (table.room.stage, table.sees("Anna").view["phase"]) == ("deal", "count")
    table.granted("Frieda", table.act("decide 1=no"))
    for name in table.seated():
        table.granted(name, table.act("accept"))
    assert table.room.stage == "between"
    (found,) = records(table.log)
    assert "* decide 1=no" in notation.format_record(found)
    assert notation.parse(notation.format_record(found)).acts == found.acts


def test_without_its_arbiter_the_table_votes_again() -> None:
    table, _, _ = with_a_case()
    table.granted("Anna", wire.Arbiter(table.cid(), ""))
    for judge in ("Clara", "Dora"):
        table.granted(judge, table.act("vote 1=yes"))
    (case,) = table.sees("Anna").view["cases"]
    assert (case["verdict"], case["decided_by"]) == ("upheld", "vote")


def test_nothing_is_taken_back_over_the_arbiters_decision() -> None:
    table, _, _ = with_a_case()
    table.granted("Frieda", table.act("decide 1=no"))
    assert table.refused("Anna", wire.Undo("x")) == "no_undo"


def test_a_bot_leaves_the_case_to_the_arbiter() -> None:
    table, *parties = with_a_case()
    lawfully(table, lambda: table.name_at(duty_chairs(table.room)[0]) not in parties)
    chair = duty_chairs(table.room)[0]
    assert isinstance(table.table_says(StandIn(chair)), Entry)
    act = bots.make("heuristic", 1).act(seen_by_bot(table.room, chair))
    assert act is not None
    assert act.verb == "play"
    table.granted("Anna", wire.Arbiter(table.cid(), ""))
    act = bots.make("heuristic", 1).act(seen_by_bot(table.room, chair))
    assert act is not None
    assert act.verb == "vote"
