"""The fold: a room and an entry give the next room. The log is the truth and is not questioned."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from trull import laws, ruleset, shuffle
from trull.match import Match
from trull.ruleset import RuleSet
from trull.state import Act, Action, Logged, Seat, Sitting
from trull.table.room import branch, entries, timing
from trull.table.room.entries import Entry
from trull.table.room.state import (
    SUBSTITUTE,
    TALK_KEPT,
    Account,
    Chair,
    Deal,
    Head,
    Order,
    Proposal,
    Room,
    Talked,
    Undo,
    account_of,
    chair_of,
    christened,
    hands_before,
    spoken,
    with_chair,
    with_member,
)


def fold(log: Iterable[Entry], room: Room | None = None) -> Room | None:
    """The room of a log, or what it has become of a bookmarked one; None if the log is empty."""
    for entry in log:
        if room is None or entry.number > room.number:
            room = apply(room, entry)
    return room


def apply(room: Room | None, entry: Entry) -> Room:
    """The room after an entry."""
    body = entry.body
    if isinstance(body, entries.Opened):
        return _opened(entry, body)
    assert room is not None, "a log begins with the opening"
    assert entry.number == room.number + 1, f"entry {entry.number} after {room.number}"
    if isinstance(body, entries.Acted):
        return _acted(room, body.seat, spoken(body.words), entry)
    return replace(_applied(room, entry), number=entry.number)


def _applied(room: Room, entry: Entry) -> Room:  # noqa: C901  one branch an entry, nothing else
    match entry.body:
        case entries.Opened() | entries.Acted():
            raise AssertionError("applied before")
        case entries.Joined(name):
            return replace(room, members=with_member(room, entry.member, name))
        case entries.Sat(seat, anew):
            return _sat(room, entry.member, seat, anew)
        case entries.Stood():
            return _stood(room, entry.member, entry.at)
        case entries.BotPut(seat, kind, style):
            chairs = with_chair(room, seat, Chair(bot=kind, style=style))
            return _settled_proposal(replace(room, chairs=chairs))
        case entries.RulesSet():
            return _rules_set(room, entry.body)
        case entries.ArbiterNamed(member):
            return replace(room, arbiter=member)
        case entries.PaceSet(pace):
            return replace(room, head=replace(room.head, pace=pace))
        case entries.ArbiterProposed(member):
            return _settled_proposal(replace(room, proposal=Proposal(member)))
        case entries.ArbiterAnswered(yes):
            return _arbiter_answered(room, entry.member, yes)
        case entries.Removed(member, ban):
            return _removed(room, member, ban)
        case entries.Muted(member, yes):
            return replace(room, order=_hushed(room, member, yes))
        case entries.Locked(yes):
            return replace(room, order=replace(room.order, locked=yes))
        case entries.ReadySaid(yes):
            return _ready(room, entry.member, yes)
        case entries.Dealt():
            return _dealt(room, entry.body, entry.at)
        case entries.SeedGiven(seed):
            return replace(room, seeds={**room.seeds, entry.member: seed})
        case entries.Talked(text, phrase):
            return _talked(room, entry, text, phrase)
        case entries.UndoAsked(seat, acts):
            return _settled_undo(replace(room, undo=Undo(seat, acts)), entry.at)
        case entries.UndoAnswered(seat, yes):
            return _undo_answered(room, seat, yes, entry.at)
        case entries.Remarked(word):
            return _remarked(room, word)
        case entries.StoodIn(seat):
            return _stands_in(room, seat, entry.at, standin=True)
        case entries.Slipped(seat):
            return _anew(room, entry.at, seat)
        case entries.CameBack():
            return _stands_in(room, chair_of(room, entry.member), entry.at, standin=False)
        case entries.Resumed():
            return _anew(room, entry.at)
        case _:
            assert_never(entry.body)


# The lobby


def _opened(entry: Entry, body: entries.Opened) -> Room:
    rules = _rules_of(body)
    head = Head(
        title=body.title,
        rules=rules,
        laws=laws.under(rules),
        players=body.players,
        public=body.public,
        clock=body.clock,
        practice=body.practice,
        maker=entry.member,
        hints=body.practice if body.hints is None else body.hints,
        substitute=":".join(filter(None, (body.bot or SUBSTITUTE, body.style))),
        pace=body.pace,
    )
    bot = Chair(bot=body.bot or SUBSTITUTE, style=body.style)
    others = bot if body.practice else Chair()
    seat = body.branch.seat if body.branch else 0
    room = Room(
        id=body.room,
        number=entry.number,
        head=head,
        members={entry.member: body.name},
        chairs=christened(
            (
                *[others] * seat,
                Chair(member=entry.member),
                *[others] * (body.players - 1 - seat),
            ),
            (body.name,),
        ),
        seed=body.seed,
        seeds={},
    )
    if body.daily is not None:
        return _daily(room, body.daily, entry.at)
    return _branched(room, body.branch, entry.at) if body.branch else room


def _rules_of(body: entries.Opened | entries.RulesSet) -> RuleSet:
    """The rules an entry names."""
    return ruleset.changed(body.rules, body.version, body.changes)


def _sat(room: Room, member: str, seat: int, anew: bool) -> Room:
    """A member takes a seat; at a practice table the bot that sat there moves over."""
    if anew and room.sitting is not None:
        account = Account(member, len(room.sitting.rows))
        accounts = [account_of(room, place) for place in range(len(room.chairs))]
        room = replace(room, accounts=(*accounts[:seat], account, *accounts[seat + 1 :]))
    if room.proposal is not None and room.proposal.member == member:
        room = replace(room, proposal=None)
    left = tuple(Chair() if chair.member == member else chair for chair in room.chairs)
    arbiter = "" if room.arbiter == member else room.arbiter  # nobody is both
    room, there = replace(room, chairs=left, arbiter=arbiter), room.chairs[seat]
    room = replace(room, chairs=with_chair(room, seat, Chair(member=member)))
    free = [place for place, chair in enumerate(room.chairs) if chair.free]
    if room.head.practice and there.bot and free:
        return replace(room, chairs=with_chair(room, free[0], there))
    return room


def _stood(room: Room, member: str, at: int) -> Room:
    """Who leaves in the middle of a deal leaves the cards to a bot."""
    seat = chair_of(room, member)
    assert seat is not None, "only who sits can leave"
    kind, _, style = room.head.substitute.partition(":")
    left = Chair(bot=kind, style=style) if room.stage == "deal" else Chair()
    room = replace(room, chairs=with_chair(room, seat, left))
    return _settled_proposal(_settled_undo(_handed_on(room, member), at))


def _handed_on(room: Room, member: str) -> Room:
    """A maker who leaves hands the table on to the next who sits there."""
    heirs = [chair.member for chair in room.chairs if chair.member]
    if room.head.maker != member or not heirs:
        return room
    return replace(room, head=replace(room.head, maker=heirs[0]))


def _arbiter_answered(room: Room, member: str, yes: bool) -> Room:
    assert room.proposal is not None, "only who is asked can answer"
    if not yes:
        return replace(room, proposal=None)
    agreed = replace(room.proposal, consents=room.proposal.consents | {member})
    return _settled_proposal(replace(room, proposal=agreed))


def consents_wanted(room: Room) -> frozenset[str]:
    """Who must agree to an arbiter: everybody who sits there but the maker, who proposes him."""
    return frozenset(chair.member for chair in room.chairs if chair.member) - {room.head.maker}


def _settled_proposal(room: Room) -> Room:
    """When the last one needed has agreed, the arbiter is named."""
    proposal = room.proposal
    if proposal is None or not consents_wanted(room) <= proposal.consents:
        return room
    return replace(room, arbiter=proposal.member, proposal=None)


def _removed(room: Room, member: str, ban: bool) -> Room:
    """A member loses seat, name and office; not in the middle of a deal, if he sits."""
    chairs = tuple(Chair() if chair.member == member else chair for chair in room.chairs)
    order = room.order
    if ban:
        order = replace(order, banned=order.banned | {member})
    asked = room.proposal
    room = replace(
        room,
        members={known: name for known, name in room.members.items() if known != member},
        chairs=room.chairs if chairs == room.chairs else chairs,
        arbiter="" if room.arbiter == member else room.arbiter,
        proposal=None if asked is not None and asked.member == member else asked,
        order=order,
    )
    return _settled_proposal(room)


def _hushed(room: Room, member: str, yes: bool) -> Order:
    muted = room.order.muted | {member} if yes else room.order.muted - {member}
    return replace(room.order, muted=muted)


def _rules_set(room: Room, body: entries.RulesSet) -> Room:
    """Everybody must read other rules; the sheet goes on where the game can be kept on it."""
    rules = _rules_of(body)
    chairs = tuple(replace(chair, ready=False) for chair in room.chairs[: body.players])
    bot = next((chair for chair in room.chairs if chair.bot), Chair(bot=SUBSTITUTE))
    filler = replace(bot, name="") if room.head.practice else Chair()
    chairs += (filler,) * (body.players - len(chairs))
    hints = room.head.hints if body.hints is None else body.hints
    return replace(
        room,
        head=replace(room.head.under(rules), players=body.players, hints=hints),
        chairs=christened(chairs, room.members.values()),
        sitting=_under(room.sitting, rules) if body.keep else None,
        unread=body.keep,
        accounts=room.accounts if body.keep else (),
        deal=None,
        undo=None,
    )


def _under(sitting: Sitting | None, rules: RuleSet) -> Sitting:
    """The same sheet under other rules of the game."""
    assert sitting is not None, "only a sheet that is there is kept"
    return dataclasses.replace(sitting, rules=rules)


def _ready(room: Room, member: str, yes: bool) -> Room:
    seat = chair_of(room, member)
    assert seat is not None, "only who sits is asked"
    return replace(room, chairs=with_chair(room, seat, replace(room.chairs[seat], ready=yes)))


def _stands_in(room: Room, seat: int | None, at: int, standin: bool) -> Room:
    assert seat is not None, "only a seat has a stand-in"
    chair = replace(room.chairs[seat], standin=standin)
    return _settled_undo(replace(room, chairs=with_chair(room, seat, chair)), at)


def _anew(room: Room, at: int, *slow: int) -> Room:
    """The clock runs anew; who was slow is noted."""
    assert room.deal is not None, "only a deal has a clock"
    return replace(room, deal=replace(room.deal, since=at, slips=room.deal.slips.union(slow)))


def _talked(room: Room, entry: Entry, text: str, phrase: str) -> Room:
    said = Talked(entry.member, room.members[entry.member], text, phrase, entry.at)
    return replace(room, talk=(*room.talk, said)[-TALK_KEPT:])


# Deals


def _dealt(room: Room, body: entries.Dealt, at: int) -> Room:
    """The pack follows from the seeds; the sitting is opened with its first deal."""
    if body.seating:
        room = replace(room, chairs=tuple(room.chairs[seat] for seat in body.seating))
    number, rules = room.dealt + 1, room.head.rules
    seated = {chair.member for chair in room.chairs}
    shares = {member: share for member, share in room.seeds.items() if member in seated}
    lot = shuffle.Lot(room=room.id, deal=number, server_seed=room.seed, seeds=shares)
    sitting, accounts = room.sitting, room.accounts
    if sitting is None or sitting.over:
        sitting, accounts = Match(rules, room.head.players, body.dealer).sitting, ()
    setup, around = room.laws.deal(sitting, shuffle.shuffled(room.laws.pack.size, lot))
    return replace(
        room,
        seed=body.seed,
        seeds={},
        dealt=number,
        sitting=sitting,
        drawn=_moved(body),
        deal=Deal(number, setup, room.laws.begin(setup), around, lot, at),
        undo=None,
        proposal=None,
        unread=False,
        accounts=_owned(replace(room, accounts=accounts)),
    )


def _owned(room: Room) -> tuple[Account, ...]:
    """Who plays on a seat owns its points; a bot keeps them for the last who did."""
    accounts = tuple(
        account_of(room, seat)._replace(owner=chair.member)
        if chair.member
        else account_of(room, seat)
        for seat, chair in enumerate(room.chairs)
    )
    return room.accounts if accounts == room.accounts else accounts


def _moved(body: entries.Dealt) -> tuple[tuple[entries.Drawn, ...], ...]:
    """Who drew what, by the seats that were taken after the draw."""
    if not body.seating:
        return body.drawn
    return tuple(
        tuple((body.seating.index(seat), card) for seat, card in once) for once in body.drawn
    )


def _branched(room: Room, wish: entries.Branch, at: int) -> Room:
    """A room whose first deal goes on from a record; its rules are that deal's."""
    record = branch.recorded(wish.record)
    state, around = branch.taken_over(record, wish.at), tuple(range(record.setup.seats))
    deal = Deal(1, record.setup, state, around, None, at, acts=wish.at)
    return replace(
        room,
        head=room.head.under(record.setup.rules),
        dealt=1,
        sitting=branch.sitting(record),
        deal=replace(deal, origin=branch.origin(record, wish.at)),
    )


