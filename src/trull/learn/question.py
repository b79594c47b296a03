"""A question drawn for who learns: what is shown, what may be answered, what is right.

A question has two halves. ``shown``, ``about`` and ``choices`` are for who is asked, and hold no
card that seat could not see; ``right``, ``why`` and ``lines`` belong to the answer. A choice is a
word:

    legal    a card of the hand              several are right
    winner   a seat                          count   points of a pile, ``35/2``
    pay      what each seat gets, ``+1 -1``  clause  the number of a clause
    say      an act, ``bid dreier``          several are right
    find     a card of a group, in lessons   several are right
    figure   a figure of the hand, ``3 K``   baptism  a card played as another, ``W=HA``
    turn     the seat that is to act, in lessons
    lot      a seat, by the cards drawn before the first deal, in lessons
    slate    the points of both parties, ``6:4``; in lessons
    sign     a sign to the partner           several are right
    advice   what an expert does, in lessons
    memory   how many cards of a suit are out, ``7``
    book     a rule set                      several are right
    claim    the seat that broke a rule
    duty     a card of the hand, at a free table   several are right
    skies    what became of an excuse: ``lost``, ``kept``, the card given for it
    weigh    a course of acts, ``call H``, or ``even``; in lessons
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from trull.laws.summary import Saying
from trull.learn.school import school_of
from trull.ruleset import RuleSet
from trull.state import Fault

Kind = Literal[
    "legal", "winner", "count", "pay", "clause", "say", "figure", "baptism", "memory", "book",
    "claim", "sign", "duty", "skies", "find", "turn", "lot", "slate", "advice", "weigh",
]  # fmt: skip
TYPES: tuple[Kind, ...] = (
    "legal", "winner", "count", "pay", "clause", "say", "figure", "baptism", "memory", "book",
    "claim", "sign", "duty", "skies",
)  # fmt: skip
COUNTED = "count"
"""Of advice that is not an expert's, but was counted."""
EVEN = "even"
"""Neither of two courses is surely better."""
BREACH = "breach."
"""Before the name of a breach, where it stands among the lines of an answer."""
OFFERED = 4
"""Answers offered where they are not given by the cards."""


@dataclass(frozen=True, kw_only=True)
class Item:
    """A line of a settlement without its price."""

    item: str
    winner: str
    note: str
    factors: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What somebody who is asked may see."""

    seats: int
    seat: int | None = None  # who is asked; None where it is nobody in particular
    hand: tuple[str, ...] = ()
    trick: tuple[tuple[int, str], ...] = ()
    pile: tuple[str, ...] = ()
    said: tuple[Saying, ...] = ()  # what is played, and what was said
    heard: tuple[tuple[int, str], ...] = ()  # the acts one after the other, where they matter
    items: tuple[Item, ...] = ()
    tricks: tuple[tuple[tuple[int, str], ...], ...] = ()  # those that have fallen
    sheet: tuple[tuple[str, str], ...] = ()  # the deals before: what was played, what it paid


@dataclass(frozen=True, kw_only=True)
class Question:
    """Something to be answered, and its answer."""

    type: Kind
    rules: str
    shown: Shown
    about: Mapping[str, str] = field(default_factory=dict)  # of the sentence that asks
    choices: tuple[str, ...]
    right: tuple[str, ...]
    why: Mapping[str, Fault] = field(default_factory=dict)  # what is wrong with a choice
    lines: tuple[tuple[str, str, str], ...] = ()  # item, clause, amounts: how it adds up;
    # or what somebody has done wrong, its clause and the trick

    @property
    def many(self) -> bool:
        """Whether several choices may be right."""
        return self.type in ("legal", "duty", "find", "say", "book", "sign")


def bare(question: Question) -> Question:
    """The same with the cards alone: for beginners, who know no words of the game yet."""
    basic = school_of(question.rules.partition("/")[0]).basic
    said = tuple(one for one in question.shown.said if one.code in basic)
    return replace(question, shown=replace(question.shown, said=said))


def stem(token: str) -> str:
    """A card without the name it was given.

    >>> stem("W=HA"), stem("HK")
    ('W', 'HK')
    """
    return token.partition("=")[0]


def offered(
    kind: Kind,
    rules: RuleSet,
    seen: Shown,
    right: str,
    why: Mapping[str, Fault],
    rng: Random,
    about: Mapping[str, str] | None = None,
    lines: tuple[tuple[str, str, str], ...] = (),
) -> Question:
    """The right answer among some wrong ones, in an order of chance; the likeliest are taken."""
    wrong = [choice for choice in why if choice != right][: OFFERED - 1]
    choices = [right, *wrong]
    rng.shuffle(choices)
    return Question(
        type=kind,
        rules=rules.name,
        shown=seen,
        about=about or {},
        choices=tuple(choices),
        right=(right,),
        why={choice: why[choice] for choice in wrong},
        lines=lines,
    )
