"""The bots of a game as one object: what is missing has its stated fallback, never silence."""

from __future__ import annotations

import random
import re
from dataclasses import MISSING, fields, replace
from pathlib import Path

import pytest

from bots.test_search import by_the_book
from random_games import random_setup
from trull import bots, games, notation, ruleset
from trull.arena.deal import Plan, play_deal
from trull.bots import belief, explain, fast, noticing, postmortem
from trull.bots import game as game_bots
from trull.bots.game import GameBots
from trull.bots.search.bot import ThinkingBot, sensible
from trull.bots.search.ranking import Ranked
from trull.bots.search.warm import warm
from trull.errors import TrullError
from trull.game import Game
from trull.state import Action, View

BOTS = Path(bots.__file__).parent
SHARED = [
    *BOTS.glob("*.py"),
    *(
        path
        for room in ("belief", "fast", "postmortem", "search")
        for path in (BOTS / room).glob("*.py")
    ),
    *(BOTS.parent / "arena").glob("*.py"),
]


def given(monkeypatch: pytest.MonkeyPatch, **pieces: object) -> GameBots:
    """Königrufen with these pieces in the place of its own."""
    found = replace(game_bots.of("koenigrufen"), **pieces)  # type: ignore[arg-type]
    only(monkeypatch, found)
    return found


def only(monkeypatch: pytest.MonkeyPatch, found: GameBots) -> None:
    monkeypatch.setattr(game_bots, "of", lambda _game: found)
    fast.core.cache_clear()


@pytest.fixture
def view() -> View:
    """Somebody with a choice of cards, late in a deal."""
    game = Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(5)))
    while game.phase != "play" or sum(game.view_for(None).taken) < 9 or not chosen(game):
        by_the_book(game, 5, 1)
    return game.view_for(min(game.duty))


def chosen(game: Game) -> bool:
    return len(game.prompts(min(game.duty))[0].choices) > 1


@pytest.mark.parametrize("path", SHARED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_shared_file_names_a_game(path: Path) -> None:
    told = re.sub(r"(?m)^ *(>>>|\').*$", "", path.read_text(encoding="utf-8"))  # doctests may
    for game in ("koenigrufen", "lhombre", "perlaggen"):
        assert game not in told.lower()


NOT_FOR_ALL = {"left_to_book", "sociable_in", "near_end"}
"""What only some games have a use for: acts the book knows best, phases in which company bids,
where the solver is asked."""


@pytest.mark.parametrize("game", games.names())
def test_every_game_of_the_house_gives_every_piece(game: str) -> None:
    own = game_bots.of(game)
    for piece in fields(GameBots):
        if piece.name not in NOT_FOR_ALL:
            assert getattr(own, piece.name) not in (None, piece.default), piece.name


def test_every_piece_is_optional_and_says_what_happens_without_it() -> None:
    source = (BOTS / "game.py").read_text(encoding="utf-8")
    for piece in fields(GameBots):
        assert piece.default is not MISSING
        told = source.partition(f"    {piece.name}: ")[2].partition('"""')[2].partition('"""')[0]
        assert "Without it" in told, piece.name


def test_bots_that_are_no_game_bots_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "given", lambda *_: object())
    with pytest.raises(TrullError, match="the BOTS of 'tarot' are no GameBots"):
        game_bots.of("tarot")


def test_without_belief_and_thinker_a_bot_plays_the_book_and_says_why(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, belief=None, thinker=None)
    for words in (("quick",), ("quick", "cards")):
        thought = ThinkingBot("search", 1, words).think(view)
        assert thought.choice == thought.book == bots.make("heuristic", 1).act(view)
        assert thought.failure == "TrullError: nothing is believed of a game called 'koenigrufen'"
    (hint,) = explain.explain(view)
    assert hint.code == "book"
    with pytest.raises(TrullError, match="nothing is believed"):
        belief.of(view)


def test_without_a_thinker_acts_are_tried_by_the_laws(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, thinker=None, core=None)
    thought = ThinkingBot("search", 1, ("quick", "60s")).think(view)
    assert len(thought.ranking) > 1
    assert not thought.failure


def test_without_a_core_nothing_is_warmed_and_asking_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given(monkeypatch, core=None)
    warm("koenigrufen")
    with pytest.raises(TrullError, match="no fast core for a game called 'koenigrufen'"):
        fast.core("koenigrufen")


def test_without_a_core_a_post_mortem_has_no_answers_with_open_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = Path(__file__).parents[1] / "transcripts" / "finale-besserrufer-pagat-kontra.trn"
    record = notation.parse(path.read_text(encoding="utf-8"))
    last = postmortem.moments(record)[-1]
    assert postmortem.judged(record, last).open
    given(monkeypatch, core=None)
    assert postmortem.judged(record, last).open == ()


def test_without_vetoes_and_duties_nothing_is_vetoed_or_claimed(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranking = [Ranked(Action("play", (card,)), 0.0, 0.0, 1) for card in view.hand]
    given(monkeypatch, vetoes=lambda _view, act: act.args[0] == view.hand[0])
    assert sensible(view, ranking) == tuple(ranking[1:])
    given(monkeypatch, vetoes=None, duties=None)
    assert sensible(view, ranking) == tuple(ranking)
    assert list(noticing.noticed(view)) == []
    assert noticing.as_it_lies(view) == view.seen


@pytest.mark.parametrize("name", ["heuristic", "search:quick"])
def test_a_game_without_bots_is_played_quietly_and_search_says_why(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, GameBots())
    plan = Plan(a=name, b="random", rules=ruleset.load("koenigrufen/tirol"), players=4, seed=2)
    found = play_deal(plan, 1)
    assert all(game.played == () for game in found.games)
    reasons = {"TrullError: nothing is believed of a game called 'koenigrufen'"}
    assert set(found.failures["A"]) == (reasons if name != "heuristic" else set())
    assert not found.failures["B"]
