"""The costliest decisions of each seat, why, and whether the deal could have been won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from trull.bots.postmortem.knowable import LEAST
from trull.bots.postmortem.moments import Moment, judged, moments
from trull.game import replay
from trull.notation import Record
from trull.state import Action, Seat

if TYPE_CHECKING:
    from trull.bots.postmortem.laid_open import Answer

SHOWN = 3
"""Decisions reported for each seat."""
SHUNNED = 30
"""Thirds of a point that count as one point of the sheet where few points are wanted."""


class Decision(NamedTuple):
    """A decision that cost something: by what could be known, by the open cards, or by both."""

    at: int
    seat: Seat
    phase: str
    trick: int  # 0 outside the play
    did: Action
    better: Action
    reason: str  # a code; the sentence is in the catalogues, section ``postmortem``
    known: float | None = None  # points of the sheet, on average
    open: float | None = None  # points of the sheet, with open cards
    given: int | None = None  # what the goal counts, given away with open cards
    goal: str = ""  # what that is: points (in thirds), tricks …
    item: int = -1  # the card it is about, for a bird or a king
    turned: bool = False  # with open cards it gave the game away


class Verdict(NamedTuple):
    """Whether a seat could have won: a code, and the place where it was decided."""

    code: str  # won, won_given, could, could_not
    at: int  # the last place where the losers could still force it; else the first one solved
    seat: Seat  # who acted there
    trick: int


class Postmortem(NamedTuple):
    """The findings about a whole deal."""

    moments: tuple[Moment, ...]
    decisions: tuple[tuple[Decision, ...], ...]  # of each seat, the costliest first
    verdicts: tuple[Verdict | None, ...]  # of each seat; None where the solver does not reach


def examined(
    record: Record, seed: int = 0, progress: Callable[[int, int], None] = lambda _done, _of: None
) -> Postmortem:
    """A finished deal looked through; ``progress`` is told how many decisions are done."""
    places, found = moments(record), []
    for done, at in enumerate(places):
        progress(done, len(places))
        found.append(judged(record, at, seed))
    progress(len(places), len(places))
    return summed_up(record, found)


def summed_up(record: Record, found: Iterable[Moment]) -> Postmortem:
    """The findings of all moments of a deal, summed up."""
    all_of_them, seats = tuple(found), record.setup.seats
    costly = [one for moment in all_of_them if (one := decision(moment)) is not None]
    taken = replay(record.setup, record.acts).view_for(None).taken
    return Postmortem(
        all_of_them,
        tuple(_worst([one for one in costly if one.seat == seat]) for seat in range(seats)),
        tuple(_verdict(Seat(seat), all_of_them, taken) for seat in range(seats)),
    )


def _worst(costly: Sequence[Decision]) -> tuple[Decision, ...]:
    """The costliest, by whichever reckoning says more; of equals the earlier."""
    return tuple(sorted(costly, key=lambda one: (-_weight(one), one.at))[:SHOWN])


def _weight(one: Decision) -> float:
    shunned = (one.given or 0) / SHUNNED if one.goal == "shun" else 0.0
    return max(one.known or 0.0, one.open or 0.0, shunned)


# One decision


def decision(moment: Moment) -> Decision | None:
    """The cost of a moment; None where nothing was better."""
    opened = _opened(moment)
    known = moment.known if moment.known and moment.known.better else None
    if known is None:
        return opened
    assert known.better is not None, "something was better"
    told = Decision(*_place(moment), moment.did, known.better, "known", known.cost)
    if opened is not None:
        both = "known_lost" if opened.turned else "known_given"
        if opened.reason.startswith("item"):
            both = "known_item"
        return opened._replace(better=known.better, reason=both, known=known.cost)
    solved = moment.open and known.better.verb == "play"
    return told._replace(reason="known_harmless", open=0.0) if solved else told


def _place(moment: Moment) -> tuple[int, Seat, str, int]:
    return moment.at, moment.seat, moment.phase, moment.trick


def _opened(moment: Moment) -> Decision | None:
    """The loss by the card played with open hands, by the goal it cost most."""
    lost = [one for one in moment.open if _costs(one, moment.play)]
    if not lost:
        return None
    answer = max(lost, key=lambda one: (not one.keeps(moment.play), one.cost(moment.play)))
    cost, given, order = answer.cost(moment.play), answer.given(moment.play), _order(moment)
    is_game = answer is moment.open[0]
    turned = is_game and not answer.keeps(moment.play)
    what = "lost" if turned else "given" if is_game else "item"
    sure = moment.known is not None and not moment.known.in_doubt
    return Decision(
        *_place(moment),
        moment.did,
        Action("play", (answer.best(order),)),
        f"{what}_unseen" if sure else what,
        open=cost if answer.worths else None,
        given=given or None,
        goal=_counted(answer),
        item=answer.goal.card,
        turned=turned,
    )


def _costs(answer: Answer, play: str) -> bool:
    if answer.worths:
        return answer.cost(play) >= LEAST
    return not answer.wins and answer.given(play) > 0


def _counted(answer: Answer) -> str:
    return answer.goal.kind if answer.goal.side == answer.goal.counted else "shun"


def _order(moment: Moment) -> list[str]:
    """The cards by what could be known, the best first."""
    ranking = moment.known.ranking if moment.known else ()
    return [one.action.args[0] for one in ranking if one.action.verb == "play"]


# The whole deal


def _verdict(seat: Seat, found: Sequence[Moment], taken: Sequence[int]) -> Verdict | None:
    """Whether the seat's side won, and where the losers could last have forced it."""
    solved = [moment for moment in found if moment.open and moment.open[0].wins]
    outcome = _outcome(solved[-1], taken) if solved else None
    if outcome is None:
        return None
    won = _with(seat, solved[-1], outcome)
    chances = [moment for moment in solved if _could(seat, moment) != won]
    if chances:
        there, code = chances[-1], "won_given" if won else "could"
    else:
        there, code = solved[0], "won" if won else "could_not"
    return Verdict(code, there.at, there.seat, there.trick)


def _outcome(last: Moment, taken: Sequence[int]) -> bool | None:
    """Whether the goal's side of the last decision made it; None if the cards did not decide.

    After it everybody had only one card to play; but a game can be given up by a word.
    """
    answer, goal = last.open[0], last.open[0].goal
    if sum(taken) == sum(last.taken) + last.left:
        return answer.wins[answer.plays.index(last.play)]
    if goal.kind != "tricks":
        return None
    gains = [now - then for now, then in zip(taken, last.taken, strict=True)]
    ours = sum(gain for seat, gain in enumerate(gains) if goal.side >> seat & 1)
    if ours >= goal.bar:
        return True
    return False if sum(gains) - ours > last.left - goal.bar else None


def _could(seat: Seat, moment: Moment) -> bool:
    """Whether the seat's side could force the game there."""
    return _with(seat, moment, bool(moment.open[0].forced))


def _with(seat: Seat, moment: Moment, side_wins: bool) -> bool:
    """Whether the seat wins with it: it is on the goal's side, or against it."""
    return bool(moment.open[0].goal.side >> seat & 1) == side_wins
