"""What strangers, spectators and opponents can do to a player with lawful messages: nothing."""

from __future__ import annotations

import asyncio
import gc
import json
import time
import weakref
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from aiohttp.test_utils import make_mocked_request
from yarl import URL

from players import PATIENCE, TEST, Player, run, seated, serving, visitors
from trull.table.net.guard import address_of, is_secure
from trull.table.service import hall, thinkers, tutor
from trull.table.service.live import Live
from trull.table.settings import PRIVATE, Limits, Rate

RULES = "koenigrufen/tirol"
HOUSE = replace(TEST, limits=Limits())
"""A server with the limits everybody has."""


async def dealt(anna: Player) -> str:
    """A table of one person and three bots in the middle of its first deal."""
    room = await seated(anna.base, RULES, [anna])
    await anna.must("start")
    await anna.until(lambda: anna.on_duty)
    return room


async def wait_of_an_act(player: Player) -> float:
    """Seconds from the player's next act to its acknowledgement; nothing may refuse it."""
    await player.until(lambda: player.on_duty or player.picture["stage"] != "deal")
    if player.picture["stage"] != "deal":
        await player.must("start")
        await player.until(lambda: player.on_duty)
    began = time.monotonic()
    told = await player.say("act", **player.act())
    assert told["t"] == "ack", told
    return time.monotonic() - began


def test_a_crowd_of_strangers_does_not_keep_a_seated_player_out(database: str) -> None:
    """One address takes all places there are for strangers; who sits there comes back."""
    limits = Limits(sockets_of_a_room=12, strangers_of_a_room=11, strangers_of_an_address=10)

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, limits=limits)) as base,
            AsyncExitStack() as stack,
        ):
            anna, *crowd = await visitors(stack, base, "Anna", *[f"S{n}" for n in range(15)])
            room = await dealt(anna)
            for stranger in crowd:
                await stranger.visit(room)
            assert [one.bye for one in crowd].count("full_house") == 5
            await anna.hang_up()
            for stranger in crowd[:3]:
                await stranger.must("join", name=stranger.name)  # members watch and fill the rest
            await anna.visit(room)
            assert not anna.bye
            await wait_of_an_act(anna)

    run(go)


def test_a_crowd_behind_his_own_address_does_not_bar_who_sits(database: str) -> None:
    limits = replace(Limits(), sockets_of_an_address=3)

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, limits=limits)) as base,
            AsyncExitStack() as stack,
        ):
            anna, *crowd = await visitors(stack, base, "Anna", "S1", "S2", "S3")
            room = await dealt(anna)
            await anna.hang_up()
            for stranger in crowd:
                await stranger.visit(room)
            await anna.visit(room)
            await wait_of_an_act(anna)

    run(go)


def test_a_member_with_too_many_windows_loses_the_oldest(database: str) -> None:
    limits = Limits(sockets_of_a_member=2)

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, limits=limits)) as base,
            AsyncExitStack() as stack,
        ):
            windows = await visitors(stack, base, "Anna", "Anna", "Anna")
            room = await windows[0].open(RULES)
            jar = windows[0].session.cookie_jar.filter_cookies(URL(base))
            for window in windows[1:]:
                window.session.cookie_jar.update_cookies(jar, URL(base))
                await window.visit(room)
                assert window.picture["me"]["seat"] == 0
            await windows[0].until(lambda: windows[0].bye != "")
            assert windows[0].bye == "already_open"
            assert not windows[1].bye
            assert not windows[2].bye

    run(go)


