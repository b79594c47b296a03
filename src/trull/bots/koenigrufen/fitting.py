"""How ``fast/koenigrufen/habits_*.txt`` are made: what good players chose, and numbers that fit it.

So many deals are played by one kind of bot under each rule book; at every choice the sides of all
lawful cards are noted and which of them was played, and gradient descent fits how readily each side
is chosen. A tenth of the choices is kept apart: there it is counted how often the new table, and
the one in use, name the card that was really played. Who plays out deals by the habits of better
players chooses better himself, so a table fitted to ``search`` makes a stronger ``search``.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trull import bots, laws, ruleset
from trull.bots.fast import jobs
from trull.bots.koenigrufen.fast import habits, packing
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.playout import PACK, rules_of, set_up
from trull.bots.koenigrufen.fast.spot import opened
from trull.cards import TAROCK54
from trull.game import Game
from trull.kernels.koenigrufen import winning_card
from trull.laws.koenigrufen.table import State

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words

SIDES = 8
MOST_CARDS = 12
NOWHERE = habits.NOISE
"""The side of a card that is not there."""
EPOCHS, BATCH = 8, 4096
RATE, SLOWER, SHRINK = 0.05, 0.7, 1e-4
WIDTH = 24
"""Numbers in a line of the file."""


class Choices(NamedTuple):
    """The sides of every card at every choice, and the place of the card that was played."""

    sides: Words  # choice, card, side
    played: Words
    cards: Words  # how many there were to choose from


Choice = tuple[list[tuple[int, ...]], int]  # the sides of all cards, and which was played
Progress = Callable[[int, int], None]


def played(bot: str, deals: int, seed: int, progress: Progress) -> Choices:
    """The choices of so many deals under each rule book, such a bot on every seat."""
    books = [name for name in ruleset.published() if name.startswith("koenigrufen/")]
    tasks = [(bot, name, f"{seed} {number}") for number in range(deals) for name in books]
    found: list[Choice] = []
    with ProcessPoolExecutor(jobs.cores(), mp_context=get_context("spawn")) as pool:
        for done, choices in enumerate(pool.map(_choices, tasks), 1):
            found += choices
            progress(done, len(tasks))
    sides = np.full((len(found), MOST_CARDS, SIDES), NOWHERE, np.int64)
    for number, (row, _) in enumerate(found):
        sides[number, : len(row)] = row
    places, cards = [place for _, place in found], [len(row) for row, _ in found]
    return Choices(sides, np.array(places), np.array(cards))


def _choices(task: tuple[str, str, str]) -> list[Choice]:
    """The choices of one deal."""
    bot, name, lot = task
    law, rng = laws.of("koenigrufen"), Random(f"habits {lot}")
    sitting = law.open_sitting(ruleset.load(name), 4, rng.randrange(4))
    game = Game(law.deal(sitting, law.pack.shuffled(rng))[0])
    table = [bots.make(bot, rng.getrandbits(48)) for _ in range(4)]
    found: list[Choice] = []
    while game.duty:
        (seat,) = game.duty
        act, state = table[seat].act(game.view_for(seat)), game.state
        assert act is not None, "who is on turn acts"
        if game.phase == "play":
            assert isinstance(state, State), "a deal of Königrufen"
            codes = game.prompts(seat)[0].choices
            if len(codes) > 1:
                found.append((_sides(state, codes), codes.index(act.args[0])))
        game.apply(seat, act)
    return found


def _sides(state: State, codes: tuple[str, ...]) -> list[tuple[int, ...]]:
    """The sides of the cards that may be played now."""
    spot, world = opened(state)
    packed = packing.pack(spot, [world])
    block = [*packing.head(packed).tolist(), *packed.rows[0].tolist(), *[0] * at.SCRATCH]
    row, scratch = at.HEAD, at.HEAD + at.ROW
    set_up(block, row, scratch)
    turn, lying, trick = (block[scratch + place] for place in (at.S_TURN, at.S_COUNT, at.S_TRICK))
    best = -1
    if lying:
        led, crown = block[scratch + at.S_LYING], block[scratch + at.S_CROWN]
        best = winning_card(PACK, rules_of(block), trick, led, crown)
    hand, number = block[scratch + at.S_HAND + turn], block[scratch + at.S_NUMBER]
    now = habits.card_choice(block, row, scratch, hand, trick, turn, lying, best, number)
    return [habits.sides(now, TAROCK54.index[code]) for code in codes]


def fitted(choices: Choices) -> Floats:
    """How readily each side is chosen, in natural logarithms (Adam on the log-likelihood)."""
    numbers = np.zeros(NOWHERE + 1)
    slope, square, step, rate = np.zeros_like(numbers), np.zeros_like(numbers), 0, RATE
    for _ in range(EPOCHS):
        for first in range(0, len(choices.played), BATCH):
            batch = Choices(*(part[first : first + BATCH] for part in choices))
            step += 1
            found = _slope(numbers, batch)
            slope, square = 0.9 * slope + 0.1 * found, 0.999 * square + 0.001 * found**2
            spread = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            numbers -= rate * slope / (1 - 0.9**step) / spread
            numbers[NOWHERE] = 0
        rate *= SLOWER
    return numbers


def _chances(numbers: Floats, choices: Choices) -> Floats:
    """How likely each card of each choice is played."""
    ready = numbers[choices.sides].sum(-1)
    ready[np.arange(MOST_CARDS)[None, :] >= choices.cards[:, None]] = -np.inf
    likely = np.exp(ready - ready.max(1, keepdims=True))
    chances: Floats = likely / likely.sum(1, keepdims=True)
    return chances


def _slope(numbers: Floats, choices: Choices) -> Floats:
    chances = _chances(numbers, choices)
    chances[np.arange(len(chances)), choices.played] -= 1
    weights = np.repeat(chances.ravel(), SIDES)
    found: Floats = np.bincount(choices.sides.ravel(), weights, NOWHERE + 1) / len(chances)
    return found + SHRINK * numbers


def _hits(numbers: Floats, choices: Choices) -> float:
    return float((_chances(numbers, choices).argmax(1) == choices.played).mean())


def written(numbers: Floats) -> str:
    """The table as the file holds it."""
    words = [str(number) for number in np.rint(numbers[:NOWHERE] * habits.UNIT).astype(int)]
    lines = [" ".join(words[first : first + WIDTH]) for first in range(0, len(words), WIDTH)]
    return "\n".join(lines) + "\n"


class Fit(NamedTuple):
    """A new table, and how often it and the one in use name the card that was really played."""

    table: str
    choices: int
    fitted: float
    in_use: float
    by_chance: float


def _whose(bot: str) -> str:
    """The table that is in use for such players."""
    return habits.BOOK if bot == "heuristic" else habits.SEARCH


def fit(bot: str, deals: int, seed: int, progress: Progress) -> Fit:
    """Play, fit and compare."""
    choices = played(bot, deals, seed, progress)
    order = np.random.default_rng(seed).permutation(len(choices.played))
    tenth = len(order) // 10
    apart = Choices(*(part[order[:tenth]] for part in choices))
    numbers = fitted(Choices(*(part[order[tenth:]] for part in choices)))
    in_use = np.append(habits.table(_whose(bot))[:NOWHERE] / habits.UNIT, 0)
    chance = float((1 / apart.cards).mean())
    return Fit(written(numbers), len(order), _hits(numbers, apart), _hits(in_use, apart), chance)
