"""The bots of Tarock à l'Hombre."""

from __future__ import annotations

from trull.bots.game import GameBots
from trull.bots.lhombre.belief import LhombreBelief
from trull.bots.lhombre.heuristic import advise

BOTS = GameBots(advise=advise, belief=LhombreBelief)
