"""Positions between two tricks that are known: at once, or remembered; kernels' language.

A position has a *shape*: who holds how many cards of each run, who leads, and what is still
needed. What was shown of a position is filed under its shape with the ranks it stands on
(``bounds``), and found again by every position of that shape in which those ranks lie alike; the
rest of a run may lie anyhow. Runs are closed up: a rank is a *place* among the cards left.

An entry has three words: shape, best card and bounds; the places; and the order of the cards
there. Where the ranks reach far down the tarocks, there would be too many entries of one shape:
those are filed under the holders of the highest tarocks too.
"""

from __future__ import annotations

from trull.bots.koenigrufen.fast import board as at
from trull.bots.koenigrufen.fast.bounds import from_here_up, in_play, sure
from trull.kernels.koenigrufen import TAROCK54_MASKS, TrickRules, crown_after, winning_card
from trull.kernels.tarock import count, highest, lowest, thirds
from trull.machine.words import Block, load, mixed, nth, store

PACK = TAROCK54_MASKS
EVERYBODY, LAST = 15, 12
MIDDLE = 43  # a tarock of the long run
NUMBER = 0x9E3779B97F4A7C1
SIZE = (1 << 56) - 1


def rules_at(b: Block) -> TrickRules:
    """The rules of the trick."""
    return TrickRules(
        load(b, at.FARBEN), load(b, at.NEGATIVE), load(b, at.MUST_BEAT), load(b, at.KAISERSTICH)
    )


def known(b: Block, f: int, alpha: int, beta: int) -> int:
    """The value where it can be told at once, with the ranks it stands on; else -1."""
    leader, need, rem = (load(b, f + at.PLAYER), load(b, f + at.F_NEED), load(b, f + at.F_REM))
    left = count(load(b, at.HAND + leader))
    store(b, f + at.RANKS, 0)
    if load(b, at.KIND) == at.EXACTLY:
        if need < 0 or need > left:
            return 0
    elif rem <= alpha:
        return rem
    elif beta <= 0:
        return 0
    if left < 2:
        return last_trick(b, f) if left else need_met(b, need)
    if load(b, at.BOUNDS):
        side, wanted = load(b, at.COUNTED), beta
        for against in range(2):
            value = sure(b, f, side, wanted)
            if value >= wanted:
                return rem - value if against else value
            side, wanted = EVERYBODY ^ side, rem - alpha
        store(b, f + at.RANKS, 0)
    return remembered(b, f, alpha, beta)


def need_met(b: Block, need: int) -> int:
    """The value after the last trick: nothing more, or 1 for a number that was met."""
    return 1 if load(b, at.KIND) == at.EXACTLY and need == 0 else 0


# The last trick


def last_trick(b: Block, f: int) -> int:
    """The last trick plays itself."""
    leader = load(b, f + at.PLAYER)
    rules, trick, crown, led, winner = rules_at(b), 0, 0, -1, leader
    for place in range(4):
        player = leader + place & 3
        card = lowest(load(b, at.HAND + player))
        crown = crown_after(PACK, rules, trick, led, crown, card)
        led = card if led < 0 else led
        trick |= 1 << card
        if winning_card(PACK, rules, trick, led, crown) == card:
            winner = player
    counts, best = (load(b, at.COUNTED) >> winner & 1, winning_card(PACK, rules, trick, led, crown))
    store(b, f + at.RANKS, deciding(b, trick, best))
    if load(b, at.KIND) == at.EXACTLY:
        return 1 if load(b, f + at.F_NEED) == counts else 0
    return brought(b, trick, best, LAST) if counts else 0


def deciding(b: Block, trick: int, best: int) -> int:
    """The ranks that decided a trick: the best card's and above, if it beat one of its run."""
    if load(b, at.LIKE + best) & trick & ~(1 << best):
        return from_here_up(b, best)
    return 0


def brought(b: Block, trick: int, best: int, number: int) -> int:
    """What a trick brings a winner who counts; ``best`` is the card that took it."""
    kind = load(b, at.KIND)
    if kind == at.ADDITIVE:
        worth = load(b, at.EXTRA + number)
        return worth + thirds(PACK, trick) if load(b, at.WEIGHTED) else worth
    card = load(b, at.CARD)
    if kind == at.EXACTLY or number != load(b, at.TARGET) or not trick >> card & 1:
        return 0
    return 1 if kind == at.KING or best == card else 0


def used_up(b: Block, trick: int, best: int, number: int) -> int:
    """How much less there is to be had once a trick is taken."""
    kind = load(b, at.KIND)
    if kind == at.ADDITIVE:
        return brought(b, trick, best, number)
    if kind == at.EXACTLY:
        return 0
    return 1 if number == load(b, at.TARGET) or trick >> load(b, at.CARD) & 1 else 0


# The table


def remembered(b: Block, f: int, alpha: int, beta: int) -> int:
    """What the table knows; -1 if that does not decide."""
    shape = led_shape(b, f)
    store(b, f + at.FIRST, -1)
    value = looked_up(b, f, shape, alpha, beta)
    if value >= 0 or count(in_play(b, 0) & load(b, at.LIKE + MIDDLE)) < at.FAR_DOWN:
        return value
    return looked_up(b, f, shape + holders(b), alpha, beta)


