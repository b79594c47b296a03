"""Tarock à l'Hombre for programs: its tokens and its observation."""

from __future__ import annotations

from trull.machine.information import Observer
from trull.machine.lhombre.observe import FIELDS, HEARD, WORDS, observe

OBSERVER = Observer(fields=FIELDS, observe=observe, words=WORDS, heard=HEARD)
MACHINE = None
"""Whole deals of it are not compiled yet."""
