"""What the seat on duty may know, written into a row of small numbers (``sight.FIELDS``).

Only words that the seat can know are read, or read under a condition that it can know: the row of a
table and that of ``known(view)``, which holds nothing else, are equal.
"""

from __future__ import annotations

from trull.kernels.tarock import lowest
from trull.machine.koenigrufen.announce import given, plays
from trull.machine.koenigrufen.bargain import (
    is_ours,
    king_of,
    open_talon,
    sides_public,
    talon_cards,
)
from trull.machine.koenigrufen.layout import (
    ALL_OUVERT,
    BID_GAME,
    BIDS,
    BIDS_SAID,
    BONUSES,
    CALLED,
    CALLING,
    CARDS,
    CONTRACT,
    COUNT,
    DEALER,
    DECLARER,
    DECLARER_OUVERT,
    DISCARD,
    DISCARDING,
    DOUBLED,
    DOUBLINGS,
    DUTY,
    FARBEN_GAME,
    FIRST_SIX,
    FOREHAND,
    FOURTH,
    GAMES,
    GUTS,
    HAND,
    HELD,
    ITEMS_SAID,
    KIND,
    KONTRAS,
    LAID,
    LEADER,
    LED,
    LYING,
    MASKS,
    NEGATIVE_GAME,
    NUMBER,
    OPENED,
    OPENS,
    OPPONENTS_OPEN,
    OUVERT,
    PAIRS,
    PARTNER,
    PASSED,
    PHASE,
    PLAYED,
    PLAYING,
    REPLACED,
    SAID,
    SAID_BY,
    SHOWN,
    STANDING,
    STANDS_BID,
    STANDS_SEAT,
    STICHZWANG,
    TAKEN,
    TAKES,
    TALON,
    TALON_USE,
    THIRDS,
    TRISCHAKEN_GAME,
    VOIDS,
    WHOLE,
)
from trull.machine.koenigrufen.play import best_card
from trull.machine.koenigrufen.sight import FIELDS, OBSERVED, REVEALED
from trull.machine.words import Block, spread_out


def _at(name: str) -> int:
    return FIELDS.offsets[name]


PHASE_AT, PLACE_AT, FIVE_AT = map(_at, ("phase", "place", "five"))
DOUBLED_AT, OPENED_AT, PASSED_AT, BIDS_AT = map(_at, ("doubled", "opened", "passed", "bids"))
HELD_AT, STANDING_AT, CONTRACT_AT = map(_at, ("held", "standing", "contract"))
DECLARER_AT, CALLED_AT, SUIT_AT = map(_at, ("declarer", "called", "called_suit"))
PARTNER_AT, SIDES_AT, TRISCHAKEN_AT = map(_at, ("partner", "sides_known", "trischaken"))
OPENS_AT, REPLACED_AT, ANNOUNCED_AT = map(_at, ("opens", "replaced", "announced"))
KONTRA_AT, KONTRA_BY_AT, PAIRS_AT = map(_at, ("kontra", "kontra_by", "pairs"))
GUTS_AT, SAID_AT, TRICKS_AT, TAKEN_AT = map(_at, ("guts", "said", "tricks", "taken"))
POINTS_AT, LEADER_AT, WINNING_AT, VOIDS_AT = map(_at, ("points", "leader", "winning", "voids"))
HAND_AT, BEGUN_AT, DISCARD_AT = map(_at, ("hand", "begun", "discard"))
UPPER_AT, LOWER_AT, BOUGHT_AT = map(_at, ("upper", "lower", "bought"))
OPEN_AT, PLAYED_AT, LED_AT = map(_at, ("lying_open", "played", "led"))
TRICK_AT, UNSEEN_AT = map(_at, ("trick", "unseen"))


def observe(s: Block, r: Block, out: Block) -> None:
    """Write what the seat on duty may know; nothing when the deal is done."""
    me = s[DUTY]
    for place in range(SHOWN):  # the rules come first
        out[place] = min(r[place], 127) if me >= 0 else 0
    for place in range(SHOWN, OBSERVED):
        out[place] = 0
    if me < 0:
        return
    see_table(s, me, out)
    see_auction(s, r, me, out)
    if s[CONTRACT] >= 0:
        see_contract(s, r, me, out)
        see_words(s, me, out)
    if s[PHASE] == PLAYING:
        see_tricks(s, r, me, out)
    see_cards(s, r, me, out)


def write_set(out: Block, first: int, chosen: int) -> None:
    """A one for each of a set."""
    while chosen:
        out[first + lowest(chosen)] = 1
        chosen &= chosen - 1


