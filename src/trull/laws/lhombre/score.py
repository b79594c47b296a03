"""The settlement: Consolation, points, Volte, fines, and the optional extras.

``Facts`` is all that decides the money. A finished deal yields them (``facts_of``); a case file
writes them down; both are settled here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from trull.clauses import clause
from trull.errors import RuleSetError
from trull.laws.lhombre import honours, penalties
from trull.laws.lhombre.book import PAGAT, SEATS, Book
from trull.laws.lhombre.count import points_of
from trull.laws.lhombre.honours import Honour
from trull.laws.lhombre.table import State, dealer_of, opponents_of, side_of, tricks_of
from trull.ruleset import RuleSet
from trull.settlement import Factor, Line, Payment, Settlement
from trull.state import Seat


class PagatLast(NamedTuple):
    """The Pagat fell in the last trick: who played it and who took the trick."""

    seat: Seat
    taker: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What decides the money of a deal."""

    ombre: Seat | None  # None: all passed
    bid: str = ""
    points: int | None = None  # the Ombre's card points; None: not played
    volte: str | None = None  # won, lost
    offenders: tuple[Seat, ...] = ()  # once for each fault
    noted: tuple[str, ...] = ()  # what was established and carries no money
    honours: tuple[tuple[Seat, Honour], ...] = ()
    pagat: PagatLast | None = None


class Part(NamedTuple):
    """A part of the game's value: what each opponent pays the Ombre for it (or gets, if < 0)."""

    item: str
    clause: str
    unit: int
    amount: int
    factors: tuple[Factor, ...] = ()


# What the game is worth


@clause("L-7.11", "LG-15")
def parts(book: Book, facts: Facts) -> tuple[Part, ...]:
    """À trois is paid without play; a game its Consolation and points, with or without Volte."""
    if facts.ombre is None:
        return ()
    contract = book.contract(facts.bid)
    if contract.rate is None:
        price = contract.consolation
        paid = book.options.a_trois == "paid"
        return (Part("trois", price.clause, price.value, price.value),) if paid else ()
    if facts.volte is None:
        return (consolation(book, facts), *points_part(book, facts))
    volte = volte_part(book, facts)
    if book.options.volte_mode == "side":
        return (consolation(book, facts), *points_part(book, facts), volte)
    return (volte, *points_part(book, facts))


def _over(book: Book, facts: Facts) -> int:
    """Points over his game; negative: points missing."""
    assert facts.points is not None, "a game that is played has points"
    return facts.points - book.options.target


@clause("L-7.5", "L-7.7", "L-7.9", "M-14", "LG-03")
def consolation(book: Book, facts: Facts) -> Part:
    """The fixed price of the bid, to the Ombre with 40 points or more, else from him."""
    price = book.contract(facts.bid).consolation
    sign = 1 if _over(book, facts) >= 0 else -1
    return Part("consolation", price.clause, price.value, sign * price.value)


@clause("L-7.6", "L-7.8", "L-7.10", "L-14.5", "L-14.9", "M-14")
def points_part(book: Book, facts: Facts) -> tuple[Part, ...]:
    """The rate of the bid for every point over or missing; set off against a lost Volte."""
    rate, over = book.contract(facts.bid).rate, _over(book, facts)
    assert rate is not None, "a bid without a rate is not played"
    if not over:
        return ()
    name = "points_over" if over > 0 else "points_missing"
    times = (Factor(name, abs(over), "M-14"),)
    cited = rate.clause
    if facts.volte is not None and book.options.volte_mode == "replace":
        cited = "L-14.5" if facts.volte == "lost" and over > 0 else "L-14.9"
    return (Part("points", cited, rate.value, rate.value * over, times),)


@clause("L-14.3", "L-14.4", "L-14.6", "L-14.7", "L-14.8", "LG-08")
def volte_part(book: Book, facts: Facts) -> Part:
    """Announced and made its price is the Ombre's; announced and lost he pays it."""
    price = book.contract(facts.bid).volte
    assert price is not None, "no Volte in this bid"
    if facts.volte == "won":
        return Part("volte", price.clause, price.value, price.value)
    return Part("volte_lost", "L-14.4", price.value, -price.value)


def game_value(book: Book, facts: Facts) -> int:
    """g: what each opponent pays the Ombre; negative, the Ombre pays each opponent."""
    return sum(part.amount for part in parts(book, facts))


@clause("L-7.4", "LG-08")
def fine_value(book: Book, facts: Facts) -> int:
    """G: the value of this hand for one opponent, the Volte included unless agreed otherwise."""
    if book.options.penalty_base == "game_only":
        facts = replace(facts, volte=None)
    return abs(game_value(book, facts))


# The lines


@clause("L-3.4", "L-6.6", "L-7.3")
def settle(book: Book, facts: Facts) -> Settlement:
    """The game as it was played, then the fines, then the extras: all at the end."""
    thrown_in = () if parts(book, facts) else ("thrown_in",)
    lines = (
        *_game_lines(book, facts),
        *_fine_lines(book, facts),
        *_honour_lines(facts),
        *_pagat_lines(book, facts),
    )
    notes = (*thrown_in, *facts.noted)
    return Settlement(SEATS, lines, notes=notes, game=facts.bid, player="ombre")


