"""What decides stays in sight, money is told from one's own side, and nobody is pulled along."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from samples import at_length
from trull import notation
from web.test_web_places import lie_apart, resize
from web.test_web_presence import finish
from web.visiting import PHONE, ROOT, Visitor, expect, two_people

Visit = Callable[..., Visitor]
MINUS = "\N{MINUS SIGN}"
PLACES = ".felt .seat, .court, .felt .hand, .lies figure"


def go_on(anna: Visitor, record: str, seat: int, until: str = "", acts: int = 0) -> int:
    """Go on from a transcript before the first act of a verb, or so many acts before its end."""
    text = (ROOT / f"tests/transcripts/{record}.trn").read_text("utf-8")
    done = notation.parse(text).acts
    verbs = [act.action.verb for act in done]
    at = verbs.index(until) if until else len(done) - acts
    wish = {"record": text, "name": "Anna", "cid": f"{record}:{seat}", "seat": seat, "at": at}
    made = anna.page.request.post(
        f"{anna.base}/api/branches", data=wish, headers={"Origin": anna.base}
    )
    assert made.ok, made.text()
    anna.go(f"/t/{made.json()['room']}")
    return int(done[at].seat)


@pytest.mark.parametrize("phone", [False, True])
def test_the_talon_stays_until_kontra_is_past_and_a_tap_shows_it_again(
    phone: bool, visit: Visit
) -> None:
    anna = visit(phone=phone)
    go_on(anna, "tirol-rufer-kaiserstich", 1, until="take")
    step = anna.play(lambda step: step["kind"] == "tap")
    assert step["board"] == "words"  # Kontra is asked
    place = ".strip" if phone else ".side .piles"
    expect(anna.page.locator(f"{place} .c")).to_have_count(6)
    anna.play(lambda step: step["board"] == "play" and step["kind"] == "tap")
    expect(anna.page.locator(".lies, .strip")).to_have_count(0)
    anna.page.locator("button.more").click()
    box = anna.page.get_by_role("dialog", name=anna.says("open_title"))
    expect(box.locator(".piles .c")).to_have_count(6)
    expect(box).to_contain_text("♠ König")  # what was called
    assert anna.violations() == []


@pytest.mark.parametrize("phone", [False, True])
def test_a_settlement_has_the_readers_sign_the_reason_the_payer_and_a_sum(
    phone: bool, visit: Visit
) -> None:
    anna = visit(phone=phone)
    go_on(anna, "finale-besserrufer-pagat-kontra", 1, acts=2)
    anna.play()
    rows = anna.page.locator(".panel li" if phone else ".panel tbody tr")
    game, pagat = rows.nth(0), rows.nth(1)
    expect(game).to_contain_text("gewonnen mit 46, nötig 36")
    expect(game.locator("b.plus")).to_have_text("+1")
    expect(pagat).to_contain_text("dein angesagter Pagat wurde in Stich 12 von Poldi gestochen")
    expect(pagat).to_contain_text("zahlen je 2")
    expect(pagat.locator("b.minus")).to_have_text(f"{MINUS}2")
    total = anna.page.locator("li.sum" if phone else "tr.sum")
    expect(total).to_contain_text("du zahlst 1 an")
    expect(total.locator("b.minus")).to_have_text(f"{MINUS}1")
    expect(anna.page.get_by_text(anna.says("otherwise.title"))).to_be_visible()
    assert anna.overflow() == 0
    assert anna.violations() == []


def test_what_a_renonce_costs_is_shown_before_the_verdict_is_accepted(visit: Visit) -> None:
    anna = visit(phone=True)
    go_on(anna, "finale-free-farbzwang", 2, acts=4)
    price = anna.page.locator(".price")
    expect(price).to_contain_text("du: Farbzwang missachtet")
    expect(price.locator(".mine")).to_contain_text(f"{MINUS}20")
    assert anna.violations() == []
    for size in ((360, 640), (844, 390), (1280, 800)):
        resize(anna, *size)
        anna.until(lambda: lie_apart(anna, PLACES), f"something lies over something: {size}")
        expect(anna.page.locator(".court, .hand")).to_have_count(2)
    resize(anna, *PHONE)
    anna.button("accept_do").click()
    expect(anna.page.locator(".big .mine b")).to_have_text(f"{MINUS}20")


@at_length
@pytest.mark.slow  # two browsers and a whole deal
def test_nobody_is_pulled_from_the_settlement_and_unread_talk_is_seen(visit: Visit) -> None:
    anna, berta = two_people(visit, "perlaggen/1890")
    finish([anna, berta])
    anna.button("next_deal").click()
    waits = anna.says("next_waits").format(who="Berta")
    expect(anna.page.get_by_text(waits)).to_be_visible()
    expect(anna.button("next_deal")).to_be_disabled()
    expect(berta.page.get_by_text(berta.says("next_wanted.one").format(who="Anna"))).to_be_visible()
    anna.button("back_to_table").click()  # there the talk is not in sight once the panel is shut
    anna.button("side_panel").click()
    berta.page.get_by_role("textbox", name=berta.says("talk_say")).fill("Servus!")
    berta.press("Enter")
    unread = anna.page.get_by_role("button", name=anna.says("talk_unread").format(n=1))
    unread.click()
    box = anna.page.get_by_role("dialog", name=anna.says("talk"))
    expect(box).to_contain_text("Servus!")
    box.locator("summary").click()
    box.get_by_role("button", name=anna.says("mute.on").format(who="Berta")).click()
    expect(box).not_to_contain_text("Servus!")
    assert anna.violations() == []
    anna.press("Escape")
    expect(unread).to_have_count(0)
    expect(anna.button("to_settlement")).to_be_visible()  # still the deal that is over
    berta.button("next_deal").click()
    berta.page.locator(".felt").wait_for()
    expect(anna.button("to_settlement")).to_have_count(0)


def test_alone_against_bots_a_card_is_taken_back_without_asking(visit: Visit) -> None:
    anna = visit()
    go_on(anna, "tirol-rufer-kaiserstich", 1, until="play")
    step = anna.play(lambda step: step["board"] == "play" and step["kind"] == "tap")
    hand = anna.hand
    assert anna.do(step)
    anna.until(lambda: len(anna.hand) < len(hand), "no card has fallen")
    anna.button("undo_wish").click()
    anna.until(lambda: anna.hand == hand, "the card is not back")


def test_a_lost_line_says_after_a_while_what_is_kept(visit: Visit) -> None:
    anna = visit()
    go_on(anna, "tirol-rufer-kaiserstich", 1, until="play")
    anna.play(lambda step: step["board"] == "play" and step["kind"] == "tap")
    lost = anna.page.get_by_text(anna.says("line_lost"))
    anna.page.context.set_offline(True)
    expect(lost).to_be_visible()
    step = anna.step()
    assert anna.do(step)
    expect(anna.page.get_by_text(anna.says("line_waits.one"))).to_be_visible()
    anna.page.context.set_offline(False)
    expect(lost).to_have_count(0)
    anna.until(lambda: not anna.page.locator(".felt[aria-busy=true]").count(), "it never goes out")
