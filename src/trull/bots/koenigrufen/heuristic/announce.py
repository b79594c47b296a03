"""Announcing bonuses, and Kontra.

What is announced counts double and can be lost; so it is announced where the chance is well above
two in three, and what brings nothing in silence (the Säcke) where it is well above one half.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from trull.bots.koenigrufen.heuristic.hand import HIGH, PLAIN, chance, ready
from trull.bots.koenigrufen.heuristic.reading import nobody_called
from trull.kernels.tarock import count, highest
from trull.laws.koenigrufen.book import (
    BIRD_ITEMS,
    KING,
    MASKS,
    PACK,
    TRULL,
    Bonus,
    Book,
    Contract,
    book_of,
)
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action, Prompt

MARGIN = 0.05
"""How much surer than break-even one wants to be: opponents are warned, and may give Kontra."""
SACK_DOUBT = 10
"""How many thirds a hand that looks like a Sack falls short of what it promised, on average."""
KONTRA_FROM = 0.62
"""The chance that the declarer loses from which Kontra is given."""
MANY = 5
"""Tarocks with which one trick may be hoped for against a Valat."""
SURE = 0.85
"""The chance of the own game from which a Kontra is answered with Re."""


class Speaker(NamedTuple):
    """A seat that may announce: its cards, its part in the game."""

    view: KoenigrufenView
    book: Book
    contract: Contract
    hand: int
    declares: bool
    partner: bool
    alone: bool  # the declarer has nobody with him, as far as the speaker knows
    left: int  # the open talon cards that nobody took
    laid: int


def word(view: KoenigrufenView) -> Action:
    """Announce what is likely, double what is not, else close the turn."""
    me, prompts = _speaker(view), {prompt.verb: prompt for prompt in view.prompts}
    if "announce" in prompts:
        for item in prompts["announce"].choices:
            if worth_saying(me, me.book.bonuses[item]):
                return Action("announce", (item,))
    if "kontra" in prompts:
        for target in prompts["kontra"].choices:
            if worth_doubling(me, target):
                return Action("kontra", (target,))
    return closing(view) or _owed(me, prompts["announce"])


def closing(view: KoenigrufenView) -> Action | None:
    """The word that ends the turn; who may choose lets the opponents lay their hands open."""
    prompts = {prompt.verb: prompt for prompt in view.prompts}
    for verb in ("lie", "gut", "done"):
        if verb in prompts:
            prompt = prompts[verb]
            return Action(verb, prompt.choices[-1:] if prompt.least else ())
    return None


def _owed(me: Speaker, prompt: Prompt) -> Action:
    """Something must be announced, and of what serves the duty the likeliest (T-0.5, U-13.9)."""
    items = [item for item in prompt.choices if _serves(me, item)] or list(prompt.choices)
    best = max(items, key=lambda item: _expected(me, me.book.bonuses[item]))
    return Action("announce", (best,))


def _serves(me: Speaker, item: str) -> bool:
    """Whether the duty asks for this: the bird named with the bid, or one that was dealt."""
    bonus = me.book.bonuses[item]
    if me.contract.needs != "bird":
        return bonus.kind == "trull"
    named = [w for _seat, verb, words in me.view.seen if verb == "bid" for w in words]
    if ":" in named[-1]:
        return named[-1].endswith(":" + item)
    return bonus.kind == "bird" and bonus.card not in me.view.bought


def _speaker(view: KoenigrufenView) -> Speaker:
    book, declarer = book_of(view.rules), view.declarers[0][0]
    contract = book.contracts[view.contract]
    return Speaker(
        view=view,
        book=book,
        contract=contract,
        hand=int(PACK.mask(view.hand)),
        declares=view.seat == declarer,
        partner=view.seat == view.partner,
        alone=contract.side != "called" or nobody_called(view, declarer),
        left=int(PACK.mask(view.talon)) & ~int(PACK.mask(view.bought)),
        laid=int(PACK.mask(view.discard)),
    )


def _expected(me: Speaker, bonus: Bonus) -> float:
    """What announcing brings on average beyond silence."""
    p = likelihood(me, bonus)
    return bonus.announced * (2.0 * p - 1.0) - bonus.silent * p


def worth_saying(me: Speaker, bonus: Bonus) -> bool:
    """Whether announcing brings more than silence, by a margin."""
    p = likelihood(me, bonus) - MARGIN
    return bonus.announced * (2.0 * p - 1.0) > bonus.silent * p if bonus.announced else p > 0.9


def likelihood(me: Speaker, bonus: Bonus) -> float:
    """How likely the speaker's side makes the bonus."""
    match bonus.kind:
        case "bird":
            return bird_chance(me, bonus)
        case "king":
            return king_chance(me)
        case "trull":
            return trull_chance(me)
        case "kings":
            return kings_chance(me)
        case "sack":
            return sack_chance(me, bonus)
        case "valat":
            return float(takes_all(me))
    return 0.0  # catching the Mond is left to the play


