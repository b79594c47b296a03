"""What a seat knows, from its view alone: an observation of the moment, and all it has ever seen.

``observe`` gives planes for a network. ``information_state`` forgets nothing: the reader's cards,
what lies open, and every act as it was perceived, in tokens with their seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from trull import games, laws
from trull.cards import Pack
from trull.errors import TrullError
from trull.machine.fields import Fields, Planes, Row, cards_in, from_reader
from trull.machine.tokens import Vocabulary, pieces, vocabulary
from trull.state import Seen, View

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
    planes = observer.fields.named(row)
    observer.observe(view, planes)
    for at, token in enumerate(so_far, 1):
        piece = vocabulary(view.rules).said(token, _reader(view), view.seats)[1]
        planes["begun"][observer.words.index(piece)] = at
    return row


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
    """How a game is observed; TrullError where nobody has said it."""
    observer = games.given(game, "machine", "OBSERVER")
    if not isinstance(observer, Observer):
        raise TrullError(f"{game} has no observation: its package gives no machine.OBSERVER")
    return observer


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
