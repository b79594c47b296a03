"""Every sentence a person reads: one catalogue a language, shared with the web client.

The engine speaks codes with parameters; only here do they become words. A catalogue is a JSON
file of sections (``clause``, ``fault``, ``word`` …), each a flat map from code to sentence. An
installed game brings a catalogue of its own, which only adds to this one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from trull import games
from trull.errors import TrullError

LANGUAGES = ("de", "en")
Catalogue = Mapping[str, Mapping[str, Any]]


@cache
def catalogue(language: str) -> Catalogue:
    """The whole catalogue of one language, with what installed games add."""
    house = _read(resources.files(__name__), language)
    return _added(house, of_guests(language), "a sentence of Trull")


@cache
def of_guests(language: str) -> Catalogue:
    """What installed games add to the catalogue of one language."""
    found: Catalogue = {}
    for game in games.guests():
        own = _read(games.folder(game, "locale"), language)
        found = _added(found, own, f"also added by another game than {game}")
    return found


def _read(folder: Traversable, language: str) -> Catalogue:
    """The catalogue in a folder; a game may have none, then its codes are shown as they are."""
    path = folder / f"{language}.json"
    loaded: Catalogue = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return loaded


def _added(below: Catalogue, own: Catalogue, taken: str) -> Catalogue:
    """Two catalogues as one; no sentence is replaced by another."""
    for section in own:
        for code in own[section].keys() & below.get(section, {}).keys():
            raise TrullError(f"the catalogue's {section}.{code} is {taken}; rename it")
    return {name: {**below.get(name, {}), **own.get(name, {})} for name in {**below, **own}}


def say(language: str, section: str, code: str, **about: object) -> str:
    """The sentence for a code, its ``{parameters}`` filled in; the bare code if there is none."""
    return filled(catalogue(language).get(section, {}).get(code), code, about)


def filled(sentence: str | None, code: str, about: Mapping[str, object]) -> str:
    """A sentence with its parameters; the bare code and what it is about if there is none."""
    if sentence is None:
        return " ".join([code, *(str(value) for value in about.values())])
    return str(sentence).format_map(_Blank(about))


class _Blank(dict[str, object]):
    """Leaves an unknown parameter visible instead of failing in front of a player."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"
