"""Versions that hold: a deal is settled for ever as the version it was played by settles it.

The data of a published version never changes, and neither does what the laws make of it: see
``docs/versions.md``. ``golden_records`` says what lies in ``golden/`` and how it is written.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import golden_records as golden
from terminal import Trull
from trull import games, notation, ruleset
from trull.errors import NotationError, RuleSetError
from trull.game import Game
from trull.match import Match

FILES = sorted(golden.FOLDER.rglob("*.trn"))
HOUSE = [name for name in ruleset.published() if name.partition("/")[0] not in games.guests()]
VERSIONS = [(name, n) for name in HOUSE for n in ruleset.versions(name)]
NEW_VERSION = (
    "the data of a published version has changed: leave the old file as <book>@<version>.toml, "
    "state the change in a new version and pin that (docs/versions.md)"
)


@pytest.mark.parametrize(("key", "fingerprint"), golden.pinned().items())
def test_the_data_of_a_published_version_never_changes(key: str, fingerprint: str) -> None:
    name, version = key.rsplit("@", 1)
    rules = ruleset.load(name, version=int(version))
    assert ruleset.fingerprint(rules) == fingerprint, f"{key}: {NEW_VERSION}"


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_version_is_pinned_and_has_its_golden_deals(name: str, version: int) -> None:
    """Only the newest may be in the making, if an older one is there to play by."""
    if version != ruleset.versions(name)[-1] or version == 1:
        assert f"{name}@{version}" in golden.pinned()
    if f"{name}@{version}" in golden.pinned():
        kinds = {path.stem for path in golden.folder(name, version).glob("*.trn")}
        assert kinds == {"free", "guarded", "sitting"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(golden.FOLDER)))
def test_golden_deals_are_settled_as_they_always_were(path: Path) -> None:
    """Line by line: item, clause, value, factors, who pays whom; and the rows of the sheet."""
    name, version = str(path.parent.relative_to(golden.FOLDER)).rsplit("@", 1)
    match: Match | None = None
    for record, kept in golden.kept(path):
        assert (record.setup.rules.name, record.setup.rules.version) == (name, int(version))
        game = notation.replayed(record)
        lines = [*golden.account(game)]
        if path.stem == "sitting":
            match = match or Match(record.setup.rules, int(record.tags["Sitting"]), 0)
            setup, players = match.deal(record.setup.pack)
            assert setup == record.setup, "the sitting leads to another deal"
            lines.append(golden.row_told(match.add(game, players)))
        assert lines == kept


@pytest.mark.parametrize("name", HOUSE)
def test_the_golden_deals_come_to_every_contract_and_bonus(name: str) -> None:
    """Breaches that chance does not bring about stand in the transcripts, each with its fine."""
    rules = ruleset.load(name, version=1)
    text = "\n".join(path.read_text("utf-8") for path in golden.folder(name, 1).glob("*.trn"))
    forms = {"contract": r" {} ", "bonus": r"^; = (game\*)?{} ", "honour": r"^; = honour_{} "}
    for section, form in forms.items():
        for row in rules.section(section):
            found = re.search(form.format(row), text.replace("\n", " \n"), re.MULTILINE)
            assert found, f"no golden deal of {name} has {section}.{row}"


# A version of one's own, on a shelf of its own


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The first books of Perlaggen in a folder where they can be changed."""
    for file in games.folder("perlaggen", "rulesets").iterdir():
        if file.name.endswith("@1.toml"):
            book = file.name.replace("@1", "")
            (tmp_path / book).write_text(file.read_text("utf-8"), encoding="utf-8")
    monkeypatch.setattr(games, "folder", lambda _game, _what: tmp_path)
    forget()
    return tmp_path


@pytest.fixture(autouse=True)
def forgotten() -> object:
    yield
    forget()


def forget() -> None:
    ruleset._tables.cache_clear()
    ruleset._cached.cache_clear()


