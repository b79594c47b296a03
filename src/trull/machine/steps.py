"""A game walked token by token: who is asked, which tokens are lawful, and what they do.

Every act has exactly one path of tokens, and every path ends in an act. Words of a set come in the
order of the vocabulary, which is the pack's; ordered words as they are meant. ``verb .`` is offered
only where more words could follow.

Seats are asked in the arena's way: before each act that is due, every seat that may speak out of
turn is asked once, in the order of the seats, and may stay ``silent``; then those on duty, of whom
all but the last may leave it to their partners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trull.errors import TrullError
from trull.game import Game
from trull.machine.tokens import ENOUGH, SILENT, joined, pieces, vocabulary
from trull.settlement import Amount
from trull.state import Action, Prompt, Seat, allows, expand

Rank = Callable[[str], int]
"""The place of a word in the vocabulary."""


class Steps:
    """A game at a guarded table, walked token by token; the game is moved on in place."""

    __slots__ = ("_aside", "_lawful", "_said", "_waiting", "game", "seat", "so_far", "vocabulary")

    seat: Seat | None
    """Who is asked; None when the deal is over."""
    so_far: tuple[int, ...]
    """The tokens of the act that is begun."""
    _said: tuple[str, ...]  # the same as verb and pieces of words
    _aside: int  # the next seat to be asked out of turn
    _waiting: tuple[Seat, ...]  # those on duty who are still to be asked, first who is asked now
    _lawful: tuple[int, ...] | None

    def __init__(self, game: Game) -> None:
        """Begin where the game stands."""
        if game.setup.rules.free:
            raise TrullError("tokens are for guarded tables; this one is free")
        self.game, self.vocabulary = game, vocabulary(game.setup.rules)
        self._aside, self._waiting = 0, ()
        self._ask()

    def __copy__(self) -> Steps:
        """A walk that goes its own way from here."""
        twin = Steps.__new__(Steps)
        for part in self.__slots__:
            setattr(twin, part, getattr(self, part))
        twin.game = self.game.__copy__()
        return twin

    @property
    def done(self) -> bool:
        """Whether the deal is over."""
        return self.seat is None

    def rewards(self) -> tuple[Amount, ...]:
        """The points of the settlement for each seat; nothing for anybody before the end."""
        result = self.game.settlement() if self.done else None
        return (0,) * self.game.setup.seats if result is None else result.points

    def tokens(self) -> tuple[int, ...]:
        """The lawful tokens of the seat that is asked, in the order of their numbers."""
        if self._lawful is None:
            self._lawful = () if self.seat is None else tuple(sorted(self._numbered(self.seat)))
        return self._lawful

    def apply(self, token: int) -> None:
        """Say a lawful token; an act that is complete by it is done."""
        seat = self.seat
        if seat is None or token not in self.tokens():
            raise TrullError(f"{self._name(token)} is not lawful here")
        verb, piece = self.vocabulary.said(token, seat, self.game.setup.seats)
        if verb == SILENT:
            self._answered(silent=True)
        elif piece == ENOUGH or not piece:
            self._act(seat, self._said or (verb,))
        else:
            self._say(seat, token, (*(self._said or (verb,)), piece))

    def path(self, act: Action | None) -> tuple[int, ...]:
        """The tokens by which the seat that is asked does this act; None is its silence."""
        assert self.seat is not None, "the deal is over"
        numbers = self.vocabulary.numbers(self.seat, self.game.setup.seats)
        if act is None:
            return (numbers[SILENT, ""],)
        prompt = next((p for p in self.game.prompts(self.seat) if allows(p, act)), None)
        if prompt is None:
            raise TrullError(f"{str(act)!r} is not offered to seat {self.seat}")
        words = _path(act, prompt, lambda word: numbers[act.verb, word]) or ("",)
        if set(self._following(self.seat, (act.verb, *words))) - {ENOUGH}:
            words = (*words, ENOUGH)
        return tuple(numbers[act.verb, word] for word in words)

    def _name(self, token: int) -> str:
        known = 0 <= token < len(self.vocabulary)
        return repr(self.vocabulary.tokens[token]) if known else f"token {token}"

    def _say(self, seat: Seat, token: int, said: tuple[str, ...]) -> None:
        """One piece more; where nothing can follow, that was the act."""
        if set(self._following(seat, said)) <= {ENOUGH}:
            self._act(seat, said)
        else:
            self.so_far, self._said, self._lawful = (*self.so_far, token), said, None

    def _act(self, seat: Seat, said: tuple[str, ...]) -> None:
        self.game.apply(seat, Action(said[0], joined(said[1:])))
        self._answered(silent=False)

    # Who is asked

    def _answered(self, *, silent: bool) -> None:
        """Go on to the next seat; once an act that was due is done, begin again with the first."""
        if not self._waiting:
            self._aside += 1
        elif silent:
            self._waiting = self._waiting[1:]
        else:
            self._aside, self._waiting = 0, ()
        self._ask()

    def _ask(self) -> None:
        self.so_far, self._said, self._lawful = (), (), None
        self.seat = self._next() if self.game.duty else None

    def _next(self) -> Seat:
        """Who is asked now."""
        if self._waiting:
            return self._waiting[0]
        for seat in range(self._aside, self.game.setup.seats):
            if seat not in self.game.duty and self._can_act(Seat(seat)):
                self._aside = seat
                return Seat(seat)
        self._aside = self.game.setup.seats
        self._waiting = tuple(seat for seat in sorted(self.game.duty) if self._can_act(seat))
        assert self._waiting, f"nobody on duty can act in {self.game.phase}"
        return self._waiting[0]

    def _can_act(self, seat: Seat) -> bool:
        return any(True for prompt in self.game.prompts(seat) for _ in self._opening(seat, prompt))

    # What may be said

    def _numbered(self, seat: Seat) -> Iterator[int]:
        numbers = self.vocabulary.numbers(seat, self.game.setup.seats)
        for offer in set(self._offers(seat)):
            if offer not in numbers:
                game = self.game.setup.rules.game
                raise TrullError(f"{' '.join(offer)!r} has no number among the tokens of {game}")
            yield numbers[offer]

    def _offers(self, seat: Seat) -> Iterator[tuple[str, str]]:
        """Verb and piece of every token."""
        if self._said:
            for piece in self._following(seat, self._said):
                yield self._said[0], piece
            return
        for prompt in self.game.prompts(seat):
            for piece in self._opening(seat, prompt):
                yield prompt.verb, piece
        if len(self._waiting) != 1:
            yield SILENT, ""

    def _opening(self, seat: Seat, prompt: Prompt) -> Iterator[str]:
        """The first pieces of a prompt's words; the empty one where its verb may stand alone."""
        for piece in self._pieces(seat, prompt, ()):
            yield "" if piece == ENOUGH else piece

    def _following(self, seat: Seat, said: tuple[str, ...]) -> Iterator[str]:
        """The pieces that may come next by any prompt of the verb."""
        for prompt in self.game.prompts(seat):
            if prompt.verb == said[0]:
                yield from self._pieces(seat, prompt, said[1:])

    def _pieces(self, seat: Seat, prompt: Prompt, said: tuple[str, ...]) -> Iterator[str]:
        """The pieces by which an act of this prompt goes on after these; ENOUGH where it ends."""
        numbers = self.vocabulary.numbers(seat, self.game.setup.seats)

        def rank(word: str) -> int:
            return numbers.get((prompt.verb, word), -1)

        if _is_listed(prompt):
            for act in expand(prompt):
                if not prompt.open or not self.game.faults(seat, act):
                    yield from _after(said, _path(act, prompt, rank))
        elif prompt.ordered:
            yield from _next_in_row(prompt, said)
        else:
            yield from _next_in_set(prompt, said, rank)


def _is_listed(prompt: Prompt) -> bool:
    """Whether the acts of a prompt are few, or not told by its words alone: they are spelled out.

    Of an open prompt the law decides which of the acts it names are lawful. Acts that it does not
    name are not offered: they could tell what other hands hold.
    """
    named = (*prompt.must, *prompt.choices)
    return prompt.open or prompt.most <= 1 or any("=" in word for word in named)


def _path(act: Action, prompt: Prompt, rank: Rank) -> tuple[str, ...]:
    """The pieces of an act; those of a set in the order of the vocabulary."""
    words = act.args
    if not prompt.ordered:
        words = tuple(sorted(words, key=lambda word: [rank(piece) for piece in pieces(word)]))
    return tuple(piece for word in words for piece in pieces(word))


def _after(said: tuple[str, ...], path: tuple[str, ...]) -> Iterator[str]:
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
