"""What the terminal draws in a game's own way; a game without a module here is drawn plainly.

A face only draws: it reads views and sittings and holds no rule.
"""

# ruff: noqa: ARG002  the plain face ignores what other faces need

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from trull import games
from trull.errors import TrullError
from trull.state import Prompt, View

if TYPE_CHECKING:
    from trull.cli.telling import Teller


class Face:
    """The plain face: enough to play any game."""

    quiet: frozenset[str] = frozenset()
    """Verbs that never make the table stop and ask somebody who is not on turn."""

    rare: frozenset[str] = frozenset()
    """Verbs that are seldom wanted: explained, but not listed choice by choice."""

    automatic: frozenset[str] = frozenset()
    """Verbs the table says by itself in somebody's name."""

    def lying(self, view: View, teller: Teller) -> Iterator[str]:
        """Cards that lie on the table besides the trick and open hands."""
        yield from ()

    def news(self, before: View | None, now: View, teller: Teller) -> Iterator[str]:
        """What has come to light since ``before`` and no act says."""
        yield from ()

    def token(self, teller: Teller, verb: str, token: str) -> str:
        """A word of an act as people say it."""
        return teller.words.word(token, verb)

    def hidden(self, teller: Teller, verb: str, number: int) -> str:
        """What is said of words one could not see."""
        return teller.words.cli("hidden_one" if number == 1 else "hidden", n=number)

    def choice(self, view: View, teller: Teller, prompt: Prompt, token: str) -> str:
        """A word of an act as it stands in the list of choices."""
        return self.token(teller, prompt.verb, token)

    def mark(self, view: View, card: str) -> str:
        """A mark after a card of the hand, where something is special about it."""
        return ""

    def saying(self, view: View, prompt: Prompt) -> str:
        """Under which code a prompt is explained."""
        return prompt.verb

    def by_itself(self, verb: str) -> bool:
        """Whether the table says this by itself, so that even the doer is told."""
        return verb in self.automatic


@cache
def face_of(game: str) -> Face:
    """The face of a game; the plain one for a game without."""
    face = games.given(game, "face", "FACE")
    if face is not None and not isinstance(face, Face):
        raise TrullError(f"the FACE of {game!r} is no Face")
    return face or Face()
