"""``flat`` and ``search``: guess, try, count; and the book where that fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from trull import laws
from trull.bots import belief, fast
from trull.bots.heuristic import HeuristicBot
from trull.bots.search.candidates import candidates
from trull.bots.search.folly import sensible
from trull.bots.search.level import Level, read_level
from trull.bots.search.ranking import Ranked, ranked
from trull.bots.search.rollout import settled
from trull.state import Action, Seat, View

Thinker = Callable[[View, Action, Level, Random, bool], list[Ranked]]
"""Puts the acts in order; the last word says whether it may ask the exact solver."""
UNTHINKING = ("cut", "packets", "deal")
"""Phases in which nobody has cards to think about."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot found out about a view: the acts in order; none where it only asked the book."""

    book: Action | None
    ranking: tuple[Ranked, ...] = ()
    failure: str = ""  # what went wrong while thinking

    @property
    def choice(self) -> Action | None:
        """What is to be done."""
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

    def think(self, view: View) -> Thought:
        """The acts in order. A mistake in here must not stop a table: then the book decides."""
        rng = Random(self._rng.getrandbits(64))
        book = self._book.act(view)
        if book is None or view.seat not in view.duty or view.phase in UNTHINKING:
            return Thought(book)
        if _alone(view):
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
        if view.seat not in view.duty or view.phase in UNTHINKING or _alone(view):
            return ()
        found = self._ranking(view, act, rng)
        return tuple(found) if any(one.action == act for one in found) else ()

    def _ranking(self, view: View, book: Action, rng: Random) -> list[Ranked]:
        thinker, until = _thinker(view), time.perf_counter() + self.level.seconds
        if thinker is not None:
            return thinker(view, book, replace(self.level, until=until), rng, self._exact)
        return self._by_law(view, book, rng, until)

    def _by_law(self, view: View, book: Action, rng: Random, until: float) -> list[Ranked]:
        """Without compiled loops: each act in each guess, then the rest of the deal by the book."""
        acts = candidates(view, book, self.level.options, rng)
        if len(acts) < 2 or not self.level.talk_worlds:
            return []
        believed, rows = belief.of(view), []
        for guess in belief.guesses(believed, rng, self.level.talk_worlds):
            row = self._row(view, believed, guess, acts, rng)
            if row:
                rows.append(row)
            if time.perf_counter() > until:
                break
        enough = len(rows) * 2 >= self.level.talk_worlds
        return ranked(acts, rows, self.level.fear, book) if enough else []

    def _row(
        self,
        view: View,
        believed: belief.Belief,
        guess: belief.Guess,
        acts: Sequence[Action],
        rng: Random,
    ) -> list[float]:
        """What each act brings in one guess; nothing where the guess turns out impossible."""
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


def _thinker(view: View) -> Thinker | None:
    """The game's own way of thinking, where it has one and compiled loops to think in."""
    if not fast.available():
        return None
    match view.rules.game:
        case "koenigrufen":
            from trull.bots.koenigrufen import (
                search as koenigrufen,  # only here: it brings numpy with it
            )

            return koenigrufen.ranking
        case "lhombre":
            from trull.bots.lhombre import search as lhombre

            return lhombre.ranking
        case "perlaggen":
            from trull.bots.perlaggen import search as perlaggen

            return perlaggen.ranking
    return None


def _alone(view: View) -> bool:
    """Whether there is only one thing to do."""
    (first, *more) = view.prompts
    whole = len(first.must) + len(first.choices)
    return not more and (whole == first.least or first.most == 0)
