"""A cup reckoned once more, slowly, from the text of its file alone.

Written from the description of an evening, not from Trull's code: lines of JSON are read, sheets
added up by name of table and deal, people sorted. Nothing of ``trull.cup`` is used but the fair
lot, which is a published algorithm of its own.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any  # noqa: TID251 (a line of JSON has no type until it is read)

from trull import lots

Line = dict[str, Any]


def amount(told: int | str) -> Fraction:
    return Fraction(told)


class NaiveCup:
    """Everything an evening amounts to."""

    def __init__(self, text: str) -> None:
        self.plan: Line = {}
        self.id = ""
        self.sheets: dict[tuple[int, int], dict[int, Line]] = {}
        self.typed: dict[tuple[int, int], Line] = {}
        self.players: dict[tuple[int, int], set[int]] = {}
        self.tables: list[list[set[int]]] = []
        self.fines: dict[int, Fraction] = {}
        self.out: set[int] = set()
        self.pool: set[int] = set()
        self.people: set[int] = set()
        self.arrived: set[int] = set()
        self.stand_ins: list[Line] = []
        self.lots: list[Line] = []
        self.fees = 0
        self.given: list[tuple[int, int]] = []
        self.round = 0
        self.made: dict[int, list[Fraction | None]] = {}
        for line in text.splitlines():
            told = json.loads(line)
            if "k" in told:
                getattr(self, f"on_{told['k']}", id)(told)

    # What is told

    def on_opened(self, told: Line) -> None:
        self.plan, self.id = told["plan"], told["id"]

    def on_entered(self, told: Line) -> None:
        self.people.add(told["number"])
        if told.get("pool"):
            self.pool.add(told["number"])
        if told.get("bot"):
            self.out.add(told["number"])

    def on_arrived(self, told: Line) -> None:
        self.arrived.add(told["number"])

    def on_paid(self, told: Line) -> None:
        self.fees += told["cents"]

    def on_drawn(self, told: Line) -> None:
        self.tables += [[set(table) for table in rows] for rows in told["tables"]]

    def on_repaired(self, told: Line) -> None:
        for person, at, old, new in told["slips"]:
            rows = self.tables[at - 1]
            if old:
                rows[old - 1].discard(person)
            while len(rows) < new:
                rows.append(set())
            if new:
                rows[new - 1].add(person)
                if at == self.round:
                    self.players.setdefault((at, new), set()).add(person)

    def on_stand_in(self, told: Line) -> None:
        self.stand_ins.append(told)
        for rows in self.tables[told["first"] - 1 :]:
            for table in rows:
                if told["absent"] in table:
                    table.remove(told["absent"])
                    table.add(told["stand_in"])

    def on_round_started(self, told: Line) -> None:
        self.round = told["round"]
        for number, table in enumerate(self.tables[self.round - 1], 1):
            if table:
                self.players[self.round, number] = set(table)

    def on_row(self, told: Line) -> None:
        self.sheets.setdefault((told["round"], told["table"]), {})[told["deal"]] = told

    def on_ruled(self, told: Line) -> None:
        if told.get("deal"):
            self.on_row(told)

    def on_row_mended(self, told: Line) -> None:
        self.sheets[told["round"], told["table"]][told["deal"]] = told

    def on_row_struck(self, told: Line) -> None:
        row = self.sheets[told["round"], told["table"]][told["deal"]]
        zeros = [0] * len(row["points"])
        struck = {**row, "points": zeros, "money": zeros, "unclear": False}
        self.sheets[told["round"], told["table"]][told["deal"]] = struck

    def on_sheet_typed(self, told: Line) -> None:
        self.typed[told["round"], told["table"]] = told

    def on_sanction(self, told: Line) -> None:
        number = told["number"]
        if told["kind"] == "points":
            self.fines[number] = self.fines.get(number, Fraction(0)) + amount(told["points"])
        if told["kind"] in ("exclusion", "ban"):
            self.out.add(number)

    def on_lot(self, told: Line) -> None:
        self.lots.append(told)

    def on_prize(self, told: Line) -> None:
        self.given.append((told["number"], told.get("cents", 0)))

    # What it amounts to

    def sheet(self, at: tuple[int, int], ledger: str = "points") -> dict[int, Fraction]:
        """Sums of one table in one round."""
        sums = {number: Fraction(0) for number in self.players[at]}
        if at in self.typed and at not in self.sheets:
            typed = self.typed[at]
            both = {"points": typed["totals"], "money": typed.get("money", typed["totals"])}
            figures = both[ledger]
            for number, figure in zip(typed["places"], figures, strict=True):
                sums[number] += amount(figure)
            return sums
        for row in self.sheets.get(at, {}).values():
            both = {"points": row["points"], "money": row.get("money") or row["points"]}
            figures = both[ledger]
            for number, figure in zip(row["places"], figures, strict=True):
                sums[number] += amount(figure)
        return sums

    def owner(self, number: int, at: int) -> int:
        for one in reversed(self.stand_ins):
            if one["stand_in"] == number and one["first"] <= at:
                return int(one["absent"] if one["points_to"] == "absent" else number)
        return number

    def rounds(self, number: int) -> list[Fraction | None]:
        """What somebody made in each round; worked out once, when all is told."""
        if not self.made:
            for at in self.players:
                for player, made in self.sheet(at).items():
                    own = self.made.setdefault(self.owner(player, at[0]), [None] * self.round)
                    own[at[0] - 1] = (own[at[0] - 1] or Fraction(0)) + made
        return self.made.get(number, [None] * self.round)

    def total(self, number: int) -> Fraction:
        played = [one for one in self.rounds(number) if one is not None]
        return sum(played, self.fines.get(number, Fraction(0)))

    def level(self, number: int) -> tuple[Fraction, ...]:
        """What is compared before any lot: the greater stands before."""
        missing = Fraction(-(10**6))
        best = sorted(
            (missing if one is None else one for one in self.rounds(number)), reverse=True
        )
        found = [self.total(number)]
        for tie in self.plan["ties"]:
            if tie == "best_round":
                found.append(best[0])
            elif tie == "next_best_rounds":
                found += best[1:]
            elif tie == "table_wins":
                found.append(Fraction(sum(not better for better, _ in self.at_tables(number))))
            elif tie == "rank_points":
                found.append(sum((worth for _, worth in self.at_tables(number)), Fraction(0)))
        return tuple(found)

    def at_tables(self, number: int) -> list[tuple[int, Fraction]]:
        """For every table of somebody: how many were better there, and the rank points."""
        found, worth = [], self.plan.get("rank_points", [])
        for at in self.players:
            sums = self.sheet(at)
            for player, own in sums.items():
                if self.owner(player, at[0]) == number:
                    better = sum(other > own for other in sums.values())
                    equal = sum(other == own for other in sums.values())
                    shared = sum(worth[better : better + equal])
                    found.append((better, Fraction(shared, equal)))
        return found

    def drawn_order(self, equals: list[int]) -> list[int]:
        """The order of the last lot among exactly these, or none."""
        for told in reversed(self.lots):
            if sorted(told["among"]) == sorted(equals):
                among = sorted(equals)
                key = lots.key(told["seed"], ["lot", self.id, *map(str, among)])
                return [among[at] for at in lots.order(lots.words(key), len(among))]
        return []

    def ranking(self) -> list[tuple[int, int, Fraction]]:
        """Place, number and total of everybody who counts."""
        there = [n for n in self.people if any(one is not None for one in self.rounds(n))]
        levels = {number: self.level(number) for number in there if number not in self.out}
        ranked = []
        for number, own in levels.items():
            place = 1 + sum(other > own for other in levels.values())
            equals = [other for other in levels if levels[other] == own]
            order = self.drawn_order(equals) if len(equals) > 1 else []
            ranked.append((place + (order.index(number) if order else 0), number, own[0]))
        return sorted(ranked)

    def cents(self, at: tuple[int, int]) -> dict[int, int]:
        """What everybody at a table wins or loses, number 0 is the charity."""
        each = self.plan["cents_per_point"]
        points, money = self.sheet(at), self.sheet(at, "money")
        if self.plan["kontra_to"] == "players":
            return {number: int(money[number] * each) for number in money}
        found = {number: int(points[number] * each) for number in points}
        found[0] = 0
        for number in points:
            over = int((money[number] - points[number]) * each)
            if over < 0:
                found[number] += over
                found[0] -= over
        return found

    def prizes(self) -> list[tuple[int, int]]:
        """Number and cents; whoever shares a place shares its prizes."""
        found, ranked = [], self.ranking()
        for place in {place for place, _, _ in ranked}:
            equals = [number for at, number, _ in ranked if at == place]
            pot = sum(self.plan["prizes"][place - 1 : place - 1 + len(equals)])
            for n, number in enumerate(equals):
                if pot:
                    found.append((number, pot // len(equals) + (n < pot % len(equals))))
        return sorted(found)
