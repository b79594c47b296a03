"""A league: a week's boards, each played alone against three bots of one strength and one seed.

Everybody holds the same seat of the same boards, and alike views get alike answers from the bots:
whoever plays is the only difference. Results are compared by matchpoints, 50 per cent being the
field, with the error that luck leaves. A record proves itself: the boards follow from the seed, and
the bots must answer as they stand in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from trull import bots, lots, notation, ruleset
from trull.cup import boards, codec
from trull.errors import CupError, TrullError
from trull.game import Game, replay
from trull.ruleset import RuleSet
from trull.settlement import Amount
from trull.state import Action, Seat, View

SEATS = boards.SEATS
SURE = 1.96
"""Standard errors on both sides that hold nineteen of twenty."""
DIGITS, MOST = 64, 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A week: its boards and who the others are."""

    name: str
    rules: RuleSet
    bot: str
    boards: int
    seed: str

    def seat(self, board: int) -> Seat:
        """The person's seat: in sixteen boards each one, each as far from the dealer."""
        return Seat((board + (board - 1) // SEATS) % SEATS)

    def game(self, board: int) -> Game:
        """A board whose cards are out; a game of its own each time."""
        found = boards.board(self.rules, self.seed, self.name, (1, board)).game
        return replay(found.setup, found.log)

    def house(self, board: int, seat: int, bot: str = "") -> House:
        """Who sits on a seat of a board."""
        return House(bot or self.bot, lots.key(self.seed, ["bot", str(board), str(seat)]))


class House:
    """A bot without a memory of its own: the same view gets the same answer from everybody's."""

    def __init__(self, name: str, key: bytes) -> None:
        """A bot of that kind; its chance follows from the key and from what it has seen."""
        self.name, self._key = name, key

    def act(self, view: View) -> Action | None:
        """What a bot that has just sat down says to this."""
        stream = lots.words(self._key + len(view.seen).to_bytes(4, "big"))
        return bots.make(self.name, next(stream)).act(view)


class Played(NamedTuple):
    """What somebody made of a board; of a bot it is compared and not ranked."""

    person: str
    board: int
    made: Amount
    record: tuple[str, ...]
    bot: bool = False


# The file


def head(league: League) -> str:
    """The first line of a league's file."""
    told = {
        "league": league.name,
        "rules": league.rules.name,
        "version": league.rules.version,
        "bot": league.bot,
        "boards": league.boards,
        "seed": league.seed,
    }
    return codec.text(told) + "\n"


def line(played: Played) -> str:
    """A result as a line."""
    return codec.text(codec.plain(played._asdict())) + "\n"


def read(text: str, place: str) -> tuple[League, tuple[Played, ...]]:
    """The league of a file and its results; CupError names the line that is wrong."""
    first, *rest = text.splitlines() or [""]
    league = _league(_object(first, f"{place}: line 1"), f"{place}: line 1")
    found = dict[tuple[str, int], Played]()
    for number, row in enumerate(rest, 2):
        one = _played(_object(row, f"{place}: line {number}"), f"{place}: line {number}")
        if not 1 <= one.board <= league.boards or (one.person, one.board) in found:
            raise CupError(f"{place}: line {number}", "a board that is none, or was played already")
        found[one.person, one.board] = one
    return league, tuple(found.values())


def _object(row: str, place: str) -> Mapping[str, object]:
    try:
        told = json.loads(row)
    except (ValueError, RecursionError):
        raise CupError(place, "not valid JSON") from None
    if not isinstance(told, dict):
        raise CupError(place, "expected an object")
    return told


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    league: str
    rules: str
    version: int
    bot: str
    boards: int
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    person: str
    board: int
    made: Amount
    record: tuple[str, ...]
    bot: bool = False


def _league(told: Mapping[str, object], place: str) -> League:
    said = codec.record(_Head, told, f"{place}: ")
    rules = ruleset.load(said.rules)
    if rules.version != said.version:
        raise CupError(f"{place}: version", f"{rules.title_line} is here")
    return made(said.league, rules, said.bot, said.boards, said.seed, place)


def made(name: str, rules: RuleSet, bot: str, hands: int, seed: str, place: str) -> League:
    """A league of these; CupError says what it cannot be."""
    if len(seed) != DIGITS or any(one not in "0123456789abcdef" for one in seed):
        raise CupError(f"{place}: seed", f"expected {DIGITS} hexadecimal digits")
    if not 1 <= hands <= MOST:
        raise CupError(f"{place}: boards", f"expected a number from 1 to {MOST}")
    if any(word[-1:] == "s" and word[:1].isdigit() for word in bot.split(":")):
        raise CupError(f"{place}: bot", "a bot that looks at the clock does not answer alike")
    bots.make(bot, 0)
    boards.board(rules, seed, name, (1, 1))
    return League(name=name, rules=rules, bot=bot, boards=hands, seed=seed)


def _played(told: Mapping[str, object], place: str) -> Played:
    said = codec.record(_Line, told, f"{place}: ")
    return Played(said.person, said.board, said.made, said.record, said.bot)


# Playing and proving


def played_by(league: League, board: int, bot: str, person: str) -> Played:
    """A bot in the person's place: to fill the field, or to see how strong it is."""
    game, own = league.game(board), league.seat(board)
    table = [
        league.house(board, seat, bot if seat == own else "") for seat in range(game.setup.seats)
    ]
    while game.duty:
        _one_act(game, table)
    return result(league, board, person, game, bot=True)


def _one_act(game: Game, table: Sequence[House]) -> None:
    for seat in sorted(game.duty):
        act = table[seat].act(game.view_for(seat))
        if act is not None:
            game.apply(seat, act)
            return
    raise TrullError(f"nobody acts in {game.phase}")


def result(league: League, board: int, person: str, game: Game, bot: bool = False) -> Played:
    """What a finished game is to the league."""
    settled = game.settlement()
    if settled is None:
        raise TrullError("the deal is not over")
    text = notation.format_record(notation.of_game(game))
    amount = settled.points[league.seat(board)]
    return Played(person, board, amount, tuple(text.splitlines()), bot)


def proven(league: League, played: Played) -> bool:
    """Whether a record is of its board, its bots are the league's, and it pays what is written."""
    try:
        record = notation.parse("\n".join((*played.record, "")))
        game, own = league.game(played.board), league.seat(played.board)
        if record.setup != game.setup or record.acts[: len(game.log)] != game.log:
            return False
        for act in record.acts[len(game.log) :]:
            if act.seat != own and not _answers(league, played.board, game, act.seat, act.action):
                return False
            game.apply(act.seat, act.action)
        settled = game.settlement()
    except TrullError:
        return False
    return settled is not None and settled.points[own] == played.made


def _answers(league: League, board: int, game: Game, seat: Seat, act: Action) -> bool:
    return league.house(board, seat).act(game.view_for(seat)) == act


# The table


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a league's table."""

    place: int  # 0: a bot, or no week is whole
    person: str
    mean: float  # per cent of the matchpoints
    error: float  # nineteen times of twenty the mean lies within so much
    boards: int
    weeks: int
    bot: bool


Week = tuple[League, Sequence[Played]]


def table(weeks: Iterable[Week], best: int = 0) -> tuple[Line, ...]:
    """Everybody by the mean of his best whole weeks; who has none, and bots, stand below."""
    people: dict[tuple[str, bool], list[tuple[bool, list[float]]]] = {}
    for league, results in weeks:
        for who, made_of_it in week_scores(results).items():
            whole = len(made_of_it) == league.boards
            people.setdefault(who, []).append((whole, made_of_it))
    lines = [_line(who, own, best) for who, own in people.items()]
    ranked = sorted((one for one in lines if one.place), key=lambda one: -one.mean)
    others = sorted((one for one in lines if not one.place), key=lambda one: -one.mean)
    means = [one.mean for one in ranked]
    return (*(replace(one, place=1 + means.index(one.mean)) for one in ranked), *others)


def week_scores(results: Sequence[Played]) -> dict[tuple[str, bool], list[float]]:
    """By person the per cent of every board he shares with somebody else."""
    found: dict[tuple[str, bool], list[float]] = {}
    for own in _by_board(results):
        for one, worth in zip(own, boards.matchpoints([p.made for p in own]), strict=True):
            found.setdefault((one.person, one.bot), []).append(float(worth) + boards.HALF)
    return found


def _by_board(results: Sequence[Played]) -> Iterator[list[Played]]:
    for board in sorted({one.board for one in results}):
        own = [one for one in results if one.board == board]
        if len(own) > 1:
            yield own


def _line(who: tuple[str, bool], weeks: list[tuple[bool, list[float]]], best: int) -> Line:
    whole = sorted((own for is_whole, own in weeks if is_whole), key=lambda own: -fmean(own))
    counted = whole[: best or None] or [own for _, own in weeks]
    scores = [score for own in counted for score in own]
    error = SURE * stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else 0.0
    return Line(
        place=int(bool(whole) and not who[1]),
        person=who[0],
        mean=fmean(scores),
        error=error,
        boards=len(scores),
        weeks=len(whole[: best or None]),
        bot=who[1],
    )
