"""Counting lawful play: how many sequences of cards there are from a position, by depth.

A position of ``tests/perft/*.perft`` is a block of lines, a word and its value:

    id        must-beat-bettler
    rules     koenigrufen/tirol announced_card_mode=free
    contract  bettler
    hands     H4 T1 T5 | HK T2 T9 | HB D4 T21 | D1 S7 T22
    leader    0
    trick     10                    the number of the trick about to be led
    announced 0 T1 T2               a seat and its announced cards; a line for each seat
    stichzwang off                  Trischaken as the Vorhand chose it; else on
    counts    3 6 …                 sequences of 1 card, 2 cards … all cards

The same numbers come from the engine's kernels and from the naive rules, each with its own
legal cards and its own winner of a trick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from naive import koenigrufen_play as naive
from trull import ruleset
from trull.cards import TAROCK54, cards
from trull.kernels.koenigrufen import TAROCK54_MASKS as MASKS
from trull.kernels.koenigrufen import crown_after, keep_announced, legal_cards, winning_card
from trull.laws.koenigrufen.book import Book, book_of

Hands = tuple[frozenset[str], ...]
Lying = tuple[str, ...]
Next = tuple[str, Hands, int, int, Lying]  # card, hands, leader, trick number, trick after it
Moves = Callable[[Hands, int, int, Lying], Iterator[Next]]


class Position(NamedTuple):
    """A few tricks before the end of a deal, and the counts it must have."""

    id: str
    rules: str
    options: dict[str, str]
    contract: str
    hands: Hands
    leader: int
    trick: int
    announced: Hands
    stichzwang: bool
    counts: tuple[int, ...]


def read(path: Path) -> list[Position]:
    """The positions of a file; ``#`` opens a comment line."""
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    kept = ([ln for ln in block.splitlines() if not ln.startswith("#")] for block in blocks)
    return [_position(lines) for lines in kept if lines]


def _position(lines: list[str]) -> Position:
    words = [line.split(maxsplit=1) for line in lines]
    rows = {key: value for key, value in words if key != "announced"}
    rules, *options = rows["rules"].split()
    hands = tuple(frozenset(hand.split()) for hand in rows["hands"].split("|"))
    announced = {int(v.split()[0]): frozenset(v.split()[1:]) for k, v in words if k == "announced"}
    return Position(
        id=rows["id"],
        rules=rules,
        options=dict(_option(word) for word in options),
        contract=rows["contract"],
        hands=hands,
        leader=int(rows["leader"]),
        trick=int(rows["trick"]),
        announced=tuple(announced.get(seat, frozenset()) for seat in range(4)),
        stichzwang=rows.get("stichzwang", "on") == "on",
        counts=tuple(int(word) for word in rows.get("counts", "").split()),
    )


def _option(word: str) -> tuple[str, str]:
    key, _, value = word.partition("=")
    return key, value


# The two sources of lawful cards


def engine_moves(position: Position) -> Moves:
    """Lawful cards and winners by the kernels."""
    book = book_of(ruleset.load(position.rules, position.options))
    return _moves(
        lambda hand, lying, seat, number: _engine_legal(book, position, hand, lying, seat, number),
        lambda lying: _engine_winner(book, position, lying),
    )


def naive_moves(position: Position) -> Moves:
    """Lawful cards and winners by the rules written a second time."""
    name = position.rules.removeprefix("koenigrufen/")

    def legal(hand: frozenset[str], lying: Lying, seat: int, number: int) -> set[str]:
        return naive.legal_cards(
            name,
            position.contract,
            hand,
            lying,
            position.options,
            position.announced[seat] & hand,
            number,
            position.stichzwang,
        )

    return _moves(
        legal, lambda lying: naive.trick_winner(name, position.contract, lying, position.options)
    )


def _moves(
    legal: Callable[[frozenset[str], Lying, int, int], set[str]], winner: Callable[[Lying], int]
) -> Moves:
    """What follows from who may play what and who takes a full trick."""

    def moves(hands: Hands, leader: int, number: int, lying: Lying) -> Iterator[Next]:
        seat = (leader + len(lying)) % 4
        for card in sorted(legal(hands[seat], lying, seat, number)):
            left = (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])
            trick = (*lying, card)
            if len(trick) < 4:
                yield card, left, leader, number, trick
            else:
                yield card, left, (leader + winner(trick)) % 4, number + 1, ()

    return moves


def _engine_legal(
    book: Book, position: Position, hand: frozenset[str], lying: Lying, seat: int, number: int
) -> set[str]:
    rules = book.rules_of(book.contracts[position.contract], position.stichzwang)
    held, (trick, led, crown) = int(TAROCK54.mask(hand)), _lie(book, position, lying)
    legal = legal_cards(MASKS, rules, held, trick, led, crown)
    bound = int(TAROCK54.mask(position.announced[seat]))
    kept = keep_announced(MASKS, book.announced_mode, legal, held, bound, number)
    return {TAROCK54.code(card) for card in cards(kept)}


def _engine_winner(book: Book, position: Position, lying: Lying) -> int:
    rules = book.rules_of(book.contracts[position.contract], position.stichzwang)
    trick, led, crown = _lie(book, position, lying)
    return lying.index(TAROCK54.code(winning_card(MASKS, rules, trick, led, crown)))


def _lie(book: Book, position: Position, lying: Lying) -> tuple[int, int, int]:
    """A trick as the kernels see it: the set, the card led, the crown."""
    rules = book.rules_of(book.contracts[position.contract], position.stichzwang)
    trick, led, crown = 0, -1, 0
    for code in lying:
        card = TAROCK54.card(code)
        crown = crown_after(MASKS, rules, trick, led, crown, card)
        led = card if led < 0 else led
        trick |= 1 << card
    return trick, led, crown


# Counting


def depth_of(position: Position) -> int:
    """How many cards there are to play."""
    return sum(len(hand) for hand in position.hands)


def counts(position: Position, moves: Moves) -> tuple[int, ...]:
    """The sequences of 1 card, 2 cards … all cards."""
    below = divide(position, moves)
    return tuple(sum(column) for column in zip(*below.values(), strict=True))


def divide(position: Position, moves: Moves) -> dict[str, tuple[int, ...]]:
    """The same numbers apart for each first card."""

    @cache
    def below(hands: Hands, leader: int, number: int, lying: Lying, depth: int) -> tuple[int, ...]:
        """The empty sequence, then the longer ones."""
        if not depth:
            return (1,)
        tails = [below(*after, depth - 1) for _card, *after in moves(hands, leader, number, lying)]
        return (1, *(sum(column) for column in zip(*tails, strict=True)))

    first = moves(position.hands, position.leader, position.trick, ())
    rest = depth_of(position) - 1
    return {card: below(*after, rest) for card, *after in first}
