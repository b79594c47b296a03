"""A table as a machine: who is asked, what is offered, and what a token does.

Seats are asked as ``machine.steps`` asks them: before each act that is due everybody who may speak
out of turn, once, in the order of the seats; then those on duty, who may leave it to each other.
"""

from __future__ import annotations

from trull.kernels.tarock import lowest
from trull.machine.perlaggen.bidding import (
    add_bid,
    answers_blind,
    figure_in_show,
    hold,
    hold_all,
    name,
    next_figures,
    one_bid,
    prompt_answers,
    prompt_bids,
    prompt_blind,
    prompt_name,
    prompt_raises,
    raise_held,
    raise_offer,
    step_number,
)
from trull.machine.perlaggen.deal import clear, cutter, lay_pack, lift, put_together, shuffle
from trull.machine.perlaggen.deciding import let_good
from trull.machine.perlaggen.degree import ask_degree, prompt_degree, state_degrees
from trull.machine.perlaggen.flow import onward, open_bidding, settle
from trull.machine.perlaggen.layout import (
    ACCEPT,
    ALONE,
    ASIDE,
    ASK,
    ASK_DEGREE,
    ASK_HOLDER,
    BAPTISED,
    BID,
    BID_ENOUGH,
    BLIND,
    BLIND_BID,
    BLIND_ENOUGH,
    CARDS,
    CONCEDE,
    CUT,
    CUT_MANUAL,
    CUTTING,
    DECK,
    DUTY,
    ENOUGH,
    FACE,
    FACES,
    FIGURE_COUNT,
    FOREHAND,
    HOLD,
    HOLD_ALL,
    JOINT_HELD,
    KEEP,
    LEFT,
    LET_GOOD,
    LET_GOOD_ALL,
    LIFTED,
    LOOK,
    LOOKED,
    MASK,
    MAY,
    MAY_ACCEPT,
    MAY_ASK,
    MAY_ASK_DEGREE,
    MAY_ASK_HOLDER,
    MAY_BE_SILENT,
    MAY_BID,
    MAY_BLIND,
    MAY_CONCEDE,
    MAY_CUT,
    MAY_END,
    MAY_HOLD,
    MAY_HOLD_ALL,
    MAY_KEEP,
    MAY_LET_GOOD,
    MAY_LET_GOOD_ALL,
    MAY_LOOK,
    MAY_NAME,
    MAY_PLAY,
    MAY_PUT_TOGETHER,
    MAY_RAISE,
    MAY_SIGN,
    MAY_TURN_UP,
    MIN_CUT,
    NAME,
    NAME_SEAT,
    NAMING,
    NO,
    OFFER_COUNT,
    OVER,
    OWED,
    OWED_FIGURE,
    OWED_PARTY,
    OWED_SEAT,
    P_PARTY,
    PENDING,
    PHASE,
    PLAY,
    PLAYERS,
    PLAYING,
    PROVING,
    PUT_TOGETHER,
    RAISE,
    RAISE_STEP,
    SAID,
    SAYING,
    SEATED,
    SHOW,
    SHOW_ASKED,
    SHOW_FIGURE,
    SHOW_TURN,
    SHOWING,
    SIGN,
    SIGNED,
    SIGNED_LAST,
    SIGNS_OFF,
    SIGNS_USED,
    SILENT,
    STAND,
    STANDING,
    TARGET,
    TURN,
    WAITING,
    YES,
)
from trull.machine.perlaggen.play import faces_offered, play, prompt_plays
from trull.machine.perlaggen.show import (
    NO_WAY,
    SHOWS,
    STANDS,
    concede,
    next_of_way,
    prompt_ways,
    show,
)
from trull.machine.words import Block, apart, below, chance, hot, offer, offer_set, offered, seeded

ELSEWHERE = 1 << 44  # what is drawn beside the cards must not tell anything about them


def begin(
    s: Block, r: Block, deck: Block, seats: int, forehand: int, context: tuple[int, int, int, int]
) -> None:
    """The pack lies in front of the cutter.

    The context is that of a sitting: the points of the parties, the Perlaggen kept from a void
    deal, and whether it is dealt again without a cut.
    """
    first, second, kept, redeal = context
    clear(s, seats, forehand, first, second)
    lay_pack(s, r, deck, kept)
    if redeal:
        open_bidding(s, r)
        onward(s, r)
    ask(s, r)