def second_1890(shelf: Path) -> None:
    """A second version of 1890 that states only its difference."""
    (shelf / "1890.toml").rename(shelf / "1890@1.toml")
    text = 'name = "perlaggen/1890"\nbase = "perlaggen/1890 1"\nversion = 2\n'
    (shelf / "1890.toml").write_text(text + "[option.target]\nvalue = 21\n", encoding="utf-8")


def test_a_new_version_states_its_difference_and_the_old_one_stays(shelf: Path) -> None:
    before = ruleset.fingerprint(ruleset.load("perlaggen/1890"))
    forget()
    second_1890(shelf)
    assert ruleset.versions("perlaggen/1890") == (1, 2)
    assert ruleset.load("perlaggen/1890")["target"] == 21
    old = ruleset.load("perlaggen/1890", version=1)
    assert (old["target"], ruleset.fingerprint(old)) == (15, before)
    differing = ruleset.diff(old, ruleset.load("perlaggen/1890"))
    assert [(d.section, d.row) for d in differing] == [("option", "target")]


def test_who_stands_on_a_base_does_not_change_with_it(shelf: Path) -> None:
    second_1890(shelf)
    assert ruleset.load("perlaggen/1924")["target"] == 15


def test_a_published_rule_set_must_name_its_bases_version(shelf: Path) -> None:
    text = (shelf / "1924.toml").read_text("utf-8").replace('1890 1"', '1890"')
    (shelf / "1924.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleSetError, match="names its base's version"):
        ruleset.load("perlaggen/1924")


def test_a_house_takes_the_newest_version_or_the_one_it_names(shelf: Path, tmp_path: Path) -> None:
    second_1890(shelf)
    house = tmp_path / "house.toml"
    for base, version in (("perlaggen/1890", 2), ("perlaggen/1890 1", 1)):
        house.write_text(f'base = "{base}"\n[option]\nmin_cut = 2\n', encoding="utf-8")
        assert ruleset.load(house).version == version


@pytest.mark.parametrize("base", ["", "perlaggen/1890 newest", "perlaggen/1890 1 2"])
def test_a_base_is_a_rule_set_and_its_version(base: str, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(f'base = "{base}"\n', encoding="utf-8")
    with pytest.raises(RuleSetError, match="a published rule set and its version"):
        ruleset.load(house)


def test_a_record_names_the_version_and_what_the_house_changed(shelf: Path) -> None:
    """So it finds its rules again when the book has gone on and the house's file is lost."""
    house = shelf / "house.toml"
    house.write_text('name = "h"\nbase = "perlaggen/1890"\n[option]\nmin_cut = 2\n')
    house.rename(shelf.parent / "house.toml")
    first = notation.parse_all((golden.FOLDER / "perlaggen/1890@1/sitting.trn").read_text())[0]
    rules = ruleset.load(shelf.parent / "house.toml")
    setup = replace(first.setup, rules=rules)
    text = notation.format_record(notation.of_game(Game(setup)))
    second_1890(shelf)
    forget()
    found = notation.parse(text).setup.rules
    assert (found.version, found.house, found["min_cut"], found["target"]) == (1, "h", 2, 15)


# An erratum


def test_a_result_that_the_laws_do_not_give_is_reported_and_kept(
    run: Trull, tmp_path: Path
) -> None:
    text = (golden.FOLDER / "perlaggen/1890@1/sitting.trn").read_text("utf-8")
    first, second, *_ = notation.parse_all(text)
    assert second.points is not None
    nothing = replace(second, points=(0,) * second.setup.seats)
    wrong = notation.format_record(nothing)
    assert second.points != nothing.points
    with pytest.raises(NotationError, match=r"Points say 0 0.*; the acts give"):
        notation.replayed(notation.parse(wrong))
    path = tmp_path / "two.trn"
    path.write_text(notation.format_record(first) + "\n" + wrong, encoding="utf-8")
    found = run("replay", path, "--verify")
    assert found.code != 0
    assert f"{path}: deal 2: Points say 0 0" in " ".join(found.err.split())
