"""A cup evening in a browser: how long its steps take, what is printed, whether a hall can read it.

Times are of a script on this machine: people are slower, and machines are. They are printed with
``-s``; a test fails only where a step takes longer than a person would wait.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from samples import alike, at_length
from trull import lots
from trull.cup import Actor, Entry, commands, plan
from trull.cup.commands import Command
from trull.cup.decide import decide
from trull.table.cups.file import CupFile
from web.conftest import free_port, listen, wait_for
from web.visiting import PATIENCE, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SEED = "5a" * 32
SECRET = "organiser-secret-of-a-test"
PERSON = "secret-of-number-1"
LETTERS = """() => {
  const walk = document.createTreeWalker(document.querySelector(".wall"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const size = parseFloat(getComputedStyle(node.parentElement).fontSize);
    if (node.data.trim() && node.parentElement.getClientRects().length) {
      found.push([size, node.data.trim()]);
    }
  }
  return found;
}"""
"""Every text of the wall with the height of its letters."""

BELOW = """() => [...document.querySelectorAll(".wall td, .wall th, .wall li")]
  .filter((el) => el.getBoundingClientRect().bottom > innerHeight + 1).length"""
"""What lies under the lower edge of the wall."""

CUT = """() => [...document.querySelectorAll(".a4")].filter((page) =>
  [...page.querySelectorAll("*")].some((el) => {
    const box = el.getBoundingClientRect(), own = page.getBoundingClientRect();
    return box.width && (box.right > own.right + 1 || box.bottom > own.bottom + 1);
  })).length"""
"""Pages something stands out of."""


class Hall:
    """A served cup, and a browser at its pages."""

    def __init__(self, base: str, cup: str, page: Page, path: Path) -> None:
        self.base, self.cup, self.page, self.path = base, cup, page, path

    def go(self, part: str, secret: str = "") -> None:
        self.page.goto(f"{self.base}/c/{self.cup}{part}" + (f"#{secret}" if secret else ""))

    def pages(self, what: str) -> tuple[int, int]:
        """Sheets of paper of a print, and sections it is made of."""
        self.go(f"/print/{what}")
        self.page.locator("main.paper").wait_for()
        pdf = self.page.pdf(format="A4", prefer_css_page_size=True)
        return len(re.findall(rb"/Type\s*/Page\b", pdf)), self.page.locator(".a4").count()


def _made(path: Path, people: int, drawn: bool, of: str | plan.Plan = "tirol") -> str:
    """A cup with so many people, the organiser's key, and that of number 1."""
    file = CupFile(path, create=True)

    def do(*wishes: Command) -> None:
        for wish in wishes:
            found = decide(file.cup, Actor("organiser"), wish, "", 1_800_000_000_000, bytes(32))
            assert isinstance(found, Entry), found
            file.keep(found)

    told = plan.load(of) if isinstance(of, str) else of
    do(commands.Open("Herbstcup", plan.as_data(told)))
    do(commands.Link("organiser", sha256(SECRET.encode()).hexdigest()))
    for number in range(1, people + 1):
        do(commands.Enter(name=f"Wilhelmine Maximiliane Huber {number}", place="Imst"))
        do(*([commands.Arrive(number)] if drawn else []))
    do(commands.Link("person", sha256(PERSON.encode()).hexdigest(), number=1))
    if of == "duplikat":
        do(commands.PromiseBoards(file.promise("boards")))
    if drawn:
        do(commands.Commit(lots.commitment(SEED)), commands.Draw(SEED), commands.StartRound())
    if of == "duplikat":
        do(*(commands.WriteRow(table=table, deal=1, points=(1, 1, -1, -1)) for table in (1, 2)))
    cup = file.cup.id
    file.close()
    return cup


Serve = Callable[..., Hall]


@pytest.fixture
def serve(browser: Browser, tmp_path: Path) -> Iterator[Serve]:
    """Serves cups, each with a browser of its own at the desk's door."""
    processes, problems, contexts = list[subprocess.Popen[bytes]](), list[str](), []

    def made(people: int, drawn: bool = True, of: str | plan.Plan = "tirol") -> Hall:
        path, port = tmp_path / f"{people}-{len(processes)}.cup", free_port()
        cup = _made(path, people, drawn, of)
        words = ["cup", "serve", "-f", str(path), "--port", str(port)]
        program = "import sys; from trull.cli import main; sys.exit(main(sys.argv[1:]))"
        process = subprocess.Popen(
            [sys.executable, "-c", program, *words], stdout=subprocess.DEVNULL
        )
        processes.append(process)
        began, base = time.monotonic(), f"http://127.0.0.1:{port}"
        wait_for(f"{base}/health", lambda: process.poll() is not None)
        told("start of the server", began)
        context = browser.new_context(
            viewport={"width": 1920, "height": 1080}, locale="de", service_workers="block"
        )
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        listen(page, problems)
        hall = Hall(base, cup, page, path)
        hall.go("/desk", SECRET)
        end = time.monotonic() + PATIENCE
        while not page.evaluate(f"localStorage.getItem('trull.cup.{cup}.desk')"):
            assert time.monotonic() < end, "the key opens the desk"
            page.wait_for_timeout(20)
        page.locator("nav button, main button").first.wait_for()
        return hall

    yield made
    for context in contexts:
        context.close()
    for process in processes:
        process.terminate()
        process.wait(15)
    assert problems == []


def told(what: str, began: float) -> float:
    """Seconds since then, printed."""
    passed = time.monotonic() - began
    sys.stdout.write(f"{what}: {passed:.2f} s\n")
    return passed


BUSY = 6
"""So many times as long as on a machine of its own a step may take on a busy one."""

HERE = "async () => (await (await fetch('/api/cup/hall')).json()).head.people"


LINES = """(el) => { const text = document.createRange();
  text.selectNodeContents(el);
  return new Set([...text.getClientRects()].map((box) => box.top)).size; }"""
"""How many lines a text takes."""


def test_on_a_phone_every_tab_of_the_desk_is_in_sight_and_no_button_breaks(serve: Serve) -> None:
    hall = serve(2, drawn=False)
    hall.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    tabs = hall.page.locator("nav button")
    assert all(tab.bounding_box()["x"] >= 0 for tab in tabs.all())  # type: ignore[index]
    assert hall.page.locator("nav").evaluate("el => el.scrollWidth <= el.clientWidth")
    tabs.nth(1).click()
    arrives = hall.page.locator("td button")
    arrives.first.wait_for()
    assert [button.evaluate(LINES) for button in arrives.all()] == [1, 1]


@pytest.mark.slow  # a server and a browser
def test_a_known_person_is_checked_in_and_slips_are_there_soon(serve: Serve) -> None:
    """By keys alone: 8 seconds for somebody known, 5 from the draw to the slips of 120 people."""
    hall = serve(120, drawn=False)
    hall.page.keyboard.press("2")
    for number in (57, 112):
        before, began = hall.page.evaluate(HERE), time.monotonic()
        field = hall.page.locator("main input").first
        field.fill(str(number))
        field.press("Enter")
        while hall.page.evaluate(HERE) == before:
            assert time.monotonic() - began < BUSY * 8
            hall.page.wait_for_timeout(20)
        assert told("a known person", began) < BUSY * 8
    hall = serve(120)
    began = time.monotonic()
    hall.go("/print/slips")
    hall.page.locator(".slip").nth(119).wait_for()
    assert told("slips of 120 people", began) < BUSY * 5


HALLS = alike(23, 8, 120, 260)


@at_length
@pytest.mark.slow  # a server, a browser, hundreds of slips
@pytest.mark.parametrize("people", HALLS)
def test_prints_have_the_pages_they_should_and_cut_no_line(people: int, serve: Serve) -> None:
    hall = serve(people)
    tables = people // 4
    expected = {"slips": ceil(people / 8), "cards": tables, "sheets": tables}
    for what, pages in expected.items():
        printed, sections = hall.pages(what)
        assert (printed, what) == (sections, what)
        assert sections >= pages if what == "sheets" else sections == pages
        hall.page.emulate_media(media="print")
        assert hall.page.evaluate(CUT) == 0, what
        hall.page.emulate_media(media="screen")
    for what in ("list", "tables", "ranking", "money"):
        assert hall.pages(what)[0] >= 1


@at_length
@pytest.mark.slow  # a server and a browser
@pytest.mark.parametrize("people", alike(260, 23))
def test_a_hall_reads_the_wall_with_260_names(people: int, serve: Serve) -> None:
    """At 1080 lines every letter is at least 30 high, and nothing lies under the edge."""
    hall, names = serve(people), set[str]()
    hall.go("/wall")
    hall.page.locator(".wall h1").wait_for()
    for _ in range(80):
        found = hall.page.evaluate(LETTERS)
        assert [one for one in found if one[0] < 30] == []
        assert hall.page.evaluate(BELOW) == 0
        names |= set(hall.page.locator(".name small").all_inner_texts())
        hall.page.keyboard.press("ArrowRight")
    assert names == {str(number) for number in range(1, people + 1)}


@pytest.mark.slow  # a server and a browser
def test_axe_has_nothing_against_the_pages_of_a_cup(serve: Serve) -> None:
    hall, problems = serve(8), list[str]()
    visitor = Visitor(hall.page, hall.base, "de", False, 0)
    for part in ("/desk", "", "/wall", "/print/slips"):
        hall.go(part)
        hall.page.locator("main").wait_for()
        hall.page.wait_for_timeout(500)
        problems += [f"{part}: {one}" for one in visitor.violations()]
    for key in "123456":
        hall.go("/desk")
        hall.page.locator("main").wait_for()
        hall.page.keyboard.press(key)
        hall.page.wait_for_timeout(300)
        problems += [f"desk {key}: {one}" for one in visitor.violations()]
    assert problems == []


PHONE = {"width": 360, "height": 760}
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


@at_length
@pytest.mark.slow  # a server and a browser
def test_boards_are_read_seat_by_seat_on_a_phone_and_own_ones_are_marked(serve: Serve) -> None:
    """From one's own page: the one board both tables have played, four hands, four comparisons."""
    hall, problems = serve(8, of="duplikat"), list[str]()
    visitor = Visitor(hall.page, hall.base, "de", False, 0)
    for size in (PHONE, {"width": 1280, "height": 800}):
        hall.page.set_viewport_size(size)  # type: ignore[arg-type]
        hall.go("/me", PERSON)
        hall.page.locator("main a[href$=boards]").click()
        hall.page.locator(".seat").nth(3).wait_for()
        assert hall.page.locator(".seat .hand svg").count() == 48
        assert hall.page.locator(".seat tbody tr").count() == 8
        assert hall.page.locator(".seat tr.own").count() == 1
        assert hall.page.evaluate(OVERFLOW) <= 0
        problems += visitor.violations()
    assert problems == []


@at_length
@pytest.mark.slow  # a server, its rooms and a browser
def test_one_s_own_page_of_an_online_cup_leads_to_one_s_own_seat(serve: Serve) -> None:
    """The desk then sees who is not there; nothing stands over the edge of a phone."""
    hall, problems = serve(8, of="online"), list[str]()
    visitor = Visitor(hall.page, hall.base, "de", False, 0)
    hall.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    hall.go("/me", PERSON)
    button = hall.page.locator("main .btn.primary")
    button.wait_for()
    assert hall.page.evaluate(OVERFLOW) <= 0
    problems += visitor.violations()
    button.click()
    hall.page.wait_for_url("**/t/*")
    hall.page.locator("text=Wilhelmine >> visible=true").first.wait_for()
    room = hall.page.url
    hall.go("/desk")
    hall.page.locator("nav button").nth(2).click()
    hall.page.locator(".tile").first.click()
    hall.page.locator("p.room").wait_for()
    assert hall.page.evaluate(OVERFLOW) <= 0
    problems += visitor.violations()
    assert "/t/" in room
    assert problems == []
