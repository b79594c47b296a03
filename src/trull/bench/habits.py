"""How well Königrufen's quick players foretell what the book plays; a new table where wanted."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from trull.bots.fitting import fit


def run(deals: int, seed: int, write: str, as_json: bool) -> int:
    """Fit, tell how good that is, and write the table where it is wanted."""
    if not as_json:
        print(f"playing {deals} deals under each rule book …", file=sys.stderr, flush=True)
    table, choices, *shares = fit(deals, seed)
    names = ("fitted", "in_use", "by_chance")
    figures = {"choices": choices} | {
        name: round(share, 4) for name, share in zip(names, shares, strict=True)
    }
    if write:
        Path(write).write_text(table, encoding="ascii")
    if not as_json:
        for name, value in figures.items():
            print(f"{name:<12}{value:>10}")
    print(json.dumps(figures))
    return 0
