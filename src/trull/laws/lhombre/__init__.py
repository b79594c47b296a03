"""Tarock à l'Hombre after the Compagnie rules: three players, 78 cards, one against two.

    cut → (deal) → skar → auction → exchange → honours → play → (count) → over

À trois and a hand thrown in end with the auction; sans prendre has no exchange; the honours are
an optional extra; only at a free table does somebody deal and open the count. This module only
shares the work out among the modules of the phases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from trull.cards import Card, Pack
from trull.clauses import clause
from trull.errors import DealError, RuleSetError
from trull.laws import Ruling, lawfully, plays_in
from trull.laws.lhombre import (
    auction,
    breaches,
    deal,
    exchange,
    freeplay,
    honours,
    play,
    score,
    skar,
    view,
)
from trull.laws.lhombre import sitting as sittings
from trull.laws.lhombre.book import PACK, SEATS, Book
from trull.laws.lhombre.table import State, acted, dealer_of, phase_name, to_play
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import (
    Action,
    Breach,
    Draw,
    Fault,
    Prompt,
    Row,
    Seat,
    Setup,
    Sitting,
    Verdict,
    View,
    allows,
    fault,
)

NOBODY: frozenset[Seat] = frozenset()
EXPLAIN: Mapping[str, Callable[[State, Seat, Action], tuple[Fault, ...]]] = {
    "cut": deal.explain,
    "deal": deal.explain_deal,
    "skar": skar.explain,
    "auction": auction.explain,
    "exchange": exchange.explain,
    "honours": honours.explain,
    "play": play.explain,
    "free_play": freeplay.explain,
    "count": freeplay.explain,
}
"""Who says in each phase what is wrong with an act that no prompt allows."""
ONLY = tuple(frozenset({Seat(seat)}) for seat in range(SEATS))


class Lhombre:
    """The laws of Tarock à l'Hombre."""

    name: str = "lhombre"
    pack: Pack = PACK
    asides: frozenset[str] = frozenset()
    binding: frozenset[str] = frozenset()
    standing: frozenset[str] = frozenset()

    def seats(self, rules: RuleSet) -> tuple[int, ...]:
        """Three sit at the table, whatever its rules; but rules they must be."""
        Book.of(rules)
        return (SEATS,)

    # One deal

    def begin(self, setup: Setup) -> State:
        """The shuffled pack waits for the cut."""
        return deal.begin(setup)

    def phase(self, s: State) -> str:
        """The name of the phase."""
        return phase_name(s)

    def duty(self, s: State) -> frozenset[Seat]:
        """Exactly one player must act until the deal is over."""
        match s.phase:
            case "play":
                return ONLY[to_play(s)]
            case "cut":
                return ONLY[deal.cutter(s.setup)]
            case "skar" | "deal":
                return ONLY[dealer_of(s.setup)]
            case "auction":
                return ONLY[auction.speaker(s)]
            case "exchange" | "count":
                return ONLY[exchange.ombre_of(s)]
            case "honours":
                return ONLY[honours.declarer(s)]
            case "free_play":
                return ONLY[to_play(s)]
        return NOBODY

    def prompts(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What this seat may lawfully do."""
        if s.phase == "play":
            return play.prompts(s, seat)
        match s.phase:
            case "cut":
                return deal.prompts(s, seat)
            case "deal":
                return deal.deal_prompts(s, seat)
            case "skar":
                return skar.prompts(s, seat)
            case "auction":
                return auction.prompts(s, seat)
            case "exchange":
                return exchange.prompts(s, seat)
            case "honours":
                return honours.prompts(s, seat)
            case "free_play" | "count":
                return freeplay.prompts(s, seat)
        return ()

    def plays(self, s: State, seat: Seat) -> tuple[Action, ...]:
        """The lawful cards."""
        return plays_in(self.prompts(s, seat))

    @clause("L-1.1")
    def faults(self, s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """Only what a prompt offers is lawful, and nothing is taken back."""
        if s.phase == "play" and play.is_lawful_card(s, seat, act):
            return ()
        for prompt in self.prompts(s, seat):
            if allows(prompt, act):
                return ()
        if s.phase == "over":
            return (fault("L-1.1", "deal_over"),)
        return EXPLAIN[s.phase](s, seat, act)

    def possible(self, s: State, seat: Seat, act: Action) -> bool:
        """A lawful act, or one that a hand can do; what is open only the law decides."""
        if not self.faults(s, seat, act):
            return True
        return any(allows(offer, act) for offer in self.offers(s, seat) if not offer.open)

    def enact(self, s: State, seat: Seat, act: Action) -> State:
        """The state after a lawful act."""
        return lawfully(self, s, seat, act)

    def step(self, s: State, seat: Seat, act: Action) -> State:
        """The state after an act that is possible."""
        s = acted(s, seat, act)
        if s.phase == "play":
            return play.step(s, seat, act)
        match s.phase:
            case "cut":
                return deal.step(s, act)
            case "deal":
                return deal.deal_step(s, act)
            case "skar":
                return skar.step(s, seat, act)
            case "auction":
                return auction.step(s, seat, act)
            case "exchange":
                return exchange.step(s, seat, act)
            case "honours":
                return honours.step(s, act)
            case "free_play" | "count":
                return freeplay.step(s, seat, act)
        raise AssertionError("the deal is over")

    def view(self, s: State, seat: Seat | None) -> View:
        """What a seat may know; None is a spectator."""
        prompts = () if seat is None else self.prompts(s, seat)
        return view.view(s, seat, self.duty(s), prompts)

    def haste(self, _s: State) -> None:
        """The rules say nothing about time."""

    def effect(self, _before: State, _after: State) -> None:
        """The views are to be compared."""

    def settle(self, s: State) -> Settlement | None:
        """The settlement once the deal is over."""
        if s.phase != "over":
            return None
        return score.account(s, s.book)

    def reprice(self, s: State, rules: RuleSet) -> Settlement:
        """The same finished deal under other options or another price list."""
        if s.phase != "over":
            raise RuleSetError(rules.name, "only a finished deal can be priced anew")
        return score.repriced(s, rules)

    # A free table

    def offers(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What a hand can do at a real table, lawful or not."""
        return breaches.offers(s, seat, self.prompts(s, seat))

    def charges(self, s: State, seat: Seat, act: Action) -> tuple[Breach, ...]:
        """What the act would be charged with."""
        return breaches.charges(s, seat, act)

    def rulings(self, rules: RuleSet) -> Mapping[str, Ruling]:
        """Every kind of breach, and how it is ruled on."""
        return breaches.rulings(rules)

    def ruled(self, s: State, verdict: Verdict) -> State:
        """The state after a breach was established."""
        return breaches.ruled(s, verdict)

    def forgives(self, s: State, seat: Seat) -> bool:  # noqa: ARG002
        """Never: who takes his card back (L-1.3) has broken the rule all the same."""
        return False

    def righted(self, s: State, seat: Seat, act: Action) -> frozenset[tuple[Seat, str, int]]:  # noqa: ARG002
        """Nothing: what was wrong when it fell stays so (L-1.3)."""
        return frozenset()

    def discovers(self, s: State) -> bool:
        """Whether the count brings to light what nobody claimed."""
        return breaches.discovers(s)

    # A sitting of several deals

    def draw(self, rules: RuleSet, drawn: Mapping[int, Card], players: int) -> Draw:  # noqa: ARG002
        """The first dealer is found by lot."""
        return sittings.draw(drawn)

    def open_sitting(self, rules: RuleSet, players: int, dealer: int) -> Sitting:
        """The sitting before its first deal."""
        return sittings.open_sitting(rules, players, dealer)

    def deal(self, sitting: Sitting, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
        """The next deal, everybody on his seat."""
        return sittings.deal(sitting, pack)

    def remark(self, sitting: Sitting, word: str) -> Sitting:  # noqa: ARG002
        """Nothing said between two deals has a meaning in this game."""
        raise DealError(f"{word!r} means nothing between two deals here")

    def close_deal(self, sitting: Sitting, s: State, players: Sequence[int]) -> tuple[Sitting, Row]:
        """The row of a finished deal, and the sitting after it."""
        settlement = self.settle(s)
        assert settlement is not None, "the deal is not over"
        return sittings.close_deal(sitting, settlement, players)


LAWS = Lhombre()
