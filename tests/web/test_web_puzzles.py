"""Puzzles on the page: chosen, solved and failed by keys alone, rated at the first try.

The server's answers are made here, by the same frames it sends, from a few puzzles of bots' games
in ``puzzles.jsonl``; their ratings and themes are made up.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec
import pytest

from samples import alike
from trull import locale
from trull.learn.puzzles.frames import Framed, framed, listed
from trull.learn.puzzles.record import Puzzle, in_file
from web.visiting import Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route, ViewportSize

Visit = Callable[..., Visitor]
SMALL: ViewportSize = {"width": 360, "height": 640}
KEY = "trull.learn"
BIRD, KING, PERLAGG = "97818a534f", "c80e079fde", "2cb2920ef0"


@cache
def puzzles() -> dict[str, Puzzle]:
    """The puzzles of the shelf by name."""
    return {one.id: one for one in in_file(Path(__file__).with_name("puzzles.jsonl"))}


@cache
def frames(name: str) -> Framed:
    """One of them as it is sent."""
    return framed(puzzles()[name])


def shelved(anna: Visitor) -> Visitor:
    """A visitor to a server that has these puzzles; on a phone the smallest one."""

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        told = map(listed, puzzles().values()) if name == "puzzles" else frames(name)
        body = list(told) if isinstance(told, map) else told
        route.fulfill(body=msgspec.json.encode(body), content_type="application/json")

    anna.page.route("**/api/puzzles", answer)
    anna.page.route("**/api/puzzles/*", answer)
    if anna.touch:
        anna.page.set_viewport_size(SMALL)
    return anna


def says(anna: Visitor, code: str, **about: object) -> str:
    """A sentence of the puzzles in this visitor's language."""
    return str(locale.catalogue(anna.lang)["puzzle"][code]).format(**about)


def learn(anna: Visitor, code: str) -> str:
    """A sentence of the school."""
    return str(locale.catalogue(anna.lang)["learn"][code])


def found(anna: Visitor, name: str) -> list[str]:
    """What axe has against the page, which is kept as a picture."""
    anna.settle_down()
    anna.shot(f"{name}-{'phone' if anna.touch else 'desktop'}-{anna.lang}")
    assert anna.overflow() <= 0, name
    return [f"{name}: {one}" for one in anna.violations()]


def kept(anna: Visitor) -> dict[str, dict[str, dict[str, object]]]:
    """The progress in this browser."""
    text = cast("str", anna.page.evaluate(f"localStorage.getItem('{KEY}')"))
    return cast("dict[str, dict[str, dict[str, object]]]", json.loads(text))


def wish(anna: Visitor, code: str) -> Locator:
    """A part of the filter."""
    return anna.page.get_by_role("combobox", name=says(anna, code))


def reach(anna: Visitor, there: str) -> None:
    """Go on by Tab until an element has the focus."""
    anna.reach(f"document.activeElement?.matches({json.dumps(there)})")


def press_card(anna: Visitor, card: str) -> None:
    """Reach a card of the hand and play it, both by key."""
    reach(anna, f".hand:not(.names) button:has(use[href$='-{card}'])")
    anna.page.keyboard.press("Enter")


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_a_puzzle_is_chosen_by_a_filter_and_one_near_the_rating_comes(
    lang: str, phone: bool, visit: Visit
) -> None:
    anna = shelved(visit(lang=lang, phone=phone))
    anna.go("/learn")
    anna.page.get_by_role("link", name=learn(anna, "puzzles_open")).press("Enter")
    rows = anna.page.locator("main ol li")
    expect(rows).to_have_count(5)
    assert found(anna, "puzzles") == []
    wish(anna, "theme").select_option("king")
    expect(rows).to_have_count(1)
    wish(anna, "band").select_option("0")
    expect(anna.page.get_by_text(says(anna, "found.none"))).to_be_visible()
    wish(anna, "band").select_option("-1")
    anna.page.get_by_role("button", name=says(anna, "start")).press("Enter")
    anna.page.wait_for_url(f"**/learn/puzzles/{KING}")


