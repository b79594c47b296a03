"""First ratings, before anybody has tried: one logistic fit of bots and puzzles together.

A bot of rating R finds a puzzle of rating P with the chance 1 / (1 + 10^((P - R) / 400)). The bots
of each game and its puzzles are fitted to all their tries at once; the bot by the book has 1500. Of
a puzzle that nobody finds the tries alone would say no number: puzzles are taken to lie around
their mean with a deviation of 250.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

BOOK, AT = "heuristic", 1500.0
SPREAD = 250.0
"""Deviation of the puzzles of a game, before anything was tried."""
ROUNDS, ENOUGH = 500, 0.01
SCALE = math.log(10) / 400

Tries = Mapping[str, tuple[int, int]]
"""Of each bot how often it found a puzzle, and in how many tries."""


@dataclass(frozen=True)
class Fitted:
    """Ratings of bots by name, and of puzzles in the order of their tries."""

    bots: Mapping[str, float]
    puzzles: tuple[float, ...]


def fitted(tries: Sequence[Tries]) -> Fitted:
    """The likeliest ratings, by Newton's steps: puzzles, their mean, bots, until nothing moves."""
    bots = dict.fromkeys(sorted({bot for one in tries for bot in one}), AT)
    puzzles = [AT] * len(tries)
    for _ in range(ROUNDS):
        mean = sum(puzzles) / max(len(puzzles), 1)
        before = list(puzzles)
        puzzles = [_puzzle(now, one, bots, mean) for now, one in zip(puzzles, tries, strict=True)]
        for bot in bots.keys() - {BOOK}:
            bots[bot] = _bot(bots[bot], bot, tries, puzzles)
        if all(abs(new - old) < ENOUGH for new, old in zip(puzzles, before, strict=True)):
            break
    return Fitted(bots, tuple(puzzles))


def chance(bot: float, puzzle: float) -> float:
    """How likely a bot finds a puzzle."""
    return 1 / (1 + 10 ** ((puzzle - bot) / 400))


def _puzzle(now: float, tries: Tries, bots: Mapping[str, float], mean: float) -> float:
    """One step for a puzzle: its tries pull it, and the mean of all."""
    pull, weight = (mean - now) / SPREAD**2, 1 / SPREAD**2
    for bot, (found, of) in tries.items():
        likely = chance(bots[bot], now)
        pull -= SCALE * (found - of * likely)
        weight += SCALE**2 * of * likely * (1 - likely)
    return now + _bounded(pull / weight)


def _bot(now: float, bot: str, tries: Sequence[Tries], puzzles: Sequence[float]) -> float:
    """One step for a bot; a bot that found all or nothing stays within bounds."""
    pull, weight = (AT - now) / 1000**2, 1 / 1000**2
    for one, puzzle in zip(tries, puzzles, strict=True):
        if bot in one:
            found, of = one[bot]
            likely = chance(now, puzzle)
            pull += SCALE * (found - of * likely)
            weight += SCALE**2 * of * likely * (1 - likely)
    return now + _bounded(pull / weight)


def _bounded(step: float) -> float:
    return max(-200.0, min(200.0, step))
