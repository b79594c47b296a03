"""Where things lie in the block of a Königrufen search.

0      where rows, prices, results and first cards begin, and how many there are
16     the spot: rules, the trick that lies, what was taken so far, what has been made
64     first cards (or one -1)
then   rows (one per world), price lists, results (four seats for each world and first card),
       and for each thread a scratch of its own
"""

from __future__ import annotations

# The head
ROWS, PRICES, RESULTS, PLAYS, REPEATS, HABITS = range(6)

# The spot
FARBEN, NEGATIVE, MUST_BEAT, KAISERSTICH = 16, 17, 18, 19
MODE = 20  # how announced cards bind
TURN, COUNT, LYING, CROWN, NUMBER = 21, 22, 23, 27, 28  # LYING: four cards
PILES, TRICKS = 29, 33  # four seats each
BIRDS, EVENTS = 37, 41  # birds of the tricks 9 to 12; what happened to them, the king, the Mond
KIND, TALON_USE, DECLARER = 47, 48, 49
DECLARERS, SEATS, WANTED = 50, 51, 55  # of negative games: how many, who, with how many tricks
FIRST_CARDS = 64
HEAD = 128

POSITIVE, NEGATIVE_GAME, TRISCHAKEN = 0, 1, 2
FIRST_SIX, LAST_TRICK = 1, 2
KING_EVENT, MOND_EVENT = 4, 5
CAPTURED = 64  # the called king was left in the open talon

# A row: one world
HAND = 0  # four of them
SIDE, ASIDE, TALON, PRICE, KING, ANNOUNCED = 4, 5, 6, 7, 8, 9
ROW = 10

# A scratch: one playout
S_HAND, S_PILE, S_TRICKS, S_EVENTS, S_LYING = 0, 4, 8, 12, 18
S_TURN, S_COUNT, S_TRICK, S_CROWN, S_NUMBER = 22, 23, 24, 25, 26
SCRATCH = 32
