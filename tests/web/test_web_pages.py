"""The score pad, the replay, and pages for those who come to the wrong place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from samples import alike, at_length
from trull import locale, ruleset
from web.pad_deals import TIROL, Tapping
from web.visiting import ROOT, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

Visit = Callable[..., Visitor]
RUFER = ["+1", "\N{MINUS SIGN}1", "+1", "\N{MINUS SIGN}1"]  # worth one point in the Tirol rules
SLOW = """() => {
  const quick = window.fetch;
  window.fetch = async (...asked) => {
    await new Promise((wake) => setTimeout(wake, 600));
    return quick(...asked);
  };
}"""  # every answer takes its time
DARK = """() => {
  const chosen = JSON.parse(localStorage["trull.choices"]);
  localStorage["trull.choices"] = JSON.stringify({ ...chosen, theme: "dark" });
}"""
CODE = re.compile(r"\b[a-z]+(?:[_.][a-z]+)+\b")  # such as must_follow or section.ruling
RECORD = ROOT / "tests/transcripts/tirol-rufer-kaiserstich.trn"
PACK = 1 + RECORD.read_text("utf-8").split("[Pack")[0].count("\n")  # the line of the cards


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_rufer_is_entered_on_the_pad_and_settled(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone)
    anna.go("/pad")
    group(anna, "contract").get_by_role("button", name="Rufer", exact=True).click()
    group(anna, "declarer").get_by_role("button").nth(0).click()
    group(anna, "partner").get_by_role("button").nth(2).click()
    points = anna.page.locator(".points input")
    points.fill("71")
    refused = locale.catalogue(anna.lang)["fault"]["told_points"].format(most=70)
    expect(anna.page.get_by_text(refused)).to_be_visible()
    expect(anna.button("pad.write")).to_be_disabled()
    points.fill("")
    anna.button("won").click()
    expect(anna.page.locator(".res b")).to_have_text(RUFER)
    anna.shot(f"pad-rufer-{'phone' if phone else 'desktop'}")
    anna.button("pad.write").click()
    anna.button("sheet").click()
    row = anna.page.locator("main li" if phone else "main tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Rufer")
    assert anna.overflow() == 0
    anna.shot(f"pad-sheet-{'phone' if phone else 'desktop'}")
    anna.page.reload()
    expect(anna.page.locator(".totals b")).to_have_text(RUFER)
    anna.button("pad.undo").click()
    expect(anna.page.locator(".totals")).to_have_count(0)


def label(anna: Visitor, key: str) -> str:
    """What a field of the pad's form is called."""
    return str(locale.catalogue(anna.lang)["field"][key])


def group(anna: Visitor, key: str) -> Locator:
    """The buttons of a field of the pad's form."""
    return anna.page.get_by_role("group", name=label(anna, key), exact=True)


def enter(anna: Visitor, *taps: str) -> None:
    """Tap what is entered on the pad: the game, who plays it, how it came out."""
    for name in taps:
        anna.page.locator("main").get_by_role("button", name=name, exact=True).first.click()


@pytest.mark.parametrize("lang", alike("de", "en"))
def test_a_row_that_is_mended_keeps_its_vorhand(lang: str, visit: Visit) -> None:
    anna = visit(phone=True, lang=lang)
    anna.go("/pad")
    enter(anna, "Trischaken")
    for box, points in zip(anna.page.locator(".four input").all(), (40, 10, 10, 10), strict=True):
        box.fill(str(points))
    shown = anna.page.locator(".res b")
    expect(shown).not_to_have_text(["\N{EN DASH}"] * 4)
    settled = shown.all_inner_texts()
    anna.button("pad.write").click()
    expect(anna.page.locator(".totals b")).to_have_text(settled)
    anna.button("sheet").click()
    anna.button("pad.mend").click()
    anna.page.wait_for_load_state("networkidle")
    expect(shown).to_have_text(settled)
    anna.button("pad.mend").click()
    expect(anna.page.locator(".totals b")).to_have_text(settled)


