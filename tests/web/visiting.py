"""A visitor of the page: opens tables, plays like somebody without a plan, keeps pictures."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "shots"
PATIENCE = 10.0
DESKTOP, PHONE = (1280, 800), (390, 844)


class Step(TypedDict, total=False):
    """What the page offers next."""

    kind: str
    board: str
    what: str
    mark: str
    x: float
    y: float


def said(key: str, lang: str = "de") -> str:
    """A text of the page."""
    text = (ROOT / "src/trull/locale" / f"{lang}.json").read_text("utf-8")
    return cast("str", json.loads(text)["web"][key])


@dataclass
class Visitor:
    """Somebody in front of a page."""

    page: Page
    base: str
    lang: str = "de"
    touch: bool = False
    bid: int = 0
    problems: list[str] = field(default_factory=list)

    # Finding things

    def says(self, key: str) -> str:
        """A text in this visitor's language."""
        return said(key, self.lang)

    def button(self, key: str) -> Locator:
        """A button by the key of its text."""
        return self.page.get_by_role("button", name=self.says(key), exact=True)

    @property
    def hand(self) -> list[str]:
        """The codes of the cards in hand, in order."""
        found = "els => els.map(el => el.dataset.card)"
        return cast("list[str]", self.page.locator("#hand [data-card]").evaluate_all(found))

    @property
    def on_turn(self) -> bool:
        """Whether the page says so in its title."""
        return self.page.title().startswith("●")

    # Going somewhere

    def go(self, path: str) -> None:
        """Open a page and wait until something stands there."""
        self.page.goto(self.base + path)
        self.page.locator("main").wait_for()

    def open_table(self, rules: str, *, practice: bool = True) -> str:
        """Open a table of a rule set on the first page; its address."""
        self.go("/")
        game = rules.split("/")[0]
        key = "game.lhombre_short" if game == "lhombre" else f"game.{game}"
        self.page.get_by_role("radio", name=self.says(key), exact=True).click()
        self.page.get_by_role("combobox", name=self.says("rule_set")).select_option(rules)
        self.button("practice" if practice else "open_table").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url.removeprefix(self.base)

    def deal(self) -> None:
        """Start, and wait for the cards."""
        self.button("deal_cards").click()
        self.page.locator(".felt").wait_for()

    # Playing

    def step(self, tried: int = 0) -> Step:
        """What a player without a plan would do next."""
        return cast("Step", self.page.evaluate(DRIVER, [tried, self.bid]))

    def do(self, step: Step) -> None:
        """Tap where the step says."""
        assert step["x"] >= 0, f"{step['what']} ({step['board']}) is covered by something else"
        if self.touch:
            self.page.touchscreen.tap(step["x"], step["y"])
        else:
            self.page.mouse.click(step["x"], step["y"])

    def wait_change(self, step: Step, seconds: float = 1.0) -> bool:
        """Whether the page is another one than at the step, soon enough."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            now = self.step()
            if now["mark"] != step["mark"]:
                return True
            self.page.wait_for_timeout(25)
        return False

    def play(
        self,
        until: Callable[[Step], bool] = lambda _: False,
        *,
        seen: Callable[[str], None] = lambda _: None,
        seconds: float = 90.0,
    ) -> Step:
        """Do what is offered until the settlement, or until something is so before an act."""
        end, tried = time.monotonic() + seconds, 0
        done: list[str] = []
        while time.monotonic() < end:
            step = self.step(tried)
            seen(step["board"] if step["kind"] != "wait" else "")
            if step["kind"] == "done" or until(step):
                return step
            if step["kind"] == "tap":
                done.append(step["what"])
                self.do(step)
            tried = 0 if self.wait_change(step) else tried + 1
            assert tried < 30, f"nothing moves at {step.get('what', 'waiting')}; done: {done}"
        raise AssertionError(f"no settlement after {seconds:g} s; done: {done}")

    def play_on(self) -> None:
        """Deal again after a settlement."""
        self.button("next_deal").click()
        self.page.locator(".felt").wait_for()

    # With keys alone

    def press(self, key: str, times: int = 1) -> None:
        """Press a key."""
        for _ in range(times):
            self.page.keyboard.press(key)

    def reach(self, there: str, key: str = "Tab", limit: int = 90) -> None:
        """Press a key until the focus is where an expression says it should be."""
        for _ in range(limit):
            if self.page.evaluate(there):
                return
            self.press(key)
        raise AssertionError(f"{key} never gets to {there}")

    def do_by_keys(self, step: Step) -> None:
        """The same as :meth:`do`, for somebody without a mouse."""
        if self.page.evaluate("!!window.trullNext.closest('#hand')"):
            self.reach("!!document.activeElement.closest('#hand [role=option]')")
            self.press("Home")
            self.reach("document.activeElement === window.trullNext", "ArrowRight", 30)
        else:
            self.reach("document.activeElement === window.trullNext")
        self.press("Enter")
        self.wait_change(step)

    # Keeping pictures

    def shot(self, name: str) -> None:
        """Keep a picture of the page."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png", animations="disabled")

    def album(self, prefix: str) -> Callable[[str], None]:
        """Keep one picture of every board that is met."""
        kept: set[str] = {""}

        def keep(board: str) -> None:
            if board not in kept:
                kept.add(board)
                self.shot(f"{prefix}-{board}")

        return keep

    # Looking for trouble

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return cast("int", self.page.evaluate(wide))

    def violations(self) -> list[str]:
        """What axe has against the page: rule, place, and why."""
        axe = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
        self.page.evaluate(axe)
        return cast("list[str]", self.page.evaluate(AXE))


DRIVER = (Path(__file__).parent / "page_driver.js").read_text("utf-8")
AXE = """async () => (await axe.run({resultTypes: ["violations"]})).violations.flatMap((one) =>
  one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`))"""
