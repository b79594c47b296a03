"""Advice for Tarock à l'Hombre: count the tarocks, ask for what is missing, take cheaply.

The Compagnie rules give no counsel, so this is plain counting: a hand is worth its tarocks, its
matadors, its court cards and its short suits; a card is played where it brings or saves most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from trull.bots.lhombre.noticing import DUTIES
from trull.bots.noticing import tricks
from trull.bots.random_bot import answerable, any_act
from trull.cards import cards
from trull.kernels.lhombre import EXCUSE, winning_card
from trull.kernels.tarock import count, highest, lowest, thirds
from trull.laws.lhombre.book import BIDS, MASKS, PACK, SEATS, TRICKS, Book
from trull.laws.lhombre.skar import counts_for_ombre
from trull.laws.lhombre.view import LhombreView
from trull.state import Action, Prompt, View

SUITS = tuple(int(PACK.suits[suit]) for suit in "HDSC")
STECHER = int(PACK.mask(f"T{n}" for n in range(16, 22)))
FIRM = MASKS.tarocks | MASKS.kings | MASKS.skues
WEIGHTS = (
    (MASKS.tarocks, 1.0),
    (STECHER, 0.4),
    (MASKS.mond, 1.0),
    (MASKS.skues, 1.7),
    (MASKS.pagat, 1.0),
    (MASKS.kings, 2.2),
    (MASKS.ranks[1], 1.0),
    (MASKS.ranks[2], 0.7),
    (MASKS.ranks[3], 0.35),
)
"""What a card of each set is worth, in tarocks: fitted to what bids brought in deals played out."""
VOID, SINGLE = 1.0, 0.7
SKAR_WORTH = 4.4
"""What a Skar is worth that counts for who laid it: three counters saved, chosen out of 28."""
NEEDED = {"deux": 16.5, "un": 20.5, "sans_prendre": 22.5}
"""From which strength a bid is made; two asked cards help more than one, one more than none."""
WISHES = ("T21", "SKI", "HK", "DK", "SK", "CK", "T20", "T19", "T1", "T18")
WORTH = tuple(thirds(MASKS, 1 << card) for card in range(PACK.size))
"""What each card is worth, in thirds."""
SHORT = 6.0
"""What it is worth to lay the only card of a suit away, in thirds; of two cards half as much."""
SKIES_LATEST = TRICKS - 4  # played later than this it would be lost


def advise(view: View, rng: Random) -> Action | None:
    """The act for this view."""
    assert isinstance(view, LhombreView), "a view of another game"
    if view.seat not in view.duty:
        return None  # at a free table there is always something to say; better not to
    offered = {prompt.verb: prompt for prompt in view.prompts}
    hand = int(PACK.mask(view.hand))
    if "play" in offered:
        return Action("play", (_card(view, offered["play"]),))
    if "lay_skar" in offered:
        return _laid(offered["lay_skar"], worth_saving(hand))
    if view.phase == "auction":
        return _word(view, hand, offered)
    if view.phase == "exchange":
        return _exchange(view, hand, offered)
    if "declare" in offered:
        return Action("declare", offered["declare"].choices)  # an honour not declared is not paid
    return any_act(view, view.prompts, rng)


# Before the play


def strength(hand: int, with_skar: bool = False) -> float:
    """What a hand is worth in tarocks: matadors and court cards too, short suits, and the Skar."""
    worth = SKAR_WORTH if with_skar else 0.0
    for cards_, each in WEIGHTS:
        worth += each * (hand & cards_).bit_count()
    lengths = [(hand & suit).bit_count() for suit in SUITS]
    return worth + VOID * lengths.count(0) + SINGLE * lengths.count(1)


def has_skar(book: Book, place: int) -> bool:
    """Whether the Skar would count for the seat at a place of the bidding, as Ombre."""
    return counts_for_ombre(book, place == SEATS - 1)


def _word(view: LhombreView, hand: int, offered: dict[str, Prompt]) -> Action:
    bids = offered["bid"].choices if "bid" in offered else ()
    place = ((view.seat or 0) - view.forehand) % SEATS
    worth = strength(hand, has_skar(Book.of(view.rules), place))
    return spoken(worth, view.bid, bids, "hold" in offered, "pass" in offered)


def spoken(
    worth: float, standing: str, bids: Sequence[str], may_hold: bool, may_pass: bool
) -> Action:
    """The highest bid the hand bears; the Vorhand has à trois for nothing."""
    if may_hold and worth >= NEEDED.get(standing, 99):
        return Action("hold")
    for bid in reversed(bids):
        if worth >= NEEDED.get(bid, 99):
            return Action("bid", (bid,))
    if BIDS[0] in bids:
        return Action("bid", (BIDS[0],))  # à trois costs nothing and is paid if nobody speaks
    if may_pass:
        return Action("pass")
    return Action("hold") if may_hold else Action("bid", (bids[0],))  # what was laid binds him


def worth_saving(hand: int) -> Callable[[int], float]:
    """Into the Skar go counters that might be lost and cards that make a void."""

    def price(card: int) -> float:
        held = count(hand & MASKS.family[card])
        return WORTH[card] + SHORT / held

    return price


def _laid(prompt: Prompt, price: Callable[[int], float]) -> Action:
    """As many cards as are wanted, the dearest by ``price`` first."""
    by_price = dearest(prompt.choices, price)
    return Action(prompt.verb, by_price[: prompt.least])


def dearest(codes: Iterable[str], price: Callable[[int], float]) -> tuple[str, ...]:
    """Cards by a price, the dearest first."""
    return tuple(sorted(codes, key=lambda code: -price(PACK.index[code])))


def _exchange(view: LhombreView, hand: int, offered: dict[str, Prompt]) -> Action:
    """Lay the weakest cards of short suits; ask for matadors, kings and high tarocks."""
    if "lay_exchange" in offered and answerable(offered["lay_exchange"]):
        return _laid(offered["lay_exchange"], weakness(hand))
    if "ask" in offered:
        asked = {asked.card for asked in view.asked}
        for wish in wishes(hand):
            if wish in offered["ask"].choices and wish not in asked:
                return Action("ask", (wish,))
    if "return_card" in offered and view.gift is not None:
        return Action("return_card", (view.gift.card,))  # not paid for it would cost the game twice
    return Action("waive")


def wishes(hand: int) -> Iterable[str]:
    """Kings of suits that are held come before kings of suits that can be trumped."""
    kings = [c for c in WISHES if c.endswith("K") and hand & MASKS.family[PACK.index[c]]]
    kings.sort(key=lambda code: -count(hand & MASKS.family[PACK.index[code]]))
    return ("T21", "SKI", *kings, *WISHES)


def weakness(hand: int) -> Callable[[int], float]:
    """Laid for the exchange are empty cards of short suits, last what takes tricks."""

    def price(card: int) -> float:
        if 1 << card & FIRM:
            return -card
        family = hand & MASKS.family[card]
        return 10.0 / family.bit_count() - 4.0 * bool(family & MASKS.kings) - WORTH[card] / 10

    return price


# The play


def _card(view: LhombreView, prompt: Prompt) -> str:
    legal = int(PACK.mask(prompt.choices))
    if legal.bit_count() == 1:
        return prompt.choices[0]
    skies = legal & MASKS.skues
    plain = legal & ~MASKS.skues
    chosen = _lead(view, plain) if leads(view) else _follow(view, plain)
    if skies and _excuse_now(view, chosen):
        return "SKI"
    return PACK.code(chosen)


def leads(view: LhombreView) -> bool:
    """Whether the trick is still to be led to; at a free table a card may lie there before that."""
    return view.winning is None


def _lead(view: LhombreView, plain: int) -> int:
    """The Ombre draws tarocks while he is strong and cashes kings; the others force him."""
    tarocks = plain & MASKS.tarocks
    kings = plain & MASKS.kings
    if view.seat == view.ombre:
        if count(tarocks & STECHER) >= 2 or (count(tarocks) >= 8 and not kings):
            return highest(tarocks)
        if kings:
            return highest(kings)
    suits = plain & ~MASKS.tarocks
    if not suits:
        return lowest(tarocks & ~MASKS.pagat or tarocks)
    longest = max(SUITS, key=lambda suit: count(suits & suit))
    suit = suits & longest
    if suit & MASKS.kings and view.trick_no <= 8:
        return highest(suit)
    return lowest(suit)


def _follow(view: LhombreView, plain: int) -> int:
    """Smear what the partner takes, beat what the enemy takes if it pays, else throw little."""
    lying = [PACK.index[code] for _seat, code in view.trick]
    best, taker = _winning(view, lying)
    last = len(lying) == 2
    ours = _friend(view, taker)
    beating = _beating(plain, lying, best)
    if ours and (last or not _threatened(view, best)):
        return _fattest(plain & ~MASKS.tarocks or plain)
    if plain & MASKS.family[lying[0]] & ~MASKS.tarocks and _ruffs(view):
        return _leanest(plain)  # whatever falls is the Ombre's
    worth = sum(WORTH[card] for card in lying)
    if beating and (worth >= 6 or last or beating & ~MASKS.tarocks):
        return _cheapest(beating) if last else _firm(beating, worth)
    return _leanest(plain)


def _winning(view: LhombreView, lying: Sequence[int]) -> tuple[int, int]:
    mask = sum(1 << card for card in lying)
    second = lying[1] if len(lying) > 1 else -1
    best = winning_card(MASKS, EXCUSE, mask, lying[0], second)
    return best, int(view.trick[lying.index(best)][0])


def _friend(view: LhombreView, taker: int) -> bool:
    """The two opponents play together."""
    return view.ombre not in (view.seat, taker)


def _threatened(view: LhombreView, best: int) -> bool:
    """Whether the Ombre, still to come, may well take the trick."""
    to_come = (view.trick[-1][0] + 2) % 3
    return view.ombre == to_come and best < PACK.index["T17"]


def _ruffs(view: LhombreView) -> bool:
    """Whether the Ombre, still to come, has shown that he has no card of the suit led."""
    if view.ombre in (view.seat, *(seat for seat, _code in view.trick)):
        return False
    *past, (led, *_rest) = tricks(view, DUTIES)
    return any(
        played.seat == view.ombre and played.obliges and played.suit != led.suit
        for first, *others in past
        for played in others
        if first.suit == led.suit
    )


def _beating(plain: int, lying: Sequence[int], best: int) -> int:
    above = -2 << best
    if 1 << best & MASKS.tarocks:
        return plain & MASKS.tarocks & above
    return (plain & MASKS.tarocks) | (plain & MASKS.family[lying[0]] & above)


def _cheapest(beating: int) -> int:
    """Last in the trick the Pagat is safe, then a suit card, then the lowest tarock."""
    if beating & MASKS.pagat:
        return highest(MASKS.pagat)
    suits = beating & ~MASKS.tarocks
    return highest(suits) if suits else lowest(beating)


def _firm(beating: int, worth: int) -> int:
    """With players to come a king takes, or a tarock high enough for what lies there."""
    suits = beating & ~MASKS.tarocks
    if suits:
        return highest(suits)
    tarocks = beating & ~MASKS.pagat or beating
    return highest(tarocks) if worth >= 20 else lowest(tarocks)


def _fattest(choice: int) -> int:
    return max(cards(choice), key=lambda card: (WORTH[card], -card))


def _leanest(choice: int) -> int:
    return min(cards(choice), key=lambda card: (WORTH[card], card))


def _excuse_now(view: LhombreView, instead: int) -> bool:
    """The Skies saves a dear card from the enemy, and must be out before it is too late."""
    if leads(view) or not any(view.taken):
        return False
    if view.trick_no >= SKIES_LATEST:
        return True
    lying = [PACK.index[code] for _seat, code in view.trick]
    _best, taker = _winning(view, lying)
    return not _friend(view, taker) and WORTH[instead] >= 10
