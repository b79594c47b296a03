"""What a row of an observation holds: the published table of fields.

Seats are counted from the seat that looks: 0 itself, 1 the next in order of play. A field of cards
has a number for each card of the pack. Most numbers are 0 or 1.
"""

from __future__ import annotations

from trull.machine.fields import Field, Fields
from trull.machine.koenigrufen.layout import BIDS, BONUSES, CARDS, GAMES, PHASES, SHOWN

FIELDS = Fields(
    Field("rules", (SHOWN,), "switches and prices of the rule row, in the order of ``layout``"),
    Field("phase", (len(PHASES),), "one of ``layout.PHASES``"),
    Field("place", (4,), "how many seats behind the Vorhand this one sits"),
    Field("five", (1,), "the dealer sits out"),
    Field("doubled", (1,), "the deal is one of a Radl"),
    Field("opened", (1,), "the Vorhand has spoken"),
    Field("passed", (4,), "who has passed"),
    Field("bids", (4, BIDS), "what each has bid or joined so far"),
    Field("held", (4,), "who has held a bid"),
    Field("standing", (4, GAMES), "whose game stands, or is played"),
    Field("contract", (GAMES,), "the game that is played"),
    Field("declarer", (4,), "who plays it; of several the first"),
    Field("called", (5,), "the king as it was called: four suits, the fourth"),
    Field("called_suit", (4,), "its suit, where the seat can know it"),
    Field("partner", (4,), "who holds it, where the seat can know him"),
    Field("sides_known", (1,), "the seat knows who plays with whom"),
    Field("trischaken", (4,), "Stichzwang off, on; the talon to the last, to the first six tricks"),
    Field("opens", (2,), "semi-ouvert: the declarer lays open, or the others"),
    Field("replaced", (1,), "Trischaken is played instead of sliding"),
    Field("announced", (BONUSES, 4), "who announced each item"),
    Field("kontra", (BONUSES + 1, 3), "Kontra, Re, Sub on each item, last on the game"),
    Field("kontra_by", (BONUSES + 1, 4), "who doubled it last"),
    Field("pairs", (4, 4), "negative games: the level of declarer and opponent"),
    Field("guts", (1,), "how many in a row said gut"),
    Field("said", (1,), "something was said in this turn"),
    Field("tricks", (1,), "how many tricks have been taken"),
    Field("taken", (4,), "by whom"),
    Field("points", (4,), "card points in the tricks of each, in two thirds of a point"),
    Field("leader", (4,), "who led, or is about to lead"),
    Field("winning", (4,), "who would take the trick as it lies"),
    Field("voids", (4, 5), "four suits and tarocks each has shown not to have"),
    Field("hand", (CARDS,), "the seat's own cards"),
    Field("begun", (CARDS,), "cards of the discard that is being said, numbered as they were said"),
    Field("discard", (CARDS,), "what was laid away: the seat's own, or what was shown"),
    Field("upper", (CARDS,), "the upper half of the talon, where it lies open"),
    Field("lower", (CARDS,), "the lower half"),
    Field("bought", (CARDS,), "what the declarer took, where that is to be seen"),
    Field("lying_open", (3, CARDS), "open hands of the other seats"),
    Field("played", (4, CARDS), "what each has played"),
    Field("led", (CARDS,), "which of these were led"),
    Field("trick", (4, CARDS), "what each has played to this trick"),
    Field("unseen", (CARDS,), "cards of which the seat does not know where they are"),
)  # fmt: skip
SCALES = {
    "rules": 1 / 8,
    "guts": 1 / 3,
    "tricks": 1 / 12,
    "taken": 1 / 6,
    "points": 1 / 50,
    "pairs": 1 / 3,
    "begun": 1 / 6,
}
"""Fields that are not bits, and what brings them near to 1."""
OBSERVED = FIELDS.size
"""Numbers of an observation."""

REVEALED_FIELDS = Fields(
    Field("hands", (3, CARDS), "the cards of the other seats"),
    Field("upper", (CARDS,), "the upper half of the talon"),
    Field("lower", (CARDS,), "the lower half"),
    Field("discard", (CARDS,), "what was laid away"),
    Field("suit", (4,), "the suit of the called king"),
    Field("side", (4,), "who plays on the declarer's side"),
)
"""What nobody at the table knows: for critics in training alone."""
REVEALED = REVEALED_FIELDS.size
