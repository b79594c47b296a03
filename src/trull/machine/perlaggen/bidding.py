"""Bids, answers, raises, and who names the holder: how a figure comes to its price."""

from __future__ import annotations

from trull.kernels.perlaggen import face_suit
from trull.kernels.tarock import count, lowest
from trull.machine.perlaggen.deciding import decided, drop_offer
from trull.machine.perlaggen.hands import can, joint_need, makeable, spread
from trull.machine.perlaggen.layout import (
    ANSWER_LOOKS,
    BAPTISED,
    BID_APART,
    BID_COUNT,
    BID_MOST,
    BITS,
    BOUND,
    COUNT,
    COUNTS_RAISES,
    EXEMPT,
    EXEMPTS_HOLDER,
    FACE,
    FALSE,
    FIGURE_COUNT,
    FIRST_STEP,
    GOOD_POINTS,
    HAND,
    HOLDER,
    IS_HELD,
    JOINT_BLIND,
    JOINT_EXEMPT,
    JOINT_HELD,
    LADDER,
    LADDER_FIRST,
    LAST,
    LED,
    LOOKED,
    MAY_BID,
    MAY_BLIND,
    MAY_HOLD,
    MAY_HOLD_ALL,
    MAY_LET_GOOD,
    MAY_LET_GOOD_ALL,
    MAY_LOOK,
    MAY_NAME,
    MAY_RAISE,
    OFFER,
    OFFER_COUNT,
    OFFER_WORDS,
    OFFERED,
    ON_TURN,
    OUT,
    OWED,
    OWED_FIGURE,
    OWED_PARTY,
    P_BID,
    P_BLIND,
    P_FIGURE,
    P_NUMBER,
    P_PARTY,
    P_REFUSED,
    PENDING,
    PHASE,
    RAISE_JUMPS,
    REBID,
    RESTS,
    ROW,
    SAME_STAKE,
    SCORES,
    SEATED,
    SEQ,
    SHOW_ASKED,
    SHOW_FIGURE,
    SHOW_TURN,
    SHOWING,
    SIZE,
    SPIEL,
    STAKE,
    STATUS,
    STEPS,
    TAKES,
    TARGET,
    TRUMP,
    TURN,
    UNBID,
    WON,
)
from trull.machine.words import Block, apart

# What the rules allow


def room(s: Block, r: Block, seat: int) -> int:
    """How many figures a party may bid at once without an overbid (P90-20)."""
    return r[TARGET] - 1 - s[SCORES + (seat & 1)]


# P90-10, PG-14
def steps_above(r: Block, number: int) -> int:
    """The raises of a figure that stands at a number, as a set."""
    if number >= OUT:
        return 0
    higher = r[LADDER]
    if number >= FIRST_STEP:
        higher &= ~((1 << min(number - FIRST_STEP + 1, STEPS - 1)) - 1)
    return higher if r[RAISE_JUMPS] else higher & -higher


def step_number(step: int) -> int:
    """What a raise goes to."""
    return OUT if step == STEPS - 1 else FIRST_STEP + step


# P90-8, PG-15
def rebid_number(r: Block, stake: int) -> int:
    """Bidding again a figure already held leaves its stake, or by option goes one step up."""
    if r[SAME_STAKE] or stake >= OUT:
        return stake
    return step_number(lowest(steps_above(r, stake)))


# P90-7
@apart
def cannot_make(s: Block, r: Block, seat: int, figures: int) -> bool:
    """Who bids or holds must have Gleich and Hanger, and in the last trick a card for the Spiel."""
    need = figures & 3
    if need and not can(s, r, seat, s[BOUND + seat] | need):
        return True
    return figures & 4 != 0 and no_card_for_spiel(s, r, seat)


# P90-27, P90-28
def no_card_for_spiel(s: Block, r: Block, seat: int) -> bool:
    """In the last trick the Spiel is for those with the suit led, a trump or a Perlagg."""
    taken = 0
    for player in range(s[SEATED]):
        taken += s[TAKES + player]
    if taken < r[SIZE] - 1 or not s[COUNT]:
        return False
    card = lowest(s[HAND + seat]) if s[HAND + seat] else row_card(s, seat, r[SIZE] - 1)
    face = s[FACE + card]
    if face < 0 or s[BAPTISED] >> card & 1:
        return False
    return face_suit(face) != face_suit(s[LED]) and face_suit(face) != s[TRUMP]


