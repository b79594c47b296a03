"""What a puzzle is about, by what the solver and the laws say, never by what it looks like.

``docs/learn.md`` lists the themes; their names are in the catalogue, ``theme.<code>``.
"""

from __future__ import annotations

from collections.abc import Iterator

from trull import laws
from trull.game import Game
from trull.learn.puzzles.ends import takers
from trull.learn.puzzles.position import NODES, Position
from trull.learn.puzzles.record import Aim, Node, Puzzle
from trull.learn.school import school_of

BOTH = frozenset({"points", "bird", "king"})
"""Aims that are another theme for who wants to break them."""
RICH = 4
"""What a card counts, as players say it, that is worth giving to a partner."""
CLOSE = 1
"""So many thirds to spare are a close thing."""


def themes(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle; the first one is its aim, others hang on how all cards lie."""
    if puzzle.layouts is not None:
        return (_aim(puzzle),)
    game, node, aim = puzzle.game(), puzzle.line, puzzle.aim
    return tuple(dict.fromkeys([_aim(puzzle), *_of_cards(game, node, aim)]))


def _aim(puzzle: Puzzle) -> str:
    aim = puzzle.aim
    names = school_of(puzzle.rules.partition("/")[0]).aims
    card = f".{aim.card}" if aim.kind == "bird" else ""
    other = "" if aim.wanted or aim.kind not in BOTH else ".break"
    return f"{names.get(aim.kind, aim.kind)}{card}{other}"


def _of_cards(game: Game, node: Node, aim: Aim) -> Iterator[str]:
    """Themes of the first question."""
    at = Position(game)
    school = school_of(game.setup.rules.game)
    yield from school.motifs(game, node.keep)
    if aim.kind == "points" and _is_close(at, node, aim):
        yield "close"
    trumps = school.trumps(game)
    if trumps and school.excused.isdisjoint(node.keep):
        yield from _trumped(at, node, aim, trumps)
    if not school.baptises:  # there whatever a Perlagg may be called would be a way of its own
        yield from _given(at, node, aim)


def _is_close(at: Position, node: Node, aim: Aim) -> bool:
    """With hardly more than is needed it could not be forced any more."""
    goal = at.goal(aim)
    assert goal is not None, "an open question"
    more = CLOSE + 1
    bar = goal.bar + more if aim.wanted else goal.bar - more
    if bar <= 0:
        return False
    found = at.core.wins(at.packed, goal, bar, NODES, 1)[0].tolist()
    made = dict(zip(at.plays, found, strict=True))
    return all(made[play] == (not aim.wanted) for play in node.keep)


def _trumped(at: Position, node: Node, aim: Aim, trumps: str) -> Iterator[str]:
    """Where another suit fails: trumps drawn, a suit led that an opponent must trump, a ruff."""
    suits = {_suit(at, play) for play in node.keep}
    if len(suits) != 1 or suits >= {_suit(at, play) for play in at.plays}:
        return
    (suit,) = suits
    if at.game.view_for(None).trick:
        led = _suit(at, at.game.view_for(None).trick[0][1])
        if suit == trumps != led:
            yield "ruff"
        return
    of_suit, excused = at.pack.suits, school_of(at.game.setup.rules.game).excused
    trumping = of_suit[trumps] & ~at.pack.mask(excused)
    rivals = [
        hand for seat, hand in enumerate(at.world.hands) if not aim.helps(seat) and hand & trumping
    ]
    if suit == trumps and rivals:
        yield "draw"
    if suit != trumps and any(not hand & of_suit[suit] for hand in rivals):
        yield "force"


def _suit(at: Position, play: str) -> str:
    """The suit a card is played as."""
    _, _, face = play.partition("=")
    return at.pack.suit_of[at.pack.index[face or play]]


def _given(at: Position, node: Node, aim: Aim) -> Iterator[str]:
    """A rich card for a partner's sure trick; a trick that one could take, and must not."""
    worths = laws.worths(at.game.setup.rules.game)
    mine = frozenset({int(at.seat)})
    taking = frozenset().union(*(takers(at.game, play) for play in node.keep))
    partners = not any(seat in mine or not aim.helps(seat) for seat in taking)
    if aim.kind == "points" and partners and min(worths[play] for play in node.keep) >= RICH:
        yield "smear"
    if not taking & mine and any(takers(at.game, play) == mine for play in node.fail):
        yield "duck"
