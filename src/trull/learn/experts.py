"""Expert positions: what a good player does there, and what he never does.

They stand in ``tests/experts``, where the bots are measured against them, and travel with the
package. A lesson names one and asks what the learner would do.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from trull.errors import TrullError
from trull.learn.shelf import files
from trull.state import Action, Seat


@dataclass(frozen=True, kw_only=True)
class Expert:
    """One position, in the words of a clause case, and what is thought of the acts there."""

    case: Mapping[str, object]
    seat: Seat
    wise: tuple[str, ...]
    never: tuple[str, ...]

    def verdict(self, act: Action) -> str:
        """What is thought of an act: ``wise``, ``never``, or nothing."""
        if any(matches(text, act) for text in self.wise):
            return "wise"
        return "never" if any(matches(text, act) for text in self.never) else ""


@cache
def _all(game: str) -> Mapping[str, Mapping[str, object]]:
    found: dict[str, Mapping[str, object]] = {}
    for path in files("experts", f"{game}.toml"):
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        found |= {str(one["name"]): one for one in told["position"]}
    return found


def expert(game: str, name: str) -> Expert:
    """The position of this name; TrullError where there is none."""
    case = _all(game).get(name)
    if case is None:
        raise TrullError(f"no expert position {name!r}")
    return Expert(
        case=case,
        seat=Seat(cast(int, case["seat"])),
        wise=_acts(case, "best") + _acts(case, "good"),
        never=_acts(case, "never"),
    )


def _acts(case: Mapping[str, object], key: str) -> tuple[str, ...]:
    return tuple(cast(Sequence[str], case.get(key, ())))


def matches(text: str, act: Action | None) -> bool:
    """Whether the act has this verb and all these words.

    >>> matches("discard HQ", Action("discard", ("H3", "HQ")))
    True
    >>> matches("play W", Action("play", ("W=HA",))), matches("play W", Action("play", ("HA",)))
    (True, False)
    """
    verb, *words = text.split()
    return act is not None and act.verb == verb and all(among(word, act.args) for word in words)


def among(word: str, words: Sequence[str]) -> bool:
    """Whether a word is one of these, or a card that is one of them whatever it is called."""
    return word in words or any(other.startswith(word + "=") for other in words)
