"""Perlaggen for programs: its tokens and its observation."""

from __future__ import annotations

from trull.machine.information import Observer
from trull.machine.perlaggen.observe import FIELDS, SHOWN, WORDS, observe

OBSERVER = Observer(fields=FIELDS, observe=observe, words=WORDS, shown=SHOWN)
MACHINE = None
"""Whole deals of it are not compiled yet."""
