"""A player that learnt a whole game by playing against itself (``trull.train``).

It sees what its view tells, as the numbers of ``trull.machine.information``, and says its act token
by token: of the lawful ones that which its network likes best. A few matrix products an act, by
numpy alone.
"""

from __future__ import annotations

import json
import sys
import zipfile
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trull.errors import TrullError
from trull.machine.information import observe
from trull.machine.tokens import of_game, vocabulary
from trull.machine.wording import Wording

if TYPE_CHECKING:
    import numpy.typing as npt

    from trull.bots import Bot
    from trull.state import Action, View

    Numbers = npt.NDArray[np.float32]

VERSION = 1
"""Of the file of weights."""
FILE = "learnt.npz"


class Block(NamedTuple):
    """Two layers around which what came in is carried past."""

    first: Numbers
    bias: Numbers
    second: Numbers


class Network:
    """The weights of a game, and what they make of an observation."""

    def __init__(self, weights: dict[str, Numbers]) -> None:
        """Weights by the names they were learnt under, inputs already scaled."""
        self.first, self.bias = weights["first.weight"].T.copy(), weights["first.bias"]
        blocks = sum(name.endswith(".1.weight") for name in weights)
        self.blocks = [
            Block(
                weights[f"blocks.{n}.0.weight"].T.copy(),
                weights[f"blocks.{n}.0.bias"],
                weights[f"blocks.{n}.1.weight"].T.copy(),
            )
            for n in range(blocks)
        ]
        self.last, self.last_bias = weights["last.weight"].T.copy(), weights["last.bias"]

    def likes(self, row: npt.NDArray[np.int8]) -> Numbers:
        """How much each token is liked; only what is not nought in the row costs anything."""
        on = np.flatnonzero(row)
        x = np.maximum(row[on].astype(np.float32) @ self.first[on] + self.bias, 0)
        for first, bias, second in self.blocks:
            x = np.maximum(x + np.maximum(x @ first + bias, 0) @ second, 0)
        liked: Numbers = x @ self.last + self.last_bias
        return liked


def _file(game: str) -> Traversable:
    return resources.files("trull.bots") / game / FILE


@cache
def network(game: str) -> Network:
    """What was learnt of a game; TrullError where there is nothing that fits."""
    try:
        with _file(game).open("rb") as opened, np.load(opened) as kept:
            about = json.loads(str(kept["about"]))
            weights = {
                name: kept[name].astype(np.float32) for name in kept.files if name != "about"
            }
    except FileNotFoundError:
        raise TrullError(f"nothing was learnt of {game} yet") from None
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise TrullError(f"what was learnt of {game} cannot be read ({error})") from None
    if about.get("version") != VERSION or about.get("tokens") != of_game(game).checksum:
        raise TrullError(f"what was learnt of {game} belongs to another version of Trull")
    return Network(weights)


class LearntBot:
    """Plays what was learnt; where nothing was, and at a free table, the searching bot does."""

    name = "learnt"

    def __init__(self, seed: int) -> None:
        """The seed is the deputy's: what was learnt needs no chance."""
        self._seed = seed

    def act(self, view: View) -> Action | None:
        """The act its network likes best."""
        found = None if view.rules.free else _known(view.rules.game)
        if found is None:
            return self._deputy.act(view)
        assert view.seat is not None, "a bot has a seat"
        may_be_silent = view.seat not in view.duty
        said = Wording(view.prompts, vocabulary(view.rules), view.seat, view.seats, may_be_silent)
        while not said.whole:
            said = said.after(_best(found, view, said))
        return said.act

    @cached_property
    def _deputy(self) -> Bot:
        from trull.bots.search.bot import ThinkingBot  # only here: it brings beliefs with it

        return ThinkingBot("search", self._seed, [], exact=True)


def _best(found: Network, view: View, said: Wording) -> int:
    tokens = said.tokens()
    if len(tokens) == 1:
        return tokens[0]
    liked = found.likes(observe(view, said.so_far))
    return max(tokens, key=lambda token: float(liked[token]))


@cache
def _known(game: str) -> Network | None:
    """What was learnt, or nothing, which is said once."""
    try:
        return network(game)
    except TrullError as error:
        sys.stderr.write(f"trull: {error}; the searching bot plays instead\n")
        return None
