"""The auction: who speaks, what may be bid, held or joined, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from trull.cards import cards
from trull.clauses import clause
from trull.laws.koenigrufen.book import BIRD_ITEMS, BIRDS, PACK, Biddable, Book, Contract
from trull.laws.koenigrufen.deal import misdealt
from trull.laws.koenigrufen.table import (
    SEATS,
    Auction,
    Bargain,
    Bid,
    State,
    acted,
    auction_of,
    by_topic,
    renewed,
)
from trull.laws.verbs import Verb, Verbs
from trull.state import Action, Fault, Seat, fault

EVERYBODY = frozenset(Seat(seat) for seat in range(4))


# Whose turn


@clause("T-2.6", "T-2.7")
def waiting(s: State, seat: Seat) -> Fault | None:
    """A pass is final, nobody raises himself, and everybody waits for his turn."""
    a, cite = auction_of(s), s.book.cite
    if seat in a.passed:
        return fault(cite("pass_final"), "passed_already")
    if any(bid.seat == seat for bid in a.holders):
        return fault(cite("own_raise"), "own_bid")
    return None if seat == s.turn else fault(cite("turn"), "not_your_turn")


def bid_or_pass(s: State) -> Fault:
    """In the auction nothing else is said."""
    return fault(s.book.cite("bid"), "bid_or_pass")


# Passing


@clause("T-2.1", "T-2.7", "F-1.6", "U-7.1")
def _pass_fault(s: State, seat: Seat, _word: str) -> Fault | None:
    """The Vorhand may not pass with her first word, nor when only she is left to choose."""
    if s.phase == "forehand_choice" or _must_open(s, seat):
        return fault(s.book.cite("opening"), "forehand_must_open")
    return None


def _must_open(s: State, seat: Seat) -> bool:
    first = seat == s.setup.forehand and not auction_of(s).opened
    return first and s.book.options.opening != "round"


@clause("T-2.1", "F-1.6")
def _vorhand_fault(s: State, seat: Seat, _word: str) -> Fault | None:
    """She says "Vorhand" instead, where that is the custom."""
    opens = s.phase == "auction" and s.book.options.opening == "forehand_word"
    return None if opens and _must_open(s, seat) else bid_or_pass(s)


# Bidding


@clause("T-2.2", "T-2.5", "F-3.2", "U-7.2", "U-13.10", "U-15.4")
def _bid_fault(s: State, seat: Seat, word: str) -> Fault | None:
    """A game is bid above the standing one, by whom its row allows it, with the hand it needs."""
    a, bid = auction_of(s), s.table.book.biddable(word)
    if bid is None:
        return fault(s.book.cite("bid"), "no_such_game", game=word)
    misplaced = _place_fault(s, a, seat, bid.contract)
    if misplaced is not None:
        return misplaced
    if a.holders and bid.rank <= highest_bid(a).rank:
        standing = a.holders[0].contract
        return fault(s.book.cite("bid"), "bid_too_low", game=bid.contract.name, standing=standing)
    return hand_fault(s, seat, bid)


@clause("T-2.3", "T-2.4", "T-3.4", "F-3.1", "F-3.2", "U-7.1", "KG-40")
def _place_fault(s: State, a: Auction, seat: Seat, contract: Contract) -> Fault | None:
    """Sechserdreier as first word only; Rufer and Trischaken only after three passes.

    If nobody bid, the Vorhand plays one of her own games, or any but the Sechserdreier.
    """
    t, game, chooses = s.table, contract.name, s.phase == "forehand_choice"
    options, cites = t.book.options, t.book.cites
    match contract.bid:
        case "any":
            if chooses and options.forehand_afterwards != "all":
                return fault(cites["forehand_choice"], "own_games_only", game=game)
        case "first_word":
            first = not a.opened and seat == t.setup.forehand
            if not (options.sechserdreier_afterwards if chooses else first):
                return fault(cites["first_word"], "first_word_only", game=game)
        case "afterwards":
            if not chooses:
                return fault(cites["forehand_games"], "afterwards_only", game=game)
        case "forehand_right":
            if not chooses and (a.holders or not has_right(t.setup.forehand, a, seat)):
                return fault(cites["forehand_games"], "needs_forehand_right", game=game)
    return None


@clause("U-6.1", "U-7.1")
def has_right(forehand: Seat, a: Auction, seat: Seat) -> bool:
    """If the Vorhand passes, the next seat has her right."""
    before = (seat - forehand) % 4
    return all((forehand + k) % 4 in a.passed for k in range(before))


@clause("T-0.5", "T-0.15", "T-2.9", "F-4.7", "U-13.3", "KG-35")
def hand_fault(s: State, seat: Seat, bid: Biddable) -> Fault | None:
    """A call needs a king to call, a Besserrufer a bird in hand, the old Solo a Trull piece."""
    hand, cite, game = s.table.deal.hands[seat], s.book.cite, bid.contract.name
    if bid.lacks and not bid.lacks & ~hand:
        return fault(cite("self_call"), "no_king_to_call", game=game)
    if not bid.needs or hand & bid.needs:
        return None
    if bid.contract.needs == "bird":
        return fault(cite("needs_bird"), "no_bird", game=game)
    return fault(cite("needs_trull"), "no_trull_piece", game=game)


# Holding


@clause("T-2.5", "F-3.3", "U-6.1", "U-13.7", "U-15.4")
def _hold_fault(s: State, seat: Seat, _word: str) -> Fault | None:
    """Holding takes over an equal bid: by the Vorhand, or by a seat before the bidder's."""
    a, mode, cite = auction_of(s), s.book.options.hold, s.book.cite("hold")
    if not a.holders:
        return fault(cite, "nothing_to_hold")
    if mode == "none":
        return fault(cite, "no_holding")
    top, forehand = highest_bid(a), s.setup.forehand
    if mode == "forehand" and seat != forehand:
        return fault(cite, "forehand_holds")
    if mode == "earlier_seat" and (seat - forehand) % 4 > (top.seat - forehand) % 4:
        return fault(cite, "earlier_seat_holds")
    return hand_fault(s, seat, standing(s.book, top))


