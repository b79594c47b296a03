"""What a picture of a room is made of, as it is sent; no rules, no making of it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Pace = Literal["brisk", "calm"]


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
    players: list[int]  # so many may sit at the table


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
    slipped: bool  # his clock has run out once in this deal
    note: str  # what is the matter with a bot that should think: warming, failed, slow


class GuestShown(Struct, frozen=True):
    """A member who sits at no seat."""

    member: str
    name: str
    online: bool


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


class BranchShown(Struct, frozen=True):
    """A deal that was not shuffled: it goes on from a finished one."""

    record: str  # the fingerprint of the record it comes from
    at: int  # so many acts were taken over
    deal: str  # that deal's number at its own table; empty if its record does not say


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
    since: list[int] = []  # by seat, how many rows do not count for who sits there; empty: none


class ProposalShown(Struct, frozen=True):
    """Whom the maker proposes as arbiter, who has agreed, and whose consent is needed; members."""

    member: str
    consents: list[str]
    wanted: list[str]


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


class HintShown(Struct, frozen=True):
    """An act that is worth a thought, what it brings where that was counted, and why, by code."""

    act: ActShown
    mean: float | None
    spread: float | None
    code: str
    about: dict[str, str]
    grounds: list[Any]  # what speaks for it before anything is counted, as Sayings


Grade = Literal["silent", "good", "inexact", "mistake", "blunder"]


class ShareShown(Struct, frozen=True):
    """In how many of the guessed layouts something is so, by code."""

    code: str
    layouts: int
    of: int


Stage = Literal["lobby", "deal", "between", "over"]


class DrawnShown(Struct, frozen=True):
    """Who drew which card."""

    seat: int  # of the table
    card: str


class Picture(Struct, frozen=True, tag_field="t", tag="picture"):
    """All one member may see of a room after entry ``n``."""

    n: int
    room: str
    title: str
    rules: RulesShown
    players: int
    public: bool
    practice: bool
    hints: bool  # who is on turn may ask for advice
    turn_s: int  # seconds for an act, 0 = no clock
    pace: Pace  # of the bots
    maker: str
    stage: Stage
    me: Me
    seats: list[SeatShown]
    guests: list[GuestShown]
    arbiter: str  # the guest who decides the cases of a free table; empty: the table votes
    proposal: ProposalShown | None
    locked: bool  # nobody comes in who is no member
    muted: list[str]  # members who may not talk
    watchers: int
    next_at: int | None  # when the next deal comes by itself, in ms since 1970
    deal: int
    around: list[int]  # the seat of the table behind each seat of the view
    drawn: list[list[DrawnShown]]  # for the first deal of a sitting; again where cards tied
    acts: int  # acts and takings back in the deal: the same number never comes again
    branch: BranchShown | None
    daily: str  # which daily deal it is, as daily-<game>-<day>; empty if it is none
    shuffle: ShuffleShown
    view: Any  # the game's view without its rules; None before the first deal
    summary: Any  # what is to be said of the deal: a Summary; None before the first
    standing: Any  # what is to be said between two deals: a Standing; None before the first
    clock: dict[str, int]
    settlement: Any  # a Settlement; None while the deal goes on
    pending: Any  # a Settlement: what is paid if everybody accepts the count; None: nobody is asked
    reasons: list[Any]  # why it is settled so, as Reasons
    sheet: SheetShown | None
    talk: list[Any]  # what was said, as Talked
    talk_open: bool
    undo: UndoShown | None


class FaultShown(Struct, frozen=True):
    """A clause that would be broken."""

    clause: str
    code: str
    about: dict[str, str]


# The score pad


class WhenShown(Struct, frozen=True):
    """A condition of a field: what is told under the key is one of these; null is nothing."""

    key: str
    among: list[str | int | bool | None]


class FieldShown(Struct, frozen=True):
    """One thing that may be told of a deal."""

    key: str
    kind: str
    clause: str
    choices: list[str]
    often: list[str]  # the choices shown first; empty: all
    values: list[str]
    least: int
    most: int
    size: int
    default: str | int | bool | None
    required: bool
    instead: str
    asked: Literal["always", "seldom", "never"]
    when: list[WhenShown]
    fields: list[FieldShown]


class PadDeal(Struct, frozen=True):
    """A deal of a sitting that is told: who deals, the player on each seat, the Vorhand's seat."""

    dealer: int
    around: list[int]
    forehand: int
    doubled: bool


class PadRowShown(Struct, frozen=True):
    """What became of a row: the deal it was, what is wrong with it, else what it pays."""

    deal: PadDeal | None  # null: it was none
    faults: list[FaultShown]
    settlement: Any  # None: nothing is paid
    row: RowShown | None


class PadShown(Struct, frozen=True):
    """The score pad as the laws see it."""

    form: list[FieldShown]
    seats: int  # of a deal
    balanced: bool  # a row by hand must sum to zero
    cents: int  # what a point is worth, where that is agreed
    standing: Any  # what is to be said between two deals: a Standing
    remarks: list[str]  # what may be said between two deals now
    counters: dict[str, int]  # what may be set by hand, and the most of each
    rows: list[PadRowShown]
    sheet: SheetShown
    over: bool
    ahead: list[PadDeal]  # the next deal, and those after it if nothing happens
    faults: list[FaultShown]  # of what is being entered
    settlement: Any  # None: it cannot be settled yet


# Before anybody sits down


