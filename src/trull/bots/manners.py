"""How a bot behaves: the book helps where it breaks; at a free table it errs, notices, claims."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Literal

from trull.bots.heuristic import HeuristicBot
from trull.bots.noticing import as_it_lies, noticed
from trull.bots.random_bot import any_act
from trull.laws.court import VERBS as COURT
from trull.state import Action, View

if TYPE_CHECKING:
    from trull.bots import Bot

Substitution = Literal["", "unlearnt", "unseen"]
"""Nothing that fits was learnt of a game; these rules were not among what was learnt."""
BREAKS = (Exception, SystemExit)
"""Whatever a bot raises, the table goes on; only Ctrl-C ends it."""


class Mannered:
    """A bot that never stops a table, and can also sit at a free one."""

    def __init__(self, bot: Bot, seed: int, clumsy: float = 0.0) -> None:
        """``clumsy`` is the chance of doing any possible thing instead of a considered one."""
        self.name, self._bot, self._clumsy = bot.name, bot, clumsy
        self._chance, self._book = Random(f"{seed}/manners"), HeuristicBot(seed)
        self._broken = ""

    @property
    def failure(self) -> str:
        """The error while the bot thought about its last act; empty without one."""
        return self._broken or str(getattr(self._bot, "failure", ""))

    @property
    def note(self) -> Substitution:
        """Why somebody else played for it; empty while it plays itself."""
        return getattr(self._bot, "note", "")

    @property
    def why(self) -> str:
        """The note in a sentence, for logs."""
        return str(getattr(self._bot, "why", ""))

    def act(self, view: View) -> Action | None:
        """The bot's act, or its word in court; anything lawful where the book breaks too."""
        self._broken = ""
        try:
            return self._acts(view)
        except BREAKS as error:
            self._note(error)
            return _answer(view) or self._anything(view)

    def _acts(self, view: View) -> Action | None:
        if not view.possible:
            return self._considered(view)
        return _claim(view) or _answer(view) or self._at_play(view)

    def _at_play(self, view: View) -> Action | None:
        lawful = lawful_part(view)
        if view.seat in view.duty and self._chance.random() < self._clumsy:
            offers = [p for p in view.possible if p.verb not in COURT and not p.open]
            return any_act(view, offers, self._chance)
        return self._considered(lawful) if lawful.prompts else None

    def _considered(self, view: View) -> Action | None:
        """The bot's act; the book's where the bot breaks."""
        try:
            return self._bot.act(view)
        except BREAKS as error:
            self._note(error)
            return self._book.act(view)

    def _note(self, error: BaseException) -> None:
        self._broken = self._broken or f"{type(error).__name__}: {error}"

    def _anything(self, view: View) -> Action | None:
        """Any lawful act where one is due."""
        return any_act(view, view.prompts, self._chance) if view.seat in view.duty else None


def _claim(view: View) -> Action | None:
    """A claim the view proves."""
    if not any(prompt.verb == "claim" for prompt in view.prompts):
        return None
    return next(noticed(view), None)


def _answer(view: View) -> Action | None:
    """No vote against anybody without proof; the count is accepted."""
    for prompt in view.prompts:
        if prompt.verb == "vote" and view.seat in view.duty:
            return Action("vote", (next(w for w in prompt.choices if w.endswith("=no")),))
        if prompt.verb == "accept":
            return Action("accept")
    return None


def lawful_part(view: View) -> View:
    """A free table's view as a guarded one's: its lawful acts alone, and the cards as they lie."""
    prompts = tuple(prompt for prompt in view.prompts if prompt.verb not in COURT)
    return replace(view, prompts=prompts, possible=(), seen=as_it_lies(view))
