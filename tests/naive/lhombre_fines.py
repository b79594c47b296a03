"""What a deal at a free table comes to: the ombre's points, the game, every offender's fine."""

from __future__ import annotations

from collections import Counter

from naive import lhombre as naive
from naive.lhombre import SEATS, SKIES
from naive.lhombre_free import Breach, Table

FINED = {
    "skar_count",
    "skar_barred",
    "skar_forgotten",
    "skar_by_other",
    "revoke",
    "overfull_after_exchange",
}


def found(table: Table) -> list[Breach]:
    """What comes to light: everything by itself, or by option only what was claimed (LG-26)."""
    by_itself = table.options["fault_detection"] == "automatic"
    return table.breaches if by_itself else table.established


def is_void(table: Table) -> bool:
    """A misdeal that was found, even at the end (L-5.1, L-5.3)."""
    return any(breach.kind == "misdeal" for breach in found(table))


def account(table: Table) -> list[int]:
    """What each seat has in the end."""
    money = [0, 0, 0]
    if is_void(table) or table.ombre is None:
        return money
    game = game_money(table)
    for place in SEATS:
        money[(place + table.forehand) % 3] += game[place]
    for place, worth in enumerate(table.honours):
        for other in SEATS:
            money[(other + table.forehand) % 3] += 2 * worth if other == place else -worth
    return money


def game_money(table: Table) -> list[int]:
    """The game, the fines and an agreed Pagat ultimo, by place (rules 6, 7 and 14)."""
    assert table.ombre is not None
    points = None if table.bid == "trois" else ombre_points(table)
    names = {table.ombre: "O"}
    names |= dict(zip([p for p in SEATS if p != table.ombre], ("X", "Y"), strict=True))
    guilty = [names[breach.place] for breach in found(table) if breach.kind in FINED]
    money = naive.settle_with_penalties(table.bid, points, guilty, volte(table), table.options)
    each = pagat_ultimo(table)
    paid = Counter(money)
    for place in SEATS:
        paid[names[place]] += 2 * each if place == table.ombre else -each
    return [paid[names[place]] for place in SEATS]


def volte(table: Table) -> str | None:
    """All tricks that were played, if it was announced (L-14.3, LG-12)."""
    if table.volte is None:
        return None
    return "won" if all(place == table.ombre for place in table.takers) else "lost"


def pagat_ultimo(table: Table) -> int:
    """The price set by the table, outside the game (O-2)."""
    price = table.options["pagat_ultimo"]
    assert isinstance(price, int)
    if not table.full():
        return 0
    assert table.ombre is not None
    return naive.pagat_ultimo(tricks(table)[-1], table.ombre, price)


def tricks(table: Table) -> list[naive.Taken]:
    """The tricks with their cards in turn: who played ahead keeps his place."""
    takers = table.takers
    found = []
    for number, trick in enumerate(table.full(), 1):
        leader = takers[number - 2] if number > 1 else table.first_leader()
        cards = tuple(trick.card_of(place) for place in table.order_from(leader))
        found.append(naive.Taken(number, leader, cards, takers[number - 1]))
    return found


def ombre_points(table: Table) -> int:
    """Tricks, the Skies squared, cards left over, and the Skar if his (M-7, M-11, LG-12)."""
    own: list[str] = []
    rivals: list[str] = []
    for trick in tricks(table):
        (own if trick.taker == table.ombre else rivals).extend(trick.cards)
    square_skies(table, own, rivals)
    assert table.ombre is not None
    own += table.hands[table.ombre]
    return naive.count_points([*own, *(table.skar if skar_is_ombres(table) else ())])


def skar_is_ombres(table: Table) -> bool:
    """The Skar goes with the side of the one who laid it (M-7, LG-04)."""
    return naive.ombre_owns_skar(table.layer == table.ombre, table.options)


def square_skies(table: Table, own: list[str], rivals: list[str]) -> None:
    """The Skies goes back to its side for a card, unless it is lost (M-11, L-15.2, L-15.3)."""
    played = [trick for trick in tricks(table) if SKIES in trick.cards]
    if not played:
        return  # left over in somebody's hand
    (trick,) = played
    mine, his = trick.player_of(SKIES) == table.ombre, trick.taker == table.ombre
    trumps = table.skies_trumps(table.full()[trick.number - 1], table.takers[: trick.number - 1])
    if mine == his or trumps:
        return
    pile, others = (own, rivals) if mine else (rivals, own)
    free = mine and table.volte is not None
    outcome = naive.skies_outcome(pile, trick.number, table.size(), free, options=table.options)
    if outcome["kept"] and not naive.cannot_redeem(mine, table.options):
        assert outcome["gives"] is not None
        naive.swap(pile, outcome["gives"], others, SKIES)
