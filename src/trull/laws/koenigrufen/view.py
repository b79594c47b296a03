"""What a seat of a Königrufen table may know, built up piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypedDict

from trull.cards import Card
from trull.clauses import clause
from trull.laws.koenigrufen.book import BITS, KING, PACK, WHOLE_PACK
from trull.laws.koenigrufen.breaches import exposed
from trull.laws.koenigrufen.facts import facts_of
from trull.laws.koenigrufen.play import best_card, open_hands, tricks_by_seat, turned_talon
from trull.laws.koenigrufen.table import (
    SEATS,
    Bargain,
    Bid,
    Speech,
    State,
    bargain_of,
    hand_now,
    hands_now,
    sides_public,
    terms_of,
)
from trull.laws.koenigrufen.talon import shown_discard
from trull.laws.quick import Latest, Onlookers
from trull.ruleset import RuleSet
from trull.state import Effect, Prompt, Seat, Seen, View, sight

HIDDEN = "?"
TURNS = ("auction", "declare", "announce", "play")  # phases in which everybody has his turns
SILENT = ("vorhand", "play", "gut", "done")  # what adds nothing to what is to be said
LAYING = ("discard", "discard_hidden")  # which of them it was, only who laid can know
ONLOOKERS = Onlookers()

named = lru_cache(maxsize=32_768)(PACK.named)
"""Names of cards: most hands are as they were an act ago, and what is the same need not be sent."""


@sight
class KoenigrufenView(View):
    """A view of a deal of Königrufen."""

    COMMON = frozenset(
        "rules seats forehand dealer context phase duty counts trick last_trick taken lying_open "
        "cases holders passed contract declarers called talon announced kontra kontra_pairs "
        "stichzwang talon_use winning dealt counted outcome".split()
    )

    holders: tuple[tuple[Seat, str], ...] = ()  # standing bids of the auction
    passed: frozenset[Seat] = frozenset()
    contract: str = ""
    declarers: tuple[tuple[Seat, str], ...] = ()
    called: str = ""  # as it was said: a suit, or "fourth"
    called_suit: str = ""  # where this seat can know it
    partner: Seat | None = None  # where this seat can know him
    sides_known: bool = False  # whether this seat knows who plays with whom
    talon: tuple[str, ...] = ()  # six cards, the upper half first
    bought: tuple[str, ...] = ()  # what the declarer took, where that is to be seen
    discard: tuple[str, ...] = ()  # the seat's own, or what was shown
    announced: tuple[tuple[str, Seat, tuple[Seat, ...]], ...] = ()  # item, by whom, Kontras
    kontra: tuple[Seat, ...] = ()  # on a positive game
    kontra_pairs: tuple[tuple[Seat, Seat, tuple[Seat, ...]], ...] = ()
    stichzwang: bool | None = None
    talon_use: str = ""
    winning: Seat | None = None  # who would take the trick as it lies
    dealt: tuple[tuple[str, ...], ...] = ()  # all hands as dealt, when the deal is over
    counted: tuple[int, ...] = ()  # then too: thirds of a point of each seat's side
    may_consult: bool = False  # this seat may discuss the play aloud
    outcome: str = ""


class _InSight(TypedDict):
    """What everybody sees alike, by the fields of a view."""

    rules: RuleSet
    seats: int
    forehand: Seat
    dealer: Seat | None
    context: Mapping[str, int]
    phase: str
    counts: tuple[int, ...]
    trick: tuple[tuple[Seat, str], ...]
    last_trick: tuple[tuple[Seat, str], ...]
    taken: tuple[int, ...]
    winning: Seat | None
    lying_open: tuple[tuple[str, ...], ...]
    holders: tuple[tuple[Seat, str], ...]
    passed: frozenset[Seat]
    contract: str
    declarers: tuple[tuple[Seat, str], ...]
    called: str
    talon: tuple[str, ...]
    stichzwang: bool | None
    talon_use: str
    announced: tuple[tuple[str, Seat, tuple[Seat, ...]], ...]
    kontra: tuple[Seat, ...]
    kontra_pairs: tuple[tuple[Seat, Seat, tuple[Seat, ...]], ...]
    dealt: tuple[tuple[str, ...], ...]
    counted: tuple[int, ...]
    outcome: str


class _Known(TypedDict):
    """What a seat knows of the contract beyond what everybody does."""

    called_suit: str
    partner: Seat | None
    sides_known: bool
    bought: tuple[str, ...]
    discard: tuple[str, ...]
    may_consult: bool


class _Sight(_InSight, _Known):
    """All that a seat sees."""

    seat: Seat | None
    duty: frozenset[Seat]
    prompts: tuple[Prompt, ...]
    hand: tuple[str, ...]
    seen: tuple[Seen, ...]


def is_mere_turn(s: State, after: State) -> bool:
    """Whether an act has left the cards, the contract and who knows what alone."""
    t, now = s.table, after.table
    if s.phase not in TURNS or after.phase not in TURNS or _is_free(s):
        return False
    if t.deal is not now.deal or t.bargain is not now.bargain:
        return False
    if not after.log or after.log[0] is not s.log:
        return False
    return t.bargain is None or sides_public(s) or not sides_public(after)  # once known, always


def effect_of(s: State, after: State, duty: frozenset[Seat], prompts: tuple[Prompt, ...]) -> Effect:
    """Somebody has spoken or played a card, and somebody is on turn."""
    assert after.log, "somebody has acted"
    _, seat, act = after.log
    own: dict[Seat, dict[str, object]] = {seat: {"prompts": ()}}
    own.setdefault(next(iter(duty)), {})["prompts"] = prompts
    if s.phase == "play":
        own[seat]["hand"] = named(hand_now(after, seat))
    common = _fallen(after) if s.phase == "play" else _spoken(s, after)
    common["duty"] = duty
    silent = act.verb in SILENT and s.phase == after.phase
    return Effect(KoenigrufenView, common, own, Seen(seat, *act), silent)


def _spoken(s: State, after: State) -> dict[str, object]:
    """What everybody hears when somebody bids or announces something."""
    t, auction, speech = s.table, after.table.auction, after.table.speech
    found: dict[str, object] = {} if s.phase == after.phase else {"phase": after.phase}
    if auction is not None and auction is not t.auction:
        found |= {"holders": _bids(auction.holders), "passed": auction.passed}
    if speech is not None and speech is not t.speech:
        found |= {"announced": _announced(speech), "kontra": speech.game}
        found["kontra_pairs"] = speech.pairs
    return found


def _fallen(s: State) -> dict[str, object]:
    """What everybody sees when a card has fallen; with the last of a trick it is taken."""
    found: dict[str, object] = {
        "counts": _counts(s),
        "trick": _laid(s.leader, s.lying),
        "winning": _winning(s) if s.lying else None,
    }
    if open_hands(s):
        found["lying_open"] = _lying_open(s)
    if s.lying:
        return found
    last = s.tricks[-1]
    found |= {"last_trick": _laid(last.leader, last.cards), "taken": tricks_by_seat(s.tricks)}
    if bargain_of(s).contract.kind == "trischaken":
        found["talon"] = _talon(s, over=False)
    return found


@clause("T-1.19", "F-1.8")
def view_of(
    s: State, seat: Seat | None, duty: frozenset[Seat], prompts: tuple[Prompt, ...]
) -> KoenigrufenView:
    """The trick that lies there and the last one, the auction, the announcements, the talon.

    To a seat also its own hand, and what it knows of the contract beyond what everybody does.
    """
    b = s.table.bargain
    sight: _Sight = {  # one dict: named one by one beside others they take twice as long
        **in_sight(s),
        **(_known(s, b, seat) if b else UNKNOWN),
        "seat": seat,
        "duty": duty,
        "prompts": prompts,
        "hand": () if seat is None else named(hand_now(s, seat)),
        "seen": _seen(s, seat, s.phase == "over"),
    }
    return KoenigrufenView(**sight)


def _in_sight(s: State) -> _InSight:
    """What lies open to everybody."""
    t, over = s.table, s.phase == "over"
    b, last = t.bargain, s.tricks[-1] if s.tricks else None
    chosen = b is not None and b.contract.kind == "trischaken" and s.phase != "trischaken"
    return {
        "rules": t.setup.rules,
        "seats": 4,
        "forehand": t.setup.forehand,
        "dealer": t.setup.dealer,
        "context": t.setup.context,
        "phase": s.phase,
        "counts": _counts(s),
        "trick": _laid(s.leader, s.lying) if s.lying else (),
        "last_trick": _laid(last.leader, last.cards) if last else (),  # older ones may not be seen
        "taken": tricks_by_seat(s.tricks),
        "winning": _winning(s) if s.lying else None,
        "lying_open": _lying_open(s),
        "holders": _bids(t.auction.holders) if t.auction else (),
        "passed": t.auction.passed if t.auction else frozenset(),
        "contract": b.contract.name if b else "",
        "declarers": _bids(b.declarers) if b else (),
        "called": ("fourth" if b.fourth else b.called) if b else "",
        "talon": _talon(s, over),
        "stichzwang": b.stichzwang if b and chosen else None,
        "talon_use": b.talon_use if b and chosen else "",
        "announced": _announced(t.speech) if t.speech else (),
        "kontra": t.speech.game if t.speech else (),
        "kontra_pairs": t.speech.pairs if t.speech else (),
        "dealt": tuple([PACK.named(hand) for hand in t.deal.hands]) if over else (),
        "counted": _counted(s) if over and s.outcome == "played" else (),
        "outcome": s.outcome,
    }


in_sight = Latest(_in_sight)
"""Made once for all who look: a view in the play costs 15 µs, not 23; the last one 10, not 44."""


def _counts(s: State) -> tuple[int, ...]:
    return tuple([hand.bit_count() for hand in hands_now(s)])


def _counted(s: State) -> tuple[int, ...]:
    """What the count gives in the end; in Trischaken everybody counts for himself."""
    facts, contract = facts_of(s), bargain_of(s).contract
    if contract.kind == "trischaken":
        return facts.thirds
    if not contract.positive:
        return ()
    side, mine = facts.ours, facts.declarer_thirds
    return tuple([mine if seat in side else WHOLE_PACK - mine for seat in range(4)])


def _announced(speech: Speech) -> tuple[tuple[str, Seat, tuple[Seat, ...]], ...]:
    return tuple([(said.item, said.seat, said.kontra) for said in speech.items])


def _bids(bids: tuple[Bid, ...]) -> tuple[tuple[Seat, str], ...]:
    return tuple([(bid.seat, bid.contract) for bid in bids])


def _winning(s: State) -> Seat:
    pile, lying = 0, s.lying
    for card in lying:
        pile |= BITS[card]
    return SEATS[s.leader + lying.index(best_card(terms_of(s), pile, lying))]


def _laid(leader: Seat, cards: tuple[Card, ...]) -> tuple[tuple[Seat, str], ...]:
    return tuple([(SEATS[leader + k], PACK.codes[card]) for k, card in enumerate(cards)])


UNKNOWN = _Known(
    called_suit="", partner=None, sides_known=False, bought=(), discard=(), may_consult=False
)


@clause("U-7.7", "T-2.9", "F-4.2")
def _known(s: State, b: Bargain, seat: Seat | None) -> _Known:
    """The partner stays unknown until the king is played or he betrays himself."""
    over = s.phase == "over"
    public = over or sides_public(s)
    insider = seat is not None and (seat in (b.declarer, b.partner))
    holds_king = seat is not None and called_king_held(s, b, seat)
    return {
        "called_suit": b.called if public or insider or not b.fourth else "",
        "partner": b.partner if public or holds_king else None,
        "sides_known": public or holds_king,
        "bought": _bought(b, seat, over),
        "discard": _discard(b, seat, over),
        "may_consult": _may_consult(s, b, seat),
    }


def called_king_held(s: State, b: Bargain, seat: Seat) -> bool:
    """Whether the seat was dealt or took the called king: it knows who plays with whom."""
    if not b.called:
        return False
    own = s.deal.hands[seat] | (b.taken if seat == b.declarer else 0)
    return bool(own >> KING[b.called] & 1)


def _bought(b: Bargain, seat: Seat | None, over: bool) -> tuple[str, ...]:
    if b.contract.open_talon or over or seat == b.declarer:
        return named(b.taken)
    return ()


def _discard(b: Bargain, seat: Seat | None, over: bool) -> tuple[str, ...]:
    if over or seat == b.declarer:
        return named(b.discard)
    return named(shown_discard(b))


def _talon(s: State, over: bool) -> tuple[str, ...]:
    """The talon where it lies open: all six, or what Trischaken has turned up."""
    b = s.table.bargain
    if over:
        return _codes(s.deal.talon)
    if b is None or s.phase == "call":
        return ()
    return _codes(s.deal.talon if b.contract.open_talon or b.replaced else turned_talon(s, b))


def _codes(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple([PACK.codes[card] for card in cards])


@clause("F-6.5", "T-4.12")
def _may_consult(s: State, b: Bargain, seat: Seat | None) -> bool:
    """In open games the opponents may consult aloud, or must be silent."""
    if seat is None or not s.table.book.options.ouvert_consulting:
        return False
    contracts = s.table.book.contracts
    if all(contracts[bid.contract].ouvert == "no" for bid in b.declarers):
        return False
    return all(bid.seat != seat for bid in b.declarers)


def _lying_open(s: State) -> tuple[tuple[str, ...], ...]:
    shown = open_hands(s) if s.table.bargain else ()
    if _is_free(s) and s.table.terms is not None:
        fallen = exposed(s)
        return tuple(
            named(hand_now(s, seat) if seat in shown else fallen[seat]) for seat in SEATS[:4]
        )
    if not shown:
        return ((), (), (), ())
    return tuple(named(hand_now(s, seat)) if seat in shown else () for seat in SEATS[:4])


def _seen(s: State, seat: Seat | None, over: bool) -> tuple[Seen, ...]:
    """A discard is seen by who laid it; others see what had to be shown."""
    seen, b = ONLOOKERS.seen(s.log), s.table.bargain
    if b is not None and seat != b.declarer and not over:
        seen = _without_discard(seen, b)
    if not over and _is_free(s):
        return tuple([act for act in seen if act.verb != "misdeal" or act.seat == seat])
    return seen


def _is_free(s: State) -> bool:
    return s.table.book.options.table == "free"


def _without_discard(seen: tuple[Seen, ...], b: Bargain) -> tuple[Seen, ...]:
    if not (b.discard or b.hidden):
        return seen
    at = next(at for at, act in enumerate(seen) if act.verb in LAYING)
    shown = named(shown_discard(b))
    words = shown + (HIDDEN,) * (len(seen[at].args) - len(shown))
    return (*seen[:at], Seen(seen[at].seat, LAYING[0], words), *seen[at + 1 :])
