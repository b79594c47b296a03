"""Lessons: right in every book and both languages; no planted error is missed."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import cast

import pytest

from learn.mutants import Mutant, mutants
from samples import SOAK
from trull import laws, locale, ruleset
from trull.errors import LessonError
from trull.laws.summary import Saying
from trull.learn import build, check, lesson, prose, shelf
from trull.learn.build import BuiltLesson

FILES = list(lesson.lessons())
PLANTED = [mutant for path in FILES for mutant in mutants(path)]
EVERY = 1 if SOAK else 160
"""One planted error in so many is looked at in the suite, all of them in a soak."""


def calls(one: Saying) -> tuple[str, ...]:
    """The king somebody called."""
    return cast("tuple[str, ...]", one.about["king"][1])


def built(path: Path, rules: str, language: str) -> BuiltLesson:
    work = build.building(lesson.read(path), ruleset.load(rules), language)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


IDS = [lesson.read(path).id for path in FILES]


def test_there_are_lessons_each_with_an_id_of_its_own() -> None:
    assert len(set(IDS)) == len(FILES) > 50


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_lesson_is_right(path: Path) -> None:
    assert [str(problem) for problem in check.check_one(path, frozenset(IDS))] == []


def test_the_first_four_lessons_take_half_an_hour() -> None:
    first = [lesson.read(path) for path in FILES if path.parent.name == "koenigrufen"][:4]
    assert [one.id for one in first] == ["K1", "K2", "K3", "K4"]
    for language in locale.LANGUAGES:
        assert sum(check.seconds(one, language) for one in first) <= 30 * 60


# Planted errors


def test_there_are_at_least_two_hundred_planted_errors() -> None:
    assert len(PLANTED) >= 200
    assert len({mutant.name for mutant in PLANTED}) == len(PLANTED)


@pytest.mark.parametrize("part", range(8))
def test_every_planted_error_is_found(part: int, tmp_path: Path) -> None:
    missed = [
        mutant.name for mutant in PLANTED[part * EVERY :: 8 * EVERY] if not _found(mutant, tmp_path)
    ]
    assert missed == []


def _found(mutant: Mutant, folder: Path) -> bool:
    """Whether the check of the lesson with this error names the lesson."""
    source = next(path for path in FILES if mutant.file.startswith(path.stem))
    copy = folder / source.parent.name
    shutil.copytree(source.parent, copy, dirs_exist_ok=True)
    (copy / mutant.file).write_text(mutant.text, encoding="utf-8")
    others = [path for path in sorted(copy.glob("*.toml")) if path.stem != source.stem]
    known = frozenset(lesson.read(path).id for path in others)
    problems = check.check_one(copy / source.name, known)
    return bool(problems) and all(problem.file.startswith(source.stem) for problem in problems)


def test_a_broken_lesson_names_file_step_and_reason_and_stops_only_itself(tmp_path: Path) -> None:
    copy = tmp_path / "koenigrufen"
    shutil.copytree(FILES[0].parent, copy)
    broken = copy / FILES[1].name
    text = broken.read_text(encoding="utf-8")
    broken.write_text(text.replace('refused = "must_tarock"', 'refused = "must_beat"'), "utf-8")
    problems = check.check(sorted(copy.glob("*.toml")))
    assert {problem.file for problem in problems} == {broken.name}
    assert {problem.step for problem in problems} == {"void"}
    assert "refused with must_tarock, not with 'must_beat'" in problems[0].reason


def test_a_file_that_cannot_be_read_is_an_error_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("id = ", encoding="utf-8")
    with pytest.raises(LessonError, match=r"x\.toml: not valid TOML"):
        lesson.read(tmp_path / "x.toml")


# What a page is given


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_lesson_asks_the_same_in_both_languages_and_shows_no_hidden_card(path: Path) -> None:
    rules = lesson.read(path).rules[0]
    one, other = (built(path, rules, language) for language in locale.LANGUAGES)
    assert [(step.id, step.task, step.stock, step.show) for step in one.steps] == [
        (step.id, step.task, step.stock, step.show) for step in other.steps
    ]
    codes = set(laws.of(one.game).pack.codes)
    for step in one.steps:
        for task in filter(None, (step.task, *step.stock)):
            shown = task.asked.shown
            seen = {*shown.hand, *shown.pile, *(card for _, card in shown.trick)}
            seen |= {word for s, act in shown.heard if s == shown.seat for word in act.split()}
            seen |= {word for _, act in shown.heard for word in laid_open(act)}
            seen |= {card for trick in shown.tricks for _, card in trick}
            seen |= {word for act in task.asked.choices for word in named_openly(act)}
            said = {king for one in shown.said if one.code == "calls" for king in calls(one)}
            told = asdict(task.asked)
            if task.asked.type == "sign":  # any Perlagg is offered, whoever holds it
                told.pop("choices")
            words = set(json.dumps(told).replace('"', " ").split())
            assert words & codes <= seen | said
            assert set(task.answer.right) <= set(task.asked.choices)


def named_openly(act: str) -> list[str]:
    """Cards of the Talon that may be taken lie open; any card at all may be asked for."""
    verb, *cards = act.split()
    return cards if verb in ("take", "ask") else []


def laid_open(act: str) -> list[str]:
    """The cards that were shown to all, or put in the place of a wrong one."""
    verb, *cards = act.split()
    return cards if verb in ("show", "mend") else []


def test_numbers_are_filled_in_by_the_book() -> None:
    tirol, ulmann = (ruleset.load(f"koenigrufen/{name}") for name in ("tirol", "ulmann"))
    text = "Der Rufer zählt {value.rufer}, es sind {pack} Karten {T-1.7}."
    told = [
        "".join(text for _, text in prose.filled(text, book, "de").spans())
        for book in (tirol, ulmann)
    ]
    assert told[0] == "Der Rufer zählt eins, es sind 54 Karten T-1.7."
    assert told[1].startswith("Der Rufer zählt sechs")


# The shelf


def test_every_clause_that_is_no_note_and_no_etiquette_is_taught() -> None:
    taught = {clause for path in FILES for clause in lesson.read(path).clauses}
    texts = [path.read_text(encoding="utf-8") for path in shelf.files("rules", ".md")]
    clauses = {line[1] for text in texts for line in shelf.LINE.finditer(text)}
    wanted = {one for one in clauses if set(shelf.classes(one)) not in ({"N"}, {"X"})}
    assert len(wanted) > 500
    assert wanted - taught == set()


def test_the_shelf_knows_lessons_cases_records_and_classes_of_a_clause() -> None:
    assert list(shelf.lessons("T-1.10")) == ["K2"]
    assert any(case["clause"] for _, case in shelf.cases("T-1.10"))
    assert "tirol-rufer-kaiserstich.trn" in set(shelf.records("T-0.32"))
    assert shelf.classes("T-1.10") == ("R",)