def start(s: Block, r: Block, seed: int) -> None:
    """A pack shuffled by chance, and by chance also who deals and how the game stands."""
    state = chance(seeded(seed + ELSEWHERE))
    forehand = below(state, r[PLAYERS])
    state = chance(state)
    first = below(state, r[TARGET])
    state = chance(state)
    clear(s, r[PLAYERS], forehand, first, below(state, r[TARGET]))
    shuffle(s, r, seeded(seed))
    ask(s, r)


# Who is asked


def duty(s: Block) -> int:
    """The seats that must act, as a set; none when the hand is over."""
    if s[PHASE] == OVER:
        return 0
    if s[PHASE] == CUTTING:
        return 1 << cutter(s)
    if s[PENDING]:
        return members(s, 1 - s[P_PARTY])
    if s[OWED]:
        return 1 << s[OWED_SEAT] if s[OWED] == PROVING else members(s, s[OWED_PARTY])
    if s[PHASE] == BLIND:
        return 1 << blind_turn(s)
    return 1 << s[TURN] if s[PHASE] == PLAYING else members(s, s[SHOW_TURN])


def members(s: Block, party: int) -> int:
    """The seats of a party."""
    return (21 << party) & (1 << s[SEATED]) - 1


def blind_turn(s: Block) -> int:
    """The first player from the forehand who has not looked."""
    seat = s[FOREHAND]
    while s[LOOKED] >> seat & 1:
        seat = (seat + 1) % s[SEATED]
    return seat


@apart
def ask(s: Block, r: Block) -> None:
    """The next seat that may or must speak is asked, or the deal is settled."""
    due = duty(s)
    if not due:
        settle(s)
        return
    seat = next_seat(s, due)
    while not prompt(s, r, seat) and not s[WAITING] and not signs(s, r):
        s[ASIDE] += 1
        seat = next_seat(s, due)
    s[DUTY] = seat
    s[MAY_BE_SILENT] = not s[WAITING] or s[WAITING] & (s[WAITING] - 1) != 0
    s[MAY_SIGN] = signs(s, r) and not (s[WAITING] != 0 and s[SIGNED] >> seat & 1 != 0)


def next_seat(s: Block, due: int) -> int:
    """Who is next: out of turn in the order of the seats, then those on duty."""
    if not s[WAITING]:
        for seat in range(s[ASIDE], s[SEATED]):
            if not due >> seat & 1:
                s[ASIDE] = seat
                return seat
        s[ASIDE], s[WAITING] = s[SEATED], due
    return lowest(s[WAITING])


# P24-1
def signs(s: Block, r: Block) -> bool:
    """Partners may make signs at any time after the deal; two players have nobody to sign to."""
    return not r[SIGNS_OFF] and s[SEATED] != 2 and s[PHASE] != CUTTING


@apart
def prompt(s: Block, r: Block, seat: int) -> bool:
    """What a seat may do, beside signs, in the words from ``MAY`` on; whether that is anything."""
    for place in range(MAY, MAY_END):
        s[place] = 0
    if s[PHASE] == CUTTING:
        prompt_cut(s, r, seat)
    elif s[PENDING]:
        if seat & 1 != s[P_PARTY]:
            prompt_answers(s, r, seat)
    elif s[OWED]:
        if seat & 1 == s[OWED_PARTY]:
            prompt_owed(s, r, seat)
    else:
        s[MAY_ASK_HOLDER] = s[JOINT_HELD + 1 - (seat & 1)]
        prompt_freely(s, r, seat)
    for place in range(MAY, MAY_END):
        if s[place]:
            return True
    return False


# P90-2, P24-2, PG-5
def prompt_cut(s: Block, r: Block, seat: int) -> None:
    """Lift some cards; and where the cutter claims for himself, keep the card or not."""
    if seat != cutter(s):
        return
    if not s[LIFTED]:
        s[MAY_CUT] = (1 << s[LEFT] - 1) - (1 << r[MIN_CUT] - 1)
        return
    s[MAY_PUT_TOGETHER] = 1
    s[MAY_KEEP] = r[STANDING] >> s[DECK + s[LIFTED] - 1] & 1


