"""After a deal: could it have been won? What each act cost, for who sat there and with open cards.

knowable    what an act cost by what its player could know: his view of that moment, nothing else
laid_open   what a card gave away, by the exact solver; as far back as its budget reaches
worth       what the solver's answers are in points of the sheet
moments     every decision of a record, each judged by itself
verdicts    the costliest decisions of each seat, why, and from where on it could not be won

Everything is drawn from a seed and bounded by counts, never by a clock: the same record and seed
give the same answer on every machine.
"""

from __future__ import annotations

from trull.bots.postmortem.moments import Choice, Moment, choices_at, judged, moments
from trull.bots.postmortem.verdicts import Decision, Postmortem, Verdict, examined, summed_up

__all__ = [
    "Choice",
    "Decision",
    "Moment",
    "Postmortem",
    "Verdict",
    "choices_at",
    "examined",
    "judged",
    "moments",
    "summed_up",
]
