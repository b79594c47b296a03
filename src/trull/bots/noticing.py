"""Noticing: who did not follow suit, and later showed that he could have.

Only the cards on the table are read. A card proves nothing about a duty if it obliges nobody, such
as a fool that excuses or a wild card; each game says which suit a played word stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from trull.bots import game
from trull.state import Action, Seat, Seen, View

TRUMP = "T"


class Played(NamedTuple):
    """A card in a trick: the suit it was played as, and the suit it would have obliged."""

    seat: Seat
    suit: str
    obliges: str  # empty: this card obliges nobody, and playing it breaks no duty


class TrickDuties(NamedTuple):
    """The duties of a game in a trick, as far as the cards on the table prove them."""

    reading: Callable[[View, Seat, str], Played]
    """The suit a played word stands for, and the suit it obliges."""
    broken: Callable[[str, str, set[str]], bool]
    """Whether a suit was wrongly played to a suit led, by one who held these suits beside it."""
    in_turn: Callable[[View, tuple[Seen, ...]], tuple[Seen, ...]] = lambda _view, seen: seen
    """Puts cards that fell before their turn where they belong. Without it: all fell in turn."""


def by_first_letter(_view: View, seat: Seat, word: str) -> Played:
    """Suits and tarocks by the first letter; the excusing fool stands outside."""
    suit = word[0]
    return Played(seat, TRUMP, "") if word == "SKI" else Played(seat, suit, suit)


def follow_then_trump(led: str, suit: str, held: set[str]) -> bool:
    """Suit is followed; who cannot must trump."""
    return suit != led and (led in held or (suit != TRUMP and TRUMP in held))


def as_it_lies(view: View) -> tuple[Seen, ...]:
    """The acts seen, as if no card had been taken back and each had fallen in its turn."""
    seen, duties = _put_right(view.seen), game.of(view.rules.game).duties
    return duties.in_turn(view, seen) if duties else seen


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


def noticed(view: View) -> Iterator[Action]:
    """The claims a careful player would make now, each only once."""
    duties = game.of(view.rules.game).duties
    if duties is None:
        return
    known = {(case.accused, case.trick) for case in view.cases}
    guilty = {case.accused for case in view.cases if case.verdict == "upheld"}
    played = tricks(view, duties)
    for number, trick in enumerate(played, 1):
        shown_later = [card for later in played[number:] for card in later]
        for card in trick[1:]:
            if (card.seat, number) in known or card.seat in {view.seat, *guilty}:
                continue  # one proven breach is enough
            held = {c.obliges for c in shown_later if c.seat == card.seat}
            if card.obliges and duties.broken(trick[0].suit, card.suit, held):
                yield Action("claim", (str(card.seat), "any", str(number)))


def tricks(view: View, duties: TrickDuties) -> list[list[Played]]:
    """The cards of every trick in turn, the last perhaps not whole; a card taken back is gone."""
    found: list[list[Played]] = [[]]
    for seen in as_it_lies(view):
        if seen.verb == "play":
            if len(found[-1]) == view.seats:
                found.append([])
            found[-1].append(duties.reading(view, seen.seat, seen.args[0]))
    return found