# P90-25, P90-29
def prompt_owed(s: Block, r: Block, seat: int) -> None:
    """A party that owes a name, a proof or its consent gives that first."""
    if s[OWED] == NAMING:
        prompt_name(s, r, seat)
    elif s[OWED] == PROVING:
        prompt_ways(s, r, seat)
    else:
        s[MAY_ACCEPT] = 1 << s[OWED_FIGURE]


def prompt_freely(s: Block, r: Block, seat: int) -> None:
    """Nothing is owed and no offer waits."""
    if s[PHASE] == BLIND:
        if seat == blind_turn(s):
            prompt_blind(s, r, seat)
        return
    if s[PHASE] == SHOWING:
        if seat & 1 != s[SHOW_TURN]:
            s[MAY_ASK] = 1 << s[SHOW_FIGURE]
            return
        s[MAY_CONCEDE] = 1
        prompt_ways(s, r, seat)
    else:
        prompt_degree(s, r, seat)
        if seat == s[TURN]:
            prompt_plays(s, r, seat)
    prompt_bids(s, r, seat, figure_in_show(s))
    prompt_raises(s, r, seat, figure_in_show(s))


# What is offered


def offers(s: Block, r: Block, mask: Block) -> None:
    """The lawful tokens of the seat that is asked as bits; none when the deal is done."""
    for word in range(MASK):
        mask[word] = 0
    if s[DUTY] < 0:
        return
    if s[SAID]:
        offer_following(s, r, mask)
        return
    mask[0] = s[MAY_PLAY]  # the tokens of the cards are the first of all
    if s[PHASE] == CUTTING:
        offer_cut(s, mask)
        return
    offer_figures(s, mask)
    offer_words(s, mask)
    if s[MAY_SIGN]:
        offer_set(mask, SIGN, r[SIGNS_USED])
    for verb in range(2):
        if s[MAY_TURN_UP + verb]:
            offer_way(s, mask, verb, 0)
            offer_way(s, mask, verb, 1)


def offer_cut(s: Block, mask: Block) -> None:
    """Numbers of cards; keep or put together."""
    offer_set(mask, CUT, s[MAY_CUT])
    if s[MAY_KEEP]:
        offer(mask, KEEP)
    if s[MAY_PUT_TOGETHER]:
        offer(mask, PUT_TOGETHER)


def offer_figures(s: Block, mask: Block) -> None:
    """Verbs that begin with a figure."""
    offer_set(mask, BID, s[MAY_BID])
    offer_set(mask, BLIND_BID, s[MAY_BLIND])
    offer_set(mask, HOLD, s[MAY_HOLD])
    offer_set(mask, LET_GOOD, s[MAY_LET_GOOD])
    offer_set(mask, ASK, s[MAY_ASK])
    offer_set(mask, ASK_HOLDER, s[MAY_ASK_HOLDER])
    offer_set(mask, ASK_DEGREE, s[MAY_ASK_DEGREE])
    offer_set(mask, ACCEPT, s[MAY_ACCEPT])
    if s[MAY_NAME]:
        offer(mask, NAME + s[OWED_FIGURE])
    for figure in range(FIGURE_COUNT):
        if s[MAY_RAISE + figure]:
            offer(mask, RAISE + figure)


def offer_words(s: Block, mask: Block) -> None:
    """Verbs that stand alone."""
    if s[MAY_LOOK]:
        offer(mask, LOOK)
    if s[MAY_HOLD_ALL]:
        offer(mask, HOLD_ALL)
    if s[MAY_LET_GOOD_ALL]:
        offer(mask, LET_GOOD_ALL)
    if s[MAY_CONCEDE]:
        offer(mask, CONCEDE)
    if s[MAY_BE_SILENT]:
        offer(mask, SILENT)


