"""Duties in a trick of Tarock à l'Hombre, where a card may fall before its turn."""

from __future__ import annotations

from trull.bots.noticing import TrickDuties, by_first_letter, follow_then_trump
from trull.laws.lhombre.book import PACK, Book
from trull.laws.lhombre.play import first_leader, winner
from trull.laws.lhombre.view import LhombreView
from trull.state import Seat, Seen, View


def in_turn(view: View, seen: tuple[Seen, ...]) -> tuple[Seen, ...]:
    """A card that fell before its turn comes when that does.

    In the trick that is being played such a card is left out: its turn is not there yet.
    """
    assert isinstance(view, LhombreView), "a view of another game"
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


DUTIES = TrickDuties(by_first_letter, follow_then_trump, in_turn)
