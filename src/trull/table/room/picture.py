"""Pictures: what one member may see of a room, built up from its records and from his own view.

Fields come in two kinds: those that are the same for everybody, each made from a few parts of
the room, and those of the reader himself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import cast

from msgspec import Struct

from trull import laws, lots
from trull.laws.summary import Reason, Standing, Summary
from trull.ruleset import RuleSet
from trull.state import Seen, View
from trull.table import plain, shown
from trull.table.room.fold import consents_wanted, undo_wanted
from trull.table.room.state import Chair, Room, chair_of, duty_chairs, talk_open, view_of
from trull.table.room.timing import due


class Presence(Struct, frozen=True):
    """Who is there just now; the log does not know it."""

    online: frozenset[str] = frozenset()
    away: Mapping[str, int] = {}  # when a bot stands in for a member, in ms since 1970
    watchers: int = 0
    next_at: int | None = None  # when the next deal comes by itself, in ms since 1970
    notes: Mapping[int, str] = {}  # what is the matter with the bots, by chair


class Moment(Struct, frozen=True):
    """A room, who is there, and what time it is."""

    room: Room
    presence: Presence = Presence()
    now: int = 0


def picture(
    room: Room, member: str, presence: Presence | None = None, now: int = 0
) -> shown.Picture:
    """All a member may see; an unknown member sees what a spectator sees."""
    moment = Moment(room, presence or Presence(), now)
    fields: dict[str, object] = {name: make(moment) for name, (_, make) in SHARED.items()}
    fields |= own_fields(room, member)
    return shown.Picture(n=room.number, **fields)  # type: ignore[arg-type]


# What is the same for everybody

Make = Callable[[Moment], object]


@lru_cache(maxsize=64)
def rules_shown(rules: RuleSet) -> shown.RulesShown:
    """Rules with all their switches."""
    return shown.RulesShown(
        name=rules.name,
        game=rules.game,
        version=rules.version,
        house=rules.house,
        title=dict(rules.title),
        changes=dict(rules.changes),
        options={name: option.value for name, option in rules.options.items()},
        players=sorted(laws.of(rules.game).seats(rules)),
    )


def seats_shown(moment: Moment) -> list[shown.SeatShown]:
    """Who sits where."""
    return [_seat_shown(moment, seat, chair) for seat, chair in enumerate(moment.room.chairs)]


def name_at(room: Room, seat: int) -> str:
    """The name of who holds a seat; empty if it is free."""
    chair = room.chairs[seat]
    if chair.member:
        return room.members[chair.member]
    return chair.name


def _seat_shown(moment: Moment, seat: int, chair: Chair) -> shown.SeatShown:
    room, presence = moment.room, moment.presence
    kind = "person" if chair.member else "bot" if chair.bot else "free"
    return shown.SeatShown(
        seat=seat,
        kind=cast("shown.Kind", kind),
        name=name_at(room, seat),
        member=chair.member,
        bot=chair.bot,
        style=chair.style,
        ready=chair.ready or bool(chair.bot),
        online=bool(chair.bot) or chair.member in presence.online,
        away_until=None if chair.standin else presence.away.get(chair.member),
        standin=chair.standin,
        slipped=room.deal is not None and seat in room.deal.slips,
        note=presence.notes.get(seat, ""),
    )


def guests_shown(moment: Moment) -> list[shown.GuestShown]:
    """The members who sit at no seat."""
    room, seated = moment.room, {chair.member for chair in moment.room.chairs}
    return [
        shown.GuestShown(member, name, member in moment.presence.online)
        for member, name in room.members.items()
        if member not in seated
    ]


def shuffle_shown(room: Room) -> shown.ShuffleShown:
    """The promises; the seed of a deal only when it is over."""
    following = shown.NextShuffle(
        deal=room.dealt + 1, commitment=lots.commitment(room.seed), seeds=dict(room.seeds)
    )
    deal = room.deal
    if deal is None or deal.lot is None:
        return shown.ShuffleShown(
            deal=following.deal,
            commitment=following.commitment,
            seeds=following.seeds,
            server_seed=None,
            next=following,
        )
    return shown.ShuffleShown(
        deal=deal.lot.deal,
        commitment=deal.lot.commitment,
        seeds=dict(deal.lot.seeds),
        server_seed=None if deal.settlement is None else deal.lot.server_seed,
        next=following,
    )


def _drawn(moment: Moment) -> list[list[shown.DrawnShown]]:
    return [[shown.DrawnShown(*one) for one in once] for once in moment.room.drawn]


def _branch(moment: Moment) -> shown.BranchShown | None:
    deal = moment.room.deal
    if deal is None or deal.origin is None:
        return None
    return shown.BranchShown(deal.origin.record, deal.origin.at, deal.origin.deal)


def _clock(moment: Moment) -> dict[str, int]:
    time_up = due(moment.room)
    if time_up is None:
        return {}
    left = max(time_up.at - moment.now, 0)
    return {str(chair): left for chair in duty_chairs(moment.room)}


def _settlement(moment: Moment) -> object:
    deal = moment.room.deal
    if deal is None or deal.settlement is None:
        return None
    return plain.settlement(deal.settlement)


def _pending(moment: Moment) -> object:
    deal = moment.room.deal
    if deal is None or deal.settlement is not None:
        return None
    found = laws.pending_of(moment.room.laws, deal.state)
    return None if found is None else plain.settlement(found)


def _reasons(moment: Moment) -> tuple[Reason, ...]:
    room, deal = moment.room, moment.room.deal
    if deal is None or (deal.settlement is None and not laws.pending_of(room.laws, deal.state)):
        return ()
    return laws.reasons_of(room.laws, deal.state)


def _undo(moment: Moment) -> shown.UndoShown | None:
    undo = moment.room.undo
    if undo is None:
        return None
    return shown.UndoShown(
        asked_by=undo.asked_by,
        acts=undo.acts,
        consents=sorted(undo.consents),
        wanted=sorted(undo_wanted(moment.room, undo.asked_by)),
    )


def sheet_of(room: Room) -> shown.SheetShown | None:
    """The sheet; of each seat only what is its player's own counts."""
    if room.sitting is None:
        return None
    return plain.sheet(room.sitting, [account.since for account in room.accounts])


