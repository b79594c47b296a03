"""Benchmarks: commands, never timed tests. Rates are per second of CPU time.

trull bench engine    whole random hands through the public API, beside OpenSpiel's tarok
"""

from __future__ import annotations

import argparse

from trull.bench import engine


def parser() -> argparse.ArgumentParser:
    """The command line of ``trull bench``."""
    top = argparse.ArgumentParser(prog="trull bench", description="Measure Trull on this machine.")
    kinds = top.add_subparsers(dest="kind", required=True, metavar="KIND")
    one = kinds.add_parser("engine", help="whole random hands per second through the public API")
    one.add_argument("--hands", type=int, default=300, metavar="N", help="hands per repeat (300)")
    one.add_argument("--repeats", type=int, default=3, metavar="N", help="repeats; median (3)")
    one.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    return top


def run(argv: list[str]) -> int:
    """Run the bench that ``argv`` names and return the exit code."""
    args = parser().parse_args(argv)
    if args.hands < 1 or args.repeats < 1:
        parser().error("--hands and --repeats must be at least 1")
    return engine.run(args.hands, args.repeats, args.json)
