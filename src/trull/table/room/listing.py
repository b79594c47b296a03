"""How a room stands in the list of public tables; kept in its row, so that a list reads no logs."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from trull import ruleset
from trull.table.room.state import Room
from trull.table.shown import RoomListed


class _Kept(Struct, frozen=True):
    """What is listed, and the version of the rules: another program may not know it."""

    version: int
    shown: RoomListed


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Kept)


def is_open(room: Room) -> bool:
    """Whether strangers find a room in the list: public, not locked, with a seat nobody holds."""
    free = any(not chair.member for chair in room.chairs)
    return room.head.public and not room.order.locked and free


def shown(room: Room) -> RoomListed:
    """What the list says of a room."""
    rules = room.head.rules
    return RoomListed(
        room=room.id,
        title=room.head.title,
        rules=rules.name,
        game=rules.game,
        players=room.head.players,
        taken=sum(bool(chair.member) for chair in room.chairs),
        bots=sum(bool(chair.bot) for chair in room.chairs),
        stage=room.stage,
    )


def written(room: Room) -> str | None:
    """The same for the store; None where strangers do not find the room."""
    if not is_open(room):
        return None
    return _encoder.encode(_Kept(room.head.rules.version, shown(room))).decode()


def is_alike(one: Room, other: Room) -> bool:
    """Whether the list says the same of both, seen at a glance: most entries are acts."""
    same = one.head is other.head and one.chairs is other.chairs and one.order is other.order
    return same and one.stage == other.stage


def read(text: str) -> RoomListed:
    """What the store says of a room; an error where this program could not play in it."""
    kept = _decoder.decode(text)
    ruleset.changed(kept.shown.rules, kept.version, {})
    return kept.shown


def is_finished(room: Room) -> bool:
    """Whether a deal was played to its end here."""
    return room.dealt > 1 or (room.deal is not None and room.deal.settlement is not None)
