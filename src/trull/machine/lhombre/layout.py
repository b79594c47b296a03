"""Where things lie in the words of a table and of a rule row.

A table is a fixed number of words ``s``: ``s[OMBRE]``, ``s[TAKES + seat]``. A set of cards takes
two of them, the suits and then the tarocks with the Skies: a hand is ``s[HAND + 2 * seat]`` and the
word behind it. A rule set with its options is a row of words ``r``: ``r[HOLDING]``. Seats, cards,
bids and honours are small numbers. Where nothing is meant stands -1.
"""

from __future__ import annotations

from trull.kernels.lhombre import TAROCK78_MASKS
from trull.laws.lhombre.book import (
    BIDS,
    DEUX,
    NO_BID,
    PACK,
    PAGAT,
    SANS_PRENDRE,
    SEATS,
    SKAR_SIZE,
    SKIES,
    TRICKS,
    TROIS,
)
from trull.laws.lhombre.play import VOLTE_CARDS
from trull.machine.lhombre.prices import PAGAT_AT
from trull.machine.lhombre.prices import POINTS as COUNTS
from trull.machine.lhombre.sight import HONOURS, OPTIONS, PHASES, SUITS, WORDS
from trull.machine.places import Places
from trull.machine.tokens import of_game
from trull.machine.words import LOW, high_word, low_word, widened

__all__ = [
    "COUNTS",
    "DEUX",
    "LOW",
    "NO_BID",
    "PAGAT_AT",
    "PHASES",
    "SANS_PRENDRE",
    "SEATS",
    "SKAR_SIZE",
    "TRICKS",
    "TROIS",
    "VOLTE_CARDS",
]

VOCABULARY = of_game("lhombre")
MASK = (len(VOCABULARY) + 63) // 64
"""Words of a mask of tokens."""

# What there is

MASKS = widened(TAROCK78_MASKS)
CARDS = PACK.size
SUIT_CARDS, TRUMPS = low_word(PACK.full), high_word(PACK.full)
"""The whole pack in its two words."""
TAROCKS, SKIES_BIT = high_word(TAROCK78_MASKS.tarocks), high_word(TAROCK78_MASKS.skues)
MATADORS = high_word(TAROCK78_MASKS.pagat | TAROCK78_MASKS.mond | TAROCK78_MASKS.skues)
TWENTY = high_word(TAROCK78_MASKS.mond) >> 1
KINGS = low_word(TAROCK78_MASKS.kings)
SUIT_SIZE, COURTS = 14, 15 << 10
"""A suit, and its König, Dame, Cavall and Bube: the highest four."""
SKIES_CARD, PAGAT_CARD = int(SKIES), int(PAGAT)
TAROCKS_HELD, MATADORE, ALL_KINGS, CAVALRY, HALF_CAVALRY = 0, 1, 2, 3, 7
"""Honours by their places in ``sight.HONOURS``; of the Kavallerien the first suit's."""
NUMBERED = CARDS - LOW + 1
"""So many tarocks, the Skies among them, can be held, or none."""
NOT_ANNOUNCED, VOLTE_WON, VOLTE_LOST = range(3)
NO_PAGAT, PAGAT_FOR, PAGAT_AGAINST = range(3)

assert HONOURS[CAVALRY : CAVALRY + 4] == tuple(f"kavallerie={suit}" for suit in SUITS)
assert HONOURS[HALF_CAVALRY:] == tuple(f"halbe_kavallerie={suit}" for suit in SUITS)

# Tokens: the first of each verb, the others behind it


def _first(verb: str, words: tuple[str, ...]) -> int:
    """The first token of a verb's words, which are neighbours."""
    first = VOCABULARY.number(f"{verb} {words[0]}")
    tokens = tuple(f"{verb} {word}" for word in words)
    assert VOCABULARY.tokens[first : first + len(words)] == tokens, f"{verb}: neighbours"
    return first


