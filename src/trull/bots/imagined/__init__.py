"""The deal as it may lie, played on by learnt players: what ``master`` thinks with.

tables      guesses laid on tables of the compiled machine
telling     the acts so far, said again at every table; a guess in which one is not lawful falls out
habits      how likely the learnt players would have acted so: by that guesses are weighed and drawn
candidates  the acts that the learnt player likes
playouts    the rest of the deal, by the learnt players on all seats
contest     the candidates in many guesses, until one is surely best or the count is up

Only a view comes in. Everything is bounded by counts; the seconds of a level, by the clock of the
thinking thread alone, stop what takes far too long. So a seed gives the same act however busy the
machine is.
"""

from __future__ import annotations

from trull.bots.imagined.contest import ranking

__all__ = ["ranking"]
