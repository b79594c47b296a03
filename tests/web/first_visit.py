"""What a first visit to the score pad costs: ``PYTHONPATH=tests python tests/web/first_visit.py``.

Bytes and seconds until the form is there, until the laws are, and of a visit without a network.
"""

from __future__ import annotations

import re
import sys
import time
import urllib.request

from web.conftest import Window
from web.take_pictures import server
from web.test_web_inn import loaded
from web.visiting import Visitor

FETCHED = "performance.getEntriesByType('resource').reduce((n, one) => n + one.encodedBodySize, 0)"
LAWS = re.compile(r'"(/assets/(?:laws-|pyodide-)[^"]+)"')


def main() -> int:
    """Visit, and visit again without a network."""
    window = Window()
    with server() as base:
        context = window.opened().new_context(locale="de")
        anna = Visitor(context.new_page(), base)
        form = anna.page.locator("main [role=group]").first
        begun = time.monotonic()
        anna.go("/pad")
        form.wait_for()
        print(f"form        {kilobytes(anna.page.evaluate(FETCHED))}  {since(begun)}")
        loaded(anna)
        print(f"laws, kept  {kilobytes(laws_of(base))}  {since(begun)}")
        context.set_offline(True)
        begun = time.monotonic()
        anna.page.reload()
        form.wait_for()
        print(f"offline     {'':>9}  {since(begun)}")
        anna.page.get_by_text(anna.says("pad.reckons_here")).wait_for()
        print(f"reckons     {'':>9}  {since(begun)}")
    window.close()
    return 0


def laws_of(base: str) -> int:
    """Bytes of what the pad reckons with, as they are sent."""
    return sum(len(sent(base + path)) for path in LAWS.findall(sent(f"{base}/sw.js", "").decode()))


def sent(url: str, encoding: str = "gzip") -> bytes:
    """What the server sends for an address."""
    asked = urllib.request.Request(url, headers={"Accept-Encoding": encoding})
    with urllib.request.urlopen(asked) as answer:
        return bytes(answer.read())


def kilobytes(n: int) -> str:
    """A number of bytes."""
    return f"{n / 1000:6,.0f} kB"


def since(begun: float) -> str:
    """The seconds since then."""
    return f"{time.monotonic() - begun:4.1f} s"


if __name__ == "__main__":
    sys.exit(main())
