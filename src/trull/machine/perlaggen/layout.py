"""Where things lie in the words of a table and of a rule row.

A table is a fixed number of words ``s``: ``s[HAND + seat]``, ``s[DUTY]``. A rule set with its
options is a row of words ``r``: ``r[TARGET]``. Seats, parties (``seat & 1``), cards and figures are
small numbers; sets of them are words with a bit each. Rows of cards are words of six bits a card,
the first in the lowest. Where nobody is meant stands -1. A figure that somebody makes is a number
of ``kernels.perlaggen``.
"""

from __future__ import annotations

from trull.laws.perlaggen.book import FIGURES, GLEICH, HANGER, OUT, PACK, SPIEL
from trull.machine.perlaggen.sight import OPTIONS, SEATS, SIGNS
from trull.machine.places import Places
from trull.machine.tokens import of_game

__all__ = ["GLEICH", "HANGER", "OUT", "SPIEL"]

VOCABULARY = of_game("perlaggen")
MASK = (len(VOCABULARY) + 63) // 64
"""Words of a mask of tokens."""
CARDS, WHOLE = PACK.size, int(PACK.full)
BITS = 6
"""Bits of a card in a row of cards."""

# Tokens

_token = VOCABULARY.number
PLAY, SHOW, STAND = (_token(f"{verb} {PACK.codes[0]}") for verb in ("play", "show", "stand"))
FACES, ENOUGH, ALONE = 2 * CARDS, 3 * CARDS, 3 * CARDS + 1
"""Behind the first card of these verbs: baptisms, enough cards, no card at all."""
CONCEDE, SILENT, LOOK = map(_token, ("concede", "silent", "look"))
BID, BLIND_BID, HOLD, LET_GOOD, RAISE = (
    _token(f"{verb} G") for verb in ("bid", "bid_blind", "hold", "let_good", "raise")
)
BID_ENOUGH, BLIND_ENOUGH = _token("bid ."), _token("bid_blind .")
HOLD_ALL, LET_GOOD_ALL, RAISE_STEP = map(_token, ("hold_all", "let_good_all", "raise =3"))
ASK, ASK_HOLDER, NAME, ASK_DEGREE, ACCEPT = (
    _token(f"{verb} G")
    for verb in ("ask", "ask_holder", "name_holder", "ask_degree", "accept_degree")
)
NAME_SEAT, YES, NO = map(_token, ("name_holder =@0", "accept_degree =yes", "accept_degree =no"))
SIGN, CUT = _token(f"sign {SIGNS[0]}"), _token("cut 1")
KEEP, PUT_TOGETHER = _token("keep"), _token("put_together")
FIRST_STEP, STEPS = 3, 6
"""Raises have tokens from =3 on; the last is "Spiel aus"."""
assert _token("show .") == SHOW + ENOUGH
assert _token("show") == SHOW + ALONE
assert _token("stand .") == STAND + ENOUGH
assert _token("stand") == STAND + ALONE
assert _token("raise =OUT") == RAISE_STEP + STEPS - 1
assert NO == YES + 1

# The words of a table

_state = Places()
PHASE, DUTY, DONE, SEATED, FOREHAND = _state.each(5)
SCORES, BEFORE = _state.some(2), _state.some(2)  # of the parties: now, and before the deal
WINNER, VOID = _state.each(2)  # the party that is out; no trump could be turned
TRUMP, TURNED, KEPT, STOCK, LEFT, LIFTED = _state.each(6)  # LEFT: cards of the pack to be cut
OWN, HAND, OPEN = (_state.some(SEATS) for _ in range(3))  # dealt, held, of these face up
ORDER, ROW = _state.some(SEATS), _state.some(SEATS)  # as they were dealt; as they were played
RANKS, SUITED, FREE = (_state.some(SEATS) for _ in range(3))  # own cards as figures see them
BOUND, EXEMPT = _state.some(SEATS), _state.some(SEATS)  # figures by seat; exempt from P90-31
TAKES, SIGNED_LAST = _state.some(SEATS), _state.some(SEATS)  # tricks; 1 + the last sign
LOOKED, BAPTISED = _state.each(2)  # seats; cards
JOINT_BLIND, JOINT_HELD, JOINT_EXEMPT = (_state.some(2) for _ in range(3))  # figures by party
STATUS, STAKE, OFFER, SEQ, HOLDER, WON = (_state.some(3) for _ in range(6))  # by figure
WORTH, AT_ONCE, FALSE, FINED, WRITTEN = (_state.some(3) for _ in range(5))
PENDING = _state.some(1)  # how many offers wait
P_FIGURE, P_NUMBER, P_PARTY, P_REFUSED, P_BID, P_BLIND = _state.each(6)  # the first of them
OFFER_WORDS = 6
_state.some(2 * OFFER_WORDS)  # the others behind it
OWED, OWED_PARTY, OWED_FIGURE, OWED_VALUE, OWED_SEAT = _state.each(5)
BID_COUNT, OFFER_COUNT, SPOT_COUNT, REBID, ASKED, EQUAL = _state.each(6)
TURN, COUNT, LEADER, LED, TOP, TOP_STRENGTH, TOP_SEAT = _state.each(7)  # the trick; faces
SHOW_FIGURE, SHOW_TURN, STOOD, LAST, SHOW_ASKED = _state.each(5)
ASIDE, WAITING, SIGNED = _state.each(3)  # as in ``steps``; the latter two are sets of seats
SAID, SAYING = _state.some(1), _state.some(2 * 8)  # the tokens of the act begun

