"""After the Spiel: show, stand or concede, one figure after the other; and the proof of a degree.

Of the ways to turn up a figure that are lawful the smallest and the best are offered. A way is two
words: the cards turned up as they are, a set; and a row of baptisms, 1 + the face of each, for the
free Perlaggen in hand from the weakest on (``SPARE``).
"""

from __future__ import annotations

from trull.kernels.perlaggen import ACE, face_rank, lowest_rank, suit_base
from trull.kernels.tarock import count, lowest
from trull.machine.perlaggen.deciding import decide, decided, tie_winner
from trull.machine.perlaggen.degree import kept_for
from trull.machine.perlaggen.hands import (
    baptise,
    better_of,
    both_figures,
    can,
    compare,
    counted_ranks,
    counted_suits,
    current,
    joint_need,
    lying_cards,
    lying_figure,
    one_of_both,
    spread,
)
from trull.machine.perlaggen.layout import (
    BAPTISED,
    BITS,
    BOUND,
    CARDS,
    ENOUGH,
    FACE,
    FACES,
    FREE,
    GLEICH,
    HAND,
    LAST,
    MAY_TURN_UP,
    OPEN,
    ORDER,
    OUT,
    OVER,
    OWED,
    OWED_FIGURE,
    OWED_PARTY,
    OWED_VALUE,
    PHASE,
    PROVING,
    RANKS,
    SAID,
    SAYING,
    SEATED,
    SEQ,
    SHOW,
    SHOW_ASKED,
    SHOW_FIGURE,
    SHOW_TURN,
    SHOWING,
    SIX,
    SIZE,
    SPARE,
    SPIEL,
    STAKE,
    STAND,
    STOOD,
    STRENGTH,
    SUITED,
    TRUMP,
    WAY,
    WAY_KEY,
    WILD,
    WON,
)
from trull.machine.words import Block, apart

SHOWS, STANDS = range(2)
BEFORE_ALL, NO_WAY = -1, -2

# Which figure


# P90-9, P90-12, P90-6, P90-24
def take_up(s: Block) -> None:
    """The next open figure is taken up, and the party that has the Spiel begins."""
    figure = next_open(s, -1)
    s[SHOW_FIGURE], s[SHOW_TURN] = figure, s[WON + SPIEL]
    s[STOOD] = s[LAST] = s[SHOW_ASKED] = 0
    s[PHASE] = SHOWING if figure >= 0 else OVER


def next_open(s: Block, but: int) -> int:
    """Undecided figures: at "Spiel aus", held in bidding order, then Gleich before Hanger."""
    found, first = -1, 1 << 30
    for figure in range(SPIEL):
        place = 2 << 8 | figure
        if s[STAKE + figure] == OUT:
            place = s[SEQ + figure]
        elif s[SEQ + figure]:
            place = 1 << 8 | s[SEQ + figure]
        if figure != but and not decided(s, figure) and place < first:
            found, first = figure, place
    return found


# Ways to turn up a figure


@apart
def prompt_ways(s: Block, r: Block, seat: int) -> None:
    """The smallest and the best way to show and to stand, or to prove what was stated."""
    proves = s[OWED] == PROVING
    figure = s[OWED_FIGURE] if proves else s[SHOW_FIGURE]
    # What must be kept for a proof, or what the other party has lying there.
    measure = kept_for(s, r, seat, figure) if proves else current(s, r, 1 - (seat & 1), figure)
    for verb in range(2):
        s[WAY_KEY + 2 * verb], s[WAY_KEY + 2 * verb + 1] = 1 << 30, NO_WAY
    line_up_spare(s, r, seat)
    weigh(s, r, seat, measure, 0, 0, 0, BEFORE_ALL)
    if figure == GLEICH:
        gleich_ways(s, r, seat, measure)
    else:
        hanger_ways(s, r, seat, measure)


def line_up_spare(s: Block, r: Block, seat: int) -> None:
    """The free Perlaggen in hand, the weakest first."""
    s[SPARE], many = 0, 0
    for force in range(1, count(r[WILD + s[TRUMP]]) + 1):
        cards = s[HAND + seat]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if s[FACE + card] < 0 and r[STRENGTH + CARDS * s[TRUMP] + card] == force:
                s[SPARE] |= card << BITS * many
                many += 1


