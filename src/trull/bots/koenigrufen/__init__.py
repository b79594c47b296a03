"""The bots of Königrufen."""

from __future__ import annotations

from trull.bots.game import GameBots
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.heuristic import advise

BOTS = GameBots(advise=advise, belief=KoenigrufenBelief)
