"""The pictures of README, taken from the real page: ``make pictures``.

All chance comes from a seed, so the same page gives the same pictures.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from web.conftest import FIRST, FLAGS, chromium, free_port, wait_for
from web.seeded_server import Nursery
from web.visiting import DESKTOP, PATIENCE, PHONE, ROOT, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RECORD = ROOT / "tests/transcripts/tirol-rufer-kaiserstich.trn"
FOLDER = ROOT / "docs" / "pictures"
HEAVIEST = 200_000
"""Bytes: what a reader of a first page should have to wait for."""


@contextmanager
def server() -> Iterator[str]:
    """A server with a seed; its address."""
    nursery, port = Nursery(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--port", str(port), "--no-bots-pause", "--no-limits"]
        words += ["--database", f"sqlite:///{folder}/tables.sqlite"]
        number = nursery.start("pictures", f"{folder}/server.log", words)
        try:
            wait_for(f"http://127.0.0.1:{port}/health", lambda: nursery.ended(number))
            yield f"http://127.0.0.1:{port}"
        finally:
            nursery.end(number, PATIENCE)


def take(browser: Browser, base: str, name: str, size: tuple[int, int]) -> Path:
    """A picture of a table where Mond and Sküs lie, and Anna has the Pagat."""
    phone = size == PHONE
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=phone, is_mobile=phone
    )
    context.add_init_script(FIRST % '\'{"lang": "en", "name": "Anna", "sound": false}\'')
    anna = Visitor(context.new_page(), base, "en", phone)
    wish = {"record": RECORD.read_text("utf-8"), "name": "Anna", "cid": name, "seat": 3, "at": 40}
    made = anna.page.request.post(
        f"{base}/api/branches", data={**wish, "bot": "heuristic"}, headers={"Origin": base}
    )
    assert made.ok, made.text()
    anna.go(f"/t/{made.json()['room']}")
    anna.page.locator("#hand [data-card]").first.wait_for()
    anna.settle_down()
    path = FOLDER / f"table-{name}.jpg"
    anna.page.screenshot(path=path, quality=85, animations="disabled", caret="hide")
    assert path.stat().st_size < HEAVIEST, f"{path.name} is too heavy for a first page"
    return path


def main() -> int:
    """Take both pictures, or say why not."""
    if not (ROOT / "src/trull/table/static/index.html").exists() or not chromium():
        sys.stderr.write("pictures need the built page (make web) and chromium (make browser)\n")
        return 1
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with server() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for name, size in (("desktop", DESKTOP), ("phone", PHONE)):
            path = take(browser, base, name, size)
            sys.stdout.write(f"{path.relative_to(ROOT)}  {path.stat().st_size} bytes\n")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
