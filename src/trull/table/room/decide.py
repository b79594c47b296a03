"""What becomes of a wish: an entry for the log, or a refusal. Nothing changes here."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import NamedTuple, assert_never

from trull import lots
from trull.errors import DealError
from trull.laws.court import Trial
from trull.match import drawing
from trull.state import ARBITER, Action, Seat
from trull.table import wire
from trull.table.room import entries, lobby
from trull.table.room.entries import TABLE, Entry
from trull.table.room.fold import undo_wanted
from trull.table.room.lobby import SEED_BYTES, cleaned
from trull.table.room.refusal import Answer, Refusal
from trull.table.room.state import (
    Chair,
    Deal,
    Room,
    chair_of,
    duty_chairs,
    spoken,
    talk_open,
    view_of,
)
from trull.table.room.timing import due
from trull.table.room.undo import acts_since, showed_something

PHRASES = ("hello", "well_played", "thanks", "one_moment", "here_again", "last_deal", "bye")
"""What can be said by one tap; the sentences are in the catalogues."""

CHANCE = SEED_BYTES + 16
"""How many random bytes a decision may use."""

MOST_SAID = 60
"""So many signs, and so many claims, one player makes in a deal: all are told again and again."""


class StandIn(NamedTuple):
    """The table's own wish: a bot acts for a chair whose player has vanished."""

    seat: int


class BotAct(NamedTuple):
    """The table's own wish: what the bot on a chair does."""

    seat: int
    words: str


class TimeUp(NamedTuple):
    """The table's own wish: time is up, and somebody is taken to have said this."""

    seat: int
    words: str


class GoOn(NamedTuple):
    """The table's own wish: somebody wants the next deal, and the others had time enough."""


class Resume(NamedTuple):
    """The table's own wish: somebody looks again, and time runs from now on."""


Own = StandIn | BotAct | TimeUp | Resume | GoOn


Seated = wire.Stand | wire.Ready | wire.Share | wire.Undo | wire.Remark | wire.Back
Makers = wire.Rules | wire.Pace | wire.Remove | wire.Mute | wire.Lock
Members = wire.Talk | wire.Sit | wire.Arbiter | wire.Bot | wire.Start | Makers | Seated
Command = wire.Act | wire.Join | Members


def decide(
    room: Room,
    member: str,
    command: Command | Own,
    now: int,
    chance: bytes,
    absent: Collection[str] = (),
) -> Entry | Refusal:
    """The entry a wish becomes, or why it does not; most are acts, and come first."""
    if isinstance(command, wire.Act):
        cid, answer = command.cid, _act(room, member, command)
    elif isinstance(command, Own):
        cid, answer, member = "", _own(room, command, now, chance), TABLE
    elif isinstance(command, wire.Join):
        cid, answer = command.cid, lobby.join(room, member, command)
    elif member not in room.members:
        return Refusal("not_member")
    else:
        cid, answer = command.cid, _answer(room, member, command, chance, absent)
    if isinstance(answer, Refusal):
        return answer
    return Entry(room.number + 1, member, cid, now, answer)


def _answer(
    room: Room, member: str, command: Members, chance: bytes, absent: Collection[str]
) -> Answer:
    """Members may talk and sit; everything else is for those who sit."""
    match command:
        case wire.Talk():
            return _talk(room, member, command)
        case wire.Sit():
            return lobby.sit(room, member, command)
        case wire.Arbiter():
            return lobby.arbiter(room, member, command.member)
        case wire.Rules() | wire.Pace() | wire.Remove() | wire.Mute() | wire.Lock():
            return _makers(room, member, command)
    seat = chair_of(room, member)
    if seat is None:
        return Refusal("not_seated")
    if isinstance(command, wire.Bot):
        return lobby.bot(room, command, absent)
    if isinstance(command, wire.Start):
        return _start(room, seat, chance, absent)
    return _seated(room, seat, command)


def _makers(room: Room, member: str, command: Makers) -> Answer:
    """The maker alone chooses the rules and the pace, and who stays."""
    if member != room.head.maker:
        return Refusal("not_maker")
    match command:
        case wire.Rules():
            return lobby.set_rules(room, command)
        case wire.Pace():
            return entries.PaceSet(command.pace)
        case wire.Lock():
            return entries.Locked(command.yes)
    if command.member not in room.members or command.member == member:
        return Refusal("no_such_member")
    if isinstance(command, wire.Mute):
        return entries.Muted(command.member, command.yes)
    if room.stage == "deal" and chair_of(room, command.member) is not None:
        return Refusal("started")
    return entries.Removed(command.member, command.ban)


def _seated(room: Room, seat: int, command: Seated) -> Answer:
    match command:
        case wire.Stand():
            return entries.Stood()
        case wire.Ready():
            return entries.ReadySaid(command.yes) if room.stage != "deal" else Refusal("started")
        case wire.Share():
            return entries.SeedGiven(command.seed)
        case wire.Undo():
            return _undo(room, seat, command.yes)
        case wire.Remark():
            return _remark(room, command.word)
        case wire.Back():
            return entries.CameBack() if room.chairs[seat].standin else Refusal("present")
        case _:
            assert_never(command)


