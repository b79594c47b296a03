"""Safe puzzles: one's own cards alone, and one card that does it however the others lie.

Looked through are all lawful layouts of the cards that are not seen (``bots/belief/layouts``), or
a great many that are drawn. In each of them the exact solver says, with open hands, after which
cards the goal can still be forced. One class of cards must do so in every layout, and each other
card must fail in a tenth of them at least. Nothing but the view of who is asked goes into this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from trull import __version__
from trull.bots import game as bots
from trull.bots.belief import layouts
from trull.bots.belief.layouts import Layout
from trull.errors import PuzzleError, TrullError
from trull.game import Game
from trull.learn.puzzles.line import Unclear, played, rest
from trull.learn.puzzles.position import Position
from trull.learn.puzzles.record import Aim, Node, Puzzle, Reply, Tally, halves
from trull.learn.puzzles.touching import classes
from trull.learn.puzzles.tries import FIRST, OTHERS, hard, of_first, tried
from trull.state import View

KIND = "safe"
LEAST, MOST = 3, 6
"""Cards in the hand that is asked."""
EXACT, DRAWN = 20_000, 2_000
"""So many layouts are all looked through; of more, so many are drawn."""
MINED = 2_000
"""Mining takes its time for no more of either; for who asks, all are looked through."""
FEWEST, OFTEN = 10, 0.1
"""Layouts there must be; and the part of them in which every other card must fail."""
AT_FIRST = 60
"""Layouts drawn to see whether all of them are worth looking at."""
EACH = 2
"""Puzzles taken from one deal at most."""


class Safe(NamedTuple):
    """A question from one seat, and what answers it."""

    aim: Aim
    keep: tuple[str, ...]  # one class
    tally: Tally


def possible(game: str) -> bool:
    """Whether a game's bots know all that it takes: layouts, and the exact solver."""
    return layouts.known(game) and bots.of(game).core is not None


def safe_puzzles(deal: Sequence[Game]) -> Iterator[Puzzle]:
    """The safe puzzles of a deal, given as the game before every card; the shortest first."""
    taken: set[tuple[str, str, int]] = set()
    for game in reversed(deal):
        (seat,) = game.duty
        view = game.view_for(seat)
        if not LEAST <= len(view.hand) <= MOST or len(game.plays(seat)) < 2:
            continue
        if MINED < (layouts.ways(view) or 0) <= EXACT:
            continue
        for found in searched(view):
            key = found.aim.kind, found.aim.card, int(seat)
            one = None if key in taken else _puzzle(game, view, found)
            if one is not None:
                taken.add(key)
                yield one
            if len(taken) == EACH:
                return


def _puzzle(game: Game, view: View, found: Safe) -> Puzzle | None:
    assert view.seat is not None, "somebody is asked"
    try:
        line = _line(view, found)
    except Unclear:
        return None
    head, acts = halves(game)
    tries = {name: tried(name, game, view.seat, line) for name in (*FIRST, *OTHERS)}
    always = min(found.tally.fails.values()) == found.tally.of
    if always and not hard(of_first(tries)):
        return None  # the hidden cards have nothing to do with it, and nobody misses it
    return Puzzle(
        kind=KIND,
        head=head,
        acts=acts,
        seat=view.seat,
        aim=found.aim,
        line=line,
        engine=__version__,
        tries=tries,
        layouts=found.tally,
    )


def _line(view: View, found: Safe) -> Node:
    """How each card ends in the layout that is shown for it."""
    ends = {
        card: rest(played(shown(view, found.tally, card), card), found.aim)
        for card in found.tally.hands
    }
    reply = Reply(ends.pop(found.keep[0]), None)
    return Node(keep=found.keep, fail=ends, replies=(reply,))


# Looking through layouts


def searched(view: View) -> Iterator[Safe]:
    """What may be asked of a seat; of many layouts some are first drawn: most are not worth it."""
    drawn, found = _behind(view)
    aims = None
    if drawn or (layouts.ways(view) or 0) > 2 * AT_FIRST:
        first = counted(layouts.drawn(view, _chance(view, "first"), AT_FIRST))
        aims = [aim for aim, count in first.items() if _one_class(aim, count)]
    if aims is None or aims:
        for aim, count in counted(found, aims).items():
            one = _answered(aim, count, drawn)
            if one is not None:
                yield one


def judged(view: View, aim: Aim) -> Safe | None:
    """The answer to one question; None where no class of cards is safe, or too much is."""
    drawn, found = _behind(view)
    count = counted(found, [aim]).get(aim)
    return None if count is None else _answered(aim, count, drawn)


def _behind(view: View) -> tuple[bool, Iterator[Layout]]:
    """Whether layouts are drawn, and those that are looked through."""
    number = layouts.ways(view)
    if number is None:
        return False, iter(())
    if number <= EXACT:
        return False, layouts.every(view)
    return True, layouts.drawn(view, _chance(view, "all"), DRAWN)


def _chance(view: View, what: str) -> Random:
    """The same for whoever sees the same."""
    heard = " ".join(f"{one.seat} {one.verb} {' '.join(one.args)}" for one in view.seen)
    return Random(f"{what} {view.rules.name} {view.seat} {' '.join(view.hand)} {heard}")


