"""Perlaggen: two parties, five cards, wild cards that are baptised, and three figures.

The phases of a hand are ``cut``, ``deal`` (free tables only), ``blind``, ``play``, ``show`` and
``over``. Each module answers for its part; this one only says whose part it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trull.cards import Card
from trull.clauses import clause
from trull.errors import DealError, RuleSetError
from trull.laws import Ruling, lawfully, plays_in
from trull.laws.perlaggen import (
    answers,
    bidding,
    blind,
    breaches,
    cut,
    deal,
    deciding,
    degree,
    flow,
    free_acts,
    penalty,
    play,
    reasons,
    score,
    show,
    signs,
    time_limits,
    told,
)
from trull.laws.perlaggen import sitting as sittings
from trull.laws.perlaggen import summary as summaries
from trull.laws.perlaggen.book import FIGURES, PACK, Book
from trull.laws.perlaggen.quick import LastPrompts
from trull.laws.perlaggen.table import (
    Owed,
    State,
    acted,
    bad_words,
    members,
    not_now,
    party_of,
    with_player,
)
from trull.laws.perlaggen.view import PerlaggenView, view
from trull.laws.summary import Reason, Standing, Summary
from trull.laws.told import Told
from trull.laws.verbs import if_without_fault
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import (
    Action,
    Breach,
    Draw,
    Fault,
    Haste,
    Prompt,
    Row,
    Seat,
    Setup,
    Sitting,
    Verdict,
    View,
    fault,
)

LAST = LastPrompts()


class Perlaggen:
    """The laws of Perlaggen."""

    name = "perlaggen"
    pack = PACK
    told: Told = told
    asides = frozenset({"sign"})
    binding = frozenset({"bid", "bid_blind", *answers.VERBS})  # P90-7
    lasting = frozenset({"sign", "bid"})  # between two cards anybody may bid at any time

    @clause("P90-30", "PG-26")
    def seats(self, rules: RuleSet) -> tuple[int, ...]:
        """Four sit down, or two; six where the table allows it. Seven cards are for two alone."""
        book = Book.of(rules)
        most = book.options.players if book.options.hand_size == deal.FIVE else 2
        return tuple(n for n in deal.PLAYERS if n <= most)

    # One deal

    def begin(self, setup: Setup) -> State:
        """The state before the first act."""
        return deal.opening(setup, Book.of(setup.rules))

    def phase(self, s: State) -> str:
        """The name of the phase."""
        return s.phase

    def duty(self, s: State) -> frozenset[Seat]:
        """Who must act now; empty when the hand is over."""
        if s.phase == "over":
            return frozenset()
        if s.phase == "cut":
            return cut.duty(s)
        if s.phase == "deal":
            return deal.duty(s)
        if s.bids.pending:
            return answers.duty(s)
        if s.bids.owed:
            return _owing(s, s.bids.owed)
        if s.phase == "blind":
            return blind.duty(s)
        if s.phase == "play":
            return frozenset((s.play.turn,))
        return frozenset(members(s, show.in_hand(s).turn))

    def prompts(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What this seat may lawfully do; at a free table more than this can happen."""
        if s.phase == "over":
            return free_acts.write_prompts(s, seat) if s.book.free else ()
        if s.phase == "cut":
            return cut.prompts(s, seat)
        if s.phase == "deal":
            return deal.prompts(s, seat)
        return LAST.of(s, seat, _dealt_prompts)

    def plays(self, s: State, seat: Seat) -> tuple[Action, ...]:
        """The lawful cards."""
        return plays_in(self.prompts(s, seat))

    def faults(self, s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """The clauses the act would break; a free table lets some of them be broken."""
        found = _faults(s, seat, act)
        if found and s.book.free:
            return tuple(f for f in _freely(s, seat, act) if f.code not in breaches.COMMITTABLE)
        return found

    def possible(self, s: State, seat: Seat, act: Action) -> bool:
        """Whether a hand could do it at a real table, lawful or not."""
        return all(f.code in breaches.PHYSICAL for f in _freely(s, seat, act))

    def enact(self, s: State, seat: Seat, act: Action) -> State:
        """The state after a lawful act."""
        if LAST.allow(s, seat, act):
            return self.step(s, seat, act)
        return lawfully(self, s, seat, act)

    def step(self, s: State, seat: Seat, act: Action) -> State:
        """The state after an act that is possible."""
        if s.book.free:
            s = free_acts.dealt(s, act)
            found = _freely(s, seat, act)
            if any(f.code in breaches.VOID for f in found):
                return penalty.void(acted(s, seat, act), seat, act, found)
        s = acted(s, seat, act)
        if act.verb == "sign":
            return s
        if act.verb == "refuse_deal":
            return deal.voided(s, "refused")
        if s.layout.exposed and s.phase not in ("cut", "deal"):
            s = with_player(s, seat, s.players[seat]._replace(acted=True))
        return flow.onward(_applied(s, seat, act))

    def view(self, s: State, seat: Seat | None) -> PerlaggenView:
        """What a seat may know; None is a spectator."""
        offered = () if seat is None else self.prompts(s, seat)
        return view(s, seat, self.duty(s), offered)

    def haste(self, s: State) -> Haste | None:
        """An offer that nobody answers lapses, and so does the right to show."""
        return time_limits.of(s, self.duty(s))

    def effect(self, _before: State, _after: State) -> None:
        """The views are to be compared."""

    def settle(self, s: State) -> Settlement | None:
        """The settlement once the hand is over."""
        return score.settle(score.facts_of(s)) if s.phase == "over" else None

    def reprice(self, s: State, rules: RuleSet) -> Settlement:
        """The same finished hand written by another rule set of this game."""
        if s.phase != "over":
            raise RuleSetError(rules.name, "only a finished deal can be priced anew")
        return score.repriced(s, Book.of(rules))

    # A free table

    def offers(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What a hand can do at a real table, lawful or not."""
        return breaches.offers(s, seat, self.prompts(s, seat))

    def charges(self, s: State, seat: Seat, act: Action) -> tuple[Breach, ...]:
        """What somebody may claim about an act."""
        s = free_acts.dealt(s, act)
        return breaches.charges(s, seat, act, _freely(s, seat, act))

    def rulings(self, rules: RuleSet) -> Mapping[str, Ruling]:
        """Every kind of breach that can be claimed, and how it is ruled on."""
        return Book.of(rules).rulings

    def ruled(self, s: State, verdict: Verdict) -> State:
        """The state after a breach was established."""
        return penalty.ruled(s, verdict)

    def forgives(self, s: State, seat: Seat) -> bool:  # noqa: ARG002
        """Never after a claim: who is reminded in time then owes the other card (P90-15)."""
        return False

    def righted(self, s: State, seat: Seat, act: Action) -> frozenset[tuple[Seat, str, int]]:  # noqa: ARG002
        """Nothing: each card is judged by what lay there when it fell (P90-15)."""
        return frozenset()

    @clause("P90-21")
    def discovers(self, s: State) -> bool:
        """Oversight is no excuse: what nobody claims stands, unless the table decided otherwise."""
        return s.book.options.count_discovers

    # A sitting of several deals

    def draw(self, rules: RuleSet, drawn: Mapping[int, Card], players: int) -> Draw:
        """What the cards drawn by the players decide."""
        return sittings.draw(rules, drawn, players)

    def open_sitting(self, rules: RuleSet, players: int, dealer: int) -> Sitting:
        """The sitting before its first deal."""
        return sittings.open_sitting(rules, players, dealer)

    def deal(self, sitting: Sitting, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
        """The next deal's set-up, and the player on each of its seats."""
        return sittings.deal(sitting, pack)

    def remark(self, sitting: Sitting, word: str) -> Sitting:  # noqa: ARG002
        """Nothing said between two deals has a meaning in this game."""
        raise DealError(f"{word!r} means nothing between two deals here")

    def close_deal(self, sitting: Sitting, s: State, players: Sequence[int]) -> tuple[Sitting, Row]:
        """The sitting after a finished deal, and the row it writes."""
        return sittings.close_deal(sitting, s, players)

    def summary(self, view: View) -> Summary:
        """Trump, slate, figures, offers, who has won."""
        return summaries.summary(view)

    def reasons(self, s: State) -> tuple[Reason, ...]:
        """How each figure was decided."""
        return reasons.reasons(s)

    def standing(self, sitting: Sitting) -> Standing:
        """The slate, and the games won so far."""
        return summaries.standing(sitting)


def _owing(s: State, owed: Owed) -> frozenset[Seat]:
    """Who must name, prove or consent."""
    if owed.kind in ("prove", "mend"):
        return frozenset((Seat(owed.seat),))
    return frozenset(members(s, owed.party))


def _dealt_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    refusal = if_without_fault(deal.refusal_faults, s, seat, "refuse_deal", "P90-3")
    return (*_hand_prompts(s, seat), *refusal, *signs.prompts(s))


def _hand_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    if s.bids.pending:
        return answers.prompts(s, seat)
    if s.bids.owed:
        return tuple(_owed_prompts(s, seat, s.bids.owed))
    asking = answers.ask_prompts(s, seat)
    if s.phase == "blind":
        return (*blind.prompts(s, seat), *asking)
    if s.phase == "show":
        return (*show.prompts(s, seat), *asking)
    bids = bidding.bid_prompts(s, seat) + bidding.later_raise_prompts(s, seat)
    found = (*play.prompts(s, seat), *bids, *degree.prompts(s, seat), *asking)
    return (*found, *free_acts.mend_prompts(s, seat)) if s.book.free else found


def _owed_prompts(s: State, seat: Seat, owed: Owed) -> Sequence[Prompt]:
    if owed.kind == "name_holder":
        return answers.name_prompts(s, seat, owed)
    if owed.kind == "prove":
        return show.proof_prompts(s, seat, owed)
    if owed.kind == "mend":
        return free_acts.mend_prompts(s, seat) if seat == owed.seat else ()
    return degree.accept_prompts(seat, owed)


def _freely(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """All faults of an act, as a free table sees it."""
    s = free_acts.dealt(s, act)
    found = _faults(s, seat, act)
    return breaches.recast(s, seat, act, found) if found and 0 <= seat < s.setup.seats else found


# Faults of an enforced table


def _faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    if s.phase == "over":
        return (fault("P90-30", "deal_over"),)
    if not 0 <= seat < s.setup.seats:
        return not_now(s, act)
    if act.verb == "sign":
        return signs.faults(s, act)
    if s.phase == "cut":
        return cut.faults(s, seat, act)
    if s.phase == "deal":
        return deal.faults(s, seat, act)
    return _hand_faults(s, seat, act)


def _hand_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    if act.verb == "refuse_deal":
        return deal.refusal_faults(s, seat, act)
    if s.bids.pending:
        return _pending_faults(s, seat, act)
    if s.bids.owed:
        return _owed_faults(s, seat, act, s.bids.owed)
    if act.verb == "ask_holder":
        return answers.ask_faults(s, seat, act)
    if s.phase == "blind":
        return blind.faults(s, seat, act)
    return _play_faults(s, seat, act) if s.phase == "play" else _show_faults(s, seat, act)


@clause("P90-8")
def _pending_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Every bid must be answered at once, and nothing else happens before."""
    if act.verb in answers.VERBS:
        return answers.faults(s, seat, act)
    head = s.bids.pending[0]
    if act.verb == "look" and s.phase == "blind" and answers.unseen(s, seat):
        if party_of(seat) == head.party:
            return (fault("P90-29", "look_later"),)
        if answers.answers_blind(s, seat):
            return (fault("PG-23", "answer_unseen"),)
        return bad_words(act) if act.args else ()
    return (fault("P90-8", "answer_first", figure=FIGURES[head.figure]),)


@clause("P90-29", "P90-25", "P90-15")
def _owed_faults(s: State, seat: Seat, act: Action, owed: Owed) -> tuple[Fault, ...]:
    """A party that owes a name, a proof, its consent or a card gives that first."""
    if owed.kind == "mend":
        return (fault("P90-15", "mend_first", turn=str(owed.seat)),)
    verb = "show" if owed.kind == "prove" else owed.kind
    if act.verb == "look" and s.phase == "blind" and party_of(seat) == owed.party:
        wrong = act.args or not answers.unseen(s, seat)
        return bad_words(act) if wrong else ()
    if act.verb != verb:
        clause = "P90-29" if owed.kind == "name_holder" else "P90-25"
        about = {"kind": owed.kind, "figure": FIGURES[owed.figure]}
        return (fault(clause, "owed_first", **about),)
    if owed.kind == "name_holder":
        return answers.name_faults(s, seat, act, owed)
    if owed.kind == "prove":
        return show.proof_faults(s, seat, act, owed)
    return degree.accept_faults(seat, act, owed)


def _play_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    match act.verb:
        case "play":
            return play.faults(s, seat, act)
        case "bid":
            return bidding.bid_faults(s, seat, act)
        case "raise":
            return bidding.later_raise_faults(s, seat, act)
        case "ask_degree":
            return degree.faults(s, seat, act)
    return not_now(s, act)


def _show_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    match act.verb:
        case "show" | "stand":
            return show.faults(s, seat, act)
        case "concede":
            return show.concede_faults(s, seat, act)
        case "ask":
            return show.ask_faults(s, seat, act)
        case "bid":
            return bidding.bid_faults(s, seat, act)
        case "raise":
            return bidding.later_raise_faults(s, seat, act)
    return not_now(s, act)


# Steps


def _applied(s: State, seat: Seat, act: Action) -> State:
    if s.phase == "cut":
        return cut.step(s, seat, act)
    if s.phase == "deal":
        return deal.step(s, seat, act)
    if act.verb == "look":
        return blind.look(s, seat)
    if s.bids.pending:
        return answers.step(s, seat, act)
    if s.bids.owed:
        return _paid(s, seat, act, s.bids.owed)
    return _opened(s, seat, act)


def _paid(s: State, seat: Seat, act: Action, owed: Owed) -> State:
    if owed.kind == "name_holder":
        return answers.name(s, act, owed)
    if owed.kind == "prove" and act.verb == "concede":
        s = s._replace(bids=s.bids._replace(owed=None))
        return deciding.decide_unproved(s, owed.figure, owed.party)
    if owed.kind == "prove":
        return show.prove(s, seat, act, owed)
    if owed.kind == "mend":
        return free_acts.mend(s, seat, act)
    return degree.accept(s, act, owed)


def _opened(s: State, seat: Seat, act: Action) -> State:
    match act.verb:
        case "play":
            return play.step(s, seat, act)
        case "bid":
            figures = bidding.figures_of(act)
            assert figures is not None, "a bid names figures"
            return bidding.bid(s, seat, figures)
        case "raise":
            words = bidding.raise_word(act)
            assert words is not None, "a raise names a number"
            return bidding.raise_later(s, seat, *words)
        case "bid_blind":
            return blind.step(s, seat, act)
        case "ask_holder":
            return answers.ask(s, seat, act)
        case "ask_degree":
            return degree.ask(s, seat, act)
        case "show" | "stand" if s.show is not None:
            return show.step(s, seat, act)
        case "concede":
            return show.concede(s, seat)
        case "ask":
            return show.ask(s)
    return _loosely(s, seat, act)


def _loosely(s: State, seat: Seat, act: Action) -> State:
    match act.verb:
        case "mend":
            return free_acts.mend(s, seat, act)
        case "show":
            return free_acts.show_early(s, seat, act)
        case "state_degree":
            return degree.state_aloud(s, seat, act)
        case "write":
            return free_acts.write(s, act)
    raise AssertionError(f"no act of this game: {act}")


LAWS = Perlaggen()
