"""A table in the terminal with a daily deal: its bots, and a record that says which deal it is."""

from __future__ import annotations

from dataclasses import replace

from trull import shuffle
from trull.cli.screen import Screen
from trull.cli.store import Seating, Store
from trull.cli.table import Deal, Table
from trull.cli.words import Words
from trull.learn import daily
from trull.match import Match
from trull.notation import Record


class DailyTable(Table):
    """One deal, the bots those of its day."""

    def __init__(
        self,
        screen: Screen,
        words: Words,
        match: Match,
        seating: Seating,
        names: tuple[str, ...],
        store: Store,
        found: daily.Deal,
    ) -> None:
        """Sit down; the person holds the first place."""
        bots = [daily.DailyBot(found.lot.room)] * len(names)
        super().__init__(screen, words, match, seating, names, bots, store)
        self._tags = shuffle.tags(found.lot)

    def record(self, deal: Deal, ended: bool = False) -> Record:
        """The deal as it is kept, with what proves its pack."""
        kept = super().record(deal, ended)
        return replace(kept, tags={**kept.tags, **self._tags})
