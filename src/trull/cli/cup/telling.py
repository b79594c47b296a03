"""Cups in words: people, tables, sheets, ranking, money, the log; German and English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction

from rich.table import Table

from trull import locale
from trull.cli.screen import Screen, grid
from trull.cup import codec, money
from trull.cup.deciding_seats import goals_of
from trull.cup.entries import NAMES, Entry, Ruled
from trull.cup.money import CHARITY, Pays
from trull.cup.ranking import Standing, ranking
from trull.cup.state import Cup, Sheet, SheetRow
from trull.settlement import Amount, shown, whole
from trull.written import harmless

LONGEST = 2
"""Denominators that are still read as fractions."""
DASH = "\N{EN DASH}"


class CupTeller:
    """Prints a cup in one language."""

    def __init__(self, screen: Screen, language: str, cup: Cup) -> None:
        """A cup as it is now."""
        self.screen, self.language, self.cup = screen, language, cup

    def tells(self, code: str, **about: object) -> str:
        """A sentence of the catalogue."""
        return locale.say(self.language, "cup", code, **about)

    def line(self, code: str, **about: object) -> None:
        """Print one."""
        self.screen.line(self.tells(code, **about))

    def who(self, number: int) -> str:
        """Somebody by number and name."""
        if number == CHARITY:
            return self.tells("charity")
        known = self.cup.identity(number)
        return f"{number} {known.name}" if known else str(number)

    def names(self, numbers: Iterable[int]) -> str:
        """Several."""
        return ", ".join(map(self.who, numbers))

    def cents(self, cents: int) -> str:
        """Money as it is written."""
        euros, rest = divmod(abs(cents), 100)
        sign = "-" if cents < 0 else ""
        return locale.say(self.language, "cli", "euros", sign=sign, euros=euros, cents=f"{rest:02}")

    # What is missing

    def status(self) -> None:
        """What the organiser wants to know now."""
        cup = self.cup
        self.screen.rule(cup.name)
        here = len(list(cup.present()))
        self.line("status.people", here=here, entered=len(cup.people))
        if cup.commitment:
            self.line("status.promised", commitment=cup.commitment)
        if not cup.seating:
            self.line("status.not_drawn")
            return
        for goal in goals_of(cup, cup.seating):
            about = {"achieved": goal.achieved, "bound": goal.bound}
            reached = self.tells("goal_told", **about)
            self.screen.line(f"{self.tells(f'goal.{goal.name}')}: {reached}")
        self._round_status()
        if cup.changed_late:
            self.line("status.changed", paths=", ".join(cup.changed_late))

    def _round_status(self) -> None:
        cup = self.cup
        state = "playing" if cup.playing else "played"
        self.line(f"status.{state}", round=cup.round, rounds=cup.plan.rounds)
        open_sheets = cup.open_sheets(cup.round)
        if open_sheets:
            self.line("status.open", tables=", ".join(str(s.table) for s in open_sheets))
        for sheet in open_sheets:
            for row in sheet.unclear:
                points = " ".join(map(shown, row.points))
                self.line("status.unclear", table=sheet.table, deal=row.deal, points=points)
        for case in cup.open_cases():
            self.line("status.case", case=case.opened.case, kind=case.opened.kind)
        if cup.final:
            self.line("status.final")
        elif cup.posted:
            self.line("status.posted", until=clock(cup.objections_until))

    # Lists

    def people(self) -> None:
        """Everybody by number."""
        table = grid()
        for head in ("number", "name", "from", "club", "paid", "here"):
            table.add_column(self.tells(f"head.{head}"))
        for number, person in sorted(self.cup.people.items()):
            known = self.cup.identity(number)
            marks = "pool" if person.pool else "gone" if person.gone else "here"
            here = self.tells(f"mark.{marks}") if person.arrived else DASH
            table.add_row(
                str(number),
                known.name if known else DASH,
                known.place if known else "",
                person.club,
                self.cents(person.paid),
                here,
            )
        self.screen.show(table)

    def seating(self, by_table: bool, only: Sequence[int] = ()) -> None:
        """Slips A to Z, or who sits at each table."""
        if by_table:
            self._by_table()
            return
        table = grid()
        table.add_column(self.tells("head.name"))
        table.add_column(self.tells("head.number"), justify="right")
        for at in range(1, len(self.cup.seating) + 1):
            table.add_column(self.tells("head.round", round=at), justify="right")
        for number in only or sorted(self._seated(), key=self._by_name):
            known = self.cup.identity(number)
            tables = (self.cup.table_of(number, at) for at in range(1, len(self.cup.seating) + 1))
            name = known.name if known else DASH
            table.add_row(name, str(number), *(str(one or DASH) for one in tables))
        self.screen.show(table)

    def _seated(self) -> set[int]:
        return {one for tables in self.cup.seating for table in tables for one in table}

    def _by_name(self, number: int) -> tuple[str, int]:
        known = self.cup.identity(number)
        return (known.name.split()[-1].casefold() if known else "", number)

    def _by_table(self) -> None:
        for at, tables in enumerate(self.cup.seating, 1):
            self.screen.rule(self.tells("head.round", round=at))
            for number, people in enumerate(tables, 1):
                if people:
                    self.screen.line(f"{number}: {self.names(people)}")

    # Sheets

    def sheet(self, sheet: Sheet) -> None:
        """A sheet with its rows, sums, and who pays whom."""
        table = grid(self.tells("sheet", table=sheet.table, round=sheet.round))
        table.add_column(self.tells("head.deal"), justify="right")
        for number in sheet.people:
            table.add_column(self.who(number), justify="right")
        table.add_column("")
        for row in sheet.rows:
            table.add_row(str(row.deal), *_cells(sheet, row), self._remark(row))
        table.add_section()
        sums = sheet.totals()
        table.add_row("Σ", *(shown(sums[number]) for number in sheet.people), "", style="bold")
        self.screen.show(table)
        if sheet.differs:
            self.line("differs", who=self.names(sheet.differs))
        if sheet.closed:
            self.line("closed_early" if sheet.early else "closed")
        self._payments(money.payments(money.table_money(self.cup.plan, sheet)))

    def _remark(self, row: SheetRow) -> str:
        if row.struck:
            return struck_told(self.tells("mark.struck"), row.clause)
        marks = [self.tells("mark.unclear")] if row.unclear else []
        return " ".join([*marks, *([self.tells("mark.mended")] if row.mended else [])])

    def _payments(self, payments: Sequence[Pays]) -> None:
        for one in payments:
            about = {"payer": self.who(one.payer), "payee": self.who(one.payee)}
            self.line("pays", **about, amount=self.cents(one.cents))

    def ruling(self, said: Ruled) -> None:
        """The row of a ruling, by name."""
        pairs = zip(said.places, said.points, strict=True)
        told = ", ".join(f"{self.who(number)} {shown(one)}" for number, one in pairs)
        self.line("ruling", table=said.table, deal=said.deal, points=told)
        self.price(said.points, said.clauses)

    def price(self, points: Sequence[Amount], clauses: Sequence[str]) -> None:
        """What a deal comes to, and by which clauses."""
        told = " ".join(map(shown, points))
        self.line("price", points=told, clauses=", ".join(clauses) or DASH)

    # Ranking and money

    def ranking(self, rounds: int = 0) -> None:
        """The ranking, headed as provisional while anything is open."""
        standings = ranking(self.cup, rounds)
        open_sheets = sum(not sheet.closed for sheet in self.cup.sheets.values())
        final = self.cup.final and not rounds
        head = "ranking_final" if final else "ranking_provisional"
        self.screen.rule(self.tells(head, open=open_sheets, round=rounds or self.cup.round))
        if self.cup.reopened:
            self.line("reopened", times=self.cup.reopened)
        if self.cup.changed_late:
            self.line("status.changed", paths=", ".join(self.cup.changed_late))
        self.screen.show(self._ranking_table(standings, rounds or self.cup.round))

    def _ranking_table(self, standings: Sequence[Standing], rounds: int) -> Table:
        table = grid()
        for head in ("place", "number"):
            table.add_column(self.tells(f"head.{head}"), justify="right")
        table.add_column(self.tells("head.name"))
        for at in range(1, rounds + 1):
            table.add_column(self.tells("head.round", round=at), justify="right")
        table.add_column("Σ", justify="right")
        if self.cup.plan.rank_points:
            table.add_column(self.tells("head.rank_points"), justify="right")
        for line in standings:
            known = self.cup.identity(line.number)
            cells = [DASH if one is None else decimal(one) for one in line.rounds]
            place = f"{line.place}{'=' if line.equal else ''}" if line.place else DASH
            extra = [shown(line.rank_points)] if self.cup.plan.rank_points else []
            name = known.name if known else DASH
            table.add_row(place, str(line.number), name, *cells, decimal(line.total), *extra)
        return table

    def money(self) -> None:
        """The till, what goes to charity, the prizes."""
        till = money.till(self.cup)
        about = {"fees": till.fees, "given": till.given, "expected": till.expected}
        self.line("till", **{key: self.cents(cents) for key, cents in about.items()})
        if till.owed:
            self.line("till_owed", owed=self.cents(till.owed))
        if self.cup.plan.kontra_to == "charity":
            self.line("charity_due", amount=self.cents(money.charity(self.cup)))
        for prize in money.prizes(self.cup.plan, ranking(self.cup)):
            about_prize = {"place": prize.place, "who": self.who(prize.number)}
            self.line("prize_due", **about_prize, amount=self.cents(prize.cents))

    # The log

    def log(self, entries: Sequence[Entry]) -> None:
        """Every entry in a line."""
        for entry in entries:
            kind = NAMES[type(entry.body)]
            told = codec.text(codec.plain(entry.body))
            short = told if len(told) <= 100 else f"{told[:99]}…"
            what = self.tells(f"entry.{kind}")
            self.screen.line(f"{entry.number:>5} {clock(entry.at)} {entry.by}: {what} {short}")


def _cells(sheet: Sheet, row: SheetRow) -> Iterator[str]:
    made: dict[int, Amount] = dict(zip(row.places, row.points, strict=True))
    for number in sheet.people:
        yield shown(made[number]) if number in made else DASH


def struck_told(words: str, clause: str) -> str:
    """That something was struck, and by which clause, if there is one."""
    return f"{words} ({clause})" if clause else words


def clock(at: int) -> str:
    """The time of day here."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime("%H:%M")


