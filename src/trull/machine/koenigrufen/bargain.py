"""What everybody asks about a contract that stands, and how a deal ends."""

from __future__ import annotations

from trull.machine.koenigrufen.layout import (
    BIRD_COUNT,
    BIRDS,
    CALLED,
    CALLED_SIDE,
    CONTRACT,
    DECLARER,
    DONE,
    DUTY,
    FARBEN_GAME,
    ITEMS_SAID,
    KIND,
    KING_HALF,
    KING_ULTIMO,
    LEGAL,
    MONDFANG,
    MONDFANG_PARTNER,
    OUTCOME,
    OVER,
    PAGAT,
    PARTNER,
    PHASE,
    PLAYED,
    SAID_BY,
    SIDE,
    TAKEN,
    TALON,
    TALON_OF,
    TALON_ONE,
)
from trull.machine.words import Block


def finish(s: Block, outcome: int) -> None:
    """The deal is over."""
    s[PHASE], s[DUTY], s[DONE], s[OUTCOME], s[LEGAL] = OVER, -1, 1, outcome, 0


def open_talon(s: Block, r: Block) -> bool:
    """Whether the contract lays the talon open to all."""
    return r[TALON_OF + s[CONTRACT]] <= TALON_ONE


def talon_cards(s: Block, first: int, last: int) -> int:
    """A part of the talon as a set."""
    cards = 0
    for place in range(first, last):
        cards |= 1 << s[TALON + place]
    return cards


def king_of(suit: int) -> int:
    """The king of a suit."""
    return 8 * suit + 7


def positive(s: Block, r: Block) -> bool:
    """Whether card points decide the game."""
    return r[KIND + s[CONTRACT]] <= FARBEN_GAME


def is_ours(s: Block, seat: int) -> bool:
    """Whether a seat plays on the declarer's side."""
    return seat == s[DECLARER] or seat == s[PARTNER]


def bought_in_sight(s: Block, r: Block) -> int:
    """The birds that the declarer was seen to buy."""
    return s[TAKEN] & BIRDS if open_talon(s, r) else 0


def sides_public(s: Block, r: Block) -> bool:
    """Whether everybody knows who plays with whom."""
    if r[SIDE + s[CONTRACT]] != CALLED_SIDE or (open_talon(s, r) and s[KING_HALF] >= 0):
        return True
    for seat in range(4):
        if s[CALLED] >= 0 and s[PLAYED + seat] >> king_of(s[CALLED]) & 1:
            return True
    return gave_himself_away(s, r)


def gave_himself_away(s: Block, r: Block) -> bool:
    """Whether the partner announced what only he may: the king, the bought Pagat, the Mondfang."""
    if not s[ITEMS_SAID]:
        return False
    if r[MONDFANG_PARTNER] and s[SAID_BY + MONDFANG] >= 0:
        return True
    if s[SAID_BY + KING_ULTIMO] >= 0 and s[SAID_BY + KING_ULTIMO] != s[DECLARER]:
        return True
    bought = bought_in_sight(s, r) >> PAGAT
    for bird in range(BIRD_COUNT):
        said = s[SAID_BY + bird]
        if bought >> bird & 1 and said >= 0 and said != s[DECLARER]:
            return True
    return False
