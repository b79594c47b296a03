r"""A pack nobody can have stacked: ``trull-shuffle-v1``, and the proof of it.

Before the deal the table publishes the SHA-256 of its seed; then the players may each add a
share. Both together make a key, the key a stream of numbers, the stream the order of the pack.
After the deal the seed is shown and anybody can do the sum again.

    commitment = hex(SHA-256(seed))
    key        = HMAC-SHA256(seed, shares + deal + room)      lines joined by "\n", see ``key``
    stream     = HMAC-SHA256(key, 0) HMAC-SHA256(key, 1) …    counters of 8 bytes, big-endian
    order      = Fisher-Yates from the last card down         32-bit words, big-endian
"""

from __future__ import annotations

import hmac
import itertools
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from trull import laws
from trull.cards import Card
from trull.errors import NotationError
from trull.notation import Record
from trull.written import is_count

NAME = "trull-shuffle-v1"
WORD = 2**32
BLOCK = struct.Struct(">8I")
"""What one digest gives: eight words, big-endian."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """All that decides the order of one pack."""

    room: str
    deal: int
    server_seed: str  # hex
    seeds: Mapping[str, str]  # by member, hex

    @property
    def commitment(self) -> str:
        """What is published before the deal."""
        return commitment(self.server_seed)


def commitment(server_seed: str) -> str:
    """The promise that hides a seed.

    >>> commitment("00")[:16]
    '6e340b9cffb37a98'
    """
    return sha256(bytes.fromhex(server_seed)).hexdigest()


def key(lot: Lot) -> bytes:
    """The key: the table's seed over the shares (``member:seed``, sorted), the deal, the room."""
    shares = sorted(f"{member}:{seed}" for member, seed in lot.seeds.items())
    told = "\n".join([*shares, str(lot.deal), lot.room])
    return hmac.digest(bytes.fromhex(lot.server_seed), told.encode(), "sha256")


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


def shuffled(size: int, lot: Lot) -> tuple[Card, ...]:
    """The pack of that size in the order the lot gives."""
    order = list(range(size))
    stream = words(key(lot))
    for last in range(size - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(map(Card, order))


def some(stream: Iterator[int], size: int, count: int) -> list[int]:
    """So many different cards out of a pack of that size, as players draw them."""
    left = list(range(size))
    return [left.pop(below(stream, len(left))) for _ in range(count)]


# Records


def tags(lot: Lot) -> dict[str, str]:
    """The tags by which a record proves its pack."""
    return {
        "Shuffle": NAME,
        "Room": lot.room,
        "DealNo": str(lot.deal),
        "Commitment": lot.commitment,
        "ServerSeed": lot.server_seed,
        "Seeds": " ".join(f"{member}:{seed}" for member, seed in sorted(lot.seeds.items())),
    }


def lot_of(record: Record) -> Lot:
    """The lot a record tells of; NotationError says which tag is missing or wrong."""
    told = record.tags
    for tag in ("Room", "DealNo", "Commitment", "ServerSeed", "Seeds"):
        if tag not in told:
            raise NotationError(f"[{tag} …] is missing: this pack cannot be verified")
    if told.get("Shuffle", NAME) != NAME:
        raise NotationError(f"[Shuffle]: this is {NAME}; found {told['Shuffle']!r}")
    if not is_count(told["DealNo"]):
        raise NotationError(f"[DealNo]: expected a number, found {told['DealNo'][:40]!r}")
    shares = [_share(word) for word in told["Seeds"].split()]
    seeds = dict(shares)
    if len(seeds) != len(shares):
        raise NotationError("[Seeds]: a member stands there twice")
    _hex("ServerSeed", told["ServerSeed"])
    return Lot(
        room=told["Room"], deal=int(told["DealNo"]), server_seed=told["ServerSeed"], seeds=seeds
    )


def _share(word: str) -> tuple[str, str]:
    member, colon, seed = word.rpartition(":")
    if not colon:
        raise NotationError(f"[Seeds]: expected member:seed, found {word!r}")
    return member, _hex("Seeds", seed)


def _hex(tag: str, text: str) -> str:
    try:
        bytes.fromhex(text)
    except ValueError:
        raise NotationError(f"[{tag}]: expected hexadecimal digits, found {text!r}") from None
    return text


def verify(record: Record) -> bool:
    """Whether the seed is the promised one and gives exactly the pack of the record."""
    lot = lot_of(record)
    pack = laws.of(record.setup.rules.game).pack
    promised = lot.commitment == record.tags["Commitment"]  # nothing of it is a secret any more
    return promised and shuffled(pack.size, lot) == record.setup.pack
