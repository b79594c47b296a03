"""The learnt bot: lawful in every phase, quick to say when nothing was learnt, never the end."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from random_games import random_rules, random_setup
from samples import soaked
from trull import bots, laws, ruleset
from trull.bots import explain, learnt, master
from trull.bots.explain import Hint
from trull.bots.manners import Mannered
from trull.bots.master import MasterBot
from trull.bots.search.bot import ThinkingBot
from trull.game import Game
from trull.machine import game as machines
from trull.ruleset import RuleSet
from trull.state import Action, Seat, View, expand, has_one_act


def played(game: Game, seed: int) -> list[str]:
    """They play a deal, asked whenever they may speak; what they did."""
    table = [bots.make("learnt", seed + seat) for seat in range(game.setup.seats)]
    while game.duty:
        asked = [seat for seat in range(len(table)) if game.prompts(Seat(seat))]
        for seat in map(Seat, sorted(asked, key=game.duty.__contains__)):
            act = table[seat].act(game.view_for(seat))
            assert act is not None or seat not in game.duty
            if act is not None:
                game.apply(seat, act)
                break
    return [str(act) for act in game.log]


@pytest.mark.parametrize("name", ruleset.published())
@pytest.mark.parametrize("changed", [0.0, 0.3], ids=["book", "house"])
def test_it_plays_whole_deals_by_any_rules(name: str, changed: float) -> None:
    for number in range(soaked(2, 50)):
        rng = random.Random(f"{name} {changed} {number}")
        setup = random_setup(random_rules(name, rng, changed), rng)
        if learnt.substitution(setup.rules)[0]:
            continue
        told = played(Game(setup), 1)
        assert told == played(Game(setup), 1), "a seed is honoured"
        if not machines.of(setup.rules.game).learning.mixes:
            assert told == played(Game(setup), 7), "it needs no chance"
        verbs = {line.split()[1] for line in told}
        assert not verbs & laws.of(setup.rules.game).asides, "it makes no signs"


def in_place_of(rules: RuleSet) -> tuple[str, str]:
    """The searching bot plays for it, act for act; the note of that, and its sentence."""
    game = Game(random_setup(rules, random.Random(3)))
    bot, twin = bots.make("learnt", 1), bots.make("search", 1)
    assert isinstance(bot, Mannered)
    for _ in range(6):
        seat = min(game.duty)
        view = game.view_for(seat)
        act = bot.act(view)
        assert act == twin.act(view)
        assert act is not None
        game.apply(seat, act)
    return bot.note, bot.why


@pytest.fixture
def unlearnt() -> Iterator[None]:
    """What was read of files is forgotten, before and after."""
    learnt.network.cache_clear()
    learnt.substitution.cache_clear()
    yield
    learnt.network.cache_clear()
    learnt.substitution.cache_clear()


PERLAGGEN = "perlaggen/1924"


@pytest.mark.usefixtures("unlearnt")
def test_where_nothing_was_learnt_the_searching_bot_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learnt, "_file", lambda game: tmp_path / game / bots.WEIGHTS)
    why = "nothing was learnt of perlaggen yet; the searching bot plays instead"
    assert in_place_of(ruleset.load(PERLAGGEN)) == ("unlearnt", why)


@pytest.mark.parametrize(
    ("changes", "fits"),
    [
        ({}, True),
        ({"klopfen": False, "kaiserstich": False}, True),
        ({"skoty": True}, True),
        ({"cents_per_point": 20}, True),  # no affair of a deal
        ({"win_thirds": 110}, False),
        ({"slide_price": 3}, False),
        ({"table": "free"}, False),
    ],
)
def test_only_rules_that_were_learnt_are_played_by_what_was_learnt(
    changes: dict[str, object], fits: bool
) -> None:
    rules = ruleset.load("koenigrufen/tirol", changes)
    assert learnt.substitution(rules)[0] == ("" if fits else "unseen")


def test_another_price_is_another_game(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "dear"\nbase = "koenigrufen/tirol"\n[contract.rufer]\nvalue = 5\n')
    note, why = in_place_of(ruleset.load(house))
    assert (note, why.partition(" v")[0]) == ("unseen", "dear")
    assert why.endswith("was never learnt; the searching bot plays instead")


def test_a_book_it_never_saw_is_not_played_by_what_was_learnt() -> None:
    rules = ruleset.load("koenigrufen/tirol")
    assert learnt.was_learnt(rules, {"koenigrufen/tirol": 1})
    assert not learnt.was_learnt(rules, {"koenigrufen/finale": 2})


@pytest.mark.usefixtures("unlearnt")
@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        (b"", "cannot be read"),
        (b"PK\x03\x04 no archive", "cannot be read"),
        ({"about": "{}"}, "another version"),
        ({"about": '{"version": 1, "tokens": "of long ago"}'}, "another version"),
        ({"about": "no object"}, "cannot be read"),
        ({"weights": "without a word"}, "cannot be read"),
        (b"half", "cannot be read"),
        ({"about": "as it should be"}, "cannot be read"),
    ],
)
def test_damaged_or_foreign_weights_are_one_clear_note(
    kept: bytes | dict[str, str],
    problem: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / bots.WEIGHTS
    whole = learnt._file("koenigrufen").read_bytes()
    if kept == {"about": "as it should be"}:  # and no weights
        kept = {"about": json.dumps(learnt.fitting("koenigrufen"))}
    if isinstance(kept, bytes):
        file.write_bytes(whole[: len(whole) // 2] if kept == b"half" else kept)
    else:
        np.savez(file, **{name: np.array(text) for name, text in kept.items()})  # type: ignore[arg-type]
    monkeypatch.setattr(learnt, "_file", lambda _game: file)
    note, why = in_place_of(ruleset.load("koenigrufen/tirol"))
    assert note == "unlearnt"
    assert re.fullmatch(f"what was learnt of koenigrufen .*{problem}.*plays instead", why)


# Hints


def on_turn(phase: str) -> View:
    """A view of the first who has a choice in a phase."""
    game = Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(5)))
    book = bots.make("heuristic", 1)
    while game.duty:
        view = game.view_for(min(game.duty))
        if view.phase == phase and not has_one_act(view.prompts):
            return view
        act = book.act(view)
        assert act is not None
        game.apply(min(game.duty), act)
    raise AssertionError(f"nobody came to {phase}")


def counted(act: Action) -> Hint:
    return Hint(act, 1.0, 2.0, "expected")


@pytest.mark.parametrize("phase", ["auction", "play"])
def test_a_hint_has_the_word_of_the_learnt_player_only_where_both_agree(phase: str) -> None:
    view = on_turn(phase)
    act, share = learnt.choice(view)
    assert act is not None
    assert act == bots.make("learnt", 1).act(view)
    assert share is not None
    assert 0 < share <= 1
    others = [one for prompt in view.prompts for one in expand(prompt) if one != act]
    (agreed,) = explain.agreed(view, (counted(act),))
    assert [ground.code for ground in agreed.grounds] == ["ground_learnt_share"]
    for silent in (counted(others[0]), Hint(act, None, None, "book")):
        assert explain.agreed(view, (silent,)) == (silent,)
    both = explain.agreed(view, (counted(others[0]), counted(act)))
    assert not any(hint.grounds for hint in both), "the count comes first"


# Master


def test_master_stands_by_what_was_learnt_where_nothing_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a count the learnt act; by rules that were not learnt the book's, and a note."""
    for kind in (ThinkingBot, MasterBot):
        monkeypatch.setattr(kind, "_ranking", lambda *_: [])
    view, bot = on_turn("auction"), bots.make("master", 1)
    assert bot.act(view) == learnt.choice(view).act
    monkeypatch.setattr(master, "substitution", lambda _rules: ("unseen", "told"))
    assert bot.act(view) == bots.make("heuristic", 1).act(view)
    assert isinstance(bot, Mannered)
    assert bot.note == "unseen"
