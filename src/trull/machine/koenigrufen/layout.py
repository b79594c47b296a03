"""Where things lie in the words of a table and of a rule row.

A table is a fixed number of words ``s``: ``s[HAND + seat]``, ``s[DUTY]``. A rule set with its
options is a row of words ``r``: ``r[RADL]``, ``r[VALUE + contract]``. Seats, cards, contracts, bids
and items are small numbers; sets of them are words with a bit each. Where nothing is meant stands
-1.
"""

from __future__ import annotations

from trull.laws.koenigrufen.book import BIRD_ITEMS, BIRDS, FIVES, MASKS, PACK, SUITS, TRULL
from trull.machine.places import Places
from trull.machine.tokens import of_game

__all__ = ["BIRDS", "FIVES", "MASKS", "TRULL"]

VOCABULARY = of_game("koenigrufen")
MASK = (len(VOCABULARY) + 63) // 64
"""Words of a mask of tokens."""


def _words(verb: str) -> tuple[str, ...]:
    """The words of a verb in the order of their tokens, which are neighbours."""
    said = [token.partition(" ") for token in VOCABULARY.tokens]
    at = [number for number, (name, _, _) in enumerate(said) if name == verb]
    assert at == list(range(at[0], at[0] + len(at))), f"the tokens of {verb} are neighbours"
    return tuple(said[number][2] for number in at)


def _first(verb: str) -> int:
    """The first token of a verb."""
    return VOCABULARY.number(f"{verb} {_words(verb)[0]}".rstrip())


# What there is

CARDS = PACK.size
WHOLE = int(PACK.full)
TRICKS = 12
PAGAT = int(PACK.card("T1"))
"""The birds are the four tarocks from here on."""
BID_WORDS = _words("bid")
"""Games as they are bid: a contract, or a contract and its bird."""
CONTRACTS = tuple(dict.fromkeys(word.partition(":")[0] for word in BID_WORDS))
"""All games of all published rule sets; a contract is its place here."""
BEI_WORDS = _words("bei")
ITEMS = _words("announce")
"""All bonuses of all published rule sets; an item is its place here."""
BIRD_COUNT = len(BIRD_ITEMS)
KING_ULTIMO, MONDFANG, KINGS, TRULL_ITEM, VALAT = map(
    ITEMS.index, ("koenig_ultimo", "mondfang", "koenige", "trull", "valat")
)
SACKS = ITEMS.index("sack1")
TRISCHAKEN, RUFER, SOLORUFER, PICCOLO = map(
    CONTRACTS.index, ("trischaken", "rufer", "solorufer", "piccolo")
)
GAMES, BIDS, BEIS, BONUSES = len(CONTRACTS), len(BID_WORDS), len(BEI_WORDS), len(ITEMS)

assert ITEMS[:BIRD_COUNT] == BIRD_ITEMS, "the birds are the first items"
assert ITEMS[SACKS : SACKS + 2] == ("sack1", "sack2"), "there are two Säcke"

# Tokens: the first of each verb, the others behind it

CUT, KNOCK, PACKET = map(_first, ("cut", "knock", "packet"))
PASS, VORHAND, BID, HOLD, BEI = map(_first, ("pass", "vorhand", "bid", "hold", "bei"))
CALL, TAKE, SCHLEIFEN, INSTEAD = map(_first, ("call", "take", "schleifen", "trischaken"))
DISCARD_TOKEN, STICHZWANG_TOKEN, TALON_TOKEN = map(_first, ("discard", "stichzwang", "talon"))
ANNOUNCE, LIE, KONTRA, GUT, DONE_TOKEN = map(_first, ("announce", "lie", "kontra", "gut", "done"))
CALL_FOURTH = CALL + len(SUITS)
TAKE_HALF, TAKE_ALL = TAKE + CARDS, TAKE + CARDS + 2
KONTRA_ITEM, KONTRA_RE, KONTRA_PAIR = KONTRA + 1, KONTRA + 1 + BONUSES, KONTRA + 4 + BONUSES
"""Kontra to an item; in negative games Re to the next seats, and Kontra or Sub to theirs."""

assert _words("play") == _words("discard") == PACK.codes, "cards in the order of the pack"
assert _words("take") == (*PACK.codes, "1", "2", "all")
assert _words("cut") == tuple(str(lifted) for lifted in range(1, CARDS))
assert _words("call") == (*SUITS, "fourth")
assert _words("schleifen") == ("", *BIRD_ITEMS)
assert _words("stichzwang") == ("on", "off")
assert _words("talon") == ("last", "first_six")
assert _words("lie") == ("", "declarer", "opponents")
assert _words("kontra") == (
    *("game", *ITEMS),
    *(f"game:@0:@{k}" for k in (1, 2, 3)),
    *(f"game:@{k}:@0" for k in (1, 2, 3)),
)

