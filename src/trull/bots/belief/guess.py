"""A guess: one way in which the hidden cards may lie, and what a game must know to make one."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple, Protocol

from trull import laws
from trull.bots.belief.dealing import Dealing
from trull.bots.fast.world import World
from trull.cards import Card
from trull.state import Act, Logged, Setup


class Guess(NamedTuple):
    """The hidden cards filled in, as they lie now and as they were dealt."""

    world: World  # now
    dealt: tuple[int, ...]  # the hands as they were dealt
    rest: tuple[Card, ...] = ()  # talon or stock as dealt
    returned: tuple[Card, ...] = ()  # what went back face down in an exchange


class Belief(Protocol):
    """The belief of one seat, from its view."""

    @property
    def dealings(self) -> Sequence[Dealing]:
        """How the cards nobody has shown may be dealt out; no way is in two of them."""

    @property
    def complete(self) -> bool:
        """Whether the hands tell all that is hidden and may still matter."""

    def placed(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with such a way, beside the cards whose holder is known."""

    def arranged(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with these cards in these places: the seats, then what else is hidden."""

    def draw(self, rng: Random) -> Guess | None:
        """A guess that fits what was seen; None where the one tried did not."""

    def likelihood(self, guess: Guess) -> float:
        """How well the guess explains what the others said, in comparison with other guesses."""

    def setup(self, guess: Guess) -> Setup:
        """A set-up that deals so."""

    def acts(self, guess: Guess) -> tuple[Act, ...]:
        """The acts so far, hidden words filled in."""


def replayed(belief: Belief, guess: Guess) -> Logged | None:
    """The state the guess leads to; None if somebody could not have acted as he did."""
    setup = belief.setup(guess)
    rules = laws.of(setup.rules.game)
    state = rules.begin(setup)
    for seat, act in belief.acts(guess):
        if rules.faults(state, seat, act):
            return None
        state = rules.step(state, seat, act)
    return state


def bits(cards: int) -> list[Card]:
    """The cards of a set, the lowest first.

    >>> bits(0b1010)
    [1, 3]
    """
    found = []
    while cards:
        low = cards & -cards
        found.append(Card(low.bit_length() - 1))
        cards ^= low
    return found


def curve(chance: float, middle: float, steep: float = 12.0) -> float:
    """A soft step from 0 to 1 at ``middle``."""
    return 1.0 / (1.0 + exp(-steep * (chance - middle)))
