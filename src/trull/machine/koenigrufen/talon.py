"""Calling a king, the talon, sliding, the choices of a Trischaken, and the discard."""

from __future__ import annotations

from trull.kernels.tarock import count, highest, lowest
from trull.machine.koenigrufen.bargain import finish, king_of, open_talon, talon_cards
from trull.machine.koenigrufen.layout import (
    BID_BIRD,
    BIRD_COUNT,
    BIRD_SWITCH,
    CALL,
    CALL_FOURTH,
    CALLED,
    CALLED_SIDE,
    CALLING,
    CHOICE_TRISCHAKEN,
    CHOOSING,
    CONTRACT,
    DEALT,
    DECLARER,
    DECLARING,
    DISCARD,
    DISCARD_TOKEN,
    DISCARDING,
    DUTY,
    FARBEN_GAME,
    FIVES,
    FOURTH,
    FOURTH_KING,
    HAND,
    INSTEAD,
    KIND,
    KING_HALF,
    LAID,
    MASKS,
    NEEDED,
    NEEDS,
    NEEDS_BIRD,
    OUT_SLID,
    PAGAT,
    PARTNER,
    PHASE,
    PLAYING,
    REPLACED,
    SCHLEIFEN,
    SELF_CALL,
    SIDE,
    SLID,
    STANDING,
    STANDS_BID,
    STICHZWANG,
    STICHZWANG_SAID,
    STICHZWANG_TOKEN,
    TAKE,
    TAKE_ALL,
    TAKE_ALL_TALON,
    TAKE_HALF,
    TAKEN,
    TAKING,
    TALON,
    TALON_OF,
    TALON_ONE,
    TALON_SIX,
    TALON_TOKEN,
    TALON_USE,
    TRISCHAKEN,
    TRISCHAKEN_GAME,
    TRISCHAKEN_INSTEAD,
)
from trull.machine.words import Block, offer, offer_set


# T-2.8, U-7.6, U-15.2
def after_auction(s: Block, r: Block) -> None:
    """The contract stands: call, take, choose or announce, as the game demands."""
    s[DUTY] = s[DECLARER]
    if r[SIDE + s[CONTRACT]] == CALLED_SIDE:
        s[PHASE] = CALLING
    elif r[KIND + s[CONTRACT]] == TRISCHAKEN_GAME:
        before_trischaken(s, r)
    else:
        after_call(s, r)


# T-3.1, T-3.4, T-3.6, U-13.1, U-18.1
def after_call(s: Block, r: Block) -> None:
    """The talon is opened, or taken face down by the Sechserdreier, or stays where it is."""
    if open_talon(s, r):
        s[PHASE] = TAKING
    elif r[TALON_OF + s[CONTRACT]] == TALON_SIX:
        take(s, talon_cards(s, 0, 6))
    else:
        s[PHASE] = DECLARING


def take(s: Block, cards: int) -> None:
    """The declarer takes cards of the talon into his hand."""
    s[TAKEN] = cards
    s[HAND + s[DECLARER]] |= cards
    s[PHASE] = DISCARDING


# Calling


# T-2.9, F-4.1, F-4.2, U-17.1, U-17.5, U-17.7
def offer_calls(s: Block, r: Block, mask: Block) -> None:
    """A king not in hand is called; with three kings "the fourth"; of old also one's own."""
    hand = s[HAND + s[DUTY]]
    for suit in range(4):
        if r[SELF_CALL] or not hand >> king_of(suit) & 1:
            offer(mask, CALL + suit)
    if r[FOURTH_KING] and count(hand & MASKS.kings) == 3:
        offer(mask, CALL_FOURTH)


# U-7.6, U-7.7, U-13.2, U-17.1
def apply_call(s: Block, r: Block, token: int) -> None:
    """Who holds the called king is the partner; in the talon or in hand, there is none."""
    seat, suit = s[DUTY], token - CALL
    if token == CALL_FOURTH:
        s[FOURTH] = 1
        suit = lowest(MASKS.kings & ~s[HAND + seat]) // 8
    king = king_of(suit)
    s[CALLED] = suit
    for other in range(4):
        if other != seat and s[HAND + other] >> king & 1:
            s[PARTNER] = other
    for place in range(6):
        if s[TALON + place] == king:
            s[KING_HALF] = place // 3
    after_call(s, r)


# The open talon


# T-3.1, U-8.2, U-17.11, T-2.10, F-4.3, F-4.4, U-17.10, T-7.5, KG-42
def offer_talon(s: Block, r: Block, mask: Block) -> None:
    """A half, of an Einer one card, by option all; with a lying king he may slide."""
    if r[TALON_OF + s[CONTRACT]] == TALON_ONE:
        offer_set(mask, TAKE, talon_cards(s, 0, 6))
        return
    offer(mask, TAKE_HALF)
    offer(mask, TAKE_HALF + 1)
    if s[KING_HALF] < 0:
        return
    if r[TAKE_ALL_TALON]:
        offer(mask, TAKE_ALL)
    if r[TRISCHAKEN_INSTEAD]:
        offer(mask, INSTEAD)
    elif r[NEEDS + s[CONTRACT]] == NEEDS_BIRD:
        offer_set(mask, SCHLEIFEN + 1, slid_with(s, r))
    else:
        offer(mask, SCHLEIFEN)


