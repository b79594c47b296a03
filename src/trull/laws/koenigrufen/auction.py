"""The auction: who speaks, what may be bid, held or joined, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from trull.cards import cards
from trull.clauses import clause
from trull.laws.koenigrufen.book import (
    BIRD_ITEMS,
    BIRDS,
    MASKS,
    PACK,
    Biddable,
    Book,
    Contract,
)
from trull.laws.koenigrufen.table import Auction, Bargain, Bid, State, auction_of
from trull.state import Action, Fault, Prompt, Seat, fault


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """What the seat on turn may say."""
    a = auction_of(s)
    if seat != a.turn:
        return ()
    return tuple(_prompts(s, a, seat))


@clause("T-2.2", "T-2.5", "F-3.2", "U-7.2", "U-13.10", "U-15.4")
def _prompts(s: State, a: Auction, seat: Seat) -> Iterator[Prompt]:
    """A game is bid above the standing one, by whom its row allows it, with the hand it needs."""
    cite = s.book.cite
    if may_pass(s, a, seat):
        yield Prompt("pass", cite("pass"))
    elif s.phase == "auction" and s.book.options.opening == "forehand_word":
        yield Prompt("vorhand", cite("opening"))
    top, hand = top_rank(a), s.deal.hands[seat]
    bids = tuple(
        bid.word
        for bid in s.book.bids
        if (bid.rank > top or not a.holders)
        and in_place(s, a, seat, bid.contract)
        and hand_allows(s.book, hand, bid)
    )
    if bids:
        yield Prompt("bid", cite("bid"), bids, 1, 1)
    if a.holders and may_hold(s, a, seat):
        yield Prompt("hold", cite("hold"))
    joins = _joins(s, a, seat)
    if joins:
        yield Prompt("bei", cite("bei"), joins, 1, 1)


@clause("T-2.1", "T-2.7", "F-1.6", "U-7.1")
def may_pass(s: State, a: Auction, seat: Seat) -> bool:
    """The Vorhand may not pass with her first word, nor when only she is left to choose."""
    if s.phase == "forehand_choice":
        return False
    return a.opened or s.book.options.opening == "round" or seat != s.setup.forehand


# Bidding


@clause("T-2.3", "T-2.4", "T-3.4", "F-3.1", "F-3.2", "U-7.1", "KG-40")
def in_place(s: State, a: Auction, seat: Seat, contract: Contract) -> bool:
    """Sechserdreier as first word only; Rufer and Trischaken only after three passes."""
    if s.phase == "forehand_choice":
        return _may_choose(s, contract)
    if contract.bid == "any":
        return True
    if contract.bid == "first_word":
        return not a.opened and seat == s.setup.forehand
    if contract.bid == "forehand_right":
        return not a.holders and _has_right(s, a, seat)
    return False


@clause("T-2.3", "T-3.4", "F-3.2")
def _may_choose(s: State, contract: Contract) -> bool:
    """If nobody bid, the Vorhand plays one of her own games, or any but the Sechserdreier."""
    options = s.book.options
    if contract.bid == "first_word":
        return options.sechserdreier_afterwards
    return contract.bid != "any" or options.forehand_afterwards == "all"


@clause("U-6.1", "U-7.1")
def _has_right(s: State, a: Auction, seat: Seat) -> bool:
    """If the Vorhand passes, the next seat has her right."""
    before = (seat - s.setup.forehand) % 4
    return all(Seat((s.setup.forehand + k) % 4) in a.passed for k in range(before))


@clause("T-0.5", "T-0.15", "T-2.9", "F-4.7", "U-13.3", "KG-35")
def hand_allows(book: Book, hand: int, bid: Biddable) -> bool:
    """A call needs a king to call, a Besserrufer a bird in hand, the old Solo a Trull piece."""
    if bid.needs and not hand & bid.needs:
        return False
    if hand & MASKS.kings != MASKS.kings or book.options.self_call:
        return True
    return bid.contract.side != "called"


# Holding


@clause("T-2.5", "F-3.3", "U-6.1", "U-13.7", "U-15.4")
def may_hold(s: State, a: Auction, seat: Seat) -> bool:
    """Holding takes over an equal bid: by the Vorhand, or by a seat before the bidder's."""
    top = a.holders[0]
    mode = s.book.options.hold
    if mode == "forehand":
        entitled = seat == s.setup.forehand
    else:
        entitled = mode == "earlier_seat" and _place(s, seat) < _place(s, top.seat)
    return entitled and hand_allows(s.book, s.deal.hands[seat], _standing(s.book, top))


def _standing(book: Book, bid: Bid) -> Biddable:
    """The word of the list behind a standing bid."""
    return next(b for b in book.bids if b.contract.name == bid.contract and b.bird == bid.bird)


def _place(s: State, seat: Seat) -> int:
    return (seat - s.setup.forehand) % 4


# Side by side


