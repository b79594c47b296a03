"""The painter of a room: tells every reader what has changed, and makes each piece once.

A room's parts are frozen, so what is the same object has not changed. Readers on the same seat
share the bytes of their patch. Of a view only the fields that changed are sent, and of what was
seen only the new tail. Where the laws know at once what an act has changed, no view is made at all.
"""

from __future__ import annotations

import dataclasses
from itertools import compress, count
from operator import attrgetter, is_not

from msgspec.structs import astuple

from trull import laws
from trull.laws.court import Trial
from trull.laws.summary import Summary
from trull.state import Effect, Seat, View
from trull.table import wire
from trull.table.plain import plain_seen, plan
from trull.table.room.picture import SHARED, Make, Moment, common, me, view_fields
from trull.table.room.state import Deal, Room, chair_of, talk_open
from trull.table.room.timing import due
from trull.table.shown import Me

ROOM = Room.__struct_fields__
SUMMARY = tuple(field.name for field in dataclasses.fields(Summary))
_summed = attrgetter(*SUMMARY)
PASSING = ("seats", "guests", "watchers", "clock", "next_at")
"""Fields that change without an entry."""

MADE_FROM: dict[str, tuple[tuple[str, Make], ...]] = {
    part: tuple((name, make) for name, (sources, make) in SHARED.items() if part in sources)
    for part in {part for sources, _ in SHARED.values() for part in sources}
}
"""For each part of a moment the fields made from it."""

Reader = tuple[Seat | None, bool]
"""The seat whose view is read, and whether a member reads it."""

Told = tuple[Deal, View | None, tuple[Effect, ...], Summary]
"""A state of a deal: what a spectator saw (None: not known), what acts have changed since, what is
to be said."""

Sight = tuple[View, tuple[object, ...]]
"""A view, and what is its reader's own in it."""


class Sights:
    """What the seats see of a room, each made once when somebody asks for it."""

    __slots__ = ("_found", "common", "plan", "room")

    def __init__(self, room: Room) -> None:
        """Nobody has looked yet."""
        self.room = room
        self._found: dict[Seat | None, Sight] = {}
        self.common: tuple[object, ...] = ()  # what everybody sees in a view
        self.plan = plan(View)

    def of(self, seat: Seat | None) -> Sight | None:
        """The sight of a seat, or of a spectator; None before the first deal."""
        deal = self.room.deal
        if seat in self._found or deal is None:
            return self._found.get(seat)
        view = self.room.laws.view(deal.state, seat)
        if not self.common:
            self.plan = plan(type(view))
            self.common = self.plan.common.take(view)
        found = self._found[seat] = view, self.plan.own.take(view)
        return found

    def made(self) -> set[Seat | None]:
        """Who has looked already."""
        return set(self._found)

    def view(self, seat: Seat | None) -> View | None:
        """The view alone."""
        sight = self.of(seat)
        return None if sight is None else sight[0]