@pytest.mark.parametrize(("lang", "phone"), alike(("de", False), ("en", True)))
def test_a_puzzle_is_solved_card_by_card_with_keys_alone(
    lang: str, phone: bool, visit: Visit
) -> None:
    """Themes are told after the answer alone, and the rating rises once."""
    anna = shelved(visit(lang=lang, phone=phone))
    anna.go(f"/learn/puzzles/{BIRD}")
    theme = says(anna, "theme.bird.T1")
    heading = anna.page.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    problems = found(anna, "puzzle-asked")
    assert theme not in anna.page.locator("main").inner_text().replace(heading.inner_text(), "")
    for number, node in enumerate(frames(BIRD).nodes, 1):
        press_card(anna, node.right[0])
        last = number == len(frames(BIRD).nodes)
        told = says(anna, "solved" if last else "ask_on")
        expect(anna.page.get_by_role("heading", name=told)).to_be_focused()
    problems += found(anna, "puzzle-solved")
    assert problems == []
    expect(anna.page.get_by_text(says(anna, "themes", themes=theme))).to_be_visible()
    progress = kept(anna)
    assert progress["puzzles"][BIRD]["right"] is True
    assert cast("float", progress["ratings"]["koenigrufen"]["rating"]) > 1500
    reach(anna, ".row .btn:nth-child(2)")
    anna.page.keyboard.press("Enter")  # once more, and wrong: it does not count
    press_card(anna, next(iter(frames(BIRD).nodes[0].fail)))
    expect(anna.page.get_by_role("heading", name=says(anna, "failed"))).to_be_focused()
    expect(anna.page.get_by_text(says(anna, "unrated"))).to_be_visible()
    assert kept(anna) == progress


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_a_wrong_card_is_played_out_and_the_deal_opens_in_the_replay(
    lang: str, phone: bool, visit: Visit
) -> None:
    anna = shelved(visit(lang=lang, phone=phone))
    anna.go(f"/learn/puzzles/{KING}")
    node = frames(KING).nodes[0]
    wrong, moves = next(iter(node.fail.items()))
    expect(anna.page.locator(".hand button")).to_have_count(len(node.hands[frames(KING).seat]))
    press_card(anna, wrong)
    expect(anna.page.get_by_role("heading", name=says(anna, "failed"))).to_be_focused()
    assert found(anna, "puzzle-failed") == []
    expect(anna.page.locator(".tricks use")).to_have_count(len(node.trick) + len(moves))
    ended = [taker for _, _, taker in moves if taker is not None]
    expect(anna.page.locator(".tricks .took")).to_have_count(len(ended))
    assert cast("float", kept(anna)["ratings"]["koenigrufen"]["rating"]) < 1500
    summary = anna.page.locator("details summary", has_text=learn(anna, "report"))
    summary.press("Enter")
    expect(anna.page.locator("details pre")).to_contain_text(f"puzzle {KING}")
    expect(anna.page.locator("details pre")).to_contain_text(f"answer {wrong}: failed")
    anna.page.get_by_role("link", name=says(anna, "replay")).press("Enter")
    trick = anna.says("trick_n").format(no=node.number)
    expect(anna.page.locator(".screen").get_by_text(trick, exact=True).first).to_be_visible()
    assert f"at={frames(KING).at}" in anna.page.url
    expect(anna.page.locator("main [role=alert]")).to_have_count(0)


def test_a_card_that_may_not_be_played_is_refused_by_its_clause(visit: Visit) -> None:
    anna = shelved(visit())
    name, node = next((one, frames(one).nodes[0]) for one in puzzles() if frames(one).nodes[0].why)
    anna.go(f"/learn/puzzles/{name}")
    card, wrong = next(iter(node.why.items()))
    anna.page.locator(".hand button").first.wait_for()
    press_card(anna, card)
    expect(anna.page.locator("main .minus")).to_contain_text(wrong.clause)
    assert anna.page.evaluate(f"localStorage.getItem('{KEY}')") is None


def test_a_perlagg_is_asked_for_its_name(visit: Visit) -> None:
    anna = shelved(visit(phone=True))
    anna.go(f"/learn/puzzles/{PERLAGG}")
    node = frames(PERLAGG).nodes[0]
    named = [one for one in node.choices if "=" in one]
    anna.page.locator(".hand button").first.wait_for()
    assert named, "the puzzle has a card that is given a name"
    stem = named[0].partition("=")[0]
    press_card(anna, stem)
    names = anna.page.locator(".names button")
    expect(names).to_have_count(len([one for one in named if one.startswith(f"{stem}=")]))
    assert found(anna, "puzzle-name") == []
    names.first.press("Enter")
    told = says(anna, "ask_on"), says(anna, "solved"), says(anna, "failed")
    heading = anna.page.locator("h2[tabindex]")
    expect(heading).to_be_focused()
    assert heading.inner_text() in told


def test_what_stands_before_the_picture_says_it_all(visit: Visit) -> None:
    """Who listens hears the aim, the company, every hand and what lies, in this order."""
    anna = shelved(visit())
    anna.go(f"/learn/puzzles/{BIRD}")
    anna.page.locator(".hand button").first.wait_for()
    heard = anna.page.locator("main").aria_snapshot()
    told = [says(anna, "with", who=""), learn(anna, "lies")[:8], says(anna, "ask")]
    places = [heard.find(one.split("{")[0].rstrip(" .")) for one in told]
    assert -1 not in places, heard
    assert places == sorted(places)
    assert sum(len(hand) for hand in frames(BIRD).nodes[0].hands) > heard.count("Tarock") > 0


def test_a_puzzle_that_is_not_there_says_so(visit: Visit) -> None:
    anna = visit()
    missing: dict[str, object] = {"error": "no_such_page"}
    anna.page.route(
        "**/api/puzzles/*",
        lambda route: route.fulfill(status=404, body=msgspec.json.encode(missing)),
    )
    anna.go("/learn/puzzles/0123456789")
    expect(anna.page.locator("main [role=alert]")).to_have_text(says(anna, "none"))
    anna.problems.clear()  # the missing puzzle was told to the console
