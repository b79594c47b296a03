"""Every decision of a record, each judged by itself: by the view of who made it, and laid open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from trull.bots import game as bots
from trull.bots.postmortem.knowable import Known, known
from trull.bots.search.bot import UNTHINKING
from trull.game import Game
from trull.laws.court import VERBS as COURT
from trull.notation import Record
from trull.state import ARBITER, Act, Action, Seat, View

if TYPE_CHECKING:
    from trull.bots.postmortem.laid_open import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A decision: where it stands, what was done, and what is found out about it."""

    at: int  # so many acts came before it
    seat: Seat
    did: Action
    phase: str
    trick: int = 0  # counted from 1; 0 outside the play
    left: int = 0  # cards in his hand
    taken: tuple[int, ...] = ()  # tricks of each seat
    known: Known | None = None
    open: tuple[Answer, ...] = ()  # the game first

    @property
    def play(self) -> str:
        """The card that was played; empty for any other act."""
        return self.did.args[0] if self.did.verb == "play" and self.did.args else ""


class Choice(NamedTuple):
    """An act of a moment with what it brings."""

    action: Action
    mean: float | None = None  # on average, from what the seat could know
    error: float | None = None  # of that mean
    value: int | None = None  # what it forces with open cards, as the solver counts
    wins: bool | None = None  # whether it forces the game, for the seat's own side
    worth: float | None = None  # the same in points of the sheet


def moments(record: Record) -> tuple[int, ...]:
    """The places of all decisions: acts of a seat that had a duty and a choice."""
    game, found = Game(record.setup), []
    for at, act in enumerate(record.acts):
        if act.seat != ARBITER and _is_decision(game.view_for(act.seat), act):
            found.append(at)
        game.apply(act.seat, act.action)
    return tuple(found)


def _is_decision(view: View, act: Act) -> bool:
    if act.seat not in view.duty or view.phase in UNTHINKING:
        return False
    if act.action.verb in COURT | bots.of(view.rules.game).left_to_book:
        return False
    lawful = [prompt for prompt in view.prompts if prompt.verb not in COURT]
    free = [len(p.must) + len(p.choices) > p.least and p.most > 0 for p in lawful]
    return len(lawful) > 1 or any(free)


def judged(record: Record, at: int, seed: int = 0) -> Moment:
    """The judgement of the act at a place; the same for the same record, place and seed."""
    game, act = _position(record, at), record.acts[at]
    view = game.view_for(act.seat)
    trick = sum(view.taken) + 1 if view.phase == "play" else 0
    return Moment(
        at=at,
        seat=act.seat,
        did=act.action,
        phase=view.phase,
        trick=trick,
        left=len(view.hand),
        taken=view.taken,
        known=known(view, act.action, f"{seed}/{at}"),
        open=_laid_open(game, act),
    )


def _position(record: Record, at: int) -> Game:
    game = Game(record.setup)
    for act in record.acts[:at]:
        game.apply(act.seat, act.action)
    return game


def _laid_open(game: Game, act: Act) -> tuple[Answer, ...]:
    """The solver's answers where a lawful card was played; nothing where it cannot be asked."""
    core = bots.of(game.setup.rules.game).core
    if core is None or game.phase != "play" or act.action.verb != "play":
        return ()
    from trull.bots.postmortem.laid_open import answers  # only here: it brings numpy with it

    found = answers(game.setup.rules.game, game.state)
    return tuple(one for one in found if act.action.args[0] in one.plays)


def choices_at(moment: Moment) -> tuple[Choice, ...]:
    """The acts of a moment, best first: by what could be known, then by the open cards."""
    ranking = moment.known.ranking if moment.known else ()
    found = {one.action: Choice(one.action, one.mean, one.error) for one in ranking}
    if moment.open:
        answer = moment.open[0]
        for place, play in enumerate(answer.plays):
            act = Action("play", (play,))
            found[act] = _opened(found.get(act, Choice(act)), answer, place)
    return tuple(found.values())


def _opened(choice: Choice, answer: Answer, place: int) -> Choice:
    return choice._replace(
        value=answer.values[place] if answer.values else None,
        wins=answer.wins[place] == answer.wants if answer.wins else None,
        worth=answer.worths[place] if answer.worths else None,
    )
