"""What who runs the server says to everybody, and what is reported to him."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from trull.cli import main
from web.test_web_pages import RECORD
from web.visiting import Visitor, expect

Visit = Callable[..., Visitor]
IMPRINT = "https://club.example/impressum"


@pytest.fixture
def socket(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("a") / "s")


@pytest.fixture
def options(socket: str) -> list[str]:
    return ["--admin", socket, "--imprint", IMPRINT, "--privacy", "/datenschutz", "--keep", "90"]


def test_who_answers_for_the_server_stands_at_the_foot_of_every_page(visit: Visit) -> None:
    anna = visit()
    for path in ("/", "/pad", "/replay", "/rules", "/nowhere"):
        anna.go(path)
        foot = anna.page.get_by_role("contentinfo")
        link = foot.get_by_role("link", name=anna.says("foot.imprint"))
        expect(link).to_have_attribute("href", IMPRINT)
        expect(foot.get_by_role("link", name=anna.says("foot.privacy"))).to_be_visible()
        expect(foot).to_contain_text(anna.says("foot.keep").format(n=90, m=7))
    assert anna.overflow() == 0
    anna.go("/replay")
    anna.page.locator("input[type=file]").set_input_files(RECORD)
    anna.button("step_on").wait_for()  # the replay fills the window
    assert anna.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    anna.go("/")
    anna.open_table("koenigrufen/tirol")
    anna.deal()
    anna.button("menu").click()
    box = anna.page.get_by_role("dialog", name=anna.says("menu"))
    expect(box.get_by_role("link", name=anna.says("foot.imprint"))).to_be_visible()


def test_a_notice_is_read_at_the_table_and_a_line_is_reported_to_the_host(
    visit: Visit, socket: str, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, berta = visit("Anna"), visit("Berta")
    berta.go(anna.open_table("koenigrufen/tirol", practice=False))
    berta.button("sit_down").click()
    expect(berta.button("i_am_ready")).to_be_visible()
    assert main(["admin", "--at", socket, "notice", "Um zehn ist Schluss."]) == 0
    for player in (anna, berta):
        expect(player.page.get_by_text("Um zehn ist Schluss.")).to_be_visible()
        player.button("menu").click()
        player.page.get_by_role("dialog").get_by_role("button", name=player.says("talk")).click()
    berta.page.get_by_role("textbox", name=berta.says("talk_say")).fill("Depp!")
    berta.press("Enter")
    box = anna.page.get_by_role("dialog", name=anna.says("talk"))
    expect(box).to_contain_text("Depp!")
    box.locator("summary").click()
    box.get_by_role("button", name=anna.says("report").format(who="Berta")).click()
    expect(box).to_contain_text(anna.says("report.done"))
    assert anna.violations() == []
    capsys.readouterr()
    assert main(["admin", "--at", socket, "rooms", "--reported"]) == 0
    (found,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert found["text"] == "Berta: Depp!"
