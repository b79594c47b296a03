"""What a seat of a Königrufen table may know, built up piece by piece."""

from __future__ import annotations

from typing import NamedTuple

from trull.cards import Card
from trull.clauses import clause
from trull.kernels import winning_card
from trull.laws.koenigrufen.book import KING, MASKS, PACK
from trull.laws.koenigrufen.breaches import exposed
from trull.laws.koenigrufen.play import on_the_table, open_hands, tricks_by_seat, turned_talon
from trull.laws.koenigrufen.table import (
    SEATS,
    Bargain,
    Bid,
    State,
    hand_now,
    sides_public,
    terms_of,
)
from trull.laws.koenigrufen.talon import shown_discard
from trull.state import Onlookers, Prompt, Seat, Seen, View, sight

HIDDEN = "?"
LAYING = ("discard", "discard_hidden")  # which of them it was, only who laid can know
ONLOOKERS = Onlookers()


@sight
class KoenigrufenView(View):
    """A view of a deal of Königrufen."""

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
    may_consult: bool = False  # this seat may discuss the play aloud
    outcome: str = ""


def view_of(
    s: State, seat: Seat | None, duty: frozenset[Seat], prompts: tuple[Prompt, ...]
) -> KoenigrufenView:
    """The view of one seat, or of a spectator."""
    setup, speech, auction = s.table.setup, s.table.speech, s.table.auction
    public, over = EVERYBODY.of(s), s.phase == "over"
    known = _known(s, seat, public, over)
    return KoenigrufenView(
        rules=setup.rules,
        seat=seat,
        seats=4,
        forehand=setup.forehand,
        dealer=setup.dealer,
        context=setup.context,
        phase=s.phase,
        duty=duty,
        prompts=prompts,
        hand=() if seat is None else PACK.named(hand_now(s, seat)),
        counts=public.counts,
        trick=public.trick,
        last_trick=public.last_trick,
        taken=public.taken,
        winning=public.winning,
        lying_open=public.lying_open,
        seen=_seen(s, seat, over),
        holders=public.holders,
        passed=auction.passed if auction else frozenset(),
        contract=known.contract,
        declarers=public.declarers,
        called=known.called,
        called_suit=known.called_suit,
        partner=known.partner,
        sides_known=known.sides_known,
        bought=known.bought,
        discard=known.discard,
        stichzwang=known.stichzwang,
        talon_use=known.talon_use,
        talon=public.talon,
        announced=public.announced,
        kontra=speech.game if speech else (),
        kontra_pairs=speech.pairs if speech else (),
        dealt=public.dealt,
        may_consult=_may_consult(s, seat),
        outcome=s.outcome,
    )


class _Public(NamedTuple):
    """What everybody sees alike."""

    counts: tuple[int, ...]
    trick: tuple[tuple[Seat, str], ...]
    last_trick: tuple[tuple[Seat, str], ...]  # older tricks may not be looked at
    taken: tuple[int, ...]
    winning: Seat | None
    lying_open: tuple[tuple[str, ...], ...]
    holders: tuple[tuple[Seat, str], ...]
    declarers: tuple[tuple[Seat, str], ...]
    sides_known: bool
    talon: tuple[str, ...]
    announced: tuple[tuple[str, Seat, tuple[Seat, ...]], ...]
    dealt: tuple[tuple[str, ...], ...]


@clause("T-1.19", "F-1.8")
def _public(s: State) -> _Public:
    """The trick that lies there and the last one, the auction, the announcements, the talon."""
    t, over = s.table, s.phase == "over"
    last = s.tricks[-1] if s.tricks else None
    return _Public(
        counts=tuple([hand_now(s, seat).bit_count() for seat in SEATS[:4]]),
        trick=_laid(s.leader, s.lying) if s.lying else (),
        last_trick=_laid(last.leader, last.cards) if last else (),
        taken=tricks_by_seat(s.tricks),
        winning=_winning(s) if s.lying else None,
        lying_open=_lying_open(s),
        holders=_bids(t.auction.holders) if t.auction else (),
        declarers=_bids(t.bargain.declarers) if t.bargain else (),
        sides_known=over or (t.bargain is not None and sides_public(s)),
        talon=_talon(s, over),
        announced=tuple([(a.item, a.seat, a.kontra) for a in t.speech.items]) if t.speech else (),
        dealt=tuple([PACK.named(hand) for hand in t.deal.hands]) if over else (),
    )


