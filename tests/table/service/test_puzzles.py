"""Puzzles as the page asks for them: the list tells no answer, a puzzle what its format says."""

from __future__ import annotations

import gzip
import json
from contextlib import AsyncExitStack

import pytest

from players import run, serving, visitors
from trull import games
from trull.errors import PuzzleError
from trull.learn.puzzles import stock
from trull.learn.puzzles.frames import ROUND, framed
from trull.learn.puzzles.record import written
from trull.table import wire
from trull.table.service import puzzles
from trull.table.steps import whole

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
            for kind, answer in (("open", "nodes"), ("closed", "task"), ("rule", "task")):
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


def test_a_long_puzzle_lets_others_pass_between_its_steps() -> None:
    longest = max(stock.of_kind().values(), key=lambda one: one.line.depth)
    work = puzzles.asking(longest.id)
    assert sum(1 for _ in work) > longest.line.depth
