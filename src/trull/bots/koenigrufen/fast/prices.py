"""What a deal of Königrufen brings, as a list of numbers that compiled code can look up.

The list is asked of the settlement itself: for a contract, its sides and what was said, every
item's price is the difference it makes there. So a house rule changes it, and nobody writes a
price twice.

    positive     for each Valat (none, the declarer's, theirs): what each count of thirds brings,
                 then what each item brings in each of its states (made by us, by them, held up)
    negative     for each declarer: missed, made; what it brings each seat
    Trischaken   by the set of losers, of Jungfrauen, and whether one is Bürgermeister
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from trull.bots.koenigrufen.fast.spot import Spot
from trull.laws.koenigrufen.announce import valid_level
from trull.laws.koenigrufen.book import WHOLE_PACK, Book
from trull.laws.koenigrufen.facts import DECLARER, DEFENDERS, HELD_BY, Facts, Player, Said
from trull.laws.koenigrufen.score import BUERGERMEISTER, settle
from trull.laws.koenigrufen.table import SIDES
from trull.settlement import Amount
from trull.state import Seat

UNIT = 720
"""Prices are whole numbers of this part of a point: shares of a Trischaken are fractions."""

SIZE = 2048
THIRDS = WHOLE_PACK + 1
STATES = 5  # not made, by the declarer's side, by the others, held up against either
BIRDS = 0  # items: the birds of the tricks 9 to 12, then these
KING_ULTIMO, KING_CAPTURED, MONDFANG, KINGS, TRULL = 4, 5, 6, 7, 8
ITEMS = 9
ITEMS_AT = 3 * THIRDS
OURS, MATE, THEIRS = Seat(0), Seat(1), Seat(2)  # a positive game is priced as if they sat so
NAMES = {
    KING_ULTIMO: "koenig_ultimo",
    KING_CAPTURED: "king_captured",
    MONDFANG: "mondfang",
    KINGS: "koenige",
    TRULL: "trull",
}


def prices(spot: Spot, partner: Seat | None, king_in_talon: bool) -> tuple[int, ...]:
    """The price list of a spot, for one way the sides may be."""
    # The same for every moment of a deal, so it is asked of its beginning.
    bare = replace(spot, leader=Seat(0), tricks=(), lying=(), talon=(), bought=0)
    return _prices(bare, partner, king_in_talon)


@lru_cache(maxsize=512)
def _prices(spot: Spot, partner: Seat | None, king_in_talon: bool) -> tuple[int, ...]:
    if spot.contract.kind == "trischaken":
        found = _trischaken(spot)
    elif spot.contract.kind == "negative":
        found = _negative(spot)
    else:
        found = [*_positive(_deal(spot, partner, king_in_talon))]
    return tuple(found + [0] * (SIZE - len(found)))


def _units(amount: Amount) -> int:
    return round(amount * UNIT)


# Positive games


class _Deal(NamedTuple):
    """All that the price of a positive game hangs on; who sits where is not among it."""

    book: Book
    contract: str
    alone: bool
    kontra: int
    said: tuple[Said, ...]
    king_in_talon: bool
    doubled: bool


def _deal(spot: Spot, partner: Seat | None, king_in_talon: bool) -> _Deal:
    side = SIDES[spot.declarer, partner]
    return _Deal(
        spot.book,
        spot.contract.name,
        partner is None,
        valid_level(spot.kontra, side, True),
        tuple(_said(item, seat, kontra, side) for item, seat, kontra in spot.said),
        king_in_talon,
        spot.doubled,
    )


@lru_cache(maxsize=512)
def _positive(deal: _Deal) -> tuple[int, ...]:
    facts = Facts(
        contract=deal.contract,
        declarer=OURS,
        forehand=OURS,
        partner=None if deal.alone else MATE,
        kontra=deal.kontra,
        said=deal.said,
        king_in_talon=deal.king_in_talon,
        doubled=deal.doubled,
    )
    ways = [_shared(OURS, THEIRS), _all_to(OURS), _all_to(THEIRS)]
    by_valat = [facts._replace(tricks=tricks) for tricks in ways]
    found = [price for way in by_valat for price in _counted(deal.book, way)]
    for way in by_valat:
        found += _items(deal.book, way)
    return tuple(found)


def _said(item: str, seat: Seat, kontra: tuple[Seat, ...], side: frozenset[Seat]) -> Said:
    ours = seat in side
    return Said(item, DECLARER if ours else DEFENDERS, valid_level(kontra, side, ours))


def _all_to(seat: int) -> tuple[int, ...]:
    return tuple(12 if other == seat else 0 for other in range(4))


def _shared(one: int, two: int) -> tuple[int, ...]:
    return tuple(6 if seat in (one, two) else 0 for seat in range(4))


def _brings(book: Book, facts: Facts) -> int:
    return _units(settle(book, facts).points[OURS])


def _counted(book: Book, facts: Facts) -> list[int]:
    """The price of each count of thirds; it changes at a few counts only."""
    sacks = [sack.thirds for sack in book.sacks]
    steps = {0, book.options.win_thirds, *sacks, *(WHOLE_PACK - sack + 1 for sack in sacks)}
    found: list[int] = []
    for count in range(THIRDS):
        if count in steps:
            found.append(_brings(book, facts._replace(declarer_thirds=count)))
        else:
            found.append(found[-1])
    return found


def _items(book: Book, facts: Facts) -> list[int]:
    """What each item in each state adds to the bare game."""
    names = {bonus.trick - 9: bonus.name for bonus in book.birds} | NAMES
    base = _brings(book, facts)
    found = []
    for item in range(ITEMS):
        name = names.get(item, "")
        for made in _ways(name):
            worth = _brings(book, facts._replace(made=made)) - base if name and made else 0
            found.append(worth)
    return found


def _ways(name: str) -> tuple[Mapping[str, str], ...]:
    held = name + HELD_BY
    ours: tuple[Mapping[str, str], ...] = ({name: DECLARER}, {held: DECLARER})
    theirs: tuple[Mapping[str, str], ...] = ({name: DEFENDERS}, {held: DEFENDERS})
    return ({}, ours[0], theirs[0], ours[1], theirs[1])


# Negative games


def _negative(spot: Spot) -> list[int]:
    players = tuple(
        Player(seat, name, {two: len(givers) for one, two, givers in spot.pairs if one == seat})
        for seat, name in spot.declarers
    )
    facts = Facts(
        contract=spot.contract.name,
        declarer=spot.declarer,
        forehand=spot.forehand,
        players=players,
        doubled=spot.doubled,
    )
    wanted = {player.seat: spot.book.contracts[player.contract].tricks for player in players}
    nobody = _brings_each(spot, facts._replace(tricks=_taken_by(wanted, None)))
    found = []
    for place, player in enumerate(players):
        # Each declarer's lines stand alone: what all bring that fail is booked to the first.
        missed = [0, 0, 0, 0] if place else nobody
        only_he = _brings_each(spot, facts._replace(tricks=_taken_by(wanted, player.seat)))
        made = [m + h - n for m, h, n in zip(missed, only_he, nobody, strict=True)]
        found += missed + made
    return found


def _taken_by(wanted: Mapping[int, int], winner: int | None) -> tuple[int, ...]:
    """Tricks by which only this declarer makes his game."""
    return tuple(
        wanted.get(seat, 0) if seat == winner else wanted.get(seat, 0) + 1 for seat in range(4)
    )


def _brings_each(spot: Spot, facts: Facts) -> list[int]:
    return [_units(amount) for amount in settle(spot.book, facts).points]


# Trischaken


def _trischaken(spot: Spot) -> list[int]:
    facts = Facts(
        contract=spot.contract.name,
        declarer=spot.declarer,
        forehand=spot.forehand,
        doubled=spot.doubled,
    )
    found = []
    for losers in range(16):
        for virgins in range(16):
            for mayor in (False, True):
                found += _lost(spot, facts, losers, virgins, mayor)
    return found


def _lost(spot: Spot, facts: Facts, losers: int, virgins: int, mayor: bool) -> list[int]:
    if not losers or losers & virgins or (mayor and losers & (losers - 1)):
        return [0, 0, 0, 0]  # cannot be
    top = BUERGERMEISTER if mayor else 50
    thirds = tuple(top if losers >> seat & 1 else 0 for seat in range(4))
    tricks = tuple(0 if virgins >> seat & 1 else 1 for seat in range(4))
    return _brings_each(spot, facts._replace(thirds=thirds, tricks=tricks))