def row_card(s: Block, seat: int, place: int) -> int:
    """A card that was played, counted from the first."""
    return s[ROW + seat] >> BITS * place & 63


# Prompts


@apart
def prompt_bids(s: Block, r: Block, seat: int, figures: int) -> None:
    """Which of these figures a seat may bid now, alone or together."""
    space, able = room(s, r, seat), 0
    if space < 1 or not may_open(s, r, seat):
        return
    for figure in range(FIGURE_COUNT):
        bit = figures & 1 << figure
        if bit and is_open(s, seat, figure) and not cannot_make(s, r, seat, bit):
            able |= bit
    s[MAY_BID], s[BID_MOST] = able, min(count(able), space)
    s[BID_APART] = able & 3 == 3 and cannot_make(s, r, seat, 3)


# PG-22, P90-24
def may_open(s: Block, r: Block, seat: int) -> bool:
    """Anyone may bid at any time; after the Spiel only its party opens, and until it gives way."""
    if s[PHASE] == SHOWING:
        return seat & 1 == s[SHOW_TURN] and not s[LAST]
    if r[ON_TURN] and seat != s[TURN]:
        return False
    return s[WON + SPIEL] < 0 or s[WON + SPIEL] == seat & 1


# P90-8, P90-26
def is_open(s: Block, seat: int, figure: int) -> bool:
    """Only an unbid figure, or one held and not yet bid again since the last card, can be bid."""
    if s[STATUS + figure] == RESTS or decided(s, figure):
        return False
    return s[STATUS + figure] != IS_HELD or not s[REBID] >> 2 * figure + (seat & 1) & 1


# P90-11, P90-24
@apart
def prompt_raises(s: Block, r: Block, seat: int, figures: int) -> None:
    """Of these figures only the holding party may begin the raising."""
    party = seat & 1
    if not may_raise(s, r, seat):
        return
    if s[PHASE] == SHOWING:
        if party != s[SHOW_TURN] or s[LAST]:
            return
    elif s[WON + SPIEL] >= 0 and s[WON + SPIEL] != party:
        return
    for figure in range(FIGURE_COUNT):
        bit = figures & 1 << figure
        held = s[STATUS + figure] == IS_HELD and s[HOLDER + figure] == party
        if bit and held and not cannot_make(s, r, seat, bit):
            s[MAY_RAISE + figure] = steps_above(r, s[STAKE + figure])


def may_raise(s: Block, r: Block, seat: int) -> bool:
    """Where a raise counts as a bid it may be an overbid (PG-18)."""
    return not r[COUNTS_RAISES] or room(s, r, seat) >= 1


# P90-29
def prompt_blind(s: Block, r: Block, seat: int) -> None:
    """Look, or bid one to three figures blind, while none of the party has looked."""
    s[MAY_LOOK] = 1
    space, able = room(s, r, seat), 0
    for partner in range(seat & 1, s[SEATED], 2):
        if s[LOOKED] >> partner & 1:
            return
    for figure in range(FIGURE_COUNT):
        if s[STATUS + figure] == UNBID and space >= 1:
            able |= 1 << figure
    s[MAY_BLIND], s[BID_MOST] = able, min(count(able), space)


def answers_blind(s: Block, r: Block, seat: int) -> bool:
    """By option those who answer a blind bid may not look (PG-23)."""
    return not s[LOOKED] >> seat & 1 and not r[ANSWER_LOOKS]


def one_bid(s: Block) -> int:
    """How many figures of the oldest bid wait for an answer."""
    many = 0
    while many < s[PENDING] and s[P_BID + OFFER_WORDS * many] == s[P_BID]:
        many += 1
    return many


# P90-8, P90-9, P90-10, P90-29
@apart
def prompt_answers(s: Block, r: Block, seat: int) -> None:
    """Hold, raise or let good the oldest offer; or the whole bid jointly."""
    bit, several = 1 << s[P_FIGURE], one_bid(s) > 1
    s[MAY_LET_GOOD], s[MAY_LET_GOOD_ALL] = bit, several
    blind = answers_blind(s, r, seat)
    if not s[LOOKED] >> seat & 1 and not blind:
        s[MAY_LOOK] = 1
        return
    if blind or not cannot_make(s, r, seat, bit):
        s[MAY_HOLD] = bit
        if may_raise(s, r, seat):
            s[MAY_RAISE + s[P_FIGURE]] = steps_above(r, s[P_NUMBER])
    if several:
        s[MAY_HOLD_ALL] = blind or holds_all_alone(s, r, seat)