# Single bonuses


def bird_chance(me: Speaker, bonus: Bonus) -> float:
    """A bird wants long tarocks and empty suits: eight may do (U-11.2), alone ten (U-16.3)."""
    card = PACK.card(bonus.card)
    if not me.hand >> card & 1:
        return 0.0
    return bird_odds(me.hand, BIRD_ITEMS.index(bonus.name), me.alone and me.declares)


def bird_odds(hand: int, bird: int, alone: bool) -> float:
    """The chance of an announced bird, the Pagat being 0, as measured on bots' deals."""
    score = -7.2 + 0.53 * count(hand & MASKS.tarocks) + 0.09 * count(hand & HIGH)
    score += 0.37 * count(hand & (MASKS.skues | MASKS.mond)) + 0.21 * count(hand & MASKS.kings)
    score += 0.98 * sum(not hand & suit for suit in PLAIN) - 0.4 * bird - 0.47 * alone
    return 1.0 / (1.0 + exp(-score))


def king_chance(me: Speaker) -> float:
    """The king must be well guarded (U-11.9), and the declarer strong by his buy (U-11.10)."""
    suit = me.view.called_suit
    if not suit or not me.hand >> KING[suit] & 1:
        return 0.0
    guard = count(me.hand & MASKS.family[KING[suit]]) - 1
    bought = count(int(PACK.mask(me.view.bought)) & MASKS.tarocks)
    return 1.0 / (1.0 + exp(4.3 - 0.9 * guard - 0.34 * bought))


def trull_chance(me: Speaker) -> float:
    """The Trull is announced by who holds it, or sees the rest of it on his side."""
    bought = int(PACK.mask(me.view.bought)) & TRULL if me.partner else 0
    held, tarocks = me.hand & TRULL, count(me.hand & MASKS.tarocks)
    if held == TRULL and tarocks >= 5:
        return 0.8 if me.declares or me.partner else 0.72  # U-10.7
    if held | bought == TRULL and held & MASKS.pagat:
        return 0.78  # the partner with the Pagat, when the declarer bought the rest: U-10.11
    top_five = MASKS.skues | MASKS.mond | int(PACK.mask(["T20", "T19", "T18"]))
    if me.declares and tarocks >= 10 and me.hand & top_five == top_five:
        return 0.75  # U-10.12
    return 0.0


def kings_chance(me: Speaker) -> float:
    """The four kings are announced by who holds them all, with tarocks to bring them home."""
    strong = count(me.hand & MASKS.tarocks) >= 7  # U-10.18
    if count(me.hand & MASKS.kings) == 4:  # U-10.17, U-14.4
        return 0.75 if strong else 0.4
    return 0.0


def sack_chance(me: Speaker, bonus: Bonus) -> float:
    """The declarer knows what his hand may bring; the others do not."""
    if not me.declares:
        return 0.0
    return _reaches(me, bonus.thirds + SACK_DOUBT)


def _reaches(me: Speaker, limit: int) -> float:
    thirds, spread = ready(me.contract, me.hand, me.laid, me.left, me.alone)
    return chance(thirds, spread, limit)


