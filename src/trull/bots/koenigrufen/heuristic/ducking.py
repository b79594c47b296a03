"""Playing a card where tricks hurt: negative games, from both sides, and Trischaken.

Every card kept is a danger of taking a trick one day. The declarer of a negative game plays for
the exact number of tricks he needs, his opponents leave him tricks he does not want, and in
Trischaken everybody sheds the cards that threaten to bring points in.
"""

from __future__ import annotations

from trull.bots.koenigrufen.heuristic.reading import (
    SUIT_INDEX,
    TAROCK,
    THIRDS,
    Reading,
    beats,
    each,
    left_to_win,
    takes,
    takes_alone,
)
from trull.kernels.tarock import count
from trull.laws.koenigrufen.book import MASKS

TAROCK_DANGER = 0.3
"""The danger of even the lowest tarock: without the suit led it must be played."""
SUIT_DANGER = 0.5
"""The danger of the highest card of a suit if nobody could ruff it."""
RUFFS_HELP = 0.6
"""The part of that danger which other seats' tarocks take away."""
SHED = 0.05
"""How much an opponent of a negative game likes to lose dangerous cards on the way."""
VIRGIN = 8.0
"""What it is worth in thirds to stay without a trick in Trischaken."""
OTHERS_PLAY = 4.0
"""What a seat still to play adds to a trick on average."""
REST_OF_TRICK = 0.75


def best_card(r: Reading, legal: int) -> int:
    """The lawful card for this seat's part in the game; who has lost his own hunts the others."""
    if r.contract.kind == "trischaken":
        return min(each(legal), key=lambda card: (trischaken_cost(r, card), card))
    if any(seat == r.me and not _lost(r, seat, name) for seat, name in r.view.declarers):
        return max(each(legal), key=lambda card: (success(r, card), card))
    return max(each(legal), key=lambda card: (trap(r, card), card))


def _lost(r: Reading, seat: int, name: str) -> bool:
    """Whether a declarer has taken more tricks than his game allows."""
    return r.view.taken[seat] > r.book.contracts[name].tricks


def danger(r: Reading, card: int) -> float:
    """The chance that a card kept takes a trick one day: many lower ones out, few higher."""
    others = r.unseen | r.known[0] | r.known[1] | r.known[2] | r.known[3]
    family = others & MASKS.family[card]
    out, below = count(family), count(family & ((1 << card) - 1))
    share = (below / out) ** 2 if out else 1.0
    if SUIT_INDEX[card] == TAROCK:
        return TAROCK_DANGER + (1.0 - TAROCK_DANGER) * share
    ruffers = min(1.0, count(others & MASKS.tarocks) / 12.0)
    return SUIT_DANGER * share * (1.0 - RUFFS_HELP * ruffers)


# The declarer of a negative game


def success(r: Reading, card: int) -> float:
    """The chance of taking exactly the tricks wanted, if this card is played."""
    mine = next(name for seat, name in r.view.declarers if seat == r.me)
    wanted = r.book.contracts[mine].tricks - r.view.taken[r.me]
    kept = [danger(r, other) for other in each(r.hand & ~(1 << card))]
    return exactly(wanted, [takes_alone(r, card), *kept])


def exactly(wanted: int, chances: list[float]) -> float:
    """The chance that of independent events just so many happen.

    >>> exactly(1, [0.5, 0.5])
    0.5
    """
    found = [1.0] + [0.0] * wanted
    for chance in chances:
        for number in range(wanted, 0, -1):
            found[number] += chance * (found[number - 1] - found[number])
        found[0] *= 1.0 - chance
    return found[wanted]


# Against a negative game


def trap(r: Reading, card: int) -> float:
    """How likely the card leaves the trick to a declarer who has tricks enough."""
    hunted = {int(seat) for seat, name in r.view.declarers if not _lost(r, seat, name)}
    shed = SHED * danger(r, card)
    if not takes(r, card):
        return shed + (r.winning in hunted)
    led = card if r.led < 0 else r.led
    return shed + sum(beats(r, seat, card, led) for seat in r.later if seat in hunted)


# Trischaken


def trischaken_cost(r: Reading, card: int) -> float:
    """The points the card would bring in now, less those it threatens to bring in later."""
    fallen = THIRDS[card] + sum(THIRDS[lying] for lying in r.lying)
    trick = fallen + OTHERS_PLAY * len(r.later) + talon_share(r)
    virgin = VIRGIN if r.view.taken[r.me] == 0 else 0.0
    later = REST_OF_TRICK * left_to_win(r) / (13 - r.number) + THIRDS[card]
    return takes_alone(r, card) * (trick + virgin) - danger(r, card) * later


def talon_share(r: Reading) -> float:
    """What the talon adds to a trick: a card to each of the first six, or all to the last."""
    if r.view.talon_use == "first_six":
        return OTHERS_PLAY if r.number <= 6 else 0.0
    return 6 * OTHERS_PLAY if r.number == 12 else 0.0
