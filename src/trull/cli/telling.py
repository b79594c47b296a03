"""Telling what happens at the table, by names, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trull.cli.faces import Face, face_of
from trull.cli.words import HIDDEN, Words
from trull.state import Seat, Seen, View


@dataclass(frozen=True)
class Teller:
    """Who sits where, and how to speak of it."""

    words: Words
    names: tuple[str, ...]  # by seat
    me: Seat | None = None

    @property
    def face(self) -> Face:
        """What is drawn in this game's own way."""
        return face_of(self.words.game)

    def who(self, seat: int) -> str:
        """The name of a seat; the person is addressed as such."""
        return self.words.cli("you") if seat == self.me else self.names[seat]

    def doer(self, seat: int) -> str:
        """The name of a seat as the subject of a sentence in the third person."""
        return self.words.cli("your_place") if seat == self.me else self.names[seat]

    def people(self, seats: Sequence[int]) -> str:
        """Several names."""
        return ", ".join(self.who(seat) for seat in seats)

    def told(self, seen: Seen, earlier: Sequence[Seen] = ()) -> str:
        """An act as a sentence; ``earlier`` are the acts before it."""
        what, code = self.what(seen), self.face.telling(seen, earlier)
        sentence = self.words.say("told", code, who=self.doer(seen.seat), what=what)
        return " ".join(sentence.split())

    def what(self, seen: Seen) -> str:
        """The words of an act; what lies face down is only counted."""
        shown = [self.face.token(self, seen.verb, word) for word in seen.args if word != HIDDEN]
        hidden = len(seen.args) - len(shown)
        if hidden:
            shown.append(self.face.hidden(self, seen.verb, hidden))
        return ", ".join(shown)

    def lying(self, trick: Sequence[tuple[Seat, str]]) -> str:
        """The cards of a trick with who played them."""
        return " · ".join(f"{self.who(seat)} {self.words.card(card)}" for seat, card in trick)

    def held(self, cards: Sequence[tuple[int, str]]) -> str:
        """Cards with who has them, each name said once."""
        seats = dict.fromkeys(seat for seat, _ in cards)
        each = (", ".join(self.words.card(c) for s, c in cards if s == seat) for seat in seats)
        return " · ".join(f"{self.who(s)}: {mine}" for s, mine in zip(seats, each, strict=True))

    def tale(self, before: View | None, now: View) -> Iterator[str]:
        """What this onlooker has perceived since ``before``, a sentence each.

        Single cards are not told: the trick is shown where it lies, and told when it is taken.
        """
        heard = len(before.seen) if before else 0
        for at, seen in enumerate(now.seen[heard:], heard):
            if seen.verb != "play" and (seen.seat != self.me or self.face.by_itself(seen.verb)):
                yield self.told(seen, now.seen[:at])
        yield from self.face.news(before, now, self)
        taken = sum(before.taken) if before else 0
        if sum(now.taken) > taken and now.last_trick:
            yield self._trick(before, now)

    def _trick(self, before: View | None, now: View) -> str:
        had = before.taken if before else (0,) * now.seats
        winner = next(seat for seat in range(now.seats) if now.taken[seat] > had[seat])
        number, cards = sum(now.taken), self.lying(now.last_trick)
        return self.words.cli("trick_done", n=number, cards=cards, who=self.who(winner))
