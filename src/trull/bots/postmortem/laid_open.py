"""Open hands: the result each card forces, and the loss by the one played.

The solver answers exactly, or, where that takes too long, only who can win; where that takes too
long as well, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trull.bots import fast
from trull.bots.fast.world import Core, Goal, Packed, Worth
from trull.laws.court import deal_of
from trull.state import Logged, Seat

EXACT_NODES, WIN_NODES, ITEM_NODES = 400_000, 1_500_000, 60_000
"""Positions looked at for one question at most: of the game, and of what may be won beside it."""
DECIDED = ("points", "tricks", "exactly", "bird", "king")
"""Kinds of goals that are won or lost."""


class Answer(NamedTuple):
    """The solver's answer for every lawful card, by one goal."""

    goal: Goal
    seat: Seat  # on turn
    plays: tuple[str, ...]
    values: tuple[int, ...] = ()  # what the goal's side gets; empty where only won or lost is known
    wins: tuple[bool, ...] = ()  # for the goal's side; empty where there is nothing to be won
    worths: tuple[float, ...] = ()  # for the seat on turn, in points of the sheet

    @property
    def wants(self) -> bool:
        """Whether the seat on turn is on the goal's side."""
        return bool(self.goal.side >> self.seat & 1)

    @property
    def forced(self) -> bool | None:
        """Whether the goal's side can force it from here; None where that is not asked."""
        return (any if self.wants else all)(self.wins) if self.wins else None

    def keeps(self, play: str) -> bool:
        """Whether a card leaves the seat what it could force; True where that is not asked."""
        if not self.wins or self.forced != self.wants:
            return True
        return self.wins[self.plays.index(play)] == self.wants

    def given(self, play: str) -> int:
        """How much of what the goal counts a card gives away; 0 where that is not known."""
        if not self.values:
            return 0
        best = max(self.values) if self.wants else min(self.values)
        return abs(best - self.values[self.plays.index(play)])

    def cost(self, play: str) -> float:
        """The cost of a card in points of the sheet; 0 where the sheet does not follow."""
        if not self.worths:
            return 0.0
        return max(self.worths) - self.worths[self.plays.index(play)]

    def best(self, order: Sequence[str]) -> str:
        """The card that forces most; of equals the first by that order."""
        rank = {play: place for place, play in enumerate(order)}
        return min(self.plays, key=lambda play: (*self._loss(play), rank.get(play, len(rank))))

    def _loss(self, play: str) -> tuple[bool, float, int]:
        return not self.keeps(play), self.cost(play), self.given(play)


def answers(game: str, state: Logged) -> tuple[Answer, ...]:
    """The solver's answers about a position of the play, the game itself first."""
    core, deal = fast.core(game), deal_of(state)
    spot, world = core.opened(deal)
    if world.hands[spot.turn].bit_count() > core.solvable:
        return ()
    packed = core.pack(spot, [world])
    goals = sorted(core.goals(packed), key=lambda goal: not _his_own(goal, spot.turn))
    if not goals:
        return ()
    game_goal, *items = goals
    found = [_answer(core, packed, game_goal, spot.turn)]
    if _decidable(game_goal):
        found += [_beside(core, packed, goal, spot.turn) for goal in items]
    return tuple(one for one in found if one.values or one.wins)


def _his_own(goal: Goal, turn: Seat) -> bool:
    """Of several declarers each asks first for his own game; else the order stands."""
    return goal.kind != "exactly" or goal.counted == 1 << turn


def _answer(core: Core, packed: Packed, goal: Goal, turn: Seat) -> Answer:
    worth = core.worth(packed, goal, turn)
    values: list[int] = core.values(packed, goal, EXACT_NODES, 1)[0].tolist()
    if min(values) >= 0:
        return _exact(packed, goal, turn, values, worth)
    if not _decidable(goal):
        return Answer(goal, turn, packed.plays)
    wins: list[int] = core.wins(packed, goal, max(goal.bar, 0), WIN_NODES, 1)[0].tolist()
    if min(wins) < 0:
        return Answer(goal, turn, packed.plays)
    won = tuple(bool(win) for win in wins)
    worths = tuple(_at_least(goal, one, worth) for one in won) if worth else ()
    return Answer(goal, turn, packed.plays, wins=won, worths=worths)


def _beside(core: Core, packed: Packed, goal: Goal, turn: Seat) -> Answer:
    """A bird, a king, a Valat: made or not, if that is soon found out."""
    values: list[int] = core.values(packed, goal, ITEM_NODES, 1)[0].tolist()
    if min(values) < 0:
        return Answer(goal, turn, packed.plays)
    return _exact(packed, goal, turn, values, core.worth(packed, goal, turn))


def _exact(
    packed: Packed, goal: Goal, turn: Seat, values: list[int], worth: Worth | None
) -> Answer:
    wins = tuple(value >= goal.bar for value in values) if _decidable(goal) else ()
    worths = tuple(worth(value) for value in values) if worth else ()
    return Answer(goal, turn, packed.plays, tuple(values), wins, worths)


def _decidable(goal: Goal) -> bool:
    """Whether there is a bar to be reached: in a game of few points there is none."""
    return goal.kind in DECIDED and goal.side == goal.counted


def _at_least(goal: Goal, won: bool, worth: Worth) -> float:
    """The price of just winning or just losing, where no more is known."""
    return worth(max(goal.bar, 0) if won else max(goal.bar - 1, 0))
