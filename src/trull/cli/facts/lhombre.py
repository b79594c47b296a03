"""Facts of a deal of Tarock à l'Hombre, read or asked.

    {"ruleset": "lhombre/compagnie", "bid": "un", "ombre": 0, "points": 45, "volte": "won"}

``ombre`` is null where nobody played; ``volte`` is won, lost or left out; ``offenders`` are seats,
once for each fault.
"""

from __future__ import annotations

from trull.cli.facts import Given, Reader, ask_number, ask_until, choose
from trull.cli.screen import Screen
from trull.cli.words import Words
from trull.errors import CaseError
from trull.laws.lhombre import score
from trull.laws.lhombre.book import BIDS, SEATS, Book
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Seat

MOST = 78
"""Card points of the whole pack."""


def settle(given: Given, rules: RuleSet) -> Settlement:
    """The settlement by the laws that real games use."""
    book, reader = Book.of(rules), Reader(given)
    if given.get("ombre") is None:
        return score.settle(book, score.Facts(ombre=None))
    bid = reader.word("bid", BIDS)
    ombre = Seat(reader.number("ombre", 0, SEATS - 1))
    played = book.contract(bid).rate is not None
    volte = reader.word("volte", ("won", "lost")) if given.get("volte") else None
    if volte and not played:
        raise CaseError(f"volte: there is none in {bid}")
    facts = score.Facts(
        ombre=ombre,
        bid=bid,
        points=reader.number("points", 0, MOST) if played else None,
        volte=volte,
        offenders=tuple(_offenders(reader)),
    )
    return score.settle(book, facts)


def _offenders(reader: Reader) -> list[Seat]:
    found = []
    for seat in reader.items("offenders"):
        if type(seat) is not int or not 0 <= seat < SEATS:
            raise CaseError(f"offenders: {seat!r} is not a seat")
        found.append(Seat(seat))
    return found


def ask(screen: Screen, words: Words, rules: RuleSet) -> dict[str, object]:
    """Who played what, and how it came out."""
    book, say = Book.of(rules), words.cli
    screen.line(say("lh.ask_seats"), style="dim")
    bid = choose(screen, words, say("lh.ask_bid"), BIDS)
    found: dict[str, object] = {
        "bid": bid,
        "ombre": ask_number(screen, words, say("lh.ask_ombre"), 1, SEATS) - 1,
    }
    if book.contract(bid).rate is None:
        return found
    found["points"] = ask_number(screen, words, say("lh.ask_points"), 0, MOST)
    if book.options.volte:
        letters = dict(zip(say("lh.volte_letters").split(), ("won", "lost"), strict=True))

        def read(text: str) -> str:
            if text and text.casefold() not in letters:
                raise ValueError(say("no_such_answer", text=text))
            return letters.get(text.casefold(), "")

        found["volte"] = ask_until(screen, say("lh.ask_volte"), read)
    return found
