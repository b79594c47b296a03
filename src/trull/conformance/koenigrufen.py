"""Königrufen's case files: settlements from facts, and lawful cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from trull import ruleset
from trull.conformance import options_of
from trull.errors import CaseError
from trull.laws.koenigrufen import told
from trull.laws.koenigrufen.book import PACK, Book, book_of
from trull.laws.koenigrufen.play import legal_at
from trull.match import balances, struck
from trull.settlement import Amount, Settlement, whole
from trull.state import Row
from trull.written import amount

Case = Mapping[str, Any]


def check(case: Case, head: Case) -> list[str]:
    """Where the laws differ from a case."""
    kind = head.get("kind") or ("legal" if "legal" in case else "settlement")
    if kind == "legal":
        return _check_legal(case)
    if kind == "settlement":
        return _check_settlement(case)
    raise CaseError(f"unknown kind of cases {kind!r}; expected settlement or legal")


# Lawful cards


def _check_legal(case: Case) -> list[str]:
    given = _given(case)
    book = _book(given)
    bound = int(PACK.mask(given.get("announced", [])))
    lawful = legal_at(
        book,
        book.contracts[given["contract"]],
        int(PACK.mask(given["hand"])),
        PACK.read(" ".join(given.get("trick", []))),
        bound,
        given.get("trick_no", 1),
    )
    found, expected = set(PACK.named(lawful)), set(case["legal"])
    if found == expected:
        return []
    return [f"legal: expected {_words(expected)}, found {_words(found)}"]


def _words(cards: set[str]) -> str:
    return " ".join(sorted(cards)) or "nothing"


# Settlement


def _given(case: Case) -> Case:
    """A case's input with all its options."""
    input_ = {key: value for key, value in case["input"].items() if value is not None}
    return {**input_, "options": options_of(case, case["input"])}


def _check_settlement(case: Case) -> list[str]:
    given = _given(case)
    if "sheet_row" in given:
        return _check_row(case)
    return _compare(case, settled(given))


def settled(given: Case) -> Settlement:
    """The settlement of a case's facts by the laws that real games use."""
    book = _book(given)
    if given["contract"] not in book.contracts:
        raise CaseError(f"{book.rules.name} has no game {given['contract']!r}")
    return told.settle(book.rules, given)


def _compare(case: Case, result: Settlement) -> list[str]:
    wrong = []
    for name, found in (
        ("points", result.points),
        ("money", result.money),
        ("written", result.written),
    ):
        if name in case:
            expected = _amounts(case[name])
            if found is None or expected != tuple(found):
                wrong.append(f"{name}: expected {_shown(expected)}, found {_shown(found)}")
    return wrong + _compare_lines(case.get("breakdown", []), result)


def _compare_lines(breakdown: Sequence[Case], result: Settlement) -> list[str]:
    """Items between the two sides must agree one by one: who won what, at which value."""
    expected = sorted(
        (line["item"], line["winner"], _amount(line["value"]))
        for line in breakdown
        if line["winner"] in ("declarer", "defenders") and isinstance(line.get("kontra", 0), int)
    )
    if not expected:
        return []
    found = sorted((line.item, line.winner, _unit(line)) for line in result.lines)
    return [] if expected == found else [f"lines: expected {expected}, found {found}"]


def _unit(line: Any) -> Amount:
    """A line's value with solo and Valat factors, without Kontra and Radl."""
    value = line.value
    for factor in line.factors:
        if factor.name in ("solo", "valat"):
            value *= factor.times
    return whole(Fraction(value))


def _check_row(case: Case) -> list[str]:
    """A row of the sheet that does not balance is struck."""
    given = case["input"]
    row = Row(deal=1, players=(0, 1, 2, 3), points=_amounts(given["sheet_row"]), money=(0,) * 4)
    if not balances(row) and not given.get("clarified", False):
        row = struck(row)
    expected = _amounts(case["points"])
    if row.points == expected:
        return []
    return [f"points: expected {_shown(expected)}, found {_shown(row.points)}"]


def _book(given: Case) -> Book:
    name = str(given["ruleset"])
    full = name if "/" in name else f"koenigrufen/{name}"
    return book_of(ruleset.load(full, _wishes(given.get("options") or {})))


def _wishes(options: Case) -> dict[str, object]:
    """A case's options as the rule set spells them: the pot and the Radl are there, or not."""
    wishes = dict(options)
    if "no_radl" in wishes:  # Skoty by its parts (T-7.1)
        wishes["radl"] = not wishes.pop("no_radl")
    match options.get("pagatkassa"):
        case "off":
            wishes["pagatkassa"] = False
        case {**pot}:
            wishes |= {"pagatkassa": True} | {f"pagatkassa_{n}": value for n, value in pot.items()}
    return wishes


def _amount(value: Any) -> Amount:
    return whole(amount(value) if isinstance(value, str) else Fraction(value))


def _amounts(values: Sequence[Any]) -> tuple[Amount, ...]:
    return tuple(_amount(value) for value in values)


def _shown(amounts: Sequence[Amount] | None) -> str:
    return "nothing" if amounts is None else " ".join(str(amount) for amount in amounts)
