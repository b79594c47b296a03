"""The networks: an actor that sees what its seat sees, a critic that sees all hands.

Both are plain: a wide layer, then blocks of two layers around which what came in is carried past.
Nothing is normalised inside, so that the actor plays by a few matrix products on any machine.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from trull.train.tables import SHORT

ALIGNED = 64
"""Products are quick on a GPU where their sides are multiples of this; what is missing is zeros."""


class Network(nn.Module):
    """A residual network without normalisation."""

    def __init__(self, scale: Tensor, outputs: int, width: int, blocks: int) -> None:
        """Scale: what each input is multiplied by."""
        super().__init__()
        self.scale: Tensor
        self.register_buffer("scale", scale.to(SHORT), persistent=False)
        self._spare, self._outputs = -len(scale) % ALIGNED, outputs
        self.first = nn.Linear(len(scale), width)
        self.blocks = nn.ModuleList(
            nn.ModuleList((nn.Linear(width, width), nn.Linear(width, width, bias=False)))
            for _ in range(blocks)
        )
        self.last = nn.Linear(width, outputs)
        self._begin()

    def _begin(self) -> None:
        """Small at the end, so that at first everything is as likely and worth nothing."""
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)
        for _, second in self.blocks:
            nn.init.normal_(second.weight, std=0.3 / second.weight.shape[1] ** 0.5)

    def forward(self, *inputs: Tensor) -> Tensor:
        """Outputs for rows of inputs, which may be bytes and lie in several pieces."""
        x = torch.cat([piece.to(SHORT) for piece in inputs], 1) * self.scale
        first = functional.pad(self.first.weight, (0, self._spare))
        x = functional.linear(functional.pad(x, (0, self._spare)), first, self.first.bias)
        x = functional.relu(x)
        for one, other in self.blocks:
            x = functional.relu(x + other(functional.relu(one(x))))
        more = -self._outputs % ALIGNED
        weight, bias = functional.pad(self.last.weight, (0, 0, 0, more)), self.last.bias
        out = functional.linear(x, weight, functional.pad(bias, (0, more)))
        return out[:, : self._outputs].float()
