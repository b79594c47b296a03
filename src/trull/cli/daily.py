"""``trull daily``: the deal of the day against its bots, and what somebody made of it."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from trull import locale, notation
from trull.cli import store
from trull.cli.options import add_language
from trull.cli.play import BOT_NAMES
from trull.cli.screen import Leave, Screen, language, progress
from trull.cli.store import Seating, Store
from trull.cli.words import Words
from trull.errors import DailyError, TrullError
from trull.match import Match
from trull.written import is_line, legible

if TYPE_CHECKING:
    from trull.cli.table import Deal, Table
    from trull.learn import daily
    from trull.learn.daily import Drawn, Outcome, Steps
    from trull.notation import Record

EXAMPLES = """examples:
  trull daily                          today's deal of Königrufen
  trull daily --game perlaggen         of another game
  trull daily 2026-11-15               an earlier day, unscored
  trull daily check daily.trn          is this record a result of its day, and which?

The first try at today's deal is scored. A deal that was broken off goes on where it stopped.
Exit status of check: 0 it is a result, 1 it is not; the line says why.
"""
CHECK = "check"

T = TypeVar("T")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "daily",
        help="the deal of the day: the same cards and the same bots for everybody",
        description="The deal of the day, compared with what bots made of it on the same seat.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "what", nargs="?", default="", metavar="DATE|check", help="a day as 2026-11-18 (today)"
    )
    parser.add_argument("record", nargs="?", type=Path, metavar="RECORD", help="what is checked")
    parser.add_argument("--game", default="koenigrufen", metavar="NAME", help="the game")
    parser.add_argument("--name", type=legible, default="", help="your name (Gast or Guest)")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the deal of a day, or check a record."""
    if (args.what == CHECK) != (args.record is not None):
        raise TrullError("daily: expected a day, or: check RECORD")
    lang = language(args.lang)
    if args.record is not None:
        return _check(args.record, lang)
    return _play(args, lang)


def _sentence(lang: str, code: str, **about: object) -> str:
    return locale.say(lang, "learn", f"daily.{code}", **about)


def _day(text: str, lang: str) -> date:
    """A day that has come; today where none is named."""
    from trull.learn import daily  # only here: it brings the search with it

    today = daily.day_at(datetime.now(UTC))
    try:
        day = daily.read_day(text) if text else today
        if day > today:
            raise DailyError("future", day=day)
    except DailyError as refused:
        raise TrullError(_why(refused, lang)) from None
    return day


def _why(refused: DailyError, lang: str) -> str:
    return _sentence(lang, f"refused.{refused.code}", **refused.about)


def _drawn(day: date, game: str, lang: str) -> Drawn:
    from trull.learn import daily  # only here: as above

    if game not in daily.played():
        raise TrullError(f"--game {game}: expected one of {', '.join(daily.played())}")
    return _waited(daily.drawing(day, game), _sentence(lang, "drawing"))


def _waited(work: Steps[T], told: str) -> T:
    """The result of work in steps, with a line that says what is being waited for."""
    with progress() as line:
        task = line.add_task(told, total=None)
        while True:
            try:
                next(work)
            except StopIteration as end:
                found: T = end.value
                return found
            line.advance(task)


# Playing


def _play(args: argparse.Namespace, lang: str) -> int:
    if not is_line(args.name) or any(sign in args.name for sign in ',;"'):
        raise TrullError(f"--name {args.name}: expected one line without commas and quotes")
    day = _day(args.what, lang)
    screen, drawn = Screen(), _drawn(day, args.game, lang)
    words = Words(lang, drawn.deal.setup.rules.name)
    path, scored = _place(drawn, day == _day("", lang))
    screen.rule(f"{_sentence(lang, 'at_table', day=_told(day, lang))} · {_book(words, drawn)}")
    if not scored:
        screen.line(_sentence(lang, "unscored"), style="dim")
    table, deal = _seated(screen, words, drawn, path, args.name)
    try:
        table.play(deal)
    except (Leave, KeyboardInterrupt) as leave:
        screen.line()
        screen.line(words.cli("daily_saved", file=path))
        return 130 if isinstance(leave, KeyboardInterrupt) or leave.interrupted else 0
    outcome = _judged(table.record(deal), drawn, lang)
    screen.lines(told(outcome, words))
    screen.line(words.cli("kept", file=path))
    return 0


def _place(drawn: Drawn, is_today: bool) -> tuple[Path, bool]:
    """The file of a try that is not over, else a new one; and whether it is the scored one."""
    folder = store.folder() / "daily"
    store.make_folder(folder)
    deal = drawn.deal
    for number in range(1, 1000):
        more = "" if number == 1 else f"-{number}"
        path = folder / f"{deal.game}-{deal.day}{more}{store.SUFFIX}"
        if not path.exists() or store.records_of(path)[0].points is None:
            return path, is_today and number == 1
    raise TrullError(f"{folder}: there are too many tries at {deal.day}")