def test_a_guest_with_many_sockets_makes_nobody_who_sits_wait(database: str) -> None:
    """Eight sockets of one cookie talk as fast as they can; every act of the player is taken."""

    async def flood(guest: Player, ended: asyncio.Event) -> None:
        while not ended.is_set() and not guest.bye:
            cid = f"t{time.monotonic_ns()}"
            await guest.say_raw({"t": "talk", "cid": cid, "phrase": "hello"})
            await asyncio.sleep(0)

    async def go() -> None:
        async with serving(database, HOUSE) as base, AsyncExitStack() as stack:
            anna, *guests = await visitors(stack, base, "Anna", *["Mallory"] * 8)
            room = await dealt(anna)
            await guests[0].join(room)
            jar = guests[0].session.cookie_jar.filter_cookies(URL(base))
            for guest in guests[1:]:
                guest.session.cookie_jar.update_cookies(jar, URL(base))
                await guest.visit(room)
            ended = asyncio.Event()
            floods = [asyncio.create_task(flood(guest, ended)) for guest in guests]
            for _ in range(15):
                await wait_of_an_act(anna)
            ended.set()
            await asyncio.gather(*floods)
            refused = [told for guest in guests for told in guest.answers.values()]
            assert any(told.get("code") == "too_fast" for told in refused)

    run(go)


def test_acts_of_who_sits_go_before_words_of_who_watches(database: str) -> None:
    """What guests say while an entry is being kept waits behind the seats' commands."""

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, guest = await visitors(stack, base, "Anna", "Mallory")
            room = await seated(base, "perlaggen/1890", [anna])  # signs: everybody may talk
            await guest.join(room)
            await anna.must("start")
            await anna.until(lambda: anna.on_duty)
            before = anna.picture["n"]
            for n in range(20):
                await guest.say_raw({"t": "talk", "cid": f"t{n}", "phrase": "hello"})
            number = await anna.must("act", **anna.act())
            assert number - before < 20

    run(go)


def test_the_seat_of_who_has_a_standin_cannot_be_given_away(database: str) -> None:
    """An opponent cannot choose who plays for the absent, who comes back to his own seat."""

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, grace=0.05)) as base,
            Player(base, "Anna") as anna,
            Player(base, "Berta") as berta,
        ):
            room = await seated(base, RULES, [anna, berta])
            await anna.must("start")
            await berta.hang_up()
            await anna.until(lambda: anna.picture["seats"][1]["standin"])
            for kind in ("random", ""):
                told = await anna.say("bot", seat=1, kind=kind)
                assert told["code"] == "started"
            await anna.play()
            told = await anna.say("bot", seat=1, kind="random")
            assert told["code"] == "seat_taken"
            await berta.visit(room)
            assert berta.picture["me"]["seat"] == 1
            await berta.must("back")
            assert not berta.picture["seats"][1]["standin"]

    run(go)


def test_an_act_that_answers_what_is_past_is_stale(database: str) -> None:
    """A late pass does not answer a bid its player has not seen."""

    async def go() -> None:
        async with serving(database, HOUSE) as base, Player(base, "Anna") as anna:
            await dealt(anna)
            while anna.picture["acts"] < 8:
                await wait_of_an_act(anna)
            await anna.until(lambda: anna.on_duty)
            act = anna.act()
            told = await anna.say("act", **{**act, "after": 0})
            assert told["code"] == "stale"
            assert (await anna.say("act", **act))["t"] == "ack"

    run(go)


def test_a_crowd_behind_one_address_gets_its_pages(database: str) -> None:
    """Pages and files are not what limits are for: a club loads many of them at once."""
    few = replace(Limits(), requests=Rate(burst=3, each_second=0.001))

    async def go() -> None:
        async with serving(database, replace(HOUSE, limits=few)) as base, Player(base, "A") as anna:
            found = [(await anna.get("/locale/de.json"))[0] for _ in range(8)]
            assert found == [200] * 8
            assert [(await anna.get("/api/rooms"))[0] for _ in range(4)] == [200] * 3 + [429]

    run(go)


def test_a_proxy_nobody_declared_is_noticed_and_said(database: str) -> None:
    """Else all its visitors share the limits of one address, and nobody knows why."""

    async def go() -> None:
        async with serving(database, HOUSE) as base, Player(base, "Anna") as anna:
            assert (await anna.health())["proxy"] == "none"
            await anna.get("/", headers={"X-Forwarded-For": "198.51.100.7"})
            assert (await anna.health())["proxy"] == "undeclared"
        async with (
            serving(database, replace(HOUSE, behind_proxy=True)) as base,
            Player(base, "Anna") as anna,
        ):
            await anna.get("/", headers={"X-Forwarded-For": "198.51.100.7"})
            assert (await anna.health())["proxy"] == "declared"

    run(go)


