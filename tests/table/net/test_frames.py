"""Frames: what a browser may send, in whatever pieces, and what ends its visit."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trull.table.net.frames import (
    BINARY,
    CLOSE,
    CONTINUED,
    FIN,
    MASKED,
    NONSENSE,
    PING,
    PONG,
    TEXT,
    TOO_LONG,
    Broken,
    Frames,
    framed,
    unmasked,
)

LIMIT = 70_000
MASK = b"\x07\x80\xff\x21"


def sent(body: bytes, kind: int = TEXT, last: bool = True, mask: bytes = MASK) -> bytes:
    """A frame as a browser sends it."""
    plain = framed(body, kind)
    head = plain[: len(plain) - len(body)]
    first, size = head[0] if last else head[0] & ~FIN, head[1] | MASKED
    return bytes([first, size]) + head[2:] + mask + unmasked(mask, body)


def read(*pieces: bytes, limit: int = LIMIT) -> list[tuple[int, bytes]]:
    """The messages in some pieces."""
    frames = Frames(limit)
    return [message for piece in pieces for message in frames.messages(piece)]


def test_the_example_of_the_standard_is_read() -> None:
    """RFC 6455, 5.7: a masked "Hello", and one in two parts with a ping between them."""
    assert read(bytes.fromhex("818537fa213d7f9f4d5158")) == [(TEXT, b"Hello")]
    assert unmasked(bytes.fromhex("37fa213d"), b"Hello") == bytes.fromhex("7f9f4d5158")
    parts = sent(b"Tar", last=False) + sent(b"Hello", PING) + sent(b"ock", CONTINUED)
    assert read(parts) == [(PING, b"Hello"), (TEXT, b"Tarock")]


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 125, 126, 127, 65_535, 65_536, LIMIT])
def test_messages_of_every_length_are_read(size: int) -> None:
    body = random.Random(size).randbytes(size)
    assert read(sent(body, BINARY)) == [(BINARY, body)]


@given(
    bodies=st.lists(st.binary(max_size=300), max_size=6),
    cuts=st.lists(st.integers(0, 2000), max_size=12),
    parts=st.integers(1, 4),
)
def test_it_does_not_matter_in_which_pieces_a_message_comes(
    bodies: list[bytes], cuts: list[int], parts: int
) -> None:
    stream = b"".join(_in_parts(body, parts) for body in bodies)
    ends = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    pieces = [stream[start:end] for start, end in itertools.pairwise(ends)]
    assert read(*pieces) == [(TEXT, body) for body in bodies]


def _in_parts(body: bytes, parts: int) -> bytes:
    step = max(len(body) // parts, 1)
    texts = [body[at : at + step] for at in range(0, len(body), step)] or [b""]
    return b"".join(
        sent(text, TEXT if at == 0 else CONTINUED, at == len(texts) - 1)
        for at, text in enumerate(texts)
    )


@pytest.mark.parametrize(
    ("stream", "code"),
    [
        (framed(b"not masked"), NONSENSE),
        (b"\xc1" + sent(b"compressed")[1:], NONSENSE),
        (sent(b"", 0x3), NONSENSE),
        (sent(b"", 0xB), NONSENSE),
        (sent(b"going on with nothing", CONTINUED), NONSENSE),
        (sent(b"one", last=False) + sent(b"another"), NONSENSE),
        (sent(b"half a ping", PING, last=False), NONSENSE),
        (sent(b"x" * 126, PONG), NONSENSE),
        (sent(b"x" * 126, CLOSE), NONSENSE),
        (sent(b"x" * (LIMIT + 1)), TOO_LONG),
        (sent(b"x" * (LIMIT + 1))[:14], TOO_LONG),
        (sent(b"x" * LIMIT, last=False) + sent(b"x", CONTINUED, last=False), TOO_LONG),
        (b"\x81\xff" + b"\xff" * 8, TOO_LONG),
    ],
)
def test_what_breaks_the_protocol_is_not_read(stream: bytes, code: int) -> None:
    with pytest.raises(Broken) as broken:
        read(stream)
    assert broken.value.code == code


@given(st.binary(max_size=400))
def test_nothing_that_can_come_does_worse_than_end_the_visit(stream: bytes) -> None:
    try:
        found = read(stream, limit=100)
    except Broken as broken:
        assert broken.code in (NONSENSE, TOO_LONG)  # noqa: PT017  most streams are nonsense
    else:
        assert all(len(body) <= 125 for _, body in found)
