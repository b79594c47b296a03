"""What a seat knows, from its view alone: an observation of the moment, and all it has ever seen.

``observe`` gives planes for a network. ``information_state`` forgets nothing: the reader's cards,
what lies open, and every act as it was perceived, in tokens with their seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

from trull import games, laws
from trull.cards import Pack
from trull.errors import TrullError
from trull.machine.fields import Field, Fields, Planes, Row, cards_in, from_reader
from trull.machine.tokens import Vocabulary, pieces, vocabulary
from trull.state import Seen, View

SEATS = 6
"""Seats that have a place in a plain observation."""
UNKNOWN = -1
"""The number of a word that was hidden from the reader."""


@dataclass(frozen=True, kw_only=True)
class Observer:
    """How the views of a game become numbers."""

    fields: Fields
    observe: Callable[[View, Planes], None]
    words: tuple[str, ...] = ()  # pieces of acts that take several tokens: the field ``begun``
    heard: tuple[str, ...] = ()  # verbs that are perceived and are nobody's act
    shown: tuple[str, ...] = ()  # fields of the view with cards that lie open


class InformationState(NamedTuple):
    """Everything a seat has seen; equal states cannot be told apart by their reader."""

    hand: tuple[int, ...]
    """The cards in the reader's hand, by their places in the pack."""
    shown: tuple[int, ...]
    """Cards that lie open and are nobody's, such as the talon."""
    history: tuple[tuple[int, int], ...]
    """Seat, counted from the reader, and token: all acts, and what of this one was said."""


def observe(view: View, so_far: Sequence[int] = ()) -> Row:
    """What the seat of a view may know now, and the tokens of its act begun, as one row."""
    observer = observer_of(view.rules.game)
    row = observer.fields.row()
    observer.observe(view, observer.fields.named(row))
    mark_begun(view, row, so_far)
    return row


def mark_begun(view: View, row: Row, so_far: Sequence[int]) -> None:
    """Write the tokens of an act begun into a row of its view: nothing else in it changes."""
    observer = observer_of(view.rules.game)
    for at, token in enumerate(so_far, 1):
        piece = vocabulary(view.rules).said(token, _reader(view), view.seats)[1]
        if piece in observer.words:
            row[observer.fields.offsets["begun"] + observer.words.index(piece)] = at


def information_state(view: View, so_far: Sequence[int] = ()) -> InformationState:
    """Everything the seat of a view has ever seen."""
    observer, pack = observer_of(view.rules.game), laws.of(view.rules.game).pack
    heard = [act for seen in view.seen for act in _perceived(view, observer, pack, seen)]
    return InformationState(
        tuple(cards_in(pack, view.hand)),
        tuple(cards_in(pack, (code for name in observer.shown for code in getattr(view, name)))),
        (*heard, *((0, token) for token in so_far)),
    )


@cache
def observer_of(game: str) -> Observer:
    """How a game is observed; plainly, where it gives no ``machine.OBSERVER`` of its own."""
    with suppress(TrullError):  # a machine without an observer of its own
        own = games.given(game, "machine", "OBSERVER")
        if isinstance(own, Observer):
            return own
    return plain_observer(laws.of(game).pack)


def plain_observer(pack: Pack) -> Observer:
    """The cards of any game: what I hold, what lies there, what was played."""
    each = (SEATS, pack.size)
    fields = Fields(
        Field("hand", (pack.size,), "cards in my hand"),
        Field("trick", each, "the card of each seat in this trick"),
        Field("played", each, "cards each seat has played"),
        Field("counts", (SEATS,), "how many cards each seat holds"),
        Field("taken", (SEATS,), "tricks of each seat"),
        Field("duty", (SEATS,), "who must act"),
        Field("dealer", (SEATS,), "who deals"),
        Field("begun", (pack.size,), "cards of the act begun, numbered as they were said"),
    )
    return Observer(fields=fields, observe=partial(_observe_plainly, pack), words=pack.codes)


def _observe_plainly(pack: Pack, view: View, planes: Planes) -> None:
    places = [from_reader(seat, _reader(view), view.seats) for seat in range(view.seats)]
    planes["hand"][cards_in(pack, view.hand)] = 1
    for seat, code in view.trick:
        planes["trick"][places[seat], cards_in(pack, (code,))] = 1
    for act in view.seen:
        if act.verb == "play":
            planes["played"][places[act.seat], cards_in(pack, act.args)] = 1
    for name in ("counts", "taken"):
        planes[name][places] = getattr(view, name)
    planes["duty"][[places[seat] for seat in view.duty]] = 1
    if view.dealer is not None:
        planes["dealer"][places[view.dealer]] = 1


def _reader(view: View) -> int:
    assert view.seat is not None, "a spectator knows nothing of his own"
    return view.seat


def _perceived(view: View, observer: Observer, pack: Pack, seen: Seen) -> Iterator[tuple[int, int]]:
    """The tokens of a perceived act; behind the vocabulary come what is heard, then the cards."""
    place = from_reader(seen.seat, _reader(view), view.seats)
    table = vocabulary(view.rules)
    known = table.numbers(seen.seat, view.seats).get(seen.verb, {})
    if seen.verb in observer.heard:
        yield place, len(table) + observer.heard.index(seen.verb)
        known = {code: _card_number(table, observer, pack, code) for code in seen.args}
    for word in seen.args or ([""] if "" in known else []):
        for piece in pieces(word):
            yield place, known.get(piece, UNKNOWN)


def _card_number(table: Vocabulary, observer: Observer, pack: Pack, code: str) -> int:
    if code not in pack.index:
        return UNKNOWN
    return len(table) + len(observer.heard) + pack.index[code]
