"""A line of a settlement of Perlaggen names the cards of its figure, where they lay open."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from random_games import random_action
from trull import laws, notation, ruleset
from trull.cli import main
from trull.game import Game
from trull.laws.perlaggen.book import PACK
from trull.laws.perlaggen.table import DONE, State, lying
from trull.match import Match
from trull.settlement import Line, Settlement
from trull.state import Seat
from trull.table import plain, wire

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def settled(name: str) -> Settlement:
    """The settlement of a transcript."""
    record = notation.parse((TRANSCRIPTS / f"{name}.trn").read_text(encoding="utf-8"))
    found = notation.replayed(record).settlement()
    assert found is not None
    return found


def cards(found: Settlement) -> dict[str, str]:
    """What each item was made with: ``seat card``."""
    return {
        line.item: " ".join(f"{seat}{card}" for seat, card in line.cards) for line in found.lines
    }


def test_the_figures_and_the_cards_that_took_the_spiel_are_named() -> None:
    assert cards(settled("perlaggen-blind-all-three")) == {
        "gleich": "1LA 1HA",
        "hanger": "3LO 3LU",
        "spiel": "1LA 1S9 1HA",
    }


def test_the_terminal_and_the_page_are_told_them(capsys: pytest.CaptureFixture[str]) -> None:
    file = TRANSCRIPTS / "perlaggen-blind-all-three.trn"
    assert main(["settle", str(file), "--lang", "de"]) == 0
    assert "Gleich: Platz 1: Laub A, Herz A" in capsys.readouterr().out
    shown = json.loads(wire.encode(plain.settlement(settled("perlaggen-blind-all-three"))))
    assert shown["lines"][0]["cards"] == [[1, "LA"], [1, "HA"]]


def played(rules: str, seed: int, **options: object) -> State:
    """A hand played out at random."""
    book, chance = ruleset.load(rules, options), random.Random(seed)
    law = laws.of(book.game)
    pack = chance.sample(range(law.pack.size), law.pack.size)
    game = Game(Match(book, 4).deal(tuple(map(PACK.card, (PACK.codes[c] for c in pack))))[0])
    while not game.over:
        seat = chance.choice(sorted(game.duty))
        game.apply(seat, random_action(game.prompts(seat), chance))
    assert isinstance(game.state, State)
    return game.state


def lines(s: State) -> list[tuple[int, Line]]:
    """The lines of the three figures, each with its place."""
    found = laws.of("perlaggen").settle(s)
    assert found is not None
    items = ("gleich", "hanger", "spiel")
    return [(items.index(line.item), line) for line in found.lines if line.item in items]


def test_only_what_lay_open_is_named_and_a_figure_let_good_stays_unknown() -> None:
    named = 0
    for seed in range(120):
        s = played("perlaggen/1890", seed)
        for figure, line in lines(s):
            named += bool(line.cards)
            fig = s.bids.figs[figure]
            assert not line.cards or fig.status == DONE
            for seat, card in line.cards:
                assert card.partition("=")[0].rstrip("~") in _open(s, Seat(seat))
                assert str(seat % 2) == line.winner
    assert named > 10


def _open(s: State, seat: Seat) -> set[str]:
    return {PACK.codes[piece.card] for piece in lying(s.players[seat])}


def test_where_figures_are_compared_by_themselves_each_names_as_many_cards_as_it_has() -> None:
    named = 0
    for seed in range(30):
        for figure, line in lines(played("perlaggen/1890", seed, show_mode="auto")):
            if figure < 2 and line.cards:
                named += 1
                assert len({seat for seat, _ in line.cards}) == 1
                assert len({card for _, card in line.cards}) == len(line.cards) >= 2
    assert named > 10
