"""Pictures of a room that lives in the test alone: what the table tells is shown and answered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from tables import NAMES, Table, full, member
from trull.table import wire
from trull.table.room import Presence
from web.visiting import Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

Visit = Callable[..., Visitor]
EVERYBODY = Presence(frozenset(map(member, NAMES)), {}, 1)
FREE = {"table": "free"}


@dataclass
class Looker:
    """Somebody whose page is shown what the test wants."""

    visitor: Visitor
    picture: str = ""
    line: WebSocketRoute | None = None
    acts: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)

    def sees(self, table: Table, name: str = "Anna") -> None:
        """The room as this person sees it lies before the visitor."""
        self.picture = wire.encode(table.sees(name, EVERYBODY)).decode()
        if self.line is None:
            self.visitor.page.route_web_socket(re.compile(r"/ws/"), self._answer)
            self.visitor.go("/t/room")
        else:
            self.line.send(self.picture)

    def _answer(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(lambda text: self._hear(line, json.loads(str(text))))

    def _hear(self, line: WebSocketRoute, told: dict[str, object]) -> None:
        if told["t"] == "hello":
            line.send(self.picture)
        elif told["t"] == "act":
            self.acts.append(str(told["words"]))
            self.commands.append(str(told["cid"]))


def brought(rules: str, there: Callable[[Table], bool], **options: object) -> Table:
    """A table brought to where something is so, by the first seed that leads there."""
    for seed in range(1, 200):
        table = full(rules, seed, options=options)
        while table.room.stage == "deal":
            if there(table):
                return table
            table.step()
    raise AssertionError("no seed leads there")


@pytest.mark.parametrize("phase", ["take", "discard"])
def test_what_is_said_in_court_is_no_word_about_the_talon(visit: Visit, phase: str) -> None:
    table = brought("koenigrufen/tirol", lambda t: t.room.laws.phase(t.deal.state) == phase, **FREE)
    anna = visit()
    Looker(anna).sees(table, table.on_duty())
    expect(anna.page.locator("#acts [data-act]").first).to_be_visible()
    assert anna.says("claim_do") not in anna.page.locator("#acts").inner_text()


def lies_and_may_ask(table: Table) -> bool:
    """Whether who is on turn plays to a card and may ask whose the trick is."""
    view = table.sees(table.on_duty()).view
    return bool(view["trick"]) and "is_it_yours" in {p["verb"] for p in view["prompts"]}


@pytest.mark.parametrize("phone", [False, True])
def test_who_may_ask_whose_the_trick_is_sees_the_trick(visit: Visit, phone: bool) -> None:
    table = brought("lhombre/compagnie", lies_and_may_ask, **FREE)
    anna = visit(phone=phone)
    Looker(anna).sees(table, table.on_duty())
    ask = anna.page.get_by_role("button", name="Ist er dein")
    expect(ask).to_be_visible()
    lying = anna.page.locator(".trick .c:not(.slot)")
    expect(lying).to_have_count(len(table.sees(table.on_duty()).view["trick"]))
    expect(lying.first).to_be_visible()


@pytest.mark.parametrize("ombre", [True, False])
def test_nobody_is_asked_to_accept_a_count_that_is_not_open_yet(visit: Visit, ombre: bool) -> None:
    def counts(table: Table) -> bool:
        view = table.sees(table.on_duty()).view
        return "count" in {prompt["verb"] for prompt in view["prompts"]}

    table = brought("lhombre/compagnie", counts, **FREE)
    who = table.on_duty()
    anna, looker = visit(), next(name for name in NAMES if (name == who) is ombre)
    shown = Looker(anna)
    shown.sees(table, looker)
    expect(anna.page.locator("#acts" if ombre else ".prompt")).to_be_visible()
    assert not anna.page.locator(".court").count()
    table.granted(who, table.act("count"))
    shown.sees(table, looker)
    expect(anna.button("accept_do")).to_be_visible()


def test_who_would_lay_in_silence_may_still_bid(visit: Visit) -> None:
    def silent(table: Table) -> bool:
        view = table.sees(table.on_duty()).view
        return "lay_silent" in {prompt["verb"] for prompt in view["prompts"]}

    table = brought("lhombre/compagnie", silent)
    anna = visit()
    Looker(anna).sees(table, table.on_duty())
    bids = anna.page.locator("#acts .bid")
    expect(bids.first).to_be_visible()
    anna.page.locator("#acts [data-act]").filter(has_text="…").click()
    expect(anna.page.locator(".laying")).to_be_visible()
    anna.button("back").click()
    expect(bids.first).to_be_visible()


def test_a_turn_is_told_anew_though_the_sentence_be_the_same(visit: Visit) -> None:
    table, anna = full("koenigrufen/tirol"), visit()
    shown, told = Looker(anna), anna.page.locator("[role=alert][aria-live]")

    def until(on_turn: bool) -> None:
        while (table.on_duty() == "Anna") is not on_turn:
            table.step()
        shown.sees(table)

    until(on_turn=False)
    expect(anna.page.locator(".felt")).to_be_visible()
    until(on_turn=True)
    expect(told).to_contain_text(anna.says("your_turn"))
    until(on_turn=False)
    expect(told).to_be_empty()


def test_a_second_cut_is_done_though_the_first_is_answered_late(visit: Visit) -> None:
    table = brought("perlaggen/1890", lambda t: t.room.laws.phase(t.deal.state) == "cut")
    anna = visit(cut="done")
    shown = Looker(anna)
    shown.sees(table, table.on_duty())
    anna.until(lambda: len(shown.acts) == 1, "nobody cuts")
    again = json.loads(shown.picture)
    again["acts"] += 2  # the cut, and a Perlagg that was kept
    assert shown.line is not None
    shown.line.send(json.dumps(again))
    shown.line.send(json.dumps({"t": "ack", "cid": shown.commands[0]}))
    anna.until(lambda: len(shown.acts) == 2, "nobody cuts again")
    assert not anna.page.locator("input[type=range]").count()


def test_who_deals_is_not_asked_for_a_card_of_a_hand_he_has_not_got(visit: Visit) -> None:
    table = brought("perlaggen/1890", lambda t: t.room.laws.phase(t.deal.state) == "deal", **FREE)
    anna = visit()
    Looker(anna).sees(table, table.on_duty())
    expect(anna.page.locator("#acts [data-act]").first).to_be_visible()
    assert not anna.page.locator(".use").count()


def test_who_sets_the_rules_is_named_though_he_only_watches(visit: Visit) -> None:
    table, anna = Table("koenigrufen/tirol"), visit()
    table.granted("Anna", wire.Stand(table.cid()))
    table.join("Berta", 1)
    Looker(anna).sees(table, "Berta")
    expect(anna.page.get_by_text(anna.says("maker_chooses").format(who="Anna"))).to_be_visible()


def test_two_lines_said_at_the_same_moment_are_both_shown(visit: Visit) -> None:
    table, anna = Table("koenigrufen/tirol"), visit()
    for text in ("eins", "zwei"):
        now, _ = table.now, table.granted("Anna", wire.Talk(table.cid(), text))
        table.now = now
    Looker(anna).sees(table)
    expect(anna.page.locator(".lobby")).to_be_visible()
    anna.press("Shift+T")
    expect(anna.page.get_by_role("log").locator("p")).to_have_text(["Anna eins", "Anna zwei"])


def test_what_may_be_announced_or_doubled_says_its_price(visit: Visit) -> None:
    """Who is offered a Kontra reads its level, and what it makes of the game."""

    def both(table: Table) -> bool:
        view = table.sees(table.on_duty()).view
        verbs = {p["verb"] for p in view["prompts"]}
        return {"announce", "kontra"} <= verbs and not view["kontra"]

    table, anna = brought("koenigrufen/tirol", both), visit()
    Looker(anna).sees(table, table.on_duty())
    anna.page.get_by_role("button", name="Kontra \N{MULTIPLICATION SIGN}2", exact=True).click()
    expect(anna.page.locator(".it").first).to_contain_text(re.compile(r"\d+ → \d+"))
    bonuses = anna.page.locator(".sheet .chips button")
    assert all(re.search(r" \W?\d+$", text) for text in bonuses.all_inner_texts())


@pytest.mark.parametrize("phone", [False, True])
def test_figures_are_bid_together(visit: Visit, phone: bool) -> None:
    """P90-7: one word may bid several of them."""

    def several(table: Table) -> bool:
        view = table.sees(table.on_duty()).view
        return any(p["verb"] == "bid" and p["most"] == 3 for p in view["prompts"])

    table, anna = brought("perlaggen/1890", several), visit(phone=phone)
    looker = Looker(anna)
    looker.sees(table, table.on_duty())
    if phone:
        anna.button("pl.bid_or_sign").click()
    anna.page.get_by_text(anna.says("pl.bid_together")).click()
    anna.page.get_by_role("button", name="Gleich + Hanger bieten", exact=True).wait_for()
    anna.settle_down()
    anna.shot(f"perlaggen-together-{'phone' if phone else 'desktop'}")
    assert anna.overflow() == 0
    anna.page.get_by_role("button", name="Gleich + Hanger + Spiel bieten", exact=True).click()
    anna.until(lambda: looker.acts == ["bid G H S"], "nothing was bid")
