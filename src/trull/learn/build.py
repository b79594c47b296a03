"""Finished lessons and questions, as a page or the terminal is given them.

Everything that may be asked about a lesson is worked out here: its text filled in, every right
answer, and why each of the others is wrong. Who shows it needs no rule, and no server.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from trull import locale, notation
from trull.errors import TrullError
from trull.game import Game
from trull.learn import ideas, measure, oracle, prose
from trull.learn import lesson as lessons
from trull.learn.lesson import Lesson, Step
from trull.learn.question import Question, Shown
from trull.notation import Record
from trull.ruleset import RuleSet
from trull.state import Fault, Seat

Paragraphs = tuple[tuple[tuple[str, str], ...], ...]
"""Spans by paragraph: a kind (text, strong, card, clause, number) and what stands there."""


@dataclass(frozen=True, kw_only=True)
class Wrong:
    """What is wrong with a choice: a code with its parameters, and the clause."""

    clause: str
    code: str
    about: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Posed:
    """The half of a question that is shown before it is answered."""

    type: str
    rules: str
    many: bool
    shown: Shown
    about: Mapping[str, str]
    choices: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Answered:
    """The other half."""

    right: tuple[str, ...]
    why: Mapping[str, Wrong]
    lines: tuple[tuple[str, str, str], ...]  # item, clause, amounts


@dataclass(frozen=True, kw_only=True)
class Task:
    """A question with its answer."""

    asked: Posed
    answer: Answered


@dataclass(frozen=True, kw_only=True)
class Move:
    """A card of a deal that is played along; at one's own turn with what may be played."""

    seat: int
    card: str
    trick: tuple[tuple[int, str], ...]  # what lay there before
    number: int  # of the trick
    taker: int | None  # who takes the trick with this card
    hand: tuple[str, ...]  # one's own, before this card
    right: tuple[str, ...]  # at one's own turn
    why: Mapping[str, Wrong]
    text: Paragraphs = ()  # said before the first card of a trick


@dataclass(frozen=True, kw_only=True)
class Along:
    """A recorded deal that is played along on one seat, card by card."""

    seat: int
    seats: int
    moves: tuple[Move, ...]
    record: str
    at: int  # the acts before the first card


@dataclass(frozen=True, kw_only=True)
class Tested:
    """A piece of advice and what a count says of it: how much more one course brings."""

    advice: str
    verdict: str
    more: str = ""  # the course that brings more, and the other
    less: str = ""
    mean: float = 0.0  # points of the sheet
    error: float = 0.0
    guesses: int = 0


@dataclass(frozen=True, kw_only=True)
class BuiltStep:
    """A step of a lesson."""

    id: str
    kind: str
    show: tuple[str, ...]
    before: Paragraphs
    after: Paragraphs
    task: Task | None = None
    traps: Mapping[str, Paragraphs] = field(default_factory=dict)
    stock: tuple[Task, ...] = ()
    times: int = 1
    deal: Along | None = None
    tested: Tested | None = None
    idea: str = ""  # by which it is asked again


@dataclass(frozen=True, kw_only=True)
class LessonListed:
    """A lesson in the table of contents."""

    id: str
    game: str
    course: str
    rules: tuple[str, ...]
    needs: tuple[str, ...]
    minutes: int
    steps: int
    tasks: int
    title: Mapping[str, str]
    own: bool = False  # of who runs the server


@dataclass(frozen=True, kw_only=True)
class BuiltLesson:
    """A whole lesson, by one book and in one language."""

    id: str
    game: str
    rules: str
    language: str
    title: str
    minutes: int
    needs: tuple[str, ...]
    steps: tuple[BuiltStep, ...]


def asked(question: Question) -> Posed:
    """What may be shown before a question is answered."""
    return Posed(
        type=question.type,
        rules=question.rules,
        many=question.many,
        shown=question.shown,
        about=question.about,
        choices=question.choices,
    )


def answered(question: Question) -> Answered:
    """What is shown afterwards."""
    why = {choice: wrong(fault) for choice, fault in question.why.items()}
    return Answered(right=question.right, why=why, lines=question.lines)


def wrong(fault: Fault) -> Wrong:
    """A fault with its parameters by name."""
    return Wrong(clause=fault.clause, code=fault.code, about=dict(fault.about))


def task(question: Question) -> Task:
    """Both halves."""
    return Task(asked=asked(question), answer=answered(question))


# Lessons


def listed(lesson: Lesson) -> LessonListed:
    """A lesson in the table of contents."""
    rules = lessons.book(lesson, lesson.rules[0])
    return LessonListed(
        id=lesson.id,
        game=lesson.game,
        course=lesson.course,
        rules=lesson.rules,
        needs=lesson.needs,
        minutes=lesson.minutes,
        steps=len(lesson.steps_of(rules.name)),
        tasks=sum(step.times for step in lesson.steps_of(rules.name) if step.is_task),
        title={language: title(lesson, rules, language) for language in locale.LANGUAGES},
    )


