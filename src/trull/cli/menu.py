"""The choices of a person: numbered, drawn, with the hand they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from rich.text import Text

from trull.cli.screen import Screen
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.state import Prompt, View

SPAN = 12
"""More consecutive numbers than this are not listed; one types the number itself."""

LONG = 20
"""A list of more choices than this comes last."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One choice: what to type, and the verb and words it means."""

    label: str
    prompt: Prompt
    words: tuple[str, ...] = ()  # none: the verb alone, with what must be in it
    stem: bool = False  # a card that is still to be given a face: E7 for E7=HA, E7=HK …


@dataclass(frozen=True)
class Menu:
    """All choices of a moment."""

    prompts: tuple[Prompt, ...]
    entries: tuple[Entry, ...]
    span: Prompt | None = None  # a prompt answered by a number of its own

    def entry(self, label: str) -> Entry | None:
        """The choice of a label."""
        return next((e for e in self.entries if e.label == label), None)

    def of(self, prompt: Prompt) -> tuple[Entry, ...]:
        """The choices of one prompt."""
        return tuple(e for e in self.entries if e.prompt is prompt)


def is_span(prompt: Prompt) -> bool:
    """Whether a prompt only asks for a number out of a long row."""
    words = prompt.choices
    if len(words) <= SPAN or prompt.most != 1 or not all(word.isdigit() for word in words):
        return False
    return [int(word) for word in words] == list(range(int(words[0]), int(words[-1]) + 1))


def stem_of(word: str) -> str:
    """The card of a play with a baptism."""
    return word.partition("=")[0]


def menu_of(view: View, teller: Teller) -> Menu:
    """The numbered choices of a view; letters where numbers mean something else."""
    words, rare = teller.words, teller.face.rare
    span = next((p for p in view.prompts if is_span(p)), None)
    labels = iter(ascii_lowercase) if span else iter(str(n) for n in range(1, 10_000))
    entries = [
        Entry(next(labels), prompt, chosen, stem)
        for prompt in in_order(view, words)
        if prompt is not span and prompt.verb not in rare
        for chosen, stem in _listed(view, words, prompt)
    ]
    return Menu(view.prompts, tuple(entries), span)


def in_order(view: View, words: Words) -> list[Prompt]:
    """Cards of the hand first, then what is one word, long lists last."""

    def rank(prompt: Prompt) -> tuple[bool, bool, bool]:
        many, other = len(prompt.choices), not from_hand(view, words, prompt)
        return other, many > 0, other and many > LONG

    return sorted(view.prompts, key=rank)


def _listed(view: View, words: Words, prompt: Prompt) -> Iterator[tuple[tuple[str, ...], bool]]:
    if not prompt.choices:
        if prompt.least <= len(prompt.must) <= prompt.most:
            yield (), False
        return
    if prompt.least == len(prompt.choices) + len(prompt.must) > 1:
        yield prompt.choices, False  # all of them, in this order
        return
    cards, known = all(map(words.is_card, prompt.choices)), set[str]()
    for word in sorted_hand(words, prompt.choices) if cards else prompt.choices:
        stem = stem_of(word)
        if stem == word or stem not in view.hand:
            yield (word,), False
        elif stem not in known:
            known.add(stem)
            yield (stem,), True


def from_hand(view: View, words: Words, prompt: Prompt) -> bool:
    """Whether a prompt is answered with cards of one's own hand."""

    def mine(word: str) -> bool:
        return word in view.hand or stem_of(word).removesuffix("~") in view.hand

    chosen = prompt.choices or prompt.must
    return bool(chosen) and all(words.is_card(word) and mine(word) for word in chosen)


def _place(words: Words, card: str) -> int:
    """Where a card stands in a hand: suit by suit, the strongest first."""
    pack = words.pack
    assert pack is not None, "a hand has a pack"
    return pack.codes.index(stem_of(card).removesuffix("~"))


def sorted_hand(words: Words, cards: Iterable[str]) -> list[str]:
    """Cards as one holds them: tarocks first, each suit from the strongest down."""
    return sorted(cards, key=lambda card: _place(words, card), reverse=True)


# Drawing


