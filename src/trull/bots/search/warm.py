"""Warming up: everything a thinking bot of a game runs is compiled, or loaded, beforehand.

``python -m trull.bots.search.warm`` does it for all games.
"""

from __future__ import annotations

from trull import games
from trull.bots import fast
from trull.bots import game as bots


def warm(game: str) -> None:
    """Compile what thinking about a game needs, the first time for up to a minute."""
    from trull.bots.search import bot  # noqa: F401  only here: it brings beliefs with it

    if bots.of(game).core is not None:
        fast.core(game).warm()


if __name__ == "__main__":
    for found in games.names():
        warm(found)
