"""Games walked token by token, and what each seat knows: the names to build on.

>>> from random import Random
>>> steps, rng = dealt("koenigrufen/finale", Random(1)), Random(2)
>>> while not steps.done:
...     steps.apply(rng.choice(steps.tokens()))
>>> sum(steps.rewards())
0
"""

from __future__ import annotations

from random import Random

from trull import laws, ruleset
from trull.game import Game
from trull.machine.fields import Field, Fields
from trull.machine.information import (
    InformationState,
    information_state,
    observe,
    observer_of,
)
from trull.machine.steps import Steps
from trull.machine.tokens import ENOUGH, SILENT, Vocabulary, vocabulary
from trull.machine.wording import Wording, wording
from trull.ruleset import RuleSet

__all__ = [
    "ENOUGH",
    "SILENT",
    "Field",
    "Fields",
    "InformationState",
    "Steps",
    "Vocabulary",
    "Wording",
    "dealt",
    "information_state",
    "observe",
    "observer_of",
    "vocabulary",
    "wording",
]

USUAL = 4
"""How many sit down where the rules allow it and nobody says otherwise."""


def books(game: str) -> list[str]:
    """The published rule sets of a game; the first is its usual one."""
    return [name for name in ruleset.published() if name.startswith(f"{game}/")]


def book_named(game: str, name: str) -> str:
    """A rule set's whole name: ``tirol`` of Königrufen is ``koenigrufen/tirol``, none the usual."""
    if not name:
        return books(game)[0]
    return name if "/" in name else f"{game}/{name}"


def dealt(rules: RuleSet | str, rng: Random, players: int | None = None, dealer: int = 0) -> Steps:
    """A deal whose cards are out; who must cut or deal before has done so by chance."""
    rules = ruleset.load(rules) if isinstance(rules, str) else rules
    game_laws = laws.of(rules.game)
    allowed = game_laws.seats(rules)
    players = players or (USUAL if USUAL in allowed else allowed[0])
    sitting = game_laws.open_sitting(rules, players, dealer)
    steps = Steps(Game(game_laws.deal(sitting, game_laws.pack.shuffled(rng))[0]))
    while not steps.done and not any(steps.game.view_for(None).counts):
        steps.apply(rng.choice(steps.tokens()))
    return steps
