"""``trull arena``: two bots against each other on the same cards."""

from __future__ import annotations

import argparse
from pathlib import Path

from trull.arena.seating import SEATINGS
from trull.cli.options import add_changes, add_language
from trull.cli.play import DEFAULT

EXAMPLES = """examples:
  trull arena heuristic random --rules koenigrufen/finale --deals 500
  trull arena search flat --rules perlaggen/1890 --deals 200 --seed 7 --json
  trull arena heuristic random --seating one --deals 300      one against all others
  trull arena search search --seating once --deals 5000       what is played, a game a deal
  trull arena search flat --deals 500 --first 500             the second part of a long match
  trull arena my_bot.py:MyBot heuristic --deals 300           your own bot (docs/library.md)
  trull arena cmd:./my_bot heuristic --deals 300              the same in any language
  trull arena league autumn.toml --out docs                   every bot against every other

Every deal is played in several seatings with the same cards; what is told is what a seat brings
to A more than to B per deal. With --json the last line is one object: mean, ci95 and more.
"""

LEAGUE = "league"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "arena",
        help="measure two bots on duplicate deals",
        description="Two bots on the same cards, changing seats: who plays better, and how surely.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "a",
        metavar="A",
        help="a bot: heuristic, search:strong …, your own FILE.py:NAME or cmd:COMMAND",
    )
    parser.add_argument("b", metavar="B", help="another bot; after 'league' its file")
    parser.add_argument("--rules", default=DEFAULT, metavar="RS", help=f"rule set ({DEFAULT})")
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="how many deals (100)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which deals (0)")
    parser.add_argument("--first", type=int, default=0, metavar="K", help="the first of them (0)")
    parser.add_argument(
        "--players", type=int, metavar="N", help="how many sit at the table (four where they may)"
    )
    parser.add_argument(
        "--seating", choices=SEATINGS, default=SEATINGS[0], help="who sits where (%(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=0, metavar="J", help="processes (one a core)")
    parser.add_argument("--ray", action="store_true", help="on Ray instead (extra 'scale')")
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="keep every game in this folder"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="where a league writes its board"
    )
    parser.add_argument("--json", action="store_true", help="the result as one JSON line")
    add_language(parser)
    add_changes(parser)
    parser.set_defaults(run=_fight)


def _fight(args: argparse.Namespace) -> int:
    from trull.cli.arena_told import fight, league  # only here: they bring the bots with them

    return league(args) if args.a == LEAGUE else fight(args)