def highest_bid(a: Auction) -> Bid:
    """The bid to beat: of games side by side the highest, the first of equals."""
    if len(a.holders) == 1:
        return a.holders[0]
    return max(a.holders, key=lambda bid: bid.rank)


def standing(book: Book, bid: Bid) -> Biddable:
    """The word of the list behind a standing bid."""
    return book.bids[f"{bid.contract}:{bid.bird}" if bid.bird else bid.contract]


# Side by side


@clause("KG-6")
def _join_fault(s: State, seat: Seat, name: str) -> Fault | None:
    """Where a negative game stands, another may be played beside it ("-bei")."""
    a, book = auction_of(s), s.book
    contract = book.contracts.get(name)
    if contract is None or not contract.bei or not a.holders:
        return fault(book.cite("bei"), "nothing_to_join")
    if _joins_over_solorufer(s, a, seat, name):
        return None
    return beside_fault(book, [book.contracts[bid.contract] for bid in a.holders], contract)


@clause("T-4.3", "T-7.2", "KG-4")
def beside_fault(book: Book, played: Sequence[Contract], contract: Contract) -> Fault | None:
    """A negative game may be joined by another of the same value."""
    first, cite = played[0], book.cite("bei")
    for game in (*played, contract):
        if not _open_to_others(book, game):
            return fault(cite, "cannot_be_joined", game=game.name)
    if contract.value != first.value:
        return fault(cite, "other_value", game=contract.name, standing=first.name)
    if book.options.bei_scope == "same_contract" and contract is not first:
        return fault(book.clause("bei_scope"), "other_game", standing=first.name)
    return None


@clause("T-7.2")
def _open_to_others(book: Book, contract: Contract) -> bool:
    """Zwiccolo and Triccolo are played side by side only where that was agreed."""
    return contract.bei and (not contract.bei_option or bool(book.rules[contract.bei_option]))


