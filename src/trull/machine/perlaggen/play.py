"""The tricks: what may be played, how a Perlagg is baptised, who takes the trick."""

from __future__ import annotations

from trull.kernels.perlaggen import (
    SCHELL,
    allowed_suits,
    can_have,
    face_suit,
    held_with,
    must_beat,
    ranks_with,
    suit_base,
    trick_key,
)
from trull.kernels.tarock import count, lowest
from trull.machine.perlaggen.deciding import decide, decided
from trull.machine.perlaggen.hands import baptise, can, joint_need, spread
from trull.machine.perlaggen.layout import (
    ANYTHING,
    BAPTISED,
    BITS,
    BOUND,
    CARDS,
    CARDS_USED,
    COUNT,
    FACE,
    FREE,
    GUARD,
    HAND,
    KEEPING,
    LEADER,
    LED,
    LEVEL,
    MAJORITY,
    MAY_PLAY,
    OBLIGES,
    OPEN,
    OVERTRUMP,
    OWN,
    RANKS,
    REBID,
    ROW,
    SAFE,
    SEATED,
    SIX,
    SPIEL,
    STRENGTH,
    SUITED,
    TAKES,
    TOP,
    TOP_SEAT,
    TOP_STRENGTH,
    TRUMP,
    TURN,
)
from trull.machine.words import Block, apart


def suit_faces(suit: int) -> int:
    """The faces of a suit; only Schell has nine."""
    return 511 << 16 if suit == SCHELL else 255 << suit_base(suit) + 1


# P90-13, P90-16, PG-9
def legal_suits(s: Block, r: Block, seat: int) -> int:
    """The suits that may be played; a free Perlagg has none and obliges nobody."""
    hand, held = s[HAND + seat], 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        if s[FACE + card] >= 0:
            held |= 1 << face_suit(s[FACE + card])
        elif r[OBLIGES]:
            held |= 1 << face_suit(card)
    return allowed_suits(held, face_suit(s[LED]) if s[COUNT] else -1, s[TRUMP])


# P90-16, P90-18
def identities(s: Block, r: Block, card: int, suits: int) -> int:
    """A fixed card is itself; a free Perlagg any card of the suits that may be played."""
    face, faces = s[FACE + card], 0
    if face >= 0:
        return 1 << face if suits >> face_suit(face) & 1 else 0
    for suit in range(4):
        if suits >> suit & 1:
            faces |= suit_faces(suit)
    return faces & r[CARDS_USED]


# PG-8
def bar(s: Block, r: Block, seat: int, suits: int) -> int:
    """The key a trump must exceed, if some trump of the hand can; else -1."""
    if not r[OVERTRUMP] or not s[COUNT]:
        return -1
    led = s[LED]  # only whether it is a trump matters here, and the top
    beat = must_beat((led, s[TOP]), (0, s[TOP_STRENGTH]), s[TRUMP])
    hand = s[HAND + seat]
    while hand and beat >= 0:
        card = lowest(hand)
        hand &= hand - 1
        faces = identities(s, r, card, suits)
        if above(s, r, card, faces, beat) & suit_faces(s[TRUMP]):
            return beat
    return -1


def above(s: Block, r: Block, card: int, faces: int, beat: int) -> int:
    """Of these faces of a card those that are no trump or beat the key."""
    found = faces & ~suit_faces(s[TRUMP])
    faces &= suit_faces(s[TRUMP])
    while faces:
        face = lowest(faces)
        faces &= faces - 1
        force = r[STRENGTH + CARDS * s[TRUMP] + card] if is_wild(s, card) else 0
        if trick_key(face, force, face_suit(s[LED]), s[TRUMP]) > beat:
            found |= 1 << face
    return found


def is_wild(s: Block, card: int) -> bool:
    """Whether a card is played with a baptism."""
    return s[FACE + card] < 0 or s[BAPTISED] >> card & 1 != 0


# P90-7, PG-21, P90-29
@apart
def prompt_plays(s: Block, r: Block, seat: int) -> None:
    """The cards a player may play: those that keep what binds him, if there are any.

    Where his party is jointly bound, what he may play rests on his partner's cards too; then those
    plays come first that cost him no figure he could still make.
    """
    joint = joint_need(s, seat & 1)
    level = ANYTHING
    if r[GUARD] and (joint or s[BOUND + seat]):
        level = SAFE if joint else KEEPING
    suits = legal_suits(s, r, seat)
    beat = bar(s, r, seat, suits)
    while True:
        cards, hand = 0, s[HAND + seat]
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            if some_face(s, r, seat, card, suits, beat, level):
                cards |= 1 << card
        if cards or level == ANYTHING:
            break
        level += 1
    s[MAY_PLAY], s[LEVEL] = cards, level


