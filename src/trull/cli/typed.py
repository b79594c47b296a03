"""What a person types, read as an act: a number, cards, a word, or a verb with words.

The reader knows no rule. Words that fit no prompt become an act all the same, so that the laws
can say by which clause it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from trull import locale
from trull.cli.menu import Entry, Menu, from_hand
from trull.cli.telling import Teller
from trull.cli.words import card_spellings, plain
from trull.state import Action, Prompt, View
from trull.written import is_count


class Unclear(Exception):
    """What was typed is not enough or means nothing; the message says what is missing."""


class Reader:
    """Reads one line in one moment of a game."""

    def __init__(self, view: View, teller: Teller, menu: Menu) -> None:
        """``menu`` are the numbered choices as they were drawn."""
        self.view, self.teller, self.menu = view, teller, menu
        self.words = teller.words
        rare = teller.face.rare  # what is seldom wanted is meant only where its verb is said
        self.common = tuple(p for p in view.prompts if p.verb not in rare)

    def read(self, text: str) -> Action | Entry:
        """The act meant, or the entry of a card that still needs its face."""
        tokens = [token for token in re.split(r"[\s,;+]+", text.strip()) if token]
        if not tokens:
            return self._silent()
        attempts = (
            self._numbers,
            self._as_written,
            self._choice,
            self._with_verb,
            self._cards,
            self._known,
            self._part,
        )
        for attempt in attempts:
            found = attempt(tokens)
            if found is not None:
                return found
        raise Unclear(self.words.cli("not_understood", text=text.strip()))

    def _silent(self) -> Action:
        """Enter alone cuts in the middle; elsewhere it means nothing."""
        if self.menu.span is not None:
            choices = self.menu.span.choices
            return Action(self.menu.span.verb, (choices[len(choices) // 2],))
        forced = [p for p in self.view.prompts if p.must and len(p.must) == p.most]
        if len(forced) == 1 and len(self.view.prompts) == 1:
            return Action(forced[0].verb, forced[0].must)
        raise Unclear(self.words.cli("say_something"))

    # By number

    def _numbers(self, tokens: Sequence[str]) -> Action | Entry | None:
        span = self.menu.span
        if span is not None and len(tokens) == 1 and tokens[0].isdigit():
            return self._counted(span, tokens[0])
        entries = [self.menu.entry(token.casefold()) for token in tokens]
        if None in entries:
            if all(token.isdigit() for token in tokens):
                raise Unclear(self.words.cli("no_such_number", text=" ".join(tokens)))
            return None
        chosen = [entry for entry in entries if entry is not None]
        if len({id(entry.prompt) for entry in chosen}) > 1:
            raise Unclear(self.words.cli("one_kind"))
        if len(chosen) == 1 and chosen[0].stem:
            return chosen[0]
        spoken = tuple(word for entry in chosen for word in entry.words)
        return self._complete(chosen[0].prompt, spoken)

    def _counted(self, span: Prompt, number: str) -> Action:
        """A number of a row; none, or more than there are, is no act that could be judged."""
        most = span.choices[-1]
        if not is_count(number) or not 0 < int(number) <= int(most):
            raise Unclear(self.words.cli("number_between", least=span.choices[0], most=most))
        return Action(span.verb, (number,))

    def _complete(self, prompt: Prompt, words: tuple[str, ...]) -> Action:
        """The act of a prompt; cards that must be in it need not be typed."""
        missing = tuple(word for word in prompt.must if word not in words)
        if missing and len(words) + len(missing) <= prompt.most:
            words = (*missing, *words)
        if len(words) < prompt.least and not prompt.open:
            verb, n = self.words.verb(prompt.verb), prompt.least
            raise Unclear(self.words.cli("too_few", verb=verb, n=n, given=len(words)))
        return Action(prompt.verb, words)

    # By word

    def _as_written(self, tokens: Sequence[str]) -> Action | None:
        """A choice whose signs count, as the record writes it: ``e7~``, ``write 2:-1``."""
        found = [
            Action(prompt.verb, (choice,))
            for prompt in self.view.prompts
            if prompt.least <= 1 and not prompt.must
            for size in range(len(tokens))
            if not size or plain(" ".join(tokens[:size])) in self.verbs(prompt.verb)
            for choice in prompt.choices
            if "".join(tokens[size:]).casefold() == choice.casefold() != plain(choice)
        ]
        return found[0] if len(found) == 1 else None

    def _choice(self, tokens: Sequence[str]) -> Action | Entry | None:
        """A single choice named in full, or a verb that needs no word."""
        said = plain(" ".join(tokens))
        found: list[Action | Entry] = []
        for prompt in self.view.prompts:
            if said in self.verbs(prompt.verb) and (not prompt.choices or prompt.least == 0):
                found.append(Action(prompt.verb, prompt.must))
            if prompt in self.common:
                found += self._named(prompt, said)
        played = [action for action in found if _verb(action) == "play"]
        if len(played) == 1 and self._card_list(tokens):
            return played[0]  # a card alone is played, whatever else could be done with it
        if len(found) > 1:
            verbs = ", ".join(self._meant(action, said) for action in found)
            raise Unclear(self.words.cli("which_verb", text=" ".join(tokens), verbs=verbs))
        return found[0] if found else None

    def _meant(self, found: Action | Entry, said: str) -> str:
        """What a text can mean: the verb, and after the verb alone what it brings along."""
        verb = self.words.verb(_verb(found))
        if isinstance(found, Entry) or not found.args or said not in self.verbs(found.verb):
            return verb
        return f"{verb} {self.words.cards(found.args)}"

    def _named(self, prompt: Prompt, said: str) -> Iterator[Action | Entry]:
        if prompt.least > 1 or prompt.must:
            return
        card = card_spellings(self.words.language, self.words.game).get(said)
        for entry in self.menu.of(prompt):
            if entry.stem and entry.words == (card,):
                yield entry
                return
        for choice in prompt.choices:
            if said in self.names(prompt, choice) or choice == card:
                yield Action(prompt.verb, (choice,))
                return

    def _with_verb(self, tokens: Sequence[str]) -> Action | Entry | None:
        """A verb, then its words."""
        for size in range(len(tokens), 0, -1):
            verb = self._verb_of(plain(" ".join(tokens[:size])))
            if verb is not None:
                return self._spoken(verb, list(tokens[size:]))
        return None

    def _verb_of(self, said: str) -> str | None:
        known = [prompt.verb for prompt in self.view.prompts]
        known += [v.rpartition(".")[2] for v in locale.catalogue(self.words.language)["verb"]]
        return next((verb for verb in known if said in self.verbs(verb)), None)

    def _spoken(self, verb: str, rest: list[str]) -> Action | Entry:
        prompt = next((p for p in self.view.prompts if p.verb == verb), None)
        if prompt is None:
            return Action(verb, tuple(self._token(word) for word in rest))
        if not rest and prompt.least > len(prompt.must):
            return self._only(prompt)
        if prompt is self.menu.span and len(rest) == 1:
            return self._counted(prompt, rest[0])
        named = list(self._named(prompt, plain(" ".join(rest)))) if rest else []
        if named:
            return named[0]
        cards = self._card_list(rest)
        if cards is not None:
            return self._complete(prompt, cards)
        numbered = [self.menu.entry(word) for word in rest if word not in prompt.choices]
        if len(numbered) == len(rest) and all(e and e.prompt is prompt for e in numbered):
            return self._complete(prompt, tuple(w for e in numbered if e for w in e.words))
        return self._complete(prompt, tuple(self._token(word, prompt) for word in rest))

    def _only(self, prompt: Prompt) -> Action | Entry:
        """A verb without its word: clear only if there is one choice."""
        entries = self.menu.of(prompt)
        if len(entries) == 1 and entries[0].words:
            return entries[0] if entries[0].stem else Action(prompt.verb, entries[0].words)
        face, verb = self.teller.face, self.words.verb(prompt.verb)
        named = (face.choice(self.view, self.teller, prompt, word) for word in prompt.choices)
        raise Unclear(self.words.cli("verb_needs_word", verb=verb, choices=", ".join(named)))

    # By cards, and words that fit nothing now

    def _cards(self, tokens: Sequence[str]) -> Action | None:
        """Cards alone: the prompt that asks for cards decides the verb."""
        found = self._card_list(tokens)
        if found is None:
            return None
        asking = [p for p in self.common if any(map(self.words.is_card, p.choices + p.must))]
        asking.sort(key=lambda p: not from_hand(self.view, self.words, p))
        if not asking:
            return Action("play", found)
        fitting = [p for p in asking if p.least <= len(found) <= p.most] or asking
        return self._complete(fitting[0], found)

    def _card_list(self, tokens: Sequence[str]) -> tuple[str, ...] | None:
        """The cards of some words; a card may be two words, ``herz 4``."""
        found, rest = list[str](), list(tokens)
        while rest:
            one, two = self._card(rest[0]), self._card(" ".join(rest[:2]))
            card = one or two
            if card is None:
                return None
            found.append(card)
            rest = rest[1 if one else 2 :]
        return tuple(found)

    def _known(self, tokens: Sequence[str]) -> Action | None:
        """A word of the game that cannot be said now: the laws will say why."""
        said = plain(" ".join(tokens))
        takers = [
            prompt
            for prompt in self.common
            if prompt is not self.menu.span
            and not all(self.words.is_card(word) for word in prompt.choices)
        ]
        if not takers:
            return None
        for prompt in takers:
            token = self._word_of(said, prompt.verb)
            if token is not None:
                return Action(prompt.verb, (token,))
        token = self._word_of(said)
        return None if token is None else Action(takers[0].verb, (token,))

    def _word_of(self, said: str, verb: str = "") -> str | None:
        """The token of a word the catalogue knows, for a verb or for all; a number is no word."""
        if not said or said.isdigit():
            return None
        for key, name in locale.catalogue(self.words.language)["word"].items():
            context, _, token = key.removeprefix(f"{self.words.game}.").rpartition(".")
            if context == verb and said in (plain(str(name)), plain(token)):
                return token
        return None

    def _part(self, tokens: Sequence[str]) -> Action | None:
        """One word of a name, if only one choice has it."""
        found = [
            Action(prompt.verb, (choice,))
            for prompt in self.common
            if prompt.least <= 1 and not prompt.must and prompt is not self.menu.span
            for choice in self._having(prompt, plain(" ".join(tokens)))
        ]
        return found[0] if len(found) == 1 else None

    def _having(self, prompt: Prompt, said: str) -> list[str]:
        """The choices with this word in their names."""

        def parts(choice: str) -> set[str]:
            name = self.teller.face.token(self.teller, prompt.verb, choice)
            return {plain(part) for part in name.split()} - {""}

        return [choice for choice in prompt.choices if said in parts(choice)]

    def _token(self, word: str, prompt: Prompt | None = None) -> str:
        for choice in (*prompt.choices, *prompt.must) if prompt else ():
            if plain(word) in self.names(prompt, choice):
                return choice
        card = self._card(word)
        if card is not None:
            return card
        known = self._word_of(plain(word), prompt.verb if prompt else "")
        known = known or self._word_of(plain(word))
        if known is not None:
            return known
        found = self._having(prompt, plain(word)) if prompt else []
        return found[0] if len(found) == 1 else word

    def _card(self, text: str) -> str | None:
        """A card however it is spelt; ``e7=ha`` is a card with its face."""
        name, equals, identity = text.partition("=")
        known = card_spellings(self.words.language, self.words.game)
        card = known.get(plain(name))
        if card is None or not equals:
            return card
        face = known.get(plain(identity))
        return None if face is None else f"{card}={face}"

    # Names

    def verbs(self, verb: str) -> set[str]:
        """What may be typed for a verb."""
        more = self.words.find("alias", verb) or ""
        return {plain(verb), plain(self.words.verb(verb)), *(plain(w) for w in more.split())}

    def names(self, prompt: Prompt | None, choice: str) -> set[str]:
        """What may be typed for a choice."""
        verb, face = prompt.verb if prompt else "", self.teller.face
        said = {choice, face.token(self.teller, verb, choice), self.words.word(choice)}
        if prompt is not None:
            said.add(face.choice(self.view, self.teller, prompt, choice))
        return {plain(name) for name in said} - {""}


def _verb(found: Action | Entry) -> str:
    return found.verb if isinstance(found, Action) else found.prompt.verb
