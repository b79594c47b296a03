"""A set-up as a table about to be cut."""

from __future__ import annotations

from trull.machine.perlaggen.layout import WORDS
from trull.machine.perlaggen.table import begin
from trull.machine.words import Block
from trull.state import Setup


def laid(setup: Setup, rules: Block) -> Block:
    """The words of the table; the sitting says how the game stands, and what a void deal left."""
    s = [0] * WORDS
    points = (setup.context.get("score0", 0), setup.context.get("score1", 0))
    void = (setup.context.get("kept", 0), setup.context.get("redeal", 0))
    begin(s, rules, [*setup.pack], setup.seats, setup.forehand, (*points, *void))
    return s
