"""A rule set with its options as a row of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from trull.errors import RuleSetError
from trull.laws.koenigrufen.book import BIRD_ITEMS, Book, Contract, Options, book_of
from trull.machine.koenigrufen import layout as at
from trull.ruleset import RuleSet

RANK_UNIT = 10
"""Ranks of the auction have one decimal place."""

SWITCHES: Mapping[str, tuple[int, tuple[object, ...]]] = {
    "klopfen": (at.KLOPFEN, (False, True)),
    "cutter": (at.CUTTER_OPPOSITE, ("rear_hand", "opposite")),
    "talon_first": (at.TALON_FIRST, (False, True)),
    "opening": (at.ROUND_OPENING, ("forehand_word", "round")),
    "hold": (at.HOLDING, ("none", "forehand", "earlier_seat")),
    "all_pass": (at.MUST_CALL, ("redeal", "vorhand_must_call")),
    "forehand_afterwards": (at.ALL_AFTERWARDS, ("own_games", "all")),
    "sechserdreier_afterwards": (at.SIX_AFTERWARDS, (False, True)),
    "self_call": (at.SELF_CALL, (False, True)),
    "fourth_king": (at.FOURTH_KING, (False, True)),
    "bei_scope": (at.SAME_CONTRACT, ("same_value", "same_contract")),
    "bei_settlement": (at.APART, ("vs_all", "vs_non_declarers")),
    "piccolo_bei_beats_solorufer": (at.PICCOLOS_ABOVE, (False, True)),
    "announce_once": (at.ANNOUNCE_ONCE, (False, True)),
    "announce_for_partner": (at.FOR_PARTNER, (False, True)),
    "ku_announcer": (at.DECLARER_KING, ("holder", "declarer_side")),
    "solo_two_trull_duty": (at.TRULL_DUTY, (False, True)),
    "mondfang_announcer": (at.MONDFANG_PARTNER, ("anyone", "partner")),
    "solodreier_announcing": (at.DECLARER_ONLY, ("declarer_first", "declarer_only")),
    "negative_kontra": (at.NEGATIVE_KONTRA, ("none", "individual")),
    "semi_revers": (at.SEMI_REVERS, (False, True)),
    "king_in_talon_take_all": (at.TAKE_ALL_TALON, (False, True)),
    "trischaken_instead_of_schleifen": (at.TRISCHAKEN_INSTEAD, (False, True)),
    "bird_switch_from_talon": (at.BIRD_SWITCH, (False, True)),
    "bare_rufer": (at.BARE_RUFER, (False, True)),
    "kaiserstich": (at.KAISERSTICH, (False, True)),
    "trischaken_choice": (at.CHOICE_TRISCHAKEN, (False, True)),
    "trischaken_stichzwang": (at.WITH_STICHZWANG, (False, True)),
    "trischaken_talon": (at.USE_TALON, ("last", "first_six")),
    "trischaken_tie_vorhand": (
        at.TIE_VORHAND,
        ("own_share_doubled", "pot_doubled", "vorhand_alone"),
    ),
    "two_virgins_odd_pot": (at.ODD_POT, ("exact", "four")),
    "silent_trick_bonus_loss": (at.HELD_UP_LOSS, (False, True)),
    "solo_king_in_talon_kontra": (at.KING_KONTRA, ("stands", "void", "void_if_lost")),
    "ulmann_settle": (at.EVERYBODY_PAYS, ("pay", "differences")),
    "solo_valat_double": (at.SOLO_VALAT, (False, True)),
    "radl": (at.RADL, (False, True)),
    "early_end": (at.EARLY_END, (False, True)),
    "valat": (at.VALAT_WAY, ("extra", "multiplies", "replaces")),
}
"""Each switch's place, and its values in the order of their numbers."""

AMOUNTS = {
    "win_thirds": at.WIN_THIRDS,
    "trischaken_two_tied": at.TWO_TIED,
    "schrift_kontra_cap": at.KONTRA_CAP,
    "slide_price": at.SLIDE_PRICE,
    "pagat_driven_out": at.DRIVEN_OUT,
}
COLUMNS: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "kind": (at.KIND, ("tarock", "farben", "negative", "trischaken")),
    "bid": (at.WHEN, ("any", "first_word", "afterwards", "forehand_right")),
    "side": (at.SIDE, ("alone", "called", "each")),
    "talon": (at.TALON_OF, ("half", "one", "six", "none", "tricks")),
    "ouvert": (at.OUVERT, ("no", "declarer", "all")),
    "needs": (at.NEEDS, ("", "bird", "trull_piece")),
}
"""The words of a contract's row, each with its values in the order of their numbers."""
KINDS = (*("bird",) * 4, "king", "mond", "kings", "trull", "sack", "sack", "valat")
"""What kind of bonus each item is."""


@lru_cache(maxsize=256)
def numbers(rules: RuleSet) -> tuple[int, ...]:
    """The rule row of a rule set; RuleSetError where no token or place is made for what it says."""
    if rules.free:
        raise RuleSetError(rules.name, "the machine plays guarded tables; this one is free")
    book, row = book_of(rules), [0] * at.NUMBERS
    _options(row, book.options)
    row[at.CARD_MODE] = book.announced_mode
    for name, contract in book.contracts.items():
        if name not in at.CONTRACTS:
            raise RuleSetError(rules.name, f"the game {name} has no number")
        _contract(row, book, contract, at.CONTRACTS.index(name))
    _bids(row, book)
    _bonuses(row, book)
    _charges(row, book)
    return tuple(row)


