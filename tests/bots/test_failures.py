"""Bots that are stopped, killed, broken or out of range: the game goes on."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, cycle, repeat
from pathlib import Path
from random import Random

import pytest

from random_games import random_setup
from samples import soaked
from trull import bots, notation, ruleset
from trull.arena.deal import Plan, opened
from trull.bots import heuristic
from trull.bots.manners import Mannered
from trull.bots.search.bot import ThinkingBot
from trull.cli import main
from trull.game import Game
from trull.laws.court import Trial, open_cases
from trull.state import ARBITER, Action, Seat, View

SECRET = "HK lies in the talon"
PLAY = ("play", "--seed", "5", "--deals", "1", "--lang", "en")
ARENA = ("arena", "search:quick", "heuristic", "--deals", "1", "--jobs", "1", "--json")
CARELESS = "1\n1 2 3\n" * 400
"""Somebody who always takes the first choice, or three cards where three are wanted."""
SLOW = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
from trull.bots.search.bot import ThinkingBot
from trull.cli import main
ThinkingBot._ranking = lambda *_: time.sleep(600)
sys.exit(main())
"""
"""A table whose bots never come to an end."""
BROKEN_BOOKS = soaked(2, 100)
"""Deals per rule set and kind of table in which one seat's book raises."""


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def typing(monkeypatch: pytest.MonkeyPatch, text: str = CARELESS) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def breaks(_bot: ThinkingBot, view: View) -> Action:
    raise ValueError(f"{view.phase}: {SECRET}")


# Stopped and killed


