"""A sitting of Königrufen: who deals, what is doubled, the Pagatkassa, the sheet.

The deals are those of ``tests/transcripts``, moved round the table to whoever is Vorhand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from trull import notation, ruleset
from trull.cards import TAROCK54
from trull.errors import DealError
from trull.game import Game
from trull.laws.koenigrufen.book import book_of
from trull.match import Match, balances, draw, struck
from trull.notation import Record
from trull.ruleset import RuleSet
from trull.state import Act, Row, Seat, action

TIROL, FINALE, ULMANN = (
    ruleset.load(f"koenigrufen/{name}") for name in "tirol finale ulmann".split()
)


def transcript(name: str, number: int = 0) -> Record:
    text = (Path(__file__).parents[2] / "transcripts" / f"{name}.trn").read_text(encoding="utf-8")
    return notation.parse_all(text)[number]


SLIDE = transcript("tirol-besserrufer-schleifen")  # after the Vorhand -18, the others +6
TRISCHAKEN = transcript("tirol-trischaken-jungfrau-buergermeister")
EVEN = transcript("tirol-radl-pagat-kontra")  # 35 to 35: the Vorhand and opposite -2
PAGAT_LOST = transcript("tirol-radl-pagat-kontra", 1)  # by the Vorhand and opposite
PAGAT_WON = transcript("tirol-dreier-valat")  # by the Vorhand alone
FARBENSOLO = transcript("tirol-farbensolo")  # the Sküs lies in the talon
PICCOLO_BEI = transcript("tirol-piccolo-ouvert-bei")
NULLER = replace(
    PAGAT_LOST,
    acts=tuple(
        Act(act.seat, action("gut")) if str(act.action) == "kontra pagat" else act
        for act in PAGAT_LOST.acts
        if str(act.action) != "done" and act != Act(Seat(2), action("gut"))
    ),
)
"""Without the Kontra the lost Pagat (2) is worth as much as game and four kings (1 and 1)."""

TIROL_WORDS = {"bid rufer": "vorhand", "bid solo": "bid solorufer"}
SOLO = transcript("ulmann-solo-koenig-im-talon")
ODD_EVEN = replace(
    SOLO,
    acts=tuple(
        Act(act.seat, action(TIROL_WORDS.get(str(act.action), str(act.action))))
        for act in SOLO.acts
    ),
)
"""The Solo of the treatise as a Solorufer: 104 thirds to 106, 35 to 35 in whole points alone."""


def table(options: Mapping[str, object] | None = None, players: int = 4, dealer: int = 0) -> Match:
    """A sitting by the rules of Tirol."""
    return Match(TIROL.with_options(options or {}), players, dealer)


def play(match: Match, record: Record) -> Row:
    """The record's deal as the next one of the sitting, from the Vorhand's place."""
    setup, players = match.deal(record.setup.pack)
    turned = setup.forehand - record.setup.forehand
    game = Game(setup)
    for act in record.acts:
        if game.over:
            break
        by_duty = act.action.verb == "cut"  # the cutter has another place with five
        seat = min(game.duty) if by_duty else Seat((act.seat + turned) % 4)
        game.apply(seat, act.action)
    return match.add(game, players)


def play_all(match: Match, records: Iterable[Record]) -> list[Row]:
    return [play(match, record) for record in records]


def doubled(match: Match) -> bool:
    """Whether the next deal counts double."""
    setup, _players = match.deal(SLIDE.setup.pack)
    assert setup.context.get("radl", 1) in (1, 2), "never fourfold"
    return setup.context.get("radl") == 2


def doublings(match: Match, deals: int) -> str:
    """So many more deals: 1 for each that counts single, 2 for double.

    A round of equal deals brings every total back to where it was: a sheet that was at zero
    before is at zero again, and that is a Nuller. Tests that do not want it play another deal
    first.
    """
    told = ""
    for _ in range(deals):
        told += "2" if doubled(match) else "1"
        play(match, SLIDE)
    return told


# Who deals


def test_the_old_vorhand_deals_next_and_the_turn_goes_round() -> None:
    match = table(dealer=2)
    seen = []
    for _ in range(5):
        setup, players = match.deal(SLIDE.setup.pack)
        seen.append((setup.dealer, setup.forehand))
        assert players == (0, 1, 2, 3)
        play(match, SLIDE)
    assert seen == [(2, 3), (3, 0), (0, 1), (1, 2), (2, 3)]


def test_rows_are_numbered_and_totalled() -> None:
    match = table()
    rows = play_all(match, [SLIDE, SLIDE])
    assert [row.deal for row in rows] == [1, 2]
    assert [row.points for row in rows] == [(6, 6, -18, 6), (6, 6, 6, -18)]
    assert match.sheet == tuple(rows)
    assert match.sitting.totals() == (12, 12, -12, -12)


def test_in_tirol_the_highest_card_drawn_is_first_vorhand() -> None:
    drawn = dict(enumerate(TAROCK54.read("HK T2 DQ S7")))
    assert draw(TIROL, drawn, 4).dealer == 0, "player 1 has the tarock and sits right of player 0"


def test_at_the_finale_the_highest_card_drawn_is_first_dealer() -> None:
    drawn = dict(enumerate(TAROCK54.read("HK T2 DQ S7")))
    assert draw(FINALE, drawn, 4).dealer == 1


def test_equal_cards_draw_again() -> None:
    drawn = dict(enumerate(TAROCK54.read("HK C7 DK S7")))
    found = draw(TIROL, drawn, 4)
    assert (found.dealer, found.again) == (None, (0, 2))


# Five at the table


def test_with_five_the_dealer_has_no_seat_and_gets_nothing() -> None:
    match = table(players=5, dealer=4)
    setup, players = match.deal(SLIDE.setup.pack)
    assert (setup.dealer, setup.forehand, players) == (None, 0, (0, 1, 2, 3))
    assert play(match, SLIDE).points == (6, -18, 6, 6, 0)
    setup, players = match.deal(SLIDE.setup.pack)
    assert (setup.dealer, setup.forehand, players) == (None, 0, (1, 2, 3, 4))
    assert play(match, SLIDE).points == (0, 6, -18, 6, 6)
    assert match.sitting.totals() == (6, -12, -12, 12, 6)


def test_with_five_the_hinterhand_cuts() -> None:
    setup, _players = table(players=5).deal(SLIDE.setup.pack)
    assert Game(setup).duty == {3}


def test_with_five_a_radl_lasts_five_deals() -> None:
    match = table(players=5)
    play(match, TRISCHAKEN)
    assert doublings(match, 6) == "222221"


@pytest.mark.parametrize(("rules", "players"), [(TIROL, 3), (TIROL, 6), (FINALE, 5), (ULMANN, 5)])
def test_only_tirol_knows_a_fifth_player(rules: RuleSet, players: int) -> None:
    with pytest.raises(DealError, match="sit here"):
        Match(rules, players)


# Radl


@pytest.mark.parametrize("cause", [TRISCHAKEN, EVEN, NULLER], ids=["trischaken", "35:35", "nuller"])
def test_trischaken_35_to_35_and_a_nuller_double_the_next_round(cause: Record) -> None:
    match = table()
    play(match, FARBENSOLO)
    assert not doubled(match)
    play(match, cause)
    assert doublings(match, 5) == "22221"


@pytest.mark.parametrize(("exact", "expected"), [(False, True), (True, False)])
def test_35_to_35_is_counted_in_whole_points_unless_agreed_exactly(
    exact: bool, expected: bool
) -> None:
    match = table({"radl_35_exact": exact})
    assert min(play(match, ODD_EVEN).points) == -12, "a lost Solorufer, alone, with Kontra"
    assert doubled(match) is expected


def test_105_thirds_to_105_are_35_to_35_even_exactly() -> None:
    match = table({"radl_35_exact": True})
    play(match, EVEN)
    assert doubled(match)


def test_the_nuller_of_these_tests_brings_nothing_to_anybody() -> None:
    assert play(table(), NULLER).points == (0, 0, 0, 0)


def test_an_ordinary_deal_doubles_nothing() -> None:
    match = table()
    play(match, SLIDE)
    assert not doubled(match)


def test_in_a_radl_points_and_money_are_twice_as_much() -> None:
    match = table()
    play(match, TRISCHAKEN)
    row = play(match, SLIDE)
    assert row.points == row.money == (12, 12, 12, -36)


def test_a_schrift_back_at_zero_is_a_nuller_too() -> None:
    match = table()
    play_all(match, [SLIDE] * 4)
    assert match.sitting.totals() == (0, 0, 0, 0)
    assert doubled(match)


@pytest.mark.parametrize(
    ("nuller", "expected"), [("all_zero", False), ("any_zero", True), ("off", False)]
)
def test_one_player_at_zero_is_a_nuller_only_where_agreed(nuller: str, expected: bool) -> None:
    match = table({"nuller_schrift": nuller}, dealer=3)
    assert play(match, PICCOLO_BEI).points == (0, 49, 7, -56)
    assert doubled(match) is expected


def test_who_has_sat_out_and_not_played_yet_makes_no_nuller() -> None:
    """KG-20: the totals of the four who played; with five the first dealer has none."""
    match = table({"nuller_schrift": "any_zero"}, players=5, dealer=4)
    assert play(match, SLIDE).points == (6, -18, 6, 6, 0)
    assert not doubled(match)


def test_without_nullers_of_the_schrift_a_sheet_at_zero_doubles_nothing() -> None:
    match = table({"nuller_schrift": "off"})
    play_all(match, [SLIDE] * 4)
    assert not doubled(match)


@pytest.mark.parametrize(
    ("overlap", "after"), [("restart", "222211"), ("append", "222222"), ("ignore", "221111")]
)
def test_a_radl_inside_a_radl(overlap: str, after: str) -> None:
    """Two of the first four doubled deals are played, the second of them a Trischaken."""
    match = table({"radl_overlap": overlap})
    first, second, third = play_all(match, [TRISCHAKEN, SLIDE, TRISCHAKEN])
    assert min(first.points) == -12
    assert min(second.points) == -36
    assert min(third.points) == -24, "double, never fourfold"
    assert doublings(match, 6) == after


def test_appended_rounds_end_too() -> None:
    match = table({"radl_overlap": "append"})
    play_all(match, [TRISCHAKEN, SLIDE, TRISCHAKEN])
    assert doublings(match, 7) == "2222221"


def test_without_radl_nothing_is_doubled() -> None:
    match = table({"radl": False})
    play_all(match, [TRISCHAKEN, EVEN, NULLER])
    assert not doubled(match)


# Schlussradl


def test_a_schlussradl_waits_for_the_first_vorhand() -> None:
    match = table(dealer=0)
    play(match, FARBENSOLO)  # the first Vorhand was player 1, the next is player 2
    match.remark("schlussradl")
    assert doublings(match, 7) == "1112222"
    assert match.sitting.over
    with pytest.raises(DealError, match="over"):
        play(match, SLIDE)


def test_a_schlussradl_announced_before_the_first_vorhands_turn_begins_at_once() -> None:
    match = table(dealer=0)
    play_all(match, [SLIDE, SLIDE, PAGAT_WON, SLIDE])
    match.remark("schlussradl")
    assert doublings(match, 4) == "2222"


def test_a_schlussradl_is_announced_once() -> None:
    match = table(dealer=0)
    play(match, FARBENSOLO)
    match.remark("schlussradl")
    assert doublings(match, 4) == "1112"
    match.remark("schlussradl")
    assert doublings(match, 3) == "222"


def test_a_schlussradl_to_the_gstiess_waits_for_who_was_dealt_the_skues() -> None:
    """The Sküs of these deals lies with the Vorhand: once round, then the doubled round."""
    match = table({"final_radl": "gstiess"})
    play(match, FARBENSOLO)
    match.remark("schlussradl")
    assert doublings(match, 8) == "11112222"


def test_a_skues_in_the_talon_marks_nobody() -> None:
    match = table({"final_radl": "gstiess"})
    match.remark("schlussradl")
    play_all(match, [FARBENSOLO, FARBENSOLO])
    assert doublings(match, 8) == "11112222"


def test_a_schlussradl_inside_a_radl_still_counts_double() -> None:
    match = table(dealer=0)
    play_all(match, [SLIDE, SLIDE, SLIDE, TRISCHAKEN])
    match.remark("schlussradl")
    row = play(match, SLIDE)
    assert min(row.points) == -36
    assert doublings(match, 3) == "222"


def test_with_five_a_schlussradl_lasts_five_deals() -> None:
    match = table(players=5, dealer=0)
    play(match, FARBENSOLO)
    match.remark("schlussradl")
    assert doublings(match, 9) == "111122222"


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        (TIROL, "feierabend"),
        (TIROL.with_options({"radl": False}), "schlussradl"),
        (FINALE, "schlussradl"),
    ],
)
def test_what_means_nothing_between_two_deals_is_refused(rules: RuleSet, word: str) -> None:
    with pytest.raises(DealError, match=word):
        Match(rules, 4).remark(word)


# Pagatkassa

KASSA = {"pagatkassa": True, "pagatkassa_stake": 10}


def kassa(match: Match, records: Sequence[Record]) -> tuple[list[tuple[int, ...]], int]:
    """What each deal took from or paid into the pot, and what lies in it then."""
    return [play(match, record).pot for record in records], match.sitting.memo["pot"]


def test_without_pagatkassa_nobody_pays_in() -> None:
    assert kassa(table(), [SLIDE, PAGAT_WON]) == ([(), ()], 0)


def test_each_dealer_pays_his_stake() -> None:
    paid, pot = kassa(table(KASSA), [SLIDE, SLIDE])
    assert paid == [(-10, 0, 0, 0), (0, -10, 0, 0)]
    assert pot == 20


def test_who_wins_an_announced_pagat_alone_takes_the_pot() -> None:
    """The third dealer's stake is in it; the Vorhand, player 3, takes 30."""
    paid, pot = kassa(table(KASSA), [SLIDE, SLIDE, PAGAT_WON])
    assert paid[-1] == (0, 0, -10, 30)
    assert pot == 0


