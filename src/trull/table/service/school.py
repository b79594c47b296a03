"""Lessons and drawn questions, as the page asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path

from trull import locale, ruleset
from trull.errors import LessonError, TrullError
from trull.learn import bridge, build, glossary, ideas, lesson, quiz, reader
from trull.learn.lesson import Lesson
from trull.learn.question import Question
from trull.table import wire
from trull.table.steps import Steps, at_once

SEEDS = 2**31
"""Questions of a type and a rule set."""

_built: dict[tuple[str, str, str], bytes] = {}
"""Lessons that were asked for, by id, rule set and language: few, and they never change."""


_own: list[Path] = []
"""Files of lessons from elsewhere, which were checked before."""


def bring(files: Sequence[str]) -> None:
    """Teach these lessons too; they come after those of the house."""
    paths = [Path(file) for file in files]
    if paths != _own:
        _own[:] = paths
        _lessons.cache_clear()
        index.cache_clear()
        _built.clear()


@cache
def _lessons() -> Mapping[str, Lesson]:
    """The lessons that can be read; a broken one stops only itself."""
    found = {}
    for path in (*lesson.lessons(), *_own):
        try:
            one = lesson.read(path)
            build.listed(one)
        except LessonError:
            continue  # ``trull learn check`` says what is wrong with it
        found[one.id] = one
    return found


@cache
def index() -> bytes:
    """The table of contents."""
    listed = [replace(build.listed(one), own=one.path in _own) for one in _lessons().values()]
    house = [one for one in listed if not one.own]
    own = [one for one in listed if one.own]
    return wire.encode([*house, *map(bridge.listed, bridge.bridges().values()), *own])


def reading(name: str, rules: str, language: str) -> Steps[bytes]:
    """A lesson in finished frames; TrullError if there is no such lesson."""
    if name in bridge.bridges() and language in locale.LANGUAGES:
        return (yield from _crossing(name, language))
    one = _lessons().get(name)
    if one is None or language not in locale.LANGUAGES:
        raise TrullError(f"no lesson {name!r} in {language!r}")
    book = rules or one.rules[0]
    if book not in one.rules:
        raise TrullError(f"{name} is not taught by {book!r}")
    key = name, book, language
    if key not in _built:
        built = yield from build.building(one, ruleset.load(book), language)
        _built[key] = wire.encode(built)
    return _built[key]


def _crossing(name: str, language: str) -> Steps[bytes]:
    """A bridge in finished frames."""
    key = name, "", language
    if key not in _built:
        built = yield from bridge.building(bridge.bridges()[name], language)
        _built[key] = wire.encode(built)
    return _built[key]


@lru_cache(maxsize=64)
def _clause(name: str) -> bytes:
    return wire.encode(reader.clause(name))


def looking_up(name: str) -> Steps[bytes]:
    """A page of the rule reader; TrullError if there is no such clause."""
    return at_once(partial(_clause, name))


@cache
def words() -> bytes:
    """The glossary."""
    return wire.encode(glossary.terms())


@cache
def types() -> bytes:
    """The types of questions of each rule set."""
    names = ruleset.published()
    return wire.encode({name: list(quiz.types_of(ruleset.load(name))) for name in names})


@cache
def repeated() -> bytes:
    """The ideas that are asked again."""
    return wire.encode([*ideas.ideas().values()])


def asking(kind: str, rules: str, seed: int) -> Steps[bytes]:
    """The question of a seed, without its answer."""
    return at_once(lambda: wire.encode(build.asked(_drawn(kind, rules, seed))))


def _drawn(kind: str, rules: str, seed: int) -> Question:
    """A question of a type, or of an idea."""
    if kind in ideas.ideas():
        return ideas.drawn(kind, rules, seed)
    return quiz.drawn(kind, _book(rules), seed)


def answering(kind: str, rules: str, seed: int) -> Steps[bytes]:
    """Its answer."""
    return at_once(partial(_answer, kind, rules, seed))


def _answer(kind: str, rules: str, seed: int) -> bytes:
    return wire.encode(build.answered(_drawn(kind, rules, seed)))


def _book(name: str) -> ruleset.RuleSet:
    if name not in ruleset.published():
        raise TrullError(f"no rule set {name!r}")
    return ruleset.load(name)
