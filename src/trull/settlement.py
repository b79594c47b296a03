"""Settlement: who pays whom, how much and by which clause.

A settlement is a list of lines; a line is a list of payments from one seat to another, kept
apart for the written score (*points*) and for *money*. What one seat gets another pays, so
every line and every total sums to zero by construction. Amounts are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

Amount = int | Fraction
Verdict = Literal["won", "lost", ""]
Cards = tuple[tuple[int, str], ...]
"""Cards with the seat that has each."""


class Payment(NamedTuple):
    """One seat pays another."""

    payer: int
    payee: int
    amount: Amount


class Factor(NamedTuple):
    """Something that multiplies a line: a Kontra, a solo game, a doubled round."""

    name: str
    times: int
    clause: str
    money: int | None = None  # in the money ledger, where it differs


@dataclass(frozen=True, slots=True)
class Line:
    """One item of a settlement: what it is, its clause, who pays whom.

    What each pays is ``value`` times the factors.
    """

    item: str
    clause: str
    value: Amount
    points: tuple[Payment, ...]
    money: tuple[Payment, ...]
    winner: str = ""  # the side that gets it, in the game's own words
    note: str = ""
    factors: tuple[Factor, ...] = ()
    cards: Cards = ()  # what it was made with, where the table has seen it
    owner: int | None = None  # whose game it is, where several play one each


@dataclass(frozen=True, slots=True)
class Settlement:
    """All lines of a deal."""

    seats: int
    lines: tuple[Line, ...]
    written: tuple[Amount, ...] | None = None  # a sheet that notes plus points only
    notes: tuple[str, ...] = ()  # what the deal means for the sitting, as codes
    game: str = ""  # what was played, where games have names
    player: str = ""  # the side that played it, in the words of ``winner``
    points: tuple[Amount, ...] = field(init=False)
    money: tuple[Amount, ...] = field(init=False)
    verdict: Verdict = field(init=False)  # whether who played the game has won it

    def __post_init__(self) -> None:
        points = totals(self.seats, [line.points for line in self.lines])
        apart = [line for line in self.lines if line.money is not line.points]
        money = totals(self.seats, [line.money for line in self.lines]) if apart else points
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "money", money)
        object.__setattr__(self, "verdict", self._verdict())

    def _verdict(self) -> Verdict:
        """The first line that is somebody's says it, unless only some of several have won."""
        winners = [line.winner for line in self.lines if line.winner]
        games = {line.winner for line in self.lines if line.owner is not None}
        if not winners or not self.player or len(games) > 1:
            return ""
        return "won" if winners[0] == self.player else "lost"


def totals(seats: int, payments: Iterable[Iterable[Payment]]) -> tuple[Amount, ...]:
    """What each seat has in the end."""
    sums: list[Amount] = [0] * seats
    for line in payments:
        for payment in line:  # its parts by name: to unpack a named tuple takes twice as long
            amount = payment.amount
            sums[payment.payer] -= amount
            sums[payment.payee] += amount
    return tuple([amount if type(amount) is int else whole(amount) for amount in sums])


def whole(amount: Amount) -> Amount:
    """An int where the amount is one, else the fraction."""
    if isinstance(amount, int) or amount.denominator != 1:
        return amount
    return amount.numerator


def share(amount: Amount, parts: int) -> Amount:
    """An equal share, exact.

    >>> share(9, 2)
    Fraction(9, 2)
    """
    return whole(Fraction(amount, parts))


def side_pays(losers: Iterable[int], winners: Iterable[int], amount: Amount) -> Iterator[Payment]:
    """Two against two each loser pays one winner; alone against others, each single one.

    >>> list(side_pays([1, 3], [0, 2], 2))
    [Payment(payer=1, payee=0, amount=2), Payment(payer=3, payee=2, amount=2)]
    >>> list(side_pays([0], [1, 2, 3], 1))[-1]
    Payment(payer=0, payee=3, amount=1)
    """
    losing, winning = tuple(losers), tuple(winners)
    if len(losing) == len(winning):
        for payer, payee in zip(losing, winning, strict=True):
            yield Payment(payer, payee, amount)
    else:
        for payer in losing:
            for payee in winning:
                yield Payment(payer, payee, amount)


def shown(amount: Amount) -> str:
    """An amount as it is written: ``+3``, ``-9/2``, ``0``."""
    return f"{amount:+d}" if amount and isinstance(amount, int) else _fraction(amount)


def _fraction(amount: Amount) -> str:
    if not amount:
        return "0"
    sign = "+" if amount > 0 else "-"
    return f"{sign}{abs(amount)}"


def product(factors: Iterable[Factor]) -> tuple[int, int]:
    """What the factors multiply to, in points and in money."""
    points = money = 1
    for factor in factors:
        points *= factor.times
        money *= factor.times if factor.money is None else factor.money
    return points, money


def scaled(payments: Iterable[Payment], times: Amount) -> tuple[Payment, ...]:
    """The same payments, multiplied."""
    if times == 1:
        return tuple(payments)
    return tuple(Payment(payer, payee, amount * times) for payer, payee, amount in payments)
