"""The command line: ``trull play``, ``serve``, ``rules``, ``replay``, ``settle``, ``verify`` ….

One module a command. A mistake of the person is one line on stderr and exit status 2, a database
that must not be served now is one line and 1, an output that takes nothing is one line and 74;
nobody ever sees a traceback, unless TRULL_DEBUG is set.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from trull import __version__
from trull.cli.screen import Leave
from trull.errors import IllegalAction, TrullError, Unserved

COMMANDS = (
    *("play", "serve", "rules", "replay", "settle", "judge", "verify", "conformance", "arena"),
    *(
        "solve",
        "postmortem",
        "learn",
        "quiz",
        "puzzles",
        "daily",
        "train",
        "dataset",
        "cup",
        "admin",
    ),
)
"""Each is a module of this package; a command that is named is loaded alone."""

NOT_NOW = 1
MISTAKE = 2
BROKEN = 70
UNWRITABLE = 74
INTERRUPTED = 130
FULL = frozenset({errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC})
"""What is wrong with an output that takes nothing more; no mistake of ours."""
BARRED = frozenset(
    {errno.EACCES, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG}
    | {errno.ENOTDIR, errno.EPERM, errno.EROFS}
)
"""What is wrong with a file or folder that was named; no mistake of ours either."""
EXAMPLES = """examples:
  trull play                                   a game of Königrufen against bots
  trull serve --open                           a table in the browser
  trull rules show koenigrufen/finale          a rule set, readable
  trull rules show F-8.10                      a clause: its text, its code, its cases
  trull replay game.trn                        step through a record
  trull settle game.trn                        what a deal pays, line by line
  trull solve game.trn --at 30                 what every lawful card is worth, with open hands
  trull postmortem game.trn                    could it have been won? who gave what away
  trull learn                                  lessons, from the first card on
  trull quiz legal --rules koenigrufen/tirol   questions about the rules
  trull puzzles solve                          all hands open, one right card
  trull daily                                  the deal of the day, the same for everybody
  trull judge game.trn                         who broke which rule, and what it costs
  trull verify game.trn                        was the pack shuffled as promised?
  trull conformance cases/*.json               do the laws agree with these cases?
  trull arena heuristic random --deals 200     which bot plays better
  trull dataset make --deals 1000 --out DIR    deals of bots as data
  trull cup new "Herbstcup" --plan tirol       a cup: people, draw, sheets, ranking
  trull admin status                           how the server of this machine is

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
    bench = commands.add_parser("bench", help="measure Trull on this machine")
    bench.add_argument("rest", nargs=argparse.REMAINDER)
    bench.set_defaults(run=_bench)
    return whole


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if not _streams():
        print("trull: nowhere to write to: the output is closed", file=sys.stderr)
        return UNWRITABLE
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except TrullError as error:
        print(f"trull: {one_line(error)}", file=sys.stderr)
        return NOT_NOW if isinstance(error, Unserved) else MISTAKE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Leave as leave:
        if leave.interrupted:
            return INTERRUPTED
        print("trull: the input ended before the last answer", file=sys.stderr)
        return MISTAKE
    except BrokenPipeError:
        _drop_output()  # whoever read has left
        return 0
    except Exception as error:
        status = _outside(error)
        if status:
            return status
        if os.environ.get("TRULL_DEBUG"):
            raise
        told = " ".join(f"{error.__class__.__name__}: {error}".split())
        print(f"trull: internal error, please report it: {told}", file=sys.stderr)
        return BROKEN


def _outside(error: Exception) -> int:
    """Tell what is wrong with the disk and return its exit status; 0 if it is something else."""
    if isinstance(error, OSError) and error.errno in FULL:
        _drop_output()
        print(f"trull: cannot write: {error.strerror}", file=sys.stderr)
        return UNWRITABLE
    if isinstance(error, OSError) and error.errno in BARRED and error.filename:
        print(f"trull: {error.filename}: {error.strerror}", file=sys.stderr)
        return MISTAKE
    return 0


def _run(words: list[str]) -> int:
    try:
        if words[:1] == ["bench"]:
            return _bench(argparse.Namespace(rest=words[1:]))  # its own options are its own
        named = set(words[:1]) & set(COMMANDS)
        args = parser(named or COMMANDS).parse_args(words)
        status: int = args.run(args)
        return status
    finally:
        sys.stdout.flush()  # after --help too: at the end of Python it would be too late to tell


def _streams() -> bool:
    """Whether there is an output; Python has None for whatever was closed before it began."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115 (it stays open)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # an old terminal shows "?" for a suit
    return sys.stdout is not None


def _drop_output() -> None:
    """What still waits to be written goes nowhere, so that Python can end in peace."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def one_line(error: TrullError) -> str:
    """An error in one line; the faults of a refused act by their codes and clauses."""
    text = "; ".join(map(str, error.faults)) if isinstance(error, IllegalAction) else str(error)
    return " ".join(text.split())


def _bench(args: argparse.Namespace) -> int:
    from trull import bench  # only here: it brings its peer with it

    status: int = bench.run(args.rest)
    return status
