"""Benchmarks: commands, never timed tests. Rates are per second of CPU time.

trull bench engine    whole random hands through the public API, beside OpenSpiel's tarok
trull bench search    compiled playouts and solver, beside OpenSpiel's rollouts, C++ and DDS
trull bench research  whole random deals through the machine, beside OpenSpiel's tarok; on a GPU too
trull bench learnt    the learnt player on one core: time an act, start, size
trull bench train     self-play with learning, deals a second and where the time goes
trull bench ladder    every bot against every other by all rule sets, in pieces that go on
trull bench duel      the cards of two bots in Königrufen, the games being bid by the book
trull bench defence   two defences against the same Dreier, and what they give away
trull bench bids      what a game of Königrufen promises before it is bid, and what it brings
trull bench habits    how well Königrufen's quick players foretell a bot; makes their table
trull bench cup       draws, repairs, rows, an evening and a full hall of a cup, in figures
trull bench boards    what comparing like with like buys in a duplicate cup
trull bench tutor     how soon the tutor answers, and whether his blunders are confirmed
trull bench daily     what drawing the deals of some days costs; one number for all of them
trull bench table     many tables on one core, beside a bare websockets server
trull bench crash     a server killed again and again under load: nothing lost, nothing doubled
trull bench cluster   several servers on one PostgreSQL, struck while people play
trull bench backup    copies under load, and restored after the server was killed
trull bench week      rooms that come and go for a week in minutes: memory and database
trull bench faults    a line that drops, delays, doubles and cuts: the same games in the end
trull bench restart   how soon a server with many running games can be played on
trull bench attack    floods of lawful messages: how long a seated player waits, what is refused
"""

from __future__ import annotations

import argparse
import importlib
import os
from collections.abc import Mapping
from typing import NamedTuple

EXAMPLES = """examples:
  trull bench engine --hands 1000
  trull bench table --tables 500 --json
  trull bench duel search flat --rules koenigrufen/finale

'trull bench KIND --help' says more.
"""


MAY_BE_NOUGHT = frozenset({"seed", "houses"})
"""Numbers that may be 0; of all others at least one is wanted."""


class Argument(NamedTuple):
    """What a bench can be told, and what it takes where nobody says anything."""

    usual: float | str
    told: str
    metavar: str = "N"


class Bench(NamedTuple):
    """A module of this package; its ``run`` takes the arguments by their names, and ``as_json``."""

    told: str
    arguments: Mapping[str, Argument]


