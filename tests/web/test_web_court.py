"""A free table in the browser: a claim that holds, one that falls, a case voted on or decided."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from samples import at_length
from web.visiting import PATIENCE, TAP, Visitor, expect

Visit = Callable[..., Visitor]
OPEN = """async (wish) => {
  const answer = await fetch("/api/rooms", {
    method: "POST", body: JSON.stringify(wish), headers: { "Content-Type": "application/json" },
  });
  return (await answer.json()).room;
}"""
CODES = "els => els.map(el => el.getAttribute('href').split('-').at(-1))"
CALM = ("pass", "vorhand", "gut", "done", "lie")


def sit(anna: Visitor, *, practice: bool = True, rules: str = "koenigrufen/tirol") -> str:
    """Open a free table, of the Tyrolean rules if no other; its address."""
    anna.go("/")
    wish = {
        "rules": rules,
        "name": "Anna",
        "cid": "0123456789abcdef0123456789abcdef",
        "options": {"table": "free", "klopfen": False},
        "practice": practice,
    }
    path = f"/t/{anna.page.evaluate(OPEN, wish)}"
    anna.go(path)
    return path


def verb(anna: Visitor, name: str) -> str:
    """What a verb is called on the page."""
    from web.visiting import ROOT

    text = (ROOT / "src/trull/locale" / f"{anna.lang}.json").read_text("utf-8")
    verbs = json.loads(text)["verb"]
    return str(verbs.get(f"koenigrufen.{name}", verbs.get(name)))


def act_calmly(anna: Visitor) -> bool:
    """Say the quietest word that is offered, or play the first card of the hand."""
    if not anna.on_turn or anna.page.locator(".felt[aria-busy=true]").count():
        return False
    if any(said(anna, verb(anna, name)) for name in CALM):
        return True
    step = anna.step()
    if step["kind"] == "tap" and step["board"] == "play":
        return play_by_the_rules(anna)
    if step["board"] == "laying" and anna.page.locator("#hand [aria-selected=true]").count() < 3:
        lay(anna, anna.page.locator("#hand [aria-selected=false]").first.get_attribute("data-card"))
        return True
    return step["kind"] == "tap" and anna.do(step)


def said(anna: Visitor, word: str) -> bool:
    """Whether a word was on offer and could be said."""
    from playwright.sync_api import Error

    alone = re.compile(rf"^\W*{re.escape(word)}\W*$")  # "Weiter" stands in "zweiter Sack" too
    button = anna.page.locator("[data-act]:visible:enabled").filter(has_text=alone).first
    if not button.count():
        return False
    try:
        button.click(timeout=TAP * 1000)
    except Error:  # it moved on, was covered or is gone: look again
        return False
    return True


def play_by_the_rules(anna: Visitor) -> bool:
    """Play a card that follows, else a tarock: at a free table nothing keeps her from a Renonce."""
    led, hand = "".join(anna.lying())[:1], anna.hand
    fitting = [c for c in hand if c[0] == led] or [c for c in hand if c[0] == "T"] or hand
    lay(anna, fitting[0])
    anna.until(lambda: fitting[0] not in anna.hand, f"{fitting[0]} is not played")
    return True


def lay(anna: Visitor, card: str | None) -> None:
    """Tap a card at its left edge, where no other lies over it."""
    at = {"x": 12.0, "y": 60.0}
    anna.page.locator(f"#hand [data-card='{card}']").click(position=at)  # type: ignore[arg-type]


def go_on(people: list[Visitor], there: Callable[[], bool]) -> None:
    """Everybody acts calmly until something is so."""

    def one_round() -> bool:
        for player in people:
            if there():
                return True
            act_calmly(player)
        return there()

    people[0].until(one_round, "it does not come to that", 6 * PATIENCE)


def claim(anna: Visitor, who: int, kind: str = "any", trick: str = "") -> None:
    """Press "Renonce!" and say who it was, and in which trick if not in this one."""
    anna.button("renonce").click()
    box = anna.page.get_by_role("dialog")
    box.get_by_role("radio").nth(who).check(force=True)
    if trick:
        box.locator("select").first.select_option(trick)
    box.locator("select").last.select_option(kind)
    anna.shot("court-claim")
    box.get_by_role("button", name=anna.says("claim_do"), exact=True).click()


def in_play(anna: Visitor) -> bool:
    """Whether the first trick has begun."""
    return anna.page.locator(".trick .c:not(.slot)").count() > 0


@at_length
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["any", "keep_announced"])
def test_a_claim_that_the_record_does_not_prove_falls(visit: Visit, kind: str) -> None:
    anna = visit()
    sit(anna)
    anna.deal()
    go_on([anna], lambda: in_play(anna))
    claim(anna, 0, kind)
    expect(anna.page.locator(".court")).to_contain_text("Im Protokoll steht nichts dergleichen")
    anna.shot("court-dismissed")
    assert not anna.violations()


@at_length
@pytest.mark.slow
def test_who_throws_in_before_anything_is_proved_answers_for_it(visit: Visit) -> None:
    anna = visit()
    sit(anna, rules="koenigrufen/finale")
    anna.deal()
    go_on([anna], lambda: in_play(anna) and anna.on_turn)
    anna.button("renonce").click()
    box = anna.page.get_by_role("dialog")
    anna.shot("court-throw-in")
    box.get_by_role("button", name=verb(anna, "throw_in"), exact=True).click()
    expect(anna.page.locator(".court")).to_contain_text("vor dem Beweis zusammengeworfen")
    accept_all([anna])
    expect(anna.page.locator("main")).to_contain_text("Renonce")
    assert not anna.violations()


def company(visit: Visit, *names: str) -> list[Visitor]:
    """Anna's free table with some guests; bots on the other seats; the cards are dealt."""
    people = [visit(name) for name in ("Anna", *names)]
    anna, *guests = people
    path = sit(anna, practice=False)
    for guest in guests:
        guest.go(path)
        guest.button("sit_down").click()
        guest.button("i_am_ready").click()
        guest.page.locator(".lobby, main").first.wait_for()
    if len(people) < 4:
        anna.button("fill_with_bots").click()
    anna.button("deal_cards").click()
    for player in people:
        player.page.locator(".felt").wait_for()
    return people


