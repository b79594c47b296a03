"""Puzzles on the page: chosen, solved and failed by keys alone, rated at the first try."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, cast

import pytest

from samples import alike
from trull import locale
from trull.learn.puzzles import closed, rule, safe, stock
from trull.learn.puzzles.frames import Framed, framed, listed
from trull.learn.puzzles.veiled import Veiled, veiled
from web.visiting import Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, ViewportSize

Visit = Callable[..., Visitor]
SMALL: ViewportSize = {"width": 360, "height": 640}
KEY = "trull.learn"
THEME = "bird.T1"
SEEN = """[...document.querySelectorAll(".words p")]
  .filter((el) => el.clientHeight > 1).map((el) => el.innerText)"""
"""What is told of a position and stands there to be read."""


def shipped(game: str) -> Iterator[Framed]:
    """The puzzles of a game with few cards left, as they are sent."""
    for one in stock.of_kind().values():
        if one.rules.startswith(game) and (game != "koenigrufen" or one.line.depth == 2):
            yield framed(one)


@cache
def bird() -> Framed:
    """A Pagat to be made by two cards, of which some others may not be played."""
    return next(
        one
        for one in shipped("koenigrufen")
        if one.themes[0] == THEME and one.nodes[0].why and len(one.nodes) == 2
    )


@cache
def sure() -> Veiled:
    """A safe one of Königrufen in which several cards fail, not all of them always."""
    some = (one for one in stock.of_kind(safe.KIND).values() if one.rules.startswith("koenigrufen"))
    return next(one for one in map(veiled, some) if len(one.fails) > 1)


@cache
def perlagg() -> Framed:
    """One in which a card can be played under several names."""
    return next(one for one in shipped("perlaggen") if any("=" in c for c in one.nodes[0].choices))


def small(anna: Visitor) -> Visitor:
    """On a phone, the smallest one."""
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
    reach(anna, f".cards-to-choose:not(.names) button:has(use[href$='-{card}'])")
    anna.page.keyboard.press("Enter")


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_a_puzzle_is_chosen_by_a_filter_and_one_near_the_rating_comes(
    lang: str, phone: bool, visit: Visit
) -> None:
    anna = small(visit(lang=lang, phone=phone))
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.go("/learn")
    anna.page.get_by_role("link", name=learn(anna, "puzzles_open")).press("Enter")
    rows = anna.page.locator("main ol li")
    expect(rows).to_have_count(20)
    assert found(anna, "puzzles") == []
    lists = [url.rpartition("/")[2] for url in asked if "/api/puzzles" in url]
    assert lists == ["koenigrufen"]  # of one game, and once
    wish(anna, "theme").select_option(THEME)
    wish(anna, "book").select_option("koenigrufen/tirol")
    wish(anna, "band").select_option("0")
    fitting = {
        one.id
        for one in map(listed, stock.of_kind().values())
        if THEME in one.themes and one.rating < 1700 and one.rules == "koenigrufen/tirol"
    }
    told = says(anna, "found", n=len(fitting))
    expect(anna.page.get_by_text(told)).to_be_visible()
    anna.page.get_by_role("button", name=says(anna, "start")).press("Enter")
    anna.page.wait_for_url(re.compile("/learn/puzzles/[0-9a-f]{10}$"))
    assert anna.page.url[-10:] in fitting


@pytest.mark.parametrize(("lang", "phone"), alike(("de", False), ("en", True)))
def test_a_puzzle_is_solved_card_by_card_with_keys_alone(
    lang: str, phone: bool, visit: Visit
) -> None:
    """Themes are told after the answer alone, and the rating rises once."""
    anna = small(visit(lang=lang, phone=phone))
    anna.go(f"/learn/puzzles/{bird().id}")
    theme = learn(anna, f"theme.{THEME}")
    heading = anna.page.locator("h1#aim")
    expect(heading).to_be_visible()
    problems = found(anna, "puzzle-asked")
    assert theme not in anna.page.locator("main").inner_text().replace(heading.inner_text(), "")
    for number, node in enumerate(bird().nodes, 1):
        press_card(anna, node.right[0])
        last = number == len(bird().nodes)
        told = says(anna, "solved" if last else "ask_on")
        expect(anna.page.get_by_role("heading", name=told)).to_be_focused()
    problems += found(anna, "puzzle-solved")
    assert problems == []
    expect(anna.page.get_by_text(theme)).to_be_visible()
    progress = kept(anna)
    assert progress["puzzles"][bird().id]["right"] is True
    assert cast("float", progress["ratings"]["koenigrufen"]["rating"]) > 1500
    reach(anna, ".row .btn:nth-child(2)")
    anna.page.keyboard.press("Enter")  # once more, and wrong: it does not count
    press_card(anna, next(iter(bird().nodes[0].fail)))
    expect(anna.page.get_by_role("heading", name=says(anna, "failed"))).to_be_focused()
    expect(anna.page.get_by_text(says(anna, "unrated"))).to_be_visible()
    assert kept(anna) == progress


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_a_wrong_card_is_played_out_and_the_deal_opens_in_the_replay(
    lang: str, phone: bool, visit: Visit
) -> None:
    anna = small(visit(lang=lang, phone=phone))
    anna.go(f"/learn/puzzles/{bird().id}")
    node = bird().nodes[0]
    wrong, moves = next(iter(node.fail.items()))
    expect(anna.page.locator(".cards-to-choose button")).to_have_count(len(node.hands[bird().seat]))
    press_card(anna, wrong)
    expect(anna.page.get_by_role("heading", name=says(anna, "failed"))).to_be_focused()
    assert found(anna, "puzzle-failed") == []
    expect(anna.page.locator(".tricks use")).to_have_count(len(node.trick) + len(moves))
    ended = [taker for _, _, taker in moves if taker is not None]
    expect(anna.page.locator(".tricks .took")).to_have_count(len(ended))
    assert cast("float", kept(anna)["ratings"]["koenigrufen"]["rating"]) < 1500
    summary = anna.page.locator("details summary", has_text=learn(anna, "report"))
    summary.press("Enter")
    expect(anna.page.locator("details pre")).to_contain_text(f"puzzle {bird().id}")
    expect(anna.page.locator("details pre")).to_contain_text(f"answer {wrong}: failed")
    anna.page.get_by_role("link", name=says(anna, "replay")).press("Enter")
    trick = anna.says("trick_n").format(no=node.number)
    expect(anna.page.locator(".screen").get_by_text(trick, exact=True).first).to_be_visible()
    assert f"at={bird().at}" in anna.page.url
    expect(anna.page.locator("main [role=alert]")).to_have_count(0)


def test_a_card_that_may_not_be_played_is_refused_by_its_clause(visit: Visit) -> None:
    anna = small(visit())
    node = bird().nodes[0]
    anna.go(f"/learn/puzzles/{bird().id}")
    card, wrong = next(iter(node.why.items()))
    anna.page.locator(".cards-to-choose button").first.wait_for()
    press_card(anna, card)
    expect(anna.page.locator("main .minus")).to_contain_text(wrong.clause)
    assert anna.page.evaluate(f"localStorage.getItem('{KEY}')") is None


def test_a_perlagg_is_asked_for_its_name(visit: Visit) -> None:
    anna = small(visit(phone=True))
    anna.go(f"/learn/puzzles/{perlagg().id}")
    node = perlagg().nodes[0]
    named = [one for one in node.choices if "=" in one]
    anna.page.locator(".cards-to-choose button").first.wait_for()
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
    anna = small(visit())
    anna.go(f"/learn/puzzles/{bird().id}")
    anna.page.locator(".cards-to-choose button").first.wait_for()
    heard = anna.page.locator("main").aria_snapshot()
    told = [says(anna, "against", who=""), learn(anna, "lies")[:8], says(anna, "ask")]
    places = [heard.find(one.split("{")[0].rstrip(" .")) for one in told]
    assert -1 not in places, heard
    assert places == sorted(places)
    assert sum(len(hand) for hand in bird().nodes[0].hands) > heard.count("Tarock") > 0


def test_a_puzzle_that_is_not_there_says_so(visit: Visit) -> None:
    anna = visit()
    anna.go("/learn/puzzles/0123456789")
    expect(anna.page.locator("main [role=alert]")).to_have_text(says(anna, "none"))
    anna.problems.clear()  # the missing puzzle was told to the console


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_one_about_the_rules_is_chosen_and_answered_by_keys(
    lang: str, phone: bool, visit: Visit
) -> None:
    """It moves no rating; a wrong answer is asked again by its kind of question."""
    anna = small(visit(lang=lang, phone=phone))
    anna.go("/learn/puzzles")
    kinds = anna.page.get_by_role("radiogroup", name=says(anna, "kind"))
    kinds.get_by_text(says(anna, "kind.rule")).click()
    expect(anna.page.locator("main")).to_contain_text(says(anna, "unrated_rule"))
    problems = found(anna, "rule-puzzles")
    one = next(p for p in stock.of_kind(rule.KIND).values() if p.aim.kind == "legal")
    anna.go(f"/learn/puzzles/{one.id}")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(says(anna, "kind.rule"))
    cards = anna.page.get_by_role("group").get_by_role("button")
    wrong = next(
        n for n, card in enumerate(rule.question(one).choices) if card not in one.line.keep
    )
    cards.nth(wrong).press("Enter")
    problems += found(anna, "rule-puzzle")
    anna.page.get_by_role("button", name=learn(anna, "check")).press("Enter")
    expect(anna.page.locator(".ruling")).to_be_visible()
    assert [*problems, *found(anna, "rule-puzzle-answered")] == []
    progress = kept(anna)
    assert progress["puzzles"][one.id]["right"] is False
    assert progress["ratings"] == {}
    assert set(progress["ideas"]) == {f"{one.rules.partition('/')[0]}.legal"}


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_one_with_the_own_hand_alone_is_chosen_answered_and_rated(
    lang: str, phone: bool, visit: Visit
) -> None:
    """What every choice costs is told, and the own rating moves, at the first try alone."""
    anna = small(visit(lang=lang, phone=phone))
    anna.go("/learn/puzzles")
    kinds = anna.page.get_by_role("radiogroup", name=says(anna, "kind"))
    kinds.get_by_text(says(anna, "kind.closed")).click()
    expect(anna.page.locator("main")).to_contain_text(says(anna, "intro.closed"))
    problems = found(anna, "closed-puzzles")
    every = stock.of_kind(closed.KIND).values()
    one = next(p for p in every if p.rules.startswith("koenigrufen/"))
    question = closed.question(one)
    anna.go(f"/learn/puzzles/{one.id}")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(says(anna, "kind.closed"))
    choices = anna.page.get_by_role("group").get_by_role("button")
    expect(choices).to_have_count(len(question.choices))
    problems += found(anna, "closed-puzzle")
    choices.nth(question.choices.index(closed.right(one))).press("Enter")
    ruling = anna.page.locator(".ruling")
    mark = "." if lang == "en" else ","
    for loss, _ in (pair for pair in one.counts.values() if pair[0]):
        expect(ruling).to_contain_text(f"{loss:.1f}".replace(".", mark))
    assert [*problems, *found(anna, "closed-puzzle-answered")] == []
    progress = kept(anna)
    assert progress["puzzles"][one.id]["right"] is True
    rating = cast("float", progress["ratings"]["koenigrufen"]["rating"])
    assert rating > 1500
    anna.page.reload()
    choices.nth(question.choices.index(next(iter(question.why)))).press("Enter")
    expect(anna.page.locator("main")).to_contain_text(says(anna, "unrated"))
    assert kept(anna)["ratings"]["koenigrufen"]["rating"] == rating


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_a_safe_one_is_chosen_and_solved_and_says_how_often_the_others_fail(
    lang: str, phone: bool, visit: Visit
) -> None:
    """Before the card the own hand alone is shown, after it a layout of all hands."""
    anna = small(visit(lang=lang, phone=phone))
    anna.go("/learn/puzzles")
    kinds = anna.page.get_by_role("radiogroup", name=says(anna, "kind"))
    kinds.get_by_text(says(anna, "kind.safe")).click()
    expect(anna.page.locator("main")).to_contain_text(says(anna, "intro.safe"))
    problems = found(anna, "safe-puzzles")
    one, (node,) = sure(), sure().nodes
    anna.go(f"/learn/puzzles/{one.id}")
    expect(anna.page.get_by_role("heading", name=learn(anna, "safe.ask"))).to_be_visible()
    expect(anna.page.locator(".fan")).to_have_count(0)
    assert node.number > 1, "tricks have fallen"
    first = learn(anna, "fallen").partition("{cards}")[0].format(n=1)
    assert first in anna.page.locator("main").aria_snapshot()
    told = cast("list[str]", anna.page.evaluate(SEEN))
    assert not any(first in sentence for sentence in told), "they are folded away"
    problems += found(anna, "safe-puzzle")
    press_card(anna, node.right[0])
    expect(anna.page.get_by_role("heading", name=says(anna, "solved"))).to_be_focused()
    for n in one.fails.values():
        expect(anna.page.locator("main")).to_contain_text(share(n, one))
    expect(anna.page.locator(".fan")).to_have_count(one.seats - 1)
    assert [*problems, *found(anna, "safe-puzzle-solved")] == []
    assert kept(anna)["puzzles"][one.id]["right"] is True
    assert cast("float", kept(anna)["ratings"]["koenigrufen"]["rating"]) > 1500


def test_a_card_that_is_not_safe_fails_in_a_layout_that_the_replay_opens(visit: Visit) -> None:
    anna = small(visit())
    one, (node,) = sure(), sure().nodes
    anna.go(f"/learn/puzzles/{one.id}")
    anna.page.locator(".cards-to-choose button").first.wait_for()
    wrong, n = next(iter(one.fails.items()))
    press_card(anna, wrong)
    expect(anna.page.get_by_role("heading", name=says(anna, "failed"))).to_be_focused()
    expect(anna.page.locator("main")).to_contain_text(share(n, one))
    others = [hand for seat, hand in enumerate(one.layouts[wrong].hands) if seat != one.seat]
    expect(anna.page.locator(".fan use")).to_have_count(sum(map(len, others)))
    ended = [taker for _, _, taker in node.fail[wrong] if taker is not None]
    expect(anna.page.locator(".tricks .took")).to_have_count(len(ended))
    assert found(anna, "safe-puzzle-failed") == []
    anna.page.get_by_role("link", name=says(anna, "replay")).press("Enter")
    shown = node.number if node.trick else node.number - 1  # before a lead, the trick before it
    trick = anna.says("trick_n").format(no=shown)
    expect(anna.page.locator(".screen").get_by_text(trick, exact=True).first).to_be_visible()
    expect(anna.page.locator("main [role=alert]")).to_have_count(0)


def share(n: int, one: Veiled) -> str:
    """How often a card fails, as it is told."""
    return f"({round(100 * n / one.of)} %)"
