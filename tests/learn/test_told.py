"""Told deals and broken rules in lessons: the naive checker says the same, from the text alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast  # noqa: TID251  what is told has no type yet

import pytest

from naive import koenigrufen_money as money
from naive import koenigrufen_play as naive
from naive import lhombre
from trull import ruleset
from trull.errors import TrullError
from trull.learn import lesson, oracle, paying
from trull.learn.lesson import Lesson, Step
from trull.learn.positions import position
from trull.ruleset import RuleSet

LESSONS = [lesson.read(path) for path in lesson.lessons()]
Told = dict[str, Any]
FREE = {"table": "free"}


def steps(kind: str, key: str) -> Iterator[tuple[Lesson, Step, RuleSet]]:
    """Steps of Königrufen of a kind that have a key, under each book that has them."""
    for one in LESSONS:
        for step in one.steps:
            if one.game == "koenigrufen" and step.kind == kind and key in step.data:
                for name in filter(step.is_of, one.rules):
                    options = cast(dict[str, object], step.data.get("options", {}))
                    yield one, step, ruleset.load(name).with_options(options)


def case_of(told: Told, rules: RuleSet, dealt: int, radl: bool) -> money.Case:
    """What the naive checker wants to know; seat 0 is Vorhand of the first deal."""
    case = {"vorhand": dealt % 4, **told, "ruleset": rules.name.partition("/")[2], "radl": radl}
    case.setdefault("declarer", case["vorhand"])
    case["announcements"] = [{"kontra": 0, **one} for one in told.get("announcements", [])]
    case["options"] = {name: option.value for name, option in rules.options.items()}
    case["options"]["skoty"] = "option.bare_rufer" in rules.changes
    if told.get("renonce", {}).get("kind") == "no_bird":
        case["renonce"] = {**told["renonce"], "kind": "besserrufer_without_bird"}
    case["result"] = {"tricks": _tricks(told), **told.get("result", {})}
    return cast(money.Case, case)


def _tricks(told: Told) -> list[int]:
    """Nobody has counted tricks: some that make nobody a virgin, and no Valat."""
    return [3, 3, 3, 3] if told["contract"] != "trischaken" else [
        0 if not worth else 1 for worth in told.get("result", {}).get("thirds", [1, 1, 1, 1])
    ]  # fmt: skip


def is_even(told: Told) -> bool:
    """35 to 35, in whole points, of a deal that was played out (KG-20)."""
    thirds = told.get("result", {}).get("declarer_thirds")
    return thirds in (104, 105, 106) and "renonce" not in told


def test_every_told_deal_of_a_lesson_pays_as_the_naive_checker_says() -> None:
    asked = 0
    for one, step, rules in steps("pay", "facts"):
        deals = [*cast(list[Told], step.data.get("before", [])), cast(Told, step.data["facts"])]
        question = lesson.question(one, step, rules)
        assert question is not None
        paid = list(_evening(deals, rules))[-1]
        assert question.right == (paying.row(paid),), (one.id, step.id, rules.name)
        asked += 1
    assert asked > 30


def _evening(deals: list[Told], rules: RuleSet) -> Iterator[list[money.Amount]]:
    """What each deal of a sitting pays, a doubled round (T-1.16) or the last (T-1.17) minded."""
    totals: list[money.Amount] = [0, 0, 0, 0]
    left, dealt, final = 0, 0, False
    for told in deals:
        if "remark" in told:
            final = True
            continue
        last = final and dealt % 4 == 0  # when the first Vorhand is Vorhand again
        paid = money.settle(case_of(told, rules, dealt, left > 0 or last))["points"]
        yield paid
        totals = [a + b for a, b in zip(totals, paid, strict=True)]
        left, dealt = max(left - 1, 0), dealt + 1
        nuller = not any(paid) or not any(totals)
        if told["contract"] == "trischaken" or is_even(told) or nuller:
            left = 4 if rules.options.get("radl") and rules["radl"] else 0


def test_every_told_deal_of_lhombre_pays_as_the_naive_checker_says() -> None:
    """Honours and the Pagat are extras of their own, outside the game and its fines."""
    asked, rules = 0, ruleset.load("lhombre/compagnie")
    for one in LESSONS:
        for step in one.steps:
            told = cast(Told, step.data.get("facts", {}))
            if one.game != "lhombre" or not told or {"honours", "pagat_by"} & set(told):
                continue
            question = lesson.question(one, step, rules)
            assert question is not None
            options = cast(dict[str, object], step.data.get("options", {}))
            names = {(told["ombre"] + place) % 3: name for place, name in enumerate("OXY")}
            offenders = [names[seat] for seat in told.get("offenders", [])]
            paid = lhombre.settle_with_penalties(
                told["bid"], told.get("points"), offenders, told.get("volte"), options
            )
            assert question.right == (paying.row(paid[names[seat]] for seat in range(3)),), step.id
            asked += 1
    assert asked > 10


def test_who_broke_a_rule_is_found_by_the_naive_checker_in_the_tricks() -> None:
    found = 0
    for one, step, rules in steps("claim", "hands"):
        game = position(step.data, rules)
        question = lesson.question(one, step, rules)
        assert question is not None
        played = [card for trick in question.shown.tricks for card in trick]
        hands = [{card for seat, card in played if seat == at} for at in range(4)]
        options = {name: option.value for name, option in rules.options.items()}
        contract = str(game.view_for(None).contract)  # type: ignore[attr-defined]
        guilty = set()
        for trick in question.shown.tricks:
            for at, (seat, card) in enumerate(trick):
                lying = [fallen for _, fallen in trick[:at]]
                book = rules.name.partition("/")[2]
                if card not in naive.legal_cards(book, contract, hands[seat], lying, options):
                    guilty.add(str(seat))
                hands[seat].discard(card)
        assert guilty == set(question.right), (one.id, step.id)
        found += 1
    assert found > 2


def test_facts_that_contradict_each_other_and_a_table_where_all_is_lawful_are_refused() -> None:
    rules = ruleset.load("koenigrufen/tirol")
    with pytest.raises(TrullError, match="told_no_game"):
        paying.told_pay(rules, {"contract": "whist", "declarer": 0}, [], cast(Any, None))
    lawful = {"hands": ["HK"], "acts": ["bid dreier|pass|pass|pass"]}
    with pytest.raises(TrullError, match="not free"):
        oracle.claim(position(lawful, rules))
    with pytest.raises(TrullError, match="0 seats"):
        oracle.claim(position(lawful, rules.with_options(FREE)))
