"""The bidding: à trois, à deux, à un, sans prendre; Preference, holding, cards laid silently.

The functions on ``Bidding`` speak of places (0 Vorhand, 1 Mittelhand, 2 dealer).
"""

from __future__ import annotations

from trull.cards import Card
from trull.clauses import clause
from trull.laws.lhombre.book import BIDS, DEUX, NO_BID, PACK, SEATS, TROIS, Book
from trull.laws.lhombre.exchange import begin as begin_exchange
from trull.laws.lhombre.table import (
    Bidding,
    State,
    card_faults,
    not_now,
    out_of_turn,
    place_of,
    seat_at,
    too_many_words,
)
from trull.laws.verbs import if_without_fault, one_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault

VERBS = ("pass", "bid", "hold", "lay_silent")
SILENT = (1, 2, 3)  # how many cards can be a bid without a word


# What may be said


@clause("M-9", "L-2.2", "LG-15")
def open_bids(book: Book, b: Bidding, place: int) -> tuple[str, ...]:
    """Every bid above the standing one; à trois by the Vorhand alone."""
    bids = BIDS[b.level + 1 :]
    if bids[:1] == ("trois",) and place != 0 and book.options.trois_seat == "vorhand":
        return bids[1:]
    return bids


@clause("M-9", "LG-14")
def may_hold(book: Book, b: Bidding, place: int) -> bool:
    """One overbid may keep the game at the higher level if he sits before the holder."""
    if forced(book, b, place):
        return True
    return book.options.auction == "hold" and place < b.holder


@clause("LG-15")
def forced(book: Book, b: Bidding, place: int) -> bool:
    """A Vorhand who said à trois must play à deux if the dealer bids that, where so agreed.

    A Vorhand still speaking below the dealer's à deux can only have said à trois.
    """
    return book.options.vorhand_forced and place == 0 and b.level == DEUX and b.holder == SEATS - 1


@clause("L-2.1", "LG-28")
def silent_bid(book: Book, cards: int) -> str | None:
    """One, two or three cards laid without a word are à un, à deux, à trois."""
    if not cards:
        return None
    return next((c.name for c in book.contracts if c.cards == cards), None)


@clause("L-2.1", "LG-28")
def silent_numbers(book: Book, b: Bidding, place: int) -> tuple[int, ...]:
    """How many cards may be laid: as many as make a bid that could be spoken."""
    bids = open_bids(book, b, place)
    return tuple(n for n in SILENT if silent_bid(book, n) in bids)


# Saying it


def said(b: Bidding, verb: str, level: int = NO_BID, laid: tuple[Card, ...] = ()) -> Bidding:
    """The bidding after a pass, a bid or a hold of the speaker."""
    if verb == "pass":
        return _next(b._replace(passed=(*b.passed, b.speaker)))
    if verb == "hold":
        level = b.level
    return _next(b._replace(level=level, holder=b.speaker, laid=laid))


@clause("M-9")
def _next(b: Bidding) -> Bidding:
    """The turn goes round, past those who passed and the holder; nobody left ends it."""
    for turn in range(1, SEATS + 1):
        place = (b.speaker + turn) % SEATS
        if place not in b.passed and place != b.holder:
            return b._replace(speaker=place)
    return b._replace(ended=True)


@clause("L-7.11", "LG-15")
def thrown_in(book: Book, b: Bidding) -> bool:
    """If all pass the hand is thrown in; so is an à trois where it is not paid."""
    if b.level == NO_BID:
        return b.ended
    return b.ended and b.level == TROIS and book.options.a_trois == "thrown_in"


# The phase


def speaker(s: State) -> Seat:
    """The seat whose turn it is to speak."""
    return seat_at(s.setup, s.bidding.speaker)


@clause("M-9", "L-2.1", "L-2.2", "L-2.5", "LG-24")
def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """The speaker passes, bids higher, holds, or lays cards without a word."""
    if act.verb == "lay_skar":
        return (fault("L-2.5", "skar_lies"),)
    if act.verb not in VERBS:
        return (not_now(s, act),)
    if seat != speaker(s):
        return (out_of_turn("M-9", speaker(s)),)
    bid, owed = " ".join(act.args), noted_bids(s, s.bidding.speaker)
    if owed and not (act.verb == "bid" and bid in owed):
        return (fault("L-2.1", "silent_binds", game=owed[0]),)
    if act.verb == "lay_silent":
        bad = card_faults("L-2.1", s.hands[seat], act.args)
        return bad or _silent_faults(s, len(act.args))
    if act.verb == "bid":
        return _bid_faults(s, bid)
    if act.args:
        return (too_many_words(act),)
    return _pass_faults(s) if act.verb == "pass" else _hold_faults(s)


