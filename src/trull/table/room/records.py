"""Finished deals as records, and the sheet as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from trull import laws, notation, shuffle
from trull.notation import Record
from trull.settlement import Amount
from trull.state import Sitting
from trull.table import plain, shown, wire
from trull.table.room.entries import Entry, Opened
from trull.table.room.fold import apply
from trull.table.room.picture import name_at, sheet_of
from trull.table.room.state import Deal, Room
from trull.table.steps import Steps, whole
from trull.written import harmless


def records(log: Iterable[Entry]) -> Iterator[Record]:
    """The record of every deal that was played to its end."""
    for room, deal, at, _ in _ends(log):
        yield record(room, deal, at)


def _ends(log: Iterable[Entry]) -> Iterator[tuple[Room, Deal, int, Sitting | None]]:
    """The room at the end of every deal, when that was, and the sitting until then."""
    room: Room | None = None
    last = 0
    for entry in log:
        sitting = room.sitting if room else None
        room = apply(room, entry)
        deal = room.deal
        if deal is not None and deal.settlement is not None and deal.number > last:
            last = deal.number
            yield room, deal, entry.at, sitting


def record(room: Room, deal: Deal, at: int) -> Record:
    """The record of a finished deal, with all that proves its pack."""
    assert deal.settlement is not None, "only finished deals are recorded"
    day = datetime.fromtimestamp(at / 1000, UTC)
    tags = {
        "Players": "; ".join(_single(name_at(room, chair)) for chair in deal.around),
        "Date": f"{day:%Y-%m-%d}",
        **({"Event": room.head.title} if room.head.title else {}),
        **_proof(room, deal),
    }
    return Record(
        setup=deal.setup,
        acts=tuple(deal.state.acts),
        tags=tags,
        points=deal.settlement.points,
        money=deal.settlement.money,
    )


def _single(name: str) -> str:
    """A name that nobody reads as two: what parts names in a record is left out."""
    return " ".join(name.replace(";", " ").replace(",", " ").split()) or "-"


def _proof(room: Room, deal: Deal) -> dict[str, str]:
    """What proves the pack; a branch says where it comes from instead."""
    if deal.lot is not None:
        return shuffle.tags(deal.lot)
    assert deal.origin is not None, "what was not shuffled is a branch"
    return {"Room": room.id, "DealNo": str(deal.number), **deal.origin.tags()}


def text(log: Iterable[Entry]) -> str:
    """All finished deals in one file."""
    return whole(telling(log))


def telling(log: Iterable[Entry]) -> Steps[str]:
    """The same in steps, a deal each."""
    told = []
    for found in records(log):
        told.append(notation.format_record(found))
        yield
    return "\n".join(told)


def telling_daily(log: Iterable[Entry]) -> Steps[tuple[str, int] | None]:
    """The record of a room's daily deal, and when it was begun, in ms; None until it is over."""
    kept = list(log)
    opened = kept[0].body if kept else None
    if not isinstance(opened, Opened) or opened.daily is None:
        return None
    yield
    for found in records(kept):
        if found.tags.get("Room") == opened.daily.name:
            return notation.format_record(found), kept[0].at
    return None


# The sheet


def past_deals(log: Iterable[Entry]) -> list[shown.PastDeal]:
    """What became of the deals of this sitting, one for each row of its sheet.

    A row is numbers alone. Who came later, or looks from another browser, reads here what was
    played, by whom and how it ended.
    """
    return whole(telling_past_deals(log))


def telling_past_deals(log: Iterable[Entry]) -> Steps[list[shown.PastDeal]]:
    """The same in steps."""
    found: list[shown.PastDeal] = []
    for room, deal, _, sitting in _ends(log):
        if room.sitting is None or len(room.sitting.rows) == 1:
            found = []  # a new sitting, and a new sheet
        found.append(_past(room, deal, sitting))
        yield
    return found


def _past(room: Room, deal: Deal, sitting: Sitting | None) -> shown.PastDeal:
    assert deal.settlement is not None, "only finished deals are past"
    view = room.laws.view(deal.state, None)
    return shown.PastDeal(
        deal=deal.number,
        around=list(deal.around),
        names=[name_at(room, chair) for chair in deal.around],
        view=plain.plain_view(view, seen_from=len(view.seen)),
        summary=laws.summary_of(view),
        settlement=plain.settlement(deal.settlement),
        round=None if sitting is None else laws.standing_of(sitting).round,
    )


def sheet_csv(room: Room) -> str:
    """A line a deal: points and money of everybody, then what was written and the pot, if any."""
    names = [harmless(name_at(room, seat) or f"{seat + 1}") for seat in range(room.head.players)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    rows = room.sitting.rows if room.sitting else ()
    noted = any(row.written is not None for row in rows)
    kassa = any(row.pot for row in rows)
    sheets = ["money", *(["written"] if noted else []), *(["pot"] if kassa else [])]
    titles = [f"{name} ({sheet})" for sheet in sheets for name in names]
    writer.writerow(["deal", *names, *titles, "notes"])
    for row in rows:
        numbers = [*_numbers(row.points), *_numbers(row.money)]
        if noted:
            numbers += [""] * len(names) if row.written is None else _numbers(row.written)
        if kassa:
            numbers += _numbers(row.pot or [0] * len(names))
        writer.writerow([row.deal, *numbers, " ".join(row.notes)])
    return out.getvalue()


def _numbers(values: Iterable[Amount]) -> list[str]:
    """Numbers a spreadsheet can sum: it would take 9/2 for a day in February."""
    return [str(value if isinstance(value, int) else float(value)) for value in values]


def sheet_json(room: Room) -> bytes:
    """The sheet with names and rules."""
    return wire.encode(
        {
            "room": room.id,
            "rules": room.head.rules.name,
            "version": room.head.rules.version,
            "changes": dict(room.head.rules.changes),
            "players": [name_at(room, seat) for seat in range(room.head.players)],
            "sheet": sheet_of(room),
        }
    )
