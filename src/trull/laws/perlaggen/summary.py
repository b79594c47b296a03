"""What is to be said of a hand of Perlaggen: trump, slate, figures, offers, who has won."""

from __future__ import annotations

from collections.abc import Iterator

from trull.laws.perlaggen.view import FigureView, PerlaggenView
from trull.laws.summary import (
    DEALER,
    Result,
    Saying,
    Standing,
    Summary,
    Value,
    number,
    party_seats,
    phase,
    saying,
    seats,
    words,
)
from trull.state import Sitting, View

UNSEEN = saying("unseen")
STAKED = ("held", "rests", "good", "done")
"""How a figure stands when it has a number."""


def summary(view: View) -> Summary:
    """What is to be said of a hand."""
    assert isinstance(view, PerlaggenView), "a view of this game"
    return Summary(
        heading=saying("trump", suit=("suit", view.trump)) if view.trump else phase(view),
        status=tuple(_status(view)),
        notes=_notes(view),
        board=() if view.phase == "cut" else tuple(_figure(view, one) for one in view.figures),
        tricks=_tricks(view) if view.phase == "play" else 0,
        parties=(party_seats(view.seats, 0), party_seats(view.seats, 1)),
        result=_result(view) if view.phase == "over" else None,
    )


def _status(view: PerlaggenView) -> Iterator[Saying]:
    yield slate_told(view.seats, view.scores)
    yield saying("target", n=number(view.target))
    if view.trump:
        yield saying("tricks", tricks=_score(view.seats, view.tricks))
    if view.owed is not None and view.owed.figure:
        yield saying("owed_figure", kind=words(view.owed.kind), figure=words(view.owed.figure))
    elif view.owed is not None:
        yield saying("owed", kind=words(view.owed.kind))
    if view.show is not None:
        yield saying("show", figure=words(view.show.figure))
    bound = dict.fromkeys(view.bound + view.joint)
    if bound:
        yield saying("bound", figures=words(*bound))


def slate_told(at_table: int, scores: tuple[int, int]) -> Saying:
    """How many points each party has."""
    return saying(
        "slate",
        score=_score(at_table, scores),
        first=seats(*party_seats(at_table, 0)),
        a=number(scores[0]),
        second=seats(*party_seats(at_table, 1)),
        b=number(scores[1]),
    )


def _score(at_table: int, numbers: tuple[int, int]) -> Value:
    return "score", tuple((party_seats(at_table, p), n) for p, n in enumerate(numbers))


def _figure(view: PerlaggenView, figure: FigureView) -> Saying:
    """How a figure stands: on offer, won, or at what number."""
    name = words(figure.figure)
    for offer in view.offers:
        if offer.figure == figure.figure:
            who, n = seats(*party_seats(view.seats, offer.party)), words(offer.number)
            return saying("offered_blind" if offer.blind else "offered", figure=name, who=who, n=n)
    if figure.winner >= 0:
        who, n = seats(*party_seats(view.seats, figure.winner)), words(figure.stake)
        return saying("figure_won", figure=name, who=who, n=n)
    status = words(figure.status)
    if figure.status in STAKED:
        return saying("figure_at", figure=name, status=status, n=words(figure.stake))
    return saying("figure", figure=name, status=status)


def _notes(view: PerlaggenView) -> tuple[tuple[Saying, ...], ...]:
    blind = view.phase == "blind"
    deals = [(DEALER,) if seat == view.dealer else () for seat in range(view.seats)]
    return tuple(
        (*found, UNSEEN) if blind and not looked else found
        for found, looked in zip(deals, view.looked, strict=True)
    )


def _tricks(view: PerlaggenView) -> int:
    """As many as somebody has cards, played or not."""
    return max(held + len(row) for held, row in zip(view.counts, view.rows, strict=True))


def _result(view: PerlaggenView) -> Result:
    line = (slate_told(view.seats, view.scores), saying("target", n=number(view.target)))
    if view.void:
        return Result(title=saying("note", note=("note", f"void:{view.void}")), line=line)
    if view.winner >= 0:
        return Result(
            title=saying("won", who=seats(*party_seats(view.seats, view.winner))), line=line
        )
    return Result(title=saying("written"), line=line)


def standing(sitting: Sitting) -> Standing:
    """The slate, and the games won so far."""
    memo = sitting.memo
    found = [slate_told(sitting.players, (memo["score0"], memo["score1"]))]
    found.append(saying("target", n=number(int(sitting.rules["target"]))))
    games = memo["games0"], memo["games1"]
    if any(games):
        found.append(saying("games", score=_score(sitting.players, games)))
    return Standing(status=tuple(found))