def _proposal(moment: Moment) -> shown.ProposalShown | None:
    proposal = moment.room.proposal
    if proposal is None:
        return None
    wanted = sorted(consents_wanted(moment.room))
    return shown.ProposalShown(proposal.member, sorted(proposal.consents), wanted)


def _talk(moment: Moment) -> object:
    return [said._asdict() for said in moment.room.talk]


def summed_up(room: Room) -> Summary | None:
    """What is to be said of the deal, by what everybody sees; nothing before the first."""
    view = view_of(room, None)
    return None if view is None else laws.summary_of(view)


def _standing(moment: Moment) -> Standing | None:
    sitting = moment.room.sitting
    return None if sitting is None else laws.standing_of(sitting)


HEAD, CHAIRS, SITTING, DEAL = ("head",), ("chairs", "members"), ("sitting",), ("deal",)
OVER = ("over", "dealt", "sitting")
SHARED: dict[str, tuple[tuple[str, ...], Make]] = {
    "room": (("id",), lambda m: m.room.id),
    "title": (HEAD, lambda m: m.room.head.title),
    "rules": (HEAD, lambda m: rules_shown(m.room.head.rules)),
    "players": (HEAD, lambda m: m.room.head.players),
    "public": (HEAD, lambda m: m.room.head.public),
    "practice": (HEAD, lambda m: m.room.head.practice),
    "hints": (HEAD, lambda m: m.room.head.hints),
    "turn_s": (HEAD, lambda m: m.room.head.clock),
    "pace": (HEAD, lambda m: m.room.head.pace),
    "maker": (HEAD, lambda m: m.room.head.maker),
    "stage": (("sitting", "over", "unread"), lambda m: m.room.stage),
    "seats": ((*CHAIRS, "presence", "slips", "dealt"), seats_shown),
    "guests": ((*CHAIRS, "presence"), guests_shown),
    "arbiter": (("arbiter",), lambda m: m.room.arbiter),
    "proposal": (("proposal", "chairs"), _proposal),
    "locked": (("order",), lambda m: m.room.order.locked),
    "muted": (("order",), lambda m: sorted(m.room.order.muted)),
    "watchers": (("presence",), lambda m: m.presence.watchers),
    "next_at": (("presence",), lambda m: m.presence.next_at),
    "deal": (("dealt",), lambda m: m.room.dealt),
    "around": (("dealt", "sitting"), lambda m: m.room.deal.around if m.room.deal else ()),
    "drawn": (("drawn",), _drawn),
    "acts": (DEAL, lambda m: m.room.deal.moves if m.room.deal else 0),
    "branch": (("dealt",), _branch),
    "daily": (("dealt",), lambda m: m.room.deal.daily if m.room.deal else ""),
    "shuffle": (("seed", "seeds", "over", "sitting"), lambda m: shuffle_shown(m.room)),
    "summary": ((), lambda m: summed_up(m.room)),  # the painter knows when it changes
    "standing": (SITTING, _standing),
    "clock": (("ticking",), _clock),
    "settlement": (OVER, _settlement),
    "pending": (("court", *OVER), _pending),
    "reasons": (("court", *OVER), _reasons),
    "sheet": (("sitting", "accounts"), lambda m: sheet_of(m.room)),
    "talk": (("talk",), _talk),
    "undo": (("undo", "chairs"), _undo),  # who vanishes is not waited for
}
"""Each field with the parts of a moment it is made from; see ``painter.parts``."""


# What is the reader's own


def me(room: Room, member: str) -> shown.Me:
    """Who the reader is."""
    name = room.members.get(member)
    return shown.Me("" if name is None else member, name or "", chair_of(room, member))


def own_fields(room: Room, member: str) -> dict[str, object]:
    """The fields of one reader, with all that he has seen."""
    view = view_of(room, chair_of(room, member))
    return {"me": me(room, member), **view_fields(room, member, view)}


def view_fields(room: Room, member: str, view: View | None) -> dict[str, object]:
    """The reader's view, and whether he may talk."""
    return {
        "view": None if view is None else plain.plain_view(view),
        "talk_open": talk_open(room, member, view),
    }


def common(before: tuple[Seen, ...], after: tuple[Seen, ...]) -> int:
    """How much of what was seen is as it was before."""
    if after[: len(before)] == before:
        return len(before)
    pairs = zip(before, after, strict=False)
    least = min(len(before), len(after))
    return next((at for at, (old, new) in enumerate(pairs) if old != new), least)
