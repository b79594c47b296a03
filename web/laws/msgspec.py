"""Stands in for msgspec where the page runs the laws: there a Struct is only written, never read.

The score pad's answer is made of Structs (``trull.table.shown``); the real library is compiled and
does not come with Pyodide.
"""

from __future__ import annotations


class Struct:
    """A record; its fields are what ``vars`` says."""

    def __init_subclass__(cls, **_settings: object) -> None:
        """Take the settings of a Struct and leave them."""

    def __init__(self, *values: object, **named: object) -> None:
        """Fields in their order or by name."""
        vars(self).update(zip(type(self).__annotations__, values, strict=False))
        vars(self).update(named)
