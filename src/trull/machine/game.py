"""A game as a machine: what its package gives as ``MACHINE``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from trull import games
from trull.errors import TrullError
from trull.machine.fields import Fields
from trull.ruleset import RuleSet


class Machine(NamedTuple):
    """Sizes, rule rows and functions of a game."""

    game: str
    numbers: Callable[[RuleSet], tuple[int, ...]]
    """The rule row of a rule set."""
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
    names: Mapping[str, object]
    """What ``loops`` asks for, functions and places."""


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
