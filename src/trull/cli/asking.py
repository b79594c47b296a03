"""A person at the table: what they see, what they type, what they are told back."""

from __future__ import annotations

from trull import clauses
from trull.cli import court
from trull.cli import menu as menus
from trull.cli.menu import Entry, Menu
from trull.cli.screen import Leave, Screen
from trull.cli.sheets import show_settlement, show_sheet
from trull.cli.telling import Teller
from trull.cli.typed import Reader, Unclear
from trull.cli.words import Words, card_spellings, plain
from trull.game import Game
from trull.laws.court import UPHELD
from trull.match import Match
from trull.state import Action, Fault, Seat, View


class Person:
    """Asks a person for an act until it is a lawful one."""

    def __init__(self, screen: Screen, teller: Teller, players: Teller, match: Match) -> None:
        """``teller`` speaks of seats in this deal, ``players`` of the players of the sitting."""
        self.screen, self.teller, self.players, self.match = screen, teller, players, match
        self.words = teller.words

    @property
    def seat(self) -> Seat | None:
        """The person's seat; None who sits out."""
        return self.teller.me

    def act(self, game: Game, may_wait: bool) -> Action | None:
        """A lawful act; None if the person may stay silent and does."""
        assert self.seat is not None, "who sits out is not asked"
        view = court.offered(game.view_for(self.seat))
        self._price(game, view)
        menu = menus.menu_of(view, self.teller)
        self._draw(view, menu, may_wait)
        while True:
            answer = self.screen.ask(self._question(may_wait))
            if not answer and may_wait:
                return None
            if self._command(answer, view, menu, may_wait):
                continue
            act = self._read(answer, view, menu)
            if act is None:
                continue
            faults = game.faults(self.seat, act)
            if not faults:
                return act
            self._refuse(faults)

    def _price(self, game: Game, view: View) -> None:
        """What a breach costs that was established, before anybody accepts the verdict."""
        pending = game.pending()
        if pending is not None and any(case.verdict == UPHELD for case in view.cases):
            self.screen.line(self.words.cli("court.pending"), style="bold")
            show_settlement(self.screen, self.teller, pending, game.reasons())

    def _question(self, may_wait: bool) -> str:
        return self.words.cli("ask_or_wait" if may_wait else "ask")

    def _draw(self, view: View, menu: Menu, may_wait: bool) -> None:
        say = self.words.cli
        self.screen.line()
        self.screen.lines(self.teller.status(view), style="dim")
        if view.trick:
            self.screen.line(say("on_table", cards=self.teller.lying(view.trick)), style="bold")
        elif any(prompt.verb == "play" for prompt in view.prompts):
            self.screen.line(say("you_lead"), style="bold")
        phase = self.words.say("phase", view.phase)
        self.screen.line(say("may_speak" if may_wait else "your_turn", phase=phase), style="bold")
        menus.draw(self.screen, view, self.teller, menu)
        if court.can_demand(view):
            self.screen.line(say("court.demand_hint"), style="dim", indent=2)

    def _read(self, answer: str, view: View, menu: Menu) -> Action | None:
        """A claim, where one can be made, or an act; what is missing in either is said."""
        try:
            claim = court.typed(answer, view, self.teller)
            found = claim or Reader(view, self.teller, menu).read(answer)
        except Unclear as unclear:
            self.screen.line(str(unclear), style="yellow")
            return None
        return self._baptise(found) if isinstance(found, Entry) else found

    def _baptise(self, entry: Entry) -> Action | None:
        """A card that needs a face is given one in a second step; Enter goes back."""
        words, (stem,) = self.words, entry.words
        faces = [w.partition("=")[2] for w in entry.prompt.choices if menus.stem_of(w) == stem]
        labels = {face: str(n) for n, face in enumerate(menus.sorted_hand(words, faces), 1)}
        answer = "?"
        while True:
            if answer == "?":
                self.screen.line(words.cli("baptise", card=words.card(stem)), indent=2)
                menus.draw_cards(self.screen, words, faces, labels)
            answer = self.screen.ask(words.cli("ask_face", card=words.card(stem)))
            if not answer:
                return None
            if answer.startswith("?"):
                self.screen.lines([explained(words, answer[1:].strip())] if answer[1:] else [])
                continue
            if words.means(answer, "quit_words"):
                raise Leave
            said = answer.partition("=")[2] or answer
            face = next((f for f, label in labels.items() if label == said), None)
            face = face or card_spellings(words.language, words.game).get(plain(said))
            if face is not None:
                return Action(entry.prompt.verb, (f"{stem}={face}",))
            self.screen.line(words.cli("not_understood", text=answer), style="yellow")

    def _refuse(self, faults: tuple[Fault, ...]) -> None:
        """Why not: the sentence, the clause, and the clause's text."""
        for fault in faults:
            cited = f" ({fault.clause})" if fault.clause else ""
            self.screen.line(self.words.fault(fault) + cited, style="red")
            text = self.words.clause(fault.clause)
            if text:
                self.screen.line(f"{fault.clause}: {text}", style="dim", indent=2)

    # Commands

    def _command(self, answer: str, view: View, menu: Menu, may_wait: bool) -> bool:
        """Whether the line was a question to the table and not an act."""
        say, means = self.words.cli, self.words.means
        if answer.startswith("?"):
            self._help(answer[1:].strip(), view, menu, may_wait)
        elif _names(view, answer):
            return False  # S is the Spiel, or a suit, where they are asked for, and no sheet
        elif means(answer, "quit_words"):
            raise Leave
        elif means(answer, "last_words"):
            shown = self.teller.lying(view.last_trick) if view.last_trick else say("no_trick")
            self.screen.line(say("last_trick", cards=shown))
        elif means(answer, "sheet_words"):
            show_sheet(self.screen, self.players, self.match.sitting)
        else:
            return False
        return True

    def _help(self, about: str, view: View, menu: Menu, may_wait: bool) -> None:
        """``?`` explains the prompt, ``?F-8.10`` a clause."""
        if not about:
            assert self.words.pack is not None, "a game has cards"
            cards = self.words.cli(f"help.{self.words.pack.name}")
            self.screen.line(self.words.cli(f"intro.{self.words.game}"))
            clause = self.words.cli("a_clause")
            self.screen.lines(self.words.cli("help", cards=cards, clause=clause).split("\n"))
            self._draw(view, menu, may_wait)
            return
        self.screen.line(explained(self.words, about))


def _names(view: View, answer: str) -> bool:
    """Whether a letter is one of the choices, as the record writes them."""
    letter = plain(answer)
    return any(letter == plain(choice) for prompt in view.prompts for choice in prompt.choices)


def explained(words: Words, name: str) -> str:
    """What a clause says, or that there is none of this name."""
    text = clauses.text(name.upper(), words.language)
    return f"{name.upper()}: {text}" if text else words.cli("no_clause", name=name)
