"""What a seat may know of Tarock à l'Hombre, as a row of int8."""

from __future__ import annotations

from collections.abc import Iterator

from trull.laws.lhombre.book import BIDS, PACK, SEATS
from trull.laws.lhombre.view import LhombreView
from trull.machine.fields import Field, Fields, Planes, capped, cards_in, from_reader, switches
from trull.state import Seat, View

PHASES = ("cut", "skar", "auction", "exchange", "honours", "play", "over")
OPTIONS = tuple(
    "target skar_owner skar_pagat_exception auction a_trois trois_seat vorhand_forced first_lead "
    "skies_deadline skies_scope skies_volte_rank volte volte_mode volte_window rule9_scope "
    "honneurs pagat_ultimo".split()
)
SUITS = "HDSC"
HONOURS = (
    "tarocks", "matadore", "kings",
    *(f"kavallerie={suit}" for suit in SUITS), *(f"halbe_kavallerie={suit}" for suit in SUITS),
)  # fmt: skip
HEARD = (
    "hand_over",
    "give_back",
    "answer_in_skar",
    "answer_own_card",
    "skar_announced",
    "how_high",
)
"""What is seen and heard without being anybody's act."""
WORDS = (
    *PACK.codes, "tarocks", "matadore", "kings", "kavallerie", "halbe_kavallerie",
    *(f"={n}" for n in range(3, 23)), *(f"={suit}" for suit in SUITS),
)  # fmt: skip
"""Pieces of acts that take several tokens."""

ALL, EACH = PACK.size, (SEATS, PACK.size)
FIELDS = Fields(
    Field("hand", (ALL,), "cards in my hand"),
    Field("unseen", (ALL,), "cards of which I do not know where they are"),
    Field("skar", (ALL,), "the Skar, if I laid it"),
    Field("laid", (ALL,), "my cards that lie face down for the exchange"),
    Field("in_skar", (ALL,), "cards that were asked for and lie in the Skar"),
    Field("trick", EACH, "the card of each seat in this trick"),
    Field("played", EACH, "cards each seat has played, this trick's too"),
    Field("known", EACH, "cards I know in the hand of each seat, from the exchange"),
    Field("counts", (SEATS,), "how many cards each seat holds"),
    Field("taken", (SEATS,), "tricks of each seat"),
    Field("winning", (SEATS,), "who would take this trick"),
    Field("phase", (len(PHASES),), f"one of {', '.join(PHASES)}"),
    Field("duty", (SEATS,), "who must act"),
    Field("dealer", (SEATS,), "who deals"),
    Field("bid", (len(BIDS),), f"the standing bid: {', '.join(BIDS)}"),
    Field("holder", (SEATS,), "whose bid that is"),
    Field("passed", (SEATS,), "who has passed"),
    Field("ombre", (SEATS,), "who plays alone"),
    Field("lying", (1,), "how many cards lie face down for the exchange"),
    Field("slot", (1,), "how many of them are exchanged"),
    Field("honours", (SEATS, len(HONOURS)), f"declared, with their number: {', '.join(HONOURS)}"),
    Field("skies", (SEATS, 2), "who played the Skies as an excuse, and who took that trick"),
    Field("volte", (1,), "the Volte is announced"),
    Field("trick_no", (1,), "the number of this trick"),
    Field("tricks", (1,), "how many tricks are played"),
    Field("rules", (len(OPTIONS),), f"options: {', '.join(OPTIONS)}"),
    Field("begun", (len(WORDS),), "pieces of the act begun, numbered as they were said"),
)


def observe(view: View, planes: Planes) -> None:
    """Write what the seat of a view may know; all is zero before."""
    assert isinstance(view, LhombreView), "a view of this game"
    assert view.seat is not None, "a spectator observes nothing"
    _cards(view, planes)
    _exchange(view, planes)
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
