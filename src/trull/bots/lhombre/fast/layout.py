"""Where things lie in the block of a search of Tarock à l'Hombre; a set takes two words.

0      where rows and results begin, how many first cards, how often
16     the spot: who plays, the trick that lies, what was taken so far
64     first cards (or one -1), 96 the price list
then   rows (one per world), results (three seats for each world and first card), and for
       each thread a scratch of its own
"""

from __future__ import annotations

from trull.bots.lhombre.fast.spot import PRICES

ROWS, RESULTS, PLAYS, REPEATS = 0, 1, 2, 3
OMBRE, TURN, COUNT, LYING, NUMBER, TOTAL = 16, 17, 18, 19, 22, 23  # LYING: three cards
HOLD_ALWAYS, HOLD, VOLTE, RANK, OVERTRUMP, IN_TIME, SKAR_COUNTS = 24, 25, 26, 27, 28, 29, 30
PILES = 32  # three seats, two words each
SKIES_BY, SKIES_TAKER, SKIES_TRICK, SKIES_WAIVED = 38, 39, 40, 41
OMBRE_ALL = 42  # whether every trick so far is the Ombre's
FIRST_CARDS, PRICE = 64, 96
HEAD = PRICE + PRICES

HAND, SKAR, ROW = 0, 6, 8  # a row: three hands, the Skar

S_HAND, S_PILE, S_LYING = 0, 6, 12
S_TURN, S_COUNT, S_TRICK, S_NUMBER = 15, 16, 17, 19  # S_TRICK: two words
S_SKIES, S_ALL, S_PAGAT = 20, 24, 25  # S_SKIES: by whom, who took it, when, without deadline
S_WON = 26  # tricks of the Ombre
SCRATCH = 32

# A solver: the head as above, then its own words, then frames that begin like a scratch
NODES, LIMIT, STOPPED, TABLE_MASK, SALT = HEAD, HEAD + 1, HEAD + 2, HEAD + 3, HEAD + 4
BY_TRICKS, TABLED, FORCED, SIDE, PLAY, RESULT = (HEAD + word for word in (5, 6, 7, 8, 16, 48))
LIKE = HEAD + 80  # for each card the set of its like, as a word of its half of the pack
SKAR_AT = LIKE + 80  # a row, as playouts have it
FRAME, FRAME_SIZE, PLIES = SKAR_AT + ROW, 48, 76
ALPHA, BETA, FLOOR, CEILING, BEST, PLACE, FOUND, MINE, SLOT, KEY, NOW = range(32, 43)
MOVES, MOVES_SIZE = FRAME + PLIES * FRAME_SIZE, 28
TABLE = MOVES + PLIES * MOVES_SIZE
