"""Work in steps: a generator that stops now and then, and returns what it has found."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[None, None, T]


def whole(work: Steps[T]) -> T:
    """The result of all steps."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


def at_once(work: Callable[[], T]) -> Steps[T]:
    """Work as a single step."""
    yield from ()
    return work()
