"""What was seen and done at many tables for some time, and what it was worth.

All seats are played by one network, so one chain of values runs through a deal: the critic
says at every decision what each seat will get, and the advantage of an act is how much more its
own seat came to expect by the next decisions (GAE over the vector of all seats).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from trull.machine.game import Machine
from trull.train.tables import DEVICE

KEPT = 0.95
"""How far ahead surprises count for an act (lambda)."""


@dataclass(slots=True)
class Experience:
    """Steps by tables; the rows of bytes lie in columns as the tables write them."""

    seen: Tensor  # int8 [steps, inputs, tables]
    secret: Tensor  # int8 [steps, secrets, tables]
    lawful: Tensor  # int64 [steps, words, tables]
    token: Tensor  # int64 [steps, tables]
    likely: Tensor  # float32 [steps, tables]: the logarithm of how likely the token was
    value: Tensor  # float32 [steps + 1, tables, seats]
    seat: Tensor  # int64 [steps, tables]
    reward: Tensor  # float32 [steps, tables, seats]
    over: Tensor  # bool [steps, tables]: the deal ended with this token
    own: Tensor  # bool [steps, tables]: the learning network chose the token
    wild: Tensor  # bool [steps, tables]: more freely than it would have

    @classmethod
    def empty(cls, steps: int, tables: int, machine: Machine) -> Experience:
        """Room for it."""

        def room(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=DEVICE)

        return cls(
            seen=room(torch.int8, steps, machine.fields.size, tables),
            secret=room(torch.int8, steps, machine.revealed.size, tables),
            lawful=room(torch.int64, steps, machine.mask, tables),
            token=room(torch.int64, steps, tables),
            likely=room(torch.float32, steps, tables),
            value=room(torch.float32, steps + 1, tables, machine.seats),
            seat=room(torch.int64, steps, tables),
            reward=room(torch.float32, steps, tables, machine.seats),
            over=room(torch.bool, steps, tables),
            own=room(torch.bool, steps, tables),
            wild=room(torch.bool, steps, tables),
        )

    def advantages(self) -> tuple[Tensor, Tensor]:
        """Of each token for its own seat, and what every seat was to get from there."""
        steps = len(self.token)
        gain, gains = torch.zeros_like(self.value[0]), torch.zeros_like(self.reward)
        for step in reversed(range(steps)):
            goes_on = (~self.over[step])[:, None].float()
            surprise = self.reward[step] + goes_on * self.value[step + 1] - self.value[step]
            gain = surprise + KEPT * goes_on * gain
            gains[step] = gain
        own = gains.gather(2, self.seat[..., None])[..., 0]
        return own, gains + self.value[:-1]


def worth(points: Tensor, machine: Machine) -> Tensor:
    """What is learnt from: points of a settlement, the largest cut off."""
    most, point = machine.learning.most, machine.learning.point
    return (points.float() / machine.unit).clamp(-most, most) / point


def bits(words: Tensor) -> Tensor:
    """Lawful tokens of masks: int64 [words, tables] to bool [tables, 64 times words]."""
    places = torch.arange(64, device=words.device)
    return (words.t()[:, :, None] >> places & 1).bool().flatten(1)


def plays_cards(words: Tensor, cards: int) -> Tensor:
    """Whether one of the first so many tokens is lawful: int64 [.., words, tables] to bool."""
    whole, rest = divmod(cards, 64)
    return (words[:, :whole] != 0).any(1) | ((words[:, whole] & ((1 << rest) - 1)) != 0)


def by_seat(relative: Tensor, seat: Tensor) -> Tensor:
    """Values with the reader's first, brought into the order of the seats."""
    seats = relative.shape[-1]
    places = (torch.arange(seats, device=seat.device) - seat[..., None]) % seats
    return relative.gather(-1, places)


def by_reader(seats: Tensor, seat: Tensor) -> Tensor:
    """Values in the order of the seats, brought to the reader's first."""
    many = seats.shape[-1]
    places = (torch.arange(many, device=seat.device) + seat[..., None]) % many
    return seats.gather(-1, places)
