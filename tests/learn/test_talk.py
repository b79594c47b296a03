"""The slate, the draw, signs and counsel in lessons: others find the same answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from expertfile import positions
from naive import perlaggen_cards, perlaggen_signs
from naive import perlaggen_values as naive
from trull import notation, ruleset
from trull.errors import TrullError
from trull.learn import lesson, oracle, quiz, shelf
from trull.learn.experts import expert
from trull.learn.lesson import Lesson, Step
from trull.learn.positions import position
from trull.learn.question import OFFERED, Question
from trull.ruleset import RuleSet
from trull.state import Seat, action

LESSONS = [one for one in map(lesson.read, lesson.lessons()) if one.game == "perlaggen"]
BOOK = ruleset.load("perlaggen/1890")
RECORDS = [path for path in shelf.files("records", ".trn") if path.stem.startswith("perlaggen-")]
CASE = {"hands": ["HK SU L9 E7 H8"], "deal": {"turned": "S10"}, "looked": True}


def steps(kind: str) -> Iterator[tuple[Lesson, Step, RuleSet]]:
    """Steps of this game of a kind, under each book that has them."""
    for one in LESSONS:
        for step in one.steps:
            if step.kind == kind:
                for name in filter(step.is_of, one.rules):
                    yield one, step, ruleset.load(name)


def asked(one: Lesson, step: Step, rules: RuleSet) -> Question:
    found = lesson.question(one, step, rules)
    assert found is not None
    return found


def trump_of(question: Question) -> str:
    (told,) = [one for one in question.shown.said if one.code == "trump"]
    return str(told.about["suit"][1])


# The slate


def on_paper(path: Path) -> str:
    """The slate that the comments and the head of a record's first hand come to, by hand."""
    text, *_ = path.read_text(encoding="utf-8").partition("[Money")
    written = re.search(r"^; written (-?\d+) (-?\d+)", text, re.MULTILINE)
    assert written is not None, path.name
    before = [re.search(rf"score{party}=(-?\d+)", text) for party in (0, 1)]
    start = [int(one[1]) if one else 0 for one in before]
    return ":".join(str(start[party] + int(written[party + 1])) for party in (0, 1))


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_the_slate_of_a_record_is_the_one_checked_by_hand(path: Path) -> None:
    text, money, rest = path.read_text(encoding="utf-8").partition("[Money")
    first = notation.parse(f"{text}{money}{rest.splitlines()[0]}\n")
    question = oracle.slate(notation.replayed(first), Random(1))
    assert question.right == (on_paper(path),)
    assert len(set(question.choices)) == OFFERED


def test_every_slate_of_a_whole_record_in_a_lesson_is_the_one_on_paper() -> None:
    place, found = shelf.folder("records"), 0
    assert place is not None
    for one, step, rules in steps("slate"):
        if "record" in step.data and "at" not in step.data:
            assert asked(one, step, rules).right == (on_paper(place / str(step.data["record"])),)
            found += 1
    assert found >= 20


def test_what_is_held_is_not_yet_on_the_slate() -> None:
    hands = ["LK EK W H8 L9", "HA LA S9 E8 H9", "E9 E10 EA L8 H10", "E7 LO LU S8 H7"]
    case = {**CASE, "hands": hands, "context": {"score0": 9, "score1": 11}}
    game = position({**case, "acts": ["0 bid G", "1 hold G"]}, BOOK)
    assert oracle.slate(game, Random(1)).right == ("9:11",)


# The draw


def test_who_deals_and_with_whom_is_what_the_naive_draw_says() -> None:
    for one, step, rules in steps("lot"):
        question = asked(one, step, rules)
        cards = [card for _, card in question.shown.trick]
        drawn = naive.draw(cards, partners=rules.name.endswith("1924"))
        answer = drawn["dealer"]
        if question.about["of"] == "partner":
            (pair,) = [pair for pair in drawn["pairs"] or () if answer in pair]
            (answer,) = {*pair} - {answer}
        assert question.right == (str(answer),), step.id


@pytest.mark.parametrize(
    ("name", "cards", "of", "reason"),
    [
        ("1890", "S9 E8 LK HA", "partner", "partners are not drawn"),
        ("1890", "S9 E9 LK HO", "dealer", "decide nothing"),
        ("1924", "LK E9 H9 S8", "dealer", "decide nothing"),
    ],
)
def test_cards_that_decide_nothing_are_no_question(
    name: str, cards: str, of: str, reason: str
) -> None:
    with pytest.raises(TrullError, match=reason):
        oracle.lot(ruleset.load(f"perlaggen/{name}"), cards.split(), of)


# Signs


def test_signs_in_lessons_are_true_as_the_naive_checker_finds() -> None:
    told = [asked(one, step, rules) for one, step, rules in steps("sign")]
    assert told
    for question in told:
        hand, trump = question.shown.hand, trump_of(question)
        assert set(question.right) == perlaggen_signs.true_ones(question.choices, hand, trump)


def test_a_sign_that_taste_must_judge_is_no_question() -> None:
    with pytest.raises(TrullError, match="whether 'sign gleich:good' is true"):
        oracle.sign(position(CASE, BOOK), Seat(0), ["sign HK", "sign gleich:good"])


def test_a_seven_that_stands_anyway_is_not_signed_as_the_trump_seven() -> None:
    """Under Schell and Eichel one card has both names, and either sign could be meant."""
    drawn = [quiz.draw("sign", BOOK, seed) for seed in range(40)]
    doubled = [question for question in drawn if trump_of(question) in "SE"]
    assert doubled
    for question in doubled:
        assert not {"sign T7", f"sign {trump_of(question)}7"} & {*question.choices}
    assert len(perlaggen_cards.perlaggen("S")) < len(perlaggen_cards.perlaggen("L"))


# Counsel


def test_what_a_lesson_counsels_is_the_experts_own_verdict() -> None:
    """The bots are measured against these positions, so the counsel is never the author's alone."""
    known = {one.name: one for one in positions("perlaggen")}
    found = set()
    for one, step, rules in steps("advice"):
        question, place = asked(one, step, rules), known[str(step.data["expert"])]
        verdicts = {word: place.verdict(action(word)) for word in question.choices}
        assert all(verdicts[word] in ("best", "good") for word in question.right), step.id
        assert all(verdicts[word] == "never" for word in question.why), step.id
        found.add(place.name)
    assert len(found) >= 6


def test_counsel_needs_one_wise_act_and_no_doubtful_one() -> None:
    one = expert("perlaggen", "Two eights do not raise")
    game = position(one.case, BOOK)
    assert oracle.advice(game, one, ["let_good G", "raise G=3"]).right == ("let_good G",)
    with pytest.raises(TrullError, match="the expert does one of the acts"):
        oracle.advice(game, one, ["let_good G", "hold G", "raise G=3"])


def test_an_expert_position_that_is_not_there_is_named() -> None:
    with pytest.raises(TrullError, match="no expert position 'Nobody knows'"):
        expert("perlaggen", "Nobody knows")


# Claims, and the whole course


def test_a_breach_in_words_is_shown_with_the_words() -> None:
    told = {step.id: asked(one, step, rules) for one, step, rules in steps("claim")}
    assert [act for _, act in told["opened"].shown.heard][-1] == "show HA LA"
    assert told["revoke"].shown.heard == ()


def test_the_course_has_all_its_lessons_and_eight_tasks_in_each() -> None:
    assert [one.id for one in LESSONS] == [f"P{n}" for n in range(1, 14)]
    for one in LESSONS:
        assert sum(step.times for step in one.steps if step.is_task) >= 8, one.id
