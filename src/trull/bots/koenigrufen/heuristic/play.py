"""Playing a card in a positive game, for either side.

A card is worth what it brings to the trick, times the chance that our side takes it, less what it
would still bring if it were kept. From this one sum follow: take with the cheapest card that
wins, smear to the partner, do not spend a Stecher on an empty trick, bring the Pagat home in
time. What the sum does not see is added: the birds' and the king's own tricks, the Mond, and
what a lead does beyond its trick.

All is counted in thirds of a point. The constants were settled by playing bots with other values
against these on the same deals.
"""

from __future__ import annotations

from trull.bots.koenigrufen.heuristic.reading import (
    EVERYBODY,
    SUIT_INDEX,
    SUIT_MASKS,
    TAROCK,
    THIRDS,
    Reading,
    beats,
    each,
    empty_in,
    holds,
    left_to_win,
    takes,
    takes_alone,
    tarocks_of,
)
from trull.kernels.koenigrufen import target_trick
from trull.kernels.tarock import count, thirds
from trull.laws.koenigrufen.book import BIRD_ITEMS, BIRDS, KING, MASKS, PACK, TRULL

GAME = 37.0
"""What the game itself weighs near the limit: so many thirds decide it one time more in two."""
TRULL_PIECE, FOURTH_KING = 0.3, 0.2
"""The part of the Trull's and of the four kings' bonus that goes with each single card."""
DISCARDED = 4.0
"""What a seat adds to a trick that neither follows nor ruffs."""
RUFFED = 1.2
FRIEND_OVERTAKES = 0.2
"""How readily one takes a trick that is the partner's already."""
STEP_DOWN = 0.86
"""What each higher tarock against us leaves of a tarock's chance to win a trick."""
LOW_TAROCK = 0.25
"""The chance that even a low tarock takes a trick, by ruffing."""
MASTER, SECOND = 0.5, 0.3
"""The chance that the highest card of a suit wins, and what each higher one leaves of it."""
FARBEN_MASTER, FARBEN_SECOND = 0.9, 0.4
REST_OF_TRICK = 0.75
"""The part of an average trick that the other three cards make up."""
SMEARED, SMEARED_ALONE = 0.4, 0.1
"""How often a card that wins nothing still comes home, with a partner and without."""
DRAWING = 2.2
"""What a lead of tarocks is worth for each tarock one holds more than the opponents."""
DRAWN_OUT = -8.0
"""Leading tarocks against opponents who have none wastes them."""
FORCING = 6.0
"""What it is worth to make an opponent ruff."""
RUNNING = 10.0
"""What it is worth to a declarer of a Farbenspiel to run his masters."""
HOPE = 0.22
"""How fast the hope for a silent bird grows with each tarock more than anybody else has."""
KEEP_ANNOUNCED = 200.0


def best_card(r: Reading, legal: int) -> int:
    """The lawful card that brings most."""
    return max(each(legal), key=lambda card: (score(r, card), -card))


def score(r: Reading, card: int) -> float:
    """What playing the card now is worth, in thirds."""
    led = card if r.led < 0 else r.led
    chance = ours(r, card, led)
    trick = weight(r, card) + sum(weight(r, lying) for lying in r.lying)
    total = chance * (trick + to_come(r, led)) - hold(r, card)
    total += bird_aim(r, card) + king_aim(r, card, chance) + mond_at_stake(r, card, chance)
    return total + lead_plan(r, card) if r.led < 0 else total


# The trick


def ours(r: Reading, card: int, led: int) -> float:
    """The chance that our side takes the trick if this card is played."""
    holder, best = (r.me, card) if takes(r, card) else (r.winning, r.best)
    king = _king_to_come(r, best, led)
    stays, won = 1.0, 0.0
    for seat in r.later:
        over = beats(r, seat, best, led)
        over *= 1.0 - (1.0 - FRIEND_OVERTAKES) * _together(r, seat, holder)
        partner = min(over, _is_partner(r, seat)) if king else 0.0
        won += stays * (partner * declares(r) + (over - partner) * r.friend[seat])
        stays *= 1.0 - over
    return won + stays * r.friend[holder]


