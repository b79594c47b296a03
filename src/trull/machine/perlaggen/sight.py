"""What a row of an observation holds: the published table of fields.

Seats are counted from the seat that looks, parties from its own. There is room for six seats.
"""

from __future__ import annotations

from trull.kernels.perlaggen import SUITS
from trull.laws.perlaggen.book import FIGURES, OUT, PACK
from trull.laws.perlaggen.table import DONE, GOOD, HELD, OFFERED, RESTS, UNBID
from trull.machine.fields import Field, Fields
from trull.machine.tokens import of_game

SEATS, PARTIES = 6, 2
PHASES = ("cut", "blind", "play", "show", "over")
STATUS = (UNBID, OFFERED, HELD, GOOD, RESTS, DONE)
OWED = ("name_holder", "prove", "accept_degree")
SIGNS = tuple(
    token.removeprefix("sign ")
    for token in of_game("perlaggen").tokens
    if token.startswith("sign ")
)
OPTIONS = tuple(
    "parties target signs perlagg_set hand_size cut_repeat blind_phase blind_answer_looks "
    "blind_exempts_holder bid_windows raise_jumps rebid_effect overbid_bid overbid_counts_raises "
    "guard_bound must_overtrump perlagg_obliges play_out hanger_trump_preference compare_simple "
    "tie tie_declaration show_mode".split()
)
SHOWN = ("turned", "kept")
WORDS = (
    *PACK.codes, *(f"{code}~" for code in PACK.codes), *(f"={code}" for code in PACK.codes),
    *FIGURES,
)  # fmt: skip
"""Pieces of acts that take several tokens."""

ALL, EACH, THREE = PACK.size, (SEATS, PACK.size), len(FIGURES)
FIELDS = Fields(
    Field("hand", (ALL,), "cards in my hand, once I have looked"),
    Field("hand_face", (ALL,), "what they are baptised: 1 + the place of that card in the pack"),
    Field("unseen", (ALL,), "cards of which I do not know where they are"),
    Field("rows", EACH, "cards each seat has played, numbered as they fell"),
    Field("rows_face", EACH, "what they are baptised: 1 + the place of that card in the pack"),
    Field("trick", EACH, "the card of each seat in this trick"),
    Field("open", EACH, "unplayed cards of each seat that everybody knows"),
    Field("turned", (ALL,), "cards turned up"),
    Field("kept", (ALL,), "Perlaggen that the cutter kept"),
    Field("strength", (ALL,), "the Perlaggen, the strongest with the highest number"),
    Field("trump", (len(SUITS),), f"the trump suit: {', '.join(SUITS)}"),
    Field("seats", (SEATS,), "who sits here"),
    Field("duty", (SEATS,), "who must act"),
    Field("dealer", (SEATS,), "who deals"),
    Field("looked", (SEATS,), "who has looked at his cards"),
    Field("counts", (SEATS,), "how many cards each seat holds"),
    Field("taken", (SEATS,), "tricks of each seat"),
    Field("sign", (SEATS,), "the last sign of each seat that I could read: 1 + its number"),
    Field("phase", (len(PHASES),), f"one of {', '.join(PHASES)}"),
    Field("status", (THREE, len(STATUS)), f"of Gleich, Hanger, Spiel: {', '.join(STATUS)}"),
    Field("stake", (THREE,), f"what each figure stands at; {OUT} is Spiel aus"),
    Field("holder", (THREE, PARTIES), "the party that holds it: mine, theirs"),
    Field("winner", (THREE, PARTIES), "the party that has won it"),
    Field("order", (THREE,), "its place among the bids"),
    Field("offer", (THREE,), f"an offer that waits for an answer; {OUT} is Spiel aus"),
    Field("offered_by", (THREE, PARTIES), "whose offer that is"),
    Field("offer_blind", (THREE,), "it was made blind"),
    Field("owed", (len(OWED), PARTIES), f"what a party must do first: {', '.join(OWED)}"),
    Field("owed_figure", (THREE,), "of which figure"),
    Field("show", (THREE, PARTIES), "the figure to be shown, and whose turn that is"),
    Field("show_state", (3,), "it stands; it is the last; it was asked for"),
    Field("bound", (THREE,), "figures I bid or held"),
    Field("joint", (THREE,), "figures my party is jointly bound to"),
    Field("tricks", (PARTIES,), "tricks of each party"),
    Field("spiel", (PARTIES,), "the party that has the Spiel"),
    Field("scores", (PARTIES,), "the slate"),
    Field("stock", (1,), "cards nobody may look at"),
    Field("rules", (len(OPTIONS),), f"options: {', '.join(OPTIONS)}"),
    Field("begun", (len(WORDS),), "pieces of the act begun, numbered as they were said"),
)
SCALES = {
    **dict.fromkeys(("hand_face", "rows_face", "sign"), 1 / 32),
    **dict.fromkeys(("rows", "counts", "begun"), 1 / 5),
    **dict.fromkeys(("strength", "stake", "offer", "rules"), 1 / 8),
    **dict.fromkeys(("taken", "tricks", "order"), 1 / 3),
    **dict.fromkeys(("scores", "stock"), 1 / 15),
}
"""Fields that are not bits, and what brings them near to 1."""
OBSERVED = FIELDS.size
"""Numbers of an observation."""

REVEALED_FIELDS = Fields(Field("hands", (SEATS - 1, ALL), "the cards of the other seats"))
"""What nobody at the table knows: for critics in training alone."""
REVEALED = REVEALED_FIELDS.size
