"""What can be forced with open hands: the solver's answers as points of the sheet.

One row a world, one number a card; a row is left out (None) where the solver gave up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trull.bots import fast
from trull.bots.search.level import Level
from trull.laws.lhombre.book import Book
from trull.laws.lhombre.view import LhombreView
from trull.laws.perlaggen.view import PerlaggenView

if TYPE_CHECKING:
    from trull.bots.fast import World
    from trull.state import View

Row = list[float] | None


def forced(view: View, worlds: Sequence[World], level: Level) -> tuple[tuple[str, ...], list[Row]]:
    """The cards that may be played, and for each world what each of them forces."""
    if isinstance(view, LhombreView):
        return _lhombre(view, worlds, level)
    assert isinstance(view, PerlaggenView), "Königrufen's cards have a module of their own"
    return _perlaggen(view, worlds, level)


def _lhombre(
    view: LhombreView, worlds: Sequence[World], level: Level
) -> tuple[tuple[str, ...], list[Row]]:
    """The Ombre's points at the rate of his bid, and the consolation for the game."""
    core = fast.core("lhombre")
    packed = core.pack(core.spot(view), list(worlds))
    goal, contract = core.goals(packed)[0], Book.of(view.rules).contract(view.bid)
    rate = contract.rate.value if contract.rate is not None else 0
    share = 2.0 if view.seat == view.ombre else -1.0

    def worth(thirds: int) -> float:
        won = 1 if thirds >= goal.bar else -1
        return share * (won * contract.consolation.value + rate * (thirds - goal.bar) / 3)

    answers = core.values(packed, goal, level.nodes, 1).tolist()
    return packed.plays, [_row(answer, worth) for answer in answers]


def _perlaggen(
    view: PerlaggenView, worlds: Sequence[World], level: Level
) -> tuple[tuple[str, ...], list[Row]]:
    """The Spiel at what it stands at."""
    core = fast.core("perlaggen")
    packed = core.pack(core.spot(view), list(worlds))
    goal = core.goals(packed)[0]
    words = [figure.stake for figure in view.figures if figure.figure == "S"]
    stake = float(words[0]) if words and words[0].isdigit() else 1.0

    def worth(won: int) -> float:
        return stake * (2 * won - 1)

    answers = core.wins(packed, goal, goal.bar, level.nodes, 1).tolist()
    return packed.plays, [_row(answer, worth) for answer in answers]


def _row(answer: Sequence[int], worth: Callable[[int], float]) -> Row:
    return None if min(answer) < 0 else [worth(value) for value in answer]