def wrong_card(anna: Visitor) -> str:
    """A card that does not follow to the card led, though another one would."""
    if not anna.on_turn or not anna.page.locator(".trick .slot").count():
        return ""
    led = "".join(anna.lying())[:1]
    others = [card for card in anna.hand if led and card[0] != led]
    return others[0] if others and len(others) < len(anna.hand) else ""


def accept_all(people: list[Visitor]) -> None:
    """Everybody accepts the count."""
    for player in people:
        player.button("accept_do").click()


@pytest.mark.slow  # two browsers
def test_a_revoke_falls_and_a_claim_against_it_holds(visit: Visit) -> None:
    anna, berta = company(visit, "Berta")
    go_on([anna, berta], lambda: bool(wrong_card(anna)))
    card, held = wrong_card(anna), len(anna.hand)
    (trick,) = re.findall(r"Stich (\d+) von", anna.page.locator(".prompt").inner_text())
    assert not anna.page.locator("#hand .lit, #hand .no").count()  # nothing nudges her
    lay(anna, card)
    anna.until(lambda: len(anna.hand) == held - 1, "the wrong card has not fallen")
    shown = berta.page.locator(".trick use, .last use")
    berta.until(lambda: card in shown.evaluate_all(CODES), "Berta does not see it")
    assert not berta.page.locator(".court").count()  # nobody is told
    claim(berta, [seat for seat in names(berta) if seat != "Berta"].index("Anna"), trick=trick)
    expect(berta.page.locator(".court")).to_contain_text("Das Protokoll bestätigt es")
    berta.shot("court-upheld")
    accept_all([anna, berta])
    anna.page.locator("a[href^='/replay#room=']").first.wait_for()
    expect(anna.page.locator("main")).to_contain_text("Renonce")
    expect(anna.page.locator("main")).to_contain_text("T-6.2")
    anna.shot("court-settlement")
    assert not anna.violations()


