"""Rule sets: published ones, what is changed in them, and files that are none."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from trull import laws, ruleset
from trull.errors import RuleSetError

ROOT = Path(__file__).parents[1]
RULE_SETS = ruleset.published()
TIROL = ruleset.load("koenigrufen/tirol")


def test_rule_set_files_are_plain_toml() -> None:
    for path in (ROOT / "src" / "trull" / "rulesets").rglob("*.toml"):
        head = tomllib.loads(path.read_text(encoding="utf-8"))
        assert "game" in head or "base" in head, path


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_same_rules_are_one_object_however_they_are_asked_for(name: str) -> None:
    """Equal rules that are two objects are compared word by word wherever something is kept."""
    rules = ruleset.load(name)
    assert ruleset.load(name, version=rules.version) is rules
    assert ruleset.changed(name, rules.version, {}) is rules
    option, value = next(iter(rules.options.items()))
    assert rules.with_options({option: value.value}) is rules


def test_rules_that_are_played_once_do_not_fill_the_memory() -> None:
    tirol = ruleset.load("koenigrufen/tirol")
    for value in range(2, 402):
        laws.under(tirol.with_options({"contract.rufer.value": value}))
    assert laws.under.cache_info().currsize < 400


def test_every_option_value_a_rule_set_declares_can_be_set() -> None:
    for name in RULE_SETS:
        rules = ruleset.load(name)
        for key, option in rules.options.items():
            for value in option.values:
                assert rules.with_options({key: value})[key] == value


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("klopfen", "perhaps", "expected true or false"),
        ("klopfen", 1, "expected true or false"),
        ("nonsense", True, "has no such option"),
        ("option.nonsense", True, "has no such option"),
        ("contract.rufer.value", 10**9, "no rule counts beyond"),
        ("contract.rufer.nonsense", 1, "has no such option"),
        ("contract.rufer", 1, "has no such option"),
        ("skoty", "perhaps", "expected true or false"),
    ],
)
def test_what_a_rule_set_cannot_have_is_refused_with_its_place(
    key: str, value: object, told: str
) -> None:
    with pytest.raises(RuleSetError, match=told) as refusal:
        TIROL.with_options({key: value})
    assert f"koenigrufen/tirol: {key}" in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "version"), [("koenigrufen/wien", None), ("koenigrufen/tirol", 999), ("tirol", None)]
)
def test_a_book_or_a_version_that_nobody_published_is_refused(
    name: str, version: int | None
) -> None:
    with pytest.raises(RuleSetError, match=name):
        ruleset.load(name, version=version)


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_is_changed_is_the_whole_difference(name: str) -> None:
    """And taken back it is the published rule set again, the very same."""
    rules = ruleset.load(name)
    assert ruleset.diff(rules, rules) == ()
    key, option = next((k, o) for k, o in rules.options.items() if len(o.values) > 1)
    other = next(value for value in option.values if value != option.value)
    house = rules.with_options({key: other})
    assert dict(house.changes) == {f"option.{key}": other}
    assert {(one.section, one.row) for one in ruleset.diff(rules, house)} >= {("option", key)}
    assert ruleset.changed(name, rules.version, house.changes) is house
    assert house.with_options({key: option.value}) is rules


def test_a_house_file_states_only_its_difference(tmp_path: Path) -> None:
    path = tmp_path / "stammtisch.toml"
    path.write_text(
        'name = "haus/stammtisch"\nbase = "koenigrufen/tirol"\n[option]\nklopfen = false\n'
    )
    house = ruleset.load(path)
    assert (house.name, house.house) == ("koenigrufen/tirol", "haus/stammtisch")
    assert dict(house.changes) == {"option.klopfen": False}
    path.write_text("[option]\nklopfen = false\n")
    with pytest.raises(RuleSetError, match="base"):
        ruleset.load(path)


@pytest.mark.parametrize(
    ("book", "key", "value", "expected"),
    [
        ("koenigrufen/tirol", "contract.zwiccolo_semi.tricks", 1_000_000, "-1 to 12"),
        ("koenigrufen/tirol", "bonus.pagat.trick", 13, "-1 to 12"),
        ("koenigrufen/tirol", "bonus.sack1.thirds", 211, "0 to 210"),
        ("koenigrufen/tirol", "win_thirds", 1_000, "0 to 210"),
        ("koenigrufen/tirol", "contract.rufer.value", 100_000, "-9999 to 9999"),
        ("koenigrufen/tirol", "contract.dreier.rank", 1_000, "0 to 99"),
        ("lhombre/compagnie", "rate.un.value", -10_000, "-9999 to 9999"),
        ("lhombre/compagnie", "honour.tarocks.least", 26, "0 to 25"),
        ("perlaggen/1890", "confer_time", 100_000, "0 to 3600"),
        ("perlaggen/1890", "target", 100_000, "2 to 999"),
    ],
)
def test_a_number_by_which_no_game_can_be_played_is_refused_where_it_is_read(
    book: str, key: str, value: int, expected: str
) -> None:
    rules = ruleset.load(book, {key: value})
    with pytest.raises(RuleSetError, match=f"expected {expected}, found {value}"):
        laws.of(rules.game).seats(rules)
