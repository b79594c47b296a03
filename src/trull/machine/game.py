"""A game as a machine: what its package gives as ``MACHINE``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from trull import games
from trull.errors import TrullError
from trull.machine.fields import Fields
from trull.machine.words import Block
from trull.ruleset import RuleSet
from trull.state import Setup


class Learning(NamedTuple):
    """What a trainer asks of a game: how to read its numbers, and what to try more often."""

    scales: Mapping[str, float]
    """Fields that are not bits, and what they are multiplied by."""
    point: float
    """Points that count as one."""
    most: float
    """Points beyond which more is not worth more: what is rare and dear would drown the rest."""
    wild: float
    """Words that are drawn more freely, so that rare contracts are played and learnt."""
    mixes: bool = False
    """Whether words are drawn by how much they are liked: who always does the best is read."""
    without: tuple[tuple[str, str], ...] = ()
    """Options that are left out of training: words no learnt player says only make deals long."""
    evenly: str = ""
    """The option that every drawn house rule draws: so that two and six are dealt to often."""


class Machine(NamedTuple):
    """Sizes, rule rows and functions of a game."""

    game: str
    seats: int
    """Seats of a table."""
    numbers: Callable[[RuleSet], tuple[int, ...]]
    """The rule row of a rule set."""
    laid: Callable[[Setup, Block], Block]
    """The words of a table about to be cut, by its rule row: how a set-up comes to lie there."""
    words: int
    """Words of a table."""
    mask: int
    """Words of a mask of tokens: token t is bit t % 64 of word t // 64."""
    unit: int
    """Points are counted in this part of a point."""
    fields: Fields
    """What an observation holds."""
    revealed: Fields
    """What nobody at the table knows, for critics in training alone."""
    learning: Learning
    """How ``train`` reads its numbers."""
    names: Mapping[str, object]
    """What ``loops`` asks for, functions and places."""

    def table_of(self, setup: Setup) -> tuple[Block, Block]:
        """The words of a table about to be cut, and its rule row."""
        rules = list(self.numbers(setup.rules))
        return self.laid(setup, rules), rules


@cache
def of(game: str) -> Machine:
    """The machine of a game by its name.

    >>> of("koenigrufen").words > 100
    True
    """
    found = games.given(game, "machine", "MACHINE")
    if not isinstance(found, Machine):
        raise TrullError(f"no machine plays whole deals of {game}")
    return found