def _together(r: Reading, seat: int, holder: int) -> float:
    """The chance that two seats are on the same side, seen from ours."""
    a, b = r.friend[seat], r.friend[holder]
    return a * b + (1.0 - a) * (1.0 - b)


def _king_to_come(r: Reading, best: int, led: int) -> bool:
    """Whether the called king is still out and would take this trick: then it is the caller's."""
    suit = r.view.called_suit
    if not suit or not r.unseen >> KING[suit] & 1:
        return False
    return SUIT_INDEX[led] == SUIT_INDEX[KING[suit]] == SUIT_INDEX[best]


def _is_partner(r: Reading, seat: int) -> float:
    """The chance that the seat holds the called king."""
    return r.friend[seat] if declares(r) else 1.0 - r.friend[seat]


def declares(r: Reading) -> bool:
    """Whether the seat is the declarer."""
    return r.me == r.view.declarers[0][0]


def to_come(r: Reading, led: int) -> float:
    """What the seats still to play may be expected to add to the trick."""
    if r.farben:
        return DISCARDED * len(r.later)
    suit = SUIT_INDEX[led]
    unseen, total = r.unseen & SUIT_MASKS[suit], 0.0
    usual = thirds(MASKS, unseen) / count(unseen) if unseen else 1.0
    for seat in r.later:
        empty = empty_in(r, seat, suit)
        ruffs = empty * holds(r, seat, MASKS.tarocks)
        total += (1.0 - empty) * usual + ruffs * RUFFED + (empty - ruffs) * DISCARDED
    return total


# What a card is worth


def stake(r: Reading, item: str) -> float:
    """What a bonus weighs against the game: much in a Rufer, little in a Dreier."""
    if item not in r.contract.bonuses:
        return 0.0
    bonus = r.book.bonuses[item]
    value = bonus.announced if announced(r, item) else bonus.silent
    return GAME * r.contract.scale * value / game_worth(r)


def game_worth(r: Reading) -> int:
    """What the game counts; a house rule may let it count nothing, and bonuses still do."""
    return max(r.contract.value, 1)


def announced(r: Reading, item: str) -> bool:
    """Whether somebody announced the bonus."""
    return any(name == item for name, _seat, _kontra in r.view.announced)


def weight(r: Reading, card: int) -> float:
    """The thirds of a card, with its part in Trull and kings."""
    if TRULL >> card & 1:
        return THIRDS[card] + TRULL_PIECE * stake(r, "trull")
    if MASKS.kings >> card & 1:
        return THIRDS[card] + FOURTH_KING * stake(r, "koenige")
    return float(THIRDS[card])


def hold(r: Reading, card: int) -> float:
    """What the card would still bring if it were kept."""
    later, value = wins_later(r, card), weight(r, card)
    trick = REST_OF_TRICK * left_to_win(r) / (13 - r.number)
    comes_home = SMEARED if sum(r.friend) > 1.5 else SMEARED_ALONE
    return later * (trick + value) + (1.0 - later) * comes_home * value


def wins_later(r: Reading, card: int) -> float:
    """The chance that the card takes a trick if it is kept; of a suit one at most (U-9.3)."""
    if r.number == 12:
        return 0.0
    higher = _higher_against(r, card)
    if r.farben:
        return float(FARBEN_MASTER * FARBEN_SECOND**higher)
    if SUIT_INDEX[card] == TAROCK:
        return float(max(LOW_TAROCK, STEP_DOWN**higher))
    return float(MASTER * SECOND**higher * _unruffed(r, SUIT_INDEX[card]))


