"""The contracts of a finished deal of Perlaggen, and who won them."""

from __future__ import annotations

from trull.bots.game import Outcome
from trull.laws.perlaggen.view import PerlaggenView
from trull.settlement import Settlement
from trull.state import View


def played(view: View, result: Settlement) -> tuple[Outcome, ...]:  # noqa: ARG001
    """Each figure that was bid, by the seat that bid it first."""
    assert isinstance(view, PerlaggenView), "a view of another game"
    bidders: dict[str, int] = {}
    for act in view.seen:
        if act.verb in ("bid", "bid_blind"):
            for figure in act.args:
                bidders.setdefault(figure, act.seat)
    return tuple(
        Outcome(figure.figure, bidders[figure.figure], figure.winner == bidders[figure.figure] % 2)
        for figure in view.figures
        if figure.figure in bidders
    )
