"""The records every game is made of: acts, prompts, faults, set-up, views. No rules.

An act is a verb and words (``play HK``, ``bid dreier``, ``discard H4 S7 C8``), the same on the
wire, in the record and on the screen.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, NamedTuple, NewType, Protocol, TypeVar, dataclass_transform

from trull.cards import Card
from trull.errors import NotationError
from trull.ruleset import RuleSet
from trull.settlement import Amount, whole

Seat = NewType("Seat", int)


class Action(NamedTuple):
    """What somebody does: a verb and its words."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


ARBITER = Seat(-1)
"""Who sits at no seat and decides what the players cannot."""


class Act(NamedTuple):
    """An action and the seat that did it."""

    seat: Seat
    action: Action


Log = tuple["Log", Seat, Action] | tuple[()]
"""Who did what, the last first: an entry leads to the log before it, so one more costs little."""


def acts_in(log: Log) -> tuple[Act, ...]:
    """The acts of a log in the order they were done."""
    found = []
    while log:
        log, seat, act = log
        found.append(Act(seat, act))
    return tuple(reversed(found))


@lru_cache(maxsize=1024)
def word(verb: str, arg: str) -> Action:
    """The action of a verb and one word; the same few are done again and again."""
    return Action(verb, (arg,))


def action(text: str) -> Action:
    """The action of a line of words; NotationError if there are none.

    >>> action("discard H4 S7 C8")
    Action(verb='discard', args=('H4', 'S7', 'C8'))
    """
    words = text.split()
    if not words:
        raise NotationError("expected a verb and its words, found nothing")
    return Action(words[0], tuple(words[1:]))


class Prompt(NamedTuple):
    """What a seat may lawfully do: a verb with ``least``…``most`` words out of ``choices``.

    ``must`` are words every such act contains (a forced discard). ``ordered`` says that the
    order of the words matters. A prompt that cannot name all it allows in this form says so by
    ``open``; then ``choices`` is a fair selection and the law's ``faults`` decides.
    """

    verb: str
    clause: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    must: tuple[str, ...] = ()
    ordered: bool = False
    open: bool = False


def one_of(verb: str, clause: str, choices: tuple[str, ...]) -> Prompt:
    """The prompt for a verb with exactly one word."""
    return Prompt(verb, clause, choices, 1, 1)


def some_of(verb: str, clause: str, choices: tuple[str, ...], size: int) -> Prompt:
    """The prompt for a verb with so many different words, in any order."""
    return Prompt(verb, clause, choices, size, size)


def expand(prompt: Prompt) -> Iterator[Action]:
    """Every action a prompt allows, one by one.

    >>> [str(a) for a in expand(Prompt("discard", "", ("T3", "T4"), 2, 2, must=("H4",)))]
    ['discard H4 T3', 'discard H4 T4']
    """
    pick = itertools.permutations if prompt.ordered else itertools.combinations
    fixed = len(prompt.must)
    for size in range(max(prompt.least - fixed, 0), prompt.most - fixed + 1):
        for words in pick(prompt.choices, size):
            yield Action(prompt.verb, prompt.must + words)


def has_one_act(prompts: Sequence[Prompt]) -> bool:
    """Whether prompts leave only one thing to do.

    >>> has_one_act([one_of("play", "", ("T3",))]), has_one_act([one_of("play", "", ("T3", "T4"))])
    (True, False)
    """
    (first, *more) = prompts
    whole = len(first.must) + len(first.choices)
    return not more and (whole == first.least or first.most == 0)


def allows(prompt: Prompt, act: Action) -> bool:
    """Whether a prompt allows an action; the same answer as looking for it in ``expand``.

    >>> allows(one_of("bid", "", ("rufer",)), action("bid rufer"))
    True
    """
    verb, words = act
    if verb != prompt.verb or not prompt.least <= len(words) <= prompt.most:
        return False
    if not prompt.must:
        if len(words) < 2:
            return not words or words[0] in prompt.choices
        different = frozenset(words)
        return len(different) == len(words) and different.issubset(prompt.choices)
    rest = [word for word in words if word not in prompt.must]
    return (
        len(words) - len(rest) == len(prompt.must)
        and all(word in prompt.choices for word in rest)
        and _distinct(words)
    )


def _distinct(words: tuple[str, ...]) -> bool:
    return len(set(words)) == len(words)


class Fault(NamedTuple):
    """A clause an act would break, with a code and parameters for the sentence."""

    clause: str
    code: str
    about: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        words = " ".join(f"{key}={value}" for key, value in self.about)
        return f"{self.clause} {self.code} {words}".rstrip()


def fault(clause: str, code: str, **about: str) -> Fault:
    """A fault with its parameters."""
    return Fault(clause, code, tuple(about.items()))


T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def sight(cls: type[T]) -> type[T]:
    """A record frozen for the type checker alone: made often, at a third of the cost."""
    return dataclass(slots=True, kw_only=True)(cls)


