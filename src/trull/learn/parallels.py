"""What the other books of a game say about the matter of a clause, computed from three registers.

    rows      the same row of data, or the same topic of ``cite``, stands by a clause of each book
    laws      a function of ``laws/`` that carries exactly one clause of each book
    cases     the cases of the clause, tried under the other book

Rows and cases say whether the books agree; a shared law alone says only that the matter is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from trull import clauses, laws, ruleset
from trull.learn import shelf
from trull.ruleset import RuleSet

Verdict = Literal["same", "other", "matter", "silent"]
Probe = Callable[[RuleSet], bool | None]
"""Whether another book answers a case alike; None where the case cannot come about in it."""
Topic = tuple[str, str]
"""A section of a book and a row of it."""
NOTES = ("clause", "values")
"""Cells of a row that say nothing about what is played or paid."""


@dataclass(frozen=True, kw_only=True)
class Parallel:
    """Another book on the same matter; ``silent``: it has no such row."""

    book: str
    clauses: tuple[str, ...]
    verdict: Verdict
    differs: tuple[tuple[str, str, str], ...] = ()  # row and cell, here, there


def parallels(name: str, probes: Sequence[Probe] = ()) -> tuple[Parallel, ...]:
    """Every other book of the game that is not silent about what this clause regulates."""
    homes = _homes(name)
    topics = {topic for home in homes for topic in _topics(home, name)}
    found = (_parallel(name, homes, book, topics, probes) for book in _others(homes))
    return tuple(one for one in found if one is not None)


def _homes(name: str) -> list[RuleSet]:
    """The books that cite a clause; where none does, those that cite others of its text."""
    books = [ruleset.load(one) for one in ruleset.published()]
    citing = [book for book in books if any(_topics(book, name))]
    return citing or [book for book in books if clauses.prefix(name) in shelf.prefixes(book)]


def _others(homes: Sequence[RuleSet]) -> Iterator[RuleSet]:
    for one in ruleset.published():
        book = ruleset.load(one)
        if homes and book.game == homes[0].game and book not in homes:
            yield book


def _topics(book: RuleSet, name: str) -> Iterator[Topic]:
    """The rows of a book that stand by a clause."""
    for section, rows in book.sections.items():
        for key, row in rows.items():
            if name in shelf.cells(row):
                yield section, key


def _parallel(
    name: str,
    homes: Sequence[RuleSet],
    book: RuleSet,
    topics: Iterable[Topic],
    probes: Sequence[Probe],
) -> Parallel | None:
    shared = [topic for topic in sorted(topics) if topic[1] in book.section(topic[0])]
    cited = {str(_clause_of(book, topic)): None for topic in shared}
    cited |= dict.fromkeys(_by_law(name, shelf.prefixes(book)))
    differs = tuple(_differences(homes, book, shared))
    tried = [one for probe in probes if (one := probe(book)) is not None]
    told = any(section != "cite" for section, _ in shared) or bool(tried)
    verdict: Verdict
    if differs or False in tried:
        verdict = "other"
    elif told:
        verdict = "same"
    else:
        verdict = "matter" if cited else "silent"
    if verdict == "silent" and not any(section != "cite" for section, _ in topics):
        return None
    kept = tuple(one for one in cited if clauses.text(one) is not None and one != name)
    return Parallel(book=book.name, clauses=kept, verdict=verdict, differs=differs)


def _clause_of(book: RuleSet, topic: Topic) -> object:
    row: object = book.section(topic[0])[topic[1]]
    return row.get("clause", "") if isinstance(row, Mapping) else row


def _differences(
    homes: Sequence[RuleSet], book: RuleSet, shared: Sequence[Topic]
) -> Iterator[tuple[str, str, str]]:
    """Cells of shared rows that differ from those of the first book that has them."""
    for section, key in shared:
        if section == "cite":
            continue  # the same law under another number is no difference
        here = next(home for home in homes if key in home.section(section)).section(section)[key]
        there = book.section(section)[key]
        for cell in dict.fromkeys([*here, *there]):
            a, b = here.get(cell), there.get(cell)
            if a != b and not cell.endswith(NOTES):
                yield f"{section}.{key}.{cell}", _written(a, b), _written(b, a)


def _written(value: object, other: object) -> str:
    """A cell; of a list only what the other has not."""
    if isinstance(value, list):
        known = other if isinstance(other, list) else []
        return ", ".join(str(one) for one in value if one not in known)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _by_law(name: str, marks: Sequence[str]) -> Iterator[str]:
    """Clauses of another book that the same small law applies."""
    for carried in _laws().values():
        if name in carried and len({*map(clauses.prefix, carried)}) == len(carried):
            yield from (one for one in carried if one != name and clauses.prefix(one) in marks)


@cache
def _laws() -> Mapping[str, Sequence[str]]:
    """The clauses each function carries."""
    for game in {one.partition("/")[0] for one in ruleset.published()}:
        laws.of(game)  # a game files its laws when it is imported
    found = defaultdict(list)
    for name, functions in clauses.register().items():
        for function in functions:
            found[function].append(name)
    return found
