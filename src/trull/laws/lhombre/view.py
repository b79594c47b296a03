"""What a seat may know of a deal: built up from what it has seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from trull.cards import Card
from trull.clauses import clause
from trull.kernels import count
from trull.laws.lhombre.book import BIDS, NO_BID, PACK, SEATS
from trull.laws.lhombre.count import outcome_of, points_of, settled_piles
from trull.laws.lhombre.table import Answer, State, dealer_of, seat_at, trick_no, tricks_of
from trull.state import Onlookers, Prompt, Seat, Seen, View

HIDDEN = "?"
ONLOOKERS = Onlookers()
_FACE_DOWN = ("lay_skar", "lay_silent", "lay_exchange")


class Asked(NamedTuple):
    """An asked card, what became of it and who gave it, as everybody heard."""

    card: str
    outcome: str
    giver: Seat | None


class SkiesSeen(NamedTuple):
    """Who played the Skies as an excuse, who took that trick, and which trick it was."""

    seat: Seat
    taker: Seat
    trick_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LhombreView(View):
    """A view of Tarock à l'Hombre."""

    bid: str  # the standing bid, empty before the first
    holder: Seat | None
    passed: tuple[Seat, ...]
    ombre: Seat | None
    laid: int  # cards lying face down for the exchange, of the holder or Ombre
    laid_cards: tuple[str, ...]  # the same cards, for their owner
    slot: int  # slots of the exchange already used
    asked: tuple[Asked, ...]
    skar_lies: bool
    skar: tuple[str, ...]  # for the one who laid it; for all after the deal
    honours: tuple[tuple[Seat, tuple[str, ...]], ...]
    volte: bool
    trick_no: int
    tricks: int  # how many will be played
    skies: SkiesSeen | None
    piles: tuple[tuple[str, ...], ...]  # after the deal: who has which cards in the end
    points: int | None  # after the deal: the Ombre's card points


def view(
    s: State, seat: Seat | None, duty: frozenset[Seat], prompts: tuple[Prompt, ...]
) -> LhombreView:
    """The deal as this seat sees it; None is a spectator."""
    play, setup = s.play, s.setup
    last = play.done[-1] if play.done else None
    played = s.phase == "over" and bool(play.done)
    return LhombreView(
        rules=setup.rules,
        seat=seat,
        seats=SEATS,
        forehand=setup.forehand,
        dealer=setup.dealer,
        context=setup.context,
        phase=s.phase,
        duty=duty,
        prompts=prompts,
        hand=() if seat is None else PACK.named(s.hands[seat]),
        counts=tuple(count(hand) for hand in s.hands),
        trick=_trick(play.leader, play.lying),
        last_trick=() if last is None else _trick(last.leader, last.cards),
        taken=tuple(tricks_of(play, other) for other in range(SEATS)),
        lying_open=tuple(_open_hand(s, other) for other in range(SEATS)),
        seen=tuple(_seen(s, seat)),
        bid=BIDS[s.bidding.level] if s.bidding.level > NO_BID else "",
        holder=None if s.bidding.holder < 0 else seat_at(setup, s.bidding.holder),
        passed=tuple(seat_at(setup, place) for place in s.bidding.passed),
        ombre=s.ombre,
        laid=len(_laid(s)),
        laid_cards=_names(_laid(s)) if seat is not None and seat == _layer(s) else (),
        slot=s.exchange.slot,
        asked=tuple(Asked(PACK.code(a.asked), a.outcome, a.giver) for a in s.exchange.answers),
        skar_lies=s.skar_by is not None,
        skar=_skar(s, seat),
        honours=tuple((seat_at(setup, place), words) for place, words in enumerate(s.honours)),
        volte=play.volte,
        trick_no=trick_no(s),
        tricks=play.total,
        skies=None if play.skies is None else SkiesSeen(*play.skies[:3]),
        piles=tuple(PACK.named(pile) for pile in settled_piles(s, s.book)) if played else (),
        points=points_of(s, s.book) if played else None,
    )


def _trick(leader: Seat, lying: tuple[Card, ...]) -> tuple[tuple[Seat, str], ...]:
    return tuple((Seat((leader + k) % SEATS), PACK.code(card)) for k, card in enumerate(lying))


def _names(found: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(PACK.code(card) for card in found)


def _open_hand(s: State, seat: int) -> tuple[str, ...]:
    """After the deal the hands that were not played are shown."""
    return PACK.named(s.hands[seat]) if s.phase == "over" else ()


def _laid(s: State) -> tuple[Card, ...]:
    """What lies face down and has not been handed over."""
    if s.phase == "exchange":
        return s.exchange.laid[s.exchange.slot :]
    return s.bidding.laid if s.phase == "auction" else ()


def _layer(s: State) -> Seat | None:
    """Whose cards lie face down."""
    if s.bidding.holder < 0:
        return None
    return seat_at(s.setup, s.bidding.holder)


def _skar(s: State, seat: Seat | None) -> tuple[str, ...]:
    if s.phase == "over" or (seat is not None and seat == s.skar_by):
        return PACK.named(s.skar)
    return ()


# What was seen and heard


@clause("L-2.3", "L-2.4", "L-4.3")
def _seen(s: State, seat: Seat | None) -> Iterator[Seen]:
    """The acts, and what the table says by itself: the Skar lies, how high? it is in the Skar."""
    answers = iter(s.exchange.answers)
    for act in ONLOOKERS.seen(s.log):
        if act.verb == "play":
            yield act
            continue
        yield _act_seen(s, act, seat)
        if act.verb == "lay_skar":
            yield Seen(dealer_of(s.setup), "skar_announced", ())
            yield Seen(dealer_of(s.setup), "how_high", ())
        if act.verb == "ask":
            yield from _answer_seen(s, act.seat, next(answers), seat)
    if s.phase == "over":
        yield from _skies_seen(s)


@clause("LG-31")
def _act_seen(s: State, act: Seen, seat: Seat | None) -> Seen:
    """Cards put down face down are known to their owner alone until the deal is over."""
    if act.verb in _FACE_DOWN and seat != act.seat and s.phase != "over":
        return act._replace(args=(HIDDEN,) * len(act.args))
    return act


def _answer_seen(s: State, ombre: Seat, answer: Answer, seat: Seat | None) -> Iterator[Seen]:
    """Everybody sees who hands over the asked card; the returned one goes over face down."""
    asked = (PACK.code(answer.asked),)
    if answer.giver is None or answer.returned is None:
        yield Seen(dealer_of(s.setup), f"answer_{answer.outcome}", asked)
        return
    yield Seen(answer.giver, "hand_over", asked)
    knows = s.phase == "over" or (seat is not None and seat in (ombre, answer.giver))
    yield Seen(ombre, "give_back", (PACK.code(answer.returned) if knows else HIDDEN,))


@clause("M-11")
def _skies_seen(s: State) -> Iterator[Seen]:
    """At the count the Skies is redeemed with a card, or lost to the taker."""
    outcome, skies = outcome_of(s, s.book), s.play.skies
    if outcome is None or skies is None:
        return
    if not outcome.kept:
        yield Seen(skies.taker, "skies_lost", ())
    elif outcome.gives is not None:
        yield Seen(skies.seat, "skies_redeemed", (PACK.code(outcome.gives),))
