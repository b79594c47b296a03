"""The league: the person is the only difference, records prove themselves, bars are honest."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from samples import soaked
from trull import ruleset
from trull.cup import league as leagues
from trull.cup.league import League, Played, played_by, proven, result, table
from trull.errors import CupError
from trull.game import Game
from trull.notation import parse
from trull.state import expand

SEED = "9c" * 32
WEEK = League(
    name="w1", rules=ruleset.load("koenigrufen/finale"), bot="heuristic", boards=16, seed=SEED
)
GAMES = soaked(6, 200)


def _person(board: int, seed: int) -> Game:
    """Somebody who plays by chance, against the house."""
    random, game, own = Random(seed), WEEK.game(board), WEEK.seat(board)
    while game.duty:
        seat = min(game.duty)
        if seat == own:
            acts = [act for prompt in game.prompts(seat) for act in expand(prompt)]
            game.apply(seat, random.choice([a for a in acts if not game.faults(seat, a)]))
        else:
            act = WEEK.house(board, seat).act(game.view_for(seat))
            assert act is not None
            game.apply(seat, act)
    return game


def test_alike_views_get_alike_answers_whoever_plays() -> None:
    """Two people who act alike meet the same game, and until they differ the bots do not."""
    for board in range(1, GAMES + 1):
        one, again, other = (_person(board % 16 + 1, seed) for seed in (board, board, board + 999))
        assert one.log == again.log
        own = WEEK.seat(board % 16 + 1)
        for first, second in zip(one.log, other.log, strict=False):
            if first != second:
                assert first.seat == own, "only the person makes a difference"
                break


def test_everybody_holds_each_seat_at_each_distance_from_the_dealer() -> None:
    found = {(WEEK.seat(board), (WEEK.seat(board) - board) % 4) for board in range(1, 17)}
    assert len(found) == 16


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_a_record_proves_itself_and_a_better_one_does_not(seed: int) -> None:
    board = seed % 16 + 1
    played = result(WEEK, board, "Anna", _person(board, seed))
    assert proven(WEEK, played)
    assert not proven(WEEK, played._replace(made=played.made + 1))
    assert not proven(WEEK, played._replace(board=board % 16 + 1))
    assert not proven(replace(WEEK, seed="0" * 64), played)
    assert not proven(WEEK, played._replace(record=("[Trull",)))
    record, own = parse("\n".join((*played.record, ""))), WEEK.seat(board)
    assert any(act.seat == own for act in record.acts)
    half = tuple(line for line in played.record if not line.startswith(f"{own} play"))
    assert half == played.record or not proven(WEEK, played._replace(record=half))


def test_bots_that_let_the_person_win_are_found_out() -> None:
    """The same person, but another house: its acts are not what the league's bots say."""
    honest = result(WEEK, 2, "Anna", _person(2, 1))
    weak = replace(WEEK, bot="random")
    assert proven(WEEK, honest)
    assert not proven(weak, honest)


# The table


def _made(person: str, *points: int, bot: bool = False) -> list[Played]:
    return [Played(person, at, made, (), bot) for at, made in enumerate(points, 1)]


def test_a_table_by_hand() -> None:
    """Three boards; A beats B twice and ties once: 100, 100, 50 of B."""
    week = replace(WEEK, boards=3)
    first, second = table([(week, [*_made("A", 5, 3, 1), *_made("B", 1, 1, 1)])])
    assert (first.place, first.person, first.boards, first.weeks) == (1, "A", 3, 1)
    assert first.mean == pytest.approx(250 / 3)
    deviation = sqrt((2 * (100 - 250 / 3) ** 2 + (50 - 250 / 3) ** 2) / 2)
    assert first.error == pytest.approx(1.96 * deviation / sqrt(3))
    assert second.place == 2
    assert second.mean == pytest.approx(50 / 3)


def test_bots_are_compared_and_not_ranked_and_half_a_week_is_no_week() -> None:
    week = replace(WEEK, boards=2)
    plays = [*_made("A", 5, 3), *_made("B", 9), *_made("(x)", 7, 7, bot=True)]
    places = {line.person: line.place for line in table([(week, plays)])}
    assert places == {"A": 1, "B": 0, "(x)": 0}
    means = {line.person: line.mean for line in table([(week, plays)])}
    assert means == {"A": 0, "B": 100, "(x)": 75}


def test_the_best_weeks_count_and_equals_share_a_place() -> None:
    week = replace(WEEK, boards=1)
    good, bad = [*_made("A", 5), *_made("B", 1)], [*_made("A", 1), *_made("B", 5)]
    assert {line.place for line in table([(week, good), (week, bad)])} == {1}
    lines = table([(week, good), (week, bad)], best=1)
    assert {(line.mean, line.weeks) for line in lines} == {(100.0, 1)}


def test_who_played_alone_is_compared_with_nobody() -> None:
    assert table([(replace(WEEK, boards=1), _made("A", 5))]) == ()


@pytest.mark.slow  # whole weeks of bots: whether the bars hold the truth nineteen times of twenty
@pytest.mark.skipif(GAMES < 100, reason="some thousand deals; make soak does it")
def test_error_bars_hold_the_mean_of_many_weeks() -> None:
    weeks = [replace(WEEK, seed=f"{n:064x}", boards=24) for n in range(40)]
    results = [
        [
            played_by(week, at, bot, bot)
            for at in range(1, week.boards + 1)
            for bot in ("heuristic", "random")
        ]
        for week in weeks
    ]
    (truth, *_) = table(zip(weeks, results, strict=True))
    inside = 0
    for week, own in zip(weeks, results, strict=True):
        (line,) = (one for one in table([(week, own)]) if one.person == truth.person)
        inside += abs(line.mean - truth.mean) <= line.error
    assert inside >= 0.8 * len(weeks)


# The file


def test_a_file_is_read_back_and_wrong_lines_are_named() -> None:
    week = replace(WEEK, boards=2)
    played = played_by(week, 1, "heuristic", "(heuristic)")
    text = leagues.head(week) + leagues.line(played)
    assert leagues.read(text, "x") == (week, (played,))
    wrong = {
        "line 1": "nothing\n",
        "seed": leagues.head(replace(week, seed="ab")),
        "boards": leagues.head(replace(week, boards=0)),
        "bot": leagues.head(replace(week, bot="search:0.5s")),
        "line 3": text + leagues.line(played),
        "line 2": leagues.head(week) + leagues.line(played._replace(board=3)),
        "line 2: person": leagues.head(week) + '{"board":1,"made":1,"person":7,"record":[]}\n',
    }
    for place, told in wrong.items():
        with pytest.raises(CupError, match=place):
            leagues.read(told, "x")
