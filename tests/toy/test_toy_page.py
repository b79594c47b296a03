"""The game nobody has heard of, on the page: its prompts, its own words, the plain face."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from web.conftest import FIRST, WINDOW, browser, free_port, listen, wait_for
from web.visiting import DESKTOP, PATIENCE, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SOURCE = Path(__file__).parents[2] / "src"
__all__ = ["browser"]  # a fixture


@pytest.fixture
def served(browser: Browser, site: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a server beside which the game is installed."""
    assert browser.is_connected()
    port = free_port()
    words = ["serve", "--port", str(port), "--no-bots-pause", "--no-limits"]
    words += ["--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    path = os.pathsep.join([str(SOURCE), str(site)])
    command = [sys.executable, "-m", "trull", *words]
    log = (tmp_path / "server.log").open("w")
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=log)
    try:
        wait_for(f"http://127.0.0.1:{port}/health", lambda: process.poll() is not None)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)
        log.close()
        WINDOW.close()  # it is this module's own, and a process has one at a time


@pytest.mark.slow  # a whole deal in a browser
def test_a_deal_is_played_on_the_page_with_the_plain_face(
    browser: Browser,
    served: str,
) -> None:
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="de")
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(
        FIRST % json.dumps(json.dumps({"lang": "de", "name": "Anna", "rest": 1}))
    )
    anna = Visitor(context.new_page(), served)
    listen(anna.page, anna.problems)
    anna.go("/")
    anna.page.get_by_role("radio", name="Gamsjagd", exact=True).click()
    anna.choose_more()
    rules = anna.page.get_by_role("combobox", name=anna.says("rule_set"))
    rules.select_option("gamsjagd/tal")
    anna.button("practice").click()
    anna.page.wait_for_url("**/t/*")
    anna.deal()
    anna.shot("toy-desktop")
    boards: list[str] = []
    anna.play(seen=boards.append)
    assert "play" in boards
    anna.shot("toy-settlement")
    assert "TOY-8" in anna.page.locator("main").inner_text()
    context.close()
    assert anna.problems == []
