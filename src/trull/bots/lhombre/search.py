"""Tarock à l'Hombre thought through: every card and every word in many guesses.

A card is tried in compiled loops. A word is followed by the rest of the auction and the exchange
by the book, on sets of cards alone; the game that comes of it is played out in compiled loops.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, islice, permutations
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trull.bots.lhombre.belief import LhombreBelief
from trull.bots.lhombre.belief_rows import rows, two
from trull.bots.lhombre.ending import near_end
from trull.bots.lhombre.fast import playout_policy
from trull.bots.lhombre.fast import spot as spots
from trull.bots.lhombre.fast.core import CORE
from trull.bots.lhombre.fast.layout import SKAR
from trull.bots.lhombre.heuristic import (
    dearest,
    has_skar,
    spoken,
    strength,
    weakness,
    wishes,
    worth_saving,
)
from trull.bots.search.level import Level
from trull.bots.search.pace import in_time
from trull.bots.search.ranking import CARD_DOUBT, WORD_DOUBT, Ranked, ranked
from trull.cards import Card
from trull.kernels.tarock import thirds
from trull.laws.lhombre.auction import forced, may_hold, open_bids, said
from trull.laws.lhombre.book import BIDS, MASKS, NO_BID, PACK, SEATS, SKAR_SIZE, TROIS, Book
from trull.laws.lhombre.exchange import answered
from trull.laws.lhombre.table import Bidding, Exchange, with_hand
from trull.laws.lhombre.view import LhombreView
from trull.machine.words import LOW
from trull.state import Action, Seat, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words
    from trull.bots.lhombre.fast.core import LhombrePacked

PLAYOUTS, TALKS = 2, 4
"""Playouts of each card, of each word, in each guess."""
CLEVER, BIDDING = 2, 3
"""Who has a solver guesses so many times more often; and again before a bid, the dearest word."""
LEAST = 6
"""Guesses for a word at least: two that agree by chance would look sure."""
BID_DOUBT = 1.0
"""So many standard errors a bid must be better than the book's."""
SKARS, LAYINGS, WISHED = 8, 6, 5
"""So many of each are tried."""
SPARE = 3
"""From so many cards more than are laid away those to lay are chosen."""
SKILL = {2: 4.0, 1: 1.0}
"""Card points by which an Ombre who thinks beats the playouts, by the cards he may ask for."""
PLAYED = BIDS[TROIS + 1 :]


class Course(NamedTuple):
    """The cards of one guess, and how far the deal has come before the play."""

    hands: tuple[int, ...]
    skar: int
    bidding: Bidding
    laid: tuple[Card, ...] = ()  # for the exchange, and not handed over yet
    asked: tuple[str, ...] = ()


def ranking(view: View, book: Action, level: Level, rng: Random, exact: bool) -> list[Ranked]:
    """The acts in order; none where nothing is worth a thought or no guess fits."""
    assert isinstance(view, LhombreView), "a view of another game"
    words = [prompt.verb for prompt in view.prompts]
    acts = [] if "play" in words else _acts(view, book)
    if "play" not in words and (len(acts) < 2 or not level.talk_worlds):
        return []
    more = (CLEVER if exact else 1) * (BIDDING if exact and view.phase == "auction" else 1)
    least = 0 if "play" in words else LEAST
    guessed = rows(LhombreBelief(view), rng, max(level.worlds * more, least))
    if not len(guessed):
        return []
    if "play" not in words:
        table = _worth_of(view, acts, guessed, rng.getrandbits(30))
        doubt = BID_DOUBT if view.phase == "auction" else WORD_DOUBT
        return ranked(acts, table.tolist(), level.fear, book, doubt)
    return _cards(view, book, level, guessed, rng.getrandbits(30), exact)


# Cards


def _cards(
    view: LhombreView, book: Action, level: Level, guessed: Words, seed: int, exact: bool
) -> list[Ranked]:
    assert view.seat is not None, "a spectator plays no card"
    packed = CORE.pack_rows(spots.spot_of(view), guessed, int(PACK.mask(view.hand)))
    found = playout_policy.playouts(packed, PLAYOUTS, seed)[:, :, view.seat]
    if exact and near_end(view, level):
        _solve(view, packed, level, found)
    offered = {prompt.verb: prompt for prompt in view.prompts}
    at = [n for n, code in enumerate(packed.plays) if code in offered["play"].choices]
    acts = [Action("play", (packed.plays[n],)) for n in at]
    table = found[:, at]
    if "announce_volte" in offered:
        acts.append(Action("announce_volte"))
        bold = replace(packed, spot=replace(packed.spot, volte=True))
        table = np.column_stack([table, playout_policy.deals(bold, PLAYOUTS, seed)[:, view.seat]])
    return ranked(acts, table.tolist(), level.fear, book, CARD_DOUBT)


