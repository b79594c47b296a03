"""``trull serve``: the table in the browser."""

from __future__ import annotations

import argparse
import gc
import ipaddress
import math
import os
import re
import sys
import threading
import webbrowser
from pathlib import Path
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

MOST = 64
"""Servers that one command starts at most."""

LONGEST_PATH = 104
"""Bytes of the path of a Unix socket, on the system that allows the fewest."""

ORIGIN = re.compile(r"https?://[^\s/?#]+/?")
PAGE = re.compile(r"(https?://|/)[^\s\"<>]*")
EXAMPLES = """examples:
  trull serve --open                                  play on this machine
  trull serve --lan                                   friends in the same network can come
  trull serve --database postgresql://trull@db/trull  keep the tables in PostgreSQL
  trull serve --behind-proxy --origin https://tarock.example
  trull serve --database postgresql://trull@db/trull --processes 4

Behind a proxy that speaks TLS say --behind-proxy, so that addresses and cookies are right; name the
networks of proxies that stand elsewhere than on this machine or in a private network. /health says
whether the table can be played at. The rest, /metrics too, is for the host alone: on a socket that
'trull admin' asks, or where --admin says. One server at a time serves a file.
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
        "--behind-proxy",
        nargs="*",
        metavar="NETWORK",
        help="believe X-Forwarded-For and -Proto of proxies in these networks (private ones)",
    )
    parser.add_argument(
        "--admin",
        action="append",
        default=[],
        metavar="PATH|HOST:PORT",
        help="where the host is answered: a socket for 'trull admin' and metrics, an address for "
        "metrics alone (a socket of one's own; may be repeated)",
    )
    parser.add_argument(
        "--keep",
        metavar="DAYS",
        type=int,
        default=400,
        help="forget tables so many days after their last entry, those without a finished deal "
        "after a week, 0 = never (%(default)s)",
    )
    parser.add_argument(
        "--shared",
        metavar="NAME",
        default="",
        help="the name of this server among several on one PostgreSQL, each with rooms of its own",
    )
    parser.add_argument(
        "--processes",
        metavar="N",
        type=int,
        default=1,
        help="so many servers on one PostgreSQL, and the HAProxy of this machine before them; "
        "SIGHUP restarts them one after the other (%(default)s)",
    )
    parser.add_argument(
        "--lessons",
        metavar="FOLDER",
        type=Path,
        help="teach one's own lessons too, after 'trull learn check'; a broken one is left out",
    )
    parser.add_argument(
        "--daily-secret",
        metavar="FILE",
        type=Path,
        help="a file with 32 or more hexadecimal digits that shuffle the daily deals; without it "
        "anybody can reckon the cards out beforehand",
    )
    parser.add_argument(
        "--log", choices=("json", "plain"), default="json", help="form of the log (%(default)s)"
    )
    parser.add_argument("--imprint", metavar="URL", default="", help="who answers for this server")
    parser.add_argument("--privacy", metavar="URL", default="", help="what is kept of whom")
    parser.add_argument(
        "--drain",
        type=float,
        default=0.0,
        metavar="S",
        help="seconds between the signal to stop and the end, for proxies to notice (%(default)g)",
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


def _check(args: argparse.Namespace) -> None:
    """TrullError for a number or an address that cannot be."""
    if not 0 <= args.port < 65_536:
        raise TrullError(f"--port {args.port}: expected a number below 65536")
    if not 0 <= args.grace < math.inf:
        raise TrullError(f"--grace {args.grace:g}: expected seconds, 0 = never")
    if not 0 <= args.drain < 3600:
        raise TrullError(f"--drain {args.drain:g}: expected seconds, an hour at most")
    if args.shared and not re.fullmatch(r"[\w.-]{1,32}", args.shared):
        raise TrullError(f"--shared {args.shared}: expected a short name such as t1")
    if args.keep < 0:
        raise TrullError(f"--keep {args.keep}: expected days, 0 = for ever")
    for name in ("imprint", "privacy"):
        if not PAGE.fullmatch(getattr(args, name) or "/"):
            raise TrullError(f"--{name}: expected an address such as https://tarock.example/{name}")
    for origin in args.origin:
        if not ORIGIN.fullmatch(origin):
            raise TrullError(
                f"--origin {origin}: expected an address such as https://tarock.example"
            )


def _serve(args: argparse.Namespace) -> None:
    from trull.table.server import serve  # only here: it brings the web with it
    from trull.table.settings import NO_LIMITS, Keep, Limits, Settings

    _check(args)
    settings = Settings(
        host=args.host or ("0.0.0.0" if args.lan else "127.0.0.1"),
        port=args.port,
        database=args.database or default_database(),
        grace=args.grace,
        pause=(0.0, 0.0) if args.no_bots_pause else Settings().pause,
        limits=NO_LIMITS if args.no_limits else Limits(),
        origins=frozenset(origin.rstrip("/") for origin in args.origin),
        behind_proxy=args.behind_proxy is not None,
        proxies=_networks(args.behind_proxy) or Settings().proxies,
        admin=_admin_places(args.admin, args.port),
        drain=args.drain,
        keep=Keep(finished=args.keep, unfinished=min(args.keep, Keep().unfinished)),
        imprint=args.imprint,
        shared=args.shared,
        plain_log=args.log == "plain",
        privacy=args.privacy,
        lessons=_lessons(args.lessons),
        daily_secret=_secret(args.daily_secret),
        started_by=os.environ.get(STARTED_BY, Settings().started_by),
    )
    if args.processes == 1:
        serve(settings, lambda address: _welcome(address, settings, args.open))
    else:
        _serve_several(args, settings)


def _lessons(folder: Path | None) -> tuple[str, ...]:
    """The lessons of a folder that are right; of each other one it is said what is wrong with it.

    A broken lesson stops only itself.
    """
    if folder is None:
        return ()
    if not folder.is_dir():
        raise TrullError(f"--lessons {folder}: there is no such folder")
    from trull.learn import check, lesson  # only here: most servers have no lessons of their own

    files = list(lesson.lessons(folder.resolve()))
    right, problems = check.check_own(files)
    screen = Screen()
    screen.lines(map(str, problems), style="yellow")
    told = Words(language(None)).cli("learn_checked", n=len(right), of=len(files))
    screen.line(told)
    return tuple(map(str, right))


def _secret(file: Path | None) -> str:
    """The secret of a host, as its file has it; it is never shown."""
    if file is None:
        return ""
    secret = store.text_of(file).strip()
    if not re.fullmatch(r"(?:[0-9a-f]{2}){16,64}", secret):
        raise TrullError(f"--daily-secret {file}: expected 32 to 128 hexadecimal digits")
    return secret


def _serve_several(args: argparse.Namespace, settings: Settings) -> None:
    """Several servers, each as it would be started alone, and one door."""
    from trull.table import fleet, proxying  # only here: as above

    if not 1 < args.processes <= MOST or settings.shared:
        raise TrullError(f"--processes: expected a number up to {MOST}, without --shared")
    if not settings.database.startswith("postgres"):
        raise TrullError("--processes: several servers share a PostgreSQL; name it by --database")
    door = settings.port or fleet.free_port()
    ports = {f"t{at}": door + at for at in range(1, args.processes + 1)}
    ours = settings.proxies if settings.behind_proxy else ()
    fleet.run(
        fleet.Fleet(
            servers={
                name: [*_words_of_each(args, settings, at), "--port", str(port), "--shared", name]
                for at, (name, port) in enumerate(ports.items())
            },
            places={name: f"127.0.0.1:{port}" for name, port in ports.items()},
            door=proxying.Door(
                f"{settings.host}:{door}", proxying.behind(ours) if ours else proxying.PLAIN
            ),
            address=f"http://{'localhost' if args.lan else settings.host}:{door}/",
            plain_log=settings.plain_log,
        ),
        lambda address: _welcome(address, settings, args.open),
    )


def _words_of_each(args: argparse.Namespace, settings: Settings, at: int) -> list[str]:
    """The command of the ``at``-th server, but for its port and its name."""
    from trull.table.proxying import DRAIN

    words = ["serve", "--database", settings.database, "--drain", str(args.drain or DRAIN)]
    words += ["--grace", str(args.grace), "--keep", str(args.keep), "--log", args.log]
    for name in ("imprint", "privacy"):
        words += [f"--{name}", getattr(args, name)] if getattr(args, name) else []
    for name in ("lessons", "daily_secret"):
        place = getattr(args, name)
        words += ["--" + name.replace("_", "-"), str(place)] if place else []
    for name in ("no_bots_pause", "no_limits"):
        words += ["--" + name.replace("_", "-")] if getattr(args, name) else []
    for name, values in (("origin", args.origin), ("admin", [_nth(one, at) for one in args.admin])):
        words += [word for value in values for word in (f"--{name}", value)]
    return [*words, "--behind-proxy", "127.0.0.0/8"]


def _nth(place: str, at: int) -> str:
    """Where the ``at``-th of several servers answers its host.

    >>> _nth("127.0.0.1:9108", 2), _nth("/run/trull/admin.sock", 2)
    ('127.0.0.1:9110', '/run/trull/admin.sock.3')
    """
    host, _, number = place.rpartition(":")
    return f"{place}.{at + 1}" if "/" in place else f"{host}:{int(number) + at}"


def _networks(words: list[str] | None) -> tuple[str, ...]:
    """The networks of proxies, each as it is written in full."""
    try:
        return tuple(str(ipaddress.ip_network(word, strict=False)) for word in words or ())
    except ValueError as error:
        raise TrullError(f"--behind-proxy: {error}") from None


def _admin_places(named: list[str], port: int) -> tuple[str, ...]:
    """Where the host is answered; by default on a socket of his own, if its path can be bound."""
    for place in named:
        host, _, number = place.rpartition(":")
        if "/" not in place and not (host and number.isdecimal() and int(number) < 65_536):
            raise TrullError(f"--admin {place}: expected a path such as ./admin.sock, or HOST:PORT")
    return tuple(named) or tuple(filter(_fits, [str(admin_socket(port))]))


def admin_socket(port: int) -> Path:
    """The socket by which the server at a port is asked by its host."""
    named = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]  # by systemd
    own = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(named) if named else Path(own) / "trull" if own else store.folder()
    store.make_folder(folder)
    return folder / f"admin-{port or os.getpid()}.sock"


def _fits(path: str) -> bool:
    """Whether the system can bind a socket there."""
    return len(os.fsencode(path)) < LONGEST_PATH


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
