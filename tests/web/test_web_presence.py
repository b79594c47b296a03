"""Who is there: somebody vanishes and comes again, a fifth sits out, the same people play on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from samples import at_length
from web.visiting import CARDS, PATIENCE, Visitor, expect, two_people

Visit = Callable[..., Visitor]


@pytest.mark.slow  # two browsers
@pytest.mark.parametrize("grace", [1])
def test_a_bot_plays_for_who_is_gone_until_he_is_back(visit: Visit) -> None:
    anna, berta = two_people(visit, "koenigrufen/tirol")
    path = berta.page.url.removeprefix(berta.base)
    berta.go("/pad")  # she has gone away from the table
    standin = anna.says("standin_for").format(who="Berta")
    expect(anna.page.get_by_text(standin)).to_be_visible()
    anna.shot("standin-anna")
    anna.play(lambda step: step["board"] == "play")  # nobody waits for Berta
    berta.go(path)
    expect(berta.page.get_by_text(berta.says("bot_plays_for_you"))).to_be_visible()
    berta.shot("standin-berta")
    berta.button("i_am_back").click()
    expect(berta.page.get_by_text(berta.says("bot_plays_for_you"))).to_have_count(0)
    expect(anna.page.get_by_text(standin)).to_have_count(0)
    held = len(berta.hand)
    anna.until(lambda: berta_plays(anna, berta, held), "Berta plays no card of her own")


@at_length
@pytest.mark.slow  # two browsers
def test_nobody_waits_for_who_sat_down_and_went_away(visit: Visit) -> None:
    anna, berta = visit("Anna"), visit("Berta")
    path = anna.open_table("perlaggen/1890", practice=False)
    berta.go(path)
    berta.button("sit_down").click()
    berta.button("i_am_ready").wait_for()
    anna.button("fill_with_bots").click()
    expect(anna.page.locator(".waits")).to_contain_text("Berta")
    expect(anna.button("deal_cards")).to_be_disabled()
    berta.go("/pad")
    anna.page.get_by_role("button", name=anna.says("free_the_seat")).click()
    anna.button("fill_with_bots").click()
    expect(anna.page.locator(".waits")).to_have_count(0)
    anna.deal()


def berta_plays(anna: Visitor, berta: Visitor, held: int) -> bool:
    """One step of each, whoever is on turn; whether Berta's hand has become smaller by it."""
    for player in (anna, berta):
        step = player.step()
        if step["kind"] == "tap" and player.do(step):
            player.wait_change(step)
    return len(berta.hand) < held


@at_length
@pytest.mark.slow  # two browsers
def test_the_fifth_player_sits_out_sees_no_hand_and_comes_in_again(visit: Visit) -> None:
    people = two_people(visit, "koenigrufen/tirol", players=5)
    out, other = deal_until_one_is_out(people)
    other.play(lambda step: step["board"] == "play" and step["kind"] == "tap")
    out.settle_down()
    out.shot("fifth-sits-out")
    assert out.hand == []
    assert not set(out.page.evaluate(CARDS)) & set(other.hand)
    finish([other])
    other.button("next_deal").click()
    out.button("next_deal").click()
    out.until(lambda: out.hand or out.on_turn, "the fifth does not come in again")
    expect(out.page.get_by_text(out.says("you_sit_out"))).to_have_count(0)


def deal_until_one_is_out(people: tuple[Visitor, Visitor]) -> tuple[Visitor, Visitor]:
    """Who sits out, and the other; with five each of them does so once in five deals."""
    one, another = people
    for _ in range(5):
        for out, other in ((one, another), (another, one)):
            if out.page.get_by_text(out.says("you_sit_out")).count():
                return out, other
        finish([one, another])
        another.button("next_deal").click()
        one.play_on()
        another.page.locator(".felt").wait_for()
    raise AssertionError("nobody sits out in five deals")


def finish(people: list[Visitor]) -> None:
    """Play the deal to its end."""

    def over() -> bool:
        steps = [player.step() for player in people]
        for player, step in zip(people, steps, strict=True):
            if step["kind"] == "tap" and player.do(step):
                player.wait_change(step)
        return all(step["kind"] == "done" for step in steps)

    people[0].until(over, "the deal does not end", 8 * PATIENCE)


@at_length
@pytest.mark.slow  # two browsers
def test_who_left_between_two_deals_sits_down_again_and_all_play_on(visit: Visit) -> None:
    anna, berta = two_people(visit, "perlaggen/1890")
    finish([anna, berta])
    berta.button("menu").click()
    berta.button("stand_up").click()
    expect(anna.button("next_deal")).to_be_disabled()
    expect(anna.button("fill_with_bots")).to_be_visible()
    anna.shot("seat-left-anna")
    assert anna.violations() == []
    berta.shot("seat-left-berta")
    berta.button("sit_here").first.click()
    expect(anna.button("fill_with_bots")).to_have_count(0)
    anna.button("next_deal").click()
    berta.button("next_deal").click()
    for player in (anna, berta):
        player.page.locator(".felt").wait_for()
    names = anna.page.locator(".felt .nm")
    expect(names.filter(has_text="Berta")).to_have_count(1)