# The words of a table

_state = Places()
PHASE, DUTY, DONE, OUTCOME = _state.each(4)
FOREHAND, DEALER, DOUBLED = _state.each(3)
HAND = _state.some(4)  # what each seat holds
TALON = _state.some(6)  # cards: the upper half, then the lower
DEALT_WORDS = _state.size  # what lies behind is empty when the cards are dealt
DEALT = _state.some(4)  # what each was dealt
DECK = _state.some(6)  # the pack as shuffled, ten cards a word
PACKETS = _state.some(4)  # after a knock, 0 where one was taken
PASSED, OPENED = _state.each(2)
STANDING = _state.some(1)  # how many bids stand, and of each the seat, the bid and its rank
STANDS_SEAT, STANDS_BID, STANDS_RANK = (_state.some(4) for _ in range(3))
OUTBID = _state.some(1)  # the same of who was driven out and has not passed
OUTBID_SEAT, OUTBID_BID = _state.some(4), _state.some(4)
BIDS_SAID = _state.some(4)  # for each seat all it bid or joined
HELD = _state.some(1)  # seats that held a bid
CONTRACT, DECLARER, CALLED, FOURTH, PARTNER, KING_HALF = _state.each(6)
TAKEN, DISCARD, LAID = _state.each(3)  # LAID: the discard as far as it is said
SLID = _state.some(1)  # 0 no, 1 without a bird, from 2 on with one
STICHZWANG, TALON_USE, STICHZWANG_SAID, OPENS, REPLACED = _state.each(5)
ITEMS_SAID = _state.some(1)  # the items that were announced
SAID_BY = _state.some(BONUSES)  # by whom
KONTRAS = _state.some(BONUSES + 1)  # who doubled an item, last the game: see announce
GAME_KONTRA = KONTRAS + BONUSES
PAIRS = _state.some(16)  # negative games: levels by declarer and opponent
DOUBLINGS = _state.some(1)  # how often anything was doubled
GUTS, SAID, ANNOUNCED, SPENT, SPOKEN = _state.each(5)
BOUND = _state.some(4)  # the announced cards each seat must keep
PLAIN = _state.some(1)  # follow suit, else tarock, else anything: no further duty binds anybody
NOTED = _state.some(1)  # cards that make something in any trick: the called king, the Mond
LEADER, COUNT, TRICK, CROWN, NUMBER, LEGAL = _state.each(6)
LYING = _state.some(4)  # cards of the trick in the order they fell
PLAYED, PILE, THIRDS, TAKES = (_state.some(4) for _ in range(4))  # by seat
LED = _state.some(1)  # all cards that were led
VOIDS = _state.some(4)  # for each seat the families it cannot follow: four suits, tarocks
BIRD_MADE = _state.some(BIRD_COUNT)
KING_MADE, MOND_MADE = _state.each(2)
NET_POINTS, NET_MONEY = _state.each(2)  # what the declarer's side wins
POINTS, MONEY = _state.some(4), _state.some(4)
WORDS = _state.size
"""Words of a table."""

SCRATCH = WORDS - CARDS
"""Where a pack is shuffled before the deal."""
assert TALON + 6 <= SCRATCH, "hands and talon are dealt while the pack still lies there"

UNIT = 12
"""Points and money are counted in this part of a point: shares of a Trischaken are fractions."""

CUTTING, PACKING, AUCTION, CHOICE, CALLING, TAKING, DISCARDING, CHOOSING = range(8)
DECLARING, ANNOUNCING, PLAYING, OVER = range(8, 12)
PHASES = (
    *("cut", "packets", "auction", "forehand_choice", "call", "take", "discard", "trischaken"),
    *("declare", "announce", "play", "over"),
)
OUTCOMES = ("", "played", "slid", "bare", "redeal")
NOT_OVER, OUT_PLAYED, OUT_SLID, OUT_BARE, OUT_REDEAL = range(5)
NOBODY, OURS, THEIRS, HELD_OURS, HELD_THEIRS = range(5)
"""Who made something: the declarer's side, the others; or whose attempt was held up."""
CAPTURED, HELD_LAST, HELD_CAPTURED = 2, 3, 4
"""The called king beside OURS: taken by a tarock, held up in the last trick, or both."""
LAST, FIRST_SIX = range(2)
DECLARER_OPENS, OPPONENTS_OPEN = 1, 2

