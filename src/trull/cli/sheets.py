"""The settlement of a deal as an explained table, and the running sheet of a sitting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.cells import cell_len
from rich.table import Table

from trull.cli.menu import columns
from trull.cli.screen import Screen, grid
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.laws.summary import Reason
from trull.ruleset import RuleSet
from trull.settlement import Amount, Factor, Line, Settlement, shown, totals, whole
from trull.state import Row, Sitting

TIMES, DASH = "\N{MULTIPLICATION SIGN}", "\N{EN DASH}"
LEAST = 24
"""Columns that a table leaves for words beside its numbers; with fewer it is told in lines."""
GAP, CLAUSE = 3, 9


def show_settlement(
    screen: Screen, teller: Teller, result: Settlement, reasons: Sequence[Reason] = ()
) -> None:
    """Every line with its clause, who gets what, the sums, why, and what the clauses say."""
    words = teller.words
    if not result.lines:
        screen.line(words.cli("nothing_paid"))
    elif _left(screen, teller, [_signed(row) for _, row in _sums(teller, result)]) < LEAST:
        _tell_settlement(screen, teller, result)
    else:
        screen.show(_settlement_table(teller, result))
    for line in result.lines:
        if why := teller.why(line, reasons):
            screen.line(f"{_named(words, result, line)}: {why}", indent=2)
        if line.cards:
            screen.line(f"{_named(words, result, line)}: {teller.held(line.cards)}", indent=2)
    for note in result.notes:
        screen.line(words.say("note", note), indent=2)
    if result.lines:
        screen.line(words.cli("sums_to_zero"), style="dim", indent=2)
    for name in dict.fromkeys(_cited(result)):
        screen.line(f"{name}: {words.clause(name)}", style="dim", indent=2)


def _left(screen: Screen, teller: Teller, rows: Sequence[Sequence[str]]) -> int:
    """How many columns are left for words where every name has one, and a clause its own."""
    people = zip(map(teller.who, range(len(teller.names))), *rows, strict=False)
    numbers = sum(GAP + max(map(cell_len, column)) for column in people)
    return screen.width - numbers - GAP - CLAUSE


def _sums(teller: Teller, result: Settlement) -> list[tuple[str, Sequence[Amount]]]:
    """What the lines come to: points, what is written, and money where it is something else."""
    say, found = teller.words.cli, [(teller.words.cli("total"), result.points)]
    if result.written is not None:
        found.append((say("written"), result.written))
    if any(result.money) and result.money != result.points:
        found.append((say("money"), result.money))
    return [(name, tuple(amounts)) for name, amounts in found]


def _tell_settlement(screen: Screen, teller: Teller, result: Settlement) -> None:
    """The settlement in lines, where a table has no room."""
    for line in result.lines:
        head = f"{_item(teller, result, line)}: {_value(teller, line)}  {line.clause}"
        screen.line(head.rstrip())
        _tell_each(screen, teller, _signed(totals(result.seats, (line.points,))))
    for name, amounts in _sums(teller, result):
        screen.line(name, style="bold")
        _tell_each(screen, teller, _signed(amounts))


def _tell_each(screen: Screen, teller: Teller, amounts: Sequence[str]) -> None:
    """Every name with its number, as many beside each other as there is room for."""
    named = [f"{teller.who(seat)} {amount}" for seat, amount in enumerate(amounts)]
    columns(screen, named, indent=2)


def _settlement_table(teller: Teller, result: Settlement) -> Table:
    say = teller.words.cli
    table = grid()
    table.add_column(say("item"), overflow="fold")
    table.add_column(say("value"), justify="right", overflow="fold")
    for seat in range(result.seats):
        table.add_column(teller.who(seat), justify="right", no_wrap=True)
    table.add_column(say("clause"), no_wrap=True)
    for line in result.lines:
        amounts = totals(result.seats, (line.points,))
        table.add_row(
            _item(teller, result, line), _value(teller, line), *_signed(amounts), line.clause
        )
    table.add_section()
    for at, (name, sums) in enumerate(_sums(teller, result)):
        table.add_row(name, "", *_signed(sums), "", style="" if at else "bold")
    return table


def _item(teller: Teller, result: Settlement, line: Line) -> str:
    """What the line is for, and whose it is."""
    words = teller.words
    owner = "" if line.owner is None else teller.who(line.owner)
    note = words.say("note", line.note) if line.note else ""
    marks = [mark for mark in (owner, note, teller.side(line)) if mark]
    name = _named(words, result, line)
    return f"{name} ({', '.join(marks)})" if marks else name


def _named(words: Words, result: Settlement, line: Line) -> str:
    """The game goes by its own name."""
    if line.item == "game" and result.game:
        return words.word(result.game)
    return words.find("item", line.item) or words.word(line.item)


def _value(teller: Teller, line: Line) -> str:
    """The value and what multiplies it, as one calculates it: ``2 * 2 Kontra``."""
    words = teller.words
    return f" {TIMES} ".join([str(line.value), *(_factor(words, f) for f in line.factors)])


def _factor(words: Words, factor: Factor) -> str:
    return f"{factor.times} {words.say('item', factor.name)}"


def _cited(result: Settlement) -> list[str]:
    found: list[str] = []
    for line in result.lines:
        found.append(line.clause)
        found += [factor.clause for factor in line.factors]
    return [name for name in found if name]


def _signed(amounts: Sequence[Amount]) -> list[str]:
    return [shown(amount) for amount in amounts]


# The sheet


def show_sheet(screen: Screen, teller: Teller, sitting: Sitting) -> None:
    """A row for each deal and the totals; ``teller`` names the players, not the seats."""
    say = teller.words.cli
    if not sitting.rows:
        screen.line(say("sheet_empty"))
        return
    deals = [
        (str(row.deal), _cells(row, row.points if row.written is None else row.written), row)
        for row in sitting.rows
    ]
    sums = list(_totals(teller, sitting))
    if _left(screen, teller, [cells for _, cells, _ in (*deals, *sums)]) < 0:
        screen.line(say("sheet"), style="bold")
        for name, cells, row in deals:
            screen.line(f"{name}. {_remark(teller, row)}".rstrip())
            _tell_each(screen, teller, cells)
        for name, cells, unit in sums:
            screen.line(f"{name} {unit}".rstrip(), style="bold")
            _tell_each(screen, teller, cells)
        return
    table = grid(say("sheet"))
    table.add_column(say("deal_column"), justify="right")
    for player in range(len(teller.names)):
        table.add_column(teller.who(player), justify="right", no_wrap=True)
    table.add_column("")
    for name, cells, row in deals:
        table.add_row(name, *cells, _remark(teller, row))
    table.add_section()
    for at, (name, cells, unit) in enumerate(sums):
        table.add_row(name, *cells, unit, style="" if at else "bold")
    screen.show(table)


def _cells(row: Row, amounts: Sequence[Amount]) -> list[str]:
    """An amount for each player; who sat out has a dash."""
    return [
        shown(amount) if player in row.players else DASH for player, amount in enumerate(amounts)
    ]


def _remark(teller: Teller, row: Row) -> str:
    words = teller.words
    marks = [words.find("cli", f"mark.{note}") or "" for note in row.notes]
    if row.struck:
        marks.append(words.cli("struck"))
    return " ".join(mark for mark in marks if mark)


def _totals(teller: Teller, sitting: Sitting) -> Iterator[tuple[str, list[str], str]]:
    """What stands below the rows, what counts first: its name, the amounts, and their unit."""
    say, rows, points = teller.words.cli, sitting.rows, sitting.totals()
    if any(row.written is not None for row in rows):
        written = _sum([row.written or row.points for row in rows])
        yield say("written_short"), _signed(written), ""
    yield say("total_short"), _signed(points), ""
    money = _sum([row.money for row in rows])
    if any(money) and (cents := _cents_per_point(sitting.rules)):
        yield say("money_short"), [_euros(teller.words, one * cents) for one in money], ""
    elif any(money) and money != points:
        yield say("money_short"), _signed(money), ""
    if any(row.pot for row in rows):
        pot = _sum([row.pot or (0,) * len(points) for row in rows])
        yield say("pot_short"), _signed(pot), say("cents")


def _cents_per_point(rules: RuleSet) -> int:
    """What a point is worth, where the rules say it."""
    option = rules.options.get("cents_per_point")
    return int(option.value) if option else 0


def _euros(words: Words, cents: Amount) -> str:
    """Cents as money, to the nearest cent."""
    euros, rest = divmod(round(abs(Fraction(cents))), 100)
    sign = "+" if cents > 0 else "-" if cents < 0 else ""
    return words.cli("euros", sign=sign, euros=euros, cents=f"{rest:02}")


def _sum(rows: Sequence[Sequence[Amount]]) -> tuple[Amount, ...]:
    columns = zip(*rows, strict=True)
    return tuple(
        whole(sum((Fraction(amount) for amount in column), Fraction(0))) for column in columns
    )
