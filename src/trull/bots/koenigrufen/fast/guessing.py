"""Hidden cards of Königrufen dealt out in compiled loops, and how well that explains what was seen.

The cards are shared out one by one, then exchanged between their places many times, which evens
out what the first sharing favoured. So all lawful deals are about equally likely; where that is
wanted the declarer lays away anew, as people do (``discard_model``). A number beside each guess
tells how well it fits what was bid and passed, and where that is wanted the cards that fell
(``play_likelihood``).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast.world import World
from trull.bots.koenigrufen.fast import constraints as asked
from trull.bots.koenigrufen.fast import habits, packing, prices
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast import play_likelihood as likelihoods
from trull.bots.koenigrufen.fast.discard_model import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    lay_away,
    ways_to_lay,
)
from trull.bots.koenigrufen.fast.play_likelihood import play_likelihood
from trull.bots.koenigrufen.fast.playout import PACK
from trull.bots.koenigrufen.fast.spot import Spot, announced
from trull.cards import Card
from trull.kernels.tarock import count
from trull.laws.koenigrufen.book import PACK as CARDS
from trull.machine.compiled import Compiled
from trull.machine.words import Block, address, below, chance, load, nth, store
from trull.state import Seat

if TYPE_CHECKING:
    from trull.bots.fast.world import Words
    from trull.bots.koenigrufen.fast.constraints import Constraints

TRIES = 30
"""So often a sharing that came to nothing is begun again."""
EXCHANGES = 120
"""So many are tried; late in the play, where few are possible, they have to be as many."""
BLUR, REACH = 15.0, 45
"""So many thirds a playout may be wrong, as a standard deviation; farther than this is cut off."""
SLOPE = 0.2 * prices.UNIT
"""What all the points of the pack are worth beside the game, in parts of its value."""


def guess_koenigrufen(block: Block, first: int, last: int, scratch: int, seed: int) -> None:
    """Make the guesses ``first`` … ``last`` - 1; one that came to nothing has no cards in it."""
    b = address(block)
    for number in range(first, last):
        row = at.RESULTS[b] + number * asked.GUESS
        state = chance(chance(seed * 1000003 + number * 131))
        for _ in range(TRIES):
            state = share_out(b, scratch, state)
            if state >= 0:
                state = exchange(b, scratch, state)
                lay_down(b, row, scratch)
                if fits(b, row):
                    state = settle_row(b, row, lay_away(b, row, state))
                    asked.SAID[b, row] = said(b, row) + shown(b, row, scratch)
                    break
            else:
                state = -state
            at.HAND[b, row] = 0
            at.HAND[b, row, 1] = 0


def share_out(b: Block, s: int, state: int) -> int:
    """Put every card into a place that has room; the generator's state, negative if in vain."""
    for place in range(asked.SIX):
        asked.S_ROOM[b, s, place] = asked.ROOM[b, place]
        asked.S_FITTING[b, s, place] = asked.FITTING[b, place]
    for card in range(asked.CARDS[b]):
        places = asked.PLACES[b, card]
        state = chance(state)
        found = place_for(b, s, places, state)
        if found < 0:
            return -state
        asked.S_PLACE[b, s, card] = found
        asked.S_ROOM[b, s, found] -= 1
        for place in range(asked.SIX):
            fitting = asked.S_FITTING[b, s, place]
            asked.S_FITTING[b, s, place] = fitting - (places >> place & 1)
    return state


def place_for(b: Block, s: int, places: int, state: int) -> int:
    """A place that needs every card that still fits it, else one by its room; -1 without any."""
    room = 0
    for place in range(asked.SIX):
        if places >> place & 1:
            free = asked.S_ROOM[b, s, place]
            if free and free >= asked.S_FITTING[b, s, place]:
                return place
            room += free
    drawn = below(state, room)
    for place in range(asked.SIX):
        if places >> place & 1:
            drawn -= asked.S_ROOM[b, s, place]
            if drawn < 0:
                return place
    return -1


def exchange(b: Block, s: int, state: int) -> int:
    """Two cards change their places where both may; often, until all ways are equally likely."""
    cards = asked.CARDS[b]
    for _ in range(asked.SWAPS[b]):
        state = chance(state)
        one = below(state, cards)
        state = chance(state)
        two = below(state, cards)
        here, there = asked.S_PLACE[b, s, one], asked.S_PLACE[b, s, two]
        if asked.PLACES[b, one] >> there & asked.PLACES[b, two] >> here & 1:
            asked.S_PLACE[b, s, one] = there
            asked.S_PLACE[b, s, two] = here
    return state


