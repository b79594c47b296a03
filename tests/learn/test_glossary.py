"""The glossary: each word in both languages, and really said in the games it names."""

from __future__ import annotations

from functools import cache

from trull import locale, ruleset
from trull.learn import glossary, prose, shelf


@cache
def _said(game: str) -> str:
    """All that is said in German about a game: rule text, clauses, lessons."""
    books = [ruleset.load(name) for name in ruleset.published() if name.startswith(f"{game}/")]
    marks = tuple(f"{mark}-" for book in books for mark in shelf.prefixes(book))
    clauses = [
        text for name, text in locale.catalogue("de")["clause"].items() if name.startswith(marks)
    ]
    rules, lessons = shelf.folder("rules"), shelf.folder("lessons")
    assert rules is not None
    assert lessons is not None
    told = [path.read_text(encoding="utf-8") for path in (lessons / game).glob("*.de.md")]
    return " ".join(
        [(rules / f"{game}.md").read_text(encoding="utf-8"), *clauses, *told]
    ).casefold()


def test_there_are_at_least_120_terms_each_once() -> None:
    words = [term.word["de"] for term in glossary.terms()]
    assert len(words) >= 120
    assert len(set(words)) == len(words)
    assert words == sorted(words, key=str.casefold)


def test_every_term_is_told_in_both_languages_and_used_in_its_games() -> None:
    for term in glossary.terms():
        assert set(term.word) == set(term.means) == set(locale.LANGUAGES), term
        assert term.games, term
        for game in term.games:
            assert term.word["de"].casefold() in _said(game), (term.word["de"], game)
        for told in (*term.word.values(), *term.means.values(), *term.also):
            assert told.strip() == told != "", term
        assert term.word["de"] not in term.also
        for language in locale.LANGUAGES:
            rules = ruleset.load(
                next(n for n in ruleset.published() if n.startswith(term.games[0]))
            )
            assert prose.typed_numbers(term.means[language], rules, language, []) == [], term


def test_a_term_is_found_by_what_others_call_it() -> None:
    found = [term.word["de"] for term in glossary.terms() if term.is_called("gstieß")]
    assert found == ["Sküs"]
