"""The bots of a room: which seats they act for, how long they wait, what they do.

A bot gets its seat's view and nothing else. How long it waits is drawn without a look at the
cards, and who thinks does so while he waits, in a thread, so that nobody else waits for him. Where
thinking fails, takes too long or is not possible, the book decides, and a note says so.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from trull import bots
from trull.bots.random_bot import any_act
from trull.state import Action, View, expand, has_one_act
from trull.table import logs
from trull.table.room.decide import is_daily
from trull.table.room.state import SUBSTITUTE, Chair, Deal, Room, duty_chairs, view_of
from trull.table.service.reckoning import Client
from trull.table.service.thinkers import NOBODY, Note, Thinkers, is_thinking
from trull.table.shown import Pace

SLOW = 0.004
"""Answer time in seconds from which a bot kind is moved to a thread."""

COURTESY = 4.0
"""Factor on a bot's pause where a person may answer as well."""

PACES: dict[Pace, tuple[float, float]] = {"brisk": (1.0, 2.0), "calm": (1.5, 4.0)}
"""Factors on a bot's pause: usually, and on entering a phase."""

OFTEN = 2
"""Slow answers tolerated (first calls may load code)."""


def kind_of(room: Room, chair: Chair) -> str:
    """The kind of bot that acts for a chair; empty if a person does, or nobody."""
    if chair.acts_itself or chair.free:
        return ""
    if chair.member:
        return room.head.substitute
    return ":".join(filter(None, (chair.bot, chair.style)))


def due(room: Room) -> tuple[int | None, bool]:
    """The chair a bot must act for now, and whether a person could act as well."""
    duty = duty_chairs(room)
    waiting = [chair for chair in duty if kind_of(room, room.chairs[chair])]
    return (waiting[0] if waiting else None), len(waiting) < len(duty)


def drawn_pause(between: tuple[float, float], shared: bool) -> float:
    """How long a bot waits."""
    least, most = between
    pause = least + (most - least) * secrets.randbelow(1000) / 1000
    return pause * COURTESY if shared else pause


def phase_of(room: Room) -> tuple[int, str]:
    """The deal and its phase."""
    deal = room.deal
    assert deal is not None, "bots act in a deal"
    return deal.number, room.laws.phase(deal.state)


def slower(room: Room, before: tuple[int, str]) -> float:
    """Factor on a pause: longer on entering a phase, for then people read what lies open.

    It depends on what everybody sees alone; before the cards are dealt there is nothing to read.
    """
    usual, reading = PACES[room.head.pace]
    if phase_of(room) == before:
        return usual
    view = view_of(room, None)
    return reading if view is not None and any(view.counts) else usual


class Thought(NamedTuple):
    """The question a bot is computing: chair and deal state."""

    chair: int
    kind: str
    deal: Deal
    act: asyncio.Task[Action | None]

    def is_about(self, room: Room, chair: int, kind: str) -> bool:
        """Whether the question is still current."""
        return (self.chair, self.kind) == (chair, kind) and self.deal is room.deal


