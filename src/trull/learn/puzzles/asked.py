"""Puzzles that are one question: about the rules, or which act brings most on average."""

from __future__ import annotations

from dataclasses import dataclass

from trull.learn import build
from trull.learn.build import Task
from trull.learn.puzzles import closed, rule
from trull.learn.puzzles.record import Puzzle
from trull.learn.question import Question

QUESTIONS = {rule.KIND: rule.question, closed.KIND: closed.question}
"""For each kind who knows what is asked."""


@dataclass(frozen=True, kw_only=True)
class AskedPuzzle:
    """Such a puzzle as it is shown."""

    id: str
    kind: str
    game: str
    rules: str
    rating: int  # 0: such a one has none
    task: Task


def question(puzzle: Puzzle) -> Question:
    """What is asked, and what is right; PuzzleError where nothing can be asked."""
    return QUESTIONS[puzzle.kind](puzzle)


def posed(puzzle: Puzzle) -> AskedPuzzle:
    """A puzzle with all that may be shown of it."""
    return AskedPuzzle(
        id=puzzle.id,
        kind=puzzle.kind,
        game=puzzle.rules.partition("/")[0],
        rules=puzzle.rules,
        rating=puzzle.rating,
        task=build.task(question(puzzle)),
    )
