"""The settlement of a deal: one line per item, each with its clause.

    positive games    the game, then every bonus made or announced (``_positive``)
    negative games    each declarer with each of the others (``_negative``)
    Trischaken        the most points pay (``trischaken``)
    slid, bare        paid without play

What an offence costs is in ``penalty``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from trull.clauses import clause
from trull.laws.koenigrufen.book import WHOLE_PACK, Bonus, Book, Contract
from trull.laws.koenigrufen.facts import DECLARER, DEFENDERS, HELD_BY, Facts, Player, Said, other
from trull.settlement import (
    Amount,
    Factor,
    Line,
    Payment,
    Settlement,
    product,
    scaled,
    share,
    side_pays,
    totals,
)

KONTRA_NAMES = ("", "kontra", "rekontra", "subkontra")
RADL = 2


def settle(book: Book, facts: Facts) -> Settlement:
    """The settlement of these facts under this book."""
    lines = tuple(_lines(book, facts, book.contracts[facts.contract]))
    written = None
    if book.options.sheet == "plus_only":
        sides = book.contracts[facts.contract].positive
        written = _written(facts, lines) if sides else each_writes(lines)
    return Settlement(4, lines, written, _notes(book, facts), facts.contract, DECLARER)


def _lines(book: Book, facts: Facts, contract: Contract) -> list[Line]:
    if facts.slid:
        return [_slid(book, facts, contract)]
    if facts.bare:
        bare = Item("game", contract.clause, contract.value, DECLARER, note="bare")
        return [_line(book, facts, bare)]
    if contract.kind == "trischaken":
        return [trischaken(book, facts)]
    if contract.kind == "negative":
        return [line for player in facts.players for line in _negative(book, facts, player)]
    return _positive(book, facts, contract)


class Item(NamedTuple):
    """What a line is for, before it is known who pays whom."""

    name: str
    clause: str
    value: Amount
    winner: str
    factors: tuple[Factor, ...] = ()
    note: str = ""


@clause("F-1.12", "F-8.12", "U-10.1")
def _line(book: Book, facts: Facts, item: Item) -> Line:
    """Partners win and lose together: the winner's seats get it from the others."""
    losers, winners = facts.seats_of(other(item.winner)), facts.seats_of(item.winner)
    everybody = book.options.ulmann_settle == "differences"
    return _between(losers, winners, _in_radl(book, facts, item), everybody)


@lru_cache(maxsize=4096)
def _between(
    losers: tuple[int, ...],
    winners: tuple[int, ...],
    item: Item,
    everybody: bool,  # each loser pays every winner
) -> Line:
    """The line two sides settle by; the same few come again and again."""
    if everybody:
        return _paid(item, [Payment(a, b, item.value) for a in losers for b in winners])
    return _paid(item, side_pays(losers, winners, item.value))


def _in_radl(book: Book, facts: Facts, item: Item) -> Item:
    """In a Radl everything counts double."""
    if not facts.doubled:
        return item
    return item._replace(factors=(*item.factors, Factor("radl", RADL, book.clause("radl"))))


def _paid(item: Item, payments: Iterable[Payment]) -> Line:
    """The line, its payments multiplied by its factors."""
    name, cite, value, winner, factors, note = item
    payments = tuple(payments)
    points, money = product(factors)
    paid = scaled(payments, points)
    also = paid if money == points else scaled(payments, money)
    return Line(name, cite, value, paid, also, winner, note, factors)


@clause("T-1.12", "T-7.1", "F-2.1", "U-15.7")
def kontra(book: Book, level: int) -> tuple[Factor, ...]:
    """Each level doubles; in the Schrift only up to the cap, in money always in full."""
    if not level:
        return ()
    full = 1 << level
    capped = min(full, book.options.schrift_kontra_cap)
    return (Factor(KONTRA_NAMES[level], capped, book.clause("schrift_kontra_cap"), full),)


