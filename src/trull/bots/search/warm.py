"""Getting warm: everything a thinking bot of a game runs is compiled, or loaded, beforehand.

``python -m trull.bots.search.warm`` does it for all games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trull import ruleset
from trull.bots import fast

if TYPE_CHECKING:
    from trull.bots.fast.compiled import Entry


def warm(game: str) -> bool:
    """Compile what thinking about a game needs, the first time for up to a minute.

    False where nothing can be compiled: a bot then thinks some hundred times slower.
    """
    from trull.bots.search import bot  # noqa: F401  only here: it brings beliefs with it

    if not fast.available():
        return False
    for entry in _entries(game):
        entry.ready()
    return True


def _entries(game: str) -> tuple[Entry, ...]:
    """The compiled loops of a game; none for a game that has no core."""
    match game:
        case "koenigrufen":
            from trull.bots.koenigrufen.fast import guessing, keen, solver

            return (guessing.GUESSES, keen.PLAYOUTS, solver.SOLVE)
        case "lhombre":
            from trull.bots.lhombre.fast import core as lhombre
            from trull.bots.lhombre.fast.keen import KEEN as LHOMBRE

            return (LHOMBRE, lhombre.SOLVE)
        case "perlaggen":
            from trull.bots.perlaggen.fast.keen import FIGURED, KEEN

            return (KEEN, FIGURED)
    return ()


if __name__ == "__main__":
    for found in {name.partition("/")[0] for name in ruleset.published()}:
        warm(found)
