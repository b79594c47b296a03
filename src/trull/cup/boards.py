"""A duplicate cup: every table plays the same boards, and like is compared with like.

A board is a pack, a cut and a dealer, all from one seed that was promised before the first round.
Nobody is shown a board before every table of the round is through with it. Whoever held *the same
seat* of a board is compared, by the method of the plan:

| method | worth of a result among the others of its seat | sums to |
|---|---|---|
| matchpoints | 2 for everybody beaten, 1 for a tie, as per cent above or below 50 | 0 |
| cross | the mean of the steps won or lost against each other | 0 |
| difference | the plain difference to the mean of the others | 0 |

Seats turn so that everybody holds each of them equally often (``turned``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from trull import laws, lots
from trull.cards import Card
from trull.cup.state import Cup, Sheet
from trull.game import Game
from trull.ruleset import RuleSet
from trull.settlement import Amount, whole
from trull.state import Action, Prompt, Seat

NAME = "trull-boards-v1"
HALF = 50
SEATS = 4


# The boards


class Board(NamedTuple):
    """A board, opened: who holds what once it is cut and dealt, and what is left."""

    round: int
    deal: int
    game: Game
    hands: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]


def board(rules: RuleSet, seed: str, cup: str, at: tuple[int, int], seats: int = SEATS) -> Board:
    """The board of a round and deal, from the seed alone."""
    stream = lots.words(lots.key(seed, [NAME, cup, *map(str, at)]))
    game = _opened(rules, stream, at[1] - 1, seats)
    hands = tuple(game.view_for(Seat(seat)).hand for seat in range(seats))
    pack = laws.of(rules.game).pack
    return Board(*at, game, hands, _rest([pack.code(card) for card in game.setup.pack], hands))


def _opened(rules: RuleSet, stream: Iterator[int], number: int, seats: int) -> Game:
    """A deal whose cards are out: whatever must be done before, such as a cut, is drawn too."""
    game_laws = laws.of(rules.game)
    sitting = game_laws.open_sitting(rules, seats, number % seats)
    pack = tuple(map(Card, lots.order(stream, game_laws.pack.size)))
    game = Game(game_laws.deal(sitting, pack)[0])
    while game.duty and not any(game.view_for(None).counts):
        seat = min(game.duty)
        game.apply(seat, _drawn(game.prompts(seat)[0], stream))
    return game


def _drawn(prompt: Prompt, stream: Iterator[int]) -> Action:
    """An act with as few words as may be, drawn fairly."""
    few = max(prompt.least - len(prompt.must), 0)
    words = (prompt.choices[at] for at in lots.some(stream, len(prompt.choices), few))
    return Action(prompt.verb, (*prompt.must, *words))


def _rest(pack: Sequence[str], hands: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Cards nobody holds, in the order of the pack; a run over its end begins where it begins."""
    held = {card for hand in hands for card in hand}
    starts = [n for n, card in enumerate(pack) if card not in held and pack[n - 1] in held]
    first = starts[0] if len(starts) == 1 else 0
    return tuple(card for card in (*pack[first:], *pack[:first]) if card not in held)


# Methods


def matchpoints(made: Sequence[Amount]) -> list[Fraction]:
    """Two for everybody beaten, one for a tie, as per cent above or below half of all.

    >>> [int(one) for one in matchpoints([3, -1, -1])]
    [50, -25, -25]
    """
    most = 2 * (len(made) - 1)
    beaten = [sum((own > other) - (own < other) for other in made) for own in made]
    return [Fraction(100 * won, most) for won in beaten]


def cross(made: Sequence[Amount], scale: Sequence[int] = ()) -> list[Fraction]:
    """The mean of the steps won or lost against each of the others.

    >>> [str(one) for one in cross([6, 0, -1])]
    ['3', '-1', '-2']
    """
    sums = [sum(_won(own, other, scale) for other in made) for own in made]
    return [Fraction(one, len(made) - 1) for one in sums]


def _won(own: Amount, other: Amount, scale: Sequence[int]) -> int:
    found = steps(max(own - other, other - own), scale)
    return found if own > other else -found


def steps(apart: Amount, scale: Sequence[int] = ()) -> int:
    """How many steps of a scale a difference reaches; without one they lie at 1, 3, 6 and on.

    >>> [steps(one) for one in (0, 1, 2, 3, 5, 6, 21)], steps(9, (2, 5, 10))
    ([0, 1, 1, 2, 2, 3, 6], 2)
    """
    if scale:
        return sum(step <= apart for step in scale)
    found = 0
    while (found + 1) * (found + 2) // 2 <= apart:
        found += 1
    return found


def difference(made: Sequence[Amount]) -> list[Fraction]:
    """The plain difference to the mean of the others.

    >>> [str(one) for one in difference([6, 0, -3])]
    ['15/2', '-3/2', '-6']
    """
    total, others = sum(map(Fraction, made), Fraction(0)), len(made) - 1
    return [own - (total - own) / others for own in made]


def compared(method: str, made: Sequence[Amount], scale: Sequence[int] = ()) -> list[Fraction]:
    """What each result is worth among the others; alone it is worth nothing."""
    if len(made) < 2:
        return [Fraction(0)] * len(made)
    match method:
        case "matchpoints":
            return matchpoints(made)
        case "cross":
            return cross(made, scale)
    return difference(made)


