"""``trull serve``: the table in the browser."""

from __future__ import annotations

import argparse
import gc
import math
import os
import re
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from trull.cli import store
from trull.cli.screen import Screen, language
from trull.cli.words import Words
from trull.errors import TrullError

if TYPE_CHECKING:
    from trull.table.settings import Settings

PORT = 8080
STARTED_BY = "TRULL_STARTED_BY"
"""Names the command a person typed, where it was not this one; options can be put behind it."""

ORIGIN = re.compile(r"https?://[^\s/?#]+/?")
EXAMPLES = """examples:
  trull serve --open                                  play on this machine
  trull serve --lan                                   friends in the same network can come
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
    parser.add_argument(
        "--host", help="where to listen (127.0.0.1: this machine alone; with --lan 0.0.0.0)"
    )
    parser.add_argument(
        "--lan", action="store_true", help="let others in this network come; shows the address"
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help="at which port, 0 = any (%(default)s)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…, extra 'postgres' (a file in ~/.local/share/trull)",
    )
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="open the browser, where there is one (the last word counts)",
    )
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
        host=args.host or ("0.0.0.0" if args.lan else "127.0.0.1"),
        port=args.port,
        database=args.database or default_database(),
        grace=args.grace,
        pause=(0.0, 0.0) if args.no_bots_pause else Settings().pause,
        limits=NO_LIMITS if args.no_limits else Limits(),
        origins=frozenset(origin.rstrip("/") for origin in args.origin),
        behind_proxy=args.behind_proxy,
        started_by=os.environ.get(STARTED_BY, Settings().started_by),
    )
    serve(settings, lambda address: _welcome(address, settings, args.open))


def default_database() -> str:
    """A file in the person's own folder, which is made for it."""
    folder = store.folder()
    store.make_folder(folder)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def _welcome(address: str, settings: Settings, visit: bool) -> None:
    screen, words = Screen(), Words(language(None))
    screen.line(words.cli("served", address=address), style="bold")
    _tell_friends(screen, words, settings, urlsplit(address).port)
    if visit and _has_browser():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _tell_friends(screen: Screen, words: Words, settings: Settings, port: int | None) -> None:
    """Say by which address others can come, or how they could."""
    from trull.table.net import invitation

    if settings.behind_proxy:
        return
    if invitation.is_this_machine(settings.host):
        screen.line(words.cli("served_alone", command=f"{settings.started_by}--lan"))
        return
    found = [f"http://{at}:{port}/" for at in invitation.addresses()]
    screen.line(words.cli("served_lan" if found else "served_nowhere", addresses="  ".join(found)))
    if found and sys.stdout.isatty():
        screen.line(invitation.as_lines(found[0]))


def _has_browser() -> bool:
    """Whether a window can be opened; a text browser would take the terminal."""
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