class Count:
    """What has come of each card so far, for one aim."""

    def __init__(self) -> None:
        """Nothing was looked at."""
        self.of, self.alive = 0, 0
        self.fails: Counter[str] = Counter()
        self.at: Position | None = None  # the last one: in cards and words as all others
        self._telling: dict[str, tuple[tuple[int, float], Layout]] = {}

    def takes(self, at: Position, layout: Layout, made: Mapping[str, bool]) -> bool:
        """Count a layout in; whether a card is left that has never failed."""
        self.at, self.of = at, self.of + 1
        for held in layout.guess.world.hands:
            self.alive |= held
        wrong = [play for play in at.plays if not made[play]]
        self.fails.update(wrong)
        self._tell(layout, wrong)
        return len(self.fails) < len(at.plays)

    def _tell(self, layout: Layout, wrong: Sequence[str]) -> None:
        """Keep it for a card that fails, where more others fail than before, or as likely."""
        better = [one for one in ("", *wrong) if len(wrong) >= self._most(one)]
        if not better:
            return
        likely = layout.belief.likelihood(layout.guess)
        for one in better:
            if one not in self._telling or self._telling[one][0] < (len(wrong), likely):
                self._telling[one] = (len(wrong), likely), layout

    def _most(self, card: str) -> int:
        return self._telling[card][0][0] if card in self._telling else 0

    def telling(self, card: str = "") -> tuple[str, ...]:
        """The hands in which this card fails and most others do; without a card, most of all."""
        return tuple(" ".join(hand) for hand in self._telling[card][1].hands)


def counted(some: Iterable[Layout], aims: Sequence[Aim] | None = None) -> dict[Aim, Count]:
    """The aims that are the same in all these layouts and kept in all by some card.

    Without aims: all that can be asked. One is given up where the solver does not find out.
    """
    counts = None if aims is None else {aim: Count() for aim in aims}
    for layout in some:
        at = Position(layout.game)
        here = dict.fromkeys(at.aim(goal) for goal in at.goals())
        counts = {aim: Count() for aim in here} if counts is None else counts
        for aim, count in list(counts.items()):
            made = at.made(aim) if aim in here else None
            if made is None or not count.takes(at, layout, made):
                del counts[aim]
        if not counts:
            break
    return counts or {}


def _answered(aim: Aim, count: Count, drawn: bool) -> Safe | None:
    """The one class that never fails, where every other card fails often enough."""
    if count.at is None or count.of < (DRAWN if drawn else FEWEST):
        return None
    keep, fails = _one_class(aim, count), count.fails
    wrong = {play: fails[play] for play in count.at.plays if fails[play]}
    if not keep or min(wrong.values()) < OFTEN * count.of:
        return None
    hands = {keep[0]: count.telling()} | {card: count.telling(card) for card in wrong}
    return Safe(aim, keep, Tally(of=count.of, drawn=drawn, fails=wrong, hands=hands))


def _one_class(aim: Aim, count: Count) -> tuple[str, ...]:
    """The cards that never failed, if these are one class and others are not."""
    if count.at is None or not count.fails:
        return ()
    keep = tuple(play for play in count.at.plays if not count.fails[play])
    alike = classes(count.at, aim.card, count.alive)
    return keep if sum(not set(keep).isdisjoint(one) for one in alike) == 1 else ()


# Proving anew


def shown(view: View, tally: Tally, card: str) -> Game:
    """The game with the layout that is shown for a card; PuzzleError where it is no lawful one."""
    try:
        found = layouts.with_hands(view, [hand.split() for hand in tally.hands[card]])
    except TrullError as error:
        raise PuzzleError(f"the layout shown for {card}: {error}") from None
    if found is None:
        raise PuzzleError(f"the layout shown for {card} is not a lawful one")
    return found.game


def prove(puzzle: Puzzle, view: View) -> None:
    """Look through all layouts once more; PuzzleError says what is not as it says."""
    tally = puzzle.layouts
    if tally is None:
        raise PuzzleError("it does not say what comes of the cards in the layouts")
    if not LEAST <= len(view.hand) <= MOST:
        raise PuzzleError(f"a hand of {len(view.hand)} cards is not asked")
    found = judged(view, puzzle.aim)
    if found is None:
        raise PuzzleError("no single class of cards is safe there, or its aim cannot be asked")
    if found.keep != puzzle.line.keep:
        raise PuzzleError(f"{' '.join(found.keep)} is safe, not {' '.join(puzzle.line.keep)}")
    told = found.tally
    if (told.of, told.drawn) != (tally.of, tally.drawn):
        drawn = " drawn" if told.drawn else ""
        raise PuzzleError(f"there are {told.of} layouts{drawn}, not {tally.of}")
    if told.fails != tally.fails:
        raise PuzzleError(f"the cards fail so often: {told.fails}")
    if list(told.hands) != list(tally.hands):
        raise PuzzleError("a layout is shown for the right card, and for each that fails")
