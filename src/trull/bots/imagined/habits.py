"""Guesses weighed by habit: how likely learnt players would have said what was said.

Words tell most, and the last cards: these are weighed, everything before them costs too much time.
Opponents may have other habits than the learnt players. So some doubt is mixed into every chance,
and the product is softened before guesses are drawn by it: more where few would be drawn at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from trull import laws
from trull.bots import belief as beliefs
from trull.bots import game as bots
from trull.bots.belief.batch import drawn
from trull.bots.belief.guess import Belief, Guess
from trull.bots.imagined.tables import NOTHING
from trull.bots.imagined.telling import Told, told
from trull.bots.learnt import Network, network
from trull.state import Act, Seat, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words
    from trull.bots.imagined.tables import Tables

BEFORE = frozenset({"cut", "knock", "packet", "keep", "put_together"})
"""Verbs by which cards are dealt: they tell nothing."""
CARDS = 8
"""So many cards of others are weighed, the last."""
DOUBT = 0.05
"""How often somebody acts by no habit, any lawful token as likely as another."""
SOFT = 0.5
"""The power of the product: 1 would believe that all others are learnt players."""
MANY = 0.5
"""Softer still, until so many guesses for each that is wanted share the weight."""
OVERSUPPLY, TRIES = 3, 2
"""Guesses weighed for each that is wanted, and attempts for each: many may fit nothing."""


class Standing:
    """Guesses on their tables where the view stands, each once, and how often each was drawn."""

    def __init__(self, tables: Tables, times: Words) -> None:
        self.tables, self.times = tables, times

    def __len__(self) -> int:
        return len(self.tables)


class Weigher:
    """Hears the acts, and multiplies the chances of what others said into weights."""

    def __init__(self, view: View, acts: Sequence[Act], guesses: int) -> None:
        """``acts`` are those so far, in any guess; ``guesses`` is how many there are."""
        assert view.seat is not None, "a spectator weighs nothing"
        self._network = network(view.rules.game)
        self._telling = frozenset(telling(acts, view.seat, view.rules.game))
        self.logarithms: Floats = np.zeros(guesses)

    def __call__(self, standing: Told, number: int, tokens: Words) -> None:
        """Weigh a token before it is said."""
        if number in self._telling:
            self.logarithms[standing.whose] += chances(self._network, standing.tables, tokens)

    def weights(self, whose: Words, wanted: int) -> Floats:
        """How much each of these guesses weighs, the heaviest 1."""
        many = min(MANY * wanted, MANY * len(whose))
        logarithms = self.logarithms[whose] - self.logarithms[whose].max(initial=-np.inf)
        power = SOFT
        while shared(np.exp(power * logarithms)) < many:
            power /= 2
        found: Floats = np.exp(power * logarithms)
        return found


def shared(weights: Floats) -> float:
    """Among how many the weight is shared: as many where all weigh the same, one where one does.

    >>> shared(np.array([1.0, 1.0, 0.0])), shared(np.array([]))
    (2.0, 0.0)
    """
    return float(weights.sum() ** 2 / (weights**2).sum()) if len(weights) else 0.0


def telling(acts: Sequence[Act], me: Seat, game: str) -> list[int]:
    """Which acts are weighed: words of others that mean something, and their last cards."""
    mute = BEFORE | laws.of(game).asides | bots.of(game).left_to_book
    others = [n for n, (seat, act) in enumerate(acts) if seat != me and act.verb not in mute]
    cards = [n for n in others if acts[n].action.verb == "play"]
    return sorted(set(others) - set(cards[:-CARDS]))


def chances(network: Network, tables: Tables, tokens: Words) -> Floats:
    """The logarithm of the chance of a token at each table, by learnt habits and some doubt.

    Where there was one way, or nothing is said, it is nought.
    """
    lawful = tables.lawful()
    ways = lawful.sum(axis=1)
    found: Floats = np.zeros(len(tables))
    free = np.flatnonzero((ways > 1) & (tokens != NOTHING))
    if free.size:
        liked = np.where(lawful[free], network.likes_all(tables.seen[free]), -np.inf)
        shares = np.exp(liked - liked.max(axis=1, keepdims=True))
        habit = shares[np.arange(len(free)), tokens[free]] / shares.sum(axis=1)
        found[free] = np.log((1 - DOUBT) * habit + DOUBT / ways[free])
    return found


def drawn_by_habit(view: View, belief: Belief, rng: Random, wanted: int) -> Standing:
    """Guesses on tables, as likely as the learnt players would have acted as the others did."""
    guesses = beliefs.uniform(belief, rng, OVERSUPPLY * wanted, TRIES)
    if not guesses:
        raise LookupError("no guess fits what was seen")
    return weighed(view, belief, guesses, rng, wanted)


def weighed(
    view: View, belief: Belief, guesses: Sequence[Guess], rng: Random, wanted: int
) -> Standing:
    """As many of the guesses as wanted, drawn by weight; what is drawn twice lies there once."""
    weigher = Weigher(view, belief.acts(guesses[0]), len(guesses))
    standing = told(view, belief, guesses, weigher)
    rows = drawn(weigher.weights(standing.whose, wanted), rng, wanted)
    once, times = np.unique(rows, return_counts=True)
    order = rng.sample(range(len(once)), len(once))  # else the first guesses would be neighbours
    return Standing(standing.tables.kept(once[order]), times[order])
