"""A puzzle in the terminal: all hands, what is asked, a card by its number, what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from trull.cli.questions import Asker
from trull.cli.screen import Screen
from trull.cli.telling import Teller
from trull.learn.puzzles.frames import Frame, Framed, Move
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
        self._screen.lines(self._teller.line(one.said))
        at: int | None = 0
        clean = True
        while at is not None:
            node = one.nodes[at]
            self._screen.lines(self._position(node))
            self._screen.line(words.cli("puzzle_next") if at else self._asked(), style="bold")
            clean &= self._found(node)
            reply = self._rng.choice(node.replies)
            self._screen.lines(self._told(node, reply.moves))
            at = reply.then
        self._screen.line(words.cli("puzzle_solved" if clean else "puzzle_done"), style="bold")
        themes = ", ".join(self._asker.sentence(f"theme.{name}") for name in one.themes)
        self._screen.line(words.cli("puzzle_themes", themes=themes))
        return clean

    def _position(self, node: Frame) -> Iterator[str]:
        """Everybody's cards, the own last; then the trick."""
        seats, me = self._puzzle.seats, self._puzzle.seat
        for step in range(1, seats + 1):
            seat = (me + step) % seats
            cards = self._asker.words.cards(node.hands[seat])
            yield f"{self._teller.who(seat)}: {cards}"
        lying = [(Seat(seat), card) for seat, card in node.trick]
        sentence = self._asker.sentence
        yield (
            sentence("lies", cards=self._teller.lying(lying)) if lying else sentence("lies_nothing")
        )

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
            self._screen.line(self._asker.words.cli("puzzle_wrong"))
            self._screen.lines(self._told(node, node.fail[card]), indent=2)
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
