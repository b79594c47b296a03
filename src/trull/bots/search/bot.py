"""``flat`` and ``search``: guess, try, count; and the book where that fails."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from trull import laws
from trull.bots import belief, fast
from trull.bots.heuristic import HeuristicBot
from trull.bots.search.candidates import candidates
from trull.bots.search.level import Level, read_level
from trull.bots.search.ranking import CARD_DOUBT, Ranked, ranked
from trull.bots.search.rollout import prepare, settled
from trull.state import Action, Seat, View

COMPILED = ("koenigrufen", "lhombre")
"""Games whose cards are tried in compiled loops."""
FEW = 8
"""Playouts of each word in each guess, once the book has gone some way."""
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
        self.name = name
        self.level: Level = read_level(list(words))
        self._exact, self._rng = exact, Random(seed)
        self._book = HeuristicBot(seed)

    def act(self, view: View) -> Action | None:
        """The best act found; the book's where thinking fails or takes too long."""
        return self.think(view).choice

    def think(self, view: View) -> Thought:
        """The acts in order. A mistake in here must not stop a table: then the book decides."""
        rng = Random(self._rng.getrandbits(64))
        book = self._book.act(view)
        if book is None or view.seat not in view.duty or view.phase in UNTHINKING:
            return Thought(book)
        if _alone(view):
            return Thought(book)
        try:
            return Thought(book, tuple(self._ranking(view, book, rng)))
        except Exception as error:  # whatever it is, the table goes on
            return Thought(book, failure=f"{type(error).__name__}: {error}")

    def _ranking(self, view: View, book: Action, rng: Random) -> list[Ranked]:
        prepare(view.rules.game)  # what is compiled once is not held against this act
        until = time.perf_counter() + self.level.seconds
        if [prompt.verb for prompt in view.prompts] == ["play"] and _compiled(view):
            return self._cards(view, book, rng)
        return self._words(view, book, rng, until)

    def _cards(self, view: View, book: Action, rng: Random) -> list[Ranked]:
        """A card: all of them in compiled loops."""
        from trull.bots.search import cards  # only here: it brings numpy with it

        found = belief.guesses(belief.of(view), rng, self.level.worlds)
        if not found:
            return []
        worlds = [guess.world for guess in found]
        acts, table = cards.tried(view, worlds, self.level, rng.getrandbits(30), self._exact)
        offered = [at for at, act in enumerate(acts) if act.args[0] in view.prompts[0].choices]
        rows = [[row[at] for at in offered] for row in table.tolist()]
        return ranked([acts[at] for at in offered], rows, self.level.fear, book, CARD_DOUBT)

    def _words(self, view: View, book: Action, rng: Random, until: float) -> list[Ranked]:
        """Anything else: each act in each guess, then the rest of the deal by the book."""
        acts = candidates(view, book, self.level.options, rng)
        if len(acts) < 2 or not self.level.talk_worlds:
            return []
        believed, rows, worlds = belief.of(view), [], []
        for guess in belief.guesses(believed, rng, self.level.talk_worlds):
            row = self._row(view, believed, guess, acts, rng)
            if row:
                rows.append(row)
                worlds.append(guess.world)
            if time.perf_counter() > until:
                break
        enough = len(rows) * 2 >= self.level.talk_worlds
        if enough and self._exact and view.rules.game == "perlaggen" and view.phase == "play":
            _add_forced(view, worlds, self.level, acts, rows)
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
            row.append(settled(view.rules.game, after, Seat(view.seat), FEW, chance))
        return row


def _add_forced(
    view: View,
    worlds: Sequence[fast.World],
    level: Level,
    acts: Sequence[Action],
    rows: list[list[float]],
) -> None:
    """Add what the solver says of the cards; who says a word first can still play the best one."""
    if not fast.available():
        return
    from trull.bots.search.exact import forced  # only here: it brings numpy with it

    plays, answers = forced(view, worlds, level)
    for row, answer in zip(rows, answers, strict=True):
        if answer is None:
            continue
        for at, act in enumerate(acts):
            known = act.verb == "play" and act.args[0] in plays
            row[at] += answer[plays.index(act.args[0])] if known else max(answer)


def _compiled(view: View) -> bool:
    return view.rules.game in COMPILED and fast.available()


def _alone(view: View) -> bool:
    """Whether there is only one thing to do."""
    (first, *more) = view.prompts
    whole = len(first.must) + len(first.choices)
    return not more and (whole == first.least or first.most == 0)
