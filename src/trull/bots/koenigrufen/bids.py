"""Königrufen's auction thought through: what a game would bring, played out in many guesses.

In every guess the book calls the king, takes from the talon and lays away; compiled playouts then
say what comes of it. They know no Kontra and no announcements but the bird that must be, and their
defenders are no thinkers: so what they promise is read off a line that was measured where such
games were really played. Where tricks hurt the solver is asked how often the defenders surely
break the game. A bid must be worth more than silence, as the book has measured that; a game alone
that is no Dreier must be a gain besides, and a called one not too dear a loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trull.bots import fast
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.fast import guessing, playout_policy
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.constraints import DISCARD, IN_TALON
from trull.bots.koenigrufen.fast.spot import Spot, proposed
from trull.bots.koenigrufen.heuristic import auction, talon
from trull.bots.search.level import Level
from trull.bots.search.ranking import Ranked
from trull.kernels.tarock import count
from trull.laws.koenigrufen.book import KING, PACK, SUITS, Book, Contract, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words
    from trull.bots.koenigrufen.heuristic.auction import Offer

HOPELESS = 0.3
"""No game is tried whose chance is less, by the book."""
MOST = 5
"""So many games are tried, those that promise most by the book."""
EFFORT = {"quick": (20, 4), "normal": (60, 5), "strong": (150, 8)}
"""Guesses, and playouts of each game in each guess."""
OVERSUPPLY = 3
"""So many guesses are weighed for each that is wanted."""
BOOK_ERROR = 0.6
"""How far the book's count is wrong, in the game's value; it weighs where guesses are as wrong."""
DEAREST = 0.25
"""So much of its value a called game may cost where silence costs more."""
COMPANY = 2.0
"""What a game alone must bring the sociable beyond silence, in its value: they call a king if they
can, and the hands that still play alone are the best by their own count."""

# Measured: what a game really brought each opponent's head, in its value, as a line over what the
# playouts promised, by kind, side and talon.
LINES = {
    "tarock alone half": (0.05, 1.18),
    "tarock alone six": (0.40, 1.00),
    "tarock alone one": (0.08, 1.30),
    "tarock alone none": (-0.10, 1.00),
    "tarock called none": (-0.05, 1.35),
    "farben alone half": (-0.30, 1.20),
    "farben alone one": (-0.20, 1.20),
    "farben alone none": (-0.15, 1.00),
    # In the value of game and bird together: playouts do not know how to save one.
    "bird called half": (0.22, 1.10),
    "bird called none": (0.00, 1.00),
}
AS_PROMISED = (0.0, 1.0)  # a house rule's own kind of game
TRISCHAKEN_LINE = (-0.18, 1.10)
RUFER_LINE = (0.20, 1.00)
SACKLESS_LINE = (0.73, 2.00)  # a bird where no Sack is paid, of which playouts promise too many


class Ducking(NamedTuple):
    """What a negative game brought, in all it pays, over three opinions from -1 to 1."""

    base: float
    playouts: float  # what they promised
    book: float  # the chance it counts
    solver: float  # in how many guesses it finds no defence


# Measured in real auctions, seldom games like their neighbours; by the tricks that are wanted and
# whose hands lie open.
DUCKING = {
    (0, "no"): Ducking(-0.15, 0.00, 0.90, 0.60),
    (0, "declarer"): Ducking(-1.50, 1.50, 0.00, 0.80),
    (0, "all"): Ducking(-1.55, 1.50, 0.00, 0.80),
    (1, "no"): Ducking(-0.80, 1.35, 0.00, 0.75),
    (1, "declarer"): Ducking(-0.95, 1.00, 0.00, 0.45),
    (2, "declarer"): Ducking(-0.95, 1.00, 0.00, 0.45),
}
AS_COUNTED = Ducking(0.0, 0.0, 1.0, 0.0)  # a house rule's own
REFUTED_IN = 8_000
"""Nodes in which a refutation is found, or there hardly is one."""
REFUTED_OF = 24
"""Guesses that are asked for one."""


# The games in order


def ranking(view: KoenigrufenView, book_act: Action, level: Level, rng: Random) -> list[Ranked]:
    """What may be said, best first; nothing where the book is left to decide."""
    book = book_of(view.rules)
    tried = list(_tried(view, book))
    quiet = next((p.verb for p in view.prompts if p.verb in ("pass", "vorhand")), "")
    if any(auction.is_risked(offer) for offer in tried):
        quiet = ""  # U-7.3
    if not tried or book_act.verb == "bei" or (not quiet and len(tried) < 2):
        return []
    guesses, playouts = EFFORT[level.name]
    rows = _guesses(view, tried[0].contract, guesses, rng)
    if rows is None:
        return []
    seed = rng.getrandbits(30)
    found = [_ranked(view, offer, rows, playouts, seed) for offer in tried]
    found.sort(key=lambda one: level.fear * one.spread - one.mean)
    if not quiet:
        return found
    good = [one for one in found if _good(view, book, one, level)]
    silent = Ranked(Action(quiet), auction.silence(view, book), 0.0, len(rows))
    return [*good, silent, *(one for one in found if one not in good)]


def promised(view: KoenigrufenView, offer: Offer, level: str, rng: Random) -> Ranked | None:
    """One game alone with what it is worth; None where no guess fits."""
    guesses, playouts = EFFORT[level]
    rows = _guesses(view, offer.contract, guesses, rng)
    return None if rows is None else _ranked(view, offer, rows, playouts, rng.getrandbits(30))


def _good(view: KoenigrufenView, book: Book, one: Ranked, level: Level) -> bool:
    """Whether a game is worth more than silence to who fears (or likes) its spread so much."""
    name = one.action.args[0].partition(":")[0] if one.action.args else view.holders[0][1]
    reserve = COMPANY if level.is_sociable else 0.0
    wanted = least(view, book, book.contracts[name], reserve)
    return one.mean - level.fear * one.spread > wanted


def least(view: KoenigrufenView, book: Book, contract: Contract, reserve: float = 0.0) -> float:
    """What a game must bring to be bid: more than silence, and a called one not too dear a loss.

    Who is silent with a fair hand pays more in the end than who calls a king and loses; who calls
    has a partner, and is overbid by who would have beaten him.
    """
    if contract.side != "called":
        return auction.least_gain(view, book, contract, reserve)
    worth = max(auction.silence(view, book), -DEAREST * contract.value)
    return worth + auction.WORTH_IT * book.contracts["rufer"].value


def _tried(view: KoenigrufenView, book: Book) -> Iterator[Offer]:
    """The games that promise most by the book; a small one has time after the first word."""
    found = [
        offer
        for offer in auction.offers(view, book)
        if offer.promise.chance >= HOPELESS
        and offer.action.verb != "bei"
        and not _given_away(offer.contract)
        and not auction.too_early(view, book, offer.contract)
    ]
    yield from sorted(found, key=lambda offer: -offer.promise.gain)[:MOST]


def _given_away(contract: Contract) -> bool:
    """With all hands open a trick too many is given, or the one that is wanted refused."""
    return contract.ouvert == "all" and contract.tricks > 0


def _guesses(view: KoenigrufenView, contract: Contract, wanted: int, rng: Random) -> Words | None:
    """Guesses of all other hands and the talon, as likely as they explain what was said."""
    constraints = KoenigrufenBelief(view).constraints()
    if constraints is None:
        return None
    spot = planned(view, contract).spot
    found = guessing.guess(spot, constraints, OVERSUPPLY * wanted, rng.getrandbits(30))
    return found.drawn(wanted, rng).found if len(found.found) else None


def _ranked(view: KoenigrufenView, offer: Offer, rows: Words, playouts: int, seed: int) -> Ranked:
    """An offer with what it is worth."""
    bird = offer.action.args[0].partition(":")[2] if offer.action.args else ""
    plan = planned(view, offer.contract, bird)
    found = brought(plan, rows, playouts, seed)
    promised, spread = float(found.mean()), float(found.std())
    if offer.contract.kind == "negative":
        mean = _ducked(plan, promised, offer.promise.chance, rows)
    else:
        mean = _played(plan, promised, offer.promise.gain, spread / len(rows) ** 0.5)
    return Ranked(offer.action, mean, spread, len(rows))


def _played(plan: Plan, promised: float, counted: float, error: float) -> float:
    """What such a promise comes to at the table; the book's count steadies few guesses."""
    bird = bird_price(plan)
    worth = max(plan.spot.contract.value + bird, 1)  # by a house rule a game may count nothing
    trust = 1 / (1 + (error / (BOOK_ERROR * worth)) ** 2)
    guessed = _on(_line(plan.spot.contract), promised, auction.whole(plan.spot.contract) + bird)
    return trust * guessed + (1 - trust) * counted


