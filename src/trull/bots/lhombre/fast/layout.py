"""Where things lie in the block of a search of Tarock à l'Hombre; a set takes two words.

0      where rows and results begin, how many first cards, how often
16     the spot: who plays, the trick that lies, what was taken so far
64     first cards (or one -1), 96 the price list
then   rows (one per world), results (three seats for each world and first card), and for
       each thread a scratch of its own
"""

from __future__ import annotations

from trull.machine.lhombre.prices import PRICES
from trull.machine.words import Field

ROWS, RESULTS, PLAYS, REPEATS = map(Field, range(4))
OMBRE, TURN, COUNT, LYING, NUMBER, TOTAL = map(Field, (16, 17, 18, 19, 22, 23))  # LYING: three
HOLD_ALWAYS, HOLD, VOLTE, RANK, OVERTRUMP, IN_TIME, SKAR_COUNTS = map(Field, range(24, 31))
PILES = Field(32)  # three seats, two words each
SKIES_BY, SKIES_TAKER, SKIES_TRICK, SKIES_WAIVED = map(Field, range(38, 42))
OMBRE_ALL = Field(42)  # whether every trick so far is the Ombre's
FIRST_CARDS, PRICE = Field(64), Field(96)
HEAD = PRICE + PRICES

HAND, SKAR = Field(0), Field(6)  # a row: three hands, the Skar
ROW = 8

S_HAND, S_PILE, S_LYING = map(Field, (0, 6, 12))
S_TURN, S_COUNT, S_TRICK, S_NUMBER = map(Field, (15, 16, 17, 19))  # S_TRICK: two words
S_SKIES = Field(20)  # by whom, who took it, when, without deadline
S_ALL, S_PAGAT = Field(24), Field(25)
S_WON = Field(26)  # tricks of the Ombre
SCRATCH = 32

# A solver: the head as above, then its own words, then frames that begin like a scratch
NODES, LIMIT, STOPPED, TABLE_MASK, SALT, BY_TRICKS, TABLED, FORCED = map(
    Field, range(HEAD, HEAD + 8)
)
PLAY, RESULT = Field(HEAD + 16), Field(HEAD + 48)
LIKE = Field(HEAD + 80)  # for each card the set of its like, as a word of its half of the pack
SKAR_AT = LIKE + 80  # a row, as playouts have it
FRAME, FRAME_SIZE, PLIES = SKAR_AT + ROW, 48, 76
ALPHA, BETA, FLOOR, CEILING, BEST, PLACE, FOUND, MINE, SLOT, KEY, NOW = map(Field, range(32, 43))
MOVES, MOVES_SIZE = FRAME + PLIES * FRAME_SIZE, 28
TABLE = MOVES + PLIES * MOVES_SIZE
