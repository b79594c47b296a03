"""Servers and browsers for the tests of the page.

A test draws all its chance from its own name, so that it meets the same deals each time; a soak
(``TRULL_SOAK=1``) meets new ones, and says which.
"""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from samples import SOAK
from web.visiting import DESKTOP, LOOKED_AT, PATIENCE, PHONE, ROOT, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

Visit = Callable[..., Visitor]
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SERVER = Path(__file__).parent / "seeded_server.py"
BOOK = {"bot": {"kind": "heuristic", "style": ""}}  # the default company thinks: not in every test
FIRST = "localStorage['trull.choices'] ??= %s"  # a visitor's choices before he makes any
SHARE = """(() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const told = JSON.parse(text);
    send.call(this, told.t === "seed" ? JSON.stringify({ ...told, seed: %s }) : text);
  };
})()"""  # a visitor's share of the shuffle
UNDRAWN = """addEventListener("DOMContentLoaded", () => {
  const style = new CSSStyleSheet();
  style.replaceSync(".card > use { display: none }");
  document.adoptedStyleSheets.push(style);
})"""  # cards stay where they are and keep their names; only their pictures are left out


def chromium() -> str:
    """Where the browser is, the one without windows first, or nothing."""
    found = (shutil.which(name) for name in ("chromium-headless-shell", "chromium"))
    return os.environ.get("TRULL_CHROMIUM") or next(filter(None, found), "")


class Window:
    """The one Chromium of this process, opened when a test wants it.

    While it is open no other test of the process can have a loop of its own: it is closed before
    the next test that is not of the page.
    """

    def __init__(self) -> None:
        self._open: tuple[Playwright, Browser] | None = None

    def opened(self) -> Browser:
        """The browser, started if need be."""
        if self._open is None:
            from playwright.sync_api import sync_playwright

            playwright = sync_playwright().start()
            started = playwright.chromium.launch(
                executable_path=chromium(), args=list(FLAGS), timeout=4 * PATIENCE * 1000
            )
            self._open = playwright, started
        return self._open[1]

    def close(self) -> None:
        """Close it, if it is open."""
        if self._open is not None:
            playwright, started = self._open
            started.close()
            playwright.stop()
            self._open = None


WINDOW = Window()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """The browser stays open from test to test of the page."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        WINDOW.close()


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A Chromium for all tests of the page; one with windows for a test marked ``windowed``."""
    if not (ROOT / "src/trull/table/static/index.html").exists():
        pytest.skip("the web client is not built: make web")
    if not chromium():
        pytest.skip("no Chromium: install Debian's chromium or set TRULL_CHROMIUM")
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("no Playwright: pip install playwright")
    if request.node.get_closest_marker("windowed") is None:
        yield WINDOW.opened()
        return
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("only the Chromium without windows is here, and it shows no notices")
    own = WINDOW.opened().browser_type.launch(executable_path=program, args=list(FLAGS))
    yield own
    own.close()


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> str:
    """What all chance of a test comes from."""
    fixed = str(request.node.name)
    drawn = secrets.token_hex(4) if SOAK else fixed
    request.node.add_report_section("setup", "seed", drawn)
    return drawn


@pytest.fixture
def grace() -> int:
    """Seconds until a bot plays for who is gone; a test may name others."""
    return 60


@pytest.fixture
def options() -> list[str]:
    """Further words for the server; a test may name others."""
    return []


class Nursery:
    """The process that servers come from: it has imported everything already."""

    def __init__(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [sys.executable, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.say("ended", 0)  # there is no such server

    def say(self, *wish: object) -> object:
        """Say a wish; what is answered."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(wish), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """Say that nothing is wished any more."""
        self._process.communicate()


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """One for all tests of this process."""
    opened = Nursery()
    yield opened
    opened.close()


@pytest.fixture
def server(
    browser: Browser,
    request: pytest.FixtureRequest,
    seed: str,
    grace: int,
    options: list[str],
    tmp_path: Path,
) -> Iterator[str]:
    """The address of a server of one's own, whose bots answer at once."""
    assert browser.is_connected()
    nursery: Nursery = request.getfixturevalue("nursery")  # only where there is a browser
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    words = ["serve", "--port", str(port)]
    words += ["--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    words += ["--no-bots-pause", "--no-limits", "--grace", str(grace), *options]
    number = nursery.say("start", seed, str(tmp_path / "server.log"), words)
    try:
        wait_for(f"{base}/health", lambda: bool(nursery.say("ended", number)))
        yield base
    finally:
        nursery.say("end", number, PATIENCE)


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(url: str, ended: Callable[[], bool]) -> None:
    """Come back when an address answers."""
    end = time.monotonic() + 3 * PATIENCE
    while time.monotonic() < end:
        assert not ended(), "the server has ended"
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE):
                return
        except OSError:  # nobody listens yet
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


@pytest.fixture
def visit(browser: Browser, server: str, seed: str) -> Iterator[Visit]:
    """Makes visitors, each with a profile of his own; none may meet an error of the page."""
    visitors: list[Visitor] = []

    def make(
        name: str = "Anna",
        lang: str = "de",
        *,
        phone: bool = False,
        rest: int = 1,
        bid: int = 0,
        worker: bool = False,
        laws: bool = False,
        drawn: bool = LOOKED_AT,
        **chosen: object,
    ) -> Visitor:
        width, height = PHONE if phone else DESKTOP
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=phone,
            is_mobile=phone,
            locale=lang,
            # a moving page costs a third more of the processor: only who names a motion sees it
            reduced_motion="no-preference" if "motion" in chosen else "reduce",
            service_workers="allow" if worker else "block",  # it fetches all there is, each time
        )
        context.set_default_timeout(PATIENCE * 1000)
        if not laws:  # else every score pad would start a Python of its own
            context.route("**/assets/laws-*", lambda asked: asked.abort())
        if not drawn:  # painting faces nobody looks at is a quarter of a deal's processor time
            context.add_init_script(UNDRAWN)
        choices = json.dumps(
            {
                "lang": lang,
                "name": name,
                "rest": rest,
                "sound": False,
                "cut": "own",
                **BOOK,
                **chosen,
            }
        )
        context.add_init_script(FIRST % json.dumps(choices))
        share = sha256(f"{seed}/{name}".encode()).hexdigest()[:32]
        context.add_init_script(SHARE % json.dumps(share))
        visitor = Visitor(context.new_page(), server, lang, phone, bid)
        listen(visitor.page, visitor.problems)
        visitors.append(visitor)
        return visitor

    yield make
    found = [problem for visitor in visitors for problem in visitor.problems]
    for visitor in visitors:
        visitor.page.context.close()
    assert not found, found


def listen(page: Page, problems: list[str]) -> None:
    """Note what goes wrong inside the page; a refused request is an answer, no fault."""
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console",
        lambda message: (
            problems.append(message.text)
            if message.type == "error" and "Failed to load resource" not in message.text
            else None
        ),
    )
