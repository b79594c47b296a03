"""A moment of a deal as the exact solver sees it, with all hands open."""

from __future__ import annotations

from collections.abc import Mapping

from trull import laws
from trull.bots import fast
from trull.bots.fast.world import Goal
from trull.game import Game
from trull.laws.court import deal_of
from trull.learn.puzzles.record import Aim
from trull.learn.school import school_of
from trull.state import Seat

NODES = 300_000
"""Positions looked at for one question at most; what takes longer is no puzzle."""


class Position:
    """A moment of the play, ready to be asked about."""

    def __init__(self, game: Game) -> None:
        name = game.setup.rules.game
        self.game, self.core, self.pack = game, fast.core(name), laws.of(name).pack
        self._school = school_of(name)
        spot, self.world = self.core.opened(deal_of(game.state))
        self.packed = self.core.pack(spot, [self.world])
        self.seat = Seat(spot.turn)
        self.plays = self.packed.plays

    @property
    def left(self) -> int:
        """Cards in the hand of the seat on turn."""
        return self.world.hands[self.seat].bit_count()

    @property
    def whole(self) -> bool:
        """Whether the solver knows all there is to know: its cards are the lawful ones."""
        return {act.args[0] for act in self.game.plays(self.seat)} == set(self.plays)

    def goals(self) -> tuple[Goal, ...]:
        """What may be asked: goals that are won or lost, where the cards alone decide them."""
        if not self.whole or not self._school.solved(self.game):
            return ()
        return tuple(one for one in self.core.goals(self.packed) if one.side == one.counted)

    def aim(self, goal: Goal) -> Aim:
        """A goal, from the seat on turn."""
        return Aim(
            kind=goal.kind,
            side=tuple(seat for seat in range(self.game.setup.seats) if goal.side >> seat & 1),
            wanted=bool(goal.side >> self.seat & 1),
            bar=goal.bar,
            card=self.pack.code(goal.card) if goal.card >= 0 else "",
            trick=goal.trick,
            need=goal.need,
        )

    def goal(self, aim: Aim) -> Goal | None:
        """What has become of an aim: the goal that is left of it; None where it is decided."""
        side = sum(1 << seat for seat in aim.side)
        card = self.pack.card(aim.card) if aim.card else -1
        goals = self.core.goals(self.packed)
        for one in goals:
            if (one.kind, one.card, one.side) == (aim.kind, card, side):
                return one
        if aim.card in {lying for _, lying in self.game.view_for(None).trick}:
            return Goal(aim.kind, side, aim.bar, side, card=card, trick=aim.trick)
        return self._school.turned(self.game, goals, side) if aim.kind == "tricks" else None

    def made(self, aim: Aim, nodes: int = NODES) -> Mapping[str, bool] | None:
        """Of each card whether it keeps what the seat on turn wants; None: not found out."""
        goal = self.goal(aim)
        if goal is None:
            return None
        found = self.core.wins(self.packed, goal, max(goal.bar, 0), nodes, 1)[0].tolist()
        if min(found) < 0:
            return None
        wanted = self.seat in aim.side
        return {play: bool(won) == wanted for play, won in zip(self.plays, found, strict=True)}
