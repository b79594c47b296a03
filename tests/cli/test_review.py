"""``trull learn review``: what was wrong comes again, and is kept as the page keeps it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from terminal import Trull
from trull.cli import progress as kept
from trull.learn import progress
from trull.learn.ideas import ideas
from trull.learn.progress import Kept, Now, Progress
from trull.learn.puzzles import stock
from trull.learn.quiz import draw
from trull.ruleset import load

TODAY = 20_000
BOOK = "koenigrufen/tirol"


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The day it is; a test may go on to another one."""
    day = [TODAY]
    moment = lambda: Now(day[0], day[0] * 86_400_000)  # noqa: E731  a clock
    for module in ("progress", "review", "learn", "quiz", "puzzles"):
        monkeypatch.setattr(f"trull.cli.{module}.now", moment)
    return day


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    """Where the progress is kept."""
    return tmp_path / "data" / "trull" / kept.NAME


def known(notebook: Path) -> Progress:
    found = progress.read(notebook.read_text(encoding="utf-8"))
    assert found is not None
    return found


def wrong_before(notebook: Path, idea: str, rules: str = BOOK) -> None:
    """An idea that was wrong yesterday."""
    notebook.parent.mkdir(parents=True)
    before = Now(TODAY - 1, 1)
    found = progress.missed(Progress(), idea, rules, before)
    notebook.write_text(progress.written(found), encoding="utf-8")


def numbers(choices: tuple[str, ...], right: tuple[str, ...]) -> str:
    return " ".join(str(choices.index(one) + 1) for one in right)