# Without play


@clause("T-2.10", "F-4.3", "U-17.10", "KG-7")
def _slid(book: Book, facts: Facts, contract: Contract) -> Line:
    """Sliding costs the game, with the bird in a Besserrufer, to each of the three.

    Who does not say which bird, held at least the least of them.
    """
    price = book.options.slide_price or contract.value
    if contract.needs == "bird":
        bird = book.bonuses[facts.bird] if facts.bird else book.birds[0]
        price += bird.announced
    return _line(book, facts, Item("schleifen", book.clause("slide_price"), price, DEFENDERS))


# Positive games


def _positive(book: Book, facts: Facts, contract: Contract) -> list[Line]:
    said, valat = {s.item: s for s in facts.said}, facts.valat_by()
    lines = _game(book, facts, contract, said.get("valat"), valat)
    achieved, loss = achievements(book, facts), book.options.silent_trick_bonus_loss
    for item in contract.bonuses:
        due = item in achieved or item in said or loss
        if due and item != "valat" and counts_beside_valat(book, valat, item, said):
            bonus = book.bonuses[item]
            line = _bonus(book, facts, contract, bonus, said.get(item), achieved.get(item))
            if line is not None:
                lines.append(line)
    if book.charges:
        lines += _charges(book, facts, contract, said)
    return lines


@clause("T-1.7", "F-1.10", "T-3.5", "F-3.4", "U-10.1", "U-17.2", "U-17.4")
def game_winner(book: Book, facts: Facts) -> str:
    """36 points win: 35 and two cards over."""
    return DECLARER if facts.declarer_thirds >= book.options.win_thirds else DEFENDERS


def _value(contract: Contract, winner: str) -> int:
    return contract.value if winner == DECLARER else contract.loss()


def _game(
    book: Book, facts: Facts, contract: Contract, valat: Said | None, made: str | None
) -> list[Line]:
    """The game, and the Valat in one of its three ways."""
    if valat is None and made is None:
        return [_plain_game(book, facts, contract)]
    winner = made or DEFENDERS
    if valat is not None:
        winner = valat.side if made == valat.side else other(valat.side)
    way = book.options.valat
    if way == "extra":
        game = _plain_game(book, facts, contract)
        return [game, _extra_valat(book, facts, contract, valat, winner)]
    if way == "multiplies":
        return [_multiplied(book, facts, contract, valat, winner)]
    return [_replaced(book, facts, contract, valat, winner)]


def _plain_game(book: Book, facts: Facts, contract: Contract) -> Line:
    winner = game_winner(book, facts)
    value = _value(contract, winner)
    cite = contract.lost_clause if value != contract.value else contract.clause
    factors = kontra(book, game_kontra(book, facts, contract, winner))
    return _line(book, facts, Item("game", cite, value, winner, factors))


@clause("U-17.8", "U-17.9", "KG-15")
def game_kontra(book: Book, facts: Facts, contract: Contract, winner: str) -> int:
    """A Kontra on a solo whose king lay in the talon stands, or not, or not if it is lost."""
    solo_call = contract.side == "called" and contract.talon == "none"
    if not (facts.king_in_talon and solo_call):
        return facts.kontra
    mode = book.options.solo_king_in_talon_kontra
    void = mode == "void" or (mode == "void_if_lost" and winner == DEFENDERS)
    return 0 if void else facts.kontra


@clause("T-5.4", "F-9.3", "F-9.4", "KG-29")
def _valat_clause(book: Book, contract: Contract, valat: Said | None, winner: str) -> str:
    """A Valat announced and missed has its own clause, dearer still in the Sechserdreier."""
    if valat is None or winner == valat.side:
        return ""
    if contract.lost and winner == DEFENDERS and contract.valat_clause:
        return contract.valat_clause
    return book.cite("valat_failed")


