"""A sitting of Königrufen: who deals and sits out, Radl, Schlussradl, Pagatkassa, the sheet.

Counters handed on in ``Sitting.memo``:

    radl_left        doubled deals still to come
    final            0 not announced, 1 waiting for the mark, 2 running, 3 over
    final_left       deals of the Schlussradl still to come
    mark             the player whose Vorhand begins the Schlussradl (-1: not yet known)
    first_forehand   the Vorhand of the first deal
    pot              the Pagatkassa in cents
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from trull.cards import Card
from trull.clauses import clause
from trull.errors import DealError
from trull.laws.koenigrufen.book import MASKS, PACK, Book, Options, book_of
from trull.laws.koenigrufen.facts import DECLARER, DEFENDERS, facts_of
from trull.laws.koenigrufen.table import State
from trull.ruleset import RuleSet
from trull.settlement import Amount, Settlement
from trull.state import Draw, Row, Seat, Setup, Sitting


def players(book: Book) -> tuple[int, ...]:
    """How many may sit at the table."""
    return tuple(range(4, book.options.most_players + 1))


@clause("T-1.2", "F-1.1")
def draw(book: Book, drawn: Mapping[int, Card], seats: int) -> Draw:
    """The highest card drawn is first Vorhand, or first dealer; equals draw again."""
    best = max(_height(card) for card in drawn.values())
    first = tuple(player for player, card in drawn.items() if _height(card) == best)
    if len(first) > 1:
        return Draw(None, again=first)
    back = 1 if book.options.first_card == "forehand" else 0
    return Draw((first[0] - back) % seats)


def _height(card: Card) -> tuple[bool, int]:
    """Any tarock is above any suit card; equal ranks of two suits are equal."""
    family = MASKS.family[card]
    lowest = (family & -family).bit_length() - 1
    return bool(1 << card & MASKS.tarocks), card - lowest


def opened(rules: RuleSet, seats: int, dealer: int) -> Sitting:
    """Before the first deal nothing is doubled and the pot is empty."""
    memo = {
        "radl_left": 0,
        "final": 0,
        "final_left": 0,
        "mark": -1,
        "first_forehand": (dealer + 1) % seats,
        "pot": 0,
    }
    return Sitting(rules=rules, players=seats, dealer=dealer, memo=memo)


@clause("T-1.1", "T-1.16")
def next_deal(now: Sitting, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
    """The Vorhand sits to the right of the dealer; with five the dealer sits out."""
    forehand = (now.dealer + 1) % now.players
    context = {"radl": 2} if doubled(now) else {}
    if now.players == 4:
        seats, at, dealer = (0, 1, 2, 3), Seat(forehand), Seat(now.dealer)
        return _setup(now, pack, at, dealer, context), seats
    around = tuple((forehand + k) % now.players for k in range(4))
    return _setup(now, pack, Seat(0), None, context), around


def _setup(
    now: Sitting, pack: Sequence[Card], forehand: Seat, dealer: Seat | None, context: dict[str, int]
) -> Setup:
    return Setup(
        rules=now.rules,
        seats=4,
        forehand=forehand,
        dealer=dealer,
        pack=tuple(pack),
        context=context,
    )


@clause("T-1.16", "T-1.17", "KG-21")
def doubled(now: Sitting) -> bool:
    """In a Radl or the Schlussradl every deal counts double, never fourfold."""
    return now.memo["radl_left"] > 0 or now.memo["final"] == 2


@clause("T-1.17")
def remarked(now: Sitting, word: str) -> Sitting:
    """Who wants to stop announces the Schlussradl."""
    options = book_of(now.rules).options
    if word != "schlussradl" or not options.radl:
        raise DealError(f"{word!r} means nothing between two deals here")
    if now.memo["final"]:
        return now
    memo = {**now.memo, "final": 1}
    if options.final_radl == "first_vorhand":
        memo["mark"] = now.memo["first_forehand"]
    return replace(now, memo=_final_begins(memo, now.players, now.dealer))


def _final_begins(memo: dict[str, int], seats: int, dealer: int) -> dict[str, int]:
    """When the mark is Vorhand next, the last doubled round begins."""
    if memo["final"] == 1 and memo["mark"] == (dealer + 1) % seats:
        return {**memo, "final": 2, "final_left": seats}
    return memo


# After a deal


class PagatSaid(NamedTuple):
    """An announced Pagat, on which the Pagatkassa hangs."""

    announcer: int
    side: tuple[int, ...]  # the seats that announced it together
    made: bool


def closed(
    now: Sitting, s: State, result: Settlement, around: Sequence[int]
) -> tuple[Sitting, Row]:
    """The row of a finished deal, and the sitting for the next one; a misdeal is made good."""
    if s.outcome != "dealt_again":
        return closed_told(now, result, around, _pagat_said(s), _skues_seat(s))
    row = row_of(now, result, around)
    return replace(now, rows=(*now.rows, row)), row


def closed_told(
    now: Sitting,
    result: Settlement,
    around: Sequence[int],
    pagat: PagatSaid | None = None,
    skues: int | None = None,
) -> tuple[Sitting, Row]:
    """The same of what is told of a deal: its settlement, its Pagat, who was dealt the Sküs."""
    return entered(now, row_of(now, result, around), pagat, skues)


def row_of(now: Sitting, result: Settlement, around: Sequence[int]) -> Row:
    """A settlement as a row of the sheet."""
    return Row(
        deal=len(now.rows) + 1,
        players=tuple(around),
        points=spread(result.points, around, now.players),
        money=spread(result.money, around, now.players),
        written=None if result.written is None else spread(result.written, around, now.players),
        notes=result.notes,
    )


def entered(
    now: Sitting, row: Row, pagat: PagatSaid | None = None, skues: int | None = None
) -> tuple[Sitting, Row]:
    """The sitting after a row, and the row with what it moved in the pot."""
    pot, cents = _pot(now, pagat, book_of(now.rules).options, row.players)
    row = replace(row, pot=cents)
    after = after_row(now, row, -1 if skues is None else row.players[skues])
    return replace(after, memo={**after.memo, "pot": pot}), row


def _skues_seat(s: State) -> int | None:
    """Who was dealt the Sküs; nobody if it lay in the talon."""
    skues = PACK.card("T22")
    return next((seat for seat, hand in enumerate(s.deal.hands) if hand >> skues & 1), None)


@clause("T-1.1", "T-1.16", "T-1.17")
def after_row(now: Sitting, row: Row, skues: int) -> Sitting:
    """The old Vorhand deals next; what the row means for the doubled rounds is noted."""
    options = book_of(now.rules).options
    after = replace(now, rows=(*now.rows, row))
    memo = _final(_radl(now, after, row, options), skues, options)
    dealer = (now.dealer + 1) % now.players
    memo = _final_begins(memo, now.players, dealer)
    return replace(after, dealer=dealer, memo=memo, over=memo["final"] == 3)


def spread(amounts: Sequence[Amount], around: Sequence[int], seats: int) -> tuple[Amount, ...]:
    """Amounts of the four seats as amounts of all players; who sat out has nothing."""
    spread: list[Amount] = [0] * seats
    for player, amount in zip(around, amounts, strict=True):
        spread[player] = amount
    return tuple(spread)


@clause("T-1.16", "KG-20", "KG-21")
def _radl(now: Sitting, after: Sitting, row: Row, options: Options) -> dict[str, int]:
    """Trischaken, 35:35 and Nuller double the next round; inside a Radl it begins anew."""
    memo = dict(now.memo)
    inside = memo["radl_left"] > 0
    memo["radl_left"] = max(memo["radl_left"] - 1, 0)
    if not options.radl or not _triggers(after, row, options):
        return memo
    if options.radl_overlap == "append":
        memo["radl_left"] += now.players
    elif not inside or options.radl_overlap == "restart":
        memo["radl_left"] = now.players
    return memo


def _triggers(after: Sitting, row: Row, options: Options) -> bool:
    if row.struck or "redeal" in row.notes:
        return False
    if row.notes or not any(row.points):
        return True
    totals = [after.totals()[player] for player in row.players]
    if options.nuller_schrift == "all_zero":
        return not any(totals)
    return options.nuller_schrift == "any_zero" and not all(totals)


@clause("T-1.17")
def _final(memo: dict[str, int], skues: int, options: Options) -> dict[str, int]:
    """The Schlussradl runs once round; its mark may be the holder of the Sküs as dealt."""
    if memo["final"] == 2:
        memo["final_left"] -= 1
        memo["final"] = 2 if memo["final_left"] else 3
    elif memo["final"] == 1 and options.final_radl == "gstiess" and memo["mark"] < 0:
        memo["mark"] = skues
    return memo


@clause("T-7.7")
def _pot(
    now: Sitting, pagat: PagatSaid | None, options: Options, around: Sequence[int]
) -> tuple[int, tuple[int, ...]]:
    """The dealer pays in; an announced Pagat takes the pot or must double it."""
    pot, cents = now.memo["pot"], [0] * now.players
    if not options.pagatkassa:
        return 0, ()
    if not pot and options.pagatkassa_start_payment:
        cents = [-options.pagatkassa_start_payment] * now.players
    cents[now.dealer] -= options.pagatkassa_stake
    pot -= sum(cents)
    for seat, amount in _pagat_share(pagat, pot, options).items():
        cents[around[seat]] += amount
        pot -= amount
    return pot, tuple(cents)


@clause("T-7.7", "KG-60")
def _pagat_share(pagat: PagatSaid | None, pot: int, options: Options) -> dict[int, int]:
    """The announcing side shares what it takes or pays; odd cents are the announcer's."""
    if pagat is None:
        return {}
    amount = pot
    if not pagat.made:
        amount = -pot if not options.pagatkassa_cap else -min(pot, options.pagatkassa_cap - pot)
        amount = min(amount, 0)
    each = abs(amount) // len(pagat.side) * (1 if amount > 0 else -1)
    shares = dict.fromkeys(pagat.side, each)
    shares[pagat.announcer] += amount - each * len(pagat.side)
    return shares


@clause("KG-55")
def _pagat_said(s: State) -> PagatSaid | None:
    """Who announced the Pagat in a deal that was played and that no Renonce decided."""
    if s.speech is None or s.outcome != "played" or s.table.offence is not None:
        return None
    announcer = next((a.seat for a in s.speech.items if a.item == "pagat"), None)
    if announcer is None or s.bargain is None:
        return None
    facts = facts_of(s)
    side = DECLARER if announcer in facts.ours else DEFENDERS
    return PagatSaid(announcer, facts.seats_of(side), facts.made.get("pagat") == side)
