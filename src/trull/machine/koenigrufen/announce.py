"""Announcing and Kontra: who may say what, when and how often.

Who doubled something is one word: the level in two bits, then the seats in two bits each.
"""

from __future__ import annotations

from trull.kernels.tarock import count, lowest
from trull.machine.koenigrufen.bargain import (
    bought_in_sight,
    finish,
    is_ours,
    king_of,
    open_talon,
    positive,
    sides_public,
)
from trull.machine.koenigrufen.layout import (
    ANNOUNCE,
    ANNOUNCE_ONCE,
    ANNOUNCED,
    ANNOUNCING,
    APART,
    BARE_RUFER,
    BEFORE_LIE,
    BIRD_COUNT,
    BIRDS,
    BONUSES,
    BOUND,
    CALLED,
    CONTRACT,
    DECLARER,
    DECLARER_KING,
    DECLARER_ONLY,
    DECLARER_OPENS,
    DECLARER_OUVERT,
    DECLARING,
    DONE_TOKEN,
    DOUBLINGS,
    DUTY,
    FOR_PARTNER,
    GAME_KONTRA,
    GUT,
    GUTS,
    HAND,
    ITEMS_SAID,
    KING_HALF,
    KING_ULTIMO,
    KONTRA,
    KONTRA_ITEM,
    KONTRA_PAIR,
    KONTRA_RE,
    KONTRAS,
    LIE,
    LISTED,
    MONDFANG,
    MONDFANG_PARTNER,
    NEEDS,
    NEEDS_BIRD,
    NEEDS_TRULL,
    NEGATIVE_KONTRA,
    OPENS,
    OPPONENTS_OPEN,
    OUT_BARE,
    OUVERT,
    PAGAT,
    PAIRS,
    PARTNER,
    PHASE,
    PLAYING,
    RUFER,
    SAID,
    SAID_BY,
    SAYABLE,
    SEMI_REVERS,
    SPENT,
    SPOKEN,
    STANDING,
    STANDS_SEAT,
    TRULL,
    TRULL_DUTY,
    TRULL_ITEM,
)
from trull.machine.koenigrufen.talon import owed_birds
from trull.machine.words import Block, offer, offer_set

HIGHEST_KONTRA = 3


# T-2.11, T-7.3
def begin_announcing(s: Block, r: Block) -> None:
    """The declarer begins to announce; a negative game goes straight to the Kontra."""
    s[DUTY] = s[DECLARER]
    if positive(s, r) or chooses_opening(s, r):
        s[PHASE] = DECLARING
    else:
        after_lie(s, r)


# T-7.3
def chooses_opening(s: Block, r: Block) -> bool:
    """Semi-ouvert "revers": the declarer says who lays open."""
    return r[SEMI_REVERS] != 0 and r[OUVERT + s[CONTRACT]] == DECLARER_OUVERT


# What may be announced


# T-5.1, T-5.7, F-8.1, F-8.2, F-8.4, F-8.5, F-8.7, T-4.4, T-3.10, U-16.2, U-19.4, KG-46
def announceable(s: Block, r: Block, seat: int) -> int:
    """Bonuses of the contract's list, once a deal, by whom they belong to, in his own turn."""
    if not positive(s, r) or right_is_spent(s, r, seat):
        return 0
    items = r[LISTED + s[CONTRACT]] & r[SAYABLE + s[CONTRACT]]
    birds = (1 << BIRD_COUNT) - 1
    items &= ~birds | birds_spoken_for(s, r, seat) >> PAGAT
    if items >> KING_ULTIMO & 1 and (s[CALLED] < 0 or not may_announce_king(s, r, seat)):
        items &= ~(1 << KING_ULTIMO)
    if r[MONDFANG_PARTNER] and seat != s[PARTNER]:
        items &= ~(1 << MONDFANG)
    return items & ~s[ITEMS_SAID]


# F-8.1, F-8.8, KG-36, KG-44
def right_is_spent(s: Block, r: Block, seat: int) -> bool:
    """Where each announces only once, the declarer's turn was before he lay."""
    silent = seat == s[DECLARER] or r[DECLARER_ONLY] != 0
    if s[PHASE] == ANNOUNCING and r[BEFORE_LIE + s[CONTRACT]] and silent:
        return True
    return r[ANNOUNCE_ONCE] != 0 and s[SPENT] >> seat & 1 != 0


# T-5.7, F-8.2, U-10.11, U-11.6, KG-12
def birds_spoken_for(s: Block, r: Block, seat: int) -> int:
    """The birds in hand; of old also those the partner was seen to buy."""
    own = s[HAND + seat] & BIRDS
    if seat == s[PARTNER] and r[FOR_PARTNER]:
        own |= bought_in_sight(s, r)
    return own


