"""Puzzles as the page asks for them: the list tells no answer, a puzzle what its format says."""

from __future__ import annotations

import gzip
import json
from contextlib import AsyncExitStack
from itertools import islice

import pytest

from players import run, serving, visitors
from trull import games, notation
from trull.errors import PuzzleError
from trull.learn.puzzles import safe, stock
from trull.learn.puzzles.frames import ROUND, framed
from trull.learn.puzzles.record import written
from trull.state import Seat
from trull.table import wire
from trull.table.service import puzzles
from trull.table.steps import whole

KINDS = {"open": "nodes", "closed": "task", "safe": "nodes", "rule": "task"}
"""The kinds, and the field of each that has the answers."""
LISTED = {"id", "game", "rules", "kind", "rating", "questions", "themes"}
TOLD = {"id", "kind", "game", "rules", "rating", "seats", "seat"} | {
    *("themes", "said", "aim", "nodes", "record", "at")
}


def test_the_list_and_a_puzzle_are_served_and_nonsense_is_not(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            index = json.loads((await anna.get("/api/puzzles"))[1])
            assert len(index) == len(tuple(stock.every()))
            for game in games.names():
                of_game = json.loads((await anna.get(f"/api/puzzles/{game}"))[1])
                assert of_game == [one for one in index if one["game"] == game] != []
            for kind, answer in KINDS.items():
                listed = next(one["id"] for one in index if one["kind"] == kind)
                puzzle = json.loads((await anna.get(f"/api/puzzles/{listed}"))[1])
                assert (puzzle["id"], puzzle["kind"]) == (listed, kind)
                assert '"right":[]' not in json.dumps(puzzle[answer], separators=(",", ":"))
            name = index[0]["id"]
            for path in ("0000000000", name.upper() + "A", name[:9], "%2e%2e", "", "bridge"):
                assert (await anna.get(f"/api/puzzles/{path}"))[0] == 404, path

    run(go)


def test_the_list_tells_neither_cards_nor_answers_nor_tries() -> None:
    for one in json.loads(whole(puzzles.index())):
        assert one.keys() == LISTED
        assert one["rating"] % ROUND == 0


@pytest.mark.parametrize("game", games.names())
def test_a_page_loads_the_list_of_a_game_and_one_puzzle_and_little_else(game: str) -> None:
    listed = whole(puzzles.index(game))
    assert len(gzip.compress(listed)) <= 20_000
    every = tuple(stock.every())
    of_game = [one for one in every if one.rules.partition("/")[0] == game]
    longest = sorted(of_game, key=lambda one: len(written(one)))[-5:]
    assert max(len(gzip.compress(whole(puzzles.asking(one.id)))) for one in longest) <= 5_000


def test_a_puzzle_has_the_fields_of_the_format_and_no_more() -> None:
    name, stored = next(iter(stock.of_kind().items()))
    told = json.loads(whole(puzzles.asking(name)))
    assert told.keys() == TOLD
    assert told == json.loads(wire.encode(framed(stored)))
    with pytest.raises(PuzzleError):
        whole(puzzles.asking("0000000000"))


def test_a_safe_one_has_its_layouts_beside_them_each_a_deal_that_looks_the_same() -> None:
    for name, stored in islice(stock.of_kind(safe.KIND).items(), 20):
        told = json.loads(whole(puzzles.asking(name)))
        assert told.keys() == TOLD | {"asked", "of", "drawn", "fails", "layouts"}
        assert told["layouts"].keys() == {*told["fails"], stored.line.keep[0]}
        records = [told["record"], *(one["record"] for one in told["layouts"].values())]
        view = stored.game().view_for(Seat(stored.seat))
        for record in records:
            then = notation.replayed(notation.parse(record))
            assert then.view_for(Seat(stored.seat)) == view, name


def test_a_long_puzzle_lets_others_pass_between_its_steps() -> None:
    longest = max(stock.of_kind().values(), key=lambda one: one.line.depth)
    work = puzzles.asking(longest.id)
    assert sum(1 for _ in work) > longest.line.depth
