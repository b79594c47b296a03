"""What the seat that is asked may know, written into a row of small numbers (``sight.FIELDS``).

Only words that the seat can know are read, or read under a condition that it can know: the row is
that of its view (``known``), and equal where hidden cards are exchanged.
"""

from __future__ import annotations

from trull.kernels.tarock import count, lowest
from trull.machine.perlaggen.bidding import row_card
from trull.machine.perlaggen.deal import cutter
from trull.machine.perlaggen.deciding import decided
from trull.machine.perlaggen.hands import joint_need
from trull.machine.perlaggen.layout import (
    ACCEPT,
    ALONE,
    BAPTISED,
    BID,
    BLIND_BID,
    BOUND,
    CARDS,
    CONCEDE,
    COUNT,
    CUTTING,
    DUTY,
    FACE,
    FIGURE_COUNT,
    FOREHAND,
    HAND,
    HOLDER,
    KEPT,
    LAST,
    LEADER,
    LOOKED,
    NAME,
    OFFER,
    OFFER_WORDS,
    OFFERED,
    OPEN,
    OWED,
    OWED_FIGURE,
    OWED_PARTY,
    OWN,
    P_BLIND,
    P_FIGURE,
    P_NUMBER,
    P_PARTY,
    PENDING,
    PHASE,
    RAISE,
    SAID,
    SAYING,
    SCORES,
    SEATED,
    SEQ,
    SHOW,
    SHOW_ASKED,
    SHOW_FIGURE,
    SHOW_TURN,
    SHOWING,
    SHOWN,
    SIGNED_LAST,
    SIGNS_PUBLIC,
    SPIEL,
    STAKE,
    STAND,
    STATUS,
    STOCK,
    STOOD,
    STRENGTH,
    TAKES,
    TRUMP,
    TURNED,
    UNBID_POINTS,
    WHOLE,
    WON,
    WORTH,
)
from trull.machine.perlaggen.sight import FIELDS, OBSERVED, REVEALED
from trull.machine.perlaggen.sight import STATUS as STATUSES
from trull.machine.perlaggen.table import duty
from trull.machine.words import Block, apart


def _at(name: str) -> int:
    return FIELDS.offsets[name]


HAND_AT, HAND_FACE_AT, UNSEEN_AT, ROWS_AT = map(_at, ("hand", "hand_face", "unseen", "rows"))
ROWS_FACE_AT, TRICK_AT, OPEN_AT = map(_at, ("rows_face", "trick", "open"))
TURNED_AT, KEPT_AT, STRENGTH_AT, TRUMP_AT = map(_at, ("turned", "kept", "strength", "trump"))
SEATS_AT, DUTY_AT, DEALER_AT, LOOKED_AT = map(_at, ("seats", "duty", "dealer", "looked"))
COUNTS_AT, TAKEN_AT, SIGN_AT, PHASE_AT = map(_at, ("counts", "taken", "sign", "phase"))
STATUS_AT, STAKE_AT, HOLDER_AT, WINNER_AT = map(_at, ("status", "stake", "holder", "winner"))
ORDER_AT, OFFER_AT, OFFERED_BY_AT = map(_at, ("order", "offer", "offered_by"))
OFFER_BLIND_AT, OWED_AT, OWED_FIGURE_AT = map(_at, ("offer_blind", "owed", "owed_figure"))
SHOW_AT, SHOW_STATE_AT, BOUND_AT, JOINT_AT = map(_at, ("show", "show_state", "bound", "joint"))
TRICKS_AT, SPIEL_AT, SCORES_AT, STOCK_AT = map(_at, ("tricks", "spiel", "scores", "stock"))
RULES_AT, BEGUN_AT = map(_at, ("rules", "begun"))
FIGURES_BEGUN = 3 * CARDS
"""Behind the cards, the simple ones and the baptisms come the figures (``sight.WORDS``)."""


