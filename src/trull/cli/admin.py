"""``trull admin``: what who runs a server may do, by its socket or on its database."""

from __future__ import annotations

import argparse
import getpass
import http.client
import json
import re
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from trull.cli.serve import PORT, admin_socket, default_database
from trull.errors import TableError, TrullError

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection, Engine

    from trull.table.store.upkeep import Age, Checked

DAY = 24 * 3600
SPANS = {"s": 1, "m": 60, "h": 3600, "d": DAY}
SPAN = re.compile(r"(\d{1,6})([smhd])")
PATIENCE = 60.0
"""Seconds a server has for its answer."""

EXAMPLES = """examples:
  trull admin health                                exit status 0 if all is well
  trull admin status
  trull admin backup tables-2026-11-18.sqlite       while the server runs; the copy is checked
  trull admin restore tables-2026-11-18.sqlite      while it does not; the old file is kept
  trull admin export --since 2026-01-01 --out DIR   finished deals as records
  trull admin retire --older 400d --out DIR         export what is older, then forget it
  trull admin about Anna                            all that is kept of somebody
  trull admin erase ROOM Anna --why "asked for it"  take somebody out of a room's log
  trull admin rooms --reported                      what members have reported
  trull admin close ROOM --why spam
  trull admin notice "Restart at ten." --for 30m
  trull admin block 192.0.2.0/24 --for 7d --why spam

What changes a room goes through the server if one runs, so that nobody plays on in what is gone.
"""
A = TypeVar("A")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "admin",
        help="look after a server: backup, export, reports, people",
        description="Look after a server of this machine, by its socket or on its database.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--port", type=int, default=PORT, help="the server's port (%(default)s)")
    parser.add_argument("--at", metavar="PATH", help="its socket, where --admin named another")
    parser.add_argument("--database", metavar="URL", help="its database, as for 'trull serve'")
    acts = parser.add_subparsers(metavar="ACT", required=True)
    _add_looking(acts)
    _add_files(acts)
    _add_people(acts)


def _add(
    acts: argparse._SubParsersAction[argparse.ArgumentParser],
    run: Callable[[argparse.Namespace], int],
    told: str,
    *words: str,
) -> argparse.ArgumentParser:
    """An act with its plain arguments."""
    parser = acts.add_parser(run.__name__.strip("_"), help=told, description=f"{told}.")
    for word in words:
        parser.add_argument(word, metavar=word.upper())
    parser.set_defaults(run=partial(_logged, run))
    return parser


