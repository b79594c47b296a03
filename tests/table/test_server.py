"""The whole table over real connections: deals are played, left, resumed, and no secret is told."""

from __future__ import annotations

import asyncio
import io
import json
import re
import threading
from contextlib import AsyncExitStack
from dataclasses import replace

import msgspec
import pytest

from players import TEST, Player, dealt, run, seated, serving, visitors
from trull import notation, ruleset, shuffle
from trull.table import logs, wire
from trull.table.room import fold as room_fold
from trull.table.room import state
from trull.table.service import hall, live
from trull.table.store import Lost, Store

RULE_SETS = ruleset.published()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_two_people_and_bots_play_a_deal_of_every_rule_set(rules: str, database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            people = await visitors(stack, base, "Anna", "Berta")
            await seated(base, rules, people)
            await dealt(people)
            await asyncio.gather(*(player.play() for player in people))
            for player in people:
                await player.until(lambda player=player: player.picture["settlement"] is not None)  # type: ignore[misc]
                assert player.picture["settlement"]["points"]
                assert player.picture["sheet"]["rows"][0]["deal"] == 1

    run(go)


def test_four_people_play_on_and_every_pack_proves_itself(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            people = await visitors(stack, base, "Anna", "Berta", "Clara", "Dora")
            room = await seated(base, "koenigrufen/tirol", people)
            for number in (1, 2):
                for player in people:
                    await player.must("seed", seed=player.rng.randbytes(16).hex())
                last = people[number]
                for player in people if number > 1 else ():
                    if player is not last:
                        await player.must("start")  # ready for it, and nothing more
                        assert player.picture["stage"] == "between"
                started = await last.must("start")
                await asyncio.gather(*(player.sees(started) for player in people))
                await asyncio.gather(*(player.play() for player in people))
            status, text, _ = await people[3].get(f"/api/rooms/{room}/records")
            found = notation.parse_all(text.decode())
            assert (status, len(found)) == (200, 2)
            for record in found:
                assert shuffle.verify(record)
                assert len(record.tags["Seeds"].split()) == 4
                notation.replayed(record)
            guest = (await visitors(stack, base, "Xaver"))[0]
            status, text, _ = await guest.get(f"/api/rooms/{room}/deals")
            deals = json.loads(text)
            assert (status, [deal["deal"] for deal in deals]) == (200, [1, 2])
            told = [deal["settlement"]["points"] for deal in deals]
            assert told == [list(record.points or ()) for record in found]
            assert (await guest.get("/api/rooms/nosuchroom/deals"))[0] == 404
            status, text, _ = await people[0].get(f"/api/rooms/{room}/records.csv")
            assert text.decode("utf-8-sig").count("\r\n") == 3
            status, text, _ = await people[0].get(f"/api/rooms/{room}/records.json")
            assert json.loads(text)["players"] == ["Anna", "Berta", "Clara", "Dora"]

    run(go)


def test_nobody_is_sent_a_card_he_may_not_see_nor_the_seed(database: str) -> None:
    """No byte sent to a watcher before the settlement names a card that has not been shown."""

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta, watcher = await visitors(stack, base, "Anna", "Berta", "Xaver")
            room = await seated(base, "koenigrufen/finale", [anna, berta])
            await watcher.visit(room)
            await dealt([anna, berta])
            await anna.play(lambda: anna.picture["view"]["phase"] == "play" or berta.on_duty)
            await watcher.sees(anna.picture["n"])
            shown = b"".join(watcher.told)
            shown = re.sub(rb'"drawn":\[\[.*?\]\]', b"", shown)  # other cards, before the deal
            assert b'"hand":[]' in shown
            for code in anna.picture["view"]["hand"]:
                assert f'"{code}"'.encode() not in shown
            assert b'"server_seed":null' in shown

    run(go)


def test_a_patch_is_what_its_type_says(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("perlaggen/1890", practice=True)
            await anna.must("start")
            await anna.play()
            decoder = msgspec.json.Decoder(wire.Patch | wire.Ack | wire.No | wire.Pong | wire.Bye)
            for text in anna.told[1:]:
                decoder.decode(text)

    run(go)


# Leaving and coming back


def test_who_comes_back_gets_what_he_missed(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            room = await seated(base, "koenigrufen/tirol", [anna, berta])
            await dealt([anna, berta])
            await anna.until(lambda: anna.on_duty or berta.on_duty)
            await berta.sees(anna.picture["n"])
            held = berta.picture
            await berta.hang_up()
            await anna.until(lambda: not anna.picture["seats"][1]["online"])
            assert anna.picture["seats"][1]["away_until"] > 0
            berta.told.clear()
            await berta.visit(room, last=held["n"])
            first = json.loads(berta.told[0])
            assert (first["t"], first["n"], first["since"]) == ("patch", held["n"], held["n"])
            assert "view" not in first
            await anna.until(lambda: anna.picture["seats"][1]["online"])
            await berta.hang_up()
            if anna.on_duty:
                await anna.must("act", **anna.act())
            await anna.must("seed", seed="ab" * 16)
            await berta.visit(room, last=held["n"])
            await berta.until(lambda: berta.picture["n"] > held["n"])
            assert json.loads(berta.told[-1])["t"] == "picture"
            assert berta.picture["me"] == held["me"]

    run(go)


def test_a_server_that_is_started_again_goes_on_where_it_stopped(database: str) -> None:
    async def go() -> None:
        async with AsyncExitStack() as stack:
            async with serving(database) as base:
                anna, berta = await visitors(stack, base, "Anna", "Berta")
                room = await seated(base, "lhombre/compagnie", [anna, berta])
                await dealt([anna, berta])
                await anna.until(lambda: anna.on_duty or berta.on_duty)
                await anna.sees(berta.picture["n"])
                held = anna.picture
            await anna.until(lambda: anna.bye != "")
            assert anna.bye == "restarting"
            async with serving(database) as base:
                anna.base = berta.base = base
                await asyncio.gather(anna.visit(room), berta.visit(room))
                for field in ("n", "view", "rules", "shuffle", "sheet", "me"):
                    assert anna.picture[field] == held[field]
                await asyncio.gather(anna.play(), berta.play())
                assert anna.picture["settlement"]

    run(go)


def test_a_repeated_command_is_obeyed_once(database: str) -> None:
    async def go() -> None:
        async with AsyncExitStack() as stack:
            async with serving(database) as base:
                (anna,) = await visitors(stack, base, "Anna")
                room = await anna.open("koenigrufen/tirol", practice=True)
                first = await anna.must("talk", text="Servus", cid="same")
                await anna.must("talk", text="Griaß di", cid="other")
                assert await anna.must("talk", text="Servus", cid="same") == first
                assert len(anna.picture["talk"]) == 2
            async with serving(database) as base:
                anna.base = base
                await anna.hang_up()
                await anna.visit(room)
                assert await anna.must("talk", text="Servus", cid="same") == first
                assert [said["text"] for said in anna.picture["talk"]] == ["Servus", "Griaß di"]

    run(go)


def test_who_repeats_what_was_long_ago_sends_nobody_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "REMEMBERED", 2)

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            await berta.join(await anna.open("koenigrufen/tirol"))
            first = await berta.must("talk", text="Servus", cid="same")
            for _ in range(3):
                await berta.must("talk", text="Griaß di")
            assert await berta.must("talk", text="Servus", cid="same") == first
            await anna.sees(await berta.must("talk", text="Pfiat di"))
            assert (anna.bye, len(anna.picture["talk"])) == ("", 5)

    run(go)


def test_nobody_waits_behind_a_command_that_could_not_be_written_down(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> str:
        raise ValueError

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("koenigrufen/tirol")
            with monkeypatch.context() as broken:
                broken.setattr("trull.table.room.bookmark.written", fails)
                assert (await anna.say("talk", text="Servus"))["code"] == "internal"
            await anna.must("talk", text="Griaß di")
            assert [said["text"] for said in anna.picture["talk"]] == ["Griaß di"]

    run(go)


@pytest.mark.parametrize("trouble", [None, Lost, ValueError])
def test_an_entry_of_another_server_overtakes_and_nobody_waits_behind_it(
    trouble: type[Exception] | None, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise trouble or AssertionError

    async def go() -> None:
        async with serving(database) as here, serving(database) as there, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, here, "Anna")
            room = await anna.open("koenigrufen/tirol", practice=True)
            await anna.hang_up()
            anna.base = there
            await anna.visit(room)
            first = await anna.must("talk", text="Servus", cid="same")
            await anna.hang_up()
            anna.base = here
            await anna.visit(room)  # here the room still stands as it was
            with monkeypatch.context() as broken:
                if trouble is not None:
                    broken.setattr(Store, "load", fails)
                told = await anna.say("talk", text="Servus", cid="same")
            await anna.until(lambda: anna.bye == "overtaken")
            answer = {"t": "no", "code": "storage"} if trouble else {"t": "ack", "n": first}
            assert {key: told[key] for key in answer} == answer
            await anna.hang_up()
            await anna.visit(room)
            assert await anna.must("talk", text="Griaß di") == first + 1

    run(go)


def test_who_has_seen_more_than_this_server_knows_is_shown_what_the_store_knows(
    database: str,
) -> None:
    async def go() -> None:
        async with serving(database) as here, serving(database) as there, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, there, "Anna", "Berta")
            room = await anna.open("koenigrufen/tirol", practice=True)
            berta.base = here
            await berta.visit(room)  # and from now on here it stands as it was
            await anna.must("talk", text="Servus")
            await anna.hang_up()
            anna.base = here
            await anna.visit(room, last=anna.picture["n"])
            await anna.until(lambda: anna.bye == "overtaken")
            await berta.until(lambda: berta.bye == "overtaken")
            for player in (anna, berta):
                await player.hang_up()
                await player.visit(room)
                assert [line["text"] for line in player.picture["talk"]] == ["Servus"]
            await berta.hang_up()
            await berta.visit(room, last=10_000)  # who only says so sends nobody away
            assert await anna.must("talk", text="Griaß di") == 3

    run(go)


def test_who_greets_a_room_that_was_put_away_meanwhile_is_sent_to_the_one_that_is_played(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "SWEEP", 0.05)

    async def go() -> None:
        async with serving(database, replace(TEST, idle=0.0)) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol", practice=True)
            await anna.hang_up()
            async with anna.session.ws_connect(f"{base}/ws/{room}") as slow:
                await asyncio.sleep(0.5)  # the door is open, the greeting still on its way
                await slow.send_json({"t": "hello", "v": wire.VERSION})
                assert await slow.receive_json() == {"t": "bye", "code": "overtaken"}
            await anna.visit(room)
            await anna.must("talk", text="Servus")

    run(go)


def test_nobody_waits_while_the_long_log_of_another_table_is_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded_by: list[str] = []

    def fold(*log: object) -> object:
        folded_by.append(threading.current_thread().name)
        return room_fold(*log)  # type: ignore[arg-type]

    monkeypatch.setattr(hall, "FEW", 20)
    monkeypatch.setattr(hall, "fold", fold)

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol")
            for _ in range(25):
                await anna.must("talk", text="Servus")
        async with serving(database) as base, AsyncExitStack() as stack:
            (berta,) = await visitors(stack, base, "Berta")
            await berta.visit(room)
            assert berta.picture["n"] == 26
        here = threading.current_thread().name
        assert [by == here for by in folded_by] == [True, False]

    run(go)


def test_who_was_forgotten_comes_in_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "MEMBERS", 2)

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta, clara = await visitors(stack, base, "Anna", "Berta", "Clara")
            room = await anna.open("koenigrufen/tirol")
            await berta.join(room)
            await clara.join(room)
            await berta.until(lambda: berta.picture["me"]["member"] == "")
            await berta.must("join", name="Berta")
            await berta.must("sit", seat=1)
            await anna.until(lambda: anna.picture["seats"][1]["name"] == "Berta")

    run(go)


def test_the_seat_of_who_left_the_lobby_is_free_for_others(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            room = await anna.open("koenigrufen/tirol")
            await berta.join(room, 1)
            assert (await anna.say("bot", seat=1, kind=""))["code"] == "seat_taken"
            await berta.hang_up()
            await anna.until(lambda: not anna.picture["seats"][1]["online"])
            await anna.must("bot", seat=1, kind="")
            await anna.until(lambda: anna.picture["seats"][1]["kind"] == "free")

    run(go)


def test_a_bot_plays_for_who_is_gone_and_hands_the_cards_back(database: str) -> None:
    async def go() -> None:
        settings = replace(TEST, grace=0.2)
        async with serving(database, settings) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            room = await seated(base, "lhombre/compagnie", [anna, berta])
            await dealt([anna, berta])
            await berta.hang_up()
            await anna.until(lambda: anna.picture["seats"][1]["standin"])
            await berta.visit(room)
            if berta.picture["stage"] == "deal":
                assert (await berta.say("act", deal=1, after=0, words="pass"))["code"] == "standin"
                await berta.must("back")
            await asyncio.gather(anna.play(), berta.play())
            assert anna.picture["settlement"]

    run(go)


def test_the_clock_leaves_the_cards_of_the_slow_to_a_bot(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("lhombre/compagnie", practice=True, clock=1)
            await anna.must("start")
            await anna.until(lambda: anna.picture["seats"][0]["standin"])
            await anna.until(lambda: anna.picture["stage"] == "between")

    run(go)


def test_an_offer_that_nobody_answers_in_time_is_let_good(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            await _offered(anna, berta, seconds=1)
            assert len(anna.picture["clock"]) == 1
            await anna.until(lambda: anna.picture["view"]["seen"][-1]["verb"] == "let_good")

    run(go)


def test_while_nobody_looks_no_time_runs_out(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            room = await _offered(anna, berta, seconds=3)  # enough to leave in, even here
            held = anna.picture["n"]
            for player in (anna, berta):
                await player.hang_up()
            await asyncio.sleep(3.5)
            await anna.visit(room)
            await anna.until(lambda: anna.picture["n"] > held)
            assert anna.picture["view"]["seen"][-1]["verb"] == "bid_blind"
            assert anna.picture["clock"]

    run(go)


async def _offered(anna: Player, berta: Player, seconds: int) -> str:
    """A table of two where one of them has so many seconds to answer."""
    people = [anna, berta]
    room = await anna.open("perlaggen/1890", players=2, options={"answer_timeout": seconds})
    await berta.join(room, 1)
    for player in people:
        await player.must("ready", yes=True)
    await dealt(people)
    while anna.picture["view"]["phase"] != "blind":
        await _acted(people)
    await _acted(people, "bid_blind S")
    return room


async def _acted(people: list[Player], words: str = "") -> None:
    """Who is on duty does so, or the first thing he may do, and all see it."""
    (seat,) = people[0].picture["view"]["duty"]
    actor = people[people[0].picture["around"][seat]]
    first = actor.picture["view"]["prompts"][0]
    words = words or " ".join([first["verb"], *first["choices"][: first["least"]]])
    after = actor.picture["acts"]
    number = await actor.must("act", deal=1, after=after, words=words)
    for player in people:
        await player.sees(number)


# The diary


def test_the_diary_names_no_card_no_seed_and_no_room(database: str, diary: io.StringIO) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol", practice=True)
            await anna.must("start")
            await anna.play()
            told = diary.getvalue()
            assert '"event": "opened"' in told
            for secret in (room, anna.picture["shuffle"]["server_seed"], "play", "Anna"):
                assert secret not in told

    run(go)
    logs.trouble("oops", ValueError("HK T1 secret"), kind="x")
    last = json.loads(diary.getvalue().splitlines()[-1])
    assert (last["event"], last["error"]) == ("oops", "ValueError")
    assert "secret" not in diary.getvalue()
