"""``trull cup serve``: the evening in the browser, from the file."""

from __future__ import annotations

import argparse
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from trull.cli.cup.file import found
from trull.cli.screen import Screen, language
from trull.errors import TrullError

if TYPE_CHECKING:
    from trull.cli.cup import Menu

PORT = 8090


def _serve(args: argparse.Namespace) -> int:
    from trull import locale
    from trull.table.cups.server import serve  # only here: it brings the web with it
    from trull.table.net import invitation
    from trull.table.settings import Settings

    if not 0 <= args.port < 65_536:
        raise TrullError(f"--port {args.port}: expected a number below 65536")
    screen, lang = Screen(), language(args.lang)
    host = args.host or ("0.0.0.0" if args.lan else "127.0.0.1")
    others = [] if invitation.is_this_machine(host) else invitation.addresses()
    base = args.base.rstrip("/") or (f"http://{others[0]}:{args.port}" if others else "")

    def ready(address: str) -> None:
        screen.line(locale.say(lang, "cup", "served", address=address), style="bold")
        if base:
            screen.line(locale.say(lang, "cup", "served_lan", address=base))
            if sys.stdout.isatty():
                screen.line(invitation.as_lines(base))
        else:
            screen.line(locale.say(lang, "cup", "served_alone"))
        if args.open:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    settings = Settings(host=host, port=args.port)
    serve(found(args.file), settings, ready, base, args.wlan, args.copy)
    return 0


def add(menu: Menu) -> None:
    """Add the command."""
    parser = menu.command("serve", _serve, "serve the evening: desk, pads, wall, own pages, print")
    parser.add_argument("--lan", action="store_true", help="let phones in this network come")
    parser.add_argument("--host", default="", help="where to listen (127.0.0.1; with --lan all)")
    parser.add_argument("--port", type=int, default=PORT, help="at which port (%(default)s)")
    parser.add_argument(
        "--base", default="", metavar="URL", help="the address printed on cards and slips"
    )
    parser.add_argument(
        "--wlan", default="", metavar="TEXT", help="network and password, for cards"
    )
    parser.add_argument(
        "--copy", type=Path, metavar="FILE", help="write a copy there when a round ends"
    )
    parser.add_argument("--open", action="store_true", help="open the desk in the browser")
