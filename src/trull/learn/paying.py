"""Questions about money: what each seat gets for a deal, and the clause that pays it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from trull import laws, ruleset
from trull.errors import RuleSetError, TrullError
from trull.game import Game
from trull.laws import told
from trull.learn.question import OFFERED, Item, Question, Shown, offered
from trull.learn.school import school_of
from trull.ruleset import RuleSet
from trull.settlement import Amount, Line, Settlement, scaled, shown, totals
from trull.state import Fault, fault


def pay(game: Game, rng: Random, rules: RuleSet | None = None) -> Question | None:
    """What each seat gets for this deal, perhaps by another book; None where it does not tell."""
    view, own = game.view_for(None), game.setup.rules
    settled = game.settlement()
    if rules is not None and settled is not None and rules.name != own.name:
        settled = game.repriced(rules)
    result = laws.summary_of(view).result
    if settled is None or result is None or not settled.game:
        return None
    seen = Shown(
        seats=view.seats,
        said=(result.title, *result.line),
        items=tuple(map(_item, settled.lines)),
    )
    return _priced(rules or own, settled, seen, _other_books(game), rng)


def told_pay(
    rules: RuleSet, given: told.Given, before: Sequence[told.Given], rng: Random
) -> Question:
    """What each seat gets for a deal that is told, after others of the same sitting."""
    law, way = laws.of(rules.game), told.of(rules.game)
    seats = 4 if 4 in law.seats(rules) else law.seats(rules)[0]
    sitting = law.open_sitting(rules, seats, seats - 1)  # seat 0 is the first Vorhand
    sheet = []
    for one in before:
        if "remark" in one:
            sitting = law.remark(sitting, str(one["remark"]))
            sheet.append((str(one["remark"]), ""))
            continue
        settled = _told(rules, {**one, **way.dealt(sitting)})
        sitting, _ = way.closed(sitting, one)
        sheet.append((settled.game, row(settled.points)))
    whole = {**given, **way.dealt(sitting)}
    settled = _told(rules, whole)
    items = tuple(map(_item, settled.lines))
    seen = Shown(
        seats=seats,
        said=school_of(rules.game).told(rules, whole),
        # what the sheet makes of the deal is the question
        items=tuple(replace(one, factors=()) for one in items) if before else items,
        sheet=tuple(sheet),
    )
    return _priced(rules, settled, seen, _told_elsewhere(rules, whole), rng)


def _told(rules: RuleSet, given: told.Given) -> Settlement:
    """What told facts pay; TrullError says what cannot be."""
    way = told.of(rules.game)
    if faults := way.faults(rules, given):
        raise TrullError(
            f"the facts: {', '.join(f'{one.code} {dict(one.about)}' for one in faults)}"
        )
    return way.settle(rules, given)


def _priced(
    rules: RuleSet,
    settled: Settlement,
    seen: Shown,
    elsewhere: Iterable[tuple[str, Fault]],
    rng: Random,
) -> Question:
    right = row(settled.points)
    why = dict(_wrong_rows(settled, elsewhere, rng))
    why.pop(right, None)
    lines = tuple((line.item, line.clause, row(_sum(settled, [line]))) for line in settled.lines)
    return offered("pay", rules, seen, right, why, rng, lines=lines)


def row(amounts: Iterable[Amount]) -> str:
    """What each seat gets, in a line.

    >>> row([1, -1, 0])
    '+1 -1 0'
    """
    return " ".join(map(shown, amounts))


def _item(line: Line) -> Item:
    names = tuple(factor.name for factor in line.factors)
    return Item(item=line.item, winner=line.winner, note=line.note, factors=names)


def _sum(settled: Settlement, lines: Sequence[Line]) -> tuple[Amount, ...]:
    return totals(settled.seats, [line.points for line in lines])


def _wrong_rows(
    settled: Settlement, elsewhere: Iterable[tuple[str, Fault]], rng: Random
) -> Iterable[tuple[str, Fault]]:
    """A factor or a line forgotten, another book's price, then plain mistakes."""
    lines, found = list(settled.lines), []
    for at, line in enumerate(lines):
        rest = [*lines[:at], *lines[at + 1 :]]
        found.append((rest, fault(line.clause, "no_line", item=line.item)))
        for place, factor in enumerate(line.factors):
            if factor.times > 1:
                thinner = _without(lines, at, place)
                found.append((thinner, fault(factor.clause, "no_factor", item=factor.name)))
    rng.shuffle(found)
    yield from ((row(_sum(settled, some)), reason) for some, reason in found if some)
    yield from elsewhere
    plain = [[-n for n in settled.points], [2 * n for n in settled.points]]
    yield from ((row(amounts), fault("", "misreckoned")) for amounts in plain)
    yield row(_single(settled.points)), fault("", "misreckoned")


def _single(points: Sequence[Amount]) -> list[Amount]:
    """As if only one had won and one had lost."""
    most, least = max(points), min(points)
    first, last = points.index(most), points.index(least)
    return [most if s == first else -most if s == last else 0 for s in range(len(points))]


def _without(lines: Sequence[Line], at: int, factor: int) -> list[Line]:
    line = lines[at]
    points = scaled(line.points, Fraction(1, line.factors[factor].times))
    thinner = Line(line.item, line.clause, line.value, points, points)
    return [*lines[:at], thinner, *lines[at + 1 :]]


def _other_books(game: Game) -> Iterable[tuple[str, Fault]]:
    own = game.setup.rules
    for name in ruleset.published():
        if name == own.name or not name.startswith(f"{own.game}/"):
            continue
        try:
            settled = game.repriced(ruleset.load(name))
        except RuleSetError:
            continue  # that book does not know the game
        yield row(settled.points), fault("", "other_book", book=name)


def _told_elsewhere(rules: RuleSet, given: told.Given) -> Iterable[tuple[str, Fault]]:
    way = told.of(rules.game)
    for name in ruleset.published():
        if name != rules.name and name.startswith(f"{rules.game}/"):
            other = ruleset.load(name)
            if not way.faults(other, given):
                yield row(way.settle(other, given).points), fault("", "other_book", book=name)


def paid_by(game: Game, line: Line, cited: Sequence[str], rng: Random) -> Question | None:
    """The clause that pays this line of the settlement."""
    settled, view = game.settlement(), game.view_for(None)
    result = laws.summary_of(view).result
    assert settled is not None, "the deal is over"
    paying = {one.clause for one in settled.lines if one.item == line.item}
    others = [one for one in dict.fromkeys(cited) if one not in paying]
    if result is None or len(paying) != 1 or len(others) < OFFERED - 1:
        return None
    rng.shuffle(others)
    why = {one: fault(one, "other_clause") for one in others}
    seen = Shown(seats=view.seats, said=(result.title, *result.line), items=(_item(line),))
    about = {"item": line.item}
    return offered("clause", view.rules, seen, line.clause, why, rng, about)
