"""Hints for the member on turn at a practice table, computed in a thread from their view."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from trull.bots.manners import lawful_part
from trull.state import View
from trull.table import logs, wire
from trull.table.net.guard import Bucket
from trull.table.room.decide import hint_refused
from trull.table.room.refusal import Refusal
from trull.table.room.state import Deal, Room, chair_of, view_of
from trull.table.service.reckoning import Client
from trull.table.service.thinkers import NOBODY, Thinkers
from trull.table.settings import Rate
from trull.table.shown import ActShown, HintShown

if TYPE_CHECKING:
    from trull.bots.explain import Hint

Found = tuple["Hint", ...]


class Advice:
    """The hints of one room; not logged."""

    def __init__(self, thinkers: Thinkers, rate: Rate) -> None:
        """Start without cached hints."""
        self._thinkers, self._rate = thinkers, rate
        self._buckets: dict[str, Bucket] = {}
        self._known: dict[str, tuple[Deal, list[HintShown]]] = {}
        self._asking: set[str] = set()

    async def asked(
        self, room: Room, member: str, said: wire.Hint, client: Client = NOBODY
    ) -> wire.Hints | Refusal:
        """The best acts for a member on turn, or the refusal."""
        refusal = hint_refused(room, member, said)
        if refusal is not None or room.deal is None:
            return refusal or Refusal("no_deal")
        deal, known = room.deal, self._known.get(member)
        if known is not None and known[0] is deal:
            return wire.Hints(said.cid, deal.number, deal.moves, known[1])
        if member in self._asking or not self._may(member):
            return Refusal("too_fast")
        self._asking.add(member)
        try:
            found = await self._advised(room, deal, member, client)
        finally:
            self._asking.discard(member)
        return wire.Hints(said.cid, deal.number, deal.moves, found)

    def _may(self, member: str) -> bool:
        return self._buckets.setdefault(member, Bucket(self._rate)).take()

    async def _advised(
        self, room: Room, deal: Deal, member: str, client: Client
    ) -> list[HintShown]:
        """The ranked acts, cached for repeated requests."""
        view = own_view(room, member)
        found = await self._counted(view, client)
        if found is None:
            by_book: Callable[[], Found] = partial(_by_book, view, secrets.randbits(64))
            advice = await asyncio.get_running_loop().run_in_executor(None, by_book)
            return [_shown(view, hint) for hint in advice]
        told = [_shown(view, hint) for hint in found]
        self._known[member] = deal, told
        return told

    async def _counted(self, view: View, client: Client) -> Found | None:
        """The computed hints; None on failure or timeout."""
        if self._thinkers.note(view.rules.game):
            return None
        try:
            return await self._thinkers.ask(partial(_counted, view, secrets.randbits(64)), client)
        except TimeoutError:
            logs.trouble("hint_slow", rules=view.rules.name)
        except Exception as error:  # a hint must not affect the table
            logs.trouble("hint_failed", error, rules=view.rules.name)
        return None


def own_view(room: Room, member: str) -> View:
    """The member's view, reduced to the lawful acts."""
    view = view_of(room, chair_of(room, member))
    assert view is not None, "only in a deal"
    return lawful_part(view)


def _counted(view: View, seed: int) -> Found:
    from trull.bots.explain import explain  # only here: it brings beliefs with it

    return explain(view, seed)


def _by_book(view: View, seed: int) -> Found:
    from trull.bots.explain import by_book  # only here: it brings beliefs with it

    return by_book(view, seed)


def _shown(view: View, hint: Hint) -> HintShown:
    assert view.seat is not None, "a spectator gets no advice"
    act = ActShown(view.seat, hint.action.verb, list(hint.action.args))
    return HintShown(act, hint.mean, hint.spread, hint.code, dict(hint.about), list(hint.grounds))