def _solve(view: LhombreView, packed: LhombrePacked, level: Level, found: Floats) -> None:
    """Put what each card forces in the place of what the playouts brought, where it is known."""
    contract = Book.of(view.rules).contract(view.bid)
    rate = contract.rate.value if contract.rate is not None else 0
    share = 2.0 if view.seat == view.ombre else -1.0
    for alike in _by_skar(packed):
        for some in in_time(alike, level.until):
            part = replace(packed, rows=packed.rows[some])
            goals = CORE.goals(part)
            if not goals:
                return
            goal = goals[0]
            answers = CORE.values(part, goal, level.nodes, 1)
            won = np.where(answers >= goal.bar, 1, -1) * contract.consolation.value
            known = answers.min(axis=1) >= 0
            worth = share * (won + rate * (answers - goal.bar) / 3)
            found[np.array(some)[known]] = worth[known]


def _by_skar(packed: LhombrePacked) -> Iterable[list[int]]:
    """The worlds in which the Ombre needs the same, for their Skars are worth the same."""
    found: dict[int, list[int]] = defaultdict(list)
    for number, row in enumerate(packed.rows.tolist()):
        found[thirds(MASKS, row[SKAR] | row[SKAR + 1] << LOW)].append(number)
    return found.values()


# Words


def _acts(view: LhombreView, book: Action) -> list[Action]:
    """What is worth a thought, the book's act first."""
    others = [act for prompt in view.prompts for act in _ways(view, prompt.verb)]
    return list(dict.fromkeys([book, *others]))


def _ways(view: LhombreView, verb: str) -> list[Action]:
    hand, prompt = PACK.mask(view.hand), _offered(view, verb)
    match verb:
        case "pass" if BIDS[TROIS] in _offered(view, "bid"):
            return []  # à trois costs nothing, and a bid over it can be left to others
        case "pass" | "hold":
            return [Action(verb)]
        case "bid":
            return [Action(verb, (bid,)) for bid in prompt]
        case "lay_skar":
            order = dearest(prompt, worth_saving(hand))
            return [
                Action(verb, laid)
                for laid in islice(combinations(order[: SKAR_SIZE + SPARE], SKAR_SIZE), SKARS)
            ]
        case "lay_exchange":
            order, slots = (
                dearest(prompt, weakness(hand)),
                Book.of(view.rules).contract(view.bid).cards,
            )
            ways = permutations(order[: slots + SPARE], slots)
            return [Action(verb, laid) for laid in islice(ways, LAYINGS)]
        case "ask":
            asked = {asked.card for asked in view.asked}
            open_still = (w for w in wishes(hand) if w in prompt and w not in asked)
            return [Action(verb, (w,)) for w in islice(dict.fromkeys(open_still), WISHED)]
    return []


def _offered(view: LhombreView, verb: str) -> tuple[str, ...]:
    return next((prompt.choices for prompt in view.prompts if prompt.verb == verb), ())


def _worth_of(view: LhombreView, acts: Sequence[Action], guessed: Words, seed: int) -> Floats:
    """What each act brings the seat in each guess."""
    found = np.zeros((len(guessed), len(acts)))
    start = start_of(view)
    for column, act in enumerate(acts):
        games: dict[tuple[int, str], dict[int, list[int]]] = defaultdict(dict)
        for number, row in enumerate(guessed.tolist()):
            course = after(view, act, with_cards(start, row))
            ombre, bid = ombre_of(view, course)
            if bid in PLAYED:
                games[ombre, bid][number] = _row(exchanged(view, course, ombre, bid))
            else:
                found[number, column] = _unplayed(view, ombre, bid)
        for (ombre, bid), played in games.items():
            found[list(played), column] = _played(view, ombre, bid, list(played.values()), seed)
    return found


def _played(view: LhombreView, ombre: int, bid: str, played: list[list[int]], seed: int) -> Floats:
    """What a game brings the seat, with these cards."""
    assert view.seat is not None, "a spectator says nothing"
    packed = CORE.pack_rows(spots.proposed(view, bid=bid, ombre=Seat(ombre)), np.array(played))
    contract, share = Book.of(view.rules).contract(bid), SEATS - 1 if ombre == view.seat else -1
    rate = contract.rate.value if contract.rate is not None else 0
    skill = SKILL.get(contract.cards, 0.0) * rate
    found: Floats = playout_policy.deals(packed, TALKS, seed)[:, view.seat]
    return found + share * skill


