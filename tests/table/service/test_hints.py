"""Hints at a practice table: lawful, counted from the asker's view alone, and for him alone."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace

import msgspec
import pytest

from players import TEST, Player, Told, dealt, run, seated, serving, visitors
from trull import locale, ruleset
from trull.bots.explain import Hint
from trull.state import Action, View
from trull.table.service import hints, thinkers
from trull.table.settings import Limits, Rate

QUICKER = ("stale", "no_deal", "not_on_turn")
"""Where several may answer, a bot may have been quicker."""
KNOWN = {code for language in ("de", "en") for code in locale.catalogue(language)["hint"]}


async def asked(anna: Player) -> Told:
    """What Anna is told when she asks now."""
    return await anna.say("hint", deal=anna.picture["deal"], after=anna.picture["acts"])


@pytest.mark.parametrize(
    "rules", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1890", "koenigrufen/finale"]
)
def test_who_asks_is_told_lawful_acts_and_why(rules: str, database: str) -> None:
    assert rules in ruleset.published()

    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            await anna.open(rules, practice=True)
            await anna.must("start")
            answered = counted = 0
            while anna.picture["stage"] == "deal" and counted < 4:
                await anna.play(lambda: anna.on_duty)
                if not anna.on_duty:
                    break
                before = anna.picture["n"], anna.picture["acts"]
                told = await asked(anna)
                if told.get("code") in QUICKER:
                    continue
                assert told["t"] == "hints", told
                assert 1 <= len(told["hints"]) <= 3
                assert {hint["code"] for hint in told["hints"]} <= KNOWN
                after = anna.picture["n"], anna.picture["acts"]
                assert after == before or after[1] > before[1]  # nothing is kept, but bots go on
                answered += 1
                counted += told["hints"][0]["mean"] is not None
                best = told["hints"][0]["act"]
                words = " ".join([best["verb"], *best["args"]])
                done = await anna.say("act", deal=told["deal"], after=told["after"], words=words)
                assert done["t"] == "ack" or done["code"] in QUICKER, done
            assert answered
            assert counted or anna.picture["stage"] != "deal"

    run(go)


def test_nobody_else_is_told_and_the_view_is_all_that_is_asked(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[View] = []

    def counted(view: View, _seed: int) -> tuple[Hint, ...]:
        views.append(view)
        return (Hint(Action("pass"), 1.5, 0.5, "expected", (("mean", "+1.5"),)),)

    monkeypatch.setattr(thinkers, "_warmed", lambda _game: True)
    monkeypatch.setattr(hints, "_counted", counted)

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            people = await visitors(stack, base, "Anna", "Berta")
            anna, berta = people
            await seated(base, "koenigrufen/tirol", people)
            await anna.must("options", rules="koenigrufen/tirol", hints=True)
            await berta.must("ready")
            await dealt(people)
            await berta.play(lambda: anna.on_duty)
            await berta.sees(anna.picture["n"])
            told = await asked(anna)
            assert told["hints"][0]["mean"] == 1.5
            assert (await asked(berta))["code"] == "not_on_turn"
            assert not any(msgspec.json.decode(text)["t"] == "hints" for text in berta.told)
            (view,) = views
            mine = anna.picture["view"]
            assert (view.seat, list(view.hand)) == (mine["seat"], mine["hand"])

    run(go)


def test_the_same_question_is_free_and_too_many_are_refused(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(TEST, limits=replace(TEST.limits, hints=Rate(burst=1, each_second=0.0)))
    assert Limits().hints.burst < 10
    counts: list[View] = []

    def counted(view: View, _seed: int) -> tuple[Hint, ...]:
        counts.append(view)
        return (Hint(Action("pass"), float(len(counts)), 0.5, "expected"),)

    monkeypatch.setattr(thinkers, "_warmed", lambda _game: True)
    monkeypatch.setattr(hints, "_counted", counted)

    async def go() -> None:
        async with serving(database, few) as base, Player(base, "Anna") as anna:
            await anna.open("koenigrufen/tirol", practice=True)
            await anna.must("start")
            await anna.play(lambda: anna.on_duty)
            first, again = await asked(anna), await asked(anna)
            assert first["hints"] == again["hints"]
            acts = anna.picture["acts"]
            await anna.must("act", **anna.act())
            await anna.play(lambda: anna.on_duty and anna.picture["acts"] > acts)
            while not anna.on_duty:  # that act has ended the deal: who slides, say
                await anna.must("start")
                await anna.play(lambda: anna.on_duty)
            assert (await asked(anna))["code"] == "too_fast"

    run(go)
    assert len(counts) == 1


def test_without_a_compiler_the_book_advises(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_game: str) -> None:
        raise ImportError("no compiler")

    monkeypatch.setattr(thinkers, "_warmed", missing)

    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            await anna.open("koenigrufen/tirol", practice=True)
            await anna.must("start")
            await anna.play(lambda: anna.on_duty)
            told = await asked(anna)
            assert {hint["code"] for hint in told["hints"]} <= {"book", "only"}
            assert told["hints"][0]["mean"] is None

    run(go)


def test_a_hint_that_breaks_is_the_books(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_view: View, _seed: int) -> tuple[Hint, ...]:
        raise ValueError("broken")

    monkeypatch.setattr(thinkers, "_warmed", lambda _game: True)
    monkeypatch.setattr(hints, "_counted", broken)

    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            await anna.open("koenigrufen/tirol", practice=True)
            await anna.must("start")
            await anna.play(lambda: anna.on_duty)
            told = await asked(anna)
            assert {hint["code"] for hint in told["hints"]} <= {"book", "only"}

    run(go)
