"""A rule set with its options as a row of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from trull.errors import RuleSetError
from trull.kernels.lhombre import BOTTOM, TOP
from trull.laws.lhombre.book import BIDS, TRICKS, TROIS, Book, Options
from trull.laws.lhombre.honours import priced
from trull.machine.fields import switches
from trull.machine.lhombre import layout as at
from trull.machine.lhombre.prices import PAGAT_AT, prices
from trull.machine.lhombre.sight import HONOURS, OPTIONS
from trull.ruleset import RuleSet

CLAIMS: Mapping[str, tuple[int, object]] = {
    "skar_pagat_exception": (at.PAGAT_EXCEPTION, True),
    "auction": (at.HOLDING, "hold"),
    "trois_seat": (at.TROIS_ANY, "any"),
    "vorhand_forced": (at.FORCED, True),
    "first_lead": (at.OMBRE_LEADS, "ombre"),
    "skies_scope": (at.KEPT_ALWAYS, "always"),
    "volte_window": (at.EXACTLY_EIGHT, "exactly_8"),
    "rule9_scope": (at.OVERTRUMP, "always"),
    "honneurs": (at.WITH_HONOURS, True),
}
"""Each switch's place, and the value by which its claim is true."""
LEAST_WORD = 3
"""The least number of an honour that has a token."""


@lru_cache(maxsize=256)
def numbers(rules: RuleSet) -> tuple[int, ...]:
    """The rule row of a rule set; RuleSetError where no token or place is made for what it says."""
    if rules.free:
        raise RuleSetError(rules.name, "the machine plays guarded tables; this one is free")
    book, row = Book.of(rules), [0] * at.NUMBERS
    row[: at.SHOWN] = switches(rules, OPTIONS)
    _options(row, book.options)
    for bid, contract in enumerate(book.contracts):
        if (contract.rate is None) != (bid == TROIS):
            raise RuleSetError(rules.name, "the machine plays every bid but à trois")
        row[at.SLOTS + bid], row[at.BID_OF + contract.cards] = contract.cards, bid
        row[at.VOLTE_PLAYED + bid] = int(book.options.volte and contract.volte is not None)
    _prices(row, book)
    _honours(row, book, rules)
    return tuple(row)


def _options(row: list[int], options: Options) -> None:
    for name, (place, value) in CLAIMS.items():
        row[place] = int(getattr(options, name) == value)
    row[at.SKAR_OMBRE] = int(options.skar_owner == "ombre")
    row[at.SKAR_LAYER] = int(options.skar_owner == "dealer_side")
    row[at.VOLTE_RANK] = TOP if options.skies_volte_rank == "top" else BOTTOM
    row[at.IN_TIME] = 0 if row[at.KEPT_ALWAYS] else TRICKS - options.skies_deadline


def _prices(row: list[int], book: Book) -> None:
    for bid, name in enumerate(BIDS):
        found, first = prices(book, name), at.PRICE + bid * PAGAT_AT
        row[first : first + PAGAT_AT] = found[:PAGAT_AT]
        row[at.PAGAT_PRICE : at.PAGAT_PRICE + 3] = found[PAGAT_AT:]


def _honours(row: list[int], book: Book, rules: RuleSet) -> None:
    row[at.TAROCKS_LEAST] = least = book.honour("tarocks").least
    if least < LEAST_WORD:
        raise RuleSetError(rules.name, f"there is no token for {least} tarocks")
    for honour, word in enumerate(HONOURS):
        row[at.HONOUR_PRICE + honour] = priced(book, word).value
    for number in range(at.NUMBERED):
        row[at.NUMBER_PRICE + number] = priced(book, f"tarocks={number}").value
        row[at.NUMBER_PRICE + at.NUMBERED + number] = priced(book, f"matadore={number}").value