def holds_all_alone(s: Block, r: Block, seat: int) -> bool:
    """Whether the party may hold the whole bid whatever the partners' cards are."""
    mine = 0
    for place in range(one_bid(s)):
        mine |= 1 << s[P_FIGURE + OFFER_WORDS * place]
    return not joint_need(s, seat & 1) and not cannot_make(s, r, seat, mine)


# P90-29
def prompt_name(s: Block, r: Block, seat: int) -> None:
    """A player names himself if he can make it, else a partner who can."""
    bit, able, all_of_them = 1 << s[OWED_FIGURE], 0, 0
    if not s[LOOKED] >> seat & 1:
        s[MAY_LOOK] = 1
        return
    for partner in range(seat & 1, s[SEATED], 2):
        all_of_them |= 1 << partner
        if not cannot_make(s, r, partner, bit):
            able |= 1 << partner
    partners = (able if able else all_of_them) & ~(1 << seat)
    s[MAY_NAME] = 1 << seat if able >> seat & 1 or not partners else partners


# Bids


# P90-8
def add_bid(s: Block, r: Block, seat: int, figure: int, blind: int) -> None:
    """One figure of a bid stands in the list of offers; its bidder is bound, or blind his party."""
    party, place, stake = seat & 1, OFFER_WORDS * s[PENDING], s[STAKE + figure]
    number = rebid_number(r, stake) if stake else r[LADDER_FIRST]
    s[P_FIGURE + place], s[P_NUMBER + place], s[P_PARTY + place] = figure, number, party
    s[P_REFUSED + place] = stake if stake else r[GOOD_POINTS]
    s[P_BID + place], s[P_BLIND + place] = s[OFFER_COUNT], blind
    s[PENDING] += 1
    if s[STATUS + figure] == UNBID:
        s[BID_COUNT] += 1
        s[SEQ + figure] = s[BID_COUNT]
    else:
        s[REBID] |= 1 << 2 * figure + party
    s[STATUS + figure], s[OFFER + figure] = OFFERED, number
    if not blind:
        bind(s, r, seat, figure, False)
    elif figure != SPIEL:
        s[JOINT_BLIND + party] |= 1 << figure  # P90-29


# P90-7, P90-31
@apart
def bind(s: Block, r: Block, seat: int, figure: int, exempt: bool) -> None:
    """What a player bids or holds binds him; a figure he cannot make is marked as false."""
    bit, party = 1 << figure, seat & 1
    s[JOINT_BLIND + party] &= ~bit
    s[JOINT_HELD + party] &= ~bit
    if figure == SPIEL:  # it need not be had
        return
    true = can(s, r, seat, makeable(s, r, seat) | bit)
    s[BOUND + seat] |= bit
    s[EXEMPT + seat] = s[EXEMPT + seat] | bit if exempt else s[EXEMPT + seat] & ~bit
    if not true and not exempt:
        s[FALSE + figure] |= 1 << party


# P90-29, PG-31
def bind_jointly(s: Block, r: Block, seat: int, figure: int, exempt: bool) -> None:
    """A joint hold binds the party, also one that has bid blind; any partner may make it."""
    bit, party = 1 << figure, seat & 1
    if s[JOINT_BLIND + party] & bit and answers_blind(s, r, seat):
        return
    s[JOINT_BLIND + party] &= ~bit
    s[JOINT_HELD + party] |= bit
    freed = s[JOINT_EXEMPT + party]
    s[JOINT_EXEMPT + party] = freed | bit if exempt else freed & ~bit


# Answers


def accept(s: Block, party: int) -> None:
    """The oldest offer is held, and the party that held it is the holding party."""
    figure = s[P_FIGURE]
    s[STATUS + figure], s[STAKE + figure] = IS_HELD, s[P_NUMBER]
    s[OFFER + figure], s[HOLDER + figure] = 0, party
    drop_offer(s)
    if s[PHASE] == SHOWING:
        s[SHOW_TURN], s[SHOW_ASKED] = party, 0


