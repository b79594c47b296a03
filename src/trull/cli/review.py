"""``trull learn review``: what is due today, asked again by fresh questions and puzzles."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random

from trull.cli.progress import Notebook, now
from trull.cli.puzzletable import PuzzleTable
from trull.cli.questions import Asker
from trull.cli.screen import Screen
from trull.cli.words import Words
from trull.errors import TrullError
from trull.learn import build, progress
from trull.learn.build import Task
from trull.learn.fsrs import Grade
from trull.learn.ideas import drawn, ideas
from trull.learn.progress import Progress
from trull.learn.puzzles import stock
from trull.learn.puzzles.frames import framed

FIRST = 1500
"""How strong somebody is who has solved no puzzle yet."""
NEAREST = 12
"""Of so many puzzles that are nearest to the own rating one is drawn."""
SEEDS = 2**31


class Review:
    """Asks one idea after the other until none is due."""

    def __init__(self, screen: Screen, lang: str, titles: Mapping[str, str], rng: Random) -> None:
        """``titles`` are those of the lessons by their ids."""
        self._screen, self._lang, self._titles, self._rng = screen, lang, titles, rng
        self._words = Words(lang)
        self._notebook = Notebook(screen, lang)

    def go_through(self) -> None:
        """Ask what is due; at the end tell what comes when."""
        known = self._notebook.read()
        due = progress.due_on(known, now().day)
        if due:
            self._screen.line(self._counted("due", len(due)))
        for idea in due:
            self._idea(idea, self._notebook.read())
        self._tell_all(self._notebook.read())

    def _idea(self, idea: str, known: Progress) -> None:
        """One fresh question of an idea; what can be asked no more is dropped."""
        self._screen.rule(self._name(idea))
        try:
            grade, rules = self._theme(idea, known) or self._question(idea, known)
        except TrullError:
            self._screen.line(self._say("gone"))
            self._notebook.change(lambda kept: progress.dropped(kept, idea))
            return
        after = self._notebook.change(
            lambda kept: progress.repeated(kept, idea, rules, grade, now())
        )
        self._screen.line(self._counted("again", after.ideas[idea].memory.days))

    def _question(self, idea: str, known: Progress) -> tuple[Grade, str]:
        """By the book it was asked by before; right after a hint is hard."""
        found = ideas().get(idea)
        if found is None:
            raise TrullError(f"no idea {idea!r}")
        before = known.ideas[idea].rules
        rules = before if before in found.rules else found.rules[0]
        task = build.task(drawn(idea, rules, self._rng.randrange(SEEDS)))
        asker = Asker(self._screen, self._lang, rules)
        given, hinted = _with_hint(asker, task)
        self._screen.lines(asker.verdict(task.asked, task.answer, given))
        if set(given) != set(task.answer.right):
            return Grade.AGAIN, rules
        return (Grade.HARD if hinted else Grade.GOOD), rules

    def _theme(self, idea: str, known: Progress) -> tuple[Grade, str] | None:
        """A puzzle of a theme that was not tried, near the own strength; None: it is no theme."""
        theme = progress.theme_in(idea)
        if theme is None:
            return None
        game, name = theme
        fit = [
            one
            for one in stock.of_kind().values()
            if one.rules.partition("/")[0] == game and name in one.themes
        ]
        if not fit:
            raise TrullError(f"no puzzles of {idea!r}")
        fresh = [one for one in fit if one.id not in known.puzzles] or fit
        rating = float(str(known.ratings.get(game, {}).get("rating", FIRST)))
        nearest = sorted(fresh, key=lambda one: abs(one.rating - rating))[:NEAREST]
        puzzle = self._rng.choice(nearest)
        clean = PuzzleTable(self._screen, self._lang, framed(puzzle), self._rng).solved()
        self._notebook.change(lambda kept: progress.tried(kept, puzzle.id, clean, now()))
        return (Grade.GOOD if clean else Grade.AGAIN), puzzle.rules

    # What is told

    def _tell_all(self, known: Progress) -> None:
        """All that is asked again, and when."""
        if not known.ideas:
            self._screen.line(self._say("empty"))
            return
        today, all_of_it = now().day, progress.by_day(known)
        waits = [max(known.ideas[idea].due - today, 0) for idea in all_of_it]
        if waits[0]:
            told = self._say("none"), self._counted("next", waits[0])
            self._screen.line(" ".join(told), style="bold")
        self._screen.rule(self._say("all"))
        for idea, wait in zip(all_of_it, waits, strict=True):
            when = self._counted("in_days", wait) if wait else self._say("today")
            self._screen.line(f"{self._name(idea)}: {when}", indent=2)

    def _name(self, idea: str) -> str:
        """Its kind of question, and where it belongs."""
        theme = progress.theme_in(idea)
        if theme is not None:
            game, name = theme
            words = Words(self._lang, game)
            return f"{words.find('learn', f'theme.{name}') or name} · {self._game(game)}"
        found = ideas().get(idea)
        if found is None:
            return idea
        place = self._titles.get(found.lesson) or self._game(found.game)
        return f"{self._words.say('learn', f'type.{found.type}')} · {place}"

    def _game(self, game: str) -> str:
        return self._words.find("web", f"game.{game}") or game

    def _say(self, code: str, **about: object) -> str:
        return self._words.say("review", code, **about)

    def _counted(self, code: str, n: int) -> str:
        return self._say(f"{code}.one" if n == 1 else code, n=n)


def reviewing(screen: Screen, lang: str, titles: Mapping[str, str], seed: int | None) -> None:
    """Go through what is due; a seed draws the same questions again."""
    rng = Random(secrets.randbelow(SEEDS) if seed is None else seed)
    Review(screen, lang, titles, rng).go_through()


def _with_hint(asker: Asker, task: Task) -> tuple[tuple[str, ...], bool]:
    """The answer, and whether a hint was asked for: it takes a wrong choice away."""
    asked, right = task.asked, task.answer.right
    wrong = [one for one in asked.choices if one not in right]
    if len(asked.choices) < 3 or not wrong:
        return asker.ask(task), False
    hints: list[str] = []

    def hint() -> str:
        hints.append(asker.sentence("hint_not", choice=asker.choice(asked, wrong[0])))
        return hints[0]

    return asker.ask(task, hint), bool(hints)
