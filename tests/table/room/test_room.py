"""A room without sockets: the lobby, its deals, its talk, its hints."""

from __future__ import annotations

import unicodedata

import msgspec
import pytest

from tables import NAMES, Table, full, member
from trull import bots, ruleset
from trull.match import Match
from trull.table import wire
from trull.table.room import BotAct, Entry, Refusal, StandIn, fold, opening
from trull.table.room.decide import CHANCE, MOST_SAID, hint_refused
from trull.table.room.entries import Acted, read, written
from trull.table.room.state import MEMBERS, duty_chairs
from trull.table.service.botseat import kind_of

RULE_SETS = ruleset.published()


# The lobby


def test_the_maker_of_a_room_sits_on_its_first_seat() -> None:
    table = Table()
    seen = table.sees("Anna")
    assert (seen.stage, seen.me.seat, seen.maker) == ("lobby", 0, member("Anna"))
    assert [seat.kind for seat in seen.seats] == ["person", "free", "free", "free"]


def test_a_guest_joins_then_sits_and_may_move() -> None:
    table = Table()
    assert table.refused("Berta", wire.Sit("x", 1)) == "not_member"
    table.join("Berta", 2)
    table.granted("Berta", wire.Sit("y", 3))
    assert [seat.name for seat in table.sees("Berta").seats] == ["Anna", "", "", "Berta"]


def test_who_is_a_member_may_take_another_name_before_the_first_deal() -> None:
    table = Table()
    table.join("Berta", 1)
    table.granted("Anna", wire.Join("x", "Resi"))
    table.granted("Berta", wire.Join("y", "resi"))
    table.granted("Anna", wire.Join("z", "Resi"))  # her own name is not taken
    assert [seat.name for seat in table.sees("Berta").seats][:2] == ["Resi", "resi 2"]
    assert table.refused("Anna", wire.Join("w", " ")) == "bad_name"


def test_a_name_is_something_that_can_be_seen() -> None:
    table = Table()
    assert table.refused("Berta", wire.Join("x", " \u200b\u202e ")) == "bad_name"
    table.granted("Berta", wire.Join("y", "  Berta\n von  B. "))
    assert table.room.members[member("Berta")] == "Berta von B."


def test_two_people_of_one_name_are_told_apart_wherever_it_is_shown() -> None:
    table = Table()
    for who, name in (("Second", "Anna"), ("Third", "anna"), ("Watcher", "Anna")):
        table.granted(who, wire.Join(table.cid(), name))
    for seat, who in enumerate(("Second", "Third"), 1):
        table.granted(who, wire.Sit(table.cid(), seat))
    table.granted("Watcher", wire.Talk(table.cid(), "Servus"))
    seen = table.sees("Second")
    assert [seat.name for seat in seen.seats] == ["Anna", "Anna 2", "anna 3", ""]
    assert [guest.name for guest in seen.guests] == ["Anna 4"]
    assert [said["name"] for said in seen.talk] == ["Anna 4"]
    assert seen.me.name == "Anna 2"


def test_a_bot_and_a_person_are_told_apart() -> None:
    table = Table(name="Resi", practice=True)
    assert [seat.name for seat in table.sees("Anna").seats] == ["Resi", "Xaver", "Vroni", "Sepp"]
    table = Table()
    table.granted("Anna", wire.Bot(table.cid(), 1, "heuristic"))
    table.granted("Berta", wire.Join(table.cid(), "Resi"))
    assert [guest.name for guest in table.sees("Anna").guests] == ["Resi 2"]


def test_a_taken_seat_is_refused_and_so_is_a_full_table() -> None:
    table = Table()
    for seat, name in enumerate(NAMES[1:4], 1):
        assert table.sees(name).me.member == ""
        table.join(name, seat)
        if seat == 1:
            table.join("Frieda")
            assert table.refused("Frieda", wire.Sit("a", 1)) == "seat_taken"
    assert table.refused("Frieda", wire.Sit("b", 1)) == "table_full"
    assert table.refused("Frieda", wire.Sit("c", 7)) == "no_such_seat"