def gleich_ways(s: Block, r: Block, seat: int, measure: int) -> None:
    """Natural cards of a rank first, then Perlaggen of that rank, in each of the suits."""
    lying = counted_ranks(s, lying_cards(s, seat))
    hidden = s[HAND + seat] & ~s[OPEN + seat] & ~r[WILD + s[TRUMP]]
    for rank in range(ACE + 1):
        many, cards = lying >> 4 * rank & 15, 0
        if many >= 2:
            weigh(s, r, seat, measure, many << 8 | rank << 4, 0, 0, 0)
        for place in range(r[SIZE]):
            card = s[ORDER + seat] >> BITS * place & 63
            if hidden >> card & 1 and face_rank(card) == rank:
                cards |= 1 << card
                many += 1
                if many >= 2:
                    weigh(s, r, seat, measure, many << 8 | rank << 4, cards, 0, count(cards))
        for wild in range(1, s[FREE + seat] + 1):
            if many + wild >= 2:
                made = many + wild << 8 | rank << 4
                for suit in range(4):
                    face = suit_base(suit) + rank
                    if rank >= lowest_rank(suit, r[SIX]):
                        size = count(cards) + wild
                        weigh(s, r, seat, measure, made, cards, all_as(face, wild), size)


def all_as(face: int, many: int) -> int:
    """So many Perlaggen baptised alike."""
    row = 0
    for place in range(many):
        row |= face + 1 << BITS * place
    return row


def hanger_ways(s: Block, r: Block, seat: int, measure: int) -> None:
    """Every run of a suit that the cards and the Perlaggen can fill."""
    lying = counted_suits(s, lying_cards(s, seat))
    hidden = counted_suits(s, s[HAND + seat] & ~s[OPEN + seat] & ~r[WILD + s[TRUMP]])
    for suit in range(4):
        for low in range(lowest_rank(suit, r[SIX]), ACE):
            for high in range(low + 1, ACE + 1):
                wanted = (2 << high) - (1 << low) & ~(lying >> 9 * suit)
                found = wanted & hidden >> 9 * suit
                missing = wanted & ~found
                if count(missing) > s[FREE + seat]:
                    break
                made = high - low + 1 << 8 | high << 4 | suit + 1
                cards, row = set_of(suit, found), row_of(suit, missing)
                weigh(s, r, seat, measure, made, cards, row, count(wanted))


def set_of(suit: int, ranks: int) -> int:
    """The cards of these ranks of a suit."""
    cards = 0
    while ranks:
        cards |= 1 << suit_base(suit) + lowest(ranks)
        ranks &= ranks - 1
    return cards


def row_of(suit: int, ranks: int) -> int:
    """Perlaggen baptised into these ranks of a suit, the weakest first."""
    row, place = 0, 0
    while ranks:
        row |= suit_base(suit) + lowest(ranks) + 1 << BITS * place
        place += 1
        ranks &= ranks - 1
    return row


@apart
def weigh(
    s: Block, r: Block, seat: int, measure: int, made: int, cards: int, row: int, size: int
) -> None:
    """Keep a way if it is lawful, and smaller than all before or not worse than they."""
    key = made >> 4 << 4 | size if size >= 0 else BEFORE_ALL
    for verb in range(1 if s[OWED] else 2):
        place = WAY_KEY + 2 * verb
        smaller, best = key < s[place], key >= s[place + 1]
        if not (smaller or best) or not does(s, r, verb, measure, made):
            continue
        if is_lawful(s, r, seat, verb, measure, cards, row):
            s[MAY_TURN_UP + verb] = 1
            if smaller:
                s[place], s[WAY + 4 * verb], s[WAY + 4 * verb + 1] = key, cards, row
            if best:
                s[place + 1], s[WAY + 4 * verb + 2], s[WAY + 4 * verb + 3] = key, cards, row


def does(s: Block, r: Block, verb: int, measure: int, made: int) -> bool:
    """Whether a figure may do for showing, standing or the proof; turning up nothing always may."""
    if not made:
        return True
    if s[OWED]:
        return compare(s, r, made, s[OWED_VALUE]) == 0
    better = compare(s, r, made, measure)
    return s[LAST] != 0 or (better > 0 if verb == SHOWS else better == 0)