def title(lesson: Lesson, rules: RuleSet, language: str) -> str:
    """The title with its numbers."""
    found = prose.filled(lesson.texts[language].title, rules, language)
    return "".join(text for _, text in found.spans())


def building(lesson: Lesson, rules: RuleSet, language: str) -> Generator[None, None, BuiltLesson]:
    """A lesson in finished frames, step by step; LessonError says what cannot be built."""
    steps = []
    for step in lesson.steps_of(rules.name):
        try:
            steps.append((yield from _built(lesson, step, rules, language)))
        except TrullError as error:
            raise lesson.error(step.id, error) from None
        yield
    return BuiltLesson(
        id=lesson.id,
        game=lesson.game,
        rules=rules.name,
        language=language,
        title=title(lesson, rules, language),
        minutes=lesson.minutes,
        needs=lesson.needs,
        steps=tuple(steps),
    )


def _built(
    lesson: Lesson, step: Step, rules: RuleSet, language: str
) -> Generator[None, None, BuiltStep]:
    def said(part: str) -> Paragraphs:
        return prose.filled(lesson.section(language, step.id, part), rules, language).paragraphs

    question = lessons.question(lesson, step, rules)
    stock = []
    if step.kind == "draw":
        for drawn in lessons.stock(lesson, step, rules):
            stock.append(task(drawn))
            yield
    traps = {choice(question, act): said(f"trap {n}") for n, (act, _) in enumerate(step.traps, 1)}
    return BuiltStep(
        id=step.id,
        kind=step.kind,
        show=step.show,
        before=said("before"),
        after=said("after"),
        task=None if question is None else task(question),
        traps=traps,
        stock=tuple(stock),
        times=step.times,
        deal=_along(lesson, step, rules, language) if step.kind == "play" else None,
        tested=tested(lesson, step),
        idea=ideas.of_step(lesson, step),
    )


def tested(lesson: Lesson, step: Step) -> Tested | None:
    """What was counted about the advice of a step."""
    claim = measure.claim_of(step)
    if claim is None:
        return None
    if not claim.is_counted:
        return Tested(advice=claim.advice, verdict=claim.verdict)
    found = measure.valid(lesson, step, claim)
    both = (claim.better, claim.than) if found.mean >= 0 else (claim.than, claim.better)
    return Tested(
        advice=claim.advice,
        verdict=found.verdict,
        more=both[0],
        less=both[1],
        mean=abs(found.mean),
        error=found.error,
        guesses=found.guesses,
    )


def _along(lesson: Lesson, step: Step, rules: RuleSet, language: str) -> Along:
    record = lessons.record_of(lesson, step)
    moves = played(lesson, step, rules, language)
    return Along(
        seat=cast(int, step.data["seat"]),
        seats=record.setup.seats,
        moves=moves,
        record=notation.format_record(record),
        at=next(at for at, act in enumerate(record.acts) if act.action.verb == "play"),
    )


def choice(question: Question | None, act: str) -> str:
    """A choice as an author names it: who takes a trick by his card, all else as it is."""
    if question is not None and question.type == "winner":
        return next((str(seat) for seat, card in question.shown.trick if card == act), act)
    if question is not None and question.type in ("say", "advice") and act not in question.choices:
        return f"play {act}"  # the verb of a card is left out
    return act


# A deal that is played along


def played(lesson: Lesson, step: Step, rules: RuleSet, language: str) -> tuple[Move, ...]:
    """The cards of a record, with what may be played at one's own turns."""
    record, seat = lessons.record_of(lesson, step), step.data.get("seat")
    notation.replayed(record)
    if not isinstance(seat, int) or not 0 <= seat < record.setup.seats:
        raise TrullError("seat is the number of a seat")
    moves = tuple(_moves(record, Seat(seat)))
    if not moves:
        raise TrullError("no card is played in this record")
    told = dict.fromkeys(move.number for move in moves)
    texts = {number: lesson.section(language, step.id, f"trick {number}") for number in told}
    firsts = {move.number: at for at, move in reversed(list(enumerate(moves)))}
    return tuple(
        replace(move, text=prose.filled(texts[move.number], rules, language).paragraphs)
        if firsts[move.number] == at
        else move
        for at, move in enumerate(moves)
    )


def _moves(record: Record, me: Seat) -> Iterator[Move]:
    game = Game(record.setup)
    for act in record.acts:
        view, before = game.view_for(me), game.view_for(None).taken
        mine = act.seat == me and act.action.verb == "play"
        question = oracle.legal(game, me) if mine else None
        game.apply(act.seat, act.action)
        if act.action.verb != "play":
            continue
        after = game.view_for(None).taken
        yield Move(
            seat=act.seat,
            card=act.action.args[0],
            trick=tuple((int(seat), card) for seat, card in view.trick),
            number=sum(before) + 1,
            taker=next((s for s in range(len(after)) if after[s] != before[s]), None),
            hand=tuple(view.hand),
            right=question.right if question else (),
            why=answered(question).why if question else {},
        )
