"""What a row of an observation holds: the published table of fields.

Seats are counted from the seat that looks: 0 itself, 1 the next in order of play. A field of cards
has a number for each card of the pack. Most numbers are 0 or 1.
"""

from __future__ import annotations

from trull.laws.lhombre.book import BIDS, PACK, SEATS
from trull.machine.fields import Field, Fields

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
    Field("led", (ALL,), "which of the cards played were led"),
    Field("voids", (SEATS, 5), "four suits and tarocks each has shown not to have"),
    Field("points", (SEATS,), "card points in the tricks of each, in two thirds of a point"),
)
SCALES = {
    "counts": 1 / 25,
    "taken": 1 / 8,
    "lying": 1 / 2,
    "slot": 1 / 2,
    "honours": 1 / 10,
    "trick_no": 1 / 25,
    "tricks": 1 / 25,
    "rules": 1 / 8,
    "begun": 1 / 3,
    "points": 1 / 50,
}
"""Fields that are not bits, and what brings them near to 1."""
OBSERVED = FIELDS.size
"""Numbers of an observation."""

REVEALED_FIELDS = Fields(
    Field("hands", (SEATS - 1, ALL), "the cards of the other seats"),
    Field("skar", (ALL,), "the Skar"),
    Field("laid", (ALL,), "cards that lie face down for the exchange"),
)
"""What nobody at the table knows: for critics in training alone."""
REVEALED = REVEALED_FIELDS.size
