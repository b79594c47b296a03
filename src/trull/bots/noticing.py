"""What a careful player notices: who did not follow suit, and later showed that he could have.

Only the cards on the table are read. A card proves nothing about a duty if it obliges nobody, such
as a fool that excuses or a wild card; each game says which suit a played word stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from trull.laws.lhombre.book import PACK, Book
from trull.laws.lhombre.play import first_leader, winner
from trull.laws.lhombre.view import LhombreView
from trull.state import Action, Seat, Seen, View

TRUMP = "T"


class Played(NamedTuple):
    """A card in a trick: the suit it was played as, and the suit it would have obliged."""

    seat: Seat
    suit: str
    obliges: str  # empty: this card obliges nobody, and playing it breaks no duty


Reading = Callable[[View, Seat, str], Played]
Duty = Callable[[str, str, set[str]], bool]
"""Whether a suit was wrongly played to a suit led, by one who held these suits beside it."""


def _by_first_letter(_view: View, seat: Seat, word: str) -> Played:
    """Suits and tarocks by the first letter; the excusing fool stands outside."""
    suit = word[0]
    return Played(seat, TRUMP, "") if word == "SKI" else Played(seat, suit, suit)


def _with_wild_cards(view: View, seat: Seat, word: str) -> Played:
    """A baptised card follows as what it was baptised; as a card of its own it obliges nobody."""
    _card, baptism, face = word.partition("=")
    suit = (face if baptism else word).replace("W", "S")[0]
    suit = TRUMP if suit == getattr(view, "trump", "") else suit
    wild = baptism or word.endswith("~")
    return Played(seat, suit, "" if wild else suit)


def _follow_then_trump(led: str, suit: str, held: set[str]) -> bool:
    """Suit is followed; who cannot must trump."""
    return suit != led and (led in held or (suit != TRUMP and TRUMP in held))


def _follow_or_trump(led: str, suit: str, held: set[str]) -> bool:
    """Suit is followed or trumped; who cannot follow plays anything."""
    return suit not in (led, TRUMP) and led in held


GAMES: dict[str, tuple[Reading, Duty]] = {
    "koenigrufen": (_by_first_letter, _follow_then_trump),
    "lhombre": (_by_first_letter, _follow_then_trump),
    "perlaggen": (_with_wild_cards, _follow_or_trump),
}


def as_it_lies(view: View) -> tuple[Seen, ...]:
    """What was seen, as if no card had been taken back and each had fallen in its turn."""
    seen = _put_right(view.seen)
    return _in_turn(view, seen) if isinstance(view, LhombreView) else seen


def _put_right(seen: Iterable[Seen]) -> tuple[Seen, ...]:
    """A card taken back has never fallen: the other one did in its place."""
    found: list[Seen] = []
    for one in seen:
        if one.verb != "mend":
            found.append(one)
            continue
        last = max(n for n, act in enumerate(found) if (act.seat, act.verb) == (one.seat, "play"))
        found[last] = Seen(one.seat, "play", one.args)
    return tuple(found)


def _in_turn(view: LhombreView, seen: tuple[Seen, ...]) -> tuple[Seen, ...]:
    """Tarock à l'Hombre lets a card fall before its turn: it comes when that does.

    In the trick that is being played such a card is left out: its turn is not there yet.
    """
    if view.ombre is None:
        return seen
    leader = first_leader(Book.of(view.rules), view.forehand, view.ombre)
    found: list[Seen | None] = [*seen]
    places = [at for at, one in enumerate(seen) if one.verb == "play"]
    for start in range(0, len(places), view.seats):
        trick = places[start : start + view.seats]
        fallen = {seen[at].seat: seen[at] for at in trick}
        order = [fallen.get(Seat((leader + n) % view.seats)) for n in range(view.seats)]
        for at, one in zip(trick, _up_to_a_gap(order, len(trick)), strict=True):
            found[at] = one
        if len(trick) == view.seats:
            cards = [PACK.card(one.args[0]) for one in order if one is not None]
            leader = Seat((leader + winner(cards)) % view.seats)
    return tuple(one for one in found if one is not None)


def _up_to_a_gap(order: list[Seen | None], size: int) -> list[Seen | None]:
    gap = order.index(None) if None in order else len(order)
    return [*order[:gap], *[None] * size][:size]


def tricks(view: View) -> list[list[Played]]:
    """The cards of every trick in turn, the last perhaps not whole; a card taken back is gone."""
    reading, _duty = GAMES[view.rules.game]
    found: list[list[Played]] = [[]]
    for seen in as_it_lies(view):
        if seen.verb == "play":
            if len(found[-1]) == view.seats:
                found.append([])
            found[-1].append(reading(view, seen.seat, seen.args[0]))
    return found


def noticed(view: View) -> Iterator[Action]:
    """The claims a careful player would make now, each only once."""
    if view.rules.game not in GAMES:
        return
    known = {(case.accused, case.trick) for case in view.cases}
    guilty = {case.accused for case in view.cases if case.verdict == "upheld"}
    played, (_reading, broken) = tricks(view), GAMES[view.rules.game]
    for number, trick in enumerate(played, 1):
        shown_later = [card for later in played[number:] for card in later]
        for card in trick[1:]:
            if (card.seat, number) in known or card.seat in {view.seat, *guilty}:
                continue  # one proven breach is enough
            held = {c.obliges for c in shown_later if c.seat == card.seat}
            if card.obliges and broken(trick[0].suit, card.suit, held):
                yield Action("claim", (str(card.seat), "any", str(number)))
