"""Several people at one table, somebody who reloads, and somebody without a mouse."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from samples import alike, at_length
from trull import locale
from web.test_web_court import sit
from web.test_web_together import go_on
from web.visiting import CARDS, PATIENCE, TRICK, Step, Visitor, expect, two_people

Visit = Callable[..., Visitor]
NAMES = ("Anna", "Berta", "Clara", "Dora")


def four_people(visit: Visit) -> list[Visitor]:
    """Anna opens a table, the others come by the link and say they are ready."""
    people = [visit(name) for name in NAMES]
    path = people[0].open_table("koenigrufen/tirol", practice=False)
    for guest in people[1:]:
        guest.go(path)
        guest.button("sit_down").click()
        guest.button("i_am_ready").click()
    return people


def play_rounds(people: list[Visitor], there: Callable[[], bool]) -> None:
    """Whoever can do something does it, until something is so."""

    def one_round() -> bool:
        for player in people:
            if there():
                return True
            step = player.step()
            if step["kind"] == "tap" and player.do(step):
                player.wait_change(step)
        return there()

    people[0].until(one_round, "the round does not end", 4 * PATIENCE)


@pytest.mark.slow  # four browsers
def test_four_people_play_and_each_sees_only_his_own_cards(visit: Visit) -> None:
    people = four_people(visit)
    people[0].button("deal_cards").click()
    for player in people:
        player.page.locator(".felt").wait_for()
    play_rounds(people, lambda: all(player.hand for player in people))  # somebody cuts
    hands = [set(player.hand) for player in people]
    assert [len(hand) for hand in hands] == [12] * 4
    assert not any(one & other for one, other in combinations(hands, 2))
    for player, hand in zip(people, hands, strict=True):
        player.settle_down()
        assert set(player.page.evaluate(CARDS)) == hand
    play_rounds(people, lambda: all(len(player.hand) <= 9 for player in people))
    people[2].shot("four-people-clara")


@at_length
@pytest.mark.slow  # two browsers
def test_who_comes_to_a_table_with_a_clock_reads_of_it_before_he_is_ready(visit: Visit) -> None:
    anna, berta = visit("Anna"), visit("Berta", lang="en")
    anna.go("/")
    anna.page.locator("summary", has_text=anna.says("more_choices")).click()
    anna.page.get_by_role("combobox", name=anna.says("clock")).select_option("30")
    anna.button("open_table").click()
    anna.page.wait_for_url("**/t/*")
    berta.go(anna.page.url.removeprefix(anna.base))
    berta.button("sit_down").click()
    expect(berta.page.get_by_text(berta.says("clock_n").format(n=30))).to_be_visible()
    expect(berta.page.get_by_text(berta.says("clock_text"))).to_be_visible()
    berta.shot("lobby-clock")


@at_length
@pytest.mark.slow  # two browsers
def test_a_word_is_taken_back_where_the_other_consents(visit: Visit) -> None:
    anna, berta = two_people(visit, "koenigrufen/tirol")
    play_rounds([anna, berta], lambda: anna.step()["board"] == "auction" and anna.on_turn)
    before = anna.page.locator(".side .log").inner_text()
    anna.play(lambda step: step["kind"] == "wait")
    expect(anna.page.locator(".side .log")).not_to_have_text(before, use_inner_text=True)
    anna.button("menu").click()
    anna.button("undo_wish").click()
    berta.button("undo_yes").click()
    expect(anna.page.locator(".side .log")).to_have_text(before, use_inner_text=True)
    anna.until(lambda: anna.on_turn, "it is Anna's word again")


def mid_trick(anna: Visitor) -> Step:
    """Play on until it is Anna's turn and a card lies in the trick."""
    for _ in range(5):
        step = anna.play(
            lambda step: step["board"] == "play" and step["kind"] == "tap" and bool(anna.lying())
        )
        if step["kind"] == "tap":
            return step
        anna.play_on()
    raise AssertionError("Anna led to every trick of five deals")


