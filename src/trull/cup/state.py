"""What a cup is: frozen records, folded from its log. No rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from trull.cup.draw import Pair
from trull.cup.draw import Plan as Seating
from trull.cup.entries import CaseOpened, Identity, Linked, LotDrawn, PrizeGiven, Sanctioned
from trull.cup.plan import DEFAULT, Plan
from trull.ruleset import RuleSet
from trull.settlement import Amount, whole

Stage = ("open", "drawn", "posted", "final")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who takes part, by start number."""

    number: int
    named: str  # hash; the name stands in ``Cup.names``
    club: str = ""
    team: str = ""
    tags: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()
    pid: str = ""
    pool: bool = False
    bot: bool = False
    arrived: bool = False
    paid: int = 0
    gone: bool = False
    left_round: int = 0
    merged_into: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A deal as it stands on a sheet now."""

    deal: int
    places: tuple[int, ...]
    points: tuple[Amount, ...]
    money: tuple[Amount, ...]
    source: str
    facts: Mapping[str, object] = field(default_factory=dict)
    unclear: bool = False
    struck: bool = False
    clause: str = ""  # by which it was struck, if the plan names one
    mended: int = 0
    case: int = 0  # the one it was ruled in
    record: tuple[str, ...] = ()  # of the deal, where there is one
    bots: tuple[int, ...] = ()  # people for whom a bot has acted


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Sums of a paper sheet as one helper typed them, by start number."""

    helper: str
    totals: Mapping[int, Amount]
    money: Mapping[int, Amount]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One table in one round."""

    round: int
    table: int
    people: tuple[int, ...]
    rows: tuple[SheetRow, ...] = ()
    typed: tuple[Typed, ...] = ()
    differs: tuple[int, ...] = ()
    closed: bool = False
    early: bool = False
    confirmed: tuple[str, ...] = ()
    minutes_more: int = 0
    waits_for_referee: bool = False

    def row(self, deal: int) -> SheetRow | None:
        """The row of a deal."""
        return next((row for row in self.rows if row.deal == deal), None)

    @property
    def unclear(self) -> tuple[SheetRow, ...]:
        """Rows somebody has to look at."""
        return tuple(row for row in self.rows if row.unclear)

    def totals(self) -> dict[int, Amount]:
        """What everybody has, in points."""
        return self._sums("points")

    def counted(self) -> dict[int, Amount]:
        """The same for a ranking: sums that were typed once are nobody's yet."""
        if self.typed and not self.closed:
            return dict.fromkeys(self.people, 0)
        return self.totals()

    def money(self) -> dict[int, Amount]:
        """The same in the money ledger, still in points."""
        return self._sums("money")

    def _sums(self, ledger: str) -> dict[int, Amount]:
        if self.typed:
            last = self.typed[-1]
            return dict(last.totals if ledger == "points" else last.money)
        sums: dict[int, Amount] = dict.fromkeys(self.people, 0)
        for row in self.rows:
            if not row.struck and not row.unclear:
                for number, amount in zip(row.places, getattr(row, ledger), strict=True):
                    sums[number] = sums.get(number, 0) + amount
        return {number: whole(amount) for number, amount in sums.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Something to be ruled on."""

    opened: CaseOpened
    verdict: str = ""
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Who sits in whose place from a round on, and whose the points are."""

    absent: int
    stand_in: int
    first: int
    credit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """A cup: what its log amounts to."""

    number: int = 0  # of the last entry
    hash: str = ""  # of its line
    id: str = ""
    name: str = ""
    date: str = ""
    place: str = ""
    plan: Plan = DEFAULT
    rules: RuleSet | None = None
    names: Mapping[str, Identity] = field(default_factory=dict)
    people: Mapping[int, Person] = field(default_factory=dict)
    boards_commitment: str = ""
    boards_seed: str = ""  # once it was shown
    links: Mapping[str, Linked] = field(default_factory=dict)
    revoked: frozenset[str] = frozenset()
    commitment: str = ""
    entry_closed: bool = False
    seating: Seating = ()
    round: int = 0  # the one that plays, or played last
    playing: bool = False
    ends_at: int = 0
    sheets: Mapping[tuple[int, int], Sheet] = field(default_factory=dict)
    stand_ins: tuple[StandIn, ...] = ()
    cases: Mapping[int, Case] = field(default_factory=dict)
    sanctions: tuple[Sanctioned, ...] = ()
    lots: tuple[LotDrawn, ...] = ()
    posted: str = ""
    objections_until: int = 0
    final: bool = False
    reopened: int = 0
    prizes: tuple[PrizeGiven, ...] = ()
    changed_late: tuple[str, ...] = ()  # fields of the plan set otherwise after the draw
    obeyed: Mapping[str, int] = field(default_factory=dict)  # by cid the entry

    def identity(self, number: int) -> Identity | None:
        """Who a start number is; None once the name was taken out."""
        person = self.people.get(number)
        return None if person is None else self.names.get(person.named)

    def present(self) -> Iterator[Person]:
        """Everybody who is here and plays, by number."""
        for number in sorted(self.people):
            person = self.people[number]
            if person.arrived and not person.gone and not person.pool:
                yield person

    def pool(self) -> tuple[int, ...]:
        """Who is here to stand in and does not sit anywhere yet."""
        busy = {one.stand_in for one in self.stand_ins}
        seated = {one for tables in self.seating for table in tables for one in table}
        found = (p for _, p in sorted(self.people.items()) if p.pool and p.arrived and not p.gone)
        return tuple(p.number for p in found if p.number not in busy | seated)

    def apart(self) -> frozenset[Pair]:
        """Pairs that are never to meet: as wished, and members of one team."""
        pairs = {frozenset((p.number, other)) for p in self.people.values() for other in p.apart}
        teams: dict[str, list[int]] = {}
        for person in self.people.values():
            if person.team:
                teams.setdefault(person.team, []).append(person.number)
        pairs |= {frozenset((a, b)) for team in teams.values() for a in team for b in team}
        return frozenset(pair for pair in pairs if len(pair) == 2)

    def table_of(self, number: int, round_: int) -> int | None:
        """The table, from 1, at which somebody sits in a round."""
        if not 1 <= round_ <= len(self.seating):
            return None
        tables = enumerate(self.seating[round_ - 1], 1)
        return next((table for table, people in tables if number in people), None)

    def credit(self, number: int, round_: int) -> int:
        """Whose the points are that somebody makes in a round."""
        found = [s for s in self.stand_ins if s.stand_in == number and s.first <= round_]
        return found[-1].credit if found else number

    def next_number(self) -> int:
        """Start numbers are never given twice."""
        return max(self.people, default=0) + 1

    def open_sheets(self, round_: int) -> tuple[Sheet, ...]:
        """Sheets of a round that are not in."""
        return tuple(s for (r, _), s in sorted(self.sheets.items()) if r == round_ and not s.closed)

    def open_cases(self) -> tuple[Case, ...]:
        """Cases nobody has ruled on."""
        return tuple(case for case in self.cases.values() if not case.verdict)


def with_sheet(cup: Cup, sheet: Sheet) -> Cup:
    """The cup with one sheet replaced."""
    return replace(cup, sheets={**cup.sheets, (sheet.round, sheet.table): sheet})