def test_who_loses_an_announced_pagat_doubles_the_pot_with_his_partner() -> None:
    """Player 2 announced it as Vorhand, player 0 is the partner; player 1 dealt: 20 lie there."""
    paid, pot = kassa(table(KASSA), [SLIDE, PAGAT_LOST])
    assert paid[-1] == (-10, -10, -10, 0)
    assert pot == 40


def test_the_odd_cent_is_the_announcers() -> None:
    paid, pot = kassa(table({**KASSA, "pagatkassa_stake": 5}), [PAGAT_LOST])
    assert paid == [(-5, -3, 0, -2)], "player 1 announced, player 3 is the partner"
    assert pot == 10


@pytest.mark.parametrize(
    ("cap", "halves", "after"), [(100, -15, 60), (50, -10, 50), (30, 0, 30), (25, 0, 30)]
)
def test_a_cap_limits_the_doubling(cap: int, halves: int, after: int) -> None:
    """30 lie there with the stake of the dealer, player 2; players 3 and 1 lose the Pagat."""
    match = table({**KASSA, "pagatkassa_cap": cap})
    paid, pot = kassa(match, [SLIDE, SLIDE, PAGAT_LOST])
    assert paid[-1] == (0, halves, -10, halves)
    assert pot == after


def test_into_an_empty_pot_everybody_pays_the_start() -> None:
    match = table({**KASSA, "pagatkassa_start_payment": 20})
    paid, pot = kassa(match, [SLIDE, SLIDE, PAGAT_WON, SLIDE])
    assert paid == [
        (-30, -20, -20, -20),
        (0, -10, 0, 0),
        (0, 0, -10, 110),
        (-20, -20, -20, -30),
    ]
    assert pot == 90


