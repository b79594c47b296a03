"""What somebody has learnt, in the form in which the page keeps it and hands it out as a file.

``web/src/pages/learn/progress.ts`` says the same for the page. Days are numbers, counted from
1970-01-01 where the learner lives; times are milliseconds since then. Both come in as arguments.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import NamedTuple, TypeGuard

from trull.learn.fsrs import Grade, Memory, after

VERSION = 1
Entry = Mapping[str, object]
Table = Mapping[str, Entry]
EPOCH = date(1970, 1, 1).toordinal()


class Now(NamedTuple):
    """A moment: the day somebody lives in, and the time in ms."""

    day: int
    ms: int

    @staticmethod
    def of(time: datetime) -> Now:
        """The moment of a time that knows its zone.

        >>> from datetime import timedelta, timezone
        >>> Now.of(datetime(1970, 1, 3, 0, 30, tzinfo=timezone(timedelta(hours=1))))
        Now(day=2, ms=171000000)
        """
        return Now(time.date().toordinal() - EPOCH, int(time.timestamp() * 1000))


@dataclass(frozen=True, kw_only=True)
class Kept:
    """Something that is asked again."""

    memory: Memory
    rules: str  # the book it was asked by last
    day: int  # of the last answer
    at: int

    @property
    def due(self) -> int:
        """The day it is asked again."""
        return self.day + self.memory.days


@dataclass(frozen=True, kw_only=True)
class Progress:
    """All that is kept; ratings move on the page alone and are carried along."""

    lessons: Table = field(default_factory=dict)
    quiz: Table = field(default_factory=dict)  # by type and rule set
    puzzles: Table = field(default_factory=dict)
    ratings: Table = field(default_factory=dict)  # by game
    ideas: Mapping[str, Kept] = field(default_factory=dict)


# As a text


def _is_number(found: object) -> bool:
    is_real = isinstance(found, int | float) and not isinstance(found, bool)
    return is_real and math.isfinite(float(str(found)))


def _is_count(found: object) -> bool:
    return _is_number(found) and float(str(found)).is_integer() and float(str(found)) >= 0


def _is_positive(found: object) -> bool:
    return _is_number(found) and float(str(found)) > 0


def _is_flag(found: object) -> bool:
    return isinstance(found, bool)


def _is_text(found: object) -> bool:
    return isinstance(found, str)


Check = Callable[[object], bool]
SCORE: Mapping[str, Check] = dict.fromkeys(("right", "asked", "at"), _is_count)
PARTS: Mapping[str, Mapping[str, Check]] = {
    "lessons": {**SCORE, "step": _is_count, "done": _is_flag},
    "quiz": SCORE,
    "puzzles": {"right": _is_flag, "at": _is_count},
    "ratings": dict.fromkeys(("rating", "deviation", "volatility", "games", "at"), _is_number),
    "ideas": {
        "rules": _is_text,
        **dict.fromkeys(("day", "at"), _is_count),
        **dict.fromkeys(("stability", "difficulty"), _is_positive),
    },
}
"""Each part with what every entry of it must have."""
LATER = ("puzzles", "ratings", "ideas")
"""Parts that older files do not have."""


def read(text: str) -> Progress | None:
    """The progress in a text; None if it is none, or of a version nobody here knows."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("version") != VERSION:
        return None
    parts: dict[str, Table] = {}
    for name, wanted in PARTS.items():
        part = found.get(name, {} if name in LATER else None)
        if not _holds(part, wanted):
            return None
        parts[name] = part
    ideas = {name: _kept(one) for name, one in parts.pop("ideas").items()}
    return Progress(**parts, ideas=ideas)


def _holds(part: object, wanted: Mapping[str, Check]) -> TypeGuard[Table]:
    return isinstance(part, dict) and all(
        isinstance(one, dict) and all(is_right(one.get(key)) for key, is_right in wanted.items())
        for one in part.values()
    )


def _kept(one: Entry) -> Kept:
    memory = Memory(_real(one, "stability"), _real(one, "difficulty"))
    return Kept(
        memory=memory, rules=str(one["rules"]), day=_number(one, "day"), at=_number(one, "at")
    )


