"""The daily deal: the same for everybody, and a result only counts if it happened."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import pytest

import trull
from samples import alike, at_length
from trull import notation, ruleset, shuffle
from trull.errors import DailyError
from trull.game import Game
from trull.learn import daily
from trull.notation import Record
from trull.settlement import Amount
from trull.state import Act, Action, Seat, View, action
from trull.table.steps import whole

DAY = date(2026, 11, 15)  # its first lots serve, so it is drawn soon
TOLD = """
import sys
from datetime import date
from trull import notation
from trull.learn import daily
from trull.table.steps import whole
found = whole(daily.drawing(date.fromisoformat(sys.argv[1]), sys.argv[2]))
game = whole(daily.by_bots(found.deal))
print(found.rivals, notation.format_record(daily.recorded(found.deal, game)))
"""


@cache
def drawn(game: str = "perlaggen") -> daily.Drawn:
    return whole(daily.drawing(DAY, game))


@cache
def result(game: str = "perlaggen") -> Record:
    """What the day's own bot makes of it, as it is read from a file."""
    found = drawn(game).deal
    game_played = whole(daily.by_bots(found))
    return notation.parse(notation.format_record(daily.recorded(found, game_played)))


def why(record: Record, game: str = "perlaggen") -> str:
    """The reason a record is refused with."""
    with pytest.raises(DailyError) as refused:
        whole(daily.checked(record, drawn(game)))
    return refused.value.code


# The same for everybody


@pytest.mark.slow  # a day drawn in a process of its own
@pytest.mark.parametrize("game", alike("perlaggen", "koenigrufen"))
def test_another_process_draws_the_same_deal_and_its_bots_act_the_same(game: str) -> None:
    source = str(Path(trull.__file__).parents[1])
    told = subprocess.run(
        [sys.executable, "-c", TOLD, DAY.isoformat(), game],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": source, "PYTHONHASHSEED": "7", "PATH": "/usr/bin:/bin"},
    ).stdout
    here = f"{drawn(game).rivals} {notation.format_record(result(game))}"
    assert told.strip() == here.strip()


def test_the_pack_of_a_day_is_that_of_its_lot_and_no_other_day_has_it() -> None:
    deals = [daily.deal(date(2026, 11, day), "koenigrufen", 1) for day in range(1, 31)]
    packs = {deal.setup.pack for deal in deals}
    assert len(packs) == 30
    assert all(shuffle.verify(daily.recorded(deal, Game(deal.setup))) for deal in deals[:4])


def test_a_secret_of_the_host_gives_other_cards_and_promises_them() -> None:
    opened, hidden = (daily.lot(DAY, "koenigrufen", 3, secret) for secret in ("", "ab" * 16))
    assert opened.server_seed != hidden.server_seed
    assert hidden.commitment != opened.commitment


def test_the_books_of_a_game_take_turns_and_so_do_the_dealers() -> None:
    days = [date(2026, 11, day) for day in range(1, 13)]
    books = {daily.book(day, "koenigrufen").name for day in days}
    assert books == {name for name in ruleset.published() if name.startswith("koenigrufen/")}
    assert {daily.deal(day, "koenigrufen", 1).dealer for day in days} == {0, 1, 2, 3}


@at_length
def test_a_bot_answers_a_view_and_remembers_nothing() -> None:
    found = drawn("koenigrufen").deal
    game = Game(found.setup)
    seat = min(game.duty)
    act = daily.bot_act(found.lot.room, game.view_for(seat))
    daily.bot_act("daily-koenigrufen-2026-11-01", game.view_for(seat))
    assert daily.DailyBot(found.lot.room).act(game.view_for(seat)) == act
    others = [Seat(p) for p in range(found.setup.seats) if Seat(p) not in game.duty]
    assert all(daily.bot_act(found.lot.room, game.view_for(p)) is None for p in others)


def test_the_deal_of_a_day_can_be_played_well_and_badly() -> None:
    found = drawn("koenigrufen").deal
    endings: set[Amount] = set()
    for again in range(daily.SEEDS):
        game, counting = whole(daily._tried(found, again))
        assert counting >= daily.COUNTING or again
        endings.add(daily._points(game, found.seat))
        if len(endings) > 1:
            return
    raise AssertionError("whatever one plays, it ends the same")


def test_what_no_lot_offers_is_not_sought_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "COUNTING", 1000)
    monkeypatch.setattr(daily, "DEALS", 2)
    assert whole(daily._chosen(DAY, "perlaggen", "")).lot.deal in (1, 2)