class Painter:
    """Holds the moment everybody has been sent, and moves on to the next."""

    def __init__(self, moment: Moment) -> None:
        """Nobody has been sent anything."""
        self.moment = moment
        self._before = moment
        self._ticks = due(moment.room) is not None  # whether somebody's time runs
        self._parts: set[str] = set()  # of the moment that have changed
        self._fields: dict[str, object] = {}  # made from them
        self._own_changed = False  # the deal, and with it every view
        self._stage_changed = False
        self._dealt = False  # it is another deal: whoever sat here may sit elsewhere in it
        self._moved = False  # somebody has come, gone or changed his seat
        self._places: dict[str, Reader] = {}
        self._sights: tuple[Sights, Sights] | None = None  # before and now, once they are needed
        self._told: Told | None = None  # what is to be said of the last state of a deal
        self._silent = False  # nothing else is to be said than before
        self._effect: Effect | None = None  # of the act, where the laws know it
        self._common_text = b""  # what has changed for everybody in a view
        self._everybodys = b""  # where the laws know it: the patch of all whom an act leaves alone
        self._affected: dict[Seat | None, bytes] = {}  # and of those for whom it has changed more
        self._patches: dict[Reader, bytes] = {}
        self._others: dict[tuple[int, int], bytes] = {}  # patches for who has only seen something

    def picture(self, member: str) -> bytes:
        """All a member may see now."""
        room = self.moment.room
        view = self._looked()[1].view(self._place(member)[0])
        fields = {name: self._made(name, make) for name, (_, make) in SHARED.items()}
        head = {"t": "picture", "n": room.number, "me": me(room, member)}
        return wire.encode({**head, **fields, **view_fields(room, member, view)})

    def _made(self, name: str, make: Make) -> object:
        """A field of a picture; what is to be said is worked out once for all who come."""
        return self._said_of(self.moment.room) if name == "summary" else make(self.moment)

    def reminder(self, member: str) -> bytes:
        """What may have changed for who holds the picture of this very entry."""
        room = self.moment.room
        fields = {name: SHARED[name][1](self.moment) for name in PASSING}
        number = room.number
        head = {"t": "patch", "n": number, "since": number, "me": me(room, member)}
        return wire.encode({**head, **fields})

    def move(self, moment: Moment) -> None:
        """Go on to another moment, after a rest; everybody is to be sent a patch."""
        changed = changes(self.moment, moment)
        ticked, self._ticks = self._ticks, due(moment.room) is not None
        if ticked or self._ticks:  # what has run out is told too
            changed.add("ticking")
        self._before, self.moment = self.moment, moment
        self._parts = changed
        self._stage_changed = not changed.isdisjoint(SHARED["stage"][0])
        self._own_changed, self._dealt = "deal" in changed, "dealt" in changed
        self._moved = not changed.isdisjoint(("chairs", "members", "order"))
        if self._moved or self._dealt:
            self._places = {}
        self._silent, self._effect = not self._own_changed, None
        if self._own_changed and not self._dealt:
            found = effect(self._before.room, moment.room)
            if found is not None:
                self._silent, self._effect = found.silent, found
                self._take(found)

    def patch(self, member: str) -> bytes:
        """What has changed for a member since the moment before."""
        if self._moved and _stands(self.moment.room, member) != _stands(self._before.room, member):
            return self._introduced(member)
        reader = self._places.get(member) or self._place(member)
        if self._everybodys:
            return self._affected.get(reader[0], self._everybodys)
        found = self._patches.get(reader)
        if found is None:
            found = self._patches[reader] = self._encoded(member, reader[0])
        return found

    def rest(self) -> None:
        """Everybody has been told; keep only what the next patch needs."""
        self._before = self.moment
        if self._sights is not None:
            self._sights = self._sights[1], self._sights[1]
        self._own_changed = self._dealt = self._moved = False
        self._fields.clear()
        self._patches.clear()
        self._others.clear()
        self._affected.clear()
        self._common_text = self._everybodys = b""

    def _changed(self) -> dict[str, object]:
        """What has changed for everybody, made when the first asks for it."""
        if not self._fields:
            number, since = self.moment.room.number, self._before.room.number
            self._fields = {"t": "patch", "n": number, "since": since}
            for part in self._parts:
                for name, make in MADE_FROM.get(part, ()):
                    if name not in self._fields:
                        self._fields[name] = wire.raw(make(self.moment))
            if self._silent or self._silently_acted():
                self._carry_over()
            else:
                self._tell()
        return self._fields

    def _silently_acted(self) -> bool:
        """Whether somebody who has looked already saw nothing that is to be told."""
        pair = None if self._dealt or self._sights is None else common_sight(*self._sights)
        if pair is None or pair[1].rules.free or pair[0].phase != pair[1].phase:
            return False
        new = pair[1].seen[len(pair[0].seen) :]
        return bool(new) and laws.silent(pair[1].rules.game).issuperset(act.verb for act in new)

    def _tell(self) -> None:
        """Add what is to be said otherwise than before."""
        before, now = self._said_of(self._before.room), self._said_of(self.moment.room)
        if before is None or now is None or self._dealt:
            self._fields["summary"] = wire.raw(now)
        elif changed := changed_fields(before, now):
            self._fields["summary"] = wire.raw(changed)

    def _said_of(self, room: Room) -> Summary | None:
        """What is to be said of a deal, worked out once."""
        deal = room.deal
        if deal is None:
            return None
        if self._told is not None and self._told[0] is deal:
            return self._told[3]
        view = self._spectators(room, deal)
        found = laws.summary_of(view)
        self._told = deal, view, (), found
        return found

    def _spectators(self, room: Room, deal: Deal) -> View:
        """What a spectator sees; where all acts since are known, what he saw with their effects."""
        if self._told is not None and self._effect is not None:
            known, view, effects, _ = self._told
            latest = known is self._before.room.deal and deal is self.moment.room.deal
            if latest and view is not None:
                return affected(view, (*effects, self._effect))
        return room.laws.view(deal.state, None)

    def _carry_over(self) -> None:
        """What was to be said is to be said still."""
        before, now = self._before.room.deal, self.moment.room.deal
        if before is now or now is None or self._told is None:
            return
        known, view, effects, found = self._told
        if known is not before:
            return
        if view is None or self._effect is None:
            self._told = now, None, (), found
        else:
            self._told = now, view, (*effects, self._effect), found

    def _introduced(self, member: str) -> bytes:
        """The patch of somebody who has become another: all that is his own, whole."""
        room = self.moment.room
        view = self._looked()[1].view(self._place(member)[0])
        own = {"me": me(room, member), **view_fields(room, member, view)}
        return wire.encode({**self._changed(), **own})

    def _encoded(self, member: str, seat: Seat | None) -> bytes:
        if not self._own_changed:
            return wire.encode(self._changed())
        sights_before, sights = self._looked()
        before, now = sights_before.of(seat), sights.of(seat)
        if self._dealt or before is None or now is None:
            view = None if now is None else now[0]
            return wire.encode({**self._changed(), **view_fields(self.moment.room, member, view)})
        own = sights.plan.own.changes(before[1], now[1])
        if own or self._stage_changed:
            return self._composed(member, before[0], now[0], own)
        seen = id(before[0].seen), id(now[0].seen)
        found = self._others.get(seen)
        if found is None:
            found = self._others[seen] = self._composed(member, before[0], now[0], own)
        return found

    def _take(self, effect: Effect) -> None:
        """Write what an act has changed for everybody, and what more for a few."""
        self._sights = None
        everybodys = self._everybodys = self._seen_by_all(effect)
        own = plan(effect.kind).plain
        for seat, fields in effect.own.items():
            self._affected[seat] = wire.enriched(everybodys, wire.encode(own(fields)))

    def _seen_by_all(self, effect: Effect) -> bytes:
        deal = self._before.room.deal
        assert deal is not None, "an act belongs to a deal"
        view = plan(effect.kind).plain(effect.common)
        view["seen"] = (plain_seen(effect.seen),)
        return wire.encode({**self._changed(), "seen_from": deal.acts, "view": view})

    def _composed(self, member: str, before: View, view: View, own: dict[str, object]) -> bytes:
        """The patch of who sees changes of his own beside those that everybody sees."""
        known = common(before.seen, view.seen)
        if known != len(before.seen) or known != len(view.seen):
            own["seen"] = [plain_seen(seen) for seen in view.seen[known:]]
        if not self._common_text:
            were, sights = self._looked()
            self._common_text = wire.encode(sights.plan.common.changes(were.common, sights.common))
        changed = wire.merged(self._common_text, wire.encode(own))
        fields = {**self._changed(), "view": changed, "seen_from": known}
        if self._stage_changed or "may_consult" in own:
            fields["talk_open"] = talk_open(self.moment.room, member, view)
        return wire.encode(fields)

    def _looked(self) -> tuple[Sights, Sights]:
        """What the seats saw before, and what they see; what they saw last is not made again."""
        before, now, known = self._before.room, self.moment.room, self._sights
        if known is None:
            known = self._sights = Sights(before), Sights(now)
        elif known[1].room.deal is not now.deal:
            known = self._sights = known[1], Sights(now)
        return known

    def _place(self, member: str) -> Reader:
        """The seat a member reads from, looked up once until somebody moves."""
        room = self.moment.room
        seat = None if room.deal is None else room.deal.seat_of(chair_of(room, member))
        found = self._places[member] = (seat, member in room.members)
        return found


