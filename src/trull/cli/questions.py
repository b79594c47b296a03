"""A question of the school in the terminal: told in words, answered by numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from trull import locale, ruleset
from trull.cli.screen import Screen
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.errors import TrullError
from trull.learn.build import Answered, Posed, Task, Tested, Wrong
from trull.learn.question import BREACH, COUNTED, EVEN, Item
from trull.state import Fault, Seat, Seen

SEATS = 6


class Asker:
    """Tells questions and answers in one language, by one rule set."""

    def __init__(self, screen: Screen, lang: str, rules: str) -> None:
        """Names for those who sit at the table of a question."""
        self.screen, self.words = screen, Words(lang, rules)
        self._names = tuple(self.sentence(f"name.{seat}") for seat in range(SEATS))

    def sentence(self, code: str, **about: object) -> str:
        """A sentence of the school."""
        return self.words.say("learn", code, **about)

    def teller(self, asked: Posed) -> Teller:
        """Who sits at the table of a question."""
        seat = asked.shown.seat
        return Teller(self.words, self._names, None if seat is None else Seat(seat))

    # Before the answer

    def position(self, asked: Posed) -> Iterator[str]:
        """What is to be seen, in sentences."""
        shown, teller = asked.shown, self.teller(asked)
        yield from teller.line(shown.said)
        if shown.heard:
            acts = "; ".join(f"{teller.who(s)}: {self.act(asked, act)}" for s, act in shown.heard)
            yield self.sentence("heard", acts=acts)
        if shown.items:
            yield self.sentence("items", items="; ".join(map(self._unpriced, shown.items)))
        for n, (game, row) in enumerate(shown.sheet, 1):
            told = ": ".join(filter(None, (self._entry(game), self._amounts(row))))
            yield self.sentence("sheet", n=n, row=told)
        for n, fallen in enumerate(shown.tricks, 1):
            cards = teller.lying([(Seat(seat), card) for seat, card in fallen])
            yield self.sentence("fallen", n=n, cards=cards)
        if shown.pile:
            code = {"memory": "gone", "skies": "won"}.get(asked.type, "pile")
            yield self.sentence(code, n=len(shown.pile), cards=self.words.cards(shown.pile))
        elif asked.type == "skies":
            yield self.sentence("won_nothing")
        if shown.trick:
            trick = [(Seat(seat), card) for seat, card in shown.trick]
            code = "drawn" if asked.type == "lot" else "lies"
            yield self.sentence(code, cards=teller.lying(trick))
        if shown.hand:
            code = "cards_here" if shown.seat is None else "you_hold"
            yield self.sentence(code, cards=self.words.cards(shown.hand))

    def _entry(self, code: str) -> str:
        """A game on the sheet, or what was said between two deals."""
        return self.words.find("web", f"remark.{code}") or self.words.word(code)

    def _amounts(self, row: str) -> str:
        return ", ".join(f"{self._names[seat]} {n}" for seat, n in enumerate(row.split()))

    def _unpriced(self, one: Item) -> str:
        """A line of a settlement without its price."""
        names = [self.item(one.item), *map(self.item, one.factors)]
        note = self.words.find("note", one.note)
        marks = [note or one.note, self.words.word(one.winner) if one.winner else ""]
        return ", ".join(filter(None, [*names, *marks]))

    def question(self, asked: Posed) -> str:
        """What is asked."""
        about = asked.about
        if "act" in about:
            return self.sentence("ask.clause_act", act=self.act(asked, about["act"]))
        if "item" in about:
            return self.sentence("ask.clause_item", item=self.item(about["item"]))
        if "suit" in about:
            return self.sentence("ask.memory", suit=self.sentence(f"suit.{about['suit']}"))
        if "word" in about:
            return self.sentence("ask.book", act=self.act(asked, about["word"]))
        if "number" in about:
            return self.sentence("ask.skies", n=about["number"])
        if "figure" in about:
            return self.sentence(f"ask.figure.{about['figure']}")
        code = f"{asked.type}.{about['of']}" if "of" in about else asked.type
        return self.sentence(f"ask.{code}")

    def act(self, asked: Posed, text: str) -> str:
        """An act that can be chosen: by its card or its game alone, else with its verb."""
        return self._act(self.teller(asked), text)

    def _act(self, teller: Teller, text: str) -> str:
        verb, *words = text.split()
        what = teller.what(Seen(Seat(0), verb, tuple(words)))
        if verb == "play":
            return what
        told = self.words.find("postmortem", f"act.{verb}") if what else None
        return locale.filled(told, "", {"what": what}) if told else self._plainly(verb, what)

    def _plainly(self, verb: str, what: str) -> str:
        return " ".join(filter(None, (self.words.verb(verb), what)))

    def item(self, code: str) -> str:
        """A line or a factor of a settlement by its name."""
        return self.words.find("item", code) or self.words.word(code)

    def choice(self, asked: Posed, choice: str) -> str:
        """An answer as a person reads it."""
        teller = self.teller(asked)
        match asked.type:
            case "winner":
                card = dict(asked.shown.trick)[int(choice)]
                return f"{teller.who(int(choice))} ({self.words.card(card)})"
            case "count" | "slate":
                return self._counted(asked, choice)
            case "pay":
                return self._amounts(choice)
            case "say" | "advice" | "sign" | "weigh":
                return self.course(teller, choice)
            case "turn" | "claim" | "lot":
                return self._names[int(choice)]
            case "figure" | "skies":
                return self._phrase(asked, choice)
            case "memory":
                return choice
            case "book":
                return ruleset.load(choice).title[self.words.language]
            case "clause":
                return f"{choice}  {self.words.clause(choice)}"
        return self.words.card(choice)

    def _counted(self, asked: Posed, choice: str) -> str:
        """Points of a pile, or of both parties on the slate."""
        if asked.type == "slate":
            a, _, b = choice.partition(":")
            return self.sentence(f"slate.{asked.shown.seats}", a=a, b=b)
        points, _, odd = choice.partition("/")
        return self.sentence("worth_odd" if odd else "worth", points=points, n=odd)

    def _phrase(self, asked: Posed, choice: str) -> str:
        """A figure of a hand, or what becomes of the Skies, in a sentence."""
        if asked.type == "figure":
            n, _, rank = choice.partition(" ")
            name = self.words.find("cli", f"rankname.{rank}") or rank
            return self.sentence(f"figure.{asked.about['figure']}.{n}", rank=name)
        if choice in ("lost", "kept"):
            return self.sentence(f"skies.{choice}")
        return self.sentence("skies.for", card=self.words.card(choice))

    def course(self, teller: Teller, choice: str) -> str:
        """Acts one after the other; or that neither of two courses is better."""
        if choice == EVEN:
            return self.sentence("weigh.even")
        acts = [self._act(teller, one.strip()) for one in choice.split("|")]
        return self.sentence("weigh.then").join(acts)

    # After it

    def tested(self, found: Tested) -> Iterator[str]:
        """What a count says of a piece of advice."""
        about: dict[str, object] = {"clause": found.advice, "n": found.guesses}
        for key, amount in (("mean", found.mean), ("error", found.error)):
            about[key] = self._figure(amount)
        if found.more:
            teller = Teller(self.words, self._names, None)
            for key, acts in (("more", found.more), ("less", found.less)):
                about[key] = self.course(teller, acts)
        yield self.sentence(f"tested.{found.verdict}", **about)
        if found.guesses:
            yield self.sentence("tested.of", **about)

    def why(self, wrong: Wrong) -> str:
        """What is wrong with a choice."""
        if self.words.find("fault", wrong.code) is not None:
            fault = Fault(wrong.clause, wrong.code, tuple(wrong.about.items()))
            return f"{self.words.fault(fault)} ({wrong.clause})"
        about = dict(wrong.about)
        if "item" in about:
            about["item"] = self.item(about["item"])
        for figure in about.keys() & {"points", "error"}:
            about[figure] = self._written(about[figure])
        if "part" in about:
            about["part"] = self.sentence(f"part.{about['part']}")
        return self.sentence(f"why.{wrong.code}", **about)

    def verdict(self, asked: Posed, answer: Answered, given: Sequence[str]) -> Iterator[str]:
        """Whether it was right, and why not."""
        right, counted = set(answer.right), asked.about.get("of") == COUNTED
        if set(given) == right:
            yield self.sentence("right")
        else:
            found = len(right & set(given))
            some = asked.many and found
            yield (
                self.sentence("partly", n=found, of=len(right)) if some else self.sentence("wrong")
            )
            if not counted:
                yield from self._reasons(asked, answer, given)
            told = ", ".join(self.choice(asked, one) for one in answer.right)
            yield self.sentence("solution", answer=told)
        if counted:  # what each act costs is worth knowing for who was right too
            yield from self._reasons(asked, answer, asked.choices)
        for item, clause, amounts in answer.lines:
            if item.startswith(BREACH):
                done = self.words.say("breach", item.removeprefix(BREACH))
                yield self.sentence("breach_at", n=amounts, what=f"{done} ({clause})")
                continue
            yield self.sentence("adds_up", item=f"{self.item(item)} ({clause})", amounts=amounts)

    def _reasons(self, asked: Posed, answer: Answered, given: Sequence[str]) -> Iterator[str]:
        for one in given:
            if one not in answer.right and one in answer.why:
                told = self.choice(asked, one)
                yield self.sentence("no_good", choice=told, reason=self.why(answer.why[one]))

    def _figure(self, amount: float) -> str:
        return self._written(f"{amount:.2f}")

    def _written(self, figure: str) -> str:
        return figure.replace(".", ",") if self.words.language == "de" else figure

    # Asking

    def ask(self, task: Task, hint: Callable[[], str] | None = None) -> tuple[str, ...]:
        """Show a question and read an answer."""
        self.screen.lines(self.position(task.asked))
        self.screen.line(self.question(task.asked), style="bold")
        return self.chosen(task.asked, hint)

    def chosen(self, asked: Posed, hint: Callable[[], str] | None = None) -> tuple[str, ...]:
        """Read some of the choices; a question mark asks for the hint, where there is one."""
        for number, choice in enumerate(asked.choices, 1):
            self.screen.line(f"{number}  {self.choice(asked, choice)}", indent=2)
        if hint:
            self.screen.line(self.words.cli("learn_hint"), style="dim")
        while True:
            typed = self.screen.ask(self.words.cli("learn_answer"))
            if hint and typed == "?":
                self.screen.line(hint())
                continue
            words = typed.replace(",", " ").split()
            numbers = [int(word) for word in words if word.isdecimal()]
            fits = all(1 <= n <= len(asked.choices) for n in numbers)
            if numbers and len(numbers) == len(words) and fits and (asked.many or len(words) == 1):
                return tuple(asked.choices[n - 1] for n in dict.fromkeys(numbers))
            self.screen.line(self.words.cli("learn_unread", n=len(asked.choices)))


def known(name: str, among: Sequence[str], what: str) -> str:
    """One of the names there are; TrullError lists them."""
    if name not in among:
        raise TrullError(f"no {what} {name!r}; there are {', '.join(among)}")
    return name
