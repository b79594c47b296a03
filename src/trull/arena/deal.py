"""One deal in all its seatings: the same cards, the two bots changing places."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from trull import bots, laws, notation
from trull.arena.seating import seatings
from trull.bots import game as game_bots
from trull.bots.command import Program
from trull.bots.game import Outcome
from trull.bots.random_bot import words
from trull.errors import TrullError
from trull.game import Game, replay
from trull.ruleset import RuleSet
from trull.state import Action, Seat
from trull.written import either

USUAL = 4
"""How many sit down where the rules allow it and nobody says otherwise."""
ENDLESS = 2000
"""Upper bound of acts in a deal."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The match to be played; together with a number it fixes a deal to the last card."""

    a: str
    b: str
    rules: RuleSet
    players: int
    seed: int = 0
    seating: str = "alternate"
    records: bool = False


@dataclass(frozen=True, kw_only=True)
class Match:
    """One game of a deal: who sat where, and what came of it."""

    pattern: str
    points: tuple[float, ...]
    played: tuple[Outcome, ...]
    record: str = ""


@dataclass(frozen=True, kw_only=True)
class DealResult:
    """All games of one deal, and how long each bot thought about each of its acts."""

    number: int
    games: tuple[Match, ...]
    thought: dict[str, list[float]] = field(default_factory=dict)  # CPU seconds by "A", "B"
    failures: dict[str, list[str]] = field(default_factory=dict)  # what broke, by "A", "B"

    @property
    def edge(self) -> float:
        """A seat's gain for A over B, on average over the seatings."""
        return sum(edge(game.pattern, game.points) for game in self.games) / len(self.games)


def edge(pattern: str, points: Sequence[float]) -> float:
    """The mean of A's seats less the mean of B's.

    >>> edge("ABB", (4, -1, -3))
    6.0
    """
    sums = {"A": 0.0, "B": 0.0}
    for bot, amount in zip(pattern, points, strict=True):
        sums[bot] += amount
    return sums["A"] / pattern.count("A") - sums["B"] / pattern.count("B")


def players_of(rules: RuleSet, wanted: int | None = None) -> int:
    """How many sit down: as many as wanted, else four if four may."""
    allowed = laws.of(rules.game).seats(rules)
    if wanted is not None and wanted not in allowed:
        raise TrullError(f"{rules.name} is played by {either(allowed)}, not by {wanted}")
    return wanted or (USUAL if USUAL in allowed else allowed[0])


def play_deal(plan: Plan, number: int) -> DealResult:
    """Play a deal in all its seatings."""
    begun = opened(plan, number)
    minds = {"A": _Mind(plan.a), "B": _Mind(plan.b)}
    games = tuple(
        _match(plan, number, replay(begun.setup, begun.log), pattern, minds)
        for pattern in seatings(plan.seating, begun.setup.seats)
    )
    return DealResult(
        number=number,
        games=games,
        thought={bot: mind.thought for bot, mind in minds.items()},
        failures={bot: mind.failures for bot, mind in minds.items()},
    )


def opened(plan: Plan, number: int) -> Game:
    """A deal whose cards are out: the same in every seating."""
    rng = Random(f"arena {plan.seed} {number}")
    game_laws = laws.of(plan.rules.game)
    sitting = game_laws.open_sitting(plan.rules, plan.players, number % plan.players)
    game = Game(game_laws.deal(sitting, game_laws.pack.shuffled(rng))[0])
    while game.duty and not any(game.view_for(None).counts):
        seat = min(game.duty)  # who must cut or deal does so by chance: not a matter of skill
        game.apply(seat, words(game.prompts(seat)[0], rng))
    return game


def _match(plan: Plan, number: int, game: Game, pattern: str, minds: dict[str, _Mind]) -> Match:
    """Play a deal that is opened to its end."""
    seats = game.setup.seats
    seed = Random(f"bots {plan.seed} {number}").getrandbits(48)
    table = [_Seated(minds[bot], seed * seats + seat) for seat, bot in enumerate(pattern)]
    try:
        play_out(game, table)
    except TrullError as error:
        place = f"deal {number} of seed {plan.seed}, seats {pattern}"
        raise TrullError(f"{place}: {error}") from error
    result, played = game.settlement(), game_bots.of(plan.rules.game).played
    assert result is not None, "the deal is over"
    tags = {"Event": "arena", "Players": ",".join(minds[bot].name for bot in pattern)}
    return Match(
        pattern=pattern,
        points=tuple(float(amount) for amount in result.points),
        played=played(game.view_for(None), result) if played else (),
        record=notation.format_record(notation.of_game(game, tags)) if plan.records else "",
    )


@dataclass
class _Mind:
    """A bot's name, how long it thought about each act, and where it broke."""

    name: str
    thought: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class _Seated:
    """A bot on its seat, with a stop watch."""

    def __init__(self, mind: _Mind, seed: int) -> None:
        self.name, self._mind = mind.name, mind
        self._bot = bots.invited(mind.name, seed)

    def act(self, game: Game, seat: Seat) -> Action | None:
        """The bot's act; only its own thinking is timed."""
        view = game.view_for(seat)
        began = _clock()
        act = self._bot.act(view)
        self._mind.thought.append(_clock() - began)
        failure = str(getattr(self._bot, "failure", ""))
        if failure:
            self._mind.failures.append(failure)
        why = str(getattr(self._bot, "why", ""))
        if why and why not in _TOLD:
            _TOLD.add(why)
            sys.stderr.write(f"trull: {self.name}: {why}\n")
        return act


_TOLD: set[str] = set()
"""Who did not play itself, and why: told once a process."""


def _clock() -> float:
    """CPU seconds of this process, and those it has waited for other programs."""
    return time.process_time() + Program.waited


def play_out(game: Game, table: Sequence[_Seated]) -> None:
    """Play to the end: between two acts everybody who may speak out of turn is asked once."""
    for _ in range(ENDLESS):
        if not game.duty:
            return
        _asides(game, table)
        _duty_done(game, table)
    raise TrullError(f"the deal does not end: {game.phase}")


def _asides(game: Game, table: Sequence[_Seated]) -> None:
    for seat in map(Seat, range(len(table))):
        if seat not in game.duty and game.prompts(seat):
            act = table[seat].act(game, seat)
            if act is not None:
                game.apply(seat, act)


def _duty_done(game: Game, table: Sequence[_Seated]) -> None:
    """The first of those who must act does; partners may leave it to each other."""
    duty = sorted(game.duty)
    for seat in duty:
        act = table[seat].act(game, seat)
        if act is not None:
            game.apply(seat, act)
            return
    if duty:
        names = ", ".join(table[seat].name for seat in duty)
        raise TrullError(f"{names}: silent in {game.phase} though it must act")
