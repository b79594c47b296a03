"""What decides money: the facts of a deal, taken from a finished state or from a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from trull.clauses import clause
from trull.kernels.tarock import thirds
from trull.laws.koenigrufen.announce import valid_level
from trull.laws.koenigrufen.auction import birds_in
from trull.laws.koenigrufen.book import (
    BIRD_ITEMS,
    BIRDS,
    KING,
    MASKS,
    PACK,
    TRULL,
    WHOLE_PACK,
    Bonus,
    Book,
)
from trull.laws.koenigrufen.play import TRICKS, talon_gains, tricks_by_seat
from trull.laws.koenigrufen.table import (
    SILENCE,
    Announcement,
    Bargain,
    Offence,
    Renewable,
    Speech,
    State,
    Trick,
    bargain_of,
    declarer_side,
    moment,
)
from trull.laws.koenigrufen.talon import left_in_talon, owed_birds
from trull.laws.quick import Latest
from trull.state import Seat

DECLARER, DEFENDERS = "declarer", "defenders"
MOND = PACK.card("T21")
WHOLE = int(PACK.full)
COLLECTED = (("koenige", MASKS.kings), ("trull", TRULL))
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


@moment
class Facts(Renewable):
    """Everything a settlement depends on."""

    contract: str
    declarer: int
    forehand: int
    partner: int | None = None
    uncalled: bool = False  # the deal ended before a king was called: there would be a partner
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
        return frozenset(self.seats_of(DECLARER))

    def seats_of(self, side: str) -> tuple[int, ...]:
        """The seats of a side in order."""
        return SIDES[self.declarer, self.partner][side]

    def valat_by(self) -> str | None:
        """The side that took all twelve tricks."""
        tricks, mine = self.tricks, 0
        for seat in self.seats_of(DECLARER):
            mine += tricks[seat]
        if 0 < mine < TRICKS or sum(tricks) != TRICKS:
            return None
        return DECLARER if mine else DEFENDERS


def _sides(declarer: int, partner: int | None) -> dict[str, tuple[int, ...]]:
    ours = [seat for seat in range(4) if seat in (declarer, partner)]
    theirs = [seat for seat in range(4) if seat not in ours]
    return {DECLARER: tuple(ours), DEFENDERS: tuple(theirs)}


SIDES = {(d, p): _sides(d, p) for d in range(4) for p in (None, *range(4))}
"""For each declarer and partner the seats of the two sides, in order."""


# From a finished deal


def _facts_of(s: State) -> Facts:
    b = bargain_of(s)
    offence, played = s.table.offence, s.phase == "over" and not s.table.outcome
    if offence is not None:
        return _with_offence(s, b)._replace(offence=offence)
    if played and b.contract.positive:
        return _positive(s, b)
    facts = Facts(
        contract=b.contract.name,
        declarer=b.declarer,
        forehand=b.declarer if b.replaced else s.setup.forehand,
        doubled=_doubled(s),
    )
    if s.outcome == "slid":
        bird = "" if b.slid == "-" else b.slid
        return facts._replace(slid=True, bird=bird, king_in_talon=True)
    if s.outcome == "bare":
        return facts._replace(partner=b.partner, bare=True)
    if b.contract.kind == "trischaken":
        return facts._replace(tricks=tricks_by_seat(s.tricks), thirds=_thirds_by_seat(s))
    return facts._replace(tricks=tricks_by_seat(s.tricks), players=_players(s, b))


facts_of = Latest(_facts_of)
"""The facts of a finished deal; who settles it, writes it down and tells why asks for the same."""


def facts_under(s: State, book: Book) -> Facts:
    """The same deal as another book sees it: its own birds, and only what it lets be announced."""
    facts, b = facts_of(s), bargain_of(s)
    facts = facts._replace(doubled=facts.doubled and book.options.radl)
    if not b.contract.positive:
        return facts
    known = {bonus.name for bonus in s.table.book.birds}
    unseen = tuple(bonus for bonus in book.birds if bonus.name not in known)
    sayable = {bonus.name for bonus in book.announced_in[facts.contract]}
    return facts._replace(
        said=tuple(said for said in facts.said if said.item in sayable),
        made={**facts.made, **_birds(s.tricks, unseen, declarer_side(b))},
    )


def _with_offence(s: State, b: Bargain) -> Facts:
    """What stood when a breach was established; a deal that was given up counts as played."""
    if b.contract.positive:
        return _positive(s, b)
    return Facts(
        contract=b.contract.name,
        declarer=b.declarer,
        forehand=b.declarer if b.replaced else s.setup.forehand,
        doubled=_doubled(s),
        tricks=tricks_by_seat(s.tricks),
        players=_players(s, b) if b.contract.kind == "negative" else (),
    )


def _doubled(s: State) -> bool:
    """Whether the deal is one of a Radl; a book that knows none does not double."""
    return s.table.book.options.radl and s.setup.context.get("radl", 1) > 1


def _thirds_by_seat(s: State) -> tuple[int, ...]:
    piles, gains = piles_by_seat(s), talon_gains(s)
    return tuple(thirds(MASKS, pile | gain) for pile, gain in zip(piles, gains, strict=True))


def _players(s: State, b: Bargain) -> tuple[Player, ...]:
    pairs = _spoken(s).pairs
    return tuple(
        Player(
            bid.seat,
            bid.contract,
            {opponent: len(givers) for d, opponent, givers in pairs if d == bid.seat},
        )
        for bid in b.declarers
    )


def _positive(s: State, b: Bargain) -> Facts:
    speech, side = _spoken(s), declarer_side(b)
    piles, taken = gathered(s.tricks)
    pile = _with_talon(s, b, piles)
    return Facts(
        contract=b.contract.name,
        declarer=b.declarer,
        forehand=s.table.setup.forehand,
        doubled=_doubled(s),
        partner=b.partner,
        uncalled=b.contract.side == "called" and not b.called,
        kontra=valid_level(speech.game, side, True) if speech.game else 0,
        said=tuple([_said(a, side) for a in speech.items]) if speech.items else (),
        king_in_talon=b.king_half >= 0,
        declarer_thirds=thirds(MASKS, pile),
        tricks=taken,
        made=made(s, b, pile),
        bird=_obligatory_bird(s, b),
    )


def _said(a: Announcement, side: frozenset[Seat]) -> Said:
    ours = a.seat in side
    return Said(a.item, _side(ours), valid_level(a.kontra, side, ours))


def _side(ours: bool) -> str:
    return DECLARER if ours else DEFENDERS


def _obligatory_bird(s: State, b: Bargain) -> str:
    """The bird the declarer announced where one is owed; one he bought is only beside it (F-4.6).

    Who names one he has not means the one he owes (F-4.8).
    """
    if b.contract.needs != "bird":
        return ""
    beside = (s.deal.hands[b.declarer] | b.taken) & ~b.discard & ~owed_birds(s, b)
    spoken = [a.item for a in _spoken(s).items if a.seat == b.declarer and a.item in BIRD_ITEMS]
    cards = s.table.book.bonuses
    named = (item for item in spoken if not beside >> PACK.index[cards[item].card] & 1)
    return next(named, _unnamed_bird(s, b))


def _unnamed_bird(s: State, b: Bargain) -> str:
    """The bird of the bid, or the lowest dealt, where the declarer announced none.

    Who was dealt none owes the cheapest, as the Finale has it (F-4.7).
    """
    named = b.declarers[0].bird
    dealt = birds_in(s.deal.hands[b.declarer] & s.table.book.needs[b.contract.name])
    return named or next(iter(dealt), "pagat")


def _spoken(s: State) -> Speech:
    """What was announced; nothing if the deal ended before."""
    return s.table.speech or SILENCE


def gathered(tricks: tuple[Trick, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards each seat has taken, and in how many tricks."""
    piles, taken = [0, 0, 0, 0], [0, 0, 0, 0]
    for trick in tricks:  # its parts by name: to unpack a named tuple takes twice as long
        winner = trick.winner
        piles[winner] |= trick.pile
        taken[winner] += 1
    return tuple(piles), tuple(taken)