def csv_of(cup: Cup, rounds: int = 0) -> Iterator[str]:
    """The ranking as lines of CSV: place, number, name, place of residence, rounds, sum."""
    played = rounds or cup.round
    yield ";".join(
        ["place", "number", "name", "from", *(f"R{n + 1}" for n in range(played)), "sum"]
    )
    for line in ranking(cup, rounds):
        known = cup.identity(line.number)
        cells = ["-" if one is None else plain(one) for one in line.rounds]
        who = [known.name, known.place] if known else ["", ""]
        yield ";".join(
            [
                str(line.place or "-"),
                str(line.number),
                *map(_quoted, who),
                *cells,
                plain(line.total),
            ]
        )


def decimal(amount: Amount) -> str:
    """An amount with its sign, a long fraction rounded for reading.

    >>> decimal(Fraction(-20, 3)), decimal(Fraction(9, 2)), decimal(4)
    ('-6.67', '+9/2', '+4')
    """
    if isinstance(amount, Fraction) and amount.denominator > LONGEST:
        return f"{float(amount):+.2f}"
    return shown(whole(amount))


def plain(amount: Amount) -> str:
    """An amount without a plus."""
    return str(Fraction(amount))


def _quoted(text: str) -> str:
    text = harmless(text)
    if any(sign in text for sign in ';"'):
        return '"' + text.replace('"', '""') + '"'
    return text
