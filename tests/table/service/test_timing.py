"""Time at a table: the clock, offers that lapse, and what partners may confer."""

from __future__ import annotations

import asyncio
import time

import pytest

from tables import Table, full
from trull.state import Seat
from trull.table.room import Entry, Own, Refusal, Resume, Room, TimeUp, decide, fold
from trull.table.room.state import duty_chairs
from trull.table.room.timing import due
from trull.table.service.clockwork import Clockwork
from trull.table.service.thinkers import NOBODY, Thinkers
from trull.table.settings import Settings


def offered(**options: object) -> Table:
    """Four people at Perlaggen; the first has bid the Spiel blind, just now."""
    table = full("perlaggen/1890", options=options)
    table.until("blind")
    table.granted(table.on_duty(), table.act("bid_blind S"))
    table.now = table.deal.since
    return table


def left(table: Table) -> int:
    """The seconds until time is up."""
    time_up = due(table.room)
    assert time_up is not None
    return (time_up.at - table.now) // 1000


def test_without_an_agreement_an_offer_waits() -> None:
    assert due(offered().room) is None
    assert offered().sees("Anna").clock == {}


def test_an_offer_nobody_answers_is_let_good() -> None:
    table = offered(answer_timeout=20)
    time_up = due(table.room)
    assert time_up is not None
    assert (left(table), time_up.words) == (20, "let_good S")
    shown = table.sees("Anna").clock
    assert set(shown.values()) == {20_000}
    assert str(time_up.chair) in shown
    table.now += 19_000
    early = table.table_says(TimeUp(time_up.chair, time_up.words))
    assert isinstance(early, Refusal)
    table.now = time_up.at
    assert isinstance(table.table_says(TimeUp(time_up.chair, "hold S")), Refusal)
    table.now = time_up.at
    assert isinstance(table.table_says(TimeUp(time_up.chair, time_up.words)), Entry)
    assert table.deal.state.acts[-1].action == ("let_good", ("S",))
    assert fold(table.log) == table.room


def test_who_was_asked_for_a_figure_and_does_not_show_it_gives_way() -> None:
    """P90-22: asked it must act."""
    for seed in range(60):
        table = full("perlaggen/1890", seed, options={"answer_timeout": 20})
        table.until("show")
        if table.room.stage != "deal" or due(table.room) is not None:
            continue
        state = table.deal.state
        asking = next(
            (chair, prompt.choices[0])
            for seat, chair in enumerate(table.deal.around)
            for prompt in table.room.laws.prompts(state, Seat(seat))
            if prompt.verb == "ask"
        )
        table.granted(table.name_at(asking[0]), table.act(f"ask {asking[1]}"))
        time_up = due(table.room)
        assert time_up is not None
        assert time_up.words == "concede"
        assert (time_up.chair - asking[0]) % 2, "the other party gives way"
        return
    raise AssertionError("nobody had to show anything")


def test_a_party_may_confer_until_its_time_is_used_up() -> None:
    table = offered(answer_timeout=20, confer_time=30)
    answering = table.deal.around.index(duty_chairs(table.room)[0]) % 2
    assert left(table) == 50
    table.now += 25_000  # five seconds of the thirty
    table.granted(table.on_duty(), table.act("raise S=3"))
    table.now = table.deal.since
    assert left(table) == 50  # the others have all of theirs
    table.now += 60_000
    table.granted(table.on_duty(), table.act("raise S=4"))
    table.now = table.deal.since
    assert dict(table.deal.conferred) == {answering: 5_000, 1 - answering: 40_000}
    assert left(table) == 45
    table.granted(table.on_duty(), table.act("raise S=5"))
    table.now = table.deal.since
    assert left(table) == 20


def test_a_sign_stops_no_clock() -> None:
    table = offered(answer_timeout=20)
    table.now += 10_000
    table.granted(table.on_duty(), table.act("sign yes"))
    assert table.deal.since == table.now - 11_000
    assert left(table) == 9


