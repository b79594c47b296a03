"""The law of a Perlaggen trick and of its figures as plain functions on ints.

A *face* is the card a played card counts as: its own, or the identity a Perlagg was baptised
into. A *strength* is the place of a baptised Perlagg in the order of the Perlaggen, 0 for every
other card. Suits are numbered H L S E, ranks 6 7 8 9 10 U O K A; a set of suits is four bits.

    face    0…7 H7 … HA | 8…15 L7 … LA | 16 W | 17…24 S7 … SA | 25…32 E7 … EA

A hand as figures see it is three numbers: ``ranks``, how many fixed cards of each rank it has,
four bits each; ``held``, the ranks of each suit as a set, nine bits a suit; and how many Perlaggen
are *free*. A Hanger is looked for as a window of neighbouring ranks in one suit; what is missing in
it is filled by free Perlaggen, and the rest of them joins the Gleich. A figure is a number, 0 none:

    figure  cards << 8 | highest rank << 4 | 1 + suit of a Hanger

Written in the narrow language of ``kernels``, so that a search can compile the same functions.
"""

from __future__ import annotations

from trull.cards import GERMAN33
from trull.clauses import clause
from trull.kernels.tarock import count

SUITS = "HLSE"
RANKS = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
ALL_SUITS = 0b1111
ACE = 8
SCHELL = SUITS.index("S")
GLEICH, HANGER = 0, 1
DRITZIG = 3
"""Figures of three cards and more are those whose degree is stated (P90-25)."""

SUIT_OF = tuple(SUITS.index(suit) for suit in GERMAN33.suit_of)
"""The suit of each face."""

RANK_OF = tuple(0 if code == "W" else RANKS.index(code[1:]) for code in GERMAN33.codes)
"""The rank of each face; the Weli is the Schell-Sechs."""


def face_suit(face: int) -> int:
    """The suit of a face, reckoned: compilers make a long branch of every look into a table."""
    return int(face >= 8) + int(face >= 16) + int(face >= 25)


def face_rank(face: int) -> int:
    """The rank of a face, reckoned."""
    return face - suit_base(face_suit(face))


def suit_base(suit: int) -> int:
    """The face of a rank of a suit is so much more than the rank."""
    return 8 * suit + int(suit >= 2) - 1


assert all(face_suit(face) == suit for face, suit in enumerate(SUIT_OF))
assert all(face_rank(face) == rank for face, rank in enumerate(RANK_OF))


@clause("P90-13")
def allowed_suits(held: int, led: int, trump: int) -> int:
    """Suit is followed unless one trumps; who holds none of the suit led plays anything.

    ``held`` are the suits of the cards that oblige, ``led`` is -1 for the lead.
    """
    if led < 0 or not held >> led & 1:
        return ALL_SUITS
    return 1 << led | 1 << trump


@clause("P90-19", "PG-28")
def trick_key(face: int, strength: int, led: int, trump: int) -> int:
    """Trump before the suit led before the rest; then the rank; then the order of the Perlaggen."""
    suit = face_suit(face)
    level = 0
    if suit == trump:
        level = 2
    elif suit == led:
        level = 1
    return (level * 16 + face_rank(face)) * 16 + strength


@clause("P90-13", "P90-19")
def winning_play(faces: tuple[int, ...], strengths: tuple[int, ...], trump: int) -> int:
    """The place of the card that takes the trick; identities decide."""
    led = face_suit(faces[0])
    best, best_key = 0, -1
    for place in range(len(faces)):
        key = trick_key(faces[place], strengths[place], led, trump)
        if key > best_key:
            best, best_key = place, key
    return best


@clause("PG-8")
def must_beat(faces: tuple[int, ...], strengths: tuple[int, ...], trump: int) -> int:
    """The key a trump has to exceed where trumps must beat; -1 where nothing has to be beaten.

    Only a trump that does not follow suit is asked to beat, and only a trump lying there.
    """
    if not faces or face_suit(faces[0]) == trump:
        return -1
    best = winning_play(faces, strengths, trump)
    if face_suit(faces[best]) != trump:
        return -1
    return trick_key(faces[best], strengths[best], face_suit(faces[0]), trump)


# Figures


def ranks_with(ranks: int, face: int) -> int:
    """The counts of ranks with a card more."""
    return ranks + (1 << 4 * face_rank(face))


