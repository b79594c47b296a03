"""Which games there are, and where each keeps what it gives to the rooms of the house.

A game of the house has a folder of its name in every room: ``laws/<game>`` gives ``LAWS``,
``bots/<game>`` gives ``BOTS``, ``cli/faces/<game>`` gives ``FACE``, ``learn/<game>`` gives
``SCHOOL``; its books lie in ``rulesets/<game>``. A game from elsewhere is a package registered
under the game's name in the entry-point group ``trull.games``, with the same inside it:
``<package>.laws``, ``.bots``, ``.face``, ``.learn`` and the folders ``rulesets`` and ``locale``.
Nothing else has to know of it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from types import MappingProxyType

from trull.errors import TrullError

GROUP = "trull.games"
ROOMS = {
    "laws": "trull.laws",
    "machine": "trull.machine",
    "bots": "trull.bots",
    "face": "trull.cli.faces",
    "conformance": "trull.conformance",
    "learn": "trull.learn",
}
"""Each room, and the package of the house whose modules are called like the games."""


def names() -> tuple[str, ...]:
    """The games that can be played here, those of the house first.

    >>> names()[:3]
    ('koenigrufen', 'lhombre', 'perlaggen')
    """
    return (*_of_the_house(), *sorted(guests()))


@cache
def _of_the_house() -> tuple[str, ...]:
    books = resources.files("trull.rulesets")
    return tuple(sorted(one.name for one in books.iterdir() if not one.name.startswith("__")))


@cache
def guests() -> Mapping[str, str]:
    """The games of installed packages, each with its package; none may take a house game's name."""
    found = {entry.name: entry.value for entry in metadata.entry_points(group=GROUP)}
    return MappingProxyType({n: p for n, p in found.items() if n not in _of_the_house()})


def given(game: str, room: str, name: str) -> object | None:
    """What a game gives to a room under this name; None where it has no module for that room."""
    package = guests().get(game)
    place = f"{package}.{room}" if package else f"{ROOMS[room]}.{game}"
    if game not in names() or importlib.util.find_spec(place) is None:
        return None
    module = importlib.import_module(place)
    if not hasattr(module, name):
        raise TrullError(f"{place} gives no {name}; a game's module for {room} must")
    return vars(module)[name]  # type: ignore[no-any-return]


def folder(game: str, what: str) -> Traversable:
    """The folder in which a game keeps its ``rulesets`` or its ``locale``."""
    package = guests().get(game)
    if package:
        return resources.files(package) / what
    return resources.files(f"trull.{what}") / game
