"""Learning from experience: proximal policy optimisation, one pass over what was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from trull.train.experience import Experience, bits, by_reader
from trull.train.network import Network
from trull.train.selfplay import NEVER
from trull.train.tables import DEVICE, in_short

MOST = 5.0
"""Deviations beyond which an advantage counts no more: a Valat would drown the cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """How is learnt."""

    parts: int = 24  # lessons the experience of all tables is cut into
    clip: float = 0.2
    entropy: float = 0.003  # a card's advantage is small beside a Kontra's: more would blur it
    steadiness: float = 0.998  # of the average of weights that is played with


class Report(NamedTuple):
    """What a lesson showed."""

    entropy: float
    change: float  # how much the policy moved (an estimate of the divergence)
    missed: float  # mean square of what the critic missed, beside that of the returns


class Learner:
    """The optimiser around an actor and a critic."""

    def __init__(self, actor: Network, critic: Network, lesson: Lesson) -> None:
        """Nothing learnt yet."""
        self.actor, self.critic, self.lesson = actor, critic, lesson
        self.weights = [*actor.parameters(), *critic.parameters()]
        self.optimiser = torch.optim.Adam(self.weights, lr=1e-3, eps=1e-5, fused=DEVICE == "cuda")
        self.steady = [weight.detach().clone() for weight in actor.parameters()]

    def learn(self, found: Experience, rate: float) -> Report:
        """One pass over the experience."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        gain, returns = found.advantages()
        free = found.own
        gain = (gain - gain[free].mean()) / (gain[free].std() + 1e-6)
        gain = gain.clamp(-MOST, MOST)
        told = torch.zeros(4, device=DEVICE)
        tables = found.token.shape[1]
        size = tables // self.lesson.parts
        for part in torch.randperm(self.lesson.parts).tolist():
            these = slice(part * size, (part + 1) * size)
            told += self._lesson(found, these, gain[:, these], returns[:, these])
            self._average()
        entropy, change, missed, spread = (told / self.lesson.parts).tolist()
        return Report(entropy, change, missed / max(spread, 1e-9))

    def _lesson(self, found: Experience, these: slice, gain: Tensor, returns: Tensor) -> Tensor:
        seen = rows(found.seen[:, :, these])
        both = torch.cat((seen, rows(found.secret[:, :, these])), 1)
        lawful = bits(found.lawful[:, :, these].transpose(0, 1).flatten(1))
        token, likely = found.token[:, these].flatten(), found.likely[:, these].flatten()
        free = found.own[:, these].flatten().float()
        target = by_reader(returns, found.seat[:, these]).flatten(0, 1)
        with in_short():
            chances = self.actor(seen).masked_fill(~lawful, NEVER).log_softmax(1)
            values = self.critic(both)
        now = chances.gather(1, token[:, None])[:, 0]
        ratio = (now - likely).exp()
        gain = gain.flatten()
        bounded = ratio.clamp(1 - self.lesson.clip, 1 + self.lesson.clip)
        better = (torch.minimum(ratio * gain, bounded * gain) * free).sum() / free.sum()
        entropy = -((chances.exp() * chances).sum(1) * free).sum() / free.sum()
        missed = functional.smooth_l1_loss(values, target)
        loss = missed - better - self.lesson.entropy * entropy
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.weights, 1.0)
        self.optimiser.step()
        with torch.no_grad():
            change = ((ratio - 1 - (now - likely)) * free).sum() / free.sum()
            return torch.stack((entropy, change, (values - target).square().mean(), target.var()))

    @torch.no_grad()
    def _average(self) -> None:
        torch._foreach_lerp_(self.steady, list(self.actor.parameters()), 1 - self.lesson.steadiness)


def rows(columns: Tensor) -> Tensor:
    """Bytes of steps by inputs by tables as one row a decision."""
    return columns.transpose(1, 2).reshape(-1, columns.shape[1])