def see_table(s: Block, me: int, out: Block) -> None:
    """The phase, where the seat sits, whether the deal counts double."""
    out[PHASE_AT + s[PHASE]] = 1
    out[PLACE_AT + (me - s[FOREHAND] & 3)] = 1
    out[FIVE_AT] = s[DEALER] < 0
    out[DOUBLED_AT] = s[DOUBLED]


def see_auction(s: Block, r: Block, me: int, out: Block) -> None:
    """What was bid, who passed, what stands."""
    out[OPENED_AT] = s[OPENED]
    for step in range(4):
        seat = me + step & 3
        out[PASSED_AT + step] = s[PASSED] >> seat & 1
        out[HELD_AT + step] = s[HELD] >> seat & 1
        write_set(out, BIDS_AT + BIDS * step, s[BIDS_SAID + seat])
    for place in range(s[STANDING]):
        step = s[STANDS_SEAT + place] - me & 3
        out[STANDING_AT + GAMES * step + r[BID_GAME + s[STANDS_BID + place]]] = 1


def see_contract(s: Block, r: Block, me: int, out: Block) -> None:
    """The game, the called king, and what the seat knows of the sides."""
    out[CONTRACT_AT + s[CONTRACT]] = 1
    out[DECLARER_AT + (s[DECLARER] - me & 3)] = 1
    out[REPLACED_AT] = s[REPLACED]
    if s[OPENS]:
        out[OPENS_AT + s[OPENS] - 1] = 1
    if r[KIND + s[CONTRACT]] == TRISCHAKEN_GAME and s[PHASE] == PLAYING:
        out[TRISCHAKEN_AT + s[STICHZWANG]] = 1
        out[TRISCHAKEN_AT + 2 + s[TALON_USE]] = 1
    see_sides(s, r, me, out)


# U-7.7, T-2.9, F-4.2
def see_sides(s: Block, r: Block, me: int, out: Block) -> None:
    """The partner stays unknown until the king is played or he betrays himself."""
    public, held = sides_public(s, r), held_king(s, me)
    if public or held:
        out[SIDES_AT] = 1
        if s[PARTNER] >= 0:
            out[PARTNER_AT + (s[PARTNER] - me & 3)] = 1
    if s[FOURTH]:
        out[CALLED_AT + 4] = 1
    elif s[CALLED] >= 0:
        out[CALLED_AT + s[CALLED]] = 1
    told = public or held or me == s[DECLARER] or not s[FOURTH]
    if told and s[CALLED] >= 0:
        out[SUIT_AT + s[CALLED]] = 1


def held_king(s: Block, me: int) -> bool:
    """Whether the seat was dealt or took the called king: it knows who plays with whom."""
    own = s[HAND + me] | s[PLAYED + me] | (s[DISCARD] if me == s[DECLARER] else 0)
    return s[CALLED] >= 0 and own >> king_of(s[CALLED]) & 1 != 0


def see_words(s: Block, me: int, out: Block) -> None:
    """Announcements and Kontra by item, pairs by seats."""
    out[GUTS_AT], out[SAID_AT] = s[GUTS], s[SAID]
    items = s[ITEMS_SAID]
    while items:
        item = lowest(items)
        out[ANNOUNCED_AT + 4 * item + (s[SAID_BY + item] - me & 3)] = 1
        items &= items - 1
    if s[DOUBLINGS]:
        see_kontras(s, me, out)


def see_kontras(s: Block, me: int, out: Block) -> None:
    """What was doubled, and by whom last."""
    for item in range(BONUSES + 1):
        givers = s[KONTRAS + item]
        if givers:
            for level in range(givers & 3):
                out[KONTRA_AT + 3 * item + level] = 1
            out[KONTRA_BY_AT + 4 * item + (given(givers, givers & 3) - me & 3)] = 1
    for pair in range(16):
        if s[PAIRS + pair]:
            one, two = (pair >> 2) - me & 3, (pair & 3) - me & 3
            out[PAIRS_AT + 4 * one + two] = s[PAIRS + pair]


def see_tricks(s: Block, r: Block, me: int, out: Block) -> None:
    """Who took what, who has shown to lack what, and the trick that lies there."""
    out[TRICKS_AT] = s[NUMBER]
    out[LEADER_AT + (s[LEADER] - me & 3)] = 1
    for step in range(4):
        seat = me + step & 3
        out[TAKEN_AT + step] = s[TAKES + seat]
        out[POINTS_AT + step] = s[THIRDS + seat] >> 1
        write_set(out, VOIDS_AT + 5 * step, s[VOIDS + seat])
        spread_out(out, PLAYED_AT + CARDS * step, s[PLAYED + seat])
    spread_out(out, LED_AT, s[LED])
    for place in range(s[COUNT]):
        step = s[LEADER] + place - me & 3
        out[TRICK_AT + CARDS * step + s[LYING + place]] = 1
    if s[COUNT]:
        best = best_card(s, r)
        for place in range(s[COUNT]):
            if s[LYING + place] == best:
                out[WINNING_AT + (s[LEADER] + place - me & 3)] = 1