# KG-12, U-11.12, U-17.13
def may_announce_king(s: Block, r: Block, seat: int) -> bool:
    """The holder of the called king; by the old rules the declarer too, unless he left it lying."""
    if s[HAND + seat] >> king_of(s[CALLED]) & 1:
        return True
    if not r[DECLARER_KING] or seat != s[DECLARER]:
        return False
    return not (open_talon(s, r) and s[KING_HALF] >= 0)


# T-0.5, T-0.15, T-7.6, F-4.6, F-4.8
def owes_bird(s: Block, r: Block) -> bool:
    """Besserrufer and Solobesser must announce a bird that was dealt (or, by option, bought)."""
    if r[NEEDS + s[CONTRACT]] != NEEDS_BIRD:
        return False
    hand = s[HAND + s[DECLARER]]
    owed = owed_birds(s, r) & hand
    for bird in range(BIRD_COUNT):
        card = 1 << PAGAT + bird
        if s[SAID_BY + bird] >= 0 and (card & owed or not card & hand):
            return False
    return owed != 0


# U-13.9
def owes_trull(s: Block, r: Block, seat: int) -> bool:
    """In the Solo a called partner with two Trull pieces must announce the Trull."""
    if not r[TRULL_DUTY] or r[NEEDS + s[CONTRACT]] != NEEDS_TRULL or seat != s[PARTNER]:
        return False
    return count(s[HAND + seat] & TRULL) == 2 and s[SAID_BY + TRULL_ITEM] < 0


# The offers


# T-2.11, F-1.7, F-8.8
def offer_declaring(s: Block, r: Block, mask: Block) -> None:
    """The declarer's own announcements come before "ich liege"; a bird that he owes too."""
    offer_set(mask, ANNOUNCE, announceable(s, r, s[DUTY]))
    if chooses_opening(s, r):
        offer(mask, LIE + DECLARER_OPENS)
        offer(mask, LIE + OPPONENTS_OPEN)
    elif not owes_bird(s, r):
        offer(mask, LIE)


# T-2.12, T-2.13, F-1.7, F-7.8
def offer_replies(s: Block, r: Block, mask: Block) -> None:
    """Announce, Kontra; "gut" who has nothing to say; a turn in which something was said closes."""
    seat = s[DUTY]
    offer_set(mask, ANNOUNCE, announceable(s, r, seat))
    if positive(s, r):
        offer_kontras(s, r, mask, seat)
    else:
        offer_pairs(s, r, mask, seat)
    if not owes_trull(s, r, seat):
        offer(mask, DONE_TOKEN if s[SAID] else GUT)


# T-1.12, T-1.13, T-1.14, KG-38
def offer_kontras(s: Block, r: Block, mask: Block, seat: int) -> None:
    """Kontra, Re, Sub alternate between the sides, for the game and each bonus apart."""
    if may_double(s, seat, s[GAME_KONTRA], s[DECLARER], True):
        offer(mask, KONTRA)
    items = s[ITEMS_SAID]
    if not items:
        return
    knows = knows_all(s, seat) or sides_public(s, r)
    while items:
        item = lowest(items)
        if may_double(s, seat, s[KONTRAS + item], s[SAID_BY + item], knows):
            offer(mask, KONTRA_ITEM + item)
        items &= items - 1


# T-1.14, T-6.1, KG-47
def may_double(s: Block, seat: int, givers: int, owner: int, knows: bool) -> bool:
    """Who knows the sides keeps to them; who cannot know may err with everybody but himself."""
    level = (givers & 3) + 1
    if level > HIGHEST_KONTRA:
        return False
    if knows or owner == s[DECLARER]:
        same = is_ours(s, seat) == is_ours(s, owner)
        return same == (level == 2)
    return seat != (owner if level == 1 else given(givers, level - 1))


def given(givers: int, level: int) -> int:
    """Who said this level."""
    return givers >> 2 * level & 3


def knows_all(s: Block, seat: int) -> bool:
    """The holder of the called king knows who plays with whom."""
    return s[CALLED] >= 0 and s[HAND + seat] >> king_of(s[CALLED]) & 1 != 0


# T-1.15, T-4.4, F-2.3, KG-1, KG-45
def offer_pairs(s: Block, r: Block, mask: Block, seat: int) -> None:
    """In negative games each opponent doubles for himself; Re and Sub stay within the pair."""
    if not r[NEGATIVE_KONTRA]:
        return
    for step in range(1, 4):
        other = seat + step & 3
        if is_pair(s, r, seat, other) and s[PAIRS + 4 * seat + other] == 1:
            offer(mask, KONTRA_RE + step - 1)
        level = s[PAIRS + 4 * other + seat]
        if is_pair(s, r, other, seat) and (level == 0 or level == 2):
            offer(mask, KONTRA_PAIR + step - 1)


def is_pair(s: Block, r: Block, declarer: int, opponent: int) -> bool:
    """Whether two settle a negative game of the first; by option fellows settle nothing."""
    return plays(s, declarer) and not (r[APART] and plays(s, opponent))