def takes_all(me: Speaker) -> bool:
    """Whether no card can beat the hand once it leads: enough top tarocks, then only masters."""
    if not me.declares or me.contract.kind != "tarock" or me.view.forehand != me.view.seat:
        return False
    others = PACK.full & ~(me.hand | me.laid | me.left)
    masters = count(me.hand & MASKS.tarocks & _above(others & MASKS.tarocks))
    drawn = masters >= min(12, count(others & MASKS.tarocks))
    return drawn and all(_masters(me.hand & suit, others & suit) for suit in PLAIN)


def _above(others: int) -> int:
    return -2 << highest(others) if others else -1


def _masters(held: int, others: int) -> bool:
    return not held & ~_above(others)


# Kontra


def worth_doubling(me: Speaker, target: str) -> bool:
    """Kontra with a strong defence alone; Re where the own game is nearly sure."""
    if target == "game":
        return _doubles_game(me)
    if target.startswith("game:"):
        return False
    return _doubles_bonus(me, target)


def _doubles_game(me: Speaker) -> bool:
    """Kontra against a declarer who is likelier to lose; Re only with a sure game in hand."""
    if me.declares:
        return len(me.view.kontra) == 1 and _reaches(me, me.book.options.win_thirds) > SURE
    if me.partner or me.view.kontra or _valat_said(me):
        return False
    return beats_game(me) > KONTRA_FROM


def _valat_said(me: Speaker) -> bool:
    """Whether a Valat was announced: where it replaces the game, a Kontra would double that too."""
    return any(me.book.bonuses[item].kind == "valat" for item, _seat, _kontra in me.view.announced)


def beats_game(me: Speaker) -> float:
    """The chance that the declarer loses: empty suits and Stecher here, little bought there."""
    if me.contract.kind == "farben":
        return 0.0
    bought = int(PACK.mask(me.view.bought)) if me.contract.open_talon else 0
    high = MASKS.skues | MASKS.mond
    score = -1.34 + 0.94 * sum(not me.hand & suit for suit in PLAIN)
    score += 0.6 * count(me.hand & MASKS.skues) + 0.41 * count(me.hand & MASKS.mond)
    score -= 1.08 * count(bought & high) + 0.37 * count(bought & MASKS.tarocks)
    score += {"half": 0.31, "one": 0.31, "six": -0.83}.get(me.contract.talon, 0.0)
    return 1.0 / (1.0 + exp(-score))


def _doubles_bonus(me: Speaker, item: str) -> bool:
    """Against what the declarer announced: a sure trick, solid Stecher, many tarocks."""
    announcer, kontra = next((s, k) for i, s, k in me.view.announced if i == item)
    if me.book.bonuses[item].kind == "valat":
        return not kontra and _against(me, announcer) and _takes_one(me)
    if kontra or me.partner or me.declares or announcer != me.view.declarers[0][0]:
        return False
    tarocks, stecher = count(me.hand & MASKS.tarocks), count(me.hand & (HIGH | TRULL))
    match me.book.bonuses[item].kind:
        case "trull":
            return bool(me.hand & TRULL) and tarocks >= 7 and stecher >= 4  # U-15.10
        case "bird":
            return tarocks >= 8
    return False


def _against(me: Speaker, announcer: int) -> bool:
    """Whether the announcer plays on the other side, as far as that can be known."""
    declarer = me.view.declarers[0][0]
    if announcer == declarer:
        return not (me.declares or me.partner)
    if me.declares:
        return announcer != me.view.partner and (me.alone or me.view.partner is not None)
    return me.partner


def _takes_one(me: Speaker) -> bool:
    """One trick breaks a Valat: a declarer's hand, the Sküs, a king in company, some tarocks."""
    if me.declares:
        return True
    trumps = me.hand & MASKS.tarocks if me.contract.kind == "tarock" else 0  # T-3.8
    if trumps & MASKS.skues or count(trumps) >= MANY:
        return True
    return any(me.hand & suit & MASKS.kings and count(me.hand & suit) > 1 for suit in PLAIN)
