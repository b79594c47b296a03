"""The contracts of a finished deal of Tarock à l'Hombre, and who won them."""

from __future__ import annotations

from trull.bots.game import Outcome
from trull.laws.lhombre.view import LhombreView
from trull.settlement import Settlement
from trull.state import View


def played(view: View, result: Settlement) -> tuple[Outcome, ...]:
    """The bid that was played, by its Ombre."""
    assert isinstance(view, LhombreView), "a view of another game"
    if view.ombre is None or not view.bid:
        return ()
    return (Outcome(view.bid, view.ombre, result.points[view.ombre] > 0),)
