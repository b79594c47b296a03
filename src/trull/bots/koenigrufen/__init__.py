"""The bots of Königrufen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trull.bots.game import GameBots
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.ending import near_end
from trull.bots.koenigrufen.grounds import grounds, unit
from trull.bots.koenigrufen.heuristic import advise
from trull.bots.koenigrufen.outcomes import played
from trull.bots.koenigrufen.vetoes import vetoed
from trull.bots.noticing import TrickDuties, by_first_letter, follow_then_trump

if TYPE_CHECKING:
    from trull.bots.fast.world import Core
    from trull.bots.game import Thinker


def _thinker() -> Thinker:
    from trull.bots.koenigrufen.search import ranking  # only here: it brings numpy with it

    return ranking


def _core() -> Core:
    from trull.bots.koenigrufen.fast.core import CORE  # only here: it brings numpy with it

    return CORE


BOTS = GameBots(
    advise=advise,
    belief=KoenigrufenBelief,
    thinker=_thinker,
    near_end=near_end,
    core=_core,
    sociable_in=frozenset({"auction", "forehand_choice"}),
    vetoes=vetoed,
    grounds=grounds,
    unit=unit,
    duties=TrickDuties(by_first_letter, follow_then_trump),
    played=played,
)
