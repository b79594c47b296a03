"""The core of Königrufen: playouts and solver over worlds of one spot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast import jobs
from trull.bots.fast.world import Goal, Packed, Spot, World, Worth
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast import packing, solver
from trull.bots.koenigrufen.fast import spot as spots
from trull.bots.koenigrufen.fast.playout import play_out_koenigrufen
from trull.bots.koenigrufen.fast.prices import UNIT
from trull.bots.koenigrufen.fast.worth import worth
from trull.cards import TAROCK54
from trull.laws.koenigrufen.table import State
from trull.machine.compiled import Compiled
from trull.state import Logged, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words

PLAYOUTS = Compiled(play_out_koenigrufen)
proposed = spots.proposed


class KoenigrufenCore:
    """Playouts and solver of Königrufen."""

    solvable = 12

    def spot(self, view: View) -> spots.Spot:
        """The public part of a view in the play."""
        return spots.spot_of(view)

    def opened(self, state: Logged) -> tuple[spots.Spot, World]:
        """The spot of a state in its play, and the world as it is."""
        assert isinstance(state, State), "a state of Königrufen"
        return spots.opened(state)

    def pack(self, spot: Spot, worlds: Sequence[World]) -> packing.Packed:
        """Worlds ready to be searched."""
        assert isinstance(spot, spots.Spot), "a spot of Königrufen"
        return packing.pack(spot, worlds)

    def playouts(
        self, packed: Packed, per_play: int = 10, seed: int = 1, threads: int = 0
    ) -> Floats:
        """Mean settlement of each seat after each lawful card, for every world."""
        firsts = [int(TAROCK54.index[code]) for code in packed.plays]
        found = _run(_ours(packed), firsts, per_play, seed, threads)
        return found.reshape(len(packed.worlds), len(firsts), 4)

    def deals(self, packed: Packed, repeats: int = 10, seed: int = 1, threads: int = 0) -> Floats:
        """Mean settlement of each seat in every world, with no first card fixed."""
        found = _run(_ours(packed), [-1], repeats, seed, threads)
        return found.reshape(len(packed.worlds), 4)

    def goals(self, packed: Packed) -> tuple[Goal, ...]:
        """What can be asked of the solver, the game first; of the first world."""
        return solver.goals(_ours(packed))

    def values(self, packed: Packed, goal: Goal, limit: int = 0, threads: int = 0) -> Words:
        """What each card is worth with open hands, for every world."""
        return solver.answers(_ours(packed), goal, packed.plays, solver.EXACT, limit, threads)

    def wins(self, packed: Packed, goal: Goal, bar: int, limit: int = 0, threads: int = 0) -> Words:
        """1 where a card forces at least ``bar``, else 0, for every world."""
        return solver.answers(_ours(packed), goal, packed.plays, bar, limit, threads)

    def solve(self, packed: Packed, goal: Goal, limit: int = 0, threads: int = 0) -> Words:
        """What the position is worth with open hands, for every world."""
        return solver.answers(_ours(packed), goal, (), solver.EXACT, limit, threads)[:, 0]

    def worth(self, packed: Packed, goal: Goal, seat: int) -> Worth | None:
        """The price of each answer for a seat; None where the sheet does not follow from it."""
        return worth(_ours(packed), goal, seat)

    def warm(self) -> None:
        """Compile all that thinking about the game runs, or load what was compiled."""
        from trull.bots.koenigrufen.fast import (  # only here: they use the core
            guessing,
            playout_policy,
        )

        for entry in (guessing.GUESSES, playout_policy.PLAYOUTS, solver.SOLVE):
            entry.ready()


CORE = KoenigrufenCore()


def _ours(packed: Packed) -> packing.Packed:
    assert isinstance(packed, packing.Packed), "worlds of Königrufen"
    return packed


def _run(
    packed: packing.Packed, firsts: list[int], repeats: int, seed: int, threads: int
) -> Floats:
    worlds, plays = len(packed.worlds), len(firsts)
    parts = threads or jobs.cores()
    start, block = _block(packed, firsts, parts)
    block[at.REPEATS] = repeats
    end = len(block)
    jobs.spread(PLAYOUTS, block, worlds, parts, lambda n: (jobs.scratch(end, n, at.SCRATCH), seed))
    return block[start : start + worlds * plays * 4] / (repeats * UNIT)


def _block(packed: packing.Packed, firsts: list[int], threads: int) -> tuple[int, Words]:
    """The whole block, and where its results begin."""
    words = packing.head(packed)
    words[at.FIRST_CARDS : at.FIRST_CARDS + len(firsts)] = firsts
    rows = at.HEAD
    prices = rows + packed.rows.size
    results = prices + packed.prices.size
    words[at.ROWS], words[at.PRICES], words[at.RESULTS] = rows, prices, results
    words[at.PLAYS] = len(firsts)
    size = len(packed.worlds) * len(firsts) * 4 + jobs.room(threads, at.SCRATCH)
    room = np.zeros(size, np.int64)
    return results, np.concatenate([words, packed.rows.ravel(), packed.prices, room])
