"""The acts worth a thought: what the book says, and what else might be better.

Few of many: a discard can be made in hundreds of ways and a Perlagg baptised into thirty cards.
The book's own choice always stands first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, zip_longest
from math import comb
from random import Random

from trull.bots import game
from trull.bots.random_bot import answerable
from trull.state import Action, Prompt, View, expand

TRIED_WHOLE = 8
"""A prompt with so many acts at most is tried whole."""


def candidates(view: View, book: Action | None, most: int, rng: Random) -> list[Action]:
    """Some acts, the book's first, none twice."""
    found = [] if book is None else [book]
    for act in _others(view, book, most, rng):
        if act not in found:
            found.append(act)
        if len(found) >= most:
            break
    return found


def _others(view: View, book: Action | None, most: int, rng: Random) -> Iterator[Action]:
    """One act of each prompt in turn, so that a long list does not crowd out the others."""
    left = game.of(view.rules.game).left_to_book
    open_to = [p for p in _quiet_first(view) if p.verb not in left and answerable(p)]
    lists = [_of_prompt(prompt, book, most, rng) for prompt in open_to]
    for acts in zip_longest(*lists):
        yield from (act for act in acts if act is not None)


def _of_prompt(prompt: Prompt, book: Action | None, most: int, rng: Random) -> list[Action]:
    if _number(prompt) <= TRIED_WHOLE:
        return list(expand(prompt))
    if book is not None and book.verb == prompt.verb and book.args:
        return list(_beside(prompt, book, most, rng))
    return list(_some(prompt, most, rng))


def _quiet_first(view: View) -> list[Prompt]:
    """Words that stand alone first: passing and closing are always among what is tried."""
    return sorted(view.prompts, key=lambda prompt: prompt.most)


def _number(prompt: Prompt) -> int:
    """How many acts a prompt allows, an order of words not counted."""
    fixed, choices = len(prompt.must), len(prompt.choices)
    sizes = range(max(prompt.least - fixed, 0), prompt.most - fixed + 1)
    return sum(comb(choices, size) for size in sizes)


def _beside(prompt: Prompt, book: Action, most: int, rng: Random) -> Iterator[Action]:
    """The book's act with one word exchanged for another choice."""
    others = [word for word in prompt.choices if word not in book.args]
    free = [at for at, word in enumerate(book.args) if word not in prompt.must]
    swaps = [(at, word) for at in free for word in others]
    for at, word in rng.sample(swaps, min(len(swaps), most)):
        yield Action(book.verb, (*book.args[:at], word, *book.args[at + 1 :]))


def _some(prompt: Prompt, most: int, rng: Random) -> Iterator[Action]:
    """Single words, if one will do; they are drawn, so that no end of a long list is favoured."""
    if prompt.least - len(prompt.must) > 1:
        yield from islice(expand(prompt), 1)
        return
    for word in rng.sample(prompt.choices, min(len(prompt.choices), most)):
        yield Action(prompt.verb, (*prompt.must, word))
