"""Spots and worlds of Königrufen written into a block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast.world import World
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast import prices
from trull.bots.koenigrufen.fast.spot import (
    SEATS,
    Spot,
    announced,
    aside,
    king_half,
    king_of,
    partner_of,
)
from trull.cards import cards
from trull.kernels.koenigrufen import keep_announced, legal_cards
from trull.laws.koenigrufen.book import MASKS, PACK
from trull.state import Seat

if TYPE_CHECKING:
    from trull.bots.fast.world import Words

KINDS = {"trischaken": at.TRISCHAKEN, "negative": at.NEGATIVE_GAME}
USES = {"first_six": at.FIRST_SIX}


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """Worlds of one spot, ready to be searched."""

    spot: Spot
    worlds: tuple[World, ...]
    rows: Words  # a row per world
    prices: Words  # the lists the rows point to, one after the other
    plays: tuple[str, ...]  # the lawful cards of the seat on turn


def pack(spot: Spot, worlds: Sequence[World]) -> Packed:
    """Write down the worlds; the seat on turn holds the same cards in all of them."""
    lists: dict[tuple[int, ...], int] = {}
    rows = [_row(spot, world, lists) for world in worlds]
    found = [number for one in lists for number in one]
    return Packed(
        spot=spot,
        worlds=tuple(worlds),
        rows=np.array(rows, np.int64).reshape(len(rows), at.ROW),
        prices=np.array(found, np.int64),
        plays=PACK.named(lawful(spot, worlds[0])) if worlds else (),
    )


def some_of(packed: Packed, rows: list[int]) -> Packed:
    """Some of the worlds, as they are written."""
    return Packed(
        spot=packed.spot,
        worlds=tuple([packed.worlds[row] for row in rows]),
        rows=packed.rows[rows],
        prices=packed.prices,
        plays=packed.plays,
    )


def lawful(spot: Spot, world: World) -> int:
    """The cards the seat on turn may play."""
    hand, trick = world.hands[spot.turn], 0
    for card in spot.lying:
        trick |= 1 << card
    led = spot.lying[0] if spot.lying else -1
    found = legal_cards(MASKS, spot.rules, hand, trick, led, spot.crown)
    bound = announced(spot, king_of(spot, world))
    mode = spot.book.announced_mode
    return keep_announced(MASKS, mode, found, hand, bound, len(spot.tricks) + 1)


def _row(spot: Spot, world: World, lists: dict[tuple[int, ...], int]) -> list[int]:
    king = king_of(spot, world)
    partner, half = partner_of(spot, world, king), king_half(spot, world, king)
    priced = prices.prices(spot, partner, half >= 0)
    return [
        *world.hands,
        side_of(spot, partner),
        aside(spot, world, half),
        sum(card << 6 * place for place, card in enumerate(world.talon)),
        lists.setdefault(priced, len(lists)),
        king,
        announced(spot, king),
    ]


def side_of(spot: Spot, partner: Seat | None) -> int:
    """The seats of the declarer's side, as a set."""
    return 1 << spot.declarer | (0 if partner is None else 1 << partner)


def head(packed: Packed) -> Words:
    """The first part of a block: what is the same in all worlds."""
    spot = packed.spot
    words = np.zeros(at.HEAD, np.int64)
    words[at.FARBEN : at.FARBEN + 4] = spot.rules
    words[at.MODE] = spot.book.announced_mode
    words[at.TURN], words[at.COUNT] = spot.turn, len(spot.lying)
    words[at.LYING : at.LYING + len(spot.lying)] = spot.lying
    words[at.CROWN], words[at.NUMBER] = spot.crown, len(spot.tricks) + 1
    for trick in spot.tricks:
        words[at.PILES + trick.winner] |= trick.pile
        words[at.TRICKS + trick.winner] += 1
    words[at.BIRDS : at.BIRDS + 4] = -1
    for bonus in spot.book.birds:
        words[at.BIRDS + bonus.trick - 9] = PACK.card(bonus.card)
    words[at.EVENTS : at.EVENTS + 6] = _events(spot)
    words[at.KIND] = KINDS.get(spot.contract.kind, at.POSITIVE)
    if spot.contract.kind == "trischaken":
        words[at.TALON_USE] = USES.get(spot.talon_use, at.LAST_TRICK)
        words[at.PILES : at.PILES + SEATS] |= _talon_so_far(packed)
    words[at.DECLARER], words[at.DECLARERS] = spot.declarer, len(spot.declarers)
    for place, (seat, name) in enumerate(spot.declarers):
        words[at.SEATS + place] = seat
        words[at.WANTED + place] = spot.book.contracts[name].tricks
    return words


def _talon_so_far(packed: Packed) -> list[int]:
    """The cards of the talon that lie with the first tricks; everybody has seen them."""
    gains = [0] * SEATS
    if packed.spot.talon_use == "first_six" and packed.worlds:
        for card, trick in zip(packed.worlds[0].talon, packed.spot.tricks, strict=False):
            gains[trick.winner] |= 1 << card
    return gains


def _events(spot: Spot) -> list[int]:
    """What the tricks so far did to the birds, the called king and the Mond."""
    found = [0] * 6
    birds = {bonus.trick: PACK.card(bonus.card) for bonus in spot.book.birds}
    king = PACK.index[spot.called + "K"] if spot.called in "HDSC" and spot.called else -1
    if king in spot.talon and not spot.bought >> king & 1:
        found[at.KING_EVENT] = at.CAPTURED
    for number, trick in enumerate(spot.tricks, 1):
        for card in cards(trick.pile):
            player = (trick.leader + trick.cards.index(card)) % SEATS
            told = 1 + 4 * player + trick.winner
            if card == birds.get(number, -1):
                found[number - 9] = told
            if 1 << card == MASKS.mond:
                found[at.MOND_EVENT] = told
            if card == king:
                best = trick.cards[(trick.winner - trick.leader) % SEATS]
                last, high = 4 * (number == 12), 8 * (MASKS.tarocks >> best & 1)
                found[at.KING_EVENT] = 1 + trick.winner + last + high
    return found