def observe(s: Block, r: Block, out: Block) -> None:
    """Write what the seat that is asked may know; nothing when the deal is done."""
    me = s[DUTY]
    for place in range(OBSERVED):
        out[place] = 0
    if me < 0:
        return
    for place in range(SHOWN):
        out[RULES_AT + place] = r[place]
    see_cards(s, r, me, out)
    see_seats(s, r, me, out)
    see_figures(s, r, me & 1, out)
    see_parties(s, me, out)
    see_begun(s, out)


def write_set(out: Block, first: int, chosen: int) -> None:
    """A one for each of a set."""
    while chosen:
        out[first + lowest(chosen)] = 1
        chosen &= chosen - 1


@apart
def see_cards(s: Block, r: Block, me: int, out: Block) -> None:
    """My hand once I have looked, and what lies open; then what remains unseen."""
    seen, seats = s[TURNED] | s[KEPT], s[SEATED]
    write_set(out, TURNED_AT, s[TURNED])
    write_set(out, KEPT_AT, s[KEPT])
    if s[LOOKED] >> me & 1:
        seen |= s[HAND + me]
        see_hand(s, me, out)
    for step in range(seats):
        seat = (me + step) % seats
        lies = s[HAND + seat] & (s[OPEN + seat] | s[KEPT])
        if s[PHASE] == CUTTING and seat == cutter(s):
            lies = s[KEPT]
        write_set(out, OPEN_AT + CARDS * step, lies)
        seen |= lies | see_row(s, seat, step, out)
    write_set(out, UNSEEN_AT, WHOLE & ~seen)
    trump = s[TRUMP] if s[TURNED] else 4
    if s[TURNED]:
        out[TRUMP_AT + trump] = 1
    for card in range(CARDS):
        out[STRENGTH_AT + card] = r[STRENGTH + CARDS * trump + card]


def see_hand(s: Block, me: int, out: Block) -> None:
    """My cards with their baptisms."""
    hand = s[HAND + me]
    write_set(out, HAND_AT, hand)
    hand &= s[BAPTISED]
    while hand:
        out[HAND_FACE_AT + lowest(hand)] = s[FACE + lowest(hand)] + 1
        hand &= hand - 1


def see_row(s: Block, seat: int, step: int, out: Block) -> int:
    """What a seat has played, in its order, and its card of this trick."""
    cards = s[OWN + seat] & ~s[HAND + seat] if s[PHASE] != CUTTING else 0
    played, first = count(cards), CARDS * step
    for place in range(played):
        card = row_card(s, seat, place)
        out[ROWS_AT + first + card] = place + 1
        if s[BAPTISED] >> card & 1:
            out[ROWS_FACE_AT + first + card] = s[FACE + card] + 1
    if (seat - s[LEADER]) % s[SEATED] < s[COUNT]:
        out[TRICK_AT + first + row_card(s, seat, played - 1)] = 1
    return cards


@apart
def see_seats(s: Block, r: Block, me: int, out: Block) -> None:
    """The phase, and what everybody knows of everybody."""
    seats, due = s[SEATED], duty(s)
    out[PHASE_AT + s[PHASE]] = 1
    out[DEALER_AT + (s[FOREHAND] - 1 - me) % seats] = 1
    for step in range(seats):
        seat = (me + step) % seats
        out[SEATS_AT + step] = 1
        out[DUTY_AT + step] = due >> seat & 1
        out[LOOKED_AT + step] = s[LOOKED] >> seat & 1
        out[COUNTS_AT + step] = count(s[HAND + seat])
        out[TAKEN_AT + step] = s[TAKES + seat]
        out[TRICKS_AT + (step & 1)] += s[TAKES + seat]
        if not step & 1 or r[SIGNS_PUBLIC]:  # P24-1: others see that one signs, not what
            out[SIGN_AT + step] = s[SIGNED_LAST + seat]


def told(number: int) -> int:
    """A number of points as it fits."""
    return min(number, 127) if 0 <= number < 1000 else -1