def draw(screen: Screen, view: View, teller: Teller, menu: Menu) -> None:
    """The hand with its playable cards marked, then every prompt with its sentence."""
    words = teller.words
    prompts = [p for p in in_order(view, words) if p.verb not in teller.face.rare]
    held = next((p for p in prompts if from_hand(view, words, p)), None)
    labels = {e.words[0]: e.label for e in menu.of(held) if len(e.words) == 1} if held else {}
    marks = {card: teller.face.mark(view, card) for card in view.hand}
    draw_cards(
        screen, words, view.hand, labels, marks | dict.fromkeys(held.must, "!") if held else marks
    )
    explained: set[str] = set()
    for prompt in prompts:
        entries = menu.of(prompt)
        if prompt.verb not in explained or (entries and not entries[0].words):
            _explain(screen, view, teller, menu, prompt)
        explained.add(prompt.verb)
        if not entries and prompt.open:
            screen.line(words.cli("perhaps"), style="dim", indent=4)
        if prompt is held:  # a card of the hand under another name has no place in it
            entries = tuple(e for e in entries if len(e.words) == 1 and e.words[0] not in view.hand)
        if entries and entries[0].words:
            _draw_choices(screen, view, teller, entries)
    for prompt in view.prompts:
        if prompt.verb in teller.face.rare:
            told = {"verb": words.verb(prompt.verb), "what": words.find("prompt", prompt.verb)}
            screen.line(words.cli("rarely", **told), style="dim", indent=2)


def draw_cards(
    screen: Screen,
    words: Words,
    cards: Sequence[str],
    labels: Mapping[str, str],
    marks: Mapping[str, str] | None = None,
) -> None:
    """Cards suit by suit; ``[n]`` before one that may be chosen, a mark after a special one."""
    assert words.pack is not None, "cards belong to a pack"
    for suit in reversed(words.pack.suits):
        held = [c for c in sorted_hand(words, cards) if _suit(words, c) == suit]
        if not held:
            continue
        row = Text(f"  {words.suit(suit):<8}", style="dim")
        for card in held:
            cell = _card(words, card, labels.get(card, ""), bool(labels))
            cell.append((marks or {}).get(card, "") + "  ", style="bold")
            if row.cell_len + cell.cell_len > screen.width + 2:
                screen.line(row)
                row = Text(" " * 10)
            row.append_text(cell)
        screen.line(row)


def _suit(words: Words, card: str) -> str:
    assert words.pack is not None, "cards belong to a pack"
    return words.pack.suit_of[_place(words, card)]


def _card(words: Words, card: str, label: str, choosing: bool) -> Text:
    """A card; where one chooses, those that cannot be chosen are dim."""
    assert words.pack is not None, "cards belong to a pack"
    style = words.pack.colours.get(_suit(words, card), "")
    if label:
        return Text.assemble((f"[{label}]", "dim"), (words.card(card), f"bold {style}"))
    return Text(words.card(card), style="dim" if choosing else style)


def _explain(screen: Screen, view: View, teller: Teller, menu: Menu, prompt: Prompt) -> None:
    """What a prompt lets one do and what it would mean, with its clause."""
    words, entries = teller.words, menu.of(prompt)
    name = words.verb(prompt.verb)
    sentence = Text(words.find("prompt", teller.face.saying(view, prompt)) or name)
    sentence.append(f"  {prompt.clause}", style="dim")
    if entries and not entries[0].words:
        said = "" if name[:4].casefold() in sentence.plain.casefold() else f"{name}: "
        cards = ", ".join(teller.face.token(teller, prompt.verb, word) for word in prompt.must)
        said += f"{cards}: " if cards else ""
        sentence = Text(f"[{entries[0].label}] {said}", style="bold") + sentence
    screen.line(sentence, indent=2)
    if prompt is menu.span:
        about = {"first": prompt.choices[0], "last": prompt.choices[-1]}
        screen.line(words.cli("span", verb=name, **about), indent=4)


def _draw_choices(screen: Screen, view: View, teller: Teller, entries: Sequence[Entry]) -> None:
    words = teller.words
    single = {e.words[0]: e.label for e in entries if len(e.words) == 1}
    if len(single) > SPAN and all(words.is_card(word) for word in single):
        draw_cards(screen, words, list(single), single)
    else:
        columns(screen, [shown_entry(view, teller, entry) for entry in entries], indent=4)


def shown_entry(view: View, teller: Teller, entry: Entry) -> str:
    """A choice with its number."""
    chosen = (teller.face.choice(view, teller, entry.prompt, word) for word in entry.words)
    return f"[{entry.label}] {', '.join(chosen)}"


def columns(screen: Screen, texts: Sequence[str], indent: int = 0) -> None:
    """Short texts side by side, read across."""
    if not texts:
        return
    wide = max(len(text) for text in texts) + 3
    each = max((screen.width - indent) // wide, 1)
    for start in range(0, len(texts), each):
        row = "".join(text.ljust(wide) for text in texts[start : start + each])
        screen.line(row.rstrip(), indent=indent)