@clause("T-0.31", "T-5.2", "T-5.4", "T-3.7")
def _extra_valat(
    book: Book, facts: Facts, contract: Contract, valat: Said | None, winner: str
) -> Line:
    """The Valat premium is paid beside the game, double in solo games."""
    bonus = book.bonuses["valat"]
    value = bonus.announced if valat else bonus.silent
    factors = _solo(book, contract) + kontra(book, valat.kontra if valat else 0)
    note = "announced" if valat else "silent"
    cited = _valat_clause(book, contract, valat, winner) or bonus.clause
    return _line(book, facts, Item("valat", cited, value, winner, factors, note))


@clause("F-9.1", "F-9.3", "F-9.4", "KG-24", "KG-25", "KG-26")
def _multiplied(
    book: Book, facts: Facts, contract: Contract, valat: Said | None, winner: str
) -> Line:
    """The Valat multiplies the game: by eight announced, by four silent; a failed one loses it."""
    bonus = book.bonuses["valat"]
    times = bonus.announced if valat else bonus.silent
    if book.options.solo_valat_double and contract.scale > 1:
        times *= contract.scale
    own = kontra(book, valat.kontra if valat else 0)
    on_game = kontra(book, game_kontra(book, facts, contract, winner))
    item = Item(
        "game*valat",
        _valat_clause(book, contract, valat, winner) or bonus.clause,
        _value(contract, winner),
        winner,
        (Factor("valat", times, bonus.clause), *on_game, *own),
        "announced" if valat else "silent",
    )
    return _line(book, facts, item)


@clause("U-12.1", "U-12.2", "U-12.3", "U-12.6", "U-14.5", "U-16.4", "U-19.3", "KG-29")
def _replaced(
    book: Book, facts: Facts, contract: Contract, valat: Said | None, winner: str
) -> Line:
    """A fixed sum counts instead of the game; silent it inherits the game's Kontra."""
    silent, announced = contract.valat
    if valat:
        level, value = valat.kontra, announced
    else:
        level, value = game_kontra(book, facts, contract, winner), silent
    cited = _valat_clause(book, contract, valat, winner) or contract.valat_clause
    note = "announced" if valat else "silent"
    return _line(book, facts, Item("valat", cited, value, winner, kontra(book, level), note))


# Bonuses


def _solo(book: Book, contract: Contract) -> tuple[Factor, ...]:
    if contract.scale == 1:
        return ()
    cited = contract.scale_clause or book.cite("solo_doubles")
    return (Factor("solo", contract.scale, cited),)


@clause("T-5.3", "T-5.4", "F-9.2", "F-9.5", "F-9.6", "U-12.4", "KG-16")
def counts_beside_valat(book: Book, made: str | None, item: str, said: dict[str, Said]) -> bool:
    """With a Valat made no material bonus counts; at the Finale only what was announced."""
    valat = said.get("valat")
    if book.options.valat == "extra":
        achieved = made is not None if valat is None else made == valat.side
        return not (achieved and book.bonuses[item].material)
    if book.options.valat == "multiplies" and (valat or made):
        return item in said
    return True


@clause("T-5.1", "F-4.8", "F-8.3", "F-8.6", "F-8.9", "U-8.5", "U-10.7", "U-10.8", "U-10.10")
@clause("U-11.3", "U-14.3", "U-15.6", "U-15.8", "U-15.10", "U-19.2")
def _bonus(
    book: Book,
    facts: Facts,
    contract: Contract,
    bonus: Bonus,
    said: Said | None,
    achieved: str | None,
) -> Line | None:
    """Announced and made it is ours, announced and missed theirs; silent it counts if made."""
    if said is not None:
        winner = said.side if achieved == said.side else other(said.side)
        value, level, note = bonus.announced, said.kontra, "announced"
        cited = bonus.announced_clause if winner == said.side else bonus.missed_clause
    elif achieved is not None:
        winner, value, level, note, cited = achieved, bonus.silent, 0, "silent", ""
    else:
        return _held_up(book, facts, contract, bonus)
    if not value:
        return None
    cited, factors = cited or bonus.clause, _solo(book, contract) + kontra(book, level)
    return _line(book, facts, Item(bonus.name, cited, value, winner, factors, note))


