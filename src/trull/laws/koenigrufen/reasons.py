"""Why each line of a settlement is what it is, told of this very deal: codes, no sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from trull.cards import Card
from trull.laws.koenigrufen.book import KING, MASKS, PACK, TRULL, WHOLE_PACK, Bonus, Book
from trull.laws.koenigrufen.facts import (
    DECLARER,
    DEFENDERS,
    HELD_BY,
    MOND,
    Facts,
    Said,
    declarer_pile,
    facts_of,
)
from trull.laws.koenigrufen.penalty import judged
from trull.laws.koenigrufen.play import TRICKS
from trull.laws.koenigrufen.score import achievements, game_winner
from trull.laws.koenigrufen.table import Bargain, State, bargain_of
from trull.laws.summary import Reason, Saying, cards, number, said, saying, seats, thirds, words

SETS = {"kings": MASKS.kings, "trull": TRULL}


def reasons(s: State) -> tuple[Reason, ...]:
    """The reasons of a finished deal, and of what was missed by little and pays nothing."""
    if s.table.bargain is None or s.outcome == "dealt_again":
        return ()
    facts, b = facts_of(s), bargain_of(s)
    if facts.offence is not None:
        who, kind = seats(*facts.offence.seats), facts.offence.breach or "any"
        told = saying("why_offence", who=who, what=("breach", kind))
        return (Reason(item="", said=(told,)),)
    if facts.slid:
        return (Reason(item="schleifen", said=(saying("why_slid", king=cards(f"{b.called}K")),)),)
    if b.contract.kind == "trischaken":
        return (Reason(item="trischaken", said=tuple(_most(s.table.book, facts))),)
    if b.contract.kind == "negative":
        return tuple(_tricks_wanted(s.table.book, facts))
    return () if facts.bare else tuple(_positive(s, b, facts))


def counted(worth: int) -> int:
    """Whole points, as T-1.7 has them: an incomplete lot of two cards makes one more, of one none.

    >>> counted(107), counted(106)
    (36, 35)
    """
    return (worth + 1) // 3


def _exactly(book: Book, worth: int) -> Iterator[Saying]:
    """What was left over where a count is told in whole points: 51/2."""
    if worth % 3:
        cited = book.clause("win_thirds")
        yield saying("why_exactly", cited, points=thirds(worth), n=number(worth % 3))


def _most(book: Book, facts: Facts) -> Iterator[Saying]:
    """Who has the most pays; who has no trick at all is the Jungfrau."""
    top = max(facts.thirds)
    losers = [seat for seat in range(4) if facts.thirds[seat] == top]
    yield saying("why_most", who=seats(*losers), points=thirds(top))
    odd = next((worth for worth in sorted(facts.thirds, reverse=True) if worth % 3), 0)
    if odd:  # counts are told with what was left over
        cited = book.clause("win_thirds")
        yield saying("why_thirds", cited, points=thirds(odd), n=number(odd % 3))
    virgins = [seat for seat in range(4) if not facts.tricks[seat]]
    if virgins:
        yield saying("why_virgin", who=seats(*virgins))


def _tricks_wanted(book: Book, facts: Facts) -> Iterator[Reason]:
    for seat, contract, _ in facts.players:
        taken, wanted = facts.tricks[seat], book.contracts[contract].tricks
        told = saying("took", who=seats(seat), n=number(taken), wanted=number(wanted))
        yield Reason(item=contract, said=(told,), owner=seat)


# Positive games


def _positive(s: State, b: Bargain, facts: Facts) -> Iterator[Reason]:
    book = s.table.book
    paid = {line.item for line in judged(book, facts).lines}
    announced = {one.item: one for one in facts.said}
    yield Reason(item="game", said=tuple(_count(book, facts)))
    ours = sum(facts.tricks[seat] for seat in facts.seats_of(DECLARER))
    side = announced["valat"].side if "valat" in announced else facts.valat_by()
    taken = ours if side != DEFENDERS else TRICKS - ours
    for item in paid & {"valat", "game*valat"}:
        told = saying("why_tricks", n=number(taken), of=number(TRICKS))
        yield Reason(item=item, said=(told,))
    deal = Told(s, b, facts)
    for item in b.contract.bonuses:
        bonus = book.bonuses[item]
        if item in paid or (facts.valat_by() is None and deal.is_near(bonus)):
            found = tuple(TELL[bonus.kind](deal, bonus, announced.get(item)))
            if found:
                yield Reason(item=item, said=found)
    if "king_captured" in paid:
        yield Reason(item="king_captured", said=(deal.king_lost(),))
    if "pagat_held" in paid:
        yield Reason(item="pagat_held", said=tuple(_bird(deal, book.bonuses["pagat"], None)))


def _count(book: Book, facts: Facts) -> Iterator[Saying]:
    won = game_winner(book, facts) == DECLARER
    points = number(counted(facts.declarer_thirds))
    needed = number(counted(book.options.win_thirds))
    yield saying("why_won" if won else "why_lost", points=points, needed=needed)
    yield from _exactly(book, facts.declarer_thirds)


class Fall(NamedTuple):
    """How a card fell: in which trick, from whom, who took it and with what."""

    trick: int
    seat: int
    taker: int
    best: str


class Told(NamedTuple):
    """A deal that is told."""

    s: State
    b: Bargain
    facts: Facts

    def fall(self, card: Card) -> Fall | None:
        """How a card fell; None if it lay in the talon or the discard."""
        for at, trick in enumerate(self.s.tricks, 1):
            if card in trick.cards:
                seat = (trick.leader + trick.cards.index(card)) % 4
                best = trick.cards[(trick.winner - trick.leader) % 4]
                return Fall(at, seat, trick.winner, PACK.codes[best])
        return None

    def side_of(self, seat: int) -> str:
        """The side a seat plays on."""
        return DECLARER if seat in self.facts.ours else DEFENDERS

    def has(self, side: str, card: Card) -> bool:
        """Whether a side has a card in the end, in its tricks or laid away for it."""
        return (side == DECLARER) == bool(declarer_pile(self.s) >> card & 1)

    def lost(self, card: Card) -> Saying:
        """A card that went to the others."""
        name, fall = cards(PACK.codes[card]), self.fall(card)
        if fall is None:
            return saying("why_not_played", card=name)
        who, by, n = seats(fall.seat), seats(fall.taker), number(fall.trick)
        if fall.seat == fall.taker:
            return saying("why_kept", card=name, n=n, who=who)
        return saying("why_fell", card=name, n=n, who=who, by=by)

    def king_lost(self) -> Saying:
        """The called king, which the others have."""
        return self.lost(KING[self.b.called])

    def is_near(self, bonus: Bonus) -> bool:
        """Whether somebody may ask why a bonus pays nothing: all but one card, or held up."""
        if bonus.kind in SETS:
            whole = SETS[bonus.kind]
            return any(len(self.lacking(side, whole)) == 1 for side in (DECLARER, DEFENDERS))
        if bonus.kind == "sack":
            reached = [sack for sack in self.s.table.book.sacks if self._reaches(sack)]
            return bonus in reached[-1:]
        return bonus.kind == "bird" and bonus.name + HELD_BY in self.facts.made

    def _reaches(self, sack: Bonus) -> bool:
        return sack.name in achievements(self.s.table.book, self.facts)

    def lacking(self, side: str, whole: int) -> list[Card]:
        """Which cards of a set a side has not."""
        return [card for card in _each(whole) if not self.has(side, card)]


def _each(mask: int) -> list[Card]:
    return [Card(at) for at in range(mask.bit_length()) if mask >> at & 1]


# Bonuses


def _bird(deal: Told, bonus: Bonus, announced: Said | None) -> Iterator[Saying]:
    """It took its trick itself, or too early, or was taken."""
    fall, item = deal.fall(PACK.card(bonus.card)), words(bonus.name)
    if fall is None:
        yield saying("why_not_played", card=cards(bonus.card))
        return
    who, n, by = seats(fall.seat), number(fall.trick), seats(fall.taker)
    if fall.taker == fall.seat:
        right = fall.trick == bonus.trick
        yield saying("why_bird_made" if right else "why_bird_early", who=who, n=n)
        return
    yield saying(
        "why_announced_beaten" if announced else "why_beaten",
        item=item,
        who=who,
        n=n,
        by=by,
        card=cards(fall.best),
    )


def _king(deal: Told, bonus: Bonus, _announced: Said | None) -> Iterator[Saying]:
    """The called king in the last trick of his side."""
    card = KING[deal.b.called]
    fall = deal.fall(card)
    if fall is None or deal.side_of(fall.taker) == DEFENDERS:
        yield deal.king_lost()
        return
    name, who, n = cards(PACK.codes[card]), seats(fall.seat), number(fall.trick)
    home = fall.trick == bonus.trick
    yield saying("why_king_home" if home else "why_king_early", card=name, who=who, n=n)


def _mond(deal: Told, _bonus: Bonus, _announced: Said | None) -> Iterator[Saying]:
    fall = deal.fall(MOND)
    if fall is None:
        yield saying("why_not_played", card=cards(PACK.codes[MOND]))
        return
    caught = deal.side_of(fall.seat) != deal.side_of(fall.taker)
    who, by, n = seats(fall.seat), seats(fall.taker), number(fall.trick)
    if caught:
        yield saying("why_mond_caught", card=cards(fall.best), who=who, by=by, n=n)
    else:
        yield saying("why_mond_home", who=who, n=n)


def _collected(deal: Told, bonus: Bonus, announced: Said | None) -> Iterator[Saying]:
    """Where each card of the set was taken, or which one is missing."""
    whole = SETS[bonus.kind]
    side = announced.side if announced else deal.facts.made.get(bonus.name, "")
    if not side:
        side = min((DECLARER, DEFENDERS), key=lambda one: len(deal.lacking(one, whole)))
    lacking = deal.lacking(side, whole)
    if lacking:
        lost = deal.lost(lacking[0])
        who = seats(*deal.facts.seats_of(side))
        yield lost if announced else saying("why_nearly", who=who, how=said(lost))
        return
    yield saying("why_all", parts=said(*(_where(deal, card) for card in _each(whole))))


def _where(deal: Told, card: Card) -> Saying:
    fall, name = deal.fall(card), cards(PACK.codes[card])
    if fall is None:
        return saying("why_laid", card=name)
    return saying("why_in_trick", card=name, n=number(fall.trick))


def _sack(deal: Told, bonus: Bonus, announced: Said | None) -> Iterator[Saying]:
    """A matter of card points; silent it counts for nothing in some books."""
    found = achievements(deal.s.table.book, deal.facts)
    side = announced.side if announced else found.get(bonus.name, DECLARER)
    worth = deal.facts.declarer_thirds
    points = number(counted(worth if side == DECLARER else WHOLE_PACK - worth))
    needed, idle = number(counted(bonus.thirds)), not announced and not bonus.silent
    yield saying("why_sack_silent" if idle else "why_sack", points=points, needed=needed)


def _nothing(_deal: Told, _bonus: Bonus, _announced: Said | None) -> Iterator[Saying]:
    yield from ()


TELL: dict[str, Callable[[Told, Bonus, Said | None], Iterator[Saying]]] = {
    "bird": _bird,
    "king": _king,
    "mond": _mond,
    "kings": _collected,
    "trull": _collected,
    "sack": _sack,
    "valat": _nothing,  # told before the others
}
