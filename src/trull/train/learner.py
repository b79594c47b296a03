"""Learning from experience: proximal policy optimisation, one pass over what was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from trull.train.experience import Experience, bits, by_reader, plays_cards
from trull.train.network import Network
from trull.train.selfplay import NEVER
from trull.train.tables import DEVICE, in_short

MOST = 5.0
"""Deviations beyond which an advantage counts no more: a Valat would drown the cards."""

FURTHEST = 8.0
"""Of the logarithm of a change of likelihood: beyond it only infinity would be reckoned with."""
NEARLY_NEVER, NEARLY_ALWAYS = -7.0, -0.001
"""Likelihoods (logarithms) beyond which what is tried freely moves nothing further."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """How is learnt."""

    parts: int = 24  # lessons the experience of all tables is cut into
    clip: float = 0.2
    entropy: float = 0.003  # a card's advantage is small beside a Kontra's: more would blur it
    steadiness: float = 0.998  # of the average of weights that is played with


class Report(NamedTuple):
    """What a lesson showed."""

    loss: float
    entropy: float
    change: float  # how much the policy moved (an estimate of the divergence)
    missed: float  # mean square of what the critic missed, beside that of the returns


class Learner:
    """The optimiser around an actor and a critic."""

    def __init__(self, actor: Network, critic: Network, cards: int, lesson: Lesson) -> None:
        """Nothing learnt yet; cards: how many tokens play one."""
        self.actor, self.critic, self.lesson = actor, critic, lesson
        self.cards = cards
        self.weights = [*actor.parameters(), *critic.parameters()]
        self.optimiser = torch.optim.Adam(self.weights, lr=1e-3, eps=1e-5, fused=DEVICE == "cuda")
        self.steady = [weight.detach().clone() for weight in actor.parameters()]

    def learn(self, found: Experience, rate: float) -> Report:
        """One pass over the experience."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        gain, returns = found.advantages()
        cards = plays_cards(found.lawful, self.cards)
        gain = torch.where(
            cards, measured(gain, cards & found.own), measured(gain, ~cards & found.own)
        )
        told = torch.zeros(5, device=DEVICE)
        tables = found.token.shape[1]
        size = tables // self.lesson.parts
        for part in torch.randperm(self.lesson.parts).tolist():
            these = slice(part * size, (part + 1) * size)
            told += self._lesson(found, these, gain[:, these], returns[:, these])
            self._average()
        loss, entropy, change, missed, spread = (told / self.lesson.parts).tolist()
        return Report(loss, entropy, change, missed / max(spread, 1e-9))

    def _lesson(self, found: Experience, these: slice, gain: Tensor, returns: Tensor) -> Tensor:
        seen = rows(found.seen[:, :, these])
        secret = rows(found.secret[:, :, these])
        lawful = bits(found.lawful[:, :, these].transpose(0, 1).flatten(1))
        token, likely = found.token[:, these].flatten(), found.likely[:, these].flatten()
        free = found.own[:, these].flatten().float()
        target = by_reader(returns, found.seat[:, these]).flatten(0, 1)
        with in_short():
            chances = self.actor(seen).masked_fill(~lawful, NEVER).log_softmax(1)
            values = self.critic(seen, secret)
        now = chances.gather(1, token[:, None])[:, 0]
        ratio = (now - likely).clamp(max=FURTHEST).exp()
        wild, gain = found.wild[:, these].flatten(), gain.flatten()
        worth = torch.where(wild, by_itself(chances, lawful, now, gain), self._near(ratio, gain))
        better = (worth * free).sum() / free.sum()
        entropy = -((chances.exp() * chances).sum(1) * free).sum() / free.sum()
        missed = functional.smooth_l1_loss(values, target)
        loss = missed - better - self.lesson.entropy * entropy
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.weights, 1.0)
        self.optimiser.step()
        with torch.no_grad():
            change = ((ratio - 1 - (now - likely)) * free).sum() / free.sum()
            square = (values - target).square().mean()
            return torch.stack((loss, entropy, change, square, target.var()))

    def _near(self, ratio: Tensor, gain: Tensor) -> Tensor:
        """What a change of likelihood is worth, where it stays near to what was played."""
        near = ratio.clamp(1 - self.lesson.clip, 1 + self.lesson.clip)
        return torch.minimum(ratio * gain, near * gain)

    @torch.no_grad()
    def _average(self) -> None:
        torch._foreach_lerp_(self.steady, list(self.actor.parameters()), 1 - self.lesson.steadiness)


def by_itself(chances: Tensor, lawful: Tensor, now: Tensor, gain: Tensor) -> Tensor:
    """What the preference for an act over all others is worth, however likely it is.

    By its likelihood alone a bid that is hardly ever chosen would hardly be learnt, though it be
    the best in a few hands: what moves it would be as small as that. So what was tried freely moves
    the preference itself (as in neural replicator dynamics), up to a bound on either side.
    """
    usual = chances.masked_fill(~lawful, 0).sum(1) / lawful.sum(1)
    moves = torch.where(gain < 0, now > NEARLY_NEVER, now < NEARLY_ALWAYS)
    return (now - usual) * gain * moves


def rows(columns: Tensor) -> Tensor:
    """Bytes of steps by inputs by tables as one row a decision."""
    return columns.transpose(1, 2).reshape(-1, columns.shape[1])


def measured(gain: Tensor, among: Tensor) -> Tensor:
    """Advantages by what is usual among some of them: a card's are small beside a bid's."""
    usual = gain[among]
    if len(usual) < 2:  # too few to say what is usual
        return gain.clamp(-MOST, MOST)
    return ((gain - usual.mean()) / (usual.std() + 1e-6)).clamp(-MOST, MOST)
