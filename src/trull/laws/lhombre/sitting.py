"""A sitting of several deals: who deals, and the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from trull.cards import Card
from trull.clauses import clause
from trull.laws.lhombre.book import SEATS
from trull.ruleset import RuleSet
from trull.settlement import Amount, Settlement
from trull.state import Draw, Row, Seat, Setup, Sitting


@clause("M-8")
def draw(drawn: Mapping[int, Card]) -> Draw:
    """The first dealer is found by lot: the highest card of the pack's order deals."""
    return Draw(dealer=max(drawn, key=lambda player: drawn[player]))


def open_sitting(rules: RuleSet, players: int, dealer: int) -> Sitting:
    """The sitting before its first deal."""
    return Sitting(rules=rules, players=players, dealer=dealer)


@clause("M-8")
def deal(sitting: Sitting, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
    """Everybody keeps his seat; the Vorhand is the next after the dealer."""
    setup = Setup(
        rules=sitting.rules,
        seats=SEATS,
        forehand=Seat(next_dealer(sitting.dealer)),
        dealer=Seat(sitting.dealer),
        pack=tuple(pack),
    )
    return setup, tuple(range(SEATS))


@clause("M-8", "L-5.2")
def next_dealer(dealer: int) -> int:
    """The deal passes to the next player after every hand, whatever became of it."""
    return (dealer + 1) % SEATS


def close_deal(
    sitting: Sitting, settlement: Settlement, players: Sequence[int]
) -> tuple[Sitting, Row]:
    """The row of a finished deal, and the sitting after it."""
    row = Row(
        deal=len(sitting.rows) + 1,
        players=tuple(players),
        points=_by_player(sitting, settlement.points, players),
        money=_by_player(sitting, settlement.money, players),
        notes=settlement.notes,
    )
    return entered(sitting, row)


def entered(sitting: Sitting, row: Row) -> tuple[Sitting, Row]:
    """The sitting after a row."""
    after = replace(sitting, dealer=next_dealer(sitting.dealer), rows=(*sitting.rows, row))
    return after, row


def _by_player(
    sitting: Sitting, amounts: Sequence[Amount], players: Sequence[int]
) -> tuple[Amount, ...]:
    found: list[Amount] = [0] * sitting.players
    for seat, player in enumerate(players):
        found[player] = amounts[seat]
    return tuple(found)
