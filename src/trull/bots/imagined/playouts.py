"""The rest of a deal by the learnt players on all seats, at many tables at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from trull import laws
from trull.bots import game as bots
from trull.bots.imagined.tables import NOTHING, Tables
from trull.bots.learnt import Network, network
from trull.machine.tokens import SILENT, of_game

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words
    from trull.bots.imagined.tables import Truths


class Players:
    """The learnt players of a game: how they choose at many tables."""

    def __init__(self, game: str) -> None:
        """What is never said is known beforehand."""
        words = of_game(game)
        verbs = [token.partition(" ")[0] for token in words.tokens]
        self._network: Network = network(game)
        self._cards, self._silent = words.cards, words.index.get(SILENT)
        self._signs = np.array([verb in laws.of(game).asides for verb in verbs])
        self._idle = np.array([verb in bots.of(game).left_to_book for verb in verbs])

    def tokens(self, tables: Tables, luck: Floats, mixes: bool) -> Words:
        """The token liked best; where a game is mixed a word is drawn by liking."""
        lawful = self._sensible(tables.lawful())
        liked = np.where(lawful, self._network.likes_all(tables.seen), -np.inf)
        best: Words = liked.argmax(axis=1)
        if mixes:
            speaks = np.flatnonzero(lawful[:, self._cards :].any(axis=1))
            best[speaks] = _by_liking(liked[speaks], luck[speaks])
        return best

    def _sensible(self, lawful: Truths) -> Truths:
        """No signs, and no questions out of turn: they could be put without end."""
        known = len(self._signs)
        if self._signs.any():
            lawful[:, :known] &= ~self._signs
        if self._silent is not None:
            asked = lawful[:, self._silent]
            lawful[:, :known] &= ~(asked[:, None] & self._idle)
        return lawful


def _by_liking(liked: Floats, luck: Floats) -> Words:
    """A token for each row, drawn with its share of the liking."""
    upto = np.exp(liked - liked.max(axis=1, keepdims=True)).cumsum(axis=1)
    found: Words = (upto > luck[:, None] * upto[:, -1:]).argmax(axis=1)
    return found


def outcomes(tables: Tables, paths: Sequence[tuple[int, ...]], seed: int, seat: int) -> Floats:
    """What each of some acts of the seat that is asked brings it: table by act, in points.

    Every act meets the same luck at a table. A table that does not offer an act pays nothing.
    """
    many, acts = len(tables), len(paths)
    copies = tables.kept(np.repeat(np.arange(many), acts))
    for column in _from_behind(paths).T[:-1]:
        copies.say(np.tile(column, many))
    copies.say(np.tile([path[-1] for path in paths], many), onward=True)
    points = played_out(copies, np.repeat(np.arange(many), acts), seed)
    paid: Floats = points[:, seat].reshape(many, acts) / tables.machine.unit
    return paid


def _from_behind(paths: Sequence[tuple[int, ...]]) -> Words:
    """The paths below each other so that all end together."""
    longest = max(map(len, paths))
    return np.array([(NOTHING,) * (longest - len(path)) + path for path in paths])


def played_out(tables: Tables, lucks: Words, seed: int) -> Words:
    """The points of all seats once every deal is over; tables of one luck draw the same numbers."""
    players, mixes = Players(tables.machine.game), tables.machine.learning.mixes
    chance, most = np.random.default_rng(seed), int(lucks.max(initial=0)) + 1
    points, rows = np.zeros_like(tables.points), np.arange(len(tables))
    while True:
        points[rows[tables.over]] = tables.points[tables.over]
        going = ~tables.over
        rows, tables = rows[going], tables.kept(going)
        if not rows.size:
            return points
        luck = chance.random(most)[lucks[rows]] if mixes else np.zeros(len(rows))
        tables.say(players.tokens(tables, luck, mixes), onward=True)
