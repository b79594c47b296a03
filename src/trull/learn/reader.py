"""A clause with all that stands about it: its rows of data, and its cases to be tried.

A case with hands opens as a small table: the acts it calls lawful and unlawful are tried by the
laws, so that one sees which clause forbids what. A case of facts says what they pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from trull import clauses, locale, ruleset
from trull.errors import TrullError
from trull.game import Game
from trull.learn import parallels, places, shelf
from trull.learn.build import Wrong, wrong
from trull.learn.oracle import at_table
from trull.learn.parallels import Parallel
from trull.learn.places import Place
from trull.learn.positions import position, words
from trull.learn.question import Shown
from trull.learn.school import Case
from trull.ruleset import RuleSet
from trull.state import Action, Fault, Seat, action


@dataclass(frozen=True, kw_only=True)
class Tried:
    """An act that can be tried at the small table, and what the laws say to it."""

    seat: int
    verb: str
    args: tuple[str, ...]
    wrong: tuple[Wrong, ...]  # empty: it is lawful


@dataclass(frozen=True, kw_only=True)
class CaseShown:
    """A case of a clause."""

    name: str
    rules: str
    against: bool
    shown: Shown | None = None  # the small table, of the first seat that acts there
    tries: tuple[Tried, ...] = ()
    points: tuple[str, ...] = ()  # what everybody gets, where the case says so


@dataclass(frozen=True, kw_only=True)
class ClauseShown:
    """A page of the rule reader."""

    id: str
    classes: tuple[str, ...]
    text: Mapping[str, str]
    rows: tuple[str, ...]  # rule set: section.key
    cases: tuple[CaseShown, ...]
    records: tuple[str, ...]
    lessons: tuple[str, ...]
    open: tuple[str, ...]  # why it has no law of its own
    place: Place | None  # in its source
    parallels: tuple[Parallel, ...]  # in the other books of its game


def clause(name: str) -> ClauseShown:
    """All about a clause; TrullError if there is none of that name."""
    texts = {language: clauses.text(name, language) or "" for language in locale.LANGUAGES}
    if not any(texts.values()):
        raise TrullError(f"no clause {name!r}")
    told = list(shelf.cases(name))
    return ClauseShown(
        id=name,
        classes=shelf.classes(name),
        text=texts,
        rows=tuple(shelf.citations(name)),
        cases=tuple(_case(case) for _, case in told),
        records=tuple(shelf.records(name)),
        lessons=tuple(shelf.lessons(name)),
        open=tuple(shelf.open_lines(name)),
        place=places.place(name),
        parallels=parallels.parallels(name, [partial(_agrees, case) for _, case in told]),
    )


def _agrees(case: Case, book: RuleSet) -> bool | None:
    """Whether what a case calls lawful is so by another book; None where it cannot come about."""
    asked = [*words(case, "lawful"), *words(case, "unlawful")]
    if not asked or "acts" not in case or case.get("options"):
        return None
    try:
        games = [position(case, rules) for rules in (rules_of(case), book)]
        here, there = ([not one.wrong for one in _tries(game, asked)] for game in games)
    except (TrullError, AssertionError, KeyError, ValueError):
        return None
    return here == there


def rules_of(case: Case) -> RuleSet:
    """The rule set of a case: the newest version, or the one named (``koenigrufen/finale 1``)."""
    name, _, version = str(case["rules"]).partition(" ")
    options = case.get("options")
    wishes = options if isinstance(options, Mapping) else {}
    return ruleset.load(name, wishes, int(version) if version else None)


def _case(case: Case) -> CaseShown:
    points = case.get("points", ())
    told = CaseShown(
        name=str(case.get("name", "")),
        rules=str(case["rules"]),
        against=bool(case.get("against", False)),
        points=tuple(map(str, points)) if isinstance(points, list) else (),
    )
    try:
        return _tried(case, told)
    except (TrullError, AssertionError, KeyError, ValueError):
        return told  # of a kind that has no table


def _tried(case: Case, told: CaseShown) -> CaseShown:
    if "legal" in case:
        return _of_cards(case, told)
    asked = [*words(case, "lawful"), *words(case, "unlawful")]
    if "acts" not in case or not asked:
        return told
    game = position(case, rules_of(case))
    tries = tuple(_tries(game, asked))
    shown = at_table(game.view_for(Seat(tries[0].seat)))
    return replace(told, shown=shown, tries=tries)


def _of_cards(case: Case, told: CaseShown) -> CaseShown:
    """A hand and a trick without a deal around them; the case itself says what is lawful."""
    hand, trick, legal = (str(case.get(key, "")).split() for key in ("hand", "trick", "legal"))
    cited = case["clause"] if isinstance(case["clause"], str) else words(case, "clause")[0]
    barred = (Wrong(clause=str(cited), code="by_this_clause", about={}),)
    tries = tuple(
        Tried(seat=0, verb="play", args=(card,), wrong=() if card in legal else barred)
        for card in hand
    )
    shown = Shown(seats=0, seat=0, hand=tuple(hand), trick=tuple(enumerate(trick, 1)))
    return replace(told, shown=shown, tries=tries)


def _tries(game: Game, asked: list[str]) -> Iterator[Tried]:
    for text in asked:
        seat, _, said = text.partition(" ")
        act: Action = action(said)
        found: tuple[Fault, ...] = game.faults(Seat(int(seat)), act)
        about = tuple(wrong(one) for one in found)
        yield Tried(seat=int(seat), verb=act.verb, args=act.args, wrong=about)
