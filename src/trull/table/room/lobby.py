"""Who comes, who sits where, by which rules; and how a room opens."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping

from trull import bots, laws, ruleset
from trull.bots.search.level import LEVELS, STYLES
from trull.errors import RuleSetError
from trull.ruleset import RuleSet
from trull.table import wire
from trull.table.room import entries
from trull.table.room.entries import Entry
from trull.table.room.fold import consents_wanted
from trull.table.room.refusal import Answer, Refusal
from trull.table.room.state import (
    Room,
    account_of,
    chair_of,
)

SEED_BYTES = 32
"""Of the seed of a room: all its packs follow from it."""

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like nothing."""

UNSEEN = frozenset(
    map(chr, (0x34F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""Marks that only choose or join shapes; by themselves nobody sees them (Default_Ignorable)."""

MARKS = 2
"""So many marks a letter can bear above and below."""


def opening(wish: wire.NewRoom, room: str, member: str, now: int, chance: bytes) -> Entry | Refusal:
    """The first entry of a new room."""
    rules = _rules(wish.rules, wish.options)
    if isinstance(rules, Refusal):
        return rules
    players = _players(rules, wish.players, 0)
    if isinstance(players, Refusal):
        return players
    name, title = cleaned(wish.name), cleaned(wish.title)
    if not name:
        return Refusal("bad_name")
    if wish.bot and not is_seatable(wish.bot, wish.style):
        return _no_such_bot(wish.bot, wish.style)
    body = entries.Opened(
        room=room,
        name=name,
        title=title,
        rules=rules.name,
        version=rules.version,
        players=players,
        seed=chance[:SEED_BYTES].hex(),
        changes=dict(rules.changes),
        public=wish.public and not wish.practice,
        clock=wish.clock,
        practice=wish.practice,
        bot=wish.bot,
        style=wish.style if wish.bot else "",
        hints=wish.hints,
        pace=wish.pace,
    )
    return Entry(1, member, wish.cid, now, body)


def cleaned(text: str) -> str:
    r"""A text without what cannot be seen, its spaces single, no letter under a tower of marks.

    It never grows: some letters are three once they are normal, and its limit was kept before.

    >>> cleaned("  Anna\u202e \u3164 Berta ")
    'Anna Berta'
    """
    found, marks = [], 0
    for c in unicodedata.normalize("NFC", text):
        if c in UNSEEN:
            continue
        marks = marks + 1 if unicodedata.combining(c) else 0
        if marks <= MARKS:
            found.append(c if c.isprintable() and c not in BLANK else " ")
    return " ".join("".join(found).split())[: len(text)].rstrip()


def join(room: Room, member: str, command: wire.Join) -> Answer:
    """Who comes is a member under a name; before the first deal he may take another."""
    known = member in room.members
    if known and room.stage != "lobby":
        return Refusal("already_member")
    if member in room.order.banned:
        return Refusal("banned")
    if room.order.locked and not known:
        return Refusal("locked")
    name = cleaned(command.name)
    return entries.Joined(name) if name else Refusal("bad_name")


def sit(room: Room, member: str, command: wire.Sit) -> Answer:
    """Between deals, where no member sits; another's points only who asks for them gets."""
    seat = command.seat
    if room.stage == "deal":
        return Refusal("started")
    if seat >= len(room.chairs):
        return Refusal("no_such_seat")
    if room.head.practice and member != room.head.maker:
        return Refusal("practice_only")
    if not room.chairs[seat].member:
        return entries.Sat(
            seat, anew=not command.points and _stands_for_another(room, member, seat)
        )
    full = all(chair.member for chair in room.chairs)
    return Refusal("table_full" if full else "seat_taken")


def _stands_for_another(room: Room, member: str, seat: int) -> bool:
    """Whether points stand on the sheet at a seat that are not this member's."""
    sitting = room.sitting
    if sitting is None or sitting.over or not sitting.rows:
        return False
    return account_of(room, seat).owner != member


def bot(room: Room, command: wire.Bot, absent: Collection[str]) -> Answer:
    """Between deals on any seat no person holds; a member for whom a bot stands in holds his.

    Who sat down, never said that he was ready and is gone holds nobody up: his seat is given away.
    """
    if command.seat >= len(room.chairs):
        return Refusal("no_such_seat")
    if command.kind and not is_seatable(command.kind, command.style):
        return _no_such_bot(command.kind, command.style)
    chair = room.chairs[command.seat]
    if room.stage == "deal":
        return Refusal("started")
    left = room.sitting is None and chair.member in absent and not chair.ready
    if chair.member and not left:
        return Refusal("seat_taken")
    return entries.BotPut(command.seat, command.kind, command.style if command.kind else "")


def is_seatable(kind: str, style: str) -> bool:
    """Whether a table knows a bot; it may have a strength and a style, but no time of its own.

    >>> is_seatable("search", "strong:bold"), is_seatable("search", "60s")
    (True, False)
    """
    words = style.split(":") if style else []
    if kind in (*bots.QUICK, bots.LEARNT):
        return not words
    strengths, styles = [sum(word in known for word in words) for known in (LEVELS, STYLES)]
    all_known = strengths + styles == len(words)
    return kind in bots.THINKING and all_known and strengths <= 1 and styles <= 1


def _no_such_bot(kind: str, style: str) -> Refusal:
    return Refusal("no_such_bot", about=(("bot", ":".join(filter(None, (kind, style)))),))


def arbiter(room: Room, member: str, wanted: str) -> Answer:
    """Before a deal its maker proposes a guest, all who sit agree; both may end it at any time."""
    if member != room.head.maker and (wanted or member != room.arbiter):
        return arbiter_answer(room, member, wanted)
    if not wanted and room.proposal is not None:
        return entries.ArbiterAnswered(yes=False)
    if not wanted:
        return entries.ArbiterNamed("") if room.arbiter else Refusal("no_arbiter")
    if room.stage == "deal":
        return Refusal("started")
    if not room.head.rules.free:
        return Refusal("no_court")
    if wanted not in room.members or chair_of(room, wanted) is not None:
        return Refusal("no_arbiter")
    return entries.ArbiterProposed(wanted)


def arbiter_answer(room: Room, member: str, wanted: str) -> Answer:
    """Who sits agrees to whom the maker proposes by naming him too, and refuses by nobody."""
    proposal = room.proposal
    if proposal is None or member not in consents_wanted(room):
        return Refusal("not_maker")
    if wanted not in ("", proposal.member):
        return Refusal("no_arbiter")
    if wanted and member in proposal.consents:
        return Refusal("already_asked")
    return entries.ArbiterAnswered(yes=bool(wanted))


def set_rules(room: Room, command: wire.Rules) -> Answer:
    """Other rules between deals; the sheet goes on if as many play the same game."""
    if room.stage == "deal":
        return Refusal("started")
    rules = _rules(command.rules, command.options)
    if isinstance(rules, Refusal):
        return rules
    players = _players(rules, command.players, room.head.players)
    if isinstance(players, Refusal):
        return players
    changes, keep = dict(rules.changes), _is_kept(room, rules, players)
    return entries.RulesSet(rules.name, rules.version, players, changes, command.hints, keep)


def _is_kept(room: Room, rules: RuleSet, players: int) -> bool:
    """Whether the sheet goes on under other rules: as many play the same game."""
    sitting = room.sitting
    if sitting is None or sitting.over or not sitting.rows:
        return False
    return (rules.game, players) == (room.head.rules.game, room.head.players)


def _rules(name: str, options: Mapping[str, object]) -> RuleSet | Refusal:
    """A published rule set with options; a name never reaches the disk."""
    if name not in ruleset.published():
        return Refusal("bad_rules", about=(("rules", name),))
    try:
        rules = ruleset.load(name, options)
        laws.of(rules.game).seats(rules)
    except RuleSetError as error:
        return Refusal("bad_rules", about=(("problem", str(error)),))
    return rules


def _players(rules: RuleSet, wanted: int, before: int) -> int | Refusal:
    allowed = laws.of(rules.game).seats(rules)
    if wanted:
        lawful = ", ".join(str(n) for n in sorted(allowed))
        return wanted if wanted in allowed else Refusal("bad_players", about=(("lawful", lawful),))
    if before in allowed:
        return before
    return 4 if 4 in allowed else allowed[0]
