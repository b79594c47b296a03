"""Königrufen as a machine: a deal in words of 64 bits, from the cut to the settlement.

layout     where things lie in a table's words and in a rule row
numbers    a rule set as a rule row
deal       cut, packets, or cards by chance
auction · talon · announce · play · score
bargain    what all of them ask of a contract that stands
laid       a set-up as a table about to be cut
table      offers, apply
sight      the fields of an observation
observe    a table's words as an observation
known      a view as the words of a table, as far as its seat knows them
"""

from __future__ import annotations

from trull.cards import TAROCK54
from trull.machine.game import Learning, Machine
from trull.machine.information import Observer
from trull.machine.koenigrufen import layout
from trull.machine.koenigrufen.deal import start
from trull.machine.koenigrufen.known import observe_view
from trull.machine.koenigrufen.laid import laid
from trull.machine.koenigrufen.numbers import numbers
from trull.machine.koenigrufen.observe import observe, reveal
from trull.machine.koenigrufen.sight import FIELDS, OBSERVED, REVEALED_FIELDS, SCALES
from trull.machine.koenigrufen.table import apply, offers, play, quiet

OBSERVER = Observer(
    fields=FIELDS, observe=observe_view, words=TAROCK54.codes, shown=("talon", "bought")
)
MACHINE = Machine(
    game="koenigrufen",
    seats=4,
    numbers=numbers,
    laid=laid,
    words=layout.WORDS,
    mask=layout.MASK,
    unit=layout.UNIT,
    fields=FIELDS,
    revealed=REVEALED_FIELDS,
    learning=Learning(scales=SCALES, point=8.0, most=60.0, wild=0.05),
    names={
        "start": start,
        "offers": offers,
        "apply": apply,
        "play": play,
        "observe": observe,
        "reveal": reveal,
        "quiet": quiet,
        "MASK": layout.MASK,
        "OBSERVED": OBSERVED,
        "SEATS": 4,
        "DUTY": layout.DUTY,
        "DONE": layout.DONE,
        "POINTS": layout.POINTS,
        "CARDS": layout.LEGAL,
    },
)
