"""A cup: a log of entries and the fold over it. Pure: no clock, no chance, no rule of any game.

plan         what cups differ in, as data (``cups/*.toml``)
entries      what the log holds            log     the text of a cup file, a chain of hashes
commands     what can be wished, by whom   codec   records as JSON and back
state, fold  what a cup is, entry by entry
decide       command → entry, or a refusal with its code (``deciding_*`` are its laws)
draw, hall   who sits where: trull-draw-v1, by standings
repair       a drawn plan mended, counted in changed slips
ranking      sums, ties, equal places, lots
rows         can a row be? (``enumeration`` works the lists out from the laws)
court        what a ruling makes of a row: priced by the laws, from facts or from a record
money        who pays whom, charity, prizes, till
boards       a duplicate cup: boards from one seed, like compared with like, seats that turn
league       a week's boards alone against the same bots, by matchpoints with error bars
season       tables over several evenings: fixed, Heine, Tyrol
exchange     what ABAKUS reads and writes
verify       a whole file done again: chain, draw, settlements, ranking
rehearsal    a simulated evening with all its troubles
"""

from __future__ import annotations

from trull.cup.commands import Actor
from trull.cup.decide import Again, command_of, decide
from trull.cup.entries import Entry
from trull.cup.fold import apply, fold
from trull.cup.ranking import ranking
from trull.cup.refusal import Refusal
from trull.cup.state import Cup

__all__ = [
    "Actor",
    "Again",
    "Cup",
    "Entry",
    "Refusal",
    "apply",
    "command_of",
    "decide",
    "fold",
    "ranking",
]
