"""What is here for speed alone; each says what it bought, and how that was measured.

``trull bench engine`` gives whole hands per CPU second, and beside them OpenSpiel's; a figure is
the microseconds of one such hand of ``koenigrufen/tirol``, with the trick and without, in the same
minutes. The short way of a card stands in ``play``, the records made at every act in ``table``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from trull.laws import verbs
from trull.laws.koenigrufen.announce import (
    birds_spoken_for,
    may_announce_king,
    may_announce_mondfang,
    right_is_spent,
)
from trull.laws.koenigrufen.auction import has_right, highest_bid
from trull.laws.koenigrufen.book import BIRDS, KING, MASKS, TRULL, Book
from trull.laws.koenigrufen.table import State, auction_of, bargain_of, hand_now, speech_of
from trull.laws.quick import Memory
from trull.laws.verbs import Verb, Verbs
from trull.state import Prompt, Seat

PROMPTS: Memory[tuple[Prompt, ...]] = Memory()
WORDS: Memory[tuple[str, ...]] = Memory()


def prompts(said: Verbs[State], s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The prompts of a phase of words, remembered by all that decides them: 510 against 980 µs."""
    asked = _decisive(s, seat)
    if asked is None:
        return verbs.prompts(said, s, seat)
    return PROMPTS.get(asked) or PROMPTS.keep(asked, verbs.prompts(said, s, seat, _free))


def _free(name: str, verb: Verb[State], s: State, seat: Seat) -> tuple[str, ...]:
    """The words of a verb that have no fault; the long lists are remembered by what decides them.

    Few deals are alike in all that decides the prompts, most in what decides one verb: 2.07 against
    2.16 million instructions a hand, counted by callgrind after 60 others.
    """
    decides = DECIDES.get(name)
    if decides is None:
        return verbs.without_fault(name, verb, s, seat)
    asked = name, *decides(s, seat)
    found = WORDS.get(asked)
    return WORDS.keep(asked, verbs.without_fault(name, verb, s, seat)) if found is None else found


def _decisive(s: State, seat: Seat) -> object:
    """What decides the prompts, where deals have it in common; None where each has its own."""
    t, phase = s.table, s.phase
    if phase in ("auction", "forehand_choice"):
        hand = t.deal.hands[seat]
        four = hand & MASKS.kings == MASKS.kings
        return t.book, t.setup.forehand, phase, t.auction, seat, hand & (BIRDS | TRULL), four
    if phase == "cut":
        return t.book, phase
    if phase not in ("declare", "announce"):
        return None
    b, hand = bargain_of(s), hand_now(s, seat)
    if not b.contract.positive:
        return None
    called = (b.partner, b.called, b.king_half, b.taken & BIRDS) if b.called else ()
    held = hand & (BIRDS | TRULL if b.contract.needs == "trull_piece" else BIRDS)
    king = b.called and hand >> KING[b.called] & 1
    dealt = (t.deal.hands[seat] & BIRDS, b.declarers, b.taken) if b.contract.needs == "bird" else ()
    return t.book, phase, b.contract.name, b.declarer, called, t.speech, seat, held, king, dealt


def _bids(s: State, seat: Seat) -> tuple[object, ...]:
    """Where the auction stands for the seat, and which games it has the cards for."""
    a, book, forehand = auction_of(s), s.table.book, s.table.setup.forehand
    first = seat == forehand and not a.opened
    standing = highest_bid(a).rank if a.holders else None
    right = not a.holders and has_right(forehand, a, seat)
    hand = s.table.deal.hands[seat]
    has = tuple([hand & cards != 0 for cards in _asked_for(book)])
    four = hand & MASKS.kings == MASKS.kings
    return book, s.phase, first, standing, right, has, four


@lru_cache(maxsize=256)
def _asked_for(book: Book) -> tuple[int, ...]:
    """Sets of cards of which some game needs one."""
    return tuple({bid.needs for bid in book.bids.values()} - {0})


def _announcements(s: State, seat: Seat) -> tuple[object, ...]:
    """What has been announced, and for which cards the seat speaks; else nothing is open to it."""
    b, book, game = bargain_of(s), s.table.book, bargain_of(s).contract
    if not game.positive or right_is_spent(s, seat):
        return book, game.name
    said = tuple([a.item for a in speech_of(s).items])
    king = bool(b.called) and may_announce_king(s, b, seat)
    mond, birds = may_announce_mondfang(s, b, seat), birds_spoken_for(s, b, seat)
    return book, game.name, said, bool(b.called), king, mond, birds


DECIDES: Mapping[str, Callable[[State, Seat], tuple[object, ...]]] = {
    "bid": _bids,
    "announce": _announcements,
}
"""By verb all that its law asks for, whatever the word."""
