"""``trull serve``: the table in the browser."""

from __future__ import annotations

import argparse
import gc
import math
import re
import threading
import webbrowser

from trull.cli import store
from trull.cli.screen import Screen, language
from trull.cli.words import Words
from trull.errors import TrullError

PORT = 8080
ORIGIN = re.compile(r"https?://[^\s/?#]+/?")
EXAMPLES = """examples:
  trull serve --open                                  play on this machine
  trull serve --host 0.0.0.0                          friends in the same network can come
  trull serve --database postgresql://trull@db/trull  keep the tables in PostgreSQL
  trull serve --behind-proxy --origin https://tarock.example

Behind a proxy that speaks TLS say --behind-proxy, so that addresses and cookies are right. /health
and /metrics answer this machine alone. One server at a time serves a database; another may take
over when it is gone, but what one is told the other does not hear.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "serve",
        help="open tables in the browser",
        description="Serve tables to browsers: by link, without accounts, bots in the empty seats.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (%(default)s)")
    parser.add_argument(
        "--port", type=int, default=PORT, help="at which port, 0 = any (%(default)s)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…, extra 'postgres' (a file in ~/.local/share/trull)",
    )
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument(
        "--grace",
        type=float,
        default=60.0,
        metavar="S",
        help="seconds until a bot plays for who is gone, 0 = never (%(default)g)",
    )
    parser.add_argument("--no-bots-pause", action="store_true", help="bots answer at once")
    parser.add_argument(
        "--no-limits", action="store_true", help="do not limit what one address may do"
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="a further origin whose pages may speak to the table (may be repeated)",
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="believe X-Forwarded-For and -Proto"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until the person has enough."""
    gc.disable()  # what is loaded now stays; the server searches for rubbish once it is up
    try:
        _serve(args)
    finally:
        gc.enable()  # where it never came up as well
    return 0


def _serve(args: argparse.Namespace) -> None:
    from trull.table.server import serve  # only here: it brings the web with it
    from trull.table.settings import NO_LIMITS, Limits, Settings

    if not 0 <= args.port < 65_536:
        raise TrullError(f"--port {args.port}: expected a number below 65536")
    if not 0 <= args.grace < math.inf:
        raise TrullError(f"--grace {args.grace:g}: expected seconds, 0 = never")
    for origin in args.origin:
        if not ORIGIN.fullmatch(origin):
            raise TrullError(
                f"--origin {origin}: expected an address such as https://tarock.example"
            )
    settings = Settings(
        host=args.host,
        port=args.port,
        database=args.database or default_database(),
        grace=args.grace,
        pause=(0.0, 0.0) if args.no_bots_pause else Settings().pause,
        limits=NO_LIMITS if args.no_limits else Limits(),
        origins=frozenset(origin.rstrip("/") for origin in args.origin),
        behind_proxy=args.behind_proxy,
    )
    serve(settings, lambda address: _welcome(address, args.open))


def default_database() -> str:
    """A file in the person's own folder, which is made for it."""
    folder = store.folder()
    store.make_folder(folder)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def _welcome(address: str, visit: bool) -> None:
    screen = Screen()
    screen.line(Words(language(None)).cli("served", address=address), style="bold")
    if visit:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
