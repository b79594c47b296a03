"""Hidden cards dealt at random to the places where they may lie, every way equally likely.

A *place* is a hand, a talon, a discard: anything that hides a known number of cards. A card may be
barred from some places (a suit its holder has shown not to have). The cards are grouped by where
they may lie; the ways to share a group out are counted, and a way is drawn by that count. So every
lawful deal has exactly the same chance; nothing is tried and thrown away.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from random import Random

from trull.cards import Card, mask_of

Room = tuple[int, ...]


class Dealing:
    """Cards, the places they may lie in, and how many each place takes."""

    def __init__(self, room: Sequence[int], allowed: Mapping[Card, int]) -> None:
        """``allowed`` gives each hidden card its places as a set; all cards fill all the room."""
        self._room: Room = tuple(room)
        groups: dict[int, list[Card]] = defaultdict(list)
        for card, places in allowed.items():
            groups[places].append(card)
        # Cards with few places first: what is left for the others is then soon known.
        self._groups = sorted(groups.items(), key=lambda group: (group[0].bit_count(), group[0]))
        self._ways = lru_cache(maxsize=None)(self._count)
        self._choices = lru_cache(maxsize=None)(self._count_choices)

    @property
    def ways(self) -> int:
        """In how many ways the cards can lie; 0 if they cannot."""
        fits = sum(self._room) == sum(len(cards) for _places, cards in self._groups)
        return self._ways(0, self._room) if fits else 0

    @property
    def places(self) -> int:
        """In how many places cards may lie."""
        return len(self._room)

    @property
    def groups(self) -> tuple[list[Card], ...]:
        """The cards that may lie in the same places, together."""
        return tuple(held for _places, held in self._groups)

    def draw(self, rng: Random) -> list[int]:
        """One way, as a set of cards for each place."""
        found = [0] * len(self._room)
        for held, split in zip(self.groups, self.split(rng), strict=True):
            cards = held[:]
            rng.shuffle(cards)
            at = 0
            for place, size in enumerate(split):
                if size:
                    found[place] |= sum([1 << card for card in cards[at : at + size]])
                    at += size
        return found

    def every(self) -> Iterator[list[int]]:
        """All the ways, one after the other in one order, each as ``draw`` gives it."""
        if self.ways:
            yield from self._every(0, self._room)

    def completed(self, first: Sequence[int]) -> list[int] | None:
        """The way with these cards in the first places, all others in the one place after them.

        Cards that are not dealt out here are passed over. None where the sizes do not fit.
        """
        left = hidden = mask_of(card for held in self.groups for card in held)
        for held in first:
            left &= ~held
        rest = [left if free else 0 for free in self._room[len(first) :]]
        found = [held & hidden for held in first] + rest
        return found if self._room == tuple(held.bit_count() for held in found) else None

    def split(self, rng: Random) -> list[Room]:
        """How many cards of each group lie in each place, in one way drawn at random."""
        found, room = [], self._room
        for group in range(len(self._groups)):
            marks, splits = self._choices(group, room)
            sizes, room = splits[bisect(marks, _below(rng, marks[-1]))]
            found.append(sizes)
        return found

    def _every(self, group: int, room: Room) -> Iterator[list[int]]:
        if group == len(self._groups):
            yield [0] * len(room)
            return
        for split, _ways in self._splits(group, room):
            left = tuple(free - size for free, size in zip(room, split, strict=True))
            for some in _shared_out(self._groups[group][1], split):
                for rest in self._every(group + 1, left):
                    yield [mine | others for mine, others in zip(some, rest, strict=True)]

    def _count_choices(self, group: int, room: Room) -> tuple[list[int], list[tuple[Room, Room]]]:
        """The ways to share a group out: where each ends in the count, and the room it leaves."""
        marks, splits, upto = [], [], 0
        for split, ways in self._splits(group, room):
            upto += ways
            marks.append(upto)
            left = tuple([free - size for free, size in zip(room, split, strict=True)])
            splits.append((split, left))
        return marks, splits

    def _count(self, group: int, room: Room) -> int:
        if group == len(self._groups):
            return int(not any(room))
        return sum(ways for _split, ways in self._splits(group, room))

    def _splits(self, group: int, room: Room) -> Iterator[tuple[Room, int]]:
        places, held = self._groups[group]
        if group == len(self._groups) - 1:
            yield from _filled(places, len(held), room)
            return
        open_to = tuple(place for place in range(len(room)) if places >> place & 1 and room[place])
        for split, orders in _shares(len(held), tuple(room[place] for place in open_to)):
            sizes = [0] * len(room)
            for place, size in zip(open_to, split, strict=True):
                sizes[place] = size
            left = tuple(free - size for free, size in zip(room, sizes, strict=True))
            ways = orders * self._ways(group + 1, left)
            if ways:
                yield tuple(sizes), ways


def _filled(places: int, cards: int, room: Room) -> Iterator[tuple[Room, int]]:
    """The one way to share the last group out: it fills what is left, if it may lie there."""
    barred = any(free for place, free in enumerate(room) if not places >> place & 1)
    if barred or sum(room) != cards:
        return
    orders, left = 1, cards
    for free in room:
        orders *= comb(left, free)
        left -= free
    yield room, orders


def _shared_out(cards: Sequence[Card], sizes: Room) -> Iterator[tuple[int, ...]]:
    """Every way to give each place so many of these cards, as sets.

    >>> list(_shared_out((Card(0), Card(1)), (1, 1)))
    [(1, 2), (2, 1)]
    """
    if not sizes:
        yield ()
        return
    for some in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in some]
        for others in _shared_out(rest, sizes[1:]):
            yield (sum(1 << card for card in some), *others)


def _below(rng: Random, limit: int) -> int:
    """``rng.randrange(limit)`` without argument checks (hot path)."""
    size = limit.bit_length()
    drawn = rng.getrandbits(size)
    while drawn >= limit:
        drawn = rng.getrandbits(size)
    return drawn


@lru_cache(maxsize=1 << 14)
def _shares(cards: int, room: Room) -> tuple[tuple[Room, int], ...]:
    """Every way to share a number of cards out, and how many choices of cards it stands for.

    >>> _shares(2, (1, 2))
    (((0, 2), 1), ((1, 1), 2))
    """
    if not room:
        return (((), 1),) if not cards else ()
    found = []
    for size in range(max(0, cards - sum(room[1:])), min(cards, room[0]) + 1):
        for rest, orders in _shares(cards - size, room[1:]):
            found.append(((size, *rest), comb(cards, size) * orders))
    return tuple(found)