def _stands(room: Room, member: str) -> tuple[Me, bool]:
    """What is a reader's own beside the view: seat, name, and whether he was told to be quiet."""
    return me(room, member), member in room.order.muted


def common_sight(before: Sights, now: Sights) -> tuple[View, View] | None:
    """What somebody saw and sees who has looked both times."""
    for seat in before.made() & now.made():
        views = before.view(seat), now.view(seat)
        if views[0] is not None and views[1] is not None:
            return views[0], views[1]
    return None


def affected(view: View, effects: tuple[Effect, ...]) -> View:
    """A spectator's view after acts whose effects are known; nobody else may hold it.

    It is changed and not copied: 3 µs, where the laws take 20.
    """
    for effect in effects:
        for name, value in effect.common.items():
            setattr(view, name, value)
    view.seen = (*view.seen, *[effect.seen for effect in effects])  # type: ignore[misc]
    return view


def changed_fields(before: Summary, now: Summary) -> dict[str, object]:
    """What of a summary is not as it was."""
    old, new = _summed(before), _summed(now)
    others = compress(count(), map(is_not, old, new))  # most are the very same objects
    return {SUMMARY[at]: new[at] for at in others if new[at] != old[at]}


def effect(before: Room, after: Room) -> Effect | None:
    """What an act has changed in all views, if the laws can say it."""
    if before.deal is None or after.deal is None or after.deal.settlement is not None:
        return None
    return after.laws.effect(before.deal.state, after.deal.state)


def changes(before: Moment, after: Moment) -> set[str]:
    """The parts of a moment that are other objects than before."""
    found = set(compress(ROOM, map(is_not, astuple(before.room), astuple(after.room))))
    if "deal" in found:
        found |= _deal_changes(before.room.deal, after.room.deal)
    if before.presence is not after.presence:
        found.add("presence")
    return found


def _deal_changes(before: Deal | None, after: Deal | None) -> set[str]:
    """Whether another deal lies there, whether it is over, and whether a court may sit over it."""
    if before is None or after is None or before.lot is not after.lot:
        return {"dealt", "over"}
    found = {"over"} if before.settlement is not after.settlement else set()
    if before.slips is not after.slips:
        found.add("slips")
    return found | {"court"} if isinstance(after.state, Trial) else found
