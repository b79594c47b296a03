"""Where things lie in the block of a Königrufen search.

0      where rows, prices, results and first cards begin, and how many there are
16     the spot: rules, the trick that lies, what was taken so far, what has been made
64     first cards (or one -1)
then   rows (one per world), price lists, results (four seats for each world and first card),
       and for each thread a scratch of its own
"""

from __future__ import annotations

from trull.machine.words import Field

# The head
ROWS, PRICES, RESULTS, PLAYS, REPEATS, HABITS = map(Field, range(6))

# The spot
FARBEN, NEGATIVE, MUST_BEAT, KAISERSTICH = map(Field, range(16, 20))
MODE = Field(20)  # how announced cards bind
TURN, COUNT, LYING, CROWN, NUMBER = map(Field, (21, 22, 23, 27, 28))  # LYING: four cards
PILES, TRICKS = Field(29), Field(33)  # four seats each
BIRDS = Field(37)  # of the tricks 9 to 12
EVENTS = Field(41)  # what happened to the birds, the king, the Mond
KIND, TALON_USE, DECLARER = map(Field, range(47, 50))
# Of negative games: how many declarers, who, with how many tricks
DECLARERS, SEATS, WANTED = map(Field, (50, 51, 55))
FIRST_CARDS = Field(64)
HEAD = 128

POSITIVE, NEGATIVE_GAME, TRISCHAKEN = 0, 1, 2
FIRST_SIX, LAST_TRICK = 1, 2
KING_EVENT, MOND_EVENT = 4, 5
CAPTURED = 64  # the called king was left in the open talon

# A row: one world
HAND = Field(0)  # four of them
SIDE, ASIDE, TALON, PRICE, KING, ANNOUNCED = map(Field, range(4, 10))
ROW = 10

# A scratch: one playout
S_HAND, S_PILE, S_TRICKS, S_EVENTS, S_LYING = map(Field, (0, 4, 8, 12, 18))
S_TURN, S_COUNT, S_TRICK, S_CROWN, S_NUMBER = map(Field, range(22, 27))
SCRATCH = 32
