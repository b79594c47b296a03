"""Tables as tensors: on the GPU where there is one, else on this machine's cores, slowly."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from trull.research.vector import Tables

if TYPE_CHECKING:
    from trull.research.device import CudaTables
    from trull.ruleset import RuleSet

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SHORT = torch.bfloat16 if DEVICE == "cuda" else torch.float32
"""What products are reckoned in: few processors but a GPU's are quicker in 16 bits."""


def in_short() -> torch.autocast:
    """A context in which products are reckoned so."""
    return torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda")


def quickened(*networks: nn.Module) -> None:
    """Compile networks for the GPU, where there is a compiler for that."""
    if DEVICE == "cuda" and shutil.which("cc"):
        for network in networks:
            network.compile()


class HostTables:
    """``vector.Tables`` with their arrays as tensors over the same memory."""

    def __init__(self, tables: Tables) -> None:
        """Tables of this machine."""
        self._tables, self.machine = tables, tables.machine
        self.mask, self.observation, self.secret, self.reward, self.seat, self.done = map(
            torch.from_numpy,
            (
                tables.mask, tables.observation, tables.secret,
                tables.reward, tables.seat, tables.done,
            ),
        )  # fmt: skip

    def reset(self, seed: int | Tensor) -> None:
        """New deals: from one seed on, or each table its own."""
        self._tables.reset(seed if isinstance(seed, int) else seed.numpy())

    def step(self, tokens: Tensor) -> None:
        """A token at each table."""
        self._tables.step(tokens.numpy())

    def lawful(self) -> Tensor:
        """The masks with a truth value for each token."""
        return torch.from_numpy(self._tables.lawful())


def opened(
    rules: Sequence[RuleSet | str], n: int, *, seed: int, reveal: bool = False
) -> CudaTables | HostTables:
    """So many tables; what is the only lawful token is done unasked."""
    if DEVICE == "cuda":
        from trull.research.device import CudaTables  # only here: it needs the GPU's compiler

        return CudaTables(rules, n, seed=seed, reveal=reveal, skip_forced=True)
    threads = os.cpu_count() or 1
    return HostTables(Tables(rules, n, seed=seed, reveal=reveal, skip_forced=True, threads=threads))