def _seated(
    screen: Screen, words: Words, drawn: Drawn, path: Path, name: str
) -> tuple[Table, Deal]:
    """The table of a day; a deal that was broken off goes on."""
    from trull.cli.dailytable import DailyTable  # only here: it brings the search with it
    from trull.cli.table import Deal
    from trull.game import Game

    found = drawn.deal
    sitting = Match(found.setup.rules, found.setup.seats, found.dealer)
    me = name or words.cli("guest")
    others = (other for other in BOT_NAMES if other.casefold() != me.casefold())
    names = (me, *(next(others) for _ in range(1, found.setup.seats)))
    seating = Seating(
        players=found.setup.seats, dealer=found.dealer, seat=0, seed=0, bot="search", deals=1
    )
    begun = path.exists()
    kept = Store(path, store.text_of(path) if begun else None)
    game = notation.replayed(store.records_of(path)[0]) if begun else Game(found.setup)
    if game.setup != found.setup:
        raise TrullError(f"{path}: that is another deal")
    return DailyTable(screen, words, sitting, seating, names, kept, found), Deal(
        game, tuple(found.around)
    )


# Results


def _check(path: Path, lang: str) -> int:
    """Say what a record came to, or why it is no result."""
    from trull.learn import daily  # only here: as above

    record = store.records_of(path)[0]
    try:
        day, game, _ = daily.room_of(record)
        if day > daily.day_at(datetime.now(UTC)):
            raise DailyError("future", day=day)
        drawn = _drawn(day, game, lang)
        outcome = _judged(record, drawn, lang)
    except DailyError as refused:
        Screen().line(_sentence(lang, "refused", why=_why(refused, lang)))
        return 1
    Screen().lines(told(outcome, Words(lang, record.setup.rules.name)))
    return 0


def _judged(record: Record, drawn: Drawn, lang: str) -> Outcome:
    from trull.learn import daily  # only here: as above

    return _waited(daily.judging(record, drawn), _sentence(lang, "counting"))


def told(outcome: Outcome, words: Words) -> Iterator[str]:
    """A result in sentences, the one to pass on at the end."""
    lang = words.language
    yield f"{_sentence(lang, 'your_result')}: {signed(float(outcome.points), lang)}"
    yield f"{_sentence(lang, 'on_your_seat')}: {_rivals(outcome.rivals, words)}"
    nothing = tenths(outcome.left) == 0
    left, n = number(outcome.left, lang), outcome.decisions
    yield _sentence(lang, "left_none" if nothing else "left", left=left, n=n)
    yield ""
    yield shared(outcome, words)


def _rivals(rivals: Sequence[daily.Rival], words: Words) -> str:
    lang = words.language
    made = (
        f"{words.find('web', f'bot.{one.kind}')} {signed(float(one.points), lang)}"
        for one in rivals
    )
    return " · ".join(made)


def shared(outcome: Outcome, words: Words) -> str:
    """The sentence to pass on; hints there are none in a terminal."""
    lang, ahead, left = words.language, tenths(outcome.ahead), tenths(outcome.left)
    return _sentence(
        lang,
        "share" if ahead else "share_even",
        day=_told(outcome.deal.day, lang),
        book=_book(words, outcome),
        ahead=signed(ahead, lang),
        left=number(left, lang) if left else _sentence(lang, "nothing"),
        hints=_sentence(lang, "hints.0"),
    )


def _book(words: Words, found: Drawn | Outcome) -> str:
    """The game and the short name of its book."""
    rules = found.deal.setup.rules
    game = words.find("web", f"game.{rules.game}") or rules.game
    return f"{game} {words.find('web', f'book.{rules.name}') or rules.name.partition('/')[2]}"


def _told(day: date, lang: str) -> str:
    """A day as people write it.

    >>> _told(date(2026, 11, 8), "de"), _told(date(2026, 11, 8), "en")
    ('8.11.2026', '8/11/2026')
    """
    return (
        f"{day.day}.{day.month}.{day.year}" if lang == "de" else f"{day.day}/{day.month}/{day.year}"
    )


def tenths(amount: float) -> float:
    """A number to one place, halves away from zero, as the page rounds.

    >>> tenths(5.25), tenths(-0.75), tenths(0.04)
    (5.3, -0.8, 0.0)
    """
    return math.copysign(math.floor(10 * abs(amount) + 0.5) / 10, amount)


def number(amount: float, lang: str) -> str:
    """A number without its sign, with one place if it has any.

    >>> number(0.63, "de"), number(-3, "en")
    ('0,6', '3')
    """
    text = f"{abs(tenths(amount)):.1f}".removesuffix(".0")
    return text.replace(".", ",") if lang == "de" else text


def signed(amount: float, lang: str) -> str:
    """A number with its sign.

    >>> signed(2.5, "de"), signed(0, "de")
    ('+2,5', '0')
    """
    sign = "+" if amount > 0 else "\N{MINUS SIGN}"
    return f"{sign}{number(amount, lang)}" if amount else "0"
