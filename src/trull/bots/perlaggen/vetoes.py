"""Vetoes: Perlaggen acts that nobody plays who knows the game, whatever a few guesses say.

Playouts follow habit, and no habit is at home where nobody ever goes. Every rule says why.
"""

from __future__ import annotations

from trull.bots.perlaggen.heuristic import loses_game, would_hold
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import Action, View


def vetoed(view: View, act: Action) -> bool:
    """A figure raised that one would not hold; an offer let good that loses the whole game."""
    assert isinstance(view, PerlaggenView), "a view of another game"
    if act.verb == "raise":
        return not would_hold(view, act.args[0][0])  # others than the book's answer bluffs
    return act.verb == "let_good" and _may_hold(view) and loses_game(view)


def _may_hold(view: PerlaggenView) -> bool:
    """Whether the oldest offer may be held: to let it good is then a choice."""
    figure = view.offers[0].figure if view.offers else ""
    return any(prompt.verb == "hold" and figure in prompt.choices for prompt in view.prompts)
