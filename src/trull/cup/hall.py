"""The hall while it is drawn: who sits where, who has met whom, what that costs, and its mending.

Goals are weighed so that no number of lesser faults makes up for a greater one (``APART`` …
``LAST``). The search exchanges two people of one round at a time, those first who pay most, and
never the same two again soon. It counts steps, not seconds: the same seed gives the same plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trull.lots import below

Rounds = list[list[list[int]]]
"""By round and table, who sits there; people are numbered from 0."""

APART, REPEAT, BIG, CLUB, LAST = 10**13, 10**9, 10**6, 10**3, 1
"""What it costs to break each goal once: people kept apart, a second meeting, a large table once
more (by its square), one club at a table, a meeting of the last cup."""

MEMORY = 12
"""An exchange is not undone for about so many steps."""

Prices = list[list[int]]


class Hall:
    """A plan of some rounds that can be changed; only rounds from ``first`` on are."""

    def __init__(self, rounds: Rounds, dear: Prices, first: int = 0) -> None:
        """``dear``: what it costs that two people sit together, met before or not."""
        people = len(dear)
        self.rounds, self.dear, self.first = rounds, dear, first
        self.met = [[0] * people for _ in range(people)]
        self.large = [0] * people  # how often at a table larger than the smallest
        self.at = [[-1] * people for _ in rounds]
        self.least = min(len(table) for tables in rounds for table in tables)
        for number, tables in enumerate(rounds):
            for place, table in enumerate(tables):
                self._sit_down(number, place, table)
        self.price = self._priced()

    def _sit_down(self, number: int, place: int, table: Sequence[int]) -> None:
        for one in table:
            self.at[number][one] = place
            self.large[one] += len(table) > self.least
            for other in table:
                self.met[one][other] += one != other

    def _priced(self) -> int:
        total = sum(BIG * often * often for often in self.large)
        for one, meetings in enumerate(self.met):
            for other in range(one):
                often = meetings[other]
                if often:
                    total += REPEAT * (often - 1) + self.dear[one][other] * often
        return total

    def paying(self) -> list[tuple[int, int]]:
        """Round and person, whoever takes part in something that costs."""
        found, met, dear = [], self.met, self.dear
        fair = min(self.large) + 1
        for number in range(self.first, len(self.rounds)):
            for table in self.rounds[number]:
                big = len(table) > self.least
                for one in table:
                    row, price = met[one], dear[one]
                    if (big and self.large[one] > fair) or any(
                        row[other] > 1 or price[other] for other in table if other != one
                    ):
                        found.append((number, one))
        return found

    def gain(self, number: int, one: int, other: int) -> int:
        """What is paid more once these two have changed places in a round."""
        at, tables = self.at[number], self.rounds[number]
        mine, theirs = tables[at[one]], tables[at[other]]
        met, dear = self.met, self.dear
        row, cost, there, price = met[one], dear[one], met[other], dear[other]
        more = 0
        for person in theirs:
            if person != other:
                more += cost[person] - price[person]
                more += REPEAT * ((row[person] > 0) - (there[person] > 1))
        for person in mine:
            if person != one:
                more += price[person] - cost[person]
                more += REPEAT * ((there[person] > 0) - (row[person] > 1))
        if len(mine) != len(theirs):
            step = 1 if len(theirs) > len(mine) else -1
            more += 2 * BIG * (step * (self.large[one] - self.large[other]) + 1)
        return more

    def exchange(self, number: int, one: int, other: int) -> None:
        """The two change places."""
        self.price += self.gain(number, one, other)
        at, tables = self.at[number], self.rounds[number]
        mine, theirs = tables[at[one]], tables[at[other]]
        self._meet(one, mine, -1)
        self._meet(other, theirs, -1)
        mine[mine.index(one)], theirs[theirs.index(other)] = other, one
        at[one], at[other] = at[other], at[one]
        self._meet(one, theirs, 1)
        self._meet(other, mine, 1)
        change = (len(theirs) > self.least) - (len(mine) > self.least)
        self.large[one] += change
        self.large[other] -= change

    def _meet(self, one: int, table: Sequence[int], times: int) -> None:
        for person in table:
            if person != one:
                self.met[one][person] += times
                self.met[person][one] += times

    def copy(self) -> Rounds:
        """The tables as they are now."""
        return [[list(table) for table in tables] for tables in self.rounds]


def improve(hall: Hall, stream: Iterator[int], floor: int, steps: int) -> Rounds:
    """The cheapest plan found in so many steps; at ``floor`` nothing can be better."""
    best, cheapest, barred = hall.copy(), hall.price, dict[tuple[int, int, int], int]()
    for step in range(steps):
        if cheapest <= floor:
            break
        paying = hall.paying()
        if not paying:
            break
        number, one = paying[below(stream, len(paying))]
        found = _exchange(hall, number, one, barred, step, cheapest, stream)
        if found < 0:
            continue
        hall.exchange(number, one, found)
        until = step + MEMORY + below(stream, MEMORY)
        barred[number, one, found] = barred[number, found, one] = until
        if hall.price < cheapest:
            best, cheapest = hall.copy(), hall.price
    return best


def _exchange(
    hall: Hall,
    number: int,
    one: int,
    barred: dict[tuple[int, int, int], int],
    step: int,
    cheapest: int,
    stream: Iterator[int],
) -> int:
    """With whom it is best to change: the cheapest, by lot among equals; -1 for nobody."""
    at, least, found = hall.at[number], 0, list[int]()
    for other, place in enumerate(at):
        if place < 0 or place == at[one]:
            continue
        more = hall.gain(number, one, other)
        if barred.get((number, one, other), -1) >= step and hall.price + more >= cheapest:
            continue
        if not found or more < least:
            least, found = more, [other]
        elif more == least:
            found.append(other)
    return found[below(stream, len(found))] if found else -1