def led_shape(b: Block, f: int) -> int:
    """The shape of the hands with the lead and what is needed."""
    leader, need = load(b, f + at.PLAYER), load(b, f + at.F_NEED)
    return load(b, f + at.SHAPE) + load(b, at.LEAD + leader) + need * at.MORE


def looked_up(b: Block, f: int, shape: int, alpha: int, beta: int) -> int:
    """What the entries under this shape say; -1 if that does not decide."""
    bucket, odd, upper = bucket_of(b, shape), -1, -1
    for entry in range(bucket, bucket + at.BUCKET, at.ENTRY):
        told = load(b, entry)
        if told >> at.INFO != shape >> at.INFO:
            continue
        store(
            b, f + at.FIRST, (told >> 16 & 63) - 1
        )  # a good card, even if the ranks lie otherwise
        low, high, places = told & 255, told >> 8 & 255, load(b, entry + 1)
        if low < beta and high > alpha and low < high:
            continue
        if odd < 0:
            odd, upper = orders(b)
        if load(b, entry + 2) == mixed(odd & places, upper & places, places, shape):
            store(b, f + at.RANKS, ranks_of(b, places))
            return high if high <= alpha else low
    return -1


def remember(b: Block, f: int) -> None:
    """Write what a search of this frame has shown, before all that was written there earlier."""
    best, card = load(b, f + at.BEST), load(b, f + at.CHOSEN)
    high = best if best < load(b, f + at.CEILING) else 255
    low = best if best > load(b, f + at.FLOOR) else 0
    if card < 0:
        card = load(b, f + at.FIRST)
    shape, places = led_shape(b, f), places_of(b, load(b, f + at.RANKS))
    if count(places & load(b, at.LIKE + MIDDLE)) >= at.FAR_DOWN:
        shape += holders(b)
    odd, upper = orders(b)
    order, bucket = (mixed(odd & places, upper & places, places, shape), bucket_of(b, shape))
    entry = bucket
    while load(b, entry + 2) != order and entry < bucket + at.BUCKET - at.ENTRY:
        entry += at.ENTRY
    if load(b, entry + 2) == order:
        told = load(b, entry)
        low, high = max(low, told & 255), min(high, told >> 8 & 255)
    while entry > bucket:
        entry -= 1
        store(b, entry + at.ENTRY, load(b, entry))
    store(b, bucket, (shape >> at.INFO << 6 | card + 1) << 16 | high << 8 | low)
    store(b, bucket + 1, places)
    store(b, bucket + 2, order)


def bucket_of(b: Block, shape: int) -> int:
    """Where the entries of a shape lie."""
    return at.TABLE + at.BUCKET * (shape & load(b, at.TABLE_MASK))


def holders(b: Block) -> int:
    """A number for the holders of the highest tarocks of the long run."""
    first, second, third = (load(b, at.HAND + 1), load(b, at.HAND + 2), load(b, at.HAND + 3))
    odd, upper = first | third, second | third
    rest, found = (load(b, at.HAND) | odd | upper) & load(b, at.LIKE + MIDDLE), 1
    for _ in range(at.FAR_DOWN):
        if rest:
            card = highest(rest)
            rest ^= 1 << card
            found = found << 2 | (odd >> card & 1) << 1 | upper >> card & 1
    return found * NUMBER & SIZE


def orders(b: Block) -> tuple[int, int]:
    """Who holds the cards of each run, by their order: two bits for a card, in two words."""
    first, second, third = (load(b, at.HAND + 1), load(b, at.HAND + 2), load(b, at.HAND + 3))
    odd, upper = first | third, second | third
    present, odd_order, upper_order, place = load(b, at.HAND) | odd | upper, 0, 0, 0
    for number in range(load(b, at.CHUNKS)):
        chunk = at.CHUNK + 3 * number
        shift, width = load(b, chunk), load(b, chunk + 1)
        if load(b, chunk + 2) >= 0:
            place = shift
        here = present >> shift & width
        close = at.CLOSE + 32 * here
        odd_order |= load(b, close + (odd >> shift & width)) << place
        upper_order |= load(b, close + (upper >> shift & width)) << place
        place += count(here)
    return odd_order, upper_order


def places_of(b: Block, ranks: int) -> int:
    """The places of ranks among the cards that are left; where one must beat, all of them."""
    present, places = in_play(b, 0), 0
    ranks = present & (~load(b, at.LONE) if load(b, at.NEGATIVE) else ranks)
    while ranks:
        card = lowest(ranks)
        like = load(b, at.LIKE + card)
        ranks &= ~like
        cards = present & like
        below = count(cards & (1 << card) - 1)
        places |= (1 << count(cards)) - (1 << below) << lowest(like)
    return places


def ranks_of(b: Block, places: int) -> int:
    """The ranks at these places, with all that lay between them once."""
    present, ranks = in_play(b, 0), 0
    while places:
        place = lowest(places)
        like = load(b, at.LIKE + place)
        ranks |= from_here_up(b, nth(present & like, place - lowest(like)))
        places &= ~like
    return ranks
