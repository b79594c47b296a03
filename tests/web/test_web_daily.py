"""The daily deal on the page: played by keys alone, its result read and passed on."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import pytest

from samples import alike, at_length
from trull import locale
from web.visiting import PATIENCE, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

Visit = Callable[..., Visitor]
SMALL: ViewportSize = {"width": 360, "height": 740}
DAY = "2026-11-15"  # its first lots serve, so it is drawn soon
KEY = "trull.daily"


def says(anna: Visitor, code: str, **about: object) -> str:
    """A sentence of the school in this visitor's language."""
    return str(locale.catalogue(anna.lang)["learn"][code]).format(**about)


def small(anna: Visitor) -> Visitor:
    """On a phone, the smallest one."""
    if anna.touch:
        anna.page.set_viewport_size(SMALL)
    return anna


def found(anna: Visitor, name: str) -> list[str]:
    """What axe has against the page, which is kept as a picture."""
    anna.settle_down()
    anna.shot(f"daily-{name}-{'phone' if anna.touch else 'desktop'}-{anna.lang}")
    assert anna.overflow() <= 0, name
    return [f"{name}: {one}" for one in anna.violations()]


def pressed(anna: Visitor, there: str) -> None:
    """Tab to an element, and Enter."""
    anna.reach(f"document.activeElement?.matches({json.dumps(there)})")
    anna.press("Enter")


def play_by_keys(anna: Visitor) -> None:
    """Whatever is offered, until the settlement."""
    end = time.monotonic() + 10 * PATIENCE
    while time.monotonic() < end:
        step = anna.step()
        if step["kind"] == "done":
            return
        if step["kind"] == "wait":
            anna.wait_change(step, PATIENCE)
        else:
            anna.do_by_keys(step)
    raise AssertionError(anna.stuck("no settlement"))


def kept(anna: Visitor, game: str) -> list[dict[str, object]]:
    told = json.loads(cast("str", anna.page.evaluate(f"localStorage.getItem('{KEY}')")))
    return cast("list[dict[str, object]]", told["tries"][f"{game} {DAY}"])


@at_length
@pytest.mark.slow  # a whole deal, key by key, with bots that think
@pytest.mark.parametrize(
    ("game", "lang", "phone"), alike(("koenigrufen", "de", True), ("koenigrufen", "en", False))
)
def test_a_daily_deal_is_played_by_keys_and_its_result_is_told(
    game: str, lang: str, phone: bool, visit: Visit
) -> None:
    anna = small(visit(lang=lang, phone=phone))
    problems: list[str] = []
    anna.go("/")
    expect(anna.page.locator("a[href='/daily']")).to_be_visible()
    anna.go(f"/daily/{DAY}")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(says(anna, "daily"))
    problems += found(anna, "before")
    pressed(anna, f"section[aria-labelledby=deal-{game}] button")
    anna.until(lambda: "/t/" in anna.page.url, "no table is opened", 4 * PATIENCE)
    anna.page.locator(".felt").wait_for()
    expect(anna.button("undo_wish")).to_have_count(0)
    play_by_keys(anna)
    problems += found(anna, "settled")
    pressed(anna, f"a[href='/daily/{DAY}']")
    section = anna.page.locator(f"section[aria-labelledby=deal-{game}]")
    expect(section.locator(".sentence")).to_be_visible(timeout=4 * PATIENCE * 1000)
    assert [*problems, *found(anna, "after")] == []
    (tried,) = kept(anna, game)
    assert tried["scored"] is False  # that day is over
    told = section.locator(".sentence").inner_text()
    assert re.search(
        r"2026, (Perlaggen|Königrufen) .+: .+, .+, (ohne Hinweis|without a hint)\.", told
    )
    assert told.endswith(f"/daily/{DAY}")
    expect(section.locator("tbody tr")).to_have_count(5)
    assert says(anna, "daily.on_your_seat") in section.aria_snapshot()
    section.get_by_role("checkbox").press("Space")
    expect(section.locator(".sentence")).to_contain_text("/replay#s=")
    anna.page.reload()
    expect(section.locator(".sentence")).to_contain_text("2026")
    expect(section.get_by_role("button", name=says(anna, "daily.play_again"))).to_be_enabled()


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_a_scored_try_stays_and_damage_loses_nothing_else(
    lang: str, phone: bool, visit: Visit
) -> None:
    anna = small(visit(lang=lang, phone=phone))
    outcome = {
        "day": DAY,
        "game": "koenigrufen",
        "rules": "koenigrufen/finale",
        "seat": 0,
        "points": 9,
        "ahead": 15.25,
        "left": 0.63,
        "decisions": 14,
        "played": "rufer",
        "rivals": [
            {"kind": kind, "points": n}
            for kind, n in (("heuristic", -27), ("flat", 9), ("search", -24), ("search:strong", 17))
        ],
    }
    tried = {
        "room": "abcd2345",
        "scored": True,
        "hints": 1,
        "outcome": outcome,
        "field": "entered",
    }
    points = [[20, 1], [9, 2], [-3, 4]]
    field = {"day": DAY, "game": "koenigrufen", "results": 7, "points": points, "left": 1.25}
    told = json.dumps({**field, "unaided": 5})
    anna.page.route("**/koenigrufen/field", lambda route: route.fulfill(body=told))
    tries = {f"koenigrufen {DAY}": [tried], f"perlaggen {DAY}": "broken"}
    anna.go("/")
    anna.page.evaluate(
        f"localStorage.setItem('{KEY}', {json.dumps(json.dumps({'version': 1, 'tries': tries}))})"
    )
    anna.go(f"/daily/{DAY}")
    section = anna.page.locator("section[aria-labelledby=deal-koenigrufen]")
    name = {"de": "Königrufen Österreich-Finale", "en": "Königrufen Austrian final"}[lang]
    wanted = {
        "de": f"Trull-Tagesspiel 15.11.2026, {name}: +15,3 gegen die Bots am selben Platz,"
        " 0,6 liegen gelassen, mit einem Hinweis.",
        "en": f"Trull daily deal 15/11/2026, {name}: +15.3 against the bots on the same seat,"
        " 0.6 left lying, with one hint.",
    }[lang]
    expect(section.locator(".sentence")).to_contain_text(wanted)
    expect(section.locator(".chip")).to_have_count(0)
    others = {"n": 6, "better": 1, "equal": 1, "worse": 4}
    expect(section).to_contain_text(says(anna, "daily.field_of", **others))
    section.locator("summary").press("Enter")
    expect(section.locator("details tbody tr")).to_have_count(3)
    expect(section.locator("tr.mine")).to_contain_text("+9")
    series = anna.page.get_by_role("switch")
    expect(series).to_have_attribute("aria-checked", "false")
    series.press("Enter")
    expect(anna.page.locator(".streak")).to_contain_text(says(anna, "daily.streak.0"))
    assert found(anna, "scored") == []


def test_a_day_that_has_not_come_says_so(visit: Visit) -> None:
    anna = visit()
    anna.page.goto(f"{anna.base}/daily/2099-01-01")
    expect(anna.page.get_by_text(says(anna, "daily.no_day"))).to_be_visible()
    anna.problems.clear()  # the console was told of the 404
