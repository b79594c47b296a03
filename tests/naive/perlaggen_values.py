"""Perlaggen, before and after the play: draw, cut, deal, what an offer is worth, the slate.

Parties are 0 and 1, seats run clockwise from 0. A number of points is an int or ``"OUT"``, the
"Spiel aus".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from naive.perlaggen_cards import FIGURES, NO_OPTIONS, Options, standing_perlaggen, suit

Points = int | str

# P90-1, P24-1: for the draw the As is lowest, even below the Weli.
DRAW_ORDER = ("A", "W", "7", "8", "9", "10", "U", "O", "K")
# P90-10: the bid is 2, then these.
LADDER: tuple[Points, ...] = (2, 3, 4, 5, 6, 7, "OUT")


class Drawn(TypedDict):
    """Who deals, or nobody yet; who plays with whom, high seats first, or nothing yet."""

    dealer: int | None
    pairs: list[list[int]] | None


class Cut(TypedDict):
    """What the cutter kept, the pack to deal from, and whether somebody has to cut again."""

    kept: list[str]
    pack: list[str] | None
    again: bool


class Dealt(TypedDict):
    """The hands by seat, the cards turned, the trump, and how many are left."""

    hands: list[list[str]]
    turned: list[str]
    trump: str | None
    left: int


class ScoredFigure(TypedDict):
    """A figure at the end of a hand: how it was decided and for how much."""

    figure: str
    status: str
    points: Points
    winner: int | None
    seq: int


class Penalty(TypedDict):
    """Points struck off a party, at the start or just before a figure is written."""

    team: int
    points: int
    at: NotRequired[str]


class Slate(NamedTuple):
    """The scores, what was written in order, and the party that is out."""

    scores: list[int]
    written: list[tuple[str, int, Points]]
    winner: int | None


# ── draw, cut, deal ──────────────────────────────────────────────────────────────────────────


def draw_height(card: str) -> int:
    """Place in the order of the draw (P90-1, P24-1).

    >>> draw_height("EA") < draw_height("W") < draw_height("S7") < draw_height("LK")
    True
    """
    return DRAW_ORDER.index(card if card == "W" else card[1:])


def draw(cards: Sequence[str], partners: bool = False) -> Drawn:
    """The lowest deals; of four the two highest are partners, a tie draws again (P90-1, P24-1).

    >>> draw(["H9", "EA", "W", "LK"], partners=True)
    {'dealer': 1, 'pairs': [[0, 3], [1, 2]]}
    """
    heights = [draw_height(card) for card in cards]
    lowest = [seat for seat, height in enumerate(heights) if height == min(heights)]
    dealer = lowest[0] if len(lowest) == 1 else None
    if not partners or len(cards) != 4:
        return {"dealer": dealer, "pairs": None}
    seats = sorted(range(4), key=lambda seat: heights[seat])
    if heights[seats[1]] == heights[seats[2]]:
        return {"dealer": None, "pairs": None}
    return {"dealer": dealer, "pairs": [sorted(seats[2:]), sorted(seats[:2])]}


def cut(
    pack: Sequence[str],
    lifts: Sequence[int],
    scattered: bool = False,
    overlooked: bool = False,
    options: Options = NO_OPTIONS,
) -> Cut:
    """A standing Perlagg below the packet is kept and one cuts again (P90-2, P24-2, PG-4).

    ``scattered`` and ``overlooked`` are said of the last cut.
    """
    cards, kept = list(pack), list[str]()
    for number, lifted in enumerate(lifts, start=1):
        last = number == len(lifts)
        if last and scattered:
            return {"kept": kept, "pack": None, "again": True}
        seen = cards[lifted - 1]
        if seen not in standing_perlaggen(options) or (last and overlooked):
            return {"kept": kept, "pack": cards[lifted:] + cards[:lifted], "again": False}
        kept.append(seen)
        cards.remove(seen)
    return {"kept": kept, "pack": None, "again": True}


def deal(
    pack: Sequence[str],
    players: int,
    dealer: int,
    kept: Iterable[str] = (),
    options: Options = NO_OPTIONS,
) -> Dealt:
    """Three, then two, from the dealer's left, five in all; the next card is trump (P90-30, PG-6).

    The cutter sits at the dealer's right and keeps what he cut (P90-2).
    """
    cards = list(pack)
    hands: list[list[str]] = [[] for _ in range(players)]
    hands[(dealer - 1) % players] += kept
    packets = options.get("deal_packets", [3, 2])
    assert isinstance(packets, list)
    for packet in packets:
        for step in range(1, players + 1):
            hand = hands[(dealer + step) % players]
            count = min(packet, sum(packets) - len(hand))
            hand += cards[:count]
            del cards[:count]
    turned = turn_trump(cards, options)
    trump = suit(turned[-1]) if turned else None
    if trump == "E" and options.get("perlagg_set") == "oberland":
        trump = None
    return {"hands": hands, "turned": turned, "trump": trump, "left": len(cards) - len(turned)}


def turn_trump(stock: Sequence[str], options: Options = NO_OPTIONS) -> list[str]:
    """One card is turned; the Oberland turns past Eichel, which is never trump (P90-30, PG-1)."""
    turned = []
    for card in stock:
        turned.append(card)
        if suit(card) != "E" or options.get("perlagg_set") != "oberland":
            break
    return turned


# ── offers ───────────────────────────────────────────────────────────────────────────────────


def raise_options(offer: Points, options: Options = NO_OPTIONS) -> list[Points]:
    """The next step of the ladder, by option any higher one (P90-10, PG-14).

    >>> raise_options(2), raise_options(7), raise_options("OUT")
    ([3], ['OUT'], [])
    """
    above = list(LADDER[LADDER.index(offer) + 1 :])
    return above if options.get("raise_jumps") else above[:1]


def rebid_offer(stake: Points, options: Options = NO_OPTIONS) -> Points:
    """Bidding again leaves the stake, by option it is the next step (P90-8, PG-15).

    >>> rebid_offer(4)
    4
    """
    if options.get("rebid_effect") == "next_step" and stake != "OUT":
        return LADDER[LADDER.index(stake) + 1]
    return stake


def settle(
    offers: Sequence[Points], answer: str, rebid_at: Points | None = None
) -> tuple[str, Points]:
    """Held at the last number; let good at the number before it (P90-9, P90-10, PG-16).

    A fresh bid let good is worth 1, one bid again what it was held at (P90-8).

    >>> settle([2], "good"), settle([2, 3], "good"), settle([2], "good", rebid_at=2)
    (('good', 1), ('good', 2), ('good', 2))
    """
    if answer == "hold":
        return "held", offers[-1]
    if len(offers) > 1:
        return "good", offers[-2]
    return "good", 1 if rebid_at is None else rebid_at


def overbid(score: int, target: int, k: int) -> bool:
    """Points and figures bid at once reach the target (P90-20).

    >>> overbid(14, 15, 1), overbid(13, 15, 2), overbid(13, 15, 1)
    (True, True, False)
    """
    return score + k >= target


# ── writing ──────────────────────────────────────────────────────────────────────────────────


def writing_order(figures: Iterable[ScoredFigure]) -> list[ScoredFigure]:
    """Spiel aus, let good, bid in the order of bidding, unbid by rank (P90-6, P90-9, P90-12)."""

    def place(figure: ScoredFigure) -> tuple[int, int]:
        if figure["points"] == "OUT":
            return 0, figure["seq"]
        if figure["status"] == "good":
            return 1, figure["seq"]
        if figure["status"] != "unbid":
            return 2, figure["seq"]
        return 3, FIGURES.index(figure["figure"])

    return sorted(figures, key=place)


def score_hand(
    scores: Sequence[int],
    target: int,
    figures: Iterable[ScoredFigure],
    penalties: Iterable[Penalty] = (),
) -> Slate:
    """Written in order until a party is out; a penalty before its figure (P90-9, P90-31)."""
    slate = Slate(list(scores), [], None)
    penalties = list(penalties)
    strike(slate, [penalty for penalty in penalties if penalty.get("at", "start") == "start"])
    for figure in writing_order(figures):
        strike(slate, [penalty for penalty in penalties if penalty.get("at") == figure["figure"]])
        winner = figure["winner"]
        if winner is None:
            continue
        write(slate, target, figure["figure"], winner, figure["points"])
        if slate.scores[winner] >= target:
            return slate._replace(winner=winner)
    return slate


def strike(slate: Slate, penalties: Iterable[Penalty]) -> None:
    """Points are struck off, below nothing if need be (P90-20, P90-31)."""
    for penalty in penalties:
        slate.scores[penalty["team"]] -= penalty["points"]
        slate.written.append(("penalty", penalty["team"], -penalty["points"]))


def write(slate: Slate, target: int, figure: str, winner: int, points: Points) -> None:
    """A figure's points; who wins at "Spiel aus" has the whole game (P90-12)."""
    slate.written.append((figure, winner, points))
    if isinstance(points, int):
        slate.scores[winner] += points
    else:
        slate.scores[winner] = max(target, slate.scores[winner])