@sight
class Setup:
    """What is on the table before the first act."""

    rules: RuleSet
    seats: int
    forehand: Seat
    dealer: Seat | None  # None: the dealer sits out and has no seat in this deal
    pack: tuple[Card, ...]  # as shuffled, top card first
    context: Mapping[str, int] = field(default_factory=dict)  # what the sitting hands on

    def right_of(self, seat: int) -> Seat:
        """The next seat in order of play."""
        return Seat((seat + 1) % self.seats)


class Logged(Protocol):
    """What every game's state has in common: it knows what was done."""

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts so far, in order."""


class Seen(NamedTuple):
    """An act as one onlooker perceived it; a hidden word is ``?``."""

    seat: Seat
    verb: str
    args: tuple[str, ...]


class Breach(NamedTuple):
    """An unlawful act: who answers for it, what it is called, and where in the log it stands."""

    seat: Seat
    kind: str
    clause: str
    trick: int = 0  # 0 before the first card
    act: int = 0  # its number in the log, from 1


class Verdict(NamedTuple):
    """An established breach, or a sure gain that the offender owes somebody beside it."""

    seat: Seat
    kind: str
    clause: str
    trick: int = 0
    gain: tuple[Seat, int] | None = None  # who lost so many points for certain


class Case(NamedTuple):
    """A claim before the court and how it was decided; everybody may read it."""

    claimant: Seat
    accused: Seat
    kind: str
    trick: int
    act: int  # the evidence: the record up to this act
    clause: str = ""
    points: int = 0  # a sure gain that was lost
    votes: tuple[tuple[Seat, bool], ...] = ()
    verdict: str = ""  # upheld or dismissed; empty while it is open
    decided_by: str = ""  # record, count, confession, vote, arbiter, mend


@sight
class View:
    """What one seat (or a spectator, seat None) may know. Each game adds what is its own.

    A view is built up from what the seat has seen, never cut down from a state. The fields named in
    ``COMMON`` are the same for every seat and for a spectator: a table writes them once for all.
    """

    COMMON: ClassVar[frozenset[str]] = frozenset()

    rules: RuleSet
    seat: Seat | None
    seats: int
    forehand: Seat
    dealer: Seat | None
    context: Mapping[str, int]
    phase: str
    duty: frozenset[Seat]
    prompts: tuple[Prompt, ...]
    hand: tuple[str, ...]
    counts: tuple[int, ...]  # how many cards each seat holds
    trick: tuple[tuple[Seat, str], ...]
    last_trick: tuple[tuple[Seat, str], ...]
    taken: tuple[int, ...]  # tricks of each seat
    lying_open: tuple[tuple[str, ...], ...]  # cards of each seat that everybody may see
    seen: tuple[Seen, ...]
    possible: tuple[Prompt, ...] = ()  # a free table: what the hand can do, lawful or not
    cases: tuple[Case, ...] = ()  # a free table: what was claimed


class Effect(NamedTuple):
    """What an act has changed in all views: for everybody, for some seats, and how it was seen."""

    kind: type[View]
    common: Mapping[str, object]
    own: Mapping[Seat, Mapping[str, object]]
    seen: Seen
    silent: bool = False  # the same is to be said of the deal as before


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a sitting's sheet: what a deal brought to each player at the table."""

    deal: int
    players: tuple[int, ...]  # the player on each seat of the deal
    points: tuple[Amount, ...]
    money: tuple[Amount, ...]
    written: tuple[Amount, ...] | None = None
    pot: tuple[int, ...] = ()  # cents each player took from (+) or paid into (-) the pot
    notes: tuple[str, ...] = ()
    struck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """What stands between two deals: who deals, the totals, and what the game hands on."""

    rules: RuleSet
    players: int
    dealer: int
    rows: tuple[Row, ...] = ()
    memo: Mapping[str, int] = field(default_factory=dict)  # the game's own counters
    over: bool = False  # nobody deals any more

    def totals(self) -> tuple[Amount, ...]:
        """The points of each player so far."""
        return self._summed([row.points for row in self.rows])

    def written_totals(self) -> tuple[Amount, ...]:
        """The plus points of each player so far, where the sheet notes only those."""
        return self._summed([row.written for row in self.rows if row.written is not None])

    def _summed(self, columns: list[tuple[Amount, ...]]) -> tuple[Amount, ...]:
        return tuple([whole(sum(column[at] for column in columns)) for at in range(self.players)])


class Haste(NamedTuple):
    """What the rules say about the time of the party that must act; laws know no clock."""

    party: int
    confer: int  # seconds it may confer in this deal while the clock stands
    limit: int = 0  # after so many seconds …
    lapse: tuple[Seat, Action] | None = None  # … this seat is taken to have done so


class Draw(NamedTuple):
    """What a draw of cards decided before the first deal."""

    dealer: int | None  # None: somebody must draw again
    again: tuple[int, ...] = ()  # the players who draw again
    seating: tuple[int, ...] | None = None  # player on each place, where the draw makes partners