# PG-24, P90-31
def bind_holder(s: Block, r: Block, seat: int, figure: int, blind: int) -> None:
    """Who holds or raises is bound himself; one who has not looked binds the party instead."""
    exempt = blind != 0 and r[EXEMPTS_HOLDER] != 0
    if answers_blind(s, r, seat):
        bind_jointly(s, r, seat, figure, exempt)
    else:
        bind(s, r, seat, figure, exempt)


def hold(s: Block, r: Block, seat: int) -> None:
    """The oldest offer is held."""
    figure, blind = s[P_FIGURE], s[P_BLIND]
    accept(s, seat & 1)
    bind_holder(s, r, seat, figure, blind)


@apart
def hold_all(s: Block, r: Block, seat: int) -> None:
    """The whole bid is held jointly."""
    party = seat & 1
    false = 0 if answers_blind(s, r, seat) else not_between_them(s, r, party)
    for _ in range(one_bid(s)):
        figure, exempt = s[P_FIGURE], s[P_BLIND] != 0 and r[EXEMPTS_HOLDER] != 0
        accept(s, party)
        bind_jointly(s, r, seat, figure, exempt)
        if false >> figure & 1 and not exempt:
            s[FALSE + figure] |= 1 << party


# P90-31, PG-20
def not_between_them(s: Block, r: Block, party: int) -> int:
    """What is held jointly and falsely: a figure the partners cannot make beside the others."""
    bounds = 0
    for seat in range(party, s[SEATED], 2):  # only what they can make stands beside it
        bounds |= s[BOUND + seat] << 2 * seat
        s[BOUND + seat] = makeable(s, r, seat)
    kept, false = 0, 0
    for bit in range(1, 3):
        if joint_need(s, party) & bit and spread(s, r, party, bit):
            kept |= bit
    for place in range(one_bid(s)):
        bit = 1 << s[P_FIGURE + OFFER_WORDS * place] & 3
        if bit and spread(s, r, party, kept | bit):
            kept |= bit
        else:
            false |= bit
    for seat in range(party, s[SEATED], 2):
        s[BOUND + seat] = bounds >> 2 * seat & 3
    return false


# P90-10, PG-16
def raise_offer(s: Block, r: Block, seat: int, number: int) -> None:
    """A raise accepts the oldest offer and takes its place; its bidder is bound."""
    figure, reached, blind = s[P_FIGURE], s[P_NUMBER], s[P_BLIND]
    bind_holder(s, r, seat, figure, blind)
    stand_raise(s, seat, figure, reached, number)


# P90-7, P90-11
def raise_held(s: Block, r: Block, seat: int, figure: int, number: int) -> None:
    """The holding party raises a held figure, is bound to it, and the other must answer."""
    bind(s, r, seat, figure, False)
    s[PENDING] = 1
    stand_raise(s, seat, figure, s[STAKE + figure], number)


def stand_raise(s: Block, seat: int, figure: int, reached: int, number: int) -> None:
    """The raise is the oldest offer; let good, it brings the number reached before it."""
    s[OFFER_COUNT] += 1
    s[P_FIGURE], s[P_NUMBER], s[P_PARTY] = figure, number, seat & 1
    s[P_REFUSED], s[P_BID], s[P_BLIND] = reached, s[OFFER_COUNT], 0
    s[STATUS + figure], s[STAKE + figure], s[OFFER + figure] = OFFERED, reached, number


# P90-29
def name(s: Block, r: Block, named: int) -> None:
    """The partner named is bound from now on."""
    figure = s[OWED_FIGURE]
    exempt = s[JOINT_EXEMPT + s[OWED_PARTY]] >> figure & 1 != 0
    s[OWED] = 0
    bind(s, r, named, figure, exempt)


@apart
def next_figures(s: Block, said: int, words: int) -> int:
    """The figures that may follow in a bid after some were named."""
    able, most = s[MAY_BLIND], s[BID_MOST]
    if s[MAY_BID]:
        able = s[MAY_BID]
        if s[BID_APART]:
            most = min(most, 2)
            if said & 3:
                able &= 4
    return able & ~said if words < most else 0


def figure_in_show(s: Block) -> int:
    """The figures one may speak of: all, or after the Spiel the one in hand."""
    return 1 << s[SHOW_FIGURE] if s[PHASE] == SHOWING else 7