def test_a_proxy_that_names_no_visitor_is_noticed_and_said(database: str) -> None:
    """HAProxy sends no X-Forwarded-For unless told to: all share the limits of one address."""

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, behind_proxy=True)) as base,
            Player(base, "Anna") as anna,
        ):
            await anna.get("/health")  # the proxy's own question
            assert (await anna.health())["proxy"] == "declared"
            await anna.get("/")
            assert (await anna.health())["proxy"] == "silent"

    run(go)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (PRIVATE, "203.0.113.9", "203.0.113.9"),
        (PRIVATE, "203.0.113.9, 192.168.1.5", "192.168.1.5"),  # a visitor may be near
        (("127.0.0.0/8", "10.1.0.0/16"), "198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"),
        (("127.0.0.0/8",), "10.1.2.3", "10.1.2.3"),
        (("192.0.2.0/24",), "203.0.113.9", "127.0.0.1"),  # nobody else is believed
        (PRIVATE, "", "127.0.0.1"),
    ],
)
def test_only_named_proxies_are_believed_whom_they_ask_for(
    proxies: tuple[str, ...], forwarded: str, address: str
) -> None:
    headers = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https"}
    request = make_mocked_request("GET", "/", headers=headers).clone(remote="127.0.0.1")
    settings = replace(HOUSE, behind_proxy=True, proxies=proxies)
    assert address_of(request, settings) == address
    assert is_secure(request, settings) == (proxies != ("192.0.2.0/24",))


def test_who_repeats_the_command_of_another_does_not_get_his_room(database: str) -> None:
    """The command that opened a room proves its maker to nobody at another address."""
    wish = {"rules": RULES, "name": "Anna", "cid": "open-1"}

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, behind_proxy=True)) as base,
            Player(base, "Anna") as anna,
        ):
            rooms = []
            for address in ("192.0.2.1", "192.0.2.1", "198.51.100.7"):
                headers = {"X-Forwarded-For": address}
                status, told = await anna.post("/api/rooms", wish, headers=headers)
                assert status == 201
                rooms.append(told["room"])
            assert rooms[0] == rooms[1] != rooms[2]

    run(go)


def test_a_refusal_for_want_of_time_says_when_to_come_again(database: str) -> None:
    few = replace(Limits(), records=Rate(burst=1, each_second=0.01))

    async def go() -> None:
        async with serving(database, replace(HOUSE, limits=few)) as base, Player(base, "A") as anna:
            room = await anna.open(RULES)
            found = [await anna.get(f"/api/rooms/{room}/deals") for _ in range(2)]
            assert [status for status, _, _ in found] == [200, 429]
            assert int(found[1][2]["Retry-After"]) > 1

    run(go)


def live_in(room: str) -> Live:
    """The loaded room of that name."""
    return next(o for o in gc.get_objects() if isinstance(o, Live) and o.room.id == room)


def test_rooms_that_were_put_away_are_freed(database: str) -> None:
    """A server collects garbage seldom: what nobody needs must not wait for it."""
    rooms: list[weakref.ref[Live]] = []

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            gc.collect()
            gc.disable()
            for _ in range(5):
                room = await dealt(anna)
                await berta.join(room)
                await wait_of_an_act(anna)
                rooms.append(weakref.ref(live_in(room)))
                await anna.hang_up()
                await berta.hang_up()
                live_in(room).close("restarting")
            async with asyncio.timeout(PATIENCE):
                while any(one() is not None for one in rooms):
                    await asyncio.sleep(0.01)

    try:
        run(go)
    finally:
        gc.enable()