def _daily(room: Room, wish: entries.Daily, at: int) -> Room:
    """A room whose first deal is a daily one; after it the table shuffles for itself."""
    lot = shuffle.Lot(room=wish.name, deal=wish.lot, server_seed=wish.seed, seeds={})
    sitting = Match(room.head.rules, room.head.players, wish.dealer).sitting
    setup, around = room.laws.deal(sitting, shuffle.shuffled(room.laws.pack.size, lot))
    deal = Deal(1, setup, room.laws.begin(setup), around, lot, at, daily=wish.name)
    return replace(room, dealt=1, sitting=sitting, deal=deal)


def _acted(room: Room, chair: int, act: Action, entry: Entry) -> Room:
    deal = room.deal
    assert deal is not None, "only a deal can be acted in"
    seat = deal.seat_of(chair)
    assert seat is not None, "who sits out does not act"
    state = room.laws.step(deal.state, seat, act)
    since, conferred = deal.since, deal.conferred
    if act.verb not in room.laws.asides:  # a sign beside the game stops no clock
        since, conferred = entry.at, timing.conferred(room, deal, entry.at)
    by_hand = entry.member != entries.TABLE
    deal = replace(
        deal,
        state=state,
        since=since,
        acts=deal.acts + 1,
        conferred=conferred,
        hands=(deal.hands, by_hand),
    )
    after = replace(room, number=entry.number, deal=deal, undo=None)
    return after if room.laws.duty(state) else _closed(after)


