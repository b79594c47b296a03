"""The tutor: an act is weighed from the view of who is about to do it, and graded.

The reckoning is the post-mortem's own (``bots.postmortem.knowable``): two counts with fresh
guesses, from a view and nothing else, so no weighing can tell a hidden card. Where they disagree
the tutor is silent. A grade counts only what is sure: the loss less two standard errors, in units
of the game being played.

    good      less than a tenth of a unit          mistake   less than eight tenths
    inexact   less than three tenths               blunder   more
"""

from __future__ import annotations

from math import sqrt
from typing import Literal, NamedTuple

from trull.bots import game as bots
from trull.bots.postmortem.knowable import Known, counted_again, known
from trull.bots.search.ranking import Ranked
from trull.laws.summary import Saying
from trull.state import Action, View

Grade = Literal["silent", "good", "inexact", "mistake", "blunder"]
SURELY = 2.0
"""Standard errors that are taken off a loss before it is graded."""
GRADES: tuple[tuple[float, Grade], ...] = ((0.1, "good"), (0.3, "inexact"), (0.8, "mistake"))
"""The grade of a sure loss below so many units; a blunder from there on."""


class Share(NamedTuple):
    """In how many layouts, of all that were guessed, something is so."""

    code: str  # plus_done, plus_better: the seat ends in plus; more: the better act brings more
    layouts: int
    of: int


class Weighing(NamedTuple):
    """What the tutor says to an act."""

    grade: Grade
    loss: float = 0.0  # points of the sheet, on average
    error: float = 0.0  # of that loss
    unit: float = 1.0  # points of the sheet that the game being played is worth
    better: Action | None = None
    shares: tuple[Share, ...] = ()
    grounds: tuple[Saying, ...] = ()  # what speaks for the better act, in words


def weigh(view: View, act: Action, seed: str) -> Weighing:
    """The grade of an act; the same for the same view, act and seed, on every machine."""
    found, unit = known(view, act, seed), unit_of(view)
    if found is None or found.in_doubt:
        return Weighing("silent", unit=unit)
    if found.better is None:
        return Weighing("good", unit=unit)
    return _graded(view, act, found, unit)


def _graded(view: View, act: Action, found: Known, unit: float) -> Weighing:
    assert found.better is not None, "something was better"
    done, better = (_of(found.ranking, one) for one in (act, found.better))
    error = error_between(done, better)
    grade = grade_of((found.cost - SURELY * error) / unit)
    if grade == "good":
        return Weighing("good", unit=unit)
    grounds = bots.of(view.rules.game).grounds
    return Weighing(
        grade,
        round(found.cost, 2),
        round(error, 2),
        unit,
        found.better,
        _shares(done, better),
        () if grounds is None else grounds(view, found.better),
    )


def grade_of(units: float) -> Grade:
    """The grade of a sure loss.

    >>> [grade_of(units) for units in (0.05, 0.2, 0.5, 2.0)]
    ['good', 'inexact', 'mistake', 'blunder']
    """
    return next((grade for bar, grade in GRADES if units < bar), "blunder")


def unit_of(view: View) -> float:
    """Points of the sheet that the game being played is worth; 1 where a game does not say."""
    unit = bots.of(view.rules.game).unit
    return 1.0 if unit is None else unit(view)


def confirmed(view: View, act: Action, better: Action, seed: str, times: int) -> float:
    """The sure loss of an act in units, counted so many times as often with fresh guesses."""
    losses = []
    for ranking in counted_again(view, act, seed, times):
        done = _of(ranking, act)
        losses += [one.mean - done.mean for one in ranking if one.action == better]
    if len(losses) < 2:
        return 0.0
    mean = sum(losses) / len(losses)
    square = sum((loss - mean) ** 2 for loss in losses)
    error = sqrt(square / (len(losses) - 1) / len(losses))
    return (mean - SURELY * error) / unit_of(view)


def _of(ranking: tuple[Ranked, ...], act: Action) -> Ranked:
    return next(one for one in ranking if one.action == act)


def error_between(done: Ranked, better: Ranked) -> float:
    """The standard error of the loss; guess by guess where both were tried in the same ones."""
    if len(done.outcomes) != len(better.outcomes) or len(done.outcomes) < 2:
        return sqrt(done.error**2 + better.error**2)
    losses = [b - a for a, b in zip(done.outcomes, better.outcomes, strict=True)]
    mean = sum(losses) / len(losses)
    square = sum((loss - mean) ** 2 for loss in losses)
    return sqrt(square / (len(losses) - 1) / len(losses))


def _shares(done: Ranked, better: Ranked) -> tuple[Share, ...]:
    """The evidence: shares of the very layouts that were counted; nothing where there are none."""
    pairs = list(zip(done.outcomes, better.outcomes, strict=False))
    if len(pairs) < 2 or len(done.outcomes) != len(better.outcomes):
        return ()
    of = len(pairs)
    return (
        Share("plus_done", sum(a > 0 for a, _ in pairs), of),
        Share("plus_better", sum(b > 0 for _, b in pairs), of),
        Share("more", sum(b > a for a, b in pairs), of),
    )
