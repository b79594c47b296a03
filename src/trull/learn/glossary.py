"""The words of the games in both languages, from ``glossary.toml`` beside the rule texts.

[[term]]
word  = { de, en }              means = { de, en }
games = who uses it             also  = other words for it, and where they are said
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from trull.errors import TrullError
from trull.learn.shelf import folder
from trull.written import UTF8


@dataclass(frozen=True)
class Term:
    """A word of some games."""

    word: Mapping[str, str]
    means: Mapping[str, str]
    games: tuple[str, ...]
    also: Mapping[str, str]

    def is_called(self, name: str) -> bool:
        """Whether somebody says so to it, in any language."""
        names = [*self.word.values(), *self.also]
        return name.casefold() in (one.casefold() for one in names)


@cache
def terms() -> tuple[Term, ...]:
    """All terms, in order of the German alphabet; none where there is no glossary."""
    at = folder("rules")
    if at is None or not (at / "glossary.toml").is_file():
        return ()
    found = tomllib.loads((at / "glossary.toml").read_text(encoding=UTF8))
    try:
        return tuple(
            Term(one["word"], one["means"], tuple(one["games"]), one.get("also", {}))
            for one in found["term"]
        )
    except (KeyError, TypeError) as error:
        raise TrullError(f"glossary.toml: a term has no {error}") from None
