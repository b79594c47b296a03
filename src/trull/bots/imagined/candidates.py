"""The acts that the learnt player likes: a beam over the tokens of an act."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trull.bots.learnt import chances, network, unsaid
from trull.machine.information import mark_begun, observe
from trull.machine.wording import Wording
from trull.state import Action, View

if TYPE_CHECKING:
    from trull.machine.fields import Row

SELDOM = 0.05
"""An act less liked than this part of the best is not tried."""


class Liked(NamedTuple):
    """An act, its tokens, and its share of all liking."""

    share: float
    act: Action | None
    path: tuple[int, ...]


def candidates(view: View, book: Action, most: int) -> list[Liked]:
    """What is worth a thought, the best liked first; the act that stands is always among it."""
    found = liked(view, most)
    stands = [one for one in found if one.act == book] or [
        Liked(0.0, book, unsaid(view).path(book))
    ]
    enough = found[0].share * SELDOM
    others = [one for one in found if one.act != book and one.share >= enough]
    return [*stands, *others]


def liked(view: View, most: int) -> list[Liked]:
    """The acts liked best: of each act begun the best next tokens, of those the best."""
    row, begun = observe(view), [(1.0, unsaid(view))]
    while not all(said.whole for _share, said in begun):
        grown = [one for way in begun for one in _grown(view, row, way, most)]
        begun = nlargest(most, grown, key=lambda one: one[0])
    return [Liked(share, said.act, said.so_far) for share, said in begun]


def _grown(
    view: View, row: Row, way: tuple[float, Wording], most: int
) -> list[tuple[float, Wording]]:
    """An act begun with each of the best next tokens; a whole one as it is."""
    share, said = way
    tokens = said.tokens()
    if said.whole:
        return [way]
    if len(tokens) == 1:
        return [(share, said.after(tokens[0]))]
    seen = row.copy()
    mark_begun(view, seen, said.so_far)
    parts = chances(network(view.rules.game).likes(seen)[list(tokens)])
    best = np.argsort(-parts, kind="stable")[:most]
    return [(share * float(parts[at]), said.after(tokens[at])) for at in best]
