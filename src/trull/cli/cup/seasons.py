"""``trull cup export``, ``import``, ``season``: results for others, people from others, seasons."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from trull.cli.cup.acts import act, do
from trull.cli.cup.file import CupFile, found, read
from trull.cli.cup.telling import DASH, CupTeller, csv_of
from trull.cli.screen import Screen, grid, language
from trull.cup import commands, exchange, season
from trull.cup import plan as plans
from trull.cup.exchange import Known, Wrong
from trull.cup.fold import fold
from trull.cup.ranking import ranking
from trull.cup.season import Line, Result
from trull.cup.state import Cup
from trull.errors import CupError
from trull.table.cups.file import SUFFIX
from trull.written import UTF8, unreadable

if TYPE_CHECKING:
    from trull.cli.cup import Menu

Args = argparse.Namespace


def add(menu: Menu) -> None:
    """Add the commands."""
    export = menu.command("export", _export, "print the result for others: CSV, ABAKUS, records")
    export.add_argument(
        "form",
        choices=("csv", "abakus", "paste", "trn"),
        help="abakus: CSV; paste: tabs; trn: recorded deals",
    )
    take = menu.command("import", act(_import), "enter people from a list of somebody else's")
    take.add_argument("form", choices=tuple(SOURCES), help="abakus: a season's CSV; paste: tabs")
    take.add_argument("source", type=Path, metavar="FILE")
    take.add_argument("--rest", action="store_true", help="take the good lines where some are not")
    _add_season(menu)


def _add_season(menu: Menu) -> None:
    table = menu.command("season", _season, "show a table over several evenings", file=False)
    table.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="cups, or what ABAKUS exports or pastes"
    )
    table.add_argument("--plan", default="", help="the season of this plan, or of FILE.toml")
    table.add_argument("--system", choices=season.SYSTEMS, help="instead of a plan (heine)")
    table.add_argument("--best", type=int, default=0, help="so many evenings count (half of them)")
    table.add_argument("--final", type=Path, metavar="FILE", help="counts on top of the others")
    table.add_argument("--same", type=Path, metavar="CSV", help="lines KNOWN AS;IS of one person")
    table.add_argument("--alike", action="store_true", help="print who may be one person, as CSV")
    table.add_argument("--abakus", action="store_true", help="as CSV of ABAKUS (experimental)")


def _cup(path: Path) -> Cup:
    log = read(path)
    return fold(log.entries, log.names)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding=UTF8)
    except (OSError, UnicodeDecodeError) as error:
        raise CupError(str(path), unreadable(error)) from None


# Export


def _export(args: Args) -> int:
    cup = _cup(found(args.file))
    if args.form == "csv":
        print("\n".join(csv_of(cup)))
        return 0
    if args.form == "trn":
        print("\n".join(exchange.records(cup)))
        return 0
    people, cut = exchange.rows(cup)
    teller = CupTeller(Screen(), language(args.lang), cup)
    if args.form == "paste":
        print(exchange.paste(people), end="")
    else:
        print(exchange.export(cup.name, cup.date, people), end="")
    if cut:
        raise CupError("export", teller.tells("names_cut", names=", ".join(cut)))
    return 0


# Import


def _import(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Everybody a list names who is not here yet; wrong lines are told first."""
    people, wrong = SOURCES[args.form](args.source)
    for bad in wrong:
        teller.line("bad_line", line=bad.line, column=bad.column, why=teller.tells(bad.why))
    if wrong and not args.rest:
        raise CupError(str(args.source), teller.tells("nothing_taken", n=len(wrong)))
    there = _there(file.cup)
    new = [one for one in people if one not in there and (not one.pid or one.pid not in there)]
    for one in new:
        wish = commands.Enter(name=one.name, place=one.place, pid=one.pid, sure=True)
        do(file, teller, args, wish)
    teller.line("done.listed", n=len(new))


def _there(cup: Cup) -> set[object]:
    """Who is here already, by the number over all cups and as he is known."""
    people = [(person, cup.identity(number)) for number, person in cup.people.items()]
    known = {Known(p.pid, who.name, who.place) for p, who in people if who}
    return {*known, *(p.pid for p, _ in people if p.pid)}


def _of_season(path: Path) -> tuple[list[Known], list[Wrong]]:
    return exchange.read_season(_text(path))


def _of_paste(path: Path) -> tuple[list[Known], list[Wrong]]:
    people, wrong = exchange.read_paste(_text(path))
    return [Known(row.pid, row.name) for row in people], wrong


