"""A whole deal of every rule set, played to the settlement on the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from samples import SOAK, at_length
from trull import ruleset
from web.visiting import Visitor, expect

Visit = Callable[..., Visitor]
PLAYED_FROM_SECOND = ("lhombre/compagnie",)  # the lowest game, à trois, is paid and not played
ON_PHONES = ("koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1924")
HERE = ruleset.published() if SOAK else ("koenigrufen/tirol", "perlaggen/1890")
THERE = ON_PHONES if SOAK else ("lhombre/compagnie",)
"""Whole deals at a desk and on a phone: each game once in the suite, all of them in a soak."""


def play_a_deal(anna: Visitor, rules: str, size: str) -> None:
    """From the first page to the settlement, with a picture of every board on the way."""
    prefix = f"{rules.replace('/', '-')}-{size}"
    anna.open_table(rules)
    anna.button("deal_cards").wait_for()
    anna.shot(f"{prefix}-lobby")
    anna.deal()
    met = play_until_a_card_fell(anna, prefix)
    assert met, "a deal in which Anna has played a card"
    expect(anna.page.locator("main .big b").nth(1)).to_be_visible()  # everybody's points
    assert anna.overflow() == 0
    anna.shot(f"{prefix}-settlement")


def play_until_a_card_fell(anna: Visitor, prefix: str) -> bool:
    """Whether, in one of a few deals, cards were played: some deals are bid away."""
    album = anna.album(prefix)
    for _ in range(6):
        boards: list[str] = []
        anna.play(seen=lambda board, boards=boards: (album(board), boards.append(board))[1])  # type: ignore[misc]
        if "play" in boards:
            return True
        anna.play_on()
    return False


@pytest.mark.slow  # a whole deal in a browser
@pytest.mark.parametrize("rules", HERE)
def test_a_deal_of_every_rule_set_is_played_to_the_settlement(rules: str, visit: Visit) -> None:
    anna = visit(bid=1 if rules in PLAYED_FROM_SECOND else 0)
    play_a_deal(anna, rules, "desktop")
    if rules in ON_PHONES:
        path = anna.page.url.removeprefix(anna.base)
        reads_the_sheet(visit("Xaver", lang="en"), path, f"{rules.replace('/', '-')}-desktop")


def reads_the_sheet(xaver: Visitor, path: str, prefix: str) -> None:
    """Who was not there reads in his own language what was played; the records are not his."""
    xaver.go(f"{path}#sheet")
    rows = xaver.page.locator(".sheet tbody tr")
    rows.first.wait_for()
    expect(rows.last.locator(".what b")).not_to_have_text(
        xaver.says("deal_n").format(n=rows.count())
    )
    expect(xaver.page.locator("main a[download], main a[href*=replay]")).to_have_count(0)
    xaver.shot(f"{prefix}-sheet")


@at_length
@pytest.mark.slow  # a whole deal in a browser
@pytest.mark.parametrize("rules", THERE)
def test_a_deal_is_played_on_a_phone(rules: str, visit: Visit) -> None:
    bid = 1 if rules in PLAYED_FROM_SECOND else 0
    play_a_deal(visit(phone=True, bid=bid), rules, "phone")