def piles_by_seat(s: State) -> tuple[int, ...]:
    """The cards each seat has taken in tricks."""
    return gathered(s.tricks)[0]


def declarer_pile(s: State) -> int:
    """All that counts for the declarer's side so far."""
    return _with_talon(s, bargain_of(s), piles_by_seat(s))


@clause("T-3.1", "T-3.6", "U-8.2", "U-8.3", "U-13.1", "U-13.2", "U-15.3", "KG-37")
def _with_talon(s: State, b: Bargain, piles: tuple[int, ...]) -> int:
    """Tricks and discard of his side; in a solo call game also the half with the called king."""
    pile = b.discard
    for seat in declarer_side(b):
        pile |= piles[seat]
    if b.king_half >= 0 and b.contract.talon == "none":
        for card in s.deal.talon[3 * b.king_half : 3 * b.king_half + 3]:
            pile |= 1 << card
    return pile


@clause("T-0.27", "T-0.28", "U-10.3", "U-10.4", "KG-37")
def made(s: State, b: Bargain, pile: int) -> dict[str, str]:
    """Which side really achieved what; who held what in hand does not matter."""
    found: dict[str, str] = {}
    whole = len(s.tricks) == TRICKS and s.table.book.options.table != "free"
    rest = WHOLE & ~pile if whole else _others_pile(s, b)
    for item, cards in COLLECTED:
        if pile & cards == cards:
            found[item] = DECLARER
        elif rest & cards == cards:
            found[item] = DEFENDERS
    side, tricks = declarer_side(b), s.tricks
    found |= _birds(tricks, s.table.book.birds, side)
    if s.table.book.options.pagat_driven_out > 1:
        found |= _driven_out(tricks, s.table.book.options.pagat_driven_out, side)
    if b.called:
        found |= _king(s, b, tricks, side)
    found |= _mondfang(tricks, side)
    if s.table.book.options.table == "free":
        return {item: who for item, who in found.items() if item not in _wrongly_announced(s)}
    return found


