"""The catalogues: every word of the laws and of the terminal is told, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import trull
from samples import alike
from trull import locale
from trull.cli.words import Words

SOURCE = Path(trull.__file__).parent
GAMES = ("koenigrufen", "lhombre", "perlaggen")


def _codes(function: str, place: int, files: Iterator[Path]) -> Iterator[tuple[str, str]]:
    """The constant words given to a function at that place, with the file."""
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) <= place:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else None
            name = node.func.id if isinstance(node.func, ast.Name) else name
            if name == function:
                yield from ((code, path.name) for code in _constants(node.args[place]))


def _constants(given: ast.expr) -> Iterator[str]:
    """The constant words an argument may be: one, or one of two."""
    if isinstance(given, ast.IfExp):
        yield from (*_constants(given.body), *_constants(given.orelse))
    elif isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value


@pytest.mark.parametrize("lang", locale.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_fault_of_the_laws_has_its_sentence(game: str, lang: str) -> None:
    words = Words(lang, game)
    found = list(_codes("fault", 1, (SOURCE / "laws" / game).rglob("*.py")))
    assert len(found) > 20
    missing = sorted({code for code, _ in found if words.find("fault", code) is None})
    assert missing == []


@pytest.mark.parametrize("lang", locale.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_prompt_of_the_laws_is_explained(game: str, lang: str) -> None:
    words, folder = Words(lang, game), SOURCE / "laws" / game
    verbs = {
        code for name in ("Prompt", "one_of") for code, _ in _codes(name, 0, folder.rglob("*.py"))
    }
    assert "play" in verbs
    for section in ("verb", "prompt", "told"):
        missing = sorted(v for v in verbs if not any(_has(words, section, v)))
        assert missing == [], section


def _has(words: Words, section: str, verb: str) -> Iterator[bool]:
    yield words.find(section, verb) is not None
    yield words.find(section, f"{verb}.1") is not None  # told by level, as a Kontra is


@pytest.mark.parametrize("lang", locale.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_to_be_said_of_a_deal_has_its_sentence(game: str, lang: str) -> None:
    words, files = Words(lang, game), [SOURCE / "laws" / "summary.py"]
    files += [SOURCE / "laws" / game / f"{name}.py" for name in ("summary", "reasons")]
    files = [path for path in files if path.exists()]
    found = {code for name in ("saying", "Saying") for code, _ in _codes(name, 0, iter(files))}
    assert len(found) > 10
    assert sorted(code for code in found if words.find("said", code) is None) == []


@pytest.mark.parametrize("lang", alike(*locale.LANGUAGES))  # both have the same codes
def test_nothing_stands_in_the_catalogue_that_no_law_says(lang: str) -> None:
    """A sentence may have forms for who is meant, for an onlooker, for one alone, for a phone."""
    places = (SOURCE / "laws", SOURCE / "bots", SOURCE / "cli")
    files = [path for place in places for path in place.rglob("*.py")]
    known = {code for name in ("saying", "Saying") for code, _ in _codes(name, 0, iter(files))}
    told = {
        key.removeprefix(f"{game}.") for key in locale.catalogue(lang)["said"] for game in GAMES
    }
    told -= {key for key in told if key.startswith(GAMES)}
    assert {key.split(".")[0] for key in told} <= known


@pytest.mark.parametrize("lang", locale.LANGUAGES)
def test_every_act_is_told_beside_a_name_too(lang: str) -> None:
    """The page's log drops the name a sentence begins with, has a brief one, or the verb."""
    words = locale.catalogue(lang)
    verbs = {key.split(".")[-1] for key in words["verb"]}
    long = {key: told for key, told in words["told"].items() if not key.endswith(".brief")}
    whole = [key for key, told in long.items() if not str(told).startswith("{who}")]
    missing = [key for key in whole if key not in verbs and f"{key}.brief" not in words["told"]]
    assert missing == []


@pytest.mark.parametrize("lang", locale.LANGUAGES)
def test_every_sentence_of_the_command_line_exists(lang: str) -> None:
    words = Words(lang)
    found = {code for code, _ in _codes("cli", 0, (SOURCE / "cli").rglob("*.py"))}
    found |= {code for code, _ in _codes("say", 0, (SOURCE / "cli").rglob("*.py"))}
    sections = set(locale.catalogue(lang))
    assert len(found) > 80
    missing = sorted(c for c in found if words.find("cli", c) is None and c not in sections)
    assert missing == []


def test_both_languages_have_the_same_sentences_with_the_same_parameters() -> None:
    german, english = (locale.catalogue(lang) for lang in ("de", "en"))
    assert set(german) == set(english)
    for section in set(german) - {"alias"}:
        for key in set(german[section]) | set(english[section]):
            if section == "cli" and key.startswith("rank."):
                continue  # a letter that is the same in the record needs no other
            assert key in german[section], f"{section}.{key} is missing in German"
            assert key in english[section], f"{section}.{key} is missing in English"
            asked = [set(re.findall(r"\{(\w+)\}", str(c[section][key]))) for c in (german, english)]
            assert asked[0] == asked[1], f"{section}.{key}"
