"""Tarock à l'Hombre as a machine: a deal in words of 64 bits, from the cut to the settlement.

layout     where things lie in a table's words and in a rule row
prices     what each end of a deal brings the Ombre, as the laws settle it
numbers    a rule set as a rule row
sets       sets of cards in two words, and acts that take several tokens
deal       cut, or cards by chance
auction · exchange · play · score
laid       a set-up as a table about to be cut
table      offers, apply
sight      the fields of an observation
observe    a table's words as an observation
known      a view as an observation
"""

from __future__ import annotations

from trull.machine.game import Learning, Machine
from trull.machine.information import Observer
from trull.machine.lhombre import layout
from trull.machine.lhombre.deal import start
from trull.machine.lhombre.known import HEARD, observe_view
from trull.machine.lhombre.laid import laid
from trull.machine.lhombre.numbers import numbers
from trull.machine.lhombre.observe import observe, reveal
from trull.machine.lhombre.sight import FIELDS, OBSERVED, REVEALED_FIELDS, SCALES, WORDS
from trull.machine.lhombre.table import apply, offers, quiet

OBSERVER = Observer(fields=FIELDS, observe=observe_view, words=WORDS, heard=HEARD)
MACHINE = Machine(
    game="lhombre",
    seats=layout.SEATS,
    numbers=numbers,
    laid=laid,
    words=layout.STATE,
    mask=layout.MASK,
    unit=1,
    fields=FIELDS,
    revealed=REVEALED_FIELDS,
    learning=Learning(scales=SCALES, point=40.0, most=400.0, wild=0.05),
    names={
        "start": start,
        "offers": offers,
        "apply": apply,
        "observe": observe,
        "reveal": reveal,
        "quiet": quiet,
        "MASK": layout.MASK,
        "OBSERVED": OBSERVED,
        "SEATS": layout.SEATS,
        "DUTY": layout.DUTY,
        "DONE": layout.DONE,
        "POINTS": layout.POINTS,
        "CARDS": layout.NOTHING,  # cards take two words: each is drawn from the mask
    },
)
