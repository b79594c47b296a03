"""A duplicate cup reckoned once more: every pair of results of a seat is compared one by one.

From the text of the file alone, and by another way than ``trull.cup.boards``: there each seat is
scored as a whole, here every two people who held it meet.
"""

from __future__ import annotations

from fractions import Fraction

from naive.cup import Line, NaiveCup, amount


class NaiveDuplicate(NaiveCup):
    """An evening in which every table played the same boards."""

    def __init__(self, text: str) -> None:
        self.seats: dict[tuple[int, int], list[int]] = {}
        self.order: list[list[list[int]]] = []
        super().__init__(text)

    def on_drawn(self, told: Line) -> None:
        super().on_drawn(told)
        self.order += [[list(table) for table in rows] for rows in told["tables"]]

    def on_stand_in(self, told: Line) -> None:
        super().on_stand_in(told)
        for rows in self.order[told["first"] - 1 :]:
            for table in rows:
                table[:] = [told["stand_in"] if one == told["absent"] else one for one in table]

    def on_round_started(self, told: Line) -> None:
        super().on_round_started(told)
        for number, table in enumerate(self.order[self.round - 1], 1):
            self.seats[self.round, number] = list(table)

    def rounds(self, number: int) -> list[Fraction | None]:
        """What the boards of each round were worth to somebody."""
        if not self.made:
            for at, people in self.seats.items():
                for player in people:
                    own = self.made.setdefault(self.owner(player, at[0]), [None] * self.round)
                    own[at[0] - 1] = Fraction(0)
            for number_of_round in range(1, self.round + 1):
                for deal in range(1, self.plan["deals"] + 1):
                    self.board(number_of_round, deal)
        return self.made.get(number, [None] * self.round)

    def board(self, at: int, deal: int) -> None:
        """Everybody against everybody else of his seat; a table that did not play it is no one."""
        tables = [table for (number, table) in self.seats if number == at]
        for seat in range(4):
            made: list[tuple[int, Fraction]] = []
            for table in tables:
                row = self.sheets.get((at, table), {}).get(deal)
                if row is not None and not row.get("unclear") and not row.get("struck"):
                    who = self.seats[at, table][seat]
                    points = dict(zip(row["places"], row["points"], strict=True))
                    made.append((self.owner(who, at), amount(points[who])))
            for one, (who, own) in enumerate(made):
                others = [points for n, (_, points) in enumerate(made) if n != one]
                if others:
                    against = [self.pair(own - other) for other in others]
                    worth = sum(against, Fraction(0)) / len(others)
                    mine = self.made[who][at - 1]
                    assert mine is not None
                    self.made[who][at - 1] = mine + worth

    def pair(self, apart: Fraction) -> Fraction:
        """What one result is worth against one other."""
        sign = (apart > 0) - (apart < 0)
        if self.plan["boards"] == "matchpoints":
            return Fraction(50 * sign)
        if self.plan["boards"] == "difference":
            return apart
        scale = self.plan.get("scale") or [n * (n + 1) // 2 for n in range(1, 99)]
        return Fraction(sign * len([step for step in scale if step <= abs(apart)]))

    def on_row_struck(self, told: Line) -> None:
        super().on_row_struck(told)
        self.sheets[told["round"], told["table"]][told["deal"]]["struck"] = True