def _line(contract: Contract) -> tuple[float, float]:
    if contract.kind == "trischaken":
        return TRISCHAKEN_LINE
    if contract.name == "rufer":
        return RUFER_LINE
    if contract.needs == "bird" and "sack1" not in contract.bonuses:
        return SACKLESS_LINE
    kind = "bird" if contract.needs == "bird" else contract.kind
    return LINES.get(f"{kind} {contract.side} {contract.talon}", AS_PROMISED)


def bird_price(plan: Plan) -> float:
    """What the bird counts that the game obliges to announce; nothing where there is none."""
    bonuses, scale = plan.spot.book.bonuses, plan.spot.contract.scale
    return float(sum(scale * bonuses[bird].announced for bird, _seat, _kontra in plan.spot.said))


def _ducked(plan: Plan, promised: float, chance: float, rows: Words) -> float:
    """The same where tricks hurt; the solver is not asked where it could not save the game."""
    contract, whole = plan.spot.contract, auction.whole(plan.spot.contract)
    line = DUCKING.get((contract.tricks, contract.ouvert), AS_COUNTED)
    guessed = line.base + line.playouts * promised / max(whole, 1) + line.book * (2 * chance - 1)
    if line.solver and guessed + line.solver > 0:
        guessed += line.solver * (2 * unrefuted(plan, rows) - 1)
    return whole * max(-1.0, min(guessed, 1.0))


