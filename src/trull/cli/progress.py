"""The file in which the terminal keeps what somebody has learnt; the page can read it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from trull.cli import store
from trull.cli.screen import Screen
from trull.cli.words import Words
from trull.errors import TrullError
from trull.learn import progress
from trull.learn.progress import Now, Progress

NAME = "learn.json"
ASIDE = "learn.damaged.json"


def now() -> Now:
    """This moment, where the learner lives."""
    return Now.of(datetime.now().astimezone())


class Notebook:
    """Reads before each change and writes after it, so that two windows lose nothing."""

    def __init__(self, screen: Screen, lang: str) -> None:
        """Notices are told on this screen."""
        self._screen, self._words = screen, Words(lang)
        self._unsaved = False
        self._last = Progress()  # where no file can be written

    @property
    def path(self) -> Path:
        """Where it lies; TrullError where nobody has a folder."""
        return store.folder() / NAME

    def read(self) -> Progress:
        """What is kept; what cannot be read is put aside, and nothing else is lost."""
        try:
            path = self.path
            if self._unsaved or not path.exists():
                return self._last
            found = progress.read(store.text_of(path))
            if found is None:
                path.replace(path.with_name(ASIDE))
        except (OSError, TrullError):
            self._cannot_keep()
            return self._last
        if found is None:
            self._screen.line(self._words.cli("progress_damaged", file=path.with_name(ASIDE)))
            return Progress()
        return found

    def change(self, change: Callable[[Progress], Progress]) -> Progress:
        """Keep what comes of a change."""
        self._last = change(self.read())
        if not self._unsaved:
            try:
                store.write_whole(self.path, progress.written(self._last))
            except TrullError:
                self._cannot_keep()
        return self._last

    def missed(self, idea: str, rules: str) -> None:
        """Something was wrong: it is asked again."""
        self.change(lambda kept: progress.missed(kept, idea, rules, now()))

    def take_over(self, file: Path) -> None:
        """Add a file of the page, or of another machine; of each part the newer one counts."""
        found = progress.read(store.text_of(file))
        if found is None:
            raise TrullError(self._words.say("learn", "import_bad"))
        self.change(lambda kept: progress.merged(kept, found))

    def _cannot_keep(self) -> None:
        """Said once; who learns goes on."""
        if not self._unsaved:
            self._screen.line(self._words.cli("progress_unsaved"))
        self._unsaved = True