def written(progress: Progress) -> str:
    """The progress as a text the page reads too."""
    told: dict[str, object] = {"version": VERSION}
    for name in PARTS:
        told[name] = getattr(progress, name)
    told["ideas"] = {
        name: {**one.memory._asdict(), "rules": one.rules, "day": one.day, "at": one.at}
        for name, one in progress.ideas.items()
    }
    return json.dumps(told, ensure_ascii=False) + "\n"


def merged(one: Progress, other: Progress) -> Progress:
    """Two progresses together: of each part the newer one."""
    return Progress(
        lessons=_newer(one.lessons, other.lessons),
        quiz=_newer(one.quiz, other.quiz),
        puzzles=_newer(one.puzzles, other.puzzles),
        ratings=_newer(one.ratings, other.ratings),
        ideas=dict(one.ideas)
        | {
            name: kept
            for name, kept in other.ideas.items()
            if name not in one.ideas or one.ideas[name].at < kept.at
        },
    )


def _newer(one: Table, other: Table) -> Table:
    found = dict(one)
    for name, entry in other.items():
        if name not in found or _number(found[name], "at") < _number(entry, "at"):
            found[name] = entry
    return found


# What happens


def stepped(
    progress: Progress, lesson: str, step: int, of: int, right: int, asked: int, now: Now
) -> Progress:
    """The progress after a step of a lesson; what was done stays done."""
    before = progress.lessons.get(lesson, {})
    entry = {
        "step": 0 if step >= of else step,
        "done": step >= of or before.get("done") is True,
        "right": right,
        "asked": asked,
        "at": now.ms,
    }
    return replace(progress, lessons={**progress.lessons, lesson: entry})


def step_of(progress: Progress, lesson: str) -> int:
    """The step of a lesson that comes next."""
    return _number(progress.lessons.get(lesson, {}), "step")


def answered(progress: Progress, key: str, right: bool, now: Now) -> Progress:
    """The progress after a drawn question."""
    before = progress.quiz.get(key, {})
    count = {"right": _number(before, "right") + right, "asked": _number(before, "asked") + 1}
    return replace(progress, quiz={**progress.quiz, key: {**count, "at": now.ms}})


def tried(progress: Progress, puzzle: str, right: bool, now: Now) -> Progress:
    """The progress after a puzzle; its first try alone is kept."""
    if puzzle in progress.puzzles:
        return progress
    entry = {"right": right, "at": now.ms}
    return replace(progress, puzzles={**progress.puzzles, puzzle: entry})


def repeated(progress: Progress, idea: str, rules: str, grade: Grade, now: Now) -> Progress:
    """The progress after an idea was asked."""
    before = progress.ideas.get(idea)
    elapsed = max(0, now.day - before.day) if before else 0
    memory = after(before.memory if before else None, grade, elapsed)
    kept = Kept(memory=memory, rules=rules, day=now.day, at=now.ms)
    return replace(progress, ideas={**progress.ideas, idea: kept})


def missed(progress: Progress, idea: str, rules: str, now: Now) -> Progress:
    """The progress after something was wrong that can be asked again, once a day at most."""
    before = progress.ideas.get(idea)
    if not idea or (before and before.day == now.day):
        return progress
    return repeated(progress, idea, rules, Grade.AGAIN, now)


def dropped(progress: Progress, idea: str) -> Progress:
    """The progress without an idea."""
    return replace(progress, ideas={name: k for name, k in progress.ideas.items() if name != idea})


def by_day(progress: Progress) -> list[str]:
    """All that is asked again, the longest overdue first."""
    return sorted(progress.ideas, key=lambda name: progress.ideas[name].due)


def due_on(progress: Progress, day: int) -> list[str]:
    """What is to be asked on a day."""
    return [name for name in by_day(progress) if progress.ideas[name].due <= day]


def _real(entry: Entry, key: str) -> float:
    return float(str(entry.get(key, 0)))


def _number(entry: Entry, key: str) -> int:
    return int(_real(entry, key))


# Themes of puzzles are ideas too

THEME = ".theme."


def theme_idea(game: str, theme: str) -> str:
    """A theme of a game, as something that is asked again."""
    return f"{game}{THEME}{theme}"


def theme_in(idea: str) -> tuple[str, str] | None:
    """The game and the theme of such an idea; None if it is another.

    >>> theme_in("lhombre.theme.skies"), theme_in("lhombre.legal")
    (('lhombre', 'skies'), None)
    """
    game, mark, theme = idea.partition(THEME)
    return (game, theme) if mark else None