def _joins(s: State, a: Auction, seat: Seat) -> tuple[str, ...]:
    if not a.holders or s.phase != "auction":
        return ()
    over_solorufer = s.book.options.piccolo_bei_beats_solorufer
    if not s.book.contracts[a.holders[0].contract].bei and not over_solorufer:
        return ()
    return tuple(c.name for c in s.book.joinable if may_join(s, a, seat, c))


@clause("T-4.3", "T-7.2", "KG-4", "KG-6")
def may_join(s: State, a: Auction, seat: Seat, contract: Contract) -> bool:
    """A negative game may be joined by another of the same value ("-bei")."""
    if _joins_over_solorufer(s, a, seat, contract.name):
        return True
    standing = [s.book.contracts[bid.contract] for bid in a.holders]
    if not all(_open_to_others(s, game) for game in (*standing, contract)):
        return False
    if s.book.options.bei_scope == "same_contract" and contract.name != standing[0].name:
        return False
    return contract.value == standing[0].value


@clause("T-7.2")
def _open_to_others(s: State, contract: Contract) -> bool:
    """Zwiccolo and Triccolo are played side by side only where that was agreed."""
    return contract.bei and (not contract.bei_option or bool(s.book.rules[contract.bei_option]))


@clause("KG-6")
def _joins_over_solorufer(s: State, a: Auction, seat: Seat, name: str) -> bool:
    """Two Piccolos side by side drive out a Solorufer, by an older edition."""
    if not s.book.options.piccolo_bei_beats_solorufer or name != "piccolo":
        return False
    first = [bid for bid in a.outbid if bid.contract == "piccolo" and bid.seat != seat]
    return bool(first) and [bid.contract for bid in a.holders] == ["solorufer"]


# Why not


