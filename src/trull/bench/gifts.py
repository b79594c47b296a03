"""What defenders give away: the cards after which a game could be forced that could not before.

The solver sees all hands; the defender did not. So a single gift is no mistake by itself, but many
of one kind show where a defence is weak.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from trull.bench.duel import state_of
from trull.bots import fast
from trull.game import Game
from trull.kernels.tarock import thirds
from trull.laws.koenigrufen.book import MASKS, PACK
from trull.laws.koenigrufen.table import State, bargain_of
from trull.state import Seat

NODES = 1_500_000
"""Positions the solver looks at for one card at most; beyond that nothing is said."""
UNKNOWN = -1
"""The solver's answer where it gave up."""


class Gift(StrEnum):
    """What a card that gave the game away was, beside the nearest one that kept it."""

    TAROCK_LED = "tarock led instead of a suit"
    SUIT_LED = "suit led instead of a tarock"
    OTHER_SUIT = "another suit led"
    OTHER_CARD = "another card of the suit led"
    WITHHELD = "points withheld from a friend's trick"
    GIVEN = "points thrown into the declarer's trick"
    NOT_TAKEN = "trick left to the declarer"
    TAKEN = "trick taken that should be left"
    WRONG_KEPT = "the wrong card kept for later"


def is_forced(game: Game) -> bool | None:
    """Whether the declarer can force the game from here with open hands; None: nobody knows."""
    seat, answers = _answers(game)
    wanted = seat == bargain_of(state_of(game)).declarer
    if int(wanted) in answers.values():
        return wanted
    return None if UNKNOWN in answers.values() else not wanted


def gifts_of(game: Game, declarer: Seat) -> Iterator[Gift]:
    """The gifts of a finished game, in their order."""
    at = Game(game.setup)
    for act in game.log:
        if at.phase == "play" and act.action.verb == "play" and act.seat != declarer:
            found = _gift(at, act.action.args[0], game)
            if found is not None:
                yield found
        at.apply(act.seat, act.action)


def _answers(game: Game) -> tuple[Seat, dict[str, int]]:
    """By card of the seat on turn: 1 where the declarer can force the game after it, else 0."""
    core = fast.core("koenigrufen")
    spot, world = core.opened(game.state)
    packed = core.pack(spot, [world])
    goal = core.goals(packed)[0]
    found = core.wins(packed, goal, max(goal.bar, 0), NODES, 1)[0]
    return spot.turn, dict(zip(packed.plays, map(int, found), strict=True))


def _gift(at: Game, card: str, game: Game) -> Gift | None:
    """What the card gave away; None where nothing, or where the solver cannot say."""
    (prompt,) = at.prompts(next(iter(at.duty)))
    if len(prompt.choices) < 2:
        return None
    _seat, answers = _answers(at)
    kept = [code for code, forced in answers.items() if forced == 0]
    if answers[card] != 1 or not kept:
        return None
    state = state_of(at)
    if not state.lying:
        return _led(card, kept)
    return _followed(state, card, kept, state_of(game).tricks[len(state.tricks)].winner)


def _led(card: str, kept: Sequence[str]) -> Gift:
    if any(code[0] == card[0] for code in kept):
        return Gift.OTHER_CARD
    if card[0] == "T":
        return Gift.TAROCK_LED
    return Gift.SUIT_LED if all(code[0] == "T" for code in kept) else Gift.OTHER_SUIT


def _followed(state: State, card: str, kept: Sequence[str], winner: Seat) -> Gift:
    """Beside the saving card nearest in points, by who took the trick in the end."""
    near = min(kept, key=lambda code: (abs(_points(code) - _points(card)), code))
    takes = _takes(state, card)
    if takes != _takes(state, near):
        return Gift.TAKEN if takes else Gift.NOT_TAKEN
    if _points(near) == _points(card):
        return Gift.WRONG_KEPT
    dearer = _points(card) > _points(near)
    if winner == bargain_of(state).declarer:
        return Gift.GIVEN if dearer else Gift.WRONG_KEPT
    return Gift.WRONG_KEPT if dearer else Gift.WITHHELD


def _takes(state: State, code: str) -> bool:
    """Whether the card beats what lies there; the Kaiserstich is too seldom to ask for."""

    def rank(card: int) -> tuple[bool, bool, int]:
        tarock = bool(MASKS.tarocks >> card & 1)
        return tarock, PACK.code(card)[0] == PACK.code(state.lying[0])[0], card

    return rank(PACK.card(code)) > max(map(rank, state.lying))


def _points(code: str) -> int:
    return thirds(MASKS, 1 << PACK.card(code))
