"""Trull's games for OpenSpiel (extra ``research``), registered by importing this module.

::

    import pyspiel, trull.research.openspiel

    game = pyspiel.load_game("trull_koenigrufen(rules=tirol,set=klopfen:false;radl:false)")

Beside it there are ``trull_lhombre``, ``trull_perlaggen`` and the games of installed packages.
Chance deals the pack card by card and then cuts; actions are the tokens of
``trull.research.steps``, utilities the points of the settlement. ``HouseBot`` seats a bot of Trull
at an OpenSpiel table, ``Visitor`` a bot of OpenSpiel at a table of Trull; ``resampled`` draws
another state that a player cannot tell from this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

import numpy as np
import numpy.typing as npt
import pyspiel

from trull import bots, games, laws, ruleset
from trull.bots import belief
from trull.cards import Card, Pack
from trull.errors import TrullError
from trull.game import Game
from trull.machine.fields import Fields, Row
from trull.machine.information import information_state, observe, observer_of
from trull.machine.steps import Steps
from trull.machine.tokens import SILENT, Vocabulary, of_game
from trull.research.steps import book_named, books
from trull.ruleset import RuleSet
from trull.state import Act, Action, Seat, Setup, View

PREFIX = "trull_"
PRICES = ("contract", "bonus", "charge", "price", "honour", "value", "ladder")
HIGHEST = 8 * 2 * 2
"""The highest Kontra, a doubled round, a doubled game."""
LONGEST = 4_000
"""No deal has more tokens and cards than this."""
HISTORY = 512
"""Acts that fit the tensor of an information state; older ones are left out of it."""
TRIES = 200
"""Attempts at another deal that a player cannot tell from this one."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """What the parameters of a game say; games and states share it."""

    rules: RuleSet
    players: int
    dealer: int
    pack: Pack
    vocabulary: Vocabulary

    def __deepcopy__(self, _memo: dict[int, object]) -> Table:
        return self

    def setup(self, pack: Sequence[int]) -> Setup:
        """The deal of a pack."""
        game = laws.of(self.rules.game)
        sitting = game.open_sitting(self.rules, self.players, self.dealer)
        return game.deal(sitting, tuple(map(Card, pack)))[0]


@lru_cache(maxsize=256)
def _table(game: str, rules: str, changes: str, players: int, dealer: int) -> Table:
    wishes = dict(change.split(":", 1) for change in changes.split(";") if change)
    found = ruleset.load(book_named(game, rules), wishes)
    seats = _players(found, players)
    return Table(
        rules=found,
        players=seats,
        dealer=dealer % seats,
        pack=laws.of(game).pack,
        vocabulary=of_game(game),
    )


def _told_by(game: str, params: Mapping[str, object]) -> Table:
    told = {**PARAMETERS, **params}
    players, dealer = int(str(told["players"])), int(str(told["dealer"]))
    return _table(game, str(told["rules"]), str(told["set"]), players, dealer)


class TrullGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Trull by one of its rule sets."""

    def __init__(self, kind: pyspiel.GameType, params: Mapping[str, object]) -> None:
        table = _told_by(kind.short_name.removeprefix(PREFIX), params)
        most = float(bound(table.rules, table.players))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(table.vocabulary),
            max_chance_outcomes=len(table.vocabulary),
            num_players=table.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params)

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (str(self),)

    @property
    def table(self) -> Table:
        """Rule set, players, pack and tokens."""
        game = self.get_type().short_name.removeprefix(PREFIX)
        return _told_by(game, self.get_parameters())

    def new_initial_state(self, _text: str | None = None) -> TrullState:
        """A pack to be dealt."""
        return TrullState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, object] | None = None,
    ) -> TrullObserver | None:
        """What one player knows: all at once, or everything ever seen. Nothing is told in parts."""
        if params:
            raise ValueError(f"observations have no parameters; there came {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        whole = alone and kind.public_info
        return TrullObserver(self.table, kind.perfect_recall) if whole else None


class TrullState(pyspiel.State):  # type: ignore[misc]
    """A deal: cards by chance, a cut by chance, then tokens."""

    def __init__(self, game: TrullGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.pack: list[int] = []
        self.left = [*range(self.table.pack.size)]  # cards that are not dealt
        self.steps: Steps | None = None
        self.opening = 0  # acts that were done by chance
        self.is_open = False  # the cards are out

    def __reduce__(self) -> tuple[object, ...]:
        return _after, (str(self.get_game()), self.history())

    # What OpenSpiel asks

    def current_player(self) -> int:
        """Who is asked."""
        if not self.is_open:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.steps is not None, "the cards are out"
        return int(pyspiel.PlayerId.TERMINAL) if self.steps.seat is None else self.steps.seat

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.is_open and self.steps is not None and self.steps.done

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._walk().tokens()) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that are left, or the places where the pack may be cut."""
        left = self._cuts() if self.steps else self.left
        chance = 1 / len(left)
        return [(outcome, chance) for outcome in left]

    def _apply_action(self, action: int) -> None:
        if self.steps is not None:
            self.steps.apply(action)
        else:
            self.left.remove(action)
            self.pack.append(action)
            if len(self.pack) == self.table.pack.size:
                self.steps = Steps(Game(self.table.setup(self.pack)))
        if self.steps is not None and not self.is_open:
            game = self.steps.game
            self.is_open = not game.duty or any(game.view_for(None).counts)
            self.opening = len(game.log)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and len(self.pack) < self.table.pack.size:
            return f"deal {self.table.pack.codes[action]}"
        return self.table.vocabulary.tokens[action]

    def returns(self) -> list[float]:
        """The points of the settlement."""
        points = (
            self.steps.rewards() if self.steps and self.is_terminal() else [0] * self.table.players
        )
        return [float(amount) for amount in points]

    def __str__(self) -> str:
        pack = " ".join(self.table.pack.codes[card] for card in self.pack)
        if self.steps is None:
            return pack
        begun = [self.table.vocabulary.tokens[token] for token in self.steps.so_far]
        acts = [f"{seat} {act}" for seat, act in self.steps.game.log]
        return "\n".join([pack, *acts, *(f"{self.steps.seat} {token} …" for token in begun)])

    # What Trull knows

    def view(self, player: int) -> View | None:
        """What a player may know, once the cards are out; the cut is left out of it."""
        if not self.is_open:
            return None
        view = self._walk().game.view_for(Seat(player))
        return replace(view, seen=view.seen[self.opening :])

    def so_far(self, player: int) -> tuple[int, ...]:
        """The tokens of the act that a player has begun."""
        return self._walk().so_far if player == self.current_player() else ()

    def _walk(self) -> Steps:
        assert self.steps is not None, "the pack is dealt"
        return self.steps

    def _cuts(self) -> list[int]:
        """The tokens of the first prompt: who cuts does not knock."""
        steps = self._walk()
        verb = steps.prompts[0].verb
        return [token for token in steps.tokens() if self._verb(token) == verb]

    def _verb(self, token: int) -> str:
        return self.table.vocabulary.tokens[token].partition(" ")[0]


def _after(game: str, history: list[int]) -> TrullState:
    state: TrullState = pyspiel.load_game(game).new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class TrullObserver:
    """The named tensors of a player's knowledge; see ``docs/observations.md``."""

    def __init__(self, table: Table, perfect_recall: bool) -> None:
        self._table, self._recalls = table, perfect_recall
        self._fields = observer_of(table.rules.game).fields
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if perfect_recall:
            size = table.pack.size
            self._lay_out([("hand", (size,)), ("shown", (size,)), ("history", (2 * HISTORY,))])
        else:
            self._lay_out([(field.name, field.shape) for field in self._fields.fields])

    def _lay_out(self, named: list[tuple[str, tuple[int, ...]]]) -> None:
        sizes = [int(np.prod(shape)) for _, shape in named]
        self.tensor: npt.NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        start = 0
        for (name, shape), size in zip(named, sizes, strict=True):
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: TrullState, player: int) -> None:
        """Write what the player knows."""
        view = state.view(player)
        self.tensor.fill(0)
        if view is None:
            return
        if not self._recalls:
            self.tensor[:] = observe(view, state.so_far(player))
            return
        known = information_state(view, state.so_far(player))
        self.dict["hand"][list(known.hand)] = 1
        self.dict["shown"][list(known.shown)] = 1
        history = known.history[-HISTORY:]
        if history:
            self.dict["history"][: 2 * len(history)] = np.add(history, 1).ravel()

    def string_from(self, state: TrullState, player: int) -> str:
        """What the player knows, in words."""
        view = state.view(player)
        if view is None:
            return f"p{player}"
        words = [f"p{player}", " ".join(view.hand)]
        if self._recalls:
            known, codes = information_state(view, state.so_far(player)), self._table.pack.codes
            words.append(" ".join(codes[card] for card in known.shown))
            words.append(" ".join(f"{place}:{token}" for place, token in known.history))
        else:
            words.append(_told(self._fields, observe(view, state.so_far(player))))
        return " | ".join(words)


