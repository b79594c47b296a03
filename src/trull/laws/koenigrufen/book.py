"""The rule book of a Königrufen table: contracts, bonuses and switches as typed records.

What stands here is read from the rule set's data; what it means is in the other modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from trull.cards import TAROCK54
from trull.clauses import clause
from trull.kernels.koenigrufen import FREE, ORDER_ONLY, STRICT, TAROCK54_MASKS, TrickRules
from trull.laws import How
from trull.ruleset import RuleSet, Span, Worth, record

PACK = TAROCK54
MASKS = TAROCK54_MASKS
BITS = tuple(1 << card for card in range(PACK.size))
SUITS = ("H", "D", "S", "C")
KING = {suit: PACK.card(suit + "K") for suit in SUITS}
TRULL = int(PACK.mask(["T1", "T21", "T22"]))
BIRDS = int(PACK.mask(["T1", "T2", "T3", "T4"]))
BIRD_ITEMS = ("pagat", "uhu", "kakadu", "quapil")
FIVES = MASKS.kings | TRULL
CALLED_KING = 1 << PACK.size  # stands for the called king, whatever its suit
ANNOUNCED_MODES = {"strict": STRICT, "order_only": ORDER_ONLY, "free": FREE}
WHOLE_PACK = 210
"""All cards together are worth 70 points, 210 thirds."""
Tricks = Annotated[int, Span(-1, 12)]
Thirds = Annotated[int, Span(0, WHOLE_PACK)]
Times = Annotated[int, Span(0, 99)]


@dataclass(frozen=True, slots=True)
class Contract:
    """One game of the list: what it is worth, who may bid it and what it asks."""

    name: str
    clause: str
    value: Worth
    kind: Literal["tarock", "farben", "negative", "trischaken"]
    rank: Annotated[float, Span(0, 99)] = 0  # place in the auction; 0: never bid there
    lost: Worth = 0  # what a loss costs, where it differs
    lost_clause: str = ""
    bid: Literal["any", "first_word", "afterwards", "forehand_right"] = "any"
    side: Literal["alone", "called", "each"] = "alone"
    talon: Literal["half", "one", "six", "none", "tricks"] = "none"
    tricks: Tricks = -1  # how many a negative game must take
    ouvert: Literal["no", "declarer", "all"] = "no"
    scale: Times = 1  # multiplies the bonuses; a solo game has 2
    scale_clause: str = ""
    needs: Literal["", "bird", "trull_piece"] = ""  # in the dealt hand
    needs_option: str = ""  # needs it only with this option
    bird_rank: bool = False  # by option a higher bird outbids a lower one
    bei: bool = False
    bei_option: str = ""  # may be joined only with this option
    option: str = ""  # exists only with this option
    value_option: str = ""  # the value is this option's
    announce_before_lie: bool = False
    valat: tuple[int, ...] = ()  # silent and announced, where a Valat replaces the game
    valat_clause: str = ""
    bonuses: tuple[str, ...] = ()
    positive: bool = field(init=False, default=False)  # card points decide it
    open_talon: bool = field(init=False, default=False)  # the talon is laid open to all

    def __post_init__(self) -> None:
        """Answer once what is asked in every deal."""
        object.__setattr__(self, "positive", self.kind in ("tarock", "farben"))
        object.__setattr__(self, "open_talon", self.talon in ("half", "one"))

    def loss(self) -> int:
        """What losing costs."""
        return self.lost or self.value


@dataclass(frozen=True, slots=True)
class Bonus:
    """One bonus: its silent and announced worth and what makes it."""

    name: str
    clause: str
    silent: Worth
    announced: Worth
    kind: Literal["bird", "king", "mond", "kings", "trull", "sack", "valat"]
    card: str = ""
    trick: Tricks = 0
    thirds: Thirds = 0
    material: bool = False  # made of cards in the pile, not of a trick
    announced_in: tuple[str, ...] = ()  # empty: wherever it counts
    announced_clause: str = ""  # where announcing, or failing at it, has a clause of its own
    missed_clause: str = ""
    held_up_costs: bool = True  # by ``silent_trick_bonus_loss``


@dataclass(frozen=True, slots=True)
class Options:
    """Every switch; the defaults are for rule sets that do not know it."""

    most_players: int = 4
    first_card: str = "dealer"
    cutter: str = "rear_hand"
    klopfen: bool = False
    talon_first: bool = False
    win_thirds: Thirds = 107
    opening: str = "forehand_word"
    hold: str = "none"
    all_pass: str = "redeal"
    forehand_afterwards: str = "own_games"
    self_call: bool = False
    fourth_king: bool = True
    announce_once: bool = False
    announce_for_partner: bool = False
    valat: str = "extra"
    slide_price: Worth = 0
    trischaken_choice: bool = False
    sheet: str = "plus_minus"
    penalty: str = "indemnify"
    sechserdreier_afterwards: bool = False
    besserrufer_rank: str = "single"
    bei_scope: str = "same_value"
    zwiccolo_bei: bool = False
    bei_settlement: str = "vs_all"
    piccolo_bei_beats_solorufer: bool = False
    negative_kontra: str = "individual"
    semi_revers: bool = False
    king_in_talon_take_all: bool = False
    trischaken_instead_of_schleifen: bool = False
    bird_switch_from_talon: bool = False
    triccolo_ouvert: bool = False
    triccolo_value: Worth = 7
    bare_rufer: bool = False
    kaiserstich: bool = False
    trischaken_stichzwang: bool = True
    trischaken_talon: str = "last"
    trischaken_tie_vorhand: str = "own_share_doubled"
    trischaken_two_tied: Worth = 0
    two_virgins_odd_pot: str = "exact"
    silent_trick_bonus_loss: bool = False
    ku_announcer: str = "holder"
    announced_card_mode: str = "strict"
    solo_king_in_talon_kontra: str = "stands"
    solo_two_trull_duty: bool = False
    kingfang_solo: Worth = 4
    renonce_bearer: str = "party"
    ulmann_settle: str = "pay"
    solo_valat_double: bool = False
    schrift_kontra_cap: int = 8
    radl: bool = False
    radl_35_exact: bool = False
    nuller_schrift: str = "off"
    radl_overlap: str = "restart"
    final_radl: str = "first_vorhand"
    pagatkassa: bool = False
    pagatkassa_stake: Worth = 10
    pagatkassa_start_payment: Worth = 0
    pagatkassa_cap: Worth = 0
    cents_per_point: Worth = 10
    early_end: bool = True
    ouvert_consulting: bool = False
    table: str = "guarded"
    discovery: str = "claim"
    take_back: str = "none"
    throw_in: str = "none"
    announced_for_other: str = "partners_card"
    misdeal_redealt: str = "until_game"
    solodreier_announcing: str = "declarer_first"
    solo_needs_trull: bool = True
    mondfang_announcer: str = "anyone"
    pagat_driven_out: int = 1


@dataclass(frozen=True, slots=True)
class Charge:
    """A sum that is paid without announcement by the side it happens to."""

    clause: str
    value: Worth


@dataclass(frozen=True, slots=True)
class Penalty:
    """A fixed fine; the general one is worked out from the game."""

    clause: str
    total: Worth = 0
    forehand_total: Worth = 0
    forehand_alone: bool = False  # the Vorhand's total only where he is the only offender
    each: Worth = 0
    forehand_clause: str = ""
    shared_clause: str = ""


@dataclass(frozen=True, slots=True)
class RuledBy:
    """How a kind of breach is ruled on at a free table, and a fixed fine if it has one."""

    clause: str
    how: How
    penalty: str = ""
    spares: str = ""  # "dealer": who deals does not answer for it
    accuses_spared: bool = True  # a claim against who is spared is upheld, though he pays nothing


class Biddable(NamedTuple):
    """A word of the auction: a game, and the bird named with it where birds are ranked."""

    word: str
    contract: Contract
    rank: float
    bird: str
    needs: int  # one of these cards must be in the dealt hand
    lacks: int  # one of these must not be: a king to call


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """A rule set as the laws of Königrufen read it; there is one for each rule set."""

    rules: RuleSet
    contracts: Mapping[str, Contract]
    bonuses: Mapping[str, Bonus]
    birds: tuple[Bonus, ...]
    sacks: tuple[Bonus, ...]
    charges: Mapping[str, Charge]
    penalties: Mapping[str, Penalty]
    rulings: Mapping[str, RuledBy]
    options: Options
    trick_rules: Mapping[tuple[str, bool], TrickRules]
    bids: Mapping[str, Biddable]  # by word
    joinable: tuple[str, ...]
    announced_in: Mapping[str, tuple[Bonus, ...]]  # for each contract
    needs: Mapping[str, int]  # for each contract, one of these must be dealt to who plays it
    cites: Mapping[str, str]
    announced_mode: int  # how announced cards bind their holder

    def clause(self, option: str) -> str:
        """The clause an option serves, for refusals and lines."""
        return self.rules.options[option].clause

    def cite(self, topic: str) -> str:
        """The clause by which this rule set regulates a topic."""
        return self.cites[topic]

    def biddable(self, word: str) -> Biddable | None:
        """The game a word of the auction means, if the list has it."""
        return self.bids.get(word)

    def rules_of(self, contract: Contract, must_beat: bool = True) -> TrickRules:
        """The trick rules of a contract."""
        return self.trick_rules[contract.name, must_beat]


@lru_cache(maxsize=256)
def book_of(rules: RuleSet) -> Book:
    """The book of a rule set; RuleSetError names a row that cannot be."""
    place = f"{rules.house or rules.name}.toml"
    options = record(Options, {name: option.value for name, option in rules.options.items()}, place)
    contracts = {
        name: record(Contract, {"name": name, **_agreed(row, options)}, f"{place}: {name}")
        for name, row in rules.section("contract").items()
        if not row.get("option") or getattr(options, row["option"])
    }
    bonuses = {
        name: record(Bonus, {"name": name, **row}, f"{place}: bonus.{name}")
        for name, row in rules.section("bonus").items()
    }
    announced_in = {
        name: tuple(
            bonuses[item]
            for item in contract.bonuses
            if not bonuses[item].announced_in or name in bonuses[item].announced_in
        )
        for name, contract in contracts.items()
    }
    needs = {name: _needed(c.needs, announced_in[name]) for name, c in contracts.items()}
    return Book(
        rules=rules,
        contracts=contracts,
        bonuses=bonuses,
        birds=tuple(bonus for bonus in bonuses.values() if bonus.kind == "bird"),
        sacks=tuple(bonus for bonus in bonuses.values() if bonus.kind == "sack"),
        charges={n: record(Charge, r, place) for n, r in rules.section("charge").items()},
        penalties={n: record(Penalty, r, place) for n, r in rules.section("penalty").items()},
        rulings={n: record(RuledBy, r, place) for n, r in rules.section("ruling").items()},
        options=options,
        trick_rules={
            (name, must_beat): _trick_rules(contract, options, must_beat)
            for name, contract in contracts.items()
            for must_beat in (True, False)
        },
        bids={bid.word: bid for bid in _bids(contracts, needs, options)},
        joinable=tuple(name for name, contract in contracts.items() if contract.bei),
        announced_in=announced_in,
        needs=needs,
        cites=rules.cites,
        announced_mode=ANNOUNCED_MODES[options.announced_card_mode],
    )


@clause("U-13.3")
def _agreed(row: Mapping[str, object], options: Options) -> Mapping[str, object]:
    """A contract without the cards it needs by an option that is not agreed on."""
    option = str(row.get("needs_option", ""))
    return {**row, "needs": ""} if option and not getattr(options, option) else row


def _needed(needs: str, announced: tuple[Bonus, ...]) -> int:
    """A bird must be one that can be announced there, for that is what it is needed for."""
    if needs != "bird":
        return TRULL if needs == "trull_piece" else 0
    return int(PACK.mask(bonus.card for bonus in announced if bonus.kind == "bird"))


def _bids(
    contracts: Mapping[str, Contract], needs: Mapping[str, int], options: Options
) -> Iterator[Biddable]:
    """Every word that can be bid; by option a higher bird outbids a lower one."""
    for name, contract in contracts.items():
        lacks = MASKS.kings if contract.side == "called" and not options.self_call else 0
        if contract.bird_rank and options.besserrufer_rank == "by_bird":
            for step, bird in enumerate(BIRD_ITEMS, 1):
                word, card = f"{name}:{bird}", 1 << PACK.card(f"T{step}")
                yield Biddable(word, contract, contract.rank + step / 10, bird, card, lacks)
        else:
            yield Biddable(name, contract, contract.rank, "", needs[name], lacks)


def _trick_rules(contract: Contract, options: Options, must_beat: bool) -> TrickRules:
    negative = not contract.positive
    return TrickRules(
        farben=int(contract.kind == "farben"),
        negative=int(negative),
        must_beat=int(negative and must_beat),
        kaiserstich=int(options.kaiserstich),
    )
