"""What decides money: the facts of a deal, taken from a finished state or from a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from trull.clauses import clause
from trull.kernels import thirds
from trull.laws.koenigrufen.announce import valid_level
from trull.laws.koenigrufen.book import (
    BIRD_ITEMS,
    KING,
    MASKS,
    PACK,
    TRULL,
    WHOLE_PACK,
    Bonus,
)
from trull.laws.koenigrufen.play import TRICKS, talon_gains, tricks_of
from trull.laws.koenigrufen.table import (
    Bargain,
    Play,
    State,
    Trick,
    bargain_of,
    declarer_side,
    play_of,
    speech_of,
)
from trull.laws.koenigrufen.talon import left_in_talon

DECLARER, DEFENDERS = "declarer", "defenders"
HELD_BY = "_held_by"
"""``pagat_held_by`` names the side whose silent attempt failed in its own trick."""


def other(side: str) -> str:
    """The opposing side."""
    return DEFENDERS if side == DECLARER else DECLARER


class Said(NamedTuple):
    """An announced bonus, the side it belongs to and its valid Kontra level."""

    item: str
    side: str
    kontra: int = 0


class Player(NamedTuple):
    """A player of a negative game and the Kontra level each opponent stands at."""

    seat: int
    contract: str
    kontra: Mapping[int, int]


class Offence(NamedTuple):
    """Who broke the rules, how, and what sure gain the others claim beside."""

    seats: tuple[int, ...]
    kind: str = ""
    extra: tuple[tuple[int, int], ...] = ()  # seat, points


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Everything a settlement depends on."""

    contract: str
    declarer: int
    forehand: int
    partner: int | None = None
    kontra: int = 0
    said: tuple[Said, ...] = ()
    players: tuple[Player, ...] = ()  # negative games
    king_in_talon: bool = False
    slid: bool = False
    bird: str = ""
    bare: bool = False
    doubled: bool = False
    declarer_thirds: int = 0
    tricks: tuple[int, ...] = (0, 0, 0, 0)
    thirds: tuple[int, ...] = (0, 0, 0, 0)  # Trischaken
    made: Mapping[str, str] = field(default_factory=dict)
    offence: Offence | None = None

    @property
    def ours(self) -> frozenset[int]:
        """The seats of the declarer's side."""
        return frozenset({self.declarer} if self.partner is None else {self.declarer, self.partner})

    def seats_of(self, side: str) -> tuple[int, ...]:
        """The seats of a side in order."""
        return tuple(s for s in range(4) if (s in self.ours) == (side == DECLARER))

    def valat_by(self) -> str | None:
        """The side that took all twelve tricks."""
        mine = sum(self.tricks[seat] for seat in self.ours)
        if sum(self.tricks) != TRICKS:
            return None
        return DECLARER if mine == TRICKS else DEFENDERS if mine == 0 else None


# From a finished deal


def facts_of(s: State) -> Facts:
    """The facts of a finished deal."""
    b = bargain_of(s)
    facts = Facts(
        contract=b.contract.name,
        declarer=b.declarer,
        forehand=b.declarer if b.replaced else s.setup.forehand,
        doubled=s.setup.context.get("radl", 1) > 1,
    )
    if s.outcome == "slid":
        bird = "" if b.slid == "-" else b.slid
        return replace(facts, slid=True, bird=bird, king_in_talon=True)
    if s.outcome == "bare":
        return replace(facts, partner=b.partner, bare=True)
    if b.contract.kind == "trischaken":
        return replace(facts, tricks=tricks_of(play_of(s)), thirds=_thirds_by_seat(s))
    if b.contract.kind == "negative":
        return replace(facts, tricks=tricks_of(play_of(s)), players=_players(s, b))
    return _positive(s, b, facts)


def _thirds_by_seat(s: State) -> tuple[int, ...]:
    piles, gains = piles_by_seat(play_of(s)), talon_gains(s)
    return tuple(thirds(MASKS, pile | gain) for pile, gain in zip(piles, gains, strict=True))


def _players(s: State, b: Bargain) -> tuple[Player, ...]:
    pairs = speech_of(s).pairs
    return tuple(
        Player(
            bid.seat,
            bid.contract,
            {opponent: len(givers) for d, opponent, givers in pairs if d == bid.seat},
        )
        for bid in b.declarers
    )


def _positive(s: State, b: Bargain, facts: Facts) -> Facts:
    p, side = play_of(s), declarer_side(b)
    pile = declarer_pile(s)
    said = tuple(
        Said(a.item, _side(a.seat in side), valid_level(a.kontra, side, a.seat in side))
        for a in speech_of(s).items
    )
    return replace(
        facts,
        partner=b.partner,
        kontra=valid_level(speech_of(s).game, side, True),
        said=said,
        king_in_talon=b.king_half >= 0,
        declarer_thirds=thirds(MASKS, pile),
        tricks=tricks_of(p),
        made=made(s, b, p, pile),
        bird=_obligatory_bird(s, b),
    )


