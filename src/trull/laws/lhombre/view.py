"""What a seat may know of a deal: built up from what it has seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from trull.cards import Card
from trull.clauses import clause
from trull.kernels.tarock import count
from trull.laws.lhombre.auction import silent_bid
from trull.laws.lhombre.book import BIDS, NO_BID, PACK, SEATS, SKAR_SIZE, TRICKS, TROIS
from trull.laws.lhombre.count import outcome_of, points_of, settled_piles
from trull.laws.lhombre.duties import NAMES
from trull.laws.lhombre.freeplay import bonds, still_to_play
from trull.laws.lhombre.play import skies_in_trick, winner
from trull.laws.lhombre.table import (
    FREE_PLAY,
    Answer,
    State,
    dealer_of,
    is_free,
    phase_name,
    seat_at,
    trick_no,
    tricks_of,
)
from trull.laws.quick import Onlookers
from trull.state import Prompt, Seat, Seen, View, sight

HIDDEN = "?"
ONLOOKERS = Onlookers()
_FACE_DOWN = ("lay_skar", "lay_silent", "lay_exchange", "fill_up", "return_card")
_PILES = ("lay_skar", "fill_up")  # how many cards there are nobody can see at a free table
_DUTIES = {duty: name for name, duty in NAMES.items()}


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


class Bound(NamedTuple):
    """A free table: who is bound by somebody's irregular act, to what and by which clause."""

    seat: Seat
    duty: str
    clause: str


class Noted(NamedTuple):
    """A free table: who laid cards without a word out of turn, and the game he owes."""

    seat: Seat
    bid: str


class GiftSeen(NamedTuple):
    """A free table: a card given though nothing lay for it, still before the Ombre."""

    giver: Seat
    card: str


@sight
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
    bound: tuple[Bound, ...] = ()
    noted: tuple[Noted, ...] = ()
    gift: GiftSeen | None = None
    winning: Seat | None = None  # who would take the trick as it lies


def view(
    s: State, seat: Seat | None, duty: frozenset[Seat], prompts: tuple[Prompt, ...]
) -> LhombreView:
    """The deal as this seat sees it; None is a spectator."""
    found = _view(s, seat, duty, prompts)
    return _free_view(s, seat, found) if is_free(s) else found


def _view(
    s: State, seat: Seat | None, duty: frozenset[Seat], prompts: tuple[Prompt, ...]
) -> LhombreView:
    play, setup = s.play, s.setup
    last = play.done[-1] if play.done else None
    played = s.phase == "over" and s.bid not in ("", BIDS[TROIS]) and not s.slips.void
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
        winning=_winning(s) if play.lying else None,
    )


def _winning(s: State) -> Seat:
    lying = s.play.lying
    return Seat((s.play.leader + winner(lying, skies_in_trick(s, s.play))) % SEATS)


def _free_view(s: State, seat: Seat | None, found: LhombreView) -> LhombreView:
    """A free table: cards before their turn, duties, and of hidden hands only what is thought."""
    counts = _thought_counts(s, seat)
    early = tuple((other, PACK.code(card)) for other, card in s.slips.trick.early)
    gift = s.slips.gift
    return replace(
        found,
        phase=phase_name(s),
        counts=counts,
        tricks=_thought_tricks(s, counts),
        trick=found.trick + early,
        bound=tuple(Bound(b.seat, _DUTIES[b.duty], b.clause) for b in bonds(s)),
        noted=tuple(_noted(s)) if s.phase == "auction" else (),
        gift=None if gift is None else GiftSeen(gift.giver, PACK.code(gift.card)),
    )


def _noted(s: State) -> Iterator[Noted]:
    for place, laid in s.slips.noted:
        bid = silent_bid(s.book, len(laid))
        assert bid is not None, "only bids are noted"
        yield Noted(seat_at(s.setup, place), bid)


def _thought_counts(s: State, seat: Seat | None) -> tuple[int, ...]:
    """The cards of one's own hand, and of the others what they should be: nobody counts them."""
    if s.phase in ("cut", "deal", "over"):
        return tuple(count(hand) for hand in s.hands)
    return tuple(
        count(s.hands[other]) if other == seat else max(held - _played(s, Seat(other)), 0)
        for other, held in enumerate(_thought_hands(s))
    )


def _thought_hands(s: State) -> list[int]:
    """How many cards each should have before the play, after what everybody saw."""
    thought, slips, dealer = [TRICKS] * SEATS, s.slips, dealer_of(s.setup)
    thought[dealer] += SKAR_SIZE
    if s.skar_by is not None:
        thought[dealer if slips.filled else s.skar_by] -= SKAR_SIZE
    if slips.kept is not None and s.ombre is not None:
        thought[slips.kept] -= 1
        thought[s.ombre] += 1
    if slips.gift is not None:
        thought[slips.gift.giver] -= 1
    return thought


def _played(s: State, seat: Seat) -> int:
    """How many cards a seat has played."""
    if s.phase not in (FREE_PLAY, "count"):
        return 0
    return len(s.play.done) + (s.phase == FREE_PLAY and not still_to_play(s, seat))


def _thought_tricks(s: State, counts: tuple[int, ...]) -> int:
    """How many tricks these hands would make."""
    if s.phase == FREE_PLAY:
        return min(held + _played(s, Seat(seat)) for seat, held in enumerate(counts))
    return s.play.total if s.phase in ("count", "over") else TRICKS


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
        if act.verb == "lay_skar" and not is_free(s):
            yield Seen(dealer_of(s.setup), "skar_announced", ())
        if act.verb == "announce_skar" or (act.verb == "lay_skar" and not is_free(s)):
            yield Seen(dealer_of(s.setup), "how_high", ())
        if act.verb == "ask":
            yield from _answer_seen(s, act.seat, next(answers), seat)
    if s.phase == "over":
        yield from _skies_seen(s)


@clause("LG-31")
def _act_seen(s: State, act: Seen, seat: Seat | None) -> Seen:
    """Cards put down face down are known to their owner alone until the deal is over."""
    if s.phase == "over" or seat == act.seat:
        return act
    if act.verb == "misdeal":
        return Seen(act.seat, "deal", ())  # it looks like any deal
    if act.verb not in _FACE_DOWN or (seat is not None and seat == _receiver(s, act)):
        return act
    number = SKAR_SIZE if act.verb in _PILES and is_free(s) else len(act.args)
    return act._replace(args=(HIDDEN,) * number)


def _receiver(s: State, act: Seen) -> Seat | None:
    """Into whose hand the cards of an act go."""
    if act.verb == "fill_up":
        return s.skar_by
    if act.verb != "return_card":
        return None
    return next(giver for giver, verb, _ in ONLOOKERS.seen(s.log) if verb == "give")


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
