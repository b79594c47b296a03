"""Exchange with ABAKUS: what it pastes and what it exports, both ways. Experimental.

    paste     number, name, R1, R2, R3 with tabs between; "-": not played; a name of 4 to 24 letters
    export    cup;date;"number";R1;R2;R3;sum;;
    season    #;Nr.;Name;Ort;Cuppunkte;[Finale;]VR1 … VR6;Teilnahmen;Siege;OeF;Gesamt;

Its players have numbers of their own: here the ``pid`` of a person. A wrong line is told with line,
column and reason; what to do with the others is for a person to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from trull import notation
from trull.cup.ranking import ranking
from trull.cup.season import Line, Result, carried
from trull.cup.state import Cup
from trull.settlement import Amount, whole
from trull.written import amount, is_count

ROUNDS = 3
EVENINGS = 6
SHORTEST, LONGEST = 4, 24
LONGEST_NAME = 60
NOTHING = "-"


class Row(NamedTuple):
    """One person of an evening as ABAKUS has it."""

    pid: str
    name: str
    rounds: tuple[Amount | None, ...]

    @property
    def total(self) -> Amount:
        """The sum of what was played."""
        return sum(one for one in self.rounds if one is not None)


class Known(NamedTuple):
    """Somebody of a season: number, name, where from."""

    pid: str
    name: str
    place: str = ""


class Wrong(NamedTuple):
    """A line that cannot be read: where, and why in a word of the catalogue."""

    line: int
    column: int
    why: str


def rows(cup: Cup) -> tuple[list[Row], list[str]]:
    """Everybody in the order of the ranking; and names that had to be cut."""
    found, cut = [], []
    for line in ranking(cup):
        person, known = cup.people[line.number], cup.identity(line.number)
        name = known.name if known else str(line.number)
        if len(name) > LONGEST:
            cut.append(name)
        rounds = (*line.rounds, *[None] * ROUNDS)[:ROUNDS]
        found.append(Row(person.pid or str(line.number), name[:LONGEST].rstrip(), rounds))
    return found, cut


def paste(people: Iterable[Row]) -> str:
    """What is pasted into ABAKUS."""
    return "".join("\t".join([row.pid, row.name, *map(_cell, row.rounds)]) + "\n" for row in people)


def export(name: str, date: str, people: Iterable[Row]) -> str:
    """What ABAKUS exports of an evening."""
    return "".join(
        f'{name};{date};"{row.pid}";{";".join(map(_cell, row.rounds))};{_cell(row.total)};;\n'
        for row in people
    )


def season(lines: Sequence[Line], known: Mapping[str, Known]) -> str:
    """A season as ABAKUS exports it: the best six evenings, and what is carried to the Final."""
    final = any(line.final is not None for line in lines)
    columns = ["#", "Nr.", "Name", "Ort", "Cuppunkte", *(["Finale"] if final else [])]
    columns += [*(f"VR{at + 1}" for at in range(EVENINGS)), "Teilnahmen", "Siege", "OeF", "Gesamt"]
    start = carried(lines)
    rows_told = [_season_row(line, known[line.person], final, start) for line in lines]
    return "".join(";".join([*row, ""]) + "\n" for row in (columns, *rows_told))


def _season_row(line: Line, who: Known, final: bool, start: Mapping[str, int]) -> list[str]:
    best = [*map(str, line.counted), *[NOTHING] * EVENINGS][:EVENINGS]
    added = line.final or 0
    return [
        *(str(line.place), who.pid, _flat(who.name), _flat(who.place), str(line.total - added)),
        *([str(added)] if final else []),
        *best,
        *(str(line.evenings), str(line.wins), str(start[line.person]), str(line.total)),
    ]


def records(cup: Cup) -> Iterator[str]:
    """The records there are of the cup's deals, each told where and when it was played."""
    for (round_, table), sheet in sorted(cup.sheets.items()):
        for row in sheet.rows:
            if row.record:
                about = {"Event": cup.name, "Round": round_, "Table": table, "Deal": row.deal}
                record = notation.parse("\n".join((*row.record, "")))
                tags = {**record.tags, **{key: str(one) for key, one in about.items()}}
                yield notation.format_record(replace(record, tags=tags))