def test_ctrl_c_while_a_bot_thinks_leaves_a_game_that_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "stopped.trn"
    thinks = chain(repeat(False, 12), cycle([True]))

    def interrupted(bot: ThinkingBot, view: View) -> Action | None:
        if next(thinks):
            raise KeyboardInterrupt
        return bot.think(view).book

    typing(monkeypatch)
    with monkeypatch.context() as stopped:
        stopped.setattr(ThinkingBot, "act", interrupted)
        assert main([*PLAY, "--bot", "search:quick", "--record", str(record)]) == 130
    assert str(record) in capsys.readouterr().out.replace("\n", "")
    before = notation.parse(record.read_text(encoding="utf-8")).acts
    assert len(before) >= 12
    typing(monkeypatch)
    assert main(["play", "--lang", "en", "--record", str(record), "--resume"]) == 0
    (after,) = notation.parse_all(record.read_text(encoding="utf-8"))
    assert after.acts[: len(before)] == before
    assert notation.replayed(after).over


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_search_that_is_stopped_or_killed_loses_no_act(
    stop: signal.Signals, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "killed.trn"
    words = [*PLAY, "--bot", "search:quick", "--record", str(record)]
    with subprocess.Popen(
        [sys.executable, "-c", SLOW, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ},
    ) as child:
        assert child.stdin is not None
        child.stdin.write(CARELESS.encode())
        child.stdin.flush()
        try:
            _quiet_since(record)
            child.send_signal(stop)
            assert child.wait(timeout=90) == code
        finally:
            child.kill()
    before = notation.parse(record.read_text(encoding="utf-8")).acts
    assert before
    typing(monkeypatch)
    assert main(["play", "--record", str(record), "--resume"]) == 0
    assert notation.parse_all(record.read_text(encoding="utf-8"))[0].acts[: len(before)] == before


def _quiet_since(record: Path) -> None:
    """Wait until the table has begun and nothing more is written: a bot thinks."""
    end, last = time.monotonic() + 180, ""
    while time.monotonic() < end:
        text = record.read_text("utf-8") if record.exists() else ""
        if text and text == last and "\n; " in text:
            return
        last = text
        time.sleep(1.0)
    raise AssertionError("the game did not get going")


# Broken


@pytest.mark.parametrize("method", ["act", "_ranking"])
def test_a_bot_that_breaks_is_told_of_once_and_the_book_goes_on(
    method: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Outside of its own guard, or inside of it."""
    monkeypatch.setattr(ThinkingBot, method, lambda bot, view, *_: breaks(bot, view))
    record = tmp_path / "broken.trn"
    typing(monkeypatch)
    assert main([*PLAY, "--bot", "search:quick", "--record", str(record)]) == 0
    out = capsys.readouterr().out
    assert 1 <= out.count("plays by the book: ValueError") <= 3, "once for each bot"
    assert SECRET not in out.replace("\n", " ")
    (whole,) = notation.parse_all(record.read_text(encoding="utf-8"))
    assert notation.replayed(whole).over


class Raises:
    """A bot that breaks at every act, in whatever way."""

    name = "raises"

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def act(self, _view: View) -> Action | None:
        raise self._error


TABLES = ("guarded", "free", "arbiter")
"""Unlawful acts are refused; they are voted on; an arbiter decides and nobody votes."""
ERRORS = (ValueError(SECRET), RecursionError(), SystemExit(3))
EVERY_BOOK = sorted(ruleset.published())


def at_table(name: str, kind: str, seed: int) -> Game:
    rules = ruleset.load(name)
    if kind != "guarded":
        rules = rules.with_options({"table": "free"})
    return Game(random_setup(rules, Random(f"{name} {kind} {seed}")))


def sitting_round(game: Game, kind: str) -> list[bots.Bot]:
    """The book at every seat, at a free table with clumsy hands."""
    clumsy = 0.0 if kind == "guarded" else 0.1
    return [bots.make("heuristic", seat, clumsy) for seat in range(game.setup.seats)]


def seen(game: Game, seat: Seat, kind: str) -> View:
    """What a bot is shown: where an arbiter decides, nobody votes."""
    view = game.view_for(seat)
    if kind != "arbiter":
        return view
    prompts = tuple(prompt for prompt in view.prompts if prompt.verb != "vote")
    return replace(view, prompts=prompts)


def played_out(game: Game, players: list[bots.Bot], kind: str) -> list[tuple[Seat, View, object]]:
    """The whole deal, and each question somebody was asked with the answer."""
    asked: list[tuple[Seat, View, object]] = []

    def ask(seat: Seat) -> Action | None:
        view = seen(game, seat, kind)
        asked.append((seat, view, players[seat].act(view)))
        act = asked[-1][2]
        assert act is None or isinstance(act, Action)
        if act is not None:
            game.apply(seat, act)
        return act

    while game.duty:
        for seat in map(Seat, range(len(players))):
            if seat not in game.duty and game.prompts(seat):
                ask(seat)
        while kind == "arbiter" and isinstance(game.state, Trial) and open_cases(game.state):
            game.apply(ARBITER, f"decide {open_cases(game.state)[0]}=yes")
        duty = sorted(game.duty)
        assert not duty or any(ask(seat) for seat in duty), "nobody acts"
    return asked


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("name", EVERY_BOOK)
def test_a_bot_that_raises_at_every_act_is_played_by_the_book(
    name: str, kind: str, error: BaseException
) -> None:
    """Act for act the deal is the one the book would have played on that seat."""
    games = []
    for raising in (False, True):
        game = at_table(name, kind, 1)
        players = sitting_round(game, kind)
        if raising:
            players[1] = Mannered(Raises(error), 1, 0.0 if kind == "guarded" else 0.1)
        played_out(game, players, kind)
        games.append(game)
    assert games[0].log == games[1].log
    assert games[0].settlement() == games[1].settlement() is not None


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("name", EVERY_BOOK)
def test_where_the_book_raises_too_nothing_changes_but_that_seats_play(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anything lawful is done there, and all others answer their views as they always would."""
    advise = heuristic.advise

    def broken(view: View, rng: Random) -> Action | None:
        if view.seat == 1:
            raise LookupError(view.phase)
        return advise(view, rng)

    for number in range(BROKEN_BOOKS):
        game = at_table(name, kind, number)
        players = sitting_round(game, kind)
        monkeypatch.setattr(heuristic, "advise", broken)
        asked = played_out(game, players, kind)
        monkeypatch.setattr(heuristic, "advise", advise)
        assert game.settlement() is not None
        others = sitting_round(game, kind)
        for seat, view, answer in asked:
            assert seat == 1 or others[seat].act(view) == answer
        failures = {getattr(bot, "failure", "") for seat, bot in enumerate(players) if seat != 1}
        assert failures == {""}


def raises(view: View, _rng: Random) -> Action | None:
    raise LookupError(f"{view.phase}: {SECRET}")


@pytest.mark.parametrize("name", EVERY_BOOK)
def test_where_the_book_raises_at_every_act_the_arena_comes_to_its_end(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(heuristic, "advise", raises)
    words = ("arena", "heuristic", "random", "--deals", "1", "--jobs", "1", "--json")
    assert main([*words, "--rules", name]) == 0
    failures = json.loads(capsys.readouterr().out.splitlines()[-1])["failures"]
    assert failures["A"] > 0 == failures["B"]


@pytest.mark.parametrize("table", [(), ("--free", "--clumsy", "5")])
def test_where_the_book_raises_at_every_act_the_terminal_comes_to_its_end(
    table: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(heuristic, "advise", raises)
    record = tmp_path / "raises.trn"
    typing(monkeypatch)
    assert main([*PLAY, *table, "--bot", "heuristic", "--record", str(record)]) == 0
    assert SECRET not in capsys.readouterr().out.replace("\n", " ")
    (whole,) = notation.parse_all(record.read_text(encoding="utf-8"))
    assert notation.replayed(whole).over


def test_an_unlawful_act_of_a_bot_is_told_and_the_book_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ThinkingBot, "act", lambda _bot, _view: Action("play", ("X",)))
    record = tmp_path / "unlawful.trn"
    typing(monkeypatch)
    assert main([*PLAY, "--bot", "search:quick", "--record", str(record)]) == 0
    assert "which is not allowed" in capsys.readouterr().out
    (whole,) = notation.parse_all(record.read_text(encoding="utf-8"))
    assert notation.replayed(whole).over


def test_a_broken_bot_plays_like_the_book_and_says_what_broke(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ThinkingBot, "act", breaks)
    for view in _views("lhombre/compagnie", 12):
        bot = bots.make("search", 1)
        assert bot.act(view) == bots.make("heuristic", 1).act(view)
        assert getattr(bot, "failure", "").startswith("ValueError")


def _views(name: str, most: int) -> Iterator[View]:
    """Some moments of a deal."""
    game = opened(Plan(a="", b="", rules=ruleset.load(name), players=3), 0)
    for _ in range(most):
        seat = min(game.duty)
        view = game.view_for(seat)
        yield view
        done = bots.make("heuristic", 1).act(view)
        assert done is not None
        game.apply(seat, done)


def test_the_arena_says_how_often_a_bot_broke(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ThinkingBot, "_ranking", lambda bot, view, *_: breaks(bot, view))
    assert main([*ARENA, "--lang", "en", "--rules", "perlaggen/1890"]) == 0
    told = capsys.readouterr()
    failures = json.loads(told.out.splitlines()[-1])["failures"]
    assert failures["A"] > 0 == failures["B"]
    assert f"search:quick failed in {failures['A']} acts" in told.err


# Out of range


@pytest.mark.parametrize("command", [("play", "--bot"), ("arena", "heuristic")])
@pytest.mark.parametrize(
    "name", ["search:99s", "search:0.001s", "flat:nans", "search:infs", "flat:-1s", "search:oops"]
)
def test_a_budget_out_of_range_is_one_line_with_the_range(
    command: tuple[str, str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, name]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert repr(name.partition(":")[2]) in told.err
    assert "0.05s to 60s" in told.err
