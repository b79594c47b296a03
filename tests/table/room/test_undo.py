"""Taking back: by consent, and only where nothing hidden was seen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tables import Table, full
from trull import ruleset
from trull.learn.koenigrufen import arranged
from trull.table import wire
from trull.table.room import Entry, Refusal, StandIn, fold
from trull.table.room.state import duty_chairs
from trull.table.room.timing import due

RULE_SETS = ruleset.published()


def in_the_auction() -> Table:
    """Four people, the cards dealt, and one word said in the auction."""
    table = full("koenigrufen/finale")
    table.until("auction")
    name = table.on_duty()
    table.granted(name, table.act(_first_word(table)))
    return table


def _first_word(table: Table) -> str:
    chair = duty_chairs(table.room)[0]
    seat = table.deal.seat_of(chair)
    assert seat is not None
    prompt = table.room.laws.prompts(table.deal.state, seat)[0]
    return " ".join([prompt.verb, *prompt.choices[: prompt.least]])


def test_a_bid_is_taken_back_when_all_consent() -> None:
    table = in_the_auction()
    acts = table.deal.state.acts
    asker = table.name_at(table.deal.around[acts[-1].seat])
    others = [name for name in table.seated() if name != asker]
    assert table.refused(others[0], wire.Undo("a")) == "no_undo"
    assert table.refused(others[0], wire.Undo("b", yes=False)) == "not_asked"
    table.granted(asker, wire.Undo("c"))
    undo = table.sees(others[0]).undo
    assert undo is not None
    assert (undo.acts, undo.consents, len(undo.wanted)) == (1, [], 3)
    assert table.refused(asker, wire.Undo("d")) == "already_asked"
    for name in others:
        assert table.deal.state.acts == acts
        table.granted(name, wire.Undo(f"e{name}"))
    assert table.deal.state.acts == acts[:-1]
    assert table.room.undo is None
    assert fold(table.log) == table.room


def test_an_act_that_answers_what_was_taken_back_is_stale() -> None:
    """Also where as many acts stand there again: it would answer others than it has seen."""
    table = in_the_auction()
    asker = table.name_at(table.deal.around[table.deal.state.acts[-1].seat])
    late = table.act("pass")  # of the next player, who has seen the first word
    table.granted(asker, wire.Undo("a"))
    for name in table.seated():
        if name != asker:
            table.granted(name, wire.Undo(f"b{name}"))
    assert table.refused(asker, wire.Act("c", late.deal, late.after, _first_word(table))) == "stale"
    table.granted(asker, table.act(_first_word(table)))
    assert len(table.deal.state.acts) == late.after
    assert table.refused(table.on_duty(), late) == "stale"
    table.granted(table.on_duty(), table.act(_first_word(table)))


def test_at_a_free_table_the_same_can_be_taken_back_as_at_a_guarded_one() -> None:
    """What a hand could do next was known before and tells nobody anything."""
    tables = [full("koenigrufen/finale", options={"table": kind}) for kind in ("guarded", "free")]
    asked = set()
    while all(table.room.stage == "deal" for table in tables):
        chair = duty_chairs(tables[0].room)[0]
        words, answers = tables[0].random_words(chair), []
        for table in tables:
            table.granted(table.name_at(chair), table.act(words))
            found = table.says(table.name_at(chair), wire.Undo(table.cid()))
            answers.append(found.code if isinstance(found, Refusal) else "asked")
        assert answers[0] in (answers[1], "no_deal"), words
        asked |= {words.split()[0]} if answers[0] == "asked" else set()
    assert {"pass", "bid", "gut"} <= asked


def test_what_was_said_in_court_is_not_taken_back() -> None:
    table = full("koenigrufen/finale", options={"table": "free"})
    table.granted(table.on_duty(), table.act("cut 20"))
    for words in ("claim 1 any 1", "claim 2 any 1"):  # the second is answered in the same words
        table.granted("Berta", table.act(words))
        assert table.refused("Berta", wire.Undo(table.cid())) == "no_undo"


def test_who_has_taken_an_act_back_has_his_whole_time_for_another() -> None:
    table = full("koenigrufen/finale", clock=30)
    table.until("auction")
    asker = table.on_duty()
    table.granted(asker, table.act(_first_word(table)))
    table.now += 25_000  # they talk it over
    for name in (asker, *(name for name in table.seated() if name != asker)):
        table.granted(name, wire.Undo(table.cid()))
    time_up = due(table.room)
    assert time_up is not None
    assert table.on_duty() == asker
    assert time_up.at == table.log[-1].at + 30_000


def test_what_a_person_did_is_not_taken_back_because_he_has_gone() -> None:
    table = full("koenigrufen/finale")
    table.until("auction")
    asker = table.on_duty()
    table.granted(asker, table.act(_first_word(table)))
    chair = duty_chairs(table.room)[0]
    other = table.name_at(chair)
    table.granted(other, table.act("pass"))
    assert isinstance(table.table_says(StandIn(chair)), Entry)
    assert table.refused(asker, wire.Undo(table.cid())) == "no_undo"
    table.granted(other, wire.Stand(table.cid()))
    assert table.refused(asker, wire.Undo(table.cid())) == "no_undo"


def test_one_no_or_another_act_ends_the_asking() -> None:
    table = in_the_auction()
    acts = table.deal.state.acts
    asker = table.name_at(table.deal.around[acts[-1].seat])
    other = next(name for name in table.seated() if name != asker)
    table.granted(asker, wire.Undo("a"))
    table.granted(other, wire.Undo("b", yes=False))
    assert table.room.undo is None
    table.granted(asker, wire.Undo("c"))
    table.granted(asker, wire.Undo("d", yes=False))
    assert table.room.undo is None
    table.granted(asker, wire.Undo("e"))
    table.step()
    assert table.room.undo is None
    assert len(table.deal.state.acts) == len(acts) + 1


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_card_that_was_played_is_not_taken_back(rules: str) -> None:
    for seed in range(6):
        table = full(rules, seed)
        while table.room.stage == "deal":
            table.step()
            last = table.deal.state.acts[-1]
            if last.action.verb == "play" and table.room.stage == "deal":
                name = table.name_at(table.deal.around[last.seat])
                assert table.refused(name, wire.Undo(table.cid())) == "undo_hidden"


def test_what_was_bid_or_answered_in_perlaggen_stands() -> None:
    """P90-7: also where the same word has stood there before."""
    table = full("perlaggen/1890", options={"blind_answer_looks": False})
    table.until("blind")
    for words in ("bid_blind G H", "hold G", "hold H"):
        name = table.on_duty()
        table.granted(name, table.act(words))
        assert table.refused(name, wire.Undo(table.cid())) == "undo_binding"


def test_the_cut_that_brought_the_cards_is_not_taken_back() -> None:
    table = full("koenigrufen/finale")
    name = table.on_duty()
    table.granted(name, table.act("cut 20"))
    assert table.refused(name, wire.Undo("x")) == "undo_hidden"


@pytest.mark.parametrize(
    ("hand", "laid", "seen"),
    [
        ("T22 T21 T20 T19 T18 T17 T16 T15 H4 H3 D4 D3", "discard H4 H3 D4", "? ? ?"),
        ("T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11", "discard T11 T12 T13", "T11 T12 T13"),
    ],
)
def test_a_discard_nobody_saw_is_taken_back_and_what_had_to_be_shown_is_not(
    hand: str, laid: str, seen: str
) -> None:
    table = full("koenigrufen/finale")
    setup = arranged(table.room.head.rules, [hand], talon="HK DK SK")
    deal = replace(table.deal, setup=setup, state=table.room.laws.begin(setup))
    table.room = replace(table.room, deal=deal)
    name = ""
    for words in ["cut 27", "bid dreier", "pass", "pass", "pass", "take 1", laid]:
        name = table.on_duty()
        table.granted(name, table.act(words))
    assert " ".join(table.room.laws.view(table.deal.state, None).seen[-1].args) == seen
    if "?" in seen:
        table.granted(name, wire.Undo(table.cid()))
    else:
        assert table.refused(name, wire.Undo(table.cid())) == "undo_hidden"


def test_against_bots_ones_act_is_taken_back_at_once_with_what_they_said_after_it() -> None:
    table = Table("koenigrufen/finale", practice=True)
    table.start()
    taken_back = 0
    for _ in range(60):
        if table.room.stage != "deal" or taken_back:
            break
        table.step()
        acts = table.deal.state.acts
        if [act.seat for act in acts[-2:]] == [0, 1]:
            found = table.says("Anna", wire.Undo(table.cid()))
            if isinstance(found, Entry):
                taken_back += 1
                assert table.deal.state.acts == acts[:-2]
            else:
                assert found.code in ("undo_hidden", "no_deal")
    assert taken_back


def test_who_plays_alone_against_bots_takes_a_card_back() -> None:
    table = Table(practice=True)
    table.ready()
    table.start()
    table.until("play")
    while (
        table.deal.state.acts[-1].action.verb != "play"
        or table.deal.around[table.deal.state.acts[-1].seat] != table.sees("Anna").me.seat
    ):
        table.step()
    acts = table.deal.state.acts
    table.granted("Anna", wire.Undo(table.cid()))
    assert table.deal.state.acts == acts[:-1]
    assert fold(table.log) == table.room