def slid_with(s: Block, r: Block) -> int:
    """The bird named with the bid, or any bird that was dealt, as a set of items."""
    named = r[BID_BIRD + s[STANDS_BID]]
    if named >= 0:
        return 1 << named
    return (s[DEALT + s[DECLARER]] & r[NEEDED + s[CONTRACT]]) >> PAGAT


def apply_talon(s: Block, r: Block, token: int) -> None:
    """The declarer takes, slides, or makes it a Trischaken."""
    if token == INSTEAD:
        trischaken_instead(s, r)
    elif SCHLEIFEN <= token <= SCHLEIFEN + BIRD_COUNT:
        s[SLID] = token - SCHLEIFEN + 1
        finish(s, OUT_SLID)
    elif token == TAKE_ALL:
        take(s, talon_cards(s, 0, 6))
    elif token >= TAKE_HALF:
        first = 3 * (token - TAKE_HALF)
        take(s, talon_cards(s, first, first + 3))
    else:
        take(s, 1 << token - TAKE)


# T-7.5
def trischaken_instead(s: Block, r: Block) -> None:
    """Trischaken instead of sliding: the declarer counts as Vorhand, chooses and leads."""
    s[CONTRACT], s[REPLACED] = TRISCHAKEN, 1
    s[CALLED] = s[PARTNER] = s[KING_HALF] = -1
    s[FOURTH], s[STANDING] = 0, 1
    before_trischaken(s, r)


# Trischaken's choices


# T-4.5, F-5.1
def before_trischaken(s: Block, r: Block) -> None:
    """The Vorhand chooses before the first card, where that is hers to choose."""
    if r[CHOICE_TRISCHAKEN]:
        s[PHASE] = CHOOSING
    else:
        s[PHASE] = PLAYING


# T-4.5, T-0.2
def offer_choices(s: Block, mask: Block) -> None:
    """With or without Stichzwang, then what happens with the talon."""
    first = TALON_TOKEN if s[STICHZWANG_SAID] else STICHZWANG_TOKEN
    offer(mask, first)
    offer(mask, first + 1)


def apply_choice(s: Block, token: int) -> None:
    """One of the Vorhand's choices; the second begins the play."""
    if s[STICHZWANG_SAID]:
        s[TALON_USE] = token - TALON_TOKEN
        s[PHASE] = PLAYING
    else:
        s[STICHZWANG], s[STICHZWANG_SAID] = STICHZWANG_TOKEN + 1 - token, 1


# The discard, card by card in the order of the pack


# T-3.2, T-3.11, F-7.2, F-7.3, F-10.1, U-9.6, U-9.11
def offer_discards(s: Block, r: Block, mask: Block) -> None:
    """No kings, no Trull; tarocks only when nothing else is left (in Farbenspiele the reverse)."""
    hand, size, laid = s[HAND + s[DUTY]], count(s[TAKEN]), s[LAID]
    suits, tarocks = hand & ~MASKS.tarocks & ~MASKS.kings, hand & MASKS.tarocks & ~FIVES
    freely, then = suits, tarocks
    if r[KIND + s[CONTRACT]] == FARBEN_GAME:
        freely, then = tarocks, suits
    if count(freely) >= size:
        offer_set(mask, DISCARD_TOKEN, to_lay(0, freely, size, laid))
        return
    owed = owed_birds(s, r) & hand
    if not owed or owed & ~then or count(freely | owed) > size:
        offer_set(mask, DISCARD_TOKEN, to_lay(freely, then, size, laid))
        return
    while owed:  # one of the owed birds is kept, whichever
        kept = owed & -owed
        offer_set(mask, DISCARD_TOKEN, to_lay(freely, then & ~kept, size, laid))
        owed &= owed - 1


def to_lay(must: int, choices: int, size: int, laid: int) -> int:
    """The cards that can be laid next, so that all that must go and enough can still follow."""
    ahead, left, found = must | choices, size - count(laid), 0
    if laid & ~ahead:
        return 0
    if laid:
        ahead &= -2 << highest(laid)
    must &= ~laid
    while ahead:
        card = ahead & -ahead
        ahead &= ahead - 1
        if count(must & ~card) < left <= count(ahead) + 1:
            found |= card
        if card & must:
            return found
    return found


# T-0.5, T-0.15, T-7.6, F-4.6
def owed_birds(s: Block, r: Block) -> int:
    """The birds one of which must be announced: named with the bid, dealt, or by option bought."""
    if r[NEEDS + s[CONTRACT]] != NEEDS_BIRD:
        return 0
    birds, named = r[NEEDED + s[CONTRACT]], r[BID_BIRD + s[STANDS_BID]]
    owed = s[DEALT + s[DECLARER]] & birds
    if named >= 0:
        owed = 1 << PAGAT + named
    if r[BIRD_SWITCH]:
        owed |= s[TAKEN] & birds
    return owed


def apply_discard(s: Block, token: int) -> None:
    """One card more; when all are laid the declarer begins to announce."""
    s[LAID] |= 1 << token - DISCARD_TOKEN
    if count(s[LAID]) == count(s[TAKEN]):
        s[DISCARD] = s[LAID]
        s[HAND + s[DUTY]] &= ~s[LAID]
        s[PHASE] = DECLARING