# A rule row: switches first, all small numbers

_rules = Places()
KLOPFEN, CUTTER_OPPOSITE, TALON_FIRST, WIN_THIRDS = _rules.each(4)
ROUND_OPENING, HOLDING, MUST_CALL, ALL_AFTERWARDS, SIX_AFTERWARDS = _rules.each(5)
SELF_CALL, FOURTH_KING, SAME_CONTRACT, APART, PICCOLOS_ABOVE = _rules.each(5)
ANNOUNCE_ONCE, FOR_PARTNER, DECLARER_KING, TRULL_DUTY = _rules.each(4)
NEGATIVE_KONTRA, SEMI_REVERS, TAKE_ALL_TALON, TRISCHAKEN_INSTEAD, BIRD_SWITCH = _rules.each(5)
BARE_RUFER, KAISERSTICH, CHOICE_TRISCHAKEN, WITH_STICHZWANG, USE_TALON = _rules.each(5)
TIE_VORHAND, TWO_TIED, ODD_POT, HELD_UP_LOSS, CARD_MODE, KING_KONTRA = _rules.each(6)
EVERYBODY_PAYS, SOLO_VALAT, KONTRA_CAP, RADL, EARLY_END, VALAT_WAY = _rules.each(6)
SLIDE_PRICE, KING_CHARGE, KING_CHARGE_SOLO, PAGAT_CHARGE = _rules.each(4)
SILENT, OPEN_PRICE = _rules.some(BONUSES), _rules.some(BONUSES)
EXISTS, VALUE, LOSS = (_rules.some(GAMES) for _ in range(3))
SHOWN = _rules.size
"""So many words of a rule row are shown to players of a table, as numbers up to 127."""
KIND, WHEN, SIDE, TALON_OF, WANTED, OUVERT, SCALE, NEEDS = (_rules.some(GAMES) for _ in range(8))
NEEDED, BEI_GAME, JOINABLE, BEFORE_LIE = (_rules.some(GAMES) for _ in range(4))
VALAT_SILENT, VALAT_OPEN, LISTED, SAYABLE = (_rules.some(GAMES) for _ in range(4))
BID_GAME, BID_BIRD, BID_RANK, BID_NEEDS, BID_LACKS = (_rules.some(BIDS) for _ in range(5))
BIDS_OF = _rules.some(4)  # sets of bids by WHEN they may be said
BIDS_ABOVE = _rules.some(BIDS + 1)  # those above a bid, last those above two Piccolos
BIDS_CALLING, BIDS_NEEDING = _rules.each(2)  # those that want a king to call, or some card
BEI_BID = _rules.some(BEIS)
FOREHAND_BID, CHEAPEST_BIRD, PICCOLOS_RANK = _rules.each(3)
BIRD_TRICK, HELD_UP_COSTS, MATERIAL = (_rules.some(BONUSES) for _ in range(3))
BIRDS_FROM = _rules.some(1)  # the tricks before the one in which a bird is first a matter
SACK_THIRDS = _rules.some(2)
MONDFANG_PARTNER, DECLARER_ONLY, DRIVEN_OUT = _rules.each(3)
NUMBERS = _rules.size
"""Words of a rule row."""

TAROCK_GAME, FARBEN_GAME, NEGATIVE_GAME, TRISCHAKEN_GAME = range(4)  # KIND
WHEN_ANY, WHEN_FIRST, WHEN_AFTERWARDS, WHEN_RIGHT = range(4)
ALONE, CALLED_SIDE, EACH = range(3)  # SIDE
TALON_HALF, TALON_ONE, TALON_SIX, TALON_NONE, TALON_TRICKS = range(5)
NOT_OUVERT, DECLARER_OUVERT, ALL_OUVERT = range(3)
NO_NEED, NEEDS_BIRD, NEEDS_TRULL = range(3)
NO_HOLD, FOREHAND_HOLDS, EARLIER_HOLDS = range(3)
VALAT_EXTRA, VALAT_MULTIPLIES, VALAT_REPLACES = range(3)
STANDS, VOID, VOID_IF_LOST = range(3)  # KING_KONTRA
SHARE_DOUBLED, POT_DOUBLED, VORHAND_ALONE = range(3)  # TIE_VORHAND
