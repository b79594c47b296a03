"""The field of a daily deal: each room once, by its own log, and nobody floods it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from fractions import Fraction
from random import Random

import pytest

from trull.table import shown
from trull.table.service import field
from trull.table.service.field import Field
from trull.table.store import open_store, shared

DAY, GAME = "2026-11-15", "koenigrufen"
NOON = int(datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp() * 1000)
LAST_MINUTE = int(datetime(2026, 11, 15, 22, 59, tzinfo=UTC).timestamp() * 1000)
HOUR = 3_600_000
Go = Callable[[Field], Coroutine[object, object, None]]


def outcome(points: int | str, left: float = 0.0) -> shown.DailyResult:
    made = shown.DailyOutcome(
        day=DAY, game=GAME, rules="koenigrufen/tirol", seat=0, points=points, ahead=0.0,
        left=left, decisions=9, played="rufer", rivals=[],
    )  # fmt: skip
    return shown.DailyResult("0" * 32, "done", outcome=made)


def among(database: str, go: Go) -> None:
    async def opened() -> None:
        store = open_store(database)
        try:
            await go(Field(store))
        finally:
            store.close()

    asyncio.run(opened())


def test_the_field_is_what_a_count_by_hand_says(database: str) -> None:
    rng = Random(5)
    amounts: list[int | str] = [-12, -3, 0, "1/2", 7, 20]
    results = [(rng.choice(amounts), rng.randrange(40) / 10, rng.randrange(3)) for _ in range(40)]

    async def go(one: Field) -> None:
        for n, (points, left, hints) in enumerate(results):
            told = await one.entered(outcome(points, left), f"room{n}", NOON, hints, f"at {n}")
            assert told.state == "entered"
            assert told.field is not None
            assert told.field.results == n + 1
        found = await one.of(DAY, GAME)
        assert found.results == len(results)
        naive: dict[str, int] = {}
        for points, _, _ in results:
            naive[str(points)] = naive.get(str(points), 0) + 1
        assert {str(points): n for points, n in found.points} == naive
        order = [Fraction(points) for points, _ in found.points]
        assert order == sorted(order, reverse=True)
        assert found.left == round(sum(left for _, left, _ in results) / len(results), 2)
        assert found.unaided == len([1 for _, _, hints in results if hints == 0])
        assert (await one.of(DAY, "perlaggen")).results == 0
        assert (await one.of("2026-11-14", GAME)).results == 0

    among(database, go)


def test_a_room_counts_once_however_often_it_asks_and_after_a_restart_too(database: str) -> None:
    async def go(one: Field) -> None:
        asked = [one.entered(outcome(5), "room", NOON, 0, "home") for _ in range(12)]
        told = await asyncio.gather(*asked)
        assert {answer.state for answer in told} == {"entered"}
        assert (await one.of(DAY, GAME)).results == 1

    among(database, go)
    among(database, go)


def test_what_is_no_result_is_not_counted(database: str) -> None:
    async def go(one: Field) -> None:
        for state, wanted in (("refused", "refused"), ("failed", "refused"), ("counting",) * 2):
            forged = shown.DailyResult("0" * 32, state)  # type: ignore[arg-type]
            assert (await one.entered(forged, "room", NOON, 0, "home")).state == wanted
        assert (await one.of(DAY, GAME)).results == 0

    among(database, go)


def test_who_began_before_midnight_in_vienna_counts_and_who_came_later_does_not(
    database: str,
) -> None:
    async def go(one: Field) -> None:
        cases = [(LAST_MINUTE, "entered"), (LAST_MINUTE + HOUR, "late"), (NOON - 24 * HOUR, "late")]
        for n, (began, wanted) in enumerate(cases):
            told = await one.entered(outcome(5), f"room{n}", began, 0, "home")
            assert told.state == wanted
            assert told.field is not None
            assert told.field.results == 1

    among(database, go)


def test_one_address_does_not_make_a_field(database: str) -> None:
    """Thousands of rooms from one place are a handful; others still come in."""

    async def go(one: Field) -> None:
        for burst in range(5):
            rooms = [f"room{burst}-{n}" for n in range(20)]
            await asyncio.gather(
                *(one.entered(outcome(99), room, NOON, 0, "flood") for room in rooms)
            )
        assert (await one.of(DAY, GAME)).results == field.OF_AN_ADDRESS
        told = await one.entered(outcome(99), "one more", NOON, 0, "flood")
        assert told.state == "crowded"
        assert (await one.entered(outcome(3), "other", NOON, 0, "home")).state == "entered"

    among(database, go)


def test_many_at_the_same_moment_are_all_counted(database: str) -> None:
    """Each writes from what is there; who is overtaken reads again."""

    async def go(one: Field) -> None:
        asked = [one.entered(outcome(n), f"room{n}", NOON, 0, f"at {n}") for n in range(6)]
        assert {told.state for told in await asyncio.gather(*asked)} == {"entered"}
        assert (await one.of(DAY, GAME)).results == 6

    among(database, go)


def test_a_field_does_not_grow_for_ever(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field, "MOST", 3)

    async def go(one: Field) -> None:
        for n in range(5):
            told = await one.entered(outcome(n), f"room{n}", NOON, 0, f"at {n}")
            assert told.state == ("entered" if n < 3 else "full")
        assert (await one.of(DAY, GAME)).results == 3

    among(database, go)


def test_nothing_is_kept_of_a_visitor(database: str) -> None:
    """No room, no address; and no short link leads there."""

    async def go(one: Field) -> None:
        await one.entered(outcome(5, 0.25), "secretroom", NOON, 2, "198.51.100.7")
        name = field._name(DAY, GAME)
        found = await one._store.ask(lambda connection: shared.shared(connection, name))
        assert found is not None
        key, *rest = found[1].split()
        assert (key, rest) == (field.key_of("secretroom"), ["5", "0.25", "2"])
        assert "-" in name

    among(database, go)
