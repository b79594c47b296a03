"""A game walked token by token: who is asked, which tokens are lawful, and what they do.

Seats are asked in the arena's way: before each act that is due, every seat that may speak out of
turn is asked once, in the order of the seats, and may stay ``silent``; then those on duty, of whom
all but the last may leave it to their partners. Who must act may say one word beside the game (a
sign) before, and all are asked again; but no second one: so every walk ends.
"""

from __future__ import annotations

from trull import laws
from trull.errors import TrullError
from trull.game import Game
from trull.machine.tokens import vocabulary
from trull.machine.wording import Wording, can_act
from trull.settlement import Amount
from trull.state import Action, Prompt, Seat


class Steps:
    """A game at a guarded table, walked token by token; the game is moved on in place."""

    __slots__ = ("_aside", "_signed", "_waiting", "_wording", "game", "seat", "vocabulary")

    seat: Seat | None
    """Who is asked; None when the deal is over."""
    _wording: Wording | None  # the act that this seat begins
    _aside: int  # the next seat to be asked out of turn
    _waiting: tuple[Seat, ...]  # those on duty who are still to be asked, first who is asked now
    _signed: frozenset[Seat]  # those on duty who have said their word beside the game

    def __init__(self, game: Game) -> None:
        """Begin where the game stands."""
        if game.setup.rules.free:
            raise TrullError("tokens are for guarded tables; this one is free")
        self.game, self.vocabulary = game, vocabulary(game.setup.rules)
        self._aside, self._waiting, self._signed = 0, (), frozenset()
        self._ask()

    def __copy__(self) -> Steps:
        """A walk that goes its own way from here."""
        twin = Steps.__new__(Steps)
        for part in self.__slots__:
            setattr(twin, part, getattr(self, part))
        twin.game = self.game.__copy__()
        return twin

    def __deepcopy__(self, _memo: dict[int, object]) -> Steps:
        """What a copy shares never changes."""
        return self.__copy__()

    @property
    def done(self) -> bool:
        """Whether the deal is over."""
        return self.seat is None

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What the seat that is asked may do, in whole acts."""
        return self._wording.prompts if self._wording else ()

    @property
    def so_far(self) -> tuple[int, ...]:
        """The tokens of the act that is begun."""
        return self._wording.so_far if self._wording else ()

    def rewards(self) -> tuple[Amount, ...]:
        """The points of the settlement for each seat; nothing for anybody before the end."""
        result = self.game.settlement() if self.done else None
        return (0,) * self.game.setup.seats if result is None else result.points

    def tokens(self) -> tuple[int, ...]:
        """The lawful tokens of the seat that is asked, in the order of their numbers."""
        return self._wording.tokens() if self._wording else ()

    def path(self, act: Action | None) -> tuple[int, ...]:
        """The tokens by which the seat that is asked does this act; None is its silence."""
        assert self._wording is not None, "the deal is over"
        return self._wording.path(act)

    def apply(self, token: int) -> None:
        """Say a lawful token; an act that is complete by it is done."""
        if self._wording is None:
            raise TrullError(f"token {token} is not lawful here: the deal is over")
        self._wording = wording = self._wording.after(token)
        if not wording.whole:
            return
        if wording.act is None:
            self._pass_on()
        else:
            self._act(wording.seat, wording.act)
        self._ask()

    def _pass_on(self) -> None:
        """The seat is silent: the next is asked."""
        if self._waiting:
            self._waiting = self._waiting[1:]
        else:
            self._aside += 1

    def _act(self, seat: Seat, act: Action) -> None:
        """Do what was said; once what was due is done, or a sign was made, all are asked again."""
        self.game.apply(seat, act)
        if not self._waiting:
            self._aside += 1
            return
        self._signed = self._signed | {seat} if act.verb in self._beside() else frozenset()
        self._aside, self._waiting = 0, ()

    def _beside(self) -> frozenset[str]:
        """Verbs that change nothing in the game."""
        return laws.of(self.game.setup.rules.game).asides

    def _ask(self) -> None:
        if not self.game.duty:
            self.seat = self._wording = None
            return
        self.seat = seat = self._next()
        prompts = self.game.prompts(seat)
        if self._waiting and seat in self._signed:
            prompts = tuple(p for p in prompts if p.verb not in self._beside())
        silent = len(self._waiting) != 1
        self._wording = Wording(prompts, self.vocabulary, seat, self.game.setup.seats, silent)

    def _next(self) -> Seat:
        """Who is asked now."""
        if self._waiting:
            return self._waiting[0]
        game = self.game
        for seat in range(self._aside, game.setup.seats):
            if seat not in game.duty and can_act(game.prompts(Seat(seat))):
                self._aside = seat
                return Seat(seat)
        self._aside = game.setup.seats
        duty = tuple(sorted(game.duty))
        several = len(duty) > 1
        self._waiting = tuple(s for s in duty if can_act(game.prompts(s))) if several else duty
        assert self._waiting, f"nobody on duty can act in {game.phase}"
        return self._waiting[0]
