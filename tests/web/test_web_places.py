"""What a guest must see lies inside the window, and nothing over it, also with long names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import cast

import pytest

from samples import at_length
from web.test_web_court import OPEN, claim, go_on, in_play, sit
from web.visiting import ROOT, Visitor, expect

Visit = Callable[..., Visitor]
Box = tuple[str, float, float, float, float]
LONG = ("Wilhelmine-Karoline von", "Maximiliane Hohensalzer", "Franz-Xaver Obermoser II")
BOXES = """(what) => [...document.querySelectorAll(what)].map((el) => {
  const box = el.getBoundingClientRect();
  return [el.innerText || el.className, box.left, box.top, box.right, box.bottom];
})"""
INSIDE = """(el) => {
  const box = el.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}"""


def boxes(anna: Visitor, what: str) -> list[Box]:
    return [cast("Box", tuple(box)) for box in anna.page.evaluate(BOXES, what)]


def covered(found: list[Box]) -> list[tuple[str, str]]:
    """The things that lie over one another."""

    def meet(one: Box, other: Box) -> bool:
        across = min(one[3], other[3]) - max(one[1], other[1])
        return across > 1 and min(one[4], other[4]) - max(one[2], other[2]) > 1

    return [(one[0], other[0]) for one, other in combinations(found, 2) if meet(one, other)]


def lie_apart(anna: Visitor, what: str) -> bool:
    return not covered(boxes(anna, what))


def resize(anna: Visitor, width: int, height: int) -> None:
    anna.page.set_viewport_size({"width": width, "height": height})


@pytest.mark.slow  # two browsers
def test_a_guest_sees_at_once_where_to_say_that_he_is_ready(visit: Visit) -> None:
    anna, berta = visit("Anna"), visit("Berta")
    berta.go(anna.open_table("koenigrufen/tirol", practice=False))
    berta.button("sit_down").click()
    ready = berta.button("i_am_ready")
    for size in ((1280, 800), (820, 1180), (740, 360), (360, 740)):
        resize(berta, *size)
        expect(ready).to_be_visible()
        assert ready.evaluate(INSIDE), size
    ready.click()
    expect(anna.page.locator(".seats .chip.good")).to_have_count(1)


@at_length
@pytest.mark.slow  # three browsers
def test_long_names_lie_over_nothing_and_inside_the_window(visit: Visit) -> None:
    people = [visit(name, phone=True) for name in LONG]
    path = people[0].open_table("koenigrufen/tirol", practice=False)
    for guest in people[1:]:
        guest.go(path)
        guest.button("sit_down").click()
        guest.button("i_am_ready").click()
    people[0].button("fill_with_bots").click()
    people[0].button("deal_cards").click()
    watcher = visit("Gustl", phone=True)
    watcher.go(path)
    watcher.button("watch").click()
    met = 0
    for one in (*people, watcher):
        one.page.locator(".felt").wait_for()
        for width, height in ((360, 740), (740, 360)):
            resize(one, width, height)
            one.settle_down()
            seats = boxes(one, ".felt .seat")
            met += len(seats)  # who has to cut has a sheet before him, and sees none
            assert covered(seats) == []
            assert all(box[1] >= 0 and box[3] <= width for box in seats), seats
    assert met >= 20


def test_who_stands_up_in_a_deal_is_asked_first(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.button("menu").click()
    anna.button("stand_up").click()  # the browser's own question is declined
    anna.press("Escape")
    expect(anna.page.get_by_text(anna.says("you_watch"))).to_have_count(0)
    anna.page.once("dialog", lambda asked: asked.accept())
    anna.button("menu").click()
    anna.button("stand_up").click()
    expect(anna.page.get_by_text(anna.says("you_watch"))).to_be_visible()


@at_length
def test_a_no_does_not_hide_whose_turn_it_is(visit: Visit) -> None:
    anna = visit()
    anna.go(before_the_talon(anna))  # nothing of her own to take back
    anna.until(lambda: anna.on_turn, "it is not Anna's turn")
    anna.button("menu").click()
    anna.button("undo_wish").click()
    prompt = anna.page.locator(".prompt")
    expect(prompt).to_contain_text(anna.says("code.no_undo"))
    expect(prompt).to_contain_text(anna.says("your_turn"))


def test_the_own_played_cards_lie_under_nothing(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.open_table("perlaggen/1924")
    anna.deal()
    for _ in range(20):  # many a hand is given up before its second trick
        step = anna.play(
            lambda step: step["kind"] == "tap" and step["board"] == "play" and len(anna.hand) < 4
        )
        if step["kind"] != "done":
            break
        anna.play_on()
    played = 5 - len(anna.hand)
    assert played > 1
    for size in ((360, 740), (740, 360)):
        resize(anna, *size)
        anna.settle_down()
        assert len(boxes(anna, ".corner .rows .c")) == played
        for other in (".below .right > *", "#hand [data-card]", ".where .rows"):
            apart = partial(lie_apart, anna, f".corner .rows, {other}")
            anna.until(apart, f"{size}: the own row lies over {other}")  # once it is laid out
    rows, hand = boxes(anna, ".corner .rows")[0], boxes(anna, "#hand [data-card]")[0]
    assert rows[4] > hand[2]  # sideways beside the hand: it cannot be taken for a neighbour's


def open_record(anna: Visitor, name: str, steps: int) -> None:
    """Open a record and go on so many acts."""
    anna.go("/replay")
    anna.page.locator("input[type=file]").set_input_files(ROOT / "tests/transcripts" / name)
    anna.button("step_on").wait_for()
    for _ in range(steps):
        anna.press("ArrowRight")


@pytest.mark.parametrize("phone", [True, False])
def test_a_replay_says_what_is_played_and_what_is_trump(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone)
    open_record(anna, "tirol-rufer-kaiserstich.trn", 30)
    expect(anna.page.locator(".status .chip").first).to_have_text("Rufer")
    open_record(anna, "perlaggen-blind-all-three.trn", 20)
    expect(anna.page.locator(".status .chip").first).to_have_text("Trumpf Schell")


def test_a_replay_on_a_phone_shows_what_everybody_has_played(visit: Visit) -> None:
    anna = visit(phone=True)
    open_record(anna, "perlaggen-blind-all-three.trn", 20)
    rows = anna.page.locator(".played li")
    for size in ((360, 740), (360, 640), (740, 360)):
        resize(anna, *size)
        expect(rows).to_have_count(4)
        cards = rows.evaluate_all("els => els.map(el => el.querySelectorAll('use').length)")
        assert sum(cards) >= 15
        expect(rows.first).to_contain_text("Schell A")  # what the Weli was named
        lying = "[role=tablist], .played li, .said, .one .hand .c:first-child"
        anna.until(partial(lie_apart, anna, lying), f"nothing covered at {size}")


@at_length
def test_who_closes_the_replay_of_a_table_is_at_the_table_again(visit: Visit) -> None:
    anna = visit()
    path = anna.open_table("perlaggen/1890", players=2)
    anna.deal()
    anna.play()
    expect(anna.button("menu")).to_be_visible()
    expect(anna.button("side_panel")).to_have_count(0)  # beside a settlement there is none
    anna.page.get_by_role("link", name=anna.says("replay_this"), exact=True).click()
    anna.button("step_on").wait_for()
    anna.page.get_by_role("link", name=anna.says("back_to_table"), exact=True).click()
    anna.page.wait_for_url(f"**{path}")
    expect(anna.button("next_deal")).to_be_visible()


def test_a_clause_lies_over_the_rule_card_and_closes_into_it(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.button("rule_card").click()
    card = anna.page.get_by_role("dialog", name="Regelkarte: Königrufen, Tirol")
    last = card.get_by_role("button", name="Paragraph T-6.2", exact=True)
    last.click()
    clause = anna.page.get_by_role("dialog", name="T-6.2", exact=True)
    expect(clause).to_contain_text("Renonce")
    anna.press("Escape")
    expect(clause).to_have_count(0)
    expect(last).to_be_focused()  # where it was read, not at the top again
    assert last.evaluate(INSIDE)
    anna.press("Escape")
    expect(card).to_have_count(0)
    expect(anna.button("rule_card")).to_be_focused()


@pytest.mark.parametrize(
    ("rules", "taps", "written"),
    [
        ("perlaggen/1890", ["Resi"], ["+1", "0"]),
        ("koenigrufen/ulmann", ["Solodreier", "Resi", "verloren"], ["0", "+20", "+20", "+20"]),
    ],
)
def test_the_pad_writes_plus_points_where_the_book_does(
    rules: str, taps: list[str], written: list[str], visit: Visit
) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    anna.button("pad.setup").click()
    anna.page.locator("main select").first.select_option(rules)
    anna.button("done").click()
    for name in taps:
        anna.page.locator("main").get_by_role("button", name=name, exact=True).first.click()
    shown = anna.page.locator(".res b")
    expect(shown).to_have_text(written)
    anna.button("pad.write").click()
    expect(anna.page.locator(".totals b")).to_have_text(written)
    anna.page.reload()
    expect(anna.page.locator(".totals b")).to_have_text(written)


def test_on_a_phone_a_case_covers_neither_seats_nor_hand(visit: Visit) -> None:
    anna = visit(phone=True, tap="once")
    sit(anna)
    anna.deal()
    go_on([anna], lambda: anna.on_turn and 0 < len(anna.hand) < 12 and in_play(anna))
    claim(anna, 0)
    for size in ((740, 360), (360, 740)):
        resize(anna, *size)
        expect(anna.page.locator(".court")).to_be_visible()
        anna.until(
            lambda: not covered(boxes(anna, ".felt .seat, .court, .felt .hand, .last")), str(size)
        )
        assert len(boxes(anna, ".felt .seat, .court, .felt .hand, .last")) >= 5


@at_length
def test_six_at_a_table_cover_each_other_nowhere(visit: Visit) -> None:
    anna = visit()
    anna.go("/")
    wish = {
        "rules": "perlaggen/1890",
        "name": "Anna",
        "cid": "0123456789abcdef0123456789abcdef",
        "options": {"players": 6},
        "players": 6,
        "practice": True,
    }
    anna.go(f"/t/{anna.page.evaluate(OPEN, wish)}")
    anna.deal()
    asked = lay = 0

    def look(_: str) -> None:
        nonlocal asked, lay
        seats, sheet = boxes(anna, ".felt .seat, .felt .say"), boxes(anna, "#acts")
        assert [(one, sheet) for one in seats if covered([one, *sheet])] == []
        lying = boxes(anna, ".where .rows, .corner .turned")
        assert covered(lying) == []
        asked, lay = asked + len(sheet), max(lay, len(lying))

    anna.play(seen=look)
    assert asked
    assert lay == 6  # five rows, and the turned card
    anna.button("back_to_table").click()
    for size in ((1280, 800), (390, 844)):
        resize(anna, *size)
        (way_back,) = boxes(anna, ".over")
        lie = boxes(anna, ".felt .seat, .felt .rows")
        assert [one for one in lie if covered([one, way_back])] == []


def before_the_talon(anna: Visitor) -> str:
    """Open a branch of a recorded deal where Anna may take a half or slide; its address."""
    record = ROOT / "tests/transcripts/tirol-besserrufer-schleifen.trn"
    wish = {"record": record.read_text("utf-8"), "name": "Anna", "cid": "talon", "seat": 0}
    made = anna.page.request.post(
        f"{anna.base}/api/branches",
        data=wish | {"at": 7, "bot": "heuristic"},
        headers={"Origin": anna.base},
    )
    return f"/t/{made.json()['room']}"


@pytest.mark.parametrize("size", [(1280, 800), (740, 360)])
def test_what_can_be_done_with_the_talon_lies_under_nothing(
    size: tuple[int, int], visit: Visit
) -> None:
    anna = visit(phone=size[0] < 1024)
    resize(anna, *size)
    anna.go(before_the_talon(anna))
    expect(anna.page.locator(".talon .say .btn")).to_have_count(2)
    anna.settle_down()
    assert covered(boxes(anna, ".talon .say, .felt .seat")) == []
    assert covered(boxes(anna, ".talon .say, .below .chip")) == []


def test_who_has_lost_the_link_finds_back_from_the_first_page(visit: Visit) -> None:
    anna = visit("Anna")
    path = anna.open_table("lhombre/compagnie")
    anna.deal()
    anna.go("/")
    door = anna.page.get_by_role("link", name=anna.says("back_to_table"))
    expect(door).to_contain_text(anna.says("alone_there"))
    anna.shot("home-my-tables")
    door.click()
    anna.page.locator(".felt").wait_for()
    assert anna.page.url.endswith(path)


def test_on_a_phone_the_sheet_marks_a_branch(visit: Visit) -> None:
    anna = visit(phone=True)
    path = before_the_talon(anna)
    anna.go(path)
    anna.page.get_by_role("button", name="Schleifen: Uhu").click()
    anna.page.locator(".felt").wait_for(state="detached")
    anna.go(f"{path}#sheet")
    expect(anna.page.locator("main li .chip.warn")).to_have_text(["Abzweigung"])
    anna.shot("sheet-branch-phone")
