"""Self-play: one network in all seats, and now and then an earlier self in some of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from trull import laws
from trull.machine.tokens import of_game
from trull.research.vector import loaded
from trull.train.experience import Experience, bits, by_seat, worth
from trull.train.network import Network
from trull.train.tables import DEVICE, in_short, opened, quickened
from trull.train.weights import scales

if TYPE_CHECKING:
    from trull.ruleset import RuleSet

NEVER = -1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How tables are played at while learning."""

    tables: int = 65_536
    steps: int = 24  # decisions at each table between two lessons
    width: int = 640
    blocks: int = 2
    freedom: float = 0.3  # what preferences are multiplied by where a word is drawn freely
    strange: float = 0.125  # tables at which an earlier self sits as well
    selves: int = 12  # earlier selves that are remembered


class SelfPlay:
    """Tables, the networks that play at them, and what they have seen."""

    def __init__(self, rules: Sequence[RuleSet | str], setting: Setting, seed: int) -> None:
        """Deal at every table."""
        self.setting = setting
        self.tables = opened(rules, setting.tables, seed=seed, reveal=True)
        machine = self.tables.machine
        shape = setting.width, setting.blocks
        known, seen, secret = machine.learning.scales, machine.fields, machine.revealed
        inputs, all_inputs = map(
            torch.from_numpy, (scales(known, seen), scales(known, seen, secret))
        )
        self.actor = Network(inputs, 64 * machine.mask, *shape).to(DEVICE)
        self.critic = Network(all_inputs, machine.seats, *shape).to(DEVICE)
        quickened(self.actor, self.critic)
        self.experience = Experience.empty(setting.steps, setting.tables, machine)
        self.cards = of_game(machine.game).cards
        self._strangers = int(setting.tables * setting.strange)
        self._strange = torch.zeros(
            (self._strangers, machine.seats), dtype=torch.bool, device=DEVICE
        )
        self.selves: deque[Network] = deque(maxlen=setting.selves)
        self._other = self.actor
        self.deals = 0
        self._seat_strangers(torch.ones_like(self.tables.done).bool())

    def remember(self) -> None:
        """Keep the network as it is now, to be played against later."""
        self.selves.append(deepcopy(self.actor).requires_grad_(False))

    def begin_anew(self, seed: int) -> None:
        """New deals at all tables, and new lots of who plays how."""
        torch.manual_seed(seed)
        self.tables.reset(seed)
        self._seat_strangers(torch.ones_like(self.tables.done).bool())

    @torch.no_grad()
    def play(self) -> Experience:
        """Play on at every table for some decisions."""
        tables, found = self.tables, self.experience
        if self.selves:
            self._other = self.selves[int(torch.randint(len(self.selves), ()))]
        with in_short():
            for step in range(self.setting.steps):
                self._see(step)
                found.token[step], found.likely[step] = self._choose(step)
                tables.step(found.token[step])
                over = tables.done.bool()
                found.over[step] = over
                found.reward[step] = worth(tables.reward, tables.machine) * over[:, None]
                self._seat_strangers(over)
            found.value[-1] = self._value(tables.observation, tables.secret, tables.seat)
        self.deals += int(found.over.sum())
        return found

    def _see(self, step: int) -> None:
        tables, found = self.tables, self.experience
        found.seen[step].copy_(tables.observation.t())
        found.secret[step].copy_(tables.secret.t())
        found.lawful[step].copy_(tables.mask.t())
        found.seat[step] = tables.seat
        found.value[step] = self._value(tables.observation, tables.secret, tables.seat)

    def _value(self, seen: Tensor, secret: Tensor, seat: Tensor) -> Tensor:
        return by_seat(self.critic(seen, secret), seat)

    def _choose(self, step: int) -> tuple[Tensor, Tensor]:
        """A token for each table, and how likely it was to the learner.

        Some words are drawn more freely: a bid that has come to seem hopeless would never be tried
        again, and what it is worth never be learnt. One word, not all of a seat's in a deal: what
        follows a rare bid is to be played as well as it can be.
        """
        tables, found, few = self.tables, self.experience, self._strangers
        lawful = bits(found.lawful[step])
        own = self.actor(tables.observation).masked_fill(~lawful, NEVER)
        words = lawful[:, self.cards :].any(1)  # where something can be said, or laid away
        wild = words & (torch.rand(words.shape, device=DEVICE) < tables.machine.learning.wild)
        tried = torch.where(wild[:, None], own * self.setting.freedom, own)
        strange = self._strange.gather(1, tables.seat[:few, None])
        others = self._other(tables.observation[:few]).masked_fill(~lawful[:few], NEVER)
        tried[:few] = torch.where(strange, others, tried[:few])
        tried = tried.masked_fill(~lawful, NEVER)
        token = (tried - torch.empty_like(tried).exponential_().log_()).argmax(1)
        found.wild[step], found.own[step] = wild, True
        found.own[step, :few] = ~strange[:, 0]
        return token, own.log_softmax(1).gather(1, token[:, None])[:, 0]

    def _seat_strangers(self, begun: Tensor) -> None:
        """For deals that begin: who plays there as he once did."""
        seats = torch.rand(self._strange.shape, device=DEVICE) < 0.5
        self._strange = torch.where(begun[: len(seats), None], seats, self._strange)


def players(rules: RuleSet, seats: int) -> int:
    """How many of a machine's seats are taken by these rules."""
    return min(max(laws.of(rules.game).seats(rules)), seats)


@torch.no_grad()
def duel(
    one: Network, other: Network, rules: Sequence[RuleSet | str], deals: int, seed: int
) -> tuple[float, float]:
    """Points a seat and deal by which one beats the other, and half its 95 % interval.

    Each deal is played twice, the seats turned; both play what they like best.
    """
    deals -= deals % len(rules)  # so that both times a deal is played by the same rules
    twice = opened(rules, 2 * deals, seed=seed)
    index = torch.arange(2 * deals, device=DEVICE)
    turned = index >= deals
    twice.reset(seed + index % deals)
    seats = twice.machine.seats
    points = torch.zeros((2 * deals, seats), device=DEVICE)
    waiting = torch.ones(2 * deals, dtype=torch.bool, device=DEVICE)
    with in_short():
        while bool(waiting.any()):
            lawful = twice.lawful()
            ours = ((twice.seat % 2 == 0) != turned)[:, None]
            likes = torch.where(ours, one(twice.observation), other(twice.observation))
            twice.step(likes.masked_fill(~lawful, NEVER).argmax(1))
            ended = waiting & twice.done.bool()
            points[ended] = twice.reward[ended].float() / twice.machine.unit
            waiting &= ~ended
    sitting = torch.tensor([players(one, seats) for one in loaded(rules)], device=DEVICE)
    sums = points[:deals, 0::2].sum(1) + points[deals:, 1::2].sum(1)
    gain = sums / sitting[index[:deals] % len(rules)]
    return float(gain.mean()), float(1.96 * gain.std() / deals**0.5)