def lay_down(b: Block, row: int, s: int) -> None:
    """Write the hands, the discard and the hidden talon (as a set) of what was shared out."""
    for place in range(4):
        at.HAND[b, row, place] = asked.KNOWN[b, place]
    asked.DISCARD[b, row] = asked.KNOWN[b, asked.DISCARDED]
    at.TALON[b, row] = 0
    for card in range(asked.CARDS[b]):
        place = asked.S_PLACE[b, s, card]
        where = row + at.HAND + place
        if place == asked.DISCARDED:
            where = row + asked.DISCARD
        elif place == asked.TALON_PLACE:
            where = row + at.TALON
        store(b, where, load(b, where) | 1 << asked.CARD[b, card])


def dealt_to(b: Block, row: int, seat: int) -> int:
    """The hand a seat was dealt, in this guess."""
    hand = at.HAND[b, row, seat] | asked.PLAYED[b, seat]
    if seat == at.DECLARER[b]:
        hand = (hand | asked.DISCARD[b, row]) & ~asked.TAKEN[b]
    return hand


def fits(b: Block, row: int) -> bool:
    """Whether everybody could bid what he bid."""
    for bid in range(asked.BIDS[b]):
        seat, one_of, lacks_of = 3 * bid, 3 * bid + 1, 3 * bid + 2
        hand = dealt_to(b, row, asked.BID[b, seat])
        if not hand & asked.BID[b, one_of] or not asked.BID[b, lacks_of] & ~hand:
            return False
    return True


def settle_row(b: Block, row: int, state: int) -> int:
    """Complete the row: sides, talon in its order, what counts for the declarer."""
    lying, talon = at.TALON[b, row], 0
    for place in range(asked.OPEN[b]):
        talon |= asked.TALON[b, place] << 6 * place
    place = asked.OPEN[b]
    while lying:
        state = chance(state)
        card = nth(lying, below(state, count(lying)))
        talon |= card << 6 * place
        lying ^= 1 << card
        place += 1
    partner = partner_in(b, row, talon, place)
    side = 1 << at.DECLARER[b]
    if 0 < partner < asked.IN_TALON:
        side |= 1 << partner - 1
    at.SIDE[b, row] = side
    at.ASIDE[b, row] = asked.DISCARD[b, row] | kings_half(b, talon, partner)
    at.TALON[b, row] = talon
    at.PRICE[b, row] = partner
    at.KING[b, row] = asked.KING[b]
    return state


def partner_in(b: Block, row: int, talon: int, cards: int) -> int:
    """The seat of the called king's holder and one; 0 for nobody, 5 where it lies in the talon."""
    king = asked.KING[b]
    if king < 0:
        return 0
    if asked.LYING[b]:
        return asked.IN_TALON
    for seat in range(4):
        held = at.HAND[b, row, seat] | asked.PLAYED[b, seat]
        if seat != at.DECLARER[b] and held >> king & 1:
            return seat + 1
    for place in range(cards):
        if talon >> 6 * place & 63 == king:
            return asked.IN_TALON
    return 0


def kings_half(b: Block, talon: int, partner: int) -> int:
    """The half of an untouched talon in which the called king lies."""
    if partner != asked.IN_TALON or not asked.HALF[b]:
        return 0
    found = 0
    for half in range(2):
        cards = 0
        for place in range(3 * half, 3 * half + 3):
            cards |= 1 << (talon >> 6 * place & 63)
        if cards >> asked.KING[b] & 1:
            found = cards
    return found


# How well it explains the auction


def said(b: Block, row: int) -> int:
    """A thousand times the logarithm of how likely all hands were to speak as they did."""
    total = -ways_to_lay(b, row)
    for seat in range(4):
        table = asked.SPEAKS + seat * asked.TABLE
        if asked.SAYS[b, table]:
            step = (worth(b, table, dealt_to(b, row, seat)) - asked.LEAST) // asked.STEP
            step = max(0, min(asked.MOST_STEPS - 1, step))
            total += asked.STEPS[b, table, step]
    return total


def worth(b: Block, table: int, hand: int) -> int:
    """What a hand counts by a table."""
    total, left = asked.BASE[b, table], hand
    while left:
        total += asked.COUNTS[b, table, nth(left, 0)]
        left &= left - 1
    for suit in (HEARTS, DIAMONDS, SPADES, CLUBS):
        held = hand & suit
        if not held:
            total += asked.EMPTY[b, table]
        elif not held & (held - 1 | PACK.kings):
            total += asked.SINGLE[b, table]
    return total


def shown(b: Block, row: int, scratch: int) -> int:
    """The same of the cards that fell; nothing where they are not to be weighed."""
    return play_likelihood(b, row, scratch + asked.S_REPLAY) if asked.FALLEN[b] else 0


GUESSES = Compiled(guess_koenigrufen)


