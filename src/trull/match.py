"""A match folds games into a sitting: who deals, who sits out, what is doubled, the sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from trull import laws
from trull.cards import Card, Pack
from trull.errors import DealError
from trull.game import Game
from trull.ruleset import RuleSet
from trull.state import Draw, Row, Setup
from trull.written import either


class Match:
    """A sitting in progress: deal, add the finished game, read the sheet."""

    def __init__(self, rules: RuleSet, players: int, dealer: int = 0) -> None:
        """Sit down with so many players; ``dealer`` deals first."""
        self._laws = laws.under(rules)
        if players not in self._laws.seats(rules):
            wanted = either(self._laws.seats(rules))
            raise DealError(f"{rules.name} is played by {wanted}; {players} sit here")
        if not 0 <= dealer < players:
            raise DealError(f"player {dealer} cannot deal; the players are 0 to {players - 1}")
        self.sitting = self._laws.open_sitting(rules, players, dealer)

    @property
    def pack(self) -> Pack:
        """The pack of the game, to be shuffled for a deal."""
        return self._laws.pack

    def deal(self, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
        """The next deal with this shuffled pack, and the player on each seat."""
        if self.sitting.over:
            raise DealError("the sitting is over")
        return self._laws.deal(self.sitting, pack)

    def add(self, game: Game, players: Sequence[int]) -> Row:
        """Write a finished game on the sheet."""
        self.sitting, row = self._laws.close_deal(self.sitting, game.state, players)
        return row

    def remark(self, word: str) -> None:
        """Say something that concerns the sitting, such as announcing the last round."""
        self.sitting = self._laws.remark(self.sitting, word)

    @property
    def sheet(self) -> tuple[Row, ...]:
        """The rows so far."""
        return self.sitting.rows


def draw(rules: RuleSet, drawn: Mapping[int, Card], players: int) -> Draw:
    """What the drawn cards decide before the first deal."""
    return laws.under(rules).draw(rules, drawn, players)


def drawing(
    rules: RuleSet, players: int, some: Callable[[int, int], Sequence[int]]
) -> tuple[Draw, tuple[dict[int, Card], ...]]:
    """Draw, and again where cards tie, until it is decided; each time who drew what.

    ``some`` takes so many different cards out of a pack of that size, by chance.
    """
    size = laws.under(rules).pack.size
    rounds: list[dict[int, Card]] = []
    found = Draw(None, again=tuple(range(players)))
    while found.dealer is None:
        cards = map(Card, some(size, len(found.again)))
        rounds.append(dict(zip(found.again, cards, strict=True)))
        found = draw(rules, rounds[-1], players)
    return found, tuple(rounds)


def struck(row: Row) -> Row:
    """A row that does not balance and cannot be cleared up: zero for everybody."""
    zero = (0,) * len(row.points)
    return replace(row, points=zero, money=zero, written=None, struck=True)


def balances(row: Row) -> bool:
    """Whether a row's points sum to zero."""
    return sum(row.points) == 0