BENCHES = {
    "engine": Bench(
        "whole random hands per second through the public API",
        {
            "--hands": Argument(300, "hands per repeat"),
            "--repeats": Argument(3, "repeats; median"),
        },
    ),
    "search": Bench(
        "compiled playouts and solver, beside their peers",
        {
            "--repeats": Argument(5, "repeats; median"),
            "--deals": Argument(40, "deals to solve"),
        },
    ),
    "research": Bench(
        "whole random deals through the compiled machine, beside OpenSpiel's tarok",
        {
            "--deals": Argument(20_000, "deals per repeat"),
            "--repeats": Argument(5, "repeats; median"),
            "--device": Argument("cpu", "cpu, or cuda: equality with the CPU, then rates", "WHERE"),
            "--rules": Argument("", "on a GPU: those whose names begin so (all)", "RS"),
        },
    ),
    "learnt": Bench(
        "the learnt player on one core: CPU time an act, warm start, size",
        {
            "--rules": Argument("koenigrufen/tirol", "rule set", "RS"),
            "--deals": Argument(100, "deals"),
            "--seed": Argument(1, "which deals"),
        },
    ),
    "train": Bench(
        "self-play with learning: whole deals a second, and where the time goes",
        {
            "--game": Argument("koenigrufen", "one that has a machine", "GAME"),
            "--seconds": Argument(30.0, "of rounds", "S"),
            "--tables": Argument(65_536, "at once"),
            "--steps": Argument(24, "decisions a round"),
            "--parts": Argument(24, "lessons a round"),
            "--width": Argument(640, "of the network"),
            "--blocks": Argument(2, "of the network"),
        },
    ),
    "ladder": Bench(
        "every bot against every other by all rule sets, in pieces that go on",
        {
            "--bots": Argument("learnt,search,flat,heuristic", "with commas", "NAMES"),
            "--rules": Argument("", "those whose names begin so (all)", "RS"),
            "--deals": Argument(2000, "of each match"),
            "--houses": Argument(10, "drawn house rules of each rule set, for the first two bots"),
            "--house-deals": Argument(500, "by each of them"),
            "--piece": Argument(250, "deals between two lines of the file"),
            "--seatings": Argument("alternate,one", "which of them, with commas", "NAMES"),
            "--seed": Argument(990_000, "which deals"),
            "--jobs": Argument(os.cpu_count() or 1, "processes"),
            "--minutes": Argument(100_000.0, "begin no further piece after so long", "M"),
            "--out": Argument("ladder.jsonl", "the file that grows", "FILE"),
        },
    ),
    "duel": Bench(
        "the cards of two bots in games of Königrufen that the book has bid",
        {
            "a": Argument("search", "a bot", "A"),
            "b": Argument("flat", "another bot", "B"),
            "--rules": Argument("koenigrufen/tirol", "rule set", "RS"),
            "--deals": Argument(2000, "deals"),
            "--seed": Argument(1, "which deals"),
        },
    ),
    "defence": Bench(
        "two defences against the same Dreier of Königrufen, and what they give away",
        {
            "a": Argument("search:quick", "a bot that defends", "A"),
            "b": Argument("heuristic", "another bot", "B"),
            "--caller": Argument("search:quick", "who bids, and plays the Dreier", "NAME"),
            "--rules": Argument("koenigrufen/tirol", "rule set", "RS"),
            "--deals": Argument(200, "deals"),
            "--solve": Argument(50, "so many Dreier are laid open to the solver"),
            "--seed": Argument(1, "which deals"),
        },
    ),
    "bids": Bench(
        "what a game of Königrufen promises before it is bid, and what it brings",
        {
            "contract": Argument("piccolo", "a game of the rule set", "GAME"),
            "--rules": Argument("koenigrufen/tirol", "rule set", "RS"),
            "--deals": Argument(1000, "deals"),
            "--seed": Argument(1, "which deals"),
        },
    ),
    "habits": Bench(
        "how well Königrufen's quick playouts foretell what a bot plays",
        {
            "--bot": Argument("search", "who plays", "NAME"),
            "--deals": Argument(200, "of each rule set"),
            "--seed": Argument(900, "which deals"),
            "--write": Argument("", "write the fitted table there", "FILE"),
        },
    ),
    "cup": Bench(
        "what a cup evening promises: draws, repairs, rows, an evening, a full hall",
        {
            "what": Argument("all", "draw, repair, rows, evening, load or all", "WHAT"),
            "--sample": Argument(2000, "repairs, and deals of each book"),
            "--every": Argument(5.0, "a row of each table every so many seconds", "S"),
            "--seed": Argument(1, "of all chance"),
        },
    ),
    "boards": Bench(
        "the error of a person's score per board in a duplicate cup, raw and by method",
        {
            "--rules": Argument("koenigrufen/finale", "rule set", "RS"),
            "--hands": Argument(2000, "boards"),
            "--tables": Argument(8, "that play each of them"),
            "--slip": Argument(0.3, "share of the weaker half's cards that chance chooses", "P"),
            "--seed": Argument(1, "which boards"),
        },
    ),
    "tutor": Bench(
        "the tutor's weighings: time, grades, blunders confirmed by ten times the guesses",
        {
            "--rules": Argument("koenigrufen/tirol", "rule set", "RS"),
            "--deals": Argument(40, "deals"),
            "--seed": Argument(1, "which deals"),
        },
    ),
    "daily": Bench(
        "daily deals: CPU time of drawing a day, and a number that two machines can compare",
        {
            "game": Argument("koenigrufen", "a game", "GAME"),
            "--days": Argument(10, "days"),
            "--first": Argument("2026-11-01", "the first of them", "DATE"),
        },
    ),
    "table": Bench(
        "many tables on one core, beside a bare websockets server",
        {
            "--tables": Argument(2500, "tables of four"),
            "--seconds": Argument(50.0, "of moves, for each server", "S"),
            "--every": Argument(2.0, "a move every so many seconds", "S"),
        },
    ),
    "crash": Bench(
        "a server killed again and again under load",
        {
            "--kills": Argument(100, "kills"),
            "--acts": Argument(100_000, "acts"),
            "--database": Argument(
                "",
                "an empty one, else a SQLite file; 'postgres' starts one and kills it too",
                "URL",
            ),
            "--seed": Argument(1, "of the moments"),
        },
    ),
    "cluster": Bench(
        "several servers on one PostgreSQL, struck again and again while people play",
        {
            "--processes": Argument(4, "servers"),
            "--tables": Argument(40, "tables"),
            "--nemeses": Argument(100, "blows"),
            "--acts": Argument(100_000, "acts"),
            "--pause": Argument(0.1, "mean seconds before an act", "S"),
            "--kinds": Argument("all", "blows by name, commas between; or cpu, scale", "NAMES"),
            "--proxy": Argument("", "haproxy: by the real one; else as it would lead", "NAME"),
            "--log": Argument("", "a folder for the servers' logs", "DIR"),
            "--seed": Argument(1, "of the moments"),
        },
    ),
    "backup": Bench(
        "copies of a database that is played on, and what is in them",
        {
            "--entries": Argument(200_000, "entries in the database that is copied under load"),
            "--tables": Argument(250, "tables that act meanwhile"),
            "--seconds": Argument(20.0, "of moves, before and meanwhile", "S"),
            "--restores": Argument(20, "copies restored, the server killed meanwhile"),
            "--seed": Argument(1, "of tables and moments"),
        },
    ),
    "week": Bench(
        "rooms that come and go for a simulated week: memory and database",
        {
            "--rooms": Argument(20_000, "rooms"),
            "--entries": Argument(1_000_000, "entries"),
            "--minutes": Argument(60.0, "that the week takes at least", "M"),
            "--keep": Argument(1, "days a room is kept"),
            "--seed": Argument(1, "of the rooms"),
        },
    ),
    "faults": Bench(
        "games over a line that drops, delays, doubles and cuts",
        {
            "--games": Argument(1000, "games"),
            "--seed": Argument(1, "of games and faults"),
        },
    ),
    "restart": Bench(
        "how soon a server with running games can be played on",
        {
            "--games": Argument(1000, "running games"),
            "--deals": Argument(1, "deals each of them has seen, the last still under way"),
        },
    ),
    "attack": Bench(
        "floods of lawful messages, and how long a seated player waits",
        {
            "--attack": Argument(
                "all",
                "crowd, talk, logs, records, rooms, bots, tutor, school, daily or memory",
                "NAME",
            ),
            "--seconds": Argument(20.0, "of each flood", "S"),
            "--rooms": Argument(5000, "rooms that come and go"),
        },
    ),
}