def test_a_crowd_that_joins_does_not_take_the_places_of_members(database: str) -> None:
    """An address has so many members who only watch, and so many places for them, and no more."""
    few = replace(Limits(), strangers_of_an_address=6, joins_of_an_address=4, sockets_of_a_room=9)

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, behind_proxy=True, limits=few)) as base,
            AsyncExitStack() as stack,
        ):
            anna, berta, *crowd = await visitors(stack, base, "Anna", "Berta", *["M"] * 6)
            room = await dealt(anna)
            found = []
            for one in crowd:
                await one.visit(room, headers={"X-Forwarded-For": "192.0.2.1"})
                found.append((await one.say("join", name=one.name)).get("code"))
            assert found == [None] * 4 + ["full_house"] * 2
            await berta.visit(room, headers={"X-Forwarded-For": "198.51.100.7"})
            await berta.must("join", name="Berta")
            await wait_of_an_act(anna)

    run(go)


def test_a_hundred_deserted_rooms_do_not_empty_the_list(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody waits for players comes first, whoever opens rooms after it."""
    monkeypatch.setattr(hall, "LISTED", 5)

    async def listed(player: Player) -> list[str]:
        return [room["room"] for room in json.loads((await player.get("/api/rooms"))[1])]

    async def go() -> None:
        async with (
            serving(database, replace(TEST, behind_proxy=True)) as base,
            AsyncExitStack() as stack,
        ):
            anna, mallory, *crowd = await visitors(stack, base, "Anna", "Mallory", *["M"] * 6)
            room = await anna.open(RULES, public=True)
            for _ in range(6):
                await mallory.open(RULES, public=True)
                await mallory.hang_up()
            async with asyncio.timeout(PATIENCE):
                while (await listed(anna))[0] != room:  # once it is known that they have left
                    await asyncio.sleep(0.01)
            assert len(await listed(anna)) == 5
            for one in crowd:  # and where somebody sits in all of them, addresses take turns
                body = {"rules": RULES, "name": "M", "cid": f"m-{id(one)}", "public": True}
                elsewhere = {"X-Forwarded-For": "192.0.2.1"}
                _, told = await one.post("/api/rooms", body, headers=elsewhere)
                await one.visit(told["room"], headers=elsewhere)
            assert room in (await listed(anna))[:2]

    run(go)


def test_who_is_banned_is_gone_and_a_locked_table_lets_nobody_new_in(database: str) -> None:
    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, behind_proxy=True)) as base,
            AsyncExitStack() as stack,
        ):
            anna, mallory, berta, clara = await visitors(stack, base, "Anna", "M", "B", "C")
            room = await anna.open(RULES)
            elsewhere = {"X-Forwarded-For": "192.0.2.1"}
            await mallory.visit(room, headers=elsewhere)
            await mallory.must("join", name="Mallory")
            await berta.join(room)
            await clara.visit(room)
            await anna.must("remove", member=mallory.picture["me"]["member"], ban=True)
            await mallory.until(lambda: mallory.bye != "")
            assert mallory.bye == "banned"
            for forgets in (False, True):
                if forgets:
                    mallory.session.cookie_jar.clear()
                await mallory.visit(room, headers=elsewhere)
                assert mallory.bye == "banned"
            await anna.must("lock")
            await clara.until(lambda: clara.bye != "")
            await clara.visit(room)
            assert clara.bye == "locked"
            await berta.hang_up()
            await berta.visit(room)
            assert not berta.bye
            await anna.must("lock", yes=False)
            await clara.join(room)

    run(go)


def test_who_may_not_watch_a_room_is_not_told_its_past_deals_either(database: str) -> None:
    """A name that was given away once opens nothing to who is shut out: no cards, no names."""
    doors = ("deals", "otherwise", "records", "records.json", "records.csv")

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, behind_proxy=True)) as base,
            AsyncExitStack() as stack,
        ):
            anna, mallory, berta, clara = await visitors(stack, base, "Anna", "M", "B", "C")
            room = await anna.open(RULES)
            elsewhere = {"X-Forwarded-For": "192.0.2.1"}

            async def told(one: Player, **headers: str) -> list[int]:
                paths = [f"/api/rooms/{room}/{door}" for door in doors]
                return [(await one.get(path, headers=headers))[0] for path in paths]

            assert await told(clara) == [200, 200, 403, 403, 403]
            await mallory.visit(room, headers=elsewhere)
            await mallory.must("join", name="Mallory")
            await berta.join(room)
            assert await told(mallory, **elsewhere) == [200] * len(doors)
            await anna.must("remove", member=mallory.picture["me"]["member"], ban=True)
            await mallory.until(lambda: mallory.bye != "")
            assert await told(mallory, **elsewhere) == [403] * len(doors)
            mallory.session.cookie_jar.clear()
            assert await told(mallory, **elsewhere) == [403] * len(doors)
            await anna.must("lock")
            assert await told(clara) == [403] * len(doors)
            assert await told(berta) == [200] * len(doors)
            status, why, _ = await clara.get(f"/api/rooms/{room}/deals")
            assert (status, json.loads(why)["error"]) == (403, "locked")

    run(go)


def test_who_is_muted_is_told_that_he_may_not_talk(database: str) -> None:
    async def go() -> None:
        async with serving(database, HOUSE) as base, AsyncExitStack() as stack:
            anna, mallory = await visitors(stack, base, "Anna", "Mallory")
            room = await anna.open(RULES)
            await mallory.join(room)
            member = mallory.picture["me"]["member"]
            await mallory.sees(await anna.must("mute", member=member))
            assert (mallory.picture["talk_open"], anna.picture["talk_open"]) == (False, True)
            assert (await mallory.say("talk", text="Servus"))["code"] == "muted"
            await mallory.sees(await anna.must("mute", member=member, yes=False))
            assert mallory.picture["talk_open"]

    run(go)


def test_who_has_the_school_draw_without_an_end_keeps_nobody_waiting(database: str) -> None:
    """Each address has a budget; neither who sits nor another address pays for it."""
    few = replace(Limits(), reckoning=Rate(burst=0.001, each_second=0.0005))
    seen: list[tuple[int, str]] = []

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, behind_proxy=True, limits=few)) as base,
            AsyncExitStack() as stack,
        ):
            anna, mallory = await visitors(stack, base, "Anna", "Mallory")
            await dealt(anna)
            for seed, address in enumerate(("192.0.2.1", "192.0.2.1", "198.51.100.7")):
                page = f"/api/quiz/legal?rules={RULES}&seed={seed}"
                status, _, told = await mallory.get(page, headers={"X-Forwarded-For": address})
                seen.append((status, told.get("Retry-After", "")))
            await wait_of_an_act(anna)

    run(go)
    assert [status for status, _ in seen] == [200, 429, 200]
    assert int(seen[1][1]) > 1


def test_who_has_every_act_weighed_is_too_fast_and_may_act(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tutor works for each player so often and no more; at other tables nobody waits."""
    monkeypatch.setattr(thinkers, "_warmed", lambda _game: None)
    monkeypatch.setattr(tutor, "_weighed", lambda *_: None)
    few = replace(Limits(), weighings=Rate(burst=2, each_second=0.0))

    async def go() -> None:
        async with (
            serving(database, replace(HOUSE, limits=few)) as base,
            AsyncExitStack() as stack,
        ):
            anna, mallory = await visitors(stack, base, "Anna", "Mallory")
            await dealt(anna)
            await mallory.open(RULES, practice=True)
            await mallory.must("start")
            await mallory.until(lambda: mallory.on_duty)
            asked = [await mallory.say("weigh", **mallory.act()) for _ in range(4)]
            assert [told["t"] for told in asked] == ["weighed"] * 2 + ["no"] * 2
            assert {told["code"] for told in asked[2:]} == {"too_fast"}
            await wait_of_an_act(mallory)
            await wait_of_an_act(anna)

    run(go)
