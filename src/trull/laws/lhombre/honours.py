"""Honours (an optional extra): declared before the first lead, paid by each other player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from trull.clauses import clause
from trull.kernels.tarock import count
from trull.laws.lhombre import freeplay
from trull.laws.lhombre.book import MASKS, PACK, SEATS, Book
from trull.laws.lhombre.table import State, not_now, out_of_turn, seat_at, too_many_words
from trull.laws.verbs import free_words, if_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault

MATADORS = MASKS.pagat | MASKS.mond | MASKS.skues
COURTS = MASKS.kings | MASKS.ranks[1] | MASKS.ranks[2] | MASKS.ranks[3]


class Honour(NamedTuple):
    """An honour as it is declared, its kind, and what each other player owes for it."""

    word: str
    kind: str
    value: int


@clause("O-1")
def honours_of(book: Book, hand: int) -> tuple[Honour, ...]:
    """Ten tarocks, the Matadore and their row, four kings, whole and half Kavallerien."""
    return tuple(_honours(book, hand))


def _honours(book: Book, hand: int) -> Iterator[Honour]:
    tarocks = count(hand & (MASKS.tarocks | MASKS.skues))
    if tarocks >= book.honour("tarocks").least:
        yield _counted(book, "tarocks", tarocks)
    if hand & MATADORS == MATADORS:
        yield _counted(book, "matadore", 3 + _row_below_mond(hand))
    if hand & MASKS.kings == MASKS.kings:
        yield Honour("kings", "kings", book.honour("kings").value)
    for suit in "HDSC":
        courts = count(hand & COURTS & PACK.suits[suit])
        if courts == 4:
            yield _of_suit(book, "kavallerie", suit)
        elif courts == 3 and hand & MASKS.skues:
            yield _of_suit(book, "halbe_kavallerie", suit)


def _counted(book: Book, kind: str, number: int) -> Honour:
    price = book.honour(kind)
    value = price.value + price.further * (number - price.least)
    return Honour(f"{kind}={number}", kind, value)


def _of_suit(book: Book, kind: str, suit: str) -> Honour:
    return Honour(f"{kind}={suit}", kind, book.honour(kind).value)


def _row_below_mond(hand: int) -> int:
    """How many tarocks follow the Mond downwards without a gap, the Pagat not counted again."""
    found, card = 0, MASKS.mond >> 1
    while hand & card & ~MASKS.pagat:
        found, card = found + 1, card >> 1
    return found


# The phase


def begin(s: State) -> State:
    """Where honours are played they are declared now; else the first card is led."""
    if s.book.options.honneurs:
        return s._replace(phase="honours")
    return freeplay.begin(s)


@clause("O-1")
def declarer(s: State) -> Seat:
    """Vorhand, Mittelhand, dealer declare in this order."""
    return seat_at(s.setup, len(s.honours))


@clause("O-1")
def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """One declares what one truly holds, all or some of it, or nothing."""
    if act.verb not in ("declare", "no_honours"):
        return (not_now(s, act),)
    if seat != declarer(s):
        return (out_of_turn("O-1", declarer(s)),)
    if act.verb == "no_honours":
        return (too_many_words(act),) if act.args else ()
    false = [word for word in act.args if word not in _held(s, seat)]
    if false:
        return (fault("O-1", "honour_not_held", honours=" ".join(false)),)
    each_once = act.args and len(set(act.args)) == len(act.args)
    return () if each_once else (fault("O-1", "declare_each_once"),)


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """What can be declared without fault."""
    held = free_words(faults, s, seat, "declare", _held(s, seat))
    declare = (Prompt("declare", "O-1", held, 1, len(held)),) if held else ()
    return (*declare, *if_without_fault(faults, s, seat, "no_honours", "O-1"))


def _held(s: State, seat: Seat) -> tuple[str, ...]:
    return tuple(honour.word for honour in honours_of(s.book, s.hands[seat]))


def step(s: State, _seat: Seat, act: Action) -> State:
    """What was declared is written down; after the dealer the first card is led."""
    s = s._replace(honours=(*s.honours, act.args))
    return freeplay.begin(s) if len(s.honours) == SEATS else s


def declared(s: State, book: Book) -> tuple[tuple[Seat, Honour], ...]:
    """Every honour declared, its seat and its price in this book."""
    return tuple(
        (seat_at(s.setup, place), priced(book, word))
        for place, words in enumerate(s.honours)
        for word in words
    )


def priced(book: Book, word: str) -> Honour:
    """The honour of a declared word.

    >>> from trull import ruleset
    >>> priced(Book.of(ruleset.load("lhombre/compagnie")), "tarocks=12").value
    20
    """
    kind, _, rest = word.partition("=")
    if rest.isdigit():
        return _counted(book, kind, int(rest))
    return Honour(word, kind, book.honour(kind).value)
