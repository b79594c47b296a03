"""What a room is between two entries: small frozen records, and simple questions to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from trull import laws
from trull.laws import Laws
from trull.laws.court import Trial, open_cases
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.shuffle import Lot
from trull.state import ARBITER, Logged, Seat, Setup, Sitting, View, action
from trull.table.room.branch import Origin
from trull.table.room.naming import bot_name, told_apart
from trull.table.shown import Pace, Stage

SUBSTITUTE = "heuristic"
"""The kind of bot that plays for who left or vanished, unless the maker chose another."""

TALK_KEPT = 40
"""How many lines of talk a room remembers."""

MEMBERS = 64
"""How many can be members of one room; who comes then takes the place of an onlooker."""


class Head(Struct, frozen=True):
    """What the maker chose."""

    title: str
    rules: RuleSet
    laws: Laws[Logged]  # of those rules
    players: int
    public: bool
    clock: int  # seconds for an act, 0 = no clock
    practice: bool
    maker: str
    hints: bool = False  # a practice table: who is on turn may ask for advice
    substitute: str = SUBSTITUTE  # the bot that plays for who left or vanished
    pace: Pace = "brisk"  # of the bots

    def under(self, rules: RuleSet) -> Head:
        """The same under other rules."""
        return replace(self, rules=rules, laws=laws.under(rules))


class Chair(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A seat at the table: a person's, a bot's or nobody's."""

    member: str = ""
    bot: str = ""
    style: str = ""
    ready: bool = False
    standin: bool = False  # a bot acts for the member
    name: str = ""  # what a bot is called, wherever it moves

    @property
    def free(self) -> bool:
        """Whether nobody holds it."""
        return not self.member and not self.bot

    @property
    def acts_itself(self) -> bool:
        """Whether a person acts here with his own hand."""
        return bool(self.member) and not self.standin


Hands = tuple["Hands", bool] | tuple[()]
"""Whether a person did an act with his own hand, the last first; as long as the log of the deal."""


class Deal(Struct, frozen=True):
    """The deal that lies on the table."""

    number: int
    setup: Setup
    state: Logged
    around: tuple[int, ...]  # the chair behind each seat of the deal
    lot: Lot | None  # None: nothing was shuffled, it is a branch
    since: int  # when it became the turn of those who must act, in ms
    acts: int = 0  # how many stand in its log
    settlement: Settlement | None = None  # once it is over
    origin: Origin | None = None  # of a branch
    conferred: tuple[tuple[int, int], ...] = ()  # a party, and the ms of its time that it has used
    slips: frozenset[int] = frozenset()  # chairs whose clock ran out once
    hands: Hands = ()  # of the acts done here; what a branch took over is not among them
    undone: int = 0  # acts taken back, and one for each time
    undone_at: int = 0  # ``moves`` after the last time
    daily: str = ""  # which daily deal it is, if it is one

    @property
    def moves(self) -> int:
        """A number no earlier moment of the deal had: acts and takings back so far."""
        return self.acts + self.undone

    def seat_of(self, chair: int | None) -> Seat | None:
        """The seat a chair has in this deal; None if it sits out."""
        if chair == ARBITER:
            return ARBITER
        if chair is None or chair not in self.around:
            return None
        return Seat(self.around.index(chair))


class Talked(NamedTuple):
    """Something said at the table."""

    who: str
    name: str
    text: str
    phrase: str
    at: int


class Undo(Struct, frozen=True):
    """A wish to take acts back, and the chairs that agreed."""

    asked_by: int
    acts: int
    consents: frozenset[int] = frozenset()


class Proposal(Struct, frozen=True):
    """A guest whom the maker proposes as arbiter, and the members who have agreed."""

    member: str
    consents: frozenset[str] = frozenset()


class Order(Struct, frozen=True):
    """What the maker has decided about people."""

    locked: bool = False
    muted: frozenset[str] = frozenset()
    banned: frozenset[str] = frozenset()


class Account(NamedTuple):
    """Whose points stand on the sheet at a seat, and after how many rows his begin."""

    owner: str = ""
    since: int = 0


ORDER = Order()


