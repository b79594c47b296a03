"""Advice put to the test: counted the same each time, and never shown when it is stale."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from samples import SOAK
from terminal import Trull
from trull import ruleset
from trull.errors import TrullError
from trull.learn import build, check, lesson, measure
from trull.learn.lesson import Lesson, Step
from trull.learn.measure import Claim, Measured

FILES = [path for path in lesson.lessons() if path.stem.startswith("u")]
SCHOOL = [lesson.read(path) for path in FILES]
CLAIMS = list(measure.claims(SCHOOL))
COUNTED = [(one, step, claim) for one, step, claim in CLAIMS if claim.is_counted]


def count(one: Lesson, step: Step, claim: Claim, guesses: int, seed: int = 1) -> Measured:
    work = measure.measuring(one, step, claim, guesses, seed)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def copied(tmp_path: Path) -> Path:
    """The first lesson of the school, where it may be broken."""
    copy = tmp_path / "koenigrufen"
    shutil.copytree(FILES[0].parent, copy)
    return copy / FILES[0].name


def problems(path: Path) -> list[str]:
    known = frozenset(lesson.read(one).id for one in lesson.lessons())
    return [problem.reason for problem in check.check_one(path, known)]


# Counting


def test_the_same_seed_counts_the_same_and_courses_changed_about_count_against() -> None:
    one, step, claim = COUNTED[0]
    found = count(one, step, claim, 12)
    assert count(one, step, claim, 12) == found
    assert count(one, step, claim, 12, seed=2).mean != found.mean
    other = count(one, step, replace(claim, better=claim.than, than=claim.better), 12)
    assert (other.mean, other.error) == (-found.mean, found.error)


def test_a_course_goes_on_when_its_next_act_is_lawful() -> None:
    """A king is called after the others have passed; then it is no matter who called it."""
    _, step, _ = next(found for found in COUNTED if "|call" in found[2].better)
    one, rules = SCHOOL[-1], ruleset.load("koenigrufen/ulmann")
    acts = measure.course("bid rufer|call H")
    assert [act.verb for act in acts] == ["bid", "call"]
    claim = Claim(advice="U-17.3", verdict="holds", better="bid rufer|call H", than="bid rufer")
    found = count(one, step, claim, 6)
    assert found.mean != 0, "the book would call another king"
    assert lesson.question(one, step, rules) is not None


def test_a_verdict_needs_three_standard_errors() -> None:
    base = Measured(mean=1.5, error=0.5, guesses=2, seed=1, of="", engine="")
    assert base.verdict == "undecided"
    assert replace(base, mean=1.51).verdict == "holds"
    assert replace(base, mean=-1.51).verdict == "otherwise"


# What may be wrong with a claim


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('verdict = "holds"', 'verdict = "otherwise"', "the count says holds, not otherwise"),
        ('verdict = "holds"', 'verdict = "proven"', "verdict is one of"),
        ('verdict = "holds"', 'verdict = "no_count"', "what is counted is asked as weigh"),
        ('better = "bid rufer"', 'better = "bid solo"', "the position has changed"),
        ('better = "bid rufer"', 'better = "call H"', "seat 0 cannot do call H here"),
        ('advice = "U-7.3"', 'advice = "U-7.6"', "U-7.6 is no advice"),
        ('advice = "U-7.3"', 'advice = "U-8.1"', "U-8.1 is not among the lesson's clauses"),
        ('than = "pass", ', "", "better and than are the two courses"),
        ("T19 T17 T13", "T19 T17 T14", "the position has changed since it was measured"),
        ('["koenigrufen/ulmann"]', '["koenigrufen/ulmann", "koenigrufen/tirol"]', "by one book"),
    ],
)
def test_a_planted_error_in_a_claim_is_found(
    old: str, new: str, reason: str, tmp_path: Path
) -> None:
    path = copied(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(reason in one for one in problems(path)), problems(path)


def test_a_claim_without_a_count_is_an_error(tmp_path: Path) -> None:
    path = copied(tmp_path)
    assert problems(path) == []
    kept = path.with_name(measure.FILE)
    rows = json.loads(kept.read_text(encoding="utf-8"))
    del rows["S1 risk"]
    kept.write_text(json.dumps(rows), encoding="utf-8")
    assert any("was never measured" in one for one in problems(path))
    kept.write_text('{"S1 risk": {}}', encoding="utf-8")
    assert any("no file of counts" in one for one in problems(path))


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    row = Measured(mean=1.5, error=0.2, guesses=9, seed=3, of="x", engine="y")
    measure.keep(tmp_path / measure.FILE, "S1 b", row)
    measure.keep(tmp_path / measure.FILE, "S1 a", replace(row, mean=-1.0))
    found = measure.read(tmp_path / measure.FILE)
    assert list(found) == ["S1 a", "S1 b"]
    assert found["S1 b"] == row


# The school


def test_a_built_step_tells_the_verdict_with_its_figures() -> None:
    one, step, claim = COUNTED[0]
    tested = build.tested(one, step)
    row = measure.kept(one)[measure.name_of(one, step)]
    assert tested is not None
    assert (tested.verdict, tested.advice) == (row.verdict, claim.advice)
    assert (tested.mean, tested.error, tested.guesses) == (abs(row.mean), row.error, row.guesses)


def test_measuring_again_keeps_nothing(run: Trull) -> None:
    kept = FILES[0].with_name(measure.FILE)
    before = kept.read_bytes()
    told = run("learn", "measure", "S1", "--again", "--guesses", "3", "--seed", "5")
    assert "S1 risk U-7.3: bid rufer / pass:" in told.out
    assert "U-7.5: holds, otherwise" in told.out
    assert kept.read_bytes() == before
    assert run("learn", "measure", "S1", "--guesses", "1").code == 2


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="counts for many minutes; the nightly soak does it")
@pytest.mark.parametrize("found", COUNTED, ids=lambda found: f"{found[0].id} {found[1].id}")
def test_a_verdict_stands_with_other_guesses(found: tuple[Lesson, Step, Claim]) -> None:
    """Slow: each claim is counted anew. What was sure does not turn into its contrary."""
    one, step, claim = found
    again = count(one, step, claim, 300, seed=2)
    kept = measure.kept(one)[measure.name_of(one, step)]
    off = 4 * (again.error**2 + kept.error**2) ** 0.5
    assert abs(again.mean - kept.mean) <= max(off, 0.05)
    with pytest.raises(TrullError):
        measure.valid(one, replace(step, data={**step.data, "seat": 1}), claim)
