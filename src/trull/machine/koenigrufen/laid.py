"""A set-up as a table about to be cut."""

from __future__ import annotations

from trull.machine.koenigrufen.deal import begin
from trull.machine.koenigrufen.layout import WORDS
from trull.machine.words import Block
from trull.state import Setup


def laid(setup: Setup, rules: Block) -> Block:
    """The words of the table."""
    s = [0] * WORDS
    dealer = -1 if setup.dealer is None else int(setup.dealer)
    begin(s, rules, [*setup.pack], setup.forehand, dealer, setup.context.get("radl", 1) - 1)
    return s
