"""``trull cup``: a cup kept in a file, with or without a server.

Each command is a wish (``wishes``), a look (``looks``), the rehearsal or the evening in the browser
(``serving``); all speak German or English. A mistake is one line and exit status 2.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from trull.cli.cup import duplicate, leagues, looks, rehearse, seasons, serving, wishes
from trull.cli.options import add_language

EXAMPLES = """an evening:
  trull cup new "Herbstcup" --plan tirol            Herbstcup.cup, in this folder
  trull cup add "Anna Huber" --from Imst --paid 15  enters somebody who is here; prints the number
  trull cup enter people.csv                        or many at once: number;name;place;club;paid
  trull cup promise                                 hang the hash on the wall, then close the door
  trull cup draw                                    tables of all rounds, with what was achieved
  trull cup seat                                    slips A to Z; --tables: by table
  trull cup start                                   round 1 begins
  trull cup late "Toni Mair"                        seats a latecomer, or says when he plays
  trull cup row 17 1 1 -1                           table 17: three figures, the fourth follows
  trull cup mend 17 5 2 2 -2 -2 --why "verschrieben"
  trull cup strike 17 5 --why "nicht aufzuklären"   F-1.13: all four get 0
  trull cup type 4 12 -3 -5 -4 --helper Resi        sums of a paper sheet; a second helper again
  trull cup sheet 17 --close                        hands the sheet in and says who pays whom
  trull cup leave 23 --why "im Zorn" --deal 19      and which slips change
  trull cup close                                   ends the round once all sheets are in
  trull cup rank                                    the ranking; --csv, --round 2
  trull cup post, lot, finish, prizes               the end of the evening
  trull cup show                                    what is missing now; show log, show people
  trull cup verify Herbstcup.cup                    chain, draw, settlements, ranking done again
  trull cup export abakus                           the result as ABAKUS reads it (experimental)
  trull cup season *.cup --system heine --best 6    a table over several evenings
  trull cup fill                                    bots fill the tables of a duplicate cup
  trull cup boards                                  promise its boards; --print 1 for pre-dealing
  trull cup league new w1.league                    a week's boards alone against three bots
  trull cup league play w1.league --name Anna       then: league table w1.league w2.league
  trull cup rehearse --players 120                  tomorrow's evening, tonight
  trull cup serve --lan                             the same in the browser: desk, pads, wall

The file is the cup: copy it, and the copy is a backup. Without --file the only .cup file of this
folder is meant. 'trull cup COMMAND --help' says more; docs/cup.md tells the whole evening.
"""

Run = Callable[[argparse.Namespace], int]


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "cup",
        help="run a cup: people, draw, sheets, ranking",
        description="A Tarock cup in a file: entry, draw, rows and sheets, ranking, money.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    inner = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in (wishes, looks, seasons, duplicate, leagues, rehearse, serving):
        module.add(Menu(inner))


class Menu:
    """Adds commands that work on a cup file."""

    def __init__(self, inner: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        """The commands below ``trull cup``."""
        self._inner = inner

    def command(self, name: str, run: Run, says: str, file: bool = True) -> argparse.ArgumentParser:
        """A new command."""
        parser = self._inner.add_parser(
            name, help=says, description=says[0].upper() + says[1:] + "."
        )
        if file:
            parser.add_argument(
                "-f", "--file", type=Path, metavar="FILE", help="the cup (the only .cup file here)"
            )
        add_language(parser)
        parser.set_defaults(run=run)
        return parser