def _logged(run: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """Run an act; what the store finds remarkable goes to the terminal."""
    from trull.table import logs  # only here: with it comes the table

    if not logs.LOG.handlers:
        logs.to(sys.stderr, plain=True)
    return run(args)


def _add_looking(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add(acts, health, "whether all is well; exit status 1 if not")
    _add(acts, status, "how the server is")
    found = _add(acts, rooms, "the rooms in memory")
    found.add_argument("--reported", action="store_true", help="what members have reported")


def _add_files(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add(acts, backup, "copy the database at one moment, and check the copy", "file")
    found = _add(acts, check, "fold every room, of the database or of a copy")
    found.add_argument("file", metavar="FILE", nargs="?", help="a copy (the database)")
    _add(acts, restore, "put a copy in the place of the database; no server may run", "file")
    found = _add(acts, export, "write finished deals as records, a file a room")
    found.add_argument("--since", metavar="DAY", default="1970-01-01", help="from this day on")
    found.add_argument(
        "--format", choices=("trn", "parquet"), default="trn", dest="form", help="(%(default)s)"
    )
    found.add_argument("--out", metavar="DIR", type=Path, required=True, help="where to")
    found = _add(acts, retire, "export old rooms, then forget them")
    found.add_argument("--older", metavar="SPAN", default="400d", help="age (%(default)s)")
    found.add_argument(
        "--unfinished", metavar="SPAN", default="7d", help="without a finished deal (%(default)s)"
    )
    found.add_argument("--out", metavar="DIR", type=Path, required=True, help="where to")
    found.add_argument("--why", default="", help="for the log")


def _add_people(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add(acts, about, "all that is kept of somebody, by name or member id", "who")
    for run, told, *words in (
        (erase, "take somebody's names and talk out of a room's log", "room", "who"),
        (close, "close a room for good", "room"),
        (block, "keep a network out; --for 0s lets it in", "network"),
    ):
        found = _add(acts, run, told, *words)
        found.add_argument("--why", required=True, help="for the log")
        if run is block:
            found.add_argument("--for", metavar="SPAN", default="7d", dest="span", help="(7d)")
    found = _add(acts, notice, "tell every table something", "text")
    found.add_argument("--for", metavar="SPAN", default="1h", dest="span", help="how long (1h)")


# Looking


def health(args: argparse.Namespace) -> int:
    """Say whether all is well."""
    status, told = _asked(args, "GET", "/health")
    _show(told)
    return 0 if status == 200 else 1


def status(args: argparse.Namespace) -> int:
    """Say how the server is."""
    _show(_ordered(args, act="status"))
    return 0


def rooms(args: argparse.Namespace) -> int:
    """List rooms, or reports."""
    for one in _rows(_ordered(args, act="rooms", reported=args.reported)):
        print(json.dumps(one, ensure_ascii=False))
    return 0


# Files


def backup(args: argparse.Namespace) -> int:
    """Copy the database."""
    from trull.table.store import upkeep  # only here: it brings the store with it

    return _checked(upkeep.backup(_database(args), Path(args.file)))


def check(args: argparse.Namespace) -> int:
    """Fold every room."""
    from trull.table.store import upkeep

    return _checked(upkeep.check(f"sqlite:///{args.file}" if args.file else _database(args)))


def restore(args: argparse.Namespace) -> int:
    """Put a copy in the place of the database."""
    from trull.table.store import upkeep

    found, kept = upkeep.restore(_database(args), Path(args.file))
    if kept is not None:
        print(f"the old database is kept as {kept}")
    return _checked(found)


def export(args: argparse.Namespace) -> int:
    """Write finished deals."""
    from trull.table.store import upkeep

    write = upkeep.export if args.form == "trn" else upkeep.export_table
    return _on_file(args, lambda engine: _exported(write(engine, args.out, _day(args.since))))


def retire(args: argparse.Namespace) -> int:
    """Export what is old, then forget exactly that."""
    from trull.table.store import upkeep
    from trull.table.store.upkeep import Age

    age = Age(_span(args.older) * 1000, _span(args.unfinished) * 1000)
    found = _stale(args, age)
    _on_file(args, lambda engine: _exported(upkeep.export(engine, args.out, only=found)))
    if _runs(args):
        told = _ordered(args, act="retire", why=args.why, only=found, **_ages(age))
    else:
        _alone(args, partial(upkeep.delete, rooms=found))
        told = len(found)
    print(f"forgotten: {told}")
    return 0


def _stale(args: argparse.Namespace, age: Age) -> list[str]:
    from trull.table.store import upkeep

    if _runs(args):
        return [str(room) for room in _rows(_ordered(args, act="stale", **_ages(age)))]
    now = int(datetime.now(UTC).timestamp() * 1000)
    return _alone(args, partial(upkeep.stale, now=now, age=age))


def _ages(age: Age) -> dict[str, int]:
    return {"older": age.finished, "unfinished": age.unfinished}


def _exported(found: object) -> int:
    print(f"written: {getattr(found, 'deals', 0)} deals of {getattr(found, 'rooms', 0)} rooms")
    unreadable = getattr(found, "unreadable", 0)
    if unreadable:
        print(f"unreadable: {unreadable} rooms")
    return 1 if unreadable else 0


# People


def about(args: argparse.Namespace) -> int:
    """Say what is kept of somebody."""
    from trull.table.store import upkeep

    found: list[dict[str, object]] = []
    _on_file(
        args, lambda engine: found.extend(_within(engine, partial(upkeep.about, who=args.who)))
    )
    print(json.dumps(found, ensure_ascii=False, indent=2))
    return 0 if found else 1


def erase(args: argparse.Namespace) -> int:
    """Take somebody out of a room's log."""
    from trull.table.store import upkeep

    if _runs(args):
        member = _ordered(args, act="erase", room=args.room, text=args.who, why=args.why)
    else:
        member = _alone(args, partial(upkeep.erase, room=args.room, who=args.who))
    print(f"erased: {member}")
    return 0


def close(args: argparse.Namespace) -> int:
    """Close a room for good."""
    _ordered(args, act="close", room=args.room, why=args.why)
    return 0


def notice(args: argparse.Namespace) -> int:
    """Tell every table something."""
    told = _ordered(args, act="notice", text=args.text, seconds=_span(args.span))
    print(f"told: {told} sockets")
    return 0


def block(args: argparse.Namespace) -> int:
    """Keep a network out."""
    seconds = _span(args.span)
    told = _ordered(args, act="block", text=args.network, seconds=seconds, why=args.why)
    print(f"closed: {told} sockets")
    return 0


# The server


class _Line(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self._path = path

    def connect(self) -> None:
        """Connect to the path."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(str(self._path))


def _asked(
    args: argparse.Namespace, method: str, path: str, body: object = None
) -> tuple[int, object]:
    """What the server answers; TableError if none does."""
    line = _Line(_socket(args))
    try:
        line.request(method, path, body=None if body is None else json.dumps(body))
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise TableError(f"{_socket(args)}: no server answers there ({why})") from None
    finally:
        line.close()


def _ordered(args: argparse.Namespace, **order: object) -> object:
    """What came of a command."""
    _, told = _asked(args, "POST", "/do", {**order, "who": getpass.getuser()})
    if not isinstance(told, dict) or "error" in told:
        raise TableError(str(told.get("error")) if isinstance(told, dict) else "no answer")
    return told.get("told")


def _socket(args: argparse.Namespace) -> Path:
    return Path(args.at) if args.at else admin_socket(args.port)


def _runs(args: argparse.Namespace) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        return asked.connect_ex(str(_socket(args))) == 0


# The database


def _database(args: argparse.Namespace) -> str:
    return str(args.database or default_database())


def _on_file(args: argparse.Namespace, work: Callable[[Engine], A]) -> A:
    """Read a database, whether it is served or not."""
    from trull.table.store import database

    engine = database.opened(_database(args))
    try:
        return work(engine)
    finally:
        engine.dispose()


def _alone(args: argparse.Namespace, question: Callable[[Connection], A]) -> A:
    """Change a database that nobody serves."""
    from trull.table.store import lock

    with lock.held(_database(args), "trull admin"):
        return _on_file(args, lambda engine: _within(engine, question))


def _within(engine: Engine, question: Callable[[Connection], A]) -> A:
    with engine.begin() as connection:
        return question(connection)


# Reading and telling


def _span(text: str) -> int:
    """Seconds of a span such as 30m, 2h or 7d.

    >>> _span("7d"), _span("0s")
    (604800, 0)
    """
    found = SPAN.fullmatch(text)
    if found is None:
        raise TrullError(f"{text}: expected a span such as 30m, 2h or 7d")
    return int(found[1]) * SPANS[found[2]]


def _day(text: str) -> int:
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise TrullError(f"--since {text}: expected a day such as 2026-01-31") from None


def _checked(found: Checked) -> int:
    print(f"sound: {found.rooms} rooms, {found.entries} entries" if found.sound else "broken:")
    for line in found.broken:
        print(line)
    return 0 if found.sound else 1


def _rows(told: object) -> list[object]:
    return told if isinstance(told, list) else []


def _show(told: object) -> None:
    for name, value in told.items() if isinstance(told, dict) else ():
        print(
            f"{name}: {json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value}"
        )