def test_a_deal_without_announced_pagat_leaves_the_pot() -> None:
    paid, pot = kassa(table(KASSA), [transcript("tirol-besserrufer-uhu-kontra")])
    assert (paid, pot) == ([(-10, 0, 0, 0)], 10)


def test_with_five_the_dealer_who_sits_out_pays_the_stake() -> None:
    paid, pot = kassa(table(KASSA, players=5, dealer=4), [PAGAT_WON])
    assert paid == [(10, 0, 0, 0, -10)]
    assert pot == 0


def test_the_pot_is_apart_from_points_and_money_and_knows_no_radl() -> None:
    match = table(KASSA)
    plain = play(table(), PAGAT_LOST)
    row = play(match, PAGAT_LOST)
    assert (row.points, row.money) == (plain.points, plain.money)
    play(match, EVEN)
    doubled_row = play(match, PAGAT_LOST)
    assert doubled_row.pot == (0, -20, -10, -20), "40 lay there, two partners double it"


# The sheet of the treatise


def test_the_treatise_writes_plus_points_only() -> None:
    match = Match(ULMANN, 4, dealer=0)
    names = ["ulmann-rufer-valat", "ulmann-dreier-troule-kontra", "ulmann-rufer-koenigfang"]
    rows = play_all(match, [transcript(name) for name in names])
    assert [row.written for row in rows] == [(0, 16, 0, 16), (40, 40, 0, 40), (4, 0, 0, 4)]
    assert [row.points for row in rows] == [
        (-16, 16, -16, 16),
        (40, 40, -120, 40),
        (4, -4, -4, 4),
    ]
    assert all(balances(row) for row in rows)