def _closed(room: Room) -> Room:
    """A finished deal is settled and written on the sheet; who is ready is asked anew."""
    deal, sitting = room.deal, room.sitting
    assert deal is not None, "only a deal can be closed"
    assert sitting is not None, "a deal belongs to a sitting"
    after, _ = room.laws.close_deal(sitting, deal.state, deal.around)
    after = branch.marked(after) if deal.origin else after
    return replace(
        room,
        sitting=after,
        deal=replace(deal, settlement=room.laws.settle(deal.state)),
        chairs=tuple(replace(chair, ready=False) for chair in room.chairs),
    )


def _remarked(room: Room, word: str) -> Room:
    assert room.sitting is not None, "a remark belongs to a sitting"
    return replace(room, sitting=room.laws.remark(room.sitting, word))


# Undo


def undo_wanted(room: Room, asker: int) -> frozenset[int]:
    """The chairs whose consent is needed: everybody in the deal who acts with his own hand."""
    assert room.deal is not None, "only in a deal"
    return frozenset(
        chair for chair in room.deal.around if chair != asker and room.chairs[chair].acts_itself
    )


def _undo_answered(room: Room, seat: int, yes: bool, at: int) -> Room:
    assert room.undo is not None, "only who is asked can answer"
    if not yes:
        return replace(room, undo=None)
    asked = replace(room.undo, consents=room.undo.consents | {seat})
    return _settled_undo(replace(room, undo=asked), at)


def _settled_undo(room: Room, at: int) -> Room:
    """When the last one needed has agreed, the acts are taken back; who is on turn has his time."""
    if room.undo is None or room.deal is None:
        return room
    if not undo_wanted(room, room.undo.asked_by) <= room.undo.consents:
        return room
    deal, acts = room.deal, room.undo.acts
    deal = replace(
        deal,
        state=taken_back(room, deal, acts),
        acts=deal.acts - acts,
        since=at,
        hands=hands_before(deal.hands, acts),
        undone=deal.undone + acts + 1,
        undone_at=deal.moves + 1,
    )
    return replace(room, deal=deal, undo=None)


def taken_back(room: Room, deal: Deal, acts: int) -> Logged:
    """The state so many acts ago."""
    state = room.laws.begin(deal.setup)
    kept: tuple[Act, ...] = deal.state.acts[: len(deal.state.acts) - acts]
    for seat, act in kept:
        state = room.laws.step(state, Seat(seat), act)
    return state
