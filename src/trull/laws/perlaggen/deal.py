"""The deal: packets, the turned trump, and the mishaps of a free table."""

from __future__ import annotations

from typing import NamedTuple

from trull.clauses import clause
from trull.errors import DealError
from trull.kernels.perlaggen import SUIT_OF
from trull.laws.perlaggen import flow
from trull.laws.perlaggen.book import PACK, Book
from trull.laws.perlaggen.table import (
    Cutting,
    Layout,
    Play,
    Player,
    State,
    bad_words,
    dealer_of,
    fresh,
    not_now,
    out_of_turn,
)
from trull.laws.verbs import if_without_fault
from trull.state import Action, Fault, Prompt, Seat, Setup, fault

PLAYERS = (6, 4, 2)
FIVE = 5
"""Cards in hand, whatever the number of players; any other number is agreed on by two."""
VERBS = ("deal", "expose", "misdeal")


def suffices(book: Book, seats: int) -> bool:
    """Whether the pack has enough for so many hands and a card to turn."""
    return book.cards.bit_count() > book.options.hand_size * seats


class Dealt(NamedTuple):
    """The cards as dealt; without a trump the deal is void."""

    hands: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]  # the cards in the order they left the dealer's hand
    turned: tuple[int, ...]
    trump: int  # -1: none could be turned
    stock: tuple[int, ...]


@clause("P90-30", "P90-2", "PG-6", "PG-26")
def deal_out(
    book: Book, pack: tuple[int, ...], seats: int, dealer: int, kept: tuple[int, ...]
) -> Dealt:
    """Five each, three then two, from the dealer's left; the cutter only up to five."""
    size = book.options.hand_size
    if len(pack) + len(kept) <= size * seats:
        raise DealError(f"{len(pack)} cards are too few for {seats} hands of {size} and a trump")
    hands: list[list[int]] = [[] for _ in range(seats)]
    hands[(dealer - 1) % seats].extend(kept)
    at = 0
    for packet in packets(book):
        for seat in ((dealer + 1 + i) % seats for i in range(seats)):
            taken = pack[at : at + min(packet, size - len(hands[seat]))]
            hands[seat].extend(taken)
            at += len(taken)
    turned, trump = _turn(book, pack[at:])
    stock = pack[at + len(turned) :]
    return Dealt(tuple(tuple(hand) for hand in hands), pack[:at], turned, trump, stock)


def packets(book: Book) -> tuple[int, ...]:
    """How many cards are dealt at once."""
    first, second = (int(word) for word in book.options.deal_packets.split("+"))
    rest = book.options.hand_size - first - second
    return (first, second, rest) if rest else (first, second)


@clause("P90-30", "PG-7")
def _turn(book: Book, rest: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The next card is turned and its suit is trump; some suits are turned past."""
    for n, card in enumerate(rest, 1):
        if not book.turned_past >> SUIT_OF[card] & 1:
            return rest[:n], SUIT_OF[card]
    return rest, -1


def opening(setup: Setup, book: Book) -> State:
    """The state before the first act: the shuffled pack in front of the cutter."""
    if setup.seats not in PLAYERS or not suffices(book, setup.seats):
        raise DealError(f"{setup.seats} cannot play with {book.options.hand_size} cards each")
    kept = setup.context.get("kept", 0)
    pack = tuple(c for c in setup.pack if book.cards >> c & 1 and not kept >> c & 1)
    whole = sum(1 << card for card in set(pack)) | kept
    if whole != book.cards or len(set(pack)) != len(pack):
        raise DealError(f"the pack is not the {book.cards.bit_count()} cards of this game")
    if kept & ~book.standing:
        raise DealError("only standing Perlaggen are kept from a cut")
    s = State(
        setup=setup,
        book=book,
        cutting=Cutting(pack),
        layout=Layout(kept=tuple(c for c in range(PACK.size) if kept >> c & 1)),
        players=(Player(),) * setup.seats,
        slate=flow.slate_of(setup.context),
    )
    return begin(s) if setup.context.get("redeal") else s


@clause("P90-3")
def begin(s: State) -> State:
    """The dealer deals; at a free table something may go wrong, so there he says when."""
    dealt = _dealt(s)
    if dealt.trump < 0:
        return voided(s, "no_trump")
    return s._replace(phase="deal") if s.book.free else finish(s)


def _dealt(s: State) -> Dealt:
    dealer = dealer_of(s.setup)
    return deal_out(s.book, s.cutting.pack, s.setup.seats, dealer, s.layout.kept)


def finish(s: State) -> State:
    """The cards are dealt and trump is turned; the blind bids begin."""
    dealt = _dealt(s)
    hands = tuple(
        Player(tuple(fresh(s.book, dealt.trump, card) for card in hand)) for hand in dealt.hands
    )
    layout = s.layout._replace(trump=dealt.trump, turned=dealt.turned, stock=dealt.stock)
    s = s._replace(layout=layout, players=hands, cutting=Cutting(), play=Play(s.setup.forehand))
    return flow.open_bidding(s)


def voided(s: State, why: str) -> State:
    """The hand ends before it began; the same dealer deals again."""
    return s._replace(phase="over", void=why)


# A free table's dealer


def cards_given(s: State) -> int:
    """How many cards leave the dealer's hand."""
    return len(_dealt(s).order)


def duty(s: State) -> frozenset[Seat]:
    """The dealer deals."""
    return frozenset((dealer_of(s.setup),))


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Deal. A card may fall open or the deal go wrong, but nobody is asked to do that."""
    return if_without_fault(faults, s, seat, "deal", "P90-30")


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with an act during the deal."""
    if act.verb not in VERBS:
        return not_now(s, act)
    if seat != dealer_of(s.setup):
        return out_of_turn("P90-3", dealer_of(s.setup))
    if act.verb == "expose":
        word = act.args[0] if len(act.args) == 1 else ""
        known = word.isascii() and word.isdigit() and len(word) < 3
        inside = known and 1 <= int(word) <= len(_dealt(s).order)
        return () if inside else bad_words(act)
    return bad_words(act) if act.args else ()


@clause("P90-3")
def step(s: State, seat: Seat, act: Action) -> State:
    """A misdeal is dealt anew; a card seen in dealing lies open and may be refused."""
    assert seat == dealer_of(s.setup), "only the dealer deals"
    if act.verb == "misdeal":
        return voided(s, "misdeal")
    if act.verb == "expose":
        card = _dealt(s).order[int(act.args[0]) - 1]
        seen = tuple(dict.fromkeys((*s.layout.exposed, card)))
        return s._replace(layout=s.layout._replace(exposed=seen))
    return finish(s)


@clause("P90-3")
def refusal_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """A card exposed in dealing may be refused by any player before his first act."""
    if act.args:
        return bad_words(act)
    refusable = s.layout.exposed and s.phase in ("blind", "play")
    if refusable and not s.players[seat].acted:
        return ()
    return (fault("P90-3", "nothing_to_refuse"),)