def test_nobody_under_many_names_shuts_the_door_to_others() -> None:
    """When a room has all members it can have, the first onlooker is forgotten; nobody who sits."""
    table = Table()
    table.join("Berta", 1)
    for n in range(100):
        table.join(f"guest {n}")
    assert len(table.room.members) == MEMBERS
    table.join("Clara", 2)
    assert table.seated() == ["Anna", "Berta", "Clara"]
    assert table.sees("guest 0").me.member == ""
    table.join("guest 0")
    assert table.sees("guest 0").me.name == "guest 0"
    assert fold(table.log) == table.room


def test_a_seat_whose_player_left_before_he_was_ready_is_given_away() -> None:
    table = Table()
    table.join("Berta", 1)
    berta = table.room.chairs[1].member
    free = wire.Bot("a", 1, "")
    assert table.refused("Anna", free) == "seat_taken"
    assert isinstance(table.says("Anna", free, absent={berta}), Entry)
    assert table.sees("Anna").seats[1].kind == "free"
    table.granted("Berta", wire.Sit("b", 1))
    table.granted("Berta", wire.Ready("c"))
    kept = table.says("Anna", free, absent={berta})
    assert isinstance(kept, Refusal), "who was ready has agreed to play; a bot will stand in"


def test_a_mark_nobody_sees_makes_no_other_name() -> None:
    table = Table()
    table.granted("Berta", wire.Join("a", "Anna\u034f"))
    assert table.room.members[member("Berta")] == "Anna 2"
    table.granted("Clara", wire.Join("b", "❤\ufe0f"))
    assert table.room.members[member("Clara")] == "❤"


@pytest.mark.parametrize("name", ["\u3164", "\u2800 ", "\u202e", "\u200b", "\u034f", "\ufe0f"])
def test_a_name_that_cannot_be_seen_is_none(name: str) -> None:
    assert Table().refused("Berta", wire.Join("a", name)) == "bad_name"


def test_marks_are_not_piled_up() -> None:
    table = Table()
    table.granted("Berta", wire.Join("a", "Z\u0301\u0302\u0303\u0304e"))
    assert table.sees("Berta").me.name == "\u0179\u0302\u0303e"


def test_a_name_is_not_longer_than_it_was_said() -> None:
    """Normal form makes three letters of U+FB2C: a database has room for so many and no more."""
    name = "\ufb2c" * 24
    assert len(unicodedata.normalize("NFC", name)) == 72
    table = Table()
    table.granted("Berta", wire.Join(table.cid(), name))
    assert len(table.room.members["berta"]) == 24


def test_bots_sit_down_and_leave_at_the_wish_of_who_sits() -> None:
    table = Table()
    table.granted("Anna", wire.Bot("a", 1, "heuristic"))
    assert table.sees("Anna").seats[1].kind == "bot"
    table.granted("Anna", wire.Bot("b", 1, ""))
    assert table.sees("Anna").seats[1].kind == "free"
    assert table.refused("Anna", wire.Bot("c", 1, "grandmaster")) == "no_such_bot"
    assert table.refused("Anna", wire.Bot("g", 1, "heuristic", "bold")) == "no_such_bot"
    table.granted("Anna", wire.Bot("h", 1, "search", "strong"))
    assert (table.sees("Anna").seats[1].bot, table.sees("Anna").seats[1].style) == (
        "search",
        "strong",
    )
    table.granted("Anna", wire.Bot("i", 1, ""))
    assert table.refused("Anna", wire.Bot("d", 0, "random")) == "seat_taken"
    table.join("Berta")
    assert table.refused("Berta", wire.Bot("e", 1, "random")) == "not_seated"
    table.granted("Anna", wire.Bot("f", 1, "random"))
    table.granted("Berta", wire.Sit("g", 1))
    assert table.sees("Berta").seats[1].name == "Berta"


def test_strength_and_style_of_a_bot_are_kept_in_the_log() -> None:
    table = Table()
    table.granted("Anna", wire.Bot("a", 1, "search", "strong:bold"))
    again = [read(e.number, e.member, e.cid, written(e)) for e in table.log]
    room = fold(again)
    assert room is not None
    assert kind_of(room, room.chairs[1]) == "search:strong:bold"
    assert bots.make(kind_of(room, room.chairs[1]), 1).name == "search:strong:bold"


