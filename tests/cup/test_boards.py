"""Duplicate: boards from one seed, like compared with like, seats that turn, bots beside."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cup_desk import SEED, Desk
from naive.duplicate import NaiveDuplicate
from samples import soaked
from trull import laws, lots, ruleset
from trull.cup import boards, commands, fold, log, money, plan, ranking
from trull.cup.boards import SEATS, compared, steps, turned, turns
from trull.cup.draw import drawn, meetings
from trull.cup.rehearsal import Evening
from trull.cup.verify import verified
from trull.errors import CupError

METHODS = ("matchpoints", "cross", "difference")
MADE = st.lists(st.integers(-200, 200) | st.fractions(-9, 9, max_denominator=2), min_size=2)


# Methods


@settings(max_examples=soaked(60, 5_000), deadline=None)
@given(MADE, st.sampled_from(METHODS))
def test_every_method_sums_to_zero_and_never_ranks_less_above_more(
    made: list[int | Fraction], method: str
) -> None:
    worth = compared(method, made)
    assert sum(worth) == 0
    pairs = [(a, b) for a in range(len(made)) for b in range(len(made)) if made[a] > made[b]]
    assert all(worth[a] >= worth[b] for a, b in pairs)
    if method != "cross":
        assert all(worth[a] > worth[b] for a, b in pairs)


def test_a_board_by_hand() -> None:
    """Four tables: +6, +1, +1, -3 at one seat."""
    made = [6, 1, 1, -3]
    assert compared("matchpoints", made) == [50, 0, 0, -50]
    assert compared("cross", made) == [Fraction(2 + 2 + 3, 3), 0, 0, Fraction(-7, 3)]
    assert compared("difference", made) == [
        *(6 - Fraction(-1, 3), 1 - Fraction(4, 3), 1 - Fraction(4, 3), -3 - Fraction(8, 3)),
    ]
    assert [steps(one) for one in (0, 1, 3, 6, 10, 15, 21)] == [0, 1, 2, 3, 4, 5, 6]
    assert compared("cross", made, (5, 100)) == [1, *[Fraction(-1, 3)] * 3]
    assert compared("cross", [7]) == [0]


# Seats


@settings(max_examples=soaked(30, 1_000), deadline=None)
@given(st.integers(1, 12), st.integers(1, 9), st.integers(0, 10**6))
def test_everybody_holds_each_seat_equally_often(tables: int, rounds: int, seed: int) -> None:
    random, people = Random(seed), list(range(1, SEATS * tables + 1))
    seating = []
    for _ in range(rounds):
        random.shuffle(people)
        seating.append([people[at : at + SEATS] for at in range(0, len(people), SEATS)])
    found = turned(seating)
    assert [[set(t) for t in rows] for rows in found] == [[set(t) for t in r] for r in seating]
    for often in turns(found).values():
        counts = [often[seat] for seat in range(SEATS)]
        assert max(counts) - min(counts) <= (0 if rounds % SEATS == 0 else 1)


@pytest.mark.parametrize(("people", "rounds"), [(28, 4), (64, 4), (64, 8), (120, 4), (120, 8)])
def test_with_four_or_eight_rounds_all_seats_and_nobody_twice(people: int, rounds: int) -> None:
    found = turned(drawn(people, rounds, lots.words(lots.key(SEED, ["x"])), limits=(4, 4)))
    assert all(set(often.values()) == {rounds // SEATS} for often in turns(found).values())
    assert max(meetings(found).values()) == 1


# Boards


@pytest.mark.parametrize("name", ["koenigrufen/finale", "koenigrufen/tirol", "perlaggen/1890"])
def test_a_board_is_a_whole_pack_and_follows_from_its_seed(name: str) -> None:
    rules = ruleset.load(name)
    pack = laws.of(rules.game).pack
    seen = set()
    for deal in range(1, 9):
        one = boards.board(rules, SEED, "a", (2, deal))
        cards = sorted([*(card for hand in one.hands for card in hand), *one.rest])
        assert cards == sorted(pack.codes)
        assert one.game.setup == boards.board(rules, SEED, "a", (2, deal)).game.setup
        assert one.game.setup.forehand == deal % SEATS or not one.game.setup.dealer
        seen.add(one.game.setup.pack)
    for other in (("b", (2, 1)), ("a", (1, 1))):
        seen.add(boards.board(rules, SEED, *other).game.setup.pack)
    seen.add(boards.board(rules, "0" * 64, "a", (2, 1)).game.setup.pack)
    assert len(seen) == 11


def test_what_lies_in_the_middle_is_told_in_the_order_it_was_dealt() -> None:
    """The two halves of a talon are taken whole: whoever deals beforehand must know them apart."""
    one = boards.board(ruleset.load("koenigrufen/finale"), SEED, "a", (1, 1))
    pack = [laws.of("koenigrufen").pack.code(card) for card in one.game.setup.pack]
    start = pack.index(one.rest[0])
    assert list(one.rest) == [*pack, *pack][start : start + 6]


# The desk


def _playing(many: int = 16, method: str = "cross") -> Desk:
    desk = Desk("duplikat")
    desk.granted(commands.Change("boards", method))
    desk.people(many)
    desk.granted(commands.PromiseBoards(lots.commitment(SEED)))
    desk.granted(commands.Commit(lots.commitment(SEED)))
    desk.granted(commands.Draw(SEED))
    desk.granted(commands.StartRound())
    return desk


def _row(desk: Desk, table: int, deal: int, *points: int) -> None:
    desk.granted(commands.WriteRow(table=table, deal=deal, points=points, sure=True))


def test_a_board_counts_once_every_table_is_through_with_it() -> None:
    desk = _playing()
    for table in (1, 2, 3):
        _row(desk, table, 1, 1, 1, -1, -1)
    assert boards.opened(desk.cup, 1) == ()
    assert {line.total for line in ranking(desk.cup)} == {0}
    _row(desk, 4, 1, 3, -1, -1, -1)
    assert boards.opened(desk.cup, 1) == (1,)
    found = {one.number: one for one in boards.held(desk.cup, 1, 1)}
    first, second, third, _ = desk.cup.sheets[1, 4].people
    assert found[first].made == 3
    assert [found[one].worth for one in (first, second, third)] == [1, -1, 0]
    assert {n: line.total for line in ranking(desk.cup) if (n := line.number) == first} == {
        first: 1
    }
    desk.granted(commands.WriteRow(table=4, deal=2, points=(4, 4, 4, -4), unclear=True))
    for table in (1, 2, 3):
        _row(desk, table, 2, 1, 1, -1, -1)
    assert len(boards.held(desk.cup, 1, 2)) == 3 * SEATS


def test_what_does_not_go_with_boards_is_refused() -> None:
    desk = Desk("duplikat")
    assert desk.refused(commands.Change("most", 5)) == "bad_value"
    assert desk.refused(commands.Change("seating", "by_standings")) == "bad_value"
    assert desk.refused(commands.Change("rules", "numbers")) == "bad_value"
    assert desk.refused(commands.Change("ties", ["table_wins"])) == "bad_value"
    assert desk.refused(commands.Change("boards", "butler")) == "bad_value"
    desk.drawn(16)
    assert desk.refused(commands.StartRound()) == "boards_not_promised"
    assert desk.refused(commands.OpenBoards(SEED)) == "not_promised"
    desk.granted(commands.PromiseBoards(lots.commitment(SEED)))
    assert desk.refused(commands.PromiseBoards(lots.commitment(SEED))) == "stale"
    assert desk.refused(commands.OpenBoards(SEED)) == "boards_sealed"
    desk.granted(commands.StartRound())
    typed = commands.TypeSheet(table=1, totals=(1, 1, -1, -1), helper="Resi")
    assert desk.refused(typed) == "other_rules"
    desk.granted(commands.Leave(3))
    assert desk.refused(commands.Repair(3)) == "other_rules"
    assert Desk().people(4).refused(commands.PromiseBoards("0" * 64)) == "other_rules"
    assert Desk("duplikat").people(6).refused(commands.PromiseBoards("x")) == "bad_value"


def test_only_whole_tables_of_four_are_drawn() -> None:
    desk = Desk("duplikat").people(18)
    desk.granted(commands.Commit(lots.commitment(SEED)))
    assert desk.refused(commands.Draw(SEED)) == "cannot_seat"
    for _ in range(2):
        desk.granted(commands.Enter(name="Bot", bot=True, sure=True))
        desk.granted(commands.Arrive(max(desk.cup.people)))
    desk.granted(commands.Draw(SEED))
    assert all(len(table) == 4 for rows in desk.cup.seating for table in rows)


def test_who_sits_in_for_somebody_takes_his_seat_and_two_exchange_theirs() -> None:
    desk = _playing()
    before = desk.cup.seating
    table = before[2][0]
    other = before[2][1][3]
    desk.granted(commands.Move(3, table[0], 2, other, "Familie"))
    assert desk.cup.seating[2][0] == (other, *table[1:])
    assert desk.cup.seating[2][1] == (*before[2][1][:3], table[0])
    desk.granted(commands.Enter(name="Bot", bot=True))
    desk.granted(commands.Arrive(17))
    at = next(t for t in before[1] if 5 in t)
    desk.granted(commands.StandIn(5, 17, "stand_in"))
    assert tuple(17 if n == 5 else n for n in at) in desk.cup.seating[1]


# A whole evening


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("people", [16, 26])
def test_an_evening_of_boards_is_reckoned_alike_twice(people: int, method: str) -> None:
    """With leavers, struck rows, objections; bots fill up, are compared and not ranked."""
    told = replace(plan.load("duplikat"), boards=method, fee_cents=1500, prizes=(9000, 5001))  # type: ignore[arg-type]
    lines: list[str] = []
    evening = Evening(people, told, people, keep=lambda entry: lines.append(log.written(entry)))
    cup, text = evening.play(), "".join(lines)
    naive, read = NaiveDuplicate(text), log.read(text)
    assert fold(read.entries, read.names) == cup
    found = list(verified(read))
    assert all(one.holds for one in found)
    assert "boards" in {one.what for one in found}
    assert [(s.place, s.number, s.total) for s in ranking(cup) if s.place] == naive.ranking()
    bots = {number for number, person in cup.people.items() if person.bot}
    lines_of = {line.number: line for line in ranking(cup)}
    assert (people == 16) == (not bots & lines_of.keys())
    assert all(not lines_of[number].place for number in bots & lines_of.keys())
    assert sum(line.total for line in lines_of.values()) == 0
    assert sorted(naive.given) == naive.prizes()
    assert not any(prize.number in bots for prize in cup.prizes)
    for at in range(1, cup.plan.rounds + 1):
        for deal in boards.opened(cup, at):
            for seat in range(SEATS):
                assert sum(h.worth for h in boards.held(cup, at, deal) if h.seat == seat) == 0
    assert money.till(cup).owed == 0


def test_a_plan_with_boards_says_what_it_needs() -> None:
    for text in ("boards = 'cross'", "boards = 'x'"):
        with pytest.raises(CupError):
            plan.parsed(text, "own", "own")
