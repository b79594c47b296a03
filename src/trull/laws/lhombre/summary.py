"""What is to be said of a deal of Tarock à l'Hombre: bid, exchange, Volte, prices, result."""

from __future__ import annotations

from collections.abc import Iterator

from trull.laws.lhombre.book import Book
from trull.laws.lhombre.score import Facts
from trull.laws.lhombre.view import LhombreView
from trull.laws.summary import (
    Result,
    Saying,
    Stake,
    Summary,
    cards,
    notes,
    number,
    phase,
    saying,
    seats,
    words,
)
from trull.state import View

ALL_POINTS = 78
OMBRE, PASSED = saying("ombre_note"), saying("passed")


def summary(view: View) -> Summary:
    """What is to be said of a deal."""
    assert isinstance(view, LhombreView), "a view of this game"
    book = Book.of(view.rules)
    return Summary(
        heading=_heading(view),
        status=tuple(_status(view, book)),
        stakes=tuple(_stakes(view, book)) if view.bid else (),
        notes=tuple(_notes(view)),
        tricks=view.tricks if view.phase == "play" else 0,
        result=_result(view) if view.phase == "over" else None,
    )


def _heading(view: LhombreView) -> Saying:
    if view.bid and view.phase != "auction":
        return saying("game", game=words(view.bid))
    return phase(view)


def _status(view: LhombreView, book: Book) -> Iterator[Saying]:
    if view.ombre is not None:
        yield saying("ombre", who=seats(view.ombre))
        if view.phase != "over":
            yield saying("needed", n=number(book.options.target), of=number(ALL_POINTS))
    elif view.holder is not None:
        yield saying("bid", game=words(view.bid), who=seats(view.holder))
    if view.skar_lies and view.phase not in ("play", "over") and view.dealer is not None:
        yield saying("skar_lies", who=seats(view.dealer))
    if view.phase == "exchange" and view.laid:
        yield saying("to_ask", n=number(view.laid))
    if view.volte:
        yield saying("volte", tone="gold")
    for bond in view.bound:
        yield saying("bound", clause=bond.clause, who=seats(bond.seat), duty=words(bond.duty))


def _stakes(view: LhombreView, book: Book) -> Iterator[Stake]:
    contract = book.contract(view.bid)
    price = contract.consolation
    yield Stake(item=saying("consolation"), value=price.value, clause=price.clause)
    if contract.rate:
        yield Stake(item=saying("rate"), value=contract.rate.value, clause=contract.rate.clause)
    if contract.volte and view.volte:
        yield Stake(
            item=saying("volte_price"), value=contract.volte.value, clause=contract.volte.clause
        )


def _notes(view: LhombreView) -> Iterator[tuple[Saying, ...]]:
    for seat, places in enumerate(notes(view)):
        found = list(places)
        if seat == view.ombre:
            found.insert(0, OMBRE)
        elif view.phase == "auction" and seat in view.passed:
            found.insert(0, PASSED)
        gave = [asked.card for asked in view.asked if asked.giver == seat]
        if gave and view.phase != "over":
            found.append(saying("gave", cards=cards(*gave)))
        yield tuple(found)


def told(facts: Facts) -> tuple[Saying, ...]:
    """What came of a deal that is told: what was played, by whom, how many points, whose fault."""
    if facts.ombre is None:
        return ()
    line = [saying("game", game=words(facts.bid)), saying("ombre", who=seats(facts.ombre))]
    if facts.points is not None:
        line.append(saying("points", n=number(facts.points), of=number(ALL_POINTS)))
    if facts.offenders:
        line.append(saying("at_fault", who=seats(*sorted(set(facts.offenders)))))
    return tuple(line)


def _result(view: LhombreView) -> Result:
    if view.ombre is None:
        return Result(title=phase(view))
    line = [saying("ombre", who=seats(view.ombre))]
    if view.points is not None:
        line.append(saying("points", n=number(view.points), of=number(ALL_POINTS)))
    return Result(title=_heading(view), line=tuple(line))
