"""Where a clause stands in its source: document, part and heading, from the texts in ``rules/``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import cast

from trull import clauses
from trull.learn import shelf
from trull.written import UTF8

HEADING = re.compile(r"^(#+) (.+)$")
NUMBER = re.compile(r"^(§ )?[\d.]+ (?=\D)|^Rules? [\d and to]+: ")
"""What a heading has before its words; the part of the source is said without it."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A place in a source; without a document it is a decision of this project."""

    document: str
    part: Mapping[str, str] = field(default_factory=dict)  # by language; empty: not numbered there
    heading: str = ""  # as our rule text has it


def place(name: str) -> Place | None:
    """The place of a clause; None where no rule text has it."""
    headings, sources = _headings(), _sources()
    source = sources.get(clauses.prefix(name))
    if source is None or name not in headings:
        return None
    number = name.partition("-")[2].partition(".")[0]
    numbered = "part" in source and number != source.get("unnumbered")
    parts = cast(Mapping[str, str], source["part"]) if numbered else {}
    return Place(
        document=str(source.get("document", "")),
        part={language: one.format(n=number) for language, one in parts.items()},
        heading=NUMBER.sub("", headings[name]),
    )


@cache
def _sources() -> Mapping[str, Mapping[str, object]]:
    """The documents by what the numbers of their clauses begin with."""
    at = shelf.folder("rules")
    if at is None or not (at / "places.toml").is_file():
        return {}
    return tomllib.loads((at / "places.toml").read_text(encoding=UTF8))


@cache
def _headings() -> Mapping[str, str]:
    """The nearest heading above each clause in its rule text."""
    found: dict[str, str] = {}
    for path in shelf.files("rules", ".md"):
        above = ""
        for line in path.read_text(encoding=UTF8).splitlines():
            if heading := HEADING.match(line):
                above = heading[2]
            elif clause := shelf.LINE.match(line):
                found[clause[1]] = above
    return found
