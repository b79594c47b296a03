"""Puzzles about the rules: the laws and the naive readings answer alike, and damage is found."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from learn.test_quiz import _is_secret, _is_sound, _naive
from trull import clauses, ruleset
from trull.errors import PuzzleError
from trull.learn import quiz
from trull.learn.puzzles import closed, rule, safe, stock
from trull.learn.puzzles.check import check
from trull.learn.puzzles.record import Node, Puzzle, in_file, written
from trull.ruleset import load
from trull.table.service import puzzles as service
from trull.table.steps import whole

SHIPPED = tuple(stock.of_kind(rule.KIND).values())


def test_there_are_some_dozens_of_every_game_and_some_of_every_book_and_question() -> None:
    games = Counter(one.rules.partition("/")[0] for one in SHIPPED)
    assert min(games.values()) >= 36, games
    kinds = Counter((one.rules, one.aim.kind) for one in SHIPPED)
    for name in ruleset.published():
        for kind in rule.ASKED:
            if kind in quiz.types_of(load(name)):
                assert kinds[name, kind] >= 12, (name, kind)


@pytest.mark.parametrize("book", sorted({one.rules for one in SHIPPED}))
def test_the_naive_readings_give_the_answer_of_each(book: str) -> None:
    """From what is shown alone, written from the texts, without the laws."""
    for one in SHIPPED:
        if one.rules == book:
            asked = rule.question(one)
            _is_sound(asked)
            _is_secret(asked, load(book))
            assert _naive(asked, load(book), 0) == set(one.line.keep), one.id


def test_all_are_right_by_the_laws_and_stand_in_their_files() -> None:
    files = [path for path in stock.paths() if path.name.endswith(stock.ending(rule.KIND))]
    assert len(files) == len(ruleset.published())
    assert list(check(files)) == []
    assert not set(stock.of_kind(rule.KIND)) & set(stock.of_kind())


def test_after_the_answer_it_is_told_in_which_trick_and_by_which_clause() -> None:
    """The trick is the one in which the offender did not play what he played later."""
    for one in (one for one in SHIPPED if one.aim.kind == "claim"):
        asked = rule.question(one)
        ((item, clause, trick),) = asked.lines
        assert item.startswith("breach.")
        assert clauses.text(clause, "de")
        fallen = asked.shown.tricks[int(trick) - 1]
        led = next(card for _, card in fallen if card != "SKI")[0]
        played = {str(seat): card for seat, card in fallen}
        assert played[one.line.keep[0]][0] != led
        later = [pair for trick_after in asked.shown.tricks[int(trick) :] for pair in trick_after]
        assert any(str(seat) == one.line.keep[0] and card[0] == led for seat, card in later)


def test_no_deal_is_asked_twice_by_a_kind_of_question() -> None:
    deals = Counter((one.head, one.aim.kind) for one in SHIPPED)
    assert max(deals.values()) == 1


def test_the_plain_following_of_suit_is_not_all_there_is() -> None:
    """Several reasons to refuse a card are met; Perlaggen knows but one."""
    for name in (one for one in ruleset.published() if not one.startswith("perlaggen/")):
        legal = [one for one in SHIPPED if one.rules == name and one.aim.kind == "legal"]
        codes = {why.code for one in legal for why in rule.question(one).why.values()}
        assert len(codes) >= 2, (name, codes)


def test_what_was_changed_is_found(tmp_path: Path) -> None:
    one = next(one for one in SHIPPED if one.aim.kind == "legal")
    keep = one.line.keep
    planted: list[Puzzle] = [
        replace(one, line=Node(keep=keep[1:], fail={}, replies=())),
        replace(one, line=replace(one.line, fail={"T1": ()})),
        replace(one, aim=one.aim._replace(kind="claim")),
        replace(one, aim=one.aim._replace(kind="winner")),
        replace(one, aim=one.aim._replace(bar=3)),
        replace(one, seat=(one.seat + 1) % 4),
        replace(one, acts=one.acts.rpartition(" | ")[0]),
        replace(one, rating=1500),
        replace(one, themes=("king",)),
        replace(one, kind="open"),
    ]
    folder = tmp_path / one.rules.partition("/")[0]
    folder.mkdir()
    path = folder / f"{one.rules.partition('/')[2]}{stock.ending(rule.KIND)}"
    path.write_text("".join(f"{written(bad)}\n" for bad in planted), encoding="utf-8")
    assert len(list(check([path]))) == len(planted)
    path.write_text(f"{written(one)}\n{written(one)}\n", encoding="utf-8")
    assert [problem.line for problem in check([path])] == [2]
    other = path.with_name(path.name.replace(stock.ending(rule.KIND), ".jsonl"))
    path.rename(other)
    assert len(list(check([other]))) == 2, "open ones stand there"


def test_a_question_nobody_can_be_asked_is_an_error() -> None:
    claim = next(one for one in SHIPPED if one.aim.kind == "claim")
    with pytest.raises(PuzzleError):
        rule.question(replace(claim, aim=claim.aim._replace(kind="legal")))


def test_mining_finds_the_same_again() -> None:
    book = load("perlaggen/1890")
    found = rule.mined(book, "legal", 3, 4, 7)
    assert found == rule.mined(book, "legal", 3, 4, 7)
    assert len({one.head for one in found}) == 3
    for one in found:
        rule.prove(one)


def test_the_page_is_given_the_question_and_its_answer() -> None:
    one = SHIPPED[0]
    told = json.loads(whole(service.asking(one.id)))
    assert (told["id"], told["kind"], told["rules"]) == (one.id, "rule", one.rules)
    assert tuple(told["task"]["answer"]["right"]) == one.line.keep
    index = json.loads(whole(service.index()))
    assert Counter(entry["kind"] for entry in index) == {
        "open": len(stock.of_kind()),
        "closed": len(stock.of_kind(closed.KIND)),
        "rule": len(SHIPPED),
        "safe": len(stock.of_kind(safe.KIND)),
    }


def test_files_are_read_as_they_are_written() -> None:
    for path in stock.paths():
        if path.name.endswith(stock.ending(rule.KIND)):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert [written(one) for one in in_file(path)] == lines
