"""The line to a browser: frames of every kind, a pulse that is felt, and who is sent away."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial

import pytest
from aiohttp import ClientSession, WSMsgType, web
from aiohttp.test_utils import TestServer

from players import TEST, run, seated, serving, visitors
from trull.table import wire
from trull.table.net import frames, keepalive
from trull.table.net.frames import framed
from trull.table.net.guard import Bucket
from trull.table.net.identity import fresh
from trull.table.net.intake import Command, Intake
from trull.table.net.outbox import Outbox
from trull.table.net.sockets import BUFFER, Channels, Socket, Visit
from trull.table.settings import Limits
from trull.table.store import GATHER

PONG = bytes([frames.FIN | frames.PONG, frames.MASKED, 0, 0, 0, 0])
"""What a browser answers to a ping."""


class _Clogged(asyncio.Transport):
    """A connection whose reader has fallen asleep."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.waiting += len(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return False

    def get_protocol(self) -> asyncio.BaseProtocol:
        return asyncio.Protocol()


class _Felt(_Clogged):
    """A connection that keeps what was written to it, until it is given up."""

    given_up = False
    written = b""

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.written += data

    def abort(self) -> None:
        self.given_up = True


def _nobody() -> None:
    """Nobody waits for the next transaction."""


class _Store:
    """A store that gathers, or has nothing to do."""

    def __init__(self) -> None:
        self.busy = False
        self.before_writing: Callable[[], None] = _nobody


def ways(store: _Store | None = None) -> Channels:
    """Queues that nobody else uses."""
    return Channels(Intake(store or _Store()), Outbox())


def visit() -> Visit:
    """A visitor without limits."""
    return Visit("", Bucket(TEST.limits.messages))


