"""The bots of Perlaggen."""

from __future__ import annotations

from trull.bots.game import GameBots
from trull.bots.perlaggen.belief import PerlaggenBelief
from trull.bots.perlaggen.heuristic import advise

BOTS = GameBots(advise=advise, belief=PerlaggenBelief)