# Deals


def _start(room: Room, starter: int, chance: bytes, absent: Collection[str]) -> Answer:
    """All seats filled; before the first deal everybody has read the rules.

    Between two deals nobody is pulled away from the settlement: who starts is ready, and the last
    of those who are there has the cards dealt.
    """
    if room.stage == "deal":
        return Refusal("started")
    free = [str(seat) for seat, chair in enumerate(room.chairs) if chair.free]
    if free:
        return Refusal("seats_free", about=(("seats", " ".join(free)),))
    unready = [seat for seat, chair in enumerate(room.chairs) if keeps_waiting(chair)]
    if room.stage == "lobby":
        others = [seat for seat in unready if seat != starter]
    else:
        others = [s for s in unready if s != starter and room.chairs[s].member not in absent]
    if not others:
        return _dealt(room, chance)
    if room.stage == "lobby" or room.chairs[starter].ready:
        return Refusal("not_ready", about=(("seats", " ".join(map(str, unready))),))
    return entries.ReadySaid(yes=True)


def _dealt(room: Room, chance: bytes) -> entries.Dealt:
    seed = chance[:SEED_BYTES].hex()
    if room.sitting is None or room.sitting.over:
        return _drawn(room, seed, chance[SEED_BYTES:])
    return entries.Dealt(room.sitting.dealer, seed)


def _drawn(room: Room, seed: str, chance: bytes) -> entries.Dealt:
    """Everybody draws a card for the first deal, and for his partner where the rules want it."""
    rules, pack, stream = room.head.rules, room.laws.pack, lots.words(chance)
    found, rounds = drawing(rules, len(room.chairs), partial(lots.some, stream))
    assert found.dealer is not None, "they drew until somebody deals"
    places = found.seating or ()
    return entries.Dealt(
        places.index(found.dealer) if places else found.dealer,
        seed,
        tuple(tuple((seat, pack.code(card)) for seat, card in once.items()) for once in rounds),
        places,
    )


def keeps_waiting(chair: Chair) -> bool:
    """Whether a person sits there who is not ready."""
    return chair.acts_itself and not chair.ready


def _go_on(room: Room, chance: bytes) -> Answer:
    """Somebody has been ready for a while: the cards are dealt."""
    if room.stage not in ("between", "over"):
        return Refusal("started")
    if any(chair.free for chair in room.chairs):
        return Refusal("seats_free")
    wanted = any(chair.acts_itself and chair.ready for chair in room.chairs)
    return _dealt(room, chance) if wanted else Refusal("not_ready")


def _act(room: Room, member: str, command: wire.Act) -> Answer:
    """Those who sit act; the arbiter decides a case, and does nothing else."""
    if member and member == room.arbiter:
        return _ruling(room, command)
    chair = chair_of(room, member)
    if chair is None:
        return Refusal("not_seated" if member in room.members else "not_member")
    if room.deal is None or room.stage != "deal":
        return Refusal("no_deal")
    if room.chairs[chair].standin:
        return Refusal("standin")
    if command.deal != room.deal.number:
        return Refusal("stale")
    answer = _judged(room, chair, command.words)
    if _answers_the_past(room, room.deal, chair, command, answer):
        return answer._replace(code="stale") if isinstance(answer, Refusal) else Refusal("stale")
    if isinstance(answer, entries.Acted) and _says_too_much(room, chair, command.words):
        return Refusal("too_fast")
    return answer


def _answers_the_past(
    room: Room, deal: Deal, chair: int, command: wire.Act, answer: Answer
) -> bool:
    """Whether others have acted since what the player saw: then the words meant something else.

    What is said beside the game changes nothing for others, and some words stay right whatever
    has happened; the laws name both. An unlawful word may only have come too late.
    """
    if command.after >= deal.moves:
        return False
    lawful = isinstance(answer, entries.Acted)
    if lawful and spoken(command.words).verb in room.laws.lasting:
        return False
    if isinstance(answer, Refusal) and answer.code != "illegal":
        return False
    if command.after < deal.undone_at:
        return True  # acts were taken back since
    seat = deal.seat_of(chair)
    since = deal.state.acts[command.after - deal.undone :]
    return any(act.seat != seat and act.action.verb not in room.laws.asides for act in since)


def _says_too_much(room: Room, chair: int, words: str) -> bool:
    """Whether somebody makes more signs or claims than anybody needs."""
    deal, verb = room.deal, spoken(words).verb
    if deal is None or not (verb == "claim" or verb in room.laws.asides):
        return False
    seat = deal.seat_of(chair)
    said = sum(act.seat == seat and act.action.verb == verb for act in deal.state.acts)
    return said >= MOST_SAID


def _ruling(room: Room, command: wire.Act) -> Answer:
    """The arbiter's word."""
    if room.deal is None or room.stage != "deal":
        return Refusal("no_deal")
    if command.deal != room.deal.number:
        return Refusal("stale")
    if not room.head.rules.free:
        return Refusal("no_court")
    if not command.words.startswith("decide "):
        return Refusal("bad_word")
    return _judged(room, ARBITER, command.words)