def question(idea: str, seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Choices and right answers of the first question a review with this seed draws."""
    from random import Random

    found = draw(ideas()[idea].type, load(BOOK), Random(seed).randrange(2**31))
    return found.choices, found.right


def test_nothing_was_wrong_yet(run: Trull) -> None:
    told = run("learn", "review")
    assert told.code == 0
    assert "Hier ist noch nichts." in told.out


def test_a_wrong_answer_of_a_quiz_is_asked_the_next_day(
    run: Trull, notebook: Path, today: list[int]
) -> None:
    found = draw("winner", load(BOOK), "7 0")
    wrong = next(str(n) for n, one in enumerate(found.choices, 1) if one not in found.right)
    run("quiz", "winner", "--seed", 7, "-n", 1, typed=wrong)
    assert known(notebook).quiz[f"winner {BOOK}"] == {
        "right": 0,
        "asked": 1,
        "at": TODAY * 86400000,
    }
    assert "Für heute ist alles wiederholt. Das Nächste kommt morgen." in run("learn", "review").out
    today[0] += 1
    choices, right = question("koenigrufen.winner", 3)
    told = run("learn", "review", "--seed", 3, typed=numbers(choices, right))
    assert "Zu wiederholen ist heute eines." in told.out
    assert "Wem gehört der Stich? · Königrufen" in told.out
    assert "Richtig!" in told.out
    assert known(notebook).ideas["koenigrufen.winner"].due > today[0]


def test_right_after_a_hint_comes_sooner_than_right(run: Trull, notebook: Path) -> None:
    choices, right = question("koenigrufen.pay", 5)
    answer, days = numbers(choices, right), {}
    for typed in (answer, f"?\n{answer}"):
        notebook.unlink(missing_ok=True)
        if notebook.parent.exists():
            notebook.parent.rmdir()
        wrong_before(notebook, "koenigrufen.pay")
        told = run("learn", "review", "--seed", 5, typed=typed)
        assert ("Das ist es nicht:" in told.out) == ("?" in typed)
        days[typed] = known(notebook).ideas["koenigrufen.pay"].memory.stability
    assert days[f"?\n{answer}"] < days[answer]


def test_a_wrong_answer_comes_again_tomorrow(run: Trull, notebook: Path) -> None:
    wrong_before(notebook, "koenigrufen.winner")
    choices, right = question("koenigrufen.winner", 3)
    wrong = next(str(n) for n, one in enumerate(choices, 1) if one not in right)
    told = run("learn", "review", "--seed", 3, "--lang", "en", typed=wrong)
    assert "Comes back tomorrow." in told.out
    assert known(notebook).ideas["koenigrufen.winner"].due == TODAY + 1


def test_a_theme_is_asked_by_a_puzzle(run: Trull, notebook: Path) -> None:
    wrong_before(notebook, "lhombre.theme.smear", "lhombre/compagnie")
    typed = "\n".join(map(str, [*range(1, 9)] * 20))
    told = run("learn", "review", "--seed", 1, typed=typed)
    assert "Schmieren · Tarock à l" in told.out
    (puzzle,) = known(notebook).puzzles
    assert "smear" in stock.of_kind()[puzzle].themes
    assert known(notebook).ideas["lhombre.theme.smear"].day == TODAY


def test_what_is_asked_no_more_is_dropped(run: Trull, notebook: Path) -> None:
    wrong_before(notebook, "koenigrufen.nothing")
    assert "Das wird hier nicht mehr gefragt." in run("learn", "review").out
    assert known(notebook).ideas == {}


def test_who_leaves_in_the_middle_keeps_what_was_answered(run: Trull, notebook: Path) -> None:
    wrong_before(notebook, "koenigrufen.winner")
    before = known(notebook)
    assert run("learn", "review", typed="").code == 2
    assert known(notebook) == before


def test_a_lesson_goes_on_where_it_was_left(run: Trull, notebook: Path) -> None:
    """And what was wrong in it is asked again."""
    run("learn", "K7", typed="\n".join(["", "2 3 4", "1"]))
    assert progress.step_of(known(notebook), "K7") == 3
    assert set(known(notebook).ideas) == {"koenigrufen.say"}
    again = run("learn", "K7", typed="").out
    assert "Schritt 4 von" in again
    assert "Schritt 1 von" not in again
    assert "Schritt 1 von" in run("learn", "K7", "--again", typed="").out
    assert "Schritt 4 von" in run("learn").out


def test_the_file_of_the_page_is_taken_over(run: Trull, notebook: Path, tmp_path: Path) -> None:
    file = tmp_path / "trull-lernstand.json"
    memory = progress.missed(Progress(), "K2.drill_legal", BOOK, Now(TODAY - 1, 5)).ideas
    page = Progress(lessons={"K1": {"step": 0, "done": True, "right": 1, "asked": 1, "at": 5}})
    page = Progress(lessons=page.lessons, ideas=memory)
    file.write_text(progress.written(page), encoding="utf-8")
    told = run("learn", "progress", file)
    assert "Der Lernstand ist übernommen." in told.out
    assert "Du hast 1 von 55 Lektionen geschafft." in " ".join(told.out.split())
    assert "Heute: 1" in told.out
    assert known(notebook) == page
    assert isinstance(known(notebook).ideas["K2.drill_legal"], Kept)


def test_a_file_without_progress_changes_nothing(
    run: Trull, notebook: Path, tmp_path: Path
) -> None:
    wrong_before(notebook, "koenigrufen.winner")
    before = notebook.read_bytes()
    file = tmp_path / "other.json"
    file.write_text(json.dumps({"version": 1}), encoding="utf-8")
    assert run("learn", "progress", file).code == 2
    assert run("learn", "progress", tmp_path / "nowhere.json").code == 2
    assert notebook.read_bytes() == before


def test_a_damaged_file_is_put_aside_and_learning_goes_on(run: Trull, notebook: Path) -> None:
    wrong_before(notebook, "koenigrufen.winner")
    notebook.write_text("{", encoding="utf-8")
    told = run("learn", "review")
    assert told.code == 0
    assert "beschädigt" in told.out
    assert notebook.with_name(kept.ASIDE).read_text(encoding="utf-8") == "{"


@pytest.mark.skipif(os.name == "nt", reason="a folder that is a file is another error there")
def test_who_can_keep_nothing_learns_all_the_same(run: Trull, notebook: Path) -> None:
    notebook.parent.parent.mkdir(parents=True)
    notebook.parent.write_text("a file where the folder should be", encoding="utf-8")
    told = run("quiz", "winner", "--seed", 7, "-n", 2, typed="1\n1")
    assert told.code == 0
    assert told.out.count("kann hier nicht gespeichert werden") == 1
