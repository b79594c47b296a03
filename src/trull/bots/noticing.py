"""What a careful player notices: who did not follow suit, and later showed that he could have.

Only the cards on the table are read. A card proves nothing about a duty if it obliges nobody, such
as a fool that excuses or a wild card; each game says which suit a played word stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

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


def as_it_lies(seen: Iterable[Seen]) -> tuple[Seen, ...]:
    """What was seen, as if a card taken back had never fallen: the other one did in its place."""
    found: list[Seen] = []
    for one in seen:
        if one.verb != "mend":
            found.append(one)
            continue
        last = max(n for n, act in enumerate(found) if (act.seat, act.verb) == (one.seat, "play"))
        found[last] = Seen(one.seat, "play", one.args)
    return tuple(found)


def tricks(view: View) -> list[list[Played]]:
    """The cards of every trick so far, the last perhaps not whole; a card taken back is gone."""
    reading, _duty = GAMES[view.rules.game]
    found: list[list[Played]] = [[]]
    for seen in as_it_lies(view.seen):
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
