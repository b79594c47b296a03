"""The messages between a table and a browser, typed once; ``docs/protocol.md`` explains them.

``python -m trull.table.wire`` prints the same types for TypeScript. No message is read past its
limits: a text that does not fit its type raises BadMessage and nothing has happened.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from trull.table import shown
from trull.table.shown import ActShown, FaultShown, Grade, HintShown, Picture, ShareShown

VERSION = 3

# Limits

MESSAGE = 8_192  # bytes of a message from a browser
BODY = 16_384  # bytes of a request
RECORD = 262_144  # bytes of a record to be replayed
BRANCH = 32_768  # letters of a deal to be played again
PAD_ROWS = 1_000  # of a score pad
TALK = 200
SEEDS = 128

Cid = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[0-9A-Za-z_.:-]+\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Word = Annotated[str, Meta(max_length=64)]
Words = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=TALK)]
Seed = Annotated[str, Meta(min_length=32, max_length=SEEDS, pattern=r"\A(?:[0-9a-f]{2})+\Z")]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Place = Annotated[int, Meta(ge=0, le=7)]
Number = Annotated[int, Meta(ge=-9_999, le=9_999)]  # more nobody has at stake in one deal
Options = Annotated[dict[Word, bool | int | Word], Meta(max_length=200)]

# Codes of refusals; the sentences are in the catalogues

Code = Literal[
    "already_asked",
    "already_member",
    "already_open",
    "arbiter_decides",
    "bad_message",
    "bad_name",
    "bad_players",
    "bad_record",
    "bad_rules",
    "bad_word",
    "banned",
    "blocked",
    "busy",
    "closed",
    "foreign_origin",
    "foreign_token",
    "full_house",
    "hello_first",
    "illegal",
    "internal",
    "locked",
    "members_only",
    "muted",
    "no_arbiter",
    "no_court",
    "no_deal",
    "no_hints",
    "no_such_bot",
    "no_such_member",
    "no_such_page",
    "no_such_place",
    "no_such_room",
    "no_such_seat",
    "no_undo",
    "not_asked",
    "not_maker",
    "not_member",
    "not_over",
    "not_on_turn",
    "not_ready",
    "not_seated",
    "not_started",
    "old_client",
    "overtaken",
    "practice_only",
    "present",
    "restarting",
    "seat_taken",
    "seats_free",
    "silence",
    "sits_out",
    "stale",
    "standin",
    "started",
    "storage",
    "table_full",
    "too_fast",
    "too_long",
    "undo_binding",
    "undo_hidden",
]
CODES: tuple[Code, ...] = get_args(Code)


class BadMessage(Exception):
    """A text from outside that is no message; ``code`` says why, ``place`` where."""

    def __init__(self, code: Code, place: str = "", cid: str = "") -> None:
        """Keep code, place and the command's id if it has one; nothing else is repeated."""
        self.code, self.place, self.cid = code, place, cid
        super().__init__(f"{code} {place}".rstrip())


# From the browser


class Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Anything a browser sends over the socket."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message: the client's version and the last picture it holds."""

    v: int
    last: Count = 0


class Ping(Message, frozen=True, tag="ping"):
    """Asks for a pong."""

    n: Count = 0


class Command(Message, frozen=True):
    """A wish, with an id of the client's own; the same id is obeyed once."""

    cid: Cid