def test_a_reload_in_mid_trick_goes_on_where_it_was(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    mid_trick(anna)
    hand, cards = anna.hand, anna.lying()
    anna.page.reload()
    anna.until(lambda: anna.hand == hand, f"not the hand it was: {hand}")
    anna.until(lambda: anna.page.evaluate(TRICK) == cards, f"not the trick it was: {cards}")
    anna.play(lambda _: len(anna.hand) < len(hand))
    assert len(anna.hand) == len(hand) - 1


@at_length
@pytest.mark.parametrize("motion", alike("auto", "off"))
def test_a_full_trick_lies_until_a_tap_where_that_is_wanted(motion: str, visit: Visit) -> None:
    anna = visit(rest=0, motion=motion)
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    step = anna.play(lambda step: step["board"] == "play" and step["kind"] == "tap")
    assert anna.do(step)
    on = anna.button("go_on")
    on.wait_for()
    anna.page.wait_for_timeout(2500)  # longer than any trick lies by itself
    expect(on).to_be_visible()
    assert len(anna.page.evaluate(TRICK)) == 4
    assert not anna.on_turn  # nobody is pressed for the next card
    expect(anna.page.locator("#hand .lit")).to_have_count(0)
    on.click()
    expect(on).to_have_count(0)


def test_shift_and_a_figure_choose_a_word_enter_says_it_and_the_focus_follows(
    visit: Visit,
) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.play(lambda step: step["board"] == "auction" and step["kind"] == "tap")
    said = anna.page.locator(".side .log")
    before = said.inner_text()
    games = anna.page.locator("#acts .bid[aria-disabled=false]")
    game = games.nth(1).locator("b").inner_text()
    anna.press("Shift+Digit2")
    expect(games.nth(1)).to_have_attribute("aria-pressed", "true")
    focus = anna.page.locator(":focus")
    expect(focus).to_have_text(anna.says("kr.say_game").format(game=game))
    assert said.inner_text() == before  # nothing is said yet, least of all a pass
    anna.press("Enter")
    expect(said).to_contain_text(game)
    anna.until(lambda: anna.page.locator("#acts :focus, #hand :focus").count(), "it is lost")


@pytest.mark.slow  # two dozen presses of Tab for a word
def test_a_deal_goes_with_keys_alone(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.button("deal_cards").wait_for()
    anna.reach(f"document.activeElement.innerText?.trim() === {anna.says('deal_cards')!r}")
    anna.press("Enter")
    anna.page.locator(".felt").wait_for()
    by_arrows = by_name = 0
    while by_name < 2:
        step = anna.step()
        held = len(anna.hand)
        if step["kind"] == "wait":
            anna.wait_change(step)
        elif step["kind"] == "done":
            expect(anna.page.get_by_role("heading", level=1)).to_be_focused()
            play_on_by_keys(anna)
        elif step["board"] == "play" and by_arrows >= 2:
            play_by_name(anna)
            by_name += fell(anna, held)
        else:
            anna.do_by_keys(step)
            by_arrows += step["board"] == "play" and fell(anna, held)
    assert by_arrows == 2


def test_with_keys_one_asks_for_a_card_without_walking_through_the_pack(visit: Visit) -> None:
    anna = visit()
    go_on(anna, "lhombre-deux", 1, until="ask")
    anna.page.locator(".cell[aria-disabled=false]").first.press("Enter")
    expect(anna.page.locator("#acts .primary")).to_be_focused()


def test_what_plus_v_means_stands_below_the_games(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.play(lambda step: step["board"] == "auction")
    with_bird = anna.page.locator("#acts .bid .v", has_text=anna.says("kr.plus_bird"))
    expect(with_bird.first).to_be_visible()
    expect(anna.page.locator("#acts .about")).to_contain_text(anna.says("kr.plus_bird_is"))


@pytest.mark.slow  # two browsers
def test_talk_before_the_first_deal_is_seen_and_who_watches_reads_along(visit: Visit) -> None:
    anna, berta, clara = visit("Anna"), visit("Berta", phone=True), visit("Clara", phone=True)
    path = anna.open_table("perlaggen/1890", practice=False)
    for guest in (berta, clara):
        guest.go(path)
    clara.button("watch").click()
    berta.button("sit_down").click()
    berta.button("i_am_ready").wait_for()
    berta.button("talk").click()
    berta.page.get_by_role("textbox", name=berta.says("talk_say")).fill("Servus!")
    berta.press("Enter")
    for reader in (anna, clara):
        unread = reader.page.get_by_role("button", name=reader.says("talk_unread").format(n=1))
        unread.click()
        box = reader.page.get_by_role("dialog", name=reader.says("talk"))
        expect(box).to_contain_text("Servus!")
        expect(box.get_by_text(reader.says("talk_read"))).to_have_count(int(reader is clara))
        reader.press("Escape")
        expect(unread).to_have_count(0)
    name = anna.page.locator(".people bdi")
    assert name.evaluate("el => el.getClientRects().length") == 1  # one line, not a letter each


def play_on_by_keys(anna: Visitor) -> None:
    """Reach the button for the next deal and press it."""
    anna.reach(f"document.activeElement.innerText?.trim() === {anna.says('next_deal')!r}")
    anna.press("Enter")
    anna.page.locator(".felt").wait_for()


def fell(anna: Visitor, held: int) -> bool:
    """Whether the hand has one card less, in the end."""
    anna.until(lambda: len(anna.hand) == held - 1, "no card has fallen")
    return True


def play_by_name(anna: Visitor) -> None:
    """Type the card's code, such as ``hk`` or ``t17``, and Enter."""
    code = anna.page.evaluate("window.trullNext.dataset.card")

    def typed() -> bool:
        anna.page.wait_for_timeout(1300)  # what was typed before is forgotten
        for letter in code.lower():
            anna.press(letter)
        return bool(anna.page.evaluate("document.activeElement.dataset.card") == code)

    anna.until(typed, f"{code} cannot be typed")
    anna.press("Enter")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_page_speaks_german_and_english(lang: str, visit: Visit) -> None:
    anna = visit(lang=lang)
    anna.go("/")
    expect(anna.page.get_by_role("heading", name=anna.says("home.title"))).to_be_visible()
    anna.shot(f"home-{lang}")
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.play(lambda _: bool(anna.hand))
    expect(anna.page.get_by_role("listbox", name=anna.says("your_cards"))).to_be_visible()
    expect(anna.page.locator("html")).to_have_attribute("lang", lang)
    anna.shot(f"table-{lang}")


def test_the_language_is_changed_in_the_settings_and_kept(visit: Visit) -> None:
    anna = visit(lang="de")
    anna.go("/")
    anna.button("settings").click()
    anna.shot("settings-de")
    anna.page.get_by_role("radio", name="English").click()
    anna.lang = "en"
    expect(anna.page.get_by_role("dialog", name=anna.says("settings"))).to_be_visible()
    anna.page.reload()
    anna.page.get_by_role("heading", name=anna.says("home.title")).wait_for()
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("phone", [False, True])
def test_the_draw_for_the_first_deal_is_shown(phone: bool, visit: Visit) -> None:
    anna = visit("Anna", phone=phone)
    anna.open_table("perlaggen/1924")
    anna.button("deal_cards").click()
    place = ".drawn" if phone else f".side section:has-text('{anna.says('the_draw')}')"
    shown = anna.page.locator(place)
    expect(shown).to_contain_text("Anna")
    expect(shown).to_contain_text("spielen gegen")


def test_who_has_a_name_nobody_can_see_sits_down_as_a_guest(visit: Visit) -> None:
    anna, guest = visit("Anna"), visit("\u200b")
    guest.go(anna.open_table("koenigrufen/tirol", practice=False))
    guest.button("sit_down").click()
    expect(anna.page.locator(".seats").get_by_text(anna.says("guest"), exact=True)).to_be_visible()


@at_length
@pytest.mark.slow  # two browsers
def test_the_maker_mutes_locks_and_bans(visit: Visit) -> None:
    anna, berta = visit("Anna"), visit("Berta", phone=True)
    path = anna.open_table("koenigrufen/tirol", practice=False)
    berta.go(path)
    berta.button("sit_down").click()
    anna.page.get_by_label(f"{anna.says('people_mute')}: Berta").click()
    expect(anna.page.get_by_label(f"{anna.says('people_unmute')}: Berta")).to_be_visible()
    anna.page.get_by_role("switch", name=anna.says("people_lock")).click()
    late = visit("Clara", phone=True)
    late.go(path)
    expect(late.page.get_by_text(late.says("problem.locked"))).to_be_visible()
    assert not anna.violations()
    anna.page.once("dialog", lambda asked: asked.accept())
    anna.page.get_by_label(f"{anna.says('people_ban')}: Berta").click()
    expect(berta.page.get_by_text(berta.says("problem.banned"), exact=True)).to_be_visible()
    expect(anna.page.get_by_text("Berta")).to_have_count(0)


@at_length
@pytest.mark.slow  # three browsers
def test_an_arbiter_is_named_when_all_who_sit_agree(visit: Visit) -> None:
    anna, berta, frieda = visit("Anna"), visit("Berta", phone=True), visit("Frieda")
    path = sit(anna, practice=False)
    berta.go(path)
    berta.button("sit_down").click()
    frieda.go(path)
    frieda.button("watch").click()
    named = anna.says("arbiter_one").format(who="Frieda")
    anna.page.get_by_label(anna.says("arbiter_who")).select_option(label=named)
    waits = anna.says("arbiter_waits").format(who="Frieda")
    expect(anna.page.get_by_text(waits)).to_be_visible()
    berta.button("undo_yes").click()
    ruled = frieda.page.get_by_text(frieda.says("arbiter_rule").format(who="Frieda"))
    expect(ruled).to_be_visible()
    expect(anna.page.get_by_text(waits)).to_have_count(0)


def test_who_came_as_a_guest_says_a_name_in_the_lobby(visit: Visit) -> None:
    anna = visit("")
    anna.open_table("lhombre/compagnie", practice=False)
    seats = anna.page.locator("main")
    expect(seats).to_contain_text(anna.says("guest"))
    name = anna.page.get_by_label(anna.says("your_name"))
    name.fill("Resi")
    name.press("Tab")
    expect(anna.page.locator("main li", has_text="Resi")).to_be_visible()


def test_cutting_is_done_for_who_is_to_cut(visit: Visit) -> None:
    """Until then she is asked herself; which seat cuts is drawn with the dealer."""
    anna = visit()
    cut = locale.catalogue("de")["verb"]["cut"]
    for _ in range(12):
        anna.open_table("lhombre/compagnie")
        anna.deal()
        if anna.play(lambda step: step["kind"] == "tap")["what"] == cut:
            break
    button = anna.page.get_by_role("button", name=cut, exact=True)
    expect(button).to_be_visible()
    anna.button("settings").click()
    anna.page.get_by_label(anna.says("set.cut")).select_option("done")
    anna.page.keyboard.press("Escape")
    asked = anna.play(lambda step: step["kind"] == "tap")
    assert asked["what"] != cut  # a bid, or what is left to say after others' bids
    expect(button).to_have_count(0)