@at_length
@pytest.mark.slow  # two browsers
def test_who_is_claimed_against_in_time_may_take_the_card_back(visit: Visit) -> None:
    anna, berta = company(visit, "Berta")

    chosen: list[str] = []  # a wrong card and a right one, read in one look

    def wrong_before_berta() -> bool:
        wrong = wrong_card(anna)
        lying = anna.lying() if wrong else []
        right = [held for held in anna.hand if lying and held[0] == lying[0][0]]
        chosen[:] = [wrong, *right[:1]] if len(lying) < 3 else []
        return len(chosen) == 2

    go_on([anna, berta], wrong_before_berta)
    card, right = chosen
    (trick,) = re.findall(r"Stich (\d+) von", anna.page.locator(".prompt").inner_text())
    lay(anna, card)
    anna.until(lambda: card not in anna.hand, "the wrong card has not fallen")
    claim(berta, [seat for seat in names(berta) if seat != "Berta"].index("Anna"), trick=trick)
    expect(anna.page.locator(".court")).to_contain_text("Das Protokoll bestätigt es")
    assert not anna.page.locator("a[href^='/replay#room=']").count()  # no hand is laid open yet
    anna.shot("court-reminded")
    anna.page.locator(".use").filter(has_text=verb(anna, "mend")).click()
    lay(anna, right)
    expect(anna.page.locator(".court")).to_contain_text("nimmt die Karte noch zurück")
    anna.until(lambda: card in anna.hand and right not in anna.hand, "it was not taken back")
    berta.until(lambda: berta.on_turn, "the game does not go on")
    anna.shot("court-taken-back")
    assert not anna.violations()


def names(anna: Visitor) -> list[str]:
    """Who sits there, in the order of the seats."""
    anna.button("renonce").click()
    seats = anna.page.get_by_role("dialog").locator("fieldset label")
    seats.first.wait_for()
    found = seats.all_inner_texts()
    anna.press("Escape")
    expect(seats).to_have_count(0)
    return [name.strip() for name in found]


@at_length
@pytest.mark.slow  # three browsers
def test_a_case_is_put_to_the_vote_and_decided(visit: Visit) -> None:
    anna, berta, clara = people = company(visit, "Berta", "Clara")
    go_on(people, lambda: in_play(anna))
    bot = next(n for n, name in enumerate(names(anna)) if name not in ("Berta", "Clara"))
    claim(anna, bot, "betrayal")
    for judge in (berta, clara):
        judge.button("vote_yes").click()
    expect(anna.page.locator(".court")).to_contain_text("Die Abstimmung gibt Anna recht")
    anna.shot("court-vote")
    accept_all(people)
    anna.page.locator("a[href^='/replay#room=']").first.wait_for()
    expect(anna.page.locator("main")).to_contain_text("Renonce")


@at_length
@pytest.mark.slow  # two browsers
def test_an_arbiter_decides_and_sees_no_more_than_a_spectator(visit: Visit) -> None:
    anna, frieda = visit("Anna"), visit("Frieda", phone=True)
    frieda.go(sit(anna, practice=False))
    frieda.button("watch").click()
    named = anna.says("arbiter_one").format(who="Frieda")
    anna.page.get_by_label(anna.says("arbiter_who")).select_option(label=named)
    expect(
        frieda.page.get_by_text(frieda.says("arbiter_rule").format(who="Frieda"))
    ).to_be_visible()
    anna.button("fill_with_bots").click()
    anna.deal()
    go_on([anna], lambda: in_play(anna))
    expect(frieda.page.get_by_text(frieda.says("arbiter_you"))).to_be_visible()
    claim(anna, 0, "betrayal")
    waits = anna.says("court_arbiter_waits").format(n=1, who="Frieda")
    expect(anna.page.locator(".court")).to_contain_text(waits)
    assert not anna.button("vote_yes").count()
    frieda.button("court_evidence").click()
    lying = frieda.page.get_by_role("dialog").locator("use")
    expect(lying.first).to_be_attached()
    on_table = anna.page.locator(".trick use, .last use").evaluate_all(CODES)
    assert set(lying.evaluate_all(CODES)) <= set(on_table)  # no card of any hand
    frieda.shot("court-evidence")
    assert not frieda.violations()
    frieda.press("Escape")
    frieda.button("vote_yes").click()
    expect(anna.page.locator(".court")).to_contain_text("Der Schiedsrichter gibt Anna recht")
    anna.shot("court-arbiter")
    accept_all([anna])
    link = frieda.page.locator("a[href*='&at=']").first
    expect(link).to_be_visible()  # now the whole deal can be seen
    expect(frieda.page.locator("main")).to_contain_text("Der Schiedsrichter gibt Anna recht")
