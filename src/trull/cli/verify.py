"""``trull verify``: whether the pack of a record was shuffled as promised."""

from __future__ import annotations

import argparse
from pathlib import Path

from trull.cli import store
from trull.cli.screen import Screen, language
from trull.cli.words import Words

EXAMPLES = """examples:
  trull verify trull-evening.trn

The record comes from the table ("download the record"); its tags hold what was promised before the
deal and what was shown after it.
Exit status: 0 every pack is as promised, 1 one is not, 2 the record cannot be read or has no proof.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "verify",
        help="prove the shuffle of a record",
        description="Do the sum of the shuffle again and compare it with the recorded pack.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument("--lang", choices=("de", "en"), help="German or English")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """One line a deal."""
    from trull.table import shuffle  # only here: the command line starts faster without the table

    screen, words = Screen(), Words(language(args.lang))
    status = 0
    for number, record in enumerate(store.records_of(args.record), 1):
        with store.reading(args.record):
            good = shuffle.verify(record)
        told = "verify_good" if good else "verify_bad"
        deal = record.tags.get("DealNo", str(number))
        screen.line(words.cli(told, deal=deal), style="green" if good else "bold red")
        status = status if good else 1
    return status
