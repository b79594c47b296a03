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

from trull.cards import Card, Pack
from trull.errors import IllegalAction, RuleSetError
from trull.laws import Ruling
from trull.laws.koenigrufen import announce, auction, breaches, deal, mend, play, sitting, talon
from trull.laws.koenigrufen.book import PACK, book_of
from trull.laws.koenigrufen.facts import facts_of, facts_under
from trull.laws.koenigrufen.penalty import judged
from trull.laws.koenigrufen.play import CARDS, NO_CARD, PLAYS
from trull.laws.koenigrufen.table import SEATS, Deal, State, moment, new_state, new_table
from trull.laws.koenigrufen.view import KoenigrufenView, effect_of, is_mere_turn, view_of
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
    allows,
    fault,
)

BIDDING = ("auction", "forehand_choice")
VOID = ("redeal", "dealt_again")  # how a deal ends that pays nothing
DUTY: Mapping[Seat | None, frozenset[Seat]] = {
    None: frozenset(),
    **{seat: frozenset({seat}) for seat in SEATS[:4]},
}


@moment
class Phase:
    """How a phase goes on: what the seat on turn may do, and what follows."""

    prompts: Callable[[State, Seat], tuple[Prompt, ...]]
    step: Callable[[State, Seat, Action], State]


BEFORE_PLAY = {
    "cut": Phase(deal.cut_prompts, deal.cut),
    "packets": Phase(deal.packet_prompts, deal.choose_packet),
    "auction": Phase(auction.prompts, auction.step),
    "forehand_choice": Phase(auction.prompts, auction.step),
    "call": Phase(talon.call_prompts, talon.call),
    "take": Phase(talon.take_prompts, talon.take),
    "discard": Phase(talon.discard_prompts, talon.discard),
    "trischaken": Phase(talon.choice_prompts, talon.choose),
    "declare": Phase(announce.declare_prompts, announce.step),
    "announce": Phase(announce.reply_prompts, announce.step),
}
"""The play has its own quick way, for most acts are cards; then the deal is over."""


class Koenigrufen:
    """The laws of Königrufen."""

    name = "koenigrufen"
    pack: Pack = PACK
    asides: frozenset[str] = frozenset()
    binding: frozenset[str] = frozenset()
    standing: frozenset[str] = frozenset()

    def __init__(self) -> None:
        """Remember the last prompts: who asks what is lawful soon asks whether something is."""
        self._memo: tuple[State | None, tuple[Prompt, ...]] = (None, ())

    def seats(self, rules: RuleSet) -> tuple[int, ...]:
        """Four sit down, or five, of whom the dealer sits out."""
        return sitting.players(book_of(rules))

    def begin(self, setup: Setup) -> State:
        """The pack is shuffled and about to be cut."""
        deal.check_setup(setup)
        book = book_of(setup.rules)
        table = new_table(setup, book, Deal(setup.pack))
        return new_state(table, "cut", deal.cutter(book, setup))

    def phase(self, s: State) -> str:
        """The phase by name."""
        return s.phase

    def duty(self, s: State) -> frozenset[Seat]:
        """The one seat that must act."""
        return DUTY[s.turn]

    def prompts(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What the seat may do; only the seat on turn may do anything."""
        if seat != s.turn:
            return ()
        if s.legal:
            return s.table.book.offers.get(s.legal) or play.new_offer(s)
        asked, prompts = self._memo
        if asked is not s:
            prompts = BEFORE_PLAY[s.phase].prompts(s, seat)
            self._memo = (s, prompts)
        return prompts

    def plays(self, s: State, seat: Seat) -> tuple[Action, ...]:
        """The lawful cards of the seat on turn."""
        return PLAYS[s.legal] if s.legal and seat == s.turn else ()

    def faults(self, s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """The clauses an act would break; the prompts decide what is lawful."""
        if seat == s.turn and s.legal >> CARDS.get(act, NO_CARD) & 1:
            return ()
        for prompt in self.prompts(s, seat):
            if prompt.verb == act.verb and allows(prompt, act):
                return ()
        return self._explain(s, seat, act)

    def _explain(self, s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
        match s.phase:
            case "over":
                return (fault(s.book.cite("over"), "deal_is_over"),)
            case "auction" | "forehand_choice":
                return auction.explain(s, seat, act)
            case "declare" | "announce":
                return announce.explain(s, seat, act)
            case "play":
                return play.explain(s, seat, act)
        if seat != s.turn:
            return (fault(s.book.cite("turn"), "not_your_turn"),)
        match s.phase:
            case "call":
                return talon.explain_call(s, seat, act)
            case "take":
                return talon.explain_take(s, act)
            case "discard":
                return talon.explain_discard(s, seat, act)
            case "trischaken":
                return talon.explain_choice(s, act)
        return deal.explain_cut(s, act)

    def possible(self, s: State, seat: Seat, act: Action) -> bool:
        """At a real table any held card can fall and much be said that should not."""
        if any(allows(prompt, act) for prompt in self.offers(s, seat)):
            return True
        return not self.faults(s, seat, act)

    def enact(self, s: State, seat: Seat, act: Action) -> State:
        """The state after a lawful act; the short way, for every game of every table goes it."""
        if seat == s.turn:
            card = CARDS.get(act, NO_CARD)
            if s.legal >> card & 1:
                return play.fall(s, seat, act, card)
            verb = act.verb
            for prompt in self.prompts(s, seat):
                if prompt.verb == verb and allows(prompt, act):
                    return self.step(s, seat, act)
        raise IllegalAction(self._explain(s, seat, act))

    def step(self, s: State, seat: Seat, act: Action) -> State:
        """The state after an act."""
        if act.verb == "play":
            return play.step(s, seat, act)
        if s.phase == "play":
            return breaches.step(s, seat, act)
        return _begun(BEFORE_PLAY[s.phase].step(s, seat, act))

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
        return breaches.offers(s, seat, self.prompts(s, seat))

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


def _begun(s: State) -> State:
    """Open the talon, the announcing or the play when its time has come."""
    if s.phase in BIDDING and s.table.bargain is not None:
        s = talon.after_auction(s)
    if s.phase == "declare" and s.table.speech is None:
        s = announce.begin(s)
    return play.begin(s) if s.phase == "play" else s


LAWS = Koenigrufen()
