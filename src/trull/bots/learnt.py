"""A player that learnt a whole game by playing against itself (``trull.train``).

It sees what its view tells, as the numbers of ``trull.machine.information``, and says its act token
by token: of the lawful ones that which its network likes best. A few matrix products an act, by
numpy alone. Where nothing fits a table the searching bot plays instead, and a note says why.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile

import numpy as np

from trull import laws, ruleset
from trull.bots import WEIGHTS
from trull.bots import game as bots
from trull.errors import RuleSetError, TrullError
from trull.machine import game as machines
from trull.machine.information import mark_begun, observe, observer_of
from trull.machine.tokens import digest, of_game, vocabulary
from trull.machine.wording import Wording

if TYPE_CHECKING:
    import numpy.typing as npt

    from trull.bots.manners import Substitution
    from trull.bots.search.bot import ThinkingBot
    from trull.machine.fields import Row
    from trull.ruleset import Option, RuleSet, Value
    from trull.state import Action, View

    Numbers = npt.NDArray[np.float32]

VERSION = 2
"""Of the file of weights."""


class Block(NamedTuple):
    """Two layers around which what came in is carried past."""

    first: Numbers
    bias: Numbers
    second: Numbers


class Network:
    """The weights of a game, and what they make of an observation."""

    def __init__(self, weights: dict[str, Numbers], books: Mapping[str, int]) -> None:
        """Weights by the names they were learnt under, inputs already scaled.

        ``books``: the rule sets that were learnt by, each with its version.
        """
        self.books = books
        self.first, self.bias = weights["first.weight"].T.copy(), weights["first.bias"]
        blocks = sum(name.endswith(".1.weight") for name in weights)
        self.blocks = [
            Block(
                weights[f"blocks.{n}.0.weight"].T.copy(),
                weights[f"blocks.{n}.0.bias"],
                weights[f"blocks.{n}.1.weight"].T.copy(),
            )
            for n in range(blocks)
        ]
        self.last, self.last_bias = weights["last.weight"].T.copy(), weights["last.bias"]

    def likes(self, row: npt.NDArray[np.int8]) -> Numbers:
        """How much each token is liked; only what is not nought in the row costs anything."""
        on = np.flatnonzero(row)
        x = np.maximum(row[on].astype(np.float32) @ self.first[on] + self.bias, 0)
        for first, bias, second in self.blocks:
            x = np.maximum(x + np.maximum(x @ first + bias, 0) @ second, 0)
        liked: Numbers = x @ self.last + self.last_bias
        return liked

    def likes_all(self, rows: npt.NDArray[np.int8]) -> Numbers:
        """The same for many observations at once."""
        x = np.maximum(rows.astype(np.float32) @ self.first + self.bias, 0)
        for first, bias, second in self.blocks:
            x = np.maximum(x + np.maximum(x @ first + bias, 0) @ second, 0)
        liked: Numbers = x @ self.last + self.last_bias
        return liked


def _file(game: str) -> Traversable:
    return resources.files("trull.bots") / game / WEIGHTS


@cache
def network(game: str) -> Network:
    """What was learnt of a game; TrullError where there is nothing that fits."""
    try:
        with _file(game).open("rb") as opened, np.load(opened) as kept:
            about = json.loads(str(kept["about"]))
            weights = {
                name: kept[name].astype(np.float32) for name in kept.files if name != "about"
            }
        if not fitting(game).items() <= about.items():
            raise TrullError(f"what was learnt of {game} belongs to another version of Trull")
        return Network(weights, about["books"])
    except FileNotFoundError:
        raise TrullError(f"nothing was learnt of {game} yet") from None
    except (OSError, EOFError, ValueError, LookupError, AttributeError, BadZipFile) as error:
        raise TrullError(f"what was learnt of {game} cannot be read ({error})") from None


def fitting(game: str) -> dict[str, object]:
    """What a file of weights must say of itself: its form, what it sees and what it can say."""
    seen = (f"{field.name} {field.shape}" for field in observer_of(game).fields.fields)
    return {
        "version": VERSION,
        "game": game,
        "tokens": of_game(game).checksum,
        "inputs": digest(seen),
    }


# Rules


def learnable(option: Option) -> tuple[Value, ...]:
    """The values by which a house rule is drawn in training; none where it is left as it is."""
    if option.name == "table":  # a free table has no machine
        return ()
    return option.values or ((False, True) if isinstance(option.value, bool) else ())


def was_learnt(rules: RuleSet, books: Mapping[str, int]) -> bool:
    """Whether tables like this were played at in training.

    So it is where the machine cannot tell the rules from one of these books with learnable options
    changed: what a point costs in cents is nothing to it, another price of a game is.
    """
    if rules.name not in books:
        return False
    numbers = machines.of(rules.game).numbers
    try:
        book = ruleset.load(rules.name, version=books[rules.name])
        both = rules.options.keys() & book.options.keys()
        drawn = {n: rules[n] for n in both if rules[n] in learnable(book.options[n])}
        return numbers(rules) == numbers(book.with_options(drawn))
    except RuleSetError:  # a switch or a game the machine has no number for
        return False


@lru_cache(maxsize=256)
def substitution(rules: RuleSet) -> tuple[Substitution, str]:
    """Why the searching bot plays by these rules, as a code and in words; empty where it does not.

    >>> from trull.ruleset import load
    >>> substitution(load("koenigrufen/tirol"))
    ('', '')
    """
    try:
        found = network(rules.game)
    except TrullError as error:
        return "unlearnt", f"{error}; the searching bot plays instead"
    if was_learnt(rules, found.books):
        return "", ""
    return "unseen", f"{rules.title_line} was never learnt; the searching bot plays instead"


# Playing


class LearntBot:
    """Plays what was learnt; where nothing was, and at a free table, the searching bot does."""

    name = "learnt"

    def __init__(self, seed: int) -> None:
        """The seed is the deputy's, and of what is drawn where a game is mixed."""
        self._seed, self._rng = seed, Random(f"{seed}/learnt")
        self.note: Substitution = ""
        self.why = ""  # the note in a sentence, for logs
        self.failure = ""  # the deputy's

    def act(self, view: View) -> Action | None:
        """The act its network likes best."""
        self.note, self.why = substitution(view.rules)
        if self.note:
            act = self._deputy.act(view)
            self.failure = self._deputy.failure
            return act
        said, mind = unsaid(view), Mind(view)
        while not said.whole:
            said = said.after(mind.chosen(said, self._rng))
        return said.act

    @cached_property
    def _deputy(self) -> ThinkingBot:
        from trull.bots.search.bot import ThinkingBot  # only here: it brings beliefs with it

        return ThinkingBot("search", self._seed, [], exact=True)


