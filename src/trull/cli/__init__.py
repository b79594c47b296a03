"""The command line: ``trull play``, ``serve``, ``rules``, ``replay``, ``settle``, ``verify`` ….

One module a command. A mistake of the person is one line on stderr and exit status 2; nobody
ever sees a traceback, unless TRULL_DEBUG is set.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Iterable, Sequence

from trull import __version__
from trull.cli.screen import Leave
from trull.errors import IllegalAction, TrullError

COMMANDS = (
    *("play", "serve", "rules", "replay", "settle", "judge", "verify", "conformance", "arena"),
    *("solve", "postmortem"),
)
"""Each is a module of this package; a command that is named is loaded alone."""

MISTAKE = 2
BROKEN = 70
INTERRUPTED = 130
EXAMPLES = """examples:
  trull play                                   a game of Königrufen against bots
  trull serve --open                           a table in the browser
  trull rules show koenigrufen/finale          a rule set, readable
  trull rules show F-8.10                      a clause: its text, its code, its cases
  trull replay game.trn                        step through a record
  trull settle --under koenigrufen/finale game.trn
  trull solve game.trn --at 30                 what every lawful card is worth, with open hands
  trull postmortem game.trn                    could it have been won? who gave what away
  trull judge game.trn                         who broke which rule, and what it costs
  trull conformance cases/*.json
  trull arena heuristic random --deals 200     which bot plays better

'trull COMMAND --help' says more.
"""


def parser(names: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The whole command line, or what some commands understand."""
    whole = argparse.ArgumentParser(
        prog="trull",
        description="The Alpine Tarock games by the paragraph.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"trull {__version__}")
    commands = whole.add_subparsers(metavar="COMMAND", required=True)
    for name in names:
        importlib.import_module(f"{__name__}.{name}").add(commands)
    bench = commands.add_parser("bench", help="measure the engine ('trull bench engine')")
    bench.add_argument("rest", nargs=argparse.REMAINDER)
    bench.set_defaults(run=_bench)
    return whole


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words[:1] == ["bench"]:
            return _bench(argparse.Namespace(rest=words[1:]))  # its own options are its own
        named = set(words[:1]) & set(COMMANDS)
        args = parser(named or COMMANDS).parse_args(words)
        status: int = args.run(args)
        sys.stdout.flush()
    except TrullError as error:
        print(f"trull: {one_line(error)}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Leave as leave:
        if leave.interrupted:
            return INTERRUPTED
        print("trull: the input ended before the last answer", file=sys.stderr)
        return MISTAKE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read has left
        return 0
    except Exception as error:
        if os.environ.get("TRULL_DEBUG"):
            raise
        told = " ".join(f"{error.__class__.__name__}: {error}".split())
        print(f"trull: internal error, please report it: {told}", file=sys.stderr)
        return BROKEN
    return status


def one_line(error: TrullError) -> str:
    """An error in one line; the faults of a refused act by their codes and clauses."""
    text = "; ".join(map(str, error.faults)) if isinstance(error, IllegalAction) else str(error)
    return " ".join(text.split())


def _bench(args: argparse.Namespace) -> int:
    from trull import bench  # only here: it brings its peer with it

    status: int = bench.run(args.rest)
    return status
