"""A whole evening of 23 people in a browser: the desk by keys alone, two pads, three paper tables.

Door, draw, three rounds, a struck row, a Renonce, somebody who leaves, ranking and ceremony on the
wall, prizes and prints. Two minutes of a machine of its own: the soak plays it. With
``TRULL_SHOTS=folder`` it leaves pictures of every station there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from cup_server import Told
from samples import SOAK
from trull import locale
from trull.cup import fold, plan
from trull.cup import log as logs
from trull.cup.entries import NAMES
from trull.cup.verify import verified
from web.conftest import listen
from web.test_web_cup import Hall, Serve, serve  # noqa: F401  the fixture
from web.visiting import LOOKED_AT, PATIENCE, SHOTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RECORD = Path(__file__).parents[1] / "transcripts" / "finale-free-farbzwang.trn"
PHONE = {"width": 360, "height": 760}
PEOPLE, PADS, ROUNDS = 23, (1, 4), 3
FOCUSED = "(document.activeElement?.innerText ?? '').trim()"
LABELLED = """(label) => [...document.querySelectorAll("main button")]
  .some((one) => one.innerText.trim() === label && !one.disabled)"""


def w(code: str, **about: object) -> str:
    """A sentence of the pages."""
    return locale.say("de", "desk", code, **about)


def shot(page: Page, name: str) -> None:
    if LOOKED_AT:
        page.screenshot(path=SHOTS / f"{name}.png")


def until(page: Page, there: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, what
        page.wait_for_timeout(20)


class Keys:
    """The desk, worked without a mouse."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.page = hall, hall.page
        self.page.on("dialog", lambda dialog: dialog.accept())

    def tab(self, number: int) -> None:
        """Change the screen; keys count where nobody types."""
        self.page.evaluate("document.activeElement?.blur()")
        self.page.keyboard.press(str(number))
        self.page.locator(f"nav button:nth-child({number})[aria-current]").wait_for()

    def press(self, label: str) -> None:
        """Walk to a button by Tab and press it."""
        self.page.wait_for_function(LABELLED, arg=label)
        for _ in range(200):
            if self.page.evaluate(FOCUSED) == label:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{label!r} is not reached by keys")

    def to(self, label: str) -> None:
        """Walk to a field by Tab."""
        script = "document.activeElement?.labels?.[0]?.innerText?.trim() ?? ''"
        for _ in range(200):
            if self.page.evaluate(script).startswith(label):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{label!r} is not reached by keys")

    def types(self, *words: str) -> None:
        """Type into the field, and into those after it."""
        for at, word in enumerate(words):
            if at:
                self.page.keyboard.press("Tab")
            self.page.keyboard.press("Control+a")
            self.page.keyboard.type(word)

    def step(self, code: str) -> None:
        """Take the step the evening waits for."""
        self.tab(1)
        self.press(w(f"act.{code}"))

    def picture(self) -> Told:
        """The desk as the server tells it."""
        script = """async (cup) => (await (await fetch("/api/cup/desk?as=" +
            localStorage.getItem(`trull.cup.${cup}.desk`))).json())"""
        return cast("Told", self.page.evaluate(script, self.hall.cup))


class Pad:
    """A phone at a table."""

    def __init__(self, browser: Browser, address: str, problems: list[str]) -> None:
        self.context = browser.new_context(viewport=PHONE, locale="de", service_workers="block")  # type: ignore[arg-type]
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.context.new_page()
        listen(self.page, problems)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.goto(address)
        self.page.locator("main h1").wait_for()

    def begin(self) -> None:
        """Somebody takes the pen."""
        self.page.locator(".names .btn").first.click()
        self.page.locator("button.worth").first.wait_for()

    def row(self, *figures: str) -> None:
        """A Rufer in four taps, or figures."""
        heading = self.page.locator("main h1")
        before = heading.inner_text()
        if figures:
            for at, one in enumerate(figures):
                self.page.locator(".person input").nth(at).fill(one)
        else:
            self.page.locator("button.worth").first.click()
            self.page.locator(".person button").nth(0).click()
            self.page.locator(".person button").nth(1).click()
        self.page.locator("form button.primary").click()
        until(self.page, lambda: heading.inner_text() != before, "the next deal")

    def hand_in(self) -> None:
        """All confirm, and the sheet goes in; what was confirmed before counts for nothing."""
        until(self.page, lambda: not self.page.locator(".waiting").count(), "rows are sent")
        for box in self.page.locator(".check input").all():
            assert not box.is_checked()
        for box in self.page.locator(".check input").all():
            box.check()
        self.page.get_by_role("button", name=w("hand_in")).click()
        until(
            self.page,
            lambda: self.page.locator("main h1").inner_text() == w("sheet_in"),
            "handed in",
        )


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[[str], Pad]]:
    """Phones at tables."""
    problems, pads = list[str](), list[Pad]()

    def made(address: str) -> Pad:
        pads.append(Pad(browser, address, problems))
        return pads[-1]

    yield made
    for pad in pads:
        pad.context.close()
    assert problems == []


