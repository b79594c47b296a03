"""The auction: who speaks, what may be bid, held or joined, and how it ends."""

from __future__ import annotations

from trull.kernels.tarock import lowest
from trull.machine.koenigrufen.bargain import finish
from trull.machine.koenigrufen.layout import (
    ALL_AFTERWARDS,
    AUCTION,
    BEI,
    BEI_BID,
    BEI_GAME,
    BEIS,
    BID,
    BID_GAME,
    BID_LACKS,
    BID_NEEDS,
    BID_RANK,
    BIDS,
    BIDS_ABOVE,
    BIDS_CALLING,
    BIDS_NEEDING,
    BIDS_OF,
    BIDS_SAID,
    CHOICE,
    CONTRACT,
    DEALT,
    DECLARER,
    DUTY,
    EARLIER_HOLDS,
    EXISTS,
    FOREHAND,
    FOREHAND_BID,
    FOREHAND_HOLDS,
    HELD,
    HOLD,
    HOLDING,
    JOINABLE,
    MASKS,
    MUST_CALL,
    NO_HOLD,
    OPENED,
    OUT_REDEAL,
    OUTBID,
    OUTBID_BID,
    OUTBID_SEAT,
    PASS,
    PASSED,
    PHASE,
    PICCOLO,
    PICCOLOS_ABOVE,
    PICCOLOS_RANK,
    ROUND_OPENING,
    SAME_CONTRACT,
    SIX_AFTERWARDS,
    SOLORUFER,
    STANDING,
    STANDS_BID,
    STANDS_RANK,
    STANDS_SEAT,
    STICHZWANG,
    TALON_USE,
    USE_TALON,
    VALUE,
    VORHAND,
    WHEN_AFTERWARDS,
    WHEN_ANY,
    WHEN_FIRST,
    WHEN_RIGHT,
    WITH_STICHZWANG,
)
from trull.machine.words import Block, offer, offer_set

EVERYBODY = 15


def offer_bids(s: Block, r: Block, mask: Block) -> None:
    """What the seat on duty may say."""
    seat = s[DUTY]
    if s[PHASE] == AUCTION:
        if not must_open(s, r, seat):
            offer(mask, PASS)
        elif not r[ROUND_OPENING]:
            offer(mask, VORHAND)  # T-2.1, F-1.6
    offer_set(mask, BID, biddable(s, r, seat))
    if s[STANDING]:
        if may_hold(s, r, seat):
            offer(mask, HOLD)
        for word in range(BEIS):
            if may_join(s, r, seat, r[BEI_BID + word]):
                offer(mask, BEI + word)


# T-2.1, F-1.6, U-7.1
def must_open(s: Block, r: Block, seat: int) -> bool:
    """The Vorhand may not pass with her first word."""
    return seat == s[FOREHAND] and not s[OPENED] and not r[ROUND_OPENING]


# T-2.2, T-2.5, F-3.2, U-7.2, U-13.10
def biddable(s: Block, r: Block, seat: int) -> int:
    """The bids above the standing one, by whom their row allows it, with the hand they need."""
    found = placed(s, r, seat)
    if s[STANDING]:
        best = top(s)
        bid = s[STANDS_BID + best]
        raised = s[STANDS_RANK + best] != r[BID_RANK + bid]
        found &= r[BIDS_ABOVE + (BIDS if raised else bid)]
    if not MASKS.kings & ~s[DEALT + seat]:
        found &= ~r[BIDS_CALLING]
    needing = found & r[BIDS_NEEDING]
    while needing:
        bid = lowest(needing)
        found &= ~(int(not has_hand(s, r, seat, bid)) << bid)
        needing &= needing - 1
    return found


# T-2.3, T-2.4, T-3.4, F-3.1, F-3.2, U-7.1, KG-40
def placed(s: Block, r: Block, seat: int) -> int:
    """Sechserdreier as first word only; Rufer and Trischaken only after three passes."""
    found = 0
    if s[PHASE] == CHOICE:
        found = r[BIDS_OF + WHEN_AFTERWARDS] | r[BIDS_OF + WHEN_RIGHT]
        if r[ALL_AFTERWARDS]:
            found |= r[BIDS_OF + WHEN_ANY]
        if r[SIX_AFTERWARDS]:
            found |= r[BIDS_OF + WHEN_FIRST]
        return found
    found = r[BIDS_OF + WHEN_ANY]
    if seat == s[FOREHAND] and not s[OPENED]:
        found |= r[BIDS_OF + WHEN_FIRST]
    if not s[STANDING] and has_right(s, seat):
        found |= r[BIDS_OF + WHEN_RIGHT]
    return found