def test_a_sheet_settled_by_differences() -> None:
    """Each gets four times what he wrote less what all wrote."""
    rules = ULMANN.with_options({"ulmann_settle": "differences"})
    for name in ("ulmann-rufer-valat", "ulmann-rufer-koenigfang", "ulmann-rufer-aus-der-hand"):
        row = play(Match(rules, 4, dealer=0), transcript(name))
        assert row.written is not None
        assert row.points == tuple(4 * plus - sum(row.written) for plus in row.written)


def test_tirol_and_the_finale_write_plus_and_minus() -> None:
    assert play(table(), SLIDE).written is None
    assert play(Match(FINALE, 4), transcript("finale-besserrufer-schleifen")).written is None


def test_a_deal_nobody_plays_is_void_and_the_next_player_deals() -> None:
    match = Match(ULMANN, 4, dealer=0)
    cut = transcript("ulmann-rufer-valat")
    passes = tuple(Act(Seat(seat), action("pass")) for seat in (1, 2, 3, 0))
    row = play(match, replace(cut, acts=(cut.acts[0], *passes)))
    assert (row.points, row.notes) == ((0, 0, 0, 0), ("redeal",))
    assert match.sitting.dealer == 1


# The sheet of the Finale


def test_a_struck_row_counts_for_nobody_and_keeps_its_place() -> None:
    match = Match(FINALE, 4, dealer=0)
    good = play(match, transcript("finale-besserrufer-schleifen"))
    bad = Row(deal=2, players=(0, 1, 2, 3), points=(4, 4, 4, -4), money=(4, 4, 4, -4))
    sitting = replace(match.sitting, rows=(good, struck(bad)))
    assert sitting.totals() == good.points == (7, 7, -21, 7)
    assert [row.deal for row in sitting.rows] == [1, 2]


