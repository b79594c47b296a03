"""How Königrufen looks in the terminal: contract, talon, announcements, Kontra, Radl."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trull.cli.faces import Face
from trull.cli.telling import Teller
from trull.game import Game
from trull.laws import court
from trull.laws.koenigrufen.book import book_of
from trull.laws.koenigrufen.facts import facts_of
from trull.laws.koenigrufen.table import State
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Prompt, Seat, Seen, Sitting, View


class Koenigrufen(Face):
    """The face of Königrufen."""

    def opening(self, view: View, teller: Teller) -> Iterator[str]:
        """A deal of a Radl counts double."""
        if view.context.get("radl", 1) > 1:
            yield teller.words.cli("kr.doubled")

    def status(self, view: View, teller: Teller) -> Iterator[str]:
        """The standing bid or the contract, the talon, what was announced and doubled."""
        assert isinstance(view, KoenigrufenView), "a view of this game"
        yield from _auction(view, teller)
        yield from _contract(view, teller)
        yield from _talon(view, teller)
        yield from _announced(view, teller)
        yield from super().status(view, teller)

    def news(self, before: View | None, now: View, teller: Teller) -> Iterator[str]:
        """The talon laid open, and who is found to play with the declarer."""
        assert isinstance(now, KoenigrufenView), "a view of this game"
        if now.phase == "over" or (teller.me is not None and teller.me in now.duty):
            return  # who is on turn has it in the status
        old = before if isinstance(before, KoenigrufenView) else None
        if len(now.talon) == 6 and len(old.talon if old else ()) < 6:
            yield from _talon(now, teller)
        known = old.partner if old else None
        if now.partner is not None and known is None and now.partner != teller.me:
            yield teller.words.cli("kr.found", who=teller.who(now.partner))

    def token(self, teller: Teller, verb: str, token: str) -> str:
        """In negative games a Kontra names the declarer and the opponent."""
        if verb == "kontra" and token.count(":") == 2:
            _, declarer, opponent = token.split(":")
            return _pair(teller, int(declarer), int(opponent))
        return super().token(teller, verb, token)

    def telling(self, seen: Seen, earlier: Sequence[Seen]) -> str:
        """The second Kontra on the same is the Re, the third the Sub."""
        if seen.verb != "kontra":
            return seen.verb
        before = sum(past.verb == "kontra" and past.args == seen.args for past in earlier)
        return f"kontra.{before + 1}"

    def choice(self, view: View, teller: Teller, prompt: Prompt, token: str) -> str:
        """A game is offered with its value, a Kontra with its level."""
        assert isinstance(view, KoenigrufenView), "a view of this game"
        name = self.token(teller, prompt.verb, token)
        if prompt.verb in ("bid", "bei"):
            row = view.rules.section("contract")[token.partition(":")[0]]
            return f"{name} ({row['value']})"
        if prompt.verb == "kontra":
            return f"{teller.words.word(f'level.{_level(view, token)}')}: {name}"
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

    def count(self, game: Game, teller: Teller) -> Iterator[str]:
        """Card points of the declarer's side, or what each took."""
        state = court.deal_of(game.state)
        assert isinstance(state, State), "a game of this kind"
        if state.outcome != "played":
            return
        facts, book, say = facts_of(state), book_of(game.setup.rules), teller.words.cli
        kind = book.contracts[facts.contract].kind
        if kind == "trischaken":
            each = (f"{teller.who(s)} {_points(facts.thirds[s])}" for s in range(4))
            yield say("kr.count_each", each=" · ".join(each))
        elif kind == "negative":
            for player in facts.players:
                wanted = book.contracts[player.contract].tricks
                taken, who = facts.tricks[player.seat], teller.who(player.seat)
                yield say("kr.count_tricks", who=who, n=taken, wanted=wanted)
        else:
            needed = _points(book.options.win_thirds)
            yield say("kr.count", points=_points(facts.declarer_thirds), needed=needed)

    def between(self, sitting: Sitting, teller: Teller) -> Iterator[str]:
        """The doubled rounds to come and the pot."""
        memo, say = sitting.memo, teller.words.cli
        if memo["final"] == 2:
            yield say("kr.final_left", n=memo["final_left"])
        elif memo["final"] == 1:
            yield say("kr.final_announced")
        if memo["radl_left"]:
            yield say("kr.radl_left", n=memo["radl_left"])
        if memo["pot"]:
            yield say("kr.pot", n=memo["pot"])

    def remarks(self, sitting: Sitting) -> tuple[str, ...]:
        """The Schlussradl may be announced once."""
        if sitting.memo["final"] or not sitting.rules.options.get("radl"):
            return ()
        return ("schlussradl",) if sitting.rules["radl"] else ()

    def ended(self, sitting: Sitting) -> bool:
        """After the Schlussradl nobody deals."""
        return sitting.memo["final"] == 3


