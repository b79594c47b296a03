"""decide and fold: every role and command, every refusal, the file and its chain."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trull
from cup_desk import CHANCE, NOW, SEED, Desk
from samples import soaked
from trull import locale, lots
from trull.cup import Actor, Again, Entry, Refusal, apply, command_of, commands, decide, fold
from trull.cup import log as logs
from trull.cup.commands import COMMANDS
from trull.cup.entries import KINDS, Role
from trull.cup.log import HEAD
from trull.cup.refusal import Code
from trull.cup.verify import verified
from trull.errors import CupError

ROLES = get_args(Role)


# Roles

WISHES: dict[str, dict[str, object]] = {
    "open": {"name": "x", "plan": {}},
    "change": {"path": "rounds", "value": 3},
    "link": {"role": "helper", "secret_hash": "0" * 64},
    "unlink": {"link": "L1"},
    "reopen": {"why": "x"},
    "enter": {"name": "x"},
    "rename": {"number": 1, "name": "x"},
    "arrive": {"number": 1},
    "pay": {"number": 1, "cents": 1},
    "leave": {"number": 1},
    "return": {"number": 1},
    "stand_in": {"absent": 1, "stand_in": 2},
    "merge": {"kept": 1, "dropped": 2},
    "commit": {"commitment": "0" * 64},
    "promise_boards": {"commitment": "0" * 64},
    "open_boards": {"seed": SEED},
    "close_entry": {},
    "draw": {"seed": SEED},
    "repair": {"number": 1},
    "move": {"round": 2, "number": 1, "table": 1},
    "start_round": {},
    "add_time": {"minutes": 5},
    "call": {"what": "end"},
    "close_round": {},
    "row": {"table": 1, "points": [1, 1, -1, -1]},
    "mend_row": {"table": 1, "deal": 1, "points": [1, 1, -1, -1], "why": "x"},
    "strike_row": {"table": 1, "deal": 1, "why": "x"},
    "type_sheet": {"table": 1, "totals": [1, 1, -1, -1], "helper": "x"},
    "close_sheet": {"table": 1},
    "reopen_sheet": {"table": 1, "why": "x"},
    "call_referee": {"table": 1},
    "open_case": {"kind": "x", "table": 1},
    "object": {"number": 1, "text": "x"},
    "rule": {"case": 1, "verdict": "x"},
    "sanction": {"number": 1, "kind": "warning", "why": "x"},
    "post": {},
    "lot": {"among": [1, 2]},
    "finish": {},
    "award": {"what": "x", "number": 1},
    "raffle": {"prizes": 1},
    "publish": {"season": "x"},
}
MAY = {
    "organiser": set(WISHES),
    "helper": {
        *("enter", "rename", "arrive", "pay", "leave", "return", "stand_in", "repair", "add_time"),
        *("call", "row", "mend_row", "type_sheet", "close_sheet", "call_referee", "open_case"),
        "object",
    },
    "referee": {
        *("strike_row", "reopen_sheet", "rule", "sanction", "open_case", "call_referee", "object"),
    },
    "table": {"row", "mend_row", "close_sheet", "call_referee", "open_case"},
    "wall": set[str](),
    "person": {"object"},
    "public": set[str](),
}
"""Who may do what, written down a second time: people and sheets, cases and strikes, own rows."""


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_role_may_do_what_is_its_own_and_nothing_else(role: Role, name: str) -> None:
    desk = Desk().playing()
    actor = Actor(role, table=int(role == "table"), number=int(role == "person"))
    found = desk.asks(command_of({"do": name, **WISHES[name]}), actor)
    barred = isinstance(found, Refusal) and found.code == "not_your_role"
    assert barred == (name not in MAY[role])


def test_a_table_writes_for_itself_alone() -> None:
    desk = Desk().playing()
    row = commands.WriteRow(table=2, points=(1, 1, -1, -1))
    assert desk.refused(row, Actor("table", 1)) == "not_your_role"
    desk.granted(row, Actor("table", 2))


def test_a_link_that_was_taken_back_is_worth_nothing() -> None:
    desk = Desk()
    desk.granted(commands.Link("helper", "0" * 64))
    helper = Actor("helper", link="L1")
    desk.granted(commands.Enter(name="Anna"), helper)
    desk.granted(commands.Unlink("L1"))
    assert desk.refused(commands.Enter(name="Bert"), helper) == "link_revoked"


# Refusals


def test_what_is_refused_and_why() -> None:
    desk = Desk().people(11)
    assert desk.refused(commands.Enter(name="person 3", place="Imst")) == "same_name"
    assert desk.refused(commands.Enter(name="Person 3")) == "same_name"
    assert desk.refused(commands.Arrive(99)) == "no_such_person"
    assert desk.refused(commands.Draw(SEED)) == "not_promised"
    desk.granted(commands.Commit(lots.commitment(SEED)))
    assert desk.refused(commands.Draw("00" * 32)) == "not_promised"
    assert desk.refused(commands.Draw(SEED)) == "cannot_seat"
    assert desk.refused(commands.StartRound()) == "round_not_open"
    assert desk.refused(commands.Post()) == "missing"
    assert desk.refused(commands.Change("rounds", 99)) == "bad_value"
    assert desk.refused(commands.Change("cents_per_point", 0)) == "bad_value"  # F-1.11


def test_people_who_never_meet_and_cannot_be_apart_are_named() -> None:
    desk = Desk().people(3)
    desk.granted(commands.Enter(name="Feind", apart=(1, 2, 3)))
    desk.granted(commands.Arrive(4))
    desk.granted(commands.Commit(lots.commitment(SEED)))
    assert desk.refused(commands.Draw(SEED)) == "apart_impossible"


def test_rows_are_refused_kept_as_unclear_mended_or_struck() -> None:
    """F-1.13: +4 +4 +4 -4 is asked about; not cleared up it is struck, and all get zero."""
    desk = Desk().playing()
    wrong = commands.WriteRow(table=1, points=(4, 4, 4, -4))
    assert desk.refused(wrong) == "sum_not_zero"
    assert desk.refused(commands.WriteRow(table=1, points=(5, -1, -2, -2))) == "row_impossible"
    assert desk.refused(commands.WriteRow(table=1, points=(41, 41, -41, -41))) == "row_impossible"
    assert desk.refused(commands.WriteRow(table=1, points=(42, 42, -42, -42))) == "row_rare"
    assert desk.refused(commands.WriteRow(table=1, points=(1, -1))) == "bad_value"
    desk.granted(commands.WriteRow(table=1, points=(4, 4, 4, -4), unclear=True))
    assert desk.refused(commands.CloseSheet(table=1, early=True)) == "sum_not_zero"
    strike = commands.StrikeRow(table=1, deal=1, why="nicht aufzuklären")
    assert desk.refused(strike, Actor("table", 1)) == "not_your_role"
    assert desk.refused(commands.WriteRow(table=1, deal=1, points=(1, 1, -1, -1))) == "row_twice"
    struck = desk.granted(strike, Actor("referee"))
    row = desk.cup.sheets[1, 1].rows[0]
    assert (row.struck, row.clause) == (True, "F-1.13")
    assert set(desk.cup.sheets[1, 1].totals().values()) == {0}
    assert struck.by == "referee"
    assert desk.refused(strike) == "stale"
    mend = commands.MendRow(table=1, deal=1, points=(4, 4, -4, -4), why="doch aufgeklärt")
    desk.granted(mend)
    assert sorted(desk.cup.sheets[1, 1].totals().values()) == [-4, -4, 4, 4]


def test_a_table_is_believed_what_is_rare_and_not_what_no_book_has() -> None:
    desk, writer = Desk().playing(), Actor("table", 1)
    impossible = commands.WriteRow(table=1, points=(5, -1, -2, -2), sure=True)
    assert desk.refused(impossible, writer) == "row_impossible"
    rare = commands.WriteRow(table=1, points=(42, 42, -42, -42), sure=True, source="ruling")
    desk.granted(rare, writer)
    assert desk.cup.sheets[1, 1].rows[0].source == "pad"
    desk.granted(impossible)
    stranger = next(n for n in desk.cup.people if n not in desk.cup.sheets[1, 1].people)
    close = commands.CloseSheet(table=1, confirmed=(str(stranger),), early=True)
    assert desk.refused(close, writer) == "bad_value"


def test_a_row_is_struck_without_a_clause_where_the_plan_has_none() -> None:
    desk = Desk("default").playing()
    desk.granted(commands.WriteRow(table=1, points=(4, 4, 4, -4), unclear=True))
    desk.granted(commands.StrikeRow(table=1, deal=1, why="nicht aufzuklären"), Actor("referee"))
    row = desk.cup.sheets[1, 1].rows[0]
    assert (row.struck, row.clause) == (True, "")
    assert set(desk.cup.sheets[1, 1].totals().values()) == {0}


def test_facts_are_settled_and_cannot_be_told_otherwise() -> None:
    desk = Desk().playing()
    facts = {"contract": "rufer", "declarer": 0, "partner": 2, "result": {"outcome": "won"}}
    assert desk.refused(commands.WriteRow(table=1, facts=facts, points=(2, -2, 2, -2))) == (
        "row_impossible"
    )
    desk.granted(commands.WriteRow(table=1, facts=facts))
    assert desk.cup.sheets[1, 1].rows[0].points == (1, -1, 1, -1)
    assert (
        desk.refused(commands.WriteRow(table=1, facts={"contract": "schnapsen"})) == "other_rules"
    )
    assert all(one.holds for one in verified(logs.read(desk.text)))


def test_a_paper_sheet_is_typed_twice_by_two_people() -> None:
    desk = Desk().playing()
    assert desk.refused(commands.TypeSheet(table=1, totals=(9, 1, -5, -4), helper="A")) == (
        "sum_not_zero"
    )
    desk.granted(commands.TypeSheet(table=1, totals=(9, 1, -5, -5), helper="A"))
    assert desk.refused(commands.TypeSheet(table=1, totals=(9, 1, -5, -5), helper="A")) == "stale"
    desk.granted(commands.TypeSheet(table=1, totals=(9, 1, -4, -6), helper="B"))
    assert desk.cup.sheets[1, 1].differs == desk.cup.sheets[1, 1].people[2:]
    for helper in "AB":
        desk.granted(commands.TypeSheet(table=1, totals=(9, 1, -5, -5), helper=helper))
    assert desk.cup.sheets[1, 1].closed
    assert desk.refused(commands.WriteRow(table=1, points=(1, 1, -1, -1))) == "sheet_closed"


def test_a_running_table_is_never_reseated_and_a_first_deal_may_be_joined() -> None:
    desk = Desk().playing(20)
    for table in range(2, 6):
        desk.granted(commands.WriteRow(table=table, points=(1, 1, -1, -1)))
    before = desk.cup.seating[0]
    desk.granted(commands.Enter(name="Spät"))
    desk.granted(commands.Arrive(21))
    desk.granted(commands.Repair(21))
    assert desk.cup.seating[0][1:] == before[1:]
    assert desk.cup.table_of(21, 1) == 1
    assert 21 in desk.cup.sheets[1, 1].people


def test_who_leaves_and_comes_back_sits_again() -> None:
    desk = Desk().playing(21)
    who = desk.cup.seating[1][0][0]
    desk.granted(commands.Leave(who))
    desk.granted(commands.Repair(who))
    assert desk.cup.table_of(who, 2) is None
    assert desk.refused(commands.Repair(who)) == "stale"
    desk.granted(commands.Return(who))
    desk.granted(commands.Repair(who))
    assert desk.cup.table_of(who, 2)
    assert sum(who in table for table in desk.cup.seating[0]) == 1
    assert desk.refused(commands.Repair(who)) == "stale"


def test_four_who_come_late_are_a_table_of_their_own() -> None:
    desk = Desk().playing(20)
    for table in range(1, 6):
        desk.granted(commands.WriteRow(table=table, points=(1, 1, -1, -1)))
    for number in range(21, 25):
        desk.granted(commands.Enter(name=f"Spät {number}"))
        desk.granted(commands.Arrive(number))
    desk.granted(commands.Repair(21))
    assert desk.cup.seating[0][5] == (21, 22, 23, 24)
    assert desk.cup.sheets[1, 6].people == (21, 22, 23, 24)
    assert all(desk.cup.table_of(number, 3) for number in range(21, 25))


def test_a_command_is_obeyed_once() -> None:
    desk = Desk()
    desk.granted(commands.Enter(name="Anna"), cid="a")
    assert desk.asks(commands.Enter(name="Anna"), cid="a") == Again(2)
    assert len(desk.cup.people) == 1


def test_after_the_draw_a_change_is_marked() -> None:
    desk = Desk().drawn(8)
    assert desk.refused(commands.Change("objections_min", 5)) == "bad_value"
    desk.granted(commands.Change("objections_min", 5, "Saal schließt"))
    assert desk.cup.changed_late == ("objections_min",)


# File


def test_the_file_is_the_cup_and_every_change_of_it_is_seen() -> None:
    desk = Desk().playing(8)
    read = logs.read(desk.text)
    assert fold(read.entries, read.names) == desk.cup
    assert read.hash == desk.cup.hash
    torn = logs.read(desk.text + '{"k":"row"')
    assert torn.entries == read.entries
    assert torn.length == len(desk.text.encode())
    lines = desk.text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if '"k":' in line and number < len(lines) - 1:
            with pytest.raises(CupError):
                logs.read("".join([*lines[:number], *lines[number + 1 :]]))
    with pytest.raises(CupError, match="chain is broken"):
        logs.read(desk.text.replace('"name":"Test"', '"name":"Tset"'))


def test_a_name_can_be_taken_out_and_the_chain_holds() -> None:
    desk = Desk().drawn(8)
    text = logs.anonymous(desk.text, [desk.cup.people[3].named])
    assert "Person 3" not in text
    read = logs.read(text)
    cup = fold(read.entries, read.names)
    assert cup.identity(3) is None
    assert cup.hash == desk.cup.hash
    assert all(one.holds for one in verified(read))


def test_a_draw_that_was_tampered_with_does_not_verify() -> None:
    desk = Desk().people(20)
    desk.granted(commands.Commit(lots.commitment(SEED)))
    entry = desk.asks(commands.Draw(SEED))
    assert isinstance(entry, Entry)
    swapped = logs.line(entry).replace('"first":1', '"first":1,"x":0')
    with pytest.raises(CupError):
        logs.read(desk.text + swapped + "\n")


def test_entries_use_no_field_of_the_head() -> None:
    for kind in KINDS.values():
        assert not {one.name for one in fields(kind)} & set(HEAD)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", locale.LANGUAGES)
def test_every_refusal_and_every_entry_has_its_sentence(lang: str) -> None:
    told = locale.catalogue(lang)["cup"]
    assert {f"refused.{code}" for code in get_args(Code)} <= told.keys()
    assert {f"entry.{kind}" for kind in KINDS} <= told.keys()


# Fuzz

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
PLAYING = Desk().playing()


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_no_message_breaks_the_desk(name: str) -> None:
    """Fields of a command with anything in them: refused or granted, never a crash."""
    kind = COMMANDS[name][0]
    keys = sorted(get_type_hints(kind).keys() - WISHES[name].keys())
    likely = JSON | st.integers(-3, 25) | st.lists(st.integers(-9, 25), max_size=5)
    messages = st.fixed_dictionaries(dict(WISHES_ST[name]), optional=dict.fromkeys(keys, likely))

    @settings(max_examples=soaked(25, 10_000), deadline=None)
    @given(messages, st.sampled_from(ROLES))
    def fuzz(told: dict[str, object], role: Role) -> None:
        before = PLAYING.cup
        try:
            wish = command_of({"do": name, **told})
        except CupError:
            return
        found = decide(before, Actor(role, 1), wish, "", NOW, CHANCE)
        if isinstance(found, Entry):
            after = apply(before, found)
            again = logs.read(logs.written(found), "x") if found.number == 1 else None
            assert after.number == before.number + 1
            assert again is None or again.entries
        assert before == PLAYING.cup

    fuzz()


WISHES_ST = {
    name: {key: st.just(value) | JSON for key, value in told.items()}
    for name, told in WISHES.items()
}


@settings(max_examples=soaked(100, 10_000), deadline=None)
@given(st.text() | JSON.map(lambda told: json.dumps(told) + "\n"))
def test_no_file_breaks_the_reader(text: str) -> None:
    try:
        logs.read(text)
    except CupError:
        return


@pytest.mark.parametrize("lang", locale.LANGUAGES)
def test_every_sentence_of_the_command_line_is_there(lang: str) -> None:
    """And nothing stands in the catalogue that nobody says."""
    folder = Path(trull.__file__).parent / "cli" / "cup"
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    told = locale.catalogue(lang)["cup"]
    said = set(re.findall(r'(?:tells|line)\(\s*"([\w.]+)"', source))
    assert len(said) > 50
    assert said <= told.keys()
    made = (
        "refused.",
        "hint.",
        "entry.",
        "what.",
        "goal.",
        "head.",
        "mark.",
        "check.",
        "status.",
        "wrong.",
    )
    quoted = set(re.findall(r'"([\w.]+)"', source))
    assert {code for code in told if not code.startswith(made)} <= quoted
