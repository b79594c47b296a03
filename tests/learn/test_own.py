"""Lessons of one's own: checked before they are shown, and a broken one stops only itself."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from players import TEST, run, serving, visitors
from trull.cli.serve import _lessons, _secret
from trull.errors import TrullError
from trull.learn import check, shelf
from trull.table.service import school


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with one lesson that is right: the second of the house, by another name."""
    house, folder = shelf.folder("lessons"), tmp_path / "ours" / "koenigrufen"
    assert house is not None
    folder.mkdir(parents=True)
    for suffix in ("toml", "de.md", "en.md"):
        shutil.copy(house / "koenigrufen" / f"02-stich.{suffix}", folder / f"verein.{suffix}")
    lesson = folder / "verein.toml"
    lesson.write_text(lesson.read_text("utf-8").replace('"K2"', '"V2"'), encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def the_house_alone() -> Iterator[None]:
    yield
    school.bring(())


def spoilt(own: Path, name: str, old: str, new: str) -> Path:
    """A second lesson with one mistake."""
    for suffix in ("toml", "de.md", "en.md"):
        text = (own / f"verein.{suffix}").read_text("utf-8").replace('"V2"', '"V3"')
        if suffix == "toml":
            assert old in text
            text = text.replace(old, new, 1)
        (own / f"{name}.{suffix}").write_text(text, encoding="utf-8")
    return own / f"{name}.toml"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'answer = ["HK"]',
            'answer = ["H1"]',
            "broken.toml: hearts: koenigrufen/tirol: the answer",
        ),
        ('id = "V3"'.replace("id =", "id      ="), 'id      = "K1"', "the id K1 is taken"),
        ('id      = "V3"', 'id      = "V 3"', "is no word of 1 to 12 letters"),
        ("[[step]]", "[[step", "broken.toml: not valid TOML"),
        ('ask    = "winner"', 'ask    = "guess"', "broken.toml: hearts: ask is one of"),
        ("minutes = 9", "minutes = 90", "minutes only, 90 are promised"),
        ('trick  = "H1 HN HK HQ"', "trick  = 7", "broken.toml: hearts"),
    ],
)
def test_a_broken_lesson_names_file_step_and_reason_and_stops_only_itself(
    own: Path, old: str, new: str, told: str
) -> None:
    broken = spoilt(own, "broken", old, new)
    right, problems = check.check_own([own / "verein.toml", broken])
    assert right == [own / "verein.toml"]
    assert any(told in str(problem) for problem in problems), [str(one) for one in problems]


def test_the_server_says_what_is_wrong_before_it_serves(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt(own, "broken", 'answer = ["HK"]', 'answer = ["H1"]')
    assert _lessons(own.parent) == (str(own / "verein.toml"),)
    told = capsys.readouterr().out
    assert "broken.toml: hearts" in told
    assert told.strip().endswith("1 von 2.") or told.strip().endswith("1 of 2.")
    assert _lessons(None) == ()
    with pytest.raises(TrullError):
        _lessons(own / "nowhere")


def test_own_lessons_are_taught_after_those_of_the_house(own: Path, database: str) -> None:
    async def go() -> None:
        settings = replace(TEST, lessons=(str(own / "verein.toml"),))
        async with serving(database, settings) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            index = json.loads((await anna.get("/api/lessons"))[1])
            assert [one["id"] for one in index if one["own"]] == ["V2"]
            assert index[-1]["id"] == "V2"
            lesson = json.loads((await anna.get("/api/lessons/V2?lang=de"))[1])
            assert lesson["title"] == "Der Stich"
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            assert (await anna.get("/api/lessons/V2"))[0] == 404

    run(go)


def test_a_secret_is_read_from_a_file_and_never_told(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("ab" * 16 + "\n")
    assert _secret(file) == "ab" * 16
    file.write_text("hunter2")
    with pytest.raises(TrullError) as refused:
        _secret(file)
    assert "hunter2" not in str(refused.value)
