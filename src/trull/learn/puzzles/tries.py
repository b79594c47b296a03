"""Who of the bots finds a puzzle: its first way through, asked of each as it would sit there.

They see their own cards alone, as at a table; what they find is what habit and counting find.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from trull import bots
from trull.bots.heuristic import HeuristicBot
from trull.bots.manners import Mannered
from trull.bots.random_bot import RandomBot
from trull.bots.search.bot import ThinkingBot
from trull.game import Game
from trull.learn.puzzles.line import PLAY, played
from trull.learn.puzzles.record import Node
from trull.state import Seat

SEEDS = 8
"""Tries of each bot."""
HARD = 2
"""So many of these must fail, for one of the first two."""
FIRST = ("heuristic", "flat:quick")
"""Those who decide whether a puzzle is hard enough."""
OTHERS = ("random", "search")
"""Those whose tries are counted as well."""


def tried(name: str, game: Game, seat: Seat, line: Node) -> tuple[int, int]:
    """How often a bot finds the whole way, and of how many tries."""
    return sum(_finds(bot_of(name, seed), game, seat, line) for seed in range(SEEDS)), SEEDS


def of_first(tries: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """The tries of those who decide whether it is hard enough."""
    return {name: tries[name] for name in FIRST if name in tries}


def hard(found: Mapping[str, tuple[int, int]]) -> bool:
    """Whether a bot of the first fails often enough."""
    return any(of - right >= HARD for right, of in found.values())


def _finds(bot: bots.Bot, game: Game, seat: Seat, line: Node | None) -> bool:
    while line is not None:
        view = game.view_for(seat)
        cards = tuple(prompt for prompt in view.prompts if prompt.verb == PLAY)
        act = bot.act(replace(view, prompts=cards))
        if act is None or act.args[0] not in line.keep:
            return False
        reply = line.replies[0]
        for card in (line.keep[0], *(reply.cards if reply.then else ())):
            game = played(game, card)
        line = reply.then
    return True


def bot_of(name: str, seed: int) -> bots.Bot:
    """A bot that tries a puzzle; its clock never ends its thinking."""
    kind, _, level = name.partition(":")
    if kind == "random":
        return RandomBot(seed)
    if kind == "heuristic":
        return Mannered(HeuristicBot(seed), seed)
    bot = ThinkingBot(name, seed, [level] if level else [], exact=kind == "search")
    bot.level = replace(bot.level, seconds=math.inf)  # counts bound it, no clock
    return Mannered(bot, seed)