@pytest.mark.parametrize(
    ("kind", "style"),
    [
        ("search", "clever"),
        ("search", "60s"),  # how long an act may take the table says
        ("search", "strong:quick"),
        ("flat", "bold:cautious"),
        ("search", "strong:"),
        ("search:strong", ""),
        ("random", "bold"),
        ("SEARCH", ""),
    ],
)
def test_a_bot_with_words_the_table_does_not_know_is_refused(kind: str, style: str) -> None:
    table = Table()
    found = table.says("Anna", wire.Bot("a", 1, kind, style))
    assert isinstance(found, Refusal)
    assert (found.code, dict(found.about)["bot"].startswith(kind)) == ("no_such_bot", True)
    table.granted("Anna", wire.Bot("b", 1, "search", "quick"))  # the table goes on


def test_a_practice_table_is_opened_with_the_bots_its_maker_wants() -> None:
    table = Table(practice=True, bot="search", style="quick:cautious")
    assert {(s.bot, s.style) for s in table.sees("Anna").seats[1:]} == {
        ("search", "quick:cautious")
    }
    table.granted("Anna", wire.Rules("a", "koenigrufen/tirol", {}, 5))
    assert table.sees("Anna").seats[4].style == "quick:cautious"


def test_a_room_is_not_opened_with_a_bot_nobody_knows() -> None:
    body = {"rules": "koenigrufen/tirol", "name": "Anna", "cid": "x", "bot": "grandmaster"}
    wish = wire.read_new_room(msgspec.json.encode({**body, "practice": True}))
    found = opening(wish, "room", "anna", 0, bytes(CHANCE))
    assert isinstance(found, Refusal)
    assert found.code == "no_such_bot"


def test_at_a_practice_table_bots_sit_on_all_other_seats() -> None:
    table = Table(practice=True)
    assert [seat.kind for seat in table.sees("Anna").seats] == ["person", "bot", "bot", "bot"]
    table.join("Berta")
    assert table.refused("Berta", wire.Sit("x", 1)) == "practice_only"
    table.start()
    assert table.room.stage == "deal"


def test_who_moves_at_a_practice_table_changes_places_with_a_bot() -> None:
    table = Table(practice=True)
    name = table.room.chairs[2].name
    table.granted("Anna", wire.Sit("a", 2))
    assert [seat.kind for seat in table.sees("Anna").seats] == ["bot", "bot", "person", "bot"]
    assert table.room.chairs[0].name == name
    table.granted("Anna", wire.Stand("b"))
    table.granted("Anna", wire.Sit("c", 0))
    table.start()
    assert table.room.stage == "deal"
    assert fold(table.log) == table.room


def test_only_the_maker_changes_the_rules_and_everybody_reads_them_again() -> None:
    table = Table()
    table.fill()
    assert table.refused("Berta", wire.Rules("a", "koenigrufen/finale")) == "not_maker"
    assert table.refused("Anna", wire.Rules("b", "koenigrufen/none")) == "bad_rules"
    assert table.refused("Anna", wire.Rules("c", "/etc/passwd.toml")) == "bad_rules"
    unknown = wire.Rules("d", "koenigrufen/tirol", {"no_such_option": True})
    assert table.refused("Anna", unknown) == "bad_rules"
    table.granted("Anna", wire.Rules("e", "koenigrufen/tirol", {"klopfen": False}))
    seen = table.sees("Berta")
    assert seen.rules.changes == {"option.klopfen": False}
    assert seen.rules.options["klopfen"] is False
    assert not any(seat.ready for seat in seen.seats)


def test_another_game_may_need_another_number_of_seats() -> None:
    table = Table()
    table.fill()
    table.granted("Anna", wire.Rules("a", "lhombre/compagnie"))
    seen = table.sees("Dora")
    assert (seen.players, len(seen.seats), seen.me.seat) == (3, 3, None)
    assert table.refused("Anna", wire.Rules("b", "perlaggen/1890", {}, 3)) == "bad_players"


def test_a_deal_needs_all_seats_filled_and_everybody_ready() -> None:
    table = Table()
    table.join("Berta", 1)
    assert table.refused("Anna", wire.Start("a")) == "seats_free"
    table.granted("Anna", wire.Bot("b", 2, "random"))
    table.granted("Anna", wire.Bot("c", 3, "random"))
    assert table.refused("Anna", wire.Start("d")) == "not_ready"
    table.granted("Berta", wire.Ready("e"))
    table.start()
    assert table.refused("Anna", wire.Start("f")) == "started"
    assert table.refused("Anna", wire.Ready("g")) == "started"
    assert table.refused("Anna", wire.Rules("h", "koenigrufen/finale")) == "started"
    assert table.refused("Anna", wire.Sit("i", 2)) == "started"


