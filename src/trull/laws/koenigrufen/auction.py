"""The auction: who speaks, what may be bid, held or joined, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from trull.cards import cards
from trull.clauses import clause
from trull.kernels import count
from trull.laws.koenigrufen.book import BIRD_ITEMS, BIRDS, MASKS, PACK, TRULL, Book, Contract
from trull.laws.koenigrufen.table import Auction, Bargain, Bid, State, auction_of
from trull.state import Action, Fault, Prompt, Seat, fault, one_of


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """What the seat on turn may say."""
    a = auction_of(s)
    if seat != a.turn:
        return ()
    return tuple(_prompts(s, a, seat))


def _prompts(s: State, a: Auction, seat: Seat) -> Iterator[Prompt]:
    cite = s.book.cite
    if may_pass(s, a, seat):
        yield Prompt("pass", cite("pass"))
    elif s.phase == "auction" and s.book.options.opening == "forehand_word":
        yield Prompt("vorhand", cite("opening"))
    bids = tuple(b for b in all_bids(s.book) if not bid_faults(s, a, seat, b))
    if bids:
        yield one_of("bid", cite("bid"), bids)
    if not hold_faults(s, a, seat):
        yield Prompt("hold", cite("hold"))
    joins = tuple(c for c in s.book.contracts if not bei_faults(s, a, seat, c))
    if joins:
        yield one_of("bei", cite("bei"), joins)


@clause("T-2.1", "T-2.7", "F-1.6", "U-7.1")
def may_pass(s: State, a: Auction, seat: Seat) -> bool:
    """The Vorhand may not pass with her first word, nor when only she is left to choose."""
    if s.phase == "forehand_choice":
        return False
    return a.opened or s.book.options.opening == "round" or seat != s.setup.forehand


def all_bids(book: Book) -> tuple[str, ...]:
    """Every word of the list that can be bid; birds are named where they are ranked."""
    words = []
    for name, contract in book.contracts.items():
        if contract.bird_rank and book.options.besserrufer_rank == "by_bird":
            words += [f"{name}:{bird}" for bird in BIRD_ITEMS]
        else:
            words.append(name)
    return tuple(words)


def read_bid(book: Book, seat: Seat, word: str) -> Bid | None:
    """The bid a word means, or None if the list has no such game."""
    name, _, bird = word.partition(":")
    contract = book.contracts.get(name)
    if contract is None or word not in all_bids(book):
        return None
    step = (BIRD_ITEMS.index(bird) + 1) / 10 if bird else 0
    return Bid(seat, name, contract.rank + step, bird)


# Bidding


@clause("T-2.2", "T-2.4", "T-2.5", "F-3.1", "F-3.2", "U-13.10", "U-15.4")
def bid_faults(s: State, a: Auction, seat: Seat, word: str) -> tuple[Fault, ...]:
    """A game is bid above the standing one, by whom its row allows it, with the hand it needs."""
    bid = read_bid(s.book, seat, word)
    if bid is None:
        return (fault(s.book.cite("bid"), "no_such_game", game=word),)
    contract = s.book.contracts[bid.contract]
    order = place_faults(s, a, seat, contract)
    if order:
        return order
    top = top_rank(a)
    if a.holders and bid.rank <= top:
        standing = a.holders[0].contract
        return (fault(s.book.cite("bid"), "bid_too_low", game=bid.contract, standing=standing),)
    return hand_faults(s, seat, contract, bid.bird)


@clause("T-2.3", "T-2.4", "T-3.4", "F-3.1", "F-3.2", "U-7.1", "KG-40")
def place_faults(s: State, a: Auction, seat: Seat, contract: Contract) -> tuple[Fault, ...]:
    """Sechserdreier as first word only; Rufer and Trischaken only after three passes."""
    cite = s.book.cite
    if s.phase == "forehand_choice":
        return _choice_faults(s, contract)
    if contract.bid == "first_word" and (a.opened or seat != s.setup.forehand):
        return (fault(cite("first_word"), "first_word_only", game=contract.name),)
    if contract.bid == "afterwards":
        return (fault(cite("forehand_games"), "afterwards_only", game=contract.name),)
    if contract.bid == "forehand_right" and (a.holders or not _has_right(s, a, seat)):
        return (fault(cite("forehand_games"), "needs_forehand_right", game=contract.name),)
    return ()


@clause("T-2.3", "T-3.4", "F-3.2")
def _choice_faults(s: State, contract: Contract) -> tuple[Fault, ...]:
    """If nobody bid, the Vorhand plays one of her own games, or any but the Sechserdreier."""
    options = s.book.options
    if contract.bid == "first_word":
        if options.sechserdreier_afterwards:
            return ()
        return (fault(s.book.cite("first_word"), "first_word_only", game=contract.name),)
    if contract.bid != "any" or options.forehand_afterwards == "all":
        return ()
    return (fault(s.book.cite("forehand_choice"), "own_games_only", game=contract.name),)


@clause("U-6.1", "U-7.1")
def _has_right(s: State, a: Auction, seat: Seat) -> bool:
    """If the Vorhand passes, the next seat has her right."""
    before = (seat - s.setup.forehand) % 4
    return all(Seat((s.setup.forehand + k) % 4) in a.passed for k in range(before))


@clause("T-0.5", "T-0.15", "T-2.9", "F-4.7", "U-13.3", "KG-35")
def hand_faults(s: State, seat: Seat, contract: Contract, bird: str = "") -> tuple[Fault, ...]:
    """A call needs a king to call, a Besserrufer a bird in hand, the old Solo a Trull piece."""
    hand = s.deal.hands[seat]
    kings = count(hand & MASKS.kings)
    if contract.side == "called" and kings == 4 and not s.book.options.self_call:
        return (fault(s.book.cite("self_call"), "no_king_to_call", game=contract.name),)
    if contract.needs == "bird":
        wanted = 1 << PACK.card(s.book.bonuses[bird].card) if bird else BIRDS
        if not hand & wanted:
            return (fault(s.book.cite("needs_bird"), "no_bird", game=contract.name),)
    if contract.needs == "trull_piece" and not hand & TRULL:
        return (fault(s.book.cite("needs_trull"), "no_trull_piece", game=contract.name),)
    return ()


# Holding


@clause("T-2.5", "F-3.3", "U-6.1", "U-13.7", "U-15.4")
def hold_faults(s: State, a: Auction, seat: Seat) -> tuple[Fault, ...]:
    """Holding takes over an equal bid: by the Vorhand, or by a seat before the bidder's."""
    mode, cite = s.book.options.hold, s.book.cite("hold")
    if not a.holders or s.phase != "auction":
        return (fault(cite, "nothing_to_hold"),)
    if mode == "none":
        return (fault(cite, "no_holding"),)
    if mode == "forehand" and seat != s.setup.forehand:
        return (fault(cite, "forehand_holds"),)
    if mode == "earlier_seat" and _place(s, seat) > _place(s, a.holders[0].seat):
        return (fault(cite, "earlier_seat_holds"),)
    top = a.holders[0]
    return hand_faults(s, seat, s.book.contracts[top.contract], top.bird)


