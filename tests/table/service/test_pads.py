"""The score pad at the server: deals that are told, folded into a sitting."""

from __future__ import annotations

import pytest

from trull import locale, ruleset
from trull.errors import TrullError
from trull.table import shown, wire
from trull.table.service import pads

TIROL, PERLAGGEN = "koenigrufen/tirol", "perlaggen/1890"
TRISCHAKEN = {"contract": "trischaken", "result": {"thirds": [60, 45, 105, 0], "virgins": [3]}}


def rufer(**more: object) -> dict[str, object]:
    """A Rufer that seat 0 has won with seat 2."""
    won: dict[str, object] = {"contract": "rufer", "declarer": 0, "partner": 2}
    return won | {"result": {"outcome": "won"}} | more


def told(rules: str, *rows: wire.PadRow, **more: object) -> shown.PadShown:
    """The pad with these rows."""
    return pads.settled(wire.Pad(rules=rules, rows=list(rows), **more))  # type: ignore[arg-type]


def deal(**facts: object) -> wire.PadRow:
    """A row of told facts."""
    return wire.PadRow(facts=facts)


def test_a_radl_begins_by_itself_and_runs_once_round() -> None:
    """T-1.16: after a Trischaken the next round counts double."""
    pad = told(TIROL, deal(**TRISCHAKEN), *[deal(**rufer())] * 5)
    assert [row.deal.doubled for row in pad.rows if row.deal] == [False, *[True] * 4, False]
    assert [row.row.points[0] for row in pad.rows[1:] if row.row] == [2, 2, 2, 2, 1]


def test_where_any_schrift_at_zero_is_a_nuller_it_begins_a_radl() -> None:
    """KG-20, by option."""
    hand = wire.PadRow(numbers=[1, -1, 0, 0])
    assert told(TIROL, hand).sheet.memo["radl_left"] == 0
    assert told(TIROL, hand, options={"nuller_schrift": "any_zero"}).sheet.memo["radl_left"] == 4


def test_the_schlussradl_is_announced_runs_once_round_and_ends_the_sitting() -> None:
    """T-1.17: with the first Vorhand it begins."""
    final = wire.PadRow(remark="schlussradl")
    assert told(TIROL).remarks == ["schlussradl"]
    pad = told(TIROL, deal(**rufer()), final, *[deal(**rufer())] * 7, facts=rufer())
    assert pad.remarks == []
    assert [row.deal.doubled for row in pad.rows if row.deal][-4:] == [True] * 4
    assert pad.over
    assert [fault.code for fault in pad.faults] == ["told_over"]


def test_an_announced_pagat_takes_the_pagatkassa() -> None:
    """T-7.7: every dealer pays in; the announcing side shares the pot."""
    said = [{"item": "pagat", "side": "declarer"}]
    won = rufer(announcements=said, pagat_by=2)
    won["result"] = {"outcome": "won", "made": {"pagat": "declarer"}}
    pad = told(TIROL, deal(**rufer()), deal(**won), options={"pagatkassa": True})
    assert [row.row.pot for row in pad.rows if row.row] == [[-10, 0, 0, 0], [10, -10, 10, 0]]
    assert pad.sheet.memo["pot"] == 0


def test_a_game_of_perlaggen_ends_at_its_target() -> None:
    """P90-5: who reaches it is out, the slate is wiped, and the loser deals."""
    target = int(ruleset.load(PERLAGGEN)["target"])
    hand = deal(entries=[{"item": "G", "party": 0, "points": target - 1}])
    out = deal(entries=[{"item": "S", "party": 0, "points": 1}])
    pad = told(PERLAGGEN, hand, out)
    assert (pad.sheet.memo["games0"], pad.sheet.memo["score0"]) == (1, 0)
    assert [row.row.notes for row in pad.rows if row.row] == [[], ["out:0"]]
    assert pad.sheet.dealer == 1
    late = [{"item": "S", "party": 0, "points": 1}, {"item": "H", "party": 1, "points": 1}]
    assert [f.code for f in told(PERLAGGEN, hand, facts={"entries": late}).faults] == [
        "told_game_over"
    ]


def test_a_row_that_cannot_be_waits_until_it_is_mended() -> None:
    wrong = rufer(result={"outcome": "won", "declarer_thirds": 60})
    pad = told(TIROL, deal(**wrong), deal(**rufer()))
    assert [fault.code for fault in pad.rows[0].faults] == ["told_result"]
    assert (pad.rows[0].row, len(pad.sheet.rows)) == (None, 1)


def test_what_the_table_has_otherwise_is_put_right_before_a_deal() -> None:
    pad = told(TIROL, wire.PadRow(facts=rufer(), set={"dealer": 2, "radl_left": 99, "pot": 5}))
    assert pad.rows[0].deal == shown.PadDeal(2, [0, 1, 2, 3], 3, True)
    assert pad.sheet.memo["radl_left"] == 7  # two rounds at most, and one deal of them is over
    assert pad.sheet.memo["pot"] == 0  # no counter of the pad's


def test_with_five_the_dealer_sits_out_and_the_page_knows_the_next_round() -> None:
    pad = told("koenigrufen/tirol", deal(**rufer()), players=5, dealer=1)
    assert pad.rows[0].row is not None
    assert pad.rows[0].row.points == [-1, 0, 1, -1, 1]
    assert [ahead.dealer for ahead in pad.ahead] == [2, 3, 4, 0, 1]
    assert all(ahead.dealer not in ahead.around for ahead in pad.ahead)


def test_a_row_by_hand_that_does_not_balance_is_struck_and_begins_nothing() -> None:
    """F-1.13; where plus points alone are written nothing has to balance."""
    pad = told(TIROL, wire.PadRow(numbers=[3, -1, -1, 0]))
    assert pad.rows[0].row is not None
    assert (pad.rows[0].row.struck, pad.sheet.memo["radl_left"]) == (True, 0)
    pad = told("koenigrufen/ulmann", wire.PadRow(numbers=[3, 0, 0, 0]))
    assert pad.rows[0].row is not None
    assert pad.rows[0].row.written == [3, 0, 0, 0]


@pytest.mark.parametrize("name", ruleset.published())
def test_every_field_of_a_form_has_its_name_in_both_languages(name: str) -> None:
    for lang in locale.LANGUAGES:
        known = locale.catalogue(lang)["field"]
        asked = [f for f in told(name).form if f.asked != "never"]
        inner = [
            one for field in asked if field.kind in ("joined", "items") for one in field.fields
        ]
        assert {f.key for f in (*asked, *inner)} <= set(known), lang


def test_no_seven_sit_at_a_table_of_four() -> None:
    with pytest.raises(TrullError):
        told(TIROL, players=7)