MAY = _state.size  # what the seat that is asked may do: cards, figures, seats, steps as sets
MAY_PLAY, MAY_BID, MAY_BLIND, MAY_LOOK, MAY_HOLD, MAY_LET_GOOD = _state.each(6)
MAY_HOLD_ALL, MAY_LET_GOOD_ALL, MAY_ASK, MAY_ASK_HOLDER, MAY_ASK_DEGREE = _state.each(5)
MAY_NAME, MAY_ACCEPT, MAY_CONCEDE, MAY_CUT, MAY_KEEP, MAY_PUT_TOGETHER = _state.each(6)
MAY_RAISE = _state.some(3)
MAY_TURN_UP = _state.some(2)  # for show and for stand whether there is a way
MAY_END = _state.size
LEVEL, BID_MOST, BID_APART = _state.each(3)  # APART: Gleich or Hanger, not both
SPARE = _state.some(1)  # a row of the free Perlaggen in hand, the weakest first
WAY, WAY_KEY = _state.some(8), _state.some(4)  # see ``show``
MAY_SIGN, MAY_BE_SILENT = _state.each(2)

POINTS = _state.some(SEATS)
NOTHING = _state.some(1)  # always 0
FACE = _state.some(CARDS)  # what each card counts as; -1 for a free Perlagg
WORDS = _state.size
"""Words of a table."""
DECK = FACE
"""The pack lies here until it is dealt."""

CUTTING, BLIND, PLAYING, SHOWING, OVER = range(5)
UNBID, OFFERED, IS_HELD, GOOD, RESTS, IS_DONE = range(6)  # STATUS
NAMING, PROVING, ACCEPTING = 1, 2, 3  # OWED
SAFE, KEEPING, ANYTHING = range(3)  # LEVEL

# A rule row: first what players are shown of it

_rules = Places()
SHOWN = len(OPTIONS)
_rules.some(SHOWN)
SIGNS_OFF, SIGNS_PUBLIC, CUT_REPEAT, CUT_MANUAL, BLIND_PHASE, ANSWER_LOOKS = _rules.each(6)
EXEMPTS_HOLDER, ON_TURN, RAISE_JUMPS, SAME_STAKE, COUNTS_RAISES, GUARD = _rules.each(6)
OVERTRUMP, OBLIGES, PLAY_OUT, TRUMP_PREFERRED, SIMPLE, TIE_NOBODY = _rules.each(6)
AUTHOR_1926, MUTUAL, SHOW_AUTO, FALSE_LOSES, FALSE_SPOKEN, ANY_HEIR = _rules.each(6)
PLAYERS, TARGET, SIZE, MAJORITY, MIN_CUT = _rules.each(5)
UNBID_POINTS, GOOD_POINTS, FALSE_POINTS, LADDER_FIRST = _rules.each(4)
LADDER = _rules.some(1)  # the raises there are, as a set of steps
PACKETS = _rules.some(3)
SIX, CARDS_USED, STANDING, TURNED_PAST, SIGNS_USED = _rules.each(5)
WILD = _rules.some(4)  # the Perlaggen under each trump, as a set
STRENGTH = _rules.some(5 * CARDS)  # of each card under each trump, last before there is one
NUMBERS = _rules.size
"""Words of a rule row."""

FIGURE_COUNT = len(FIGURES)
