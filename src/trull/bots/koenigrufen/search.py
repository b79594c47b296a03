"""Königrufen thought through: the cards, what to take, lay away and announce, in many guesses.

Everything is guessed and played out in compiled loops; near the end of the play the solver answers
exactly who can force the game, and which bird, and that is worth what is paid for it. The auction
is thought through in ``bids``. The declarer says a Sack, the Trull or the kings where
that brings more than silence. Birds are announced by the book, for playouts do not know how to save
one; so is Kontra: tried in guesses, each side finds itself the stronger, and they double without
end. Where there is no solver (``flat``) all words are the book's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from math import ceil
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trull.bots import fast
from trull.bots.koenigrufen import bids as koenigrufen_bids
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.ending import near_end
from trull.bots.koenigrufen.fast import guessing, habits, playout_policy
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.constraints import DISCARD
from trull.bots.koenigrufen.fast.packing import Packed, some_of
from trull.bots.koenigrufen.fast.spot import Spot, spot_of
from trull.bots.koenigrufen.heuristic import announce, talon
from trull.bots.search.level import Level
from trull.bots.search.pace import in_time
from trull.bots.search.ranking import WORD_DOUBT, Ranked, ranked
from trull.kernels.tarock import count, thirds
from trull.laws.koenigrufen.book import MASKS, PACK, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action, Seat, View, allows

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Goal, Words
    from trull.bots.koenigrufen.fast.guessing import Guessed


class Effort(NamedTuple):
    """How many guesses are made, how often each card is played out in each, and how it is doubted.

    A card must be better than the book's by so many standard errors; who guesses more doubts less.
    """

    guesses: int
    playouts: int
    doubt: float
    talon: int = 0  # guesses for what to take and lay away; 0: that is left to the book


FLAT = {
    "quick": Effort(6, 4, 1.5),
    "normal": Effort(20, 10, 1.5),
    "strong": Effort(40, 20, 1.5),
}
SEARCH = {
    "quick": Effort(10, 4, 1.5, talon=10),
    "normal": Effort(100, 10, 0.5, talon=60),
    "strong": Effort(300, 20, 0.5, talon=120),
}
OVERSUPPLY, MORE_BY_CARDS = 3, 12
"""So many guesses are weighed for each that is wanted; cards say more than words, so more."""
LAYINGS = 6
"""So many discards are tried."""
SURE = 1.0
"""What a forced win counts, in stakes, beside what the playouts say."""
COUNTED = ("sack", "trull", "kings")
"""What is announced by its worth."""
SAYING = ("declare", "announce")
"""The phases in which that is done."""
SAYING_DOUBT = 1.0
"""So many standard errors an announcement must be better than silence."""
TRICKS = 12


def ranking(view: View, book: Action, level: Level, rng: Random, exact: bool) -> list[Ranked]:
    """The acts in order; none where the book is left to decide, or where no guess fits."""
    assert isinstance(view, KoenigrufenView), "a view of another game"
    effort = (SEARCH if exact else FLAT)[level.name]
    if view.phase in ("play", *SAYING) and _too_few(view):
        return []
    if view.phase == "play":
        guessed = _guessed(view, effort.guesses, rng, by_cards=exact)
        return _cards(view, book, level, guessed, rng, exact) if guessed is not None else []
    if not exact or not level.talk_worlds:
        return []
    if view.phase in ("auction", "forehand_choice"):
        return koenigrufen_bids.ranking(view, book, level, rng)
    courses = list(_courses(view, book))
    if len(courses) < 2:
        return []
    guessed = _guessed(view, effort.talon, rng)
    if guessed is None:
        return []
    seed = rng.getrandbits(30)
    columns = [_worth(view, course, guessed, effort.playouts, seed) for course in courses]
    acts = [course.act for course in courses]
    doubt = SAYING_DOUBT if view.phase in SAYING else WORD_DOUBT
    return ranked(acts, np.column_stack(columns).tolist(), level.fear, acts[0], doubt)


def _too_few(view: KoenigrufenView) -> bool:
    """Whether somebody has fewer cards than tricks are to come: no playout is ready for that."""
    fallen = [seat for seat, _code in view.trick]
    held = [cards + fallen.count(Seat(q)) for q, cards in enumerate(view.counts)]
    return min(held) < TRICKS - sum(view.taken)


def _guessed(
    view: KoenigrufenView, wanted: int, rng: Random, by_cards: bool = False
) -> Guessed | None:
    """Guesses of the hidden cards, as likely as they explain what was said.

    ``by_cards``: and what fell, and the declarer laid away as people do.
    """
    supply = wanted * (MORE_BY_CARDS if by_cards else OVERSUPPLY)
    found, spot = [], spot_of(view)
    for share, constraints in KoenigrufenBelief(view).constraint_sets(chosen=by_cards):
        some, seed = ceil(share * supply), rng.getrandbits(30)
        found.append(guessing.guess(spot, constraints, some, seed, by_cards=by_cards).found)
    rows = np.concatenate(found) if found else np.zeros((0, 0), np.int64)
    return guessing.Guessed(spot, rows).drawn(wanted, rng) if len(rows) else None


# Cards


def _cards(
    view: KoenigrufenView, book: Action, level: Level, guessed: Guessed, rng: Random, exact: bool
) -> list[Ranked]:
    assert view.seat is not None, "a spectator plays no card"
    packed, seat = guessed.packed(soft=exact), int(view.seat)
    effort = (SEARCH if exact else FLAT)[level.name]
    whose = habits.SEARCH if exact else habits.BOOK
    found = playout_policy.playouts(packed, effort.playouts, rng.getrandbits(30), whose)[:, :, seat]
    if exact and near_end(view, level):
        _solve(packed, seat, level, found)
    offered = [n for n, code in enumerate(packed.plays) if code in view.prompts[0].choices]
    acts = [Action("play", (packed.plays[n],)) for n in offered]
    return ranked(acts, found[:, offered].tolist(), level.fear, book, effort.doubt)


def _solve(packed: Packed, seat: int, level: Level, found: Floats) -> None:
    """Add the solver's answers to what the playouts found: about the game, then about birds."""
    for part, asked in _alike(packed, level, _needed):
        _add(found, _game_forced(part, seat, level), asked)
    if packed.spot.contract.positive:
        for part, asked in _alike(packed, level, _birds_held):
            _add(found, _birds_forced(part, seat, level), asked)


