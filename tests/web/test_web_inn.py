"""The score pad in the inn: it reckons without a network, opens again, and keeps its rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from samples import alike, at_length
from web.conftest import Visit
from web.pad_deals import EVENINGS, Tapping, settled
from web.visiting import WORKS, Visitor, expect

KEPT = """async () => {
  const names = await fetch("/sw.js").then((answer) => answer.text());
  const kept = await caches.open("trull-laws").then((cache) => cache.keys());
  const wanted = new Set(names.match(/\\/assets\\/(?:laws-|pyodide-)[^"]+/g));
  return wanted.size > 0 && kept.length === wanted.size;
}"""
"""Whether the service worker keeps all that the pad reckons with."""

REACHED = "() => fetch('/health').then(() => true, () => false)"


def loaded(anna: Visitor) -> None:
    """Wait until the pad needs no server any more."""
    anna.until(lambda: anna.page.evaluate(WORKS), "no service worker")
    anna.until(lambda: anna.page.evaluate(KEPT), "the laws are not kept")


def sheet(anna: Visitor) -> list[list[str]]:
    """The rows of the sheet: what each brought to each player."""
    anna.button("sheet").click()
    rows = anna.page.locator("main tbody tr")
    return [row.locator(".d").all_inner_texts() for row in rows.all()]


@at_length
@pytest.mark.parametrize("name", alike(*EVENINGS))
def test_sixteen_deals_without_a_server_give_the_sheet_of_trull_settle(
    name: str, visit: Visit, tmp_path: Path
) -> None:
    deals = EVENINGS[name]
    anna = visit(worker=True, laws=True)
    anna.go("/pad")
    anna.button("pad.setup").click()
    anna.page.get_by_role("combobox", name=anna.says("rule_set")).select_option(name)
    anna.button("done").click()
    loaded(anna)
    anna.page.context.set_offline(True)
    assert not anna.page.evaluate(REACHED)
    tapping = Tapping(anna, name)
    for facts in deals[:8]:
        tapping.enter(facts)
    anna.page.reload()  # opened again without a network
    expect(anna.page.get_by_text(anna.says("pad.reckons_here"))).to_be_visible()
    for facts in deals[8:]:
        tapping.enter(facts)
    expect(anna.page.locator(".lab").first).to_contain_text("17")
    expected = [[number(n) for n in row] for row in settled(name, deals, tmp_path)]
    assert sheet(anna) == expected
    anna.shot(f"pad-offline-{name.partition('/')[0]}")


def number(n: int | str) -> str:
    """A number as the sheet writes it."""
    return f"{int(n):+d}".replace("-", "\N{MINUS SIGN}") if int(n) else "0"


def test_an_open_pad_that_nothing_keeps_goes_on_reckoning(visit: Visit) -> None:
    """By plain HTTP a browser allows no service worker."""
    anna = visit(laws=True, phone=True)
    with anna.page.expect_request_finished(
        lambda asked: "/laws-" in asked.url and asked.url.endswith(".zip")
    ):
        anna.go("/pad")
    (worker,) = (one.url for one in anna.page.workers)
    for path, may in ((worker, True), (f"{anna.base}/pad", False)):  # compile WebAssembly
        policy = anna.page.request.get(path).headers["content-security-policy"]
        assert ("'wasm-unsafe-eval'" in policy) == may
    anna.page.context.set_offline(True)
    expect(anna.page.get_by_text(anna.says("pad.reckons_here"))).to_be_visible()
    tapping = Tapping(anna, "koenigrufen/tirol")
    tapping.enter(EVENINGS["koenigrufen/tirol"][0])
    expect(anna.page.locator(".totals b")).to_have_text(["+1", "\N{MINUS SIGN}1"] * 2)
    anna.page.context.set_offline(False)
    anna.page.reload()
    expect(anna.page.locator(".totals b")).to_have_text(["+1", "\N{MINUS SIGN}1"] * 2)


def write(anna: Visitor, n: int) -> None:
    """Write a row by hand."""
    anna.button("pad.by_hand").click()
    for seat, value in enumerate((n, -n)):
        anna.page.locator(".hand input").nth(seat).fill(str(value))
    anna.button("pad.write").click()


@at_length
def test_an_evening_is_written_on_by_two_phones_and_put_together_after_an_outage(
    visit: Visit,
) -> None:
    anna = visit(phone=True)
    anna.go("/pad")
    write(anna, 1)
    anna.button("pad.setup").click()
    anna.button("pad.share").click()
    link = anna.page.locator(".lk")
    expect(link).to_contain_text("/pad#e=")
    address = link.inner_text().partition("/")[2]
    anna.shot("pad-shared")
    anna.button("done").click()
    berta = visit("Berta", phone=True)
    berta.go(f"/{address}")
    totals = berta.page.locator(".totals b")
    expect(totals).to_have_text(["+1", "\N{MINUS SIGN}1", "0", "0"])
    write(berta, 2)
    expect(anna.page.locator(".totals b").first).to_have_text("+3")
    anna.page.context.route("**/api/evenings/**", lambda asked: asked.abort())
    write(anna, 4)
    expect(anna.page.get_by_text(anna.says("pad.apart"))).to_be_visible()
    write(berta, 8)
    anna.page.context.unroute("**/api/evenings/**")
    expect(anna.page.get_by_text(anna.says("pad.apart"))).to_have_count(0)
    for one in (anna, berta):
        expect(one.page.locator(".totals b").first).to_have_text("+15")


@at_length
def test_the_file_for_a_spreadsheet_tells_declarer_kontra_radl_and_money(
    visit: Visit, tmp_path: Path
) -> None:
    anna = visit()
    anna.go("/pad")
    anna.button("pad.setup").click()
    anna.page.get_by_label(anna.says("pad.rate")).fill("20")
    anna.button("done").click()
    tapping = Tapping(anna, "koenigrufen/tirol")
    for facts in EVENINGS["koenigrufen/tirol"][1:5]:  # with a Radl after the Trischaken
        tapping.enter(facts)
    expect(anna.page.locator(".lab").first).to_contain_text("5")
    anna.button("sheet").click()
    expect(anna.page.locator(".money")).to_contain_text("8,60")
    with anna.page.expect_download() as asked:
        anna.page.get_by_role("button", name="CSV").click()
    asked.value.save_as(tmp_path / "schrift.csv")
    rows = (tmp_path / "schrift.csv").read_text("utf-8-sig").split("\n")
    table = [row.strip().split(";") for row in rows]
    assert table[0][:5] == ["Nr.", "Spiel", "Spieler", "Kontra", anna.says("doubled")]
    assert table[1][2:5] == ["Franz", "Kontra", ""]
    assert table[2][3] == "Pagat: Kontra"
    assert table[4][2:5] == ["Mitzi", "Re", "\N{MULTIPLICATION SIGN}2"]
    assert table[5][1] == anna.says("standing")
    assert table[6][1] == anna.says("money")
