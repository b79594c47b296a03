"""On a small phone nothing covers what one must see."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING, cast

import pytest

from web.visiting import ROOT, Step, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

Visit = Callable[..., Visitor]
Box = tuple[str, float, float, float, float]
RECORD = ROOT / "tests/transcripts/tirol-rufer-kaiserstich.trn"
SMALL = {"width": 360, "height": 740}
BOXES = """() => [...document.querySelectorAll(".seat, .advice, .status, .hand")].map((el) => {
  const box = el.getBoundingClientRect();
  return [el.innerText || el.className, box.left, box.top, box.right, box.bottom];
})"""
WHOLE = """els => els.map((el) => {
  const [box, list] = [el, el.closest(".inner")].map((one) => one.getBoundingClientRect());
  return box.top >= list.top && box.bottom <= list.bottom + 1;
})"""  # whether nothing of it is scrolled away
CUT = """() => [...document.querySelectorAll("select")].filter((el) => {
  const style = getComputedStyle(el);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = el.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return pen.measureText(el.selectedOptions[0].text).width > room + 1;
}).map((el) => el.selectedOptions[0].text)"""


def small_phone(visit: Visit, lang: str = "de") -> Visitor:
    anna = visit(lang=lang, phone=True)
    anna.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    return anna


def overlapping(anna: Visitor) -> list[tuple[str, str]]:
    """The seats, the advice, the status line and the hand that lie over one another."""
    boxes = [tuple(box) for box in cast("list[list[object]]", anna.page.evaluate(BOXES))]
    pairs = combinations(cast("list[Box]", boxes), 2)
    return [(one[0], other[0]) for one, other in pairs if meet(one, other)]


def meet(one: Box, other: Box) -> bool:
    across = min(one[3], other[3]) - max(one[1], other[1])
    down = min(one[4], other[4]) - max(one[2], other[2])
    return across > 1 and down > 1


def on_turn(step: Step) -> bool:
    return step["board"] == "play" and step["kind"] == "tap"


def in_fourth_trick(anna: Visitor) -> None:
    """Anna goes on from a place of a record where everybody knows the partner."""
    goes_on(anna, seat=2, at=28)


def goes_on(anna: Visitor, *, seat: int, at: int) -> None:
    """Anna goes on from a place of a record."""
    wish = {
        "record": RECORD.read_text("utf-8"),
        "name": "Anna",
        "cid": "phone",
        "seat": seat,
        "at": at,
    }
    made = anna.page.request.post(
        f"{anna.base}/api/branches",
        data=wish | {"bot": "heuristic"},
        headers={"Origin": anna.base},
    )
    assert made.ok, made.text()
    anna.go(f"/t/{made.json()['room']}")


def test_no_seat_covers_another_and_advice_covers_none(visit: Visit) -> None:
    anna = small_phone(visit)
    in_fourth_trick(anna)
    anna.until(lambda: on_turn(anna.step()), "it is not Anna's turn")
    partner = anna.page.locator(".seat").get_by_text(anna.says("kr.partner"), exact=True)
    expect(partner).to_be_visible()
    anna.settle_down()
    assert overlapping(anna) == []
    anna.button("hint").click()
    anna.page.locator(".advice li").first.wait_for()
    anna.settle_down()
    anna.shot("hint-small-phone")
    assert anna.violations() == []
    assert overlapping(anna) == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_chosen_rules_and_bots_can_be_read(lang: str, visit: Visit) -> None:
    anna = small_phone(visit, lang)
    anna.go("/")
    anna.choose_more()
    for game in ("koenigrufen", "lhombre_short", "perlaggen"):
        anna.page.get_by_role("radio", name=anna.says(f"game.{game}"), exact=True).click()
        expect(anna.page.get_by_role("combobox", name=anna.says("rule_set"))).to_be_visible()
        assert anna.page.evaluate(CUT) == []
    anna.open_table("koenigrufen/tirol", practice=False)
    anna.button("fill_with_bots").click()
    expect(anna.page.get_by_role("combobox").first).to_be_visible()
    assert anna.page.evaluate(CUT) == []
    assert anna.overflow() == 0


def test_a_replay_shows_what_was_said_then_talon_and_discard_beside_the_trick(visit: Visit) -> None:
    anna = small_phone(visit)
    anna.go("/replay")
    anna.page.locator("input[type=file]").set_input_files(RECORD)
    anna.button("step_on").wait_for()
    piles = anna.page.locator(".corner")
    expect(piles).to_have_count(1)
    assert shown_in(piles) == [["T17", "T11", "C7", "H4", "DB", "C9"]]
    said = anna.page.locator(".said li")
    for _ in range(5):
        anna.page.keyboard.press("ArrowRight")
    expect(said).to_have_count(4)
    expect(said.filter(has_text="Rufer")).to_have_count(1)
    for _ in range(23):
        anna.page.keyboard.press("ArrowRight")
    expect(said).to_have_count(0)
    expect(piles).to_have_count(2)
    assert [sorted(pile) for pile in shown_in(piles)] == [["C10", "C7", "D4"], ["C9", "DB", "H4"]]
    boxes = cast("list[Box]", anna.page.evaluate(BOXES.replace(".seat, .advice", ".corner, .win")))
    assert [(a[0], b[0]) for a, b in combinations(boxes, 2) if meet(a, b)] == []


def shown_in(piles: Locator) -> list[list[str]]:
    """The cards of each pile."""
    found = "el => [...el.querySelectorAll('use')].map((one) => one.getAttribute('href'))"
    each = [cast("list[str]", pile.evaluate(found)) for pile in piles.all()]
    return [[href.split("-")[-1] for href in pile] for pile in each]


def test_held_sideways_the_auction_shows_what_was_said_and_every_usual_game(visit: Visit) -> None:
    anna = in_the_auction(visit, 800, 360)
    assert anna.page.locator(".bid").evaluate_all(WHOLE) == [True] * 8


def in_the_auction(visit: Visit, width: int, height: int) -> Visitor:
    """Anna is asked for her bid on a phone of that size, and nothing lies over anything."""
    anna = visit(phone=True)
    anna.page.set_viewport_size({"width": width, "height": height})
    goes_on(anna, seat=0, at=1)
    anna.page.locator(".bid").first.wait_for()
    anna.settle_down()
    parts = BOXES.replace(".seat, .advice, .status, .hand", ".board, .sheet, .status, .hand")
    boxes = cast("list[Box]", anna.page.evaluate(parts))
    assert len(boxes) == 4
    assert [(a[0], b[0]) for a, b in combinations(boxes, 2) if meet(a, b)] == []
    return anna


def test_on_a_small_phone_the_auction_shows_what_was_said_and_six_games(visit: Visit) -> None:
    anna = in_the_auction(visit, 360, 640)
    assert anna.page.locator(".bid").evaluate_all(WHOLE)[:6] == [True] * 6
    clipped = "els => els.filter((el) => el.scrollWidth > el.clientWidth).length"
    assert anna.page.locator(".board b").evaluate_all(clipped) == 0


def test_on_a_tablet_a_row_of_played_cards_covers_nobody(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.page.set_viewport_size({"width": 820, "height": 1180})
    anna.open_table("perlaggen/1924")
    anna.deal()
    three = anna.page.locator(".where .rows")
    while anna.play(lambda step: on_turn(step) and three.count() == 3)["kind"] == "done":
        anna.play_on()  # it was bid away
    anna.settle_down()
    parts = BOXES.replace(".seat, .advice, .status, .hand", ".seat, .where .rows, .status, .hand")
    boxes = cast("list[Box]", anna.page.evaluate(parts))
    assert len(boxes) == 8
    assert [(a[0], b[0]) for a, b in combinations(boxes, 2) if meet(a, b)] == []
