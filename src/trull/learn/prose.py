"""What a lesson says: Markdown in sections, in which the engine fills in every number.

A file begins with ``# Title``; ``## step/before``, ``## step/after``, ``## step/trap 1`` open the
sections of its steps. In a text stand

    HK, T14        cards, by their names in the record
    {T-1.10}       a clause                 {pack}, {worth.HK}, {value.rufer}   a number
    {pack#}        the same in figures      {worth:HK HQ T5}                    what a pile counts
    {sum:HK HQ}    its cards one by one     {exactly:win_thirds}                points and Blatt
    {price:un 51}  what one player pays for it
    **strong**

A paragraph that begins with ``<!-- tirol finale -->`` is for these books alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from trull import clauses, laws
from trull.cards import ROMAN
from trull.errors import TrullError
from trull.learn.school import school_of
from trull.ruleset import RuleSet

Span = tuple[str, str]
"""A kind (text, strong, card, clause, number) and what stands there."""
Paragraph = tuple[Span, ...]

NUMBERS = {
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(),
    "en": "none one two three four five six seven eight nine ten eleven twelve".split(),
}
"""Small numbers are written out; the author of a lesson may write none of them himself."""
MORE = {
    "de": "dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig "
    "fünfzig sechzig siebzig achtzig neunzig hundert tausend",
    "en": "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty "
    "sixty seventy eighty ninety hundred thousand",
}
HARMLESS = frozenset({"eins", "one", "none", "null"})
"""Number words that mostly count nothing: "somebody", "no one"."""
_BOOKS = re.compile(r"\A<!--\s*([\w\s]+?)\s*-->\s*")
_PIECES = re.compile(r"(\{[^{}]*\}|\*\*[^*]+\*\*)")
_WORDS = re.compile(r"\w+", re.UNICODE)


class Filled(NamedTuple):
    """A section as one book fills it."""

    paragraphs: tuple[Paragraph, ...]

    def spans(self) -> Iterator[Span]:
        """All spans in order."""
        for paragraph in self.paragraphs:
            yield from paragraph

    def named(self, kind: str) -> tuple[str, ...]:
        """What stands there of one kind."""
        return tuple(text for found, text in self.spans() if found == kind)

    def words(self) -> int:
        """How long it is to read."""
        return sum(len(_WORDS.findall(text)) for _, text in self.spans())


def blocks(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """The paragraphs of a section, each with the books it is for; none named: all."""
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.strip():
            found = _BOOKS.match(block.strip())
            books = frozenset(found[1].split()) if found else frozenset()
            yield books, " ".join(_BOOKS.sub("", block.strip()).split())


def filled(text: str, rules: RuleSet, language: str) -> Filled:
    """A section as a book fills it; TrullError names a placeholder nobody can fill."""
    book = rules.name.partition("/")[2]
    mine = [block for books, block in blocks(text) if not books or book in books]
    return Filled(tuple(tuple(_spans(block, rules, language)) for block in mine))


def _spans(block: str, rules: RuleSet, language: str) -> Iterator[Span]:
    begun = False
    for piece in _PIECES.split(block):
        if piece.startswith("{"):
            kind, text = placeholder(piece[1:-1], rules, language)
            yield kind, text if begun or kind == "clause" else text[:1].upper() + text[1:]
        elif piece.startswith("**"):
            inner = "".join(text for _, text in _spans(piece[2:-2], rules, language))
            yield "strong", inner
        else:
            yield from _cards(piece, rules)
        if piece.strip():
            begun = not piece.rstrip().endswith((".", "!", "?"))


def _cards(text: str, rules: RuleSet) -> Iterator[Span]:
    """Plain text, with the names of cards apart."""
    codes = laws.of(rules.game).pack.index
    at = 0
    for found in _WORDS.finditer(text):
        if found[0] in codes:
            if found.start() > at:
                yield "text", text[at : found.start()]
            yield "card", found[0]
            at = found.end()
    if at < len(text):
        yield "text", text[at:]


def placeholder(name: str, rules: RuleSet, language: str) -> Span:
    """What the engine puts in a placeholder's place."""
    if clauses.prefix(name):
        return "clause", name
    school = school_of(rules.game)
    kind, colon, rest = name.partition(":")
    if colon and kind == "worth":
        return "number", school.worth(rules, rest.split())
    if colon and kind == "price":
        return "number", str(school.price(rules, rest.split()))
    facts = school.facts(rules)
    if colon and kind == "sum" and all(f"worth.{card}" in facts for card in rest.split()):
        return "number", str(sum(facts[f"worth.{card}"] for card in rest.split()))
    if colon and kind == "exactly" and rest in facts:
        return "number", school.exactly(facts[rest])
    plain = name.removesuffix("#")
    if plain not in facts:
        raise TrullError(f"nobody fills {{{name}}}")
    number = facts[plain]
    small = plain == name and 0 <= number < len(NUMBERS[language])
    return "number", NUMBERS[language][number] if small else str(number)


# What an author may not write


def typed_numbers(text: str, rules: RuleSet, language: str, allowed: Sequence[str]) -> list[str]:
    """Figures and number words that stand in a text by themselves."""
    known = {*NUMBERS[language], *MORE[language].split()} - HARMLESS - set(allowed)
    romans = {roman for roman in ROMAN if len(roman) > 1}
    found = []
    for _, block in blocks(text):
        for piece in _PIECES.split(block):
            plain = "" if piece.startswith("{") else piece
            for kind, words in _cards(plain.replace("**", " "), rules):
                if kind == "text":
                    found += [
                        word for word in _WORDS.findall(words) if _is_number(word, known, romans)
                    ]
    return found


def _is_number(word: str, known: set[str], romans: set[str]) -> bool:
    return any(sign.isdigit() for sign in word) or word.casefold() in known or word in romans


def placeholders(text: str) -> list[str]:
    """All placeholders of a section, clauses among them, in order of the alphabet."""
    return sorted(piece[1:-1] for piece in _PIECES.findall(text) if piece.startswith("{"))


def cards_in(text: str, game: str) -> list[str]:
    """All cards that are named in a section, in order of the alphabet."""
    codes = laws.of(game).pack.index
    plain = _PIECES.sub(lambda m: " " if m[0].startswith("{") else m[0], text)
    return sorted(word for word in _WORDS.findall(plain) if word in codes)


# Sections


class Text(NamedTuple):
    """A lesson in one language."""

    title: str
    sections: Mapping[str, str]


def read(text: str) -> Text:
    """The sections of a file; TrullError where it is not one."""
    head, *parts = re.split(r"^## +", text, flags=re.MULTILINE)
    lines = head.strip().splitlines()
    if not lines or not lines[0].startswith("# "):
        raise TrullError("expected a title, # …, in the first line")
    if len(lines) > 1:
        raise TrullError("expected nothing between the title and the first section")
    sections: dict[str, str] = {}
    for part in parts:
        name, _, body = part.partition("\n")
        name = " ".join(name.split())
        if name in sections:
            raise TrullError(f"section {name!r} stands twice")
        sections[name] = body.strip()
    return Text(lines[0][2:].strip(), sections)