def _place(s: State, seat: Seat) -> int:
    return (seat - s.setup.forehand) % 4


# Side by side


@clause("T-4.3", "T-7.2", "KG-4", "KG-6")
def bei_faults(s: State, a: Auction, seat: Seat, name: str) -> tuple[Fault, ...]:
    """A negative game may be joined by another of the same value ("-bei")."""
    cite = s.book.cite("bei")
    contract = s.book.contracts.get(name)
    if contract is None or not contract.bei or not a.holders or s.phase != "auction":
        return (fault(cite, "nothing_to_join"),)
    if _joins_over_solorufer(s, a, seat, name):
        return ()
    standing = [s.book.contracts[bid.contract] for bid in a.holders]
    for joined in (*standing, contract):
        if not joined.bei or (joined.bei_option and not s.book.rules[joined.bei_option]):
            return (fault(cite, "cannot_be_joined", game=joined.name),)
    if contract.value != standing[0].value:
        return (fault(cite, "other_value", game=name, standing=standing[0].name),)
    if s.book.options.bei_scope == "same_contract" and contract.name != standing[0].name:
        return (fault(s.book.clause("bei_scope"), "other_game", standing=standing[0].name),)
    return ()


def _joins_over_solorufer(s: State, a: Auction, seat: Seat, name: str) -> bool:
    """Two Piccolos side by side drive out a Solorufer, by an older edition."""
    if not s.book.options.piccolo_bei_beats_solorufer or name != "piccolo":
        return False
    first = [bid for bid in a.outbid if bid.contract == "piccolo" and bid.seat != seat]
    return bool(first) and [bid.contract for bid in a.holders] == ["solorufer"]


# Steps


def explain(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Why this may not be said now."""
    a = auction_of(s)
    cite = s.book.cite
    if seat in a.passed:
        return (fault(cite("pass_final"), "passed_already"),)
    if seat != a.turn:
        return (fault(cite("turn"), "not_your_turn"),)
    match act:
        case Action("bid", (word,)):
            return bid_faults(s, a, seat, word)
        case Action("hold", ()):
            return hold_faults(s, a, seat)
        case Action("bei", (word,)):
            return bei_faults(s, a, seat, word)
        case Action("pass", ()):
            return (fault(cite("opening"), "forehand_must_open"),)
    return (fault(cite("bid"), "bid_or_pass"),)


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
    bid = read_bid(s.book, seat, word)
    assert bid is not None, "only lawful bids are stepped"
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
