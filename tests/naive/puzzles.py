"""Puzzles by trying every card of every player, to the end of the deal.

Nothing is cut short and nothing is known of solvers. Which cards are lawful and who takes a trick
say the naive readings of the three games; what is aimed at is read from ``docs/learn.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from naive import koenigrufen_play, lhombre, perlaggen_cards

Hands = tuple[frozenset[str], ...]


class Trick(NamedTuple):
    """A trick as it fell: its number from 1, who led, the cards in turn, who took it."""

    number: int
    leader: int
    cards: tuple[str, ...]
    taker: int

    @property
    def best(self) -> str:
        """The card that took it."""
        return self.cards[(self.taker - self.leader) % len(self.cards)]


@dataclass(frozen=True, kw_only=True)
class Aim:
    """What a side wants: the fields of a puzzle's ``aim``."""

    kind: str
    side: frozenset[int]
    bar: int = 0
    card: str = ""
    trick: int = 0
    need: int = 0


@dataclass(kw_only=True)
class Table:
    """Who plays by which reading: lawful cards of a hand, the place that takes a trick."""

    legal: Callable[[int, frozenset[str], Sequence[str], int], Collection[str]]
    winner: Callable[[Sequence[str], int], int]
    gain: Callable[[Trick], int]
    reached: Callable[[int, tuple[Trick, ...]], bool]
    remembers: bool = True  # whether what was gained is all that matters of the tricks that fell
    known: dict[object, bool] = field(default_factory=dict)


def keeping(
    table: Table, aim: Aim, hands: Hands, leader: int, lying: tuple[str, ...], number: int
) -> set[str]:
    """The cards after which the side of the aim gets what it wants, whatever all others do."""
    turn = (leader + len(lying)) % len(hands)
    return {
        card
        for card in table.legal(turn, hands[turn], lying, number)
        if _after(table, aim, hands, leader, lying, number, card, 0, ())
    }


def _forced(
    table: Table,
    aim: Aim,
    hands: Hands,
    leader: int,
    lying: tuple[str, ...],
    number: int,
    gained: int,
    fallen: tuple[Trick, ...],
) -> bool:
    """Whether the side can force its aim from here: one card of its own, every card of others."""
    if not lying and not any(hands):
        return table.reached(gained, fallen)
    key = hands, leader, lying, gained
    if table.remembers and key in table.known:
        return table.known[key]
    turn = (leader + len(lying)) % len(hands)
    ways = (
        _after(table, aim, hands, leader, lying, number, card, gained, fallen)
        for card in table.legal(turn, hands[turn], lying, number)
    )
    found = any(ways) if turn in aim.side else all(ways)
    table.known[key] = found
    return found


def _after(
    table: Table,
    aim: Aim,
    hands: Hands,
    leader: int,
    lying: tuple[str, ...],
    number: int,
    card: str,
    gained: int,
    fallen: tuple[Trick, ...],
) -> bool:
    turn = (leader + len(lying)) % len(hands)
    left = list(hands)
    left[turn] = hands[turn] - {card.partition("=")[0]}
    cards = (*lying, card)
    if len(cards) < len(hands):
        return _forced(table, aim, tuple(left), leader, cards, number, gained, fallen)
    taker = (leader + table.winner(cards, number)) % len(hands)
    trick = Trick(number, leader, cards, taker)
    gained += table.gain(trick)
    return _forced(table, aim, tuple(left), taker, (), number + 1, gained, (*fallen, trick))


# ── how the hidden cards may lie ────────────────────────────────────────────────────────────


def shares(cards: frozenset[str], sizes: Sequence[int]) -> Iterator[Hands]:
    """Every way to give so many of the cards to each place."""
    if not sizes:
        yield ()
        return
    for some in combinations(sorted(cards), sizes[0]):
        for others in shares(cards - set(some), sizes[1:]):
            yield (frozenset(some), *others)


