"""The auction: who speaks, what may be bid, held or joined, and how it ends."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trull.cards import cards
from trull.clauses import clause
from trull.laws.koenigrufen.book import (
    BIRD_ITEMS,
    BIRDS,
    MASKS,
    PACK,
    TRULL,
    Biddable,
    Book,
    Contract,
    Options,
)
from trull.laws.koenigrufen.deal import misdealt
from trull.laws.koenigrufen.table import (
    SEATS,
    Auction,
    Bargain,
    Bid,
    Memory,
    State,
    acted,
    auction_of,
    moved,
    new_table,
    renewed,
)
from trull.state import Action, Fault, Prompt, Seat, fault, one_of


class Turn(NamedTuple):
    """What follows a word of the auction; of the cards only those decide that allow a bid."""

    phase: str
    turn: Seat | None
    auction: Auction | None
    bargain: Bargain | None
    outcome: str


WORDS: Memory[tuple[Prompt, ...]] = Memory()  # what may be said
TURNS: Memory[Turn] = Memory()
EVERYBODY = frozenset(Seat(seat) for seat in range(4))
OTHERS = tuple(EVERYBODY - {Seat(seat)} for seat in range(4))  # than this seat


@clause("T-2.2", "T-2.5", "F-3.2", "U-7.2", "U-13.10", "U-15.4")
def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """A game is bid above the standing one, by whom its row allows it, with the hand it needs."""
    t = s.table
    held = _deciding(t.deal.hands[seat])
    asked = (t.book, t.setup.forehand, s.phase, t.auction, seat, held)
    return WORDS.get(asked) or WORDS.keep(asked, _words(s, seat))


def _words(s: State, seat: Seat) -> tuple[Prompt, ...]:
    a, t = auction_of(s), s.table
    book, found = t.book, []
    if may_pass(s, a, seat):
        found.append(book.plain["pass"])
    elif s.phase == "auction" and book.options.opening == "forehand_word":
        found.append(book.plain["vorhand"])
    found += bid_prompts(s, a, seat, t.deal.hands[seat])
    if a.holders:
        if may_hold(s, a, seat, t.deal.hands[seat]):
            found.append(book.plain["hold"])
        joins = _joins(s, a, seat)
        if joins:
            found.append(one_of("bei", book.cites["bei"], joins))
    return tuple(found)


def bid_prompts(s: State, a: Auction, seat: Seat, hand: int) -> tuple[Prompt, ...]:
    """The prompt to bid with such a hand, if there is a game to bid."""
    return _bid_prompts(s.table.book, places_of(s, a, seat), top_rank(a), _deciding(hand))


def _deciding(hand: int) -> int:
    """The cards of a hand that decide what may be bid; kings do when all four are there."""
    held = hand & (BIRDS | TRULL)
    return held | MASKS.kings if hand & MASKS.kings == MASKS.kings else held


@lru_cache(maxsize=4096)
def _bid_prompts(book: Book, places: tuple[str, ...], top: float, held: int) -> tuple[Prompt, ...]:
    """The prompt to bid a game above ``top``, if there is one; asked in every auction alike."""
    words = tuple(
        bid.word
        for bid in book.bids.values()
        if bid.rank > top and bid.contract.bid in places and hand_allows(held, bid)
    )
    return (one_of("bid", book.cites["bid"], words),) if words else ()


@clause("T-2.1", "T-2.7", "F-1.6", "U-7.1")
def may_pass(s: State, a: Auction, seat: Seat) -> bool:
    """The Vorhand may not pass with her first word, nor when only she is left to choose."""
    if s.phase == "forehand_choice":
        return False
    t = s.table
    return a.opened or t.book.options.opening == "round" or seat != t.setup.forehand


# Bidding


@clause("T-2.3", "T-2.4", "T-3.4", "F-3.1", "F-3.2", "U-7.1", "KG-40")
def places_of(s: State, a: Auction, seat: Seat) -> tuple[str, ...]:
    """Sechserdreier as first word only; Rufer and Trischaken only after three passes."""
    t = s.table
    if s.phase == "forehand_choice":
        return _places_of_choice(t.book.options)
    places: tuple[str, ...] = ("any",)
    if not a.opened and seat == t.setup.forehand:
        places += ("first_word",)
    if not a.holders and _has_right(t.setup.forehand, a, seat):
        places += ("forehand_right",)
    return places


@clause("T-2.3", "T-3.4", "F-3.2")
def _places_of_choice(options: Options) -> tuple[str, ...]:
    """If nobody bid, the Vorhand plays one of her own games, or any but the Sechserdreier."""
    places: tuple[str, ...] = ("afterwards", "forehand_right")
    if options.forehand_afterwards == "all":
        places += ("any",)
    if options.sechserdreier_afterwards:
        places += ("first_word",)
    return places


@clause("U-6.1", "U-7.1")
def _has_right(forehand: Seat, a: Auction, seat: Seat) -> bool:
    """If the Vorhand passes, the next seat has her right."""
    before = (seat - forehand) % 4
    return all((forehand + k) % 4 in a.passed for k in range(before))


@clause("T-0.5", "T-0.15", "T-2.9", "F-4.7", "U-13.3", "KG-35")
def hand_allows(hand: int, bid: Biddable) -> bool:
    """A call needs a king to call, a Besserrufer a bird in hand, the old Solo a Trull piece."""
    if bid.needs and not hand & bid.needs:
        return False
    return not bid.lacks or bool(~hand & bid.lacks)


# Holding


@clause("T-2.5", "F-3.3", "U-6.1", "U-13.7", "U-15.4")
def may_hold(s: State, a: Auction, seat: Seat, hand: int) -> bool:
    """Holding takes over an equal bid: by the Vorhand, or by a seat before the bidder's."""
    top, t = _top(a), s.table
    mode = t.book.options.hold
    if mode == "forehand":
        entitled = seat == t.setup.forehand
    else:
        entitled = mode == "earlier_seat" and _place(s, seat) < _place(s, top.seat)
    return entitled and hand_allows(hand, _standing(t.book, top))


