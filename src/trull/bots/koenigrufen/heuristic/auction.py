"""The auction: every game the law offers is weighed, the best is bid if it is good enough.

A game's gain is what it brings on average in points of the sheet, all opponents together: its
chance comes from the hand alone, since nothing else has been seen. Good enough is what brings more
than silence, which is seldom free: who passes defends, or pays in the Vorhand's Trischaken.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from trull.bots.koenigrufen.heuristic.announce import bird_odds
from trull.bots.koenigrufen.heuristic.hand import chance, outlook, risk
from trull.kernels.tarock import count
from trull.laws.koenigrufen.book import BIRD_ITEMS, MASKS, PACK, Book, Contract, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action

LIKELY = 0.5
"""The chance from which a game is bid of one's own will."""
RISKED = 0.45
"""The chance from which a Rufer is risked that only the Vorhand's right allows."""
WORTH_IT = 0.3
"""How much a game must bring more than silence, in units of a Rufer."""
BIRD_GROWS = 1.3
"""How much the talon and the discard add to a bird's odds (as a logarithm)."""
NEGATIVE_ODDS = {
    0: (1.20, -0.69, -0.30),
    1: (-1.35, 1.84, -0.56),
    2: (-4.60, 3.43, -0.66),
    3: (-8.20, 4.20, -0.60),
}
"""For each number of tricks wanted the logarithm of the odds, as a curve over the risk.

The curves of none and of one lie lower than where players by the book defended: who thinks breaks
more of these games.
"""
KINGS_DISTURB, KINGS_MISSED = 0.35, 0.3
"""What each king takes from the odds of exactly one trick or more, and what their lack adds."""
SEEN = 1.0
"""What laying open takes from the odds."""
TRISCHAKEN_CURVE = ((1.0, 9.8), (2.0, 6.3), (3.0, 2.0), (3.5, 0.0), (4.0, -3.0), (5.0, -10.0))
"""What Trischaken brings to a Vorhand of that risk, where the game counts 2."""


class Promise(NamedTuple):
    """What a game promises: the chance to win it, and what it brings on average."""

    chance: float
    gain: float


class Offer(NamedTuple):
    """Something that may be said, the game it means and what that promises."""

    action: Action
    contract: Contract
    promise: Promise


def word(view: KoenigrufenView) -> Action:
    """The best offer if it is good, else the quiet word; without one, the best all the same."""
    book = book_of(view.rules)
    found = list(offers(view, book))
    quiet = next((p.verb for p in view.prompts if p.verb in ("pass", "vorhand")), "")
    if quiet:
        found = [offer for offer in found if _good(view, book, offer) or is_risked(offer)]
    return max(found, key=lambda o: o.promise.gain).action if found else Action(quiet)


def _good(view: KoenigrufenView, book: Book, offer: Offer) -> bool:
    """Likely enough, and better than silence."""
    if too_early(view, book, offer.contract) or offer.promise.chance < LIKELY:
        return False
    return offer.promise.gain > least_gain(view, book, offer.contract)


def too_early(view: KoenigrufenView, book: Book, contract: Contract) -> bool:
    """Who says the first word has time for a small game, unless it can be bid only now."""
    first = any(prompt.verb == "vorhand" for prompt in view.prompts)
    small = contract.value < book.contracts["dreier"].value
    return first and small and contract.bid != "first_word"


def least_gain(
    view: KoenigrufenView, book: Book, contract: Contract, reserve: float = 0.0
) -> float:
    """What a game must bring to be bid: more than silence, and most games a gain of their own.

    A Dreier may be bid where silence costs more: three players pay it, and few overbid it. Smaller
    games do not keep the others silent, and who fails with a dearer one has made it worse. With a
    reserve a game for points must be a gain in any case, and so much of its value more.
    """
    worth, wanted = silence(view, book), reserve * contract.value if contract.positive else 0.0
    if wanted or not is_dreier(contract):
        worth = max(worth, 0.0) + wanted
    return worth + WORTH_IT * book.contracts["rufer"].value


def is_dreier(contract: Contract) -> bool:
    """A Dreier, or the Vorhand's with all six."""
    return (
        contract.kind == "tarock" and contract.side == "alone" and contract.talon in ("half", "six")
    )


def is_risked(offer: Offer) -> bool:
    """A Rufer by right of the Vorhand is risked with almost any hand (U-7.3)."""
    return offer.contract.bid == "forehand_right" and offer.promise.chance >= RISKED


# What silence promises, over the chance ``p`` of the own Dreier, as measured where players by the
# book said nothing.

LATER_BIDS = 0.2
"""What each player still to speak takes from a weak hand, in Dreiers."""
LEFT_TO_VORHAND = 3.8
"""What a strong hand pays in the Vorhand's Trischaken."""
STILL_FREE = 0.75
"""How often a player does not bid."""


