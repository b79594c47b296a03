"""A puzzle in the terminal: hands, what is asked, a card by its number, what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from trull.cli.questions import Asker
from trull.cli.screen import Screen
from trull.cli.telling import Teller
from trull.learn.puzzles.frames import Frame, Framed, Move
from trull.learn.puzzles.veiled import Veiled
from trull.learn.question import stem
from trull.state import Seat


class PuzzleTable:
    """One puzzle, asked until it is solved."""

    def __init__(self, screen: Screen, lang: str, puzzle: Framed, rng: Random) -> None:
        """Chance draws among replies."""
        self._screen, self._puzzle, self._rng = screen, puzzle, rng
        self._asker = Asker(screen, lang, puzzle.rules)
        names = tuple(self._asker.sentence(f"name.{seat}") for seat in range(puzzle.seats))
        self._teller = Teller(self._asker.words, names, Seat(puzzle.seat))

    def solved(self) -> bool:
        """Whether every card was right at the first try."""
        one, words = self._puzzle, self._asker.words
        self._screen.rule(words.cli("puzzle", id=one.id, rules=one.rules, rating=one.rating))
        self._screen.lines(self._said())
        at: int | None = 0
        clean = True
        while at is not None:
            node = one.nodes[at]
            self._screen.lines(self._position(node))
            self._screen.line(words.cli("puzzle_next") if at else self._asked(), style="bold")
            clean &= self._found(node)
            reply = self._rng.choice(node.replies)
            self._solving(node, reply.moves)
            at = reply.then
        self._screen.line(words.cli("puzzle_solved" if clean else "puzzle_done"), style="bold")
        themes = ", ".join(self._asker.sentence(f"theme.{name}") for name in one.themes)
        self._screen.line(words.cli("puzzle_themes", themes=themes))
        return clean

    def _said(self) -> Iterator[str]:
        """What is played, and what was announced."""
        yield from self._teller.line(self._puzzle.said)

    def _solving(self, node: Frame, moves: Sequence[Move]) -> None:
        """What comes of the right card."""
        self._screen.lines(self._told(node, moves))

    def _failing(self, node: Frame, card: str) -> None:
        """What comes of a wrong one."""
        self._screen.line(self._asker.words.cli("puzzle_wrong"))
        self._screen.lines(self._told(node, node.fail[card]), indent=2)

    def _position(self, node: Frame) -> Iterator[str]:
        """Everybody's cards, the own last; then the trick."""
        yield from self._hands(node.hands)
        lying = [(Seat(seat), card) for seat, card in node.trick]
        sentence = self._asker.sentence
        yield (
            sentence("lies", cards=self._teller.lying(lying)) if lying else sentence("lies_nothing")
        )

    def _hands(self, hands: Sequence[Sequence[str]]) -> Iterator[str]:
        """Everybody's cards, the own last."""
        for step in range(1, self._puzzle.seats + 1):
            seat = (self._puzzle.seat + step) % self._puzzle.seats
            yield f"{self._teller.who(seat)}: {self._asker.words.cards(hands[seat])}"

    def _asked(self) -> str:
        aim = self._puzzle.aim
        about: dict[str, object] = dict(aim.about)
        about["card"] = self._asker.words.card(aim.about["card"]) if aim.about["card"] else ""
        code = f"puzzle.{aim.code}" if aim.wanted else f"puzzle.{aim.code}.break"
        return self._asker.sentence(code, **about, who=self._teller.people(aim.side))

    def _found(self, node: Frame) -> bool:
        """Ask until the card is right; whether the first one was."""
        first = True
        while (card := self._card(node)) not in node.right:
            first = False
            self._failing(node, card)
            self._screen.line(self._asker.words.cli("puzzle_again"))
        self._screen.line(self._asker.sentence("right"))
        return first

    def _card(self, node: Frame) -> str:
        """A card of the hand; then what it is played as, where there is a choice."""
        cards = list(dict.fromkeys(map(stem, node.choices)))
        card = self._chosen(cards)
        ways = [way for way in node.choices if stem(way) == card]
        return ways[0] if len(ways) == 1 else self._chosen(ways)

    def _chosen(self, choices: Sequence[str]) -> str:
        words = self._asker.words
        for number, choice in enumerate(choices, 1):
            self._screen.line(f"{number}  {words.card(choice)}", indent=2)
        while True:
            typed = self._screen.ask(words.cli("puzzle_card"))
            if typed.isdecimal() and 1 <= int(typed) <= len(choices):
                return choices[int(typed) - 1]
            self._screen.line(words.cli("puzzle_unread", n=len(choices)))

    def _told(self, node: Frame, moves: Sequence[Move]) -> Iterator[str]:
        """What is played, a line a trick, with who takes it."""
        lying = [(Seat(seat), card) for seat, card in node.trick]
        for seat, card, taker in moves:
            lying.append((Seat(seat), card))
            if taker is not None:
                code = "takes.you" if taker == self._puzzle.seat else "takes"
                who = self._teller.who(taker)
                yield f"{self._teller.lying(lying)}. {self._asker.sentence(code, who=who)}"
                lying.clear()


class VeiledTable(PuzzleTable):
    """A safe puzzle: the own hand alone, and after each card a layout with all hands."""

    def __init__(self, screen: Screen, lang: str, puzzle: Veiled, rng: Random) -> None:
        """As for open ones."""
        super().__init__(screen, lang, puzzle, rng)
        self._veiled = puzzle

    def _said(self) -> Iterator[str]:
        """Nothing: it is told with all else that is seen."""
        yield from ()

    def _position(self, node: Frame) -> Iterator[str]:
        """What is to be seen from the own seat."""
        del node
        yield from self._asker.position(self._veiled.asked)

    def _asked(self) -> str:
        return f"{super()._asked()} {self._asker.sentence('safe.ask')}"

    def _failing(self, node: Frame, card: str) -> None:
        """How often it fails, and how it does where the cards lie so."""
        self._screen.line(self._fails(card))
        self._screen.lines(self._laid(node, card, node.fail[card]), indent=2)

    def _solving(self, node: Frame, moves: Sequence[Move]) -> None:
        """That it never fails, how often the others do, and how it ends where most of them do."""
        words = self._asker.words
        held = ", ".join(map(words.card, node.right))
        code = "safe.holds.drawn" if self._veiled.drawn else "safe.holds"
        self._screen.line(self._asker.sentence(code, cards=held, of=self._veiled.of))
        self._screen.lines(self._fails(card) for card in self._veiled.fails)
        self._screen.lines(self._laid(node, node.right[0], moves), indent=2)

    def _fails(self, card: str) -> str:
        n, of = self._veiled.fails[card], self._veiled.of
        about = {"n": n, "of": of, "share": round(100 * n / of)}
        return self._asker.sentence("safe.fails", card=self._asker.words.card(card), **about)

    def _laid(self, node: Frame, card: str, moves: Sequence[Move]) -> Iterator[str]:
        """A layout, and how it is played to the end."""
        yield self._asker.sentence("safe.layout")
        yield from self._hands(self._veiled.layouts[card].hands)
        yield self._asker.sentence("safe.ends")
        yield from self._told(node, moves)