def _side(ours: bool) -> str:
    return DECLARER if ours else DEFENDERS


def _obligatory_bird(s: State, b: Bargain) -> str:
    """The first bird the declarer announced where one is owed."""
    if b.contract.needs != "bird":
        return ""
    mine = (a.item for a in speech_of(s).items if a.seat == b.declarer)
    return next((item for item in mine if item in BIRD_ITEMS), "")


def piles_by_seat(p: Play) -> tuple[int, ...]:
    """The cards each seat has taken in tricks."""
    piles = [0, 0, 0, 0]
    for trick in p.tricks:
        for card in trick.cards:
            piles[trick.winner] |= 1 << card
    return tuple(piles)


@clause("T-3.1", "T-3.6", "U-8.2", "U-8.3", "U-13.1", "U-13.2", "U-15.3", "KG-37")
def declarer_pile(s: State) -> int:
    """Tricks and discard of his side; in a solo call game also the half with the called king."""
    b, pile = bargain_of(s), 0
    for seat, taken in enumerate(piles_by_seat(play_of(s))):
        if seat in declarer_side(b):
            pile |= taken
    pile |= b.discard
    if b.king_half >= 0 and b.contract.talon == "none":
        for card in s.deal.talon[3 * b.king_half : 3 * b.king_half + 3]:
            pile |= 1 << card
    return pile


@clause("T-0.27", "T-0.28", "U-10.3", "U-10.4", "KG-37")
def made(s: State, b: Bargain, p: Play, pile: int) -> dict[str, str]:
    """Which side really achieved what; who held what in hand does not matter."""
    found: dict[str, str] = {}
    rest = int(PACK.full) & ~pile
    for item, cards in (("koenige", MASKS.kings), ("trull", TRULL)):
        if pile & cards == cards:
            found[item] = DECLARER
        elif rest & cards == cards:
            found[item] = DEFENDERS
    side = declarer_side(b)
    for bonus in s.book.bonuses.values():
        if bonus.kind == "bird":
            found |= _bird(p.tricks[bonus.trick - 1], bonus, side)
    found |= _king(s, b, p.tricks, side)
    found |= _mondfang(p.tricks, side)
    return found


@clause("T-0.21", "T-0.22", "T-0.23", "T-0.24", "T-5.5", "U-11.1", "KG-32")
def _bird(trick: Trick, bonus: Bonus, side: frozenset[int]) -> dict[str, str]:
    """A bird must take its trick itself; played there and beaten it was held up."""
    card = PACK.index[bonus.card]
    if card not in trick.cards:
        return {}
    player = (trick.leader + trick.cards.index(card)) % 4
    if trick.winner == player:
        return {bonus.name: _side(player in side)}
    return {bonus.name + HELD_BY: _side(player in side)}


@clause("T-0.25", "T-5.6", "U-11.8", "U-10.20", "U-17.12")
def _king(s: State, b: Bargain, tricks: tuple[Trick, ...], side: frozenset[int]) -> dict[str, str]:
    """The called king in a last trick of his side; taken by a tarock of the others: captured."""
    if not b.called:
        return {}
    king = KING[b.called]
    if b.contract.open_talon and left_in_talon(s) >> king & 1:
        return {"king_captured": DEFENDERS}
    for number, trick in enumerate(tricks, 1):
        if king not in trick.cards:
            continue
        if trick.winner in side:
            return {"koenig_ultimo": DECLARER} if number == TRICKS else {}
        best = trick.cards[(trick.winner - trick.leader) % 4]
        captured = {"king_captured": DEFENDERS} if 1 << best & MASKS.tarocks else {}
        held = {"koenig_ultimo" + HELD_BY: DECLARER} if number == TRICKS else {}
        return captured | held
    return {}


@clause("T-0.26", "U-10.15", "KG-18")
def _mondfang(tricks: tuple[Trick, ...], side: frozenset[int]) -> dict[str, str]:
    """The Mond falls to the side that did not play it."""
    mond = PACK.card("T21")
    for trick in tricks:
        if mond in trick.cards:
            player = (trick.leader + trick.cards.index(mond)) % 4
            if (player in side) != (trick.winner in side):
                return {"mondfang": _side(trick.winner in side)}
    return {}


assert thirds(MASKS, int(PACK.full)) == WHOLE_PACK, "the pack is worth 70 points"
