"""``trull daily``: played at the terminal, kept, gone on with, and checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from samples import at_length
from terminal import Trull, anything
from trull import notation, shuffle

DAY = "2026-11-15"  # its first lots serve, so it is drawn soon
GAME = ("--game", "perlaggen")


@pytest.fixture
def tries(tmp_path: Path) -> Path:
    return tmp_path / "data" / "trull" / "daily"


def few(lines: int) -> Iterator[str]:
    """A careless player who soon leaves."""
    found = anything()
    return (next(found) for _ in range(lines))


@at_length
def test_a_day_is_played_broken_off_gone_on_with_and_told(run: Trull, tries: Path) -> None:
    assert run("daily", DAY, *GAME, typed=few(3)).code == 0
    (begun,) = tries.iterdir()
    assert notation.parse(begun.read_text("utf-8")).points is None
    found = run("daily", DAY, *GAME, typed=anything())
    assert found.code == 0, found.err
    assert list(tries.iterdir()) == [begun]
    assert "Trull-Tagesspiel 15.11.2026, Perlaggen Innsbruck 1924: " in found.out
    assert "ohne Hinweis" in found.out
    assert "Auf deinem Platz: nach dem Buch" in " ".join(found.out.split())
    record = notation.parse(begun.read_text("utf-8"))
    assert shuffle.verify(record)
    checked = run("daily", "check", begun, "--lang", "en")
    assert checked.code == 0, checked.err
    assert "Trull daily deal 15/11/2026, Perlaggen Innsbruck 1924" in " ".join(checked.out.split())
    again = run("daily", DAY, *GAME, typed=few(1))
    assert "ohne Wertung" in again.out
    assert {path.name for path in tries.iterdir()} == {begun.name, f"{begun.stem}-2.trn"}


def test_a_forged_record_is_refused_with_its_reason(run: Trull, tries: Path) -> None:
    run("daily", DAY, *GAME, typed=anything())
    (kept,) = tries.iterdir()
    text = kept.read_text("utf-8")
    forged = tries / "forged.trn"
    first, second, *_ = text.partition('[Pack "')[2].split()
    for spoilt, reason in (
        (text.replace(f"{first} {second}", f"{second} {first}", 1), "Paket"),
        (text.replace('[DealNo "', '[DealNo "1', 1), "nicht die Karten"),
        (text.replace(DAY, "2026-10-01", 1), "kein Tagesspiel"),
        (text.replace(DAY, "2099-01-01", 1), "kommt erst"),
    ):
        forged.write_text(spoilt, encoding="utf-8")
        found = run("daily", "check", forged)
        told = " ".join((found.out + found.err).split())
        assert found.code == 1, told
        assert reason in told, told


def test_nonsense_is_told_in_a_line(run: Trull) -> None:
    for words in (("tomorrow",), ("check",), (DAY, "a.trn"), (DAY, "--game", "chess")):
        found = run("daily", *words)
        assert found.code == 2, words
        assert len(found.err.splitlines()) == 1, found.err
