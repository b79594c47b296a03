"""The bots of a room: which seats they act for, how long they wait, what they do.

A bot gets its seat's view and nothing else. How long it waits is drawn without a look at the
cards. A bot that takes long is asked in a thread, so that nobody else waits for it.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter

from trull import bots
from trull.bots.random_bot import any_act
from trull.state import Action, View, expand
from trull.table import logs
from trull.table.room.state import SUBSTITUTE, Chair, Room, duty_chairs, view_of

SLOW = 0.004
"""Seconds from which on a kind of bot is asked in a thread."""

COURTESY = 4.0
"""How many times longer a bot waits where a person may answer as well."""

_slow_answers: Counter[str] = Counter()
"""How often a kind of bot took long; the first answers may have had something to load."""


def kind_of(chair: Chair) -> str:
    """The kind of bot that acts for a chair; empty if a person does, or nobody."""
    if chair.acts_itself or chair.free:
        return ""
    return ":".join(filter(None, (chair.bot or SUBSTITUTE, chair.style)))


def due(room: Room) -> tuple[int | None, bool]:
    """The chair a bot must act for now, and whether a person could act as well."""
    duty = duty_chairs(room)
    waiting = [chair for chair in duty if kind_of(room.chairs[chair])]
    return (waiting[0] if waiting else None), len(waiting) < len(duty)


def drawn_pause(between: tuple[float, float], shared: bool) -> float:
    """How long a bot waits."""
    least, most = between
    pause = least + (most - least) * secrets.randbelow(1000) / 1000
    return pause * COURTESY if shared else pause


class Bots:
    """The bots of one room."""

    def __init__(self) -> None:
        """Nobody yet; a bot sits down when it must act."""
        self._sitting: dict[tuple[int, str], bots.Bot] = {}

    async def words(self, room: Room, chair: int, at_random: bool = False) -> str:
        """What the bot on a chair does; any act, if its own ideas were refused."""
        kind, view = kind_of(room.chairs[chair]), view_of(room, chair)
        assert kind, "only bots are asked"
        assert view is not None, "only in a deal"
        if at_random:
            return str(_anything(view))
        try:
            bot = self._sitting.get((chair, kind))
            if bot is None:
                bot = self._sitting[chair, kind] = bots.make(kind, secrets.randbits(64))
            act = await _asked(bot, kind, view)
        except Exception as error:  # a bot must not stop the table
            logs.trouble("bot_failed", error, kind=kind, rules=room.head.rules.name)
            act = None
        return str(act or _anything(view))


async def _asked(bot: bots.Bot, kind: str, view: View) -> Action | None:
    if _slow_answers[kind] > 2:
        return await asyncio.get_running_loop().run_in_executor(None, bot.act, view)
    began = time.perf_counter()
    act = bot.act(view)
    if time.perf_counter() - began > SLOW:
        _slow_answers[kind] += 1
    return act


def _anything(view: View) -> Action:
    """Any lawful act, for a bot that does not know what to do."""
    found = any_act(view, view.prompts, random.Random(secrets.randbits(64)))
    return found or next(act for prompt in view.prompts for act in expand(prompt))
