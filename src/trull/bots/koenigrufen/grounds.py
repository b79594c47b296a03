"""What speaks for an act, read off the hand and the table before any counting: codes.

Only what is certain is said, and only from what the seat sees; sentences are in the catalogues
(section ``said``). A person learns more from "six tarocks with the Mond" than from "+1.2".
"""

from __future__ import annotations

from collections.abc import Iterator

from trull.bots.koenigrufen.heuristic.reading import Reading, each, read, takes
from trull.kernels.tarock import count, thirds
from trull.laws.koenigrufen.book import MASKS, PACK, SUITS, TRULL, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.summary import Saying, Value, cards, number, saying, seats
from trull.state import Action, View

BIDDING = ("bid", "hold", "bei", "pass", "vorhand")
LONG = 4
"""From so many cards on a suit is called long."""
COUNTER = 7
"""Thirds of a card that is worth giving: a Cavall, a Dame, a König, a piece of the Trull."""


def grounds(view: View, act: Action) -> tuple[Saying, ...]:
    """What speaks for an act of the seat on turn; nothing where only a count could tell."""
    assert isinstance(view, KoenigrufenView), "a view of another game"
    if act.verb in BIDDING:
        return tuple(_of_hand(view, act))
    if act.verb == "call":
        return (_tarocks(view), *_of_call(view, act.args[0]))
    if act.verb == "discard":
        return tuple(_of_discard(view, act))
    if act.verb == "play" and view.contract:
        return tuple(_of_card(read(view), PACK.card(act.args[0])))
    return ()


def unit(view: View) -> float:
    """The value of the game being played; before there is one, that of the smallest."""
    assert isinstance(view, KoenigrufenView), "a view of another game"
    contracts = book_of(view.rules).contracts
    if view.contract in contracts:
        return float(contracts[view.contract].value)
    return float(min(contract.value for contract in contracts.values()))


# Words


def _of_hand(view: KoenigrufenView, act: Action) -> Iterator[Saying]:
    """How strong the hand is; where tricks hurt, how low."""
    book = book_of(view.rules)
    name = act.args[0].partition(":")[0] if act.args else ""
    if name in book.contracts and not book.contracts[name].positive:
        yield from _low(view)
        return
    yield _tarocks(view)
    kings = [f"{suit}K" for suit in SUITS if f"{suit}K" in view.hand]
    if kings:
        yield saying("ground_kings", n=number(len(kings)), kings=cards(*kings))


def _tarocks(view: KoenigrufenView) -> Saying:
    held = [code for code in view.hand if MASKS.tarocks >> PACK.card(code) & 1]
    best = [code for code in held if TRULL >> PACK.card(code) & 1]
    if not best:
        return saying("ground_tarocks", n=number(len(held)))
    return saying("ground_trull", n=number(len(held)), best=cards(*best))


def _low(view: KoenigrufenView) -> Iterator[Saying]:
    held = [code for code in view.hand if MASKS.tarocks >> PACK.card(code) & 1]
    kings = [code for code in view.hand if code[1:] == "K"]
    yield saying("ground_few_tarocks", n=number(len(held)))
    if not kings:
        yield saying("ground_no_king")


def _of_call(view: KoenigrufenView, suit: str) -> Iterator[Saying]:
    if suit not in SUITS:
        return
    held = {one: sum(code[0] == one for code in view.hand) for one in SUITS}
    free = [one for one in SUITS if f"{one}K" not in view.hand]
    if held[suit] == max(held[one] for one in free) > 0:
        yield saying("ground_longest", suit=_suit(suit), n=number(held[suit]))
    elif not held[suit]:
        yield saying("ground_none_of", suit=_suit(suit))


def _of_discard(view: KoenigrufenView, act: Action) -> Iterator[Saying]:
    """Suits that become free, and what is brought home."""
    laid, hand = int(PACK.mask(act.args)), int(PACK.mask(view.hand))
    for suit in SUITS:
        cut = int(PACK.suits[suit])
        if laid & cut and not hand & ~laid & cut:
            yield saying("ground_freed", suit=_suit(suit))
    home = [PACK.code(card) for card in each(laid) if thirds(MASKS, 1 << card) >= COUNTER]
    if home:
        yield saying("ground_home", home=cards(*home))


def _suit(letter: str) -> Value:
    return "suit", letter


# Cards


def _of_card(r: Reading, card: int) -> Iterator[Saying]:
    if not r.contract.positive:
        yield from _ducking(r, card)
    elif r.led < 0:
        yield from _of_lead(r, card)
    elif takes(r, card):
        yield from _taking(r)
    else:
        yield from _giving(r, card)


def _of_lead(r: Reading, card: int) -> Iterator[Saying]:
    tarocks = r.hand & int(MASKS.tarocks)
    if MASKS.tarocks >> card & 1:
        if count(tarocks) >= LONG and not r.farben:
            yield saying("ground_draws", n=number(count(tarocks)))
        return
    suit = PACK.code(card)[0]
    held = r.hand & int(PACK.suits[suit])
    higher = int(PACK.suits[suit]) & ~((2 << card) - 1)
    if not higher & ~(r.past.played | r.out | r.hand):
        yield saying("ground_master", suit=_suit(suit))
    elif count(held) >= LONG:
        yield saying("ground_long", suit=_suit(suit), n=number(count(held)))


def _taking(r: Reading) -> Iterator[Saying]:
    """Who is ahead, and of how much: in whole points, which a beginner can read."""
    if r.friend[r.winning] == 1.0:
        return
    lying = (sum(thirds(MASKS, 1 << card) for card in r.lying) + 1) // 3
    if r.later:
        yield saying("ground_takes", n=number(lying)) if lying else saying("ground_ahead")
    else:
        yield saying("ground_takes_last", n=number(lying)) if lying else saying("ground_ahead_last")


def _giving(r: Reading, card: int) -> Iterator[Saying]:
    worth = thirds(MASKS, 1 << card)
    if r.friend[r.winning] == 1.0 and worth >= COUNTER:
        yield saying("ground_smears", who=seats(r.winning), card=cards(PACK.code(card)))
    elif r.friend[r.winning] == 0.0 and worth < COUNTER:
        yield saying("ground_little", who=seats(r.winning))


def _ducking(r: Reading, card: int) -> Iterator[Saying]:
    """Under what lies there, with as high a card as possible."""
    if r.led < 0 or takes(r, card) or r.contract.kind == "trischaken":
        return
    yield saying("ground_under", who=seats(r.winning))
