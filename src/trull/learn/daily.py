r"""The daily deal: the same cards and the same bots for everybody, luck reckoned out.

A day and a game give a book, a dealer and 64 lots of ``trull-shuffle-v1``. The deal of the day is
the first lot that searching bots end differently and in which some decisions of the player's seat
count; nothing is sweetened. A lot names its day, so a record says what it is a result of, and
``trull verify`` proves its pack.

    seed of a day   HMAC-SHA256(the host's secret, "trull-daily-1", game, day); no secret: open
    pack            trull-shuffle-v1 of that seed, the room "daily-<game>-<day>", the lot's number
    bots            search, bounded by counts and never by a clock, seeded by the room, their seat
                    and how many acts they have seen: the same acts meet the same bots

A result is a record. It counts only once it was played again: the pack of the day, every act of
the bots theirs, every act of the player lawful. Whoever plays on, or asks, brings no state along.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import TypeVar

from trull import games, laws, lots, notation, ruleset, shuffle
from trull.bots import game as game_bots
from trull.bots.heuristic import HeuristicBot
from trull.bots.manners import Mannered
from trull.bots.postmortem.knowable import LEAST, known
from trull.bots.postmortem.moments import moments
from trull.bots.search.bot import ThinkingBot, Thought
from trull.errors import DailyError, IllegalAction, TrullError
from trull.game import Game
from trull.match import Match
from trull.notation import Record
from trull.ruleset import RuleSet
from trull.settlement import Amount
from trull.state import Action, Seat, Setup, View

T = TypeVar("T")
Steps = Generator[None, None, T]
Decider = Callable[[View], Action | None]

NAME = "trull-daily-1"
"""Deal, choice and bots together: when any of them changes, so does this, and all packs with it."""
FIRST = date(2026, 11, 1)
"""The oldest day there is."""
PLAYER = 0
"""The player's place at the table; the dealer changes from day to day."""
LOTS = 64
SEEDS = 8
"""Deals tried of one lot, until two of them end differently."""
DEALS = 14
"""Deals tried for a day at most; after that the best lot so far is taken."""
COUNTING = 3
"""Decisions of the seat that must count."""
RIVALS = ("heuristic", "flat", "search", "search:strong")
"""Who else sat on the player's seat, with the same bots around."""


# The day


def day_at(now: datetime) -> date:
    """The date in Vienna.

    >>> day_at(datetime(2026, 11, 17, 22, 59, tzinfo=UTC)).isoformat()
    '2026-11-17'
    >>> day_at(datetime(2026, 11, 17, 23, 0, tzinfo=UTC)).isoformat()
    '2026-11-18'
    >>> day_at(datetime(2026, 7, 1, 22, 0, tzinfo=UTC)).isoformat()
    '2026-07-02'
    """
    now = now.astimezone(UTC)
    summer = _last_sunday(now.year, 3) <= now < _last_sunday(now.year, 10)
    return (now + timedelta(hours=2 if summer else 1)).date()


def _last_sunday(year: int, month: int) -> datetime:
    """When clocks are put forward and back: at one, UTC, on the last Sunday of a month of 31."""
    last = datetime(year, month, 31, 1, tzinfo=UTC)
    return last - timedelta(days=(last.weekday() + 1) % 7)


def played() -> tuple[str, ...]:
    """The games that have a daily deal: those whose bots can think."""
    return tuple(name for name in games.names() if game_bots.of(name).thinker is not None)


def book(day: date, game: str) -> RuleSet:
    """The book of a day; the books of a game take turns."""
    books = [name for name in ruleset.published() if name.startswith(f"{game}/")]
    return ruleset.load(books[day.toordinal() % len(books)])


def read_day(text: str) -> date:
    """A day as it is written; DailyError for anything else, and for days before the first."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise DailyError("no_day", day=text[:20]) from None
    if found < FIRST or found.isoformat() != text:
        raise DailyError("no_day", day=text[:20])
    return found


@dataclass(frozen=True, kw_only=True)
class Deal:
    """The deal of a day: what lies on the table before anybody has acted."""

    day: date
    game: str
    lot: shuffle.Lot
    setup: Setup
    around: tuple[int, ...]

    @property
    def seat(self) -> Seat:
        """The player's seat in the deal."""
        return Seat(self.around.index(PLAYER))

    @property
    def dealer(self) -> int:
        """The place at the table that deals."""
        return dealer(self.day, self.setup.rules)


def lot(day: date, game: str, number: int, secret: str = "") -> shuffle.Lot:
    """A lot of a day; ``secret`` is the host's own, in hexadecimal."""
    seed = lots.key(secret, (NAME, game, day.isoformat())).hex()
    return shuffle.Lot(room=f"daily-{game}-{day}", deal=number, server_seed=seed, seeds={})


