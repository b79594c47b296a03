"""Perlaggen as a machine: a deal in words of 64 bits, from the cut to the settlement.

layout     where things lie in a table's words and in a rule row
numbers    a rule set as a rule row
deal       the pack, the cut, the turned trump
hands      what the players can make of their cards
bidding · degree · play · show
deciding   who has a figure, and what is written
flow       what follows by itself
laid       a set-up as a table about to be cut
table      who is asked; offers, apply
sight      the fields of an observation
observe    a table's words as an observation
known      a view as an observation
"""

from __future__ import annotations

from trull.machine.game import Learning, Machine
from trull.machine.information import Observer
from trull.machine.perlaggen import layout
from trull.machine.perlaggen.known import observe_view
from trull.machine.perlaggen.laid import laid
from trull.machine.perlaggen.numbers import numbers
from trull.machine.perlaggen.observe import observe, reveal
from trull.machine.perlaggen.sight import (
    FIELDS,
    OBSERVED,
    REVEALED_FIELDS,
    SCALES,
    SEATS,
    SHOWN,
    WORDS,
)
from trull.machine.perlaggen.table import apply, offers, quiet, start

OBSERVER = Observer(fields=FIELDS, observe=observe_view, words=WORDS, shown=SHOWN)
MACHINE = Machine(
    game="perlaggen",
    seats=SEATS,
    numbers=numbers,
    laid=laid,
    words=layout.WORDS,
    mask=layout.MASK,
    unit=1,
    fields=FIELDS,
    revealed=REVEALED_FIELDS,
    learning=Learning(
        scales=SCALES,
        point=3.0,
        most=30.0,
        wild=0.05,
        mixes=True,
        without=(("signs", "off"),),
        evenly="players",
    ),
    names={
        "start": start,
        "offers": offers,
        "apply": apply,
        "observe": observe,
        "reveal": reveal,
        "quiet": quiet,
        "MASK": layout.MASK,
        "OBSERVED": OBSERVED,
        "SEATS": SEATS,
        "DUTY": layout.DUTY,
        "DONE": layout.DONE,
        "POINTS": layout.POINTS,
        "CARDS": layout.NOTHING,
    },
)
