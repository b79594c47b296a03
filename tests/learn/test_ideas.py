"""Ideas: each can be drawn afresh, and every task of a lesson knows what it would be asked by."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from trull import ruleset
from trull.errors import TrullError
from trull.learn import ideas, lesson, quiz

DRILLS = {name: one for name, one in ideas.ideas().items() if one.lesson}


def read(name: str) -> lesson.Lesson:
    return next(one for one in map(lesson.read, lesson.lessons()) if one.id == name)


def test_every_type_of_question_of_every_book_is_an_idea() -> None:
    for name in ruleset.published():
        book = ruleset.load(name)
        for kind in quiz.types_of(book):
            assert name in ideas.ideas()[f"{book.game}.{kind}"].rules


def test_what_lessons_drill_are_ideas_with_the_clauses_they_teach() -> None:
    steps = [
        (one, step)
        for one in map(lesson.read, lesson.lessons())
        for step in one.steps
        if "draw" in step.data
    ]
    assert len(steps) == len(DRILLS) > 25
    for one, step in steps:
        idea = DRILLS[ideas.of_step(one, step)]
        assert (idea.lesson, idea.type) == (one.id, step.data["draw"])
        assert idea.clauses == one.clauses
        assert idea.rules


@pytest.mark.parametrize("name", sorted(DRILLS))
def test_a_drill_is_drawn_as_its_lesson_draws_it(name: str) -> None:
    """Of its type and by its book."""
    idea = DRILLS[name]
    step = next(s for s in read(idea.lesson).steps if s.id == name.partition(".")[2])
    found = ideas.drawn(name, idea.rules[0], 1)
    want = cast("quiz.Want", step.data.get("want", {}))
    assert found == quiz.draw(idea.type, ruleset.load(idea.rules[0]), 1, want)
    assert (found.type, found.rules) == (idea.type, idea.rules[0])


def test_a_fixed_task_is_asked_again_by_its_kind() -> None:
    one = read("K2")
    found = Counter(ideas.of_step(one, step) for step in one.steps)
    assert found["koenigrufen.legal"] >= 2
    assert {"K2.drill_legal", "K2.drill_winner"} <= set(found)


def test_no_other_idea_is_drawn_and_none_by_a_book_that_has_it_not() -> None:
    for name, rules in (("K2.nothing", "koenigrufen/tirol"), ("K2.drill_legal", "perlaggen/1890")):
        with pytest.raises(TrullError, match="no idea"):
            ideas.drawn(name, rules, 1)