def _game_lines(book: Book, facts: Facts) -> Iterator[Line]:
    if facts.ombre is None:
        return
    for part in parts(book, facts):
        pays = _each_pays(facts.ombre, part.amount)
        winner = "ombre" if part.amount > 0 else "opponents"
        yield Line(part.item, part.clause, part.unit, pays, pays, winner, factors=part.factors)


def _each_pays(ombre: Seat, amount: int) -> tuple[Payment, ...]:
    """Each opponent pays the Ombre; a negative amount goes the other way."""
    if amount > 0:
        return tuple(Payment(seat, ombre, amount) for seat in opponents_of(ombre))
    return tuple(Payment(ombre, seat, -amount) for seat in opponents_of(ombre))


@clause("L-6.5", "L-7.1")
def _fine_lines(book: Book, facts: Facts) -> Iterator[Line]:
    """Each offender's own fine."""
    if facts.ombre is None:
        return
    wins, value = game_value(book, facts) >= 0, fine_value(book, facts)
    if not value:
        return
    several = len(set(facts.offenders)) > 1
    for offender in penalties.fined(book, facts.offenders):
        cited = penalties.fine_clause(several, offender == facts.ombre, wins)
        pays = penalties.fine(book, offender, facts.ombre, wins, value)
        yield Line("fine", cited, value, pays, pays)


@clause("O-1")
def _honour_lines(facts: Facts) -> Iterator[Line]:
    """Each other player pays an honour at once; it is never doubled."""
    for seat, honour in facts.honours:
        pays = tuple(Payment(payer, seat, honour.value) for payer in opponents_of(seat))
        item = f"honour_{honour.kind}"
        yield Line(item, "O-1", honour.value, pays, pays, note=honour.word)


@clause("O-2")
def _pagat_lines(book: Book, facts: Facts) -> Iterator[Line]:
    """A Pagat that takes the last trick is paid; one the other side takes there pays."""
    price, pagat = book.options.pagat_ultimo, facts.pagat
    if not price or pagat is None or facts.ombre is None:
        return
    side = side_of(facts.ombre, pagat.seat)
    if pagat.taker in side and pagat.taker != pagat.seat:
        return
    for_ombre = facts.ombre in (side if pagat.taker == pagat.seat else _others(side))
    amount = price if for_ombre else -price
    winner = "ombre" if for_ombre else "opponents"
    pays = _each_pays(facts.ombre, amount)
    yield Line("pagat_ultimo", "O-2", price, pays, pays, winner)


def _others(side: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(SEATS) if seat not in side)


# The facts of a finished deal


@clause("L-5.1", "L-5.3", "LG-21")
def account(s: State, book: Book) -> Settlement:
    """The settlement of a finished deal; none if a misdeal was found, however late."""
    assert s.phase == "over", "the deal is not over"
    return penalties.misdeal(SEATS) if s.slips.void else settle(book, facts_of(s, book))


def facts_of(s: State, book: Book) -> Facts:
    """What decides the money of this deal, counted under ``book``."""
    noted = penalties.noted(s.slips.upheld)
    if s.ombre is None:
        return Facts(ombre=None, noted=noted)
    found = penalties.established(s.slips.upheld)
    offenders = penalties.offenders(book, found, dealer_of(s.setup), s.ombre)
    if book.contract(s.bid).rate is None:
        return Facts(ombre=s.ombre, bid=s.bid, offenders=offenders, noted=noted)
    return Facts(
        ombre=s.ombre,
        bid=s.bid,
        points=points_of(s, book),
        volte=volte_outcome(s),
        offenders=offenders,
        noted=noted,
        honours=honours.declared(s, book) if book.options.honneurs else (),
        pagat=pagat_last(s),
    )


@clause("L-14.3", "L-14.4", "LG-12")
def volte_outcome(s: State) -> str | None:
    """Unannounced there is no Volte; announced it is won with every trick that was played."""
    if not s.play.volte or s.ombre is None:
        return None
    return "won" if tricks_of(s.play, s.ombre) == len(s.play.done) else "lost"


@clause("O-2")
def pagat_last(s: State) -> PagatLast | None:
    """Who played the Pagat to the last trick, and who took it."""
    last = s.play.done[-1] if s.play.done else None
    if last is None or PAGAT not in last.cards:
        return None
    return PagatLast(Seat((last.leader + last.cards.index(PAGAT)) % SEATS), last.taker)


def repriced(s: State, rules: RuleSet) -> Settlement:
    """The same deal under another rule set; RuleSetError where it could not have been played."""
    book = Book.of(rules)
    if s.play.volte and not book.options.volte:
        raise RuleSetError(rules.name, "a Volte was announced, and here it is not played")
    return account(s, book)