def _others_pile(s: State, b: Bargain) -> int:
    """What the opponents have, their tricks and their Talon, where cards may be left in a hand."""
    ours, pile = declarer_side(b), left_in_talon(s) & ~declarer_pile(s)
    for seat, taken in enumerate(piles_by_seat(s)):
        pile |= 0 if seat in ours else taken
    return pile


@clause("F-4.8", "F-8.9", "T-5.7")
def _wrongly_announced(s: State) -> frozenset[str]:
    """A bird announced by somebody who does not hold it is lost, whoever brings it home."""
    terms, book = s.table.terms, s.table.book
    if terms is None or book.options.announce_for_partner:
        return frozenset()
    return frozenset(
        a.item
        for a in _spoken(s).items
        if book.bonuses[a.item].kind == "bird"
        and not terms.hands[a.seat] >> PACK.card(book.bonuses[a.item].card) & 1
    )


def _birds(
    tricks: tuple[Trick, ...], birds: tuple[Bonus, ...], side: frozenset[int]
) -> dict[str, str]:
    found: dict[str, str] = {}
    for bonus in birds:
        trick = tricks[bonus.trick - 1] if 0 < bonus.trick <= len(tricks) else None
        if trick and trick.pile & BIRDS:
            found |= _bird(trick, bonus, side)
    return found


@clause("T-0.21", "T-0.22", "T-0.23", "T-0.24", "T-5.5", "U-11.1", "KG-32")
def _bird(trick: Trick, bonus: Bonus, side: frozenset[int]) -> dict[str, str]:
    """A bird must take its trick itself; played there and beaten it was held up."""
    card = PACK.index[bonus.card]
    if not trick.pile >> card & 1:
        return {}
    player = (trick.leader + trick.cards.index(card)) % 4
    if trick.winner == player:
        return {bonus.name: _side(player in side)}
    return {bonus.name + HELD_BY: _side(player in side)}


@clause("U-11.4", "U-11.7", "KG-32")
def _driven_out(tricks: tuple[Trick, ...], last: int, side: frozenset[int]) -> dict[str, str]:
    """By option a Pagat that another takes in one of the last tricks was driven out."""
    pagat = PACK.index["T1"]
    for trick in tricks[TRICKS - last : TRICKS - 1]:
        if trick.pile >> pagat & 1:
            player = (trick.leader + trick.cards.index(pagat)) % 4
            return {} if trick.winner == player else {"pagat" + HELD_BY: _side(player in side)}
    return {}


@clause("T-0.25", "T-5.6", "U-11.8", "U-10.20", "U-17.12")
def _king(s: State, b: Bargain, tricks: tuple[Trick, ...], side: frozenset[int]) -> dict[str, str]:
    """The called king in a last trick of his side; taken by a tarock of the others: captured."""
    king = KING[b.called]
    if b.contract.open_talon and left_in_talon(s) >> king & 1:
        return {"king_captured": DEFENDERS}
    for number, trick in enumerate(tricks, 1):
        if not trick.pile >> king & 1:
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
    mond = MASKS.mond
    for trick in tricks:
        if trick.pile & mond:
            player = (trick.leader + trick.cards.index(MOND)) % 4
            ours = trick.winner in side
            return {} if (player in side) == ours else {"mondfang": _side(ours)}
    return {}


assert thirds(MASKS, int(PACK.full)) == WHOLE_PACK, "the pack is worth 70 points"
