"""What becomes of the wish to play a daily deal: the first entry of a practice table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trull.table import wire
from trull.table.room import entries
from trull.table.room.entries import Entry
from trull.table.room.lobby import SEED_BYTES, cleaned
from trull.table.room.refusal import Refusal

if TYPE_CHECKING:
    from trull.learn.daily import Deal

BOT = "search"
"""The kind of bot that is shown on the other seats; how it plays there is fixed by the day."""


def beginning(
    wish: wire.NewDaily, deal: Deal, room: str, member: str, now: int, chance: bytes
) -> Entry | Refusal:
    """The first entry of a room whose first deal is that of a day."""
    name, rules = cleaned(wish.name), deal.setup.rules
    if not name:
        return Refusal("bad_name")
    body = entries.Opened(
        room=room,
        name=name,
        title="",
        rules=rules.name,
        version=rules.version,
        players=deal.setup.seats,
        seed=chance[:SEED_BYTES].hex(),
        practice=True,
        bot=BOT,
        pace=wish.pace,
        daily=entries.Daily(deal.lot.room, deal.lot.deal, deal.lot.server_seed, deal.dealer),
    )
    return Entry(1, member, wish.cid, now, body)
