"""The tutor of a practice table: an act is weighed in a thread from the view of who asks.

The seed is the place in the deal, never a secret or a hidden card: the same view gets the same
bytes, however the other hands lie.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from trull.errors import TrullError
from trull.state import View, action
from trull.table import logs, wire
from trull.table.net.guard import Bucket
from trull.table.room.decide import hint_refused
from trull.table.room.refusal import Refusal
from trull.table.room.state import Room
from trull.table.service.hints import own_view
from trull.table.service.reckoning import Client
from trull.table.service.thinkers import NOBODY, Thinkers
from trull.table.settings import Rate
from trull.table.shown import ActShown, ShareShown

if TYPE_CHECKING:
    from trull.learn.tutor import Weighing


class Tutor:
    """The weighings of one room; not logged."""

    def __init__(self, thinkers: Thinkers, rate: Rate) -> None:
        """Nobody has asked yet."""
        self._thinkers, self._rate = thinkers, rate
        self._buckets: dict[str, Bucket] = {}

    async def asked(
        self, room: Room, member: str, said: wire.Weigh, client: Client = NOBODY
    ) -> wire.Weighed | Refusal:
        """The weighing of an act of a member on turn, or the refusal."""
        refusal = hint_refused(room, member, said)
        if refusal is not None or room.deal is None:
            return refusal or Refusal("no_deal")
        if not self._buckets.setdefault(member, Bucket(self._rate)).take():
            return Refusal("too_fast")
        view = own_view(room, member)
        seed = f"{room.deal.number}/{room.deal.moves}"
        return shown(said, view, await self._weighed(view, said.words, seed, client))

    async def _weighed(self, view: View, words: str, seed: str, client: Client) -> Weighing | None:
        """What the tutor says; None, which is silence, on failure or timeout."""
        if self._thinkers.note(view.rules.game):
            return None
        try:
            return await self._thinkers.ask(partial(_weighed, view, words, seed), client)
        except TimeoutError:
            logs.trouble("weigh_slow", rules=view.rules.name)
        except TrullError:
            pass  # the words are no act; the table itself will refuse them
        except Exception as error:  # a tutor must not affect the table
            logs.trouble("weigh_failed", error, rules=view.rules.name)
        return None


def _weighed(view: View, words: str, seed: str) -> Weighing:
    from trull.learn.tutor import weigh  # only here: it brings the search with it

    return weigh(view, action(words), seed)


def shown(said: wire.Weigh, view: View, found: Weighing | None) -> wire.Weighed:
    """The answer as it is sent; silence where nothing was found."""
    if found is None:
        return wire.Weighed(said.cid, said.deal, said.after, "silent", 0, 0, 1, None, [], [])
    assert view.seat is not None, "only who sits is on turn"
    better = found.better
    return wire.Weighed(
        said.cid,
        said.deal,
        said.after,
        found.grade,
        found.loss,
        found.error,
        found.unit,
        None if better is None else ActShown(view.seat, better.verb, list(better.args)),
        [ShareShown(one.code, one.layouts, one.of) for one in found.shares],
        list(found.grounds),
    )
