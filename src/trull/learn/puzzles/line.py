"""How a puzzle goes on: own cards that are unique, the defence that asks most, refutations.

After the right card the others play: who helps, so that the goal stays; who does not, in every
way that is tried. Of these replies those are kept after which most is asked, three at most. Where
the next own card is no longer unique the deal is played out and the line is over.
"""

from __future__ import annotations

from copy import copy
from random import Random

from trull.bots.heuristic import advise
from trull.game import Game
from trull.learn.puzzles.position import Position
from trull.learn.puzzles.record import Aim, Node, Reply
from trull.learn.puzzles.touching import classes
from trull.state import Seat, word

TRIED, KEPT, DEEPEST = 16, 3, 5
"""Replies tried after a card, those that are kept, and the most questions of a line."""
PLAY = "play"


class Unclear(Exception):
    """The solver does not find out in time, or the deal is not decided by cards alone."""


def question(game: Game, aim: Aim) -> tuple[Position, tuple[str, ...]] | None:
    """The position with the cards that keep the goal, if these are one class and others are not."""
    at = Position(game)
    made = at.made(aim)
    if made is None or not at.whole:
        return None
    keep = tuple(play for play in at.plays if made[play])
    if not keep or len(keep) == len(at.plays):
        return None
    found = classes(at, aim.card)
    return (at, keep) if sum(not set(keep).isdisjoint(one) for one in found) == 1 else None


def line(game: Game, aim: Aim, deepest: int = DEEPEST) -> Node | None:
    """The line from an own turn on; None where the own card is not unique, or all is unclear."""
    asked = question(game, aim)
    if asked is None:
        return None
    at, keep = asked
    fail = {play: rest(played(game, play), aim) for play in at.plays if play not in keep}
    replies = _replies(played(game, keep[0]), aim, at.seat, deepest - 1)
    return Node(keep=keep, fail=fail, replies=replies)


def _replies(game: Game, aim: Aim, seat: Seat, deepest: int) -> tuple[Reply, ...]:
    found: list[Reply] = []
    if deepest:
        for cards, then in _tails(game, aim, seat):
            if len(found) < KEPT and (following := line(then, aim, deepest)) is not None:
                found.append(Reply(cards, following))
    most = max((one.then.depth for one in found if one.then), default=0)
    longest = tuple(one for one in found if one.then and one.then.depth == most)
    return longest or (Reply(rest(game, aim), None),)


def _tails(game: Game, aim: Aim, seat: Seat) -> list[tuple[tuple[str, ...], Game]]:
    """What the others may play until it is the seat's turn again, several ways."""
    rng = Random(len(game.log))
    found: dict[tuple[str, ...], Game] = {}
    for number in range(TRIED):
        then, cards = copy(game), list[str]()
        while turn(then) not in (seat, None):
            at = Position(then)
            card = _some(at, aim, rng) if number else _best(at, aim)
            cards.append(card)
            then = played(then, card)
        if turn(then) == seat:
            found.setdefault(tuple(cards), then)
    return list(found.items())


def _some(at: Position, aim: Aim, rng: Random) -> str:
    """A card by chance: any class of an opponent, one that keeps the goal of a helper."""
    if aim.helps(at.seat):
        return _best(at, aim)
    return rng.choice(classes(at, aim.card))[0]


def _best(at: Position, aim: Aim) -> str:
    """A card that gets its side what it wants; of several the one a book would advise."""
    if len(at.plays) == 1:
        return at.plays[0]
    if not at.whole:
        raise Unclear
    advised = _advised(at)
    if at.goal(aim) is None:
        return advised
    made = at.made(aim)
    if made is None:
        raise Unclear
    good = [play for play in at.plays if made[play]] or list(at.plays)
    return advised if advised in good else good[0]


def _advised(at: Position) -> str:
    act = advise(at.game.view_for(at.seat), Random(0))
    return act.args[0] if act and act.verb == PLAY and act.args[0] in at.plays else at.plays[0]


def rest(game: Game, aim: Aim) -> tuple[str, ...]:
    """The deal played out: everybody as well as can be, by the open cards."""
    cards = list[str]()
    while turn(game) is not None:
        card = _best(Position(game), aim)
        cards.append(card)
        game = played(game, card)
    return tuple(cards)


def turn(game: Game) -> Seat | None:
    """Who plays the next card; None once all are played. Unclear where something else is due."""
    if game.over or game.phase != PLAY:
        return None
    if len(game.duty) != 1:
        raise Unclear
    (seat,) = game.duty
    if not game.plays(seat):
        raise Unclear
    return seat


def played(game: Game, card: str) -> Game:
    """The game after one more card."""
    then = copy(game)
    (seat,) = then.duty
    then.apply(seat, word(PLAY, card))
    return then