def explain(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Why this may not be said now."""
    a = auction_of(s)
    cite = s.book.cite
    if seat in a.passed:
        return (fault(cite("pass_final"), "passed_already"),)
    if any(bid.seat == seat for bid in a.holders):
        return (fault(cite("own_raise"), "own_bid"),)
    if seat != a.turn:
        return (fault(cite("turn"), "not_your_turn"),)
    match act:
        case Action("bid", (word,)):
            return (_why_not_bid(s, a, seat, word),)
        case Action("hold", ()):
            return (_why_not_hold(s, a, seat),)
        case Action("bei", (word,)):
            return (_why_not_join(s, a, word),)
        case Action("pass", ()):
            return (fault(cite("opening"), "forehand_must_open"),)
    return (fault(cite("bid"), "bid_or_pass"),)


def _why_not_bid(s: State, a: Auction, seat: Seat, word: str) -> Fault:
    bid = s.book.biddable(word)
    if bid is None:
        return fault(s.book.cite("bid"), "no_such_game", game=word)
    if not in_place(s, a, seat, bid.contract):
        return _why_not_in_place(s, bid.contract)
    if a.holders and bid.rank <= top_rank(a):
        standing = a.holders[0].contract
        return fault(s.book.cite("bid"), "bid_too_low", game=bid.contract.name, standing=standing)
    return _why_not_with_this_hand(s, seat, bid)


def _why_not_in_place(s: State, contract: Contract) -> Fault:
    cite, game = s.book.cite, contract.name
    if contract.bid == "first_word":
        return fault(cite("first_word"), "first_word_only", game=game)
    if contract.bid == "afterwards":
        return fault(cite("forehand_games"), "afterwards_only", game=game)
    if contract.bid == "forehand_right":
        return fault(cite("forehand_games"), "needs_forehand_right", game=game)
    return fault(cite("forehand_choice"), "own_games_only", game=game)


def _why_not_with_this_hand(s: State, seat: Seat, bid: Biddable) -> Fault:
    cite, game = s.book.cite, bid.contract.name
    if bid.needs and not s.deal.hands[seat] & bid.needs:
        if bid.contract.needs == "bird":
            return fault(cite("needs_bird"), "no_bird", game=game)
        return fault(cite("needs_trull"), "no_trull_piece", game=game)
    return fault(cite("self_call"), "no_king_to_call", game=game)


def _why_not_hold(s: State, a: Auction, seat: Seat) -> Fault:
    cite, mode = s.book.cite("hold"), s.book.options.hold
    if not a.holders:
        return fault(cite, "nothing_to_hold")
    if mode == "none":
        return fault(cite, "no_holding")
    if mode == "forehand" and seat != s.setup.forehand:
        return fault(cite, "forehand_holds")
    if mode == "earlier_seat" and _place(s, seat) > _place(s, a.holders[0].seat):
        return fault(cite, "earlier_seat_holds")
    return _why_not_with_this_hand(s, seat, _standing(s.book, a.holders[0]))


def _why_not_join(s: State, a: Auction, name: str) -> Fault:
    cite = s.book.cite("bei")
    contract = s.book.contracts.get(name)
    if contract is None or not contract.bei or not a.holders:
        return fault(cite, "nothing_to_join")
    standing = s.book.contracts[a.holders[0].contract]
    for game in (standing, contract):
        if not _open_to_others(s, game):
            return fault(cite, "cannot_be_joined", game=game.name)
    if contract.value != standing.value:
        return fault(cite, "other_value", game=name, standing=standing.name)
    return fault(s.book.clause("bei_scope"), "other_game", standing=standing.name)


# Steps


def step(s: State, seat: Seat, act: Action) -> State:
    """The auction after a lawful word; fixes the contract when it is over."""
    a = auction_of(s)
    match act:
        case Action("bid", (word,)):
            a = _bid(s, a, seat, word)
        case Action("hold", ()):
            a = _hold(a, seat)
        case Action("bei", (name,)):
            a = _join(s, a, seat, name)
        case Action("pass", ()):
            a = _pass(a, seat)
    if seat == s.setup.forehand:
        a = a._replace(opened=True)
    return _next(s, a, seat)


def _bid(s: State, a: Auction, seat: Seat, word: str) -> Auction:
    said = s.book.biddable(word)
    assert said is not None, "only games of the list are bid"
    bid = Bid(seat, said.contract.name, said.rank, said.bird)
    return a._replace(holders=(bid,), outbid=_driven_out(a, seat))


def _hold(a: Auction, seat: Seat) -> Auction:
    bid = a.holders[0]._replace(seat=seat)
    return a._replace(holders=(bid,), outbid=_driven_out(a, seat))


@clause("T-4.3", "KG-5")
def _join(s: State, a: Auction, seat: Seat, name: str) -> Auction:
    """The first bidder of the standing group leads; who joins stands beside him."""
    if _joins_over_solorufer(s, a, seat, name):
        first = next(bid for bid in a.outbid if bid.contract == "piccolo" and bid.seat != seat)
        rank = a.holders[0].rank + 0.5
        pair = (first._replace(rank=rank), Bid(seat, name, rank))
        return a._replace(holders=pair, outbid=_without(_driven_out(a, seat), first.seat))
    bid = Bid(seat, name, s.book.contracts[name].rank)
    return a._replace(holders=(*a.holders, bid), outbid=_without(a.outbid, seat))


def _driven_out(a: Auction, seat: Seat) -> tuple[Bid, ...]:
    before = _without(a.outbid, seat)
    return before + tuple(bid for bid in a.holders if bid.seat != seat)


def _without(bids: tuple[Bid, ...], seat: Seat) -> tuple[Bid, ...]:
    return tuple(bid for bid in bids if bid.seat != seat)


@clause("T-2.7")
def _pass(a: Auction, seat: Seat) -> Auction:
    """A pass is final."""
    return a._replace(passed=a.passed | {seat}, outbid=_without(a.outbid, seat))


def top_rank(a: Auction) -> float:
    """The rank a bid must exceed."""
    if len(a.holders) == 1:
        return a.holders[0].rank
    return max((bid.rank for bid in a.holders), default=0)


@clause("T-2.2", "T-2.3", "T-2.6", "KG-28")
def _next(s: State, a: Auction, seat: Seat) -> State:
    """In turn speak all who have not passed and do not hold the game; then it is fixed."""
    holding = {bid.seat for bid in a.holders}
    waiting = [
        Seat((seat + k) % 4)
        for k in range(1, 5)
        if (seat + k) % 4 not in a.passed and (seat + k) % 4 not in holding
    ]
    if a.holders and (not waiting or s.phase == "forehand_choice"):
        return s._replace(auction=a, bargain=_bargain(s, a))
    if not a.holders and a.passed >= _others(s) and a.opened:
        return _nobody_bid(s, a)
    return s._replace(auction=a._replace(turn=waiting[0]))


def _others(s: State) -> frozenset[Seat]:
    return frozenset(Seat(k) for k in range(4)) - {s.setup.forehand}


@clause("T-2.3", "F-3.2", "U-6.1", "KG-28")
def _nobody_bid(s: State, a: Auction) -> State:
    """Nobody bid: the Vorhand chooses, or the deal is void, or she must call."""
    if s.book.options.opening == "forehand_word":
        return s._replace(phase="forehand_choice", auction=a._replace(turn=s.setup.forehand))
    if s.setup.forehand not in a.passed:
        return s._replace(auction=a._replace(turn=s.setup.forehand))
    if s.book.options.all_pass == "redeal":
        return s._replace(phase="over", auction=a, outcome="redeal")
    name = next(n for n, c in s.book.contracts.items() if c.bid == "forehand_right")
    forced = a._replace(holders=(Bid(s.setup.forehand, name, s.book.contracts[name].rank),))
    return s._replace(auction=forced, bargain=_bargain(s, forced))


def _bargain(s: State, a: Auction) -> Bargain:
    options = s.book.options
    return Bargain(
        contract=s.book.contracts[a.holders[0].contract],
        declarers=a.holders,
        stichzwang=options.trischaken_stichzwang,
        talon_use=options.trischaken_talon,
    )


def birds_in(hand: int) -> tuple[str, ...]:
    """The names of the birds in a set, the lowest first."""
    return tuple(BIRD_ITEMS[card - PACK.card("T1")] for card in cards(hand & BIRDS))