def _of_evening(path: Path) -> tuple[list[Known], list[Wrong]]:
    """The people of another cup, under the numbers they have over all cups, if they have any."""
    cup = _cup(path)
    pairs = ((person, cup.identity(number)) for number, person in sorted(cup.people.items()))
    people = [Known(p.pid, known.name, known.place) for p, known in pairs if known and not p.bot]
    return people, []


SOURCES: Mapping[str, Callable[[Path], tuple[list[Known], list[Wrong]]]] = {
    "abakus": _of_season,
    "paste": _of_paste,
    "cup": _of_evening,
}


# Season


def _season(args: Args) -> int:
    teller = CupTeller(Screen(), language(args.lang), Cup())
    roll = Roll(_same(args.same))
    results = [one for path in args.files for one in _results(path, teller, roll)]
    if args.alike:
        print("\n".join(";".join(map(_quoted, pair)) for pair in roll.alike()))
        return 0
    final = _results(args.final, teller, roll) if args.final else []
    plan = _scheme(args)
    lines = season.table(plan, results, max(0, args.best), final)
    if args.abakus:
        print(exchange.season(lines, roll.people), end="")
    else:
        teller.screen.show(_table(teller, lines, roll, _named(args), len(args.files)))
    return 0


def _scheme(args: Args) -> season.Scheme:
    if args.plan and not args.system:
        return plans.season_of(args.plan)
    return season.Scheme(points=args.system or "heine")


def _named(args: Args) -> str:
    return str(args.system or args.plan or "heine")


def _table(
    teller: CupTeller, lines: Sequence[Line], roll: Roll, system: str, evenings: int
) -> Table:
    table = grid(teller.tells("season", system=system, evenings=evenings))
    final = any(line.final is not None for line in lines)
    heads = ["place", "name", "points", *(["final"] if final else []), "counted", "evenings"]
    for head in (*heads, "wins", "carried"):
        table.add_column(teller.tells(f"head.{head}"))
    start = season.carried(lines)
    for line in lines:
        extra = [DASH if line.final is None else str(line.final)] if final else []
        cells = [str(line.total), *extra, " ".join(map(str, line.counted)), str(line.evenings)]
        name = roll.people[line.person].name
        table.add_row(str(line.place), name, *cells, str(line.wins), str(start[line.person]))
    return table


class Roll:
    """Everybody of a season by what he is known as: his own number, else name and place."""

    def __init__(self, same: Mapping[str, str]) -> None:
        """``same``: who is known under another name too."""
        self._same = same
        self.people: dict[str, Known] = {}

    def of(self, who: Known) -> str:
        """What somebody is known as; a table confirmed by a person comes first."""
        key = who.pid or (f"{who.name}, {who.place}" if who.place else who.name)
        key = self._same.get(key, key)
        old = self.people.get(key)
        self.people[key] = old if old and old.name else who._replace(pid=key if who.pid else "")
        return key

    def alike(self) -> Iterator[tuple[str, str]]:
        """Pairs of one name: perhaps one person, perhaps not; somebody has to say."""
        for (one, first), (other, second) in combinations(sorted(self.people.items()), 2):
            if first.name and first.name.casefold() == second.name.casefold():
                yield other, one


def _same(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    rows = list(csv.reader(_text(path).splitlines(), delimiter=";"))
    for number, row in enumerate(rows, 1):
        if row and len(row) != 2:
            raise CupError(f"{path}: line {number}", "expected KNOWN AS;IS")
    return {row[0].strip(): row[1].strip() for row in rows if row}


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ';"') else text


def _results(path: Path, teller: CupTeller, roll: Roll) -> list[Result]:
    """The people of an evening and what they did."""
    if path.suffix == SUFFIX:
        return _of_cup(path, roll)
    text = _text(path)
    reader = exchange.read_paste if "\t" in text else exchange.read_export
    good, wrong = reader(text)
    for one in wrong:
        teller.line("bad_line", line=one.line, column=one.column, why=teller.tells(one.why))
    if wrong:
        raise CupError(str(path), teller.tells("wrong_lines", n=len(wrong)))
    keys = {row.pid: roll.of(Known(row.pid, row.name)) for row in good}
    return [one._replace(person=keys[one.person]) for one in exchange.results(path.name, good)]


def _of_cup(path: Path, roll: Roll) -> list[Result]:
    cup = _cup(path)
    found: list[Result] = []
    ranked = [line for line in ranking(cup) if line.place]
    for line in ranked:
        known = cup.identity(line.number)
        name, place = (known.name, known.place) if known else (str(line.number), "")
        who = roll.of(Known(cup.people[line.number].pid, name, place))
        found.append(Result(path.name, who, line.place, len(ranked), line.total))
    return found
