"""Lawful layouts: every way in which the hidden cards may lie, by the laws and by nothing else.

A layout is lawful where the deal that leads to it can be played by the acts that were done, none
of them breaking a clause, and then looks to the seat exactly as what it sees. How likely it is,
and whether anybody would have bid or played so, is not asked: that is ``belief.guesses``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from trull import laws
from trull.bots import belief, game
from trull.bots.belief.guess import Belief, Guess
from trull.errors import IllegalAction
from trull.game import Game, replay
from trull.state import View

TRIES = 20
"""Ways drawn at most for each layout that is wanted."""


class Layout(NamedTuple):
    """A lawful layout, and the game in which the cards lie so."""

    guess: Guess
    game: Game
    belief: Belief  # of who sees this much

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """What each seat holds."""
        pack = laws.of(self.game.setup.rules.game).pack
        return tuple(pack.named(held) for held in self.guess.world.hands)


def known(name: str) -> bool:
    """Whether layouts of a game can be told: its bots know what a seat may believe."""
    return game.of(name).belief is not None


def ways(view: View) -> int | None:
    """An upper bound of how many there are; None where hands alone do not tell them."""
    found = belief.of(view)
    return sum(dealing.ways for dealing in found.dealings) if found.complete else None


def every(view: View) -> Iterator[Layout]:
    """All of them, each once, in one order."""
    found = belief.of(view)
    for dealing in found.dealings:
        for places in dealing.every():
            yield from _lawful(view, found, found.placed(places, Random(0)))


def drawn(view: View, rng: Random, wanted: int) -> Iterator[Layout]:
    """So many, each drawn out of all, all equally likely; fewer where hardly any way is lawful."""
    found = belief.of(view)
    guesses = (found.draw(rng) for _ in range(wanted * TRIES))
    yield from islice((one for guess in guesses for one in _lawful(view, found, guess)), wanted)


def with_hands(view: View, hands: Sequence[Sequence[str]]) -> Layout | None:
    """The one with these hands; None where that is no lawful one."""
    pack, found = laws.of(view.rules.game).pack, belief.of(view)
    if len(hands) != view.seats:
        return None
    held = [int(pack.mask(hand)) for hand in hands]
    for dealing in found.dealings:
        places = dealing.completed(held)
        guess = None if places is None else found.placed(places, Random(0))
        for one in _lawful(view, found, guess):
            if one.guess.world.hands == tuple(held):
                return one
    return None


def _lawful(view: View, believed: Belief, guess: Guess | None) -> Iterator[Layout]:
    """The layout of a guess, if there was no breach in it and the seat could not tell it apart."""
    if guess is None:
        return
    try:
        game = replay(believed.setup(guess), believed.acts(guess))
    except IllegalAction:
        return
    if game.view_for(view.seat) == view:
        yield Layout(guess, game, believed)
