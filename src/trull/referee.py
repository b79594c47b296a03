"""The referee reads a record: what was done wrong, what was ruled, and what it comes to.

A record is played again before a court, from whatever table it comes. What the laws allow is no
breach; what they forbid is found whether or not anybody at the table noticed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from trull import laws
from trull.errors import IllegalAction, NotationError, RuleSetError
from trull.laws.court import JUDGED, Free, Trial
from trull.notation import Record, who
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Act, Breach, Case, Setup


class Judgement(NamedTuple):
    """What a record shows, and what it comes to under a rule set."""

    rules: RuleSet  # the book by which the deal is priced
    book: RuleSet  # the book by which the acts are judged
    breaches: tuple[Breach, ...]  # in the order of the acts
    judged: frozenset[str]  # the kinds among them that need somebody's judgement
    cases: tuple[Case, ...]  # claimed at the table, and how it was decided
    settled: Settlement | None  # as it was left; None while the deal or a case is open
    resettled: Settlement | None  # with every breach ruled on that the record proves


def judge(record: Record, under: RuleSet | None = None) -> Judgement:
    """The judgement of a recorded deal, under its own rules or under others of the same game.

    Where the other book would have had the deal go another way (who cuts, who may bid what), the
    acts are judged by the book they were played by, and the other one prices what they come to.
    """
    own = record.setup.rules
    if under is None or under == own:
        return _judged(record, own)
    if under.game != own.game:
        raise RuleSetError(under.name, f"is no rule set for a deal of {own.name}")
    there = under.with_options({"table": own["table"]})  # the acts are that table's
    try:
        return _judged(record, there)
    except NotationError:
        return _judged(record, own, priced=there)


def _judged(record: Record, book: RuleSet, priced: RuleSet | None = None) -> Judgement:
    court, rulings = Free(laws.of(book.game)), laws.of(book.game).rulings(book)
    trial = tried(court, replace(record.setup, rules=book), record.acts)

    def price(trial: Trial) -> Settlement | None:
        found = court.outcome(trial)
        return found if found is None or priced is None else court.reprice(trial, priced)

    return Judgement(
        rules=priced or book,
        book=book,
        breaches=trial.breaches,
        judged=frozenset(b.kind for b in trial.breaches if rulings[b.kind].how in JUDGED),
        cases=trial.cases,
        settled=price(trial),
        resettled=price(court.sentenced(trial)),
    )


def tried(court: Free, setup: Setup, acts: Iterable[Act]) -> Trial:
    """The trial of a log; NotationError names the first act that no hand can have done."""
    trial = court.begin(setup)
    for number, act in enumerate(acts, 1):
        faults = court.faults(trial, *act)
        if faults:
            problem = f"act {number} ({who(act.seat)} {act.action}): {IllegalAction(faults)}"
            raise NotationError(problem) from IllegalAction(faults)
        trial = court.step(trial, *act)
    return trial