class Join(Command, frozen=True, tag="join"):
    """Become a member of the room."""

    name: Name


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat; with ``points`` also those of who sat there before."""

    seat: Place
    points: bool = False


class Stand(Command, frozen=True, tag="stand"):
    """Leave the seat and watch."""


class Bot(Command, frozen=True, tag="bot"):
    """Put a bot on a seat; an empty kind frees it."""

    seat: Place
    kind: Word
    style: Word = ""


class Rules(Command, frozen=True, tag="options"):
    """Change the rules before the start."""

    rules: Word
    options: Options = {}
    players: Annotated[int, Meta(ge=0, le=8)] = 0  # 0: as before, or as the rules want it
    hints: bool | None = None  # None: as before


class Arbiter(Command, frozen=True, tag="arbiter"):
    """Propose a guest who decides the cases of a free table, or agree; nobody: the table votes."""

    member: Word = ""


class Pace(Command, frozen=True, tag="pace"):
    """Let the bots act at another pace."""

    pace: shown.Pace


class Remove(Command, frozen=True, tag="remove"):
    """Take a member's seat and name away; with ``ban`` he cannot come again."""

    member: Word
    ban: bool = False


class Mute(Command, frozen=True, tag="mute"):
    """Let a member talk no more, or again."""

    member: Word
    yes: bool = True


class Lock(Command, frozen=True, tag="lock"):
    """Let nobody in who is no member yet, or everybody again."""

    yes: bool = True


class Ready(Command, frozen=True, tag="ready"):
    """The rule card was read, or not yet."""

    yes: bool = True


class Start(Command, frozen=True, tag="start"):
    """Deal."""


class Act(Command, frozen=True, tag="act"):
    """Do an act in a deal; ``after`` is the number of its acts the client has seen."""

    deal: Count
    after: Count
    words: Words


class Share(Command, frozen=True, tag="seed"):
    """This member's share of the next shuffle, in hex."""

    seed: Seed


class Talk(Command, frozen=True, tag="talk"):
    """Say something to everybody: a text, or a phrase by its code."""

    text: Text = ""
    phrase: Word = ""


class Undo(Command, frozen=True, tag="undo"):
    """Ask to take back one's last act, or answer who asked."""

    yes: bool = True


class Remark(Command, frozen=True, tag="remark"):
    """A word between two deals."""

    word: Word


class Back(Command, frozen=True, tag="back"):
    """Take one's seat back from the bot that stood in."""


class Hint(Command, frozen=True, tag="hint"):
    """Ask what would be good to do now; nothing is kept, nobody else is told."""

    deal: Count
    after: Count


class Weigh(Command, frozen=True, tag="weigh"):
    """Ask the tutor what he thinks of an act before it is done; nothing is kept."""

    deal: Count
    after: Count
    words: Words


Said = (
    Hello
    | Ping
    | Join
    | Sit
    | Stand
    | Bot
    | Rules
    | Pace
    | Ready
    | Start
    | Act
    | Share
    | Talk
    | Undo
    | Remark
    | Back
    | Arbiter
    | Remove
    | Mute
    | Lock
    | Hint
    | Weigh
)


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of talk, by who said it and when, that a member reports to the host."""

    who: Word
    at: Count
    why: Text = ""


class NewRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request that opens a table."""

    rules: Word
    name: Name
    cid: Cid
    options: Options = {}
    players: Annotated[int, Meta(ge=0, le=8)] = 0
    public: bool = False
    clock: Annotated[int, Meta(ge=0, le=3600)] = 0  # seconds for an act, 0 = no clock
    practice: bool = False
    bot: Word = ""  # at a practice table: what sits on the other seats, by the book if empty
    style: Word = ""
    hints: bool | None = None  # None: at a practice table alone
    title: Annotated[str, Meta(max_length=60)] = ""
    pace: shown.Pace = "brisk"  # of the bots