@clause("KG-6")
def _joins_over_solorufer(s: State, a: Auction, seat: Seat, name: str) -> bool:
    """Two Piccolos side by side drive out a Solorufer, by an older edition."""
    if not s.book.options.piccolo_bei_beats_solorufer or name != "piccolo":
        return False
    first = [bid for bid in a.outbid if bid.contract == "piccolo" and bid.seat != seat]
    return bool(first) and [bid.contract for bid in a.holders] == ["solorufer"]


def _games(s: State, _seat: Seat) -> tuple[str, ...]:
    return tuple(s.table.book.bids)


def _joinable(s: State, _seat: Seat) -> tuple[str, ...]:
    return s.table.book.joinable if auction_of(s).holders else ()


VERBS: Verbs[State] = {
    "pass": Verb(by_topic("pass"), _pass_fault),
    "vorhand": Verb(by_topic("opening"), _vorhand_fault),
    "bid": Verb(by_topic("bid"), _bid_fault, _games),
    "hold": Verb(by_topic("hold"), _hold_fault),
    "bei": Verb(by_topic("bei"), _join_fault, _joinable),
}


# Steps


def step(s: State, seat: Seat, act: Action) -> State:
    """The auction after a lawful word; fixes the contract when it is over."""
    if act.verb == "misdeal":
        return misdealt(s, seat, act)
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
    bid = highest_bid(a)._replace(seat=seat)
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


@clause("T-2.2", "T-2.3", "T-2.6", "KG-28")
def _next(s: State, seat: Seat, act: Action, a: Auction) -> State:
    """In turn speak all who have not passed and do not hold the game; then it is fixed."""
    t, following = s.table, _next_waiting(a, seat)
    if a.holders and (following is None or s.phase == "forehand_choice"):
        return _fixed(s, seat, act, a)
    if not a.holders and a.opened and a.passed >= EVERYBODY - {t.setup.forehand}:
        return _nobody_bid(s, seat, act, a)
    return acted(s, seat, act, s.phase, following, renewed(t, auction=a))


def _next_waiting(a: Auction, seat: Seat) -> Seat | None:
    holding = [bid.seat for bid in a.holders]
    for following in SEATS[seat + 1 : seat + 5]:
        if following not in a.passed and following not in holding:
            return following
    return None


def _fixed(s: State, seat: Seat, act: Action, a: Auction) -> State:
    b = bargain_for(s.table.book, a)
    return acted(s, seat, act, s.phase, b.declarer, renewed(s.table, auction=a, bargain=b))


def bargain_for(book: Book, a: Auction) -> Bargain:
    """The game of the highest bid, before anything else is settled about it."""
    first = a.holders[0]
    return Bargain(
        contract=book.contracts[first.contract],
        declarers=a.holders,
        declarer=first.seat,
        stichzwang=book.options.trischaken_stichzwang,
        talon_use=book.options.trischaken_talon,
    )


@clause("T-2.3", "F-3.2", "U-6.1", "KG-28")
def _nobody_bid(s: State, seat: Seat, act: Action, a: Auction) -> State:
    """Nobody bid: the Vorhand chooses, or must call; the deal is void if she need not or cannot."""
    t = s.table
    book, forehand = t.book, t.setup.forehand
    if book.options.opening == "forehand_word":
        choice = acted(s, seat, act, "forehand_choice", forehand, renewed(t, auction=a))
        nothing = all(_bid_fault(choice, forehand, word) for word in book.bids)
        return _void(s, seat, act, a) if nothing else choice
    if forehand not in a.passed:
        return acted(s, seat, act, s.phase, forehand, renewed(t, auction=a))
    if book.options.all_pass == "redeal":
        return _void(s, seat, act, a)
    called = next(bid for bid in book.bids.values() if bid.contract.bid == "forehand_right")
    if hand_fault(s, forehand, called):
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
