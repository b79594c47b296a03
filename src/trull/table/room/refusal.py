"""Why a wish is not granted."""

from __future__ import annotations

from typing import NamedTuple

from trull.state import Fault
from trull.table import wire
from trull.table.room import entries


class Refusal(NamedTuple):
    """Why a wish is not granted."""

    code: wire.Code
    faults: tuple[Fault, ...] = ()
    about: tuple[tuple[str, str], ...] = ()


Answer = entries.Said | Refusal
"""What becomes of a wish, before it is numbered and dated."""
