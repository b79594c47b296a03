"""A table in the terminal: one person, bots in the other seats, every act kept on disk."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trull import laws, notation
from trull.cli import court
from trull.cli.asking import Person, explained
from trull.cli.screen import Leave, Screen
from trull.cli.sheets import show_settlement, show_sheet
from trull.cli.store import Seating, Store
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.errors import IllegalAction, TrullError
from trull.game import Game
from trull.match import Match
from trull.notation import Record
from trull.state import Action, Prompt, Seat, Setup, View, expand

if TYPE_CHECKING:
    from trull.bots import Bot


@dataclass
class Deal:
    """The deal in hand: the game, and the player on each seat."""

    game: Game
    players: tuple[int, ...]
    said: str = ""  # between the last deal and this one
    offered: frozenset[Prompt] = frozenset()  # what the person has let pass off turn
    quiet: set[Seat] = field(default_factory=set)  # who was asked since somebody last acted on turn


class Table:
    """A sitting: deals, one after the other, until somebody has enough."""

    def __init__(
        self,
        screen: Screen,
        words: Words,
        match: Match,
        seating: Seating,
        names: tuple[str, ...],
        bots: Sequence[Bot],
        store: Store,
    ) -> None:
        """Sit down; ``names`` and ``bots`` are by player, the person's own bot is never asked."""
        self.screen, self.words, self.match, self.seating = screen, words, match, seating
        self.names, self.bots, self.store = names, bots, store
        self.said = ""
        self.waiting: Deal | None = None  # a deal that was broken off
        self._failed: set[int] = set()  # whose bot broke, and everybody was told
        self._noted: set[str] = set()  # why others play for the bots, told already

    # The sitting

    def run(self) -> None:
        """Deal after deal; ``Leave`` when the person goes."""
        if self.waiting is None and self.match.sheet:
            self._between()  # taken up again between two deals
        while not self._ended():
            deal, self.waiting = self.waiting or self.next_deal(), None
            self.play(deal)
            if not self._ended():
                self._between()
        self.screen.line(self.words.cli("sitting_over"), style="bold")

    def _ended(self) -> bool:
        deals, played = self.seating.deals, len(self.match.sheet)
        return bool(deals and played >= deals) or self.match.sitting.over

    def _players(self) -> Teller:
        """Speaks of players, whatever seats they have."""
        return Teller(self.words, self.names, Seat(self.seating.seat))

    def next_deal(self) -> Deal:
        """The next deal, shuffled by the seed of the sitting."""
        pack = laws.of(self.match.sitting.rules.game).pack
        chance = random.Random(f"{self.seating.seed}/{len(self.match.sheet)}")
        setup, players = self.match.deal(pack.shuffled(chance))
        return self.opened(setup, players)

    def opened(self, setup: Setup, players: Sequence[int]) -> Deal:
        """A deal that begins."""
        return Deal(Game(setup), tuple(players), self.said)

    def _between(self) -> None:
        """The sheet, then a word if somebody wants to say one, then on."""
        teller = self._players()
        show_sheet(self.screen, teller, self.match.sitting)
        self.said = ""
        self.screen.lines(teller.line(laws.standing_of(self.match.sitting).status))
        while True:
            remarks = laws.standing_of(self.match.sitting).remarks
            code = "next_deal_or" if remarks else "next_deal"
            answer = self.screen.ask(self.words.cli(code, words=", ".join(remarks))).casefold()
            if not answer:
                return
            if answer in remarks:
                self.match.remark(answer)
                self.said = f"{self.said} {answer}".strip()
                self.screen.lines(teller.line(laws.standing_of(self.match.sitting).status))
            elif self.words.means(answer, "quit_words"):
                raise Leave
            elif self.words.means(answer, "sheet_words"):
                show_sheet(self.screen, teller, self.match.sitting)
            elif answer.startswith("?"):
                about = answer[1:].strip()
                helps = self.words.cli("help_between", clause=self.words.cli("a_clause"))
                self.screen.line(explained(self.words, about) if about else helps)
            else:
                self.screen.line(self.words.cli("not_understood", text=answer))

    # One deal

    def play(self, deal: Deal) -> None:
        """One deal to its end, settled and written."""
        teller = self._at(deal)
        self._announce(deal, teller)
        self.store.write(self.record(deal))
        person = Person(self.screen, teller, self._players(), self.match)
        while not deal.game.over:
            before = self._view(deal)
            self._act(deal, person)
            self.store.write(self.record(deal))
            now = self._view(deal)
            self.screen.lines(teller.tale(before, now))
            self.screen.lines(court.news(before, now, teller), style="bold")
        self._close(deal, teller)

    def _at(self, deal: Deal) -> Teller:
        names = tuple(self.names[player] for player in deal.players)
        me = self.seating.seat
        seat = Seat(deal.players.index(me)) if me in deal.players else None
        return Teller(self.words, names, seat)

    def _view(self, deal: Deal) -> View:
        me = self.seating.seat
        seat = Seat(deal.players.index(me)) if me in deal.players else None
        return deal.game.view_for(seat)

    def _announce(self, deal: Deal, teller: Teller) -> None:
        view, say = self._view(deal), self.words.cli
        dealer = self._players().who(self.match.sitting.dealer)
        number, forehand = len(self.match.sheet) + 1, teller.who(view.forehand)
        self.screen.rule(say("deal_head", n=number, dealer=dealer, forehand=forehand))
        if teller.me is None:
            self.screen.line(say("you_sit_out"))
        self.screen.lines(teller.line(laws.summary_of(view).status))
        if view.rules.free:
            self.screen.line(say("court.hint"), style="dim")
        self.screen.lines(teller.tale(None, view))

    def _close(self, deal: Deal, teller: Teller) -> None:
        result = deal.game.settlement()
        assert result is not None, "a deal that is over is settled"
        self.screen.rule(self.words.say("phase", deal.game.phase))
        self.screen.lines(teller.result(self._view(deal)))
        show_settlement(self.screen, teller, result, deal.game.reasons())
        self.match.add(deal.game, deal.players)
        ended = self._ended()
        self.store.keep(self.record(deal, ended=ended))
        self.store.write()
        if ended:
            show_sheet(self.screen, self._players(), self.match.sitting)

    def record(self, deal: Deal, ended: bool = False) -> Record:
        """The deal as it is kept."""
        names = ", ".join(self.names[player] for player in deal.players)
        tags = {"Sitting": self.seating.tag(), "Players": names}
        if names != ", ".join(self.names):
            tags["Names"] = ", ".join(self.names)
        if deal.said:
            tags["Said"] = deal.said
        if ended:
            tags["Ended"] = "yes"
        return notation.of_game(deal.game, tags)

    # Who acts

    def _act(self, deal: Deal, person: Person) -> None:
        """One act of somebody: first whoever wants to speak off turn, then who must."""
        if self._off_turn(deal, person):
            return
        duty = sorted(deal.game.duty)
        mine = person.seat is not None and person.seat in duty
        if mine and person.seat is not None:
            may_wait = len(duty) > 1
            act = person.act(deal.game, may_wait)
            if act is not None:
                self._apply(deal, person.seat, act)
                return
        for seat in duty:
            if seat != person.seat and self._bot_acts(deal, seat):
                return
        if mine and person.seat is not None:
            act = person.act(deal.game, False)
            assert act is not None, "a person on duty acts"
            self._apply(deal, person.seat, act)
            return
        self._apply(deal, duty[0], first_lawful(deal.game, duty[0]))

    def _off_turn(self, deal: Deal, person: Person) -> bool:
        """Between two acts on turn everybody else is asked once; who speaks is heard first."""
        for number in range(deal.game.setup.seats):
            seat = Seat(number)
            seldom = court.SELDOM if seat == person.seat else frozenset[str]()
            wanted = any(p.verb not in seldom for p in deal.game.prompts(seat))
            if seat in deal.game.duty or seat in deal.quiet or not wanted:
                continue
            deal.quiet.add(seat)
            if seat == person.seat:
                if self._person_interrupts(deal, person):
                    return True
            elif self._bot_acts(deal, seat):
                return True
        return False

    def _person_interrupts(self, deal: Deal, person: Person) -> bool:
        """The person is asked off turn only when something new could be said."""
        assert person.seat is not None, "only who plays is asked"
        quiet = person.teller.face.quiet | court.SELDOM
        offered = frozenset(p for p in deal.game.prompts(person.seat) if p.verb not in quiet)
        if offered <= deal.offered:
            return False
        act = person.act(deal.game, True)
        deal.offered = offered if act is None else frozenset()
        if act is not None:
            self._apply(deal, person.seat, act)
        return act is not None

    def _bot_acts(self, deal: Deal, seat: Seat) -> bool:
        player = deal.players[seat]
        act = self.bots[player].act(deal.game.view_for(seat))
        self._tell_failure(player)
        if act is None:
            return False
        try:
            self._apply(deal, seat, act)
        except IllegalAction as error:
            if seat not in deal.game.duty:
                return False
            self.screen.line(self.words.cli("bot_erred", act=act, why=error), style="dim")
            self._apply(deal, seat, by_the_book(deal.game, seat))
        return True

    def _tell_failure(self, player: int) -> None:
        """That a bot broke, or lets another play, is told once; the kind of error alone.

        The rest of its message may name cards.
        """
        failure = str(getattr(self.bots[player], "failure", ""))
        if failure and player not in self._failed:
            self._failed.add(player)
            why = failure.partition(":")[0]
            told = self.words.cli("bot_failed", bot=self.names[player], why=why)
            self.screen.line(told, style="yellow")
        note = str(getattr(self.bots[player], "note", ""))
        if note and note not in self._noted:  # all bots of a terminal are of one kind
            self._noted.add(note)
            self.screen.line(self.words.cli(f"bot_{note}", bot=self.seating.bot), style="yellow")

    def _apply(self, deal: Deal, seat: Seat, act: Action) -> None:
        on_turn = seat in deal.game.duty
        deal.game.apply(seat, act)
        if on_turn and act.verb not in self._players().face.quiet:
            deal.quiet.clear()


def by_the_book(game: Game, seat: Seat) -> Action:
    """What the book advises a seat that must act; anything lawful where the book errs too."""
    from trull import bots  # only here: most tables never need it

    act = bots.make("heuristic", 0).act(game.view_for(seat))
    return first_lawful(game, seat) if act is None or game.faults(seat, act) else act


def first_lawful(game: Game, seat: Seat) -> Action:
    """Some lawful act of a seat that must do something."""
    for prompt in game.prompts(seat):
        for act in expand(prompt):
            if not game.faults(seat, act):
                return act
    raise TrullError(f"seat {seat} must act and may do nothing ({game.phase})")
