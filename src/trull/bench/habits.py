"""How well Königrufen's quick players foretell what a bot plays; a new table where wanted."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from trull import bots
from trull.bots.koenigrufen.fitting import fit


def run(bot: str, deals: int, seed: int, write: str, as_json: bool) -> int:
    """Fit, tell how good that is, and write the table where it is wanted."""
    bots.make(bot, seed)  # whoever does not exist is told so at once
    table, choices, *shares = fit(bot, deals, seed, _shown if sys.stderr.isatty() else _silent)
    names = ("fitted", "in_use", "by_chance")
    figures = {"choices": choices} | {
        name: round(share, 4) for name, share in zip(names, shares, strict=True)
    }
    if write:
        Path(write).write_text(table, encoding="ascii")
    lines = (f"{name:<12}{value:>10}" for name, value in figures.items())
    print(json.dumps(figures) if as_json else "\n".join(lines))
    return 0


def _shown(done: int, deals: int) -> None:
    end = "\n" if done == deals else ""
    print(f"\r{done}/{deals}", end=end, file=sys.stderr, flush=True)


def _silent(_done: int, _deals: int) -> None:
    pass
