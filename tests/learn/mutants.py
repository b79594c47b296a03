"""Planted errors: each takes the files of a lesson and makes one mistake in them.

A mutant is what an author might do: a wrong answer, a typed number, a card given away, a section
that one language lacks. ``mutants`` makes them all, from the lessons as they are.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from trull import locale
from trull.learn import lesson
from trull.learn.lesson import Lesson

LANGUAGES = ("de", "en")
UNSAID = ("count", "figure", "slate", "sign", "advice")
"""Kinds of steps whose answers no text can name in one word."""
Told = Mapping[str, str]
"""A step as TOML has it, as far as it is words."""


class Mutant(NamedTuple):
    """A file with an error in it, and what was done to it."""

    name: str
    file: str
    text: str


def mutants(path: Path) -> Iterator[Mutant]:
    """All planted errors of one lesson."""
    one, toml = lesson.read(path), path.read_text(encoding="utf-8")
    yield from _of_head(path, toml)
    yield from _of_steps(path, toml)
    for language in LANGUAGES:
        file = path.with_suffix(f".{language}.md")
        yield from _of_prose(one, file, file.read_text(encoding="utf-8"), language)


def _changed(path: Path, text: str, name: str, old: str, new: str) -> Iterator[Mutant]:
    if old in text:
        yield Mutant(f"{path.name}: {name}", path.name, text.replace(old, new, 1))


def _of_head(path: Path, text: str) -> Iterator[Mutant]:
    yield from _changed(path, text, "unknown rule set", "koenigrufen/finale", "koenigrufen/final")
    yield from _changed(path, text, "another game", "koenigrufen/finale", "lhombre/compagnie")
    yield from _changed(path, text, "too few minutes", "minutes = ", "minutes = 1 # ")
    yield from _changed(path, text, "far too many minutes", "minutes = ", "minutes = 1")
    yield from _changed(
        path, text, "unknown key in the head", "minutes = ", "hours = 3\nminutes = "
    )
    yield from _changed(path, text, "no id", "id      = ", "# id = ")
    yield from _changed(
        path, text, "a lesson it needs is not there", "needs   = [", 'needs   = ["K99"'
    )
    yield from _changed(path, text, "broken TOML", "[[step]]", "[[step]")
    yield from _changed(path, text, "no clauses", "clauses = [", "clauses = [] # [")
    for name in dict.fromkeys(re.findall(r'"([A-Z]+-[\d.]+)"', text)):
        yield from _changed(path, text, f"no clause {name}", f'"{name}"', f'"{name}9"')
        other = "T-1.1" if path.parent.name == "lhombre" else "M-10"
        yield from _changed(path, text, f"{name} of another book", f'"{name}"', f'"{other}"')


def _of_steps(path: Path, text: str) -> Iterator[Mutant]:
    head, *steps = re.split(r"(?=^\[\[step\]\])", text, flags=re.MULTILINE)
    for at, step in enumerate(steps):
        name = re.search(r'^id\s*= "(\w+)"', step, re.MULTILINE)
        assert name is not None
        for what, changed in _of_step(step):
            whole = head + "".join([*steps[:at], changed, *steps[at + 1 :]])
            assert whole != text, what
            yield Mutant(f"{path.name}: {name[1]}: {what}", path.name, whole)


def _of_step(step: str) -> Iterator[tuple[str, str]]:
    told = tomllib.loads(step)["step"][0]
    yield "unknown key", step.rstrip() + '\nanswers = ["HK"]\n\n'
    yield "unknown ask", re.sub(r"^(ask|draw)(\s*= )\"\w+\"", r'\1\2"legall"', step, flags=re.M)
    yield "another id", re.sub(r'^(id\s*= )"\w+"', r'\1"somewhere"', step, flags=re.M)
    if isinstance(told.get("answer"), list):
        first = told["answer"][0]
        if len(told["answer"]) > 1:
            yield "an answer forgotten", step.replace(f'"{first}", ', "", 1)
        yield "another answer", step.replace(f'"{first}"', '"C8"', 1)
        yield "no answer", re.sub(r"^answer.*\n", "", step, flags=re.M)
        yield "answer is a word", re.sub(r"^(answer\s*= ).*$", r'\1"HK"', step, flags=re.M)
    if isinstance(told.get("answer"), dict):
        book, (first, *_) = next(iter(told["answer"].items()))
        yield "another answer by a book", step.replace(f'= ["{first}"', '= ["C8"', 1)
        yield "no answer for a book", step.replace(f"{book} =", f"{book}n =", 1)
    for trap in told.get("trap", []):
        yield (
            f"trap {trap['act']} is no choice",
            step.replace(f'act = "{trap["act"]}"', 'act = "D9"', 1),
        )
        if "refused" in trap:
            other = "must_follow" if trap["refused"] == "must_tarock" else "must_tarock"
            yield f"another code for {trap['act']}", step.replace(trap["refused"], other, 1)
    if "claim" in told:
        yield "another verdict", re.sub(r'verdict = "\w+"', 'verdict = "sure"', step)
        yield "a claim without advice", re.sub(r'advice = "[^"]*", ', "", step)
    if told.get("claim", {}).get("better"):
        yield "another course", re.sub(r'better = "[^"]*"', 'better = "pass|pass"', step)
        yield (
            "the courses changed about",
            step.replace("better =", "b =")
            .replace("than =", "better =")
            .replace("b =", "than =", 1),
        )
    yield from _of_cards(step, cast(Told, told))
    yield from _of_others(step, cast(Told, told))


def _of_cards(step: str, told: Told) -> Iterator[tuple[str, str]]:
    for key in ("hand", "pile", "trick", "lying", "show"):
        if key in told:
            card = told[key].split()[0]
            yield f"no such card in {key}", step.replace(f'= "{card}', '= "X9', 1)
    if "left" in told:
        yield "a card twice", step.replace(f'"{told["lying"].split()[0]}', '"T14 T14', 1)
        yield "nobody on duty", re.sub(r"^(seat\s*= )", r"\g<1>9 # ", step, flags=re.M)


def _of_others(step: str, told: Told) -> Iterator[tuple[str, str]]:
    if "group" in told:
        yield "no such group", step.replace(told["group"], "trulls", 1)
    if "record" in told:
        yield "no such record", step.replace(".trn", ".txt", 1)
    if "want" in told:
        yield "no such wish", step.replace("want  = { ", "want  = { wish = 1, ", 1)
        yield "asked never", re.sub(r"^times = .*$", "times = 0", step, flags=re.M)
    if told.get("ask") == "read":
        yield "an answer nobody asked for", step.rstrip() + '\nanswer = ["HK"]\n\n'


def _of_prose(one: Lesson, file: Path, text: str, language: str) -> Iterator[Mutant]:
    parts = re.split(r"(?=^## )", text, flags=re.MULTILINE)
    yield Mutant(f"{file.name}: no title", file.name, "".join(parts[1:]))
    typed = "Das sind 22 Karten." if language == "de" else "There are 22 cards."
    spelt = "Das sind sieben Karten." if language == "de" else "There are seven cards."
    for at, part in enumerate(parts[1:], 1):
        name = part.split("\n")[0].removeprefix("## ").strip()

        def with_part(new: str, what: str, at: int = at, name: str = name) -> Mutant:
            whole = "".join([*parts[:at], new, *parts[at + 1 :]])
            return Mutant(f"{file.name}: {name}: {what}", file.name, whole)

        yield with_part("", "section missing")
        yield with_part(part.replace(f"## {name}", f"## {name}x", 1), "section misspelt")
        yield with_part(part.rstrip() + f" {typed}\n\n", "a figure typed")
        yield with_part(part.rstrip() + f" {spelt}\n\n", "a number word typed")
        yield with_part(part.rstrip() + " {pakc}\n\n", "a placeholder misspelt")
        yield with_part(part.rstrip() + " H3 D4 S9\n\n", "cards in one language only")
        if given := _given_away(one, name, language):
            yield with_part(part.rstrip() + f" {given}\n\n", "the answer given away")
        if name.endswith("before") and _asks(one, name):
            yield with_part(part.rstrip() + " bla" * 90 + "\n\n", "too many words before a task")


def _asks(one: Lesson, name: str) -> bool:
    step = next(step for step in one.steps if step.id == name.partition("/")[0])
    return "answer" in step.data


def _given_away(one: Lesson, name: str, language: str) -> str:
    """An accepted answer of a step, for the text before it."""
    step = next(step for step in one.steps if step.id == name.partition("/")[0])
    told = step.data.get("answer")
    if not name.endswith("before") or not isinstance(told, list) or step.kind in UNSAID:
        return ""
    if step.kind == "skies" and told[0] in ("lost", "kept"):
        return ""  # an everyday word
    if step.kind in ("turn", "claim", "lot"):
        return locale.say(language, "learn", f"name.{told[0]}")
    if step.kind == "say":
        words = locale.catalogue(language)["word"]
        named = [word for word in str(told[0]).split()[1:] if word in words]
        return str(words[named[0]]) if named and told[0].startswith("bid") else ""
    return str(told[0]).removeprefix("play ")