@pytest.mark.parametrize("text", ["2026-10-31", "20261115", "yesterday", "2026-11-1", "2026-02-30"])
def test_what_is_no_day_has_no_deal(text: str) -> None:
    with pytest.raises(DailyError):
        daily.read_day(text)


# Results


@pytest.mark.parametrize("game", ["koenigrufen", "perlaggen"])
def test_a_result_counts_once_it_was_played_again(game: str) -> None:
    found = drawn(game)
    outcome = whole(daily.judging(result(game), found))
    points = result(game).points
    assert points is not None
    assert outcome.points == points[found.deal.seat]
    assert outcome.ahead == pytest.approx(float(outcome.points) - found.mean, abs=0.01)
    assert [one.kind for one in outcome.rivals] == list(daily.RIVALS)
    assert outcome.left >= 0
    assert outcome.decisions > 0


def test_who_throws_cards_away_leaves_more_lying() -> None:
    found = drawn("koenigrufen")

    def worst(view: View) -> Action | None:
        ranking = daily.considered(found.deal.lot.room, view).ranking
        return ranking[-1].action if ranking else daily.bot_act(found.deal.lot.room, view)

    thrown = daily.recorded(found.deal, whole(daily._playing(found.deal, worst)))
    left = [whole(daily.judging(one, found)).left for one in (thrown, result("koenigrufen"))]
    assert left[0] > left[1] + 1


def exchanged(record: Record, at: int, words: str) -> Record:
    acts = list(record.acts)
    acts[at] = Act(acts[at].seat, action(words))
    return replace(record, acts=tuple(acts), points=None, money=None)


def test_a_pack_that_was_arranged_is_refused() -> None:
    record = result("koenigrufen")
    pack = (record.setup.pack[1], record.setup.pack[0], *record.setup.pack[2:])
    assert why(replace(record, setup=replace(record.setup, pack=pack)), "koenigrufen") == "pack"


def test_an_act_that_no_bot_of_the_day_did_is_refused() -> None:
    record, found = result("koenigrufen"), drawn("koenigrufen").deal
    game = Game(record.setup)
    for at, act in enumerate(record.acts):
        plays = game.plays(act.seat) if act.action.verb == "play" else ()
        other = [one for one in plays if one != act.action]
        if act.seat != found.seat and other:
            assert why(exchanged(record, at, str(other[0])), "koenigrufen") == "bot"
            return
        game.apply(act.seat, act.action)
    raise AssertionError("no bot had a choice")


def test_an_unlawful_act_of_the_player_is_refused() -> None:
    record, found = result("koenigrufen"), drawn("koenigrufen").deal
    at = max(at for at, act in enumerate(record.acts) if act.seat == found.seat)
    forged = record.acts[at - 1].action.args[0]
    assert why(exchanged(record, at, f"play {forged}"), "koenigrufen") == "act"


def test_a_deal_that_was_broken_off_is_refused() -> None:
    record = replace(result(), acts=result().acts[:-1], points=None, money=None)
    assert why(record) == "unfinished"


def test_points_that_were_written_in_are_refused() -> None:
    points = result().points
    assert points is not None
    assert why(replace(result(), points=tuple(2 * one + 1 for one in points))) == "points"


def test_other_rules_another_day_and_another_lot_are_refused() -> None:
    record, tags = result(), dict(result().tags)
    other = ruleset.load("perlaggen/1890")
    if other == record.setup.rules:
        other = ruleset.load("perlaggen/1924")
    assert why(replace(record, setup=replace(record.setup, rules=other))) == "rules"
    for tag, told in (("Room", "daily-perlaggen-2026-11-16"), ("DealNo", "60")):
        assert why(replace(record, tags=tags | {tag: told})) == "other_deal"


@pytest.mark.parametrize(
    "tags",
    [
        {},
        {"Room": "abcd2345", "DealNo": "1"},
        {"Room": "daily-chess-2026-11-15", "DealNo": "1"},
        {"Room": "daily-perlaggen-yesterday", "DealNo": "1"},
        {"Room": "daily-perlaggen-2026-11-15", "DealNo": "999"},
    ],
)
def test_a_record_that_names_no_daily_deal_is_refused(tags: dict[str, str]) -> None:
    assert why(replace(result(), tags=tags)) in ("no_daily", "no_day")


def test_an_act_more_after_the_end_is_refused() -> None:
    more = Act(drawn().deal.seat, Action("play", ("HK",)))
    record = replace(result(), acts=(*result().acts, more))
    assert why(record) == "act"
