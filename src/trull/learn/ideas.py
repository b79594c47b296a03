"""What can be asked again: ideas, each of them something of which fresh questions are drawn.

An idea is a kind of question in one game, or one that a lesson drills; the drill narrows it down to
what the lesson is about. A task of a lesson belongs to the idea of its kind. The themes of puzzles
are ideas too, but those follow from the list of puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import cast

from trull import ruleset
from trull.errors import LessonError, TrullError
from trull.learn import lesson as lessons
from trull.learn import quiz
from trull.learn.lesson import Lesson, Step
from trull.learn.question import Question
from trull.learn.quiz import Want


@dataclass(frozen=True, kw_only=True)
class Idea:
    """Something learnt: a kind of question, or what a step of a lesson drills."""

    id: str
    game: str
    type: str
    rules: tuple[str, ...]  # books it is asked by
    lesson: str  # that drills it; empty: none
    clauses: tuple[str, ...]  # it is about, where a lesson says so


def ideas() -> Mapping[str, Idea]:
    """Every idea by name, in the order of the games and their lessons."""
    return MappingProxyType(_all())


@cache
def _all() -> dict[str, Idea]:
    return {one.id: one for one in (*_of_types(), *(idea for idea, _ in _drills().values()))}


def _of_types() -> Iterator[Idea]:
    books: dict[tuple[str, str], list[str]] = {}
    for name in ruleset.published():
        book = ruleset.load(name)
        for kind in quiz.types_of(book):
            books.setdefault((book.game, kind), []).append(name)
    for (game, name), names in books.items():
        yield Idea(
            id=f"{game}.{name}", game=game, type=name, rules=tuple(names), lesson="", clauses=()
        )


@cache
def _drills() -> Mapping[str, tuple[Idea, Want]]:
    """What lessons of the house drill, with the wishes by which it is drawn."""
    found = {}
    for path in lessons.lessons():
        try:
            one = lessons.read(path)
        except LessonError:
            continue  # ``trull learn check`` says what is wrong with it
        for step in one.steps:
            if step.kind == "draw":
                idea = _drill(one, step)
                found[idea.id] = idea, cast(Want, step.data.get("want", {}))
    return found


def _drill(lesson: Lesson, step: Step) -> Idea:
    books = (name for name in lesson.rules if step.is_of(name))
    return Idea(
        id=f"{lesson.id}.{step.id}",
        game=lesson.game,
        type=str(step.data["draw"]),
        rules=tuple(books),
        lesson=lesson.id,
        clauses=lesson.clauses,
    )


def of_step(lesson: Lesson, step: Step) -> str:
    """The idea a step of a lesson asks for; empty where none can be drawn."""
    drill = f"{lesson.id}.{step.id}"
    known = (drill, f"{lesson.game}.{step.kind}")
    return next((name for name in known if name in ideas()), "")


@lru_cache(maxsize=1024)
def drawn(name: str, rules: str, seed: int) -> Question:
    """A question of an idea, remembered until it is answered; TrullError: there is none."""
    idea = ideas().get(name)
    if idea is None or rules not in idea.rules:
        raise TrullError(f"no idea {name!r} is asked by {rules!r}")
    want = _drills()[name][1] if idea.lesson else {}
    return quiz.draw(idea.type, ruleset.load(rules), seed, want)
