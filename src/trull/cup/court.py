"""What a ruling makes of a row: the laws price it, from told facts or from the record of the deal.

No rule stands here. Told facts go to the settlement a table uses, a record to its referee: a
Renonce costs the same at the desk, at the table and on paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trull import referee
from trull.errors import TrullError
from trull.laws import told
from trull.notation import bounded, parse
from trull.ruleset import RuleSet
from trull.settlement import Amount, Settlement

Lines = Sequence[str]


class Price(NamedTuple):
    """What a deal comes to, by seat, and the clauses that say so."""

    points: tuple[Amount, ...]
    money: tuple[Amount, ...]
    clauses: tuple[str, ...]


def of_facts(rules: RuleSet, facts: Mapping[str, object]) -> Price:
    """The price of told facts; TrullError says what is wrong with them."""
    way = told.of(rules.game)
    faults = way.faults(rules, facts)
    if faults:
        raise TrullError("; ".join(map(str, faults)))
    return _price(way.settle(rules, facts))


def of_record(rules: RuleSet, lines: Lines) -> Price:
    """The price of a recorded deal, with every breach ruled on that the record proves."""
    record = parse("\n".join((*lines, "")))
    bounded(record)
    found = referee.judge(record, rules)
    if found.resettled is None:
        raise TrullError("the recorded deal, or a case in it, is not over")
    price = _price(found.resettled)
    proven = (breach.clause for breach in found.breaches)
    return price._replace(clauses=tuple(dict.fromkeys((*proven, *price.clauses))))


def priced(rules: RuleSet, facts: Mapping[str, object], record: Lines) -> Price:
    """The price of whichever of the two was told."""
    return of_record(rules, record) if record else of_facts(rules, facts)


def _price(result: Settlement) -> Price:
    points = result.points if result.written is None else result.written
    clauses = dict.fromkeys(line.clause for line in result.lines if line.clause)
    return Price(tuple(points), tuple(result.money), tuple(clauses))
