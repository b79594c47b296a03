"""Taking a card back: how long, which card, and the trick with another one in its place."""

from __future__ import annotations

from typing import NamedTuple

from trull.cards import Card, mask_of
from trull.clauses import clause
from trull.laws.koenigrufen import play
from trull.laws.koenigrufen.book import BIRDS, PACK
from trull.laws.koenigrufen.table import SEATS, State, hand_now, terms_of
from trull.state import Action, Seat, word


class TakenBack(NamedTuple):
    """The state before a seat's last card, and the cards that fell from then on."""

    before: State
    cards: tuple[Card, ...]


@clause("T-1.18")
def taken_back(s: State, seat: Seat) -> TakenBack | None:
    """A card can be taken back until the next trick is led to."""
    if s.lying:
        tricks, leader, lying = s.tricks, s.leader, s.lying
    elif s.tricks:
        tricks, (leader, lying, _, _) = s.tricks[:-1], s.tricks[-1]
    else:
        return None
    place = (seat - leader) % 4
    if place >= len(lying):
        return None
    before = State(s.table, "play", seat, s.log, tricks, s.left | mask_of(lying[place:]))
    return TakenBack(_again(before, lying[:place]), lying[place:])


def _again(s: State, lying: tuple[Card, ...]) -> State:
    """The state when only these cards of the trick lay, with what was lawful then."""
    seat = s.turn
    assert seat is not None, "somebody is about to play"
    terms = terms_of(s)
    hand, bound, number = terms.hands[seat] & s.left, terms.bound[seat], len(s.tricks) + 1
    legal = play.lawful(s.book, terms.rules, hand, lying, bound, number)
    return s._replace(legal=legal, lying=lying)


@clause("T-1.18", "F-8.11", "KG-51")
def may_mend(s: State, seat: Seat) -> bool:
    """Only an irregular card is taken back; in the Finale never an announced bird."""
    mode = s.book.options.take_back
    found = None if mode == "none" else taken_back(s, seat)
    if found is None:
        return False
    card = 1 << found.cards[0]
    if mode == "judged" and card & BIRDS & terms_of(s).bound[seat]:
        return False
    return not card & found.before.legal


@clause("T-1.18", "KG-56")
def is_forgiven(s: State, seat: Seat) -> bool:
    """A claim shortens nobody's time: what is taken back within it was no breach."""
    in_time = s.phase == "play" and s.book.options.take_back == "irregular"
    return in_time and may_mend(s, seat)


def choices(s: State, seat: Seat) -> tuple[str, ...]:
    """The cards that may take the place of the one taken back."""
    return PACK.named(hand_now(s, seat)) if may_mend(s, seat) else ()


def right_after(s: State, seat: Seat, act: Action) -> frozenset[Seat]:
    """Whose later card of the trick is lawful beside the one laid in place of another."""
    found = taken_back(s, seat)
    assert found is not None, "there is no card to take back"
    after, right = play.step(found.before, seat, word("play", act.args[0])), set()
    for place, card in enumerate(found.cards[1:], 1):
        who = SEATS[seat + place]
        if after.legal >> card & 1:
            right.add(who)
        after = play.step(after, who, word("play", PACK.code(card)))
    return frozenset(right)


@clause("T-1.18")
def mended(s: State, seat: Seat, act: Action) -> State:
    """Another card lies in its place; the others stay, and who takes the trick shows anew."""
    found = taken_back(s, seat)
    assert found is not None, "there is no card to take back"
    codes = (act.args[0], *(PACK.code(card) for card in found.cards[1:]))
    after = found.before
    for place, code in enumerate(codes):
        after = play.step(after, SEATS[(seat + place) % 4], word("play", code))
    return after._replace(log=(s.log, seat, act))
