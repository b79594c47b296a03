"""Clauses: the link between rule text, code and screen.

A clause id such as ``F-8.10`` stands in ``rules/``, on the function that applies it, in the
rule set's data, in a refusal and in the settlement. This module keeps the register of which
functions apply which clause, and finds a clause's sentence in the catalogues.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TypeVar

from trull import locale

PATTERN = re.compile(r"\b([A-Z]+[0-9]*)-(?:\d+(?:\.\d+)?|A)\b")
"""What a clause id looks like, whatever the book: T-0.1, F-8.10, M-11, P90-20, KG-12, P90-A."""

_register: dict[str, list[str]] = defaultdict(list)

Law = TypeVar("Law", bound=Callable[..., object])


def clause(*ids: str) -> Callable[[Law], Law]:
    """File the decorated function under its clauses and return it unchanged."""

    def file(law: Law) -> Law:
        for name in ids:
            _register[name].append(f"{law.__module__}.{law.__qualname__}")
        return law

    return file


def register() -> Mapping[str, list[str]]:
    """Each clause id cited by code, with the functions that apply it."""
    return _register


def prefix(name: str) -> str:
    """The book of a clause id, as the clause names it; empty if the word is no clause.

    >>> prefix("P90-20"), prefix("dealer_side")
    ('P90', '')
    """
    found = PATTERN.fullmatch(name)
    return found[1] if found else ""


def text(name: str, language: str = "de") -> str | None:
    """The sentence of a clause in ``language``, or None if no such clause exists."""
    found = locale.catalogue(language).get("clause", {}).get(name)
    return None if found is None else str(found)