def evening_plan() -> plan.Plan:
    """Four deals each, by the book of the Final, with fees and three prizes."""
    return replace(
        plan.load("tirol"),
        rules="koenigrufen/finale",
        strike="F-1.13",
        deals=4,
        deals_large=5,
        objections_min=0,
        fee_cents=1500,
        prizes=(12000, 8000, 5000),
    )


@pytest.mark.skipif(not SOAK, reason="a whole evening takes minutes; make soak plays it")
@pytest.mark.slow  # a server, three browsers
def test_an_evening_of_23_people(serve: Serve, phones: Callable[[str], Pad]) -> None:  # noqa: F811
    hall = serve(PEOPLE - 1, drawn=False, of=evening_plan())
    desk = Keys(hall)
    page = hall.page
    _door(desk)
    desk.step("promise")
    page.locator(".promise code").wait_for()
    shot(page, "02-promised")
    desk.step("draw")
    desk.step("start_round")
    page.locator(".clock").wait_for()
    shot(page, "03-drawn")
    cards = _cards(page, hall)
    pads = {table: phones(cards[table]) for table in PADS}
    wall = _wall(hall, phones, cards)
    for number in range(1, ROUNDS + 1):
        if number > 1:
            desk.step("start_round")
        _round(desk, pads, number)
        if number == 1:
            _struck(desk, pads[1])
        if number == 2:
            _renonce(desk, pads[4])
        for pad in pads.values():
            pad.hand_in()
        desk.step("close_round")
        if number == 1:
            _leaves(desk)
        until(page, lambda: not desk.picture()["head"]["playing"], "the round is over")
        _looked(wall, number)
    _result(desk, wall)
    _prints(hall)
    _proved(hall)


def _door(desk: Keys) -> None:
    """Each known person by number and Enter; the last one is new."""
    desk.tab(2)
    field = desk.page.locator("main input").first
    for number in range(1, PEOPLE):
        desk.to(w("search"))
        desk.types(f"Huber {number}" if number > 9 else str(number))
        desk.page.keyboard.press("Enter")
        until(desk.page, lambda: field.input_value() == "", f"{number} is here")
    desk.to(w("search"))
    desk.types("Toni Mair", "Ried")
    desk.page.keyboard.press("Enter")
    until(desk.page, lambda: desk.picture()["head"]["people"] == PEOPLE, "all are here")
    shot(desk.page, "01-door")


def _cards(page: Page, hall: Hall) -> dict[int, str]:
    """The links on the table cards."""
    script = """async (cup) => (await (await fetch("/api/cup/papers/cards?as=" +
        localStorage.getItem(`trull.cup.${cup}.desk`), { method: "POST", body: "" })).json())"""
    cards = page.evaluate(script, hall.cup)["cards"]
    return {int(one["table"]): str(one["link"]) for one in cards}


def _wall(hall: Hall, phones: Callable[[str], Pad], cards: dict[int, str]) -> Page:
    """The projector, with a key of its own."""
    script = """async (cup) => (await (await fetch("/api/cup/link?as=" +
        localStorage.getItem(`trull.cup.${cup}.desk`),
        { method: "POST", body: '{"role":"wall"}' })).json()).address"""
    wall = phones(str(hall.page.evaluate(script, hall.cup))).page
    wall.set_viewport_size({"width": 1920, "height": 1080})
    assert cards
    return wall


def _round(desk: Keys, pads: dict[int, Pad], number: int) -> None:
    """Two tables on pads, the others on paper, typed twice by different helpers."""
    for table, pad in pads.items():
        pad.begin()
        deals = 5 if "5" in pad.page.locator("main h1").inner_text().split()[-1] else 4
        for deal in range(1, deals + 1):
            if (number, table, deal) == (1, 1, 2):
                pad.row("4", "4", "4", "-4")
                pad.page.get_by_role("button", name=w("keep_unclear")).click()
            else:
                pad.row()
        shot(pad.page, f"1{number}-pad-{table}")
    sheets = desk.picture()["sheets"]
    for sheet in sheets:
        if sheet["table"] in pads:
            continue
        sums = [7 * number, -3, -4 * number, 3 + -3 * number, 0][: len(sheet["people"])]
        for helper in ("Resi", "Lois"):
            desk.tab(4)
            desk.to(w("table"))
            desk.types(str(sheet["table"]), helper, *map(str, sums))
            desk.page.keyboard.press("Enter")
            said = w("typed_said", table=sheet["table"])
            desk.page.locator("main").get_by_text(said).wait_for()
    shot(desk.page, f"1{number}-paper")


