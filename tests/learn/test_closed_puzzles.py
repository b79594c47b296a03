"""Closed puzzles: the count behind each is sure, repeated, and blind to hidden cards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest

from bots.test_blind import twins
from samples import soaked
from trull import games, ruleset
from trull.bots.random_bot import RandomBot
from trull.bots.search.ranking import Ranked
from trull.errors import PuzzleError
from trull.learn.puzzles import asked, closed, source, stock
from trull.learn.puzzles.check import check
from trull.learn.puzzles.record import Node, Puzzle, in_file, written
from trull.learn.puzzles.tries import hard, of_first
from trull.learn.tutor import unit_of
from trull.ruleset import load
from trull.state import Action, Seat, View, action
from trull.table.service import puzzles as service
from trull.table.steps import whole

SHIPPED = tuple(stock.of_kind(closed.KIND).values())
PROVED = soaked(4, 10_000)
"""Puzzles of each book that are counted once more."""
AGAIN = soaked(25, 10_000)
"""Puzzles that are counted four times more."""
TOLD = soaked(1, 100)
"""Moments of each book that would be a puzzle, beside the same with hidden cards exchanged."""


def test_there_are_some_of_every_book() -> None:
    books = Counter(one.rules for one in SHIPPED)
    assert set(books) == set(ruleset.published())
    assert min(books.values()) >= 12, books


@pytest.mark.parametrize("book", ruleset.published())
def test_every_act_is_lawful_and_each_but_one_surely_worse(book: str) -> None:
    for one in (one for one in SHIPPED if one.rules == book):
        game, found = one.game(), closed.question(one)
        view = game.view_for(Seat(one.seat))
        assert set(found.choices) == set(one.counts)
        for word in found.choices:
            assert not game.faults(Seat(one.seat), action(word)), (one.id, word)
        (best,) = found.right
        for word, (loss, error) in one.counts.items():
            sure = loss >= 0.5 * unit_of(view) and loss >= 4 * error
            assert sure != (word == best), (one.id, word)
        assert set(found.why) == set(found.choices) - {best}


def test_most_of_a_game_are_not_found_by_habit() -> None:
    for game in games.names():
        some = [one for one in SHIPPED if one.rules.startswith(f"{game}/")]
        found = sum(hard(of_first(one.tries)) for one in some)
        assert 5 * found >= 3 * len(some), game


@pytest.mark.parametrize("book", ruleset.published())
def test_a_fresh_count_says_the_same(book: str) -> None:
    some = [one for one in SHIPPED if one.rules == book]
    for one in Random(book).sample(some, min(PROVED, len(some))):
        closed.prove(one)


def test_four_more_counts_say_so_of_nearly_all() -> None:
    """They had no part in the choice of the puzzles."""
    some = Random("again").sample(SHIPPED, min(AGAIN, len(SHIPPED)))
    said = sum(closed.confirmed(one, one.game().view_for(Seat(one.seat)), 5) - 1 for one in some)
    assert said >= 0.99 * 4 * len(some)


@pytest.mark.parametrize("book", ruleset.published())
def test_the_count_is_the_same_however_hidden_cards_lie(book: str) -> None:
    told = 0
    for number, (game, other, seat) in enumerate(twins(book, "closed")):
        act = RandomBot(number).act(game.view_for(seat))
        assert act is not None
        found, elsewhere = (
            closed.judged(one.view_for(seat), act, str(number)) for one in (game, other)
        )
        assert found == elsewhere, number
        told += found is not None
        if told == TOLD:
            break


@pytest.mark.parametrize("game", games.names())
def test_nobody_is_shown_a_card_he_could_not_see(game: str) -> None:
    for one in [one for one in SHIPPED if one.rules.startswith(f"{game}/")][:20]:
        at = one.game()
        view = at.view_for(Seat(one.seat))
        shown = closed.question(one).shown
        assert shown.seat == one.seat
        assert shown.hand == tuple(view.hand)
        lying = [card for _, card in shown.trick] + [c for t in shown.tricks for _, c in t]
        seen = {word for act in view.seen for word in act.args}
        assert set(lying) <= seen
        assert not shown.pile


# The arithmetic, by hand


BEST, OTHER, THIRD = Action("play", ("HK",)), Action("play", ("HQ",)), Action("play", ("H4",))


def _counted(act: Action, values: Sequence[float]) -> Ranked:
    return Ranked(act, fmean(values), stdev(values), len(values), tuple(values))


def _twice(monkeypatch: pytest.MonkeyPatch, *counts: Sequence[Ranked]) -> closed.Judged | None:
    """What is said where the counts are these: the first look, then two more."""
    rest = list(counts)

    def again(_view: View, _act: Action, _seed: str, times: int) -> Iterator[tuple[Ranked, ...]]:
        return (tuple(rest.pop(0)) for _ in range(times))

    monkeypatch.setattr(closed, "counted_again", again)
    monkeypatch.setattr(closed, "unit_of", lambda _view: 2.0)
    return closed.judged(None, BEST, "1")  # type: ignore[arg-type]


def test_what_is_surely_worse_twice_is_offered_and_what_is_near_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    best = _counted(BEST, [3.0, 5.0, 4.0, 4.0])
    worse = _counted(OTHER, [1.0, 3.2, 2.0, 2.0])  # two less, nearly always
    near = _counted(THIRD, [3.0, 4.9, 4.0, 4.0])
    found = _twice(monkeypatch, *[[best, worse, near]] * 3)
    assert found is not None
    assert found.best == BEST
    assert found.near == {THIRD}
    gains = [2.0, 1.8, 2.0, 2.0]
    assert found.worse == {OTHER: (round(fmean(gains), 2), round(stdev(gains) / 2, 2))}


def test_counts_that_disagree_or_are_unsure_are_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    best, worse = _counted(BEST, [4.0, 4.0, 4.1, 4.0]), _counted(OTHER, [2.0, 2.0, 2.0, 2.1])
    turned = [_counted(BEST, [2.0, 2.0, 2.0, 2.1]), _counted(OTHER, [4.0, 4.0, 4.1, 4.0])]
    small = [best, _counted(OTHER, [3.5, 3.5, 3.6, 3.5])]  # a quarter of the game
    unsure = [best, _counted(OTHER, [0.0, 9.0, -1.0, 0.0])]
    good = [best, worse]
    assert _twice(monkeypatch, good, good, good) is not None
    for counts in ([good, turned, good], [good, good, turned], [good, small, good], [unsure] * 3):
        assert _twice(monkeypatch, *counts) is None
    assert _twice(monkeypatch, good, [], good) is None


# The files


def test_what_was_changed_is_found(tmp_path: Path) -> None:
    one = next(one for one in SHIPPED if len(one.counts) > 2)
    best = closed.right(one)
    worst = max(one.counts, key=lambda word: one.counts[word])
    planted: list[Puzzle] = [
        replace(one, counts={**one.counts, best: (2.0, 0.1), worst: (0.0, 0.0)}),
        replace(one, counts={**one.counts, worst: (0.0, 0.0)}),
        replace(one, counts={**one.counts, worst: (-2.0, 0.1)}),
        replace(one, counts={best: (0.0, 0.0)}),
        replace(one, counts={}),
        replace(one, counts={**one.counts, "play XX": (2.0, 0.1)}),
        replace(one, counts=dict(reversed(list(one.counts.items())))),
        replace(one, line=Node(keep=("T1",), fail={}, replies=())),
        replace(one, aim=one.aim._replace(kind="points")),
        replace(one, seat=one.seat + 1),
        replace(one, acts=one.acts.rpartition(" | ")[0]),
        replace(one, rating=0),
        replace(one, themes=("king",)),
        replace(one, tries={**one.tries, "heuristic": (9, 8)}),
        replace(one, kind="open"),
        replace(one, kind="rule"),
    ]
    game, _, book = one.rules.partition("/")
    (tmp_path / game).mkdir()
    path = tmp_path / game / f"{book}{stock.ending(closed.KIND)}"
    path.write_text("".join(f"{written(bad)}\n" for bad in planted), encoding="utf-8")
    assert [problem.line for problem in check([path])] == list(range(1, len(planted) + 1))
    path.write_text(f"{written(one)}\n", encoding="utf-8")
    assert list(check([path])) == []
    path.rename(path.with_name(f"{book}.jsonl"))
    assert len(list(check([path.with_name(f"{book}.jsonl")]))) == 1, "open ones stand there"


def test_a_question_nobody_can_be_asked_is_an_error() -> None:
    one = SHIPPED[0]
    with pytest.raises(PuzzleError):
        closed.question(replace(one, seat=(one.seat + 1) % 2))


def test_files_are_read_as_they_are_written() -> None:
    for path in stock.paths():
        if path.name.endswith(stock.ending(closed.KIND)):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert [written(one) for one in in_file(path)] == lines


def test_mining_finds_the_same_again() -> None:
    book = load("perlaggen/1890")
    number = next(n for n in range(30) if _mined(n))
    found = _mined(number)
    assert found == _mined(number)
    for one in found:
        closed.prove(one)
    assert all(one.rules == book.name for one in found)


def _mined(number: int) -> list[Puzzle]:
    return list(closed.closed_puzzles(source.turns(load("perlaggen/1890"), 5, number)))


def test_the_page_is_given_the_question_and_what_each_act_costs() -> None:
    one = SHIPPED[0]
    told = json.loads(whole(service.asking(one.id)))
    assert (told["id"], told["kind"], told["rating"]) == (one.id, closed.KIND, one.rating)
    answer = told["task"]["answer"]
    assert answer["right"] == [closed.right(one)]
    assert {word: why["about"]["points"] for word, why in answer["why"].items()} == {
        word: f"{loss:.1f}" for word, (loss, _) in one.counts.items() if loss
    }
    assert asked.posed(one).rating == one.rating > 0