def see_cards(s: Block, r: Block, me: int, out: Block) -> None:
    """The hand, the talon, the discard and open hands; then what remains unseen."""
    seen = s[HAND + me]
    spread_out(out, HAND_AT, seen)
    if s[PHASE] == DISCARDING:
        see_begun(s, out)
    if s[CONTRACT] >= 0:
        bought, laid = seen_bought(s, r, me), seen_discard(s, r, me)
        write_set(out, BOUGHT_AT, bought)
        write_set(out, DISCARD_AT, laid)
        seen |= bought | laid | see_talon(s, r, out)
    if s[PHASE] == PLAYING:
        for step in range(1, 4):
            seat = me + step & 3
            if lies_open(s, r, seat):
                write_set(out, OPEN_AT + CARDS * (step - 1), s[HAND + seat])
                seen |= s[HAND + seat]
        for seat in range(4):
            seen |= s[PLAYED + seat]
    spread_out(out, UNSEEN_AT, WHOLE & ~seen)


def see_begun(s: Block, out: Block) -> None:
    """The cards of the discard as far as it is said, numbered."""
    laid, number = s[LAID], 0
    while laid:
        number += 1
        out[BEGUN_AT + lowest(laid)] = number
        laid &= laid - 1


def seen_bought(s: Block, r: Block, me: int) -> int:
    """What the declarer took, where it was open or is one's own."""
    return s[TAKEN] if open_talon(s, r) or me == s[DECLARER] else 0


# T-3.2, T-3.11, F-7.3, U-9.6
def seen_discard(s: Block, r: Block, me: int) -> int:
    """One's own discard; of others what lies open because it was laid away only as it had to."""
    if me == s[DECLARER]:
        return s[DISCARD]
    farben = r[KIND + s[CONTRACT]] == FARBEN_GAME
    return s[DISCARD] & (~MASKS.tarocks if farben else MASKS.tarocks)


def see_talon(s: Block, r: Block, out: Block) -> int:
    """The talon where it lies open: all six, or what Trischaken has turned up."""
    upto = 0
    if s[PHASE] != CALLING and (open_talon(s, r) or s[REPLACED]):
        upto = 6
    elif r[KIND + s[CONTRACT]] == TRISCHAKEN_GAME and s[TALON_USE] == FIRST_SIX:
        upto = min(s[NUMBER], 6)
    for place in range(upto):
        out[(UPPER_AT if place < 3 else LOWER_AT) + s[TALON + place]] = 1
    return talon_cards(s, 0, upto)


# T-4.11, F-6.4, T-7.3, T-0.10, T-0.16, T-4.3
def lies_open(s: Block, r: Block, seat: int) -> bool:
    """After the first trick the hands of an ouvert game lie open: all, or the declarers'."""
    if not s[NUMBER] or r[KIND + s[CONTRACT]] != NEGATIVE_GAME:
        return False
    own = False
    for place in range(s[STANDING]):
        ouvert = r[OUVERT + r[BID_GAME + s[STANDS_BID + place]]]
        if ouvert == ALL_OUVERT:
            return True
        if s[STANDS_SEAT + place] == seat and ouvert == DECLARER_OUVERT:
            own = True
    return not plays(s, seat) if s[OPENS] == OPPONENTS_OPEN else own


def reveal(s: Block, out: Block) -> None:
    """What nobody at the table knows (``sight.REVEALED_FIELDS``): for critics in training alone."""
    me = s[DUTY]
    for place in range(REVEALED):
        out[place] = 0
    if me < 0:
        return
    for step in range(3):
        write_set(out, CARDS * step, s[HAND + (me + step + 1 & 3)])
    write_set(out, CARDS * 3, talon_cards(s, 0, 3))
    write_set(out, CARDS * 4, talon_cards(s, 3, 6))
    write_set(out, CARDS * 5, s[DISCARD])
    if s[CALLED] >= 0:
        out[CARDS * 6 + s[CALLED]] = 1
    for step in range(4):
        out[CARDS * 6 + 4 + step] = s[CONTRACT] >= 0 and is_ours(s, me + step & 3)
