"""What the page does with the device: it sounds, knocks, can be installed, stands without a net."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict, cast

import pytest

from samples import alike, at_length
from web.visiting import WORKS, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., Visitor]
LISTEN = """(() => {
  window.heard = [];
  for (const source of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const start = source.prototype.start;
    source.prototype.start = function (...when) {
      window.heard.push(this.constructor.name);
      start.apply(this, when);
    };
  }
})()"""  # every tone and noise that is made
AWAY = """Object.defineProperty(document, "hidden", { get: () => window.isAway === true })"""
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications({ tag: "turn" })).map((one) => one.body);
}"""
LEAVE = "window.isAway = true"
COME = "window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))"
OFFER = """(() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = async () => {
    window.asked = (window.asked ?? 0) + 1;
    return { outcome: "accepted" };
  };
  dispatchEvent(offer);
  return offer.defaultPrevented;
})()"""


def heard(anna: Visitor) -> list[str]:
    """The sources of sound that were started since one last asked."""
    return cast("list[str]", anna.page.evaluate("window.heard.splice(0)"))


def turn_comes(anna: Visitor, held: int = 13) -> None:
    """Play on until the hand is smaller and it is Anna's turn after somebody else's card.

    Who takes a trick with its last card is on turn without a break, and nothing knocks.
    """
    for _ in range(6):
        step = anna.play(
            lambda step: (
                step["board"] == "play"
                and step["kind"] == "tap"
                and len(anna.hand) < held
                and bool(anna.lying())
            )
        )
        if step["kind"] == "tap":
            return
        anna.play_on()
    raise AssertionError("nobody else leads")


def a_card_falls(anna: Visitor) -> None:
    """Play on until a card has fallen and it is Anna's turn again."""
    turn_comes(anna, len(anna.hand))


@at_length
def test_cards_and_the_own_turn_sound_until_the_sound_is_switched_off(visit: Visit) -> None:
    anna = visit(sound=True)
    anna.page.add_init_script(LISTEN)
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    turn_comes(anna)
    heard(anna)
    a_card_falls(anna)
    first: list[str] = []

    def sounded() -> bool:
        first.extend(heard(anna))
        knocks = first.count("OscillatorNode") >= 2  # it is Anna's turn
        return knocks and "AudioBufferSourceNode" in first  # paper on wood: a card has fallen

    anna.until(sounded, "neither two knocks nor a card")
    anna.button("menu").click()
    anna.button("sound_off").click()
    expect(anna.button("sound_on")).to_be_visible()
    anna.press("Escape")
    heard(anna)
    a_card_falls(anna)
    assert heard(anna) == []
    anna.page.reload()
    anna.until(lambda: anna.hand, "the cards lie there again")
    a_card_falls(anna)
    assert heard(anna) == [], "it stays switched off"


@pytest.mark.windowed  # the one without shows no notices
def test_who_looks_elsewhere_is_told_once_of_his_turn(visit: Visit) -> None:
    anna = visit(phone=True, worker=True)
    anna.page.context.grant_permissions(["notifications"], origin=anna.base)
    anna.page.add_init_script(AWAY)
    anna.go("/")
    anna.button("settings").click()
    switch = anna.page.get_by_role("switch", name=anna.says("set.notify"))
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")  # the browser was asked, and answered
    anna.press("Escape")
    anna.open_table("koenigrufen/tirol")
    anna.until(lambda: anna.page.evaluate(WORKS), "no service worker, which shows the notices")
    anna.page.evaluate(LEAVE)
    anna.deal()
    told = anna.says("your_turn")
    anna.until(lambda: anna.page.evaluate(NOTICES) == [told], "no notice")
    anna.until(lambda: anna.on_turn, "a notice though it is not Anna's turn")
    anna.page.evaluate(COME)
    anna.until(lambda: anna.page.evaluate(NOTICES) == [], "the notice stays")


def test_a_browser_that_bars_notices_is_said_to(visit: Visit) -> None:
    anna = visit()
    anna.go("/")
    anna.button("settings").click()
    switch = anna.page.get_by_role("switch", name=anna.says("set.notify"))
    switch.click()
    expect(anna.page.get_by_text(anna.says("set.notify_barred"))).to_be_visible()
    expect(switch).to_have_attribute("aria-checked", "false")


class Judged(TypedDict):
    """What Chromium says about a page that would be an app."""

    errors: list[object]
    data: str
    installabilityErrors: list[dict[str, str]]


def judged(page: Page) -> Judged:
    """What Chromium itself says about the page."""
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest") | session.send("Page.getInstallabilityErrors")
    return cast("Judged", found)


@pytest.mark.parametrize("lang", alike("de", "en"))
def test_the_page_can_be_installed_and_offers_it_once(lang: str, visit: Visit) -> None:
    anna = visit(lang=lang, phone=True, worker=True)
    anna.go("/")
    found = judged(anna.page)
    assert found["errors"] == []
    assert '"standalone"' in found["data"]
    assert {one["errorId"] for one in found["installabilityErrors"]} <= {"in-incognito"}
    offer = anna.page.get_by_role("button", name=anna.says("install"))
    expect(offer).to_have_count(0)
    assert anna.page.evaluate(OFFER), "the browser's own bar stays away"
    expect(offer).to_be_visible()
    assert anna.violations() == []
    anna.shot(f"install-{lang}")
    offer.click()
    expect(offer).to_have_count(0)
    anna.until(lambda: anna.page.evaluate("window.asked") == 1, "the browser is not asked")


@pytest.mark.parametrize("lang", alike("en", "de"))
def test_without_a_net_a_table_says_so_and_comes_again_by_itself(lang: str, visit: Visit) -> None:
    anna = visit(lang=lang, worker=True)
    path = anna.open_table("koenigrufen/tirol")
    anna.button("deal_cards").wait_for()
    anna.until(lambda: anna.page.evaluate(WORKS), "no service worker")
    anna.page.context.set_offline(True)
    anna.go(path)
    expect(anna.page.get_by_role("heading", name=anna.says("problem.offline"))).to_be_visible()
    expect(anna.page.get_by_role("link", name=anna.says("pad"), exact=True)).to_be_visible()
    assert anna.violations() == []
    anna.shot(f"problem-offline-{lang}")
    anna.page.context.set_offline(False)
    expect(anna.button("deal_cards")).to_be_visible()
    anna.problems[:] = [one for one in anna.problems if "INTERNET_DISCONNECTED" not in one]
