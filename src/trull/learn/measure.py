"""Advice put to the test: two courses are tried in many guesses, and what they bring is kept.

    claim = { advice = "U-8.1", better = "call H", than = "call C", verdict = "holds" }

stands in a step and names the clause, the two courses (acts parted by ``|``, each done as soon as
it is lawful) and what came of it. A guess fills in the hidden cards so that they fit all that the
seat knows; each course is begun in it, with the same luck for both. So do bots weigh an act: words
are said by the book on all seats, and the cards are then played out several times, by the habits
of ``search``. Those do not know how to save a bird: ``by = "book"`` lets the book play each card,
once, which takes longer. What is kept is the difference, in points of the seat's sheet, in
``measured.json`` beside the lessons.

    holds       the better course brings more, by three standard errors
    otherwise   the other one does               undecided   neither
    reckoned    the settlement itself is the proof: the step asks what a deal pays
    no_count    nothing that can be counted; the step says why
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal, cast, get_args

import trull
from trull import laws, ruleset
from trull.bots import belief
from trull.bots.search.rollout import by_book, settled
from trull.errors import TrullError
from trull.laws import Laws
from trull.learn.positions import position
from trull.learn.school import school_of
from trull.state import Action, Logged, Seat, View, action
from trull.written import UTF8

if TYPE_CHECKING:
    from trull.learn.lesson import Lesson, Step
    from trull.ruleset import RuleSet

Verdict = Literal["holds", "undecided", "otherwise", "reckoned", "no_count"]
COUNTED: tuple[Verdict, ...] = ("holds", "undecided", "otherwise")
"""Verdicts that come out of a count."""
SURELY = 3.0
"""Standard errors by which one course must bring more than the other."""
GUESSES, SEED = 2_000, 1
FILE = "measured.json"
KEYS = {"advice", "better", "than", "verdict", "by"}
POSITION = "seat hands talon forehand context acts tricks then left lying deal options".split()
"""What a position is made of: a count is stale when any of it has changed."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A piece of advice, and what our count says of it in one hand."""

    advice: str
    verdict: Verdict
    better: str = ""
    than: str = ""
    by: str = "habits"

    @property
    def is_counted(self) -> bool:
        """Whether guesses decide about it."""
        return self.verdict in COUNTED


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What was counted once: how much more the better course brought on average."""

    mean: float
    error: float
    guesses: int
    seed: int
    of: str  # the position and the courses, as a hash
    engine: str

    @property
    def verdict(self) -> Verdict:
        """What follows from it."""
        if abs(self.mean) <= SURELY * self.error:
            return "undecided"
        return "holds" if self.mean > 0 else "otherwise"


# Claims


def claim_of(step: Step) -> Claim | None:
    """The claim of a step; TrullError says what is wrong with it."""
    found = step.data.get("claim")
    if found is None:
        return None
    if not isinstance(found, Mapping) or not {"advice", "verdict"} <= set(found) <= KEYS:
        raise TrullError("a claim has advice and verdict, and better and than where it is counted")
    if found["verdict"] not in get_args(Verdict):
        raise TrullError(f"verdict is one of {', '.join(get_args(Verdict))}")
    claim = Claim(**{key: str(value) for key, value in found.items()})  # type: ignore[arg-type]
    if claim.is_counted != (step.kind == "weigh"):
        raise TrullError("what is counted is asked as weigh, and nothing else is")
    if claim.is_counted != bool(claim.better and claim.than):
        raise TrullError("better and than are the two courses of a claim that is counted")
    if claim.by not in ("habits", "book"):
        raise TrullError("the cards are played by habits or by the book")
    if claim.verdict == "reckoned" and step.kind != "pay":
        raise TrullError("a claim is reckoned where the step asks what a deal pays")
    return claim


def course(text: str) -> tuple[Action, ...]:
    """The acts of a course.

    >>> [str(act) for act in course("bid rufer|call H")]
    ['bid rufer', 'call H']
    """
    return tuple(action(one.strip()) for one in text.split("|"))


def claims(lessons: Sequence[Lesson]) -> Iterator[tuple[Lesson, Step, Claim]]:
    """All claims of some lessons, in order."""
    for one in lessons:
        for step in one.steps:
            found = claim_of(step)
            if found is not None:
                yield one, step, found


def name_of(lesson: Lesson, step: Step) -> str:
    """The name a count is kept under."""
    return f"{lesson.id} {step.id}"


def book_of(lesson: Lesson, step: Step) -> RuleSet:
    """The one book a claim is counted by."""
    books = [name for name in lesson.rules if step.is_of(name)]
    if len(books) != 1:
        raise TrullError("a claim is counted by one book; name it in books")
    return ruleset.load(books[0])


def identity(lesson: Lesson, step: Step, claim: Claim) -> str:
    """A hash of all that a count depends on but the bots."""
    rules = book_of(lesson, step)
    told = {key: step.data[key] for key in POSITION if key in step.data}
    whole = [f"{rules}", told, claim.better, claim.than, claim.by]
    return sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:16]


# What is kept


def kept(lesson: Lesson) -> dict[str, Measured]:
    """The counts beside a lesson, by name."""
    return read(lesson.path.with_name(FILE))


def read(path: Path) -> dict[str, Measured]:
    """The counts of a file; none where there is none."""
    if not path.is_file():
        return {}
    try:
        rows = json.loads(path.read_text(encoding=UTF8))
        return {name: Measured(**row) for name, row in rows.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise TrullError(f"{path.name} is no file of counts: {error}") from None


def keep(path: Path, name: str, found: Measured) -> None:
    """Add a count to a file, a line each, in order of the names."""
    rows = {**read(path), name: found}
    lines = [f'  "{key}": {json.dumps(asdict(rows[key]))}' for key in sorted(rows)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def valid(lesson: Lesson, step: Step, claim: Claim) -> Measured:
    """The count of a claim; TrullError where there is none, or one of something else."""
    found = kept(lesson).get(name_of(lesson, step))
    if found is None:
        raise TrullError(f"the claim was never measured: trull learn measure {lesson.id}")
    if found.of != identity(lesson, step, claim):
        raise TrullError(
            f"the position has changed since it was measured: trull learn measure {lesson.id}"
        )
    return found


# Counting


def measuring(
    lesson: Lesson, step: Step, claim: Claim, guesses: int, seed: int
) -> Generator[int, None, Measured]:
    """Count a claim; yields how many guesses are done."""
    rules, seat = book_of(lesson, step), Seat(cast(int, step.data["seat"]))
    game = position(step.data, rules)
    view = game.view_for(seat)
    for first, *_ in map(course, (claim.better, claim.than)):
        if seat not in game.duty or game.faults(seat, first):
            raise TrullError(f"{name_of(lesson, step)}: seat {seat} cannot do {first} here")
    rng, courses = Random(seed), (course(claim.better), course(claim.than))
    believed, gains = belief.of(view), list[float]()
    for done, guess in enumerate(belief.guesses(believed, rng, guesses)):
        state, luck = belief.replayed(believed, guess), rng.getrandbits(48)
        if state is not None:
            better, than = (_brought(view, state, acts, luck, claim.by) for acts in courses)
            gains.append(better - than)
        yield done + 1
    if len(gains) < 2:
        raise TrullError("no guess of the hidden cards fits this position")
    mean, error = _mean(gains)
    return Measured(
        mean=round(mean, 3),
        error=round(error, 3),
        guesses=len(gains),
        seed=seed,
        of=identity(lesson, step, claim),
        engine=trull.__version__,
    )


def _brought(view: View, state: Logged, acts: Sequence[Action], luck: int, by: str) -> float:
    """What a course brings the seat of the view in one guess."""
    assert view.seat is not None, "somebody at the table acts"
    rules, rng = laws.of(view.rules.game), Random(luck)
    for act in acts:
        state = _done(rules, state, view.seat, act, rng)
    if by != "book":
        while (duty := rules.duty(state)) and rules.view(state, min(duty)).phase != "play":
            state = by_book(rules, state, min(duty), rng)
        if duty:
            found = school_of(view.rules.game).played_out(state, view.seat, luck % 2**30)
            if found is not None:
                return found
    return settled(view.rules.game, state, view.seat, rng)


def _done(rules: Laws[Logged], state: Logged, seat: Seat, act: Action, rng: Random) -> Logged:
    """The state after an act that is done as soon as it is lawful; the book acts until then."""
    while duty := rules.duty(state):
        if seat in duty and not rules.faults(state, seat, act):
            return rules.step(state, seat, act)
        state = by_book(rules, state, min(duty), rng)
    return state


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(values) / len(values)
    square = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(square / (len(values) - 1) / len(values))
