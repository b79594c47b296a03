"""Königrufen, the facts of a played deal: what the settlement has to know, told from the cards.

A deal is what lay on the table: hands, talon, what was taken and discarded, the tricks. Out comes
the ``result`` of a settlement case.
"""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from naive.koenigrufen_money import DECLARER, DEFENDERS, SOLO_CALL_GAMES, Result
from naive.koenigrufen_play import (
    BIRD_CARDS,
    BIRD_TRICK,
    KINGS,
    NEGATIVE,
    PACK,
    TAROCKS,
    TRULL,
    Options,
    thirds,
    trick_winner,
)


class Trick(TypedDict):
    """Four cards in the order played, from the leader's on."""

    leader: int
    cards: list[str]
    winner: int


class Deal(TypedDict):
    """One deal, played; ``called`` is the letter of the called king's suit."""

    ruleset: str
    contract: str
    declarer: int
    partner: int | None
    called: str | None
    hands: list[list[str]]
    talon: list[list[str]]
    taken: list[str]
    discard: list[str]
    tricks: list[Trick]
    trischaken_talon: NotRequired[str]
    king_in_talon: NotRequired[bool]
    options: NotRequired[Options]


class Play(NamedTuple):
    """A card's fate: who played it in which trick, and which card and seat took that trick."""

    seat: int
    trick_no: int
    winner: int
    winning_card: str


def facts(deal: Deal) -> Result:
    """What a settlement needs: tricks, and thirds or bonuses as the contract counts them."""
    check(deal)
    if deal["contract"] == "trischaken":
        return {"thirds": trischaken_thirds(deal), "tricks": tricks_taken(deal)}
    if deal["contract"] in NEGATIVE:
        return {"tricks": tricks_taken(deal)}
    return {
        "declarer_thirds": thirds(pile(deal, DECLARER)),
        "tricks": tricks_taken(deal),
        "made": made(deal),
    }


def check(deal: Deal) -> None:
    """The record holds each card once, and each trick went to whoever took it (U-6.3)."""
    cards = sorted(card for hand in (*deal["hands"], *deal["talon"]) for card in hand)
    assert cards == sorted(PACK), "hands and talon are not the pack"
    for trick in deal["tricks"]:
        index = trick_winner(
            deal["ruleset"], deal["contract"], trick["cards"], deal.get("options", {})
        )
        assert seat_of(trick, index) == trick["winner"], trick


def seat_of(trick: Trick, index: int) -> int:
    """Play goes round from the leader (T-1.1)."""
    return (trick["leader"] + index) % 4


def tricks_taken(deal: Deal) -> list[int]:
    """How many tricks each seat took."""
    return [sum(trick["winner"] == seat for trick in deal["tricks"]) for seat in range(4)]


# ── piles ────────────────────────────────────────────────────────────────────────────────────


def side_of(deal: Deal, seat: int) -> str:
    """Declarer and called partner are one side (U-7.6)."""
    return DECLARER if seat in (deal["declarer"], deal["partner"]) else DEFENDERS


def pile(deal: Deal, side: str) -> set[str]:
    """Tricks and discard are the side's own, the rest of the talon is the defenders'.

    T-3.1, T-3.6, U-8.3, U-13.1, G-37.
    """
    cards = {
        card
        for trick in deal["tricks"]
        if side_of(deal, trick["winner"]) == side
        for card in trick["cards"]
    }
    gift = kings_half(deal)
    if side == DECLARER:
        return cards | set(deal["discard"]) | gift
    return cards | (untaken(deal) - gift)


def untaken(deal: Deal) -> set[str]:
    """The talon cards that the declarer did not take (T-3.1)."""
    return {card for half in deal["talon"] for card in half} - set(deal["taken"])


def called_king(deal: Deal) -> str | None:
    """The king that was called, if the game calls one (U-7.6)."""
    return f"{deal['called']}K" if deal["called"] else None


def kings_half(deal: Deal) -> set[str]:
    """In solo games the talon half with the called king is the declarer's (T-3.6, U-13.2, G-15)."""
    if deal["contract"] not in SOLO_CALL_GAMES:
        return set()
    return {card for half in deal["talon"] if called_king(deal) in half for card in half}


def trischaken_thirds(deal: Deal) -> list[int]:
    """Each player counts his tricks, with the talon cards that came with them (T-4.6)."""
    counts = [0, 0, 0, 0]
    for trick in deal["tricks"]:
        counts[trick["winner"]] += thirds(trick["cards"])
    for card, winner in talon_winners(deal):
        counts[winner] += thirds([card])
    return counts


