"""The bots of Tarock à l'Hombre."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trull.bots.game import GameBots
from trull.bots.lhombre.belief import LhombreBelief
from trull.bots.lhombre.ending import near_end
from trull.bots.lhombre.grounds import grounds, unit
from trull.bots.lhombre.heuristic import advise
from trull.bots.lhombre.noticing import DUTIES
from trull.bots.lhombre.outcomes import played
from trull.bots.lhombre.vetoes import vetoed

if TYPE_CHECKING:
    from trull.bots.fast.world import Core
    from trull.bots.game import Thinker


def _thinker() -> Thinker:
    from trull.bots.lhombre.search import ranking  # only here: it brings numpy with it

    return ranking


def _core() -> Core:
    from trull.bots.lhombre.fast.core import CORE  # only here: it brings numpy with it

    return CORE


BOTS = GameBots(
    advise=advise,
    belief=LhombreBelief,
    thinker=_thinker,
    near_end=near_end,
    core=_core,
    left_to_book=frozenset({"lay_silent"}),
    vetoes=vetoed,
    grounds=grounds,
    unit=unit,
    duties=DUTIES,
    played=played,
)
