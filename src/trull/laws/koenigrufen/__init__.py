"""Königrufen: four players, 54 cards, a called king; three rule books.

The phases of a deal, each in its module:

    deal        cut, packets
    auction     auction, forehand_choice
    talon       call, take, discard, trischaken
    announce    declare, announce
    play        play
    score       over
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from trull.cards import Card, Pack
from trull.errors import RuleSetError
from trull.laws.koenigrufen import announce, auction, deal, play, sitting, talon
from trull.laws.koenigrufen.book import PACK, book_of
from trull.laws.koenigrufen.facts import facts_of
from trull.laws.koenigrufen.penalty import judged
from trull.laws.koenigrufen.table import SEATS, Deal, State, Table
from trull.laws.koenigrufen.view import KoenigrufenView, view_of
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import (
    Action,
    Draw,
    Fault,
    Prompt,
    Row,
    Seat,
    Setup,
    Sitting,
    allows,
    fault,
)

BIDDING = ("auction", "forehand_choice")
DUTY: Mapping[Seat | None, frozenset[Seat]] = {
    None: frozenset(),
    **{seat: frozenset({seat}) for seat in SEATS[:4]},
}


class Phase(NamedTuple):
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
        return State(Table(setup, book, Deal(setup.pack)), "cut", deal.cutter(book, setup))

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
        if s.phase == "play":
            return s.table.book.offers.get(s.legal) or play.new_offer(s)
        asked, prompts = self._memo
        if asked is not s:
            prompts = BEFORE_PLAY[s.phase].prompts(s, seat)
            self._memo = (s, prompts)
        return prompts

    def faults(self, s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """The clauses an act would break; the prompts decide what is lawful."""
        if seat == s.turn and play.CARD_SETS.get(act, 0) & s.legal:
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
        """At a real table any held card can fall and any word be said, at any time."""
        match act:
            case Action("play", (code,)):
                held = s.hands[seat] if s.phase == "play" else 0
                return code in PACK.codes and bool(held >> PACK.card(code) & 1)
            case Action("discard", codes) if s.phase == "discard":
                return talon.can_lay(s, seat, codes)
            case Action("bid" | "bei", (word,)):
                spoken = s.phase in ("auction", "forehand_choice")
                return spoken and s.book.biddable(word) is not None
            case Action("announce", (item,)):
                return s.phase in ("declare", "announce") and item in s.book.bonuses
            case Action("kontra", (target,)):
                return s.phase == "announce" and target in announce.kontra_targets(s)
        return not self.faults(s, seat, act)

    def step(self, s: State, seat: Seat, act: Action) -> State:
        """The state after an act."""
        if s.phase == "play":
            return play.step(s, seat, act)
        return _begun(BEFORE_PLAY[s.phase].step(s, seat, act))

    def view(self, s: State, seat: Seat | None) -> KoenigrufenView:
        """What a seat may know."""
        prompts = () if seat is None else self.prompts(s, seat)
        return view_of(s, seat, self.duty(s), prompts)

    def settle(self, s: State) -> Settlement | None:
        """Who pays whom once the deal is over; a void deal pays nothing."""
        if s.phase != "over":
            return None
        if s.outcome == "redeal":
            return Settlement(4, (), notes=("redeal",))
        return judged(s.book, facts_of(s))

    def reprice(self, s: State, rules: RuleSet) -> Settlement:
        """The deal's facts under another book that knows its contracts and bonuses."""
        if s.phase != "over" or s.outcome == "redeal":
            raise RuleSetError(rules.name, "only a finished deal can be priced anew")
        facts, book = facts_of(s), book_of(rules)
        wanted = {facts.contract, *(p.contract for p in facts.players)}
        missing = sorted(wanted - set(book.contracts))
        if missing:
            raise RuleSetError(rules.name, f"has no game {', '.join(missing)}")
        return judged(book, facts)

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
    t = s.table
    if s.phase in BIDDING and t.bargain is not None:
        s = talon.after_auction(s)
    if s.phase == "declare" and t.speech is None:
        s = announce.begin(s)
    if s.phase == "play":
        s = play.begin(s)
    return s


LAWS = Koenigrufen()