class Bots:
    """The bots of one room."""

    def __init__(self, thinkers: Thinkers, client: Callable[[], Client] = lambda: NOBODY) -> None:
        """Bots are created when they must act; ``client`` is whom their thoughts are charged to."""
        self._thinkers, self._client = thinkers, client
        self._sitting: dict[tuple[int, str], bots.Bot] = {}
        self._thought: Thought | None = None
        self._notes: dict[tuple[int, str], Note] = {}

    def notes(self, room: Room) -> dict[int, str]:
        """Status notes of the thinking bots, by chair."""
        found = {}
        for seat, chair in enumerate(room.chairs):
            kind = kind_of(room, chair)
            if is_thinking(kind):
                own = self._notes.get((seat, kind), "")
                found[seat] = self._thinkers.note(room.head.rules.game) or own
        return {seat: note for seat, note in found.items() if note}

    def think_ahead(self, room: Room, chair: int) -> None:
        """Start computing during a thinking bot's pause."""
        kind = kind_of(room, room.chairs[chair])
        if room.deal is None or not (is_thinking(kind) or room.deal.daily):
            return
        if self._thought is None or not self._thought.is_about(room, chair, kind):
            self.forget()
            view = seen_by_bot(room, chair)
            daily = room.deal.daily
            act = self._of_the_day(daily, view) if daily else self._considered(chair, kind, view)
            asked = asyncio.ensure_future(act)
            self._thought = Thought(chair, kind, room.deal, asked)

    def forget(self) -> None:
        """Discard the current computation and its bot."""
        if self._thought is not None and not self._thought.act.done():
            self._sitting.pop((self._thought.chair, self._thought.kind), None)
            self._thought.act.cancel()
        self._thought = None

    async def words(self, room: Room, chair: int, at_random: bool = False) -> str:
        """The act of the bot on a chair; any lawful act after refusals."""
        kind, view = kind_of(room, room.chairs[chair]), seen_by_bot(room, chair)
        assert kind, "only bots are asked"
        if at_random:
            return str(_anything(view))
        act = await self._decided(room, chair, kind, view)
        return str(act or _anything(view))

    async def _decided(self, room: Room, chair: int, kind: str, view: View) -> Action | None:
        if not is_thinking(kind) and not is_daily(room):
            return await self._by_rote(chair, kind, view)
        self.think_ahead(room, chair)
        assert self._thought is not None, "it was just begun"
        return await self._thought.act

    def _bot(self, chair: int, kind: str) -> bots.Bot:
        bot = self._sitting.get((chair, kind))
        if bot is None:
            bot = self._sitting[chair, kind] = bots.make(kind, secrets.randbits(64))
        return bot

    async def _by_rote(self, chair: int, kind: str, view: View) -> Action | None:
        """The act of a bot that does not think."""
        try:
            return await self._asked(self._bot(chair, kind), kind, view)
        except Exception as error:  # a bot must not block the table
            logs.trouble("bot_failed", error, kind=kind, rules=view.rules.name)
            return None

    async def _asked(self, bot: bots.Bot, kind: str, view: View) -> Action | None:
        slow = self._thinkers.slow_answers
        if slow[kind] > OFTEN:
            return await asyncio.get_running_loop().run_in_executor(None, bot.act, view)
        began = time.perf_counter()
        act = bot.act(view)
        if time.perf_counter() - began > SLOW:
            slow[kind] += 1
        return act

    async def _of_the_day(self, name: str, view: View) -> Action | None:
        """The act of a bot in a daily deal: waited for, since everybody must meet the same one."""
        await self._thinkers.warmed(view.rules.game)
        return await self._thinkers.work(self._client(), partial(_daily_act, name, view))

    async def _considered(self, chair: int, kind: str, view: View) -> Action | None:
        """The act of a bot that thinks; the book's where it cannot."""
        note = self._thinkers.note(view.rules.game)
        if not note:
            act, note = await self._thought_out(chair, kind, view)
            self._notes[chair, kind] = note
            if act is not None:
                return act
        return await self._by_rote(chair, SUBSTITUTE, view)

    async def _thought_out(self, chair: int, kind: str, view: View) -> tuple[Action | None, Note]:
        """A thinking bot's act, and its failure or who plays in its place, if any."""
        try:
            bot = self._bot(chair, kind)
            thought, forced = partial(bot.act, view), has_one_act(view.prompts)
            act = await self._thinkers.asked_by(kind, self._client(), thought, forced)
        except TimeoutError:
            self._sitting.pop((chair, kind), None)  # still computing: replace it
            logs.trouble("bot_slow", kind=kind, rules=view.rules.name)
            return None, "slow"
        except Exception as error:  # a bot must not block the table
            logs.trouble("bot_failed", error, kind=kind, rules=view.rules.name)
            return None, "failed"
        failure = getattr(bot, "failure", "")
        if failure:
            what = failure.partition(":")[0]  # error type only: the message may name cards
            logs.trouble("bot_failed", kind=kind, rules=view.rules.name, what=what)
        note: Note = "failed" if failure else getattr(bot, "note", "")
        if note and note != self._notes.get((chair, kind)) and not failure:
            logs.trouble("bot_replaced", kind=kind, rules=view.rules.name, what=bot.why)  # type: ignore[attr-defined]
        return act, note


def _daily_act(name: str, view: View) -> Action | None:
    from trull.learn.daily import bot_act  # only here: it brings the search with it

    return bot_act(name, view)


def seen_by_bot(room: Room, chair: int) -> View:
    """The view for a bot; without votes where an arbiter decides."""
    view = view_of(room, chair)
    assert view is not None, "only in a deal"
    if not room.arbiter:
        return view
    prompts = tuple(prompt for prompt in view.prompts if prompt.verb != "vote")
    possible = tuple(prompt for prompt in view.possible if prompt.verb != "vote")
    return replace(view, prompts=prompts, possible=possible)


def _anything(view: View) -> Action:
    """Any lawful act, as a fallback."""
    found = any_act(view, view.prompts, random.Random(secrets.randbits(64)))
    return found or next(act for prompt in view.prompts for act in expand(prompt))
