"""Ulmanns Schule: every piece of the treatise's advice has a verdict, and every count a claim."""

from __future__ import annotations

from pathlib import Path

from trull.learn import lesson, measure, shelf

SCHOOL = [lesson.read(path) for path in lesson.lessons() if path.stem.startswith("u")]
CLAIMS = list(measure.claims(SCHOOL))
ENOUGH = 400
"""Guesses of a claim at least; most have more."""


def test_every_count_has_enough_guesses_and_belongs_to_a_claim() -> None:
    kept = measure.kept(SCHOOL[0])
    assert set(kept) == {
        measure.name_of(one, step) for one, step, claim in CLAIMS if claim.is_counted
    }
    assert min(row.guesses for row in kept.values()) >= ENOUGH


def advice() -> set[str]:
    """What the rule text marks as advice."""
    text = (shelf.folder("rules") or Path()) / "koenigrufen.md"
    lines = text.read_text(encoding="utf-8").splitlines()
    names = [line.split("**")[1] for line in lines if line.startswith("- **U-")]
    return {name for name in names if "A" in shelf.classes(name)}


def test_all_forty_four_pieces_of_advice_have_a_verdict() -> None:
    assert len(advice()) == 44
    assert advice() - {claim.advice for _, _, claim in CLAIMS} == set()
