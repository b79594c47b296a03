"""The deals puzzles are taken from: searching bots of mixed tempers, and now and then a wild bid.

A deal follows from its rule set, its seed and its number, on every machine.
"""

from __future__ import annotations

import math
from copy import copy
from dataclasses import replace
from random import Random

from trull import bots, laws
from trull.bots.heuristic import HeuristicBot
from trull.bots.manners import Mannered
from trull.bots.random_bot import any_act
from trull.bots.search.bot import ThinkingBot
from trull.game import Game
from trull.match import Match
from trull.ruleset import RuleSet
from trull.state import Action, Seat, View

TEMPERS = ("", "", "even", "bold", "cautious")
"""Of who sits there; the first play by the book."""
WILD = 0.25
"""Share of the deals in which one seat's words before the play are drawn by chance."""
PLAY = "play"
USUAL = 4


class Sitter:
    """A bot of the source; what it does follows from its seed and its views."""

    def __init__(self, temper: str, seed: int, wild: bool) -> None:
        self._rng, self._wild = Random(seed), wild
        thinking = ThinkingBot("search", seed, ["quick", temper] if temper else ["quick"])
        thinking.level = replace(thinking.level, seconds=math.inf)  # counts bound it, no clock
        self._bot: bots.Bot = Mannered(thinking if temper else HeuristicBot(seed), seed)

    def act(self, view: View) -> Action | None:
        """Its act, or a word by chance."""
        if self._wild and view.phase != PLAY and view.seat in view.duty:
            return any_act(view, view.prompts, self._rng)
        return self._bot.act(view)


def sat(rules: RuleSet) -> int:
    """How many sit there: four, or as the rules have it."""
    seats = laws.of(rules.game).seats(rules)
    return USUAL if USUAL in seats else seats[0]


def moments(rules: RuleSet, seed: int, number: int) -> list[Game]:
    """A deal played to its end: the game before every card."""
    return [game for game, _, act in turns(rules, seed, number) if act.verb == PLAY]


def turns(rules: RuleSet, seed: int, number: int) -> list[tuple[Game, Seat, Action]]:
    """The same before every act, with who does it and what he does."""
    rng = Random(f"puzzles {rules.name} {seed} {number}")
    sitting = Match(rules, sat(rules), number % sat(rules))
    game = Game(sitting.deal(sitting.pack.shuffled(rng))[0])
    wild = rng.randrange(game.setup.seats) if rng.random() < WILD else -1
    sitters = [
        Sitter(rng.choice(TEMPERS), rng.getrandbits(40), seat == wild)
        for seat in range(game.setup.seats)
    ]
    found = []
    while not game.over:
        seat, act = _next(game, sitters)
        found.append((copy(game), seat, act))
        game.apply(seat, act)
    return found


def _next(game: Game, sitters: list[Sitter]) -> tuple[Seat, Action]:
    """Who must act does, the first of several first; partners may leave it to each other."""
    for seat in sorted(game.duty):
        act = sitters[seat].act(game.view_for(seat))
        if act is not None:
            return seat, act
    raise AssertionError(f"silent in {game.phase} though somebody must act")
