"""Calling a king, choosing from the talon, laying away, Trischaken's choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from trull.bots.koenigrufen.heuristic.hand import (
    ALONE_SOLO,
    ALONE_TALON,
    PLAIN,
    READY_ALONE,
    chance,
    expected,
    ready,
    risk,
)
from trull.bots.koenigrufen.heuristic.reading import SUIT_MASKS, THIRDS, each, nobody_called
from trull.kernels.tarock import count, highest, lowest
from trull.laws.koenigrufen.book import KING, MASKS, PACK, SUITS, Book, Contract, book_of
from trull.laws.koenigrufen.talon import layable
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action, Prompt

CALLED_SUIT_LAID = 3.0
"""What it costs in thirds to lay away a card of the called suit."""
WINS_ALONE = 0.7
"""The chance alone from which one's own king is called: three pay, but nobody helps."""
PLAY_ON = 0.2
"""The chance from which a game is played on alone when the called king lies in the talon."""
DUCKS_WELL = 2.7
"""The risk below which the last trick of a Trischaken need not be feared."""


# Calling


def call(view: KoenigrufenView) -> Action:
    """Call a foreign king, the fourth unnamed; one's own with a hand that wins alone (U-17.3)."""
    (prompt,) = view.prompts
    if "fourth" in prompt.choices:
        return Action("call", ("fourth",))
    book, hand = book_of(view.rules), int(PACK.mask(view.hand))
    return Action("call", (best_call(book, book.contracts[view.contract], hand, prompt.choices),))


def best_call(book: Book, contract: Contract, hand: int, suits: Sequence[str]) -> str:
    """The suit of these whose king is called."""
    own = [suit for suit in suits if hand >> KING[suit] & 1]
    foreign = [suit for suit in suits if suit not in own]
    if own and (not foreign or _wins_alone(book, contract, hand)):
        foreign = own
    return max(foreign, key=lambda suit: _call_merit(hand, suit))


def _call_merit(hand: int, suit: str) -> tuple[int, int]:
    """Call from the longest suit; of equal ones that with the highest counter (U-8.1)."""
    held = hand & int(PACK.suits[suit])
    return count(held), highest(held) % 8 if held else -1


def _wins_alone(book: Book, contract: Contract, hand: int) -> bool:
    weights = ALONE_TALON if contract.open_talon else ALONE_SOLO
    likely = chance(expected(hand, weights), weights.spread, book.options.win_thirds)
    return likely > WINS_ALONE


# The open talon


def take(view: KoenigrufenView) -> Action:
    """The half that fits best and leaves least (U-8.3); a hopeless game is given up."""
    prompts = {prompt.verb: prompt for prompt in view.prompts}
    words = prompts["take"].choices
    merits = {word: _merit(view, word) for word in words}
    best = max(words, key=lambda word: merits[word])
    way_out = prompts.get("schleifen") or prompts.get("trischaken")
    limit = book_of(view.rules).options.win_thirds
    if way_out and chance(merits[best], READY_ALONE.spread, limit) < PLAY_ON:
        return _first_word(way_out)
    return Action("take", (best,))


def _first_word(prompt: Prompt) -> Action:
    return Action(prompt.verb, prompt.choices[: prompt.least])


def _merit(view: KoenigrufenView, word: str) -> float:
    """The thirds expected with the cards this word takes."""
    got = taken(view, word)
    whole = int(PACK.mask(view.hand)) | got
    left = int(PACK.mask(view.talon)) & ~got
    return max(merit for _laid, merit in discards(view, whole, count(got), left))


def taken(view: KoenigrufenView, word: str) -> int:
    """The cards a word takes."""
    if word == "all":
        return int(PACK.mask(view.talon))
    if word in ("1", "2"):
        start = 3 * int(word) - 3
        return int(PACK.mask(view.talon[start : start + 3]))
    return 1 << PACK.card(word)


# The discard


