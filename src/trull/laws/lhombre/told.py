"""A deal of Tarock à l'Hombre as it is told.

    {"bid": "un", "ombre": 0, "points": 45, "volte": "won", "offenders": [2]}

Without a bid nobody played. ``offenders`` are seats, once for each fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from trull.kernels.lhombre import points as count_points
from trull.laws.lhombre import honours, score
from trull.laws.lhombre import sitting as sittings
from trull.laws.lhombre.book import BIDS, MASKS, PACK, SEATS, Book
from trull.laws.lhombre.score import Facts, PagatLast
from trull.laws.told import (
    Field,
    Form,
    Given,
    Manner,
    When,
    at,
    hand_row,
    misspelt,
    number,
    numbers,
    rows,
    seat,
    text,
    wrong,
)
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Fault, Row, Seat, Sitting

MOST = count_points(MASKS, PACK.full)
"""Card points of the whole pack."""
LAST = SEATS - 1


def tree(rules: RuleSet) -> Form:
    """Every field there can be."""
    return _tree(Book.of(rules))


@lru_cache(maxsize=64)
def _tree(book: Book) -> Form:
    bid = When("bid", BIDS)
    played = When("bid", tuple(one for one in BIDS if book.contract(one).rate is not None))
    return (
        Field(key="bid", kind="choice", choices=BIDS),
        Field(key="ombre", kind="seat", most=LAST, when=(bid,), required=True),
        Field(key="points", kind="number", most=MOST, when=(played,), required=True, strict=True),
        Field(
            key="volte",
            kind="choice",
            choices=("won", "lost"),
            clause="L-14.1",
            when=(played,),
            asked="always" if book.options.volte else "never",
            strict=True,
        ),
        Field(
            key="offenders", kind="tally", most=LAST, clause="L-7.1", asked="seldom", when=(bid,)
        ),
        *_extras(book, played),
    )


def _extras(book: Book, played: When) -> Iterator[Field]:
    """Honours and the Pagat at the end, where they are played."""
    if book.options.honneurs:
        words = tuple(name for name, _ in book.honours)
        fields = (
            Field(key="seat", kind="seat", most=LAST, required=True),
            Field(key="kind", kind="choice", choices=words, required=True),
            Field(key="count", kind="number", most=PACK.size),
        )
        yield Field(
            key="honours", kind="items", clause="O-1", asked="seldom", when=(played,), fields=fields
        )
    if book.options.pagat_ultimo:
        for key in ("pagat_by", "pagat_taken_by"):
            yield Field(
                key=key, kind="seat", most=LAST, clause="O-2", asked="seldom", when=(played,)
            )


def faults(rules: RuleSet, given: Given) -> tuple[Fault, ...]:
    """What cannot be read, and an Ombre without a game."""
    found = misspelt(tree(rules), given)
    if not found and at(given, "ombre") is not None and at(given, "bid") is None:
        choices = ", ".join(BIDS)
        return (wrong("bid", "told_missing_choice", choices=choices),)
    by, taken = at(given, "pagat_by"), at(given, "pagat_taken_by")
    if not found and (by is None) != (taken is None):
        return (wrong("pagat_by" if by is None else "pagat_taken_by", "told_missing", "O-2"),)
    return found or tuple(_honours_told(Book.of(rules), given))


def _honours_told(book: Book, given: Given) -> Iterator[Fault]:
    """An honour that is counted has as many cards as it needs."""
    for n, one in enumerate(rows(given, "honours")):
        least = book.honour(text(one, "kind")).least
        if least and not least <= number(one, "count") <= PACK.size:
            about = {"least": least, "most": PACK.size, "found": number(one, "count")}
            yield wrong(f"honours[{n}].count", "told_number", "O-1", **about)


def settle(rules: RuleSet, given: Given) -> Settlement:
    """The settlement by the laws that real games use."""
    book = Book.of(rules)
    return score.settle(book, told(book, given))


def told(book: Book, given: Given) -> Facts:
    """The facts that are told."""
    bid, ombre = text(given, "bid"), seat(given, "ombre")
    if not bid or ombre is None:
        return Facts(ombre=None)
    offenders = tuple(Seat(one) for one in numbers(given, "offenders"))
    if book.contract(bid).rate is None:
        return Facts(ombre=Seat(ombre), bid=bid, offenders=offenders)
    by, taker = seat(given, "pagat_by"), seat(given, "pagat_taken_by")
    return Facts(
        ombre=Seat(ombre),
        bid=bid,
        points=number(given, "points"),
        volte=text(given, "volte") or None,
        offenders=offenders,
        honours=tuple(
            (Seat(number(one, "seat")), honours.priced(book, _word(one)))
            for one in rows(given, "honours")
        ),
        pagat=None if by is None or taker is None else PagatLast(Seat(by), Seat(taker)),
    )


def _word(one: Given) -> str:
    """An honour as it is declared: ``tarocks=12``, ``kings``."""
    count = number(one, "count")
    return f"{text(one, 'kind')}={count}" if count else text(one, "kind")


# The sitting


def dealt(sitting: Sitting) -> dict[str, object]:
    """Nothing that was matters for the next deal."""
    return {"sitting": dict(sitting.memo)}


def manner(sitting: Sitting) -> Manner:  # noqa: ARG001  every sitting is alike
    """Plus and minus are written."""
    return Manner(balanced=True)


def closed(sitting: Sitting, given: Given) -> tuple[Sitting, Row]:
    """The sitting after a told deal."""
    return sittings.close_deal(sitting, settle(sitting.rules, given), range(SEATS))


def by_hand(sitting: Sitting, numbers: Sequence[int]) -> tuple[Sitting, Row]:
    """The sitting after a row written by hand."""
    return sittings.entered(sitting, hand_row(sitting, range(SEATS), numbers, plus_only=False))
