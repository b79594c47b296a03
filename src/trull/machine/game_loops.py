"""The loops over many tables, compiled for one game."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from trull.machine import game, loops
from trull.machine.compiled import Compiled

ROWS, WORDS, BYTES = "int64[:,::1]", "int64[::1]", "int8[:,::1]"


class Loops(NamedTuple):
    """The compiled loops of a game."""

    roll_out: Compiled
    begin: Compiled
    step: Compiled


@cache
def loops_of(name: str) -> Loops:
    """The loops of a game, compiled when they are first run."""
    names = game.of(name).names

    def entry(loop: str, *kinds: str) -> Compiled:
        plain = loops.bound(vars(loops)[loop], names)
        return Compiled(plain, f"void({', '.join(kinds)})", name)

    tables = (ROWS, ROWS, WORDS)  # states, rules, books
    sights = (ROWS, BYTES, BYTES, WORDS)  # masks, observations, secrets, seats
    whole = ("int64",)
    return Loops(
        entry("roll_out", *tables, ROWS, BYTES, WORDS, *whole * 5),
        entry("begin_all", *tables, WORDS, *sights, *whole * 3),
        entry("step_all", *tables, WORDS, *sights, WORDS, ROWS, WORDS, *whole * 5),
    )