# U-6.1, U-7.1
def has_right(s: Block, seat: int) -> bool:
    """If the Vorhand passes, the next seat has her right."""
    for before in range(seat - s[FOREHAND] & 3):
        if not s[PASSED] >> (s[FOREHAND] + before & 3) & 1:
            return False
    return True


# T-0.5, T-0.15, T-2.9, F-4.7, U-13.3, KG-35
def has_hand(s: Block, r: Block, seat: int, bid: int) -> bool:
    """A call needs a king to call, a Besserrufer a bird in hand, the old Solo a Trull piece."""
    hand, needs, lacks = s[DEALT + seat], r[BID_NEEDS + bid], r[BID_LACKS + bid]
    if lacks and not lacks & ~hand:
        return False
    return not needs or hand & needs != 0


# T-2.5, F-3.3, U-6.1, U-13.7, U-15.4
def may_hold(s: Block, r: Block, seat: int) -> bool:
    """Holding takes over an equal bid: by the Vorhand, or by a seat before the bidder's."""
    first, best = s[FOREHAND], top(s)
    if r[HOLDING] == NO_HOLD:
        return False
    if r[HOLDING] == FOREHAND_HOLDS and seat != first:
        return False
    if r[HOLDING] == EARLIER_HOLDS and (seat - first & 3) > (s[STANDS_SEAT + best] - first & 3):
        return False
    return has_hand(s, r, seat, s[STANDS_BID + best])


def top(s: Block) -> int:
    """The place of the bid to beat: of games side by side the highest, the first of equals."""
    best = 0
    for place in range(1, s[STANDING]):
        if s[STANDS_RANK + place] > s[STANDS_RANK + best]:
            best = place
    return best


# T-4.3, T-7.2, KG-4, KG-6
def may_join(s: Block, r: Block, seat: int, bid: int) -> bool:
    """Where a negative game stands, another of the same value may be played beside it."""
    game, first = r[BID_GAME + bid], r[BID_GAME + s[STANDS_BID]]
    if not r[EXISTS + game] or not r[BEI_GAME + game]:
        return False
    if joins_over_solorufer(s, r, seat, game):
        return True
    if not r[JOINABLE + game] or r[VALUE + game] != r[VALUE + first]:
        return False
    for place in range(s[STANDING]):
        if not r[JOINABLE + r[BID_GAME + s[STANDS_BID + place]]]:
            return False
    return game == first or not r[SAME_CONTRACT]


# KG-6
def joins_over_solorufer(s: Block, r: Block, seat: int, game: int) -> bool:
    """Two Piccolos side by side drive out a Solorufer, by an older edition."""
    if not r[PICCOLOS_ABOVE] or game != PICCOLO or first_piccolo(s, r, seat) < 0:
        return False
    return s[STANDING] == 1 and r[BID_GAME + s[STANDS_BID]] == SOLORUFER


def first_piccolo(s: Block, r: Block, seat: int) -> int:
    """The place of another's Piccolo among the bids driven out."""
    for place in range(s[OUTBID]):
        other = s[OUTBID_SEAT + place] != seat
        if other and r[BID_GAME + s[OUTBID_BID + place]] == PICCOLO:
            return place
    return -1


# Steps


def apply_bid(s: Block, r: Block, token: int) -> None:
    """The auction after a lawful word; fixes the contract when it is over."""
    seat = s[DUTY]
    if seat == s[FOREHAND]:
        s[OPENED] = 1
    if token == PASS:
        s[PASSED] |= 1 << seat  # T-2.7: a pass is final
        forget(s, seat)
    elif token == HOLD:
        best = top(s)
        bid, rank = s[STANDS_BID + best], s[STANDS_RANK + best]
        s[HELD] |= 1 << seat
        stand_alone(s, seat, bid, rank)
    elif BID <= token < BID + BIDS:
        s[BIDS_SAID + seat] |= 1 << token - BID
        stand_alone(s, seat, token - BID, r[BID_RANK + token - BID])
    elif BEI <= token < BEI + BEIS:
        join(s, r, seat, r[BEI_BID + token - BEI])
    next_bidder(s, r, seat)


def stand_alone(s: Block, seat: int, bid: int, rank: int) -> None:
    """A bid drives all others out."""
    drive_out(s, seat)
    stand(s, 0, seat, bid, rank)
    s[STANDING] = 1


