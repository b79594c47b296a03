r"""Fair lots by commit and reveal: what shuffles a pack also draws the tables of a cup.

A seed is promised by its SHA-256 before anybody knows what it will decide, and shown afterwards;
whoever has it can do the sum again.

    commitment = hex(SHA-256(seed))
    key        = HMAC-SHA256(seed, lines joined by "\n")
    stream     = HMAC-SHA256(key, 0) HMAC-SHA256(key, 1) …    counters of 8 bytes, big-endian
    order      = Fisher-Yates from the last place down        32-bit words, big-endian
"""

from __future__ import annotations

import hmac
import itertools
import struct
from collections.abc import Iterable, Iterator
from hashlib import sha256

WORD = 2**32
BLOCK = struct.Struct(">8I")
"""What one digest gives: eight words, big-endian."""


def commitment(seed: str) -> str:
    """The promise that hides a seed.

    >>> commitment("00")[:16]
    '6e340b9cffb37a98'
    """
    return sha256(bytes.fromhex(seed)).hexdigest()


def key(seed: str, lines: Iterable[str]) -> bytes:
    """The key of a stream: the seed over what it is for."""
    return hmac.digest(bytes.fromhex(seed), "\n".join(lines).encode(), "sha256")


def words(secret: bytes) -> Iterator[int]:
    """The stream of a key, in words of 32 bits."""
    keyed = hmac.new(secret, None, "sha256")
    for counter in itertools.count():
        block = keyed.copy()  # the key is taken in once for all blocks
        block.update(counter.to_bytes(8, "big"))
        yield from BLOCK.unpack(block.digest())


def below(stream: Iterator[int], bound: int) -> int:
    """A fair number below ``bound``: words from the uneven end are thrown away."""
    even = WORD // bound * bound
    word = next(stream)
    while word >= even:
        word = next(stream)
    return word % bound


def order(stream: Iterator[int], size: int) -> list[int]:
    """So many places in a drawn order."""
    places = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(stream, last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def some(stream: Iterator[int], size: int, count: int) -> list[int]:
    """So many different places out of that many, one drawn after the other."""
    left = list(range(size))
    return [left.pop(below(stream, len(left))) for _ in range(count)]
