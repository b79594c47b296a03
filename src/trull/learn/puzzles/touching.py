"""Cards that are as good as each other: neighbours of equal worth in one hand, and one Perlagg.

Played cards stand between nothing any more; those that lie in the trick still do.
"""

from __future__ import annotations

from collections.abc import Sequence

from trull import laws
from trull.learn.puzzles.position import Position
from trull.learn.question import stem
from trull.learn.school import school_of


def classes(at: Position, about: str = "", alive: int = 0) -> tuple[tuple[str, ...], ...]:
    """The lawful plays of a position, those as good as each other together.

    ``about`` is a card that is like no other, because the question is about it. ``alive`` are
    cards that may be in somebody's hand, where it is not known which are.
    """
    name = at.game.setup.rules.game
    apart = school_of(name).marked | {about}
    order = _order(at, alive)
    found: list[list[str]] = []
    for play in at.plays:
        before = found[-1][-1] if found else ""
        if stem(before) == stem(play) or _touch(before, play, order, name, apart):
            found[-1].append(play)
        else:
            found.append([play])
    return tuple(map(tuple, found))


def _order(at: Position, alive: int) -> Sequence[str]:
    """The cards that are not out of play, weakest first."""
    for hand in at.world.hands:
        alive |= hand
    lying = {stem(card) for _, card in at.game.view_for(None).trick}
    return [code for card, code in enumerate(at.pack.codes) if alive >> card & 1 or code in lying]


def _touch(one: str, other: str, order: Sequence[str], game: str, apart: frozenset[str]) -> bool:
    pack, worths = laws.of(game).pack, laws.worths(game)
    if not {one, other} <= set(order) or not apart.isdisjoint((one, other)):
        return False
    same_suit = pack.suit_of[pack.index[one]] == pack.suit_of[pack.index[other]]
    alike = worths.get(one) == worths.get(other)
    return same_suit and alike and abs(order.index(one) - order.index(other)) == 1
