"""A set-up as a table about to be cut."""

from __future__ import annotations

from trull.machine.lhombre.deal import begin
from trull.machine.lhombre.layout import STATE
from trull.machine.words import Block
from trull.state import Setup


def laid(setup: Setup, rules: Block) -> Block:  # noqa: ARG001 - all rules are cut alike
    """The words of the table."""
    s = [0] * STATE
    begin(s, [*setup.pack], setup.forehand)
    return s
