"""The commands that look at a cup: what is missing, seats, sheets, ranking, and the proof of it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from trull.cli.cup.acts import act, do, sheet_at
from trull.cli.cup.file import CupFile, found, read, refusal_told
from trull.cli.cup.people import number_of
from trull.cli.cup.telling import CupTeller, csv_of, plain
from trull.cli.screen import Screen, language
from trull.cup import commands, verify
from trull.cup.fold import fold
from trull.cup.ranking import ranking
from trull.cup.refusal import Refusal
from trull.errors import CupError

if TYPE_CHECKING:
    from trull.cli.cup import Menu

Args = argparse.Namespace
GOOD, BAD = 0, 1


def _look(does: Callable[[CupTeller, Args], None]) -> Callable[[Args], int]:
    """Read the cup without locking it."""

    def run(args: Args) -> int:
        log = read(found(args.file))
        does(CupTeller(Screen(), language(args.lang), fold(log.entries, log.names)), args)
        return GOOD

    return run


def _show(args: Args) -> int:
    log = read(found(args.file))
    teller = CupTeller(Screen(), language(args.lang), fold(log.entries, log.names))
    match args.what:
        case "people":
            teller.people()
        case "log":
            teller.log(log.entries[-args.last :] if args.last else log.entries)
        case "money":
            teller.money()
        case _:
            teller.status()
    return GOOD


def _seat(teller: CupTeller, args: Args) -> None:
    only = [number_of(teller.cup, one) for one in args.who]
    if not teller.cup.seating:
        teller.line("status.not_drawn")
        return
    teller.seating(args.tables, only)


def _rank(teller: CupTeller, args: Args) -> None:
    cup = teller.cup
    if not 0 <= args.round <= cup.round:
        raise CupError("--round", f"expected a round from 1 to {cup.round}")
    if args.csv:
        print("\n".join(csv_of(cup, args.round)))
    elif args.json:
        rows = [
            {
                "place": line.place,
                "number": line.number,
                "name": known.name if (known := cup.identity(line.number)) else "",
                "rounds": [None if one is None else plain(one) for one in line.rounds],
                "total": plain(line.total),
                "equal": line.equal,
            }
            for line in ranking(cup, args.round)
        ]
        print(json.dumps(rows, ensure_ascii=False))
    else:
        teller.ranking(args.round)


def _sheet_of(file: CupFile, teller: CupTeller, args: Args) -> None:
    if args.close:
        wish = commands.CloseSheet(
            table=args.table, confirmed=tuple(args.confirmed), early=args.early
        )
        do(file, teller, args, wish)
    if args.reopen:
        wish_again = commands.ReopenSheet(args.table, args.reopen, args.round)
        do(file, teller, args, wish_again)
    teller.sheet(sheet_at(file, args.table, args.round))


def _verify(args: Args) -> int:
    """One line a check, worst last; exit status 1 where something does not hold."""
    lang = language(args.lang)
    path = args.cup or found(None)
    teller = CupTeller(Screen(), lang, fold(()))
    try:
        log = read(path)
        findings = list(verify.verified(log))
    except CupError as error:
        about = (("line", error.place), ("why", error.problem))
        teller.screen.line(refusal_told(Refusal("bad_file", about), lang), style="bold red")
        return BAD
    for one in findings:
        if not one.holds:
            told = teller.tells(
                "verify_bad", number=one.number, what=teller.tells(f"check.{one.what}")
            )
            teller.screen.line(told, style="bold red")
    bad = sum(not one.holds for one in findings)
    about_all = {"entries": len(log.entries), "checks": len(findings), "bad": bad}
    teller.line("verified", **about_all, hash=log.hash)
    return BAD if bad else GOOD


def add(menu: Menu) -> None:
    """Add the commands."""
    show = menu.command("show", _show, "show what is missing now, the people, the money, the log")
    show.add_argument("what", nargs="?", choices=("status", "people", "money", "log"))
    show.add_argument("--last", type=int, default=0, help="of the log, the last so many entries")
    seat = menu.command("seat", _look(_seat), "show who sits where in every round")
    seat.add_argument("who", nargs="*", help="only these")
    seat.add_argument("--tables", action="store_true", help="by table (A to Z)")
    rank = menu.command("rank", _look(_rank), "show the ranking")
    rank.add_argument("--round", type=int, default=0, help="after this round")
    rank.add_argument("--csv", action="store_true", help="as CSV")
    rank.add_argument("--json", action="store_true", help="as JSON")
    one = menu.command("sheet", act(_sheet_of), "show a sheet, hand it in, open it again")
    one.add_argument("table", type=int)
    one.add_argument("--round", type=int, default=0, help="of another round")
    one.add_argument("--close", action="store_true", help="hand it in")
    one.add_argument("--early", action="store_true", help="although deals are missing")
    one.add_argument("--confirmed", nargs="*", default=[], help="who has confirmed it")
    one.add_argument("--reopen", default="", metavar="WHY", help="look at it again")
    one.add_argument("--as", dest="role", default="organiser", help="as which role")
    check = menu.command(
        "verify", _verify, "do chain, draw, settlements and ranking again", file=False
    )
    check.add_argument(
        "cup", nargs="?", type=Path, metavar="FILE", help="the cup (the only one here)"
    )
