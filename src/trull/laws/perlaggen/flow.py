"""What follows by itself: writing, the end of a phase, the end of the hand."""

from __future__ import annotations

from collections.abc import Mapping

from trull.clauses import clause
from trull.laws.perlaggen import blind, deciding, degree, show, writing
from trull.laws.perlaggen.table import NOBODY, Slate, State, decided, spiel_party


def slate_of(context: Mapping[str, int]) -> Slate:
    """The slate a hand begins with."""
    return Slate((context.get("score0", 0), context.get("score1", 0)))


@clause("P90-29")
def open_bidding(s: State) -> State:
    """The blind bids come first, unless the table has none."""
    if s.book.options.blind_phase:
        return s._replace(phase="blind")
    return onward(begin_play(blind.all_look(s)))


def begin_play(s: State) -> State:
    """All have looked, and the forehand is to lead."""
    return degree.endgame_by_itself(s._replace(phase="play"))


@clause("P90-9", "P90-26", "PG-29")
def onward(s: State) -> State:
    """After every act: what rests falls, what can be written is written, a phase may end."""
    s = writing.written(deciding.fall_of_resting(s))
    if s.slate.winner != NOBODY:
        return s._replace(phase="over", show=None)
    if s.bids.pending or s.bids.owed:
        return s
    if s.phase == "blind":
        return _leave_blind(s)
    if s.phase == "play":
        return _leave_play(s)
    if s.show is not None and decided(s.bids.figs[s.show.figure]):
        return _written(show.take_up(s))
    return s


@clause("P90-29")
def _leave_blind(s: State) -> State:
    """When all have looked play begins; if the Spiel was let good, it is over at once."""
    if spiel_party(s) != NOBODY:
        s = blind.all_look(s)
    if not all(player.looked for player in s.players):
        return s
    return onward(begin_play(s))


@clause("PG-25")
def _leave_play(s: State) -> State:
    """Once the Spiel is decided the figures are shown; by option all tricks are played first."""
    if spiel_party(s) == NOBODY:
        return s
    if s.book.options.play_out and any(player.hand for player in s.players):
        return s
    s = s._replace(bids=s.bids._replace(rebid=0))
    if s.book.options.show_mode == "auto":
        s = show.by_itself(s)
    return _written(show.take_up(s))


def _written(s: State) -> State:
    s = writing.written(s)
    if s.slate.winner != NOBODY:
        return s._replace(phase="over", show=None)
    return s