def plays(s: Block, seat: int) -> bool:
    """Whether a seat is a declarer of a negative game."""
    for place in range(s[STANDING]):
        if s[STANDS_SEAT + place] == seat:
            return True
    return False


# Steps


def apply_word(s: Block, r: Block, token: int) -> None:
    """The announcing after a lawful word."""
    seat = s[DUTY]
    if ANNOUNCE <= token < ANNOUNCE + BONUSES:
        s[SAID_BY + token - ANNOUNCE] = seat
        s[ITEMS_SAID] |= 1 << token - ANNOUNCE
        s[SAID] = s[ANNOUNCED] = 1
    elif LIE <= token <= LIE + OPPONENTS_OPEN:
        s[OPENS] = token - LIE
        after_lie(s, r)
    elif token == GUT or token == DONE_TOKEN:
        close_turn(s, r, seat)
    else:
        s[SAID] = 1
        double(s, seat, token)


def double(s: Block, seat: int, token: int) -> None:
    """A Kontra, Re or Sub is noted."""
    s[DOUBLINGS] += 1
    if token >= KONTRA_PAIR:
        s[PAIRS + 4 * (seat + 1 + token - KONTRA_PAIR & 3) + seat] += 1
    elif token >= KONTRA_RE:
        s[PAIRS + 4 * seat + (seat + 1 + token - KONTRA_RE & 3)] += 1
    else:
        place = GAME_KONTRA if token == KONTRA else KONTRAS + token - KONTRA_ITEM
        level = (s[place] & 3) + 1
        s[place] = (s[place] | seat << 2 * level) + 1


# T-2.11, T-2.12, KG-45
def after_lie(s: Block, r: Block) -> None:
    """After "ich liege" the next speaks; side by side the leading declarer speaks first."""
    s[SPENT] |= 1 << s[DECLARER]
    s[SAID] = s[ANNOUNCED] = 0
    if not positive(s, r) and not r[NEGATIVE_KONTRA]:
        s[PHASE] = PLAYING
        return
    s[PHASE] = ANNOUNCING
    s[DUTY] = s[DECLARER] if s[STANDING] > 1 else (s[DECLARER] + 1 & 3)


# T-2.13, F-8.1, KG-44
def close_turn(s: Block, r: Block, seat: int) -> None:
    """Three "gut" in a row close the announcing."""
    s[GUTS] = 0 if s[SAID] else s[GUTS] + 1
    s[SPOKEN] |= 1 << seat
    if s[ANNOUNCED]:
        s[SPENT] |= 1 << seat
    s[SAID] = s[ANNOUNCED] = 0
    unheard = s[STANDING] > 1 and count(s[SPOKEN]) < 4
    if s[GUTS] < 3 or unheard:
        s[DUTY] = seat + 1 & 3
    elif is_bare(s, r):
        finish(s, OUT_BARE)
    else:
        s[PHASE] = PLAYING


# T-7.1, KG-8
def is_bare(s: Block, r: Block) -> bool:
    """A bare Rufer is paid at once where that is agreed."""
    quiet = not s[ITEMS_SAID] and not s[GAME_KONTRA]
    return r[BARE_RUFER] != 0 and s[CONTRACT] == RUFER and quiet and s[KING_HALF] < 0


# What was said validly


# T-1.12, T-1.14, KG-47
def valid_level(s: Block, givers: int, owner: int) -> int:
    """Levels alternate between the sides; the first from the wrong side falls with all after it."""
    for level in range(1, (givers & 3) + 1):
        on_item_side = is_ours(s, given(givers, level)) == is_ours(s, owner)
        if on_item_side != (level == 2):
            return level - 1
    return givers & 3


# T-5.7, T-5.8, U-11.6, U-11.12, U-11.13
def bind_cards(s: Block, r: Block) -> None:
    """Who announced a card keeps it, and who has one that the partner may announce for him."""
    if not s[ITEMS_SAID]:
        return
    for item in range(KING_ULTIMO + 1):
        owner = s[SAID_BY + item]
        if owner < 0:
            continue
        card = 1 << (king_of(s[CALLED]) if item == KING_ULTIMO else PAGAT + item)
        for seat in range(4):
            if s[HAND + seat] & card and (seat == owner or binds(s, r, item, owner, seat)):
                s[BOUND + seat] |= card


def binds(s: Block, r: Block, item: int, owner: int, seat: int) -> bool:
    """The declarer binds who holds the king; whoever may be his partner, the bought Pagat."""
    if item == KING_ULTIMO:
        return owner == s[DECLARER] and may_announce_king(s, r, owner)
    if not r[FOR_PARTNER] or seat != s[DECLARER]:
        return False
    if not bought_in_sight(s, r) >> PAGAT + item & 1:
        return False
    return owner == s[PARTNER] or not sides_public(s, r)