def stand(s: Block, place: int, seat: int, bid: int, rank: int) -> None:
    """Write down a standing bid."""
    s[STANDS_SEAT + place], s[STANDS_BID + place], s[STANDS_RANK + place] = seat, bid, rank


def drive_out(s: Block, seat: int) -> None:
    """What stood is outbid; the seat's own older bid is forgotten."""
    forget(s, seat)
    for place in range(s[STANDING]):
        if s[STANDS_SEAT + place] != seat:
            s[OUTBID_SEAT + s[OUTBID]] = s[STANDS_SEAT + place]
            s[OUTBID_BID + s[OUTBID]] = s[STANDS_BID + place]
            s[OUTBID] += 1


def forget(s: Block, seat: int) -> None:
    """A seat that bids or passes is no longer among those driven out."""
    kept = 0
    for place in range(s[OUTBID]):
        if s[OUTBID_SEAT + place] != seat:
            s[OUTBID_SEAT + kept] = s[OUTBID_SEAT + place]
            s[OUTBID_BID + kept] = s[OUTBID_BID + place]
            kept += 1
    s[OUTBID] = kept


# T-4.3, KG-5, KG-6
def join(s: Block, r: Block, seat: int, bid: int) -> None:
    """The first bidder of the standing group leads; who joins stands beside him."""
    s[BIDS_SAID + seat] |= 1 << bid
    if joins_over_solorufer(s, r, seat, r[BID_GAME + bid]):
        place = first_piccolo(s, r, seat)
        first, piccolo = s[OUTBID_SEAT + place], s[OUTBID_BID + place]
        drive_out(s, seat)
        forget(s, first)
        stand(s, 0, first, piccolo, r[BID_RANK + piccolo])
        s[STANDING] = 1
    forget(s, seat)
    stand(s, s[STANDING], seat, bid, r[BID_RANK + bid])
    s[STANDING] += 1
    if r[PICCOLOS_ABOVE]:
        raise_piccolos(s, r)


def raise_piccolos(s: Block, r: Block) -> None:
    """Piccolos side by side stand above a Solorufer, by half a rank."""
    for place in range(s[STANDING]):
        if r[BID_GAME + s[STANDS_BID + place]] != PICCOLO:
            return
    for place in range(s[STANDING]):
        s[STANDS_RANK + place] = r[PICCOLOS_RANK]


# T-2.2, T-2.3, T-2.6, KG-28
def next_bidder(s: Block, r: Block, seat: int) -> None:
    """In turn speak all who have not passed and do not hold the game; then it is fixed."""
    following = next_waiting(s, seat)
    others = EVERYBODY & ~(1 << s[FOREHAND])
    if s[STANDING] and (following < 0 or s[PHASE] == CHOICE):
        fix(s, r)
    elif not s[STANDING] and s[OPENED] and s[PASSED] & others == others:
        nobody_bid(s, r)
    else:
        s[DUTY] = following


def next_waiting(s: Block, seat: int) -> int:
    """The next who has not passed and whose bid does not stand; -1 if there is none."""
    idle = s[PASSED]
    for place in range(s[STANDING]):
        idle |= 1 << s[STANDS_SEAT + place]
    for step in range(1, 5):
        if not idle >> (seat + step & 3) & 1:
            return seat + step & 3
    return -1


# T-2.3, F-3.2, U-6.1, KG-28
def nobody_bid(s: Block, r: Block) -> None:
    """The Vorhand chooses, or must call; the deal is void if she need not or cannot."""
    forehand, called = s[FOREHAND], r[FOREHAND_BID]
    if not r[ROUND_OPENING]:
        s[PHASE], s[DUTY] = CHOICE, forehand
        if not biddable(s, r, forehand):
            finish(s, OUT_REDEAL)
    elif not s[PASSED] >> forehand & 1:
        s[DUTY] = forehand
    elif not r[MUST_CALL] or called < 0 or not has_hand(s, r, forehand, called):
        finish(s, OUT_REDEAL)
    else:
        stand_alone(s, forehand, called, r[BID_RANK + called])
        fix(s, r)


def fix(s: Block, r: Block) -> None:
    """The contract stands; of games side by side the first leads."""
    s[CONTRACT], s[DECLARER] = r[BID_GAME + s[STANDS_BID]], s[STANDS_SEAT]
    s[STICHZWANG], s[TALON_USE] = r[WITH_STICHZWANG], r[USE_TALON]
