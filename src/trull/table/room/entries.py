"""The entries of a room's log: what was accepted, by whom and when. No rules.

An entry holds what cannot be worked out: a seed, a name, an act. The pack of a deal, the sheet,
who may do what next: all that is folded from the log.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from trull.ruleset import Value
from trull.table.shown import Pace

TABLE = ""
"""The member id of what the table itself enters: bots' acts, stand-ins."""


class Body(Struct, frozen=True, tag_field="k", omit_defaults=True):
    """What an entry says."""


class Branch(Struct, frozen=True):
    """What the first deal of a room goes on from: a finished deal, and the maker's seat in it."""

    record: str
    at: int  # so many of its acts are taken over
    seat: int


class Daily(Struct, frozen=True):
    """The lot of a daily deal, which is the first of a room: all that its pack is made of."""

    name: str  # of the day and the game, in the place of a room
    lot: int
    seed: str
    dealer: int


class Opened(Body, frozen=True, tag="open"):
    """The room is opened; its maker sits down on the first seat, or in a branch where he wished."""

    room: str
    name: str
    title: str
    rules: str
    version: int
    players: int
    seed: str  # the table's seed for the first deal
    changes: dict[str, Value] = {}
    public: bool = False
    clock: int = 0
    practice: bool = False
    bot: str = ""  # plays for who left or vanished, at a practice table for all others
    style: str = ""
    hints: bool | None = None  # None: at a practice table alone
    branch: Branch | None = None
    pace: Pace = "brisk"
    daily: Daily | None = None


class Joined(Body, frozen=True, tag="join"):
    """Somebody becomes a member, or a member has another name."""

    name: str


class Sat(Body, frozen=True, tag="sit"):
    """A member takes a seat; ``anew``: what stands on the sheet there is not his."""

    seat: int
    anew: bool = False


class Stood(Body, frozen=True, tag="stand"):
    """A member leaves the seat."""


class BotPut(Body, frozen=True, tag="bot"):
    """A bot is put on a seat, or taken from it."""

    seat: int
    kind: str
    style: str = ""


class RulesSet(Body, frozen=True, tag="rules"):
    """The rules are changed."""

    rules: str
    version: int
    players: int
    changes: dict[str, Value] = {}
    hints: bool | None = None  # None: as before
    keep: bool = False  # the sheet goes on


class ArbiterNamed(Body, frozen=True, tag="arbiter"):
    """A member who sits at no seat decides the cases; without one the table votes."""

    member: str


class PaceSet(Body, frozen=True, tag="pace"):
    """The bots act at another pace."""

    pace: Pace


class ArbiterProposed(Body, frozen=True, tag="arbiter_wish"):
    """A member who sits at no seat is to decide the cases, if all who sit agree."""

    member: str


class ArbiterAnswered(Body, frozen=True, tag="arbiter_answer"):
    """Somebody who sits agrees, or not."""

    yes: bool


class Removed(Body, frozen=True, tag="remove"):
    """A member has no seat and no name here any more; banned, he cannot come again."""

    member: str
    ban: bool = False


class Muted(Body, frozen=True, tag="mute"):
    """A member may not talk, or may again."""

    member: str
    yes: bool


class Locked(Body, frozen=True, tag="lock"):
    """Nobody new comes in, or everybody again."""

    yes: bool


class ReadySaid(Body, frozen=True, tag="ready"):
    """A member has read the rules, or not yet."""

    yes: bool


Drawn = tuple[int, str]
"""A seat of the table, as it was before anybody moved, and the card drawn there."""


class Dealt(Body, frozen=True, tag="deal"):
    """The cards are dealt; for the first deal of a sitting alone there was a draw."""

    dealer: int  # who deals first; counts for the first deal alone
    seed: str  # the table's seed for the deal after this one
    drawn: tuple[tuple[Drawn, ...], ...] = ()  # each time who drew what; again where cards tied
    seating: tuple[int, ...] = ()  # where the draw makes parties: who moves to each seat


class Acted(Body, frozen=True, tag="act"):
    """A seat of the table has acted, by its own hand or a bot's; -1 is the arbiter."""

    seat: int
    words: str


class SeedGiven(Body, frozen=True, tag="seed"):
    """A member's share of the next shuffle."""

    seed: str


class Talked(Body, frozen=True, tag="talk"):
    """Something was said."""

    text: str = ""
    phrase: str = ""


class UndoAsked(Body, frozen=True, tag="undo"):
    """A seat wants to take back its last act and what bots did after it."""

    seat: int
    acts: int


class UndoAnswered(Body, frozen=True, tag="undo_answer"):
    """A seat agrees, or not."""

    seat: int
    yes: bool


class Remarked(Body, frozen=True, tag="remark"):
    """A word between two deals."""

    word: str


class StoodIn(Body, frozen=True, tag="standin"):
    """A bot acts for a vanished player."""

    seat: int


class Slipped(Body, frozen=True, tag="slip"):
    """A player's time ran out for the first time in the deal: the clock runs anew."""

    seat: int


class CameBack(Body, frozen=True, tag="back"):
    """The player takes the cards back from the bot."""


class Resumed(Body, frozen=True, tag="resume"):
    """Somebody looks at the room again after nobody did: whose turn it is has his time anew."""


Said = (
    Acted
    | Opened
    | Joined
    | Sat
    | Stood
    | BotPut
    | RulesSet
    | ArbiterNamed
    | PaceSet
    | ArbiterProposed
    | ArbiterAnswered
    | Removed
    | Muted
    | Locked
    | ReadySaid
    | Dealt
    | SeedGiven
    | Talked
    | UndoAsked
    | UndoAnswered
    | Remarked
    | StoodIn
    | Slipped
    | CameBack
    | Resumed
)


class Entry(Struct, frozen=True):
    """One line of the log."""

    number: int
    member: str  # TABLE for the table itself
    cid: str  # the client's id of the command, empty for the table itself
    at: int  # ms since 1970
    body: Said


class _Kept(Struct, frozen=True):
    """The part of an entry that has no column of its own."""

    at: int
    body: Said


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Kept)


def written(entry: Entry) -> str:
    """An entry's text for the store."""
    return _encoder.encode(_Kept(entry.at, entry.body)).decode()


def read(number: int, member: str, cid: str, text: str) -> Entry:
    """The entry of a row of the store."""
    kept = _decoder.decode(text)
    return Entry(number, member, cid, kept.at, kept.body)
