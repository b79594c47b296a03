"""Tables of Königrufen for tests of the terminal: a hand as dealt, and acts by their words."""

from __future__ import annotations

from trull import laws, ruleset
from trull.cards import Card
from trull.game import Game
from trull.laws.koenigrufen.deal import pack_for
from trull.state import Seat, Setup

HAND = "HK H3 H4 DQ SK SN S7 T1 T5 T20 T21 T22"
CHOSEN = "stichzwang on | talon last"


def dealt(forehand: int, hand: str = "") -> Game:
    """A game of Königrufen (Tirol), cut, in which the Vorhand was dealt this hand."""
    rules = ruleset.load("koenigrufen/tirol")
    pack = laws.of(rules.game).pack
    mine = int(pack.mask(hand.split())) if hand else (1 << 12) - 1
    rest = [Card(c) for c in range(pack.size) if not mine >> c & 1]
    hands = [sum(1 << c for c in rest[12 * k : 12 * k + 12]) for k in range(3)]
    hands.insert(forehand, mine)
    setup = Setup(
        rules=rules,
        seats=4,
        forehand=Seat(forehand),
        dealer=Seat((forehand - 1) % 4),
        pack=pack_for(hands, rest[36:], Seat(forehand)),
    )
    return acted(Game(setup), "cut 27")


def acted(game: Game, acts: str) -> Game:
    """The game after these acts, each of who is on turn."""
    for act in acts.split("|"):
        (seat,) = game.duty
        game.apply(seat, act.strip())
    return game
