"""Many deals mined by many workers, into a file that grows; broken off it keeps what it has.

Beside the file stands another, ``FILE.done``, with a line for each deal that was looked through:
who goes on later does not look again.

    python -m trull.learn.puzzles.mine koenigrufen --deals 1000 --minutes 9 --jobs 16 --out FILE
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from trull import ruleset
from trull.arena.workers import hired, workers_for
from trull.bots import fast
from trull.errors import TrullError
from trull.learn.puzzles import closed, safe, source, stock
from trull.learn.puzzles.mine_open import open_puzzles
from trull.learn.puzzles.record import Puzzle, written
from trull.ruleset import RuleSet

DEALS, SEED = 1000, 1
KINDS = (stock.OPEN, closed.KIND, safe.KIND)
SPAN = 4
"""Deals handed out at once."""


class Piece(NamedTuple):
    """Some deals of a rule set, and what is sought in them."""

    kind: str
    rules: str
    seed: int
    numbers: tuple[int, ...]


class Mined(NamedTuple):
    """What came of a deal: lines of the file."""

    rules: str
    number: int
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is to be mined."""

    books: tuple[str, ...]
    out: Path
    kind: str = stock.OPEN  # or closed, or safe
    deals: int = DEALS
    first: int = 0
    minutes: float = 0.0  # 0: until all deals are done
    jobs: int = 0
    ray: bool = False
    seed: int = SEED

    @property
    def done(self) -> Path:
        """The file of the deals that were looked through."""
        return self.out.with_name(f"{self.out.name}.done")


def books_of(name: str) -> tuple[str, ...]:
    """A rule set, or all of a game."""
    found = tuple(one for one in ruleset.published() if name in (one, one.partition("/")[0]))
    if not found:
        raise TrullError(f"no game and no rule set is called {name!r}")
    return found


def dug(piece: Piece) -> list[Mined]:
    """The work of one worker."""
    rules = ruleset.load(piece.rules)
    return [
        Mined(piece.rules, number, tuple(map(written, _found(piece, rules, number))))
        for number in piece.numbers
    ]


def _found(piece: Piece, rules: RuleSet, number: int) -> Iterator[Puzzle]:
    if piece.kind == closed.KIND:
        return closed.closed_puzzles(source.turns(rules, piece.seed, number))
    moments = source.moments(rules, piece.seed, number)
    return safe.safe_puzzles(moments) if piece.kind == safe.KIND else open_puzzles(moments)


def mined(plan: Plan, report: Callable[[int, int], None] = lambda _deals, _puzzles: None) -> int:
    """Mine as planned, and say how many puzzles were found; each piece is kept at once."""
    pieces = list(_pieces(plan))
    jobs = workers_for(plan.jobs, len(pieces))
    for game in {name.partition("/")[0] for name in plan.books}:
        fast.core(game).warm()  # once, before several would compile the same
    end = time.monotonic() + 60 * plan.minutes if plan.minutes else float("inf")
    deals = puzzles = 0
    plan.out.parent.mkdir(parents=True, exist_ok=True)
    with (
        hired(jobs, plan.ray) as workers,
        plan.out.open("a", encoding="utf-8") as out,
        plan.done.open("a", encoding="utf-8") as done,
    ):
        for _, found in workers.each(dug, pieces):
            for one in found:
                out.writelines(f"{line}\n" for line in one.lines)
                done.write(f"{one.rules} {plan.seed} {one.number}\n")
                deals, puzzles = deals + 1, puzzles + len(one.lines)
            out.flush()
            done.flush()
            report(deals, puzzles)
            if time.monotonic() > end:
                break
    return puzzles


def _pieces(plan: Plan) -> Iterator[Piece]:
    """The deals that were not looked through yet, the books in turn."""
    before = set(plan.done.read_text(encoding="utf-8").splitlines()) if plan.done.exists() else ()
    numbers = range(plan.first, plan.first + plan.deals)
    for at in range(0, len(numbers), SPAN):
        for book in plan.books:
            some = tuple(
                n for n in numbers[at : at + SPAN] if f"{book} {plan.seed} {n}" not in before
            )
            if some:
                yield Piece(plan.kind, book, plan.seed, some)


# From the command line


def options(parser: argparse.ArgumentParser, kinds: Sequence[str] = KINDS) -> None:
    """What may be said about mining."""
    parser.add_argument("games", nargs="+", metavar="GAME|RULES", help="a game, or a rule set")
    parser.add_argument("--deals", type=int, default=DEALS, help="of each rule set (%(default)s)")
    parser.add_argument("--first", type=int, default=0, metavar="K", help="the first deal (0)")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so many")
    parser.add_argument("--jobs", type=int, default=0, help="processes (0: one for each core)")
    parser.add_argument("--ray", action="store_true", help="use a Ray cluster")
    parser.add_argument("--seed", type=int, default=SEED, help="of the deals (%(default)s)")
    parser.add_argument(
        "--kind", choices=kinds, default=stock.OPEN, help="what is sought (%(default)s)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="puzzles, by line")


def planned(args: argparse.Namespace) -> Plan:
    """The plan of what was said."""
    return Plan(
        books=tuple(dict.fromkeys(book for name in args.games for book in books_of(name))),
        out=args.out,
        kind=args.kind,
        deals=args.deals,
        first=args.first,
        minutes=args.minutes,
        jobs=args.jobs,
        ray=args.ray,
        seed=args.seed,
    )


def told(deals: int, puzzles: int) -> None:
    """A line of progress on the error channel."""
    sys.stderr.write(f"{deals} deals, {puzzles} puzzles\n")


def main(words: Sequence[str] | None = None) -> int:
    """Mine by the words of a command line."""
    parser = argparse.ArgumentParser(prog="trull.learn.puzzles.mine")
    options(parser)
    mined(planned(parser.parse_args(words)), told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
