"""``trull dataset``: deals of bots as data for researchers."""

from __future__ import annotations

import argparse
from pathlib import Path

from trull.cli.options import add_changes, add_language, wished
from trull.cli.play import DEFAULT

EXAMPLES = """examples:
  trull dataset make --bots heuristic --rules koenigrufen/finale --deals 20000 --out finale
  trull dataset make --bots search,heuristic --deals 500 --format jsonl --out mixed
  RAY_ADDRESS=10.0.0.1:6379 trull dataset make --ray --deals 1000000 --out large
  trull dataset check finale                     compare the checksums, replay every row

Parquet needs the extra 'research' (pip install 'trull[research]'); JSON lines need nothing.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "dataset",
        help="deals of bots as data",
        description="Deals of bots as rows and as records, with a data card and checksums.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    which = parser.add_subparsers(metavar="WHAT", required=True)
    make = which.add_parser("make", help="play deals and write them")
    make.add_argument("--bots", default="heuristic", metavar="A[,B]", help="who plays (heuristic)")
    make.add_argument("--rules", default=DEFAULT, metavar="RS", help=f"rule set ({DEFAULT})")
    make.add_argument("--players", type=int, metavar="N", help="how many sit at the table")
    make.add_argument("--deals", type=int, default=100, metavar="N", help="how many deals (100)")
    make.add_argument("--seed", type=int, default=0, metavar="S", help="which deals (0)")
    make.add_argument("--jobs", type=int, default=0, metavar="J", help="processes (one a core)")
    make.add_argument("--ray", action="store_true", help="on Ray instead (extra 'scale')")
    make.add_argument("--format", choices=("parquet", "jsonl"), default="parquet", dest="form")
    make.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    add_changes(make)
    check = which.add_parser("check", help="compare the checksums and replay every row")
    check.add_argument("folder", type=Path, metavar="DIR", help="what 'make' has written")
    for one, run in ((make, _make), (check, _check)):
        add_language(one)
        one.set_defaults(run=run)


def _make(args: argparse.Namespace) -> int:
    from trull.arena.deal import Plan, players_of  # only here: they bring the bots with them
    from trull.cli.arena_told import check_numbers
    from trull.cli.rules import loaded
    from trull.cli.screen import Screen, language, progress
    from trull.cli.words import Words
    from trull.research import dataset

    names = (args.bots.split(",") * 2)[:2]
    check_numbers(args, names, ("deals", "seed", "jobs"))
    rules = loaded(args.rules, wished(args.sets))
    plan = Plan(
        a=names[0],
        b=names[1],
        rules=rules,
        players=players_of(rules, args.players),
        seed=args.seed,
        seating="once",
        records=True,
    )
    words = Words(language(args.lang), rules.name)
    with progress() as bar:
        task = bar.add_task(words.cli("arena_bar", a=plan.a, b=plan.b), total=args.deals)
        made = dataset.make(
            plan,
            args.deals,
            args.out,
            form=args.form,
            jobs=args.jobs,
            ray=args.ray,
            progress=lambda deals: bar.advance(task, deals),
        )
    told = {"rows": sum(made.rows.values()), "failures": made.failures, "folder": str(args.out)}
    Screen().line(words.cli("dataset_made", **told))
    return 0


def _check(args: argparse.Namespace) -> int:
    from trull.cli.screen import Screen, language
    from trull.cli.words import Words
    from trull.research import dataset

    rows = dataset.check(args.folder)
    Screen().line(Words(language(args.lang)).cli("dataset_good", rows=rows))
    return 0
