"""Money: who pays whom at a table, what goes to charity, the prizes, the till. All in cents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from trull.clauses import clause
from trull.cup.plan import Plan
from trull.cup.ranking import Standing, ranking
from trull.cup.state import Cup, Sheet
from trull.settlement import Amount

CHARITY = 0
"""The start number that stands for the pig."""


class Pays(NamedTuple):
    """One pays another so many cents."""

    payer: int
    payee: int
    cents: int


@clause("F-1.11")
def table_money(plan: Plan, sheet: Sheet) -> dict[int, int]:
    """What everybody at a table has won or lost in cents, the pig's share included.

    Kontra goes to the players; or what it cost its losers beyond the points goes to charity.
    """
    points, money = sheet.totals(), sheet.money()
    if plan.kontra_to == "players":
        return _cents(money, plan)
    found = _cents(points, plan)
    kontra = {n: Fraction(money[n]) - Fraction(points[n]) for n in points}
    lost = _cents({n: min(over, Fraction(0)) for n, over in kontra.items()}, plan, even=False)
    for number, cents in lost.items():
        found[number] += cents
    found[CHARITY] = -sum(lost.values())
    return found


def _cents(amounts: Mapping[int, Amount], plan: Plan, even: bool = True) -> dict[int, int]:
    """Amounts as whole cents; what rounding leaves over is borne by who has won most."""
    exact = {n: Fraction(amount) * plan.cents_per_point for n, amount in amounts.items()}
    found = {number: round(cents) for number, cents in exact.items()}
    left = sum(found.values()) if even and plan.zero_sum else 0
    if left and found:
        found[max(sorted(found), key=lambda number: exact[number])] -= left
    return found


def payments(balance: Mapping[int, int]) -> tuple[Pays, ...]:
    """Who pays whom: at most one payment fewer than there are people.

    >>> payments({1: 500, 2: -300, 3: -400, 4: 200})
    (Pays(payer=3, payee=1, cents=400), Pays(payer=2, payee=4, cents=200),
     Pays(payer=2, payee=1, cents=100))
    """
    return tuple(_payments(dict(balance)))


def _payments(balance: dict[int, int]) -> Iterator[Pays]:
    while any(cents < 0 for cents in balance.values()):
        payer = min(sorted(balance), key=lambda number: balance[number])
        payee = max(sorted(balance), key=lambda number: balance[number])
        cents = min(-balance[payer], balance[payee])
        if cents <= 0:
            return  # a sheet that does not sum to zero pays what it can
        balance[payer] += cents
        balance[payee] -= cents
        yield Pays(payer, payee, cents)


# Prizes and till


class Prize(NamedTuple):
    """What somebody gets for a place."""

    place: int
    number: int
    cents: int


def prizes(plan: Plan, standings: Sequence[Standing]) -> tuple[Prize, ...]:
    """Money by place; who shares a place shares its prizes, odd cents by start number."""
    found: list[Prize] = []
    placed = [line for line in standings if line.place]
    for place, group in groupby(placed, key=lambda line: line.place):
        equals = sorted(line.number for line in group)
        pot = sum(plan.prizes[place - 1 : place - 1 + len(equals)])
        each, odd = divmod(pot, len(equals))
        found += [Prize(place, n, each + (at < odd)) for at, n in enumerate(equals) if pot]
    return tuple(found)


def due(cup: Cup) -> tuple[Prize, ...]:
    """Prizes for places that nobody was given yet."""
    given = {(prize.number, prize.cents) for prize in cup.prizes}
    found = prizes(cup.plan, ranking(cup))
    return tuple(prize for prize in found if (prize.number, prize.cents) not in given)


class Till(NamedTuple):
    """What lies in the till, as it should."""

    fees: int
    given: int
    owed: int  # fees nobody has paid yet

    @property
    def expected(self) -> int:
        """What must be there when it is counted."""
        return self.fees - self.given


def till(cup: Cup) -> Till:
    """Fees paid, prizes given, fees owed."""
    fees = sum(person.paid for person in cup.people.values())
    owed = sum(max(0, cup.plan.fee_cents - p.paid) for p in cup.present() if not p.bot)
    return Till(fees, sum(prize.cents for prize in cup.prizes), owed)


def charity(cup: Cup) -> int:
    """What all tables together owe the pig."""
    return sum(table_money(cup.plan, sheet).get(CHARITY, 0) for sheet in cup.sheets.values())


def moved_prizes(before: Cup, after: Cup) -> tuple[int, ...]:
    """Start numbers whose prize a change moves."""
    old, new = (
        {(p.number, p.cents) for p in prizes(cup.plan, ranking(cup))} for cup in (before, after)
    )
    return tuple(sorted({number for number, _ in old ^ new}))
