"""Every sentence a person reads: one catalogue a language, shared with the web client.

The engine speaks codes with parameters; only here do they become words. A catalogue is a JSON
file of sections (``clause``, ``fault``, ``word`` …), each a flat map from code to sentence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("de", "en")


@cache
def catalogue(language: str) -> Mapping[str, Mapping[str, Any]]:
    """The whole catalogue of one language."""
    path = resources.files(__name__) / f"{language}.json"
    loaded: Mapping[str, Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


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