def _alike(
    packed: Packed, level: Level, key: Callable[[Packed, int], Hashable]
) -> Iterator[tuple[Packed, list[list[int]]]]:
    """The worlds that can be asked together, and the rows of each, while there is time.

    Near the end the same cards are guessed again and again; they are asked about once.
    """
    found: defaultdict[Hashable, dict[Hashable, list[int]]] = defaultdict(dict)
    for row, (hands, _discard, talon_cards) in enumerate(packed.worlds):
        same = found[key(packed, row)].setdefault((hands, talon_cards), [])
        same.append(row)
    for together in found.values():
        every = list(together.values())
        for some in in_time(range(len(every)), level.until):
            asked = [every[one] for one in some]
            yield some_of(packed, [rows[0] for rows in asked]), asked


def _add(found: Floats, answers: Floats, asked: list[list[int]]) -> None:
    """Give every row the answer of its world."""
    for answer, rows in zip(answers, asked, strict=True):
        found[rows] += answer


def _needed(packed: Packed, row: int) -> Hashable:
    """Who plays together, and how much their discard has brought them already."""
    numbers = packed.rows[row]
    return int(numbers[at.SIDE]), thirds(MASKS, int(numbers[at.ASIDE]))


def _birds_held(packed: Packed, row: int) -> Hashable:
    """Who plays together, and who holds which bird."""
    birds = int(PACK.mask([bonus.card for bonus in packed.spot.book.birds]))
    return int(packed.rows[row, at.SIDE]), *(hand & birds for hand in packed.worlds[row].hands)


def _game_forced(part: Packed, seat: int, level: Level) -> Floats:
    """What each card forces, in stakes of the game; in Trischaken in points."""
    core = fast.core("koenigrufen")
    goal = core.goals(part)[0]
    if part.spot.contract.kind == "trischaken":
        return _few_points(core.values(part, goal, level.nodes, 1))
    answers = core.wins(part, goal, max(goal.bar, 0), level.nodes, 1)
    ours = 1.0 if goal.side >> seat & 1 else -1.0
    stake = ours * SURE * _stake(part, seat, goal.side)
    return np.where(answers >= 0, stake * (2 * answers - 1), 0.0)


def _few_points(answers: Words) -> Floats:
    """In Trischaken few points are wanted; ten of them count as much as a point of the sheet."""
    found: Floats = -np.where(answers >= 0, answers, 0) / 30
    return found


def _stake(packed: Packed, seat: int, side: int) -> float:
    """What the game is worth to the seat: a lone player wins or loses against all others."""
    spot = packed.spot
    doubled = spot.contract.value * 2 ** len(spot.kontra)
    lone = side == 1 << seat
    return float(doubled * (3 if lone else 1))


