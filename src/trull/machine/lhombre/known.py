"""What a seat may know of Tarock à l'Hombre, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator

from trull.kernels.tarock import thirds
from trull.laws.lhombre.book import BIDS, MASKS, PACK, SEATS, SKIES
from trull.laws.lhombre.view import LhombreView
from trull.machine.fields import Planes, capped, cards_in, from_reader, switches
from trull.machine.lhombre.play import lacks
from trull.machine.lhombre.sight import HONOURS, OPTIONS, PHASES
from trull.state import Seat, View

HEARD = (
    "hand_over",
    "give_back",
    "answer_in_skar",
    "answer_own_card",
    "skar_announced",
    "how_high",
)
"""What is seen and heard without being anybody's act."""


def observe_view(view: View, planes: Planes) -> None:
    """Write what the seat of a view may know; all is zero before."""
    assert isinstance(view, LhombreView), "a view of this game"
    assert view.seat is not None, "a spectator observes nothing"
    _cards(view, planes)
    _exchange(view, planes)
    _tricks(view, planes)
    _words(view, planes)
    located = planes["hand"] | planes["skar"] | planes["laid"] | planes["in_skar"]
    elsewhere = located | planes["played"].any(axis=0) | planes["known"].any(axis=0)
    planes["unseen"][:] = elsewhere == 0


def _cards(view: LhombreView, planes: Planes) -> None:
    planes["hand"][cards_in(PACK, view.hand)] = 1
    planes["skar"][cards_in(PACK, view.skar)] = 1
    planes["laid"][cards_in(PACK, view.laid_cards)] = 1
    for act in view.seen:
        if act.verb == "play":
            planes["played"][_place(view, act.seat), PACK.index[act.args[0]]] = 1
    for seat, code in view.trick:
        planes["trick"][_place(view, seat), PACK.index[code]] = 1
    for number in range(SEATS):
        planes["counts"][_place(view, number)] = view.counts[number]
        planes["taken"][_place(view, number)] = view.taken[number]


def _exchange(view: LhombreView, planes: Planes) -> None:
    """Asked cards are known to all in the Ombre's hand, the returned one to him and the giver."""
    for asked in view.asked:
        if asked.outcome == "in_skar":
            planes["in_skar"][PACK.index[asked.card]] = 1
    known = planes["known"]
    for seat, code in _handed_over(view):
        known[:, PACK.index[code]] = 0
        known[_place(view, seat), PACK.index[code]] = 1
    known[:, planes["played"].any(axis=0)] = 0


def _tricks(view: LhombreView, planes: Planes) -> None:
    """What was led, who did not follow, and the points of each; who leads next took the trick."""
    plays = [(act.seat, PACK.card(act.args[0])) for act in view.seen if act.verb == "play"]
    piles = [0] * SEATS
    for first in range(0, len(plays), SEATS):
        (_, led), *others = trick = plays[first : first + SEATS]
        planes["led"][led] = 1
        for seat, card in others:
            missing = lacks(led, card)
            planes["voids"][_place(view, seat)] |= [missing >> family & 1 for family in range(5)]
        following = [*(seat for seat, _ in plays[first + SEATS :][:1]), *view.duty]
        for seat, card in trick if len(trick) == SEATS and following else ():
            piles[seat if card == SKIES else following[0]] |= 1 << card
    for owner, pile in enumerate(piles):
        planes["points"][_place(view, owner)] = thirds(MASKS, pile) >> 1


def _handed_over(view: LhombreView) -> Iterator[tuple[Seat, str]]:
    """Who has which card by the exchange, as far as the reader saw it; the latest word counts."""
    giver = None
    for act in view.seen:
        if act.verb == "hand_over" and view.ombre is not None:
            giver = act.seat
            yield view.ombre, act.args[0]
        elif act.verb == "give_back" and giver is not None and act.args[0] in PACK.index:
            yield giver, act.args[0]


def _words(view: LhombreView, planes: Planes) -> None:
    planes["phase"][PHASES.index(view.phase)] = 1
    if view.bid:
        planes["bid"][BIDS.index(view.bid)] = 1
    for name, seats in (
        ("duty", view.duty),
        ("dealer", (view.dealer,)),
        ("holder", (view.holder,)),
        ("passed", view.passed),
        ("ombre", (view.ombre,)),
        ("winning", (view.winning,)),
    ):
        planes[name][[_place(view, seat) for seat in seats if seat is not None]] = 1
    for name in ("slot", "volte", "trick_no", "tricks"):
        planes[name][0] = int(getattr(view, name))
    planes["lying"][0] = view.laid
    if view.skies is not None:
        planes["skies"][_place(view, view.skies.seat), 0] = 1
        planes["skies"][_place(view, view.skies.taker), 1] = 1
    for seat, words in view.honours:
        for word in words:
            head, _, number = word.partition("=")
            at = HONOURS.index(head if number.isdigit() else word)
            planes["honours"][_place(view, seat), at] = int(number) if number.isdigit() else 1
    planes["rules"][:] = [capped(number) for number in switches(view.rules, OPTIONS)]


def _place(view: View, seat: int) -> int:
    assert view.seat is not None, "a spectator observes nothing"
    return from_reader(seat, view.seat, SEATS)