@clause("T-0.29", "T-0.30", "KG-19")
def achievements(book: Book, facts: Facts) -> dict[str, str]:
    """The side that made each bonus; a Sack is a matter of card points."""
    found = dict(facts.made)
    for sack in book.sacks:
        found.pop(sack.name, None)
        if facts.declarer_thirds >= sack.thirds:
            found[sack.name] = DECLARER
        elif WHOLE_PACK - facts.declarer_thirds >= sack.thirds:
            found[sack.name] = DEFENDERS
    return found


@clause("KG-11", "F-4.5")
def _held_up(book: Book, facts: Facts, contract: Contract, bonus: Bonus) -> Line | None:
    """By option a silent bird or king that fails in its own trick costs its silent value."""
    if not book.options.silent_trick_bonus_loss or not bonus.held_up_costs:
        return None
    payer = facts.made.get(bonus.name + HELD_BY)
    if payer is None:
        return None
    item = Item(
        bonus.name,
        book.clause("silent_trick_bonus_loss"),
        bonus.silent,
        other(payer),
        _solo(book, contract),
        "held_up",
    )
    return _line(book, facts, item)


@clause("U-10.20", "U-11.4", "U-11.7", "U-11.14", "U-17.12", "KG-30", "KG-32")
def _charges(book: Book, facts: Facts, contract: Contract, said: dict[str, Said]) -> Iterator[Line]:
    """A captured called king and a silent Pagat held up cost, unless announced and lost so."""
    king, pagat = book.charges.get("king_captured"), book.charges.get("pagat_held")
    called = contract.side == "called"
    if king and called and facts.made.get("king_captured") and "koenig_ultimo" not in said:
        value = book.options.kingfang_solo if contract.scale > 1 else king.value
        if value:
            yield _line(book, facts, Item("king_captured", king.clause, value, DEFENDERS))
    payer = facts.made.get("pagat" + HELD_BY)
    if pagat and payer and "pagat" not in said:
        held = Item("pagat_held", pagat.clause, pagat.value, other(payer), _solo(book, contract))
        yield _line(book, facts, held)


# Negative games


@clause("T-4.3", "T-4.4", "T-1.15", "F-2.3", "F-6.6", "KG-1", "KG-5", "KG-45")
def _negative(book: Book, facts: Facts, player: Player) -> Iterator[Line]:
    """Each declarer settles with each of the three others, also with a fellow declarer."""
    contract = book.contracts[player.contract]
    levels = player.kontra if book.options.negative_kontra == "individual" else {}
    winner = DECLARER if facts.tricks[player.seat] == contract.tricks else DEFENDERS
    declarers = {p.seat for p in facts.players}
    fellows = declarers if book.options.bei_settlement == "vs_non_declarers" else {player.seat}
    opponents = [seat for seat in range(4) if seat not in fellows | {player.seat}]
    for level in sorted({levels.get(seat, 0) for seat in opponents}):
        against = [seat for seat in opponents if levels.get(seat, 0) == level]
        pairs = [
            Payment(seat, player.seat, contract.value)
            if winner == DECLARER
            else Payment(player.seat, seat, contract.value)
            for seat in against
        ]
        factors = kontra(book, level)
        item = Item(contract.name, contract.clause, contract.value, winner, factors)
        line = _paid(_in_radl(book, facts, item), pairs)
        yield replace(line, owner=player.seat) if len(facts.players) > 1 else line


# Trischaken