class NewBranch(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a practice table that goes on from a finished deal."""

    record: Annotated[str, Meta(min_length=1, max_length=BRANCH)]  # one deal in the notation
    name: Name
    cid: Cid
    seat: Place
    at: Count | None = None  # after so many acts; None: once the cards are dealt
    bot: Word = ""  # on the other seats, by the book if empty
    style: Word = ""
    pace: shown.Pace = "brisk"


class NewDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a practice table with the daily deal of a day."""

    day: Word
    game: Word
    name: Name
    cid: Cid
    pace: shown.Pace = "brisk"


class DailyEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request that a daily deal played in a room count in its field."""

    hints: Annotated[int, Meta(ge=0, le=999)] = 0


class PadRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands on a score pad: a deal told or by its numbers, a remark; ``set`` goes before."""

    facts: dict[str, Any] | None = None
    numbers: Annotated[list[Number], Meta(max_length=8)] | None = None
    remark: Word = ""
    set: dict[Word, Number] = {}


class Pad(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to the score pad: what stands on it, and what is being entered."""

    rules: Word
    facts: dict[str, Any] | None = None
    options: Options = {}
    players: Place = 0  # 0: as few as can play
    dealer: Place = 0
    rows: Annotated[list[PadRow], Meta(max_length=PAD_ROWS)] = []


class EveningRow(PadRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a shared evening; by its id two phones know that they mean the same one."""

    id: Cid


class Evening(Struct, frozen=True, forbid_unknown_fields=True):
    """A score pad that several phones write on: what was entered, never what it pays."""

    rules: Word
    options: Options
    names: Annotated[list[Annotated[str, Meta(max_length=24)]], Meta(max_length=8)]
    players: Place
    dealer: Place
    cents: Annotated[int, Meta(ge=0, le=9_999)] | None  # of a point; None: as the rules say
    rows: Annotated[list[EveningRow], Meta(max_length=PAD_ROWS)]


class EveningShown(Struct, frozen=True):
    """An evening as it was written for the ``n``-th time."""

    id: str
    n: int
    evening: Evening


# To the browser

# A patch is a picture of which every field but ``n`` may be missing; it turns the picture of entry
# ``since`` into that of entry ``n``. Of the view it holds the fields that changed, and of
# ``view.seen`` what follows the first ``seen_from``.
Patch = msgspec.defstruct(
    "Patch",
    [
        ("n", int),
        ("since", int),
        *(
            (field.name, field.type | UnsetType, UNSET)
            for field in msgspec.structs.fields(Picture)
            if field.name != "n"
        ),
        ("seen_from", int | UnsetType, UNSET),
    ],
    frozen=True,
    tag_field="t",
    tag="patch",
    module=__name__,
)


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The command is obeyed and kept as entry ``n``."""

    cid: str
    n: int


class No(Struct, frozen=True, tag_field="t", tag="no"):
    """The command is refused and nothing has happened."""

    cid: str
    code: Code
    faults: list[FaultShown] = []
    about: dict[str, str] = {}


class Hints(Struct, frozen=True, tag_field="t", tag="hints"):
    """The answer to a hint: the best acts first, for the deal after so many acts."""

    cid: str
    deal: int
    after: int
    hints: list[HintShown]


class Weighed(Struct, frozen=True, tag_field="t", tag="weighed"):
    """The tutor's answer about an act, from what the asking seat can see."""

    cid: str
    deal: int
    after: int
    grade: Grade
    loss: float  # points of the sheet, on average
    error: float
    unit: float  # points of the sheet that the game being played is worth
    better: ActShown | None
    shares: list[ShareShown]
    grounds: list[Any]  # what speaks for the better act, as Sayings


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping; ``at`` is the table's clock in ms."""

    n: int
    at: int


class Bye(Struct, frozen=True, tag_field="t", tag="bye"):
    """The last message before the socket closes."""

    code: Code


class Notice(Struct, frozen=True, tag_field="t", tag="notice"):
    """What the host tells every table; empty: nothing any more."""

    text: str


class House(Struct, frozen=True):
    """Who answers for this server, and for how many days tables are kept; 0: for ever."""

    imprint: str
    privacy: str
    keep_days: int
    keep_unfinished_days: int
    notice: str = ""


class Invitation(Struct, frozen=True):
    """The link to a room; ``remedy`` starts the server so that others can open it."""

    link: str
    reachable: bool
    remedy: str = ""


class Failure(Struct, frozen=True):
    """The body of a refused request."""

    error: Code
    about: dict[str, str] = {}


TOLD: tuple[type[Struct], ...] = (Picture, Patch, Ack, No, Hints, Weighed, Pong, Bye, Notice)

# Reading and writing

NOTHING = len(b"{}")

_encoder = msgspec.json.Encoder()
_said = msgspec.json.Decoder(Said)
_new_room = msgspec.json.Decoder(NewRoom)
_new_branch = msgspec.json.Decoder(NewBranch)
_daily_entry = msgspec.json.Decoder(DailyEntry)
_new_daily = msgspec.json.Decoder(NewDaily)
_pad = msgspec.json.Decoder(Pad)
_evening = msgspec.json.Decoder(Evening)
_report = msgspec.json.Decoder(Report)


def encode(message: object) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def raw(value: object) -> Raw:
    """A value written once and put into many messages."""
    return Raw(_encoder.encode(value))


def merged(one: bytes, other: bytes) -> Raw:
    """Two objects that share no name as one.

    >>> bytes(merged(b'{"a":1}', b'{"b":2}'))
    b'{"a":1,"b":2}'
    """
    if len(one) == NOTHING or len(other) == NOTHING:
        return Raw(max(one, other, key=len))
    return Raw(b"%b,%b" % (one[:-1], other[1:]))


def enriched(one: bytes, other: bytes) -> bytes:
    """An object whose last field is an object itself, with the fields of another in that.

    >>> enriched(b'{"n":1,"view":{"a":1}}', b'{"b":2}')
    b'{"n":1,"view":{"a":1,"b":2}}'
    """
    return b"%b,%b}" % (one[:-2], other[1:])


def read(text: bytes) -> Said:
    """The message in a text from a browser."""
    return cast("Said", _read(_said, text, MESSAGE))


def read_new_room(text: bytes) -> NewRoom:
    """The wish for a new table."""
    return cast("NewRoom", _read(_new_room, text, BODY))


def read_report(text: bytes) -> Report:
    """A report of something said."""
    return cast("Report", _read(_report, text, BODY))


def read_new_branch(text: bytes) -> NewBranch:
    """The wish to go on from a finished deal."""
    return cast("NewBranch", _read(_new_branch, text, 2 * BRANCH))


def read_daily_entry(text: bytes) -> DailyEntry:
    """A wish to be counted in the field."""
    return cast("DailyEntry", _read(_daily_entry, text, BODY))


def read_new_daily(text: bytes) -> NewDaily:
    """The wish to play the deal of a day."""
    return cast("NewDaily", _read(_new_daily, text, BODY))


def read_pad(text: bytes) -> Pad:
    """What was entered on the score pad."""
    return cast("Pad", _read(_pad, text, RECORD))


def read_evening(text: bytes | str) -> Evening:
    """A shared evening, from a browser or from the store."""
    return cast(
        "Evening", _read(_evening, text.encode() if isinstance(text, str) else text, RECORD)
    )


def _read(decoder: msgspec.json.Decoder[Any], text: bytes, limit: int) -> object:
    if len(text) > limit:
        raise BadMessage("too_long", f"{limit} bytes")
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadMessage("bad_message", _place(error), _cid_of(text)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadMessage("bad_message", "not JSON") from None


class _Labelled(Struct):
    """Of a message that is wrong, the id by which its sender knows it."""

    cid: Cid = ""


_labelled = msgspec.json.Decoder(_Labelled)


def _cid_of(text: bytes) -> str:
    try:
        return _labelled.decode(text).cid
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def _place(error: msgspec.ValidationError) -> str:
    """Where the message is wrong, by its own field names and never by its content."""
    _, at, path = str(error).partition(" - at `")
    return path.rstrip("`") if at and len(path) < 40 else ""


if __name__ == "__main__":
    from trull.table import typescript

    print(typescript.text())  # noqa: T201  the one thing this is run for
