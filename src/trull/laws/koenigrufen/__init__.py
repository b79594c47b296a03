"""Königrufen: four players, 54 cards, a called king; three rule books.

The phases of a deal, each in its module:

    deal        cut, packets
    auction     auction, forehand_choice
    talon       call, take, discard, trischaken
    announce    declare, announce
    play        play; at a free table also breaches, mend
    score       over
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from trull.cards import Card, Pack
from trull.errors import RuleSetError
from trull.laws import Ruling, lawfully
from trull.laws.koenigrufen import (
    announce,
    auction,
    breaches,
    deal,
    mend,
    play,
    quick,
    reasons,
    sitting,
    talon,
    told,
)
from trull.laws.koenigrufen import summary as summaries
from trull.laws.koenigrufen.book import PACK, WORTHS, book_of
from trull.laws.koenigrufen.facts import facts_of, facts_under
from trull.laws.koenigrufen.penalty import judged
from trull.laws.koenigrufen.play import CARDS, NO_CARD, PLAYS
from trull.laws.koenigrufen.table import SEATS, Deal, State, Table
from trull.laws.koenigrufen.view import KoenigrufenView, effect_of, is_mere_turn, view_of
from trull.laws.summary import Reason, Standing, Summary
from trull.laws.told import Told
from trull.laws.verbs import Verbs, faults
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import (
    Action,
    Breach,
    Draw,
    Effect,
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

BIDDING = ("auction", "forehand_choice")
VOID = ("redeal", "dealt_again")  # how a deal ends that pays nothing
DUTY: Mapping[Seat | None, frozenset[Seat]] = {
    None: frozenset(),
    **{seat: frozenset({seat}) for seat in SEATS[:4]},
}


def _waiting(s: State, seat: Seat) -> Fault | None:
    """Everybody waits for his turn."""
    return None if seat == s.turn else fault(s.book.cite("turn"), "not_your_turn")


class Phase(NamedTuple):
    """What the seat on turn may do in a phase, what is wrong with all else, and what follows."""

    prompts: Callable[[State, Seat], tuple[Prompt, ...]]
    faults: Callable[[State, Seat, Action], tuple[Fault, ...]]
    step: Callable[[State, Seat, Action], State]
    waiting: Callable[[State, Seat], Fault | None] = _waiting  # why others may do nothing


def _spoken(
    said: Verbs[State],
    otherwise: Callable[[State], Fault],
    step: Callable[[State, Seat, Action], State],
    waiting: Callable[[State, Seat], Fault | None] = _waiting,
) -> Phase:
    """A phase of words."""
    return Phase(partial(quick.prompts, said), partial(faults, said, otherwise), step, waiting)


PHASES = {
    "cut": _spoken(deal.CUTTING, deal.cut_first, deal.cut),
    "packets": _spoken(deal.PACKETS, deal.choose_first, deal.choose_packet),
    "auction": _spoken(auction.VERBS, auction.bid_or_pass, auction.step, auction.waiting),
    "forehand_choice": _spoken(auction.VERBS, auction.bid_or_pass, auction.step, auction.waiting),
    "call": _spoken(talon.CALLING, talon.call_first, talon.call),
    "take": _spoken(talon.TAKING, talon.take_first, talon.take),
    "discard": Phase(talon.discard_prompts, talon.discard_faults, talon.discard),
    "trischaken": _spoken(talon.CHOOSING, talon.choose_first, talon.choose),
    "declare": _spoken(announce.DECLARING, announce.speak_first, announce.step, announce.waiting),
    "announce": _spoken(announce.REPLYING, announce.speak_first, announce.step, announce.waiting),
    "play": Phase(play.prompts, play.faults, breaches.step, play.waiting),
}
"""All but the last, ``over``, in which nobody does anything."""


class Koenigrufen:
    """The laws of Königrufen."""

    name = "koenigrufen"
    pack: Pack = PACK
    worths = WORTHS
    told: Told = told
    asides: frozenset[str] = frozenset()
    binding: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()

    def seats(self, rules: RuleSet) -> tuple[int, ...]:
        """Four sit down, or five, of whom the dealer sits out."""
        return sitting.players(book_of(rules))

    def begin(self, setup: Setup) -> State:
        """The pack is shuffled and about to be cut."""
        deal.check_setup(setup)
        book = book_of(setup.rules)
        return State(Table(setup, book, Deal(setup.pack)), "cut", deal.cutter(book, setup))

    def phase(self, s: State) -> str:
        """The phase by name."""
        return s.phase

    def duty(self, s: State) -> frozenset[Seat]:
        """The one seat that must act."""
        return DUTY[s.turn]

    def prompts(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What the seat may do; only the seat on turn may do anything."""
        return PHASES[s.phase].prompts(s, seat) if seat == s.turn else ()

    def plays(self, s: State, seat: Seat) -> tuple[Action, ...]:
        """The lawful cards of the seat on turn."""
        return PLAYS[s.legal] if s.legal and seat == s.turn else ()

    def faults(self, s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """The clauses an act would break; a lawful card breaks none."""
        if seat == s.turn and s.legal >> CARDS.get(act, NO_CARD) & 1:
            return ()
        if s.phase == "over":
            return (fault(s.book.cite("over"), "deal_is_over"),)
        phase = PHASES[s.phase]
        late = phase.waiting(s, seat)
        return phase.faults(s, seat, act) if late is None else (late,)

    def possible(self, s: State, seat: Seat, act: Action) -> bool:
        """At a real table any held card can fall and much be said that should not."""
        if any(allows(prompt, act) for prompt in self.offers(s, seat)):
            return True
        return not self.faults(s, seat, act)

    def enact(self, s: State, seat: Seat, act: Action) -> State:
        """The state after a lawful act; most are cards, and they go the short way."""
        card = CARDS.get(act, NO_CARD)
        if seat == s.turn and s.legal >> card & 1:
            return play.fall(s, seat, act, card)
        return lawfully(self, s, seat, act)

    def step(self, s: State, seat: Seat, act: Action) -> State:
        """The state after an act."""
        after = PHASES[s.phase].step(s, seat, act)
        return after if s.phase == "play" else _begun(after)

    def view(self, s: State, seat: Seat | None) -> KoenigrufenView:
        """What a seat may know."""
        prompts = () if seat is None else self.prompts(s, seat)
        return view_of(s, seat, self.duty(s), prompts)

    def haste(self, _s: State) -> None:
        """The rules say nothing about time."""

    def effect(self, s: State, after: State) -> Effect | None:
        """What a word or a card has changed in the views."""
        if after.turn is None or not is_mere_turn(s, after):
            return None
        return effect_of(s, after, DUTY[after.turn], self.prompts(after, after.turn))

    def settle(self, s: State) -> Settlement | None:
        """Who pays whom once the deal is over; a void deal pays nothing."""
        if s.phase != "over":
            return None
        if s.outcome in VOID:
            return Settlement(4, (), notes=(s.outcome,))
        return judged(s.book, facts_of(s))

    def reprice(self, s: State, rules: RuleSet) -> Settlement:
        """The deal's facts under another book that knows its contracts and bonuses."""
        if s.phase != "over":
            raise RuleSetError(rules.name, "only a finished deal can be priced anew")
        if s.outcome in VOID:
            return Settlement(4, (), notes=(s.outcome,))
        facts, book = facts_of(s), book_of(rules)
        wanted = {facts.contract, *(p.contract for p in facts.players)}
        missing = sorted(wanted - set(book.contracts))
        if missing:
            raise RuleSetError(rules.name, f"has no game {', '.join(missing)}")
        facts = facts_under(s, book)
        if facts.offence is not None:
            fine = breaches.fixed_fine(book, facts.offence.breach)
            facts = facts._replace(offence=facts.offence._replace(kind=fine))
        return judged(book, facts)

    # A free table

    def offers(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What a hand can do at a real table, lawful or not."""
        return breaches.offers(s, seat)

    def charges(self, s: State, seat: Seat, act: Action) -> tuple[Breach, ...]:
        """What an act is charged with."""
        return breaches.charges(s, seat, act, self.faults(s, seat, act))

    def rulings(self, rules: RuleSet) -> Mapping[str, Ruling]:
        """Every kind of breach that can be claimed, and how it is ruled on."""
        return breaches.rulings(book_of(rules))

    def ruled(self, s: State, verdict: Verdict) -> State:
        """The deal after a breach was established."""
        return breaches.ruled(s, verdict)

    def forgives(self, s: State, seat: Seat) -> bool:
        """Whether an irregular card is taken back, claimed or not."""
        return mend.is_forgiven(s, seat)

    def righted(self, s: State, seat: Seat, act: Action) -> frozenset[tuple[Seat, str, int]]:
        """A later card that goes with the one put in another's place."""
        return breaches.righted(s, seat, act)

    def discovers(self, s: State) -> bool:
        """Whether the count brings to light what nobody claimed."""
        return breaches.discovers(s.table.book)

    # A sitting

    def draw(self, rules: RuleSet, drawn: Mapping[int, Card], players: int) -> Draw:
        """The highest card is first Vorhand or first dealer."""
        return sitting.draw(book_of(rules), drawn, players)

    def open_sitting(self, rules: RuleSet, players: int, dealer: int) -> Sitting:
        """The sitting before its first deal."""
        return sitting.opened(rules, players, dealer)

    def deal(self, now: Sitting, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
        """The next deal."""
        return sitting.next_deal(now, pack)

    def remark(self, now: Sitting, word: str) -> Sitting:
        """Somebody announces the Schlussradl."""
        return sitting.remarked(now, word)

    def close_deal(self, now: Sitting, s: State, players: Sequence[int]) -> tuple[Sitting, Row]:
        """The sheet after a deal."""
        result = self.settle(s)
        assert result is not None, "only finished deals are written"
        return sitting.closed(now, s, result, players)

    # What is to be said

    def summary(self, view: View) -> Summary:
        """Contract, announcements, Kontras, prices, result."""
        return summaries.summary(view)

    def reasons(self, s: State) -> tuple[Reason, ...]:
        """Counts, birds, kings and captures of a finished deal."""
        return reasons.reasons(s)

    def standing(self, now: Sitting) -> Standing:
        """The doubled rounds to come and the pot."""
        return summaries.standing(now)


def _begun(s: State) -> State:
    """Open the talon, the announcing or the play when its time has come."""
    if s.phase in BIDDING and s.table.bargain is not None:
        s = talon.after_auction(s)
    if s.phase == "declare" and s.table.speech is None:
        s = announce.begin(s)
    return play.begin(s) if s.phase == "play" else s


LAWS = Koenigrufen()