def held_with(held: int, face: int) -> int:
    """The ranks of the suits with a card more."""
    return held | 1 << 9 * face_suit(face) + face_rank(face)


def lowest_rank(suit: int, six: int) -> int:
    """Where the runs of a suit begin: only Schell may have a Sechs."""
    return 0 if six and suit == SCHELL else 1


@clause("P90-30", "P90-18")
def best_gleich(ranks: int, spare: int, missing: int, six: int) -> int:
    """The best Gleich when ``spare`` Perlaggen join it and others fill the ``missing`` ranks."""
    best = 0
    for rank in range(0 if six else 1, ACE + 1):
        n = (ranks >> 4 * rank & 15) + spare + (missing >> rank & 1)
        if n >= 2 and n >= best >> 8:
            best = n << 8 | rank << 4
    return best


@clause("P90-30")
def best_hanger(held: int, free: int, six: int, favourite: int) -> int:
    """The longest run of a suit, then the highest; the As is not low. Of equals the first suit."""
    best = 0
    for suit in range(4):
        own = held >> 9 * suit
        for low in range(lowest_rank(suit, six), ACE):
            missing = 1 - (own >> low & 1)
            for high in range(low + 1, ACE + 1):
                missing += 1 - (own >> high & 1)
                if missing > free:
                    break
                run = high - low + 1 << 8 | high << 4 | suit + 1
                if figure_value(run, favourite) > figure_value(best, favourite):
                    best = run
    return best


@clause("P90-18", "P90-7")
def joint_figures(
    ranks: int, held: int, free: int, six: int, favourite: int, first: int, need: int
) -> int:
    """Both figures of one set of baptisms, ``first`` as good as can be: Hanger << 12 | Gleich.

    ``need`` are figures the player is bound to: they are kept as long as they can all be made.
    """
    gleich = best_gleich(ranks, free, 0, six)
    best, keeps = gleich, not need & 2 and (gleich != 0 or not need & 1)
    for suit in range(4):
        own = held >> 9 * suit
        for low in range(lowest_rank(suit, six), ACE):
            missing = 1 << low & ~own
            for high in range(low + 1, ACE + 1):
                missing |= 1 << high & ~own
                spare = free - count(missing)
                if spare < 0:
                    break
                run = high - low + 1 << 8 | high << 4 | suit + 1
                pair = run << 12 | best_gleich(ranks, spare, missing, six)
                kept = pair & 4095 != 0 or not need & 1
                better = pair_value(pair, favourite, first) > pair_value(best, favourite, first)
                if (kept and not keeps) or (kept == keeps and better):
                    best, keeps = pair, kept
    return best


def pair_value(pair: int, favourite: int, first: int) -> int:
    """How good two figures are, the first before the other."""
    gleich, hanger = figure_value(pair & 4095, -1), figure_value(pair >> 12, favourite)
    return gleich << 12 | hanger if first == GLEICH else hanger << 12 | gleich


@clause("P90-7", "P90-31")
def can_have(ranks: int, held: int, free: int, six: int, need: int) -> bool:
    """Whether the hand can have all the figures of a set at once; the Spiel need not be had."""
    if not need & 2:
        return not need & 1 or best_gleich(ranks, free, 0, six) != 0
    # A Hanger of two leaves most for the Gleich, so longer ones need not be tried.
    for suit in range(4):
        own = held >> 9 * suit
        for low in range(lowest_rank(suit, six), ACE):
            missing = 3 << low & ~own
            spare = free - count(missing)
            if spare >= 0 and (not need & 1 or best_gleich(ranks, spare, missing, six) != 0):
                return True
    return False


@clause("PG-10")
def figure_value(figure: int, favourite: int) -> int:
    """More cards, then the higher rank, then the suit that is preferred (-1: none)."""
    return figure >> 4 << 1 | int(figure & 15 > 0 and figure & 15 == favourite + 1)


@clause("P90-25", "P90-26", "PG-10", "PG-28")
def compare_figures(a: int, b: int, favourite: int, simple: int) -> int:
    """1, -1, or 0 for equal figures; figures of two cards may all be equal (``simple`` 0)."""
    if a and b and a >> 8 < DRITZIG and b >> 8 < DRITZIG and not simple:
        return 0
    mine, theirs = figure_value(a, favourite), figure_value(b, favourite)
    return int(mine > theirs) - int(mine < theirs)
