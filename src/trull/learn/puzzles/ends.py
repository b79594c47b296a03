"""What came of an aim once the cards are played: by the laws, and without the solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trull.game import Game
from trull.learn.puzzles.line import played
from trull.learn.puzzles.record import Aim
from trull.learn.school import school_of


class Fallen(NamedTuple):
    """A trick as it fell, counted from 1."""

    number: int
    cards: tuple[tuple[int, str], ...]
    taker: int


def followed(game: Game, cards: Iterable[str]) -> tuple[Game, tuple[Fallen, ...]]:
    """The game after these cards, and the tricks they ended; IllegalAction for a card too many."""
    found: list[Fallen] = []
    for card in cards:
        before = game.view_for(None).taken
        game = played(game, card)
        found.extend(_ended(game, before))
    return game, tuple(found)


def _ended(game: Game, before: tuple[int, ...]) -> Iterator[Fallen]:
    view = game.view_for(None)
    for seat, tricks in enumerate(view.taken):
        if tricks > before[seat]:
            trick = tuple((int(who), card) for who, card in view.last_trick)
            yield Fallen(sum(view.taken), trick, seat)


def reached(aim: Aim, game: Game, tricks: Iterable[Fallen]) -> bool:
    """Whether the side of an aim has got what it wants, these tricks having ended the deal."""
    fallen = tuple(tricks)
    taken = [one for one in fallen if one.taker in aim.side]
    match aim.kind:
        case "points":
            return school_of(game.setup.rules.game).made(game)
        case "tricks":
            return len(taken) >= aim.bar
        case "exactly":
            return len(taken) == aim.need
    last = [one for one in taken if one.number == aim.trick]
    return any(_stands(aim, one) for one in last)


def _stands(aim: Aim, trick: Fallen) -> bool:
    """A bird takes the trick itself; a king must only be in it."""
    cards = dict(trick.cards)
    if aim.kind == "bird":
        return cards[trick.taker] == aim.card
    return aim.card in cards.values()


def takers(game: Game, card: str) -> frozenset[int]:
    """Who may take the trick after a card, whatever lawful cards the others give to it."""
    then, ended = followed(game, (card,))
    if ended:
        return frozenset({ended[0].taker})
    (seat,) = then.duty
    plays = [act.args[0] for act in then.plays(seat)]
    return frozenset().union(*(takers(then, one) for one in plays))
