"""What becomes of the wish to branch: the first entry of a practice table, or a refusal.

Only a finished deal can be branched from: its cards lie open to whoever holds its record.
"""

from __future__ import annotations

from trull import laws, notation, ruleset
from trull.errors import NotationError, TrullError
from trull.notation import Record
from trull.table import wire
from trull.table.room import entries
from trull.table.room.branch import dealt_by, taken_over
from trull.table.room.entries import Entry
from trull.table.room.lobby import SEED_BYTES, cleaned, is_seatable
from trull.table.room.refusal import Refusal


def branching(
    wish: wire.NewBranch, room: str, member: str, now: int, chance: bytes
) -> Entry | Refusal:
    """The first entry of a room that goes on from a record."""
    record = _read(wish.record)
    if isinstance(record, Refusal):
        return record
    at = dealt_by(record) if wish.at is None else wish.at
    refused = _refused(wish, record, at)
    if refused is not None:
        return refused
    rules = record.setup.rules
    body = entries.Opened(
        room=room,
        name=cleaned(wish.name),
        title="",
        rules=rules.name,
        version=rules.version,
        players=record.setup.seats,
        seed=chance[:SEED_BYTES].hex(),
        changes=dict(rules.changes),
        practice=True,
        bot=wish.bot,
        style=wish.style if wish.bot else "",
        pace=wish.pace,
        branch=entries.Branch(notation.format_record(record), at, wish.seat),
    )
    return Entry(1, member, wish.cid, now, body)


def _read(text: str) -> Record | Refusal:
    """A lawful record of a finished deal by a published rule set."""
    try:
        record = notation.parse(text)
        notation.bounded(record)
        over = notation.replayed(record).over
    except NotationError as error:
        return Refusal("bad_record", about=(("problem", error.problem),))
    except TrullError as error:
        return Refusal("bad_record", about=(("problem", str(error)),))
    return record if over else Refusal("not_over")


def _refused(wish: wire.NewBranch, record: Record, at: int) -> Refusal | None:
    setup = record.setup
    if setup.rules.name not in ruleset.published():
        return Refusal("bad_rules", about=(("rules", setup.rules.name),))
    if setup.seats not in laws.of(setup.rules.game).seats(setup.rules):
        return Refusal("bad_players")
    if not cleaned(wish.name):
        return Refusal("bad_name")
    if wish.seat >= setup.seats:
        return Refusal("no_such_seat")
    if wish.bot and not is_seatable(wish.bot, wish.style):
        return Refusal("no_such_bot", about=(("bot", wish.bot),))
    over = at >= len(record.acts) or not laws.under(setup.rules).duty(taken_over(record, at))
    return Refusal("no_such_place") if over else None
