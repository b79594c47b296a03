"""The tutor at a practice table: before the card or after it, by keys alone, on small screens.

What he says comes from a stand-in here, so that every card is a blunder; what the server weighs is
compared elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from samples import alike
from trull import locale
from web.visiting import Step, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

Visit = Callable[..., Visitor]
SAYS = {
    "t": "weighed", "grade": "blunder", "loss": 2.4, "error": 0.3, "unit": 1, "grounds": [],
    "better": {"seat": 0, "verb": "play", "args": ["HK"]},
    "shares": [
        {"code": "plus_done", "layouts": 11, "of": 40},
        {"code": "plus_better", "layouts": 31, "of": 40},
        {"code": "more", "layouts": 35, "of": 40},
    ],
}  # fmt: skip
STAND_IN = """(() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { t, cid, deal, after, words } = JSON.parse(text);
    if (t !== "weigh" || !words.startsWith("play ")) return send.call(this, text);
    const data = JSON.stringify({ ...%s, cid, deal, after });
    setTimeout(() => this.onmessage({ data }), 0);
  };
  const key = "trull.choices";
  const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
  localStorage.setItem(key, JSON.stringify({ ...kept, tutor: "%s" }));
})()"""


def says(anna: Visitor, code: str) -> str:
    return str(locale.catalogue(anna.lang)["learn"][code])


def seated(anna: Visitor, way: str) -> Step:
    """At a practice table with a tutor, about to play the first card."""
    anna.page.add_init_script(STAND_IN % (json.dumps(SAYS), way))
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    return anna.play(until=lambda step: step["kind"] == "tap" and step["board"] == "play")


def play_by_keys(anna: Visitor, seen: Locator) -> None:
    """Enter on the card that is next; a second one where the first only lifts it."""
    anna.step()
    anna.reach("!!document.activeElement.closest('#hand [role=option]')")
    anna.press("Home")
    anna.reach("document.activeElement === window.trullNext", "ArrowRight", 30)
    anna.press("Enter")
    if anna.page.evaluate("!!document.querySelector('#hand .up')") and not seen.is_visible():
        anna.press("Enter")
    expect(seen).to_be_visible()


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_before_a_blunder_the_tutor_asks(lang: str, phone: bool, visit: Visit) -> None:
    anna = visit(lang=lang, phone=phone)
    if phone:
        anna.page.set_viewport_size({"width": 360, "height": 740})
    step = seated(anna, "before")
    box = anna.page.get_by_role("dialog", name=says(anna, "tutor.blunder"))
    play_by_keys(anna, box)
    assert "35" in box.inner_text()
    anna.settle_down()
    anna.shot(f"tutor-before-{lang}")
    assert anna.overflow() <= 0
    assert anna.violations() == []
    box.get_by_role("button", name=says(anna, "tutor.what")).press("Enter")
    expect(box.get_by_role("status")).to_be_visible()
    anna.press("Escape")
    expect(box).to_be_hidden()
    assert anna.step()["mark"] == step["mark"], "nothing was done"
    play_by_keys(anna, box)
    box.get_by_role("button", name=says(anna, "tutor.insist")).press("Enter")
    expect(box).to_be_hidden()
    assert anna.wait_change(step)["mark"] != step["mark"], "it is done all the same"


def test_after_a_blunder_the_tutor_leaves_a_note(visit: Visit) -> None:
    anna = visit(lang="de")
    step = seated(anna, "after")
    note = anna.page.get_by_role("region", name=says(anna, "tutor"), exact=True)
    play_by_keys(anna, note)
    expect(note).to_contain_text("35")
    assert anna.wait_change(step)["mark"] != step["mark"], "the act did not wait"
    anna.shot("tutor-after-de")
    assert anna.violations() == []
    note.get_by_role("button", name=anna.says("close")).press("Enter")
    expect(note).to_be_hidden()