def players(rules: RuleSet) -> int:
    """How many sit there: four, or as the rules have it."""
    seats = laws.of(rules.game).seats(rules)
    return 4 if 4 in seats else int(seats[0])


def dealer(day: date, rules: RuleSet) -> int:
    """Who deals; it goes round from day to day."""
    return day.toordinal() % players(rules)


def deal(day: date, game: str, number: int, secret: str = "") -> Deal:
    """The deal of a lot."""
    rules, found = book(day, game), lot(day, game, number, secret)
    sitting = Match(rules, players(rules), dealer(day, rules))
    setup, around = sitting.deal(shuffle.shuffled(sitting.pack.size, found))
    return Deal(day=day, game=game, lot=found, setup=setup, around=around)


# The bots


def chance(room: str, view: View, who: str = "") -> int:
    """The seed of one act: of the day, of the seat and of how many acts were seen."""
    told = f"{room} {who} {view.seat} {len(view.seen)}"
    return int.from_bytes(sha256(told.encode()).digest()[:8])


def considered(room: str, view: View, level: str = "normal", who: str = "") -> Thought:
    """What the searching bot of the day finds; no clock stops it."""
    bot = ThinkingBot("search", chance(room, view, who), [level])
    bot.level = replace(bot.level, seconds=math.inf)
    return bot.think(view)


def bot_act(room: str, view: View) -> Action | None:
    """The act of a bot of the day; None where it need not act, for it never speaks unasked."""
    if view.seat not in view.duty:
        return None
    return _mannered(room, view, "")


def _mannered(room: str, view: View, kind: str) -> Action | None:
    """The act of a kind of bot, by the book where it breaks."""
    seed = chance(room, view, kind)
    name, _, level = (kind or "search").partition(":")
    if name == "heuristic":
        return Mannered(HeuristicBot(seed), seed).act(view)
    bot = ThinkingBot(name, seed, [level] if level else [], exact=name == "search")
    bot.level = replace(bot.level, seconds=math.inf)
    return Mannered(bot, seed).act(view)


class DailyBot:
    """A bot of the day at any table: it remembers nothing from one act to the next."""

    name = "search"

    def __init__(self, room: str) -> None:
        """``room`` names the daily deal."""
        self._room = room

    def act(self, view: View) -> Action | None:
        """The act of this view."""
        return bot_act(self._room, view)


def _playing(found: Deal, mine: Decider) -> Steps[Game]:
    """The deal played by the bots, with somebody on the player's seat; an act a step."""
    game, room = Game(found.setup), found.lot.room
    while not game.over:
        seat = min(game.duty)
        view = game.view_for(seat)
        act = mine(view) if seat == found.seat else bot_act(room, view)
        assert act is not None, "who has a duty acts"
        game.apply(seat, act)
        yield
    return game


def by_bots(found: Deal) -> Steps[Game]:
    """The deal played by the bots of the day alone, the player's seat too."""
    return _playing(found, partial(bot_act, found.lot.room))


def _points(game: Game, seat: Seat) -> Amount:
    result = game.settlement()
    assert result is not None, "a deal that is over is settled"
    return result.points[seat]


# The choice of the day


@dataclass(frozen=True, kw_only=True)
class Rival:
    """A bot that sat on the player's seat, and its points."""

    kind: str
    points: Amount


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """The deal of a day with what the rivals made of it."""

    deal: Deal
    rivals: tuple[Rival, ...]

    @property
    def mean(self) -> float:
        """What the rivals made on average."""
        return sum(float(one.points) for one in self.rivals) / len(self.rivals)


def drawing(day: date, game: str, secret: str = "") -> Steps[Drawn]:
    """The deal of a day, and the rivals' results on it; in steps, for it takes seconds."""
    found = yield from _chosen(day, game, secret)
    rivals = []
    for kind in RIVALS:
        whole = yield from _playing(found, partial(_rival, found, kind))
        rivals.append(Rival(kind=kind, points=_points(whole, found.seat)))
    return Drawn(deal=found, rivals=tuple(rivals))


def _rival(found: Deal, kind: str, view: View) -> Action | None:
    return _mannered(found.lot.room, view, kind)


