"""Many tables on a GPU: torch tensors that the machine writes in place, nothing is copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch
from numba import cuda

from trull.errors import TrullError
from trull.machine import game
from trull.machine.cuda import kernels, launched
from trull.research.vector import OBSERVATIONS, SECRETS, loaded

if TYPE_CHECKING:
    from torch import Tensor

    from trull.ruleset import RuleSet


class CudaTables:
    """``vector.Tables`` on a GPU: the same arrays as tensors of the same shapes.

    In memory a number of all tables lies together: ``observation`` is a transposed view, which a
    matrix product takes as it is.
    """

    def __init__(
        self,
        rules: RuleSet | str | Sequence[RuleSet | str],
        n: int,
        *,
        seed: int = 0,
        observe: bool = True,
        reveal: bool = False,
        skip_forced: bool = False,
    ) -> None:
        """Deal at every table."""
        if n < 1:
            raise TrullError(f"there must be a table at least, not {n}")
        books = loaded(rules)
        self.machine = game.of(books[0].game)
        self.n, self.forced = n, int(skip_forced)
        self._how = OBSERVATIONS * observe | SECRETS * reveal
        self._kernels = kernels(self.machine.game)
        rows = np.array([self.machine.numbers(book) for book in books], np.int64)
        self._rules = torch.from_numpy(rows).cuda()
        self._books = torch.arange(n, device="cuda") % len(books)
        self._arrays(observe, reveal)
        self.reset(seed)

    def _arrays(self, observe: bool, reveal: bool) -> None:
        machine, n = self.machine, self.n

        def columns(many: int, kind: torch.dtype = torch.int64) -> Tensor:
            return torch.zeros((many, n), dtype=kind, device="cuda")

        self._states, self._masks = columns(machine.words), columns(machine.mask)
        self._out = columns(machine.fields.size if observe else 1, torch.int8)
        self._secrets = columns(machine.revealed.size if reveal else 1, torch.int8)
        self._points = columns(machine.seats)
        self.mask, self.observation, self.secret, self.reward = (
            one.t() for one in (self._masks, self._out, self._secrets, self._points)
        )
        self.seat, self.done, self.seed, self._tokens = (columns(1)[0] for _ in range(4))
        tables = (self._states, self._rules, self._books)
        sights = (self._masks, self._out, self._secrets, self.seat)
        played = (self._tokens, self._points, self.done)
        self._tables, self._sights, self._played, (self._seeds,) = (
            tuple(map(cuda.as_cuda_array, some)) for some in (tables, sights, played, (self.seed,))
        )

    def reset(self, seed: int | Tensor = 0) -> None:
        """New deals: from one seed on, or each table its own; equal seeds deal equal cards."""
        self.seed[:] = torch.arange(self.n, device="cuda") + seed
        self.done.zero_()
        self._points.zero_()
        begin = launched(self._kernels.begin, self.n)
        begin(*self._tables, self._seeds, *self._sights, self._how)

    def step(self, tokens: Tensor) -> None:
        """A token at each table; they must be lawful (``check``), nobody looks here."""
        self._tokens.copy_(tokens)
        arrays = (*self._tables, self._seeds, *self._sights, *self._played)
        launched(self._kernels.step, self.n)(*arrays, self.n, self.forced, self._how)

    def check(self, tokens: Tensor) -> None:
        """TrullError if a token is not lawful; this waits for the GPU."""
        if tokens.shape != (self.n,) or tokens.dtype != torch.int64:
            raise TrullError(f"expected a token (int64) for each of {self.n} tables")
        lawful = self.lawful()
        known = (tokens >= 0) & (tokens < lawful.shape[1])
        good = known & lawful.gather(1, tokens.clamp(0, lawful.shape[1] - 1)[:, None])[:, 0]
        if not bool(good.all()):
            first = int((~good).nonzero()[0])
            raise TrullError(f"token {int(tokens[first])} is not lawful at table {first}")

    def lawful(self) -> Tensor:
        """The masks with a truth value for each token."""
        bits = torch.arange(64, device="cuda")
        return (self.mask[:, :, None] >> bits & 1).bool().flatten(1)

    def roll_out(self, deals: int, seed: int = 0, how: int = 0) -> Tensor:
        """So many whole random deals at each table, and a checksum of each; for benches."""
        sums = torch.zeros(self.n, dtype=torch.int64, device="cuda")
        sights = (*self._sights[:2], cuda.as_cuda_array(sums))
        launched(self._kernels.roll_out, self.n)(*self._tables, *sights, seed, deals, how)
        return sums
