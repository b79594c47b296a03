"""Guests: bots that somebody else has written: ``FILE.py:NAME``, ``module:NAME``, ``cmd:COMMAND``.

NAME is called with a seed and gives a ``Bot``; mostly it is a class. A COMMAND is a program in any
language. To load either is to run its code: the command line does so for who types the name, a
table in the browser never does.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from trull.bots.command import CommandBot
from trull.errors import TrullError
from trull.state import Action, View, allows

if TYPE_CHECKING:
    from collections.abc import Callable

    from trull.bots import Bot

SUFFIX = ".py"
COMMAND = "cmd:"


class Guest:
    """A stranger's bot whose acts are looked at before they are done."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot = bot.name, bot

    def act(self, view: View) -> Action | None:
        """The bot's act, if it is offered; TrullError otherwise."""
        try:
            act: object = self._bot.act(view)  # whatever it promised
        except SystemExit as leave:
            raise TrullError(f"it wanted to end the program ({_told(leave)})") from leave
        if act is None and view.duty == {view.seat}:
            raise TrullError("it was silent though it alone must act")
        if act is None or (isinstance(act, Action) and _offered(view, act)):
            return act
        if not isinstance(act, Action):
            raise TrullError(f"{act!r} is not offered: it is no Action")
        raise TrullError(f"{act!r} is not offered in the phase {view.phase!r}")


def _offered(view: View, act: Action) -> bool:
    """Whether the view offers the act; what an open prompt allows besides the laws will see."""
    return any(allows(p, act) or (p.open and p.verb == act.verb) for p in view.prompts)


def make(name: str, seed: int) -> Bot:
    """The guest of that name; TrullError says what is missing."""
    if name.startswith(COMMAND):
        return Guest(CommandBot(name.removeprefix(COMMAND), seed))
    try:
        bot = _maker(name)(seed)
    except TrullError:
        raise
    except (Exception, SystemExit) as error:  # whatever a stranger's code may raise
        raise TrullError(f"{name} made no bot: {_told(error)}") from error
    if not callable(getattr(bot, "act", None)) or not isinstance(getattr(bot, "name", None), str):
        raise TrullError(f"{name} made no bot: expected a name and act(view)")
    return Guest(bot)


@cache
def _maker(name: str) -> Callable[[int], Bot]:
    where, _, what = name.rpartition(":")
    found: Callable[[int], Bot] | None = getattr(_module(where), what, None)
    if found is None:
        raise TrullError(f"{where} knows no {what!r}")
    return found


def _module(where: str) -> ModuleType:
    try:
        return _file(Path(where)) if where.endswith(SUFFIX) else importlib.import_module(where)
    except (Exception, SystemExit) as error:  # whatever a stranger's code may raise
        why = f"{where} cannot be loaded: {_told(error)}"
        raise TrullError(f"this is no bot of the house, and {why}") from error


def _file(path: Path) -> ModuleType:
    """A file as a module; what lies beside it can be imported, as if Python had been given it."""
    name = f"guest_{path.stem}"  # a file called random.py must not hide Python's own
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None, "the file is called .py"
    assert spec.loader is not None, "and so it can be loaded"
    sys.path.append(str(path.resolve().parent))
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