def test_a_maker_who_leaves_hands_the_table_on() -> None:
    table = Table()
    table.join("Berta", 1)
    table.granted("Anna", wire.Stand("a"))
    assert table.room.head.maker == member("Berta")
    assert table.sees("Anna").me.seat is None


# Deals


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_deal_is_played_to_its_settlement_and_the_log_gives_the_same_room(rules: str) -> None:
    table = full(rules)
    table.play()
    seen = table.sees("Anna")
    assert seen.stage in ("between", "over")
    assert seen.settlement is not None
    assert sum(map(float, map(_number, seen.settlement["points"]))) == 0
    assert seen.sheet is not None
    assert len(seen.sheet.rows) == 1
    assert fold(table.log) == table.room
    again = [read(e.number, e.member, e.cid, written(e)) for e in table.log]
    assert again == table.log


def _number(amount: int | str) -> float:
    top, _, below = str(amount).partition("/")
    return int(top) / int(below or 1)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_several_deals_make_a_sheet_like_a_match_does(rules: str) -> None:
    table = full(rules)
    match = Match(table.room.head.rules, table.room.head.players, _first_dealer(table))
    for number in (1, 2, 3):
        table.play()
        assert table.room.sitting is not None
        setup, around = match.deal(table.deal.setup.pack)
        assert (setup, around) == (table.deal.setup, table.deal.around)
        match.sitting, _ = table.room.laws.close_deal(match.sitting, table.deal.state, around)
        assert table.room.sitting == match.sitting
        assert table.room.dealt == number
        if table.room.stage == "over":
            return
        table.start()


def _first_dealer(table: Table) -> int:
    assert table.room.sitting is not None
    return table.room.sitting.dealer


def test_an_unlawful_act_is_refused_with_its_clause() -> None:
    table = full()
    table.until("play")
    name = table.on_duty()
    other = next(n for n in table.seated() if n != name)
    found = table.says(other, table.act("play HK"))
    assert isinstance(found, Refusal)
    assert found.code == "illegal"
    assert all(fault.clause and fault.code for fault in found.faults)
    assert table.refused(name, table.act("   ")) == "bad_word"


def test_an_act_overtaken_by_another_seat_is_stale_and_one_of_another_deal_too() -> None:
    table = full()
    table.until("auction")
    late = table.on_duty()
    command = table.act(table.random_words(duty_chairs(table.room)[0]))
    table.step()
    while table.on_duty() != late:
        table.step()
    old = wire.Act("old", command.deal, command.after, "play HK")
    assert table.refused(late, old) == "stale"
    assert table.refused(late, wire.Act("x", command.deal + 1, 0, "pass")) == "stale"


def test_who_has_not_seen_the_last_act_cannot_answer_it() -> None:
    """A pass that was sent before somebody bid is no answer to that bid."""
    table = full()
    table.until("play")
    name = table.on_duty()
    words = table.random_words(duty_chairs(table.room)[0])
    assert table.refused(name, wire.Act("x", table.deal.number, 0, words)) == "stale"
    table.granted(name, table.act(words))


def test_what_is_said_beside_the_game_makes_no_act_stale_and_is_never_stale_itself() -> None:
    """Signs of Perlaggen change nothing: an act sent before one is what its player meant."""
    table = full("perlaggen/1890")
    table.until("play")
    chair = duty_chairs(table.room)[0]
    act = table.act(table.random_words(chair))
    somebody = next(name for name in table.seated() if name != table.name_at(chair))
    table.granted(somebody, wire.Act("sign", act.deal, 0, "sign yes"))
    table.granted(table.name_at(chair), act)


def test_what_is_said_in_court_is_never_stale() -> None:
    table = full("koenigrufen/tirol", options={"table": "free"})
    table.until("play")
    table.granted("Anna", wire.Act("c", table.deal.number, 0, "claim 1 any 1"))