@apart
def is_lawful(s: Block, r: Block, seat: int, verb: int, measure: int, cards: int, row: int) -> bool:
    """Whether these cards may be turned up: they are, are looked at, and are taken back."""
    before = s[OPEN + seat]
    ranks, suited, free = s[RANKS + seat], s[SUITED + seat], s[FREE + seat]
    lay = current(s, r, seat & 1, s[SHOW_FIGURE]) if s[STOOD] and not s[OWED] else 0
    turn_up(s, seat, cards, row)
    lost = 0
    if s[OWED]:
        good = proves(s, r, seat, measure)
    else:
        good = is_enough(s, r, verb, measure, lay)
        lost = lost_by_it(s, r, seat) if good and row else 0
    turned = s[OPEN + seat] & ~before
    s[OPEN + seat], s[FREE + seat] = before, free
    s[RANKS + seat], s[SUITED + seat] = ranks, suited
    turned &= r[WILD + s[TRUMP]]
    s[BAPTISED] &= ~turned
    while turned:
        s[FACE + lowest(turned)] = -1
        turned &= turned - 1
    return good and not (lost and destroys(s, r, seat, lost))


@apart
def turn_up(s: Block, seat: int, cards: int, row: int) -> None:
    """Cards lie face up, Perlaggen baptised."""
    spare = s[SPARE]
    s[OPEN + seat] |= cards
    while row:
        baptise(s, seat, spare & 63, (row & 63) - 1)
        s[OPEN + seat] |= 1 << (spare & 63)
        row >>= BITS
        spare >>= BITS


# P90-22, P90-23, P90-26
def is_enough(s: Block, r: Block, verb: int, other: int, lay: int) -> bool:
    """What is shown must be better than what lies there; what stands must be equal to it."""
    mine = current(s, r, s[SHOW_TURN], s[SHOW_FIGURE])
    if not mine:
        return False
    better, stood = compare(s, r, mine, other), s[STOOD] and s[SHOW_TURN] == s[WON + SPIEL]
    if verb == STANDS:
        if s[LAST] or better or not other:
            return False
        # The Spiel party may not better a figure it has let stand, not even to stand again.
        return not stood or compare(s, r, mine, lay) <= 0
    return not stood and (better > 0 or s[LAST] != 0)


# P90-25
def proves(s: Block, r: Block, seat: int, kept: int) -> bool:
    """The better figure is shown as it was stated, and what the player must keep is kept."""
    shown = lying_figure(s, r, seat, s[OWED_FIGURE])
    return shown != 0 and compare(s, r, shown, s[OWED_VALUE]) == 0 and can(s, r, seat, kept)


# P90-7, P90-29
def lost_by_it(s: Block, r: Block, seat: int) -> int:
    """What the player or his party no longer can have: 1 his others, 2 this one, 4 theirs."""
    bit = 1 << s[SHOW_FIGURE]
    bound, joint = s[BOUND + seat], joint_need(s, seat & 1) & ~bit
    lost = 0 if can(s, r, seat, bound & ~bit) else 1
    lost |= 0 if can(s, r, seat, bound & bit) else 2
    return lost if spread(s, r, seat & 1, joint) else lost | 4


def destroys(s: Block, r: Block, seat: int, lost: int) -> bool:
    """No baptism may destroy a figure that could be had before it."""
    bit = 1 << s[SHOW_FIGURE]
    bound, joint = s[BOUND + seat], joint_need(s, seat & 1) & ~bit
    if lost & 1 and can(s, r, seat, bound & ~bit):
        return True
    if lost & 2 and can(s, r, seat, bound & bit):
        return True
    return lost & 4 != 0 and spread(s, r, seat & 1, joint)


# Ways as tokens: the cards in the order of the pack, behind each Perlagg its baptism


@apart
def way_token(s: Block, verb: int, which: int, place: int) -> int:
    """The token at a place of a way, -1 behind its end."""
    first = SHOW if verb == SHOWS else STAND
    at, row = 0, s[WAY + 4 * verb + 2 * which + 1]
    left = s[WAY + 4 * verb + 2 * which] | spare_used(s, row)
    while left:
        card = lowest(left)
        left &= left - 1
        if at == place:
            return first + card
        at += 1
        face = baptism_of(s, row, card)
        if face >= 0:
            if at == place:
                return first + FACES + face
            at += 1
    return -1