class Room(Struct, frozen=True):
    """A room after its entry ``number``."""

    id: str
    number: int
    head: Head
    members: Mapping[str, str]  # names by id
    chairs: tuple[Chair, ...]
    seed: str  # the table's secret for the next deal
    seeds: Mapping[str, str]  # shares for the next deal, by member
    dealt: int = 0  # deals so far
    sitting: Sitting | None = None
    deal: Deal | None = None
    talk: tuple[Talked, ...] = ()
    undo: Undo | None = None
    arbiter: str = ""  # the member who decides the cases of a free table; else the table votes
    drawn: tuple[tuple[tuple[int, str], ...], ...] = ()  # cards by seat, each time it was drawn
    proposal: Proposal | None = None
    order: Order = ORDER
    accounts: tuple[Account, ...] = ()  # by seat of the table, from the first deal of a sitting on
    unread: bool = False  # the rules were changed since the last deal

    @property
    def stage(self) -> Stage:
        """Where the room stands; before the first deal under other rules all read them."""
        if self.sitting is None or self.unread:
            return "lobby"
        if self.deal is not None and self.deal.settlement is None:
            return "deal"
        return "over" if self.sitting.over else "between"

    @property
    def laws(self) -> Laws[Logged]:
        """The laws of the game that is played."""
        return self.head.laws


def by_hand(hands: Hands) -> Iterator[bool]:
    """Of each act whether a person did it himself, the last first."""
    while hands:
        hands, own = hands
        yield own


def hands_before(hands: Hands, acts: int) -> Hands:
    """The same so many acts ago."""
    while hands and acts:
        hands, acts = hands[0], acts - 1
    return hands


spoken = lru_cache(maxsize=1024)(action)
"""The action of a line of words; the same few are said again and again."""


def chair_of(room: Room, member: str) -> int | None:
    """The seat a member holds."""
    for seat, chair in enumerate(room.chairs):
        if member and chair.member == member:
            return seat
    return None


def with_chair(room: Room, seat: int, chair: Chair) -> tuple[Chair, ...]:
    """The chairs with one changed; a bot that only becomes another kind keeps its name."""
    if chair.bot and not chair.name:
        chair = replace(chair, name=room.chairs[seat].name)
    chairs = (*room.chairs[:seat], chair, *room.chairs[seat + 1 :])
    return christened(chairs, room.members.values())


def christened(chairs: tuple[Chair, ...], people: Collection[str]) -> tuple[Chair, ...]:
    """The chairs, every bot with a name that nobody else has."""
    for seat, chair in enumerate(chairs):
        if chair.bot and not chair.name:
            name = bot_name(seat, (*people, *(other.name for other in chairs)))
            chairs = (*chairs[:seat], replace(chair, name=name), *chairs[seat + 1 :])
    return chairs


def with_member(room: Room, member: str, name: str) -> Mapping[str, str]:
    """The members and a new one, or one renamed; too many, and the first onlooker is forgotten.

    Else one visitor under many names could shut the door to everybody's friends.
    """
    others = {who: other for who, other in room.members.items() if who != member}
    bots = (chair.name for chair in room.chairs if chair.name)
    found = {**room.members, member: told_apart(name, (*others.values(), *bots))}
    if len(found) > MEMBERS:
        needed = {room.head.maker, room.arbiter, member, *(chair.member for chair in room.chairs)}
        del found[next(other for other in found if other not in needed)]
    return found


def names_taken(room: Room) -> tuple[str, ...]:
    """What people and bots are called here."""
    return (*room.members.values(), *(chair.name for chair in room.chairs if chair.name))


def duty_chairs(room: Room) -> tuple[int, ...]:
    """The chairs that must act now; nobody while the arbiter is awaited."""
    if room.deal is None or room.deal.settlement is not None:
        return ()
    if room.arbiter and awaits_arbiter(room):
        return ()
    around = room.deal.around
    return tuple(around[seat] for seat in sorted(room.laws.duty(room.deal.state)))


def awaits_arbiter(room: Room) -> bool:
    """Whether all cards are played and only a case stands between the deal and its count."""
    assert room.deal is not None, "only in a deal"
    state = room.deal.state
    counting = room.laws.phase(state) == "count"
    return counting and isinstance(state, Trial) and bool(open_cases(state))


def view_of(room: Room, chair: int | None) -> View | None:
    """What a chair sees of the deal; who sits out sees what a spectator sees."""
    if room.deal is None:
        return None
    return room.laws.view(room.deal.state, room.deal.seat_of(chair))


def account_of(room: Room, seat: int) -> Account:
    """Whose points stand on the sheet at a seat."""
    return room.accounts[seat] if seat < len(room.accounts) else Account()


def talk_open(room: Room, member: str, view: View | None) -> bool:
    """Who may talk: all between deals; during one where signs are allowed, or consulting."""
    if member not in room.members or member in room.order.muted:
        return False
    if room.stage != "deal":
        return True
    signs = room.head.rules.options.get("signs")
    if signs is not None and signs.value != "off":
        return True
    return bool(getattr(view, "may_consult", False))
