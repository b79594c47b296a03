"""Königrufen, the cards: what may be played, who takes the trick, what may be discarded.

A card is its name: ``HK``, ``D1``, ``S10``, ``T21``; the Sküs is ``T22``. Nothing here knows
seats, sides or money.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

Options = Mapping[str, object]

NO_OPTIONS: Options = MappingProxyType({})

RED = ("4", "3", "2", "1", "B", "N", "Q", "K")
BLACK = ("7", "8", "9", "10", "B", "N", "Q", "K")
SUITS = {"H": RED, "D": RED, "S": BLACK, "C": BLACK}

TAROCKS = frozenset(f"T{number}" for number in range(1, 23))
KINGS = frozenset({"HK", "DK", "SK", "CK"})
TRULL = frozenset({"T1", "T21", "T22"})
BIRD_CARDS = {"pagat": "T1", "uhu": "T2", "kakadu": "T3", "quapil": "T4"}
BIRD_TRICK = {"T4": 9, "T3": 10, "T2": 11, "T1": 12}
PACK = TAROCKS | {suit + rank for suit, ranks in SUITS.items() for rank in ranks}

FARBENSPIELE = frozenset({"farbendreier", "farbeneiner", "farbensolo"})
NEGATIVE_GOAL = {
    "piccolo": 1,
    "bettler": 0,
    "zwiccolo_semi": 2,
    "piccolo_semi": 1,
    "bettler_semi": 0,
    "triccolo_ouvert": 3,
    "zwiccolo_ouvert": 2,
    "piccolo_ouvert": 1,
    "bettler_ouvert": 0,
}
NEGATIVE = frozenset(NEGATIVE_GOAL) | {"trischaken"}


def suit(card: str) -> str:
    """The first letter is the suit; tarock is a suit, ``T``.

    >>> suit("HK"), suit("T21")
    ('H', 'T')
    """
    return card[0]


def power(card: str) -> int:
    """A tarock is as strong as its number; in red suits the 1, in black the 10 leads the Blätter.

    Notation of the rule text; U-6.4 (king over Dame over Cavall).
    """
    if suit(card) == "T":
        return int(card[1:])
    return SUITS[suit(card)].index(card[1:])


def thirds(cards: Iterable[str]) -> int:
    """A card is worth three times its face value less two, in thirds of a point (T-1.7).

    >>> thirds(PACK), thirds(["HK", "DQ", "SN", "CB", "T2"])
    (210, 35)
    """
    return sum(3 * face_value(card) - 2 for card in cards)


def face_value(card: str) -> int:
    """Kings and Trull pieces count 5, then 4, 3, 2 for Dame, Cavall, Bube, else 1 (T-1.7)."""
    if card in KINGS or card in TRULL:
        return 5
    if suit(card) == "T":
        return 1
    return {"Q": 4, "N": 3, "B": 2}.get(card[1:], 1)


def whole_points(amount: int) -> int:
    """Lots of three less two, an odd lot less one: thirds round to whole points (T-1.7).

    >>> [whole_points(n) for n in (107, 106, 104, 103)]
    [36, 35, 35, 34]
    """
    return (amount + 1) // 3


# ── who takes the trick ──────────────────────────────────────────────────────────────────────


def trick_winner(
    ruleset: str, contract: str, trick: Sequence[str], options: Options = NO_OPTIONS
) -> int:
    """The highest tarock takes the trick, else the highest card of the suit led.

    U-6.3, U-6.4; in Farbenspiele tarock does not trump a suit (T-3.8, F-7.4); the Kaiserstich
    goes before the highest tarock (T-0.32, F-1.9).

    >>> trick_winner("ulmann", "rufer", ["CB", "C10", "CK", "T1"])
    3
    >>> trick_winner("tirol", "rufer", ["T21", "T22", "H4", "T1"])
    3
    >>> trick_winner("finale", "rufer", ["T21", "T22", "H4", "T1"])
    1
    """
    return trick.index(winning_card(ruleset, contract, trick, options))


def winning_card(ruleset: str, contract: str, trick: Sequence[str], options: Options) -> str:
    """As trick_winner, but the card itself (U-6.3, T-0.32, T-3.8)."""
    led = suit(trick[0])
    if contract in FARBENSPIELE and led != "T":
        return highest(trick, led)
    if kaiserstich_holds(ruleset, options) and is_kaiserstich(trick):
        return "T1"
    if TAROCKS & set(trick):
        return highest(trick, "T")
    return highest(trick, led)


def highest(cards: Iterable[str], of_suit: str) -> str:
    """The strongest card of one suit (U-6.3)."""
    return max((card for card in cards if suit(card) == of_suit), key=power)


def kaiserstich_holds(ruleset: str, options: Options) -> bool:
    """Tirol plays the Kaiserstich (T-0.32), the Finale does not (F-1.9), the treatise is silent."""
    return bool(options.get("kaiserstich", ruleset == "tirol"))


def is_kaiserstich(trick: Sequence[str]) -> bool:
    """Mond, Sküs and Pagat fell in this order, other cards between or not (T-0.32)."""
    return [card for card in trick if card in TRULL] == ["T21", "T22", "T1"]


# ── what may be played ───────────────────────────────────────────────────────────────────────


def legal_cards(
    ruleset: str,
    contract: str,
    hand: Iterable[str],
    trick: Sequence[str],
    options: Options = NO_OPTIONS,
    announced: Iterable[str] = (),
    trick_no: int = 1,
    stichzwang: bool = True,
) -> set[str]:
    """A suit led is followed, without it tarock is given, without tarock anything.

    T-1.8 to T-1.11, F-5.1, F-5.2, F-6.2, F-6.3, F-7.5 to F-7.7, T-4.1, T-4.2, T-5.8, T-5.9,
    F-8.10, F-8.11, U-11.13. ``announced``: own announced cards still in hand.

    >>> sorted(legal_cards("tirol", "bettler", {"T1", "T3", "T9", "S7"}, ["T21", "T22"]))
    ['T1']
    """
    held = set(hand)
    legal = cards_to_lead(contract, held) if not trick else cards_to_follow(held, trick)
    if contract in NEGATIVE:
        legal = without_pagat(ruleset, held, legal, trick, options)
        if trick and must_beat(ruleset, contract, stichzwang):
            legal = beating_cards(ruleset, contract, legal, trick, options) or legal
    elif contract not in FARBENSPIELE:
        kept = set(announced) & held
        legal = announced_filter(announced_mode(ruleset, options), legal, kept, trick_no)
    return legal


def cards_to_lead(contract: str, hand: set[str]) -> set[str]:
    """Anything may be led; in Farbenspiele a suit, while one is held (T-3.9, F-7.7)."""
    suits = hand - TAROCKS
    if contract in FARBENSPIELE and suits:
        return suits
    return set(hand)


def cards_to_follow(hand: set[str], trick: Sequence[str]) -> set[str]:
    """Farbzwang, then Tarockzwang, then free (T-1.9, T-1.10, F-7.5, F-7.6)."""
    same_suit = {card for card in hand if suit(card) == suit(trick[0])}
    return same_suit or hand & TAROCKS or set(hand)


def without_pagat(
    ruleset: str, hand: set[str], legal: set[str], trick: Sequence[str], options: Options
) -> set[str]:
    """In negative games the Pagat is the last tarock, except for the Kaiserstich (T-4.2, F-6.3)."""
    if len(hand & TAROCKS) <= 1:
        return legal
    if kaiserstich_holds(ruleset, options) and is_kaiserstich([*trick, "T1"]):
        return legal
    return legal - {"T1"}


def must_beat(ruleset: str, contract: str, stichzwang: bool) -> bool:
    """Negative games have Stichzwang; in Tirol the Vorhand may waive it in Trischaken (T-4.5)."""
    if ruleset == "tirol" and contract == "trischaken":
        return stichzwang
    return contract in NEGATIVE


def beating_cards(
    ruleset: str, contract: str, legal: set[str], trick: Sequence[str], options: Options
) -> set[str]:
    """The cards that would take the trick as it lies (T-4.1, F-5.1, F-6.2)."""
    return {card for card in legal if beats(ruleset, contract, card, trick, options)}


def beats(ruleset: str, contract: str, card: str, trick: Sequence[str], options: Options) -> bool:
    """A card beats the trick if, added to it, it takes it (T-4.1)."""
    return winning_card(ruleset, contract, [*trick, card], options) == card


# ── announced cards ──────────────────────────────────────────────────────────────────────────


def announced_mode(ruleset: str, options: Options) -> str:
    """Tirol and the treatise keep announced cards; the Finale orders them only (G-43, F-8.11)."""
    default = "order_only" if ruleset == "finale" else "strict"
    return str(options.get("announced_card_mode", default))


def announced_filter(mode: str, legal: set[str], announced: set[str], trick_no: int) -> set[str]:
    """An announced card waits for its trick, as far as the rule set says so (T-5.8, F-8.10)."""
    if mode == "strict":
        return strict_filter(legal, announced, trick_no)
    if mode == "order_only":
        return {card for card in legal if not jumps_queue(card, announced, trick_no)}
    return legal


def target(card: str) -> int:
    """Quapil to Pagat belong in tricks 9 to 12, the called king in 12 (T-0.21 to T-0.25)."""
    return BIRD_TRICK.get(card, 12)


def strict_filter(legal: set[str], announced: set[str], trick_no: int) -> set[str]:
    """Due cards must be played, early ones kept; if forced, the highest bird first.

    T-5.8, T-5.9, U-11.13. A card whose trick has passed is free.
    """
    due = {card for card in legal & announced if target(card) == trick_no}
    if due:
        return due
    early = {card for card in legal & announced if target(card) > trick_no}
    if legal - early:
        return legal - early
    birds = early & set(BIRD_TRICK)
    return ({highest(birds, "T")} if birds else set()) | (early & KINGS)


def jumps_queue(card: str, announced: set[str], trick_no: int) -> bool:
    """A lower announced bird may not go before a higher one that is still alive (F-8.10)."""
    if card not in announced & set(BIRD_TRICK) or target(card) <= trick_no:
        return False
    higher = {bird for bird in announced & set(BIRD_TRICK) if power(bird) > power(card)}
    return any(target(bird) >= trick_no for bird in higher)


# ── the discard ──────────────────────────────────────────────────────────────────────────────


def valid_discard(
    ruleset: str, contract: str, hand: Iterable[str], discard: Collection[str], size: int
) -> bool:
    """The right number, no king, no Trull piece, the wrong kind only when the right one is gone.

    T-3.1, T-3.2, T-3.11, F-7.2, F-7.3, F-10.1, U-9.6. The three rule sets agree. ``hand`` is the
    hand after the talon cards were taken.

    >>> valid_discard("tirol", "dreier", {"T1", "T5", "H3", "HK"}, {"T5"}, 1)
    False
    >>> valid_discard("tirol", "dreier", {"T1", "T5", "H3", "HK"}, {"T5", "H3"}, 2)
    True
    """
    assert ruleset in {"tirol", "finale", "ulmann"}, ruleset
    held, laid = set(hand), set(discard)
    if len(discard) != size or len(laid) != size or not laid <= held:
        return False
    if laid & (KINGS | TRULL):
        return False
    tarocks, suits = held & (TAROCKS - TRULL), held - TAROCKS - KINGS
    first, second = (tarocks, suits) if contract in FARBENSPIELE else (suits, tarocks)
    return not laid & second or first <= laid