# Results


class Held(NamedTuple):
    """What somebody made of a seat of a board, and what it is worth among the others of it."""

    seat: int
    number: int
    table: int
    made: Amount
    worth: Fraction


def opened(cup: Cup, round_: int) -> tuple[int, ...]:
    """The boards of a round that every table is through with: no other may be shown."""
    sheets = [sheet for (at, _), sheet in cup.sheets.items() if at == round_]
    deals = sorted({row.deal for sheet in sheets for row in sheet.rows})
    return tuple(deal for deal in deals if all(_is_through(s, deal) for s in sheets))


def _is_through(sheet: Sheet, deal: int) -> bool:
    """Whether a table has played a board, or will not; an unclear row may be none yet."""
    row = sheet.row(deal)
    return sheet.closed or (row is not None and not row.unclear)


def held(cup: Cup, round_: int, deal: int) -> tuple[Held, ...]:
    """Every result of a board, seat by seat; a row that is unclear or struck is no result."""
    found = list[Held]()
    results = _results(cup, round_, deal)
    for seat in range(cup.plan.playing):
        own = [(sheet, made[seat]) for sheet, made in results]
        worth = compared(cup.plan.boards, [made for _, made in own], cup.plan.scale)
        for (sheet, made), value in zip(own, worth, strict=True):
            number = cup.credit(sheet.people[seat], round_)
            found.append(Held(seat, number, sheet.table, made, value))
    return tuple(found)


def _results(cup: Cup, round_: int, deal: int) -> list[tuple[Sheet, list[Amount]]]:
    """By table what each seat made of a board; a sheet names its people in the order of seats."""
    found = []
    for (at, _), sheet in sorted(cup.sheets.items()):
        row = sheet.row(deal) if at == round_ else None
        if row is not None and not row.struck and not row.unclear:
            made = dict(zip(row.places, row.points, strict=True))
            found.append((sheet, [made[number] for number in sheet.people[: cup.plan.playing]]))
    return found


def round_results(cup: Cup, rounds: int) -> list[dict[int, Amount]]:
    """By round what everybody's boards are worth; those not every table has played do not count."""
    found: list[dict[int, Amount]] = []
    for at in range(1, rounds + 1):
        sheets = [sheet for (r, _), sheet in cup.sheets.items() if r == at]
        sums: dict[int, Amount] = {cup.credit(n, at): 0 for s in sheets for n in s.people}
        for deal in opened(cup, at):
            for one in held(cup, at, deal):
                sums[one.number] = whole(Fraction(sums[one.number] + one.worth))
        found.append(sums)
    return found


# Seats


def turned(plan: Sequence[Sequence[Sequence[int]]]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The same tables with people in the order of seats: in four rounds everybody holds each once.

    People and tables of four rounds are the two sides of a graph; König's theorem says that its
    lines can be coloured by four seats so that no two of one person, or of one table, are alike.
    """
    found: list[tuple[tuple[int, ...], ...]] = []
    for first in range(0, len(plan), SEATS):
        found += _coloured(plan[first : first + SEATS])
    return tuple(found)


def _coloured(rounds: Sequence[Sequence[Sequence[int]]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    seats = _Seats()
    for at, tables in enumerate(rounds):
        for table, people in enumerate(tables):
            for number in people:
                seats.add(("person", number), ("table", at, table))
    for at, tables in enumerate(rounds):
        yield tuple(seats.of(("table", at, t), people) for t, people in enumerate(tables))


Node = tuple[object, ...]


class _Seats:
    """Seats as colours of lines: a new line takes a free one, others on its path change places."""

    def __init__(self) -> None:
        self._at: dict[Node, dict[int, Node]] = {}

    def add(self, person: Node, table: Node) -> None:
        own, other = self._free(person), self._free(table)
        if own != other:
            self._exchange(table, own, other)
        self._set(person, table, own)

    def _free(self, node: Node) -> int:
        used = self._at.setdefault(node, {})
        return next(seat for seat in range(SEATS) if seat not in used)

    def _set(self, one: Node, other: Node, seat: int) -> None:
        self._at[one][seat], self._at[other][seat] = other, one

    def _exchange(self, node: Node, first: int, second: int) -> None:
        """Change the two seats along the path from a node, so that the first is free there."""
        path, seat = [node], first
        while seat in self._at[path[-1]]:
            path.append(self._at[path[-1]][seat])
            seat = second if seat == first else first
        lines = list(pairwise(path))
        for at, (one, other) in enumerate(lines):
            old = (first, second)[at % 2]
            del self._at[one][old]
            del self._at[other][old]
        for at, (one, other) in enumerate(lines):
            self._set(one, other, (second, first)[at % 2])

    def of(self, table: Node, people: Sequence[int]) -> tuple[int, ...]:
        """The people of a table by seat."""
        if len(people) != SEATS:
            return tuple(people)
        return tuple(int(str(self._at[table][seat][1])) for seat in range(SEATS))


def turns(plan: Sequence[Sequence[Sequence[int]]]) -> Mapping[int, Counter[int]]:
    """How often everybody holds each seat."""
    found: dict[int, Counter[int]] = {}
    for tables in plan:
        for people in tables:
            for seat, number in enumerate(people):
                found.setdefault(number, Counter())[seat] += 1
    return found
