"""A bot without a thought: any prompt, any of its words."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from trull.state import Action, Prompt, View


class RandomBot:
    """Chooses a prompt, then its words, each with equal chance."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def act(self, view: View) -> Action | None:
        """Any lawful act; without duty silence is one choice more."""
        return any_act(view, view.prompts, self._rng)


def any_act(view: View, prompts: Sequence[Prompt], rng: Random) -> Action | None:
    """An act by one of these prompts; None where silence was chosen or nothing can be said."""
    open_to = [prompt for prompt in prompts if answerable(prompt)]
    if not open_to:
        return None
    silence = 0 if view.seat in view.duty else 1
    chosen = rng.randrange(len(open_to) + silence)
    return words(open_to[chosen], rng) if chosen < len(open_to) else None


def answerable(prompt: Prompt) -> bool:
    """Whether the prompt's own choices make up an act; an open one may name none."""
    return prompt.least <= min(prompt.most, len(prompt.must) + len(prompt.choices))


def words(prompt: Prompt, rng: Random) -> Action:
    """The verb with as many words as it wants; they are drawn, never listed.

    >>> words(Prompt("discard", "", ("T3",), 2, 2, must=("H4",)), Random(0))
    Action(verb='discard', args=('H4', 'T3'))
    """
    fixed = len(prompt.must)
    most = min(prompt.most - fixed, len(prompt.choices))
    size = rng.randint(max(prompt.least - fixed, 0), most)
    return Action(prompt.verb, prompt.must + tuple(rng.sample(prompt.choices, size)))


QUIET = frozenset(
    {"pass", "lie", "gut", "done", "waive", "no_honours", "let_good", "keep", "concede", "deal"}
)
"""Words that risk nothing: who does not know the game says them where he can."""


def quietly(view: View, rng: Random) -> Action | None:
    """For a game without advice: no word without duty, a quiet one if there is one, else any."""
    if view.seat not in view.duty:
        return None
    calm = [prompt for prompt in view.prompts if prompt.verb in QUIET]
    return any_act(view, calm, rng) or any_act(view, view.prompts, rng)