PLAY, LAY_SKAR, LAY_SILENT, LAY_EXCHANGE, ASK = (
    _first(verb, PACK.codes) for verb in ("play", "lay_skar", "lay_silent", "lay_exchange", "ask")
)
BID, CUT = _first("bid", BIDS), _first("cut", tuple(str(n) for n in range(1, CARDS)))
DECLARE = _first("declare", WORDS[CARDS:])
DECLARE_NUMBER = VOCABULARY.number("declare =3") - 3
DECLARE_SUIT = VOCABULARY.number("declare =H")
PASS, HOLD, WAIVE, ANNOUNCE_VOLTE, NO_HONOURS, SILENT_ENOUGH, DECLARE_ENOUGH = map(
    VOCABULARY.number,
    ("pass", "hold", "waive", "announce_volte", "no_honours", "lay_silent .", "declare ."),
)
assert PLAY == 0, "the tokens of the cards are the first of all"

# The words of a table

_state = Places()
PHASE, DUTY, DONE, FOREHAND = _state.each(4)
HAND = _state.some(2 * SEATS)
DEALT_WORDS = _state.size  # what lies behind is empty when the cards are dealt
DECK = _state.some(9)  # the pack as shuffled, nine cards a word
SKAR = _state.some(2)
BEGUN = _state.some(1)  # how many tokens of an act are said, and of each the piece (sight.WORDS)
PIECES = _state.some(14)
LEVEL, HOLDER, PASSED = _state.each(3)  # the standing bid, whose it is, a bit for each who passed
LAID_COUNT, SLOT = _state.each(2)  # cards put down for the exchange, and how many are used
LAID = _state.some(SKAR_SIZE)
OMBRE, GIVEN = _state.each(2)
ASKED, GIVER, RETURNED = (_state.some(2) for _ in range(3))  # of each card that was given
IN_SKAR = _state.some(2)  # cards that were asked for and lie in the Skar
HONOURS_SAID = _state.some(SEATS)  # a bit for each honour declared
HONOUR_NUMBERS = _state.some(2 * SEATS)  # how many tarocks, and of the Matadore's row
TOLD, HEAD = _state.each(2)  # honours told by now, and the kind whose number or suit must follow
LEADER, COUNT, NUMBER, VOLTE = _state.each(4)  # COUNT: cards that lie; NUMBER: tricks taken
LYING = _state.some(SEATS)
TRICK = _state.some(2)
PLAYED, PILE = _state.some(2 * SEATS), _state.some(2 * SEATS)
TAKES = _state.some(SEATS)
LED = _state.some(2)  # all cards that were led
VOIDS = _state.some(SEATS)  # for each seat the families it cannot follow: four suits, tarocks
SKIES_BY, SKIES_TAKER, SKIES_IN_TIME = _state.each(3)  # the Skies as an excuse
PAGAT_MADE = _state.some(1)
NOTHING = _state.some(1)  # stays 0
POINTS = _state.some(SEATS)
STATE = _state.size
"""Words of a table."""

SCRATCH = STATE - CARDS
"""Where a pack is shuffled before the deal."""
assert DEALT_WORDS <= SCRATCH, "hands are dealt while the pack still lies there"

CUTTING, SKAR_LAYING, AUCTION, EXCHANGING, DECLARING, PLAYING, OVER = range(len(PHASES))

# A rule row: what is shown to players first

_rules = Places()
SHOWN = len(OPTIONS)
"""So many words of a rule row are shown to players of a table, as numbers up to 127."""
_rules.some(SHOWN)
PAGAT_EXCEPTION, SKAR_OMBRE, SKAR_LAYER = _rules.each(3)
HOLDING, TROIS_ANY, FORCED = _rules.each(3)
OMBRE_LEADS, KEPT_ALWAYS, VOLTE_RANK, EXACTLY_EIGHT, OVERTRUMP, WITH_HONOURS = _rules.each(6)
IN_TIME = _rules.some(1)  # the last trick in which the Skies can be played and be redeemed
VOLTE_PLAYED, SLOTS = _rules.some(len(BIDS)), _rules.some(len(BIDS))
BID_OF = _rules.some(len(BIDS))  # the bid of so many cards laid without a word
TAROCKS_LEAST = _rules.some(1)
PRICE = _rules.some(len(BIDS) * PAGAT_AT)  # by bid, outcome of a Volte, points
PAGAT_PRICE = _rules.some(3)
HONOUR_PRICE = _rules.some(len(HONOURS))
NUMBER_PRICE = _rules.some(2 * NUMBERED)  # tarocks, then Matadore, by their number
NUMBERS = _rules.size
"""Words of a rule row."""
