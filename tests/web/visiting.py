"""A visitor of the page: opens tables, plays like somebody without a plan, keeps pictures."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page
    from playwright.sync_api._generated import LocatorAssertions

ROOT = Path(__file__).parents[2]
LOOKED_AT = bool(os.environ.get("TRULL_SHOTS"))
SHOTS = Path(os.environ.get("TRULL_SHOTS") or ROOT / "build" / "shots")
"""Pictures of all that is met lie where ``TRULL_SHOTS`` says; else only of who is stuck, here."""

PATIENCE = 90.0
"""Seconds after which something that should happen does not; a busy machine may take many."""

TAP = PATIENCE / 6
"""Seconds for a tap and what comes of it; then one looks again."""

DESKTOP, PHONE = (1280, 800), (390, 844)
CARDS = """[...document.querySelectorAll(".screen use")]
  .map((el) => el.getAttribute("href").split("-").at(-1)).filter((code) => code !== "back")"""
"""The cards that are shown face up."""

TRICK = CARDS.replace(".screen", ".trick")
WORKS = """() => navigator.serviceWorker.getRegistrations()
  .then((all) => all.some((one) => one.active?.state === "activated"))"""
"""Whether the service worker has all it needs."""


class Step(TypedDict, total=False):
    """What the page offers next."""

    kind: str
    board: str
    mark: str
    refused: bool
    what: str
    x: float
    y: float
    by: str


def said(key: str, lang: str = "de") -> str:
    """A text of the page."""
    text = (ROOT / "src/trull/locale" / f"{lang}.json").read_text("utf-8")
    return cast("str", json.loads(text)["web"][key])


def expect(found: Locator) -> LocatorAssertions:
    """Playwright's own assertions, which wait until they hold."""
    from playwright.sync_api import expect as waiting  # only here: without it tests are skipped

    waiting.set_options(timeout=PATIENCE * 1000)
    return waiting(found)


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
        """Open a page and wait until something stands there.

        Once in some hundred visits of a busy machine the browser never gets a part of the client;
        a person loads the page again then, and so is it done here, once.
        """
        from playwright.sync_api import TimeoutError as Waited

        self.page.goto(self.base + path)
        try:
            self.page.locator("main").wait_for(timeout=PATIENCE * 500)
        except Waited:
            self.page.reload()
            self.page.locator("main").wait_for()

    def open_table(self, rules: str, *, practice: bool = True, players: int = 0) -> str:
        """Open a table of a rule set on the first page; its address."""
        self.go("/")
        game = rules.split("/")[0]
        key = "game.lhombre_short" if game == "lhombre" else f"game.{game}"
        self.page.get_by_role("radio", name=self.says(key), exact=True).click()
        self.choose_more()
        self.page.get_by_role("combobox", name=self.says("rule_set")).select_option(rules)
        if players:
            many = self.says("n_players").format(n=players)
            self.page.get_by_role("radio", name=many, exact=True).click()
        self.button("practice" if practice else "open_table").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url.removeprefix(self.base)

    def choose_more(self) -> None:
        """Open what can be chosen besides the game on the first page."""
        self.page.get_by_text(self.says("more_choices")).click()

    def deal(self) -> None:
        """Start, and wait for the cards."""
        self.button("deal_cards").click()
        self.page.locator(".felt").wait_for()

    # Waiting

    def until(self, what: Callable[[], object], why: str, seconds: float = PATIENCE) -> None:
        """Come back when something is so."""
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, self.stuck(why)
            self.page.wait_for_timeout(50)

    def stuck(self, why: str) -> str:
        """Why it does not go on; what the page shows is kept."""
        self.keep("stuck")
        return f"{why} (see {SHOTS}/stuck.png)"

    def settle_down(self) -> None:
        """Wait until nothing moves on the page."""
        self.page.wait_for_function(STILL)

    def lying(self) -> list[str]:
        """The trick this visitor is to add a card to; the one before has flown away."""
        self.page.locator(".trick .slot").wait_for(state="attached")
        self.settle_down()
        return cast("list[str]", self.page.evaluate(TRICK))

    # Playing

    def step(self, tried: int = 0, after: str | None = None, seconds: float = 0) -> Step:
        """What a player without a plan would do next; ``after`` a mark, once there is another."""
        wish = [tried, self.bid, after, seconds * 1000]
        return cast("Step", self.page.evaluate(DRIVER, wish))

    def do(self, step: Step, tried: int = 0) -> bool:
        """Tap what the step says as soon as it lies still and open; whether it could be tapped.

        It cannot where the page has gone on in the meantime and offers something else.
        """
        end, now = time.monotonic() + PATIENCE, step
        while (now["kind"], now.get("what")) == (step["kind"], step["what"]):
            if "x" in now and self.tapped(now["x"], now["y"]):
                return True
            why = f"{step['what']} ({step['board']}) stays covered by {now.get('by', 'turns')}"
            assert time.monotonic() < end, self.stuck(why)
            self.page.wait_for_timeout(25)
            now = self.step(tried)
        return False

    def tapped(self, x: float, y: float) -> bool:
        """Whether a finger meets the thing to be tapped at this place of it, and no other."""
        from playwright.sync_api import Error

        thing = self.page.evaluate_handle("window.trullNext").as_element()
        assert thing is not None, "there is something to be tapped"
        try:
            (thing.tap if self.touch else thing.click)(
                position={"x": x, "y": y}, timeout=TAP * 1000
            )
        except Error:  # it moved on, was covered or is gone: look again
            return False
        return True

    def wait_change(self, step: Step, seconds: float = PATIENCE) -> Step:
        """What the page offers once it is another one than at the step."""
        from playwright.sync_api import Error

        try:
            return self.step(after=step["mark"], seconds=seconds)
        except Error:  # another page has come meanwhile
            return self.step()

    def play(
        self,
        until: Callable[[Step], bool] = lambda _: False,
        *,
        seen: Callable[[str], None] = lambda _: None,
        seconds: float = 8 * PATIENCE,
    ) -> Step:
        """Do what is offered until the settlement, or until something is so before an act."""
        end, tried, still = time.monotonic() + seconds, 0, 0
        done: list[str] = []
        while time.monotonic() < end:
            step = self.step(tried)
            seen(step["board"] if step["kind"] != "wait" else "")
            if step["kind"] == "done" or until(step):
                return step
            if step["kind"] == "tap" and self.do(step, tried):
                done.append(step["what"])
            after = self.wait_change(step, TAP)  # on a busy machine a tap may be too long
            still = still + 1 if after["mark"] == step["mark"] else 0
            tried = tried + 1 if after["refused"] else 0
            assert tried < 30, self.stuck(f"everything is refused; done: {done[-40:]}")
            assert still < 6, self.stuck(f"nothing moves at {step.get('what')}; done: {done[-40:]}")
        raise AssertionError(self.stuck(f"no settlement after {seconds:g} s; done: {done[-40:]}"))

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
        after = self.wait_change(step)
        assert after["mark"] != step["mark"], self.stuck(f"nothing moves at {step['what']}")

    # Keeping pictures

    def shot(self, name: str) -> None:
        """Keep a picture of the page, if anybody wants to look at it."""
        if LOOKED_AT:
            self.keep(name)

    def keep(self, name: str) -> None:
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
STILL = """() => document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""
AXE = """async () => (await axe.run({resultTypes: ["violations"]})).violations.flatMap((one) =>
  one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`))"""


def two_people(
    visit: Callable[..., Visitor], rules: str, players: int = 0
) -> tuple[Visitor, Visitor]:
    """Anna opens a table, Berta comes by the link, bots fill it, and the cards are dealt."""
    anna, berta = visit("Anna"), visit("Berta")
    berta.go(anna.open_table(rules, practice=False, players=players))
    berta.button("sit_down").click()
    berta.button("i_am_ready").click()
    anna.button("fill_with_bots").click()
    anna.button("deal_cards").click()
    for player in (anna, berta):
        player.page.locator(".felt").wait_for()
    return anna, berta
