"""The result of a deal as facts: read from JSON, or asked for in a few questions.

Each game has a module here with ``settle(given, rules)`` and ``ask(screen, words, rules)``; what
is asked has the same form as what is read.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from trull.cli.screen import Screen
from trull.cli.words import Words, plain
from trull.errors import CaseError, RuleSetError
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.written import is_count

Given = Mapping[str, object]


class Facts(Protocol):
    """A game's module here."""

    def settle(self, given: Given, rules: RuleSet) -> Settlement:
        """The settlement of the facts; CaseError names the key that is wrong."""

    def ask(self, screen: Screen, words: Words, rules: RuleSet) -> dict[str, object]:
        """The facts as the person tells them."""


def facts_of(game: str) -> Facts:
    """The module of a game."""
    try:
        module = importlib.import_module(f"{__name__}.{game}")
    except ModuleNotFoundError:
        raise RuleSetError(game, "a result cannot be told in this game; give a record") from None
    found: Facts = module
    return found


# Reading JSON


class Reader:
    """Typed access to an object of a JSON file; every complaint names the key."""

    def __init__(self, given: Given, place: str = "") -> None:
        """``place`` is what stands before the keys in a complaint."""
        self.given, self.place = given, place

    def error(self, key: str, wanted: str) -> CaseError:
        """The complaint about a key."""
        name = f"{self.place}{key}"
        if key not in self.given:
            return CaseError(f"{name} is missing; expected {wanted}")
        return CaseError(f"{name}: expected {wanted}, found {self.given[key]!r}")

    def word(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One of these words."""
        value = self.given.get(key, default)
        if not isinstance(value, str) or value not in allowed:
            raise self.error(key, f"one of {', '.join(allowed)}")
        return value

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number between two others."""
        value = self.given.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.error(key, f"a whole number from {least} to {most}")
        return value

    def numbers(self, key: str, size: int, most: int) -> list[int]:
        """A list of so many whole numbers."""
        value = self.given.get(key)
        good = isinstance(value, list) and len(value) == size
        if not good or not all(type(n) is int and 0 <= n <= most for n in self.items(key)):
            raise self.error(key, f"a list of {size} whole numbers from 0 to {most}")
        return [n for n in self.items(key) if isinstance(n, int)]

    def items(self, key: str) -> list[object]:
        """A list; none given is an empty one."""
        value = self.given.get(key, [])
        if not isinstance(value, list):
            raise self.error(key, "a list")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if it is not given."""
        value = self.given.get(key, False)
        if not isinstance(value, bool):
            raise self.error(key, "true or false")
        return value

    def inner(self, key: str) -> Reader:
        """An object inside."""
        return self.over(self.given.get(key, {}), key)

    def each(self, key: str) -> list[Reader]:
        """A list of objects."""
        return [self.over(item, f"{key}[{n}]") for n, item in enumerate(self.items(key))]

    def over(self, value: object, key: str) -> Reader:
        """A reader of an inner value, which must be an object."""
        if not isinstance(value, Mapping):
            raise CaseError(f"{self.place}{key}: expected an object, found {value!r}")
        return Reader(value, f"{self.place}{key}.")


# Asking


def ask_until(screen: Screen, question: str, read: Callable[[str], object]) -> object:
    """The first answer that can be read; ``read`` raises ValueError with what is wrong."""
    while True:
        try:
            return read(screen.ask(question))
        except ValueError as wrong:
            screen.line(str(wrong), style="yellow")


def choose(
    screen: Screen, words: Words, question: str, tokens: Sequence[str], default: str = ""
) -> str:
    """One of some tokens, by number or by name."""
    names = [words.word(token) for token in tokens]
    for number, name in enumerate(names, 1):
        screen.line(f"[{number}] {name}", indent=2)

    def read(text: str) -> str:
        if not text and default:
            return default
        if is_count(text) and 1 <= int(text) <= len(tokens):
            return tokens[int(text) - 1]
        for token, name in zip(tokens, names, strict=True):
            if plain(text) and plain(text) in (plain(token), plain(name)):
                return token
        raise ValueError(words.cli("no_such_answer", text=text))

    return str(ask_until(screen, question, read))


def ask_number(
    screen: Screen, words: Words, question: str, least: int, most: int, default: int | None = None
) -> int:
    """A whole number between two others."""

    def read(text: str) -> int:
        if not text and default is not None:
            return default
        if not is_count(text) or not least <= int(text) <= most:
            raise ValueError(words.cli("number_between", least=least, most=most))
        return int(text)

    found = ask_until(screen, question, read)
    assert isinstance(found, int), "a number was read"
    return found


def ask_yes(screen: Screen, words: Words, question: str) -> bool:
    """Yes or no; Enter is no."""
    return words.means(screen.ask(question), "yes_words")