def _on(line: tuple[float, float], promised: float, whole: float) -> float:
    return line[0] * whole + line[1] * promised


# One game


class Plan(NamedTuple):
    """A game a seat thinks of: the spot before the first card, and the king it would call."""

    spot: Spot
    seat: int
    hand: int
    king: int  # -1 without one

    @property
    def called(self) -> int:
        """The cards of the called suit."""
        return int(PACK.suits[PACK.code(self.king)[0]]) if self.king >= 0 else 0


def planned(view: KoenigrufenView, contract: Contract, bird: str = "") -> Plan:
    """The game as the book would set about it."""
    assert view.seat is not None, "a spectator plans no game"
    book, hand = book_of(view.rules), int(PACK.mask(view.hand))
    if contract.needs == "bird":
        bird = bird or auction.best_bird(hand, book, contract)
    spot = proposed(
        view,
        contract=contract.name,
        declarers=((view.seat, contract.name),),
        said=((bird, view.seat, ()),) if bird else (),
    )
    return Plan(spot, int(view.seat), hand, _king(book, contract, hand))


def _king(book: Book, contract: Contract, hand: int) -> int:
    if contract.side != "called":
        return -1
    suits = [s for s in SUITS if book.options.self_call or not hand >> KING[s] & 1]
    return int(KING[talon.best_call(book, contract, hand, suits)])


def brought(plan: Plan, guesses: Words, playouts: int, seed: int) -> Floats:
    """What the game brings the seat in each guess; with the king in the talon it may be slid."""
    rows = guesses.copy()
    for row in rows:
        prepare(plan, row)
    packed = guessing.Guessed(plan.spot, rows).packed(soft=False)
    found: Floats = playout_policy.deals(packed, playouts, seed)[:, plan.seat]
    if plan.king >= 0 and plan.spot.contract.open_talon:
        price = plan.spot.book.options.slide_price or plan.spot.contract.value
        lying = rows[:, at.PRICE] == IN_TALON
        found[lying] = found[lying].clip(min=-3.0 * price)
    return found


def unrefuted(plan: Plan, guesses: Words) -> float:
    """The share of guesses in which no defence is found against the best first card."""
    core = fast.core("koenigrufen")
    worlds = guessing.Guessed(plan.spot, guesses[:REFUTED_OF]).packed(soft=False).worlds
    packed = core.pack(plan.spot, worlds)
    answers = core.wins(packed, core.goals(packed)[0], 1, REFUTED_IN, 1)
    return float(np.max(np.mean(answers != 0, axis=0)))


def prepare(plan: Plan, row: Words) -> None:
    """Write into a guess who plays with whom, and what the declarer took and laid away."""
    contract = plan.spot.contract
    lying = [int(row[at.TALON]) >> 6 * place & 63 for place in range(6)]
    partner = _partner(plan, row, lying)
    row[at.KING], row[at.PRICE] = plan.king, partner
    row[at.SIDE] = 1 << plan.seat | (1 << partner - 1 if 0 < partner < IN_TALON else 0)
    if contract.talon in PARTS:
        alone = partner in (0, IN_TALON)
        row[at.HAND + plan.seat], row[DISCARD] = _bought(plan, lying, alone)
        row[at.ASIDE] = row[DISCARD]
    elif contract.talon == "none" and partner == IN_TALON:
        half = lying.index(plan.king) // 3
        row[at.ASIDE] = sum(1 << card for card in lying[3 * half : 3 * half + 3])


def _partner(plan: Plan, row: Words, lying: list[int]) -> int:
    """The seat of the called king's holder and one; 0 for nobody."""
    if plan.king < 0 or plan.hand >> plan.king & 1:
        return 0
    if plan.king in lying:
        return IN_TALON
    return 1 + next(seat for seat in range(4) if int(row[at.HAND + seat]) >> plan.king & 1)


PARTS = {
    "half": ((0, 1, 2), (3, 4, 5)),
    "one": tuple((place,) for place in range(6)),
    "six": (tuple(range(6)),),
}
"""What may be taken of a talon, by its places."""


def _bought(plan: Plan, lying: list[int], alone: bool) -> tuple[int, int]:
    """The hand after taking what fits best and laying away, and what was laid away."""
    contract, best = plan.spot.contract, (float("-inf"), 0, 0)
    whole = sum(1 << card for card in lying)
    for part in PARTS[contract.talon]:
        got = sum(1 << lying[place] for place in part)
        hand, left = plan.hand | got, whole & ~got
        for laid, merit in talon.weighed(contract, plan.called, alone, hand, count(got), left):
            best = max(best, (merit, hand & ~laid, laid))
    return best[1], best[2]