def _higher_against(r: Reading, card: int) -> float:
    """How many higher cards of the suit opponents may be expected to hold."""
    above, suit = MASKS.family[card] & (-2 << card), SUIT_INDEX[card]
    total = 0.0
    for q in EVERYBODY:
        if r.friend[q] < 1.0:
            free = count(r.unseen & above & ~r.past.lacks[q])
            held = count(r.known[q] & above) + r.chance[q][suit] * free
            total += (1.0 - r.friend[q]) * held
    return total


def _unruffed(r: Reading, suit: int) -> float:
    """The chance that no opponent is empty in the suit and ruffs (U-9.4)."""
    stays = 1.0
    for q in EVERYBODY:
        if r.friend[q] < 1.0:
            ruffs = empty_in(r, q, suit) * holds(r, q, MASKS.tarocks)
            stays *= 1.0 - (1.0 - r.friend[q]) * ruffs
    return stays


# Leads


def lead_plan(r: Reading, card: int) -> float:
    """What a lead does beyond its trick."""
    if r.farben:
        return RUNNING * takes_alone(r, card) if declares(r) else 0.0
    return draws(r) if SUIT_INDEX[card] == TAROCK else forces(r, card)


def draws(r: Reading) -> float:
    """Leading tarocks is for the side that has more of them: it drives them out (U-10.13)."""
    own = count(r.hand & MASKS.tarocks)
    theirs = sum((1.0 - r.friend[q]) * tarocks_of(r, q) for q in EVERYBODY if q != r.me)
    return DRAWING * (own - theirs) if theirs >= 0.5 else DRAWN_OUT


def forces(r: Reading, card: int) -> float:
    """A suit in which an opponent is empty makes him spend tarocks (U-9.5)."""
    suit = SUIT_INDEX[card]
    return FORCING * sum(
        (1.0 - r.friend[q]) * empty_in(r, q, suit) * holds(r, q, MASKS.tarocks) for q in r.later
    )


# Cards with a trick of their own


def bird_aim(r: Reading, card: int) -> float:
    """A bird is kept for its trick while there is hope, and played in it (U-11.1, U-11.4)."""
    if not BIRDS >> card & 1 or r.farben:
        return 0.0
    item, target = BIRD_ITEMS[card - PACK.card("T1")], target_trick(MASKS, card)
    if r.number > target or item not in r.contract.bonuses:
        return 0.0
    if r.number == target:
        return stake(r, item) * takes_alone(r, card)
    return -KEEP_ANNOUNCED if announced(r, item) else -stake(r, item) * hope(r)


def hope(r: Reading) -> float:
    """The chance that a bird kept so far still makes its trick: tarocks against tarocks."""
    most = max(tarocks_of(r, q) for q in EVERYBODY if q != r.me)
    return min(0.9, max(0.0, HOPE * (count(r.hand & MASKS.tarocks) - most - 1.0)))


def king_aim(r: Reading, card: int, chance: float) -> float:
    """The called king waits if announced, and is not led into capture (U-10.20, U-10.21)."""
    if not r.view.called_suit or card != KING[r.view.called_suit]:
        return 0.0
    if r.number == 12:
        return stake(r, "koenig_ultimo") * chance
    if announced(r, "koenig_ultimo"):
        return -KEEP_ANNOUNCED
    charge = r.book.charges.get("king_captured")
    lost = GAME * charge.value / game_worth(r) if charge else 0.0
    return -lost * (1.0 - chance)


def mond_at_stake(r: Reading, card: int, chance: float) -> float:
    """The Mond falls to the other side: theirs is worth catching, ours worth keeping (U-10.15)."""
    if MASKS.mond >> card & 1:
        return -stake(r, "mondfang") * (1.0 - chance)
    for (seat, _code), lying in zip(r.view.trick, r.lying, strict=True):
        if MASKS.mond >> lying & 1:
            return stake(r, "mondfang") * (chance - r.friend[seat])
    return 0.0
