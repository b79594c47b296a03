"""Rows: what the laws pay is possible, slips of the pen are seen, the lists are what laws say."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from random_games import played
from samples import SOAK, soaked
from trull import ruleset
from trull.cup import enumeration
from trull.cup.court import of_facts
from trull.cup.rows import Judgement, judge
from trull.errors import TrullError
from trull.settlement import Amount

BOOKS = ("koenigrufen/finale", "koenigrufen/ulmann", "koenigrufen/tirol")
ROWS = Path(enumeration.__file__).parent / "rows"
DEALS = soaked(150, 20_000)
SLIPS = soaked(1_000, 20_000)


def _paid(name: str, seed: int) -> tuple[Amount, ...]:
    result = played(name, seed, changed=0).settlement()
    assert result is not None
    return result.points


QUICK = ("farbendreier", "piccolo", "bettler_ouvert", "dreier")


def test_the_list_of_the_final_is_what_its_laws_say() -> None:
    """A few games in the suite, every game of every list in a soak."""
    shipped = json.loads((ROWS / "koenigrufen/finale.json").read_text(encoding="utf-8"))
    found = enumeration.payable(ruleset.load("koenigrufen/finale"), QUICK)
    for game, own in found.items():
        assert shipped["often"][game] == enumeration.compact(own.often)
        assert shipped["rare"].get(game, {}) == enumeration.compact(own.rare)


@pytest.mark.skipif(not SOAK, reason="minutes of asking the laws; make soak does it")
@pytest.mark.parametrize("path", sorted(ROWS.rglob("*.json")), ids=lambda path: path.stem)
def test_every_list_is_what_the_laws_say(path: Path) -> None:
    shipped = json.loads(path.read_text(encoding="utf-8"))
    assert enumeration.as_data(ruleset.load(shipped["rules"])) == shipped


@pytest.mark.parametrize("name", BOOKS)
def test_whatever_a_deal_pays_is_possible(name: str) -> None:
    """Players at random announce and double wildly: some of it is rare, none impossible."""
    rules = ruleset.load(name)
    found = Counter[str]()
    for seed in range(DEALS):
        points = _paid(name, seed)
        kind = judge(rules, points).kind
        assert kind != "impossible", (seed, points)
        found[kind] += 1
    assert found["possible"] > found["rare"] or name != "koenigrufen/finale"


def test_the_referees_cases_are_possible_or_rare() -> None:
    path = Path(__file__).parents[1] / "conformance" / "koenigrufen_settlement.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    judged = 0
    for case in cases:
        told = case["input"]
        if "sheet_row" in told or told.get("options") or "renonce" not in told:
            continue
        if told["renonce"].get("extra") or told["renonce"].get("kind"):
            continue  # a sure gain, or a fixed fine, is a matter of the ruling alone
        try:
            rules = ruleset.load(f"koenigrufen/{told['ruleset']}")
            points = of_facts(rules, told).points
        except TrullError:
            continue
        if sum(points) == 0:
            judged += 1
            assert judge(rules, points).kind != "impossible", case["id"]
    assert judged > 5


def _slipped(row: tuple[Amount, ...], random: Random) -> tuple[Amount, ...]:
    """The row with two figures changed so that it sums to zero again."""
    one, other = random.sample(range(len(row)), 2)
    by = random.choice([n for n in range(-6, 7) if n])
    changed = list(row)
    changed[one], changed[other] = changed[one] + by, changed[other] - by
    return tuple(changed)


def test_slips_of_the_pen_hardly_pass_in_silence() -> None:
    """Two figures wrong in a row of the Final that sums to zero again: nine of ten are seen."""
    rules, random = ruleset.load("koenigrufen/finale"), Random(5)
    rows = [_paid("koenigrufen/finale", seed) for seed in range(DEALS)]
    seen = sum(
        judge(rules, _slipped(random.choice(rows), random)).kind != "possible" for _ in range(SLIPS)
    )
    assert seen >= 0.9 * SLIPS, f"{seen / SLIPS:.1%} of {SLIPS} are seen"


@pytest.mark.parametrize(
    ("points", "kind"),
    [
        ((1, 1, -1, -1), "possible"),
        ((3, -1, -1, -1), "possible"),
        ((0, 0, 0, 0), "possible"),
        ((-12, 12, 0, 0), "possible"),  # a Bürgermeister at the Vorhand, and one Jungfrau
        ((5, -1, -2, -2), "impossible"),
        ((1, 2, -1, -2), "impossible"),
        ((64, 64, -64, -64), "rare"),
        ((192, -64, -64, -64), "rare"),
        ((1, 1, 1, -3), "possible"),
    ],
)
def test_rows_of_the_final(points: tuple[int, ...], kind: str) -> None:
    assert judge(ruleset.load("koenigrufen/finale"), points).kind == kind


def test_without_a_book_the_shape_alone_is_judged() -> None:
    assert judge(None, (7, 7, -7, -7)) == Judgement("possible")
    assert judge(None, (9, -3, -3, -3)) == Judgement("possible")
    assert judge(None, (3, -1, -1, -1)).games == ()
    assert judge(None, (5, -1, -2, -2)).kind == "rare"
    assert judge(None, (60, 60, -60, -60)).kind == "rare"


def test_the_games_that_pay_a_row_are_named() -> None:
    games = judge(ruleset.load("koenigrufen/finale"), (-21, 7, 7, 7)).games
    assert {"bettler_ouvert", "rufer"} <= set(games)
    assert "piccolo" not in games
