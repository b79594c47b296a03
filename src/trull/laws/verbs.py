"""Faults first: a verb says what is wrong with a word, and a prompt names the words without fault.

A law is told once, as the fault of whoever breaks it. What a seat may do, why something else is
refused, and what a hand can do at a free table all the same, are read from it; so they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from trull.state import Action, Fault, Prompt, Seat, one_of

S = TypeVar("S")
Wrong = Callable[[S, Seat, str], Fault | None]
"""What is wrong with a word; None if nothing is. A verb that stands alone has the empty word."""
Condoned = Callable[[S, Seat, str, Fault], bool]
ALONE = ("",)


def no_word(_s: object, _seat: Seat) -> tuple[str, ...]:
    """The one way to say a verb that stands alone."""
    return ALONE


class Verb(NamedTuple, Generic[S]):
    """A verb with at most one word: by which clause, what is wrong with it, what can be said."""

    clause: Callable[[S], str]
    wrong: Wrong[S]
    words: Callable[[S, Seat], tuple[str, ...]] = no_word  # all that can ever be without fault
    bare: bool = False  # it may want a word or none


Verbs = Mapping[str, Verb[S]]


Free = Callable[[str, Verb[S], S, Seat], tuple[str, ...]]
"""Which words of a verb can be said; the verb comes with its name."""


def without_fault(_name: str, verb: Verb[S], s: S, seat: Seat) -> tuple[str, ...]:
    """The words that have no fault."""
    wrong = verb.wrong
    return tuple([word for word in verb.words(s, seat) if wrong(s, seat, word) is None])


def without_fault_or(condoned: Condoned[S]) -> Free[S]:
    """At a free table also the words whose fault is condoned."""

    def free(_name: str, verb: Verb[S], s: S, seat: Seat) -> tuple[str, ...]:
        said = [(word, verb.wrong(s, seat, word)) for word in verb.words(s, seat)]
        return tuple([w for w, f in said if f is None or condoned(s, seat, w, f)])

    return free


def prompts(verbs: Verbs[S], s: S, seat: Seat, free: Free[S] = without_fault) -> tuple[Prompt, ...]:
    """Each verb with the words of it that can be said."""
    found = []
    for name, verb in verbs.items():
        words = free(name, verb, s, seat)
        if words == ALONE:
            found.append(Prompt(name, verb.clause(s)))
        elif words:
            found.append(one_of(name, verb.clause(s), words))
    return tuple(found)


def faults(
    verbs: Verbs[S], otherwise: Callable[[S], Fault], s: S, seat: Seat, act: Action
) -> tuple[Fault, ...]:
    """What is wrong with an act; ``otherwise`` with one that has no such verb or form."""
    verb, word = verbs.get(act.verb), " ".join(act.args)
    if verb is None or not (word or verb.bare or verb.words is no_word):
        return (otherwise(s),)
    found = verb.wrong(s, seat, word)
    if found is None:
        return () if word in verb.words(s, seat) else (otherwise(s),)
    return (found,)


Law = Callable[[S, Seat, Action], tuple[Fault, ...]]


def free_words(law: Law[S], s: S, seat: Seat, verb: str, words: Iterable[str]) -> tuple[str, ...]:
    """The words with which a verb has no fault."""
    return tuple([word for word in words if not law(s, seat, Action(verb, (word,)))])


def one_without_fault(
    law: Law[S], s: S, seat: Seat, verb: str, clause: str, words: Iterable[str]
) -> tuple[Prompt, ...]:
    """The prompt for a verb with one word, if there is a word without fault."""
    free = free_words(law, s, seat, verb, words)
    return (one_of(verb, clause, free),) if free else ()


def if_without_fault(law: Law[S], s: S, seat: Seat, verb: str, clause: str) -> tuple[Prompt, ...]:
    """The prompt for a verb that stands alone, if that has no fault."""
    return () if law(s, seat, Action(verb)) else (Prompt(verb, clause),)
