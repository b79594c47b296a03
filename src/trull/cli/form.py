"""A deal as a person tells it at the terminal: the game's form, question by question.

One asker for all games: which questions there are is the laws' (``laws/told.py``), each kind of
field has its way of being asked and read here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from trull import laws
from trull.cli.screen import Screen
from trull.cli.words import Words, plain
from trull.errors import CaseError
from trull.laws import told
from trull.laws.told import Field, at
from trull.ruleset import RuleSet
from trull.state import Fault
from trull.written import is_count

Facts = dict[str, object]
MARKS = {"": 1, "k": 1, "r": 2, "s": 3}
"""Kontra, Re and Sub, as they are typed behind a seat or a side."""

T = TypeVar("T")


def ask_facts(screen: Screen, words: Words, rules: RuleSet) -> Facts:
    """The facts of a deal; what contradicts an earlier answer is asked again."""
    way, fewest = told.of(rules.game), min(laws.of(rules.game).seats(rules))
    asker, given = Asker(screen, words, fewest), Facts(players=fewest)
    screen.line(words.cli("ask_seats", n=fewest), style="dim")
    for field in way.tree(rules):
        stands = all(told.holds(when, given) for when in field.when)
        known = field.instead and at(given, field.instead) is not None
        while stands and not known and field.asked == "always":
            answered = put(given, field.key, asker.ask(field))
            against = [f for f in way.faults(rules, answered) if _about(f, field)]
            given = given if against else answered
            for fault in against:
                screen.line(words.fault(fault), style="yellow")
            if not against:
                break
    faults = way.faults(rules, given)
    if faults:
        raise CaseError(complaint(faults))
    return given


def _about(fault: Fault, field: Field) -> bool:
    """Whether a fault is about what has just been answered, and not that something is missing."""
    key = dict(fault.about)["key"]
    return key.startswith(field.key) and not fault.code.startswith("told_missing")


def complaint(faults: Sequence[Fault]) -> str:
    """What is wrong with told facts, each with its key, in one line for whoever wrote the file."""
    english = Words("en")
    sentences = []
    for fault in faults:
        about = dict(fault.about)
        sentence = english.say("fault", fault.code, **about)
        named = "{key}" in (english.find("fault", fault.code) or "")
        sentences.append(sentence if named else f"{about['key']}: {sentence}")
    return "; ".join(sentences)


def put(given: Facts, key: str, value: object) -> Facts:
    """The facts with one more thing told under a dotted key.

    >>> put({"result": {"tricks": [1]}}, "result.made", {})
    {'result': {'tricks': [1], 'made': {}}}
    """
    first, _, rest = key.partition(".")
    if rest:
        inner = given.get(first)
        value = put(dict(inner) if isinstance(inner, dict) else {}, rest, value)
    return {**given, first: value}


def choose(
    screen: Screen, words: Words, question: str, tokens: Sequence[str], optional: bool = False
) -> str:
    """One of some tokens, by number, by name or by how one of them alone begins."""
    names = [words.word(token) for token in tokens]
    for number, name in enumerate(names, 1):
        screen.line(f"[{number}] {name}", indent=2)

    def read(text: str) -> str:
        if not text and optional:
            return ""
        if is_count(text) and 1 <= int(text) <= len(tokens):
            return tokens[int(text) - 1]
        return named(words, text, tokens)

    return until(screen, question, read)


def named(words: Words, text: str, tokens: Sequence[str]) -> str:
    """The token that is called so, or the only one that begins so."""
    typed = plain(text)
    spelt = [(token, {plain(token), plain(words.word(token))}) for token in tokens]
    exact = [token for token, spellings in spelt if typed in spellings]
    begun = [t for t, spellings in spelt if typed and any(s.startswith(typed) for s in spellings)]
    if exact or len(begun) == 1:
        return (exact or begun)[0]
    raise ValueError(words.cli("no_such_answer", text=text.strip()))


def until(screen: Screen, question: str, read: Callable[[str], T]) -> T:
    """The first answer that can be read; ``read`` raises ValueError with what is wrong."""
    while True:
        try:
            return read(screen.ask(question))
        except ValueError as wrong:
            screen.line(str(wrong), style="yellow")


class Asker:
    """The questions of each kind of field."""

    def __init__(self, screen: Screen, words: Words, seats: int) -> None:
        """So many sit at the table."""
        self.screen, self.words, self.seats = screen, words, seats

    def ask(self, field: Field) -> object:
        """What is told in a field."""
        label = self.label(field)
        match field.kind:
            case "choice":
                optional = not field.required or bool(field.instead)
                question = self.words.cli("ask.choice", label=label)
                return choose(self.screen, self.words, question, field.choices, optional)
            case "flag":
                answer = self.screen.ask(self.words.cli("ask.flag", label=label))
                return self.words.means(answer, "yes_words")
            case "sides":
                return self._sides(field, label)
            case "entries":
                return self._entries(field)
        code = field.kind if field.required and not field.instead else f"{field.kind}_or_none"
        code = f"ask.{code}" if self.words.find("cli", f"ask.{code}") else f"ask.{field.kind}"
        question = self.words.cli(code, label=label, least=field.least, most=field.most)
        return until(self.screen, question, partial(self._read, field))

    def label(self, field: Field) -> str:
        """What a field is called; one key may be asked in two ways."""
        words = self.words
        by_kind = words.find("field", f"{field.key}.{field.kind}")
        return by_kind or words.say("field", field.key)

    def _read(self, field: Field, text: str) -> object:
        if not text and not (field.required and not field.instead):
            return field.default
        match field.kind:
            case "seat":
                return self._seat(text, 0 if not field.required else 1)
            case "points":
                return self._points(text, field.most)
            case "each_points":
                return self._each(text, field)
            case "seats" | "tally":
                return [self._seat(word, 1) for word in text.split()]
            case "levels":
                return self._levels(text)
            case "said":
                return [self._announced(part, field) for part in text.split(",") if part.strip()]
        return self._number(text, field.least, field.most)

    def _number(self, text: str, least: int, most: int) -> int:
        if not is_count(text) or not least <= int(text) <= most:
            raise ValueError(self.words.cli("number_between", least=least, most=most))
        return int(text)

    def _seat(self, text: str, least: int) -> int | None:
        """Seats are counted from 1; 0 is nobody."""
        number = self._number(text, least, self.seats)
        return number - 1 if number else None

    def _points(self, text: str, most: int) -> int:
        """Points as they are counted: ``36`` or ``35/2`` (points and Blatt)."""
        points, slash, blatt = text.partition("/")
        if not is_count(points) or (slash and blatt not in ("0", "1", "2")):
            raise ValueError(self.words.cli("points_form", most=most // 3))
        thirds = 3 * int(points) + (int(blatt) if slash else 0)
        if thirds > most:
            raise ValueError(self.words.cli("points_form", most=most // 3))
        return thirds

    def _each(self, text: str, field: Field) -> list[int]:
        worth = [self._points(word, field.most) for word in text.split()]
        if len(worth) != field.size:
            raise ValueError(self.words.cli("so_many_numbers", n=field.size))
        return worth

    def _levels(self, text: str) -> dict[str, int]:
        """``2 3r 4s``: Kontra by seat 2, Re with seat 3, Sub with seat 4."""
        levels: dict[str, int] = {}
        for word in text.casefold().split():
            seat, mark = word[:1], word[1:]
            if not is_count(seat) or not 1 <= int(seat) <= self.seats or mark not in MARKS:
                raise ValueError(self.words.cli("pairs_form"))
            levels[str(int(seat) - 1)] = MARKS[mark]
        return levels

    def _sides(self, field: Field, label: str) -> dict[str, str]:
        """Which side made which of them."""
        names = ", ".join(self.words.word(item) for item in field.choices)
        self.screen.line(f"{label}: {names}", style="dim")
        made: dict[str, str] = {}
        for side in field.values:
            question = self.words.cli("ask.sides", side=self.words.word(side))
            listed = until(self.screen, question, partial(self._listed, field, frozenset(made)))
            made |= dict.fromkeys(listed, side)
        return made

    def _listed(self, field: Field, before: frozenset[str], text: str) -> list[str]:
        """Some of the choices; what the other side has made nobody else can make."""
        parts = [part for part in text.split(",") if part.strip()]
        found = [named(self.words, part, field.choices) for part in parts]
        twice = ", ".join(self.words.word(item) for item in found if item in before)
        if twice:
            raise ValueError(self.words.cli("made_twice", names=twice))
        return found

    def _announced(self, part: str, field: Field) -> Facts:
        """``pagat s``, ``trull g k``: who announced it, then k, r or s for Kontra, Re, Sub."""
        tokens = part.casefold().split()
        level = MARKS.get(tokens[-1], 0) if len(tokens) > 2 else 0
        if level:
            tokens.pop()
        letters = self.words.cli("side_letters").split()
        side = dict(zip(letters, field.values, strict=True)).get(tokens[-1])
        if side is None or len(tokens) < 2:
            raise ValueError(self.words.cli("said_form"))
        item = named(self.words, " ".join(tokens[:-1]), field.choices)
        return {"item": item, "side": side, "kontra": level}

    def _entries(self, field: Field) -> list[Facts]:
        """Each line that can be worth something of its own: who writes it, and what."""
        worth = next(inner for inner in field.fields if inner.key == "points")
        items = next(when.among for when in worth.when if when.key == "item")
        found: list[Facts] = []
        for item in map(str, items):
            label = self.words.word(item)
            question = self.words.cli("ask.party", label=label)
            party = until(self.screen, question, lambda text: self._number(text or "0", 0, 2))
            if party:
                question = self.words.cli("ask.worth", label=label)
                points = until(self.screen, question, partial(self._worth, worth))
                found.append({"item": item, "party": party - 1, "points": points})
        return found

    def _worth(self, field: Field, text: str) -> object:
        """A number, or that nobody has held it."""
        if text.casefold() in ("", *self.words.cli("unheld_letters").split()):
            return field.default
        return self._number(text, field.least, field.most)
