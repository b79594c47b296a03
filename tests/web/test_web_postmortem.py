"""After a deal: could I have won? The costliest decisions, and playing on from any of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from samples import alike, at_length
from web.visiting import PATIENCE, ROOT, Visitor, expect

Visit = Callable[..., Visitor]
RECORD = ROOT / "tests/transcripts/tirol-rufer-kaiserstich.trn"
REACH = 8 * PATIENCE * 1000  # ms: another process starts, and may have to compile
SLOW = """() => {
  const quick = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await quick(...asked);
    await new Promise((wake) => setTimeout(wake, 1500));
    return answer;
  };
}"""  # every answer takes its time
SIZES = pytest.mark.parametrize("phone", alike(True, False))


def opened(anna: Visitor) -> None:
    """The record lies open."""
    anna.go("/replay")
    anna.page.locator("input[type=file]").set_input_files(RECORD)
    anna.button("step_on").wait_for()


def asked(anna: Visitor) -> None:
    """The question is asked and answered."""
    anna.button("pm.ask").click()
    anna.page.locator(".line").first.wait_for(timeout=REACH)


def size(anna: Visitor) -> str:
    return "phone" if anna.touch else "desktop"


@at_length
@pytest.mark.slow  # a whole deal is looked through
@SIZES
def test_the_costliest_decisions_lead_to_their_places(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone, lang="en" if phone else "de")
    opened(anna)
    anna.button("pm.ask").click()
    anna.page.get_by_role("progressbar").wait_for()
    anna.page.locator(".line").first.wait_for(timeout=REACH)
    expect(anna.page.locator("article")).to_have_count(4)
    anna.settle_down()
    anna.shot(f"postmortem-{size(anna)}")
    assert anna.overflow() == 0
    assert anna.violations() == []
    turned = anna.page.locator(".line", has=anna.page.locator(".chip.bad")).first
    turned.click()
    expect(anna.page.locator(".mark.good").first).to_be_visible()
    expect(anna.page.locator(".mark.bad").first).to_be_visible()
    anna.settle_down()
    anna.shot(f"postmortem-place-{size(anna)}")
    assert anna.violations() == []
    if phone:
        anna.button("pm.ask").click()
    table = anna.page.locator("table", has_text=anna.says("choice.open"))
    expect(table.locator("tr.did")).to_have_count(1)
    expect(table).to_contain_text("✓")
    expect(table).to_contain_text("✗")
    assert anna.overflow() == 0


@at_length
@pytest.mark.slow  # a whole deal is looked through
def test_the_question_is_asked_and_followed_with_keys_alone(visit: Visit) -> None:
    anna = visit()
    opened(anna)
    anna.reach(f"document.activeElement.textContent.trim() === {anna.says('pm.ask')!r}")
    anna.press("Enter")
    anna.page.locator(".line").first.wait_for(timeout=REACH)
    anna.reach("!!document.activeElement.closest('.line')")
    anna.press("Enter")
    expect(anna.page.locator(".line[aria-current=step]")).to_have_count(1)
    expect(anna.page.locator(".mark").first).to_be_visible()


def test_a_question_can_be_given_up(visit: Visit) -> None:
    anna = visit()
    opened(anna)
    anna.button("pm.ask").click()
    anna.button("pm.stop").click()
    expect(anna.button("pm.ask")).to_be_visible()
    expect(anna.page.get_by_role("progressbar")).to_have_count(0)


def test_a_question_given_up_before_it_was_heard_is_taken_back(visit: Visit) -> None:
    """Else the server would look through a whole deal for nobody."""
    anna, sent = visit(), list[str]()
    opened(anna)
    anna.page.evaluate(SLOW)
    anna.page.on("request", lambda one: sent.append(one.method))
    anna.button("pm.ask").click()
    anna.button("pm.stop").click()
    anna.until(lambda: "DELETE" in sent, "nobody took the question back")


@at_length
@SIZES
def test_a_branch_goes_on_from_its_place_and_says_what_it_is(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone, lang="en" if phone else "de")
    opened(anna)
    for _ in range(3):
        anna.page.keyboard.press("ArrowRight")
    anna.page.get_by_role("group", name=anna.says("timeline")).get_by_role(
        "button", name=anna.says("trick_n").replace("{no}", "3")
    ).click()
    anna.button("branch.short" if phone else "branch.here").click()
    box = anna.page.get_by_role("dialog")
    box.get_by_role("radiogroup", name=anna.says("branch.seat")).get_by_role("radio").nth(2).click()
    box.get_by_role("radio", name=anna.says("bot.heuristic")).click()
    anna.settle_down()
    anna.shot(f"branch-{size(anna)}")
    assert anna.violations() == []
    anna.button("branch.go").click()
    anna.page.wait_for_url("**/t/*")
    anna.page.locator("#hand [data-card]").first.wait_for()
    chip = anna.says("branch.chip") if phone else anna.says("branch.of_record").split(",")[0]
    expect(anna.page.locator(".bar")).to_contain_text(chip)
    assert len(anna.hand) <= 9
    anna.shot(f"branch-table-{size(anna)}")
    anna.play()
    expect(anna.page.locator("main")).to_contain_text(anna.says("shuffle.branch_short"))
    anna.button("shuffle.check").click()
    told = anna.page.get_by_role("dialog")
    expect(told).to_contain_text(anna.says("shuffle.branch"))
    expect(told.get_by_role("button", name=anna.says("shuffle.check"))).to_have_count(0)
    anna.settle_down()
    anna.shot(f"branch-shuffle-{size(anna)}")
    assert anna.violations() == []


@at_length
@pytest.mark.slow  # a deal is played, and played again
def test_a_deal_is_played_again_with_the_same_cards_on_the_same_seat(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.play(lambda step: step["kind"] == "tap" and len(anna.hand) == 12)
    first, address = sorted(anna.hand), anna.page.url
    anna.play()
    anna.button("branch.again").click()
    anna.page.wait_for_url(lambda url: "/t/" in url and url != address)
    anna.page.locator("#hand [data-card]").first.wait_for()
    assert sorted(anna.hand) == first
    anna.page.goto(address)
    anna.page.get_by_role("link", name=anna.says("pm.ask"), exact=True).click()
    anna.page.wait_for_url("**/replay*")
    anna.page.locator("article").first.wait_for(timeout=REACH)
    name = anna.page.locator("article h3").first
    expect(name).to_contain_text("Anna")  # who asks stands first
