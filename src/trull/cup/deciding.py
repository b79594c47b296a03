"""What the laws of commands share: their answer, and what comes from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from trull.cup.commands import Actor, Command
from trull.cup.entries import Body, Identity
from trull.cup.refusal import need
from trull.cup.state import Cup

SALT, SEED, ID = slice(0, 16), slice(0, 32), slice(0, 8)
DASH = "\N{EN DASH}"
BYTES = 32
"""How many random bytes a decision may use."""


class Chance(NamedTuple):
    """Who asks, when, and random bytes."""

    actor: Actor
    now: int
    bytes: bytes


class Answer(NamedTuple):
    """What is written, and a name beside it."""

    body: Body
    beside: Identity | None = None


def said(text: str, what: str, longest: int = 120) -> str:
    """A word somebody typed, without blanks around; empty or endless is refused."""
    words = " ".join(text.split())
    need(0 < len(words) <= longest, "bad_value", what=what)
    return words


Wish = TypeVar("Wish", bound=Command)
LAWS: dict[type[Command], Callable[[Cup, Command, Chance], Answer]] = {}
"""What decides each command."""


def law(
    kind: type[Wish],
) -> Callable[[Callable[[Cup, Wish, Chance], Answer]], Callable[[Cup, Wish, Chance], Answer]]:
    """File the decorated function as what decides a command."""

    def file(
        decided: Callable[[Cup, Wish, Chance], Answer],
    ) -> Callable[[Cup, Wish, Chance], Answer]:
        def asked(cup: Cup, wish: Command, chance: Chance) -> Answer:
            assert isinstance(wish, kind)
            return decided(cup, wish, chance)

        LAWS[kind] = asked
        return decided

    return file
