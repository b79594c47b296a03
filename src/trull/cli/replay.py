"""``trull replay``: step through a record, or check it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from trull import laws, notation
from trull.cli import menu as menus
from trull.cli import store
from trull.cli.options import add_language
from trull.cli.screen import Leave, Screen, language
from trull.cli.sheets import show_settlement
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.errors import IllegalAction, TrullError
from trull.game import Game
from trull.notation import Record
from trull.settlement import shown
from trull.state import Act, Seat, Seen
from trull.written import is_count

EXAMPLES = """examples:
  trull replay game.trn            step by step: Enter next, p back, g 30 to act 30, a all, q quit
  trull replay game.trn --all      the whole record as a tale
  trull replay *.trn --verify      only check every act and the result

A file may hold several deals; one after the other is shown. Breaches at a free table are told by
trull judge.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="step through a record of a game",
        description="Replay a record: every act is checked, the result is settled anew.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a record (.trn)")
    parser.add_argument("--verify", action="store_true", help="only check and settle")
    parser.add_argument("--all", action="store_true", help="print the whole record")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check every deal of every file first; then show what was asked for."""
    screen, lang = Screen(), language(args.lang)
    deals = [deal for path in args.files for deal in _deals(path, lang)]
    for number, (record, game) in enumerate(deals, 1):
        replay = Replay(screen, Words(lang, game.setup.rules.name), record)
        if args.verify:
            replay.verified(number, game)
        elif args.all:
            replay.whole(number, len(deals))
        elif not replay.stepped(number, len(deals)):
            break
    return 0


def _deals(path: Path, lang: str) -> list[tuple[Record, Game]]:
    records = store.records_of(path)
    return [(record, checked(path, at, record, lang)) for at, record in enumerate(records, 1)]


def checked(path: Path, number: int, record: Record, lang: str) -> Game:
    """The game of a record; an act that cannot be is told with file, deal and act."""
    try:
        return notation.replayed(record)
    except TrullError as error:
        told = explained(error, Words(lang, record.setup.rules.name))
        raise TrullError(f"{path}: deal {number}: {told}") from error


def explained(error: TrullError, words: Words) -> str:
    """An error in a record; the faults of an act that cannot be are told as at the table."""
    told, cause = str(error), error.__cause__
    if not isinstance(cause, IllegalAction):
        return told
    cited = (f"{words.fault(f)} ({f.clause})" if f.clause else words.fault(f) for f in cause.faults)
    return f"{told.partition(': ')[0]}: {' '.join(cited)}"


def named(record: Record, lang: str) -> tuple[str, ...]:
    """The names of the seats, as the record has them or numbered."""
    names = tuple(name.strip() for name in re.split("[;,]", record.tags.get("Players", "")))
    if len(names) == record.setup.seats and all(names):
        return names
    words = Words(lang, record.setup.rules.name)
    return tuple(words.cli("seat", n=seat) for seat in range(record.setup.seats))


class Replay:
    """One record, shown act by act with every hand open."""

    def __init__(self, screen: Screen, words: Words, record: Record) -> None:
        """Names come from the record; without them seats are numbered."""
        self.screen, self.words, self.record = screen, words, record
        self.teller = Teller(words, named(record, words.language))

    # Whole

    def verified(self, number: int, game: Game) -> None:
        """One line: how many acts, and the result; at a free table they need not be lawful."""
        result, free = game.settlement(), game.setup.rules.free
        kind = self.words.cli("verified_free" if free else "verified_lawful")
        end = self.words.cli("verified_open")
        if result is not None:
            points = " ".join(shown(amount) for amount in result.points)
            end = self.words.cli("verified_points", points=points)
        acts = len(game.log)
        self.screen.line(self.words.cli("verified", n=number, acts=acts, kind=kind, end=end))

    def whole(self, number: int, deals: int) -> None:
        """The deal from the first act to the settlement."""
        game = self._begin(number, deals)
        phase, dealt = "", False
        for act in self.record.acts:
            if not dealt and self._hands(game, all_of_them=True):
                dealt = True
            if game.phase != phase:
                phase = game.phase
                self.screen.line(self.words.say("phase", phase), style="bold")
            self.screen.lines(self._told(game, act), indent=2)
        self._end(game)

    def _begin(self, number: int, deals: int) -> Game:
        game, words = Game(self.record.setup), self.words
        rules = game.setup.rules
        forehand = self.teller.who(game.setup.forehand)
        self.screen.rule(words.cli("replay_head", n=number, deals=deals, forehand=forehand))
        self.screen.line(rules.title_line, style="dim")
        self.screen.lines(self.teller.line(laws.summary_of(game.view_for(None)).status))
        return game

    def _end(self, game: Game) -> None:
        result = game.settlement()
        if result is None:
            self.screen.line(self.words.cli("not_over"))
            return
        self.screen.line(self.words.say("phase", "over"), style="bold")
        self.screen.lines(self.teller.result(game.view_for(None)), indent=2)
        show_settlement(self.screen, self.teller, result, game.reasons())

    def _told(self, game: Game, act: Act) -> Iterator[str]:
        """Do the act, and tell what an onlooker who sees everything sees."""
        before = game.view_for(None)
        game.apply(act.seat, act.action)
        if act.action.verb == "play":
            now = game.view_for(None)
            if sum(now.taken) > sum(before.taken):
                yield from self.teller.tale(before, now)
            return
        seen = Seen(act.seat, act.action.verb, act.action.args)
        yield self.teller.told(seen, before.seen, laws.summary_of(game.view_for(None)).marks)

    # Step by step

    def stepped(self, number: int, deals: int) -> bool:
        """Let the person step; whether the next deal is wanted."""
        self._begin(number, deals)
        at, shown, last = 0, -1, len(self.record.acts)
        while at <= last:
            if at != shown:
                self._show(at)
                shown = at
            word, _, rest = self._answer(at).partition(" ")
            if word in ("q", "quit"):
                return False
            if word == "a":
                self.whole(number, deals)
                return True
            at = self._moved(at, word, rest.strip())
        return True

    def _answer(self, at: int) -> str:
        """What the person wants; the end of the input is a wish to leave."""
        question = self.words.cli("replay_ask", at=at, acts=len(self.record.acts))
        try:
            return self.screen.ask(question).casefold()
        except Leave as leave:
            if leave.interrupted:
                raise
            return "q"

    def _moved(self, at: int, word: str, rest: str) -> int:
        """Where a word leads; one beyond the last act is the next deal."""
        if word in ("", "n"):
            return at + 1
        if word == "p":
            return max(at - 1, 0)
        if word == "g" and is_count(rest):
            return min(int(rest), len(self.record.acts))
        self.screen.line(self.words.cli("replay_help"))
        return at

    def _show(self, at: int) -> None:
        """The table after so many acts."""
        game, before = Game(self.record.setup), tuple[Seen, ...]()
        for act in self.record.acts[:at]:
            before = game.view_for(None).seen
            game.apply(act.seat, act.action)
        self.screen.line()
        if at:
            last = self.record.acts[at - 1]
            seen = Seen(last.seat, last.action.verb, last.action.args)
            marks = laws.summary_of(game.view_for(None)).marks
            self.screen.line(self.teller.told(seen, before, marks), style="bold")
        if game.over:
            self._end(game)
        else:
            self._table(game)

    def _table(self, game: Game) -> None:
        view = game.view_for(None)
        self.screen.lines(self.teller.status(view), style="dim")
        self._hands(game)
        if view.trick:
            lying = self.teller.lying(view.trick)
            self.screen.line(self.words.cli("on_table", cards=lying), style="bold")

    def _hands(self, game: Game, all_of_them: bool = False) -> bool:
        """Draw the hands; whether there were any (or everybody's, where that is asked)."""
        hands = [game.view_for(Seat(seat)).hand for seat in range(game.setup.seats)]
        if not (all(hands) if all_of_them else any(hands)):
            return False
        for seat, hand in enumerate(hands):
            turn = "→" if seat in game.duty else " "
            shown = self.words.cards(menus.sorted_hand(self.words, hand))
            self.screen.line(f"{turn} {self.teller.who(seat):<9} {shown}")
        return True