def spare_used(s: Block, row: int) -> int:
    """The Perlaggen that a row baptises."""
    cards, spare = 0, s[SPARE]
    while row:
        cards |= 1 << (spare & 63)
        row >>= BITS
        spare >>= BITS
    return cards


def baptism_of(s: Block, row: int, card: int) -> int:
    """What a row baptises a card, or -1."""
    spare = s[SPARE]
    while row:
        if spare & 63 == card:
            return (row & 63) - 1
        row >>= BITS
        spare >>= BITS
    return -1


@apart
def next_of_way(s: Block, verb: int, which: int) -> int:
    """The token by which a way goes on, -1 at its end, NO_WAY if another way was begun."""
    for place in range(s[SAID]):
        if way_token(s, verb, which, place) != s[SAYING + place]:
            return NO_WAY
    return way_token(s, verb, which, s[SAID])


def chosen_way(s: Block, verb: int) -> int:
    """Which of the two ways was said."""
    first = SHOW if verb == SHOWS else STAND
    ended = s[SAYING + s[SAID] - 1] >= first + ENOUGH
    words = s[SAID] - 1 if ended else s[SAID]
    for place in range(words + 1):
        token = s[SAYING + place] if place < words else -1
        if way_token(s, verb, 0, place) != token:
            return 1
    return 0


# Acts


# P90-22, P90-23, P90-26
@apart
def show(s: Block, r: Block, seat: int, verb: int) -> None:
    """Who shows passes the duty on; who stands against the Spiel party ends it in its favour."""
    way, party, figure = WAY + 4 * verb + 2 * chosen_way(s, verb), seat & 1, s[SHOW_FIGURE]
    turn_up(s, seat, s[way], s[way + 1])
    if s[OWED]:
        s[OWED] = 0
        decide(s, r, s[OWED_FIGURE], s[OWED_PARTY])
    elif verb == SHOWS and s[LAST]:
        decide(s, r, figure, party)
    elif verb == STANDS and party != s[WON + SPIEL]:
        decide(s, r, figure, tie_winner(s, r))
    else:
        s[SHOW_TURN], s[SHOW_ASKED] = 1 - party, 0
        if verb == STANDS:
            s[STOOD] = 1


# P90-22
def concede(s: Block, r: Block, seat: int) -> None:
    """The other party has the figure if it lies there, or shows one now; else nobody has it."""
    other = 1 - (seat & 1)
    if s[LAST]:
        decide(s, r, s[SHOW_FIGURE], -1)
    elif current(s, r, other, s[SHOW_FIGURE]):
        decide(s, r, s[SHOW_FIGURE], other)
    else:
        s[SHOW_TURN], s[LAST], s[SHOW_ASKED] = other, 1, 0


# P90-22, P90-26
@apart
def show_by_itself(s: Block, r: Block) -> None:
    """On quick tables every player takes his best figures, and the parties' best are compared."""
    first = next_open(s, -1)
    if first < 0:
        return
    second = next_open(s, first)
    one = better_party(s, r, first, first)
    two = better_party(s, r, first, second) if second >= 0 else -1
    decide(s, r, first, one)
    if second >= 0:
        decide(s, r, second, two)


# P90-26, PG-11
@apart
def better_party(s: Block, r: Block, first: int, figure: int) -> int:
    """The party with the better figure; equal ones go with the Spiel, or to nobody."""
    mine, theirs = best_made(s, r, 0, first, figure), best_made(s, r, 1, first, figure)
    if not mine and not theirs:
        return -1
    better = compare(s, r, mine, theirs)
    if not better:
        return tie_winner(s, r)
    return 0 if better > 0 else 1


@apart
def best_made(s: Block, r: Block, party: int, first: int, figure: int) -> int:
    """The best of what the partners make, the first open figure maximised, the bound ones kept."""
    best = 0
    for seat in range(party, s[SEATED], 2):
        pair = both_figures(s, r, seat, first, s[BOUND + seat])
        best = better_of(s, r, best, one_of_both(pair, figure))
    return best