def _flat(text: str) -> str:
    return text.replace(";", ",")


def read_season(text: str) -> tuple[list[Known], list[Wrong]]:
    """The people of a season; its head says which column is which."""
    head, _, rest = text.partition("\n")
    if [cell.strip() for cell in head.split(";")[:4]] != ["#", "Nr.", "Name", "Ort"]:
        return [], [Wrong(1, 1, "wrong.columns_abakus")]
    found, wrong = _read(rest, lambda line: _known(line.split(";")))
    return found, [one._replace(line=one.line + 1) for one in wrong]


def _known(cells: Sequence[str]) -> Known:
    if len(cells) < 4:
        raise _Unreadable(len(cells), "wrong.columns_abakus")
    name, place = cells[2].strip(), cells[3].strip()
    if not 0 < len(name) <= LONGEST_NAME or not f"{name}{place}".isprintable():
        raise _Unreadable(3, "wrong.name")
    return Known(_pid(cells[1], 2), name, place)


def _cell(amount: Amount | None) -> str:
    return NOTHING if amount is None else str(amount)


def read_paste(text: str) -> tuple[list[Row], list[Wrong]]:
    """People of a paste: the number first, the last three columns are the rounds."""
    return _read(text, lambda line: _pasted(line.split("\t")))


def read_export(text: str) -> tuple[list[Row], list[Wrong]]:
    """People of an export; it has no names."""
    return _read(text, lambda line: _exported(line.split(";")))


class _Unreadable(Exception):
    def __init__(self, column: int, why: str) -> None:
        super().__init__(why)
        self.column, self.why = column, why


Read = TypeVar("Read", Row, Known)


def _read(text: str, reader: Callable[[str], Read]) -> tuple[list[Read], list[Wrong]]:
    good, wrong, seen = list[Read](), list[Wrong](), set[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = reader(line)
            if row.pid in seen:
                raise _Unreadable(1, "wrong.taken")
        except _Unreadable as error:
            wrong.append(Wrong(number, error.column, error.why))
            continue
        seen.add(row.pid)
        good.append(row)
    return good, wrong


def _pasted(cells: Sequence[str]) -> Row:
    if len(cells) < ROUNDS + 2:
        raise _Unreadable(len(cells), "wrong.columns_abakus")
    name = cells[1].strip()
    if not SHORTEST <= len(name) <= LONGEST:
        raise _Unreadable(2, "wrong.name_abakus")
    first = len(cells) - ROUNDS
    return Row(_pid(cells[0], 1), name, tuple(_rounds(cells[first:], first + 1)))


def _exported(cells: Sequence[str]) -> Row:
    if len(cells) < ROUNDS + 4:
        raise _Unreadable(len(cells), "wrong.columns_abakus")
    row = Row(_pid(cells[2].strip('"'), 3), "", tuple(_rounds(cells[3 : 3 + ROUNDS], 4)))
    if _cell(row.total) != cells[3 + ROUNDS].strip():
        raise _Unreadable(4 + ROUNDS, "wrong.sum_abakus")
    return row


def _pid(text: str, column: int) -> str:
    if not is_count(text.strip()):
        raise _Unreadable(column, "wrong.number")
    return text.strip()


def _rounds(cells: Sequence[str], column: int) -> Iterator[Amount | None]:
    for at, cell in enumerate(cells):
        text = cell.strip()
        if text == NOTHING:
            yield None
            continue
        try:
            yield whole(amount(text))
        except (ValueError, ZeroDivisionError):
            raise _Unreadable(column + at, "wrong.round_abakus") from None


def results(evening: str, people: Sequence[Row]) -> list[Result]:
    """An evening for a season table: places by sum, then the best single rounds."""
    ranked = sorted(people, key=_order)
    found = []
    for row in ranked:
        place = 1 + sum(_order(other) < _order(row) for other in ranked)
        found.append(Result(evening, row.pid, place, len(ranked), row.total))
    return found


def _order(row: Row) -> tuple[Amount, ...]:
    played = sorted(-one for one in row.rounds if one is not None)
    return (-row.total, *played)
