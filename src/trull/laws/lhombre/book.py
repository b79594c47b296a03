"""The rule book of Tarock à l'Hombre as typed records, read from the rule set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from trull.cards import TAROCK78, Card
from trull.clauses import clause
from trull.errors import RuleSetError
from trull.kernels.lhombre import TAROCK78_MASKS
from trull.ruleset import RuleSet, Span, Worth, record

PACK = TAROCK78
MASKS = TAROCK78_MASKS
SKIES: Card = PACK.card("SKI")
PAGAT: Card = PACK.card("T1")
SEATS = 3
SKAR_SIZE = 3
TRICKS = 25

BIDS = ("trois", "deux", "un", "sans_prendre")
"""The bids of M-9, low to high; a level is a place in this list, NO_BID below the first."""
NO_BID, TROIS, DEUX, UN, SANS_PRENDRE = -1, 0, 1, 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Every switch of the rule set."""

    table: str
    target: int
    skar_owner: str
    skar_pagat_exception: bool
    auction: str
    a_trois: str
    trois_seat: str
    vorhand_forced: bool
    first_lead: str
    skies_deadline: int
    skies_scope: str
    skies_volte_rank: str
    volte: bool
    volte_mode: str
    volte_window: str
    penalty_base: str
    penalty_partner_share: str
    penalty_multiplicity: str
    rule9_scope: str
    claim_scope: str
    fault_detection: str
    honneurs: bool
    pagat_ultimo: Worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """A number of the rule set with the clause beside it."""

    value: Worth
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HonourPrice:
    """The price of an honour; ``further`` for each card above ``least``."""

    value: Worth
    clause: str
    least: Annotated[int, Span(0, TRICKS)] = 0
    further: Worth = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A bid's row: how many cards are asked for, and laid for it without a word."""

    cards: int
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """A bid: how many cards it asks for and its prices; à trois is not played, so has no rate."""

    name: str
    cards: int
    clause: str
    consolation: Price
    rate: Price | None
    volte: Price | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A rule set of this game, typed."""

    options: Options
    contracts: tuple[Contract, ...]  # in the order of BIDS
    honours: tuple[tuple[str, HonourPrice], ...]

    @staticmethod
    def of(rules: RuleSet) -> Book:
        """The book of a rule set; RuleSetError if the rule set is of another game."""
        if rules.game != "lhombre":
            raise RuleSetError(rules.name, "is no rule set of Tarock à l'Hombre")
        return _book(rules)

    def contract(self, name: str) -> Contract:
        """The bid of that name."""
        return self.contracts[BIDS.index(name)]

    def honour(self, name: str) -> HonourPrice:
        """The price of an honour."""
        return dict(self.honours)[name]


@lru_cache(maxsize=64)
def _book(rules: RuleSet) -> Book:
    values = {name: option.value for name, option in rules.options.items()}
    honours = rules.section("honour")
    contracts = tuple(_contract(rules, name) for name in BIDS)
    if {contract.cards for contract in contracts} != set(range(len(BIDS))):
        raise RuleSetError(f"{rules.name}: contract", "expected 0 to 3 cards, each for one bid")
    return Book(
        options=record(Options, values, f"{rules.name}: option"),
        contracts=contracts,
        honours=tuple(
            (name, record(HonourPrice, row, f"{rules.name}: honour.{name}"))
            for name, row in honours.items()
        ),
    )


@clause("M-9")
def _contract(rules: RuleSet, name: str) -> Contract:
    """A bid, its cards and its prices."""
    row = record(_Row, rules.section("contract")[name], f"{rules.name}: contract.{name}")
    consolation = _price(rules, "consolation", name)
    assert consolation is not None, f"{name} has no consolation"
    return Contract(
        name=name,
        cards=row.cards,
        clause=row.clause,
        consolation=consolation,
        rate=_price(rules, "rate", name),
        volte=_price(rules, "volte", name),
    )


def _price(rules: RuleSet, section: str, name: str) -> Price | None:
    row = rules.section(section).get(name)
    return None if row is None else record(Price, row, f"{rules.name}: {section}.{name}")


def deck_order(cards: int) -> tuple[str, ...]:
    """The names of a set as players sort them: each suit K Q N B 1…10, tarocks, Skies.

    >>> deck_order(PACK.mask("SKI S1 S10 SK H1 H10".split()))
    ('H1', 'H10', 'SK', 'S1', 'S10', 'SKI')
    """
    return tuple(code for code in DECK if cards >> PACK.card(code) & 1)


_RANKS = "K Q N B 1 2 3 4 5 6 7 8 9 10".split()
DECK = (
    *(suit + rank for suit in "HDSC" for rank in _RANKS),
    *(f"T{n}" for n in range(1, 22)),
    "SKI",
)
