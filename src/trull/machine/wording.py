"""An act put into tokens: which may come next, and the act once it is whole.

Every act has exactly one path of tokens, and every path ends in an act. Words of a set come in the
order of the vocabulary, which is the pack's; ordered words as they are meant. ``verb .`` is offered
only where more words could follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from trull.errors import TrullError
from trull.machine.tokens import ENOUGH, SILENT, Numbers, Vocabulary, joined, pieces, vocabulary
from trull.state import Action, Prompt, Seat, View, allows, expand

Rank = Callable[[str], int]
"""The place of a piece in the vocabulary."""
ALONE = ("",)
NO_VERBS = frozenset[str]()


class Wording:
    """An act that a seat begins, has begun, or has ended; it never changes.

    Of an open prompt only the acts it names are offered: others could tell what hidden hands hold.
    """

    __slots__ = (
        "_lawful", "_plain", "_said", "act", "may_be_silent", "prompts", "seat", "seats",
        "so_far", "vocabulary", "whole",
    )  # fmt: skip

    so_far: tuple[int, ...]
    """The tokens that were said."""
    whole: bool
    """Whether no token is left to be said."""
    act: Action | None
    """The act once it is whole; None is silence."""
    _said: tuple[str, ...]  # the tokens as verb and pieces of words
    _lawful: tuple[int, ...] | None
    _plain: frozenset[str] | set[str]  # verbs of which one token says all

    def __init__(
        self,
        prompts: tuple[Prompt, ...],
        words: Vocabulary,
        seat: Seat,
        seats: int,
        may_be_silent: bool,
    ) -> None:
        """Begin with what a seat is offered."""
        self.prompts, self.vocabulary, self.may_be_silent = prompts, words, may_be_silent
        self.seat, self.seats = seat, seats
        self.so_far, self._said, self._lawful, self._plain = (), (), None, NO_VERBS
        self.whole, self.act = False, None

    def tokens(self) -> tuple[int, ...]:
        """The lawful tokens, in the order of their numbers."""
        if self._lawful is None:
            offered = (
                () if self.whole else self._following_tokens() if self._said else self._opening()
            )
            self._lawful = tuple(sorted(offered))
        return self._lawful

    def after(self, token: int) -> Wording:
        """The act after one token more; TrullError where it is not lawful."""
        if token not in self.tokens():
            raise TrullError(f"{self._name(token)} is not lawful here")
        verb, piece = self.vocabulary.said(token, self.seat, self.seats)
        after = self._copy((*self.so_far, token))
        if verb == SILENT:
            after.whole = True
        elif verb in self._plain:
            after.whole, after.act = True, Action(verb, (piece,) if piece else ())
        else:
            more = () if piece == ENOUGH or not piece else (piece,)
            after._go_on((*(self._said or (verb,)), *more), bool(more))
        return after

    def _go_on(self, said: tuple[str, ...], more: bool) -> None:
        """Keep what was said; where nothing can follow, that was the act."""
        self._said = said
        if not more or set(self._following(said)) <= {ENOUGH}:
            self.whole, self.act = True, Action(said[0], joined(said[1:]))

    def path(self, act: Action | None) -> tuple[int, ...]:
        """The tokens by which the seat does this act; None is its silence."""
        numbers = self._numbers()
        if act is None and self.may_be_silent:
            return tuple(_numbered(numbers, SILENT, ALONE))
        if act is None:
            raise TrullError(f"seat {self.seat} must act")
        prompt = next((p for p in self.prompts if allows(p, act)), None)
        if prompt is None:
            raise TrullError(f"{str(act)!r} is not offered to seat {self.seat}")
        words = _path(act, prompt, numbers[act.verb].__getitem__)
        if words and set(self._following((act.verb, *words))) > {ENOUGH}:
            words = (*words, ENOUGH)
        return tuple(numbers[act.verb][word] for word in words or ("",))

    def _copy(self, so_far: tuple[int, ...]) -> Wording:
        twin = Wording(self.prompts, self.vocabulary, self.seat, self.seats, self.may_be_silent)
        twin.so_far = so_far
        return twin

    def _name(self, token: int) -> str:
        known = 0 <= token < len(self.vocabulary)
        return repr(self.vocabulary.tokens[token]) if known else f"token {token}"

    def _numbers(self) -> Numbers:
        return self.vocabulary.numbers(self.seat, self.seats)

    def _opening(self) -> set[int]:
        """The first tokens of all acts. Most prompts want one word of one piece: quickly told."""
        numbers, found, plain, other = self._numbers(), set[int](), set[str](), set[str]()
        for prompt in self.prompts:
            verb, _, choices, least, most, must, _, _ = prompt
            known = numbers.get(verb, {})
            words = choices if least == most == 1 else ALONE if most == 0 else None
            if words is not None and not must and known.keys() >= set(words):
                found.update([known[word] for word in words])
                plain.add(verb)
            else:
                opening = _next_pieces(prompt, (), numbers)
                found.update(_numbered(numbers, verb, map(_first, opening)))
                other.add(verb)
        if self.may_be_silent:
            found.update(_numbered(numbers, SILENT, ALONE))
        self._plain = plain - other
        return found

    def _following_tokens(self) -> set[int]:
        return set(_numbered(self._numbers(), self._said[0], self._following(self._said)))

    def _following(self, said: tuple[str, ...]) -> Iterator[str]:
        """The pieces that may come next by any prompt of the verb; ENOUGH where the act may end."""
        numbers = self._numbers()
        for prompt in self.prompts:
            if prompt.verb == said[0]:
                yield from _next_pieces(prompt, said[1:], numbers)


def _first(piece: str) -> str:
    """At the beginning of an act a verb that has enough stands alone."""
    return "" if piece == ENOUGH else piece


def wording(view: View) -> Wording:
    """The act that the seat of a view is asked for: how a bot speaks in tokens."""
    assert view.seat is not None, "a spectator is asked for nothing"
    silent = view.duty != {view.seat}
    return Wording(view.prompts, vocabulary(view.rules), view.seat, view.seats, silent)


def can_act(prompts: Iterable[Prompt]) -> bool:
    """Whether any act is named; an open prompt may name none."""
    return any(p.least <= min(p.most, len(p.must) + len(p.choices)) for p in prompts)


def _numbered(numbers: Numbers, verb: str, offered: Iterable[str]) -> Iterator[int]:
    known = numbers.get(verb, {})
    for piece in offered:
        if piece not in known:
            raise TrullError(f"{f'{verb} {piece}'.rstrip()!r} has no number among the tokens")
        yield known[piece]


def _next_pieces(prompt: Prompt, said: tuple[str, ...], numbers: Numbers) -> Iterable[str]:
    """The pieces by which an act of this prompt goes on after these."""
    if prompt.most <= 1 and not prompt.must:
        return _next_of_one(prompt, said)
    rank = numbers[prompt.verb].__getitem__
    if any("=" in word for word in (*prompt.must, *prompt.choices)):
        return _next_of_acts([_path(act, prompt, rank) for act in expand(prompt)], said)
    if prompt.ordered:
        return _next_in_row(prompt, said)
    return _next_in_set(prompt, said, rank)


def _path(act: Action, prompt: Prompt, rank: Rank) -> tuple[str, ...]:
    """The pieces of an act; those of a set in the order of the vocabulary."""
    words = [pieces(word) for word in act.args]
    if not prompt.ordered and len(words) > 1:
        words.sort(key=lambda word: [rank(piece) for piece in word])
    return tuple(piece for word in words for piece in word)


def _next_of_one(prompt: Prompt, said: tuple[str, ...]) -> Iterator[str]:
    """One word or none: its first piece, then the second if it has two."""
    if not said:
        if not prompt.least:
            yield ENOUGH
        if prompt.most:
            for word in prompt.choices:
                yield word.partition("=")[0] if "=" in word else word
        return
    whole = "".join(said)
    for word in prompt.choices:
        if word == whole:
            yield ENOUGH
        elif len(said) == 1 and word.startswith(whole) and word[len(whole)] == "=":
            yield word[len(whole) :]


def _next_of_acts(paths: list[tuple[str, ...]], said: tuple[str, ...]) -> Iterator[str]:
    for path in paths:
        if path[: len(said)] == said:
            yield path[len(said)] if len(path) > len(said) else ENOUGH


def _next_in_row(prompt: Prompt, said: tuple[str, ...]) -> Iterator[str]:
    """Ordered words: any that was not said."""
    assert not prompt.must, "no law names words that come in a row and must be there"
    left = [word for word in prompt.choices if word not in said]
    if len(left) + len(said) != len(prompt.choices) or len(prompt.choices) < prompt.least:
        return  # begun by another prompt, or never to be ended
    if prompt.least <= len(said):
        yield ENOUGH
    if len(said) < prompt.most:
        yield from left


def _next_in_set(prompt: Prompt, said: tuple[str, ...], rank: Rank) -> Iterator[str]:
    """Words of a set: those behind the last, if all that must be there and enough can follow."""
    words = sorted({*prompt.must, *prompt.choices}, key=rank)
    last = rank(said[-1]) if said else -1
    ahead = [word for word in words if rank(word) > last]
    owed = {word for word in prompt.must if word not in said}
    if not owed.issubset(ahead) or not set(said).issubset(words):
        return  # begun by another prompt
    if not owed and prompt.least <= len(said):
        yield ENOUGH
    for at, word in enumerate(ahead):
        least = len(said) + 1 + len(owed - {word})
        if least <= prompt.most and len(said) + len(ahead) - at >= prompt.least:
            yield word
        if word in owed:
            return
