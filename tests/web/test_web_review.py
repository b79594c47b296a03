"""Repetition on the page: what was wrong comes back the next day, and later once it is right."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

import pytest

from samples import alike
from trull import locale
from web.visiting import Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Response, ViewportSize

    from players import Told

Visit = Callable[..., Visitor]
SMALL: ViewportSize = {"width": 360, "height": 640}
KEY = "trull.learn"
IDEA = "koenigrufen.winner"
EARLIER = """([key, days]) => {
  const kept = JSON.parse(localStorage.getItem(key));
  for (const idea of Object.values(kept.ideas)) idea.day -= days;
  localStorage.setItem(key, JSON.stringify(kept));
}"""


def says(anna: Visitor, code: str, section: str = "review", **about: object) -> str:
    """A sentence in this visitor's language."""
    return str(locale.catalogue(anna.lang)[section][code]).format(**about)


def ideas(anna: Visitor) -> dict[str, Told]:
    """What is kept to be asked again."""
    text = cast("str", anna.page.evaluate(f"localStorage.getItem('{KEY}')"))
    return cast("dict[str, Told]", json.loads(text)["ideas"])


def answered(anna: Visitor, right: bool, asked: list[str]) -> None:
    """Answer the question that is shown, by keys, as the server says it is right or wrong."""
    anna.page.locator("[role=group] > button").first.wait_for()
    parts = urlsplit(asked[-1])
    address = f"{anna.base}{parts.path}?{parts.query}"
    question = cast("Told", anna.page.request.get(address).json())
    found = anna.page.request.get(address.replace("?", "/answer?")).json()
    places = [at for at, one in enumerate(question["choices"]) if (one in found["right"]) == right]
    button = f"[role=group] > button:nth-child({places[-1] + 1})"
    anna.reach(f"document.activeElement?.matches({json.dumps(button)})")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator(".ruling")).to_be_visible()


def watched(anna: Visitor) -> list[str]:
    """The addresses of the questions this visitor is asked, the last one at the end."""
    asked: list[str] = []

    def note(answer: Response) -> None:
        if "/api/quiz/" in answer.url and "/answer" not in answer.url:
            asked.append(answer.url)

    anna.page.on("response", note)
    return asked


def fail_a_question(anna: Visitor, asked: list[str]) -> None:
    """Give a wrong answer to a drawn question."""
    anna.go("/quiz")
    kind = says(anna, "type.winner", "learn")
    anna.page.get_by_role("radio", name=kind, exact=True).click()
    anna.until(lambda: asked and "/winner?" in asked[-1], "no question of this type")
    answered(anna, False, asked)
    assert list(ideas(anna)) == [IDEA]


def shown(anna: Visitor, name: str) -> list[str]:
    """What axe has against the page, which is kept as a picture."""
    anna.settle_down()
    anna.shot(f"{name}-{'phone' if anna.touch else 'desktop'}-{anna.lang}")
    assert anna.overflow() <= 0, name
    return anna.violations()


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_what_was_wrong_comes_back_by_a_fresh_question(
    lang: str, phone: bool, visit: Visit
) -> None:
    anna = visit(lang=lang, phone=phone)
    if phone:
        anna.page.set_viewport_size(SMALL)
    asked = watched(anna)
    anna.go("/learn/review")
    expect(anna.page.get_by_text(says(anna, "empty"))).to_be_visible()
    fail_a_question(anna, asked)
    anna.go("/learn/review")
    expect(anna.page.get_by_text(says(anna, "next.one"))).to_be_visible()
    problems = shown(anna, "review-later")
    anna.page.evaluate(EARLIER, [KEY, 1])
    anna.go("/learn")
    expect(anna.page.get_by_text(says(anna, "review_due", "learn", n=1))).to_be_visible()
    begin = says(anna, "review_open", "learn")
    anna.page.get_by_role("link", name=begin).press("Enter")
    button = anna.page.get_by_role("button", name=begin)
    expect(button).to_be_enabled()
    button.press("Enter")
    anna.until(lambda: f"/{IDEA}?" in asked[-1], "no question of the idea")
    problems += shown(anna, "review-asked")
    answered(anna, True, asked)
    told = says(anna, "again.one").split()[0]
    expect(anna.page.get_by_role("status").filter(has_text=told)).to_be_visible()
    kept = ideas(anna)[IDEA]
    assert kept["stability"] > 1
    problems += shown(anna, "review-answered")
    anna.reach("document.activeElement?.matches('.ask > .btn.primary')")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text(says(anna, "none"))).to_be_visible()
    assert problems == []


def test_a_hint_takes_a_wrong_choice_away_and_the_answer_counts_less(visit: Visit) -> None:
    """Two browsers with the same memory: who needed a hint is asked sooner."""
    stabilities = []
    for hinted in (False, True):
        anna = visit()
        asked = watched(anna)
        anna.go("/")
        idea = {
            "stability": 3.0,
            "difficulty": 5.0,
            "rules": "koenigrufen/tirol",
            "day": 20_000,
            "at": 5,
        }
        kept = {"version": 1, "lessons": {}, "quiz": {}, "ideas": {IDEA: idea}}
        anna.page.evaluate("([k, v]) => localStorage.setItem(k, v)", [KEY, json.dumps(kept)])
        anna.go("/learn/review")
        anna.page.get_by_role("button", name=says(anna, "review_open", "learn")).click()
        anna.page.locator("[role=group] > button").first.wait_for()
        if hinted:
            anna.page.get_by_role("button", name=says(anna, "hint", "learn"), exact=True).click()
            struck = anna.page.locator("[role=group] > [aria-disabled=true]")
            expect(struck).to_have_count(1)
        answered(anna, True, asked)
        stabilities.append(ideas(anna)[IDEA]["stability"])
    assert stabilities[0] > stabilities[1] > 3.0
