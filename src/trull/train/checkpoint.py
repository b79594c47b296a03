"""What is kept of a training, in parts of less than 16 MB: it goes on from there as if never left.

``actor.npz`` and ``critic.npz`` hold the weights, ``steady.npz`` the averaged actor that plays, the
``adam`` files the optimiser's moments, the ``self`` files earlier selves, ``state.json`` the
counters. All but the weights are kept in 16 bits: their last bits are noise. Whoever has written a
checkpoint takes it up again at once, so that who goes on and who comes back are on one curve.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TypedDict

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from trull.train.learner import Learner
from trull.train.network import Network

Arrays = dict[str, npt.NDArray[np.generic]]


class State(TypedDict):
    """The counters of a training."""

    game: str
    deals: int
    seconds: float
    lessons: int
    warm_from: int  # lessons after which the optimiser's moments began
    seed: int
    width: int
    blocks: int
    curve: list[dict[str, float]]


def keep(folder: Path, learner: Learner, selves: Sequence[Network], state: State) -> None:
    """Write everything; what was there before is replaced file by file."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "actor.npz", named(learner.actor))
    _write(folder / "critic.npz", named(learner.critic))
    _write(folder / "steady.npz", steady(learner))
    moments = learner.optimiser.state
    for name in ("exp_avg", "exp_avg_sq"):
        for part, network in (("actor", learner.actor), ("critic", learner.critic)):
            found = {
                key: _short(moments[weight][name])
                for key, weight in network.named_parameters()
                if weight in moments
            }
            _write(folder / f"adam_{part}_{name}.npz", found)
    for number, one in enumerate(selves):
        short: Arrays = {key: w.astype(np.float16) for key, w in named(one).items()}
        _write(folder / f"self_{number:02}.npz", short)
    (folder / "state.json").write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")


def resume(folder: Path, learner: Learner) -> State:
    """Go on from what was kept; without the optimiser's moments they begin anew."""
    _take(learner.actor, folder / "actor.npz")
    _take(learner.critic, folder / "critic.npz")
    average = folder / "steady.npz"
    average = average if average.exists() else folder / "actor.npz"
    with np.load(average) as kept, torch.no_grad():
        for (key, _), weight in zip(learner.actor.named_parameters(), learner.steady, strict=True):
            weight.copy_(torch.from_numpy(kept[key].astype(np.float32)))
    state: State = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    if not (folder / "adam_actor_exp_avg.npz").exists():
        state["warm_from"] = state["lessons"]
    _take_moments(folder, learner, state["lessons"] - state.setdefault("warm_from", 0))
    return state


def earlier_selves(folder: Path, actor: Network) -> Iterator[Network]:
    """The selves that were kept, the eldest first."""
    for file in sorted(folder.glob("self_*.npz")):
        one = deepcopy(actor).requires_grad_(False)
        _take(one, file)
        yield one


def named(network: Network) -> Arrays:
    """The weights by name."""
    return {key: weight.detach().cpu().numpy() for key, weight in network.named_parameters()}


def steady(learner: Learner) -> Arrays:
    """The averaged actor as it ships, in 16 bits."""
    pairs = zip(learner.actor.named_parameters(), learner.steady, strict=True)
    return {key: weight.cpu().numpy().astype(np.float16) for (key, _), weight in pairs}


def _write(file: Path, arrays: Arrays) -> None:
    new = file.with_name(f"{file.stem}.new.npz")
    np.savez(new, **arrays)  # type: ignore[arg-type]
    new.replace(file)


def _short(moment: Tensor) -> npt.NDArray[np.generic]:
    return moment.to(torch.bfloat16).view(torch.int16).cpu().numpy()


def _take(network: Network, file: Path) -> None:
    with np.load(file) as kept, torch.no_grad():
        for key, weight in network.named_parameters():
            weight.copy_(torch.from_numpy(kept[key].astype(np.float32)))


def _take_moments(folder: Path, learner: Learner, lessons: int) -> None:
    for part, network in (("actor", learner.actor), ("critic", learner.critic)):
        files = [folder / f"adam_{part}_{name}.npz" for name in ("exp_avg", "exp_avg_sq")]
        if not all(file.exists() for file in files):
            continue
        with np.load(files[0]) as first, np.load(files[1]) as second:
            for key, weight in network.named_parameters():
                learner.optimiser.state[weight] = {
                    "step": torch.tensor(float(lessons), device=weight.device),
                    "exp_avg": _long(first[key]).to(weight.device),
                    "exp_avg_sq": _long(second[key]).to(weight.device),
                }


def _long(kept: npt.NDArray[np.int16]) -> Tensor:
    return torch.from_numpy(kept).view(torch.bfloat16).float()
