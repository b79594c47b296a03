"""A game walked token by token: who is asked, which tokens are lawful, and what they do.

Every act has exactly one path of tokens, and every path ends in an act. Words of a set come in the
order of the vocabulary, which is the pack's; ordered words as they are meant. ``verb .`` is offered
only where more words could follow.

Seats are asked in the arena's way: before each act that is due, every seat that may speak out of
turn is asked once, in the order of the seats, and may stay ``silent``; then those on duty, of whom
all but the last may leave it to their partners. Who must act may say one word beside the game (a
sign) before, no more: so every walk ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from trull import laws
from trull.errors import TrullError
from trull.game import Game
from trull.machine.tokens import ENOUGH, SILENT, Numbers, joined, pieces, vocabulary
from trull.settlement import Amount
from trull.state import Action, Prompt, Seat, allows, expand

Rank = Callable[[str], int]
"""The place of a piece in the vocabulary."""


class Steps:
    """A game at a guarded table, walked token by token; the game is moved on in place."""

    __slots__ = (
        "_aside", "_lawful", "_said", "_signed", "_waiting",
        "game", "prompts", "seat", "so_far", "vocabulary",
    )  # fmt: skip

    seat: Seat | None
    """Who is asked; None when the deal is over."""
    prompts: tuple[Prompt, ...]
    """What that seat may do, in whole acts."""
    so_far: tuple[int, ...]
    """The tokens of the act that is begun."""
    _said: tuple[str, ...]  # the same as verb and pieces of words
    _lawful: tuple[int, ...] | None
    _aside: int  # the next seat to be asked out of turn
    _waiting: tuple[Seat, ...]  # those on duty who are still to be asked, first who is asked now
    _signed: bool  # the seat has said its word beside the game

    def __init__(self, game: Game) -> None:
        """Begin where the game stands."""
        if game.setup.rules.free:
            raise TrullError("tokens are for guarded tables; this one is free")
        self.game, self.vocabulary = game, vocabulary(game.setup.rules)
        self._aside, self._waiting, self._signed = 0, (), False
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
            self._lawful = () if self.done else tuple(sorted(set(self._offered())))
        return self._lawful

    def apply(self, token: int) -> None:
        """Say a lawful token; an act that is complete by it is done."""
        seat = self.seat
        if seat is None or token not in self.tokens():
            raise TrullError(f"{self._name(token)} is not lawful here")
        verb, piece = self.vocabulary.said(token, seat, self.game.setup.seats)
        said = self._said or (verb,)
        if verb == SILENT:
            self._answered(silent=True)
        elif piece == ENOUGH or not piece:
            self._act(seat, said)
        else:
            self._say(seat, token, (*said, piece))

    def path(self, act: Action | None) -> tuple[int, ...]:
        """The tokens by which the seat that is asked does this act; None is its silence."""
        numbers = self._numbers()
        if act is None:
            return (numbers[SILENT][""],)
        prompt = next((p for p in self.prompts if allows(p, act)), None)
        if prompt is None:
            raise TrullError(f"{str(act)!r} is not offered to seat {self.seat}")
        words = _path(act, prompt, numbers[act.verb].__getitem__)
        if words and set(self._following((act.verb, *words))) > {ENOUGH}:
            words = (*words, ENOUGH)
        return tuple(numbers[act.verb][word] for word in words or ("",))

    def _name(self, token: int) -> str:
        known = 0 <= token < len(self.vocabulary)
        return repr(self.vocabulary.tokens[token]) if known else f"token {token}"

    def _say(self, seat: Seat, token: int, said: tuple[str, ...]) -> None:
        """One piece more; where nothing can follow, that was the act."""
        if set(self._following(said)) <= {ENOUGH}:
            self._act(seat, said)
        else:
            self.so_far, self._said, self._lawful = (*self.so_far, token), said, None

    def _act(self, seat: Seat, said: tuple[str, ...]) -> None:
        self.game.apply(seat, Action(said[0], joined(said[1:])))
        if self._waiting and said[0] in self._beside():
            self._signed = True
            self._ask()
        else:
            self._answered(silent=False)

    def _beside(self) -> frozenset[str]:
        """Verbs that change nothing in the game."""
        return laws.of(self.game.setup.rules.game).asides

    # Who is asked

    def _answered(self, *, silent: bool) -> None:
        """Go on to the next seat; once an act that was due is done, begin again with the first."""
        if not self._waiting:
            self._aside += 1
        elif silent:
            self._waiting = self._waiting[1:]
        else:
            self._aside, self._waiting = 0, ()
        self._signed = False
        self._ask()

    def _ask(self) -> None:
        self.so_far, self._said, self._lawful = (), (), None
        self.seat = self._next() if self.game.duty else None
        self.prompts = () if self.seat is None else self.game.prompts(self.seat)
        if self._signed:
            beside = self._beside()
            self.prompts = tuple(p for p in self.prompts if p.verb not in beside)

    def _next(self) -> Seat:
        """Who is asked now."""
        if self._waiting:
            return self._waiting[0]
        game = self.game
        for seat in map(Seat, range(self._aside, game.setup.seats)):
            if seat not in game.duty and self._can_act(seat):
                self._aside = seat
                return seat
        self._aside = game.setup.seats
        duty = tuple(sorted(game.duty))
        self._waiting = duty if len(duty) == 1 else tuple(filter(self._can_act, duty))
        assert self._waiting, f"nobody on duty can act in {game.phase}"
        return self._waiting[0]

    def _can_act(self, seat: Seat) -> bool:
        """Whether any act is named to the seat; an open prompt may name none."""
        return any(any(self._pieces(seat, p, ())) for p in self.game.prompts(seat))

    # What may be said

    def _numbers(self) -> Numbers:
        assert self.seat is not None, "the deal is over"
        return self.vocabulary.numbers(self.seat, self.game.setup.seats)

    def _offered(self) -> Iterator[int]:
        """The numbers of the tokens that may come next."""
        said, numbers = self._said, self._numbers()
        if said:
            yield from _numbered(numbers, said[0], self._following(said))
            return
        assert self.seat is not None, "the deal is over"
        for prompt in self.prompts:
            opening = self._pieces(self.seat, prompt, ())
            alone = ("" if piece == ENOUGH else piece for piece in opening)
            yield from _numbered(numbers, prompt.verb, alone)
        if len(self._waiting) != 1:
            yield from _numbered(numbers, SILENT, ("",))

    def _following(self, said: tuple[str, ...]) -> Iterator[str]:
        """The pieces that may come next by any prompt of the verb; ENOUGH where the act may end."""
        assert self.seat is not None, "the deal is over"
        for prompt in self.prompts:
            if prompt.verb == said[0]:
                yield from self._pieces(self.seat, prompt, said[1:])

    def _pieces(self, seat: Seat, prompt: Prompt, said: tuple[str, ...]) -> Iterable[str]:
        """The pieces by which an act of this prompt goes on after these."""
        if prompt.most <= 1 and not prompt.open and not prompt.must:
            return _next_of_one(prompt, said)
        known = self.vocabulary.numbers(seat, self.game.setup.seats)[prompt.verb]
        if _is_listed(prompt):
            acts = [a for a in expand(prompt) if not prompt.open or not self.game.faults(seat, a)]
            return _next_of_acts([_path(a, prompt, known.__getitem__) for a in acts], said)
        if prompt.ordered:
            return _next_in_row(prompt, said)
        return _next_in_set(prompt, said, known.__getitem__)


def _numbered(numbers: Numbers, verb: str, offered: Iterable[str]) -> Iterator[int]:
    known = numbers.get(verb, {})
    for piece in offered:
        if piece not in known:
            raise TrullError(f"{f'{verb} {piece}'.rstrip()!r} has no number among the tokens")
        yield known[piece]


def _is_listed(prompt: Prompt) -> bool:
    """Whether the acts of a prompt are not told by its words alone: they are spelled out.

    Of an open prompt the law decides which of the acts it names are lawful. Acts that it does not
    name are not offered: they could tell what other hands hold.
    """
    return prompt.open or any("=" in word for word in (*prompt.must, *prompt.choices))


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
