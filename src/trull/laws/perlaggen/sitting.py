"""A sitting: the draw, who deals, and hands folded into games up to the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from trull.cards import Card
from trull.clauses import clause
from trull.errors import DealError
from trull.kernels.perlaggen import ACE, RANK_OF
from trull.laws.perlaggen import score
from trull.laws.perlaggen.book import Book
from trull.laws.perlaggen.table import NOBODY, Slate, State, spiel_party
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Draw, Row, Seat, Setup, Sitting

# The draw


@clause("P90-1", "P24-1")
def draw_rank(card: int) -> int:
    """For the draw the As is lowest, even below the Weli."""
    rank = RANK_OF[card]
    return -1 if rank == ACE else rank


@clause("P90-1")
def lowest(drawn: Mapping[int, int]) -> tuple[int, ...]:
    """The players with the lowest card; one alone deals first, several draw again."""
    least = min(draw_rank(card) for card in drawn.values())
    return tuple(sorted(p for p, card in drawn.items() if draw_rank(card) == least))


@clause("P24-1")
def pairs(drawn: Mapping[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """High with high, low with low; None if the second and third card are equal."""
    order = sorted(drawn, key=lambda player: (draw_rank(drawn[player]), player))
    low, high = order[:2], order[2:]
    if draw_rank(drawn[low[1]]) == draw_rank(drawn[high[0]]):
        return None
    return tuple(sorted(high)), tuple(sorted(low))


@clause("P24-1")
def seated(dealer: int, partner: int) -> tuple[int, ...]:
    """The dealer keeps his place; his partner changes with the player opposite the dealer."""
    places = list(range(4))
    opposite = (dealer + 2) % 4
    places[opposite], places[partner] = partner, opposite
    return tuple(places)


def draw(rules: RuleSet, drawn: Mapping[int, Card], players: int) -> Draw:
    """What the cards drawn decide: partners where they are drawn, and the first dealer."""
    book = Book.of(rules)
    partners = book.options.parties == "drawn" and players == 4
    if partners and len(drawn) == players and pairs(drawn) is None:
        return Draw(None, again=tuple(range(players)))
    found = lowest(drawn)
    if len(found) > 1:
        return Draw(None, again=found)
    if not partners:
        return Draw(found[0])
    # Those who tied for the lowest card are the low pair, so a second draw of two names them too.
    split = pairs(drawn) if len(drawn) == players else None
    low = split[1] if split else tuple(drawn)
    partner = next(player for player in low if player != found[0])
    return Draw(found[0], seating=seated(found[0], partner))


# Dealing


def open_sitting(rules: RuleSet, players: int, dealer: int) -> Sitting:
    """The sitting before its first hand; both slates are empty."""
    memo = {"game": 1, "score0": 0, "score1": 0, "games0": 0, "games1": 0}
    return Sitting(rules=rules, players=players, dealer=dealer, memo=memo)


def deal(sitting: Sitting, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
    """The next hand: the slate, and what a void deal left with the cutter, go with it."""
    passed_on = ("game", "score0", "score1", "kept", "redeal")
    context = {key: sitting.memo[key] for key in passed_on if sitting.memo.get(key)}
    setup = Setup(
        rules=sitting.rules,
        seats=sitting.players,
        forehand=Seat((sitting.dealer + 1) % sitting.players),
        dealer=Seat(sitting.dealer),
        pack=tuple(pack),
        context=context,
    )
    return setup, tuple(range(sitting.players))


def close_deal(sitting: Sitting, s: State, players: Sequence[int]) -> tuple[Sitting, Row]:
    """The hand is written on the sheet, and the next dealer is found."""
    if s.phase != "over":
        raise DealError("the hand is not over")
    result = score.settle(score.facts_of(s))
    if not s.void:
        return closed_told(sitting, result, s.slate, spiel_party(s), players)
    row = row_of(sitting, result, players)
    memo = void_memo(sitting.memo, s)
    return replace(sitting, rows=(*sitting.rows, row), memo=memo), row


def closed_told(
    sitting: Sitting, result: Settlement, slate: Slate, spiel: int, players: Sequence[int]
) -> tuple[Sitting, Row]:
    """The same of what is told of a hand: its settlement, the slate after it, who has the Spiel."""
    return entered(sitting, row_of(sitting, result, players), slate, spiel)


def entered(sitting: Sitting, row: Row, slate: Slate, spiel: int) -> tuple[Sitting, Row]:
    """The sitting after a row, the slate standing so."""
    dealer = next_dealer(sitting, slate.winner, spiel)
    memo = next_memo(sitting.memo, slate)
    return replace(sitting, dealer=dealer, rows=(*sitting.rows, row), memo=memo), row


def row_of(sitting: Sitting, result: Settlement, players: Sequence[int]) -> Row:
    """A settlement as a row of the sheet."""
    return Row(
        deal=len(sitting.rows) + 1,
        players=tuple(players),
        points=result.points,
        money=result.money,
        written=result.written,
        notes=result.notes,
    )


@clause("P90-3", "P90-2", "P90-9", "P90-32")
def void_memo(memo: Mapping[str, int], s: State) -> dict[str, int]:
    """Perlaggen cut off stay with the cutter; only after a scattered cut is the pack cut anew.

    What was struck off or written on the spot before the deal was void stands on the slate.
    """
    kept = sum(1 << card for card in s.layout.kept)
    return {**memo, **_stands(s.slate), "kept": kept, "redeal": int(s.void != "scattered")}


def _stands(slate: Slate) -> dict[str, int]:
    return {"score0": slate.stands[0], "score1": slate.stands[1]}


@clause("P90-5")
def next_memo(memo: Mapping[str, int], slate: Slate) -> dict[str, int]:
    """The slate goes on to the next hand; after a game it is wiped and the game counted."""
    after = {**memo, **_stands(slate), "kept": 0, "redeal": 0}
    if slate.winner == NOBODY:
        return after
    won = f"games{slate.winner}"
    return {**after, "score0": 0, "score1": 0, "game": memo["game"] + 1, won: memo[won] + 1}


@clause("P90-1", "PG-3")
def next_dealer(sitting: Sitting, winner: int, spiel: int) -> int:
    """The deal passes clockwise; the losing party deals first in the next game.

    By option the party that lost the Spiel deals after every hand, the last of a game included.
    """
    dealer, seats = sitting.dealer, sitting.players
    if Book.of(sitting.rules).options.deal_rotation == "spiel_loser_deals" and spiel != NOBODY:
        winner = spiel
    loser = NOBODY if winner == NOBODY else 1 - winner
    following = (dealer + 1) % seats
    return (dealer + 2) % seats if loser == 1 - following % 2 else following
