"""What a picture of a room is made of, as it is sent; no rules, no making of it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class Me(Struct, frozen=True):
    """Who the reader of the picture is."""

    member: str  # empty: no member yet
    name: str
    seat: int | None


class RulesShown(Struct, frozen=True):
    """The rules of the table."""

    name: str
    game: str
    version: int
    house: str
    title: dict[str, str]
    changes: dict[str, bool | int | str]
    options: dict[str, bool | int | str]


Kind = Literal["person", "bot", "free"]


class SeatShown(Struct, frozen=True):
    """A seat at the table and who holds it."""

    seat: int
    kind: Kind
    name: str
    member: str
    bot: str
    style: str
    ready: bool
    online: bool
    away_until: int | None  # when a bot will stand in, in ms since 1970
    standin: bool


class NextShuffle(Struct, frozen=True):
    """The promise for the next deal, and the shares given so far."""

    deal: int
    commitment: str
    seeds: dict[str, str]


class ShuffleShown(Struct, frozen=True):
    """The shuffle of the deal that lies there; its server seed once the deal is over."""

    deal: int
    commitment: str
    seeds: dict[str, str]
    server_seed: str | None
    next: NextShuffle


class FactorShown(Struct, frozen=True):
    """What multiplies a line."""

    name: str
    times: int
    money: int | None
    clause: str


class LineShown(Struct, frozen=True):
    """One line of a settlement; a payment is payer, payee, amount."""

    item: str
    clause: str
    value: int | str
    winner: str
    note: str
    factors: list[FactorShown]
    points: list[tuple[int, int, int | str]]
    money: list[tuple[int, int, int | str]]


class SettlementShown(Struct, frozen=True):
    """Who pays whom, seats as in the view."""

    lines: list[LineShown]
    points: list[int | str]
    money: list[int | str]
    written: list[int | str] | None
    notes: list[str]


class RowShown(Struct, frozen=True):
    """A row of the sheet; amounts by seat of the table."""

    deal: int
    players: list[int]
    points: list[int | str]
    money: list[int | str]
    written: list[int | str] | None
    pot: list[int]
    notes: list[str]
    struck: bool


class SheetShown(Struct, frozen=True):
    """The sheet of the sitting, who deals next, and the game's own counters."""

    rows: list[RowShown]
    totals: list[int | str]
    written_totals: list[int | str]  # of the plus points alone, where the sheet notes those
    dealer: int
    memo: dict[str, int]


class TalkShown(Struct, frozen=True):
    """Something said; a phrase is a code."""

    who: str
    name: str
    text: str
    phrase: str
    at: int


class UndoShown(Struct, frozen=True):
    """Who wants to take back how many acts, and who has agreed; all by seat of the table."""

    asked_by: int
    acts: int
    consents: list[int]
    wanted: list[int]


class ActShown(Struct, frozen=True):
    """An act, by seat of the view."""

    seat: int
    verb: str
    args: list[str]


Stage = Literal["lobby", "deal", "between", "over"]


class Picture(Struct, frozen=True, tag_field="t", tag="picture"):
    """All one member may see of a room after entry ``n``."""

    n: int
    room: str
    title: str
    rules: RulesShown
    players: int
    public: bool
    practice: bool
    turn_s: int  # seconds for an act, 0 = no clock
    maker: str
    stage: Stage
    me: Me
    seats: list[SeatShown]
    watchers: int
    deal: int
    around: list[int]  # the seat of the table behind each seat of the view
    acts: int  # how many acts the deal has seen
    shuffle: ShuffleShown
    view: Any  # the game's view without its rules; None before the first deal
    clock: dict[str, int]
    settlement: SettlementShown | None
    sheet: SheetShown | None
    talk: list[TalkShown]
    talk_open: bool
    undo: UndoShown | None


class FaultShown(Struct, frozen=True):
    """A clause that would be broken."""

    clause: str
    code: str
    about: dict[str, str]


# Before anybody sits down


class OptionShown(Struct, frozen=True):
    """A switch of a rule set; without ``values`` any value of its type."""

    name: str
    value: bool | int | str
    values: list[bool | int | str]
    clause: str
    least: int | None


class PresetShown(Struct, frozen=True):
    """Several switches under one name."""

    name: str
    clause: str
    options: dict[str, bool | int | str]


class BookShown(Struct, frozen=True):
    """A published rule set: its switches, and its rows section by section."""

    name: str
    game: str
    version: int
    title: dict[str, str]
    source: str
    players: list[int]
    options: list[OptionShown]
    presets: list[PresetShown]
    sections: dict[str, dict[str, Any]]
    cites: dict[str, str]


class RoomListed(Struct, frozen=True):
    """A public table with a free seat."""

    room: str
    title: str
    rules: str
    game: str
    players: int
    taken: int
    bots: int
    stage: Stage


class Frame(Struct, frozen=True):
    """A spectator's view of a recorded deal after some acts, and all hands."""

    view: Any
    seen_from: int
    hands: list[list[str]]


class DealShown(Struct, frozen=True):
    """A recorded deal: frame 0 before the first act, frame n after the n-th."""

    rules: RulesShown
    tags: dict[str, str]
    seats: int
    acts: list[ActShown]
    frames: list[Frame]
    settlement: SettlementShown | None


class Replay(Struct, frozen=True):
    """The deals of a record."""

    deals: list[DealShown]
