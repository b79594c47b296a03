"""Advice for Königrufen under all its rule books, from the treatise's counsel (U-*) and counting.

reading     what can be known in the play
hand        what a hand is worth before it
auction     bid, hold, join, pass
talon       call a king, take, lay away, Trischaken's choices
announce    bonuses, Kontra
play        positive games
ducking     negative games and Trischaken
"""

from __future__ import annotations

from random import Random

from trull.bots.koenigrufen.heuristic import announce, auction, ducking, play, talon
from trull.bots.koenigrufen.heuristic.reading import read
from trull.bots.random_bot import any_act
from trull.laws.koenigrufen.book import PACK
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action, View


def advise(view: View, rng: Random) -> Action | None:
    """The act for this view; only who has duty is ever asked in Königrufen."""
    assert isinstance(view, KoenigrufenView), "a view of another game"
    match view.phase:
        case "play":
            return _card(view)
        case "auction" | "forehand_choice":
            return auction.word(view)
        case "call":
            return talon.call(view)
        case "take":
            return talon.take(view)
        case "discard":
            return talon.discard(view)
        case "trischaken":
            return talon.trischaken_choice(view)
        case "declare" | "announce":
            return announce.word(view)
    return any_act(view, view.prompts, rng)  # cut and packets: the cards are face down


def _card(view: KoenigrufenView) -> Action:
    """The card to play; without a choice there is nothing to think about."""
    (prompt,) = view.prompts
    if len(prompt.choices) == 1:
        return Action("play", prompt.choices)
    reading, legal = read(view), int(PACK.mask(prompt.choices))
    choose = play.best_card if reading.contract.positive else ducking.best_card
    return Action("play", (PACK.code(choose(reading, legal)),))
