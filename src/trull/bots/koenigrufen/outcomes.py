"""The contracts of a finished deal of Königrufen, and who won them."""

from __future__ import annotations

from trull.bots.game import Outcome
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.settlement import Settlement, totals
from trull.state import View


def played(view: View, result: Settlement) -> tuple[Outcome, ...]:
    """Each declarer by the line of his game; a Trischaken has players and no declarer to win it."""
    assert isinstance(view, KoenigrufenView), "a view of another game"
    if not view.contract:
        return ()
    if view.contract == "trischaken":
        return tuple(Outcome(contract, seat, None) for seat, contract in view.declarers)
    lines = [line.points for line in result.lines if _is_game(line.item, view)]
    sums = totals(result.seats, lines)
    return tuple(Outcome(contract, seat, sums[seat] > 0) for seat, contract in view.declarers)


def _is_game(item: str, view: KoenigrufenView) -> bool:
    name = item.partition("*")[0].partition(":")[0]
    return name == "game" or any(name == c for _seat, c in view.declarers)
