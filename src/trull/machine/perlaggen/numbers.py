"""A rule set as a rule row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from trull.errors import RuleSetError
from trull.laws.perlaggen import LAWS
from trull.laws.perlaggen.book import OUT, PACK, Book
from trull.laws.perlaggen.deal import packets
from trull.laws.perlaggen.signs import palette
from trull.machine.fields import switches
from trull.machine.perlaggen import layout as at
from trull.machine.perlaggen.sight import OPTIONS, SIGNS
from trull.ruleset import RuleSet

SWITCHES: Mapping[int, tuple[str, object]] = {
    at.SIGNS_OFF: ("signs", "off"),
    at.SIGNS_PUBLIC: ("signs", "public"),
    at.CUT_REPEAT: ("cut_repeat", True),
    at.CUT_MANUAL: ("cut_claim", "manual"),
    at.BLIND_PHASE: ("blind_phase", True),
    at.ANSWER_LOOKS: ("blind_answer_looks", True),
    at.EXEMPTS_HOLDER: ("blind_exempts_holder", True),
    at.ON_TURN: ("bid_windows", "on_turn"),
    at.RAISE_JUMPS: ("raise_jumps", True),
    at.SAME_STAKE: ("rebid_effect", "same_stake"),
    at.COUNTS_RAISES: ("overbid_counts_raises", True),
    at.GUARD: ("guard_bound", True),
    at.OVERTRUMP: ("must_overtrump", True),
    at.OBLIGES: ("perlagg_obliges", True),
    at.PLAY_OUT: ("play_out", True),
    at.TRUMP_PREFERRED: ("hanger_trump_preference", True),
    at.SIMPLE: ("compare_simple", True),
    at.TIE_NOBODY: ("tie", "nobody"),
    at.AUTHOR_1926: ("tie_declaration", "author_1926"),
    at.MUTUAL: ("tie_declaration", "mutual"),
    at.SHOW_AUTO: ("show_mode", "auto"),
    at.FALSE_LOSES: ("false_loses_figure", True),
    at.FALSE_SPOKEN: ("false_test", "bid_and_decision"),
    at.ANY_HEIR: ("false_heir", "any_figure"),
}
"""Each switch with the option that sets it, and to what."""


@lru_cache(maxsize=256)
def numbers(rules: RuleSet) -> tuple[int, ...]:
    """The rule row of a rule set; RuleSetError where no token or place is made for what it says."""
    if rules.free:
        raise RuleSetError(rules.name, "the machine plays guarded tables; this one is free")
    book, row = Book.of(rules), [0] * at.NUMBERS
    row[: at.SHOWN] = switches(rules, OPTIONS)
    for place, (name, value) in SWITCHES.items():
        row[place] = int(getattr(book.options, name) == value)
    row[at.PLAYERS] = max(LAWS.seats(rules))
    row[at.TARGET], row[at.SIZE] = book.options.target, book.options.hand_size
    row[at.MAJORITY], row[at.MIN_CUT] = book.majority, book.options.min_cut
    row[at.UNBID_POINTS], row[at.GOOD_POINTS] = book.unbid.points, book.let_good.points
    row[at.FALSE_POINTS] = book.false_figure.points
    _ladder(row, book, rules)
    _cards(row, book)
    for sign in palette(book):
        row[at.SIGNS_USED] |= 1 << SIGNS.index(sign)
    return tuple(row)


def _ladder(row: list[int], book: Book, rules: RuleSet) -> None:
    """The first number is that of a bid; all others must have a token, and go up."""
    first, *steps = book.ladder
    known = range(at.FIRST_STEP, at.FIRST_STEP + at.STEPS - 1)
    if not set(steps) <= set(known) or sorted({first, *steps}) != [first, *steps]:
        raise RuleSetError(rules.name, f"the ladder {book.ladder} has a step without a token")
    row[at.LADDER_FIRST], row[at.LADDER] = first, 1 << at.STEPS - 1
    for step in steps:
        row[at.LADDER] |= 1 << known.index(step)
    assert first < OUT, "nothing is above Spiel aus"


def _cards(row: list[int], book: Book) -> None:
    given = packets(book)
    row[at.PACKETS : at.PACKETS + len(given)] = given
    row[at.SIX], row[at.CARDS_USED] = int(book.six), int(book.cards)
    row[at.STANDING], row[at.TURNED_PAST] = int(book.standing), book.turned_past
    for trump, strengths in enumerate(book.strength):
        first = at.STRENGTH + at.CARDS * trump
        row[first : first + at.CARDS] = strengths
        row[at.WILD + trump] = sum(1 << card for card, force in enumerate(strengths) if force)
    standing = [mark for mark in book.marks if mark[0] != "T"]
    for force, mark in enumerate(reversed(standing), 1):
        row[at.STRENGTH + at.CARDS * len(book.strength) + PACK.index[mark]] = force
