"""Axe has nothing against any page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from web.visiting import ROOT, Step, Visitor

Visit = Callable[..., Visitor]


def home(anna: Visitor) -> None:
    anna.go("/")
    anna.choose_more()
    anna.page.get_by_role("combobox", name=anna.says("rule_set")).wait_for()


def lobby(anna: Visitor) -> None:
    anna.open_table("koenigrufen/tirol", practice=False)
    anna.page.get_by_role("region", name=anna.says("rule_card")).wait_for()


def table(anna: Visitor) -> Iterator[str]:
    """From the lobby to a settlement, stopping at every kind of page for the first time."""
    lobby(anna)
    yield "lobby"
    anna.button("fill_with_bots").click()
    anna.deal()
    met: set[str] = set()
    for _ in range(6):
        while (step := anna.play(lambda step: is_new(step, met)))["kind"] != "done":
            met.add(step["board"])
            yield step["board"]
        if {"auction", "play"} <= met:
            break
        anna.play_on()
    assert {"auction", "play"} <= met
    yield "settlement"


def is_new(step: Step, met: set[str]) -> bool:
    return step["kind"] == "tap" and step["board"] not in met


def pad(anna: Visitor) -> None:
    anna.go("/pad")
    anna.page.get_by_role("group", name=anna.says("game")).wait_for()


def replay(anna: Visitor) -> None:
    anna.go("/replay")
    record = ROOT / "tests/transcripts/tirol-rufer-kaiserstich.trn"
    anna.page.locator("input[type=file]").set_input_files(record)
    anna.button("step_on").click(click_count=2)


def rules(anna: Visitor) -> None:
    anna.go("/rules/koenigrufen/tirol")
    anna.page.locator("main table").first.wait_for()


def found(anna: Visitor, name: str) -> list[str]:
    """What axe has against the page, which is kept as a picture."""
    anna.settle_down()  # what fades in has its colours then
    anna.shot(f"{name}-{'phone' if anna.touch else 'desktop'}")
    return [f"{name}: {one}" for one in anna.violations()]


SIZES = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])


@SIZES
def test_axe_has_nothing_against_the_pages_without_a_table(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone)
    problems: list[str] = []
    for come in (home, pad, replay):
        come(anna)
        problems += found(anna, come.__name__)
    assert problems == []


@SIZES
def test_axe_has_nothing_against_the_rules(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone)
    rules(anna)
    assert found(anna, "rules") == []


@pytest.mark.slow  # a whole deal, with axe at every board
@SIZES
def test_axe_has_nothing_against_the_pages_of_a_table(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone)
    problems = [one for name in table(anna) for one in found(anna, name)]
    assert problems == []