def _told(fields: Fields, row: Row) -> str:
    """The fields that are not empty, with their places and numbers."""
    found = []
    for name, plane in fields.named(row).items():
        flat = plane.ravel()
        marks = [f"{at}={flat[at]}" if flat[at] != 1 else f"{at}" for at in np.flatnonzero(flat)]
        if marks:
            found.append(f"{name} {','.join(marks)}")
    return "; ".join(found)


# Another deal that a player cannot tell from this one


def resampled(state: TrullState, player: int, rng: Random) -> TrullState:
    """A state with other hidden cards in which the player knows the same.

    It is drawn from what Trull's bots believe: all deals that fit what was seen, equally likely.
    """
    view = state.steps.game.view_for(Seat(player)) if state.steps and state.is_open else None
    if view is None:
        raise TrullError("before the cards are out there is nothing to draw again")
    return sampled(state.get_game(), view, rng, state.so_far(player))


def sampled(game: TrullGame, view: View, rng: Random, so_far: Sequence[int] = ()) -> TrullState:
    """A state in which the seat of a view knows just this, its act begun included."""
    believed = belief.of(view)
    for _ in range(TRIES):
        guess = believed.draw(rng)
        if guess is None:
            continue
        found = _replayed(game, believed.setup(guess), believed.acts(guess), view.seat)
        if found is not None:
            for token in so_far:
                found.apply_action(token)
            return found
    raise TrullError(f"no deal was found that fits what seat {view.seat} has seen")


