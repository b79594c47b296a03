"""``trull rules``: rule sets and clauses are listed, explained, compared and checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from terminal import Trull
from trull import notation, ruleset
from trull.cli.words import Words


def test_rules_list_names_every_published_rule_set(run: Trull) -> None:
    out = run("rules", "list").out
    assert all(name in out for name in ruleset.published())


@pytest.mark.parametrize("name", ruleset.published())
@pytest.mark.parametrize("lang", ["de", "en"])
def test_rules_show_explains_every_option_in_a_sentence(run: Trull, name: str, lang: str) -> None:
    result = run("rules", "show", name, "--lang", lang)
    out = " ".join(result.out.split())
    for option, row in ruleset.load(name).options.items():
        sentence = Words(lang, ruleset.load(name).game).find("option", option)
        assert sentence, f"{option} has no sentence"
        assert sentence in out
        assert row.clause in out


def test_rules_show_lists_games_bonuses_and_penalties(run: Trull) -> None:
    out = run("rules", "show", "koenigrufen/tirol").out
    assert re.search(r"Solodreier +10 .*T-0\.20", out)
    assert re.search(r"Quapil +4 +8 .*T-0\.24", out)
    assert re.search(r"Trischaken +zusammen 12, als Vorhand 24 +T-4\.10", out)
    assert "Bündel skoty (T-7.1)" in out


@pytest.mark.parametrize("name", ruleset.published())
@pytest.mark.parametrize("lang", ["de", "en"])
def test_rules_show_speaks_no_code_of_a_free_table(run: Trull, name: str, lang: str) -> None:
    out = run("rules", "show", name, "--lang", lang).out
    assert Words(lang, name).cli("section.ruling") in out
    for code in ("ruling", "how record", "must_follow", "besserrufer_without_bird", "turned_past"):
        assert not re.search(rf"\b{code}\b", out), code
    for value in ("irregular.", "judged.", "at_risk.", "innocent."):
        assert not re.search(rf": {re.escape(value)}", out), value


def test_rules_show_of_a_clause_tells_text_code_data_and_cases(run: Trull) -> None:
    out = run("rules", "show", "f-8.10").out
    assert "Quapil, Kakadu, Uhu, Pagat" in " ".join(out.split())
    assert "If several announcements fail" in out
    assert re.search(
        r"trull\.kernels\.koenigrufen\.keep_announced +\(kernels/koenigrufen\.py:\d+\)", out
    )
    assert "koenigrufen/finale: cite.keep_announced" in out
    assert "(laws/perlaggen/__init__.py:" in run("rules", "show", "P90-8").out
    assert "finale: Of announced Quapil and Pagat the Quapil goes first" in " ".join(out.split())
    assert "If several" not in run("rules", "show", "F-8.10", "--lang", "de").out


def test_rules_diff_is_readable_and_empty_between_equals(run: Trull) -> None:
    out = run("rules", "diff", "koenigrufen/tirol", "koenigrufen/finale").out
    assert re.search(r"Dreier: Wert +5 +4", out)
    assert re.search(r"Einer +6: .* \N{EN DASH}", out)
    assert "nur die Reihenfolge" in out
    same = run("rules", "diff", "koenigrufen/tirol", "koenigrufen/tirol")
    assert same.out == "Kein Unterschied.\n"


def test_a_house_rule_file_is_checked_shown_and_played(run: Trull, files: Path) -> None:
    house = files / "house.toml"
    result = run("rules", "check", house)
    assert result.code == 0
    assert "option.klopfen: true → false" in result.out
    newest = ruleset.versions("koenigrufen/tirol")[-1]
    assert f"haus/wir v{newest} option.klopfen=false" in run("rules", "show", house).out
    assert re.search(r"klopfen: .* nein +ja", run("rules", "diff", house, "koenigrufen/tirol").out)
    record = files / "house.trn"
    run("play", house, "--seed", 5, "--record", record, typed="1\n")
    assert notation.parse(record.read_text(encoding="utf-8")).setup.rules.house == "haus/wir"


def test_rules_options_says_what_to_type(run: Trull) -> None:
    out = run("rules", "options", "koenigrufen/tirol", "--lang", "en").out
    assert "announced_card_mode = strict  (KG-43)" in out
    assert "order_only  only the order binds" in out
