"""Codes as a person reads them: cards, words, faults and tales in one language, for one game.

A sentence is looked up under the rule set's own key first (``koenigrufen/finale.pass``), then under
the game's (``perlaggen.pass``), then under the plain one. No sentence stands here; all of them are
in ``locale/``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache

from trull import clauses, laws, locale
from trull.cards import ROMAN, TAROCK54, TAROCK78, Pack
from trull.state import Fault

HIDDEN = "?"
FRENCH = (TAROCK54, TAROCK78)
FOOLS = ("T22", "SKI")
SYMBOLS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
_LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()}
_UMLAUTS = {umlaut: f"{vowel}e" for umlaut, vowel in zip("äöü", "aou", strict=True)}
_SPELT = str.maketrans(_UMLAUTS | {"ß": "ss"} | _LETTERS)


def plain(text: str) -> str:
    """A text as it is compared: small letters and figures only.

    >>> plain("König Ultimo"), plain("♥K"), plain("à deux")
    ('koenigultimo', 'hk', 'adeux')
    """
    folded = text.casefold().translate(_SPELT)
    letters = unicodedata.normalize("NFKD", folded).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


class Words:
    """The words of one language for one rule set, or for one game."""

    def __init__(self, language: str, rules: str = "") -> None:
        """``rules``: a rule set or a game by name; empty where no game is spoken of yet."""
        self.language, self.rules, self.game = language, rules, rules.partition("/")[0]
        self.pack: Pack | None = laws.of(self.game).pack if rules else None

    # Sentences

    def find(self, section: str, code: str) -> str | None:
        """The sentence of a code, or None."""
        known = locale.catalogue(self.language).get(section, {})
        for key in (f"{self.rules}.{code}", f"{self.game}.{code}", code):
            if key in known:
                return str(known[key])
        return None

    def say(self, section: str, code: str, **about: object) -> str:
        """The sentence of a code with its parameters; the bare code where there is none."""
        return locale.filled(self.find(section, code), code, about)

    def cli(self, code: str, **about: object) -> str:
        """A sentence of the command line itself."""
        return self.say("cli", code, **about)

    def means(self, text: str, code: str) -> bool:
        """Whether what was typed is one of the words under this code, however it is spelt."""
        return plain(text) in map(plain, self.cli(code).split())

    def clause(self, name: str) -> str:
        """The text of a clause, empty if there is none."""
        return clauses.text(name, self.language) or ""

    # Words and cards

    def is_card(self, token: str) -> bool:
        """Whether a token is a card of the pack, baptised or not."""
        if self.pack is None:
            return False
        name, equals, identity = token.partition("=")
        known = name.removesuffix("~") in self.pack.codes
        return known and (not equals or identity in self.pack.codes)

    def card(self, token: str) -> str:
        """A card as it is drawn: ``♥K``, ``XXI``, ``Herz K``, ``Eichel 7 = Herz A``."""
        name, equals, identity = token.partition("=")
        if equals:
            return f"{self.card(name)} = {self.card(identity)}"
        if name.endswith("~"):
            return self.cli("unbaptised", card=self.card(name[:-1]))
        assert self.pack is not None, "cards belong to a pack"
        return _card_name(self.language, self.game, name)

    def cards(self, tokens: Iterable[str]) -> str:
        """Some cards in one line."""
        shown = [self.card(token) for token in tokens]
        return (", " if any(" " in card for card in shown) else " ").join(shown)

    def suit(self, letter: str) -> str:
        """The name of a suit of the pack."""
        assert self.pack is not None, "suits belong to a pack"
        return self.cli(f"suit.{self.pack.name}.{letter}")

    def rank(self, rank: str) -> str:
        """A rank as it stands on the card."""
        return self.find("cli", f"rank.{rank}") or rank

    def word(self, token: str, context: str = "") -> str:
        """A token as people say it; ``context`` is its verb or option."""
        if context:
            found = self.find("word", f"{context}.{token}")
            if found is not None:
                return found
        if self.is_card(token):
            return self.card(token)
        found = self.find("word", token)
        if found is not None:
            return found
        for mark in (":", "="):
            if mark in token:
                return f" {mark} ".join(self.word(part, context) for part in token.split(mark))
        return token

    def phrase(self, text: str) -> str:
        """A parameter made of tokens: each as people say it."""
        return " ".join(self.word(token) for token in text.split())

    def value(self, value: object, option: str = "") -> str:
        """A value of a rule set: yes and no, a number, a word, a list."""
        if isinstance(value, bool):
            return self.cli("yes" if value else "no")
        if isinstance(value, list | tuple):
            return ", ".join(self.value(item, option) for item in value)
        if isinstance(value, Mapping):
            return ", ".join(f"{key} {self.value(item)}" for key, item in value.items())
        return self.word(value, option) if isinstance(value, str) else str(value)

    # What the engine tells

    def fault(self, fault: Fault) -> str:
        """Why an act is refused, in a sentence with the cards in it."""
        about = {key: self._about(key, value) for key, value in fault.about}
        return self.say("fault", fault.code, **about)

    def _about(self, key: str, value: str) -> str:
        if key in ("suit", "led") and self.pack and value in self.pack.suits:
            return self.suit(value)
        if key == "act":
            verb, _, rest = value.partition(" ")
            return f"{self.verb(verb)} {self.phrase(rest)}".rstrip()
        return self.phrase(value)

    def verb(self, verb: str) -> str:
        """What the button of a verb says."""
        return self.say("verb", verb)


@cache
def _card_name(language: str, game: str, code: str) -> str:
    """A tarock by its Roman numeral, a French card by its sign, any other by its suit's name."""
    words = Words(language, game)
    assert words.pack is not None, "cards belong to a pack"
    suit, rank = words.pack.suit_of[words.pack.card(code)], code[1:]
    if words.pack not in FRENCH:
        own = words.find("cli", f"card.{words.pack.name}.{code}")
        return own or f"{words.suit(suit)} {rank}"
    if code in FOOLS:
        return words.cli(f"fool.{words.pack.name}")
    return ROMAN[int(rank) - 1] if suit == "T" else SYMBOLS[suit] + words.rank(rank)


@cache
def card_spellings(language: str, game: str) -> Mapping[str, str]:
    """Every way to type a card, as ``plain`` writes it, and the card meant."""
    words = Words(language, game)
    pack = words.pack
    assert pack is not None, "cards belong to a game"
    found: dict[str, str] = {}
    for card, code in enumerate(pack.codes):
        suit, rank = pack.suit_of[card], code[1:]
        shown, named = words.rank(rank), words.find("cli", f"rankname.{rank}") or rank
        spelt = [code, words.card(code)]
        if pack in FRENCH and suit == "T":
            spelt += [f"Tarock{rank}", f"Tarock{words.card(code)}"]
        elif code.startswith(suit) and rank:  # the Weli and the Skies have no rank
            name = words.suit(suit)
            spelt += [suit + shown, name + rank, name + shown, name + named]
        for spelling in spelt:
            found.setdefault(plain(spelling), code)
    for pair in (words.find("cli", f"nicknames.{pack.name}") or "").split():
        nickname, _, code = pair.partition("=")
        found.setdefault(plain(nickname), code)
    return found