def _top(a: Auction) -> Bid:
    """The bid to beat: of games side by side the highest, the first of equals."""
    if len(a.holders) == 1:
        return a.holders[0]
    return max(a.holders, key=lambda bid: bid.rank)


def _standing(book: Book, bid: Bid) -> Biddable:
    """The word of the list behind a standing bid."""
    return book.bids[f"{bid.contract}:{bid.bird}" if bid.bird else bid.contract]


def _place(s: State, seat: Seat) -> int:
    return (seat - s.setup.forehand) % 4


# Side by side


def _joins(s: State, a: Auction, seat: Seat) -> tuple[str, ...]:
    book = s.table.book
    if s.phase != "auction" or not (
        book.contracts[a.holders[0].contract].bei or book.options.piccolo_bei_beats_solorufer
    ):
        return ()
    return tuple(c.name for c in book.joinable if may_join(s, a, seat, c))


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
    if seat != s.turn:
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
    if bid.contract.bid not in places_of(s, a, seat):
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
    if mode == "earlier_seat" and _place(s, seat) > _place(s, _top(a).seat):
        return fault(cite, "earlier_seat_holds")
    return _why_not_with_this_hand(s, seat, _standing(s.book, _top(a)))


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
    t = s.table
    if act.verb == "misdeal":
        return misdealt(s, seat, act)
    asked = (t.book, t.setup.forehand, s.phase, t.auction, seat, act, _left_to_her(s))
    known = TURNS.get(asked) or TURNS.keep(asked, _turn(_spoken(s, seat, act)))
    phase, turn, auction, bargain, outcome = known
    table = new_table(t.setup, t.book, t.deal, auction, bargain, None, None, outcome, t.offence)
    return acted(s, seat, act, phase, turn, table)


def _left_to_her(s: State) -> int:
    """The deciding cards of the Vorhand, where the next pass may leave the choice to her."""
    t, a = s.table, auction_of(s)
    return _deciding(t.deal.hands[t.setup.forehand]) if len(a.passed) > 1 and not a.holders else 0


def _turn(s: State) -> Turn:
    t = s.table
    return Turn(s.phase, s.turn, t.auction, t.bargain, t.outcome)


def _spoken(s: State, seat: Seat, act: Action) -> State:
    a, (verb, words) = auction_of(s), act
    if not a.opened and seat == s.table.setup.forehand:
        a = Auction(a.passed, True, a.holders, a.outbid)
    match verb:
        case "pass":
            a = _pass(a, seat)
        case "bid":
            a = _bid(s, a, seat, words[0])
        case "hold":
            a = _hold(a, seat)
        case "bei":
            a = _join(s, a, seat, words[0])
    return _next(s, seat, act, a)


def _bid(s: State, a: Auction, seat: Seat, word: str) -> Auction:
    said = s.table.book.bids[word]
    bid = Bid(seat, said.contract.name, said.rank, said.bird)
    return Auction(a.passed, a.opened, (bid,), _driven_out(a, seat))


def _hold(a: Auction, seat: Seat) -> Auction:
    bid = _top(a)._replace(seat=seat)
    return Auction(a.passed, a.opened, (bid,), _driven_out(a, seat))


