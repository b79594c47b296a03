"""Trull: the open home of the Alpine Tarock games."""

__version__ = "0.1.0"