def _replayed(
    game: TrullGame, setup: Setup, acts: Sequence[Act], asked: Seat | None
) -> TrullState | None:
    """The state after these acts, at the next question to this seat; None if they cannot be."""
    state = game.new_initial_state()
    for card in setup.pack:
        state.apply_action(card)
    try:
        for seat, act in acts:
            _asked(state, seat)
            for token in state._walk().path(act):
                state.apply_action(token)
        if asked is not None:
            _asked(state, asked)
    except TrullError:
        return None
    return state


def _asked(state: TrullState, seat: Seat) -> None:
    """Let others be silent until the seat is asked."""
    steps = state._walk()
    while steps.seat != seat:
        for token in steps.path(None):
            state.apply_action(token)


# Bots both ways


class HouseBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of Trull at an OpenSpiel table; it meets views alone."""

    def __init__(self, name: str, player: int, seed: int = 0) -> None:
        super().__init__()
        self._bot, self._player, self._planned = bots.invited(name, seed), player, list[int]()

    def restart_at(self, _state: TrullState) -> None:
        """Forget an act that was begun."""
        self._planned = []

    def step(self, state: TrullState) -> int:
        """The next token of the bot's act."""
        steps = state._walk()
        if not steps.so_far:
            self._planned = list(steps.path(self._bot.act(steps.game.view_for(Seat(self._player)))))
        return self._planned.pop(0)


class Visitor:
    """A bot of OpenSpiel at a table of Trull: it is shown a state drawn from its seat's view."""

    def __init__(self, bot: pyspiel.Bot, seed: int = 0, name: str = "visitor") -> None:
        self.name, self._bot, self._rng = name, bot, Random(seed)

    def act(self, view: View) -> Action | None:
        """The act to which the bot's tokens lead."""
        state = sampled(table_of(view), view, self._rng)
        steps = state._walk()
        before = len(steps.game.log)
        while len(steps.game.log) == before:
            token = self._bot.step(state)
            if steps.vocabulary.tokens[token] == SILENT:
                return None
            state.apply_action(token)
        return steps.game.log[-1].action


def table_of(view: View) -> TrullGame:
    """The game of OpenSpiel that is played where this view is seen."""
    if view.dealer is None:
        raise TrullError("a dealer who sits out has no seat in OpenSpiel")
    changes = ";".join(f"{key}:{value}" for key, value in view.rules.changes.items())
    told = {"rules": view.rules.name, "set": changes, "players": view.seats, "dealer": view.dealer}
    game: TrullGame = pyspiel.load_game(f"{PREFIX}{view.rules.game}", told)
    return game


# The games


PARAMETERS = {"rules": "", "set": "", "players": 0, "dealer": -1}
"""Which rule set, which options otherwise, how many players; the last one deals."""


def bound(rules: RuleSet, players: int) -> int:
    """No settlement is larger: all prices of the rule set at once, doubled as often as can be."""
    prices = sum(sum(_numbers(rules.section(name))) for name in PRICES)
    return int(max(prices, 1) * HIGHEST * players)


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, bool | str) or value is None:
        return
    if isinstance(value, int | float):
        yield abs(int(value)) + 1
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _numbers(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _numbers(part)


def _players(rules: RuleSet, wanted: int) -> int:
    allowed = _seats(rules)
    if wanted and wanted not in allowed:
        raise TrullError(f"{rules.name} is played by {allowed}, not by {wanted}")
    return wanted or (4 if 4 in allowed else allowed[0])


def _seats(rules: RuleSet) -> tuple[int, ...]:
    """How many may sit in a deal; of five players of Königrufen one sits out."""
    game = laws.of(rules.game)
    pack = tuple(map(Card, range(game.pack.size)))
    allowed = game.seats(rules)
    return tuple(
        n for n in allowed if game.deal(game.open_sitting(rules, n, 0), pack)[0].seats == n
    )


def _registered(game: str) -> None:
    """Make a game known to OpenSpiel, with the seats that any of its rule sets allows."""
    found = [ruleset.load(name) for name in books(game)]
    more = [b.with_options({"players": 6}) for b in found if "players" in b.options]
    allowed = {n for book in (*found, *more) for n in _seats(book)}
    kind = pyspiel.GameType(
        short_name=f"{PREFIX}{game}",
        long_name=f"Trull: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(allowed),
        min_num_players=min(allowed),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )

    class Registered(TrullGame):
        """OpenSpiel keeps the class to the very end of the program; a function would not do."""

        def __init__(self, params: Mapping[str, object] | None = None) -> None:
            super().__init__(kind, params or {})

    pyspiel.register_game(kind, Registered)


for _game in games.names():
    _registered(_game)
