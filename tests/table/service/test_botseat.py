"""Bots at the table of the house: whatever they are, they never stop it."""

from __future__ import annotations

import asyncio

import pytest

from tables import Table, member
from trull import bots
from trull.state import Action, View
from trull.table import wire
from trull.table.room.state import duty_chairs
from trull.table.service import botseat
from trull.table.service.thinkers import Thinkers

MOST = 600
"""Acts after which a deal should have found its end."""


class Raises:
    """A bot that breaks at every act, without any manners."""

    name = "raises"

    def act(self, view: View) -> Action | None:
        raise LookupError(view.phase)


def table_of(rules: str, kind: str) -> Table:
    """A full table of a kind; the third has an arbiter."""
    table = Table(rules, options={} if kind == "guarded" else {"table": "free"})
    table.fill()
    if kind == "arbiter":
        table.join("Frieda")
        table.granted("Anna", wire.Arbiter(table.cid(), member("Frieda")))
    table.start()
    return table


@pytest.mark.parametrize("bot", ["heuristic", "search"])
@pytest.mark.parametrize("kind", ["guarded", "free", "arbiter"])
@pytest.mark.parametrize("rules", ["koenigrufen/finale", "lhombre/compagnie", "perlaggen/1890"])
def test_a_table_of_bots_that_raise_at_every_act_comes_to_its_end(
    rules: str, kind: str, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something lawful is done for each, and the table takes every act."""
    monkeypatch.setattr(bots, "make", lambda _kind, _seed: Raises())
    monkeypatch.setattr(botseat, "kind_of", lambda _room, _chair: bot)
    monkeypatch.setattr(Thinkers, "note", lambda _self, _game: "")
    table = table_of(rules, kind)

    async def play() -> None:
        seated = botseat.Bots(Thinkers(1, 60.0))
        for _ in range(MOST):
            if table.room.stage != "deal":
                return
            chair = duty_chairs(table.room)[0]
            words = await seated.words(table.room, chair)
            table.granted(table.name_at(chair), table.act(words))
        raise AssertionError(f"no end: {table.room.deal}")

    asyncio.run(play())