def talon_winners(deal: Deal) -> list[tuple[str, int]]:
    """The talon goes card by card with the first six tricks, or whole with the last.

    T-4.5; at the Finale always with the last (F-5.3).
    """
    talon = [*deal["talon"][0], *deal["talon"][1]]
    winners = [trick["winner"] for trick in deal["tricks"]]
    if deal["ruleset"] == "tirol" and deal.get("trischaken_talon") == "first_six":
        return list(zip(talon, winners[:6], strict=True))
    return [(card, winners[-1]) for card in talon]


# ── bonuses ──────────────────────────────────────────────────────────────────────────────────


def plays(deal: Deal) -> dict[str, Play]:
    """Every played card with its fate."""
    fates = {}
    for trick_no, trick in enumerate(deal["tricks"], start=1):
        winning = trick["cards"][(trick["winner"] - trick["leader"]) % 4]
        for index, card in enumerate(trick["cards"]):
            fates[card] = Play(seat_of(trick, index), trick_no, trick["winner"], winning)
    return fates


def made(deal: Deal) -> dict[str, str]:
    """Which side achieved which item, whether or not the contract pays it."""
    items = birds(deal) | koenig_ultimo(deal) | mondfang(deal) | collections(deal)
    if deal["ruleset"] == "ulmann":
        return items | king_captured(deal) | held_up(deal, {"pagat"})
    if deal.get("options", {}).get("silent_trick_bonus_loss"):
        return items | held_up(deal, set(BIRD_CARDS)) | king_held_up(deal)
    return items


def birds(deal: Deal) -> dict[str, str]:
    """A bird must win its own trick itself (T-0.21 to T-0.24, T-5.5, U-11.1)."""
    won = {}
    for item, card in BIRD_CARDS.items():
        play = plays(deal).get(card)
        if play and play.trick_no == BIRD_TRICK[card] and play.winning_card == card:
            won[item] = side_of(deal, play.seat)
    return won


def held_up(deal: Deal, items: set[str]) -> dict[str, str]:
    """A bird that falls in its own trick without taking it was held up (U-11.4, U-11.7, G-32).

    The Pagat, by agreement, also in one of the tricks before: it was driven out.
    """
    held, early = {}, int(str(deal["options"].get("pagat_driven_out", 1)))
    for item in items:
        card = BIRD_CARDS[item]
        play, due = plays(deal).get(card), BIRD_TRICK[card]
        first = due - early + 1 if item == "pagat" else due
        if play and first <= play.trick_no <= due and play.winning_card != card:
            held[f"{item}_held_by"] = side_of(deal, play.seat)
    return held


def last_trick_king(deal: Deal) -> Play | None:
    """The called king's fate, if it fell in the last trick (T-0.25)."""
    play = plays(deal).get(called_king(deal) or "")
    return play if play and play.trick_no == 12 else None


def koenig_ultimo(deal: Deal) -> dict[str, str]:
    """The called king falls in a last trick of the declarer's side (T-0.25, T-5.6, U-11.8)."""
    play = last_trick_king(deal)
    if play and side_of(deal, play.winner) == DECLARER:
        return {"koenig_ultimo": DECLARER}
    return {}


def king_held_up(deal: Deal) -> dict[str, str]:
    """The called king falls in a last trick of the defenders (G-11)."""
    play = last_trick_king(deal)
    if play and side_of(deal, play.winner) == DEFENDERS:
        return {"koenig_ultimo_held_by": DECLARER}
    return {}


def mondfang(deal: Deal) -> dict[str, str]:
    """The Mond was taken by the other side than its player's (T-0.26, U-10.15, G-18)."""
    play = plays(deal).get("T21")
    if play and side_of(deal, play.seat) != side_of(deal, play.winner):
        return {"mondfang": side_of(deal, play.winner)}
    return {}


def collections(deal: Deal) -> dict[str, str]:
    """All kings, or the whole Trull, in one side's pile (T-0.27, T-0.28, U-10.3, G-37)."""
    found = {}
    for item, cards in (("koenige", KINGS), ("trull", TRULL)):
        for side in (DECLARER, DEFENDERS):
            if cards <= pile(deal, side):
                found[item] = side
    return found


def king_captured(deal: Deal) -> dict[str, str]:
    """The defenders took the called king with a tarock, or it was left lying in the Rufer.

    U-10.19, U-10.20, U-17.12.
    """
    king = called_king(deal)
    if king is None:
        return {}
    if deal["contract"] == "rufer" and king in untaken(deal):
        return {"king_captured": DEFENDERS}
    play = plays(deal).get(king)
    if play and side_of(deal, play.winner) == DEFENDERS and play.winning_card in TAROCKS:
        return {"king_captured": DEFENDERS}
    return {}
