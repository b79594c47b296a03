"""Many tables at once, compiled: arrays in, arrays out.

>>> tables = Tables("koenigrufen/tirol", 64, seed=1)  # doctest: +SKIP
>>> tables.step(tables.random_tokens())  # doctest: +SKIP
>>> tables.seat, tables.observation, tables.mask, tables.reward, tables.done  # doctest: +SKIP
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from trull import games, ruleset
from trull.bots.fast import jobs
from trull.errors import TrullError
from trull.machine import game
from trull.machine.game import Machine
from trull.machine.game_loops import loops_of
from trull.ruleset import RuleSet

if TYPE_CHECKING:
    import numpy.typing as npt

    from trull.machine.compiled import Compiled

    Words = npt.NDArray[np.int64]
    Bytes = npt.NDArray[np.int8]

OBSERVATIONS, SECRETS = 1, 2


def has_machine(name: str) -> bool:
    """Whether whole deals of a game can be played here."""
    return isinstance(games.given(name, "machine", "MACHINE"), Machine)


def warm(*names: str) -> None:
    """Compile the loops of these games, or of every game, where it has a machine."""
    for name in names or games.names():
        if has_machine(name):
            for loop in loops_of(name):
                loop.ready()


def loaded(rules: RuleSet | str | Sequence[RuleSet | str]) -> list[RuleSet]:
    """Rule sets of one game by name or as they are."""
    several = [rules] if isinstance(rules, RuleSet | str) else rules
    found = [ruleset.load(one) if isinstance(one, str) else one for one in several]
    if len({one.game for one in found}) != 1:
        raise TrullError("tables of one batch play one game")
    return found


class Tables:
    """Tables of a game that play on for ever: the k-th of n deals seeds k, k + n and so on.

    With several rule sets they are given to the tables in turn. All arrays are written in place.
    """

    seat: Words
    """Who must act at each table."""
    mask: Words
    """The lawful tokens: token t is bit t % 64 of word t // 64."""
    observation: Bytes
    """What the seat on duty may know; ``fields`` names its parts."""
    secret: Bytes
    """What nobody knows, for critics in training; ``revealed`` names its parts."""
    reward: Words
    """Of a deal that has just ended: points of each seat, in parts of a point (``unit``)."""
    done: Words
    """1 where a deal has just ended; the next has begun."""

    def __new__(cls, *given: object, device: str = "cpu", **named: object) -> Self:
        """Tables on a CPU, or with ``device="cuda"`` their twins on a GPU: ``CudaTables``."""
        if device == "cpu":
            return super().__new__(cls)
        if device != "cuda":
            raise TrullError(f"tables play on cpu or cuda, not on {device}")
        named.pop("threads", None)
        twins = importlib.import_module("trull.research.device")
        return twins.CudaTables(*given, **named)  # type: ignore[no-any-return]

    def __init__(
        self,
        rules: RuleSet | str | Sequence[RuleSet | str],
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        observe: bool = True,
        reveal: bool = False,
        skip_forced: bool = False,
        device: str = "cpu",  # noqa: ARG002 - ``__new__`` has read it
    ) -> None:
        """Deal at every table; ``skip_forced`` does what is the only lawful token unasked."""
        if n < 1:
            raise TrullError(f"there must be a table at least, not {n}")
        books = loaded(rules)
        self.machine: Machine = game.of(books[0].game)
        self.n, self.threads, self.forced = n, threads, int(skip_forced)
        self._how = OBSERVATIONS * observe | SECRETS * reveal
        self._loops = loops_of(self.machine.game)
        self._rules = np.array([self.machine.numbers(book) for book in books], np.int64)
        self._books = np.arange(n, dtype=np.int64) % len(books)
        self._states = np.zeros((n, self.machine.words), np.int64)
        self._arrays(observe, reveal)
        self.reset(seed)

    def _arrays(self, observe: bool, reveal: bool) -> None:
        machine, n = self.machine, self.n
        self.mask = np.zeros((n, machine.mask), np.int64)
        self.observation = np.zeros((n, machine.fields.size if observe else 0), np.int8)
        self.secret = np.zeros((n, machine.revealed.size if reveal else 0), np.int8)
        self.seat, self.done = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.reward, self.seed = np.zeros((n, machine.seats), np.int64), np.zeros(n, np.int64)

    def reset(self, seed: int | Words = 0) -> None:
        """New deals: from one seed on, or each table its own; equal seeds deal equal cards."""
        self.seed[:] = np.arange(self.n) + seed if isinstance(seed, int) else seed
        self.done[:], self.reward[:] = 0, 0
        self._each(self._loops.begin, self._sights(), (self._how,))

    def step(self, tokens: Words) -> None:
        """A token at each table; TrullError, and nothing is done, if one is not lawful."""
        tokens = self._lawful(tokens)
        self._each(
            self._loops.step,
            (*self._sights(), tokens, self.reward, self.done),
            (self.n, self.forced, self._how),
        )

    def random_tokens(self, rng: np.random.Generator) -> Words:
        """A lawful token for each table, each as likely as another."""
        bits = self.lawful()
        place = rng.random((self.n, bits.shape[1])) * bits
        tokens: Words = place.argmax(axis=1)
        return tokens

    def lawful(self) -> npt.NDArray[np.bool_]:
        """The masks with a truth value for each token."""
        words = self.mask.view(np.uint8)
        return np.unpackbits(words, axis=1, bitorder="little").astype(bool)

    def roll_out(self, deals: int, seed: int = 0, how: int = 0) -> Words:
        """So many whole random deals at each table, and a checksum of each; for benches."""
        sums = np.zeros(self.n, np.int64)
        arrays = (self._states, self._rules, self._books, self.mask, self.observation, sums)
        self._spread(self._loops.roll_out, arrays, (seed, deals, how))
        return sums

    def _sights(self) -> tuple[Words | Bytes, ...]:
        return self.mask, self.observation, self.secret, self.seat

    def _lawful(self, tokens: Words) -> Words:
        tokens = np.ascontiguousarray(tokens, np.int64)
        if tokens.shape != (self.n,):
            raise TrullError(f"expected a token for each of {self.n} tables, found {tokens.shape}")
        known = (tokens >= 0) & (tokens < 64 * self.machine.mask)
        word = np.where(known, tokens >> 6, 0)
        bit = self.mask[np.arange(self.n), word] >> (tokens & 63) & 1
        wrong = np.flatnonzero(~known | (bit == 0))
        if wrong.size:
            first = int(wrong[0])
            raise TrullError(f"token {tokens[first]} is not lawful at table {first}")
        return tokens

    def _each(
        self, loop: Compiled, more: tuple[Words | Bytes, ...], numbers: tuple[int, ...]
    ) -> None:
        arrays = (self._states, self._rules, self._books, self.seed, *more)
        self._spread(loop, arrays, numbers)

    def _spread(
        self, loop: Compiled, arrays: tuple[Words | Bytes, ...], numbers: tuple[int, ...]
    ) -> None:
        def work(first: int, last: int, _thread: int) -> None:
            loop(*arrays, *numbers, first, last)

        jobs.each(self.n, self.threads, work)
