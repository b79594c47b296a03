"""The rule book of Perlaggen as typed records, read from the rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from trull.cards import GERMAN33, Card
from trull.clauses import clause
from trull.errors import RuleSetError
from trull.kernels.perlaggen import SUITS
from trull.laws import How, Ruling
from trull.ruleset import RuleSet, Span, Worth, record

PACK = GERMAN33
WELI: Card = PACK.card("W")

FIGURES = ("G", "H", "S")
"""The figures in their rank: Gleich, Hanger, Spiel (P90-6). A figure is a place in this list."""
GLEICH, HANGER, SPIEL = 0, 1, 2

OUT = 99
"""The number that stands for "Spiel aus", above every step of the ladder."""

Seconds = Annotated[int, Span(0, 3600)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Every switch of the rule set."""

    table: str
    count_discovers: bool
    players: int
    parties: str
    target: Annotated[int, Span(2, 999)]
    signs: str
    answer_timeout: Seconds
    confer_time: Seconds
    perlagg_set: str
    hand_size: int
    deal_packets: str
    deal_rotation: str
    cut_repeat: bool
    cut_claim: str
    min_cut: int
    blind_phase: bool
    blind_answer_looks: bool
    blind_exempts_holder: bool
    bid_windows: str
    raise_jumps: bool
    rebid_effect: str
    overbid_bid: str
    overbid_counts_raises: bool
    false_loses_figure: bool
    false_test: str
    guard_bound: bool
    must_overtrump: bool
    perlagg_obliges: bool
    play_out: bool
    hanger_trump_preference: bool
    compare_simple: bool
    tie: str
    tie_declaration: str
    show_mode: str
    false_heir: str = "any_figure"


@dataclass(frozen=True, slots=True, kw_only=True)
class PerlaggSet:
    """A set of Perlaggen, strongest first; ``T7`` is the trump seven."""

    order: tuple[str, ...]
    turned_past: tuple[str, ...]
    weli: bool
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """A number of points with the clause beside it."""

    points: Worth
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    how: How
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ladder:
    numbers: tuple[int, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Book:
    """A rule set of this game, typed; there is one for each rule set."""

    options: Options
    perlaggen: tuple[tuple[Card, ...], ...]  # for each trump suit, strongest first
    strength: tuple[tuple[int, ...], ...]  # for each trump suit, of each card of the pack
    standing: int  # the Perlaggen of every hand, as a set
    marks: tuple[str, ...]  # the Perlaggen as a sign names them, T7 for the trump seven
    turned_past: int  # suits that are never trump
    six: bool  # whether there is a Schell-Sechs
    cards: int  # the pack, as a set
    unbid: Price
    let_good: Price
    ladder: tuple[int, ...]
    overbid: Price
    false_figure: Price
    agreed: Mapping[str, Price]  # what the table agreed for each kind of breach
    rulings: Mapping[str, Ruling]
    free: bool  # whether unlawful acts can be done here

    @staticmethod
    def of(rules: RuleSet) -> Book:
        """The book of a rule set; RuleSetError if the rule set is of another game."""
        if rules.game != "perlaggen":
            raise RuleSetError(rules.name, "is no rule set of Perlaggen")
        return _book(rules)

    @property
    def majority(self) -> int:
        """The tricks that make the Spiel."""
        return self.options.hand_size // 2 + 1

    def is_perlagg(self, card: int, trump: int) -> bool:
        """Whether the card is wild under this trump."""
        return self.strength[trump][card] > 0


@lru_cache(maxsize=256)
def _book(rules: RuleSet) -> Book:
    values = {name: option.value for name, option in rules.options.items()}
    options = record(Options, values, f"{rules.name}: option")
    chosen = options.perlagg_set
    place = f"{rules.name}: perlaggen.{chosen}"
    kind = record(PerlaggSet, rules.section("perlaggen")[chosen], place)
    wild = tuple(perlaggen(kind, trump) for trump in range(len(SUITS)))
    steps = record(_Ladder, rules.section("ladder")["steps"], f"{rules.name}: ladder.steps")
    return Book(
        options=options,
        perlaggen=wild,
        strength=tuple(_strengths(cards) for cards in wild),
        standing=PACK.mask(code for code in kind.order if code[0] != "T"),
        marks=kind.order,
        turned_past=sum(1 << SUITS.index(suit) for suit in kind.turned_past),
        six=kind.weli,
        cards=PACK.full if kind.weli else PACK.full & ~(1 << WELI),
        unbid=_price(rules, "value", "unbid"),
        let_good=_price(rules, "value", "let_good"),
        ladder=steps.numbers,
        overbid=_price(rules, "penalty", "overbid"),
        false_figure=_price(rules, "penalty", "false_figure"),
        agreed={name: _price(rules, "agreed", name) for name in rules.section("agreed")},
        rulings={name: _ruling(rules, name) for name in rules.section("ruling")},
        free=rules.free,
    )


def _ruling(rules: RuleSet, kind: str) -> Ruling:
    row = record(_Row, rules.section("ruling")[kind], f"{rules.name}: ruling.{kind}")
    return Ruling(row.how, row.clause)


@clause("P90-30", "PG-1", "PG-2")
def perlaggen(kind: PerlaggSet, trump: int) -> tuple[Card, ...]:
    """The Perlaggen under a trump; a standing one keeps its place though it is a trump too."""
    standing = [code for code in kind.order if code[0] != "T"]
    named = []
    for code in kind.order:
        if code[0] != "T":
            named.append(code)
        elif SUITS[trump] + code[1:] not in standing:
            named.append(SUITS[trump] + code[1:])
    return tuple(PACK.card(code) for code in named)


def _strengths(wild: tuple[Card, ...]) -> tuple[int, ...]:
    strengths = [0] * PACK.size
    for place, card in enumerate(wild):
        strengths[card] = len(wild) - place
    return tuple(strengths)


def _price(rules: RuleSet, section: str, name: str) -> Price:
    return record(Price, rules.section(section)[name], f"{rules.name}: {section}.{name}")
