"""What the page offers beside the play: proof, replay, own order, the pad without a net."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from samples import alike
from trull import locale
from web.visiting import WORKS, Step, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Response

Visit = Callable[..., Visitor]
FIRST_LOAD = 300_000
"""Bytes, as they come over the wire."""

OLD = """(() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const told = JSON.parse(text);
    send.call(this, told.t === "hello" ? JSON.stringify({ ...told, v: 0 }) : text);
  };
})()"""


@pytest.mark.slow  # a whole deal in a browser
def test_a_settled_deal_is_proven_replayed_and_shared(visit: Visit) -> None:
    anna = visit()
    anna.open_table("perlaggen/1924")
    anna.deal()
    anna.play()
    anna.button("shuffle.check").click()
    box = anna.page.get_by_role("dialog", name=anna.says("shuffle.title"))
    box.get_by_role("button", name=anna.says("shuffle.check")).click()
    expect(box.get_by_text(anna.says("shuffle.right"))).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("link", name=anna.says("replay_this")).click()
    anna.page.locator("main.felt .hd .card").first.wait_for()  # it begins where hands are seen
    for _ in range(3):
        anna.button("step_on").click()
    anna.button("share_place").click()
    anna.page.wait_for_url(re.compile(r"/replay#s=[a-z2-7]{16}&at=\d+$"))
    link, felt = anna.page.url, anna.page.locator("main.felt").inner_text()
    assert len(link) < 200
    guest = visit("Berta")
    guest.go(link.removeprefix(guest.base))
    expect(guest.page.locator("main.felt")).to_have_text(felt, use_inner_text=True)
    for visitor, deals in ((guest, 0), (anna, 1)):  # who looks on has played nothing
        visitor.go("/mine")
        expect(visitor.page.locator("tfoot")).to_have_count(deals)
    expect(anna.page.locator("tfoot td").nth(1)).to_have_text("1")
    anna.page.once("dialog", lambda box: box.accept())
    anna.button("mine.delete").click()
    expect(anna.page.get_by_text(anna.says("mine.none"))).to_be_visible()


def on_turn(step: Step) -> bool:
    return step["board"] == "play" and step["kind"] == "tap"


def drag(anna: Visitor, card: str, dx: float, dy: float) -> None:
    """Move a card of the hand, taken at its left edge, where no other lies over it."""
    anna.settle_down()
    box = anna.page.locator(f"#hand [data-card='{card}']").bounding_box()
    assert box is not None
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    anna.page.mouse.move(x, y)
    anna.page.mouse.down()
    anna.page.mouse.move(x + dx, y + dy, steps=8)
    anna.page.mouse.up()


def test_cards_are_put_in_order_and_played_by_dragging(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    for _ in range(5):
        if anna.play(on_turn)["kind"] == "tap":
            break
        anna.play_on()
    hand = anna.hand
    drag(anna, hand[0], 260, 0)
    anna.until(lambda: anna.hand != hand, "the order stays")
    assert sorted(anna.hand) == sorted(hand)
    assert anna.hand.index(hand[0]) > 1
    anna.until(lambda: on_turn(anna.step()), "it is Anna's turn")
    card = str(anna.page.locator("#hand .lit").last.get_attribute("data-card"))
    drag(anna, card, 0, -220)
    anna.until(lambda: card not in anna.hand, f"{card} is not played")


def test_from_the_first_page_to_the_cards_little_is_loaded(visit: Visit) -> None:
    """Page, scripts, styles, words, deck and fonts, as they come over the wire."""
    anna = visit(worker=True)
    came: list[Response] = []
    anna.page.on("response", lambda one: came.append(one))  # noqa: PLW0108  # Playwright wants a def
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.play(lambda _: bool(anna.hand))
    anna.page.wait_for_load_state("networkidle")
    sizes = {one.url: max(0, one.request.sizes()["responseBodySize"]) for one in came if one.ok}
    assert any("tarock54" in url for url in sizes), "the deck is among it"
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def test_the_pad_works_without_a_net(visit: Visit) -> None:
    anna = visit(phone=True, worker=True)
    anna.go("/pad")
    anna.until(lambda: anna.page.evaluate(WORKS), "no service worker")
    session = anna.page.context.new_cdp_session(anna.page)
    session.send("Network.clearBrowserCache")  # the worker alone has kept something
    anna.page.context.set_offline(True)
    anna.page.reload()
    games = anna.page.get_by_role("group", name=locale.catalogue("de")["field"]["contract"])
    expect(games.get_by_role("button", name="Rufer", exact=True)).to_be_visible()
    anna.page.context.set_offline(False)


@pytest.mark.parametrize("lang", alike("en", "de"))
def test_an_old_page_is_asked_to_load_again(lang: str, visit: Visit) -> None:
    anna = visit(lang=lang)
    path = anna.open_table("perlaggen/1890")
    anna.button("deal_cards").wait_for()
    anna.page.add_init_script(OLD)
    anna.go(path)
    expect(anna.page.get_by_role("heading", name=anna.says("problem.old_client"))).to_be_visible()
    expect(anna.button("reload")).to_be_visible()
    anna.shot(f"problem-old_client-{lang}")


@pytest.mark.parametrize("lang", alike("de", "en"))
def test_a_foreign_token_opens_no_seat_and_loses_nothing(lang: str, visit: Visit) -> None:
    anna = visit(lang=lang)
    path = anna.open_table("koenigrufen/tirol", practice=False)
    anna.button("fill_with_bots").wait_for()
    own = next(c for c in anna.page.context.cookies() if path.endswith(c["name"].split("_")[-1]))
    member = own["value"].split(".")[0]
    thief = visit("Berta", lang)
    cookie = {"name": own["name"], "value": f"{member}.{'0' * 32}", "url": thief.base}
    thief.page.context.add_cookies([cookie])  # type: ignore[list-item]
    thief.go(path)
    told = thief.page.get_by_role("heading", name=thief.says("problem.foreign_token"))
    expect(told).to_be_visible()
    thief.shot(f"problem-foreign_token-{lang}")
    thief.button("try_again").click()
    expect(thief.button("sit_down")).to_be_visible()
    anna.page.reload()
    expect(anna.button("fill_with_bots")).to_be_visible()


UNDER = """() => {
  const [line, sheet] = [".below .prompt", ".centre .sheet"]
    .map((one) => document.querySelector(one)?.getBoundingClientRect());
  return !!line && line.width > 0 && line.left < sheet.right && line.bottom > sheet.top
    && line.top < sheet.bottom && line.right > sheet.left;
}"""


def test_the_sheet_covers_neither_whose_turn_it_is_nor_a_game(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    while anna.play(lambda step: step["board"] == "auction")["kind"] == "done":
        anna.play_on()  # others have played without asking
    games = anna.page.locator(".sheet .inner")
    for width, height in ((1280, 800), (1366, 768), (1280, 720), (1024, 768)):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.settle_down()
        assert not anna.page.evaluate(UNDER), width
        assert games.evaluate("el => el.scrollWidth - el.clientWidth") == 0, width