@pytest.mark.parametrize(
    ("rules", "options", "words"),
    [
        ("perlaggen/1890", {}, "sign yes"),
        ("koenigrufen/tirol", {"table": "free"}, "claim 1 any {n}"),
    ],
)
def test_nobody_fills_a_deal_with_signs_or_claims(
    rules: str, options: dict[str, object], words: str
) -> None:
    table = full(rules, options=options)
    table.until("blind" if "perlaggen" in rules else "cut")
    if options:
        table.granted(table.on_duty(), table.act("cut 20"))
    for n in range(MOST_SAID):
        table.granted("Anna", table.act(words.format(n=n)))
    assert table.refused("Anna", table.act(words.format(n=MOST_SAID))) == "too_fast"
    table.granted("Clara", table.act(words.format(n=MOST_SAID)))


def test_a_watcher_cannot_act_and_nobody_can_before_the_deal() -> None:
    table = Table()
    assert table.refused("Anna", wire.Act("a", 1, 0, "pass")) == "no_deal"
    table = full()
    table.join("Frieda")
    assert table.refused("Frieda", wire.Act("b", 1, 0, "pass")) == "not_seated"


def test_a_bot_acts_for_bots_alone() -> None:
    table = full()
    chair = duty_chairs(table.room)[0]
    found = table.table_says(BotAct(chair, table.random_words(chair)))
    assert isinstance(found, Refusal)
    assert found.code == "present"


def test_a_bot_stands_in_for_a_vanished_player_until_he_is_back() -> None:
    table = full()
    chair = duty_chairs(table.room)[0]
    name = table.name_at(chair)
    assert table.refused(name, wire.Back("a")) == "present"
    assert isinstance(table.table_says(StandIn(chair)), Entry)
    assert table.sees("Anna").seats[chair].standin
    assert table.refused(name, table.act(table.random_words(chair))) == "standin"
    assert isinstance(table.table_says(BotAct(chair, table.random_words(chair))), Entry)
    table.granted(name, wire.Back("b"))
    assert not table.sees("Anna").seats[chair].standin
    assert isinstance(table.table_says(StandIn(chair)), Entry)
    somebody = next(n for n in table.seated() if n != name)
    assert table.refused(somebody, wire.Bot("c", chair, "random")) == "started"
    assert table.sees(name).me.seat == chair


def test_who_leaves_in_the_middle_of_a_deal_leaves_the_cards_to_a_bot() -> None:
    table = full()
    table.granted("Berta", wire.Stand("a"))
    seat = table.sees("Anna").seats[1]
    assert (seat.kind, seat.member) == ("bot", "")
    table.play()
    table.granted("Anna", wire.Bot("b", 1, ""))
    assert table.refused("Anna", wire.Start("c")) == "seats_free"
    table.granted("Berta", wire.Sit("d", 1))
    table.start()


def test_of_five_players_the_dealer_sits_out_and_sees_what_a_spectator_sees() -> None:
    table = full(players=5)
    for _ in range(5):
        around = table.deal.around
        assert len(around) == 4
        (out,) = set(range(5)) - set(around)
        assert table.room.sitting is not None
        assert out == table.room.sitting.dealer
        idle = table.name_at(out)
        assert table.sees(idle).view == table.sees("nobody").view
        assert table.refused(idle, table.act("cut 20")) == "sits_out"
        for chair in around:
            assert table.sees(table.name_at(chair)).view["seat"] == around.index(chair)
        table.play()
        assert table.room.sitting.rows[-1].points[out] == 0
        table.start()
    assert tuple(table.sees("Anna").around) == table.deal.around


def test_another_game_between_two_deals_begins_another_sitting() -> None:
    table = full()
    table.play()
    table.granted("Anna", wire.Rules("a", "perlaggen/1890"))
    seen = table.sees("Anna")
    assert (seen.stage, seen.sheet, seen.view, seen.deal) == ("lobby", None, None, 1)
    table.ready()
    table.start()
    assert table.deal.number == 2


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_word_without_meaning_between_two_deals_is_refused_in_every_game(rules: str) -> None:
    table = full(rules)
    table.play()
    assert table.refused("Anna", wire.Remark("a", "hokuspokus")) == "bad_word"


def test_the_schlussradl_ends_the_sitting_and_the_same_people_may_play_on() -> None:
    table = full()
    assert table.refused("Anna", wire.Remark("a", "schlussradl")) == "started"
    table.play()
    assert table.refused("Anna", wire.Remark("b", "hokuspokus")) == "bad_word"
    table.granted("Anna", wire.Remark("c", "schlussradl"))
    for _ in range(40):
        if table.room.stage == "over":
            break
        table.start()
        table.play()
    assert table.room.stage == "over"
    table.start("Berta")
    assert table.room.sitting is not None
    assert (table.room.stage, table.room.sitting.rows) == ("deal", ())


