"""Telling what happens at the table, by names, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from trull import laws
from trull.cli.faces import Face, face_of
from trull.cli.words import HIDDEN, Words
from trull.laws.summary import (
    Mark,
    Reason,
    Saying,
    Stake,
    Summary,
    Value,
    marked,
    number,
    saying,
)
from trull.settlement import Line
from trull.state import Seat, Seen, View

DOT, TIMES = " · ", "\N{MULTIPLICATION SIGN}"
AT_HEAD = ("dealer", "forehand", "ombre_note")
"""Notes that are not repeated: the head of the deal or the status tells them."""


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
        """Several names; only who is alone is addressed."""
        if len(seats) < 2:
            return "".join(map(self.who, seats))
        *most, last = (self.names[seat] for seat in seats)
        return f"{', '.join(most)} {self.words.cli('and')} {last}"

    # What the laws say

    def line(self, sayings: Iterable[Saying]) -> Iterator[str]:
        """What the laws say, in one line; none if they say nothing."""
        if told := DOT.join(map(self.said, sayings)):
            yield told[0].upper() + told[1:]

    def said(self, one: Saying) -> str:
        """One thing the laws say, as a sentence."""
        find = self.words.find
        codes = (f"{one.code}{variant}" for variant in self._variants(one))
        code = next((code for code in codes if find("said", code) is not None), one.code)
        about = {name: self._value(value) for name, value in one.about.items()}
        sentence = self.words.say("said", code, **about)
        return f"{sentence} ({one.clause})" if one.clause else sentence

    def _variants(self, one: Saying) -> Iterator[str]:
        """The forms of a sentence by person; each of them first for the number one."""
        for person in self._persons(one):
            if one.about.get("n") == ("number", 1):
                yield f"{person}.one"
            yield person

    def _persons(self, one: Saying) -> Iterator[str]:
        """For the person who is meant, for an onlooker, of one person alone; then for all."""
        for name, (kind, value) in one.about.items():
            if kind == "seats" and value == (self.me,):
                yield f".{name}"
        if self.me is None:
            yield ".aside"
        match one.about.get("who"):
            case "seats", [_]:
                yield ".alone"
        yield ""

    def _value(self, value: Value) -> str:
        match value:
            case "seats", seats:
                return self.people(seats)
            case "words", tokens:
                return ", ".join(map(self.words.word, tokens))
            case "cards", codes:
                return self.words.cards(codes)
            case "suit", letter:
                return self.words.suit(letter)
            case ("phase" | "note" | "breach") as section, code:
                return self.words.say(section, code)
            case "thirds", thirds:
                return f"{thirds // 3}/{thirds % 3}" if thirds % 3 else str(thirds // 3)
            case "score", parties:
                mine_first = sorted(parties, key=lambda party: self.me not in party[0])
                return " : ".join(str(number) for _, number in mine_first)
            case "said", sayings:
                return ", ".join(map(self.said, sayings))
        return str(value[1])

    def status(self, view: View) -> Iterator[str]:
        """What everybody should have before their eyes besides the cards."""
        summary = laws.summary_of(view)
        game = [] if summary.heading.code == "phase" else [summary.heading]  # the question says it
        trick = [saying("trick_of", no=number(sum(view.taken) + 1), of=number(summary.tricks))]
        yield from self.line([*game, *summary.status, *(trick if summary.tricks else ())])
        if summary.stakes:
            stakes = ", ".join(map(self._stake, summary.stakes))
            yield self.words.cli("stakes", stakes=stakes)
        if noted := DOT.join(self._notes(summary)):
            yield noted
        yield from self.line(summary.board)
        yield from self.face.lying(view, self)
        for seat, cards in enumerate(view.lying_open):
            if cards and seat != view.seat and view.phase != "over":
                shown = self.words.cards(cards)
                yield self.words.cli("lies_open", who=self.who(seat), cards=shown)

    def result(self, view: View) -> Iterator[str]:
        """How a finished deal came out, before what it pays."""
        summary = laws.summary_of(view)
        if summary.result:
            yield from self.line((summary.result.title, *summary.result.line))
        yield from self.line(one for one in summary.status if one.tone)
        yield from self.line(summary.board)
        yield from self.face.lying(view, self)

    def _stake(self, stake: Stake) -> str:
        value = [] if stake.value is None else [str(stake.value)]
        times = [f"{TIMES} {stake.times}"] if stake.times > 1 else []
        return " ".join([self.said(stake.item), *value, *times])

    def _notes(self, summary: Summary) -> Iterator[str]:
        for seat, notes in enumerate(summary.notes):
            told = [self.said(note) for note in notes if note.code not in AT_HEAD]
            if told:
                yield f"{self.who(seat)}: {', '.join(told)}"

    def side(self, line: Line) -> str:
        """Who gets a line of a settlement: a side by its name, else those who are paid."""
        if not line.winner or self.words.find("word", line.winner) is not None:
            return self.words.word(line.winner)
        return self.people(sorted({payment.payee for payment in line.points}))

    def why(self, line: Line, reasons: Iterable[Reason]) -> str:
        """The reason of a line in this deal; empty if there is none."""
        found = [
            reason
            for reason in reasons
            if reason.item in (line.item, "") and line.owner in (None, reason.owner)
        ]
        own = [reason for reason in found if reason.item] or found
        return "; ".join(self.said(one) for reason in own[:1] for one in reason.said)

    # What was done

    def told(self, seen: Seen, earlier: Sequence[Seen] = (), marks: Iterable[Mark] = ()) -> str:
        """An act as a sentence; ``earlier`` are the acts before it."""
        *_, (_, mark) = marked((*earlier, seen), marks)
        sentence = self.words.say("told", mark.code, who=self.doer(seen.seat), what=self.what(seen))
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
        return DOT.join(f"{self.who(seat)} {self.words.card(card)}" for seat, card in trick)

    def held(self, cards: Sequence[tuple[int, str]]) -> str:
        """Cards with who has them, each name said once."""
        seats = dict.fromkeys(seat for seat, _ in cards)
        each = (", ".join(self.words.card(c) for s, c in cards if s == seat) for seat in seats)
        return DOT.join(f"{self.who(s)}: {mine}" for s, mine in zip(seats, each, strict=True))

    def tale(self, before: View | None, now: View) -> Iterator[str]:
        """What this onlooker has perceived since ``before``, a sentence each.

        Single cards are not told: the trick is shown where it lies, and told when it is taken.
        """
        heard = len(before.seen) if before else 0
        marks = laws.summary_of(now).marks
        for at, seen in enumerate(now.seen[heard:], heard):
            if seen.verb != "play" and (seen.seat != self.me or self.face.by_itself(seen.verb)):
                yield self.told(seen, now.seen[:at], marks)
        yield from self.face.news(before, now, self)
        taken = sum(before.taken) if before else 0
        if sum(now.taken) > taken and now.last_trick:
            yield self._trick(before, now)

    def _trick(self, before: View | None, now: View) -> str:
        had = before.taken if before else (0,) * now.seats
        winner = next(seat for seat in range(now.seats) if now.taken[seat] > had[seat])
        number, cards = sum(now.taken), self.lying(now.last_trick)
        return self.words.cli("trick_done", n=number, cards=cards, who=self.who(winner))
