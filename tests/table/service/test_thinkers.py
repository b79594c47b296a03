"""Bots that think at the table: in threads, while they wait, and what if they cannot."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from players import PATIENCE, TEST, Player, run, serving
from trull.bots import learnt
from trull.bots.search.bot import ThinkingBot
from trull.state import Action, View
from trull.table.service import botseat, clockwork, thinkers
from trull.table.service.thinkers import Thinkers
from trull.table.settings import Settings

STYLE = "strong:bold"
FEW = 12


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that should think answer by the book, and everything is warm."""
    monkeypatch.setattr(thinkers, "_warmed", lambda _game: True)
    monkeypatch.setattr(ThinkingBot, "act", lambda bot, view: bot._book.act(view))


async def at_practice(anna: Player, rules: str = "koenigrufen/tirol") -> None:
    """Anna and three bold bots, the cards dealt."""
    await anna.open(rules, practice=True, bot="search", style=STYLE)
    await anna.must("start")


def notes(anna: Player) -> list[str]:
    """What is the matter with the bots."""
    return [seat["note"] for seat in anna.picture["seats"]]


def alone(database: str, work: Callable[[Player], object], settings: Settings = TEST) -> None:
    """Anna alone at a server."""

    async def go() -> None:
        async with serving(database, settings) as base, Player(base, "Anna") as anna:
            await work(anna)  # type: ignore[misc]

    run(go)


# Thinking


def test_a_strong_and_bold_bot_thinks_and_keeps_its_style_over_a_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str, str]] = []
    think = ThinkingBot.think

    def noted(bot: ThinkingBot, view: View) -> object:
        asked.append((bot.name, bot.level.name, bot.level.style))
        return think(bot, view)

    monkeypatch.setattr(ThinkingBot, "think", noted)

    async def go() -> None:
        async with Player("", "Anna") as anna:
            for first in (True, False):
                async with serving(database) as anna.base:
                    await (at_practice(anna) if first else anna.visit(anna.room))
                    await anna.until(lambda: not any(notes(anna)))  # warm
                    before = len(asked)
                    await anna.play(lambda before=before: len(asked) > before + 3)  # type: ignore[misc]
                    styles = {(s["bot"], s["style"]) for s in anna.picture["seats"][1:]}
                    assert styles == {("search", STYLE)}
                    assert len(asked) > before or anna.picture["stage"] != "deal"
                    await anna.hang_up()

    run(go)
    assert set(asked) == {(f"search:{STYLE}", "strong", "bold")}


