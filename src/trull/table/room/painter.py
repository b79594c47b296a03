"""The painter of a room: tells every reader what has changed, and makes each piece once.

A room's parts are frozen, so what is the same object has not changed. Readers on the same seat
share the bytes of their patch; of what was seen only the new tail is sent.
"""

from __future__ import annotations

from msgspec import Raw

from trull.state import Seat, Seen, View
from trull.table import wire
from trull.table.room.picture import SHARED, Make, Moment, me, view_fields
from trull.table.room.state import Deal, Room, chair_of

PASSING = ("seats", "watchers", "clock")
"""Fields that change without an entry."""

MADE_FROM: dict[str, tuple[tuple[str, Make], ...]] = {
    part: tuple((name, make) for name, (sources, make) in SHARED.items() if part in sources)
    for part in {part for sources, _ in SHARED.values() for part in sources}
}
"""For each part of a moment the fields made from it."""

Reader = tuple[Seat | None, bool]
"""The seat whose view is read, and whether a member reads it."""


class Painter:
    """Holds the moment everybody has been sent, and moves on to the next."""

    def __init__(self, moment: Moment) -> None:
        """Nobody has been sent anything."""
        self.moment = moment
        self._before = moment
        self._changed: dict[str, Raw] = {}
        self._own_changed = False  # the deal, and with it every view
        self._moved = False  # somebody has come, gone or changed his seat
        self._places: dict[str, Reader] = {}
        self._seen: dict[Seat | None, tuple[Seen, ...]] = {}
        self._told: dict[Seat | None, tuple[Seen, ...]] = {}  # before the last move
        self._views: dict[Seat | None, View | None] = {}
        self._patches: dict[Reader, bytes] = {}

    def picture(self, member: str) -> bytes:
        """All a member may see now."""
        room = self.moment.room
        view = self._view(self._place(member)[0])
        fields = {name: make(self.moment) for name, (_, make) in SHARED.items()}
        own = view_fields(room, member, view, 0)
        head = {"t": "picture", "n": room.number, "me": me(room, member)}
        return wire.encode({**head, **fields, **own})

    def reminder(self, member: str) -> bytes:
        """What may have changed for who holds the picture of this very entry."""
        room = self.moment.room
        fields = {name: SHARED[name][1](self.moment) for name in PASSING}
        head = {"t": "patch", "n": room.number, "me": me(room, member)}
        return wire.encode({**head, **fields})

    def move(self, moment: Moment) -> None:
        """Go on to another moment; everybody is to be sent a patch."""
        changed = changes(self.moment, moment)
        self._before, self.moment = self.moment, moment
        self._changed = {}
        for part in changed:
            for name, make in MADE_FROM.get(part, ()):
                if name not in self._changed:
                    self._changed[name] = wire.raw(make(moment))
        self._own_changed = "deal" in changed
        self._moved = "chairs" in changed or "members" in changed
        if self._moved or "dealt" in changed:
            self._places = {}
        self._told = self._seen
        if self._own_changed:
            self._seen, self._views = {}, {}
        self._patches = {}

    def patch(self, member: str) -> bytes:
        """What has changed for a member since the moment before."""
        if self._moved and me(self.moment.room, member) != me(self._before.room, member):
            return self._encoded(member, self._place(member)[0], moved=True)
        reader = self._place(member)
        found = self._patches.get(reader)
        if found is None:
            found = self._patches[reader] = self._encoded(member, reader[0], moved=False)
        return found

    def rest(self) -> None:
        """Everybody has been told; keep only what the next patch needs."""
        self._before = self.moment
        self._changed, self._views, self._patches, self._told = {}, {}, {}, {}
        self._own_changed = self._moved = False

    def _encoded(self, member: str, seat: Seat | None, moved: bool) -> bytes:
        room = self.moment.room
        fields: dict[str, object] = {"t": "patch", "n": room.number, **self._changed}
        if moved:
            fields["me"] = me(room, member)
        if moved or self._own_changed:
            view = self._view(seat)
            known = 0 if moved or view is None else common(self._told.get(seat, ()), view.seen)
            fields |= view_fields(room, member, view, known)
        return wire.encode(fields)

    def _place(self, member: str) -> Reader:
        """The seat a member reads from, looked up once until somebody moves."""
        found = self._places.get(member)
        if found is None:
            room = self.moment.room
            seat = None if room.deal is None else room.deal.seat_of(chair_of(room, member))
            found = self._places[member] = (seat, member in room.members)
        return found

    def _view(self, seat: Seat | None) -> View | None:
        """The view of a seat, made once a moment."""
        if seat in self._views:
            return self._views[seat]
        deal = self.moment.room.deal
        view = None if deal is None else self.moment.room.laws.view(deal.state, seat)
        self._views[seat] = view
        self._seen[seat] = () if view is None else view.seen
        return view


def changes(before: Moment, after: Moment) -> set[str]:
    """The parts of a moment that are other objects than before."""
    found = {
        part
        for part, old, new in zip(Room._fields, before.room, after.room, strict=True)
        if new is not old
    }
    if "deal" in found:
        found |= _deal_changes(before.room.deal, after.room.deal)
    if before.presence is not after.presence:
        found.add("presence")
    if after.room.head.clock or "head" in found:
        found.add("ticking")
    return found


def _deal_changes(before: Deal | None, after: Deal | None) -> set[str]:
    """Whether another deal lies there, and whether it is over."""
    if before is None or after is None or before.lot is not after.lot:
        return {"dealt", "over"}
    return {"over"} if before.settlement is not after.settlement else set()


def common(before: tuple[Seen, ...], after: tuple[Seen, ...]) -> int:
    """How much of what was seen is as it was before."""
    if after[: len(before)] == before:
        return len(before)
    pairs = zip(before, after, strict=False)
    least = min(len(before), len(after))
    return next((at for at, (old, new) in enumerate(pairs) if old != new), least)
