"""``trull verify``: whether the pack of a record was shuffled as promised."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from trull.cli import store
from trull.cli.options import add_language
from trull.cli.screen import Screen, language
from trull.cli.words import Words

if TYPE_CHECKING:
    from trull.table.room.branch import Origin

GOOD, BAD, BRANCH = 0, 1, 3
EXAMPLES = """examples:
  trull verify trull-evening.trn

The record comes from the table ("download the record"); its tags hold what was promised before the
deal and what was shown after it.
A branch of a finished deal was not shuffled: it is named as what it is, and nothing is proved.
Exit status: 0 every pack is as promised, 1 one is not, 2 the record cannot be read or has no proof,
3 nothing is wrong, but a deal is a branch and has nothing to prove.
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
    parser.add_argument("record", type=Path, metavar="RECORD", help="a record (.trn)")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """One line a deal."""
    from trull import shuffle  # only here: the command line starts faster without it
    from trull.table.room import branch

    screen, words = Screen(), Words(language(args.lang))
    found = set[int]()
    for number, record in enumerate(store.records_of(args.record), 1):
        deal, origin = record.tags.get("DealNo", str(number)), branch.origin_of(record)
        if origin is not None:
            told = words.cli("verify_branch", deal=deal, of=_named(words, origin), at=origin.at)
            screen.line(told, style="yellow")
            found.add(BRANCH)
            continue
        with store.reading(args.record):
            good = shuffle.verify(record)
        told = words.cli("verify_good" if good else "verify_bad", deal=deal)
        screen.line(told, style="green" if good else "bold red")
        found.add(GOOD if good else BAD)
    return next((status for status in (BAD, BRANCH) if status in found), GOOD)


def _named(words: Words, origin: Origin) -> str:
    """The deal a branch comes from, by its table or else by its record."""
    if origin.room:
        return words.cli("branch_of_deal", room=origin.room, deal=origin.deal)
    return words.cli("branch_of_record", record=origin.record)
