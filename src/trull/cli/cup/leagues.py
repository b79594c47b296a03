"""``trull cup league``: a week's boards alone against three bots, and the table by matchpoints."""

from __future__ import annotations

import argparse
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from trull import notation, ruleset
from trull.cli.cup.telling import DASH, CupTeller
from trull.cli.screen import Leave, Screen, grid, language
from trull.cup import league as leagues
from trull.cup.league import League, Played
from trull.cup.state import Cup
from trull.errors import CupError
from trull.game import Game
from trull.written import UTF8, is_line, unreadable

if TYPE_CHECKING:
    from trull.cli.cup import Menu
    from trull.cli.table import Table

Args = argparse.Namespace
SUFFIX = ".league"
DEEDS = ("new", "play", "field", "table", "verify")
GOOD, BAD = 0, 1


def add(menu: Menu) -> None:
    """Add the command."""
    parser = menu.command(
        "league", run, "play a week's boards alone against the same three bots", file=False
    )
    parser.add_argument("deed", choices=DEEDS, help="field: a bot plays them all, for comparison")
    parser.add_argument("files", nargs="+", type=Path, metavar="WEEK.league")
    parser.add_argument("--name", default="", help="who plays")
    parser.add_argument("--board", type=int, default=0, help="which (the next)")
    parser.add_argument("--bot", default="heuristic", help="of a new week, or of the field")
    parser.add_argument("--rules", default="koenigrufen/finale", metavar="RS", help="of a new week")
    parser.add_argument("--boards", type=int, default=16, help="of a new week")
    parser.add_argument("--seed", default="", help="64 hexadecimal digits (a fresh one)")
    parser.add_argument("--best", type=int, default=0, help="so many weeks count (all)")


def run(args: Args) -> int:
    """Do it."""
    teller = CupTeller(Screen(), language(args.lang), Cup())
    match args.deed:
        case "new":
            return _new(teller, args)
        case "play":
            return _play(teller, args)
        case "field":
            return _field(teller, args)
        case "verify":
            return _verify(teller, args)
    return _table(teller, args)


def _new(teller: CupTeller, args: Args) -> int:
    path: Path = args.files[0]
    if path.suffix != SUFFIX:
        raise CupError(str(path), f"expected a name that ends in {SUFFIX}")
    rules, seed = ruleset.load(args.rules), args.seed or secrets.token_hex(32)
    league = leagues.made(path.stem, rules, args.bot, args.boards, seed, str(path))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(leagues.head(league))
    except OSError as error:
        raise CupError(str(path), unreadable(error)) from None
    teller.line("league.new", file=path, n=league.boards, bot=league.bot)
    return GOOD


def _read(path: Path) -> tuple[League, tuple[Played, ...]]:
    try:
        return leagues.read(path.read_text(encoding=UTF8), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise CupError(str(path), unreadable(error)) from None


def _keep(path: Path, played: Played) -> None:
    """The result is on the disk when this returns."""
    with path.open("a", encoding="utf-8") as file:
        file.write(leagues.line(played))
        file.flush()
        os.fsync(file.fileno())


# Playing


def _play(teller: CupTeller, args: Args) -> int:
    """Board after board; a board that was broken off goes on where it was."""
    path: Path = args.files[0]
    if not args.name or not is_line(args.name) or any(sign in args.name for sign in ',;"'):
        raise CupError("--name", "expected who plays, in one line without commas and quotes")
    while True:
        league, results = _read(path)
        done = {one.board for one in results if one.person == args.name}
        left = [one for one in range(1, league.boards + 1) if one not in done]
        if args.board and args.board not in left:
            raise CupError("--board", teller.tells("league.played", n=args.board))
        if not left:
            teller.line("league.over", n=league.boards)
            return GOOD
        try:
            _keep(path, _one_board(teller, league, args.board or left[0], args.name, path))
        except (Leave, KeyboardInterrupt):
            return GOOD
        if args.board:
            return GOOD


def _one_board(teller: CupTeller, league: League, number: int, name: str, path: Path) -> Played:
    from trull.cli.table import Deal

    aside = path.with_name(f"{path.stem}.{number}.{quote(name, safe='')}.trn")
    teller.screen.rule(teller.tells("league.board", n=number, boards=league.boards))
    game = _taken_up(league, number, aside) or league.game(number)
    table = _seated(teller, league, number, name, aside)
    table.play(Deal(game, tuple(range(game.setup.seats))))
    played = leagues.result(league, number, name, game)
    aside.unlink(missing_ok=True)
    return played


def _taken_up(league: League, number: int, aside: Path) -> Game | None:
    if not aside.exists():
        return None
    record = notation.parse(aside.read_text(encoding=UTF8))
    if record.setup != league.game(number).setup:
        raise CupError(str(aside), "is no record of this board")
    return notation.replayed(record)


def _seated(teller: CupTeller, league: League, number: int, name: str, aside: Path) -> Table:
    """A table of one board: the person on the seat everybody has there, the house on the others."""
    from trull.cli.play import BOT_NAMES
    from trull.cli.store import Seating, Store
    from trull.cli.table import Table
    from trull.cli.words import Words
    from trull.match import Match

    seat, dealer = league.seat(number), (number - 1) % leagues.SEATS
    others = iter(one for one in BOT_NAMES if one != name)
    names = tuple(name if at == seat else next(others) for at in range(leagues.SEATS))
    seating = Seating(
        players=leagues.SEATS, dealer=dealer, seat=seat, seed=0, bot=league.bot, deals=1
    )
    house = [league.house(number, at) for at in range(leagues.SEATS)]
    known = aside.read_text(encoding=UTF8) if aside.exists() else None
    words = Words(teller.language, league.rules.name)
    match = Match(league.rules, leagues.SEATS, dealer)
    return Table(teller.screen, words, match, seating, names, house, Store(aside, known))


def _field(teller: CupTeller, args: Args) -> int:
    """A bot plays whatever it has not played yet; it is compared and not ranked."""
    path: Path = args.files[0]
    league, results = _read(path)
    name = args.name or f"({args.bot})"
    done = {one.board for one in results if one.person == name}
    left = [one for one in range(1, league.boards + 1) if one not in done]
    for number in left:
        _keep(path, leagues.played_by(league, number, args.bot, name))
    teller.line("league.field", bot=name, n=len(left))
    return GOOD


# Looking


def _table(teller: CupTeller, args: Args) -> int:
    lines = leagues.table((_read(path) for path in args.files), max(0, args.best))
    found = grid(teller.tells("league.table", n=len(args.files)))
    for head in ("place", "name", "percent", "error", "boards", "weeks"):
        found.add_column(
            teller.tells(f"head.{head}"), justify="left" if head == "name" else "right"
        )
    for line in lines:
        figures = (f"{line.mean:.1f}", f"± {line.error:.1f}", str(line.boards), str(line.weeks))
        found.add_row(str(line.place or DASH), line.person, *figures)
    teller.screen.show(found)
    return GOOD


def _verify(teller: CupTeller, args: Args) -> int:
    """Every record is played again; one line for each that is not what it says."""
    wrong = 0
    for path in args.files:
        league, results = _read(path)
        bad = [one for one in results if not leagues.proven(league, one)]
        for one in bad:
            teller.line("league.wrong", file=path, who=one.person, n=one.board)
        wrong += len(bad)
    teller.line("league.verified", bad=wrong)
    return BAD if wrong else GOOD