def _options(row: list[int], options: Options) -> None:
    for name, (place, values) in SWITCHES.items():
        row[place] = values.index(getattr(options, name))
    for name, place in AMOUNTS.items():
        row[place] = int(getattr(options, name))


def _contract(row: list[int], book: Book, contract: Contract, game: int) -> None:
    for name, (place, values) in COLUMNS.items():
        row[place + game] = values.index(getattr(contract, name))
    row[at.EXISTS + game] = 1
    row[at.VALUE + game] = contract.value
    row[at.LOSS + game] = contract.loss()
    row[at.WANTED + game] = contract.tricks
    row[at.SCALE + game] = contract.scale
    row[at.NEEDED + game] = book.needs[contract.name]
    row[at.BEI_GAME + game] = int(contract.bei)
    agreed = not contract.bei_option or bool(book.rules[contract.bei_option])
    row[at.JOINABLE + game] = int(contract.bei and agreed)
    row[at.BEFORE_LIE + game] = int(contract.announce_before_lie)
    silent, said = contract.valat or (0, 0)
    row[at.VALAT_SILENT + game], row[at.VALAT_OPEN + game] = silent, said
    row[at.LISTED + game] = _set(contract.bonuses)
    row[at.SAYABLE + game] = _set(bonus.name for bonus in book.announced_in[contract.name])


def _set(items: object) -> int:
    found = 0
    for item in items:  # type: ignore[attr-defined]
        found |= 1 << at.ITEMS.index(item)
    return found


def _bids(row: list[int], book: Book) -> None:
    row[at.FOREHAND_BID] = -1
    for bid in book.bids.values():
        if bid.word not in at.BID_WORDS:
            raise RuleSetError(book.rules.name, f"the bid {bid.word} has no number")
        number, game = at.BID_WORDS.index(bid.word), at.CONTRACTS.index(bid.contract.name)
        row[at.BID_GAME + number] = game
        row[at.BIDS_CALLING] |= bool(bid.lacks) << number
        row[at.BIDS_NEEDING] |= bool(bid.needs) << number
        row[at.BID_BIRD + number] = BIRD_ITEMS.index(bid.bird) if bid.bird else -1
        row[at.BID_RANK + number] = round(bid.rank * RANK_UNIT)
        row[at.BID_NEEDS + number], row[at.BID_LACKS + number] = bid.needs, bid.lacks
        row[at.BIDS_OF + row[at.WHEN + game]] |= 1 << number
        if bid.contract.bid == "forehand_right" and row[at.FOREHAND_BID] < 0:
            row[at.FOREHAND_BID] = number
    if "solorufer" in book.contracts:  # KG-6: half a rank above it
        above = book.contracts["solorufer"].rank + 0.5
        row[at.PICCOLOS_RANK] = round(above * RANK_UNIT)
    for number in range(at.BIDS + 1):
        rank = row[at.BID_RANK + number] if number < at.BIDS else row[at.PICCOLOS_RANK]
        row[at.BIDS_ABOVE + number] = sum(
            1 << at.BID_WORDS.index(bid.word)
            for bid in book.bids.values()
            if round(bid.rank * RANK_UNIT) > rank
        )
    for place, name in enumerate(at.BEI_WORDS):
        row[at.BEI_BID + place] = at.BID_WORDS.index(name)


def _bonuses(row: list[int], book: Book) -> None:
    for name, bonus in book.bonuses.items():
        item = at.ITEMS.index(name) if name in at.ITEMS else -1
        if item < 0 or KINDS[item] != bonus.kind:
            raise RuleSetError(book.rules.name, f"the bonus {name} has no number")
        row[at.SILENT + item], row[at.OPEN_PRICE + item] = bonus.silent, bonus.announced
        row[at.HELD_UP_COSTS + item] = int(bonus.held_up_costs)
        row[at.MATERIAL + item] = int(bonus.material)
        row[at.BIRD_TRICK + item] = bonus.trick
        if bonus.kind == "sack":
            row[at.SACK_THIRDS + item - at.SACKS] = bonus.thirds
    first = (row[at.BIRD_TRICK + bird] - 1 for bird in range(at.BIRD_COUNT))
    driven_out = at.TRICKS - row[at.DRIVEN_OUT]
    row[at.BIRDS_FROM] = min([driven_out, *(number for number in first if number >= 0)])
    if book.birds:
        row[at.CHEAPEST_BIRD] = at.ITEMS.index(book.birds[0].name)


def _charges(row: list[int], book: Book) -> None:
    king, pagat = book.charges.get("king_captured"), book.charges.get("pagat_held")
    if king:
        row[at.KING_CHARGE] = king.value
        row[at.KING_CHARGE_SOLO] = book.options.kingfang_solo
    if pagat:
        row[at.PAGAT_CHARGE] = pagat.value