def _points(thirds: int) -> str:
    """Card points as they are counted: points and odd cards."""
    return f"{thirds // 3}/{thirds % 3}" if thirds % 3 else str(thirds // 3)


def _auction(view: KoenigrufenView, teller: Teller) -> Iterator[str]:
    if view.phase not in ("auction", "forehand_choice"):
        return
    if view.holders:
        bids = (f"{teller.words.word(name)} ({teller.who(seat)})" for seat, name in view.holders)
        yield teller.words.cli("kr.standing", bids=", ".join(bids))
    if view.passed:
        yield teller.words.cli("kr.passed", names=teller.people(sorted(view.passed)))


def _contract(view: KoenigrufenView, teller: Teller) -> Iterator[str]:
    if not view.contract:
        return
    say, words = teller.words.cli, teller.words
    parts = [f"{words.word(name)} ({teller.who(seat)})" for seat, name in view.declarers]
    line = say("kr.contract", games=", ".join(parts))
    if view.called_suit:
        line += " · " + say("kr.called", card=words.card(view.called_suit + "K"))
    elif view.called:
        line += " · " + say("kr.fourth")
    if view.partner is not None:
        line += " · " + say("kr.partner", who=teller.who(view.partner))
    if view.stichzwang is not None:
        line += " · " + words.word("on" if view.stichzwang else "off", "stichzwang")
        line += " · " + say("kr.talon_goes", where=words.word(view.talon_use, "talon"))
    yield line


def _talon(view: KoenigrufenView, teller: Teller) -> Iterator[str]:
    words, talon = teller.words, view.talon
    if len(talon) == 6 and view.phase in ("take", "discard", "declare", "announce", "over"):
        upper, lower = words.cards(talon[:3]), words.cards(talon[3:])
        yield words.cli("kr.talon", upper=upper, lower=lower)
    elif talon and len(talon) < 6:
        yield words.cli("kr.turned", cards=words.cards(talon))
    if view.discard and view.phase in ("declare", "announce"):
        yield words.cli("kr.discard", cards=words.cards(view.discard))


def _announced(view: KoenigrufenView, teller: Teller) -> Iterator[str]:
    say = teller.words
    parts = [
        f"{say.word(item)} ({_doubled(teller, seat, givers)})"
        for item, seat, givers in view.announced
    ]
    if view.kontra:
        parts.append(f"{say.word('game')} ({_levels(teller, view.kontra)})")
    for declarer, opponent, givers in view.kontra_pairs:
        parts.append(f"{_pair(teller, declarer, opponent)} ({_levels(teller, givers)})")
    if parts:
        yield say.cli("kr.announced", items=", ".join(parts))


def _pair(teller: Teller, declarer: int, opponent: int) -> str:
    """Whose game against whom, the person addressed as such."""
    code = "kr.pair"
    if teller.me in (declarer, opponent):
        code = "kr.pair_mine" if teller.me == declarer else "kr.pair_me"
    return teller.words.cli(code, who=teller.who(declarer), against=teller.who(opponent))


def _doubled(teller: Teller, seat: Seat, givers: tuple[Seat, ...]) -> str:
    said = teller.who(seat)
    return f"{said}, {_levels(teller, givers)}" if givers else said


def _levels(teller: Teller, givers: tuple[Seat, ...]) -> str:
    levels = (
        f"{teller.words.word(f'level.{level}')} {teller.who(giver)}"
        for level, giver in enumerate(givers, 1)
    )
    return ", ".join(levels)


def _level(view: KoenigrufenView, target: str) -> int:
    """The level the next Kontra on this target would be."""
    if target == "game":
        return len(view.kontra) + 1
    for declarer, opponent, givers in view.kontra_pairs:
        if target == f"game:{declarer}:{opponent}":
            return len(givers) + 1
    return 1 + sum(len(givers) for item, _, givers in view.announced if item == target)


FACE = Koenigrufen()
