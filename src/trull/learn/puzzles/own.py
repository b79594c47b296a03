"""The puzzles of a deal that somebody has played: from one's own games."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from trull.game import Game
from trull.learn.puzzles import stock
from trull.learn.puzzles.line import PLAY
from trull.learn.puzzles.mine_open import open_puzzles
from trull.learn.puzzles.rate import fitted
from trull.learn.puzzles.record import Puzzle
from trull.learn.puzzles.themes import themes
from trull.notation import Record


def of_record(record: Record) -> Iterator[Puzzle]:
    """Its open puzzles, each with themes and with a rating among the shipped ones of its game."""
    for one in open_puzzles(_moments(record)):
        yield replace(one, themes=themes(one), rating=_rating(one))


def _moments(record: Record) -> list[Game]:
    """The game before every card."""
    game, found = Game(record.setup), []
    for act in record.acts:
        if act.action.verb == PLAY:
            found.append(copy(game))
        game.apply(act.seat, act.action)
    return found


def _rating(one: Puzzle) -> int:
    game = one.rules.partition("/")[0]
    others = [old.tries for old in stock.of_kind().values() if old.rules.startswith(f"{game}/")]
    return round(fitted([*others, one.tries]).puzzles[-1])
