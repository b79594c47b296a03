"""The bots of Perlaggen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trull.bots.game import GameBots
from trull.bots.perlaggen.belief import PerlaggenBelief
from trull.bots.perlaggen.grounds import grounds, unit
from trull.bots.perlaggen.heuristic import advise
from trull.bots.perlaggen.noticing import DUTIES
from trull.bots.perlaggen.outcomes import played
from trull.bots.perlaggen.vetoes import vetoed

if TYPE_CHECKING:
    from trull.bots.fast.world import Core
    from trull.bots.game import Thinker


def _thinker() -> Thinker:
    from trull.bots.perlaggen.search import ranking  # only here: it brings numpy with it

    return ranking


def _core() -> Core:
    from trull.bots.perlaggen.fast.core import CORE  # only here: it brings numpy with it

    return CORE


BOTS = GameBots(
    advise=advise,
    belief=PerlaggenBelief,
    thinker=_thinker,
    core=_core,
    left_to_book=frozenset({"sign", "ask", "ask_degree", "ask_holder", "refuse_deal"}),
    vetoes=vetoed,
    grounds=grounds,
    unit=unit,
    duties=DUTIES,
    played=played,
)