def test_setting_up_another_game_asks_for_its_own_players_alone(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    anna.button("pad.setup").click()
    fourth = anna.page.get_by_label(anna.says("seat_n").format(n=4))
    dealer = anna.page.get_by_label(anna.says("pad.next_dealer"))
    for there in (fourth, dealer):
        expect(there).to_be_visible()
    rules = anna.page.get_by_role("combobox", name=anna.says("rule_set"))
    rules.select_option("lhombre/compagnie")
    for gone in (fourth, dealer):  # three play it; what has come about belongs to the old sheet
        expect(gone).to_have_count(0)


def test_a_row_says_nothing_twice(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    Tapping(anna, "koenigrufen/tirol").enter(TIROL[3])
    anna.button("sheet").click()
    expect(anna.page.get_by_role("heading", name=anna.says("sheet"))).to_be_in_viewport()
    row = anna.page.locator(".list li")
    expect(row.locator(".d").last).to_have_text("+6")
    expect(row).to_contain_text("Trischaken")
    expect(row).not_to_contain_text(str(locale.catalogue("de")["note"]["trischaken"]))


def test_what_the_others_do_not_have_yet_is_said_as_soon_as_a_pad_is_opened(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    anna.button("pad.setup").click()
    anna.button("pad.share").click()
    anna.button("done").click()
    expect(anna.page.get_by_text(anna.says("pad.together"), exact=True)).to_be_visible()
    anna.page.context.route("**/api/evenings/**", lambda _: None)  # never answered
    Tapping(anna, "koenigrufen/tirol").enter(TIROL[0])
    expect(anna.page.locator(".totals")).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text(anna.says("pad.apart"))).to_be_visible()


def test_a_row_written_offline_that_cannot_be_settled_says_so(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    group(anna, "contract").wait_for()  # the form is here, and kept
    anna.page.route("**/api/settle", lambda asked: asked.abort())
    enter(anna, "Rufer", "Resi", "gewonnen")
    anna.page.locator(".points input").fill("20")
    expect(anna.page.get_by_text(anna.says("pad.waiting"))).to_be_visible()
    anna.button("pad.write").click()
    enter(anna, "Dreier", "Resi", "gewonnen", anna.says("pad.write"))
    anna.button("sheet").click()
    rows = anna.page.locator(".list li")
    for row in rows.all():
        expect(row).to_contain_text("\N{HORIZONTAL ELLIPSIS}")
        expect(row).to_contain_text(anna.says("pad.waiting"))
        expect(row.locator(".minus")).to_have_count(0)
    anna.page.reload()
    anna.button("sheet").click()
    expect(rows).to_have_count(2)  # nothing is lost
    anna.page.unroute("**/api/settle")
    anna.page.evaluate("dispatchEvent(new Event('online'))")
    why = locale.catalogue("de")["fault"]["told_result"]
    expect(rows.last.locator(".minus")).to_have_text(f"{anna.says('pad.refused')} {why}")
    expect(rows.first).to_contain_text("+15")
    anna.button("pad.mend").last.click()
    anna.page.locator(".points input").fill("")
    anna.button("pad.mend").click()
    anna.button("sheet").click()
    expect(rows.last.locator(".minus")).to_have_count(0)
    expect(rows.last).to_contain_text("+3")


def test_everybody_who_is_named_on_the_pad_is_marked(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    enter(anna, "Trischaken")
    virgins = group(anna, "result.virgins")
    for at in (1, 3):
        virgins.get_by_role("button").nth(at).click()
    expect(virgins.locator("[aria-pressed=true]")).to_have_text(["Franz", "Poldi"])
    anna.page.get_by_role(
        "button", name=f"{label(anna, 'renonce.seats')} \N{HORIZONTAL ELLIPSIS}"
    ).click()
    offenders = group(anna, "renonce.seats")
    for at in (0, 1, 2):
        offenders.get_by_role("button").nth(at).click()
    expect(offenders.locator("[aria-pressed=true]")).to_have_text(["Resi", "Franz", "Mitzi"])


def test_the_radl_a_row_has_begun_is_taken_back_with_it(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    shown = even(anna)
    expect(anna.page.locator(".chip.gold")).to_have_count(1)
    anna.button("pad.undo").click()
    expect(anna.page.locator(".chip.gold")).to_have_count(0)
    expect(anna.page.locator(".res b")).to_have_text(shown)  # not doubled by itself


def even(anna: Visitor) -> list[str]:
    """Write a Rufer that ended 35 to 35, which begins a Radl."""
    enter(anna, "Rufer", "Resi", "35 : 35")
    shown = anna.page.locator(".res b")
    expect(shown).not_to_have_text(["\N{EN DASH}"] * 4)
    settled = shown.all_inner_texts()
    anna.button("pad.write").click()
    return settled


def test_a_row_that_is_mended_can_be_put_into_a_radl_or_be_written_by_hand(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    enter(anna, "Dreier", "Resi", anna.says("won"), anna.says("pad.write"))
    anna.button("sheet").click()
    anna.button("pad.mend").click()
    anna.page.get_by_label(label(anna, "radl_left")).fill("1")
    anna.page.get_by_label(label(anna, "radl_left")).press("Enter")
    expect(anna.page.locator(".res b").first).to_have_text("+30")
    anna.button("pad.mend").click()
    expect(anna.page.locator(".totals b").first).to_have_text("+30")
    anna.button("sheet").click()
    anna.button("pad.mend").click()
    anna.button("pad.by_hand").click()
    assert anna.overflow() == 0
    for box, points in zip(anna.page.locator(".hand input").all(), (3, -1, -1, -1), strict=True):
        box.fill(str(points))
    anna.button("pad.mend").click()
    expect(anna.page.locator(".totals b").first).to_have_text("+3")


def test_games_side_by_side_are_entered_on_the_pad(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    anna.page.get_by_text(re.compile("^alle ")).click()
    enter(anna, "Piccolo", "Resi", anna.says("won"))
    beside = label(anna, "co_declarers")
    anna.page.get_by_role("button", name=f"{beside} \N{HORIZONTAL ELLIPSIS}").click()
    anna.page.get_by_role("button", name=anna.says("pad.add").format(what=beside)).click()
    hers = anna.page.locator(".inner")
    hers.get_by_role("group", name=label(anna, "seat")).get_by_role("button", name="Mitzi").click()
    expect(anna.button("pad.write")).to_be_disabled()  # how did hers end?
    ended = hers.get_by_role("group", name=f"{label(anna, 'outcome')}: Mitzi")
    ended.get_by_role("button", name=anna.says("lost")).click()
    expect(anna.page.locator(".res b")).to_have_text(["+8", "0", "\N{MINUS SIGN}8", "0"])
    assert anna.overflow() == 0
    anna.shot("pad-bei")


def test_the_pad_says_what_a_kontra_for_the_money_alone_is_worth(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    anna.button("pad.setup").click()
    anna.page.get_by_label(anna.says("rule_set")).select_option("koenigrufen/finale")
    anna.button("done").click()
    enter(anna, "Dreier", "Resi", anna.says("won"))
    anna.page.get_by_role("button", name=label(anna, "kontra")).click()
    expect(anna.page.locator(".res b").first).to_have_text("+12")  # the Schrift knows no Kontra
    anna.button("pad.write").click()
    anna.button("sheet").click()
    expect(anna.page.locator(".money .d").first).to_have_text(re.compile("^2,40"))
    assert anna.overflow() == 0
    anna.shot("pad-money")


def test_with_five_at_the_pad_the_dealer_sits_out(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    anna.button("pad.setup").click()
    anna.page.get_by_label(anna.says("pad.players")).select_option("5")
    anna.page.get_by_label(anna.says("pad.next_dealer")).select_option("1")
    anna.button("done").click()
    who = anna.page.locator(".res bdi")
    expect(who).to_have_text(["Mitzi", "Poldi", anna.says("seat_n").format(n=5), "Resi"])
    enter(anna, "Dreier", "Resi", anna.says("won"))
    expect(anna.page.locator(".res b").last).to_have_text("+15")
    anna.button("pad.write").click()
    lost = "\N{MINUS SIGN}5"
    expect(anna.page.locator(".totals b")).to_have_text(["+15", "0", lost, lost, lost])
    expect(who.first).to_have_text("Poldi")  # Mitzi deals
    anna.page.reload()
    anna.button("sheet").click()
    expect(anna.page.locator("main li .d").nth(1)).to_have_text("\N{EN DASH}")
    expect(anna.page.locator("main li b").first).to_contain_text("Resi")
    assert anna.overflow() == 0
    anna.shot("pad-five")


def test_the_pad_settles_by_a_named_variant(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    anna.button("pad.setup").click()
    anna.page.get_by_label(anna.says("pad.variant")).select_option("skoty")
    expect(anna.page.get_by_text(anna.says("pad.new_sheet"))).to_be_visible()
    anna.button("done").click()
    enter(anna, "Dreier", "Resi", anna.says("won"))
    for _ in range(2):  # a Rekontra counts in the Schrift as a Kontra (T-7.1)
        anna.page.get_by_role("button", name=label(anna, "kontra")).click()
    expect(anna.page.locator(".res b").first).to_have_text("+30")
    anna.page.reload()
    anna.page.get_by_text(re.compile("^alle ")).click()
    triccolo = anna.page.get_by_role("button", name="Triccolo ouvert", exact=True)
    expect(triccolo).to_be_visible()


@pytest.mark.parametrize(("rules", "radl"), [("koenigrufen/tirol", 1), ("koenigrufen/finale", 0)])
def test_a_radl_is_set_on_the_pad_only_where_there_is_one(
    rules: str, radl: int, visit: Visit
) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    anna.button("pad.setup").click()
    anna.page.get_by_label(anna.says("rule_set")).select_option(rules)
    anna.button("done").click()
    anna.button("pad.setup").click()
    anna.page.get_by_label(anna.says("pad.next_dealer")).wait_for()
    expect(anna.page.get_by_label(label(anna, "radl_left"))).to_have_count(radl)


def test_a_row_is_settled_as_it_was_entered_however_slow_the_net(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    enter(anna, "Dreier", "Resi", anna.says("won"))
    expect(anna.page.locator(".res b").first).to_have_text("+15")
    anna.page.evaluate(SLOW)
    enter(anna, anna.says("lost"), anna.says("pad.write"))
    expect(anna.page.locator(".totals b").first).to_have_text("\N{MINUS SIGN}15")
    anna.page.reload()
    expect(anna.page.locator(".totals b").first).to_have_text("\N{MINUS SIGN}15")


def test_what_is_chosen_in_one_window_holds_in_the_other(visit: Visit) -> None:
    anna = visit()
    anna.go("/pad")
    other = anna.page.context.new_page()
    other.goto(f"{anna.base}/pad")
    other.locator("main").wait_for()
    other.evaluate(DARK)  # as the settings keep it
    expect(anna.page.locator("html[data-theme=dark]")).to_have_count(1)
    anna.button("settings").click()
    anna.page.get_by_role("radio", name="English", exact=True).click()
    expect(other.locator("html[data-theme=dark][lang=en]")).to_have_count(1)


def test_a_row_taken_back_while_it_is_mended_is_a_new_row(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    head = anna.page.locator(".lab").first
    told = [head.inner_text()]
    for _ in range(2):
        enter(anna, "Dreier", "Resi", anna.says("won"), anna.says("pad.write"))
        told.append(head.inner_text())
    anna.button("sheet").click()
    anna.button("pad.mend").first.click()  # the last row stands first
    anna.button("pad.undo").click()
    expect(head).to_have_text(told[1])
    anna.button("pad.write").click()
    expect(head).to_have_text(told[2])  # the deal goes round as if nothing had been


def test_a_link_to_no_place_of_a_deal_shows_the_nearest(visit: Visit) -> None:
    anna = visit()
    anna.go("/replay")
    anna.page.locator("input[type=file]").set_input_files(RECORD)
    anna.page.locator("main.felt").wait_for()
    anna.button("share_place").click()
    anna.page.wait_for_url(re.compile(r"&at=\d+$"))
    guest = visit("Berta")
    for at in ("2.5", "-3", "99999", "nowhere"):
        link = re.sub(r"at=\d+$", f"at={at}", anna.page.url)
        guest.page.goto(f"{guest.base}/health")  # else only the fragment would change
        guest.go(link.removeprefix(guest.base))
        expect(guest.page.locator("main.felt")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_record_file_is_opened_and_stepped_through(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone)
    anna.go("/replay")
    anna.shot(f"replay-open-{'phone' if phone else 'desktop'}")
    anna.page.locator("input[type=file]").set_input_files(RECORD)
    anna.button("step_on").wait_for()
    felt, trick = anna.page.locator("main.felt"), anna.page.locator(".trick .c")
    first = felt.inner_text()
    for _ in range(30):
        anna.button("step_on").click()
    expect(felt).not_to_have_text(first)
    expect(trick.first).to_be_visible()
    anna.shot(f"replay-trick-{'phone' if phone else 'desktop'}")
    anna.settle_down()  # nothing flies away any more
    before = trick.count()
    anna.button("step_back").click()
    expect(trick).not_to_have_count(before)
    anna.page.keyboard.press("End")
    anna.shot(f"replay-end-{'phone' if phone else 'desktop'}")


@pytest.mark.parametrize("lang", alike("en", "de"))
def test_a_broken_record_is_refused_with_its_place(lang: str, visit: Visit, tmp_path: Path) -> None:
    broken, record = tmp_path / "broken.trn", RECORD.read_text("utf-8")
    anna = visit(lang=lang)
    anna.go("/replay")
    alert = anna.page.locator("main [role=alert]")
    for text, why, place in (
        (record + "\n[Half a tag\n", "replay_why.broken", record.count("\n") + 2),
        (record.replace('[Pack "', '[Pack "HK HK ', 1), "replay_why.twice", PACK),
    ):
        broken.write_text(text, "utf-8")
        anna.page.locator("input[type=file]").set_input_files(broken)
        expect(alert).to_contain_text(anna.says(why))
        expect(alert).to_contain_text(anna.says("replay_place").format(line=place, column=1))
        expect(alert.locator("bdi[lang=en]")).not_to_be_empty()
    anna.shot(f"replay-broken-{lang}")


@pytest.mark.parametrize("lang", alike("de", "en"))
def test_rules_are_told_in_words_and_never_in_codes(lang: str, visit: Visit) -> None:
    anna = visit(lang=lang)
    for name in ruleset.published():
        anna.go(f"/rules/{name}")
        anna.page.locator("main table").first.wait_for()
        assert CODE.findall(anna.page.locator("main .panel").first.inner_text()) == []
    for name in ("koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1924"):
        anna.open_table(name)
        anna.page.get_by_role("region", name=anna.says("rule_card")).wait_for()
        anna.page.locator(".choice summary").click()
        assert CODE.findall(anna.page.locator("main").inner_text()) == []


def test_a_rule_card_waits_for_its_words(visit: Visit) -> None:
    """Rules and their words come by two ways, and either may be the slower one."""
    anna = visit()
    held: list[Route] = []
    hidden = True

    def hold(route: Route) -> None:
        if hidden:
            held.append(route)
        else:
            route.continue_()

    anna.page.route("**/locale/guests/*", hold)
    anna.go("/rules/perlaggen/1890")
    card = anna.page.locator("main .panel").first
    expect(card.get_by_role("status")).to_have_text(anna.says("one_moment"))
    assert CODE.findall(card.inner_text()) == []
    hidden = False
    for route in held:
        route.continue_()
    card.locator("table").first.wait_for()
    assert CODE.findall(card.inner_text()) == []


@pytest.mark.parametrize("lang", alike("en", "de"))
def test_a_wrong_link_ends_on_a_page_that_says_so(lang: str, visit: Visit) -> None:
    anna = visit(lang=lang)
    for path, code in (
        ("/t/nosuchtable", "no_such_room"),
        ("/t/NoSuch-Table", "no_such_room"),
        ("/nothing/here", "no_such_page"),
        ("/rules/no/such", "no_such_rules"),
    ):
        wrong_link(anna, path, code)
    anna.go("/rules/no/such")
    anna.page.get_by_role("link", name=anna.says("to_rules"), exact=True).click()
    expect(anna.page.get_by_role("combobox", name=anna.says("rule_set"))).to_be_visible()
    assert anna.page.request.get(f"{anna.base}/nothing/here").status == 404


def wrong_link(anna: Visitor, path: str, code: str) -> None:
    anna.go(path)
    anna.page.get_by_role("heading", name=anna.says(f"problem.{code}")).wait_for()
    anna.shot(f"problem-{code}-{anna.lang}")
    anna.page.get_by_role("link", name=anna.says("to_start"), exact=True).click()
    anna.page.get_by_role("heading", name=anna.says("home.title")).wait_for()


@at_length
@pytest.mark.parametrize("lang", alike("de", "en"))
def test_who_comes_to_a_full_table_can_watch(lang: str, visit: Visit) -> None:
    anna = visit()
    path = anna.open_table("perlaggen/1924", practice=False)
    for name in ("Berta", "Clara", "Dora"):
        guest = visit(name)
        guest.go(path)
        guest.button("sit_down").click()
        guest.button("i_am_ready").wait_for()
    late = visit("Emil", lang)
    late.go(path)
    late.page.get_by_text(late.says("enter.full")).wait_for()
    expect(late.button("sit_down")).to_have_count(0)
    late.shot(f"full-table-{lang}")
    late.button("watch").click()
    late.page.get_by_role("heading", name=late.says("lobby.title")).wait_for()


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


def test_who_opens_a_table_here_is_told_who_can_come_by_its_link(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/tirol")
    anna.page.get_by_text(anna.says("lobby.text_practice")).wait_for()
    expect(anna.button("copy_link")).to_have_count(0)
    path = anna.open_table("koenigrufen/tirol", practice=False)
    anna.page.get_by_text(anna.says("invite_alone")).wait_for()
    anna.page.evaluate(NO_CLIPBOARD)  # as without TLS
    anna.button("copy_link").click()
    expect(anna.page.locator(".lk")).to_have_text(f"{anna.base}{path}")
    chosen = "String(getSelection()).trim()"
    anna.until(lambda: anna.page.evaluate(chosen) == f"{anna.base}{path}", "the link is not chosen")


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        ("tirol", "10/20"),
        ("finale", "\N{MULTIPLICATION SIGN}4/\N{MULTIPLICATION SIGN}8"),
        ("ulmann", "12/24 · 24/48 · 48/96"),
    ],
)
def test_the_rule_card_says_how_a_valat_counts(rules: str, worth: str, visit: Visit) -> None:
    anna = visit()
    anna.go(f"/rules/koenigrufen/{rules}")
    card = anna.page.locator("main .panel").first
    expect(card.get_by_role("row").filter(has_text="Valat")).to_contain_text(worth)


def test_as_many_may_sit_down_as_the_options_allow(visit: Visit) -> None:
    anna = visit()
    anna.open_table("koenigrufen/finale", practice=False)
    anna.page.locator(".choice summary").click()
    most = anna.page.get_by_role("combobox", name=re.compile("So viele sitzen höchstens am Tisch"))
    five = anna.page.get_by_role("radio", name=anna.says("n_players").format(n=5), exact=True)
    chairs = anna.page.locator(".seats .av")
    expect(five).to_have_count(0)
    most.select_option(label="5")
    five.click()
    expect(chairs).to_have_count(5)
    most.select_option(label="4")  # and nobody is told that five are too many
    expect(chairs).to_have_count(4)
    expect(five).to_have_count(0)


def test_one_button_plays_at_once_and_nobody_has_to_cut_first(visit: Visit) -> None:
    """On the smallest phone the start buttons are in sight; a newcomer's first act is a word."""
    anna = visit(name="", phone=True, cut="auto")
    anna.page.set_viewport_size({"width": 360, "height": 640})
    anna.go("/")
    for key in ("play_now", "open_table", "practice"):
        expect(anna.button(key)).to_be_in_viewport(ratio=1)
    anna.button("play_now").click()
    anna.page.locator(".felt").wait_for()
    anna.until(lambda: anna.on_turn, "it is never her turn")
    expect(anna.page.locator("input[type=range]")).to_have_count(0)


def test_ranks_and_values_are_one_tap_away(visit: Visit) -> None:
    anna = visit(phone=True)
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.button("ranks.title").click()
    hearts = anna.page.get_by_role("dialog").get_by_role("row", name="Herz")
    expect(hearts).to_have_text(re.compile(r"Herz\s*K5D4C3B211213141$"))
