"""Puzzles: what is shipped is right, by the solver and by trying everything; damage is found."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from learn.trying import brute
from samples import SOAK
from trull.errors import PuzzleError
from trull.learn.puzzles import choose, stock
from trull.learn.puzzles.check import check, prove
from trull.learn.puzzles.form import form
from trull.learn.puzzles.frames import framed, listed
from trull.learn.puzzles.line import played
from trull.learn.puzzles.position import Position
from trull.learn.puzzles.rate import chance, fitted
from trull.learn.puzzles.record import Puzzle, read, written
from trull.state import Seat

DRAWN = 100
"""Puzzles that are worked out anew; in a soak, as by ``trull puzzles check``, all of them."""
SMALL, BRUTE = 5, 4
"""Cards in a hand: of those that are drawn, and of those where every card can be tried."""
LEAST = {"koenigrufen": 900, "lhombre": 300, "perlaggen": 300}
SHIPPED = tuple(stock.of_kind().values())


def size(puzzle: Puzzle) -> int:
    """Cards in the hand that is asked."""
    whole = {"koenigrufen": 12, "lhombre": 25, "perlaggen": 5}[puzzle.rules.partition("/")[0]]
    return whole - len(re.findall(rf"(?:^|\| ){puzzle.seat} play ", puzzle.acts))


@cache
def drawn() -> tuple[Puzzle, ...]:
    """Small ones, of all games."""
    if SOAK:
        return SHIPPED
    small = [one for one in SHIPPED if size(one) <= SMALL and len(written(one)) < 2000]
    return tuple(random.Random(29).sample(small, min(DRAWN, len(small))))


# What is shipped


def test_there_are_enough_of_every_game_book_and_rating() -> None:
    games = Counter(one.rules.partition("/")[0] for one in SHIPPED)
    assert all(games[game] >= least for game, least in LEAST.items()), games
    bands = Counter(choose.band(one.rating) for one in SHIPPED)
    assert len(bands) == 5
    assert min(bands.values()) >= 150, bands


def test_every_theme_is_worth_choosing() -> None:
    themes = Counter(theme for one in SHIPPED for theme in one.themes)
    assert min(themes.values()) >= 20, themes


def test_no_deal_has_too_many_and_no_puzzle_stands_twice() -> None:
    deals = Counter(one.head for one in SHIPPED)
    assert max(deals.values()) <= choose.A_DEAL
    lines = sum(len(path.read_text().splitlines()) for path in stock.paths())
    assert lines == len(tuple(stock.every()))


def test_those_drawn_are_proved_again() -> None:
    assert len(drawn()) >= DRAWN
    for one in drawn():
        prove(one)


def test_whoever_tries_every_card_finds_the_same() -> None:
    """Written from the text: naive readings of lawful cards, of tricks and of what counts."""
    small = [one for one in drawn() if size(one) <= BRUTE]
    for one in small:
        game = one.game()
        found, plays = brute(one, game), {act.args[0] for act in game.plays(Seat(one.seat))}
        assert set(one.line.keep) == (found if one.aim.wanted else plays - found), one.id
    assert len({one.rules.partition("/")[0] for one in small}) == 3
    assert len(small) >= DRAWN // 3


def test_a_bird_that_lies_in_the_trick_is_still_to_be_saved() -> None:
    """Once its card is played the goal is open until the trick ends: partners must spare it."""
    one = next(
        one
        for one in SHIPPED
        if (one.aim.kind, one.aim.wanted) == ("bird", True)
        and one.line.keep == (one.aim.card,)
        and len(one.aim.side) == 3
        and not one.line.replies[0].then
    )
    then = played(one.game(), one.aim.card)
    made = Position(then).made(one.aim)
    assert made is not None
    assert any(made.values())


# Damage


Damage = Callable[[dict[str, object]], object]


def _into(told: dict[str, object], *path: str | int) -> dict[str, object]:
    found: object = told
    for step in path:
        found = cast("dict[str | int, object]", found)[step]
    return cast("dict[str, object]", found)


def _other_keep(told: dict[str, object]) -> None:
    line = _into(told, "line")
    fail = _into(told, "line", "fail")
    card = next(iter(fail))
    fail[str(line["keep"])] = fail.pop(card)
    line["keep"] = card


def _more_keeps(told: dict[str, object]) -> None:
    fail = _into(told, "line", "fail")
    card = next(iter(fail))
    del fail[card]
    _into(told, "line")["keep"] = f"{_into(told, 'line')['keep']} {card}"


def _good_end(told: dict[str, object]) -> None:
    """After the first wrong card the others play as after the right one."""
    fail = _into(told, "line", "fail")
    fail[next(iter(fail))] = _into(told, "line", "replies", 0)["cards"]


def _short_end(told: dict[str, object]) -> None:
    fail = _into(told, "line", "fail")
    card = next(iter(fail))
    fail[card] = str(fail[card]).rpartition(" ")[0]


def _put(*path: str | int, to: object) -> Damage:
    def damage(told: dict[str, object]) -> None:
        *way, last = path
        _into(told, *way)[str(last)] = to

    return damage


def _grown(key: str, by: int) -> Damage:
    def damage(told: dict[str, object]) -> None:
        aim = _into(told, "aim")
        aim[key] = cast(int, aim[key]) + by

    return damage


DAMAGES: Mapping[str, tuple[Damage, str]] = {
    "another right card": (_other_keep, "keeps the goal, not"),
    "two right cards": (_more_keeps, "keeps the goal, not"),
    "a harder goal": (_grown("bar", 3), "aim is none that can be asked"),
    "an easier goal": (_grown("bar", -1), "aim is none that can be asked"),
    "for the other side": (_put("aim", "wanted", to=False), "aim is none that can be asked"),
    "of another seat": (_put("seat", to=9), "not the turn of seat 9"),
    "a wrong card that wins": (_good_end, "cannot be played|keeps the goal|not end the deal"),
    "the deal not ended": (_short_end, "does not end the deal"),
    "no way on": (_put("line", "replies", to=[]), "nothing is played after the right card"),
    "another theme": (_put("themes", to=["bird.T1"]), "its themes are"),
    "found too often": (
        _put("tries", to={"heuristic": [8, 8], "flat:quick": [7, 8]}),
        "find it too often",
    ),
    "more found than tried": (_put("tries", "heuristic", to=[9, 8]), "more often than it tried"),
    "no rating": (_put("rating", to=0), "no rating"),
    "a kind nobody knows": (_put("kind", to="shut"), "no kind of puzzle"),
    "acts that are not lawful": (_put("acts", to="0 play T1"), "its record"),
    "another rule set": (
        _put("rules", to="koenigrufen/ulmann"),
        "its rule set is koenigrufen/tirol",
    ),
    "a field too few": (lambda told: told.pop("line"), "KeyError"),
    "a number for a word": (_put("head", to=7), "expected text"),
}


def _damaged(damage: Damage, one: Puzzle) -> str:
    """A line with an error planted, under the name that would be its own."""
    told = json.loads(written(one))
    damage(told)
    try:
        read(json.dumps(told))
    except PuzzleError as error:
        if found := re.search(r"its id is (\w+),", str(error)):
            told["id"] = found[1]
    return json.dumps(told)


@cache
def example() -> Puzzle:
    """One about the points of a game, asked once, of the side that wants them."""
    return next(
        one
        for one in SHIPPED
        if one.rules == "koenigrufen/tirol"
        and (one.aim.kind, one.aim.wanted, one.line.depth) == ("points", True, 1)
        and len(one.line.keep) == 1
        and one.themes != ("bird.T1",)
    )


@pytest.mark.parametrize("name", DAMAGES)
def test_a_planted_error_is_found_with_its_line_and_its_reason(name: str, tmp_path: Path) -> None:
    damage, reason = DAMAGES[name]
    path = tmp_path / "koenigrufen" / "tirol.jsonl"
    path.parent.mkdir()
    sound = next(one for one in drawn() if one.rules == example().rules and one != example())
    path.write_text(f"{written(sound)}\n{_damaged(damage, example())}\n", encoding="utf-8")
    (problem,) = check([path])
    assert (problem.file, problem.line) == ("tirol.jsonl", 2)
    assert re.search(reason, problem.reason), problem.reason


def test_lines_that_are_no_puzzles_and_puzzles_in_the_wrong_place(tmp_path: Path) -> None:
    path = tmp_path / "koenigrufen" / "finale.jsonl"
    path.parent.mkdir()
    line = written(example()).encode()
    path.write_bytes(b"\n".join([b"{", b"\xff", line, line, b"[]", b"[" * 5000]))
    reasons = {problem.line: problem.reason for problem in check([path])}
    assert reasons.keys() == {1, 2, 3, 4, 5, 6}
    assert "UTF-8" in reasons[2]
    assert "stands in koenigrufen/finale" in reasons[3]
    assert "stands in finale.jsonl:3 already" in reasons[4]


def test_a_name_that_is_not_the_puzzles_own_is_refused() -> None:
    with pytest.raises(PuzzleError, match=rf"x:7: its id is {example().id}, not 0123456789"):
        read(written(example()).replace(example().id, "0123456789"), "x:7")


# Forms, ratings, choice


def test_two_suits_exchanged_are_the_same_form() -> None:
    one = example()
    exchanged = str.maketrans("HD", "DH")

    def swapped(text: str) -> str:
        return re.sub(r"\b[HD](?=[KQNB1-9]|10|\b)", lambda m: m[0].translate(exchanged), text)

    head, acts = swapped(one.head), swapped(one.acts)
    other = replace(one, head=head, acts=acts)
    assert (other.head, other.id) != (one.head, one.id)
    assert form(other) == form(one)
    assert form(replace(one, aim=one.aim._replace(bar=one.aim.bar + 1))) != form(one)


def test_the_fit_finds_the_ratings_the_tries_were_drawn_by() -> None:
    rng = random.Random(5)
    bots = {"heuristic": 1500.0, "search": 1900.0, "random": 1250.0}
    ratings = [rng.gauss(1650, 250) for _ in range(400)]
    tries = [
        {
            bot: (sum(rng.random() < chance(at, rating) for _ in range(8)), 8)
            for bot, at in bots.items()
        }
        for rating in ratings
    ]
    found = fitted(tries)
    assert all(abs(found.bots[bot] - at) < 40 for bot, at in bots.items()), found.bots
    errors = [abs(a - b) for a, b in zip(found.puzzles, ratings, strict=True)]
    assert sum(errors) / len(errors) < 100
    assert found.bots["heuristic"] == 1500


def test_a_puzzle_found_more_often_is_rated_lower() -> None:
    tries = [{"heuristic": (n, 8), "search": (n, 8)} for n in range(9)]
    ratings = fitted(tries).puzzles
    assert list(ratings) == sorted(ratings, reverse=True)
    assert len(set(ratings)) == 9


def test_the_choice_follows_from_the_puzzles_alone() -> None:
    some = list(SHIPPED[:60])
    first = choose.chosen(some, 20)
    assert [one.id for one in choose.chosen(some[::-1], 20)] == [one.id for one in first]
    assert len(choose.chosen([*some, *some], 60)) == len({form(one) for one in some})


# In frames


def test_frames_tell_nothing_but_lawful_cards_and_end_the_deal() -> None:
    for one in random.Random(3).sample(SHIPPED, 12):
        shown = framed(one)
        assert len(shown.nodes[0].hands) == shown.seats
        for node in shown.nodes:
            assert set(node.right) | set(node.fail) == set(node.choices)
            assert not set(node.right) & set(node.fail)
        assert listed(one).questions == one.line.depth