def _chosen(day: date, game: str, secret: str) -> Steps[Deal]:
    """The first lot that can be played well or badly; bounded by counts."""
    best, most, tried = deal(day, game, 1, secret), -1, 0
    for number in range(1, LOTS + 1):
        found = deal(day, game, number, secret)
        endings: set[Amount] = set()
        for again in range(SEEDS):
            whole, counting = yield from _tried(found, again)
            tried += 1
            endings.add(_points(whole, found.seat))
            if not again and counting > most:
                best, most = found, counting
            if counting >= COUNTING and len(endings) > 1:
                return found
            if counting < COUNTING or tried >= DEALS:
                break
        if tried >= DEALS:
            break
    return best


def _tried(found: Deal, again: int) -> Steps[tuple[Game, int]]:
    """A deal with a searching bot on the player's seat, and how many of its decisions counted."""
    counting = 0

    def mine(view: View) -> Action | None:
        nonlocal counting
        thought = considered(found.lot.room, view, who=f"try {again}")
        counting += _counts(thought)
        return thought.choice

    whole = yield from _playing(found, mine)
    return whole, counting


def _counts(thought: Thought) -> bool:
    """Whether the worst act that was tried costs something, surely."""
    if len(thought.ranking) < 2:
        return False
    best = max(thought.ranking, key=lambda one: one.mean)
    worst = min(thought.ranking, key=lambda one: one.mean)
    return best.mean - worst.mean > max(LEAST, 2 * (best.error + worst.error))


# The result


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What somebody made of the deal of a day."""

    deal: Deal
    points: Amount
    ahead: float  # of the rivals' mean
    left: float  # points of the sheet left lying, by what could be known
    decisions: int
    played: str  # the contract
    rivals: tuple[Rival, ...]


def room_of(record: Record) -> tuple[date, str, int]:
    """The day, the game and the lot a record names; DailyError if it names none."""
    told = record.tags.get("Room", "")
    word, _, rest = told.partition("-")
    game, _, day = rest.partition("-")
    number = record.tags.get("DealNo", "")
    if word != "daily" or game not in played() or not number.isdecimal() or len(number) > 2:
        raise DailyError("no_daily")
    return read_day(day), game, int(number)


def checked(record: Record, drawn: Drawn) -> Steps[Game]:
    """The game of a record that is a result of the day; DailyError with the reason if it is not.

    Everything is done again: nothing in the record is believed but what the player did.
    """
    found = drawn.deal
    if room_of(record) != (found.day, found.game, found.lot.deal):
        raise DailyError("other_deal", day=found.day)
    if record.setup.rules != found.setup.rules:
        raise DailyError("rules", rules=found.setup.rules.title_line)
    if record.setup != found.setup:
        raise DailyError("pack")
    game = Game(found.setup)
    for number, (seat, act) in enumerate(record.acts, 1):
        if seat != found.seat and bot_act(found.lot.room, _seen(game, seat)) != act:
            raise DailyError("bot", n=number, act=act)
        try:
            game.apply(seat, act)
        except IllegalAction:
            raise DailyError("act", n=number, act=act) from None
        yield
    if not game.over:
        raise DailyError("unfinished")
    _same_result(record, game)
    return game


def _seen(game: Game, seat: Seat) -> View:
    if not 0 <= seat < game.setup.seats:
        raise DailyError("seat", seat=seat)
    return game.view_for(seat)


def _same_result(record: Record, game: Game) -> None:
    """A record may say nothing of its result, but nothing else than it was."""
    try:
        notation.check_result(record, game)
    except TrullError:
        raise DailyError("points") from None


def judging(record: Record, drawn: Drawn) -> Steps[Outcome]:
    """The outcome of a record, played again and looked through; DailyError if it is none."""
    game = yield from checked(record, drawn)
    seat, left, decisions = drawn.deal.seat, 0.0, 0
    for view, act in _decisions(record, seat):
        found = known(view, act, f"{drawn.deal.lot.room} {len(view.seen)}")
        decisions += 1
        left += found.cost if found is not None and found.better is not None else 0.0
        yield
    points, result = _points(game, seat), game.settlement()
    assert result is not None, "it is over"
    return Outcome(
        deal=drawn.deal,
        points=points,
        ahead=round(float(points) - drawn.mean, 2),
        left=round(left, 2),
        decisions=decisions,
        played=result.game,
        rivals=drawn.rivals,
    )


def _decisions(record: Record, seat: Seat) -> Iterator[tuple[View, Action]]:
    """The decisions of a seat, each with what it saw."""
    places, game = set(moments(record)), Game(record.setup)
    for at, act in enumerate(record.acts):
        if at in places and act.seat == seat:
            yield game.view_for(seat), act.action
        game.apply(act.seat, act.action)


def recorded(found: Deal, game: Game) -> Record:
    """A game of the day as a record that says what it is."""
    return notation.of_game(game, shuffle.tags(found.lot))