class _Everybody:
    """Remembers what everybody sees of a state: the views of all seats are asked for together."""

    def __init__(self) -> None:
        self._last: tuple[State, _Public] | None = None

    def of(self, s: State) -> _Public:
        """What everybody sees."""
        last = self._last
        if last is None or last[0] is not s:
            last = self._last = (s, _public(s))
        return last[1]


EVERYBODY = _Everybody()


def _bids(bids: tuple[Bid, ...]) -> tuple[tuple[Seat, str], ...]:
    return tuple([(bid.seat, bid.contract) for bid in bids])


def _winning(s: State) -> Seat:
    rules = terms_of(s).rules
    trick, crown = on_the_table(rules, s.lying)
    best = winning_card(MASKS, rules, trick, s.led, crown)
    return SEATS[s.leader + s.lying.index(Card(best))]


def _laid(leader: Seat, cards: tuple[Card, ...]) -> tuple[tuple[Seat, str], ...]:
    return tuple([(SEATS[leader + k], PACK.codes[card]) for k, card in enumerate(cards)])


class _Known(NamedTuple):
    """What a seat knows of the contract."""

    contract: str = ""
    called: str = ""
    called_suit: str = ""
    partner: Seat | None = None
    sides_known: bool = False
    bought: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    stichzwang: bool | None = None
    talon_use: str = ""


@clause("U-7.7", "T-2.9", "F-4.2")
def _known(s: State, seat: Seat | None, public: _Public, over: bool) -> _Known:
    """The partner stays unknown until the king is played or he betrays himself."""
    b, known = s.table.bargain, public.sides_known
    if b is None:
        return _Known()
    insider = seat is not None and (seat in (b.declarer, b.partner))
    holds_king = seat is not None and called_king_held(s, b, seat)
    chosen = b.contract.kind == "trischaken" and s.phase != "trischaken"
    return _Known(
        contract=b.contract.name,
        called="fourth" if b.fourth else b.called,
        called_suit=b.called if known or insider or not b.fourth else "",
        partner=b.partner if known or holds_king else None,
        sides_known=known or holds_king,
        bought=_bought(b, seat, over),
        discard=_discard(b, seat, over),
        stichzwang=b.stichzwang if chosen else None,
        talon_use=b.talon_use if chosen else "",
    )


def called_king_held(s: State, b: Bargain, seat: Seat) -> bool:
    """Whether the seat was dealt or took the called king: it knows who plays with whom."""
    if not b.called:
        return False
    own = s.deal.hands[seat] | (b.taken if seat == b.declarer else 0)
    return bool(own >> KING[b.called] & 1)


def _bought(b: Bargain, seat: Seat | None, over: bool) -> tuple[str, ...]:
    if b.contract.open_talon or over or seat == b.declarer:
        return PACK.named(b.taken)
    return ()


def _discard(b: Bargain, seat: Seat | None, over: bool) -> tuple[str, ...]:
    if over or seat == b.declarer:
        return PACK.named(b.discard)
    return PACK.named(shown_discard(b))


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
def _may_consult(s: State, seat: Seat | None) -> bool:
    """In open games the opponents may consult aloud, or must be silent."""
    b = s.table.bargain
    if b is None or b.contract.ouvert == "no" or not s.book.options.ouvert_consulting:
        return False
    return seat is not None and all(bid.seat != seat for bid in b.declarers)


def _lying_open(s: State) -> tuple[tuple[str, ...], ...]:
    shown = open_hands(s) if s.table.bargain else ()
    if s.table.book.options.table == "free" and s.table.terms is not None:
        fallen = exposed(s)
        return tuple(
            PACK.named(hand_now(s, seat) if seat in shown else fallen[seat]) for seat in SEATS[:4]
        )
    if not shown:
        return ((), (), (), ())
    return tuple(PACK.named(hand_now(s, seat)) if seat in shown else () for seat in SEATS[:4])


def _seen(s: State, seat: Seat | None, over: bool) -> tuple[Seen, ...]:
    """A discard is seen by who laid it; others see what had to be shown."""
    b, seen = s.table.bargain, ONLOOKERS.seen(s.log)
    if not over and s.table.book.options.table == "free":
        seen = tuple([act for act in seen if act.verb != "misdeal" or act.seat == seat])
    if b is None or not (b.discard or b.hidden) or seat == b.declarer or over:
        return seen
    at = next(at for at, act in enumerate(seen) if act.verb in LAYING)
    shown = PACK.named(shown_discard(b))
    words = shown + (HIDDEN,) * (len(seen[at].args) - len(shown))
    return (*seen[:at], Seen(seen[at].seat, LAYING[0], words), *seen[at + 1 :])