@clause("T-4.3", "KG-5", "KG-6")
def _join(s: State, a: Auction, seat: Seat, name: str) -> Auction:
    """The first bidder of the standing group leads; who joins stands beside him."""
    group, outbid = a.holders, _without(a.outbid, seat)
    if _joins_over_solorufer(s, a, seat, name):
        first = next(bid for bid in a.outbid if bid.contract == "piccolo" and bid.seat != seat)
        group, outbid = (first,), _without(_driven_out(a, seat), first.seat)
    group = (*group, Bid(seat, name, s.book.contracts[name].rank))
    if s.book.options.piccolo_bei_beats_solorufer and {b.contract for b in group} == {"piccolo"}:
        above = s.book.contracts["solorufer"].rank + 0.5
        group = tuple([bid._replace(rank=above) for bid in group])
    return a._replace(holders=group, outbid=outbid)


def _driven_out(a: Auction, seat: Seat) -> tuple[Bid, ...]:
    return _without(a.outbid, seat) + _without(a.holders, seat)


def _without(bids: tuple[Bid, ...], seat: Seat) -> tuple[Bid, ...]:
    return tuple([bid for bid in bids if bid.seat != seat]) if bids else ()


@clause("T-2.7")
def _pass(a: Auction, seat: Seat) -> Auction:
    """A pass is final."""
    return Auction(a.passed | {seat}, a.opened, a.holders, _without(a.outbid, seat))


def top_rank(a: Auction) -> float:
    """The rank a bid must exceed; below every rank while nobody has bid."""
    return _top(a).rank if a.holders else -1


@clause("T-2.2", "T-2.3", "T-2.6", "KG-28")
def _next(s: State, seat: Seat, act: Action, a: Auction) -> State:
    """In turn speak all who have not passed and do not hold the game; then it is fixed."""
    t, waiting = s.table, _next_waiting(a, seat)
    if a.holders and (waiting is None or s.phase == "forehand_choice"):
        return _fixed(s, seat, act, a)
    if not a.holders and a.opened and a.passed >= OTHERS[t.setup.forehand]:
        return _nobody_bid(s, seat, act, a)
    return acted(s, seat, act, s.phase, waiting, renewed(t, auction=a))


def _next_waiting(a: Auction, seat: Seat) -> Seat | None:
    holding = [bid.seat for bid in a.holders]
    for following in SEATS[seat + 1 : seat + 5]:
        if following not in a.passed and following not in holding:
            return following
    return None


def _fixed(s: State, seat: Seat, act: Action, a: Auction) -> State:
    t = s.table
    options = t.book.options
    first = a.holders[0]
    b = Bargain(
        contract=t.book.contracts[first.contract],
        declarers=a.holders,
        declarer=first.seat,
        stichzwang=options.trischaken_stichzwang,
        talon_use=options.trischaken_talon,
    )
    return acted(s, seat, act, s.phase, first.seat, renewed(t, auction=a, bargain=b))


@clause("T-2.3", "F-3.2", "U-6.1", "KG-28")
def _nobody_bid(s: State, seat: Seat, act: Action, a: Auction) -> State:
    """Nobody bid: the Vorhand chooses, or must call; the deal is void if she need not or cannot."""
    t = s.table
    book, forehand = t.book, t.setup.forehand
    if book.options.opening == "forehand_word":
        choice = moved(s, "forehand_choice", forehand, t)
        if not bid_prompts(choice, a, forehand, t.deal.hands[forehand]):
            return _void(s, seat, act, a)
        return acted(s, seat, act, "forehand_choice", forehand, renewed(t, auction=a))
    if forehand not in a.passed:
        return acted(s, seat, act, s.phase, forehand, renewed(t, auction=a))
    if book.options.all_pass == "redeal":
        return _void(s, seat, act, a)
    called = next(bid for bid in book.bids.values() if bid.contract.bid == "forehand_right")
    if not hand_allows(t.deal.hands[forehand], called):
        return _void(s, seat, act, a)
    forced = a._replace(holders=(Bid(forehand, called.word, called.rank),))
    return _fixed(s, seat, act, forced)


@clause("KG-28")
def _void(s: State, seat: Seat, act: Action, a: Auction) -> State:
    """Nobody plays and nobody can be made to: the next dealer deals."""
    return acted(s, seat, act, "over", None, s.table._replace(auction=a, outcome="redeal"))


def birds_in(hand: int) -> tuple[str, ...]:
    """The names of the birds in a set, the lowest first."""
    return tuple(BIRD_ITEMS[card - PACK.card("T1")] for card in cards(hand & BIRDS))
