"""How Königrufen looks in the terminal: talon and discard, games with their values."""

from __future__ import annotations

from collections.abc import Iterator

from trull.cli.faces import Face
from trull.cli.telling import Teller
from trull.laws.koenigrufen.summary import pair
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Prompt, View


class Koenigrufen(Face):
    """The face of Königrufen."""

    def lying(self, view: View, teller: Teller) -> Iterator[str]:
        """The talon where it lies open, and what was discarded."""
        assert isinstance(view, KoenigrufenView), "a view of this game"
        words, talon = teller.words, view.talon
        if len(talon) == 6 and view.phase in ("take", "discard", "declare", "announce", "over"):
            upper, lower = words.cards(talon[:3]), words.cards(talon[3:])
            yield words.cli("kr.talon", upper=upper, lower=lower)
        elif talon and len(talon) < 6:
            yield words.cli("kr.turned", cards=words.cards(talon))
        if view.discard and view.phase in ("declare", "announce"):
            yield words.cli("kr.discard", cards=words.cards(view.discard))

    def news(self, before: View | None, now: View, teller: Teller) -> Iterator[str]:
        """The talon laid open, and who is found to play with the declarer."""
        assert isinstance(now, KoenigrufenView), "a view of this game"
        if now.phase == "over" or (teller.me is not None and teller.me in now.duty):
            return  # who is on turn has it in the status
        old = before if isinstance(before, KoenigrufenView) else None
        if len(now.talon) == 6 and len(old.talon if old else ()) < 6:
            yield from self.lying(now, teller)
        known = old.partner if old else None
        if now.partner is not None and known is None and now.partner != teller.me:
            yield teller.words.cli("kr.found", who=teller.who(now.partner))

    def token(self, teller: Teller, verb: str, token: str) -> str:
        """In negative games a Kontra names the declarer and the opponent."""
        if verb == "kontra" and token.count(":") == 2:
            _, declarer, opponent = token.split(":")
            return teller.said(pair(int(declarer), int(opponent)))
        return super().token(teller, verb, token)

    def choice(self, view: View, teller: Teller, prompt: Prompt, token: str) -> str:
        """A game is offered with its value, a Kontra with its level."""
        assert isinstance(view, KoenigrufenView), "a view of this game"
        name = self.token(teller, prompt.verb, token)
        if prompt.verb in ("bid", "bei"):
            row = view.rules.section("contract")[token.partition(":")[0]]
            return f"{name} ({row['value']})"
        if prompt.verb == "kontra":
            level = 1 + sum(past.verb == "kontra" and past.args == (token,) for past in view.seen)
            return f"{teller.words.word(f'level.{level}')}: {name}"
        return name

    def saying(self, view: View, prompt: Prompt) -> str:
        """In negative games and Farbenspiele the duties of a card are others."""
        assert isinstance(view, KoenigrufenView), "a view of this game"
        if prompt.verb != "play" or not view.contract:
            return prompt.verb
        kind = str(view.rules.section("contract")[view.contract]["kind"])
        if kind == "farben":
            return "play.farben"
        beats = kind == "negative" or bool(view.stichzwang)
        return "play.negative" if beats else "play"


FACE = Koenigrufen()