def _struck(desk: Keys, pad: Pad) -> None:
    """The unclear row of table 1 cannot be cleared up: all get 0, by F-1.13."""
    desk.tab(1)
    shot(desk.page, "20-unclear")
    desk.press(w("act.unclear"))
    desk.page.locator("tr.unclear button").wait_for()
    desk.page.keyboard.press("Tab")
    desk.press("2")
    desk.to(w("why"))
    desk.types("nicht aufzuklären")
    desk.press(w("strike"))
    pad.page.locator("tr.struck").wait_for()
    shot(desk.page, "21-struck")
    shot(pad.page, "22-struck-on-the-pad")


def _renonce(desk: Keys, pad: Pad) -> None:
    """Table 4 calls; the record of the deal is ruled on, and its row follows."""
    pad.page.get_by_role("button", name=w("call_referee")).click()
    desk.step("referee")
    desk.press(w("case_open"))
    desk.page.locator("input[name=verdict]").wait_for()
    desk.to(w("verdict"))
    desk.types("Renonce", "1")
    desk.page.locator("input[name=record]").set_input_files(RECORD)
    shot(desk.page, "30-case")
    desk.press(w("rule"))
    rows = pad.page.locator("tbody").first
    until(pad.page, lambda: "20" in rows.inner_text(), "the row of the record")
    shot(pad.page, "31-ruled-on-the-pad")


def _leaves(desk: Keys) -> None:
    """Somebody goes home after the first round; his slips of the others are mended."""
    desk.tab(2)
    people = [one for one in desk.picture()["people"] if one["here"] and one["number"] > 9]
    number = min(one["number"] for one in people)
    desk.to(w("search"))
    desk.types(f"Huber {number}")
    desk.press(w("leaves"))
    until(desk.page, lambda: desk.picture()["head"]["people"] == PEOPLE - 1, "he has left")
    shot(desk.page, "40-left")


def _looked(wall: Page, number: int) -> None:
    """Ranking after a round; after the last one the curtain."""
    for at in range(4):
        shot(wall, f"5{number}-wall-{at}")
        wall.keyboard.press("ArrowRight")


def _result(desk: Keys, wall: Page) -> None:
    picture = desk.picture()
    if any(one["code"] == "lot" for one in picture["todo"]):
        desk.tab(5)
        desk.press(w("act.lot"))
        until(desk.page, lambda: not any(o["equal"] for o in desk.picture()["ranking"]), "lots")
    desk.step("post")
    until(desk.page, lambda: bool(desk.picture()["head"]["posted"]), "posted")
    wall.keyboard.press("c")
    wall.locator(".ceremony tr").wait_for()
    last = wall.locator(".ceremony tr").first.inner_text()
    for _ in range(PEOPLE + 1):
        wall.keyboard.press("ArrowRight")
    assert wall.locator(".ceremony tr").first.inner_text() != last, "from the back to the first"
    assert wall.locator(".ceremony td").first.inner_text() == "1"
    shot(wall, "60-ceremony")
    wall.keyboard.press("c")
    desk.step("finish")
    until(desk.page, lambda: bool(desk.picture()["head"]["final"]), "final")
    desk.tab(5)
    shot(desk.page, "61-due")
    desk.press(w("award_all"))
    until(desk.page, lambda: desk.picture()["given"] == 25000, "prizes are given")
    desk.press(w("raffle"))
    wall.keyboard.press("ArrowRight")
    until(wall, lambda: w("prizes") in wall.locator("main").inner_text() or _turns(wall), "prizes")
    shot(wall, "62-prizes")
    shot(desk.page, "63-result")


def _turns(wall: Page) -> bool:
    wall.keyboard.press("ArrowRight")
    return False


def _prints(hall: Hall) -> None:
    for what in ("slips", "cards", "sheets", "list", "tables", "ranking", "money"):
        printed, _ = hall.pages(what)
        assert printed >= 1, what
        shot(hall.page, f"70-print-{what}")


def _proved(hall: Hall) -> None:
    """The file of the evening holds all of it, and everything in it verifies."""
    log = logs.read(hall.path.read_text(encoding="utf-8"))
    assert all(one.holds for one in verified(log))
    kinds = {NAMES[type(one.body)] for one in log.entries}
    assert {"row", "row_struck", "sheet_typed", "case", "ruled", "left", "repaired"} <= kinds
    assert {"posted", "final", "prize", "raffled"} <= kinds
    cup = fold(log.entries, log.names)
    struck = [row for sheet in cup.sheets.values() for row in sheet.rows if row.struck]
    assert [row.clause for row in struck] == ["F-1.13"]