def offer_way(s: Block, mask: Block, verb: int, which: int) -> None:
    """How a way to turn up cards goes on, if what was said is its beginning."""
    token, first = next_of_way(s, verb, which), SHOW if verb == SHOWS else STAND
    if token >= 0:
        offer(mask, token)
    elif token != NO_WAY:
        offer(mask, first + (ENOUGH if s[SAID] else ALONE))


@apart
def offer_following(s: Block, r: Block, mask: Block) -> None:
    """The tokens by which the act goes on that was begun."""
    first = s[SAYING]
    if first < PLAY + CARDS:
        offer_set(mask, PLAY + FACES, faces_offered(s, r, s[DUTY], first - PLAY))
    elif first < CONCEDE:
        verb = SHOWS if first < STAND else STANDS
        offer_way(s, mask, verb, 0)
        offer_way(s, mask, verb, 1)
    elif BID <= first < BID_ENOUGH:
        offer(mask, BID_ENOUGH)
        offer_set(mask, BID, next_figures(s, said_figures(s, BID), s[SAID]))
    elif BLIND_BID <= first < BLIND_ENOUGH:
        offer(mask, BLIND_ENOUGH)
        offer_set(mask, BLIND_BID, next_figures(s, said_figures(s, BLIND_BID), s[SAID]))
    elif RAISE <= first < RAISE_STEP:
        offer_set(mask, RAISE_STEP, s[MAY_RAISE + first - RAISE])
    elif NAME <= first < NAME_SEAT:
        for step in range(s[SEATED]):
            if s[MAY_NAME] >> (s[DUTY] + step) % s[SEATED] & 1:
                offer(mask, NAME_SEAT + step)
    else:
        offer(mask, YES)
        offer(mask, NO)


def said_figures(s: Block, first: int) -> int:
    """The figures of a bid as far as it was said."""
    figures = 0
    for place in range(s[SAID]):
        if s[SAYING + place] < first + FIGURE_COUNT:
            figures |= 1 << s[SAYING + place] - first
    return figures


# What a token does


@hot
def apply(s: Block, r: Block, token: int) -> None:
    """A lawful token of the seat that is asked."""
    if token == SILENT:
        if s[WAITING]:
            s[WAITING] &= s[WAITING] - 1
        else:
            s[ASIDE] += 1
        ask(s, r)
        return
    s[SAYING + s[SAID]] = token
    s[SAID] += 1
    if goes_on(s, token):
        return
    act(s, r, token)
    s[SAID] = 0
    after_act(s, SIGN <= token < CUT)
    ask(s, r)


@apart
def goes_on(s: Block, token: int) -> bool:
    """Whether words of the act are still to be said."""
    first = s[SAYING]
    if first < PLAY + CARDS:
        wild = s[FACE + first - PLAY] < 0 or s[BAPTISED] >> first - PLAY & 1
        return wild != 0 and s[SAID] == 1
    if first < CONCEDE:
        verb, ended = SHOWS, token >= SHOW + ENOUGH
        if first >= STAND:
            verb, ended = STANDS, token >= STAND + ENOUGH
        return not ended and (next_of_way(s, verb, 0) >= 0 or next_of_way(s, verb, 1) >= 0)
    if BID <= first < BID_ENOUGH:
        return token < BID_ENOUGH and next_figures(s, said_figures(s, BID), s[SAID]) != 0
    if BLIND_BID <= first < BLIND_ENOUGH:
        said = said_figures(s, BLIND_BID)
        return token < BLIND_ENOUGH and next_figures(s, said, s[SAID]) != 0
    two = RAISE <= first < RAISE_STEP or NAME <= first < NAME_SEAT or ACCEPT <= first < YES
    return two and s[SAID] == 1


def after_act(s: Block, is_sign: bool) -> None:
    """Once what was due is done, or a sign was made, all are asked again."""
    if not s[WAITING]:
        s[ASIDE] += 1
        return
    s[SIGNED] = s[SIGNED] | 1 << s[DUTY] if is_sign else 0
    s[ASIDE] = s[WAITING] = 0


