"""Scales of the inputs, and the file that a bot plays from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from trull.bots.learnt import fitting
from trull.machine import game as machines
from trull.machine.fields import Fields
from trull.train.house import books


def scales(known: Mapping[str, float], *fields: Fields) -> npt.NDArray[np.float32]:
    """What the inputs of some fields are multiplied by; those without a scale by 1."""
    each = [(field.size, known.get(field.name, 1.0)) for some in fields for field in some.fields]
    return np.concatenate([np.full(size, scale, np.float32) for size, scale in each])


def ship(folder: Path, file: Path) -> None:
    """Write what a bot plays from: the averaged actor in 16 bits, and where it comes from."""
    state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    game = state["game"]
    about = {
        **fitting(game),
        "books": {book.name: book.version for book in books(game, 0)},
        "deals": state["deals"],
        "seconds": round(state["seconds"]),
        "licence": "Apache-2.0",
    }
    kept = folder / "steady.npz"
    with np.load(kept if kept.exists() else folder / "actor.npz") as learnt:
        weights = {name: learnt[name].astype(np.float32) for name in learnt.files}
    machine = machines.of(game)
    weights["first.weight"] *= scales(machine.learning.scales, machine.fields)
    short = {name: weight.astype(np.float16) for name, weight in weights.items()}
    np.savez(file, about=np.array(json.dumps(about)), **short)  # type: ignore[arg-type]
