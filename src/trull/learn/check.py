"""What is wrong with a lesson: each problem names the file, the step and the reason.

An answer must be the oracle's under every book the lesson names, a trap must be refused with its
code, no number may be typed in prose, nothing may be given away before it is asked, and both
languages must keep step.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import cast

from trull import clauses, laws, locale, ruleset
from trull.errors import LessonError, TrullError
from trull.learn import build, lesson, measure, prose, quiz, shelf
from trull.learn.lesson import Lesson, Step
from trull.learn.question import Question
from trull.ruleset import RuleSet

ADDRESS = re.compile(r"[0-9A-Za-z]{1,12}")
"""An id that can stand in the address of a page."""
PAGES = frozenset({"puzzles", "review"})
"""Pages of the school that have such an address themselves."""
WORDS_BEFORE = 80
"""As many words as may stand before a task."""
WORDS_A_MINUTE = 180
SECONDS_A_TASK = 15
"""What a task takes somebody who knows the answer already."""
REFUSING = ("legal", "say", "duty")
"""Types whose wrong choices are refused by a code."""
WANTS = frozenset({"plain", "games", "led", "void", "codes", "cards", "seats", "figure"})


def check(paths: Iterable[Path]) -> list[LessonError]:
    """Everything that is wrong with some lessons; a broken one stops only itself."""
    found: list[LessonError] = []
    known: dict[str, str] = {}
    read: list[Lesson] = []
    for path in paths:
        try:
            one = lesson.read(path)
        except LessonError as error:
            found.append(error)
            continue
        if one.id in known:
            found.append(one.error("", f"the id {one.id} is {known[one.id]}'s"))
        known[one.id] = path.name
        read.append(one)
    for one in read:
        found += _Checker(one, frozenset(known)).problems()
    return found


def check_one(path: Path, others: frozenset[str] = frozenset()) -> list[LessonError]:
    """Everything that is wrong with one lesson; ``others`` are the ids of the rest."""
    try:
        one = lesson.read(path)
    except LessonError as error:
        return [error]
    return _Checker(one, others | {one.id}).problems()


def check_own(files: Iterable[Path]) -> tuple[list[Path], list[LessonError]]:
    """Of lessons from elsewhere the files that are right, and what is wrong with the others.

    They may need lessons of the house, and may not take the place of one.
    """
    house = frozenset(one.id for path in lesson.lessons() for one in _readable(path))
    paths = list(files)
    ids = [one.id for path in paths for one in _readable(path)]
    right, problems = [], []
    for path in paths:
        found = _surely(path, house | frozenset(ids))
        for one in _readable(path):
            if one.id in house or one.id in PAGES or ids.count(one.id) > 1:
                found.append(one.error("", f"the id {one.id} is taken"))
            if not ADDRESS.fullmatch(one.id):
                found.append(one.error("", f"the id {one.id!r} is no word of 1 to 12 letters"))
        problems += found
        right += [] if found else [path]
    return right, problems


def _surely(path: Path, others: frozenset[str]) -> list[LessonError]:
    """The same as ``check_one``, whatever an author has written: no file stops the others."""
    try:
        return check_one(path, others)
    except Exception as error:
        return [LessonError(path.name, "", f"{type(error).__name__}: {error}")]


def _readable(path: Path) -> Iterator[Lesson]:
    """The lesson of a file, if it can be read."""
    with contextlib.suppress(LessonError):
        yield lesson.read(path)


def seconds(one: Lesson, language: str) -> float:
    """How long a lesson takes: its words at an even pace, and its tasks."""
    rules = lesson.book(one, one.rules[0])
    steps = one.steps_of(rules.name)
    names = {step.id for step in steps}
    texts = one.texts[language].sections.items()
    read = [text for name, text in texts if name.partition("/")[0] in names]
    words = sum(prose.filled(text, rules, language).words() for text in read)
    tasks = sum(step.times for step in steps if step.is_task)
    for step in steps:
        if step.kind == "play":
            tasks += sum(1 for move in build.played(one, step, rules, language) if move.right)
    return 60 * words / WORDS_A_MINUTE + SECONDS_A_TASK * tasks


class _Checker:
    """One lesson under examination."""

    def __init__(self, one: Lesson, ids: frozenset[str]) -> None:
        self._lesson, self._ids = one, ids

    def problems(self) -> list[LessonError]:
        """All that is wrong; where the head is, nothing else can be asked."""
        head = [self._lesson.error("", reason) for reason in self._head()]
        if head:
            return head
        found = [self._lesson.error("", reason) for reason in self._whole()]
        for language in locale.LANGUAGES:
            file = self._lesson.path.with_suffix(f".{language}.md").name
            found += [LessonError(file, step, why) for step, why in self._text(language)]
        for step in self._lesson.steps:
            found += [self._lesson.error(step.id, reason) for reason in self._asked(step)]
        return found

    @cached_property
    def _books(self) -> list[RuleSet]:
        return [ruleset.load(name) for name in self._lesson.rules]

    # The head

    def _head(self) -> Iterator[str]:
        one = self._lesson
        if not one.rules:
            yield "rules names no rule set"
        for name in one.rules:
            if name not in ruleset.published():
                yield f"no rule set {name!r}"
            elif not name.startswith(f"{one.game}/"):
                yield f"{name} is another game than {one.game}"
        if one.path.parent.name != one.game:
            yield f"a lesson of {one.game} lies in the folder {one.path.parent.name!r}"
        if not one.steps:
            yield "there are no steps"

    def _whole(self) -> Iterator[str]:
        one = self._lesson
        known = {mark for book in self._books for mark in shelf.prefixes(book)}
        for name in one.clauses:
            if clauses.text(name) is None:
                yield f"no clause {name}"
            elif clauses.prefix(name) not in known:
                yield f"{name} belongs to none of its books"
        if not one.clauses:
            yield "clauses names none"
        for need in one.needs:
            if need not in self._ids:
                yield f"needs a lesson {need!r} that there is not"
            if need == one.id:
                yield "needs itself"
        if not any(step.is_task for step in one.steps):
            yield "nothing is asked in it"
        yield from self._in_step()

    def _in_step(self) -> Iterator[str]:
        """Both languages have the same sections, with the same cards, numbers and clauses."""
        german, english = (self._lesson.texts[language] for language in locale.LANGUAGES)
        for name in sorted(set(german.sections) ^ set(english.sections)):
            yield f"section {name!r} stands in one language only"
        for name in sorted(set(german.sections) & set(english.sections)):
            one, other = german.sections[name], english.sections[name]
            if prose.placeholders(one) != prose.placeholders(other):
                yield f"section {name!r} has other numbers or clauses in the other language"
            if prose.cards_in(one, self._lesson.game) != prose.cards_in(other, self._lesson.game):
                yield f"section {name!r} names other cards in the other language"
            if _split(one) != _split(other):
                yield f"section {name!r} is for other books in the other language"
        if prose.placeholders(german.title) != prose.placeholders(english.title):
            yield "the titles have other numbers"

    # The text

    def _text(self, language: str) -> Iterator[tuple[str, str]]:
        one, text = self._lesson, self._lesson.texts[language]
        yield from (("", reason) for reason in self._prose(text.title, language, [], self._books))
        wanted = {f"{step.id}/{part}" for step in one.steps for part in self._parts(step)}
        for name in text.sections:
            if name not in wanted and not self._is_trick(name):
                yield name, "belongs to no step"
        for name in sorted(wanted - set(text.sections)):
            yield name, "is missing"
        for step in one.steps:
            yield from self._sections(step, language)
        try:
            taken = seconds(one, language) / 60
        except TrullError:
            return  # what cannot be filled in, or played, is said elsewhere
        if taken > one.minutes:
            yield "", f"takes {taken:.1f} minutes, {one.minutes} are promised"
        if one.minutes > 2 * taken + 1:
            yield "", f"takes {taken:.1f} minutes only, {one.minutes} are promised"

    def _parts(self, step: Step) -> list[str]:
        parts = ["before", *(["after"] if step.is_task else [])]
        return [*parts, *(f"trap {n}" for n in range(1, len(self._traps(step)) + 1))]

    def _is_trick(self, name: str) -> bool:
        """Whether a section stands before a trick of a deal that is played along."""
        step, _, part = name.partition("/")
        played = any(one.id == step and one.kind == "play" for one in self._lesson.steps)
        return played and part.startswith("trick ") and part.removeprefix("trick ").isdecimal()

    def _traps(self, step: Step) -> list[tuple[str, str]]:
        try:
            return step.traps
        except TrullError:
            return []  # said where the step is asked

    def _sections(self, step: Step, language: str) -> Iterator[tuple[str, str]]:
        allowed, books = self._allowed(step), self._books_of(step)
        for name, text in self._lesson.texts[language].sections.items():
            if name.partition("/")[0] != step.id:
                continue
            if not text:
                yield name, "is empty"
            yield from ((name, reason) for reason in self._prose(text, language, allowed, books))

    def _allowed(self, step: Step) -> list[str]:
        try:
            return [word.casefold() for word in step.listed("allow")]
        except TrullError:
            return []

    def _books_of(self, step: Step) -> list[RuleSet]:
        """The books that have a step."""
        try:
            return [book for book in self._books if step.is_of(book.name)]
        except TrullError:
            return []  # said where the step is asked

    def _prose(
        self, text: str, language: str, allowed: list[str], books: Iterable[RuleSet]
    ) -> Iterator[str]:
        for book in books:
            try:
                prose.filled(text, book, language)
            except TrullError as error:
                yield str(error)
        for word in prose.typed_numbers(text, self._books[0], language, allowed):
            yield f"the number {word!r} is typed; let the engine fill it in"
        for name in prose.placeholders(text):
            if clauses.prefix(name) and clauses.text(name) is None:
                yield f"no clause {name}"
            elif clauses.prefix(name) and name not in self._lesson.clauses:
                yield f"{name} is not among the lesson's clauses"
        named = {book for books, _ in prose.blocks(text) for book in books}
        for other in sorted(named - {name.partition("/")[2] for name in self._lesson.rules}):
            yield f"a paragraph is for {other!r}, which the lesson does not name"
        if text.count("{") != text.count("}") or text.count("**") % 2:
            yield "a bracket or a strong word is not closed"

    # What is asked

    def _asked(self, step: Step) -> Iterator[str]:
        yield from self._shapes(step)
        yield from self._claimed(step)
        found: dict[str, Question] = {}
        for book in self._books_of(step):
            try:
                question = lesson.question(self._lesson, step, book)
                if question is not None:
                    found[book.name] = question
                yield from self._answer(step, book, question)
                if step.kind in ("draw", "play"):
                    yield from self._others(step, book)
            except TrullError as error:
                yield f"{book.name}: {error}"
        if len({question.right for question in found.values()}) > 1 and not self._is_split(step):
            yield "the books answer otherwise, and the text says nothing of it"

    def _shapes(self, step: Step) -> Iterator[str]:
        """What stands in the step but is no question."""
        pack = laws.of(self._lesson.game).pack
        for card in step.show:
            if card not in pack.index:
                yield f"{card!r} is no card"
        known = {name.partition("/")[2] for name in self._lesson.rules}
        try:
            yield from (
                f"no book {book!r} here" for book in step.listed("books") if book not in known
            )
            unsaid = [word for word in step.listed("allow") if not self._says(step, word)]
        except TrullError as error:
            yield str(error)
        else:
            yield from (f"{word!r} is allowed, and nobody says it" for word in unsaid)
        if not step.is_task and {"answer", "trap"} & set(step.data):
            yield "nothing is asked, so there is no answer"
        if step.kind in ("draw", "play", "weigh") and {"answer", "trap"} & set(step.data):
            yield "the answer of a drawn question, a whole deal or a count is not written down"

    def _claimed(self, step: Step) -> Iterator[str]:
        """A claim is about advice the lesson teaches, and its count says what the step says."""
        try:
            claim = measure.claim_of(step)
            if claim is None:
                return
            if "A" not in shelf.classes(claim.advice):
                yield f"{claim.advice} is no advice"
            if claim.advice not in self._lesson.clauses:
                yield f"{claim.advice} is not among the lesson's clauses"
            if claim.is_counted:
                found = measure.valid(self._lesson, step, claim)
                if found.verdict != claim.verdict:
                    yield f"the count says {found.verdict}, not {claim.verdict}"
        except TrullError as error:
            yield str(error)

    def _says(self, step: Step, word: str) -> bool:
        """Whether a word stands in a section of the step, in any language."""
        return any(
            word.casefold() in text.casefold().replace(",", " ").replace(".", " ").split()
            for one in self._lesson.texts.values()
            for name, text in one.sections.items()
            if name.partition("/")[0] == step.id
        )

    def _answer(self, step: Step, book: RuleSet, question: Question | None) -> Iterator[str]:
        if question is None or question.type == "weigh":
            return
        told = {build.choice(question, act) for act in self._told(step, book)}
        if told != set(question.right):
            right = ", ".join(question.right)
            yield f"{book.name}: the answer is not {', '.join(sorted(told)) or 'given'} but {right}"
        if not question.right or len(question.choices) < 2:
            yield f"{book.name}: there is nothing to choose"
        for act, code in step.traps:
            yield from self._trap(question, build.choice(question, act), code, book)
        for language in locale.LANGUAGES:
            yield from self._spoilers(step, book, question, language)

    def _told(self, step: Step, book: RuleSet) -> list[str]:
        """The answer as it is written down, for one book where the books differ."""
        found = step.data.get("answer")
        if isinstance(found, Mapping):
            found = cast(Mapping[str, object], found).get(book.name.partition("/")[2])
        if not isinstance(found, list):
            raise TrullError("answer is a list of words")
        return [str(word).removeprefix("play ") for word in found]

    def _trap(self, question: Question, act: str, code: str, book: RuleSet) -> Iterator[str]:
        if act not in question.choices:
            yield f"{book.name}: the trap {act} is no choice"
        elif act in question.right:
            yield f"{book.name}: the trap {act} is right"
        elif question.type in REFUSING and question.why[act].code != code:
            yield f"{book.name}: {act} is refused with {question.why[act].code}, not with {code!r}"
        elif question.type not in REFUSING and code:
            yield f"{book.name}: {act} is not refused, only wrong"

    def _spoilers(
        self, step: Step, book: RuleSet, question: Question, language: str
    ) -> Iterator[str]:
        """What is said before the question names no accepted answer."""
        before = prose.filled(self._lesson.section(language, step.id, "before"), book, language)
        if before.words() > WORDS_BEFORE:
            yield f"{language}: {before.words()} words stand before it, {WORDS_BEFORE} may"
        accepted = set(question.right)
        if question.type == "winner":
            accepted = {card for seat, card in question.shown.trick if str(seat) in question.right}
        if question.type == "baptism":
            accepted = {one.rpartition("=")[2] for one in question.right}
        said = {*before.named("card"), *before.named("clause"), *before.named("number")}
        for given in sorted(said & accepted):
            yield f"{language}: {given} is given away before it is asked"
        heard = {word.casefold() for _, block in before.spans() for word in block.split()}
        for given in sorted(_named(question, language)):
            if set(given.casefold().split()) <= {word.strip(".,:;!?„“”") for word in heard}:
                yield f"{language}: {given} is given away before it is asked"

    def _others(self, step: Step, book: RuleSet) -> Iterator[str]:
        """Drawn questions can be drawn, and a deal can be played along."""
        if step.kind == "draw":
            want = step.data.get("want", {})
            if not isinstance(want, Mapping) or not set(want) <= WANTS:
                raise TrullError(f"want has some of {', '.join(sorted(WANTS))}")
            if not isinstance(step.data.get("times"), int) or not 1 <= step.times <= 20:
                raise TrullError("times is a number from 1 to 20")
            quiz.draw(str(step.data["draw"]), book, f"{self._lesson.id} {step.id} 0", want)
            return
        for language in locale.LANGUAGES:
            yield from self._along(step, book, language)

    def _along(self, step: Step, book: RuleSet, language: str) -> Iterator[str]:
        one = build.played(self._lesson, step, book, language)
        own = {move.number: move for move in one if move.right}
        for name in self._lesson.texts[language].sections:
            part = name.partition("/")[2]
            if name.startswith(f"{step.id}/") and self._is_trick(name):
                number = int(part.removeprefix("trick "))
                if number not in own:
                    yield f"{language}: there is no trick {number}"
                    continue
                text = prose.filled(self._lesson.section(language, step.id, part), book, language)
                if own[number].card in text.named("card"):
                    yield f"{language}: {own[number].card} is given away before it is asked"

    def _is_split(self, step: Step) -> bool:
        """Whether what is said afterwards differs by book, in every language."""
        return all(
            _split(self._lesson.section(language, step.id, "after"))
            for language in locale.LANGUAGES
        )


def _named(question: Question, language: str) -> set[str]:
    """The names of accepted games or people, but for those that were heard already."""
    if question.type in ("turn", "claim", "lot"):
        return {locale.say(language, "learn", f"name.{seat}") for seat in question.right}
    if question.type != "say":
        return set()
    heard = {word for _, act in question.shown.heard for word in act.split()}
    words = locale.catalogue(language)["word"]
    right = {word for act in question.right for word in act.split()[1:]} - heard
    return {str(words[word]) for word in right if word in words}


def _split(text: str) -> list[list[str]]:
    """The books each paragraph of its own is for."""
    return [sorted(books) for books, _ in prose.blocks(text) if books]