@apart
def act(s: Block, r: Block, token: int) -> None:
    """Do what was said, and what follows by itself."""
    if SIGN <= token < CUT:
        s[SIGNED_LAST + s[DUTY]] = token - SIGN + 1
        return
    if s[PHASE] == CUTTING:
        cut(s, r, token)
    elif s[SAYING] < PLAY + CARDS:
        card = s[SAYING] - PLAY
        face = s[FACE + card] if s[SAID] == 1 else token - PLAY - FACES
        play(s, r, s[DUTY], card, face)
    elif token == LOOK:
        s[LOOKED] |= 1 << s[DUTY]
    elif s[PENDING]:
        answer(s, r, token)
    else:
        speak(s, r, token)
    onward(s, r)


# P90-2, P24-2, PG-4
def cut(s: Block, r: Block, token: int) -> None:
    """Some cards are lifted; when the pack is together it is dealt."""
    again = False
    if token == PUT_TOGETHER:
        put_together(s, s[LIFTED])
        s[LIFTED] = 0
    elif token == KEEP:
        again = lift(s, r, s[LIFTED])
        s[LIFTED] = 0
    elif r[CUT_MANUAL]:
        s[LIFTED], again = token - CUT + 1, True
    else:
        again = lift(s, r, token - CUT + 1)
    if not again:
        open_bidding(s, r)


@apart
def answer(s: Block, r: Block, token: int) -> None:
    """An offer is answered; who may look has looked."""
    seat = s[DUTY]
    if not answers_blind(s, r, seat):
        s[LOOKED] |= 1 << seat
    if LET_GOOD <= token < LET_GOOD + FIGURE_COUNT:
        let_good(s, r)
    elif token == LET_GOOD_ALL:
        for _ in range(one_bid(s)):
            let_good(s, r)
    elif token == HOLD_ALL:
        hold_all(s, r, seat)
    elif HOLD <= token < HOLD + FIGURE_COUNT:
        hold(s, r, seat)
    else:
        raise_offer(s, r, seat, step_number(token - RAISE_STEP))


@apart
def speak(s: Block, r: Block, token: int) -> None:
    """Bids, raises, questions, names, and what is shown."""
    seat, first = s[DUTY], s[SAYING]
    if first < CONCEDE:
        show(s, r, seat, SHOWS if first < STAND else STANDS)
    elif first == CONCEDE:
        concede(s, r, seat)
    elif BID <= first < BID_ENOUGH:
        bid(s, r, seat, BID, 0)
    elif BLIND_BID <= first < BLIND_ENOUGH:
        bid(s, r, seat, BLIND_BID, 1)
    elif RAISE <= first < RAISE_STEP:
        raise_held(s, r, seat, first - RAISE, step_number(token - RAISE_STEP))
    elif NAME <= first < NAME_SEAT:
        name(s, r, (seat + token - NAME_SEAT) % s[SEATED])
    else:
        question(s, r, seat, token)


def bid(s: Block, r: Block, seat: int, first: int, blind: int) -> None:
    """Every figure named is offered, in the order of the words."""
    s[OFFER_COUNT] += 1
    for place in range(s[SAID]):
        if s[SAYING + place] < first + FIGURE_COUNT:
            add_bid(s, r, seat, s[SAYING + place] - first, blind)


def question(s: Block, r: Block, seat: int, token: int) -> None:
    """Ask, or agree to a question."""
    if token == YES or token == NO:
        s[OWED] = 0
        if token == YES:
            state_degrees(s, r, s[OWED_FIGURE])
    elif ASK <= token < ASK + FIGURE_COUNT:
        s[SHOW_ASKED] = 1
    elif ASK_HOLDER <= token < ASK_HOLDER + FIGURE_COUNT:
        s[OWED], s[OWED_PARTY], s[OWED_FIGURE] = NAMING, 1 - (seat & 1), token - ASK_HOLDER
    else:
        ask_degree(s, r, seat, token - ASK_DEGREE)


def quiet(mask: Block) -> int:
    """The token of a word that brings the deal forward and claims nothing, or -1."""
    if offered(mask, SILENT):
        return SILENT
    if offered(mask, LOOK):
        return LOOK
    for figure in range(FIGURE_COUNT):
        if offered(mask, LET_GOOD + figure):
            return LET_GOOD + figure
    return CONCEDE if offered(mask, CONCEDE) else -1