class OptionShown(Struct, frozen=True):
    """A switch of a rule set; without ``values`` any value of its type."""

    name: str
    value: bool | int | str
    values: list[bool | int | str]
    clause: str
    least: int | None
    most: int | None


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
    clauses: list[str]  # what the ids of its clauses begin with: T, KG
    pack: str
    suits: dict[str, list[str]]  # the cards of the pack, suit by suit, the weakest first
    colours: dict[str, str]  # of a suit, where it has one
    worths: dict[str, int]  # what a card counts, where cards are counted
    bots: list[str]  # who can be asked to sit down


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
    summary: Any  # None: as in the frame before
    seen_from: int
    hands: list[list[str]]


class DealShown(Struct, frozen=True):
    """A recorded deal: frame 0 before the first act, frame n after the n-th."""

    rules: RulesShown
    tags: dict[str, str]
    seats: int
    acts: list[ActShown]
    frames: list[Frame]
    settlement: Any  # None: the deal is not over
    reasons: list[Any]  # why it is settled so, as Reasons


class OtherwiseShown(Struct, frozen=True):
    """A finished deal settled by other rules: a rule set, or one of its presets."""

    rules: str
    preset: str
    settlement: Any  # None: it could not have been played so


class PastDeal(Struct, frozen=True):
    """A finished deal of the sitting as a spectator saw its end, and who was there then."""

    deal: int  # its number in the room
    around: list[int]  # the chair behind each seat of the view
    names: list[str]  # by seat of the view
    view: Any
    summary: Any
    settlement: Any
    round: Any  # the doubled round it belongs to, as a Saying; None: none


class Replay(Struct, frozen=True):
    """The deals of a record."""

    deals: list[DealShown]


# After a deal: what it could have been


class ChoiceShown(Struct, frozen=True):
    """An act at a decision: what it brings on average, and what it forces with open cards."""

    act: ActShown
    mean: float | None  # points of the sheet, from what the seat could know
    error: float | None  # of that mean
    value: int | None  # what it forces, as the solver counts
    wins: bool | None  # whether it forces the game for the seat's side
    worth: float | None  # what it forces, in points of the sheet


class MomentShown(Struct, frozen=True):
    """A decision with all that could be done; ``goal`` is what the solver was asked, or empty."""

    at: int
    seat: int
    did: ActShown
    goal: str  # points, shun (both in thirds), tricks, exactly
    needed: int
    counted: list[int]  # the seats whose points or tricks are counted
    choices: list[ChoiceShown]


class DecisionShown(Struct, frozen=True):
    """A decision that cost something, and why."""

    at: int
    seat: int
    phase: str
    trick: int  # 0 outside the play
    did: ActShown
    better: ActShown
    reason: str
    known: float | None  # points of the sheet on average, by what could be known
    open: float | None  # points of the sheet, with open cards
    given: int | None  # what the goal counts
    goal: str
    item: str  # the card it is about
    turned: bool  # with open cards the game was given away


class VerdictShown(Struct, frozen=True):
    """Whether a seat could have won, and where that was decided."""

    code: str
    at: int
    seat: int
    trick: int


class PostmortemShown(Struct, frozen=True):
    """What a deal could have been, by seat; and every decision of it."""

    decisions: list[list[DecisionShown]]
    verdicts: list[VerdictShown | None]
    moments: list[MomentShown]


class Examination(Struct, frozen=True):
    """How far a post-mortem is; ``found`` when all is done."""

    id: str
    done: int
    of: int
    found: PostmortemShown | None


# Daily deals


class DailyIndex(Struct, frozen=True):
    """Which days have a deal."""

    today: str  # in Vienna
    first: str
    is_open: bool  # without a secret of the host anybody could reckon the cards out
    tomorrow: dict[str, str]  # what is promised of each game's cards, where there is a secret


class DailyShown(Struct, frozen=True):
    """The deal of a day in one game, without its cards."""

    day: str
    game: str
    rules: str
    state: Literal["asleep", "drawing", "ready", "failed"]  # asleep: drawn when it is asked for
    commitment: str
    seed: str  # from the next day on


class RivalShown(Struct, frozen=True):
    """A bot that sat on the same seat."""

    kind: str
    points: int | str


class DailyOutcome(Struct, frozen=True):
    """What a player made of a daily deal."""

    day: str
    game: str
    rules: str
    seat: int
    points: int | str  # of the sheet
    ahead: float  # of what the rivals made on average
    left: float  # points left lying, by what could be known
    decisions: int
    played: str
    rivals: list[RivalShown]


class DailyResult(Struct, frozen=True):
    """Whether a record is a result of its day."""

    id: str
    state: Literal["counting", "done", "refused", "failed"]
    code: str = ""  # why it is refused; the sentence is in the catalogues
    about: dict[str, str] = {}
    outcome: DailyOutcome | None = None


class DailyField(Struct, frozen=True):
    """What all who played a daily deal on its day made of it, without names."""

    day: str
    game: str
    results: int
    points: list[tuple[int | str, int]]  # points, the most first, and how many made them
    left: float  # points left lying, on average
    unaided: int  # how many asked for no hint


class DailyEntered(Struct, frozen=True):
    """Whether a result counts in the field.

    late: begun on another day; crowded: too many of this address; full: too many of all.
    """

    state: Literal["counting", "refused", "entered", "late", "crowded", "full"]
    field: DailyField | None = None
