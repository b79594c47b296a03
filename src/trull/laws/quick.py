"""What is here for the speed of all games alone; without it everything is as it is, only slower."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from trull.state import Log, Seen

S = TypeVar("S")
T = TypeVar("T")


class Memory(dict[object, T]):
    """Answers to what every deal asks alike; all is forgotten when it grows too much."""

    MOST = 4096

    def keep(self, asked: object, answer: T) -> T:
        """Remember an answer, and give it."""
        if len(self) >= self.MOST:
            self.clear()
        self[asked] = answer
        return answer


class Latest(Generic[S, T]):
    """A function of a state that remembers its last two answers, by identity.

    What a seat saw before an act and sees after it is asked for each seat in turn. All that is
    known is one tuple: bots ask from threads of their own.
    """

    def __init__(self, answer: Callable[[S], T]) -> None:
        self._answer = answer
        self._known: tuple[tuple[S, T], ...] = ()

    def __call__(self, state: S) -> T:
        """The answer for a state."""
        for known, answer in self._known:
            if known is state:
                return answer
        found = self._answer(state)
        self._known = (state, found), *self._known[:1]
        return found


class Onlookers:
    """What all have seen of a log, were nothing hidden.

    A table asks for the view of every seat after every act, and many tables take turns: the last
    answers are remembered, and one more act adds one more sight to them. A view of Königrufen costs
    30 µs with this and 73 without; what an act has changed in one, 6.5 and 8.3.
    """

    MOST = 8192

    def __init__(self) -> None:
        self._known: dict[int, tuple[Log, tuple[Seen, ...]]] = {}

    def seen(self, log: Log) -> tuple[Seen, ...]:
        """The acts of a log in order."""
        known, seen = self._known.get(id(log), _NOTHING)
        if log is not known:
            seen = self._longer(log)
            if len(self._known) >= self.MOST:
                self._known.clear()
            self._known[id(log)] = (log, seen)
        return seen

    def _longer(self, log: Log) -> tuple[Seen, ...]:
        """The sights of a log whose beginning may be known; what is older is forgotten."""
        later: list[Seen] = []
        at, (known, seen) = log, _NOTHING
        while at and at is not known:
            at, seat, act = at
            later.append(Seen(seat, *act))
            known, seen = self._known.get(id(at), _NOTHING)
        older = at[0] if at and len(later) == 1 else at
        self._known.pop(id(older), None)
        return (*seen, *reversed(later))


_NOTHING: tuple[Log | None, tuple[Seen, ...]] = (None, ())
"""What is known of a log nobody has asked for."""
