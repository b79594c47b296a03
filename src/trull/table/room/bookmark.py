"""A bookmark: what a room is just before a deal. Who opens it there need not fold what was before.

The log stays the truth. A bookmark goes into the store with the entry that deals, and one that
cannot be read any more is left out: then the whole log is folded.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec
from msgspec import Struct

from trull import laws, ruleset
from trull.ruleset import Value
from trull.settlement import Amount
from trull.state import Row, Sitting
from trull.table import plain, shown
from trull.table.room.entries import Dealt, Entry
from trull.table.room.state import (
    ORDER,
    SUBSTITUTE,
    Account,
    Chair,
    Head,
    Order,
    Room,
    Talked,
)


class Bookmark(Struct, frozen=True):
    """A room between two deals, without the cards of the last one."""

    room: str
    number: int
    rules: str
    version: int
    changes: dict[str, Value]
    house: str
    title: str
    players: int
    public: bool
    clock: int
    practice: bool
    maker: str
    hints: bool
    members: dict[str, str]
    chairs: tuple[Chair, ...]
    seed: str
    seeds: dict[str, str]
    dealt: int
    sheet: shown.SheetShown
    over: bool
    talk: tuple[Talked, ...]
    arbiter: str
    substitute: str = SUBSTITUTE  # this and what follows an older bookmark left unsaid
    order: Order = ORDER
    accounts: tuple[Account, ...] = ()
    pace: shown.Pace = "brisk"


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Bookmark)


def written(room: Room, entry: Entry) -> str:
    """The bookmark that goes into the store with an entry; none before the first deal."""
    sitting = room.sitting
    if sitting is None or not sitting.rows or not isinstance(entry.body, Dealt):
        return ""
    head, rules = room.head, room.head.rules
    found = Bookmark(
        room=room.id,
        number=room.number,
        rules=rules.name,
        version=rules.version,
        changes=dict(rules.changes),
        house=rules.house,
        title=head.title,
        players=head.players,
        public=head.public,
        clock=head.clock,
        practice=head.practice,
        maker=head.maker,
        hints=head.hints,
        substitute=head.substitute,
        pace=head.pace,
        members=dict(room.members),
        chairs=room.chairs,
        seed=room.seed,
        seeds=dict(room.seeds),
        dealt=room.dealt,
        sheet=plain.sheet(sitting),
        over=sitting.over,
        talk=room.talk,
        arbiter=room.arbiter,
        order=room.order,
        accounts=room.accounts,
    )
    return _encoder.encode(found).decode()


def read(text: str) -> Room | None:
    """The room a bookmark tells of; None where this program cannot read it."""
    try:
        found = _decoder.decode(text)
    except msgspec.DecodeError:
        return None
    rules = ruleset.changed(found.rules, found.version, found.changes, found.house)
    sheet = found.sheet
    return Room(
        id=found.room,
        number=found.number,
        head=Head(
            title=found.title,
            rules=rules,
            laws=laws.under(rules),
            players=found.players,
            public=found.public,
            clock=found.clock,
            practice=found.practice,
            maker=found.maker,
            hints=found.hints,
            substitute=found.substitute,
            pace=found.pace,
        ),
        members=found.members,
        chairs=found.chairs,
        seed=found.seed,
        seeds=found.seeds,
        dealt=found.dealt,
        sitting=Sitting(
            rules=rules,
            players=found.players,
            dealer=sheet.dealer,
            rows=tuple(map(_row, sheet.rows)),
            memo=sheet.memo,
            over=found.over,
        ),
        talk=found.talk,
        arbiter=found.arbiter,
        order=found.order,
        accounts=found.accounts,
    )


def _row(row: shown.RowShown) -> Row:
    return Row(
        deal=row.deal,
        players=tuple(row.players),
        points=_amounts(row.points),
        money=_amounts(row.money),
        written=None if row.written is None else _amounts(row.written),
        pot=tuple(row.pot),
        notes=tuple(row.notes),
        struck=row.struck,
    )


def _amounts(values: Iterable[int | str]) -> tuple[Amount, ...]:
    return tuple([value if isinstance(value, int) else Fraction(value) for value in values])
