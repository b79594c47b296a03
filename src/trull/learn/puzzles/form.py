"""The form of a puzzle: two of one form are the same question with other cards.

Which suit is which does not matter, nor which card exactly, only who holds the how-manieth of
its suit, what it is worth and whether it is a card like no other.
"""

from __future__ import annotations

from trull import laws
from trull.learn.puzzles.position import Position
from trull.learn.puzzles.record import Puzzle
from trull.learn.question import stem
from trull.learn.school import school_of

Holding = tuple[int, int, str]
"""Who has a card, seen from who is asked, or where in the trick it lies; its worth; its mark."""
LYING = 10


def form(puzzle: Puzzle) -> tuple[object, ...]:
    """What two puzzles have in common that ask the same."""
    game, aim = puzzle.game(), puzzle.aim
    at, view = Position(game), game.view_for(None)
    school, seats = school_of(game.setup.rules.game), game.setup.seats
    lying = {stem(card): place for place, (_, card) in enumerate(view.trick)}
    worths = laws.worths(game.setup.rules.game)
    apart = set(at.pack.codes) if school.baptises else school.marked | {aim.card}

    def holding(code: str) -> list[Holding]:
        card = at.pack.index[code]
        owners = [seat for seat, hand in enumerate(at.world.hands) if hand >> card & 1]
        places = [(owner - puzzle.seat) % seats for owner in owners]
        places += [LYING + lying[code]] if code in lying else []
        mark = code if (code in apart and code != aim.card) or school.baptises else ""
        return [
            (place, worths.get(code, 0), mark or ("*" if code == aim.card else ""))
            for place in places
        ]

    suits = {
        name: tuple(one for code in at.pack.named(mask) for one in holding(code))
        for name, mask in at.pack.suits.items()
    }
    trumps = school.trumps(game)
    plain = sorted(held for name, held in suits.items() if name != trumps)
    side = tuple(sorted((seat - puzzle.seat) % seats for seat in aim.side))
    asked = aim._replace(side=side, card="", trick=aim.trick and aim.trick - sum(view.taken))
    playing = school.playing(game.view_for(at.seat))
    return puzzle.rules.partition("/")[0], playing, asked, suits.get(trumps), tuple(plain)