@pytest.mark.usefixtures("quick")
def test_a_bot_thinks_while_it_waits(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause is drawn without the cards, and the thought lies inside it."""
    thought = threading.Event()
    drawn: list[tuple[object, ...]] = []

    def act(bot: ThinkingBot, view: View) -> Action | None:
        thought.set()
        return bot._book.act(view)

    def pause(*about: object) -> float:
        drawn.append(about)
        return 3600.0

    monkeypatch.setattr(ThinkingBot, "act", act)

    async def work(anna: Player) -> None:
        await anna.open("koenigrufen/tirol", practice=True, bot="search", style=STYLE)
        await anna.until(lambda: not any(notes(anna)))
        monkeypatch.setattr(clockwork, "drawn_pause", pause)
        await anna.must("start")
        while anna.on_duty:
            await anna.must("act", **anna.act())
        acts = anna.picture["acts"]
        await asyncio.get_running_loop().run_in_executor(None, thought.wait, PATIENCE)
        assert thought.is_set()
        assert anna.picture["acts"] == acts  # the bot has not acted yet

    alone(database, work)
    assert set(drawn) == {(TEST.pause, False)}  # what the pause is drawn from


@pytest.mark.usefixtures("quick")
def test_who_thinks_keeps_nobody_waiting(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def act(bot: ThinkingBot, view: View) -> Action | None:
        begun.set()
        go_on.wait(PATIENCE)
        return bot._book.act(view)

    monkeypatch.setattr(ThinkingBot, "act", act)

    async def work(anna: Player) -> None:
        await anna.open("koenigrufen/tirol", practice=True, bot="search", style=STYLE)
        await anna.until(lambda: not any(notes(anna)))
        await anna.must("start")
        while anna.on_duty:
            await anna.must("act", **anna.act())
        await asyncio.get_running_loop().run_in_executor(None, begun.wait, PATIENCE)
        try:
            await anna.must("seed", seed="0f" * 16)  # obeyed while the bot still thinks
        finally:
            go_on.set()
        await anna.until(lambda: anna.on_duty or anna.picture["stage"] != "deal")

    alone(database, work)


def test_only_so_many_think_at_once() -> None:
    lock, running, most = threading.Lock(), 0, 0
    together = threading.Barrier(2)

    def thought() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        together.wait(PATIENCE)
        with lock:
            running -= 1

    async def go() -> None:
        several = Thinkers(2, PATIENCE)
        await asyncio.gather(*(several.ask(thought) for _ in range(12)))
        several.close()

    run(go)
    assert most == 2


# And if it cannot


def test_until_it_is_warm_a_bot_plays_by_the_book_and_the_table_says_so(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm = threading.Event()
    asked: list[str] = []

    def slowly(_game: str) -> bool:
        warm.wait(PATIENCE)
        return True

    def act(bot: ThinkingBot, view: View) -> Action | None:
        asked.append(bot.name)
        return bot._book.act(view)

    monkeypatch.setattr(thinkers, "_warmed", slowly)
    monkeypatch.setattr(ThinkingBot, "act", act)

    async def work(anna: Player) -> None:
        await at_practice(anna)
        assert notes(anna) == ["", "warming", "warming", "warming"]
        await anna.play(lambda: anna.picture["acts"] > FEW)
        assert not asked
        warm.set()
        await anna.until(lambda: not any(notes(anna)))
        acts = anna.picture["acts"]
        await anna.play(lambda: anna.picture["acts"] > acts + FEW)
        assert asked or anna.picture["stage"] != "deal"

    alone(database, work)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("note", ["", "unlearnt", "unseen"])
def test_a_learnt_bot_that_cannot_play_here_says_so_and_another_does(
    note: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learnt, "substitution", lambda _rules: (note, note and "told"))

    async def work(anna: Player) -> None:
        await anna.open("koenigrufen/tirol", practice=True, bot="learnt", style="")
        await anna.until(lambda: not any(notes(anna)))
        await anna.must("start")
        await anna.play(lambda: bool(note) and note in notes(anna))
        assert set(notes(anna)) <= {"", note}
        assert (note in notes(anna)) or not note

    alone(database, work)


def raises(_bot: ThinkingBot, _view: View) -> Action:
    """A bot that breaks."""
    raise ValueError("HK and other secrets")


@pytest.mark.parametrize("method", ["act", "_ranking"])
def test_a_bot_that_breaks_is_told_of_and_the_book_goes_on(
    method: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside of its own guard, or inside of it."""
    monkeypatch.setattr(thinkers, "_warmed", lambda _game: True)
    monkeypatch.setattr(ThinkingBot, method, lambda bot, view, *_: raises(bot, view))

    async def work(anna: Player) -> None:
        await at_practice(anna)
        seen: set[str] = set()

        def noticed() -> bool:
            seen.update(notes(anna))
            return False

        await anna.play(noticed)
        assert anna.picture["settlement"] is not None
        assert "failed" in seen

    alone(database, work)


@pytest.mark.usefixtures("quick")
def test_a_bot_that_takes_too_long_leaves_it_to_the_book(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    monkeypatch.setattr(ThinkingBot, "act", lambda _bot, _view: done.wait(PATIENCE))

    async def work(anna: Player) -> None:
        await at_practice(anna)
        await anna.play(lambda: "slow" in notes(anna))
        assert "slow" in notes(anna)
        acts = anna.picture["acts"]
        await anna.play(lambda: anna.picture["acts"] > acts)
        done.set()

    alone(database, work, replace(TEST, thought=0.05))


def test_a_thought_about_an_earlier_moment_is_dropped() -> None:
    """A bot still busy with it is not asked again; another of its kind sits down."""

    async def go() -> None:
        several = Thinkers(1, 20.0)
        bots = botseat.Bots(several)
        bots._sitting[1, "search"] = ThinkingBot("search", 1)
        waiting = asyncio.ensure_future(asyncio.Event().wait())
        bots._thought = botseat.Thought(1, "search", None, waiting)  # type: ignore[arg-type]
        bots.forget()
        await asyncio.sleep(0)
        assert waiting.cancelled()
        assert not bots._sitting
        several.close()

    run(go)
