"""``trull conformance``: case files against the laws."""

from __future__ import annotations

import argparse
from pathlib import Path

from trull import conformance
from trull.cli.screen import Screen

EXAMPLES = """examples:
  trull conformance cases/koenigrufen_settlement.json
  trull conformance -q cases/*.json

Exit status: 0 all cases passed, 1 some did not, 2 a file cannot be read.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "conformance",
        help="check the laws against case files",
        description="Run case files (JSON) through the laws that real games use.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a case file (.json)")
    parser.add_argument("-q", "--quiet", action="store_true", help="print the summary alone")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Every mismatch, then how many passed."""
    screen = Screen()
    outcomes = [outcome for file in args.files for outcome in conformance.run(file)]
    failed = [outcome for outcome in outcomes if not outcome.passed]
    if not args.quiet:
        for outcome in failed:
            _tell(screen, outcome)
    screen.line(f"{len(outcomes) - len(failed)} of {len(outcomes)} cases passed")
    return 1 if failed else 0


def _tell(screen: Screen, outcome: conformance.Outcome) -> None:
    why = f": {outcome.why}" if outcome.why else ""
    screen.line(f"{outcome.file}: {outcome.case}{why}", style="bold red")
    screen.lines(outcome.mismatches, indent=2)
