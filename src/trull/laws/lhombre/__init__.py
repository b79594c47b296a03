"""Tarock à l'Hombre after the Compagnie rules: three players, 78 cards, one against two.

    cut → (deal) → skar → auction → exchange → honours → play → (count) → over

À trois and a hand thrown in end with the auction; sans prendre has no exchange; the honours are
an optional extra; only at a free table does somebody deal and open the count. This module only
shares the work out among the modules of the phases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from trull.cards import Card, Pack
from trull.clauses import clause
from trull.errors import DealError, RuleSetError
from trull.laws import Ruling, lawfully
from trull.laws.lhombre import (
    auction,
    breaches,
    deal,
    exchange,
    freeplay,
    honours,
    play,
    reasons,
    score,
    skar,
    told,
    view,
)
from trull.laws.lhombre import sitting as sittings
from trull.laws.lhombre import summary as summaries
from trull.laws.lhombre.book import PACK, SEATS, WORTHS, Book
from trull.laws.lhombre.quick import acted
from trull.laws.lhombre.table import State, dealer_of, phase_name, to_play
from trull.laws.summary import Reason, Summary
from trull.laws.told import Told
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
ONLY = tuple(frozenset({Seat(seat)}) for seat in range(SEATS))


class Phase(NamedTuple):
    """Whose turn it is in a phase, what is wrong with an act, what has no fault, what follows."""

    turn: Callable[[State], Seat]
    faults: Callable[[State, Seat, Action], tuple[Fault, ...]]
    prompts: Callable[[State, Seat], tuple[Prompt, ...]]
    step: Callable[[State, Seat, Action], State]


def _cutter(s: State) -> Seat:
    return deal.cutter(s.setup)


def _dealer(s: State) -> Seat:
    return dealer_of(s.setup)


_FREELY = freeplay.faults, freeplay.prompts, freeplay.step
PHASES: Mapping[str, Phase] = {
    "cut": Phase(_cutter, deal.faults, deal.prompts, deal.step),
    "deal": Phase(_dealer, deal.deal_faults, deal.deal_prompts, deal.deal_step),
    "skar": Phase(_dealer, skar.faults, skar.prompts, skar.step),
    "auction": Phase(auction.speaker, auction.faults, auction.prompts, auction.step),
    "exchange": Phase(exchange.ombre_of, exchange.faults, exchange.prompts, exchange.step),
    "honours": Phase(honours.declarer, honours.faults, honours.prompts, honours.step),
    "play": Phase(to_play, play.faults, play.prompts, play.step),
    "free_play": Phase(to_play, *_FREELY),
    "count": Phase(exchange.ombre_of, *_FREELY),
}
"""All but the last, ``over``, in which nobody does anything."""


class Lhombre:
    """The laws of Tarock à l'Hombre."""

    silent = frozenset({"play"})
    name: str = "lhombre"
    pack: Pack = PACK
    worths = WORTHS
    told: Told = told
    asides: frozenset[str] = frozenset()
    binding: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()

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
        return NOBODY if s.phase == "over" else ONLY[PHASES[s.phase].turn(s)]

    def prompts(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What this seat may lawfully do."""
        return () if s.phase == "over" else PHASES[s.phase].prompts(s, seat)

    def plays(self, s: State, seat: Seat) -> tuple[Action, ...]:
        """The lawful cards of the seat on turn."""
        playing = phase_name(s) == "play" and seat == to_play(s)
        return play.PLAYS[s.play.legal] if playing else ()

    @clause("L-1.1")
    def faults(self, s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """What a law finds no fault with is lawful, and nothing is taken back."""
        if s.phase == "over":
            return (fault("L-1.1", "deal_over"),)
        return PHASES[s.phase].faults(s, seat, act)

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
        return PHASES[s.phase].step(acted(s, seat, act), seat, act)

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

    def summary(self, view: View) -> Summary:
        """Bid, Ombre, exchange, Volte, prices, result."""
        return summaries.summary(view)

    def reasons(self, s: State) -> tuple[Reason, ...]:
        """Points, tricks and breaches of a finished deal."""
        return reasons.reasons(s, Book.of(s.setup.rules))


LAWS = Lhombre()