@pytest.mark.parametrize("players", [2, 4])
def test_two_players_have_nobody_to_confer_with(players: int) -> None:
    table = full("perlaggen/1890", players=players, options={"confer_time": 30}, clock=60)
    table.now = table.deal.since
    assert left(table) == (90 if players == 4 else 60)


def test_who_comes_to_a_room_nobody_looked_at_finds_all_his_time() -> None:
    table = offered(answer_timeout=20)
    table.now += 3_600_000
    assert isinstance(table.table_says(Resume()), Entry)
    table.now = table.log[-1].at
    assert left(table) == 20
    assert fold(table.log) == table.room
    assert isinstance(offered().table_says(Resume()), Refusal)  # there no time runs


class Standing:
    """A room that has gone on, though its clockwork was not told yet."""

    watched, online, client = True, frozenset[str](), NOBODY

    def __init__(self, room: Room) -> None:
        self.room = room
        self.wishes: list[tuple[Own, int | None]] = []

    async def own(self, command: Own, at: int | None = None) -> bool:
        self.wishes.append((command, at))
        return True


def test_an_act_that_was_in_time_goes_before_the_end_of_the_clock() -> None:
    async def go() -> None:
        table = full("koenigrufen/finale", clock=30)
        live, number = Standing(table.room), table.room.number
        thinkers = Thinkers(threads=1, seconds=1.0)
        clockwork = Clockwork(live, Settings(), thinkers)
        clockwork.plan(everybody=False)  # the time was up long ago
        table.step()  # but the act was on its way into the store
        live.room = table.room
        while not live.wishes:
            await asyncio.sleep(0.01)
        clockwork.stop()
        ((wish, at),) = live.wishes
        assert isinstance(wish, TimeUp)
        assert at == number < live.room.number  # it no longer stands there

    asyncio.run(go())


class Judging(Standing):
    """A room that judges what its clockwork wishes."""

    async def own(self, command: Own, at: int | None = None) -> bool:
        await super().own(command, at)
        return isinstance(decide(self.room, "", command, int(1000 * time.time()), b""), Entry)


def test_an_offer_lapses_though_the_clock_of_the_machine_was_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> None:
        table = offered(answer_timeout=20)
        live, real = Judging(table.room), time.time
        shift = table.deal.since / 1000 + 20 - real()
        monkeypatch.setattr(time, "time", lambda: real() + shift)
        clockwork = Clockwork(live, Settings(), Thinkers(threads=1, seconds=1.0))
        clockwork.plan(everybody=False)
        shift -= 0.5
        async with asyncio.timeout(30):
            while len(live.wishes) < 2:
                await asyncio.sleep(0.01)
        clockwork.stop()
        assert {type(wish) for wish, _ in live.wishes} == {TimeUp}

    asyncio.run(go())


def test_the_tables_clock_lets_a_bot_stand_in() -> None:
    table = full("koenigrufen/finale", clock=30)
    time_up = due(table.room)
    assert time_up is not None
    assert (time_up.at - table.deal.since, time_up.words) == (30_000, "")


def test_the_first_time_in_a_deal_the_clock_runs_anew_then_a_bot_stands_in() -> None:
    table = full("koenigrufen/finale", clock=30)
    chair = duty_chairs(table.room)[0]
    for slipped in (True, False):
        before = due(table.room)
        assert before is not None
        assert isinstance(table.table_says(TimeUp(chair, "")), Refusal)  # not yet
        table.now = before.at
        assert isinstance(table.table_says(TimeUp(chair, "")), Entry)
        seen = table.sees("Anna").seats[chair]
        assert (seen.slipped, seen.standin) == (True, not slipped)
        if slipped:
            anew = due(table.room)
            assert anew is not None
            assert anew.at >= before.at + 30_000
    assert fold(table.log) == table.room
