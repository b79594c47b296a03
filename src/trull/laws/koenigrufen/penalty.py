"""What an offence costs. Who committed one is the referee's finding, never decided here.

Tirol and the Finale put every regular player in the place of having won the game and all that
was announced; the treatise settles between the parties. Trischaken has its own fine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trull.clauses import clause
from trull.laws.koenigrufen.book import WHOLE_PACK, Book, Penalty
from trull.laws.koenigrufen.facts import DECLARER, DEFENDERS, HELD_BY, Facts, Said, other
from trull.laws.koenigrufen.score import RADL, each_writes, settle
from trull.laws.koenigrufen.table import Offence
from trull.settlement import Amount, Line, Payment, Settlement, share, whole


def judged(book: Book, facts: Facts) -> Settlement:
    """The settlement of a deal, with the offence if there was one."""
    offence = facts.offence
    if offence is None:
        return settle(book, facts)
    if book.options.penalty == "party":
        return _party(book, facts, offence)
    notes = ("trischaken",) if book.contracts[facts.contract].kind == "trischaken" else ()
    lines = (_indemnity(book, facts, offence), *_sure_gains(book, facts, offence))
    written = each_writes(lines) if book.options.sheet == "plus_only" else None
    return Settlement(4, lines, written, notes, facts.contract, DECLARER)


# Every regular player is held harmless


@clause("T-6.2", "T-6.3", "F-1.12", "F-10.3", "F-10.4", "KG-48")
def _indemnity(book: Book, facts: Facts, offence: Offence) -> Line:
    """The offenders together pay each regular player what he would have won."""
    regular = [seat for seat in range(4) if seat not in offence.seats]
    due = {seat: _due(book, facts, offence, seat) for seat in regular}
    points = {seat: amount for seat, (amount, _) in due.items()}
    money = {seat: amount for seat, (_, amount) in due.items()}
    return Line(
        "renonce",
        _indemnity_clause(book, facts, offence),
        whole(sum(points.values())),
        _from_offenders(offence, points),
        _from_offenders(offence, money),
        note=offence.kind,
    )


def _indemnity_clause(book: Book, facts: Facts, offence: Offence) -> str:
    """A fixed fine and Trischaken have clauses of their own."""
    fixed = book.penalties.get(offence.kind)
    if fixed is not None and fixed.each:
        return fixed.clause
    if book.contracts[facts.contract].kind != "trischaken":
        return book.cite("renonce")
    fine = book.penalties["trischaken"]
    if len(offence.seats) > 1:
        return fine.shared_clause or fine.clause
    alone = facts.forehand in offence.seats and fine.forehand_clause
    return alone or fine.clause


@clause("T-6.4", "F-10.7")
def _sure_gains(book: Book, facts: Facts, offence: Offence) -> Iterator[Line]:
    """What a regular player lost for certain beside, he has of the offender through whom."""
    for seat, points, offender in offence.extra:
        if seat not in offence.seats:
            amount = points * (RADL if facts.doubled else 1)
            alone = tuple(s for s in offence.seats if s == offender)  # a dealer may be spared
            of = offence._replace(seats=alone or offence.seats)
            paid = _from_offenders(of, {seat: amount})
            yield Line("gain", book.cite("sure_gain"), amount, paid, paid)


def _from_offenders(offence: Offence, due: dict[int, Amount]) -> tuple[Payment, ...]:
    parts = len(offence.seats)
    return tuple(
        Payment(payer, payee, share(amount, parts))
        for payer in offence.seats
        for payee, amount in due.items()
    )


def _due(book: Book, facts: Facts, offence: Offence, seat: int) -> tuple[Amount, Amount]:
    """What a regular player gets, in points and in money."""
    fixed = book.penalties.get(offence.kind)
    if fixed is not None and fixed.each:
        return fixed.each, fixed.each
    if book.contracts[facts.contract].kind == "trischaken":
        fine = _trischaken_fine(book.penalties["trischaken"], facts, offence)
        amount = share(fine * (RADL if facts.doubled else 1), 4 - len(offence.seats))
        return amount, amount
    result = settle(book, as_if_won(book, facts, seat))
    return result.points[seat], result.money[seat]


@clause("T-4.10", "F-5.11", "F-5.12", "F-5.13", "KG-33")
def _trischaken_fine(penalty: Penalty, facts: Facts, offence: Offence) -> int:
    """A fixed sum, double for the Vorhand, shared by several offenders."""
    forehand = facts.forehand in offence.seats
    if forehand and not (penalty.forehand_alone and len(offence.seats) > 1):
        return penalty.forehand_total
    return penalty.total


@clause("T-6.2", "T-6.3", "F-10.3", "KG-22", "KG-45", "KG-57")
def as_if_won(book: Book, facts: Facts, seat: int) -> Facts:
    """The deal as if this player had won the game and everything that was announced.

    Before the king is called nobody knows the partner, but nobody plays alone either.
    """
    if facts.players:
        goal = {p.seat: book.contracts[p.contract].tricks for p in facts.players}
        tricks = tuple(goal.get(s, 0) + (s != seat) for s in range(4))
        return facts._replace(tricks=tricks)
    if facts.uncalled:
        facts = facts._replace(partner=min({0, 1, 2, 3} - {facts.declarer, seat}))
    side = DECLARER if seat in facts.ours else DEFENDERS
    said = _with_owed_bird(book, facts)
    valat = any(s.item == "valat" and s.side == side for s in said)
    return facts._replace(
        said=said,
        declarer_thirds=_winning_thirds(book, side, said),
        tricks=_tricks(facts, side, valat),
        made={s.item: side for s in said},
    )


@clause("T-6.1", "F-4.7")
def _with_owed_bird(book: Book, facts: Facts) -> tuple[Said, ...]:
    """A bird that had to be announced counts as announced even before it was named.

    One that his partner announced is not the declarer's; which it is, only told facts leave open.
    """
    contract = book.contracts[facts.contract]
    owed = facts.bird or "pagat"
    named = any(
        s.item == owed
        or (not facts.bird and s.side == DECLARER and book.bonuses[s.item].kind == "bird")
        for s in facts.said
    )
    if contract.needs != "bird" or named:
        return facts.said
    return (*facts.said, Said(owed, DECLARER))


def _winning_thirds(book: Book, side: str, said: tuple[Said, ...]) -> int:
    """Card points by which the side has the game, and the Säcke if they were announced."""
    sacks = [book.bonuses[s.item].thirds for s in said if book.bonuses[s.item].kind == "sack"]
    if side == DECLARER:
        return max([book.options.win_thirds, *sacks])
    return min([book.options.win_thirds - 1, *(WHOLE_PACK - sack for sack in sacks)])


def _tricks(facts: Facts, side: str, valat: bool) -> tuple[int, ...]:
    tricks = [0, 0, 0, 0]
    tricks[facts.seats_of(side)[0]] = 12 if valat else 11
    tricks[facts.seats_of(other(side))[0]] += 0 if valat else 1
    return tuple(tricks)


# Between the parties


@clause(
    "U-9.11", "U-10.22", "U-10.23", "U-10.24", "U-11.15", "U-11.16", "U-11.17", "KG-27", "KG-49",
    "KG-58",
)  # fmt: skip
def _party(book: Book, facts: Facts, offence: Offence) -> Settlement:
    """The innocent party has the game and its bonuses, announced ones even if they were lost.

    Where neither is innocent nobody has anything.
    """
    sides = {DECLARER if seat in facts.ours else DEFENDERS for seat in offence.seats}
    if len(sides) == 2:
        return Settlement(4, (), (0, 0, 0, 0))
    innocent = other(sides.pop())
    clean = settle(book, _innocent_facts(book, facts, innocent))
    lines = clean.lines
    if book.options.renonce_bearer == "offender" and book.options.ulmann_settle != "differences":
        lines = tuple(_borne(line, offence, innocent) for line in clean.lines)
    notes = ()  # the points are made up, and no 35 to 35
    return Settlement(4, lines, clean.written, notes, clean.game, clean.player)


def _innocent_facts(book: Book, facts: Facts, innocent: str) -> Facts:
    said = tuple(s for s in facts.said if s.side == innocent)
    made = {i: side for i, side in facts.made.items() if side == innocent and HELD_BY not in i}
    made |= {s.item: innocent for s in said}
    if any(s.item == "koenig_ultimo" for s in facts.said):
        made.pop("king_captured", None)  # it was part of the announced Ultimo, which lapses
    win = book.options.win_thirds
    valat = any(s.item == "valat" for s in said) or facts.valat_by() == innocent
    return facts._replace(
        said=said,
        made=made,
        declarer_thirds=win if innocent == DECLARER else win - 1,
        tricks=_tricks(facts, innocent, valat),
    )


@clause("KG-27")
def _borne(line: Line, offence: Offence, innocent: str) -> Line:
    """By option the offender alone bears what his party would pay."""

    def alone(payments: tuple[Payment, ...]) -> Iterator[Payment]:
        for payment in payments:
            for payer in offence.seats:
                yield Payment(payer, payment.payee, share(payment.amount, len(offence.seats)))

    assert line.winner == innocent, "the innocent party wins every line"
    return replace(line, points=tuple(alone(line.points)), money=tuple(alone(line.money)))
