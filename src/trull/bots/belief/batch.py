"""Many guesses at once: cards dealt out in rows of words, and rows drawn by how likely they are."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.belief.dealing import Dealing

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words


def many(dealing: Dealing, bits: Words, rng: Random, wanted: int) -> Words:
    """Random ways in which the hidden cards can lie: way by place by word.

    ``bits`` are the words in which each card of the pack is one bit.
    """
    splits = [dealing.split(rng) for _ in range(wanted)]
    keys = np.random.default_rng(rng.getrandbits(64))
    found = np.zeros((wanted, dealing.places, bits.shape[1]), np.int64)
    for number, held in enumerate(dealing.groups):
        sizes = np.array([split[number] for split in splits])
        order = keys.random((wanted, len(held))).argsort(axis=1)
        # A set is a sum of different bits: the sums up to the ends of the runs give the sets.
        upto = np.zeros((wanted, len(held) + 1, bits.shape[1]), np.int64)
        bits[np.array(held)[order]].cumsum(axis=1, out=upto[:, 1:])
        ends, way = sizes.cumsum(axis=1), np.arange(wanted)[:, None]
        found += upto[way, ends] - upto[way, ends - sizes]
    return found


def drawn(likely: Floats, rng: Random, wanted: int) -> Words:
    """As many rows as wanted, each as often as its weight says: one throw, then equal steps."""
    if not len(likely):
        return np.zeros(0, np.int64)
    upto = likely.cumsum()
    marks = (np.arange(wanted) + rng.random()) * (upto[-1] / wanted)
    found: Words = upto.searchsorted(marks).clip(max=len(likely) - 1)
    return found