def test_every_row_of_real_deals_balances() -> None:
    match = table()
    rows = play_all(match, [SLIDE, TRISCHAKEN, EVEN, PAGAT_LOST, PAGAT_WON, FARBENSOLO])
    assert all(balances(row) for row in rows)


# Skoty


SKOTY = {"skoty": True}


def test_skoty_sets_its_five_rules_at_once() -> None:
    rules = TIROL.with_options(SKOTY)
    assert (rules["bare_rufer"], rules["triccolo_ouvert"], rules["radl"]) == (True, True, False)
    assert (rules["schrift_kontra_cap"], rules["cents_per_point"]) == (2, 10)


def test_skoty_pays_a_bare_rufer_at_once_as_won() -> None:
    """The deal that is 35 to 35 when played; nobody announces, so no card falls."""
    match = table(SKOTY)
    assert play(match, EVEN).points == (-1, 1, -1, 1)


def test_skoty_plays_a_rufer_with_an_announcement() -> None:
    assert play(table(SKOTY), NULLER).points == (0, 0, 0, 0)


def test_skoty_knows_no_radl() -> None:
    match = table(SKOTY)
    play_all(match, [TRISCHAKEN, NULLER])
    assert not doubled(match)


def test_skoty_writes_only_the_simple_kontra_and_pays_the_whole() -> None:
    """The Re between the two Piccolo players: 7 x 2 in the Schrift, 7 x 4 in money."""
    row = play(table(SKOTY, dealer=3), PICCOLO_BEI)
    assert row.points == (0, 35, 7, -42)
    assert row.money == (0, 49, 7, -56)


def test_what_a_game_is_said_to_be_worth_is_what_it_pays() -> None:
    """The Triccolo's value is an option (T-7.1); the row that is shown has it too."""
    rules = ruleset.load("koenigrufen/tirol", {"skoty": True, "triccolo_value": 8})
    row = rules.section("contract")["triccolo_ouvert"]
    assert row["value"] == book_of(rules).contracts["triccolo_ouvert"].value == 8


def test_skoty_has_the_triccolo_ouvert() -> None:
    setup, _players = table(SKOTY).deal(SLIDE.setup.pack)
    for rules, known in ((setup.rules, True), (TIROL, False)):
        game = Game(replace(setup, rules=rules))
        game.apply(min(game.duty), "cut 27")
        forehand = min(game.duty)
        assert (game.faults(forehand, action("bid triccolo_ouvert")) == ()) is known
