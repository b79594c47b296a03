"""Scales of the inputs, and the file that a bot plays from."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from trull.bots.learnt import VERSION
from trull.machine import game as machines
from trull.machine.fields import Fields
from trull.machine.tokens import of_game

SCALES = {
    "rules": 1 / 8,
    "guts": 1 / 3,
    "tricks": 1 / 12,
    "taken": 1 / 6,
    "points": 1 / 50,
    "pairs": 1 / 3,
    "begun": 1 / 6,
}
"""Fields that are not bits, and what brings them near to 1."""


def scales(*fields: Fields) -> npt.NDArray[np.float32]:
    """What the inputs of some fields are multiplied by."""
    each = [(field.size, SCALES.get(field.name, 1.0)) for some in fields for field in some.fields]
    return np.concatenate([np.full(size, scale, np.float32) for size, scale in each])


def ship(folder: Path, file: Path) -> None:
    """Write what a bot plays from: the averaged actor in 16 bits, and where it comes from."""
    state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    game = state["game"]
    about = {
        "version": VERSION,
        "game": game,
        "tokens": of_game(game).checksum,
        "deals": state["deals"],
        "seconds": round(state["seconds"]),
        "licence": "Apache-2.0",
    }
    kept = folder / "steady.npz"
    with np.load(kept if kept.exists() else folder / "actor.npz") as learnt:
        weights = {name: learnt[name].astype(np.float32) for name in learnt.files}
    weights["first.weight"] *= scales(machines.of(game).fields)
    short = {name: weight.astype(np.float16) for name, weight in weights.items()}
    np.savez(file, about=np.array(json.dumps(about)), **short)  # type: ignore[arg-type]
