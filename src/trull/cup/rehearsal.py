"""A simulated evening with all its troubles: for a dry run tonight, and for the tests.

Latecomers, somebody who leaves in the middle of a round, a stand-in, wrong sums, a row that is
struck, a Renonce before the referee, a phone that writes for the wrong table, paper tables typed
twice, an objection, a lot among equals. The same seed gives the same evening, to the last hash:
clock and chance are simulated too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from trull import lots
from trull.cup import commands, money, plan
from trull.cup.commands import Actor, Command
from trull.cup.decide import decide
from trull.cup.deciding import BYTES
from trull.cup.entries import Entry
from trull.cup.fold import apply
from trull.cup.plan import Plan
from trull.cup.ranking import ranking, ties
from trull.cup.refusal import Refusal
from trull.cup.state import Cup, Sheet

START = 1_800_000_000_000
"""When every rehearsal begins, in ms since 1970."""
ORGANISER, REFEREE = Actor("organiser"), Actor("referee")
HELPERS = ("Resi", "Sepp")
FIRST = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Franz", "Gretl", "Hans", "Ida", "Josef")
LAST = ("Aigner", "Berger", "Egger", "Fuchs", "Gruber", "Huber", "Kofler", "Lechner", "Mair")
PLACES = ("Imst", "Ried", "Steyr", "Villach", "Wels")


@dataclass
class Evening:
    """A cup that is played by itself; every accepted entry is handed to ``keep``."""

    people: int
    plan: Plan
    seed: int = 1
    trouble: bool = True
    keep: Callable[[Entry], object] = id
    cup: Cup = field(default_factory=Cup)
    refused: list[Refusal] = field(default_factory=list)
    now: int = START

    def __post_init__(self) -> None:
        """The chance of this evening."""
        self.random = Random(self.seed)

    # One command

    def do(self, command: Command, actor: Actor = ORGANISER, seconds: int = 2) -> Entry | Refusal:
        """Somebody wishes something; a refusal is kept as well."""
        self.now += 1000 * seconds
        chance = self.random.randbytes(BYTES)
        cid = f"r{self.cup.number + len(self.refused) + 1}"
        found = decide(self.cup, actor, command, cid, self.now, chance)
        if isinstance(found, Refusal):
            self.refused.append(found)
            return found
        assert isinstance(found, Entry), "every command of a rehearsal is given once"
        self.cup = apply(self.cup, found)
        self.keep(found)
        return found

    def must(self, command: Command, actor: Actor = ORGANISER, seconds: int = 2) -> Entry:
        """The same where nothing may stand in the way."""
        found = self.do(command, actor, seconds)
        assert isinstance(found, Entry), f"{command}: {found}"
        return found

    def is_refused(self, code: str, command: Command, actor: Actor = ORGANISER) -> None:
        """The same where it must be refused."""
        found = self.do(command, actor)
        assert isinstance(found, Refusal), f"{command}: {found}"
        assert found.code == code, f"{command}: {found}"

    # The evening

    def play(self) -> Cup:
        """From the door to the last prize."""
        self.must(commands.Open("Probe", plan.as_data(self.plan), "2026-11-18", "Zum Wirt"))
        for _ in range(self.people):
            self._at_the_door()
        self.must(commands.CloseEntry())
        if self.plan.boards:
            self._boards()
        for number in range(1, self.plan.rounds + 1):
            self._round(number)
        if self.plan.boards:
            self.must(commands.OpenBoards(self._seed_of_boards))
        self._result()
        return self.cup

    def _boards(self) -> None:
        """Bots fill the tables; the seed of all boards is promised, and shown in the end."""
        for _ in range(-self.people % self.plan.least):
            self._bot()
        self._seed_of_boards = self.random.randbytes(32).hex()
        self.must(commands.PromiseBoards(lots.commitment(self._seed_of_boards)))
        self.is_refused("boards_sealed", commands.OpenBoards(self._seed_of_boards))

    def _bot(self) -> int:
        self.must(commands.Enter(name=f"Bot {self.cup.next_number()}", bot=True))
        self.must(commands.Arrive(max(self.cup.people)))
        return max(self.cup.people)

    def _at_the_door(self) -> int:
        name = f"{self.random.choice(FIRST)} {self.random.choice(LAST)}"
        place = self.random.choice(PLACES)
        wish = commands.Enter(name=name, place=place, sure=True)
        self.must(wish, Actor("helper", name=HELPERS[0]), seconds=6)
        number = max(self.cup.people)
        self.must(commands.Arrive(number), Actor("helper", name=HELPERS[0]))
        if self.plan.fee_cents:
            self.must(commands.Pay(number, self.plan.fee_cents))
        return number

    def _draw(self) -> None:
        seed = self.random.randbytes(32).hex()
        self.must(commands.Commit(lots.commitment(seed)))
        self.is_refused("not_promised", commands.Draw("00" * 32))
        self.must(commands.Draw(seed))

    def _round(self, number: int) -> None:
        if number > len(self.cup.seating):
            self._draw()
        if self.trouble and number == self.plan.rounds and number > 1:
            self._stand_in()
        self.must(commands.StartRound())
        if self.trouble and number == 1:
            self._latecomers()
        self._tables_play(number)
        for sheet in self.cup.open_sheets(number):
            self._hand_in(sheet)
        self.must(commands.CloseRound())

    def _latecomers(self) -> None:
        """One may still join a table, a second too, though he has paid for nothing yet."""
        for _ in range(2):
            number = self._at_the_door()
            self.do(commands.Repair(number))  # some numbers cannot sit: then he only watches

    def _stand_in(self) -> None:
        """Somebody is called home; another who came to watch sits down for him."""
        here = (person.number for person in self.cup.present())
        seated = [number for number in here if self.cup.table_of(number, self.cup.round + 1)]
        absent = self.random.choice(seated)
        self.must(commands.Enter(name="Zuschauer", pool=True))
        spare = max(self.cup.people)
        self.must(commands.Arrive(spare))
        self.must(commands.StandIn(absent, spare))
        self.must(commands.Leave(absent, "nach Hause gerufen"))

    # At the tables

    def _tables_play(self, number: int) -> None:
        """Deal after deal, all tables side by side; every seventh writes on paper."""
        tables = [sheet.table for sheet in self.cup.open_sheets(number)]
        for deal in range(1, self.plan.deals_large + 1):
            for table in tables:
                sheet = self.cup.sheets[number, table]
                if deal <= self._deals(sheet) and not self._is_paper(table):
                    self._deal(sheet, deal)
            if self.trouble and number == 2 and deal == self.plan.deals_large - 1:
                self._leaver(number)

    def _deals(self, sheet: Sheet) -> int:
        left = [n for n in sheet.people if self.cup.people[n].gone]
        if len(sheet.people) - len(left) < self.plan.playing:
            return 0
        return self.plan.deals_at(len(sheet.people))

    def _is_paper(self, table: int) -> bool:
        return table % 7 == 3 and not self.plan.boards  # sums say nothing of a board

    def _deal(self, sheet: Sheet, deal: int) -> None:
        here = [n for n in sheet.people if not self.cup.people[n].gone]
        out = here[(deal - 1) % len(here)] if len(here) > self.plan.playing else 0
        places = tuple(n for n in here if n != out)[: self.plan.playing]
        points = self._points()
        kontra = self.random.random() < 0.1
        wish = commands.WriteRow(
            table=sheet.table,
            deal=deal,
            places=places,
            points=points,
            money=tuple(2 * one for one in points) if kontra else (),
            sure=True,
            source="pad",
        )
        writer = Actor("table", sheet.table)
        if self.trouble and self.random.random() < 0.02:
            self._trouble(sheet, wish, writer)
        else:
            self.must(wish, writer)

    def _points(self) -> tuple[int, ...]:
        """A row as most are: two against two, or one against three."""
        worth = self.random.choice((1, 1, 1, 2, 2, 3, 4, 5)) * self.random.choice((1, -1))
        row = [worth, worth, -worth, -worth]
        if self.random.random() < 0.3:
            row = [3 * worth, -worth, -worth, -worth]
        self.random.shuffle(row)
        return tuple(row)

    def _trouble(self, sheet: Sheet, wish: commands.WriteRow, writer: Actor) -> None:
        kinds = (self._wrong_sum, self._wrong_phone, self._renonce, self._mended)
        self.random.choice(kinds)(sheet, wish, writer)

    def _wrong_sum(self, sheet: Sheet, wish: commands.WriteRow, writer: Actor) -> None:
        """+4 +4 +4 -4: refused; kept as unclear; cleared up, or struck by the referee."""
        wrong = commands.WriteRow(
            table=wish.table, deal=wish.deal, places=wish.places, points=(4, 4, 4, -4)
        )
        self.is_refused("sum_not_zero", wrong, writer)
        kept = commands.WriteRow(
            table=wish.table, deal=wish.deal, places=wish.places, points=(4, 4, 4, -4),
            money=(0,) * len(wish.places), unclear=True,
        )  # fmt: skip
        self.must(kept, writer)
        self.is_refused("sum_not_zero", commands.CloseSheet(table=sheet.table, early=True), writer)
        assert wish.deal
        if self.random.random() < 0.5:
            strike = commands.StrikeRow(table=sheet.table, deal=wish.deal, why="nicht aufzuklären")
            self.is_refused("not_your_role", strike, writer)
            self.must(strike, REFEREE)
            return
        mend = commands.MendRow(
            table=sheet.table, deal=wish.deal, points=wish.points, why="verschrieben", sure=True
        )
        self.must(mend, writer)

    def _wrong_phone(self, sheet: Sheet, wish: commands.WriteRow, writer: Actor) -> None:
        """A phone of another table, and a name that does not sit here."""
        self.is_refused("not_your_role", wish, Actor("table", sheet.table + 1))
        stranger = next(n for n in self.cup.people if n not in sheet.people)
        places = (stranger, *wish.places[1:])
        strange = commands.WriteRow(
            table=wish.table, deal=wish.deal, places=places, points=wish.points
        )
        self.is_refused("not_at_table", strange, writer)
        self.must(wish, writer)

    def _renonce(self, sheet: Sheet, wish: commands.WriteRow, writer: Actor) -> None:
        """The referee rules: the offender alone pays all others."""
        self.must(commands.CallReferee(sheet.table), writer)
        accused, claimant = wish.places[0], wish.places[1]
        case = commands.OpenCase(
            kind="renonce", table=sheet.table, claimant=claimant, accused=accused
        )
        self.must(case, REFEREE)
        ruled = commands.Rule(
            case=len(self.cup.cases), verdict="Renonce", clauses=("F-10.3",), deal=wish.deal,
            places=wish.places, points=(-3, 1, 1, 1),
        )  # fmt: skip
        self.must(ruled, REFEREE)

    def _mended(self, sheet: Sheet, wish: commands.WriteRow, writer: Actor) -> None:
        """A row goes to the wrong places and is put right at once."""
        turned = (*wish.points[1:], wish.points[0])
        wrong = commands.WriteRow(
            table=sheet.table, deal=wish.deal, places=wish.places, points=turned, sure=True
        )
        self.must(wrong, writer)
        assert wish.deal
        mend = commands.MendRow(
            table=wish.table, deal=wish.deal, points=wish.points, why="verrutscht",
            money=wish.money, old=turned, sure=True,
        )  # fmt: skip
        self.must(mend, writer)
        self.is_refused("stale", mend, writer)

    def _leaver(self, number: int) -> None:
        """Somebody goes in anger before the last deal, from a large table if there is one."""
        sheets = self.cup.open_sheets(number)
        large = [
            s for s in sheets if len(s.people) > self.plan.least and not self._is_paper(s.table)
        ]
        sheet = (large or [s for s in sheets if not self._is_paper(s.table)])[0]
        who = self.random.choice(sheet.people)
        self.must(commands.Leave(who, "im Zorn", self.plan.deals_large - 1))
        if number < len(self.cup.seating):
            next_one = commands.StandIn(who, self._bot()) if self.plan.boards else None
            self.must(next_one or commands.Repair(who))
        sanction = commands.Sanction(number=who, kind="warning", why="ging ohne Gruß")
        self.must(sanction, REFEREE)

    # Sheets

    def _hand_in(self, sheet: Sheet) -> None:
        if self._is_paper(sheet.table):
            self._type(sheet)
            return
        names = tuple(map(str, sheet.people))
        self.must(commands.CloseSheet(table=sheet.table, confirmed=names, early=True))
        self.is_refused("sheet_closed", commands.WriteRow(table=sheet.table, points=(1, 1, -1, -1)))

    def _type(self, sheet: Sheet) -> None:
        """Typed twice, blind; now and then the second time otherwise, and then both again."""
        totals = self._totals(len(sheet.people))
        for helper in HELPERS:
            figures = totals
            if self.trouble and helper == HELPERS[1] and self.random.random() < 0.3:
                figures = (totals[0] + 9, totals[1] - 9, *totals[2:])
            self._typed(sheet, figures, helper)
        if not self.cup.sheets[sheet.round, sheet.table].closed:
            for helper in HELPERS:
                self._typed(sheet, totals, helper)

    def _typed(self, sheet: Sheet, totals: Sequence[int], helper: str) -> None:
        wish = commands.TypeSheet(table=sheet.table, totals=tuple(totals), helper=helper)
        self.must(wish, Actor("helper", name=helper), seconds=10)

    def _totals(self, people: int) -> tuple[int, ...]:
        sums = [0] * people
        for _ in range(self.plan.deals):
            for seat, worth in zip(
                self.random.sample(range(people), 4), self._points(), strict=True
            ):
                sums[seat] += worth
        return tuple(sums)

    # The result

    def _result(self) -> None:
        self._lots()
        self.must(commands.Post())
        if self.trouble:
            self._objection()
            self._lots()
            self.must(commands.Post())
        self.is_refused("stale", commands.Finish())
        self.now = self.cup.objections_until
        self.must(commands.Finish())
        self.is_refused("too_late", commands.Arrive(1))
        for prize in money.prizes(self.plan, ranking(self.cup)):
            self.must(commands.Award(f"{prize.place}. Platz", prize.number, prize.cents))
        self.must(commands.Raffle(min(3, len(list(self.cup.present())))))

    def _lots(self) -> None:
        """Whoever is equal draws."""
        while groups := ties(ranking(self.cup)):
            self.must(commands.DrawLot(groups[0]))

    def _objection(self) -> None:
        """A row was written for the wrong side; the referee has it put right."""
        sheets = [s for s in self.cup.sheets.values() if s.rows and s.round == self.plan.rounds]
        sheet = self.random.choice(sheets)
        row = self.random.choice([row for row in sheet.rows if not row.struck])
        self.must(commands.Object(row.places[0], "Spiel verkehrt geschrieben"))
        self.must(commands.ReopenSheet(sheet.table, "Einspruch", sheet.round), REFEREE)
        mend = commands.MendRow(
            table=sheet.table, deal=row.deal, points=tuple(-one for one in row.points),
            round=sheet.round, why="Einspruch stattgegeben", sure=True,
        )  # fmt: skip
        self.must(mend)
        self.must(commands.CloseSheet(table=sheet.table, early=True))
        self.must(commands.Rule(case=len(self.cup.cases), verdict="stattgegeben"), REFEREE)