def test_a_reader_who_does_not_read_is_sent_away_and_nobody_waits_for_him() -> None:
    async def go() -> None:
        transport = _Clogged()
        socket = Socket(transport, ways(), fresh(), visit())
        for _ in range(BUFFER // 1000 + 200):
            socket.send(b"x" * 1000)
        await asyncio.sleep(0)
        before = transport.waiting
        assert BUFFER < before < BUFFER + 2000
        socket.send(b"more")
        await asyncio.sleep(0)
        assert transport.waiting == before

    run(go)


def test_a_silent_browser_is_asked_and_then_given_up() -> None:
    async def go() -> None:
        transport, ping = _Felt(), framed(b"", frames.PING)
        socket = Socket(transport, ways(), fresh(), visit())
        for round_ in range(12):
            socket.check_alive()
            assert (transport.written, transport.given_up) == (ping * ((round_ + 1) // 2), False)
            if round_ % 2:
                socket.data_received(PONG)
        for _ in range(3):
            socket.check_alive()
        assert transport.given_up

    run(go)


def test_browsers_answer_the_pulse_and_stay(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "ROUND", 0.2)

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            await seated(base, "koenigrufen/tirol", [anna, berta])
            await asyncio.sleep(1.5)
            await anna.must("talk", text="Servus")
            await berta.until(lambda: berta.picture["talk"] != [])
            assert not berta.bye

    run(go)


def test_who_acts_gets_patch_and_answer_together_in_this_order() -> None:
    async def go() -> None:
        transport = _Felt()
        socket = Socket(transport, ways(), fresh(), visit())
        socket.send(b"patch", b"answer")
        await asyncio.sleep(0)
        assert transport.written == framed(b"patch") + framed(b"answer")

    run(go)


def test_what_is_said_in_one_turn_goes_out_together_at_its_end() -> None:
    async def go() -> None:
        both, lines = ways(), [_Felt(), _Felt()]
        sockets = [Socket(line, both, fresh(), visit()) for line in lines]
        for word in (b"one", b"two"):
            for socket in sockets:
                socket.send(word)
        assert [line.written for line in lines] == [b"", b""]
        await asyncio.sleep(0)
        assert [line.written for line in lines] == [framed(b"one") + framed(b"two")] * 2

    run(go)


class _Teller:
    """A room with news that notes its steps, or stumbles at one of them."""

    def __init__(self, name: str, steps: list[str], stumbles: str = "") -> None:
        self.name, self.steps, self.stumbles = name, steps, stumbles

    def _step(self, step: str) -> None:
        self.steps.append(f"{self.name} {step}")
        if step == self.stumbles:
            raise ValueError(step)

    def look(self) -> None:
        self._step("looks")

    def tell(self) -> None:
        self._step("tells")

    def close(self, code: wire.Code) -> None:
        self._step(code)


def test_all_rooms_look_before_the_first_tells_and_each_of_them_once() -> None:
    async def go() -> None:
        post, steps = Outbox(), list[str]()
        one, two = _Teller("one", steps), _Teller("two", steps)
        for teller in (one, two, one):
            post.publish(teller)
        assert steps == []
        await asyncio.sleep(0)
        assert steps == ["one looks", "two looks", "one tells", "two tells"]
        await asyncio.sleep(0)
        assert len(steps) == 4

    run(go)


def test_no_letter_overtakes_the_news_announced_before_it() -> None:
    async def go() -> None:
        both, line, steps = ways(), _Felt(), list[str]()
        socket = Socket(line, both, fresh(), visit())
        teller = _Teller("room", steps)
        teller.tell = partial(socket.send, b"news")  # type: ignore[method-assign]
        both.outbox.publish(teller)
        socket.leave("overtaken")
        bye = framed(wire.encode(wire.Bye("overtaken")))
        assert line.written.startswith(framed(b"news") + bye)

    run(go)


@pytest.mark.parametrize("step", ["looks", "tells"])
def test_a_room_that_stumbles_over_its_news_is_closed_and_no_other(step: str) -> None:
    async def go() -> None:
        post, steps = Outbox(), list[str]()
        post.publish(_Teller("bad", steps, stumbles=step))
        post.publish(_Teller("good", steps))
        await asyncio.sleep(0)
        bad = ["bad looks", *(["bad tells"] if step == "tells" else []), "bad storage"]
        assert [taken for taken in steps if taken.startswith("bad")] == bad
        assert [taken for taken in steps if taken.startswith("good")] == [
            "good looks",
            "good tells",
        ]

    run(go)


def test_a_line_that_fails_keeps_no_letter_from_another() -> None:
    class Torn:
        def put(self, frames: bytes) -> None:
            raise OSError(frames)

    async def go() -> None:
        both, line = ways(), _Felt()
        both.outbox.send(Torn(), b"lost")
        Socket(line, both, fresh(), visit()).send(b"word")
        await asyncio.sleep(0)
        assert line.written == framed(b"word")

    run(go)


def heard_by(socket: Socket) -> list[bytes]:
    """What somebody says, as it is heard."""
    found: list[bytes] = []
    socket.decode = found.append
    return found


def said(text: bytes) -> bytes:
    """A frame as a browser sends it, masked with nothing."""
    return bytes([frames.FIN | frames.TEXT, frames.MASKED | len(text), 0, 0, 0, 0]) + text


def test_what_is_said_while_the_store_gathers_is_heard_before_it_writes() -> None:
    async def go() -> None:
        store = _Store()
        socket = Socket(_Felt(), ways(store), fresh(), visit())
        heard = heard_by(socket)
        socket.data_received(said(b"one"))
        await asyncio.sleep(0.001)
        assert heard == [b"one"]  # nothing is being kept
        store.busy = True
        socket.data_received(said(b"two"))
        socket.data_received(said(b"three"))
        await asyncio.sleep(0.001)
        assert heard == [b"one"]
        store.before_writing()
        assert heard == [b"one", b"two", b"three"]
        socket.data_received(said(b"four"))  # and the store does not come back
        await asyncio.sleep(4 * GATHER)
        assert heard[3:] == [b"four"]

    run(go)


def test_who_says_something_and_goes_is_heard() -> None:
    async def go() -> None:
        for goes in ("close", "lost"):
            store = _Store()
            store.busy = True
            socket = Socket(_Felt(), ways(store), fresh(), visit())
            heard = heard_by(socket)
            socket.data_received(said(b"last"))
            if goes == "lost":
                socket.connection_lost(None)
            else:
                with contextlib.suppress(NotImplementedError):  # this transport cannot close
                    socket.data_received(
                        bytes([frames.FIN | frames.CLOSE, frames.MASKED]) + bytes(4)
                    )
            assert heard == [b"last"]

    run(go)


def stumble(text: bytes) -> None:
    """Cannot deal with a message."""
    raise ValueError(text)


def test_one_message_that_fails_silences_no_other() -> None:
    async def go() -> None:
        both, line = ways(), _Felt()
        bad, good = (Socket(one, both, fresh(), visit()) for one in (line, _Felt()))
        heard = heard_by(good)
        bad.decode = stumble
        bad.data_received(said(b"x"))
        good.data_received(said(b"y"))
        await asyncio.sleep(0.001)
        assert heard == [b"y"]
        assert framed(wire.encode(wire.Bye("internal"))) in line.written

    run(go)


def test_all_messages_are_read_before_the_first_wish_is_granted() -> None:
    async def go() -> None:
        both, steps = ways(), list[str]()

        def hear(text: bytes) -> Command:
            steps.append(f"read {text.decode()}")
            return partial(granted, text)

        def granted(text: bytes) -> None:
            steps.append(f"granted {text.decode()}")
            if text == b"bad":
                raise ValueError(text)

        lines = [_Felt(), _Felt()]
        for line, word in zip(lines, (b"bad", b"good"), strict=True):
            socket = Socket(line, both, fresh(), visit())
            socket.decode = hear
            socket.data_received(said(word))
        await asyncio.sleep(0.001)
        assert steps == ["read bad", "read good", "granted bad", "granted good"]
        gone = framed(wire.encode(wire.Bye("internal")))
        assert [gone in line.written for line in lines] == [True, False]

    run(go)


def test_who_is_sent_away_has_heard_everything_before() -> None:
    async def go() -> None:
        transport = _Felt()
        socket = Socket(transport, ways(), fresh(), visit())
        socket.send(b"last words")
        socket.leave("restarting")
        socket.send(b"too late")
        await asyncio.sleep(0)
        said, farewell = (
            framed(b"last words"),
            framed(frames.NORMAL.to_bytes(2, "big"), frames.CLOSE),
        )
        bye = framed(wire.encode(wire.Bye("restarting")))
        assert transport.written == said + bye + farewell

    run(go)


def test_frames_of_every_length_are_read_as_they_were_written() -> None:
    sizes = (0, 1, 125, 126, 127, 65_535, 65_536, 70_000)

    async def speak(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(compress=False)
        await ws.prepare(request)
        assert request.transport is not None
        socket = Socket(request.transport, ways(), fresh(), visit())
        for size in sizes:
            socket.send(b"x" * size)
        await socket.stay()
        return ws

    async def go() -> None:
        app = web.Application()
        app.router.add_get("/", speak)
        async with (
            TestServer(app) as server,
            ClientSession() as session,
            session.ws_connect(server.make_url("/")) as ws,
        ):
            assert [len(await ws.receive_str()) for _ in sizes] == list(sizes)

    run(go)


def test_malformed_messages_leave_the_socket_open_and_the_room_as_it_was(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("koenigrufen/tirol")
            number = anna.picture["n"]
            wrong = await anna.say("sit", seat="first", cid="mine")
            assert (wrong["code"], wrong["about"]) == ("bad_message", {"place": "$.seat"})
            for text in ("", "{", "[]", '{"t":"sit"}', '{"t":"hello","v":1}', "x" * 9000):
                await anna.say_raw(text)
                await anna.until(lambda: "" in anna.answers)
                assert anna.answers.pop("")["code"] in ("bad_message", "too_long")
            await anna.say_raw({"t": "ping", "n": 5})
            await anna.until(lambda: "" in anna.answers)
            assert anna.answers[""]["n"] == 5
            assert anna.picture["n"] == number

    run(go)


def test_a_browser_that_does_not_keep_to_the_protocol_is_sent_away(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            room = await seated(base, "koenigrufen/tirol", [anna, berta])
            url = f"{base}/ws/{room}"
            for wrong, code in ((b"\x83\x80mask", 1002), (b"\x81\xfe\xff\xffmask", 1009)):
                async with anna.session.ws_connect(url, autoclose=False) as ws:
                    line = ws.get_extra_info("socket")
                    assert line is not None
                    os.write(line.fileno(), wrong)
                    assert (await ws.receive()).data == code
            await berta.must("talk", text="Servus")

    run(go)


@pytest.mark.parametrize(
    "frame",
    [
        PONG,  # nobody has asked
        bytes([frames.FIN | frames.PING, frames.MASKED, 0, 0, 0, 0]),
        bytes([frames.CONTINUED, frames.MASKED, 0, 0, 0, 0]),  # of a message that never ends
        bytes([frames.FIN | frames.TEXT, frames.MASKED, 0, 0, 0, 0]),
    ],
)
def test_who_floods_the_table_with_frames_is_cut_off(frame: bytes, database: str) -> None:
    begun = bytes([frames.TEXT, frames.MASKED, 0, 0, 0, 0]) if not frame[0] else b""

    async def go() -> None:
        async with (
            serving(database, replace(TEST, limits=Limits())) as base,
            AsyncExitStack() as stack,
        ):
            anna, mallory = await visitors(stack, base, "Anna", "Mallory")
            room = await anna.open("koenigrufen/tirol")
            async with mallory.session.ws_connect(f"{base}/ws/{room}", autoclose=False) as ws:
                await ws.send_json({"t": "hello", "v": wire.VERSION})
                assert (await ws.receive_json())["t"] == "picture"
                line = ws.get_extra_info("socket")
                assert line is not None
                os.write(line.fileno(), begun + frame * 1000)
                async with asyncio.timeout(5.0):
                    while (told := await ws.receive()).type is WSMsgType.TEXT:
                        pass
                assert told.type in (WSMsgType.CLOSE, WSMsgType.PONG)
                while told.type is WSMsgType.PONG:
                    told = await ws.receive()
                assert told.data in (frames.NORMAL, frames.TOO_MANY)
                assert (await ws.receive()).type is WSMsgType.CLOSED  # and the line is cut
            await anna.must("talk", text="Servus")

    run(go)


def test_a_ping_is_answered_by_its_own_words_and_a_farewell_by_another(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol")
            url = f"{base}/ws/{room}"
            async with anna.session.ws_connect(url, autoping=False) as ws:
                await ws.ping(b"are you there?")
                assert (await ws.receive()).data == b"are you there?"
                await ws.close()
                assert ws.close_code == frames.NORMAL

    run(go)