def _birds_forced(part: Packed, seat: int, level: Level) -> Floats:
    """What the birds are worth that each card forces, or gives away."""
    core = fast.core("koenigrufen")
    game, *others = core.goals(part)
    found: Floats = np.zeros((len(part.worlds), len(part.plays)))
    for bird in others:
        if bird.kind == "bird":
            made, lost = _bird_stakes(part.spot, seat, game.side, bird)
            if made:
                answers = core.wins(part, bird, 1, level.nodes, 1)
                found += np.choose(answers + 1, (0.0, lost, made))
    return found


def _bird_stakes(spot: Spot, seat: int, side: int, bird: Goal) -> tuple[float, float]:
    """What a bird is worth to the seat, forced or not; one that nobody announced is not lost."""
    bonus = next(one for one in spot.book.birds if PACK.card(one.card) == bird.card)
    if bonus.name not in spot.contract.bonuses:
        return 0.0, 0.0
    ours = 1.0 if bird.side >> seat & 1 else -1.0
    worth = ours * SURE * spot.contract.scale * (3 if side == 1 << seat else 1)
    for item, sayer, kontra in spot.said:
        if item == bonus.name and bird.side >> sayer & 1:
            announced = worth * bonus.announced * 2 ** len(kontra)
            return announced, -announced
    return worth * bonus.silent, 0.0


# Talon and announcements


class Course(NamedTuple):
    """What is taken, laid away or said, and what comes of it: the spot, the hand, the discard."""

    act: Action
    spot: Spot
    hand: int
    laid: int


def _courses(view: KoenigrufenView, book: Action) -> Iterator[Course]:
    """What is worth a thought; what stands first gives way only to something surely better."""
    if view.phase == "take":
        yield from _takings(view, book)
    elif view.phase == "discard":
        yield from _layings(view, book)
    elif view.phase in SAYING:
        yield from _sayings(view, book)


def _takings(view: KoenigrufenView, book: Action) -> Iterator[Course]:
    """Each half, or each card, with the discard the book would make; giving up is the book's."""
    if book.verb != "take":
        return
    words = next(prompt.choices for prompt in view.prompts if prompt.verb == "take")
    hand, lying = _own(view), int(PACK.mask(view.talon))
    for word in dict.fromkeys([*book.args, *words]):
        got = talon.taken(view, word)
        found = talon.discards(view, hand | got, count(got), lying & ~got)
        laid = max(found, key=lambda one: one[1])[0]
        spot = replace(spot_of(view), bought=got)
        yield Course(Action("take", (word,)), spot, (hand | got) & ~laid, laid)


def _layings(view: KoenigrufenView, book: Action) -> Iterator[Course]:
    """The lawful discards that look best to the book; a bird that is owed stays in the hand."""
    if view.prompts[0].must:
        return
    hand, spot = _own(view), spot_of(view)
    left = int(PACK.mask(view.talon)) & ~int(PACK.mask(view.bought))
    found = dict(talon.discards(view, hand, view.prompts[0].most, left))
    best = sorted(found, key=lambda laid: -found[laid])[:LAYINGS]
    for laid in dict.fromkeys([int(PACK.mask(book.args)), *best]):
        act = Action("discard", PACK.named(laid))
        if any(allows(prompt, act) for prompt in view.prompts):
            yield Course(act, spot, hand & ~laid, laid)


def _sayings(view: KoenigrufenView, book: Action) -> Iterator[Course]:
    """The declarer's silence, then what he may say; birds, Kontra and duties are the book's."""
    silence, bonuses = announce.closing(view), book_of(view.rules).bonuses
    if view.seat != view.declarers[0][0] or silence is None:
        return
    items = [w for p in view.prompts if p.verb == "announce" for w in p.choices]
    counted = [Action("announce", (w,)) for w in items if bonuses[w].kind in COUNTED]
    if book not in (silence, *counted):
        return
    spot, hand, laid = spot_of(view), _own(view), int(PACK.mask(view.discard))
    yield Course(silence, spot, hand, laid)
    for act in counted:
        said = (*spot.said, (act.args[0], view.seat, ()))
        yield Course(act, replace(spot, said=said), hand, laid)


def _worth(
    view: KoenigrufenView, course: Course, guessed: Guessed, playouts: int, seed: int
) -> Floats:
    """What the course brings the seat in each guess."""
    assert view.seat is not None, "a spectator says nothing"
    rows = guessed.found.copy()
    rows[:, at.HAND + view.seat] = course.hand
    rows[:, at.ASIDE] |= course.laid
    rows[:, DISCARD] = course.laid
    packed = guessing.Guessed(course.spot, rows).packed(soft=False)
    found: Floats = playout_policy.deals(packed, playouts, seed)[:, view.seat]
    return found


def _own(view: KoenigrufenView) -> int:
    return int(PACK.mask(view.hand))