def _bid_faults(s: State, bid: str) -> tuple[Fault, ...]:
    if bid not in BIDS:
        return (fault("M-9", "no_such_game", game=bid),)
    if BIDS.index(bid) <= s.bidding.level:
        standing = BIDS[s.bidding.level]
        return (fault("L-2.2", "bid_too_low", game=bid, standing=standing),)
    is_open = bid in open_bids(s.book, s.bidding, s.bidding.speaker)
    return () if is_open else (fault("LG-15", "trois_vorhand_only"),)


def _silent_faults(s: State, cards: int) -> tuple[Fault, ...]:
    bid = silent_bid(s.book, cards)
    if bid is None:
        return (fault("L-2.1", "silent_count", laid=str(cards)),)
    return _bid_faults(s, bid)


def _pass_faults(s: State) -> tuple[Fault, ...]:
    bound = forced(s.book, s.bidding, s.bidding.speaker)
    return (fault("LG-15", "vorhand_forced"),) if bound else ()


def _hold_faults(s: State) -> tuple[Fault, ...]:
    b = s.bidding
    if may_hold(s.book, b, b.speaker):
        return ()
    if b.holder < 0:
        return (fault("M-9", "nothing_to_hold"),)
    if s.book.options.auction == "strict":
        return (fault("L-2.2", "no_holding", standing=BIDS[b.level]),)
    return (fault("LG-14", "hold_behind", holder=str(seat_at(s.setup, b.holder))),)


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """What the speaker can say or lay without fault."""
    place, higher = s.bidding.speaker, "L-2.2" if s.bidding.level > NO_BID else "M-9"
    bidding = "L-2.1" if noted_bids(s, place) else higher
    holding = "LG-15" if forced(s.book, s.bidding, place) else "LG-14"
    return (
        *if_without_fault(faults, s, seat, "pass", "M-9"),
        *one_without_fault(faults, s, seat, "bid", bidding, BIDS),
        *if_without_fault(faults, s, seat, "hold", holding),
        *(_silent_prompts(s, seat) if seat == speaker(s) else ()),
    )


def _silent_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """As many cards as are a bid that could be spoken."""
    place = place_of(s.setup, seat)
    numbers = silent_numbers(s.book, s.bidding, place)
    if not numbers or noted_bids(s, place):
        return ()
    hand = PACK.named(s.hands[seat])
    return (Prompt("lay_silent", "L-2.1", hand, numbers[0], numbers[-1], ordered=True),)


# Cards laid without a word out of turn, at a free table


@clause("L-2.1", "LG-24")
def noted_bids(s: State, place: int) -> tuple[str, ...]:
    """Who laid cards out of turn owes that bid or a higher one, while it is above the standing."""
    noted = silent_bid(s.book, len(_noted(s, place)))
    bids = open_bids(s.book, s.bidding, place)
    return bids[bids.index(noted) :] if noted in bids else ()


def _noted(s: State, place: int) -> tuple[Card, ...]:
    return dict(s.slips.noted).get(place, ())


@clause("L-2.1", "LG-24", "LG-28")
def offers(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Who may still bid can lay cards before his turn; what is no bid of his is not noted."""
    if seat == speaker(s):
        return prompts(s, seat)
    place, b = place_of(s.setup, seat), s.bidding
    spoken = place in b.passed or place == b.holder or _noted(s, place)
    return () if spoken else _silent_prompts(s, seat)


@clause("L-2.1", "L-2.2", "M-9", "LG-24")
def step(s: State, seat: Seat, act: Action) -> State:
    """What was said stands; the last holder plays, is paid for à trois, or nobody plays."""
    if seat != speaker(s):
        laid = tuple(PACK.card(word) for word in act.args)
        noted = (*s.slips.noted, (place_of(s.setup, seat), laid))
        return s._replace(slips=s.slips._replace(noted=noted))
    b = _spoken(s, act)
    s = s._replace(bidding=b)
    if not b.ended:
        return s
    if b.level > NO_BID:
        s = s._replace(ombre=seat_at(s.setup, b.holder), bid=BIDS[b.level])
    if b.level <= TROIS:
        return s._replace(phase="over")
    return begin_exchange(s)


def _spoken(s: State, act: Action) -> Bidding:
    if act.verb == "lay_silent":
        bid = silent_bid(s.book, len(act.args))
        assert bid is not None, "so many cards are no bid"
        laid = tuple(PACK.card(word) for word in act.args)
        return said(s.bidding, "bid", BIDS.index(bid), laid)
    if act.verb == "bid":
        laid = _noted(s, s.bidding.speaker)
        same = silent_bid(s.book, len(laid)) == act.args[0]
        return said(s.bidding, "bid", BIDS.index(act.args[0]), laid if same else ())
    return said(s.bidding, act.verb)
