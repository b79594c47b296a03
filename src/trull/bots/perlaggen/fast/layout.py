"""Where things lie in the block of a Perlaggen search.

    0      counters, trump, sides, switches     16     the hands
    24     the trick that lies                  40     the face of each card, -1 for a free Perlagg
    80     the strength of a fixed card         120    of a Perlagg that is baptised as it falls
    160    how many first plays; 176 these      352    what came out
    544    a frame for each card to be played; then a buffer of its moves; then known positions

A play is a card and a face: ``card << 6 | face``.
"""

from __future__ import annotations

from trull.machine.words import Field

NODES, LIMIT, STOPPED, TABLE_MASK, SALT, SEATS, TRUMP = map(Field, range(7))
OBLIGES, OVERTRUMP, SIDE, CARDS, FORCED, REPEATS, NEEDED = map(Field, range(7, 14))
HAND, NEAR = Field(16), Field(36)  # NEAR: four suits, the ranks worth telling apart
TURN, LYING, LED, LED_STRENGTH, TOP, TOP_STRENGTH, WINNER = map(Field, range(24, 31))
FACE, STRENGTH, WILD = map(Field, (40, 80, 120))
PLAYS, PLAY, RESULT = map(Field, (160, 176, 352))
FRAME, FRAME_SIZE, MOVES_SIZE, PLIES = 544, 24, 176, 31
MOVES = FRAME + PLIES * FRAME_SIZE
TABLE = MOVES + PLIES * MOVES_SIZE

# A frame; the first seven as in the trick that lies
F_PLAYER, F_LYING, F_LED, F_LED_STRENGTH, F_TOP, F_TOP_STRENGTH, F_WINNER = map(Field, range(7))
ALPHA, BETA, FLOOR, CEILING, BEST, PLACE, FOUND, HELD, GAIN = map(Field, range(7, 16))
LOW, HIGH, SLOT, KEY = map(Field, range(16, 20))
