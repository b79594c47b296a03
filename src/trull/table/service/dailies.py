"""Daily deals of a server: drawn once, results played again before they count.

Both take seconds and are worked on in steps among the bots' thoughts. Nothing is kept but what is
drawn or found out anew whenever it is asked for.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from trull import lots, notation
from trull.errors import DailyError
from trull.table import logs, plain, shown
from trull.table.service.reckoning import Busy, Client
from trull.table.service.thinkers import NOBODY, Thinkers

if TYPE_CHECKING:
    from trull.learn.daily import Drawn, Outcome
    from trull.notation import Record

KEPT = 200
"""Deals, and results, that are remembered."""
AT_ONCE = 64
"""Deals and results that are worked on at the same time; addresses take turns."""
OF_A_CLIENT = 3
"""The same of one address."""
SOON = 10.0
"""Seconds after which somebody may ask again where too many do."""

T = TypeVar("T")


class Question(NamedTuple):
    """A record that may be a result; equal records are equal questions."""

    name: str
    record: Record


class Shelf(OrderedDict[str, T]):
    """The last of many things that were found out."""

    def put(self, key: str, found: T) -> None:
        """Remember one, and forget the oldest."""
        self[key] = found
        while len(self) > KEPT:
            self.popitem(last=False)


class Dailies:
    """The deals of the days, and what was made of them."""

    def __init__(
        self,
        thinkers: Thinkers,
        secret: str = "",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Nothing is drawn yet; ``secret`` is the host's, in hexadecimal."""
        self._thinkers, self._secret, self._now = thinkers, secret, now
        self._drawn: Shelf[Drawn] = Shelf()
        self._found: Shelf[shown.DailyResult] = Shelf()
        self._failed: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._busy: Counter[str] = Counter()  # tasks by address

    @property
    def today(self) -> date:
        """The date in Vienna."""
        from trull.learn import daily  # only here: it brings the search with it

        return daily.day_at(self._now())

    def index(self) -> shown.DailyIndex:
        """Which days there are, and what is promised of tomorrow's cards."""
        from trull.learn import daily  # only here: as above

        today, promised = self.today, {}
        if self._secret:
            tomorrow = today + timedelta(days=1)
            for game in daily.played():
                promised[game] = daily.lot(tomorrow, game, 1, self._secret).commitment
        return shown.DailyIndex(
            today=today.isoformat(),
            first=daily.FIRST.isoformat(),
            is_open=not self._secret,
            tomorrow=promised,
        )

    def day(self, text: str) -> list[shown.DailyShown]:
        """The deals of a day; those of today are drawn from now on, one after the other."""
        from trull.learn import daily  # only here: as above

        day = self._day(text)
        if day == self.today:
            for game in daily.played():
                self._draw(day, game, NOBODY)
        return [self._shown(day, game) for game in daily.played()]

    def one(self, text: str, game: str, client: Client) -> shown.DailyShown:
        """One of them, which is drawn if it has not been."""
        day = self._day(text)
        self._draw(day, self._game(game), client)
        return self._shown(day, game)

    def drawn(self, text: str, game: str) -> Drawn | None:
        """The deal of a day; None while it is not drawn."""
        return self._drawn.get(f"{self._game(game)} {self._day(text)}")

    def known(self, text: str, game: str) -> tuple[str, str]:
        """A day that has come and a game that has a deal; DailyError for any other."""
        return self._day(text).isoformat(), self._game(game)

    def result(self, asked: Question, client: Client) -> shown.DailyResult:
        """What a record came to, as far as that is known."""
        name = asked.name
        if name not in self._found:
            self._start(name, self._judge(name, asked.record, client), client)
        return self.found(name) or shown.DailyResult(name, "counting")

    def found(self, name: str) -> shown.DailyResult | None:
        """A result that was asked for; None if nobody did."""
        if name in self._tasks:
            return shown.DailyResult(name, "counting")
        return self._found.get(name)

    def close(self) -> None:
        """Stop working."""
        for task in self._tasks.values():
            task.cancel()

    # Working

    def _day(self, text: str) -> date:
        """A day that has come; DailyError for any other."""
        from trull.learn import daily  # only here: as above

        day = daily.read_day(text)
        if day > self.today:
            raise DailyError("future", day=day)
        return day

    @staticmethod
    def _game(game: str) -> str:
        from trull.learn import daily  # only here: as above

        if game not in daily.played():
            raise DailyError("no_daily")
        return game

    def _shown(self, day: date, game: str) -> shown.DailyShown:
        from trull.learn import daily  # only here: as above

        key, lot = f"{game} {day}", daily.lot(day, game, 1, self._secret)
        state: Literal["ready", "failed", "drawing", "asleep"] = "asleep"
        if key in self._drawn:
            state = "ready"
        elif key in self._tasks:
            state = "drawing"
        elif key in self._failed:
            state = "failed"
        return shown.DailyShown(
            day=day.isoformat(),
            game=game,
            rules=daily.book(day, game).name,
            state=state,
            commitment=lots.commitment(lot.server_seed),
            seed=lot.server_seed if day < self.today else "",
        )

    def _draw(self, day: date, game: str, client: Client, wanted: bool = False) -> None:
        """Have a deal drawn, ``wanted`` even where many are: somebody's result waits for it.

        Those of today are the house's own work, whoever else has what drawn.
        """
        key = f"{game} {day}"
        client = NOBODY if day == self.today else client
        if key not in self._drawn and key not in self._tasks:
            self._failed.discard(key)
            work = self._drawing(key, day, game, client)
            self._start(key, work, NOBODY if wanted else client)

    def _start(self, key: str, work: Coroutine[object, object, None], client: Client) -> None:
        """Begin a task, unless it is under way; Busy where too many of others are."""
        many = self._busy[client.address] >= OF_A_CLIENT or len(self._tasks) >= AT_ONCE
        if key in self._tasks or (many and client != NOBODY):
            work.close()
            if key in self._tasks:
                return
            raise Busy(SOON)
        self._busy[client.address] += 1
        task = self._tasks[key] = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(lambda _: self._ended(key, client))

    def _ended(self, key: str, client: Client) -> None:
        del self._tasks[key]
        self._busy[client.address] -= 1
        self._busy += Counter()  # forget those at zero

    async def _drawing(self, key: str, day: date, game: str, client: Client) -> None:
        from trull.learn import daily  # only here: as above

        try:
            await self._thinkers.warmed(game)
            work = daily.drawing(day, game, self._secret)
            self._drawn.put(key, await self._thinkers.steps(client, work))
        except Exception as error:  # one failing day must not affect others
            self._failed.add(key)
            logs.trouble("daily_failed", error, game=game)

    async def _judge(self, name: str, record: Record, client: Client) -> None:
        from trull.learn import daily  # only here: as above

        try:
            day, game, _ = daily.room_of(record)
            drawn = await self._waited_for(day, game, client)
            outcome = await self._thinkers.steps(client, daily.judging(record, drawn))
            self._found.put(name, _told(name, outcome))
        except DailyError as refused:
            told = shown.DailyResult(name, "refused", code=refused.code, about=refused.about)
            self._found.put(name, told)
        except Exception as error:  # one failing record must not affect others
            self._found.put(name, shown.DailyResult(name, "failed"))
            logs.trouble("daily_failed", error, rules=record.setup.rules.name)

    async def _waited_for(self, day: date, game: str, client: Client) -> Drawn:
        """The deal of a day, once it is drawn."""
        key = f"{game} {self._day(day.isoformat())}"
        self._draw(day, game, client, wanted=True)
        if key in self._tasks:
            await asyncio.wait([self._tasks[key]])
        return self._drawn[key]


def question(text: str) -> Question:
    """The question a text asks, played through once; NotationError or DealError if it is none."""
    record = _of_a_day(notation.parse_all(text))
    notation.bounded(record)
    return Question(sha256(notation.format_record(record).encode()).hexdigest()[:32], record)


def _of_a_day(records: tuple[Record, ...]) -> Record:
    """The daily deal among the deals of a table."""
    for record in records:
        if record.tags.get("Room", "").startswith("daily-"):
            return record
    return records[0]


def _told(name: str, found: Outcome) -> shown.DailyResult:
    outcome = shown.DailyOutcome(
        day=found.deal.day.isoformat(),
        game=found.deal.game,
        rules=found.deal.setup.rules.name,
        seat=found.deal.seat,
        points=plain.amount(found.points),
        ahead=found.ahead,
        left=found.left,
        decisions=found.decisions,
        played=found.played,
        rivals=[shown.RivalShown(one.kind, plain.amount(one.points)) for one in found.rivals],
    )
    return shown.DailyResult(name, "done", outcome=outcome)
