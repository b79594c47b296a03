r"""A pack nobody can have stacked: ``trull-shuffle-v1``, and the proof of it.

Before the deal the table publishes the SHA-256 of its seed; then the players may each add a
share. Both together make a key, the key a stream of numbers, the stream the order of the pack.
After the deal the seed is shown and anybody can do the sum again.

    key = HMAC-SHA256(seed, shares + deal + room)      lines joined by "\n", see ``_key``

The rest is the fair lot of ``trull.lots``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trull import laws
from trull.cards import Card
from trull.errors import NotationError
from trull.lots import commitment, key, order, words
from trull.notation import Record
from trull.written import is_count

NAME = "trull-shuffle-v1"


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


def shuffled(size: int, lot: Lot) -> tuple[Card, ...]:
    """The pack of that size in the order the lot gives."""
    return tuple(map(Card, order(words(_key(lot)), size)))


def _key(lot: Lot) -> bytes:
    """The table's seed over the shares (``member:seed``, sorted), the deal, the room."""
    shares = sorted(f"{member}:{seed}" for member, seed in lot.seeds.items())
    return key(lot.server_seed, [*shares, str(lot.deal), lot.room])


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