def silence(view: KoenigrufenView, book: Book) -> float:
    """What the quiet word promises: to defend, to pay in Trischaken, or an own game later."""
    hand, dreier = int(PACK.mask(view.hand)), book.contracts["dreier"]
    p = chance(*outlook(dreier, hand), book.options.win_thirds)
    if view.holders:
        return _defending(book.contracts[view.holders[0][1]], p)
    if any(prompt.verb == "vorhand" for prompt in view.prompts):
        return dreier.value * (2.6 * p * p - 0.25)
    if "trischaken" not in book.contracts:
        return dreier.value * (p - 0.42)
    assert view.seat is not None, "a spectator does not bid"
    later = 3 - (view.seat - view.forehand) % 4
    left = LEFT_TO_VORHAND * book.contracts["trischaken"].value * max(p - 0.1, 0.0)
    return -LATER_BIDS * dreier.value * later * (1 - p) - left * STILL_FREE**later


def _defending(standing: Contract, p: float) -> float:
    """Against one alone all three pay alike; the partner of a called game may be oneself."""
    if not standing.positive:
        return 0.0
    if standing.side == "called":
        return standing.value * (0.5 * p - 0.15)
    return standing.value * (1.4 * p - 0.8)


def offers(view: KoenigrufenView, book: Book) -> Iterator[Offer]:
    """Everything that may be bid, held or joined."""
    for prompt in view.prompts:
        if prompt.verb in ("bid", "bei"):
            for choice in prompt.choices:
                name, _, bird = choice.partition(":")
                contract = book.contracts[name]
                promise = promised(view, book, contract, bird)
                yield Offer(Action(prompt.verb, (choice,)), contract, promise)
        elif prompt.verb == "hold":
            standing = book.contracts[view.holders[0][1]]
            yield Offer(Action("hold"), standing, promised(view, book, standing))


def promised(view: KoenigrufenView, book: Book, contract: Contract, bird: str = "") -> Promise:
    """What a game promises with this hand."""
    hand = int(PACK.mask(view.hand))
    match contract.kind:
        case "trischaken":
            return Promise(LIKELY, trischaken_gain(hand, contract))
        case "negative":
            p = negative_chance(hand, contract)
            return Promise(p, whole(contract) * (2 * p - 1))
    p = chance(*outlook(contract, hand), book.options.win_thirds)
    each = p * contract.value - (1 - p) * contract.loss()
    if contract.needs == "bird":
        each += bird_gain(hand, book, contract, bird)
    return Promise(_advised(hand, contract, p), each * payers(contract))


def payers(contract: Contract) -> int:
    """Who pays a declarer: all three others, or one where two play together."""
    return 1 if contract.side == "called" else 3


def whole(contract: Contract) -> int:
    """What they pay for the bare game."""
    return contract.value * payers(contract)


def _advised(hand: int, contract: Contract, p: float) -> float:
    """Three kings want to be called: no Rufer with few tarocks (U-7.5), no Solo (U-13.6)."""
    kings, tarocks = count(hand & MASKS.kings), count(hand & MASKS.tarocks)
    if contract.side == "called" and kings >= 3 and (tarocks <= 4 or contract.talon == "none"):
        return 0.0
    return p


def bird_gain(hand: int, book: Book, contract: Contract, bird: str) -> float:
    """What the bird of a Besserrufer promises: the best one held, or the one named."""
    item = bird or best_bird(hand, book, contract)
    p = bird_odds(hand, BIRD_ITEMS.index(item), False)
    p = 1.0 / (1.0 + (1.0 - p) / p * exp(-BIRD_GROWS if contract.open_talon else 0.0))
    return contract.scale * book.bonuses[item].announced * (2 * p - 1)


def best_bird(hand: int, book: Book, contract: Contract) -> str:
    """The bird held that promises most."""
    held = [bird for bird in BIRD_ITEMS if _holds(hand, book, bird)]
    return max(held, key=lambda bird: bird_gain(hand, book, contract, bird))


def _holds(hand: int, book: Book, item: str) -> bool:
    return bool(hand >> PACK.card(book.bonuses[item].card) & 1)


def negative_chance(hand: int, contract: Contract) -> float:
    """The chance of taking exactly the tricks a negative game wants."""
    start, slope, bend = NEGATIVE_ODDS[contract.tricks]
    feared = risk(hand)
    odds = start + slope * feared + bend * feared * feared
    if contract.tricks:
        odds -= KINGS_DISTURB * count(hand & MASKS.kings) - KINGS_MISSED
    if contract.ouvert != "no":
        odds -= SEEN
    return 1.0 / (1.0 + exp(-odds))


def trischaken_gain(hand: int, contract: Contract) -> float:
    """What Trischaken promises, read off the curve."""
    now = risk(hand)
    before = TRISCHAKEN_CURVE[0]
    for point in TRISCHAKEN_CURVE:
        if now <= point[0]:
            return contract.value / 2 * _between(before, point, now)
        before = point
    return contract.value / 2 * (before[1] - 8.0 * (now - before[0]))


def _between(a: tuple[float, float], b: tuple[float, float], x: float) -> float:
    if a == b:
        return a[1]
    return a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])
