"""Guesses on tables of the compiled machine: said at, looked at, thinned out and copied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from trull.machine import game
from trull.machine.game import Machine
from trull.machine.game_loops import loops_of
from trull.state import Setup

if TYPE_CHECKING:
    import numpy.typing as npt

    from trull.bots.fast.world import Words
    from trull.machine.words import Block

    Bytes = npt.NDArray[np.int8]
    Truths = npt.NDArray[np.bool_]

LOOKING, NOTHING = 1, -1
"""Observations are written; nothing is said at a table."""


@dataclass(slots=True, kw_only=True)
class Tables:
    """Tables by one rule set, a row each in all arrays, which are written in place."""

    machine: Machine
    rules: Words
    states: Words
    mask: Words
    """The lawful tokens of the seat that is asked, as bits."""
    seen: Bytes
    """What that seat may know."""
    seat: Words
    """Who is asked."""
    points: Words
    """Where the deal is over: what it brought each seat, in parts of a point."""
    over: Truths
    """Where the last token ended the deal; such a table is of no more use."""

    def __len__(self) -> int:
        return len(self.states)

    def kept(self, rows: Words | Truths) -> Tables:
        """These tables alone, one named twice copied."""
        return replace(
            self,
            states=self.states[rows],
            mask=self.mask[rows],
            seen=self.seen[rows],
            seat=self.seat[rows],
            points=self.points[rows],
            over=self.over[rows],
        )

    def lawful(self) -> Truths:
        """The lawful tokens with a truth value for each."""
        words = self.mask.view(np.uint8)
        return np.unpackbits(words, axis=1, bitorder="little").astype(bool)

    def offers(self, tokens: Words) -> Truths:
        """Whether each table offers its token; to say nothing is always lawful."""
        words = self.mask[np.arange(len(self)), np.maximum(tokens, 0) >> 6]
        lawful: Truths = (words >> (tokens & 63) & 1 != 0) | (tokens == NOTHING)
        return lawful

    def say(self, tokens: Words, onward: bool = False) -> None:
        """A lawful token at each table, or ``NOTHING``; ``onward`` does what is forced after it."""
        rows, many = np.zeros(len(self), np.int64), len(self)
        seeds, secrets = np.zeros(many, np.int64), np.zeros((many, 0), np.int8)
        over, tokens = np.zeros(many, np.int64), np.ascontiguousarray(tokens, np.int64)
        sights = (self.mask, self.seen, secrets, self.seat)
        loops_of(self.machine.game).step(
            *(self.states, self.rules, rows, seeds, *sights, tokens, self.points, over),
            *(1, int(onward), LOOKING, 0, many),
        )
        self.over = over != 0


def laid(setups: Sequence[Setup]) -> Tables:
    """Tables at which these set-ups, all by one rule set, are about to be cut."""
    machine = game.of(setups[0].rules.game)
    rules, many = list(machine.numbers(setups[0].rules)), len(setups)
    tables = Tables(
        machine=machine,
        rules=np.array([rules], np.int64),
        states=np.array([_signed(machine.laid(setup, rules)) for setup in setups], np.int64),
        mask=np.zeros((many, machine.mask), np.int64),
        seen=np.zeros((many, machine.fields.size), np.int8),
        seat=np.zeros(many, np.int64),
        points=np.zeros((many, machine.seats), np.int64),
        over=np.zeros(many, bool),
    )
    tables.say(np.full(many, NOTHING))
    return tables


def _signed(words: Block) -> Block:
    """Words as compiled code keeps them: the highest bit is the sign."""
    return [word - ((word >> 63 & 1) << 64) if word >= 0 else word for word in words]