def some_face(s: Block, r: Block, seat: int, card: int, suits: int, beat: int, level: int) -> bool:
    """Whether a card may be played as anything."""
    faces = lawful_faces(s, r, card, suits, beat)
    while faces:
        if keeps(s, r, seat, card, lowest(faces), level):
            return True
        faces &= faces - 1
    return False


def lawful_faces(s: Block, r: Block, card: int, suits: int, beat: int) -> int:
    """What a card may be played as, whatever it does to figures."""
    faces = identities(s, r, card, suits)
    return above(s, r, card, faces, beat) if beat >= 0 else faces


@apart
def faces_offered(s: Block, r: Block, seat: int, card: int) -> int:
    """What a card that is offered may be played as."""
    suits, found = legal_suits(s, r, seat), 0
    faces = lawful_faces(s, r, card, suits, bar(s, r, seat, suits))
    while faces:
        if keeps(s, r, seat, card, lowest(faces), s[LEVEL]):
            found |= faces & -faces
        faces &= faces - 1
    return found


@apart
def keeps(s: Block, r: Block, seat: int, card: int, face: int, level: int) -> bool:
    """Whether a play leaves possible what it should at this level."""
    if level == ANYTHING:
        return True
    fixed = s[FACE + card] >= 0
    if level == SAFE:
        return fixed or is_safe(s, r, seat, face)
    if fixed:
        return can(s, r, seat, s[BOUND + seat])
    return not breaks(s, r, seat, face)


def is_safe(s: Block, r: Block, seat: int, face: int) -> bool:
    """Whether a baptism costs the player no figure he could still make beside what binds him."""
    ranks, suited = ranks_with(s[RANKS + seat], face), held_with(s[SUITED + seat], face)
    joint, bound = joint_need(s, seat & 1), s[BOUND + seat]
    for some in range(1, 4):
        need = bound | joint & some
        kept = can_have(ranks, suited, s[FREE + seat] - 1, r[SIX], need)
        if not kept and can(s, r, seat, need):
            return False
    return True


def breaks(s: Block, r: Block, seat: int, face: int) -> bool:
    """Whether a baptism makes a figure impossible to which the player or his party is bound."""
    ranks, suited, joint = s[RANKS + seat], s[SUITED + seat], joint_need(s, seat & 1)
    had = joint != 0 and spread(s, r, seat & 1, joint)
    s[RANKS + seat], s[SUITED + seat] = ranks_with(ranks, face), held_with(suited, face)
    s[FREE + seat] -= 1
    lost = not can(s, r, seat, s[BOUND + seat])
    if had and not lost:
        lost = not spread(s, r, seat & 1, joint)
    s[RANKS + seat], s[SUITED + seat] = ranks, suited
    s[FREE + seat] += 1
    return lost


# P90-14
@apart
def play(s: Block, r: Block, seat: int, card: int, face: int) -> None:
    """A card let go is played; the last card of a trick decides who takes it."""
    if s[FACE + card] < 0:
        baptise(s, seat, card, face)
    s[ROW + seat] |= card << BITS * count(s[OWN + seat] & ~s[HAND + seat])
    s[HAND + seat] &= ~(1 << card)
    s[OPEN + seat] &= ~(1 << card)
    s[REBID] = 0
    lay(s, r, seat, card)
    s[COUNT] += 1
    s[TURN] = (seat + 1) % s[SEATED]
    if s[COUNT] == s[SEATED]:
        take(s, r)


# P90-13, P90-19
def lay(s: Block, r: Block, seat: int, card: int) -> None:
    """The card lies in the trick, and may be the best there."""
    face, trump = s[FACE + card], s[TRUMP]
    force = r[STRENGTH + CARDS * trump + card] if s[BAPTISED] >> card & 1 else 0
    if not s[COUNT]:
        s[LEADER], s[LED] = seat, face
    led = face_suit(s[LED])
    best = trick_key(s[TOP], s[TOP_STRENGTH], led, trump)
    if not s[COUNT] or trick_key(face, force, led, trump) > best:
        s[TOP], s[TOP_STRENGTH], s[TOP_SEAT] = face, force, seat


# P90-30, PG-27
def take(s: Block, r: Block) -> None:
    """The majority of the tricks is the Spiel."""
    taker, tricks = s[TOP_SEAT], 0
    s[COUNT], s[TURN] = 0, taker
    s[TAKES + taker] += 1
    for seat in range(taker & 1, s[SEATED], 2):
        tricks += s[TAKES + seat]
    if tricks >= r[MAJORITY] and not decided(s, SPIEL):
        decide(s, r, SPIEL, taker & 1)
