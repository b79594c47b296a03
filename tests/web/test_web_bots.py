"""Bots by strength and style, and hints at a practice table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from samples import alike, at_length
from web.visiting import PATIENCE, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

Visit = Callable[..., Visitor]


def seat_bot(anna: Visitor, seat: int, strength: str, style: str = "") -> None:
    """Put a bot on a seat, counted from 0, in the lobby."""
    named = anna.says("bot_for_seat").format(n=seat + 1)
    anna.page.get_by_label(named, exact=True).select_option(strength)
    if style:
        named = anna.says("bot_style_for_seat").format(n=seat + 1)
        anna.page.get_by_label(named, exact=True).select_option(style)


def turn(anna: Visitor, *, board: str = "") -> None:
    """Play on until Anna is on turn; deal again where it does not come to that."""
    for _ in range(6):
        step = anna.play(
            lambda step: anna.on_turn and step["kind"] == "tap" and board in ("", step["board"])
        )
        if step["kind"] == "tap":
            anna.settle_down()
            return
        anna.play_on()
    raise AssertionError("it is never Anna's turn")


@at_length
def test_a_strong_and_bold_bot_is_seated_and_plays(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol", practice=False)
    anna.page.get_by_label(anna.says("bot_for_seat").format(n=2), exact=True).wait_for()
    seat_bot(anna, 1, "search:strong", "bold")
    seat_bot(anna, 2, "heuristic")
    seat_bot(anna, 3, "flat", "cautious")
    anna.shot("bots-lobby")
    assert not anna.violations()
    anna.deal()
    bold = anna.page.locator(".bot-word[title*=stark][title*=kühn]")
    expect(bold).to_have_count(1)
    expect(anna.page.locator(".bot-word[title*=probiert][title*=vorsichtig]")).to_have_count(1)
    turn(anna, board="play")
    held = len(anna.hand)
    anna.play(lambda _: len(anna.hand) < held - 1)
    expect(bold).to_have_count(1)
    expect(anna.page.get_by_text("nach Faustregeln gespielt")).to_have_count(0)
    anna.shot("bots-play")


def test_the_bots_of_a_practice_table_are_chosen_beforehand_and_remembered(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/")
    anna.choose_more()
    anna.page.get_by_label(anna.says("bot_strength"), exact=True).select_option("search:quick")
    anna.page.get_by_label(anna.says("botstyle"), exact=True).select_option("cautious")
    anna.open_table("perlaggen/1890")
    styles = anna.page.get_by_label(anna.says("bot_style_for_seat").format(n=2), exact=True)
    expect(styles).to_have_value("cautious")
    anna.page.set_viewport_size({"width": 360, "height": 740})
    assert anna.overflow() <= 0
    anna.shot("bots-lobby-phone")
    anna.go("/")
    strength = anna.page.get_by_label(anna.says("bot_strength"), exact=True)
    expect(strength).to_have_value("search:quick")


def counted(anna: Visitor, acts: Locator) -> bool:
    """Ask for a hint; whether it was counted, or there is nothing to count."""
    anna.button("hint").click()
    expect(acts.first).to_be_visible()
    return not re.search("gerechnet wurde hier nicht|nothing was counted", acts.first.inner_text())


@pytest.mark.parametrize("lang", alike("de", "en"))
def test_a_hint_names_acts_what_they_bring_and_why(lang: str, visit: Visit) -> None:
    anna = visit(lang=lang)
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    turn(anna, board="play")
    box = anna.page.get_by_role("region", name=anna.says("hint"), exact=True)
    acts = box.locator("li")
    anna.until(lambda: counted(anna, acts), "nothing is counted", 8 * PATIENCE)
    assert 1 <= acts.count() <= 3
    expect(box.locator("[aria-live=polite]")).to_have_count(1)
    acts.evaluate_all(
        "acts => acts.forEach((act) => act.querySelector('details')?.setAttribute('open', ''))"
    )
    for said in acts.all_inner_texts():
        assert re.search(r"[.!)]\s*$", said), said  # a whole sentence stands there
        assert "{" not in said
    point = "," if lang == "de" else r"\."
    assert re.search(rf"\d{point}\d|Regeln|rules", acts.first.inner_text())  # what it brings
    anna.shot(f"hint-{lang}")
    assert not anna.violations()
    held = len(anna.hand)
    acts.first.get_by_role("button").click()
    anna.until(lambda: len(anna.hand) < held, "the advice is not followed")
    expect(acts).to_have_count(0)


def test_a_hint_is_asked_for_with_keys_and_closed_again(visit: Visit) -> None:
    anna = visit()
    anna.open_table("lhombre/compagnie")
    anna.deal()
    turn(anna)
    anna.press("Shift+H")
    box = anna.page.locator(".advice")
    expect(box.locator("li").first).to_be_visible()
    anna.reach("document.activeElement.closest('.advice li') !== null")
    anna.press("Escape")
    expect(box).to_have_count(0)
    anna.reach(f"document.activeElement.innerText?.trim() === {anna.says('hint')!r}", "Shift+Tab")


def test_a_hint_fits_a_small_phone(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.page.set_viewport_size({"width": 360, "height": 740})
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    turn(anna, board="play")
    acts = anna.page.locator(".advice li")
    anna.until(lambda: counted(anna, acts), "nothing is counted", 8 * PATIENCE)
    anna.settle_down()
    anna.shot("hint-phone")
    assert anna.overflow() <= 0
    box, hand = (
        anna.page.locator(".advice").bounding_box(),
        anna.page.locator("#hand").bounding_box(),
    )
    assert box
    assert hand
    assert box["y"] + box["height"] <= hand["y"]  # the cards stay in sight
    assert not anna.violations()


def test_there_are_no_hints_where_friends_play_unless_all_can_read_it(visit: Visit) -> None:
    anna, berta = visit("Anna"), visit("Berta")
    path = anna.open_table("koenigrufen/tirol", practice=False)
    berta.go(path)
    berta.button("sit_down").click()
    expect(berta.button("i_am_ready")).to_be_visible()  # she sits before the bots do
    anna.button("fill_with_bots").click()
    card = berta.page.get_by_text(berta.says("hints_rule"), exact=True)
    expect(card).to_have_count(0)
    berta.button("i_am_ready").click()
    expect(berta.button("not_ready")).to_be_visible()
    anna.page.get_by_role("switch", name=anna.says("hints_table")).click()
    expect(card).to_be_visible()
    expect(berta.button("i_am_ready")).to_be_visible()  # everybody reads the rules again
    berta.button("i_am_ready").click()
    anna.deal()
    expect(anna.button("hint")).to_be_visible()