def discard(view: KoenigrufenView) -> Action:
    """The discard that leaves the best hand; of several birds that may be owed the lowest stays."""
    prompt, hand = view.prompts[0], int(PACK.mask(view.hand))
    first, _then = layable(hand, book_of(view.rules).contracts[view.contract].kind == "farben")
    if count(first) < prompt.most:
        must, spare = int(PACK.mask(prompt.must)), int(PACK.mask(prompt.choices))
        return Action("discard", PACK.named(must | _lowest(spare, prompt.most - count(must))))
    left = int(PACK.mask(view.talon)) & ~int(PACK.mask(view.bought))
    laid, _merit_of = max(discards(view, hand, prompt.most, left), key=lambda found: found[1])
    return Action("discard", PACK.named(laid))


def discards(
    view: KoenigrufenView, whole: int, size: int, left: int
) -> Iterator[tuple[int, float]]:
    """Some sensible discards, each with the thirds it makes expect."""
    contract = book_of(view.rules).contracts[view.contract]
    alone = contract.side != "called" or nobody_called(view, view.declarers[0][0])
    return weighed(contract, called_suit(view), alone, whole, size, left)


def weighed(
    contract: Contract, called: int, alone: bool, whole: int, size: int, left: int
) -> Iterator[tuple[int, float]]:
    """The same for a game that may not be played yet; ``called`` are the cards of that suit."""
    first, then = layable(whole, contract.kind == "farben")
    if contract.kind == "farben":
        layings: Iterable[int] = [_cheapest(first, then, size)]
    else:
        layings = _layings(first, then, size, whole & MASKS.kings, called)
    for laid in layings:
        merit, _spread = ready(contract, whole & ~laid, laid, left, alone)
        yield laid, merit - CALLED_SUIT_LAID * count(laid & called)


def _layings(first: int, then: int, size: int, kings: int, called: int) -> Iterator[int]:
    """Empty some suits (U-9.1), then counters (U-9.9), the called suit last (U-9.2)."""
    if count(first) <= size:
        yield _cheapest(first, then, size)
        return
    for number in range(4):
        for suits in combinations(PLAIN, number):
            whole = sum(suits)
            emptied = first & whole
            if whole & kings or count(emptied) > size:
                continue
            rest = sorted(
                each(first & ~whole), key=lambda card: _spared(card, first, kings, called)
            )
            laid = emptied
            for card in rest[: size - count(emptied)]:
                laid |= 1 << card
            yield laid


def _spared(card: int, first: int, kings: int, called: int) -> tuple[bool, bool, int, int]:
    """What is laid away late: the called suit, a Dame with its king (U-9.10), the longest suit."""
    suit = MASKS.family[card]
    master = bool(suit & kings) and bool(MASKS.ranks[1] >> card & 1)
    return bool(called >> card & 1), master, -THIRDS[card], count(first & suit)  # last: U-9.5


def _cheapest(first: int, then: int, size: int) -> int:
    """The lowest cards that may go, those that must go first before the others."""
    laid = _lowest(first, min(size, count(first)))
    return laid | _lowest(then, size - count(laid))


def called_suit(view: KoenigrufenView) -> int:
    """The cards of the called suit, where it is known."""
    return SUIT_MASKS[SUITS.index(view.called_suit)] if view.called_suit else 0


def _lowest(mask: int, size: int) -> int:
    chosen = 0
    for _ in range(size):
        chosen |= 1 << lowest(mask & ~chosen)
    return chosen


# Trischaken


def trischaken_choice(view: KoenigrufenView) -> Action:
    """With Stichzwang; a hand that ducks well leaves the talon to the last trick."""
    (prompt,) = view.prompts
    if prompt.verb == "stichzwang":
        return Action("stichzwang", ("on",))
    late = risk(int(PACK.mask(view.hand))) < DUCKS_WELL
    return Action("talon", ("last" if late else "first_six",))