def _is_left_to_arbiter(room: Room, seat: Seat, act: Action) -> bool:
    """Where there is an arbiter nobody votes; the accused may still confess."""
    if not room.arbiter or act.verb != "vote":
        return False
    state = room.deal.state if room.deal else None
    cases = state.cases if isinstance(state, Trial) else ()
    mine = {f"{n}=yes" for n, case in enumerate(cases, 1) if case.accused == seat}
    return not set(act.args) <= mine


def _judged(room: Room, chair: int, words: str) -> Answer:
    """An act if no clause speaks against it."""
    deal = room.deal
    assert deal is not None, "only in a deal"
    seat = deal.seat_of(chair)
    if seat is None:
        return Refusal("sits_out")
    if not words.strip():
        return Refusal("bad_word")
    act = spoken(words)
    if _is_left_to_arbiter(room, seat, act):
        return Refusal("arbiter_decides")
    faults = room.laws.faults(deal.state, seat, act)
    return Refusal("illegal", faults) if faults else entries.Acted(chair, words)


def hint_refused(room: Room, member: str, asked: wire.Hint | wire.Weigh) -> Refusal | None:
    """Why a member gets no advice: only who is on turn, and only at a practice table."""
    seat = chair_of(room, member)
    if seat is None:
        return Refusal("not_seated" if member in room.members else "not_member")
    if not room.head.hints:
        return Refusal("no_hints")
    if room.deal is None or room.stage != "deal":
        return Refusal("no_deal")
    if room.deal.daily and isinstance(asked, wire.Weigh):
        return Refusal("no_hints")  # hints are counted there, and weighings are not
    if (asked.deal, asked.after) != (room.deal.number, room.deal.moves):
        return Refusal("stale")
    on_turn = seat in duty_chairs(room) and room.chairs[seat].acts_itself
    return None if on_turn else Refusal("not_on_turn")


def _remark(room: Room, word: str) -> Answer:
    if room.sitting is None or room.sitting.over:
        return Refusal("not_started")
    if room.stage == "deal":
        return Refusal("started")
    try:
        room.laws.remark(room.sitting, word)
    except DealError:
        return Refusal("bad_word")
    return entries.Remarked(word)


def _undo(room: Room, seat: int, yes: bool) -> Answer:
    """The first wish asks; after that the others answer, and who asked may give it up."""
    if room.deal is None or room.stage != "deal":
        return Refusal("no_deal")
    if room.undo is None:
        return _undo_asked(room, seat) if yes else Refusal("not_asked")
    wanted = undo_wanted(room, room.undo.asked_by) - room.undo.consents
    if seat in wanted or (seat == room.undo.asked_by and not yes):
        return entries.UndoAnswered(seat, yes)
    return Refusal("already_asked")


def _undo_asked(room: Room, seat: int) -> Answer:
    deal = room.deal
    assert deal is not None, "only in a deal"
    if deal.daily:
        return Refusal("no_undo")
    acts = acts_since(deal, seat)
    if not acts or not room.chairs[seat].acts_itself:
        return Refusal("no_undo")
    if any(act.verb in room.laws.binding for _, act in deal.state.acts[-acts:]):
        return Refusal("undo_binding")
    alone = not any(room.chairs[chair].member for chair in deal.around if chair != seat)
    if not alone and showed_something(room, deal, acts):
        return Refusal("undo_hidden")
    return entries.UndoAsked(seat, acts)


def _talk(room: Room, member: str, command: wire.Talk) -> Answer:
    if member in room.order.muted:
        return Refusal("muted")
    text = cleaned(command.text)
    if bool(text) == bool(command.phrase) or (command.phrase and command.phrase not in PHRASES):
        return Refusal("bad_word")
    if not talk_open(room, member, view_of(room, chair_of(room, member))):
        return Refusal("silence")
    return entries.Talked(text, command.phrase)


# The table's own


def is_daily(room: Room) -> bool:
    """Whether a daily deal lies there: no bot acts for its player, however long he is away."""
    return room.deal is not None and bool(room.deal.daily)


def _own(room: Room, command: Own, now: int, chance: bytes) -> Answer:
    if isinstance(command, Resume):
        return Refusal("present") if due(room) is None else entries.Resumed()
    if isinstance(command, GoOn):
        return _go_on(room, chance)
    chair = room.chairs[command.seat]
    if isinstance(command, StandIn):
        if not chair.acts_itself or room.stage != "deal" or is_daily(room):
            return Refusal("present")
        return entries.StoodIn(command.seat)
    if room.stage != "deal":
        return Refusal("no_deal")
    if isinstance(command, TimeUp):
        time_up = due(room)
        if time_up is None or time_up[1:] != command or now < time_up.at:
            return Refusal("present")
        if not command.words:
            return _slow(room, command.seat)
    elif chair.free or chair.acts_itself:
        return Refusal("present")
    return _judged(room, command.seat, command.words)


def _slow(room: Room, seat: int) -> Answer:
    """The first time in a deal the clock runs anew; then a bot stands in."""
    assert room.deal is not None, "only a deal has a clock"
    return entries.StoodIn(seat) if seat in room.deal.slips else entries.Slipped(seat)