def test_the_clock_tells_who_must_act_how_long_he_has() -> None:
    table = full(clock=30)
    chair = duty_chairs(table.room)[0]
    left = table.sees("Anna").clock
    assert left == {str(chair): table.deal.since + 30_000 - table.now}
    assert full().sees("Anna").clock == {}


def test_an_entry_of_the_log_never_holds_what_can_be_worked_out() -> None:
    table = full()
    table.play(5)
    for entry in table.log:
        if isinstance(entry.body, Acted):
            assert set(msgspec.to_builtins(entry.body)) == {"k", "seat", "words"}
        assert '"pack"' not in written(entry)


# Talk


def test_there_is_silence_during_a_deal_and_talk_between_two() -> None:
    table = Table()
    table.fill()
    table.granted("Anna", wire.Talk("a", "Servus!"))
    table.start()
    assert table.refused("Anna", wire.Talk("b", "Ich hab den Sküs")) == "silence"
    assert table.refused("Anna", wire.Talk("c", phrase="thanks")) == "silence"
    table.play()
    table.granted("Anna", wire.Talk("d", phrase="well_played"))
    seen = table.sees("Berta")
    assert [(said["name"], said["text"], said["phrase"]) for said in seen.talk] == [
        ("Anna", "Servus!", ""),
        ("Anna", "", "well_played"),
    ]


def test_one_says_a_text_or_a_known_phrase() -> None:
    table = Table()
    for wrong in (wire.Talk("a"), wire.Talk("b", " \t"), wire.Talk("c", "x", "hello")):
        assert table.refused("Anna", wrong) == "bad_word"
    assert table.refused("Anna", wire.Talk("d", phrase="curse")) == "bad_word"


def test_where_partners_may_make_signs_they_may_talk() -> None:
    assert full("perlaggen/1890").sees("Anna").talk_open
    table = full("perlaggen/1890", options={"signs": "off"})
    assert not table.sees("Anna").talk_open


def test_only_the_last_lines_of_talk_are_remembered() -> None:
    table = Table()
    for n in range(50):
        table.granted("Anna", wire.Talk(f"t{n}", f"{n}"))
    assert [said["text"] for said in table.sees("Anna").talk][:1] == ["10"]


# Hints


def asks(table: Table) -> wire.Hint:
    """The question of who has seen everything."""
    return wire.Hint(table.cid(), table.deal.number, table.deal.moves)


def test_hints_are_for_practice_alone_unless_the_maker_wants_them() -> None:
    assert Table(practice=True).sees("Anna").hints
    assert not Table().sees("Anna").hints
    assert Table(hints=True).sees("Berta").hints
    assert not Table(practice=True, hints=False).sees("Anna").hints


def test_a_maker_who_allows_hints_later_lets_everybody_read_the_rules_again() -> None:
    table = Table()
    table.fill()
    table.granted("Anna", wire.Rules("a", "koenigrufen/tirol", {}, 0, True))
    seen = table.sees("Berta")
    assert seen.hints
    assert not any(seat.ready for seat in seen.seats)
    table.granted("Anna", wire.Rules("b", "koenigrufen/finale"))
    assert table.sees("Berta").hints  # other rules leave it as it was


def test_who_is_not_on_turn_and_who_only_watches_gets_no_hint() -> None:
    table = full(hints=True)
    table.join("Frieda")
    table.until("play")
    name = table.on_duty()
    other = next(n for n in table.seated() if n != name)
    told = {who: hint_refused(table.room, member(who), asks(table)) for who in NAMES}
    assert told[name] is None
    assert told[other] == Refusal("not_on_turn")
    assert told["Frieda"] == Refusal("not_seated")
    assert hint_refused(table.room, member(name), wire.Hint("x", 1, 0)) == Refusal("stale")
    table.play()
    assert hint_refused(table.room, member(name), asks(table)) == Refusal("no_deal")


def test_without_practice_there_are_no_hints() -> None:
    table = full()
    found = hint_refused(table.room, member(table.on_duty()), asks(table))
    assert found == Refusal("no_hints")
