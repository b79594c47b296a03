"""Text ↔ code ↔ data ↔ cases: no clause is skipped silently, none is invented.

A clause stands in ``rules/``; the laws apply it (``@clause``), the rule sets cite it beside a
number, the catalogues say it in a sentence, the case files show it for and against. What has
neither code nor data stands in ``rules/OPEN.md`` with its reason.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import trull
from casefile import all_cases, clauses_of
from trull import clauses, ruleset

ROOT = Path(__file__).parent.parent
LINE = re.compile(r"^- \*\*([A-Z]+\d*-[\dA.]+)\*\* (?:\(([^)]*)\) )?(.+)$", re.MULTILINE)
ENFORCED = {"R", "S", "P", "O", "I-E", "E"}
"""Classes of clauses that a guarded table keeps."""


@cache
def text() -> dict[str, tuple[frozenset[str], str]]:
    """Every clause and decision of the rule texts: its classes and its sentence."""
    found = {}
    for path in sorted((ROOT / "rules").glob("*.md")):
        if path.name == "OPEN.md":
            continue
        for name, classes, sentence in LINE.findall(path.read_text(encoding="utf-8")):
            assert name not in found, f"{name} stands twice in the rules"
            parts = {part.strip() for part in re.split(r"[,]", classes)} - {""}
            found[name] = (frozenset(parts), sentence)
    return found


@cache
def cited_by_code() -> Mapping[str, list[str]]:
    for module in pkgutil.walk_packages(trull.__path__, "trull."):
        if module.name.startswith(("trull.laws", "trull.kernels", "trull.cup")):
            importlib.import_module(module.name)
    return dict(clauses.register())


@cache
def cited_by_data() -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in ruleset.published():
        for place, cited in _citations(ruleset.load(name).sections, name):
            found.setdefault(cited, []).append(place)
    return found


def _citations(rows: object, place: str) -> Iterator[tuple[str, str]]:
    if not isinstance(rows, Mapping):
        return
    for key, value in rows.items():
        here = f"{place}.{key}"
        if isinstance(value, Mapping):
            yield from _citations(value, here)
        elif isinstance(value, str) and (key.endswith("clause") or ".cite." in here):
            yield here, value


@cache
def open_clauses() -> frozenset[str]:
    rows = (ROOT / "rules" / "OPEN.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^\| ([A-Z]+\d*-[\dA.]+) \|", rows, re.MULTILINE))


@cache
def cases() -> Mapping[str, set[bool]]:
    """For each clause whether there is a case for it (False) and against it (True)."""
    found: dict[str, set[bool]] = {}
    for _name, case in all_cases():
        for name in clauses_of(case):
            found.setdefault(name, set()).add(bool(case.get("against", False)))
    return found


def _is_decision(name: str) -> bool:
    return name[:2] in ("KG", "LG", "PG")


def test_every_citation_in_the_code_is_a_clause_of_the_text() -> None:
    unknown = {name: where for name, where in cited_by_code().items() if name not in text()}
    assert not unknown


def test_every_citation_in_a_rule_set_is_a_clause_of_the_text() -> None:
    unknown = {name: where for name, where in cited_by_data().items() if name not in text()}
    assert not unknown


def test_every_case_is_about_clauses_of_the_text() -> None:
    assert not set(cases()) - set(text())


def test_every_clause_in_force_has_code_or_data() -> None:
    served = set(cited_by_code()) | set(cited_by_data()) | open_clauses()
    missing = [n for n in text() if n not in served and not _is_decision(n)]
    assert not missing


def test_what_stands_open_is_not_enforced_anywhere() -> None:
    """OPEN.md lists only clauses of the text, and none of a class the guarded table keeps."""
    assert open_clauses() <= set(text())
    kept = [n for n in open_clauses() if text()[n][0] & ENFORCED]
    assert not kept


def test_every_enforced_clause_has_a_case_for_and_a_case_against() -> None:
    wanted = [n for n, (classes, _) in text().items() if classes & ENFORCED]
    lacking = {
        n: "for" if False not in cases().get(n, set()) else "against"
        for n in wanted
        if cases().get(n, set()) != {False, True}
    }
    assert not lacking


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_clause_has_a_sentence_in_both_languages(language: str) -> None:
    silent = [name for name in text() if not clauses.text(name, language)]
    assert not silent


@pytest.mark.parametrize("game", ["koenigrufen", "lhombre", "perlaggen"])
def test_the_rule_text_lists_every_option_and_no_other(game: str) -> None:
    books = [ruleset.load(name) for name in ruleset.published() if name.startswith(game)]
    known = {name for book in books for name in (*book.options, *book.section("preset"))}
    told = (ROOT / "rules" / f"{game}.md").read_text(encoding="utf-8").split("# Options\n")[1]
    missing = {name for book in books for name in book.options if f"`{name}`" not in told}
    assert missing == set()
    assert set(re.findall(r"^\| `(\w+)`", told, re.MULTILINE)) <= known