def _unplayed(view: LhombreView, ombre: int, bid: str) -> float:
    """À trois is paid and not played; where it is thrown in, or all passed, nothing is."""
    book = Book.of(view.rules)
    if not bid or book.options.a_trois == "thrown_in":
        return 0.0
    paid = float(book.contract(bid).consolation.value)
    return paid * (SEATS - 1) if ombre == view.seat else -paid


# The rest before the play, by the book


def start_of(view: LhombreView) -> Course:
    """Where the view stands, without cards."""

    def place(seat: int) -> int:
        return (seat - view.forehand) % SEATS

    bidding = Bidding(
        speaker=0 if view.phase == "skar" or view.seat is None else place(view.seat),
        level=BIDS.index(view.bid) if view.bid else NO_BID,
        holder=-1 if view.holder is None else place(view.holder),
        passed=tuple(place(seat) for seat in view.passed),
        ended=view.phase == "exchange",
    )
    laid = tuple(PACK.card(code) for code in view.laid_cards)
    return Course((), 0, bidding, laid, tuple(asked.card for asked in view.asked))


def with_cards(start: Course, row: Sequence[int]) -> Course:
    """The course with the cards of a guess."""
    *hands, skar = (row[at] | row[at + 1] << LOW for at in range(0, len(row), 2))
    return start._replace(hands=tuple(hands), skar=skar)


def after(view: LhombreView, act: Action, course: Course) -> Course:
    """The course after an act of the seat."""
    assert view.seat is not None, "a spectator does nothing"
    match act.verb:
        case "lay_skar":
            laid = int(PACK.mask(act.args))
            hands = with_hand(course.hands, view.seat, course.hands[view.seat] & ~laid)
            return course._replace(hands=hands, skar=laid)
        case "lay_exchange":
            return course._replace(laid=tuple(PACK.card(code) for code in act.args))
        case "ask":
            return _asked(course, view.seat, act.args[0])
        case "bid":
            return course._replace(bidding=said(course.bidding, "bid", BIDS.index(act.args[0])))
        case "pass" | "hold":
            return course._replace(bidding=said(course.bidding, act.verb))
    return course


_strength = lru_cache(maxsize=1 << 10)(strength)  # the same hands speak after every act


def ombre_of(view: LhombreView, course: Course) -> tuple[int, str]:
    """Who plays in the end, and what; an empty bid where all pass."""
    book, b = Book.of(view.rules), course.bidding
    while not b.ended:
        place = b.speaker
        hand = course.hands[(view.forehand + place) % SEATS]
        standing, bids = BIDS[b.level] if b.level > NO_BID else "", open_bids(book, b, place)
        free = not forced(book, b, place)
        worth = _strength(hand, has_skar(book, place))
        act = spoken(worth, standing, bids, may_hold(book, b, place), free)
        b = said(b, act.verb, BIDS.index(act.args[0]) if act.args else NO_BID)
    return (view.forehand + b.holder) % SEATS, BIDS[b.level] if b.level > NO_BID else ""


def exchanged(view: LhombreView, course: Course, ombre: int, bid: str) -> Course:
    """The cards after the exchange: the Ombre lays and asks as the book says."""
    own = course.skar if ombre == (view.forehand - 1) % SEATS else 0
    slots = Book.of(view.rules).contract(bid).cards
    if slots and not course.laid and not course.asked:
        course = course._replace(laid=_laid(course.hands[ombre], slots))
    while course.laid:
        wish = _wish(course.hands[ombre], own, course.asked)
        if not wish:
            break
        course = _asked(course, ombre, wish)
    return course


@lru_cache(maxsize=1 << 12)
def _laid(hand: int, slots: int) -> tuple[Card, ...]:
    """The cards the book lays for the exchange."""
    order = dearest(PACK.named(hand), weakness(hand))
    return tuple(PACK.card(code) for code in order[:slots])


def _wish(hand: int, own_skar: int, asked: Sequence[str]) -> str:
    """The next card the book asks for: none he has, none he laid away, none twice."""
    barred = hand | own_skar
    open_still = (w for w in wishes(hand) if w not in asked and not barred >> PACK.card(w) & 1)
    return next(open_still, "")


def _asked(course: Course, ombre: int, code: str) -> Course:
    """The course after a card was asked for: handed over for the first laid, or in the Skar."""
    exchange = Exchange(course.laid)
    slots = len(course.laid)
    after, hands = answered(course.hands, ombre, course.skar, exchange, slots, PACK.card(code))
    laid, asked = course.laid[after.slot :], (*course.asked, code)
    return course._replace(hands=hands, laid=laid, asked=asked)


def _row(course: Course) -> list[int]:
    return [word for cards in (*course.hands, course.skar) for word in two(cards)]
