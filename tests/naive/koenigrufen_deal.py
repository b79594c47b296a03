"""Königrufen before the first card: the deal, the auction, and the Radl that doubles deals.

The auction is judged from its transcript: a list of seats and words, ``vorhand``, ``pass``,
``bid dreier``, ``hold``, ``bei piccolo``. After each word the judge says who speaks next and what
he may say, or how the auction ended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from naive.koenigrufen_money import CALL_GAMES, VALUE, Amount
from naive.koenigrufen_play import (
    BIRD_CARDS,
    KINGS,
    NEGATIVE,
    NEGATIVE_GOAL,
    NO_OPTIONS,
    TRULL,
    Options,
    whole_points,
)


class Dealt(NamedTuple):
    """Hands by seat at the table (the fifth player's is empty) and the talon's two halves."""

    hands: list[list[str]]
    talon: list[list[str]]


# ── dealing ──────────────────────────────────────────────────────────────────────────────────


def cut(deck: Sequence[str], at: int) -> list[str]:
    """The cutter lifts at least one card and leaves at least one (T-1.3, F-1.2)."""
    assert 1 <= at < len(deck), at
    return [*deck[at:], *deck[:at]]


def deal(deck: Sequence[str], vorhand: int, players: int = 4, talon_first: bool = False) -> Dealt:
    """Six to each from the Vorhand on, the talon, six to each; by option the talon first.

    T-1.1, T-1.4, F-1.3, G-39. With five the round never reaches the dealer.
    """
    cards = list(deck)
    hands: list[list[str]] = [[] for _ in range(players)]
    talon = take_talon(cards) if talon_first else []
    deal_round(cards, hands, vorhand)
    talon = talon or take_talon(cards)
    deal_round(cards, hands, vorhand)
    return Dealt(hands, talon)


def take_talon(cards: list[str]) -> list[list[str]]:
    """Two halves of three from the top (T-1.4)."""
    return [take(cards, 3), take(cards, 3)]


def deal_round(cards: list[str], hands: list[list[str]], vorhand: int) -> None:
    """Six cards to each of four, from the Vorhand on (T-1.4)."""
    for seat in speakers(vorhand, len(hands)):
        hands[seat] += take(cards, 6)


def take(cards: list[str], count: int) -> list[str]:
    """The top cards leave the pack."""
    taken = cards[:count]
    del cards[:count]
    return taken


def speakers(vorhand: int, players: int) -> list[int]:
    """Four play, counter-clockwise from the Vorhand; the fifth is the dealer (T-1.1)."""
    return [(vorhand + step) % players for step in range(4)]


def knocked_deal(
    deck: Sequence[str], vorhand: int, choices: Sequence[int], players: int = 4
) -> Dealt:
    """Knocked instead of cut: the talon, then four packets of twelve to choose from (T-1.5).

    ``choices``: packet numbers in the order they were chosen. The Vorhand's 0 deals the packets
    round; otherwise each next player chooses and the last takes what is left.
    """
    cards = list(deck)
    talon = take_talon(cards)
    packets = [take(cards, 12) for _ in range(4)]
    hands: list[list[str]] = [[] for _ in range(players)]
    order = packet_order(choices)
    for seat, packet in zip(speakers(vorhand, players), order, strict=True):
        hands[seat] = packets[packet]
    return Dealt(hands, talon)


def packet_order(choices: Sequence[int]) -> list[int]:
    """Which packet the Vorhand and each after her gets (T-1.5).

    >>> packet_order([0]), packet_order([2, 0, 3])
    ([0, 1, 2, 3], [2, 0, 3, 1])
    """
    order: list[int] = []
    for choice in choices:
        assert choice in packets_left(order), choice
        order.append(choice)
    assert not packets_left(order), "somebody has yet to choose"
    return order + [packet for packet in range(4) if packet not in order]


def packets_left(chosen: Sequence[int]) -> set[int]:
    """The packets the next player may choose; none when the rest follows by itself (T-1.5)."""
    if chosen and (chosen[0] == 0 or len(chosen) == 3):
        return set()
    return set(range(4)) - set(chosen)


# ── ranks ────────────────────────────────────────────────────────────────────────────────────

# T-2.5 and G-2, F-0.1, U-13.10, U-15.4, U-18.1: from the lowest up. Rufer and Trischaken of Tirol
# and the Finale are no bids.
RANKS = {
    "tirol": (
        "piccolo",
        "solorufer",
        "besserrufer",
        "bettler",
        "sechserdreier",
        "farbendreier",
        "dreier",
        "zwiccolo_semi",
        "piccolo_semi",
        "bettler_semi",
        "farbeneiner",
        "einer",
        "solobesser",
        "triccolo_ouvert",
        "zwiccolo_ouvert",
        "piccolo_ouvert",
        "bettler_ouvert",
        "farbensolo",
        "solodreier",
    ),
    "finale": (
        "piccolo",
        "bettler",
        "solorufer",
        "besserrufer",
        "farbendreier",
        "sechserdreier",
        "dreier",
        "farbensolo",
        "piccolo_ouvert",
        "bettler_ouvert",
        "solodreier",
    ),
    "ulmann": ("rufer", "solo", "dreier", "solodreier"),
}


def bids(ruleset: str, options: Options) -> list[str]:
    """All that can be bid, from the lowest up.

    The Triccolo belongs to Skoty (T-7.1). Ranked by bird, a Besserrufer names its bird (G-3).
    """
    found = [bid for bid in RANKS[ruleset] if bid != "triccolo_ouvert" or options.get("skoty")]
    if ruleset == "tirol" and options.get("besserrufer_rank") == "by_bird":
        at = found.index("besserrufer")
        found[at : at + 1] = [f"besserrufer {bird}" for bird in BIRD_CARDS]
    return found


def contract_of(bid: str) -> str:
    """The contract of a bid, without the bird it may name."""
    return bid.split()[0]


def hand_allows(
    ruleset: str, bid: str, hand: Collection[str], options: Options = NO_OPTIONS
) -> bool:
    """Some contracts need cards in the dealt hand.

    A call needs a king to call, one that is not held (T-2.9, F-4.1, G-35); in the treatise any
    king may be called (U-17.1). Besserrufer and Solobesser need a bird (T-0.5, T-0.15, F-4.7),
    the treatise's Solo a Trull piece, unless the table does without (U-13.3).
    """
    contract = contract_of(bid)
    if contract in ("besserrufer", "solobesser"):
        wanted = bid.split()[1:] or list(BIRD_CARDS)
        if not any(BIRD_CARDS[bird] in hand for bird in wanted):
            return False
    if ruleset == "ulmann":
        needed = contract == "solo" and options.get("solo_needs_trull", True)
        return not needed or bool(TRULL & set(hand))
    return contract not in CALL_GAMES or not set(hand) >= KINGS


# ── the auction ──────────────────────────────────────────────────────────────────────────────


class Table(NamedTuple):
    """What stays the same through one auction."""

    ruleset: str
    options: Options
    hands: Sequence[Collection[str]]
    vorhand: int

    @property
    def order(self) -> list[int]:
        """The four who speak, Vorhand first."""
        return speakers(self.vorhand, len(self.hands))


class Standing(NamedTuple):
    """How the auction stands: the last speaker, who has passed, and whose bids lie.

    ``outbid``: the holders whom the lying bid drove out.
    """

    last: int | None = None
    passed: frozenset[int] = frozenset()
    holders: tuple[tuple[int, str], ...] = ()
    outbid: tuple[tuple[int, str], ...] = ()


class Auction(TypedDict):
    """Who speaks next and what he may say, or, when it is over, who plays what.

    ``holders`` are the seats whose bids lie, the first bidder first; none when all have passed.
    """

    over: bool
    turn: int | None
    words: set[str]
    holders: list[int]
    contracts: dict[int, str]


def auction(
    ruleset: str,
    options: Options,
    hands: Sequence[Collection[str]],
    vorhand: int,
    acts: Iterable[tuple[int, str]],
) -> Auction:
    """Each speaks in turn; all but the holders must pass before it ends (T-2.1 to T-2.7).

    An unlawful word raises ValueError.
    """
    table, standing = Table(ruleset, options, hands, vorhand), Standing()
    for seat, word in acts:
        if seat != turn(table, standing) or word not in words(table, standing):
            raise ValueError(f"seat {seat} may not say {word!r} now")
        standing = after(table, standing, seat, word)
    return report(table, standing)


def report(table: Table, standing: Standing) -> Auction:
    """The judge's answer."""
    seat, holders = turn(table, standing), standing.holders
    if seat is None and not holders and table.options.get("all_pass") == "vorhand_must_call":
        holders = ((table.vorhand, "rufer"),)
    return {
        "over": seat is None,
        "turn": seat,
        "words": words(table, standing),
        "holders": [holder for holder, _ in holders],
        "contracts": dict(holders),
    }


def turn(table: Table, standing: Standing) -> int | None:
    """The next seat that has neither passed nor holds the bid (T-2.2, T-2.6, T-2.7)."""
    if standing.last is None:
        return table.vorhand
    start = table.order.index(standing.last) + 1
    holding = {seat for seat, _ in standing.holders}
    for step in range(4):
        seat = table.order[(start + step) % 4]
        if seat not in standing.passed | holding:
            return seat
    return None


def after(table: Table, standing: Standing, seat: int, word: str) -> Standing:
    """A pass is final, a bid or a hold drives the holders out, bei joins them (T-2.7, T-4.3)."""
    if word == "pass":
        return standing._replace(last=seat, passed=standing.passed | {seat})
    if word == "vorhand":
        return standing._replace(last=seat)
    if word == "hold":
        return Standing(seat, standing.passed, ((seat, top_bid(standing)),))
    if word.startswith("bei "):
        joined = (*fellows(table, standing, seat), (seat, word.removeprefix("bei ")))
        return Standing(seat, standing.passed, joined)
    holders = ((seat, word.removeprefix("bid ")),)
    return Standing(seat, standing.passed, holders, outbid=standing.holders)


def words(table: Table, standing: Standing) -> set[str]:
    """What the seat on turn may say."""
    seat = turn(table, standing)
    if seat is None:
        return set()
    if table.ruleset == "ulmann":
        return {"pass"} | ulmann_words(table, standing, seat)
    if standing.last is None:
        return {"vorhand"} | bid_words(table, seat, bids(table.ruleset, table.options))
    if len(standing.passed) == 3 and not standing.holders:
        return bid_words(table, seat, vorhand_choice(table))
    higher = [bid for bid in higher_bids(table, standing) if bid != "sechserdreier"]
    return (
        {"pass"}
        | bid_words(table, seat, higher)
        | hold_words(table, standing, seat)
        | bei_words(table, standing, seat)
    )


def bid_words(table: Table, seat: int, candidates: Iterable[str]) -> set[str]:
    """The bids this hand allows."""
    hand, options = table.hands[seat], table.options
    return {f"bid {bid}" for bid in candidates if hand_allows(table.ruleset, bid, hand, options)}


def vorhand_choice(table: Table) -> list[str]:
    """Nobody has bid: the Vorhand chooses.

    Tirol: Rufer or Trischaken, by agreement the Sechserdreier (T-2.3, T-3.4, G-40). The Finale:
    every contract but the Sechserdreier (F-3.2).
    """
    if table.ruleset == "finale":
        others = [bid for bid in bids("finale", table.options) if bid != "sechserdreier"]
        return ["rufer", "trischaken", *others]
    late = table.options.get("sechserdreier_afterwards", False)
    return ["rufer", "trischaken", *(["sechserdreier"] if late else [])]


def top_bid(standing: Standing, ranked: Sequence[str] = ()) -> str:
    """The bid to beat is the highest among the holders (T-2.5)."""
    lying = [bid for _, bid in standing.holders]
    return max(lying, key=ranked.index) if ranked else lying[0]


def higher_bids(table: Table, standing: Standing) -> list[str]:
    """A lying bid is outbid only by a higher-ranking one (T-2.5)."""
    ranked = bids(table.ruleset, table.options)
    if not standing.holders:
        return ranked
    top = top_bid(standing, ranked)
    if piccolo_bei_beats(table) and len(standing.holders) > 1 and top == "piccolo":
        top = "solorufer"
    return ranked[ranked.index(top) + 1 :]


def hold_words(table: Table, standing: Standing, seat: int) -> set[str]:
    """At the Finale the Vorhand may hold another's bid; in Tirol nobody holds (F-3.3, T-2.5)."""
    if table.ruleset != "finale" or seat != table.vorhand or not standing.holders:
        return set()
    return hold_if_able(table, standing, seat)


def hold_if_able(table: Table, standing: Standing, seat: int) -> set[str]:
    """Who holds a bid must have the hand for it."""
    able = hand_allows(table.ruleset, top_bid(standing), table.hands[seat], table.options)
    return {"hold"} if able else set()


def ulmann_words(table: Table, standing: Standing, seat: int) -> set[str]:
    """Higher games outbid; an earlier seat may hold the game of a later one.

    U-6.1, U-13.7, U-13.10, U-15.4. The Rufer is open while no bid lies and all earlier seats have
    passed (U-7.1).
    """
    found = bid_words(table, seat, higher_bids(table, standing))
    earlier = table.order[: table.order.index(seat)]
    if standing.holders or not standing.passed >= set(earlier):
        found.discard("bid rufer")
    if standing.holders and standing.holders[0][0] not in earlier:
        found |= hold_if_able(table, standing, seat)
    return found


# ── bei ──────────────────────────────────────────────────────────────────────────────────────


def bei_words(table: Table, standing: Standing, seat: int) -> set[str]:
    """An equal negative game may be played beside the lying one (T-4.3, G-4).

    Zwiccolo and Triccolo join only by option (T-7.2).
    """
    lying = [bid for _, bid in fellows(table, standing, seat)]
    if table.ruleset != "tirol" or not lying:
        return set()
    return {
        f"bei {bid}"
        for bid in bids("tirol", table.options)
        if all(side_by_side(table.options, bid, fellow) for fellow in lying)
    }


def side_by_side(options: Options, bid: str, fellow: str) -> bool:
    """Two negative games go together if their value is the same (T-4.3, T-7.2, G-4)."""
    if bid not in NEGATIVE_GOAL or fellow not in NEGATIVE_GOAL:
        return False
    if options.get("bei_scope") == "same_contract" and bid != fellow:
        return False
    many_tricks = [game for game in (bid, fellow) if NEGATIVE_GOAL[game] > 1]
    if many_tricks and not options.get("zwiccolo_bei"):
        return False
    return negative_value(options, bid) == negative_value(options, fellow)


def negative_value(options: Options, contract: str) -> object:
    """The printed value; the Triccolo's is an option (G-9)."""
    if contract == "triccolo_ouvert":
        return options.get("triccolo_value", 7)
    return VALUE["tirol"][contract]


def piccolo_bei_beats(table: Table) -> bool:
    """By option, Piccolo with Piccolo-bei goes before a Solorufer (G-6).

    Read so: over a Solorufer that outbid a Piccolo a third player may still say Piccolo-bei; the
    Solorufer is then driven out, and no other can outbid the two.
    """
    return table.ruleset == "tirol" and bool(table.options.get("piccolo_bei_beats_solorufer"))


def fellows(table: Table, standing: Standing, seat: int) -> tuple[tuple[int, str], ...]:
    """Those whom a bei would join: the holders, or a Piccolo that a Solorufer drove out (G-6)."""
    if piccolo_bei_beats(table) and bids_of(standing.holders) == {"solorufer"}:
        waiting = tuple(h for h in standing.outbid if h[0] not in standing.passed | {seat})
        if bids_of(waiting) == {"piccolo"}:
            return waiting
    return standing.holders


def bids_of(holders: Iterable[tuple[int, str]]) -> set[str]:
    """What the holders have bid."""
    return {bid for _, bid in holders}


# ── Radl ─────────────────────────────────────────────────────────────────────────────────────


class Booked(TypedDict):
    """One deal as it stands in the Schrift; ``points`` as written, doubled or not."""

    contract: str
    points: Sequence[Amount]
    declarer_thirds: NotRequired[int]


def radl(results: Sequence[Booked], options: Options = NO_OPTIONS, n: int = 4) -> list[int]:
    """After Trischaken, 35:35 and every Nuller the next n deals count twice, never four times.

    T-1.16, G-21; Skoty has no Radl (T-7.1). The factor of each deal, and of the next to come.

    >>> played = {"contract": "dreier", "points": [15, -5, -5, -5], "declarer_thirds": 120}
    >>> fahren = {"contract": "trischaken", "points": [2, -6, 2, 2]}
    >>> radl([played, fahren, played, played, played, played])
    [1, 1, 2, 2, 2, 2, 1]
    """
    left, factors = 0, [1]
    for count in range(1, len(results) + 1):
        inside = left > 0
        left = max(left - 1, 0)
        if is_trigger(results[:count], options):
            left = deals_left(left, inside, str(options.get("radl_overlap", "restart")), n)
        factors.append(2 if left else 1)
    if options.get("skoty") or not options.get("radl", True):
        return [1] * len(factors)
    return factors


def deals_left(left: int, inside: bool, overlap: str, n: int) -> int:
    """A trigger inside a Radl starts it anew, is added to it, or is ignored (G-21)."""
    if inside and overlap == "ignore":
        return left
    if inside and overlap == "append":
        return left + n
    return n


def is_trigger(so_far: Sequence[Booked], options: Options) -> bool:
    """The last deal calls for a Radl (T-1.16)."""
    last = so_far[-1]
    if last["contract"] == "trischaken":
        return True
    return is_even(last, options) or is_nuller(so_far, options)


def is_even(booked: Booked, options: Options) -> bool:
    """Both sides of a positive game have 35, in whole points or exactly (G-20)."""
    amount = booked.get("declarer_thirds")
    if booked["contract"] in NEGATIVE or amount is None:
        return False
    if options.get("radl_35_exact"):
        return amount == 105
    return whole_points(amount) == 35


def is_nuller(so_far: Sequence[Booked], options: Options) -> bool:
    """The deal brought nobody anything, or the Schrift stands at zero (T-1.16, G-20)."""
    if not any(so_far[-1]["points"]):
        return True
    totals = [sum(column) for column in zip(*(b["points"] for b in so_far), strict=True)]
    rule = options.get("nuller_schrift", "all_zero")
    if rule == "any_zero":
        return not all(totals)
    return rule == "all_zero" and not any(totals)


def schlussradl(
    announced: int, skues: Mapping[int, int | None], options: Options = NO_OPTIONS, n: int = 4
) -> range | None:
    """The last doubled round starts when its mark is Vorhand; None while that is open (T-1.17).

    ``announced``: number of the deal after which it was called for, from 0, in which seat 0 was
    Vorhand. The mark is the first Vorhand, or by option whoever is dealt the Sküs (Gstieß) next:
    ``skues`` tells for each deal who was, None for the talon.
    """
    if options.get("final_radl", "first_vorhand") == "first_vorhand":
        return doubled_deals(announced, 0, n)
    count = announced + 1
    while count in skues:
        mark = skues[count]
        if mark is not None:
            return doubled_deals(count, mark, n)
        count += 1
    return None


def doubled_deals(before: int, mark: int, n: int) -> range:
    """The n deals from the mark's next turn as Vorhand on (T-1.17)."""
    start = next(count for count in range(before + 1, before + n + 1) if count % n == mark)
    return range(start, start + n)
