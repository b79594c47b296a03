"""Belief: how the cards a seat does not see may lie, from its view alone.

dealing     every lawful deal with the same chance
guess       one way in which the cards may lie
batch       many guesses at once, as rows of words
layouts     all the lawful ways at once, however likely

Who may hold what, and how well a guess explains what was said, is each game's own: ``bots/<game>``.

Guesses fit everything the view holds: empty suits, duties kept, cards shown, laid away, bought,
asked for and announced, the called king, open hands. What was bid and passed makes some of them
likelier; by that they are weighed and drawn once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from trull.bots import game
from trull.bots.belief.guess import Belief, Guess, replayed
from trull.errors import TrullError
from trull.state import View

__all__ = ["Belief", "Guess", "guesses", "of", "replayed", "uniform"]

OVERSUPPLY = 2
"""Guesses weighed for each that is wanted."""
TRIES = 12
"""Attempts for each guess that is wanted."""


def of(view: View) -> Belief:
    """The belief of a view."""
    believe = game.of(view.rules.game).belief
    if believe is None:
        raise TrullError(f"nothing is believed of a game called {view.rules.game!r}")
    return believe(view)


def uniform(belief: Belief, rng: Random, wanted: int, tries: int = TRIES) -> list[Guess]:
    """Guesses that fit what was seen, all equally likely; fewer where hardly any fits."""
    found: list[Guess] = []
    for _ in range(wanted * tries):
        if len(found) == wanted:
            break
        guess = belief.draw(rng)
        if guess is not None:
            found.append(guess)
    return found


def guesses(belief: Belief, rng: Random, wanted: int) -> list[Guess]:
    """Guesses as likely as they explain what was said."""
    found = uniform(belief, rng, OVERSUPPLY * wanted)
    weights = [belief.likelihood(guess) for guess in found]
    return _drawn(found, weights, rng, wanted) if sum(weights) > 0 else found[:wanted]


def _drawn(
    found: Sequence[Guess], weights: Sequence[float], rng: Random, wanted: int
) -> list[Guess]:
    """As many as wanted, each as often as its weight says: one throw, then equal steps."""
    upto = list(accumulate(weights))
    step = upto[-1] / wanted
    mark, at, drawn = rng.random() * step, 0, []
    for _ in range(wanted):
        while upto[at] < mark and at < len(found) - 1:
            at += 1
        drawn.append(found[at])
        mark += step
    return drawn