@apart
def see_figures(s: Block, r: Block, mine: int, out: Block) -> None:
    """What has become of the figures, and the offers that wait."""
    for figure in range(FIGURE_COUNT):
        status, stake = s[STATUS + figure], s[STAKE + figure]
        if status == OFFERED:
            stake = s[OFFER + figure]
        elif decided(s, figure):
            stake = s[WORTH + figure]
        elif not stake:
            stake = r[UNBID_POINTS]
        out[STATUS_AT + len(STATUSES) * figure + status] = 1
        out[STAKE_AT + figure], out[ORDER_AT + figure] = told(stake), s[SEQ + figure]
        see_party(out, HOLDER_AT + 2 * figure, s[HOLDER + figure], mine)
        see_party(out, WINNER_AT + 2 * figure, s[WON + figure], mine)
    for place in range(0, OFFER_WORDS * s[PENDING], OFFER_WORDS):
        figure = s[P_FIGURE + place]
        out[OFFER_AT + figure] = told(s[P_NUMBER + place])
        out[OFFER_BLIND_AT + figure] = s[P_BLIND + place]
        see_party(out, OFFERED_BY_AT + 2 * figure, s[P_PARTY + place], mine)


def see_party(out: Block, first: int, party: int, mine: int) -> None:
    """Mark mine or theirs; nobody's is no mark."""
    if party >= 0:
        out[first + (party ^ mine)] = 1


@apart
def see_parties(s: Block, me: int, out: Block) -> None:
    """What is owed and shown, what binds, and the slate."""
    mine = me & 1
    if s[OWED]:
        see_party(out, OWED_AT + 2 * (s[OWED] - 1), s[OWED_PARTY], mine)
        out[OWED_FIGURE_AT + s[OWED_FIGURE]] = 1
    if s[PHASE] == SHOWING:
        see_party(out, SHOW_AT + 2 * s[SHOW_FIGURE], s[SHOW_TURN], mine)
        out[SHOW_STATE_AT], out[SHOW_STATE_AT + 1] = s[STOOD], s[LAST]
        out[SHOW_STATE_AT + 2] = s[SHOW_ASKED]
    see_party(out, SPIEL_AT, s[WON + SPIEL], mine)
    write_set(out, BOUND_AT, s[BOUND + me])
    write_set(out, JOINT_AT, joint_need(s, mine))
    for party in range(2):
        out[SCORES_AT + (party ^ mine)] = max(-127, min(s[SCORES + party], 127))
    out[STOCK_AT] = s[STOCK]


def see_begun(s: Block, out: Block) -> None:
    """The pieces of the act begun, numbered as they were said."""
    for place in range(s[SAID]):
        piece = piece_of(s[SAYING + place])
        if piece >= 0:
            out[BEGUN_AT + piece] = place + 1


def piece_of(token: int) -> int:
    """The place of a token's piece among the words of an act begun, or -1."""
    if token < SHOW:
        return token
    if token < CONCEDE:
        piece = token - SHOW if token < STAND else token - STAND
        return piece if piece < ALONE - 1 else -1
    if BID <= token < BID + FIGURE_COUNT:
        return FIGURES_BEGUN + token - BID
    if BLIND_BID <= token < BLIND_BID + FIGURE_COUNT:
        return FIGURES_BEGUN + token - BLIND_BID
    if RAISE <= token < RAISE + FIGURE_COUNT:
        return FIGURES_BEGUN + token - RAISE
    if NAME <= token < NAME + FIGURE_COUNT:
        return FIGURES_BEGUN + token - NAME
    return FIGURES_BEGUN + token - ACCEPT if ACCEPT <= token < ACCEPT + FIGURE_COUNT else -1


def reveal(s: Block, out: Block) -> None:
    """What nobody at the table knows (``sight.REVEALED_FIELDS``): for critics in training alone."""
    me = s[DUTY]
    for place in range(REVEALED):
        out[place] = 0
    if me < 0:
        return
    for step in range(1, s[SEATED]):
        write_set(out, CARDS * (step - 1), s[HAND + (me + step) % s[SEATED]])