def could_have_played(table: Table, plays: Sequence[tuple[int, str]], hands: Hands) -> bool:
    """Whether each of these cards was lawful when it fell, if these hands are left over."""
    held = [set(hand) for hand in hands]
    for seat, card in plays:
        held[seat].add(card.partition("=")[0])
    for number, (seat, card) in enumerate(plays):
        trick = number // len(hands)
        lying = [one for _, one in plays[trick * len(hands) : number]]
        if card not in table.legal(seat, frozenset(held[seat]), lying, trick + 1):
            return False
        held[seat].remove(card.partition("=")[0])
    return True


# ── what is aimed at ─────────────────────────────────────────────────────────────────────────


def gain(aim: Aim, thirds: Callable[[Sequence[str]], int]) -> Callable[[Trick], int]:
    """What a trick brings the side: thirds, a trick, or the one card in its one trick."""

    def of_trick(trick: Trick) -> int:
        if trick.taker not in aim.side:
            return 0
        match aim.kind:
            case "points":
                return thirds(trick.cards)
            case "tricks" | "exactly":
                return 1
            case "bird":
                return int(trick.number == aim.trick and trick.best == aim.card)
            case "king":
                return int(trick.number == aim.trick and aim.card in trick.cards)
        raise AssertionError(aim.kind)

    return of_trick


def enough(aim: Aim) -> Callable[[int, tuple[Trick, ...]], bool]:
    """So much at least; exactly so many tricks."""
    if aim.kind == "exactly":
        return lambda gained, _fallen: gained == aim.need
    return lambda gained, _fallen: gained >= max(aim.bar, 1)


# ── the three games ──────────────────────────────────────────────────────────────────────────


def koenigrufen(
    book: str,
    contract: str,
    aim: Aim,
    announced: Sequence[Collection[str]],
    options: dict[str, object],
    stichzwang: bool = True,
) -> Table:
    """Königrufen; ``announced``: the cards each seat has announced."""

    def legal(seat: int, hand: frozenset[str], lying: Sequence[str], number: int) -> set[str]:
        return koenigrufen_play.legal_cards(
            book, contract, hand, lying, options, announced[seat], number, stichzwang
        )

    return Table(
        legal=legal,
        winner=lambda trick, _number: koenigrufen_play.trick_winner(book, contract, trick, options),
        gain=gain(aim, koenigrufen_play.thirds),
        reached=enough(aim),
    )


def perlaggen(trump: str, aim: Aim, options: dict[str, object]) -> Table:
    """The Spiel of Perlaggen, where no figure binds anybody."""

    def legal(_seat: int, hand: frozenset[str], lying: Sequence[str], _number: int) -> set[str]:
        led = perlaggen_cards.suit(perlaggen_cards.identity(lying[0])) if lying else None
        return perlaggen_cards.legal_plays(hand, led, trump, options)

    return Table(
        legal=legal,
        winner=lambda trick, _number: perlaggen_cards.trick_winner(trick, trump, options),
        gain=gain(aim, lambda _cards: 0),
        reached=enough(aim),
    )


def ombre_hand(record: lhombre.Play, forehand: int, options: dict[str, object]) -> Table:
    """The forty of l'Hombre, with the account of the Skies squared over the whole deal.

    The record has the tricks that fell, by places from the Vorhand; the aim is seen to by the
    count at the end, so that nothing is gained trick by trick.
    """
    before = lhombre.played_tricks(record, options)

    def legal(_seat: int, hand: frozenset[str], lying: Sequence[str], _number: int) -> list[str]:
        return lhombre.legal_cards(hand, lying, None, False, options)

    def reached(_gained: int, fallen: tuple[Trick, ...]) -> bool:
        after = [
            lhombre.Taken(one.number, _place(one.leader), one.cards, _place(one.taker))
            for one in fallen
        ]
        pile = lhombre.ombre_pile(record, [*before, *after], options)
        dealer = record["ombre"] == lhombre.DEALER
        points = lhombre.ombre_points(pile, record["skar"], dealer, options)
        return points >= lhombre.number_of(options, "target")

    def _place(seat: int) -> int:
        return (seat - forehand) % 3

    return Table(
        legal=legal,
        winner=lambda trick, _number: lhombre.trick_winner(trick, False, options),
        gain=lambda _trick: 0,
        reached=reached,
        remembers=False,
    )
