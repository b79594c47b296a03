"""``flat`` and ``search``: guess, try, count; and the book where that fails."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from trull import laws
from trull.bots import belief, game
from trull.bots.heuristic import HeuristicBot
from trull.bots.search.candidates import candidates
from trull.bots.search.level import LEVELS, Level, read_level
from trull.bots.search.ranking import Ranked, ranked
from trull.bots.search.rollout import settled
from trull.state import Action, Seat, View, has_one_act

UNTHINKING = ("cut", "packets", "deal")
"""Phases in which nobody has cards to think about."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's findings about a view: the acts in order; none where it only asked the book."""

    book: Action | None
    ranking: tuple[Ranked, ...] = ()
    failure: str = ""  # what went wrong while thinking

    @property
    def choice(self) -> Action | None:
        """The act to play."""
        return self.ranking[0].action if self.ranking else self.book


class ThinkingBot:
    """Tries its acts in guesses of the hidden cards; ``exact`` asks the solver near the end."""

    def __init__(self, name: str, seed: int, words: Sequence[str] = (), exact: bool = True) -> None:
        """``words`` say strength, style and seconds per act; without ``exact`` it is ``flat``."""
        self.name, self.failure = name, ""
        self.level: Level = read_level(list(words))
        self._exact, self._rng = exact, Random(seed)
        self._book = HeuristicBot(seed)

    def act(self, view: View) -> Action | None:
        """The best act found; the book's where thinking fails or takes too long."""
        thought = self.think(view)
        self.failure = thought.failure  # for who wants to know why the book decided
        return thought.choice

    def advised(self, view: View) -> Action | None:
        """What stands unless something is surely better: the book's act."""
        return self._book.act(view)

    def think(self, view: View) -> Thought:
        """The acts in order. A mistake in here must not stop a table: then the book decides."""
        rng = Random(self._rng.getrandbits(64))
        book = self.advised(view)
        if book is None or view.seat not in view.duty or view.phase in UNTHINKING:
            return Thought(book)
        if has_one_act(view.prompts):
            return Thought(book)
        try:
            return Thought(book, sensible(view, self._ranking(view, book, rng)))
        except Exception as error:  # whatever it is, the table goes on
            return Thought(book, failure=f"{type(error).__name__}: {error}")

    def weigh(self, view: View, act: Action) -> tuple[Ranked, ...]:
        """The acts in order, this one among them; it gives way only to a surely better one.

        Nothing where there was no choice, or where this act cannot be tried.
        """
        rng = Random(self._rng.getrandbits(64))
        if view.seat not in view.duty or view.phase in UNTHINKING or has_one_act(view.prompts):
            return ()
        found = self._ranking(view, act, rng)
        return tuple(found) if any(one.action == act for one in found) else ()

    def _ranking(self, view: View, book: Action, rng: Random) -> list[Ranked]:
        load, until = game.of(view.rules.game).thinker, time.perf_counter() + self.level.seconds
        if load is None:
            return self._by_law(view, book, rng, until)
        return load()(view, book, replace(self.level, until=until), rng, self._exact)

    def _by_law(self, view: View, book: Action, rng: Random, until: float) -> list[Ranked]:
        """Without a thinker: each act in each guess, then the rest of the deal by the book.

        TrullError where the game has no belief either: the book decides, and that is told.
        """
        believed, rows = belief.of(view), []
        acts = candidates(view, book, self.level.options, rng)
        wanted = LEVELS[self.level.name].talk_worlds
        if len(acts) < 2 or (view.phase != "play" and not self.level.talk_worlds):
            return []
        for guess in belief.guesses(believed, rng, wanted):
            row = self._row(view, believed, guess, acts, rng)
            if row:
                rows.append(row)
            if time.perf_counter() > until:
                break
        enough = len(rows) * 2 >= wanted
        return ranked(acts, rows, self.level.fear, book) if enough else []

    def _row(
        self,
        view: View,
        believed: belief.Belief,
        guess: belief.Guess,
        acts: Sequence[Action],
        rng: Random,
    ) -> list[float]:
        """The settlement after each act in one guess; nothing where the guess is impossible."""
        state, rules = belief.replayed(believed, guess), laws.of(view.rules.game)
        if state is None or view.seat is None:
            return []
        seed, row = rng.getrandbits(48), []
        for act in acts:
            if rules.faults(state, view.seat, act):
                return []
            after = rules.step(state, view.seat, act)
            chance = Random(seed)  # the same luck for every act
            row.append(settled(view.rules.game, after, Seat(view.seat), chance))
        return row


def sensible(view: View, ranking: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """The acts without the vetoed ones; all of them where nothing else is left."""
    vetoed = game.of(view.rules.game).vetoes
    if vetoed is None:
        return tuple(ranking)
    return tuple(one for one in ranking if not vetoed(view, one.action)) or tuple(ranking)
