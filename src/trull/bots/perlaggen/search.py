"""Perlaggen thought through: every play, bid and answer in many guesses.

The hand is played out in compiled loops, with each play first or with none; so it is known who
will have Gleich, Hanger and Spiel. What a word brings follows from that and from what the others
answer by the book: a bid that is let good is won at once, one that is held counts more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.perlaggen.belief import PerlaggenBelief
from trull.bots.perlaggen.belief_rows import GuessBatch, guess_batch
from trull.bots.perlaggen.fast import playout_policy
from trull.bots.perlaggen.fast.core import lawful
from trull.bots.perlaggen.fast.spot import Spot, spot_of
from trull.bots.perlaggen.heuristic import (
    FULL_POWER,
    HOLD,
    RAISE,
    TRICK_POWER,
    number_of,
    refused,
)
from trull.bots.search.level import Level
from trull.bots.search.ranking import Ranked, ranked
from trull.kernels.perlaggen import ACE, RANK_OF, SUIT_OF
from trull.laws.perlaggen.book import FIGURES, PACK, SPIEL, Book
from trull.laws.perlaggen.table import Piece, token
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import Action, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats

PLAYOUTS = 2
"""Playouts of each play in each guess."""
CLEVER, SIFTED = 3, 6
"""``search`` tries so many times more guesses, and weighs so many for each of them; else two."""
LEAST = 6
"""Guesses at least: two that agree by chance would look sure."""
DOUBT = 1.0
"""So many standard errors an act must be better than the book's."""
RAISED = (2, 3)
"""Numbers the book raises."""
SERIOUS = ("bid", "hold", "raise")
"""Who said this of a figure does not let it go any more."""
PRICED = ("bid", "bid_blind", "hold", "let_good", "raise")
"""Words that change what a figure brings."""
OPEN = ("unbid", "held", "rests")
"""A figure that still can be won or lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A view, guesses of what it hides, and who has which figure in them if the best is played."""

    view: PerlaggenView
    guessed: GuessBatch
    signs: Floats  # world by figure: 1 where the own party has it, -1 where the other has

    @property
    def party(self) -> int:
        """The own party."""
        return (self.view.seat or 0) % 2

    @property
    def base(self) -> Floats:
        """What the figures bring as they stand, in each guess."""
        return brought(self.view, self.signs)


def ranking(view: View, book: Action, level: Level, rng: Random, exact: bool) -> list[Ranked]:
    """The acts in order; none where nothing is worth a thought or no guess fits."""
    assert isinstance(view, PerlaggenView), "a view of another game"
    spot = spot_of(view)
    plays, words = worthwhile(view, spot, book), list(spoken(view)) if level.talk_worlds else []
    acts = [Action("play", (token(spot.book, spot.trump, piece),)) for piece in plays]
    others = words if book in (*acts, *words) else [book, *words]
    if len(acts) + len(others) < 2:
        return []
    wanted = max(level.worlds * (CLEVER if exact else 1), LEAST)
    weighed = wanted * (SIFTED if exact else 2)
    guessed = guess_batch(PerlaggenBelief(view), spot, rng, wanted, weighed)
    if not len(guessed.hands):
        return []
    signs = _signs(view, spot, guessed, plays, rng.getrandbits(30))
    columns = brought(view, signs)
    best = int(columns.mean(axis=0).argmax())
    table = Table(view=view, guessed=guessed, signs=signs[:, best])
    found = [*(columns.T if plays else ()), *(worth_of(table, word) for word in others)]
    return ranked([*acts, *others], np.array(found).T.tolist(), level.fear, book, DOUBT)


def _signs(
    view: PerlaggenView, spot: Spot, guessed: GuessBatch, plays: Sequence[Piece], seed: int
) -> Floats:
    """Who has which figure after each play, or as things go: 1 for the own party."""
    codes = [piece.card << 6 | piece.face for piece in plays] or [-1]
    found = playout_policy.signs(spot, guessed.hands, codes, PLAYOUTS, seed) * (
        1 - 2 * ((view.seat or 0) % 2)
    )
    for figure, seen in enumerate(view.figures):
        if seen.status == "rests":  # it goes with the Spiel
            found[:, :, figure] = found[:, :, SPIEL]
    return found


# What can be done