def parser() -> argparse.ArgumentParser:
    """The command line of ``trull bench``."""
    top = argparse.ArgumentParser(
        prog="trull bench",
        description="Measure Trull on this machine.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = top.add_subparsers(dest="kind", required=True, metavar="KIND")
    for name, bench in BENCHES.items():
        whole = f"{bench.told[0].upper()}{bench.told[1:]}."
        one = kinds.add_parser(name, help=bench.told, description=whole)
        for flag, (usual, told, metavar) in bench.arguments.items():
            one.add_argument(
                flag,
                nargs=None if flag.startswith("-") else "?",
                type=type(usual),
                default=usual,
                metavar=metavar,
                help=f"{told} ({usual})" if usual else told,
            )
        one.add_argument(
            "--json", dest="as_json", action="store_true", help="the figures as one JSON object"
        )
    return top


def run(argv: list[str]) -> int:
    """Run the bench that ``argv`` names and return the exit code."""
    given = vars(parser().parse_args(argv))
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if name in MAY_BE_NOUGHT and value < 0:
            parser().error(f"--{name} must not be less than 0")
        if name not in MAY_BE_NOUGHT and value <= 0:
            parser().error(f"--{name} must be more than 0")
    # Imported only when it is asked for: benches bring their peers and the web with them.
    code: int = importlib.import_module(f"trull.bench.{given.pop('kind')}").run(**given)
    return code
