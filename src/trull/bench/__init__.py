"""Benchmarks: commands, never timed tests. Rates are per second of CPU time.

trull bench engine    whole random hands through the public API, beside OpenSpiel's tarok
trull bench search    compiled playouts and solver, beside OpenSpiel's rollouts and DDS
trull bench duel      the cards of two bots in Königrufen, the games being bid by the book
trull bench habits    how well Königrufen's quick players foretell the book; makes their table
trull bench table     many tables on one core, beside a bare websockets server
trull bench crash     a server killed again and again under load: nothing lost, nothing doubled
trull bench faults    a line that drops, delays, doubles and cuts: the same games in the end
trull bench restart   how soon a server with many running games can be played on
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def parser() -> argparse.ArgumentParser:
    """The command line of ``trull bench``."""
    top = argparse.ArgumentParser(prog="trull bench", description="Measure Trull on this machine.")
    kinds = top.add_subparsers(dest="kind", required=True, metavar="KIND")
    for add in (_engine, _search, _duel, _habits, _table, _crash, _faults, _restart):
        one = add(kinds)
        one.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    return top


def run(argv: list[str]) -> int:
    """Run the bench that ``argv`` names and return the exit code."""
    args = parser().parse_args(argv)
    for name, value in vars(args).items():
        if isinstance(value, int | float) and not isinstance(value, bool) and value <= 0:
            parser().error(f"--{name} must be more than 0")
    work: Callable[[argparse.Namespace], int] = args.work
    return work(args)


# Each bench is imported when it is asked for: they bring their peers and the web with them.


def _engine(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    one = kinds.add_parser("engine", help="whole random hands per second through the public API")
    one.add_argument("--hands", type=int, default=300, metavar="N", help="hands per repeat (300)")
    one.add_argument("--repeats", type=int, default=3, metavar="N", help="repeats; median (3)")

    def work(args: argparse.Namespace) -> int:
        from trull.bench import engine

        return engine.run(args.hands, args.repeats, args.json)

    one.set_defaults(work=work)
    return one


def _search(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    one = kinds.add_parser("search", help="compiled playouts and solver, beside their peers")
    one.add_argument("--repeats", type=int, default=5, metavar="N", help="repeats; median (5)")
    one.add_argument("--deals", type=int, default=40, metavar="N", help="deals to solve (40)")

    def work(args: argparse.Namespace) -> int:
        from trull.bench import search

        return search.run(args.repeats, args.deals, args.json)

    one.set_defaults(work=work)
    return one


def _duel(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    one = kinds.add_parser("duel", help="the cards of two bots in games that the book has bid")
    one.add_argument("a", nargs="?", default="search", metavar="A", help="a bot (search)")
    one.add_argument("b", nargs="?", default="flat", metavar="B", help="another (flat)")
    one.add_argument("--rules", default="koenigrufen/tirol", metavar="RS", help="rule set")
    one.add_argument("--deals", type=int, default=2000, metavar="N", help="deals (2000)")
    one.add_argument("--seed", type=int, default=1, metavar="N", help="which deals (1)")

    def work(args: argparse.Namespace) -> int:
        from trull.bench import duel

        return duel.run(args.a, args.b, args.rules, args.deals, args.seed, args.json)

    one.set_defaults(work=work)
    return one


def _habits(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    one = kinds.add_parser("habits", help="how well quick playouts foretell what the book plays")
    one.add_argument("--deals", type=int, default=200, metavar="N", help="of each rule set (200)")
    one.add_argument("--seed", type=int, default=900, metavar="N", help="which deals (900)")
    one.add_argument("--write", type=Path, metavar="FILE", help="write the fitted table there")

    def work(args: argparse.Namespace) -> int:
        from trull.bench import habits

        return habits.run(args.deals, args.seed, args.write, args.json)

    one.set_defaults(work=work)
    return one


def _table(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    one = kinds.add_parser("table", help="many tables on one core, beside a bare websockets server")
    one.add_argument("--tables", type=int, default=2500, metavar="N", help="tables of four (2500)")
    one.add_argument("--seconds", type=float, default=20, metavar="S", help="length (20)")
    one.add_argument("--every", type=float, default=2, metavar="S", help="a move every … (2)")

    def work(args: argparse.Namespace) -> int:
        from trull.bench import table

        return table.run(args.tables, args.seconds, args.every, args.json)

    one.set_defaults(work=work)
    return one


def _crash(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    one = kinds.add_parser("crash", help="a server killed again and again under load")
    one.add_argument("--kills", type=int, default=100, metavar="N", help="kills (100)")
    one.add_argument("--acts", type=int, default=100_000, metavar="N", help="acts (100000)")
    one.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="an empty database; 'postgres' starts one and kills that as well (a SQLite file)",
    )
    one.add_argument("--seed", type=int, default=1, metavar="N", help="of the moments (1)")

    def work(args: argparse.Namespace) -> int:
        from trull.bench import crash

        return crash.run(args.kills, args.acts, args.database, args.seed, args.json)

    one.set_defaults(work=work)
    return one


def _faults(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    one = kinds.add_parser("faults", help="games over a line that drops, delays, doubles and cuts")
    one.add_argument("--games", type=int, default=1000, metavar="N", help="games (1000)")
    one.add_argument("--seed", type=int, default=1, metavar="N", help="of games and faults (1)")

    def work(args: argparse.Namespace) -> int:
        from trull.bench import faults

        return faults.run(args.games, args.seed, args.json)

    one.set_defaults(work=work)
    return one


def _restart(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    one = kinds.add_parser("restart", help="how soon a server with running games can be played on")
    one.add_argument("--games", type=int, default=1000, metavar="N", help="running games (1000)")

    def work(args: argparse.Namespace) -> int:
        from trull.bench import restart

        return restart.run(args.games, args.json)

    one.set_defaults(work=work)
    return one
