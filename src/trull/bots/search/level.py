"""How much a bot thinks, and how bold it is: the words after its name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from trull.errors import TrullError

STYLES = {"cautious": 0.25, "even": 0.0, "bold": -0.25, "sociable": 0.0}
"""Cost of a point of spread, in points; negative for the bold, who like it."""
SOCIABLE = "sociable"
"""The style that bids as people do; a game whose bots bid otherwise says in its own auction how."""
CARDS = "cards"
"""Restricts thinking to cards; words are left to the book."""
LEAST_SECONDS, MOST_SECONDS = 0.05, 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Numbers of guesses and tries (a thinker may have its own), and the time an act may take."""

    name: str
    worlds: int  # guesses for a card
    talk_worlds: int  # guesses for a word or a discard; 0: those are left to the book
    options: int  # acts that are tried there
    horizon: int  # so many cards in hand are solved
    nodes: int  # where the solver gives up
    style: str = "even"
    seconds: float = 1.0
    until: float = inf  # when this act's time is up, by the performance clock

    @property
    def fear(self) -> float:
        """Cost of a point of spread."""
        return STYLES[self.style]

    @property
    def is_sociable(self) -> bool:
        """Whether it bids as people do."""
        return self.style == SOCIABLE


LEVELS = {
    "quick": Level(name="quick", worlds=2, talk_worlds=3, options=3, horizon=3, nodes=2_000),
    "normal": Level(name="normal", worlds=20, talk_worlds=8, options=4, horizon=6, nodes=20_000),
    "strong": Level(name="strong", worlds=96, talk_worlds=16, options=5, horizon=8, nodes=50_000),
}


def read_level(words: list[str]) -> Level:
    """The level of the words after a bot's name, in any order: strength, style, seconds, ``cards``.

    >>> level = read_level(["bold", "cards", "0.5s", "strong"])
    >>> level.worlds, level.talk_worlds, level.style, level.seconds
    (96, 0, 'bold', 0.5)
    """
    level = LEVELS["normal"]
    for word in words:
        if word in LEVELS:
            level = replace(LEVELS[word], style=level.style, seconds=level.seconds)
        elif word in STYLES:
            level = replace(level, style=word)
        elif word != CARDS:
            level = replace(level, seconds=_seconds(word))
    return replace(level, talk_worlds=0) if CARDS in words else level


def _seconds(word: str) -> float:
    number = word.removesuffix("s")
    try:
        seconds = float(number) if word.endswith("s") else -1.0
    except ValueError:
        seconds = -1.0
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        known = ", ".join([*LEVELS, *STYLES, CARDS])
        span = f"{LEAST_SECONDS:g}s to {MOST_SECONDS:g}s"
        raise TrullError(f"a bot knows no {word!r}; expected {known}, or a time from {span}")
    return seconds