@clause("T-4.6", "T-4.8", "F-5.4", "F-5.9", "F-5.10")
def trischaken(book: Book, facts: Facts) -> Line:
    """The most points pay; a Jungfrau gets everything, else the others share it."""
    top = max(facts.thirds)
    losers = [seat for seat in range(4) if facts.thirds[seat] == top]
    virgins = [seat for seat in range(4) if not facts.tricks[seat]]
    dues = {seat: due for seat in losers if (due := trischaken_due(book, facts, seat, losers))}
    takers = virgins or [seat for seat in range(4) if seat not in dues]
    pot: Amount = sum(dues.values())
    if len(virgins) == 2 and pot == 3 and book.options.two_virgins_odd_pot == "four":
        pot, dues = 4, {seat: share(4, len(dues)) for seat in dues}
    payments = [
        Payment(payer, taker, share(due, len(takers)))
        for payer, due in dues.items()
        for taker in takers
    ]
    note = "jungfrau" if virgins else ""
    cite = book.cite("jungfrau" if virgins else "trischaken")
    item = Item("trischaken", cite, pot, winner="", note=note)
    return _paid(_in_radl(book, facts, item), payments)


@clause("T-4.7", "T-4.9", "F-5.5", "F-5.6", "F-5.7", "F-5.8", "KG-13", "KG-14")
def trischaken_due(book: Book, facts: Facts, seat: int, losers: list[int]) -> Amount:
    """What one loser pays: doubled for the Vorhand and the Bürgermeister, shared with equals."""
    options, forehand = book.options, facts.forehand
    if len(losers) == 1:
        return sole_due(book, facts, seat)
    if forehand in losers and options.trischaken_tie_vorhand == "vorhand_alone":
        return sole_due(book, facts, seat) if seat == forehand else 0
    due: Amount = share(3 * book.contracts["trischaken"].value, len(losers))
    if len(losers) == 2 and options.trischaken_two_tied:
        due = options.trischaken_two_tied
    all_double = forehand in losers and options.trischaken_tie_vorhand == "pot_doubled"
    return 2 * due if seat == forehand or all_double else due


@clause("T-4.7", "F-5.5", "F-5.6", "KG-13")
def sole_due(book: Book, facts: Facts, seat: int) -> int:
    """A single loser pays three times the game; Vorhand and Bürgermeister each double it."""
    due = 3 * book.contracts["trischaken"].value
    if seat == facts.forehand:
        due *= 2
    if facts.thirds[seat] >= BUERGERMEISTER:
        due *= 2
    return due


BUERGERMEISTER = 107


# The sheet


@clause("U-10.5", "U-10.6", "U-10.9", "KG-31")
def _written(facts: Facts, lines: tuple[Line, ...]) -> tuple[Amount, ...]:
    """The items are netted and only the winning side writes the net as plus."""
    net: Amount = 0
    for line in lines:
        amount = line.value * product(line.factors)[0]
        net += amount if line.winner == DECLARER else -amount
    winner = DECLARER if net > 0 else DEFENDERS
    plus = net if net > 0 else -net
    return tuple(plus if seat in facts.seats_of(winner) else 0 for seat in range(4))


@clause("KG-31")
def each_writes(lines: tuple[Line, ...]) -> tuple[Amount, ...]:
    """Where everybody plays for himself, who has gained writes what he gained."""
    return tuple(max(gain, 0) for gain in totals(4, [line.points for line in lines]))


@clause("T-1.16", "KG-20")
def _notes(book: Book, facts: Facts) -> tuple[str, ...]:
    """What the deal means for the sitting: a Trischaken, 35 to 35."""
    contract = book.contracts[facts.contract]
    if contract.kind == "trischaken":
        return ("trischaken",)
    if not contract.positive or facts.slid or facts.bare:
        return ()
    return ("even",) if is_even(book, facts.declarer_thirds) else ()


@clause("T-1.16", "KG-20")
def is_even(book: Book, worth: int) -> bool:
    """35 to 35: exactly, or as whole points are counted."""
    return worth == 105 if book.options.radl_35_exact else 104 <= worth <= 106