def worthwhile(view: PerlaggenView, spot: Spot, book: Action) -> list[Piece]:
    """The plays worth a thought; of the faces of a Perlagg those that take or that fit."""
    prompt = next((prompt for prompt in view.prompts if prompt.verb == "play"), None)
    if prompt is None or view.offers:
        return []
    offered, hand = set(prompt.choices), sum(1 << _card(word) for word in view.hand)
    ranks = {RANK_OF[_card(word)] for word in view.hand if word not in view.perlaggen}
    ranks |= {RANK_OF[face] for face in spot.rows[view.seat or 0]} | {ACE}
    found = []
    for piece in lawful(spot, hand):
        word = token(spot.book, spot.trump, piece)
        fits = not piece.baptised or RANK_OF[piece.face] in ranks or _neighbour(view, spot, piece)
        if word in offered and (fits or word in book.args):
            found.append(piece)
    return found[: playout_policy.MOST_PLAYS]


def _neighbour(view: PerlaggenView, spot: Spot, piece: Piece) -> bool:
    """Whether a face lies next to one of the own cards."""
    own = {_card(word) for word in view.hand if word not in view.perlaggen}
    own |= set(spot.rows[view.seat or 0])
    suit, rank = SUIT_OF[piece.face], RANK_OF[piece.face]
    return any(SUIT_OF[f] == suit and abs(RANK_OF[f] - rank) == 1 for f in own)


def _card(word: str) -> int:
    return int(PACK.card(word.partition("=")[0].rstrip("~")))


def spoken(view: PerlaggenView) -> Iterator[Action]:
    """The words worth a thought: one figure at a time."""
    for prompt in view.prompts:
        match prompt.verb:
            case "bid" | "bid_blind" if prompt.least == 1:
                yield from (Action(prompt.verb, (figure,)) for figure in prompt.choices)
            case "raise":
                yield from (Action("raise", (step,)) for step in prompt.choices)
            case "hold" | "let_good":
                yield from (Action(prompt.verb, (figure,)) for figure in prompt.choices)
            case "look" if not view.offers:
                yield Action("look")


# What a word brings


def stake_of(view: PerlaggenView, figure: int) -> float:
    """What a figure brings as it stands; nothing once it is decided, or while it is offered."""
    seen = view.figures[figure]
    return number_of(view, seen.stake) if seen.status in OPEN else 0.0


def brought(view: PerlaggenView, signs: Floats) -> Floats:
    """What figures bring as they stand, by who has them."""
    found: Floats = signs @ np.array([stake_of(view, figure) for figure in range(len(FIGURES))])
    return found


def worth_of(table: Table, word: Action) -> Floats:
    """What comes of a word, in each guess; looking and showing change nothing."""
    view = table.view
    if word.verb not in PRICED:
        return table.base
    figure, _, step = word.args[0].partition("=")
    at = FIGURES.index(figure)
    seen, signs = view.figures[at], table.signs[:, at]
    rest = table.base - stake_of(view, at) * signs
    number = number_of(view, seen.stake) if seen.status != "unbid" else 0.0
    match word.verb:
        case "let_good":
            return rest - refused(view)
        case "hold":
            return rest + number * signs
        case "raise":
            return rest + answered(table, at, number_of(view, step), number)
    book = Book.of(view.rules)
    offer = number or float(book.ladder[0])
    return rest + answered(table, at, offer, number or float(book.let_good.points))


def answered(table: Table, figure: int, offer: float, else_: float) -> Floats:
    """What an offer brings by what the others answer: let good it brings ``else_``."""
    chance, signs = _their_chance(table, figure), table.signs[:, figure]
    holds = (chance >= HOLD) | _spoke_for_it(table, figure)
    found = np.where(holds, offer * signs, else_)
    raises = (chance >= RAISE) if offer in RAISED else holds & False
    if raises.any():
        more = (offer + 1) * signs[raises]
        found[raises] = more if more.mean() > -offer else -offer
    return found


def _spoke_for_it(table: Table, figure: int) -> bool:
    """Whether the others bid, held or raised a figure: then they do not let it go any more."""
    return any(
        seat % 2 != table.party and verb in SERIOUS and words[0][0] == FIGURES[figure]
        for seat, verb, words in table.view.seen
    )


def _their_chance(table: Table, figure: int) -> Floats:
    """How the one who answers sees his figure: the first of the other party."""
    chance: Floats = table.guessed.chances[:, 1 - table.party, figure]
    if figure != SPIEL:
        return chance
    lead = table.view.tricks[1 - table.party] - table.view.tricks[table.party]
    return chance + lead * TRICK_POWER / FULL_POWER
