"""What was played in a deal and who won it, in each game's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.lhombre.view import LhombreView
from trull.laws.perlaggen.view import PerlaggenView
from trull.settlement import Settlement, totals
from trull.state import View


class Played(NamedTuple):
    """A contract (or a figure), one seat that undertook it, and whether that seat won it.

    Nothing is won where nobody plays against the others: then ``won`` is None.
    """

    contract: str
    seat: int
    won: bool | None


def played(view: View, result: Settlement) -> tuple[Played, ...]:
    """Everything undertaken in a finished deal; nothing where nobody played."""
    return READERS[view.rules.game](view, result)


def _koenigrufen(view: View, result: Settlement) -> tuple[Played, ...]:
    """Each declarer by the line of his game; a Trischaken has players and no declarer to win it."""
    assert isinstance(view, KoenigrufenView), "a view of another game"
    if not view.contract:
        return ()
    if view.contract == "trischaken":
        return tuple(Played(contract, seat, None) for seat, contract in view.declarers)
    lines = [line.points for line in result.lines if _is_game(line.item, view)]
    sums = totals(result.seats, lines)
    return tuple(Played(contract, seat, sums[seat] > 0) for seat, contract in view.declarers)


def _is_game(item: str, view: KoenigrufenView) -> bool:
    name = item.partition("*")[0].partition(":")[0]
    return name == "game" or any(name == c for _seat, c in view.declarers)


def _lhombre(view: View, result: Settlement) -> tuple[Played, ...]:
    assert isinstance(view, LhombreView), "a view of another game"
    if view.ombre is None or not view.bid:
        return ()
    return (Played(view.bid, view.ombre, result.points[view.ombre] > 0),)


def _perlaggen(view: View, result: Settlement) -> tuple[Played, ...]:  # noqa: ARG001
    """Each figure that was bid, by the seat that bid it first."""
    assert isinstance(view, PerlaggenView), "a view of another game"
    bidders: dict[str, int] = {}
    for act in view.seen:
        if act.verb in ("bid", "bid_blind"):
            for figure in act.args:
                bidders.setdefault(figure, act.seat)
    return tuple(
        Played(figure.figure, bidders[figure.figure], figure.winner == bidders[figure.figure] % 2)
        for figure in view.figures
        if figure.figure in bidders
    )


READERS: dict[str, Callable[[View, Settlement], tuple[Played, ...]]] = {
    "koenigrufen": _koenigrufen,
    "lhombre": _lhombre,
    "perlaggen": _perlaggen,
}