class Choice(NamedTuple):
    """What the network likes best, and its share of all liking: None for several tokens."""

    act: Action | None
    share: float | None


def choice(view: View) -> Choice:
    """The act liked best by rules that were learnt; no chance is in it."""
    said, mind = unsaid(view), Mind(view)
    shares: list[float] = []
    while not said.whole:
        tokens = said.tokens()
        if len(tokens) > 1:
            parts = chances(mind.likes(said.so_far)[list(tokens)])
            shares.append(float(parts.max()))
            said = said.after(tokens[int(parts.argmax())])
        else:
            said = said.after(tokens[0])
    return Choice(said.act, shares[0] if len(shares) == 1 else None)


def unsaid(view: View) -> Wording:
    """The act to be chosen; signs are left out: learnt among its like they mean nothing to others.

    Out of turn no questions are put either. They could be put without end, as signs could be
    given: in training a seat out of turn is asked for a word only once an act.
    """
    assert view.seat is not None, "a bot has a seat"
    out_of_turn = view.seat not in view.duty
    unsaid = laws.of(view.rules.game).asides
    if out_of_turn:
        unsaid |= bots.of(view.rules.game).left_to_book
    prompts = tuple(prompt for prompt in view.prompts if prompt.verb not in unsaid)
    may_be_silent = out_of_turn or not prompts
    return Wording(prompts, vocabulary(view.rules), view.seat, view.seats, may_be_silent)


def chances(liked: Numbers) -> Numbers:
    """The share of all liking of each of some tokens."""
    weights = np.exp(liked - liked.max())
    parts: Numbers = weights / weights.sum()
    return parts


class Mind:
    """A view in the eyes of the network; what it sees is worked out once for a whole act."""

    def __init__(self, view: View) -> None:
        """Nothing is looked at before there is a choice."""
        self._view, self._network = view, network(view.rules.game)

    @cached_property
    def _row(self) -> Row:
        return observe(self._view)

    def likes(self, so_far: Sequence[int]) -> Numbers:
        """How much each token is liked after those of the act begun."""
        mark_begun(self._view, self._row, so_far)  # an act only grows: nothing to wipe out
        return self._network.likes(self._row)

    def chosen(self, said: Wording, rng: Random) -> int:
        """The lawful token that is liked best; where a game is mixed a word is drawn by liking."""
        tokens = said.tokens()
        if len(tokens) == 1:
            return tokens[0]
        liked, rules = self.likes(said.so_far)[list(tokens)], self._view.rules
        speaks = tokens[-1] >= vocabulary(rules).cards
        if machines.of(rules.game).learning.mixes and speaks:
            return rng.choices(tokens, chances(liked).tolist())[0]
        return tokens[int(liked.argmax())]
