"""Messages: what is read, what is refused, and that both sides speak of the same types."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from samples import soaked
from tables import Table
from trull import ruleset
from trull.table import typescript, wire
from trull.table.net.identity import fresh
from trull.table.net.sockets import Socket
from trull.table.net.visits import read
from trull.table.room import Entry, Refusal, decide
from trull.table.room.state import duty_chairs
from trull.table.service.live import Live
from trull.table.shown import Picture

ROOT = Path(__file__).parents[2]
PER_TYPE = soaked(1_000, 10_000)
"""Malformed messages of each kind."""

EXAMPLES: dict[str, dict[str, object]] = {
    "hello": {"v": 1, "last": 12},
    "ping": {"n": 3},
    "join": {"cid": "a1", "name": "Anna"},
    "sit": {"cid": "a2", "seat": 2},
    "stand": {"cid": "a3"},
    "bot": {"cid": "a4", "seat": 1, "kind": "heuristic", "style": "bold"},
    "options": {"cid": "a5", "rules": "koenigrufen/tirol", "options": {"klopfen": False}},
    "ready": {"cid": "a6", "yes": True},
    "start": {"cid": "a7"},
    "act": {"cid": "a8", "deal": 1, "after": 7, "words": "play HK"},
    "seed": {"cid": "a9", "seed": "0f" * 16},
    "talk": {"cid": "b1", "text": "Servus", "phrase": ""},
    "undo": {"cid": "b2", "yes": True},
    "remark": {"cid": "b3", "word": "schlussradl"},
    "back": {"cid": "b4"},
    "arbiter": {"cid": "b5", "member": "0123abcd"},
    "pace": {"cid": "c1", "pace": "calm"},
    "remove": {"cid": "b7", "member": "0123abcd", "ban": True},
    "mute": {"cid": "b8", "member": "0123abcd", "yes": True},
    "lock": {"cid": "b9", "yes": True},
    "hint": {"cid": "b6", "deal": 1, "after": 7},
    "weigh": {"cid": "b7", "deal": 1, "after": 7, "words": "play HK"},
}
BODIES: dict[str, tuple[Callable[[bytes], object], dict[str, object]]] = {
    "new room": (
        wire.read_new_room,
        {"rules": "perlaggen/1890", "name": "Anna", "cid": "c1", "players": 4, "options": {}},
    ),
    "branch": (
        wire.read_new_branch,
        {"record": '[Trull "1"]', "name": "Anna", "cid": "c2", "seat": 1, "at": 7},
    ),
    "pad": (wire.read_pad, {"rules": "lhombre/compagnie", "facts": {"ombre": 1}, "options": {}}),
}
NASTY: tuple[object, ...] = (
    None, True, -1, 0, 1.5, 10**30, 2**63, "", "\x00", "x" * 300, "ß" * 99, "\ud800",
    [], {}, [[]], {"": {}}, [1] * 50, "../../etc/passwd", "'; drop table entries; --",
)  # fmt: skip


# Reading


def test_every_message_has_an_example_and_every_example_is_read() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(wire.Said)}
    assert tags == set(EXAMPLES)
    for tag, fields in EXAMPLES.items():
        said = wire.read(json.dumps({"t": tag, **fields}).encode())
        assert type(said).__struct_config__.tag == tag


def test_a_message_that_is_too_long_is_not_read() -> None:
    text = b'{"t":"talk","cid":"a","text":"' + b"x" * wire.MESSAGE + b'"}'
    with pytest.raises(wire.BadMessage) as refused:
        wire.read(text)
    assert refused.value.code == "too_long"


def test_a_refusal_names_the_field_and_never_repeats_what_was_sent() -> None:
    with pytest.raises(wire.BadMessage) as refused:
        wire.read(b'{"t":"sit","cid":"a","seat":"secret"}')
    assert refused.value.place == "$.seat"
    assert "secret" not in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize("tag", EXAMPLES)
def test_malformed_messages_are_answered_by_a_code_and_change_nothing(tag: str) -> None:
    """Slow: a thousand of each kind, ten thousand in a soak, by the same function a socket uses."""
    rng = random.Random(tag)
    live, socket = _Deaf(), _Noted()
    malformed = 0
    while malformed < PER_TYPE:
        text = _spoiled({"t": tag, **EXAMPLES[tag]}, rng)
        try:
            wire.read(text)
        except wire.BadMessage:
            malformed += 1
            assert read(live, socket, text) is None
            told = json.loads(socket.letters.pop())
            assert (told["t"], told["code"] in ("bad_message", "too_long")) == ("no", True)
    assert not socket.letters


class _Deaf(Live):
    """A room to which nobody may come through."""

    def __init__(self) -> None:
        pass


class _Noted(Socket):
    """A socket that keeps what is sent."""

    def __init__(self) -> None:
        self.identity = fresh()
        self.member = self.identity.member
        self.letters: list[bytes] = []

    def send(self, message: bytes, answer: bytes = b"") -> None:
        self.letters += [message, answer] if answer else [message]


@pytest.mark.slow
@pytest.mark.parametrize("name", BODIES)
def test_malformed_requests_are_answered_by_a_code(name: str) -> None:
    """Slow: as many of each kind."""
    rng = random.Random(name)
    read, example = BODIES[name]
    read(json.dumps(example).encode())
    codes: list[str] = []
    while len(codes) < PER_TYPE:
        try:
            read(_spoiled(dict(example), rng))
        except wire.BadMessage as bad:
            codes.append(bad.code)
    assert set(codes) <= {"bad_message", "too_long"}


def _spoiled(fields: dict[str, object], rng: random.Random) -> bytes:
    """A message with something wrong in its fields, its form or its bytes."""
    way = rng.randrange(6)
    if way == 0:
        fields[rng.choice(list(fields))] = rng.choice(NASTY)
    elif way == 1:
        del fields[rng.choice(list(fields))]
    elif way == 2:
        fields[rng.choice(["x", "T", "cid ", "seat_", "\x00"])] = rng.choice(NASTY)
    text = json.dumps(fields).encode()
    if way == 3:
        return text[: rng.randrange(len(text))]
    if way == 4:
        return _stirred(bytearray(text), rng)
    if way == 5:
        return rng.choice([b"[%s]", b"%s%s", b'{"t":%s}', b"\xef\xbb\xbf%s", b"\xff%s"]).replace(
            b"%s", text
        )
    return text


def _stirred(text: bytearray, rng: random.Random) -> bytes:
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        match rng.randrange(3):
            case 0:
                text[at] = rng.randrange(256)
            case 1:
                del text[at]
            case _:
                text[at:at] = rng.randbytes(rng.randint(1, 3))
    return bytes(text)


@pytest.mark.parametrize("read", [wire.read, wire.read_new_room, wire.read_pad])
def test_nothing_that_can_be_sent_breaks_the_reading(read: object) -> None:
    assert callable(read)
    deep = b"[" * 8000
    deeper = b'{"t":"options","cid":"a","rules":"x","options":' + b'{"a":' * 1500
    for text in (b"", b"null", b"\x00", deep, deeper, b'"\\ud800"', b"1e999", b"{}" * 9):
        with pytest.raises(wire.BadMessage):
            read(text)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ruleset.published())
def test_an_act_of_any_words_is_done_or_refused_but_never_breaks_the_laws(rules: str) -> None:
    """Slow: thousands of odd acts in every phase."""
    rng = random.Random(rules)
    table = Table(rules, seed=3)
    table.fill()
    table.start()
    refused, heard = 0, ["play", "bid", "pass"]
    while refused < 3_000:
        if table.room.stage != "deal":
            table.start()
        chairs = duty_chairs(table.room)
        heard = [*heard[-60:], *table.random_words(chairs[0]).split()]
        for _ in range(12):
            name = rng.choice(table.seated())
            command = table.act(_odd_words(heard, rng))
            found = decide(table.room, name.lower(), command, 0, b"")
            assert isinstance(found, Entry | Refusal)
            if isinstance(found, Refusal):
                refused += 1
                assert found.code in wire.CODES
        table.step()


def _odd_words(heard: list[str], rng: random.Random) -> str:
    odd = ["", "²", "-1", "H", "HK", "T1", "E7=HA", "=", "~", ":", "99999999999", "G=OUT", "é", "?"]
    words = [rng.choice(heard)]
    words += [rng.choice(rng.choice((heard, odd))) for _ in range(rng.randrange(4))]
    rng.shuffle(words)
    return " ".join(words)


# Both sides


def test_typescript_knows_every_message() -> None:
    text = typescript.text()
    for kind in (*get_args(wire.Said), *wire.TOLD):
        tag = kind.__struct_config__.tag
        assert f't: "{tag}"' in text
    for name in ("KoenigrufenView", "LhombreView", "PerlaggenView"):
        assert f"export interface {name} extends View {{" in text


def test_the_clients_types_are_the_ones_the_server_writes() -> None:
    written = ROOT / "web" / "src" / "wire.ts"
    if not written.is_file():
        pytest.skip("the web client is not here")
    told = "run: python -m trull.table.wire > web/src/wire.ts"
    assert written.read_text(encoding="utf-8").strip() == typescript.text().strip(), told


def test_the_protocol_document_names_every_message_and_code() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for code in wire.CODES:
        assert f"`{code}`" in text, code
    for tag in EXAMPLES:
        assert f"| `{tag}` |" in text, tag
    for field in msgspec.structs.fields(Picture):
        assert f"`{field.name}" in text, field.name


def test_every_code_is_used() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src" / "trull" / "table").rglob("*.py")
        if path.name != "wire.py"
    )
    sources += (
        (ROOT / "src" / "trull" / "table" / "wire.py")
        .read_text(encoding="utf-8")
        .split("class BadMessage")[1]
    )
    unused = [code for code in wire.CODES if not re.search(f'"{code}"', sources)]
    assert not unused
