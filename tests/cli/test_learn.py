"""``trull learn`` and ``trull quiz``: in the terminal, for authors, on paper."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from samples import soaked
from terminal import Trull
from trull.learn import lesson


def test_the_lessons_are_listed_in_both_languages(run: Trull) -> None:
    assert "K1  Die 54 Karten (9 Minuten, 21 Aufgaben)" in run("learn", "--lang", "de").out
    assert "K2  The trick" in run("learn", "--lang", "en").out


def test_a_question_is_answered_by_numbers_and_explained(run: Trull) -> None:
    """The deal of K4: of a wrong card one hears why, and then plays a lawful one."""
    turns = "\n".join(["", "1 4", "", "1"] + ["1"] * 60)
    told = run("learn", "k4", typed=turns)
    out = " ".join(told.out.split())
    assert "Farbzwang: ♦C ist ausgespielt, und du hast ♦1 ♦D ♦K. (T-1.9)" in out
    assert "Richtig!" in out


def test_a_lesson_that_there_is_not_is_a_mistake_of_the_person(run: Trull) -> None:
    none, other = run("learn", "K99"), run("learn", "K1", "--rules", "lhombre/compagnie")
    assert (none.code, other.code) == (2, 2)
    assert "K99" in none.err
    assert "K1 is taught by" in other.err


def test_check_names_file_step_and_reason(run: Trull, tmp_path: Path) -> None:
    source = next(iter(lesson.lessons()))
    folder = tmp_path / source.parent.name
    shutil.copytree(source.parent, folder)
    text = source.read_text(encoding="utf-8").replace('answer = ["C10"]', 'answer = ["C9"]')
    (folder / source.name).write_text(text, encoding="utf-8")
    told = run("learn", "check", folder / source.name)
    out = " ".join(told.out.split())
    assert told.code == 1
    assert f"{source.name}: black: koenigrufen/tirol: the answer is not 1 but 2" in out


def test_a_folder_that_cannot_be_looked_through_is_a_mistake_in_one_line(
    run: Trull, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole disk named as a folder of lessons holds places nobody can list."""

    def barred(_self: Path, _pattern: str) -> list[Path]:
        raise OSError(22, "Invalid argument", "/proc/1/net")

    monkeypatch.setattr(Path, "rglob", barred)
    for words in (("learn", "check", tmp_path), ("serve", "--lessons", tmp_path)):
        told = run(*words)
        assert (told.code, told.err) == (
            2,
            f"trull: {tmp_path}: cannot be read (Invalid argument)\n",
        )


def test_build_writes_every_lesson_by_book_and_language(
    run: Trull, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = list(lesson.lessons())[: soaked(4, 1_000)]
    monkeypatch.setattr(lesson, "lessons", lambda: some)
    run("learn", "build", tmp_path / "out")
    index = json.loads((tmp_path / "out" / "index.json").read_text(encoding="utf-8"))
    assert [one["id"] for one in index][:4] == ["K1", "K2", "K3", "K4"]
    built = json.loads((tmp_path / "out" / "K3.tirol.en.json").read_text(encoding="utf-8"))
    assert built["title"] == "Counting"
    assert len(built["steps"]) == index[2]["steps"]


@pytest.mark.parametrize("rules", ["koenigrufen/finale", "lhombre/compagnie", "perlaggen/1890"])
def test_a_printed_sheet_has_its_key_and_is_always_the_same(run: Trull, rules: str) -> None:
    words = (
        "quiz",
        "winner",
        "--rules",
        rules,
        "--print",
        "-n",
        "3",
        "--seed",
        "7",
        "--lang",
        "de",
    )
    out = run(*words).out
    assert out == run(*words).out
    questions, key = out.split("Lösungen")
    assert questions.count("Wer nimmt den Stich?") == 3
    assert all(f"{number}. " in key for number in (1, 2, 3))


def test_a_question_a_game_has_not_is_a_mistake_of_the_person(run: Trull) -> None:
    told = run("quiz", "count", "--rules", "perlaggen/1890")
    assert (told.code, "'count'" in told.err) == (2, True)