class Guessed:
    """Guesses of one constraints: rows for the search, and how well each explains the auction."""

    def __init__(self, spot: Spot, found: Words) -> None:
        self.spot, self.found = spot, found

    def drawn(self, wanted: int, rng: Random) -> Guessed:
        """As many as wanted, each as often as it is likely: one throw, then equal steps."""
        logs = self.found[:, asked.SAID] / 1000
        upto = np.cumsum(np.exp(logs - logs.max()))
        marks = (np.arange(wanted) + rng.random()) * (upto[-1] / wanted)
        chosen = np.minimum(np.searchsorted(upto, marks), len(upto) - 1)
        return Guessed(self.spot, self.found[chosen])

    def packed(self, soft: bool) -> packing.Packed:
        """The guesses ready to be searched; ``soft`` blurs where the game is won."""
        worlds = tuple(map(_world, self.found.tolist()))
        rows = np.ascontiguousarray(self.found[:, : at.ROW])
        partners, rows[:, at.PRICE] = np.unique(rows[:, at.PRICE], return_inverse=True)
        rows[:, at.ANNOUNCED] = announced(self.spot, int(rows[0, at.KING]))
        return packing.Packed(
            spot=self.spot,
            worlds=worlds,
            rows=rows,
            prices=np.concatenate([self._prices(code, soft) for code in partners.tolist()]),
            plays=CARDS.named(packing.lawful(self.spot, worlds[0])),
        )

    def _prices(self, partner: int, soft: bool) -> Words:
        lies = partner == asked.IN_TALON
        holder = Seat(partner - 1) if partner and not lies else None
        found = prices.prices(self.spot, holder, lies)
        if soft and self.spot.contract.positive:
            return softened(found, self.spot.contract.value)
        return np.array(found, np.int64)


def _world(row: list[int]) -> World:
    talon = tuple([Card(row[at.TALON] >> 6 * place & 63) for place in range(6)])
    return World(tuple(row[:4]), row[asked.DISCARD], talon if row[at.TALON] else ())


@lru_cache(maxsize=256)
def softened(found: tuple[int, ...], value: int) -> Words:
    """A price list in which every third counts: playouts do not hit a count that exactly."""
    soft = np.array(found, np.float64)
    bell = np.exp(-0.5 * (np.arange(-REACH, REACH + 1) / BLUR) ** 2)
    steps = np.arange(prices.THIRDS) / prices.THIRDS - 0.5
    for valat in range(3):
        part = slice(valat * prices.THIRDS, (valat + 1) * prices.THIRDS)
        wide = np.pad(soft[part], REACH, mode="edge")
        soft[part] = np.convolve(wide, bell / bell.sum(), "valid") + SLOPE * value * steps
    return np.rint(soft).astype(np.int64)


def guess(
    spot: Spot, constraints: Constraints, wanted: int, seed: int, by_cards: bool = False
) -> Guessed:
    """So many guesses, or fewer where hardly any fits; ``by_cards`` weighs what fell as well."""
    tables = [habits.table(habits.SEARCH), likelihoods.table()] if by_cards else []
    results = asked.HEAD + sum(map(len, tables))
    end = results + wanted * asked.GUESS
    block = np.zeros(end + asked.SCRATCH, np.int64)
    block[: asked.HEAD] = asked.written(constraints)
    block[: at.HEAD] = packing.head(_begun(spot))
    block[at.RESULTS] = results
    block[asked.SWAPS] = EXCHANGES
    if by_cards:
        block[asked.HEAD : results] = np.concatenate(tables)
        _remember(block, spot, constraints.king)
    GUESSES(block, 0, wanted, end, seed)
    found = block[results:end].reshape(wanted, asked.GUESS)
    whole = (found[:, at.HAND] | found[:, at.HAND + 1]) != 0
    return Guessed(spot, found[whole])


def _begun(spot: Spot) -> packing.Packed:
    """The spot before its first card, and no worlds."""
    nothing = np.zeros(0, np.int64)
    bare = replace(spot, tricks=(), lying=())
    return packing.Packed(spot=bare, worlds=(), rows=nothing, prices=nothing, plays=())


def _remember(block: Words, spot: Spot, king: int) -> None:
    """Write down what fell so far, and who asks: the seat on turn."""
    fallen = [*(card for trick in spot.tricks for card in trick.cards), *spot.lying]
    leader = spot.tricks[0].leader if spot.tricks else spot.leader
    block[asked.FALLEN], block[asked.LEADER] = len(fallen), leader
    block[asked.ASKS], block[asked.BOUND] = spot.turn, announced(spot, king)
    block[asked.FELL : asked.FELL + len(fallen)] = fallen
    block[at.HABITS], block[asked.LIKELIHOODS] = asked.HEAD, asked.HEAD + habits.END
