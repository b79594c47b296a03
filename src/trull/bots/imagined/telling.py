"""The acts so far, said again at every table of a guess, token by token.

All guesses hear the same acts; only what lay face down differs. Seats that may speak and did not
were silent, as ``machine.steps`` asks them. Where an act is not lawful the guess is impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.belief.guess import Belief, Guess
from trull.bots.imagined.tables import NOTHING, Tables, laid
from trull.bots.learnt import unsaid
from trull.machine.tokens import ENOUGH, SILENT, Vocabulary, pieces, vocabulary
from trull.state import Act, Seat, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Words
    from trull.bots.imagined.tables import Truths

Heard = Callable[["Told", int, "Words"], None]
"""Is told before each token which act it belongs to, and what is said at each table."""


@dataclass(slots=True)
class Told:
    """Tables at which the acts were said, and the guess that lies at each."""

    tables: Tables
    whose: Words

    def keep(self, fitting: Truths) -> None:
        """The others are no longer possible."""
        if not fitting.all():
            self.tables, self.whose = self.tables.kept(fitting), self.whose[fitting]


def told(view: View, belief: Belief, guesses: Sequence[Guess], heard: Heard | None = None) -> Told:
    """The guesses where the view stands: its seat is asked, at every table that is left."""
    assert view.seat is not None, "a spectator is not asked"
    words = vocabulary(view.rules)
    standing = Told(
        laid([belief.setup(guess) for guess in guesses]), np.arange(len(guesses), dtype=np.int64)
    )
    for number, acts in enumerate(zip(*map(belief.acts, guesses), strict=True)):
        _come_to(standing, acts[0].seat, words)
        for column in _paths(standing, acts, words, view.seats).T:
            _say(standing, column, number, heard)
        numbers = words.numbers(acts[0].seat, view.seats)[acts[0].action.verb]
        _enough(standing, numbers, number, heard)
    _come_to(standing, view.seat, words)
    standing.keep(_offers(standing.tables, unsaid(view).tokens()))
    return standing


def _offers(tables: Tables, tokens: Sequence[int]) -> Truths:
    """Where the seat may say all that its view offers it."""
    every: Truths = tables.lawful()[:, list(tokens)].sum(axis=1) == len(tokens)
    return every


def _come_to(standing: Told, seat: Seat, words: Vocabulary) -> None:
    """Who is asked before this seat is silent."""
    silent = words.index.get(SILENT, NOTHING)
    while (waiting := standing.tables.seat != seat).any():
        tokens = np.where(waiting, silent, NOTHING)
        standing.keep(standing.tables.offers(tokens) & ~(waiting & (tokens == NOTHING)))
        _speak(standing, np.where(standing.tables.seat != seat, silent, NOTHING))


def _say(standing: Told, column: Words, number: int, heard: Heard | None) -> None:
    """A token of the act, where it is lawful."""
    standing.keep(standing.tables.offers(column[standing.whose]))
    _tell(standing, column[standing.whose], number, heard)


def _tell(standing: Told, tokens: Words, number: int, heard: Heard | None) -> None:
    """Lawful tokens of an act, told to who weighs them."""
    if heard is not None:
        heard(standing, number, tokens)
    _speak(standing, tokens)


def _speak(standing: Told, tokens: Words) -> None:
    """A deal that would be over by it is not the one that goes on."""
    standing.tables.say(tokens)
    standing.keep(~standing.tables.over)


def _enough(standing: Told, numbers: Mapping[str, int], number: int, heard: Heard | None) -> None:
    """``verb .`` is offered only where more words could follow: there were none."""
    enough = numbers.get(ENOUGH, NOTHING)
    if enough != NOTHING:
        offered = standing.tables.offers(np.full(len(standing.tables), enough))
        _tell(standing, np.where(offered, enough, NOTHING), number, heard)


# Acts as tokens


def _paths(standing: Told, acts: Sequence[Act], words: Vocabulary, seats: int) -> Words:
    """The tokens of the act in each guess, the words of a set in the order of their numbers."""
    known = {act: _in_both_orders(act, words, seats) for act in dict.fromkeys(acts)}
    as_said, in_order = (np.array([known[act][way] for act in acts]) for way in (0, 1))
    if (as_said == in_order).all() or _lawful(standing, as_said):
        return as_said
    return in_order


def _in_both_orders(act: Act, words: Vocabulary, seats: int) -> tuple[list[int], list[int]]:
    numbers = words.numbers(act.seat, seats)[act.action.verb]
    said = [[numbers[piece] for piece in pieces(word)] for word in act.action.args or ("",)]
    return [*chain(*said)], [*chain(*sorted(said))]


def _lawful(standing: Told, paths: Words) -> bool:
    """Whether these tokens could be said anywhere: tried on copies."""
    trial = Told(standing.tables.kept(np.arange(len(standing.tables))), standing.whose)
    for column in paths.T:
        _say(trial, column, 0, None)
    return len(trial.tables) > 0
